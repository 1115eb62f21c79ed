/* GDB's opening: target remote, from the first '+' to the first frame.
 * Each answer that GDB does not accept ends the connection; most empty and error replies do not.
 * See gdb.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

#include "codec/feature.h"
#include "core/arena.h"
#include "core/hex.h"
#include "core/mem.h"
#include <string.h>

enum { SIZE_LEAST = 20 };

static const char supported[] =
    "qSupported:multiprocess+;swbreak+;hwbreak+;qRelocInsn+;fork-events+;vfork-events+;exec-events+;"
    "vContSupported+;QThreadEvents+;no-resumed+;memory-tagging+;xmlRegisters=i386";

static bool has(rsp_bytes list, const char *feature) {
    return rsp_feature_yes(list, rsp_bytes_str(feature));
}

/* Errors and nonsense are warned about, and taken for a stub that has nothing. */
static void take_features(gdb *g, bool *xml, bool *no_ack) {
    rsp_bytes list = gdb_answer_of(g) == GDB_DONE ? gdb_reply(g) : (rsp_bytes){0};
    rsp_feature size;
    uint64_t bytes;
    if (rsp_feature_find(&size, list, RSP_LIT("PacketSize")) && rsp_hex_u64(&bytes, size.value) == RSP_OK &&
        bytes >= SIZE_LEAST)
        g->packet_bytes = bytes;
    g->multiprocess = has(list, "multiprocess");
    g->announced.swbreak = has(list, "swbreak");
    g->announced.hwbreak = has(list, "hwbreak");
    g->announced.vcont = has(list, "vContSupported");
    g->threads_in_xml = has(list, "qXfer:threads:read");
    g->map.announced = has(list, "qXfer:memory-map:read");
    g->starts.randomization = has(list, "QDisableRandomization");
    g->starts.shell = has(list, "QStartupWithShell");
    g->starts.environment = has(list, "QEnvironmentReset");
    g->starts.folder = has(list, "QSetWorkingDir");
    g->map.by_x = g->base.newer >= GDB_16 && has(list, "binary-upload");
    *xml = has(list, "qXfer:features:read");
    *no_ack = has(list, "QStartNoAckMode");
}

/* What is there already when the connection is open, GDB throws away: greetings. */
static void flush(gdb *g) {
    stage *s = &g->base.stage;
    const rsp_manners *m = g->base.manners;
    const uint64_t quiet = m->line.greeting.len > 0 ? rsp_manners_greeting_ns(m, stage_long(s)) : 0;
    while (stage_next(s, rsp_deadline(stage_now(s), quiet)) < STAGE_SILENCE)
        continue;
}

/* "vMustReplyEmpty" is how GDB finds stubs that answer what they do not know. */
static bool open_line(gdb *g, bool *xml) {
    bool no_ack;
    flush(g);
    stage_send(&g->base.stage, RSP_LIT("+"));
    gdb_ask(g, "%s", supported);
    take_features(g, xml, &no_ack);
    gdb_ask(g, "vMustReplyEmpty");
    if (g->reply.len > 0 && !rsp_bytes_equal(gdb_reply(g), RSP_LIT("OK")))
        return gdb_fails(g, "Remote replied unexpectedly to 'vMustReplyEmpty': %s", gdb_exchange(g));
    if (no_ack) {
        gdb_ask(g, "QStartNoAckMode");
        player_no_ack(&g->base, gdb_answer_of(g) == GDB_DONE);
    }
    if (g->starts.asked) {
        gdb_ask(g, "!");
        g->starts.extended = rsp_bytes_equal(gdb_reply(g), RSP_LIT("OK"));
    }
    return true;
}

static bool ask_trace_status(gdb *g) {
    gdb_ask(g, "qTStatus");
    if (gdb_answer_of(g) != GDB_DONE || g->reply.ptr[0] == 'T')
        return true;
    return gdb_fails(g, "Bogus trace status reply from target: %s", gdb_exchange(g));
}

static bool is_stop(rsp_bytes r) {
    return r.len > 0 && strchr("TSWXE", r.ptr[0]) != NULL;
}

static rsp_bytes thread_of_stop(rsp_bytes stop) {
    rsp_bytes rest = stop.len > 3 && stop.ptr[0] == 'T' ? rsp_bytes_from(stop, 3) : (rsp_bytes){0};
    while (rest.len > 0) {
        rsp_bytes pair = rsp_bytes_split(&rest, ';');
        if (rsp_bytes_equal(rsp_bytes_split(&pair, ':'), RSP_LIT("thread")))
            return pair;
    }
    return (rsp_bytes){0};
}

/* The thread of the stop, else qC's, else the first of the list, else none. */
static void choose_thread(gdb *g, rsp_bytes stop, rsp_bytes first) {
    rsp_bytes id = thread_of_stop(stop);
    if (id.len == 0) {
        gdb_ask(g, "qC");
        if (rsp_bytes_starts(gdb_reply(g), RSP_LIT("QC")))
            id = rsp_bytes_from(gdb_reply(g), 2);
    }
    gdb_thread_is(g, id.len > 0 ? id : first);
    const size_t len = strcspn(g->threads.current, ".");
    if (g->multiprocess && g->threads.current[0] == 'p' && len + sizeof ".-1" <= sizeof g->threads.process) {
        memcpy(g->threads.process, g->threads.current, len);
        memcpy(g->threads.process + len, ".-1", sizeof ".-1");
    }
}

/* With a file GDB asks where the program lies. */
static bool ask_offsets(gdb *g) {
    gdb_ask(g, "qOffsets");
    rsp_bytes r = gdb_reply(g);
    if (gdb_answer_of(g) != GDB_DONE || rsp_bytes_starts(r, RSP_LIT("Text=")) ||
        rsp_bytes_starts(r, RSP_LIT("TextSeg=")))
        return true;
    return gdb_fails(g, "Malformed response to offset query: %s", gdb_exchange(g));
}

/* The reply to `?` is read again when the threads are known. */
static bool see_stop(gdb *g, rsp_bytes stop) {
    gdb_wait wait;
    uint64_t pc;
    rsp_buf code = {.mem = g->base.options->mem};
    rsp_buf_clear(&g->reply);
    rsp_buf_append(&g->reply, stop);
    if (!gdb_take_stop(g, &wait) || !gdb_fetch(g, g->pc, &pc))
        return false;
    /* What stands at pc is read for the frame, and registers; GDB shows pc without them. */
    (void)gdb_read_memory(g, pc, 4, &code);
    rsp_buf_free(&code);
    (void)gdb_read_frame(g);
    if (g->base.stage.gone)
        return gdb_fails(g, "the stub closed the connection: %s", gdb_exchange(g));
    g->base.why = NULL;
    return true;
}

/* Without a list GDB asks of each thread that it has heard of whether it lives, and forgets the others
 * (remote.c, update_thread_list). */
static bool keep_thread(gdb *g) {
    if (g->threads.listed || !*g->threads.current)
        return true;
    gdb_ask(g, "T%s", g->threads.current);
    return rsp_bytes_starts(gdb_reply(g), RSP_LIT("OK")) ||
           gdb_fails(g, "No selected thread: it is named, but there is no list, and %s", gdb_exchange(g));
}

bool gdb_meet_thread(gdb *g, rsp_bytes stop) {
    rsp_buf first = {.mem = g->base.options->mem};
    if (!gdb_list_threads(g, &first)) {
        rsp_buf_free(&first);
        return false;
    }
    gdb_ask(g, "qAttached");
    gdb_ask(g, "Hc-1");
    choose_thread(g, stop, rsp_buf_bytes(&first));
    rsp_buf_free(&first);
    return ask_offsets(g) && keep_thread(g);
}

/* What the registers are need not be known for the questions before the first one is read. */
static bool attach(gdb *g) {
    bool xml;
    rsp_buf stop = {.mem = g->base.options->mem};
    if (!open_line(g, &xml))
        return false;
    gdb_ask(g, g->multiprocess ? "Hgp0.0" : "Hg0");
    const bool settled = gdb_settle_registers(g, xml);
    const char *unsettled = g->base.why;
    g->base.why = NULL;
    bool ok = g->layout.no_end ? gdb_fails(g, "%s", g->layout.no_end) : ask_trace_status(g);
    if (ok)
        gdb_ask(g, "?");
    rsp_buf_append(&stop, gdb_reply(g));
    if (ok && !is_stop(rsp_buf_bytes(&stop)))
        ok = gdb_fails(g, "GDB waits for a stop: %s", gdb_exchange(g));
    if (ok && (stop.ptr[0] == 'W' || stop.ptr[0] == 'X'))
        ok = gdb_fails(g, "The target is not running (try extended-remote?)");
    g->layout.unknown = ok && !settled;
    if (g->layout.unknown)
        g->base.why = unsettled;
    ok = ok && settled && gdb_meet_thread(g, rsp_buf_bytes(&stop)) && see_stop(g, rsp_buf_bytes(&stop));
    rsp_buf_free(&stop);
    return ok;
}

/* GDB waits two seconds for each '+' or reply that does not come. Nobody waits half a minute for an attach.
 */
static bool in_time(gdb *g) {
    enum { TIMEOUT_S = 2, MOST_S = 20 };
    const unsigned seconds = TIMEOUT_S * g->base.stage.waits;
    return seconds <= MOST_S ||
           gdb_fails(g, "the attach takes GDB %u s: it waits 2 s for each '+' or reply that does not come",
                     seconds);
}

/* What the user has to say where the stub does not name its architecture: without a word GDB takes it for
 * i386. NULL: nothing. */
static const char *needs(const gdb *g) {
    const rsp_manners *m = g->base.manners;
    const char *told = g->layout.description.architecture;
    const bool is_default =
        g->layout.description.num > 0 && strcmp(rsp_arch_described(&g->layout.description), "i386") == 0;
    const bool described = (told && *told) || is_default;
    const bool big = m->registers.big_endian == RSP_HABIT_YES;
    rsp_buf name = {.mem = g->base.options->mem};
    const char *why = NULL;
    if (!described && rsp_gdb_architecture(&name, m->registers.arch)) {
        const char *build = rsp_gdb_having(m->registers.arch);
        why = rsp_arena_printf(g->base.arena, "it needs the program's file, or 'set architecture %s'%s%s%s",
                               rsp_buf_cstr(&name), big ? " and 'set endian big'" : "", build ? ", of " : "",
                               build ? build : "");
    } else if (described && big) {
        why = "it needs the program's file, or 'set endian big'";
    }
    rsp_buf_free(&name);
    return why;
}

rsp_prediction gdb_act_attach(player *p) {
    gdb *g = gdb_of(p);
    if (attach(g) && stage_open_still(&p->stage) && in_time(g)) {
        p->why = g->layout.refusal ? g->layout.refusal : needs(g);
        return RSP_PREDICTION_WORKS;
    }
    if (p->stage.gone && !p->why)
        return player_says(p, RSP_PREDICTION_BREAKS, "the stub closed the connection: %s", gdb_exchange(g));
    /* The architecture is told by the user's file; without it nothing can be said. */
    if (g->layout.unknown && stage_open_still(&p->stage))
        return RSP_PREDICTION_UNKNOWN;
    if (g->layout.refusal)
        p->why =
            rsp_arena_printf(p->arena, "%s; then %s", g->layout.refusal, p->why ? p->why : "it gives up");
    return RSP_PREDICTION_BREAKS;
}

static void begin(player *p) {
    gdb *g = gdb_of(p);
    const rsp_mem *mem = p->options->mem;
    g->pc = g->sp = g->spare = -1;
    rsp_buf_init(&g->reply, mem, 0);
    rsp_buf_init(&g->frame, mem, 0);
    rsp_buf_init(&g->request, mem, 0);
}

static void end(player *p) {
    gdb *g = gdb_of(p);
    rsp_tdesc_free(&g->layout.description);
    rsp_buf_free(&g->reply);
    rsp_buf_free(&g->frame);
    rsp_buf_free(&g->request);
}

const player_kind rsp_player_gdb = {
    .versions = "13 to 18",
    .newer = gdb_newer,
    .bytes = sizeof(gdb),
    .begin = begin,
    .end = end,
    .moves = &gdb_moves,
    .acts =
        {
            [RSP_DEBUGGER_ACTION_ATTACH] = gdb_act_attach,
            [RSP_DEBUGGER_ACTION_REGISTERS] = gdb_act_registers,
            [RSP_DEBUGGER_ACTION_WRITE_REGISTERS] = gdb_act_write_registers,
            [RSP_DEBUGGER_ACTION_MEMORY] = gdb_act_memory,
            [RSP_DEBUGGER_ACTION_WRITE_MEMORY] = gdb_act_write_memory,
            [RSP_DEBUGGER_ACTION_THREADS] = gdb_act_threads,
            [RSP_DEBUGGER_ACTION_STEP] = gdb_act_step,
            [RSP_DEBUGGER_ACTION_BREAKPOINTS] = gdb_act_breakpoints,
            [RSP_DEBUGGER_ACTION_INTERRUPT] = player_interrupt,
            [RSP_DEBUGGER_ACTION_WATCHPOINTS] = gdb_act_watchpoints,
            [RSP_DEBUGGER_ACTION_LOAD] = gdb_act_load,
            [RSP_DEBUGGER_ACTION_DETACH] = gdb_act_detach,
            [RSP_DEBUGGER_ACTION_RECONNECT] = player_attach_again,
            [RSP_DEBUGGER_ACTION_KILL] = gdb_act_kill,
            [RSP_DEBUGGER_ACTION_RUN_AGAIN] = gdb_act_run_again,
        },
};

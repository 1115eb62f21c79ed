/* LLDB's opening: process connect, from '+' and QStartNoAckMode to the first stop.
 * A packet without any reply costs five seconds; the first one without ends it.
 * See lldb.h. */
/* SPDX-License-Identifier: MIT */
#include "lldb.h"

#include "codec/feature.h"
#include "core/hex.h"
#include <string.h>

/* Nobody waits half a minute for an attach. */
enum { TIMEOUT_S = 5, MOST_S = 20, SYMBOLS_MOST = 4096 };

static bool has(rsp_bytes list, const char *feature) {
    return rsp_feature_yes(list, rsp_bytes_str(feature));
}

static bool handshake(lldb *l) {
    stage_send(&l->base.stage, RSP_LIT("+"));
    lldb_answer came = lldb_ask(l, "QStartNoAckMode");
    if (came == LLDB_GONE || came == LLDB_SILENT)
        return lldb_fails(l, "no reply to the handshake: %s", lldb_exchange(l));
    player_no_ack(&l->base, came == LLDB_REPLY && rsp_bytes_equal(lldb_reply(l), RSP_LIT("OK")));
    return true;
}

/* LLDB 21 and 22 offer the breakpoints, too, LLDB 23 also the libraries. Stubs say by it whether a stop is a
 * breakpoint's, and where. */
#define OFFERED "qSupported:xmlRegisters=i386,arm,mips,arc;multiprocess+;fork-events+;vfork-events+"
#define OFFERED_MORE ";swbreak+;hwbreak+;qXfer:libraries:read+;qXfer:libraries-svr4:read+"

/* Without a reply LLDB 21, 22 and 23 wait for it on, and ask qC every five seconds. They read by x where GDB
 * would. */
static bool ask_features(lldb *l, bool *xml) {
    const bool newer = l->base.newer >= LLDB_21;
    lldb_answer came = lldb_ask(l, "%s%s", OFFERED, newer ? OFFERED_MORE : "");
    *xml = false;
    if (newer && came == LLDB_SILENT)
        return lldb_fails(l, "LLDB 21 to 23 wait for the reply to qSupported without end");
    rsp_bytes list = came == LLDB_REPLY ? lldb_reply(l) : (rsp_bytes){0};
    *xml = has(list, "qXfer:features:read");
    l->multiprocess = has(list, "multiprocess");
    l->map.announced = has(list, "qXfer:memory-map:read");
    l->x = newer && has(list, "binary-upload") ? LLDB_MARKED_X : LLDB_NO_X;
    rsp_feature size;
    if (!rsp_feature_find(&size, list, RSP_LIT("PacketSize")) ||
        rsp_hex_u64(&l->packet_bytes, size.value) != RSP_OK)
        l->packet_bytes = 0;
    return came != LLDB_GONE;
}

static bool ask_vcont(lldb *l) {
    lldb_answer came = lldb_ask(l, "vCont?");
    rsp_bytes list = came == LLDB_REPLY ? lldb_reply(l) : (rsp_bytes){0};
    while (list.len > 0) {
        rsp_bytes action = rsp_bytes_split(&list, ';');
        l->vcont |= rsp_bytes_equal(action, RSP_LIT("c")) ? LLDB_VCONT_C : 0u;
        l->vcont |= rsp_bytes_equal(action, RSP_LIT("s")) ? LLDB_VCONT_S : 0u;
    }
    return came != LLDB_GONE;
}

static bool names_system(const lldb *l) {
    return rsp_bytes_search(lldb_reply(l), RSP_LIT("ostype:")) < l->reply.len ||
           rsp_bytes_search(lldb_reply(l), RSP_LIT("triple:")) < l->reply.len;
}

/* Of all that is said of the host, only this changes what LLDB sends. */
static bool ask_host(lldb *l) {
    static const char key[] = "watchpoint_exceptions_received:";
    const lldb_answer came = lldb_ask(l, "qHostInfo");
    const size_t at = rsp_bytes_search(lldb_reply(l), RSP_LIT(key));
    l->has_system = names_system(l);
    if (came == LLDB_REPLY && at < l->reply.len)
        l->watch_told =
            rsp_bytes_starts(rsp_bytes_from(lldb_reply(l), at + sizeof key - 1), RSP_LIT("before"))
                ? LLDB_WATCH_BEFORE
                : LLDB_WATCH_AFTER;
    return came != LLDB_GONE;
}

/* Empty replies say that it is not known; so LLDB takes errors. */
static bool ask_optional(lldb *l) {
    static const char *const packets[] = {"qVAttachOrWaitSupported", "QEnableErrorStrings"};
    lldb_answer came = lldb_ask(l, "QThreadSuffixSupported");
    l->suffix = came == LLDB_REPLY && rsp_bytes_equal(lldb_reply(l), RSP_LIT("OK"));
    if (came == LLDB_GONE || lldb_ask(l, "QListThreadsInStopReply") == LLDB_GONE || !ask_host(l) ||
        !ask_vcont(l))
        return false;
    for (size_t i = 0; i < RSP_ARRAY_LEN(packets); i++)
        if (lldb_ask(l, "%s", packets[i]) == LLDB_GONE)
            return false;
    return true;
}

/* The process is that of qProcessInfo, else what qC or the first thread names. */
static bool has_process(lldb *l) {
    uint64_t id;
    lldb_answer came = lldb_ask(l, "qProcessInfo");
    l->has_system = l->has_system || names_system(l);
    if (came == LLDB_REPLY && rsp_bytes_search(lldb_reply(l), RSP_LIT("pid:")) < l->reply.len)
        return true;
    if (came == LLDB_GONE)
        return false;
    came = lldb_ask(l, "qC");
    rsp_bytes r = lldb_reply(l);
    if (came == LLDB_REPLY && rsp_take_text(&r, RSP_LIT("QC"))) {
        (void)rsp_take_byte(&r, 'p');
        if (rsp_take_hex(&id, &r) == RSP_OK)
            return true;
    }
    if (came == LLDB_GONE)
        return false;
    /* Where the stub does not know threads, LLDB makes one up. */
    came = lldb_ask(l, "qfThreadInfo");
    if (came == LLDB_EMPTY || came == LLDB_SILENT ||
        (came == LLDB_REPLY && !rsp_bytes_equal(lldb_reply(l), RSP_LIT("OK"))))
        return true;
    return lldb_fails(l, "LLDB finds no process: neither qProcessInfo, qC nor qfThreadInfo names one");
}

static bool see_stop(lldb *l) {
    lldb_wait wait;
    rsp_buf stop = {.mem = l->base.options->mem};
    lldb_answer came = lldb_ask(l, "?");
    rsp_buf_append(&stop, lldb_reply(l));
    bool ok = came == LLDB_REPLY || came == LLDB_ERROR;
    ok = ok && lldb_take_stop(l, &wait) && wait == LLDB_STOPPED;
    if (!ok)
        lldb_fails(l, "no stop after connecting: %s", lldb_exchange(l));
    rsp_buf_free(&stop);
    return ok;
}

/* LLDB offers its symbols until it is answered by OK or by nothing, and asks for ever where it gets something
 * else. It has no address of what the stub looks up. */
static bool offer_symbols(lldb *l) {
    lldb_answer came = lldb_ask(l, "qSymbol::");
    rsp_buf name = {.mem = l->base.options->mem};
    for (unsigned i = 0; i < SYMBOLS_MOST && came == LLDB_REPLY; i++) {
        rsp_bytes r = lldb_reply(l);
        if (!rsp_take_text(&r, RSP_LIT("qSymbol:")))
            break;
        rsp_buf_clear(&name);
        rsp_buf_append(&name, r);
        came = lldb_ask(l, "qSymbol::%s", rsp_buf_cstr(&name));
    }
    rsp_buf_free(&name);
    const bool ends =
        came == LLDB_EMPTY || came == LLDB_SILENT || rsp_bytes_equal(lldb_reply(l), RSP_LIT("OK"));
    return came != LLDB_GONE && (ends || lldb_fails(l, "LLDB asks again without end: %s", lldb_exchange(l)));
}

/* How memory is read. From LLDB 21 on the features are asked for once more where they did not say it. */
static bool settle_x(lldb *l) {
    bool xml;
    if (l->x == LLDB_NO_X && l->base.newer >= LLDB_21 && !ask_features(l, &xml))
        return false;
    if (l->x == LLDB_NO_X && lldb_ask(l, "x0,0") == LLDB_REPLY &&
        rsp_bytes_equal(lldb_reply(l), RSP_LIT("OK")))
        l->x = LLDB_BARE_X;
    return l->connected;
}

rsp_prediction lldb_act_attach(player *p) {
    lldb *l = lldb_of(p);
    bool xml;
    bool ok = handshake(l) && ask_features(l, &xml) && ask_optional(l) && has_process(l) && see_stop(l);
    if (ok) {
        lldb_settle_registers(l, xml);
        ok = l->connected && lldb_ask(l, "qShlibInfoAddr") != LLDB_GONE;
    }
    ok = ok && settle_x(l);
    const unsigned seconds = ok ? lldb_kernel_seconds(l) : 0;
    ok = ok && l->connected && lldb_after_stop(l) && offer_symbols(l);
    if (!ok)
        return player_says(p, RSP_PREDICTION_BREAKS, "LLDB disconnects at %s", lldb_exchange(l));
    p->why = NULL;
    if (seconds > MOST_S)
        return player_says(p, RSP_PREDICTION_BREAKS,
                           "the attach takes LLDB %u s: it looks for a Darwin kernel in 128 MiB below pc",
                           seconds);
    if (l->slow * TIMEOUT_S > MOST_S)
        return player_says(p, RSP_PREDICTION_BREAKS,
                           "the attach takes LLDB %u s: it waits 5 s for each reply that does not come",
                           l->slow * (unsigned)TIMEOUT_S);
    if (l->slow > 0)
        return player_says(p, RSP_PREDICTION_WORKS, "%u packets get no reply, each costs LLDB five seconds",
                           l->slow);
    return RSP_PREDICTION_WORKS;
}

static void begin(player *p) {
    lldb *l = lldb_of(p);
    l->connected = true;
    l->architecture = p->manners->registers.arch;
    l->pc = l->sp = l->spare = -1;
    rsp_buf_init(&l->reply, p->options->mem, 0);
    rsp_buf_init(&l->request, p->options->mem, 0);
}

static void end(player *p) {
    lldb *l = lldb_of(p);
    rsp_buf_free(&l->reply);
    rsp_buf_free(&l->request);
}

const player_kind rsp_player_lldb = {
    .versions = "19",
    .newer = lldb_newer,
    .bytes = sizeof(lldb),
    .begin = begin,
    .end = end,
    .moves = &lldb_moves,
    .acts =
        {
            [RSP_DEBUGGER_ACTION_ATTACH] = lldb_act_attach,
            [RSP_DEBUGGER_ACTION_REGISTERS] = lldb_act_registers,
            [RSP_DEBUGGER_ACTION_WRITE_REGISTERS] = lldb_act_write_registers,
            [RSP_DEBUGGER_ACTION_MEMORY] = lldb_act_memory,
            [RSP_DEBUGGER_ACTION_WRITE_MEMORY] = lldb_act_write_memory,
            [RSP_DEBUGGER_ACTION_THREADS] = lldb_act_threads,
            [RSP_DEBUGGER_ACTION_STEP] = lldb_act_step,
            [RSP_DEBUGGER_ACTION_BREAKPOINTS] = lldb_act_breakpoints,
            [RSP_DEBUGGER_ACTION_INTERRUPT] = lldb_act_interrupt,
            [RSP_DEBUGGER_ACTION_WATCHPOINTS] = lldb_act_watchpoints,
            [RSP_DEBUGGER_ACTION_LOAD] = lldb_act_load,
            [RSP_DEBUGGER_ACTION_DETACH] = lldb_act_detach,
            [RSP_DEBUGGER_ACTION_RECONNECT] = player_attach_again,
            [RSP_DEBUGGER_ACTION_KILL] = lldb_act_kill,
            [RSP_DEBUGGER_ACTION_RUN_AGAIN] = lldb_act_run_again,
        },
};

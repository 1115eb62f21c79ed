/* The transcript of a play says what to undo. A program that was left running is stopped. Memory needs
 * nothing: scenarios write unused memory, or the bytes that are there already.
 * See kept.h. */
/* SPDX-License-Identifier: MIT */
#include "connect/kept.h"
#include "link/link_control.h"
#include "play/scratch.h"

#include "codec/negotiated.h"
#include "codec/reply.h"
#include "core/hex.h"
#include "trace/exchange.h"
#include "trace/rule_pairing.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum { MOST_POINTS = 256, MOST_POINT_BYTES = 256, MOST_FILES = 8, MOST_HEARD = 16, MOST_TRIES = 3 };

/* No request switches them off. Non-stop mode can be undone. */
static const uint32_t lasting_modes = UINT32_C(1) << RSP_MODE_NO_ACK | UINT32_C(1) << RSP_MODE_EXTENDED |
                                      UINT32_C(1) << RSP_MODE_THREAD_SUFFIX |
                                      UINT32_C(1) << RSP_MODE_ERROR_STRINGS |
                                      UINT32_C(1) << RSP_MODE_LIST_THREADS;

static bool went(rsp_status status) {
    return rsp_link_is_gone(status) || status == RSP_IO || status == RSP_CANCELLED;
}

void kept_take(kept_line *k, rsp_link *link, bool no_ack) {
    k->state = KEPT_OPEN;
    k->link = link;
    k->modes = no_ack ? UINT32_C(1) << RSP_MODE_NO_ACK : 0;
    k->last = "";
    k->trouble = "";
    k->renewable = false;
    k->spoken = true;
}

void kept_begin_line(kept_line *k, rsp_link *link) {
    kept_take(k, link, false);
    k->renewable = true;
    k->spoken = false;
}

bool kept_has_spoken(const play *p) {
    const kept_line *k = p->stub->kept;
    return k->state == KEPT_OPEN && k->spoken;
}

void kept_leave(kept_line *k, kept_state state, const char *trouble) {
    rsp_link_close(k->link);
    k->link = NULL;
    k->modes = 0;
    k->state = k->renewable ? KEPT_NONE : state;
    k->trouble = trouble;
}

void kept_free(kept_line *k) {
    rsp_link_close(k->link);
    rsp_buf_free(&k->owed.bytes);
    rsp_buf_free(&k->points);
    *k = (kept_line){0};
}

rsp_link *kept_link(const play *p) {
    const kept_line *k = p->stub->kept;
    return k->state == KEPT_OPEN ? k->link : NULL;
}

bool kept_was_dead(const play *p) {
    const bool others = p->t.link && (!rsp_link_is_ours(p->t.link) || p->process.used);
    if (!p->t.session || !(others || kept_link(p)))
        return false;
    rsp_status state = rsp_session_state(p->t.session);
    return went(state) && state != RSP_CANCELLED && client_end_exchanges(&p->t)->metrics.bytes_from_stub == 0;
}

void kept_begin(play *p) {
    const kept_line *k = p->stub->kept;
    p->t.no_ack = (k->modes >> RSP_MODE_NO_ACK & 1U) != 0;
    for (unsigned mode = 0; mode < RSP_MODE_COUNT; mode++)
        if (k->modes >> mode & 1U)
            rsp_rules_assume(p->t.rules, (rsp_mode)mode);
}

const char *kept_skip(const play *p) {
    return play_order_of(p->script.scenario) >= ORDER_ENDS
               ? "needs a connection of its own, and the stub served one client only"
               : NULL;
}

void kept_tell(const kept_line *k, rsp_buf *out) {
    if (*k->trouble)
        rsp_buf_printf(out, "the stub's only connection was lost in %s: %s", k->last, k->trouble);
    else
        rsp_buf_str(out, "the stub served one client only");
}

/* --- what a play has sent --- */

/* What to undo. */
typedef struct traces {
    rsp_buf points; /* set breakpoints in order: "0,1000,4", each with a NUL */
    unsigned num_points;
    char files[MOST_FILES][8]; /* descriptors that were opened, as the stub writes them */
    unsigned num_files;
    bool opens; /* the last request was to open one */
    bool wrote_registers;
    bool resumed;      /* the program is elsewhere, rightly */
    char single[64];   /* the last P since it was resumed: "20=44000000"; "" */
    bool chose_thread; /* Hc */
    bool read_thread;  /* Hg: g is of another thread, perhaps */
    bool non_stop;
} traces;

static void note_point(traces *s, rsp_bytes args) {
    for (size_t at = 0; at < s->points.len; at += strlen((const char *)s->points.ptr + at) + 1) {
        if (rsp_bytes_equal(rsp_bytes_str((const char *)s->points.ptr + at), args))
            return;
    }
    if (s->num_points == MOST_POINTS)
        return;
    const size_t before = s->points.len;
    rsp_buf_append(&s->points, args);
    rsp_buf_push(&s->points, 0);
    if (s->points.status == RSP_OK)
        s->num_points++;
    else
        rsp_buf_truncate(&s->points, before); /* a text without its NUL */
}

static void forget_point(traces *s, rsp_bytes args) {
    for (size_t at = 0; at < s->points.len;) {
        const size_t size = strlen((const char *)s->points.ptr + at) + 1;
        if (!rsp_bytes_equal(rsp_bytes_str((const char *)s->points.ptr + at), args)) {
            at += size;
            continue;
        }
        memmove(s->points.ptr + at, s->points.ptr + at + size, s->points.len - at - size);
        s->points.len -= size;
        s->num_points--;
    }
}

/* "0,1000,4" of a Z or z: z has no conditions. */
static rsp_bytes point_of(rsp_bytes payload) {
    rsp_bytes args = rsp_bytes_from(payload, 1);
    return rsp_bytes_sub(args, 0, rsp_bytes_index(args, ';'));
}

static void note_single(traces *s, rsp_packet_id id, rsp_bytes payload) {
    const bool resumes = rsp_packet_effect(id) == RSP_EFFECT_RESUMES;
    const rsp_bytes args = rsp_bytes_from(payload, 1);
    s->resumed = s->resumed || resumes;
    if (resumes)
        s->single[0] = 0;
    if (id != RSP_PACKET_WRITE_REGISTER || args.len >= sizeof s->single)
        return;
    memcpy(s->single, args.ptr, args.len);
    s->single[args.len] = 0;
}

static void note_sent(traces *s, rsp_bytes payload) {
    rsp_packet_id id = rsp_packet_identify(payload);
    if (id == RSP_PACKET_INSERT_BREAKPOINT && payload.len < MOST_POINT_BYTES)
        note_point(s, point_of(payload));
    else if (id == RSP_PACKET_REMOVE_BREAKPOINT)
        forget_point(s, point_of(payload));
    s->opens = id == RSP_PACKET_VFILE_OPEN;
    s->wrote_registers =
        s->wrote_registers || id == RSP_PACKET_WRITE_REGISTERS || id == RSP_PACKET_WRITE_REGISTER;
    note_single(s, id, payload);
    s->chose_thread = s->chose_thread || rsp_bytes_starts(payload, RSP_LIT("Hc"));
    s->read_thread = s->read_thread ||
                     (rsp_bytes_starts(payload, RSP_LIT("Hg")) && !rsp_bytes_equal(payload, RSP_LIT("Hg0")));
    s->non_stop = s->non_stop || id == RSP_PACKET_QNON_STOP;
}

/* "F5" to a request that opens is a descriptor. */
static void note_reply(traces *s, rsp_bytes payload) {
    rsp_bytes number = rsp_bytes_from(payload, 1);
    const bool opened = s->opens && rsp_bytes_starts(payload, RSP_LIT("F")) && number.len > 0 &&
                        number.len < sizeof s->files[0] && number.ptr[0] != '-';
    s->opens = false;
    if (!opened || s->num_files == MOST_FILES)
        return;
    memcpy(s->files[s->num_files], number.ptr, number.len);
    s->files[s->num_files++][number.len] = 0;
}

/* Whether `reply` says that the Z before it set nothing. */
static bool refuses(rsp_bytes reply) {
    return reply.len == 0 || rsp_reply_is_error(reply);
}

/* A Z that the stub refused or did not answer has set nothing. What follows it at once belongs to the same
 * batch: its reply may be any of those that come later, and it counts as set. */
static void note_all(const play *p, traces *s) {
    const rsp_transcript *t = p->t.transcript;
    const uint64_t end = rsp_transcript_end(t);
    rsp_entry last = {0}; /* the last packet, if it was a Z */
    for (uint64_t i = rsp_transcript_first(t); i < end; i++) {
        rsp_entry e;
        if (!rsp_transcript_get(t, i, &e) || e.kind != RSP_ENTRY_PACKET || e.cut)
            continue;
        const bool request = e.direction == RSP_TO_STUB;
        const bool none = request ? e.time_ns - last.time_ns >= p->t.quiet_ns : refuses(e.payload);
        if (last.payload.len > 0 && none)
            forget_point(s, point_of(last.payload));
        last = (rsp_entry){0};
        if (!request) {
            note_reply(s, e.payload);
            continue;
        }
        note_sent(s, e.payload);
        if (rsp_packet_identify(e.payload) == RSP_PACKET_INSERT_BREAKPOINT)
            last = e;
    }
    if (last.payload.len > 0)
        forget_point(s, point_of(last.payload));
}

bool kept_has_run(const play *p) {
    const rsp_transcript *t = p->t.transcript;
    for (uint64_t i = p->at.steps_from; i < rsp_transcript_end(t); i++) {
        rsp_entry e;
        if (rsp_transcript_get(t, i, &e) && e.kind == RSP_ENTRY_PACKET && e.direction == RSP_TO_STUB &&
            !e.cut && rsp_packet_effect(rsp_packet_identify(e.payload)) == RSP_EFFECT_RESUMES)
            return true;
    }
    return false;
}

/* "0,1000,4": whether that is code at `at`. */
static bool is_code_point(rsp_bytes args, uint64_t at) {
    uint64_t address = 0;
    if (args.len < 2 || (args.ptr[0] != '0' && args.ptr[0] != '1'))
        return false;
    rsp_bytes rest = rsp_bytes_from(args, 2);
    return rsp_take_hex(&address, &rest) == RSP_OK && address == at;
}

bool kept_has_point(const play *p, uint64_t at) {
    traces s = {.points = {.mem = p->room.arena.mem}};
    bool has = false;
    note_all(p, &s);
    for (size_t i = 0; i < s.points.len && !has; i += strlen((const char *)s.points.ptr + i) + 1)
        has = is_code_point(rsp_bytes_str((const char *)s.points.ptr + i), at);
    rsp_buf_free(&s.points);
    return has;
}

/* --- bringing it back --- */

/* Sends a request, again if it is refused: the play may have sent half a packet before it. */
static rsp_status request(play *p, rsp_packet_id id, rsp_bytes args) {
    rsp_buf text = {.mem = p->room.arena.mem};
    if (args.len > 0)
        rsp_packet_begin(&text, id);
    else
        rsp_buf_append(&text, rsp_packet_name(id));
    rsp_buf_append(&text, args);
    rsp_status status = text.status == RSP_OK ? RSP_UNEXPECTED : text.status;
    for (int i = 0; i < MOST_TRIES && status == RSP_UNEXPECTED; i++)
        status = client_end_request(&p->t, rsp_buf_bytes(&text));
    rsp_buf_free(&text);
    return status;
}

/* Sends a request whose reply does not matter. */
static rsp_status tell(play *p, rsp_packet_id id, rsp_bytes args) {
    rsp_status status = request(p, id, args);
    return went(status) ? status : RSP_OK;
}

/* The last packet's first byte where it is a stop reply, well written or not; else 0. */
static int stop_kind(const play *p) {
    rsp_bytes reply = client_end_payload(&p->t);
    return rsp_stop_reply_is(reply) ? reply.ptr[0] : 0;
}

static bool program_ended(const play *p) {
    return stop_kind(p) == RSP_STOP_EXITED || stop_kind(p) == RSP_STOP_TERMINATED;
}

static bool program_stopped(const play *p) {
    return stop_kind(p) == RSP_STOP_SIGNAL || stop_kind(p) == RSP_STOP_THREAD;
}

/* Sends '?', and skips late replies to the play's own requests. */
static rsp_status ask_state(play *p) {
    rsp_status status = request(p, RSP_PACKET_REASON, (rsp_bytes){0});
    for (int i = 0; i < MOST_HEARD && status == RSP_OK; i++) {
        if (program_stopped(p) || program_ended(p))
            return RSP_OK;
        status = client_end_packet(&p->t, 0, TAKE_STOP);
    }
    return status == RSP_OK ? RSP_UNEXPECTED : status;
}

/* A request that lets the program run waits for its reply. A monitor command only prints. */
static bool is_running(const play *p) {
    const rsp_pending_request *oldest = rsp_exchanges_oldest(client_end_exchanges(&p->t));
    const bool resumed = p->t.running && rsp_packet_runs(rsp_packet_identify(rsp_buf_bytes(&p->t.request)));
    return resumed || (oldest && oldest->resumes);
}

/* Stops the program and drains late packets, so that replies match requests again. */
static rsp_status settle(play *p, bool running) {
    uint64_t dropped = 0;
    rsp_status status = RSP_OK;
    if (running) {
        status = client_end_send_raw(&p->t, RSP_LIT("\x03"), false, 0);
        if (status == RSP_OK)
            status = client_end_packet(&p->t, 0, TAKE_STOP);
    }
    if (!went(status))
        status = ask_state(p);
    if (status == RSP_TIMEOUT && !running) {
        status = client_end_send_raw(&p->t, RSP_LIT("\x03"), false, 0);
        if (status == RSP_OK)
            status = ask_state(p);
    }
    const bool odd = p->failed.failure.verdict != RSP_VERDICT_PASS || running;
    return status == RSP_OK && odd ? rsp_session_drain(p->t.session, &dropped) : status;
}

/* A stub that does not answer one of them is not asked for the others: each would be a wait. */
static rsp_status take_back_points(play *p, const traces *s) {
    rsp_status status = RSP_OK;
    for (size_t at = 0; at < s->points.len && !went(status) && status != RSP_TIMEOUT;) {
        rsp_bytes args = rsp_bytes_str((const char *)s->points.ptr + at);
        status = request(p, RSP_PACKET_REMOVE_BREAKPOINT, args);
        at += args.len + 1;
    }
    return went(status) ? status : RSP_OK;
}

bool kept_remove_point(play *p, uint64_t at, char type) {
    traces s = {.points = {.mem = p->room.arena.mem}};
    bool gone = false;
    note_all(p, &s);
    for (size_t i = 0; i < s.points.len && !gone;) {
        const rsp_bytes args = rsp_bytes_str((const char *)s.points.ptr + i);
        gone = args.len > 0 && args.ptr[0] == (uint8_t)type && is_code_point(args, at) &&
               request(p, RSP_PACKET_REMOVE_BREAKPOINT, args) == RSP_OK;
        i += args.len + 1;
    }
    rsp_buf_free(&s.points);
    return gone;
}

static rsp_status take_back_files(play *p, const traces *s) {
    rsp_status status = RSP_OK;
    for (unsigned i = 0; i < s->num_files && !went(status) && status != RSP_TIMEOUT; i++)
        status = request(p, RSP_PACKET_VFILE_CLOSE, rsp_bytes_str(s->files[i]));
    return went(status) ? status : RSP_OK;
}

/* Whether g still gives what it gave before the play. */
static bool registers_stand(play *p, rsp_status *out_status) {
    *out_status = request(p, RSP_PACKET_READ_REGISTERS, (rsp_bytes){0});
    return *out_status == RSP_OK &&
           rsp_bytes_equal(client_end_payload(&p->t), rsp_buf_bytes(&p->undo.registers));
}

/* A broken P leaves more behind than the scenario that found it meant to write. G is checked by g. */
static rsp_status take_back_registers(play *p, const traces *s) {
    rsp_status status = RSP_OK;
    if (!s->wrote_registers || s->read_thread || p->undo.registers.len == 0 || registers_stand(p, &status))
        return status;
    if (!went(status))
        status = tell(p, RSP_PACKET_WRITE_REGISTERS, rsp_buf_bytes(&p->undo.registers));
    if (status == RSP_OK && !registers_stand(p, &status) && status == RSP_OK)
        p->undo.left = "registers were";
    return went(status) ? status : RSP_OK;
}

/* The reply to '?' says whether the program has ended. */
static rsp_status take_back(play *p, const traces *s, bool running, bool *out_ended) {
    rsp_status status = client_end_start(&p->t);
    if (status == RSP_OK)
        status = client_end_acknowledge_all(&p->t);
    if (status == RSP_OK && s->non_stop)
        status = tell(p, RSP_PACKET_QNON_STOP, RSP_LIT("0"));
    if (status == RSP_OK)
        status = settle(p, running && !s->non_stop);
    *out_ended = status == RSP_OK && program_ended(p);
    if (status == RSP_OK)
        status = take_back_points(p, s);
    if (status == RSP_OK)
        status = take_back_files(p, s);
    if (status == RSP_OK)
        status = take_back_registers(p, s);
    if (status == RSP_OK)
        scratch_put_back(p);
    if (status == RSP_OK && s->chose_thread)
        status = tell(p, RSP_PACKET_SELECT_THREAD, RSP_LIT("c-1"));
    return status;
}

/* Whether the server, and its program, outlive this connection. */
static bool outlives(const play *p) {
    return p->stub->kept->state == KEPT_NONE && p->t.session &&
           (!rsp_link_is_ours(p->t.link) || p->process.shared);
}

static bool goes_on(const play *p) {
    return outlives(p) && rsp_session_state(p->t.session) == RSP_OK;
}

/* Breakpoints that could not be removed: a server of somebody else may have them still. */
static void owe_points(play *p, const traces *s) {
    enum { MOST_OWED = 4096 }; /* bytes; more is of a stub that will never be well */
    rsp_buf *points = &p->stub->kept->points;
    if (!rsp_link_is_ours(p->t.link) && points->len + s->points.len <= MOST_OWED)
        rsp_buf_append(points, rsp_buf_bytes(&s->points));
}

/* Where a program that was resumed stands matters to what comes, unless it goes on for ever. */
static bool stands_well(const play *p, const traces *s) {
    const rsp_program_habit does = p->stub->manners->runs.kind;
    return !s->resumed || does == RSP_PROGRAM_LOOPS || does == RSP_PROGRAM_RUNS;
}

/* Whether the last P since the program was resumed wrote something else than it said. */
static bool wrote_amiss(play *p, const traces *s) {
    const rsp_bytes all = rsp_bytes_str(s->single);
    const size_t number = rsp_bytes_index(all, '=');
    const rsp_bytes said = rsp_bytes_from(all, number + 1);
    if (said.len == 0 || request(p, RSP_PACKET_READ_REGISTER, rsp_bytes_sub(all, 0, number)) != RSP_OK)
        return false;
    const rsp_bytes now = client_end_payload(&p->t);
    return now.len == said.len && !rsp_bytes_equal(now, said);
}

/* In a connection of its own. The registers of a program that ran since fit its memory, unless a P spoiled
 * them. */
static void clear_registers(play *p, const traces *s) {
    if (!s->wrote_registers || is_running(p) || client_end_acknowledge_all(&p->t) != RSP_OK)
        return;
    if (!s->resumed || wrote_amiss(p, s))
        (void)take_back_registers(p, s);
}

/* Stops the program; false when it still runs. Does not try if the look saw that 0x03 stops nothing. A resume
 * that the stub ignores leaves the program stopped, and 0x03 has no reply then. */
static bool halt(play *p) {
    if (!is_running(p))
        return true;
    const uint64_t wait_ns =
        patience_brief_ns(p->t.known.patience, p->t.known.manners, PATIENCE_INTERRUPT, p->t.timeout_ns);
    return p->stub->manners->bytes.interrupt == RSP_HABIT_YES &&
           client_end_send_raw(&p->t, RSP_LIT("\x03"), false, 0) == RSP_OK &&
           client_end_packet(&p->t, wait_ns, TAKE_STOP) == RSP_OK;
}

/* What the play did to its process that no other one is to meet; NULL: nothing. */
static const char *spent_by(const play *p, const traces *s, bool stopped) {
    if (rsp_session_state(p->t.session) != RSP_OK)
        return "its connection was lost";
    if (!stopped)
        return "it left the program running";
    if (!stands_well(p, s))
        return "it let the program run, which does not come back to where it was";
    if (s->non_stop && p->stub->kept->state == KEPT_NONE)
        return "it was in non-stop mode";
    return p->undo.left || p->undo.borrowed.bytes.len > 0 ? "it could not write back what it changed" : NULL;
}

bool kept_clear(play *p) {
    traces s = {.points = {.mem = p->room.arena.mem}};
    if (!outlives(p) || (p->process.shared && !p->process.found.well))
        return false;
    note_all(p, &s);
    p->t.until_ns = 0;
    p->t.lenient = true;
    const bool stopped = goes_on(p) && halt(p);
    if (stopped && s.num_points > 0)
        (void)take_back_points(p, &s);
    if (!stopped || !goes_on(p))
        owe_points(p, &s);
    if (!goes_on(p)) {
        rsp_buf_free(&s.points);
        return false;
    }
    clear_registers(p, &s);
    if (stopped && p->undo.borrowed.bytes.len > 0 && client_end_acknowledge_all(&p->t) == RSP_OK)
        scratch_put_back(p);
    rsp_buf_free(&s.points);
    const char *spent = spent_by(p, &s, stopped);
    if (spent && p->process.shared && !p->process.why_fresh)
        p->process.why_fresh = spent;
    return !spent;
}

static const char *trouble_of(rsp_status status, bool ended) {
    if (status == RSP_OK)
        return ended ? "the program ended" : "";
    return went(status) ? "the stub closed it" : "the stub answers '?' no more";
}

void kept_owe(play *p) {
    borrowed_memory *owed = &p->stub->kept->owed;
    if (p->undo.borrowed.bytes.len == 0 || owed->bytes.len > 0 || p->process.shared)
        return;
    owed->at = p->undo.borrowed.at;
    owed->size = p->undo.borrowed.size;
    rsp_buf_append(&owed->bytes,
                   rsp_buf_bytes(&p->undo.borrowed.bytes)); /* copied: it outlives the play's runner */
    rsp_buf_free(&p->undo.borrowed.bytes);
}

/* Whatever the stub answers: most have removed them when their client was gone. */
static void pay_points(play *p) {
    rsp_buf *points = &p->stub->kept->points;
    const traces s = {.points = *points};
    if (points->len > 0 && take_back_points(p, &s) == RSP_OK)
        rsp_buf_clear(points);
}

/* Writes back what the play before could not. */
static void pay(play *p) {
    borrowed_memory *owed = &p->stub->kept->owed;
    const borrowed_memory mine = p->undo.borrowed;
    pay_points(p);
    if (owed->bytes.len == 0)
        return;
    p->undo.borrowed = *owed;
    scratch_put_back(p);
    *owed = p->undo.borrowed;
    p->undo.borrowed = mine;
}

void kept_remember_registers(play *p) {
    rsp_buf_clear(&p->undo.registers);
    if (!(kept_link(p) || goes_on(p)) || !p->script.scenario->script->writes_registers)
        return;
    rsp_status status = client_end_request(&p->t, rsp_packet_name(RSP_PACKET_READ_REGISTERS));
    const bool whole = rsp_bytes_index(client_end_payload(&p->t), 'x') == client_end_payload(&p->t).len;
    if (status == RSP_OK && whole && !rsp_reply_is_error(client_end_payload(&p->t)))
        rsp_buf_append(&p->undo.registers, client_end_payload(&p->t));
}

void kept_remember_memory(play *p) {
    if (!(kept_link(p) || goes_on(p)))
        return;
    pay(p);
    scratch_save(p);
}

/* Closes the lent link before the line that it works on. */
static void leave_line(play *p, const char *trouble) {
    rsp_link_close(p->t.link);
    p->t.link = NULL;
    kept_leave(p->stub->kept, KEPT_LOST, trouble);
}

void kept_restore(play *p) {
    kept_line *k = p->stub->kept;
    if (k->state != KEPT_OPEN || !p->t.link || !p->t.session)
        return;
    traces s = {.points = {.mem = p->room.arena.mem}};
    const bool running = is_running(p);
    k->last = p->script.scenario->name;
    k->spoken = true;
    if (k->renewable && (!p->process.found.well || p->process.last)) {
        leave_line(p, "");
        return;
    }
    k->modes |= client_end_exchanges(&p->t)->negotiated.modes & lasting_modes;
    if (client_end_is_no_ack(&p->t))
        k->modes |= UINT32_C(1) << RSP_MODE_NO_ACK;
    note_all(p, &s);
    p->t.until_ns = 0;
    p->t.timeout_ns = p->options->timeout_ns;
    p->t.known.patience = NULL;
    p->t.lenient = true;
    p->t.no_ack = (k->modes >> RSP_MODE_NO_ACK & 1U) != 0;
    bool ended = false;
    rsp_status status = take_back(p, &s, running, &ended);
    if (status != RSP_OK && !k->renewable)
        owe_points(p, &s);
    const char *spent = k->renewable ? spent_by(p, &s, true) : NULL;
    rsp_buf_free(&s.points);
    if (status == RSP_CANCELLED)
        return;
    const char *trouble = trouble_of(status, ended);
    if (k->renewable && !spent && *trouble)
        spent = "it ended the program, or its connection";
    if (spent && !p->process.why_fresh)
        p->process.why_fresh = spent;
    if (spent)
        trouble = "another process takes its place";
    if (*trouble)
        leave_line(p, trouble);
}

/* A point counts as inserted when its request is passed on, and as removed likewise: the stub will read it.
 * Points belong to the process that is selected, for a child of fork begins with those of its parent.
 * See guard.h. */
/* SPDX-License-Identifier: MIT */
#include "proxy/guard.h"

#include "codec/feature.h"
#include "codec/multibreak.h"
#include "codec/negotiated.h"
#include "codec/signals.h"
#include "core/hex.h"
#include "core/limits.h"
#include "core/mem.h"
#include "link/link_control.h"
#include "link/wait_any.h"
#include <assert.h>
#include <rsp/frame.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>
#include <rsp/session.h>

enum { PIECE_BYTES = 64 * 1024, POINT_BYTES = 64, ANSWERS_LEFT = 16 };

/* What the program does, as far as passed packets tell. */
typedef enum guard_motion {
    GUARD_STANDS,
    GUARD_RUNS,
    GUARD_OVER,
} guard_motion;

/* One that is in the program: "0,401000,1". */
typedef struct guard_point {
    int64_t pid; /* 0: the only process */
    char text[POINT_BYTES];
} guard_point;

struct rsp_guard {
    rsp_guard_options options;
    rsp_decoder from_debugger;
    rsp_decoder from_stub;
    rsp_buf asked; /* a request that agrees on something, while it has no answer; else empty */
    rsp_negotiated agreed;
    bool hides_signals; /* the stub can be told which signals are not the program's */
    guard_point *points;
    size_t num;
    size_t cap;
    int64_t process;  /* of the last stop; 0: stops name none */
    int64_t selected; /* by Hg; 0: none, or not named */
    guard_motion motion;
    unsigned signal; /* of the last stop */
    bool was_sent;   /* the signal of options.stop */
    rsp_status status;
};

rsp_guard *rsp_guard_new(const rsp_guard_options *options) {
    const rsp_guard_options set = options ? *options : (rsp_guard_options){0};
    rsp_guard *g = rsp_mem_calloc(set.mem, 1, sizeof *g);
    if (!g)
        return NULL;
    g->options = set;
    if (!g->options.timeout_ns)
        g->options.timeout_ns = 2 * RSP_NS_PER_S;
    rsp_decoder_init(&g->from_debugger, &(rsp_deframer_options){.direction = RSP_TO_STUB, .mem = set.mem});
    rsp_decoder_init(&g->from_stub, &(rsp_deframer_options){.direction = RSP_TO_CLIENT, .mem = set.mem});
    return g;
}

void rsp_guard_free(rsp_guard *g) {
    if (!g)
        return;
    rsp_decoder_free(&g->from_debugger);
    rsp_buf_free(&g->asked);
    rsp_decoder_free(&g->from_stub);
    rsp_mem_free(g->options.mem, g->points);
    rsp_mem_free(g->options.mem, g);
}

/* --- what is in the program --- */

static int64_t process_of(const rsp_guard *g) {
    return g->selected ? g->selected : g->process;
}

static guard_point *find(rsp_guard *g, const guard_point *wanted) {
    for (size_t i = 0; i < g->num; i++)
        if (g->points[i].pid == wanted->pid && strcmp(g->points[i].text, wanted->text) == 0)
            return &g->points[i];
    return NULL;
}

static void insert(rsp_guard *g, const guard_point *point) {
    if (find(g, point))
        return;
    if (g->num == g->cap) {
        const size_t cap = g->cap ? 2 * g->cap : 64;
        guard_point *more = rsp_mem_realloc(g->options.mem, g->points, cap * sizeof *more);
        if (!more) {
            g->status = RSP_NO_MEMORY;
            return;
        }
        g->points = more;
        g->cap = cap;
    }
    g->points[g->num++] = *point;
}

/* "Z0,401000,1;X..." and "z0,401000,1". What is longer than any point is none that a stub takes. */
static void note_point(rsp_guard *g, rsp_bytes request) {
    guard_point point = {.pid = process_of(g)};
    size_t len = 1;
    while (len < request.len && request.ptr[len] != ';')
        len++;
    if (request.len < 2 || len - 1 >= sizeof point.text)
        return;
    memcpy(point.text, request.ptr + 1, len - 1);
    if (request.ptr[0] == 'Z') {
        insert(g, &point);
        return;
    }
    guard_point *known = find(g, &point);
    if (known)
        *known = g->points[--g->num];
}

static void note_batch(rsp_guard *g, rsp_bytes payload, rsp_multibreak_form form) {
    rsp_arena arena = {.mem = g->options.mem};
    rsp_multibreak_list list = {0};
    if (rsp_multibreak_parse(&list, payload, form, &arena, NULL) == RSP_NO_MEMORY)
        g->status = RSP_NO_MEMORY;
    for (size_t i = 0; i < list.num; i++)
        if (list.items[i].len > 0 && (list.items[i].ptr[0] | ' ') == 'z')
            note_point(g, list.items[i]);
    rsp_arena_free(&arena);
}

/* "D" and "D;pid", or "vKill;pid": a child that is let go takes its own points along. */
static void note_leaving(rsp_guard *g, rsp_bytes payload) {
    int64_t pid = 0;
    while (payload.len > 0 && !rsp_take_byte(&payload, ';'))
        payload = rsp_bytes_from(payload, 1);
    if (payload.len == 0 || rsp_pid_parse(&pid, payload) != RSP_OK || g->process == 0 || pid == g->process) {
        g->motion = GUARD_OVER;
        g->num = 0;
    }
    for (size_t i = 0; i < g->num;)
        if (g->points[i].pid == pid)
            g->points[i] = g->points[--g->num];
        else
            i++;
    g->selected = 0;
}

static void note_selection(rsp_guard *g, rsp_bytes payload) {
    rsp_ptid id = {0};
    if (rsp_take_text(&payload, RSP_LIT("Hg")) && rsp_take_ptid(&id, &payload) == RSP_OK)
        g->selected = id.pid > 0 ? id.pid : 0;
}

/* Its answer is the next one: these requests do not travel with others. */
static void note_agreement(rsp_guard *g, rsp_bytes payload) {
    rsp_buf_clear(&g->asked);
    rsp_buf_append(&g->asked, payload);
    if (g->asked.status != RSP_OK)
        g->status = g->asked.status;
}

/* `wire` is the payload as transmitted. */
static void note_request(rsp_guard *g, rsp_bytes payload, rsp_bytes wire) {
    const rsp_packet_id id = rsp_packet_identify(payload);
    const unsigned effect = rsp_packet_effect(id);
    note_selection(g, payload);
    if (rsp_negotiates(id))
        note_agreement(g, payload);
    switch ((int)id) {
    case RSP_PACKET_INSERT_BREAKPOINT:
    case RSP_PACKET_REMOVE_BREAKPOINT:
        note_point(g, payload);
        break;
    case RSP_PACKET_JMULTI_BREAKPOINT:
        note_batch(g, wire, RSP_MULTIBREAK_LLDB);
        break;
    case RSP_PACKET_MULTI_BREAKPOINT:
        note_batch(g, wire, RSP_MULTIBREAK_RFC);
        break;
    default:
        if (effect & RSP_EFFECT_ENDS)
            note_leaving(g, payload);
        else if (effect & (unsigned)RSP_EFFECTS_RUN)
            g->motion = GUARD_RUNS;
        break;
    }
}

rsp_status rsp_guard_to_stub(rsp_guard *g, rsp_bytes in, rsp_buf *out) {
    assert(out);
    while (in.len > 0 && g->status == RSP_OK) {
        rsp_wire_event event;
        in = rsp_bytes_from(in, rsp_decode(&g->from_debugger, in, &event));
        if (event.kind == RSP_EVENT_NONE)
            continue;
        if (event.kind == RSP_EVENT_PACKET)
            note_request(g, event.payload, event.wire);
        if (event.kind == RSP_EVENT_OVERLONG)
            g->status = RSP_NO_MEMORY;
        rsp_buf_append(out, event.raw);
    }
    return g->status == RSP_OK ? out->status : g->status;
}

/* --- what the stub says --- */

static bool is_end(const rsp_stop_reply *stop) {
    return stop->kind == RSP_STOP_EXITED || stop->kind == RSP_STOP_TERMINATED;
}

/* True: the program stands, or is no more. */
static bool note_stop(rsp_guard *g, rsp_bytes payload) {
    rsp_stop_reply stop;
    if (rsp_stop_reply_parse(&stop, payload, NULL) != RSP_OK || stop.kind == RSP_STOP_OUTPUT ||
        stop.kind == RSP_STOP_FILEIO)
        return false;
    if (stop.has_thread && stop.thread.pid > 0 && g->process == 0)
        g->process = stop.thread.pid;
    g->signal = stop.signal;
    const bool ours = !stop.has_process || g->process == 0 || stop.process == g->process;
    g->motion = is_end(&stop) && ours ? GUARD_OVER : GUARD_STANDS;
    return true;
}

static void note_reply(rsp_guard *g, rsp_bytes payload) {
    const rsp_bytes asked = rsp_buf_bytes(&g->asked);
    if (asked.len > 0)
        rsp_negotiated_update(&g->agreed, asked, payload);
    if (asked.len > 0 && rsp_packet_identify(asked) == RSP_PACKET_QSUPPORTED)
        g->hides_signals = rsp_feature_yes(payload, rsp_packet_name(RSP_PACKET_QPROGRAM_SIGNALS));
    rsp_buf_clear(&g->asked);
    if (g->motion == GUARD_OVER || payload.len == 0)
        return;
    if (!note_stop(g, payload) && g->motion == GUARD_RUNS && payload.ptr[0] == 'E')
        g->motion = GUARD_STANDS; /* nothing was resumed */
}

void rsp_guard_from_stub(rsp_guard *g, rsp_bytes in) {
    while (in.len > 0) {
        rsp_wire_event event;
        in = rsp_bytes_from(in, rsp_decode(&g->from_stub, in, &event));
        if (event.kind == RSP_EVENT_PACKET)
            note_reply(g, event.payload);
    }
}

/* --- leaving --- */

static rsp_status ask(rsp_session *session, rsp_buf *request) {
    rsp_answer answer;
    rsp_status status = request->status == RSP_OK
                            ? rsp_session_request(session, rsp_buf_bytes(request), &answer)
                            : request->status;
    rsp_buf_clear(request);
    return status == RSP_OK && answer.outcome != RSP_OUTCOME_REPLY ? RSP_REFUSED : status;
}

/* What the stub still had to say to the debugger comes before the stop. */
static rsp_status await_stop(rsp_guard *g, rsp_session *session, uint64_t timeout_ns) {
    rsp_status status = RSP_OK;
    for (int i = 0; i < ANSWERS_LEFT && status == RSP_OK && g->motion == GUARD_RUNS; i++) {
        rsp_session_event event;
        status = rsp_session_wait(session, &event, RSP_SESSION_BIT(RSP_SESSION_PACKET), timeout_ns);
        if (status == RSP_OK)
            note_reply(g, event.payload);
    }
    return status;
}

/* Until it stands. gdbserver cannot interrupt a program that leads no process group: that one stops at the
 * first point that it comes to, and the point does no harm as long as somebody waits for it. */
static rsp_status stop_program(rsp_guard *g, rsp_session *session) {
    rsp_status status = RSP_OK;
    if (g->motion != GUARD_RUNS)
        return RSP_OK;
    g->was_sent = g->hides_signals && g->options.stop && g->options.stop(g->options.ctx, g->process);
    if (!g->was_sent)
        status = rsp_session_interrupt(session);
    if (status == RSP_OK)
        status = await_stop(g, session, 0);
    return status == RSP_TIMEOUT && g->num > 0 ? await_stop(g, session, RSP_NEVER_NS) : status;
}

static void select_process(rsp_guard *g, rsp_session *session, rsp_buf *request, int64_t pid) {
    if (pid == g->selected || pid == 0)
        return;
    g->selected = pid;
    rsp_buf_str(request, "Hg");
    rsp_ptid_append(request, (rsp_ptid){.pid = pid}, true);
    (void)!ask(session, request);
}

/* The first that cannot be taken out is no reason to leave the others in; silence is. */
static rsp_status remove_points(rsp_guard *g, rsp_session *session, rsp_buf *request) {
    rsp_status first = RSP_OK;
    for (rsp_status status = RSP_OK; g->num > 0 && (status == RSP_OK || status == RSP_REFUSED); g->num--) {
        const guard_point *point = &g->points[g->num - 1];
        select_process(g, session, request, point->pid ? point->pid : g->process);
        rsp_buf_push(request, 'z');
        rsp_buf_str(request, point->text);
        status = ask(session, request);
        first = first == RSP_OK ? status : first;
    }
    return first;
}

/* The signal that has stopped it is not the program's. */
static void hide_signals(const rsp_guard *g, rsp_session *session, rsp_buf *request) {
    if (!g->hides_signals)
        return;
    rsp_program_signals_append(request);
    (void)!ask(session, request);
}

static rsp_status let_go(rsp_guard *g, rsp_session *session, rsp_buf *request) {
    rsp_buf_append(request, rsp_packet_name(RSP_PACKET_DETACH));
    if (g->process > 0) {
        rsp_buf_push(request, ';');
        rsp_hex_append_u64(request, (uint64_t)g->process);
    }
    rsp_status status = ask(session, request);
    if (status == RSP_OK)
        g->motion = GUARD_OVER;
    if (g->was_sent && g->signal != RSP_SIGNAL_STOP && g->options.go_on)
        g->options.go_on(g->options.ctx, g->process);
    return status;
}

rsp_status rsp_guard_leave(rsp_guard *g, rsp_link *stub) {
    rsp_buf request = {.mem = g->options.mem};
    if (g->motion == GUARD_OVER)
        return RSP_OK;
    const bool acks = !rsp_mode_is_on(&g->agreed, RSP_MODE_NO_ACK);
    const rsp_session_options options = {.timeout_ns = g->options.timeout_ns,
                                         .no_ack = !acks,
                                         .opens = acks, /* and so acknowledges what the debugger did not */
                                         .collect_console = true,
                                         .mem = g->options.mem};
    rsp_session *session = rsp_session_new(stub, &options);
    if (!session)
        return RSP_NO_MEMORY;
    rsp_status status = stop_program(g, session);
    if (status == RSP_OK)
        (void)!rsp_session_drain(session, NULL); /* who never falls silent may listen all the same */
    if (status == RSP_OK && g->motion != GUARD_OVER) {
        status = remove_points(g, session, &request);
        hide_signals(g, session, &request);
        const rsp_status gone = let_go(g, session, &request);
        status = gone == RSP_OK ? status : gone;
    }
    rsp_session_free(session);
    rsp_buf_free(&request);
    return status;
}

/* --- passing --- */

/* From one link; false: it has ended, or the other one has. */
static bool pass(rsp_guard *g, rsp_link *from, rsp_link *to, bool is_debugger, rsp_buf *in, rsp_buf *out) {
    rsp_buf_clear(in);
    rsp_buf_clear(out);
    rsp_status status = rsp_link_recv(from, in, PIECE_BYTES, 0);
    if (status != RSP_OK)
        return status == RSP_TIMEOUT;
    if (is_debugger) {
        status = rsp_guard_to_stub(g, rsp_buf_bytes(in), out);
        return status == RSP_OK &&
               (out->len == 0 || rsp_link_send(to, rsp_buf_bytes(out), RSP_NEVER_NS) == RSP_OK);
    }
    rsp_guard_from_stub(g, rsp_buf_bytes(in));
    return rsp_link_send(to, rsp_buf_bytes(in), RSP_NEVER_NS) == RSP_OK;
}

void rsp_guard_run(rsp_guard *g, rsp_link *debugger, rsp_link *stub) {
    assert(debugger && stub && debugger != stub);
    rsp_link *const links[] = {debugger, stub};
    rsp_buf in = {.mem = g->options.mem};
    rsp_buf out = {.mem = g->options.mem};
    bool goes_on = true;
    while (goes_on) {
        unsigned ready = 0;
        rsp_status status = rsp_link_wait_any(links, RSP_ARRAY_LEN(links), &ready, RSP_NEVER_NS);
        goes_on = status == RSP_OK || status == RSP_TIMEOUT;
        if (goes_on && ready & 2) /* a stop that has come already needs no other one */
            goes_on = pass(g, stub, debugger, false, &in, &out);
        if (goes_on && ready & 1)
            goes_on = pass(g, debugger, stub, true, &in, &out);
    }
    (void)!rsp_guard_leave(g, stub); /* nobody is left who could be told */
    rsp_buf_free(&in);
    rsp_buf_free(&out);
}

/* What requests get for replies: the reason of the stop, unknown packets, optional packets, sizes.
 * Nothing that is asked here changes the program, its registers or its memory.
 * Private to the layer; see look.h. */
/* SPDX-License-Identifier: MIT */
#include "look.h"

#include "codec/feature.h"
#include "codec/reply.h"
#include "core/arena.h"
#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/payload.h>
#include <stdio.h>

/* --- the stop, and its thread --- */

/* As GDB writes it: with a process only where multiprocess is announced, whatever the stub writes. */
static void keep_thread(look *l, rsp_ptid id) {
    const bool multi = l->t.m->replies.supported &&
                       rsp_feature_yes(rsp_bytes_str(l->t.m->replies.supported), RSP_LIT("multiprocess"));
    rsp_buf text = {.mem = l->t.options->mem};
    rsp_ptid_append(&text, id, multi && id.pid > 0);
    l->thread = keep_text(&l->t, &text);
}

static void read_stop(look *l, rsp_bytes payload) {
    rsp_stop_reply stop;
    if (!rsp_stop_reply_is(payload) || rsp_stop_reply_parse(&stop, payload, NULL) != RSP_OK)
        return;
    l->has_program = stop.kind == RSP_STOP_SIGNAL || stop.kind == RSP_STOP_THREAD;
    const bool gone = stop.kind == RSP_STOP_EXITED || stop.kind == RSP_STOP_TERMINATED;
    if (gone && l->t.m->runs.kind == RSP_PROGRAM_UNKNOWN)
        l->t.m->runs.kind = RSP_PROGRAM_ABSENT;
    if (stop.has_thread && stop.thread.tid > 0)
        keep_thread(l, stop.thread);
}

void look_question(look *l) {
    reply r = ask_packet(&l->t, RSP_PACKET_REASON, NULL, due_of(&l->t));
    note_packet(&l->t, RSP_PACKET_REASON, &r);
    if (r.kind == REPLY_PACKET)
        read_stop(l, r.payload);
}

/* Debuggers ask once on a connection; there are stubs that answer no second time. Others answer as before. */
void look_question_again(look *l) {
    if (!line_open(&l->t) || l->t.m->replies.packets[RSP_PACKET_REASON] != RSP_HABIT_YES || !l->has_program)
        return;
    reply r = ask_packet(&l->t, RSP_PACKET_REASON, NULL, due_of(&l->t));
    if (r.kind == REPLY_GONE)
        return;
    const bool stop = is_answer(&r) && rsp_stop_reply_is(r.payload);
    l->t.m->opening.question_once = stop ? RSP_HABIT_NO : RSP_HABIT_YES;
    if (!stop)
        note_bytes(&l->t, TOPIC_FIRST, NULL);
    /* WAMR's iwasm waits for a stop then, and serves nothing any more. */
    if (r.kind == REPLY_SILENT && l->t.m->replies.supported &&
        ask_packet(&l->t, RSP_PACKET_QSUPPORTED, offered(l), due_of(&l->t)).kind == REPLY_SILENT)
        begin_anew(l);
}

/* --- unknown packets --- */

static rsp_unknown_habit unknown_habit(const reply *r) {
    if (r->kind == REPLY_SILENT)
        return RSP_UNKNOWNS_SILENT;
    if (r->payload.len == 0)
        return RSP_UNKNOWNS_EMPTY;
    return rsp_reply_is_error(r->payload) ? RSP_UNKNOWNS_ERROR : RSP_UNKNOWNS_OTHER;
}

/* Whether the silence before was a reply that takes its time: stubs answer in order, so that it comes before
 * that to a packet which is known to be answered. */
static bool was_late(look *l, uint64_t silent_ns) {
    if (l->t.m->replies.packets[RSP_PACKET_READ_REGISTERS] != RSP_HABIT_YES)
        return false;
    const reply r = ask_packet(&l->t, RSP_PACKET_READ_REGISTERS, NULL, 2 * l->t.options->timeout_ns);
    if (r.packets > 1)
        l->t.late_ns = silent_ns + r.took_ns;
    return r.packets > 1;
}

/* Names that nobody uses, of three families; the first has an empty reply by the manual's order. */
void look_unknown(look *l) {
    static const char *const names[] = {NULL, "qNobodyHasThis", "QNobodyHasThis:1"};
    rsp_unknown_habit worst = RSP_UNKNOWNS_UNKNOWN;
    for (size_t i = 0; i < RSP_ARRAY_LEN(names) && line_open(&l->t); i++) {
        rsp_bytes name = names[i] ? rsp_bytes_str(names[i]) : rsp_packet_name(RSP_PACKET_VMUST_REPLY_EMPTY);
        reply r = ask(&l->t, name, patience_of(&l->t));
        if (r.kind == REPLY_SILENT && i == 0 && was_late(l, r.took_ns))
            r = ask(&l->t, name, patience_of(&l->t));
        if (r.kind == REPLY_GONE)
            return;
        rsp_unknown_habit habit = unknown_habit(&r);
        if (worst != RSP_UNKNOWNS_UNKNOWN && (habit == worst || habit == RSP_UNKNOWNS_EMPTY))
            continue;
        worst = habit;
        l->t.shown[TOPIC_UNKNOWN] = show(&l->t);
    }
    l->t.m->replies.unknowns = worst;
}

/* --- optional packets --- */

static reply try_packet(look *l, rsp_packet_id id, const char *args) {
    reply r = ask_packet(&l->t, id, args, patience_of(&l->t));
    note_packet(&l->t, id, &r);
    return r;
}

static void try_threads(look *l) {
    enum { MOST_REPLIES = 4 };
    reply r = try_packet(l, RSP_PACKET_QC, NULL);
    if (is_answer(&r) && !*l->thread) {
        rsp_bytes rest = r.payload;
        rsp_ptid id;
        if (rsp_take_text(&rest, RSP_LIT("QC")) && rsp_ptid_parse(&id, rest) == RSP_OK && id.tid > 0)
            keep_thread(l, id);
    }
    r = try_packet(l, RSP_PACKET_QF_THREAD_INFO, NULL);
    if (r.kind == REPLY_PACKET && r.payload.len > 1 && r.payload.ptr[0] == 'm' && !*l->thread) {
        rsp_bytes rest = rsp_bytes_from(r.payload, 1);
        rsp_ptid id;
        if (rsp_take_ptid(&id, &rest) == RSP_OK && id.tid > 0)
            keep_thread(l, id);
    }
    for (int i = 0;
         i < MOST_REPLIES && r.kind == REPLY_PACKET && r.payload.len > 0 && r.payload.ptr[0] == 'm'; i++)
        r = try_packet(l, RSP_PACKET_QS_THREAD_INFO, NULL);
    if (*l->thread)
        (void)try_packet(l, RSP_PACKET_THREAD_ALIVE, l->thread);
}

/* An error, without harm: a thread that is not there. */
static void provoke_error(look *l) {
    if (l->t.m->replies.errors != RSP_ERRORS_UNKNOWN)
        return;
    reply r = ask_packet(&l->t, RSP_PACKET_THREAD_ALIVE, l->thread[0] == 'p' ? "p7ffe.7ffe" : "7ffe",
                         patience_of(&l->t));
    if (l->t.m->replies.errors == RSP_ERRORS_UNKNOWN && is_answer(&r) && r.payload.ptr[0] == 'E') {
        l->t.m->replies.errors = RSP_ERRORS_OTHER;
        note_bytes(&l->t, TOPIC_ERRORS, NULL);
    }
}

static void try_vcont(look *l) {
    reply r = try_packet(l, RSP_PACKET_VCONT_QUERY, NULL);
    if (!is_answer(&r))
        return;
    l->t.m->replies.vcont = (const char *)rsp_arena_bytes(&l->t.m->arena, r.payload).ptr;
    note_bytes(&l->t, TOPIC_RESUMES, NULL);
}

void look_packets(look *l) {
    char args[32];
    (void)try_packet(l, RSP_PACKET_QATTACHED, NULL);
    try_threads(l);
    try_vcont(l);
    if (l->t.m->registers.pc_number >= 0) {
        (void)snprintf(args, sizeof args, "%x", (unsigned)l->t.m->registers.pc_number);
        (void)try_packet(l, RSP_PACKET_READ_REGISTER, args);
        drop_block_denied_by_p(l);
        compare_p(l);
    } else if (l->registers.len > 0) {
        (void)try_packet(l, RSP_PACKET_READ_REGISTER, "0");
    }
    provoke_error(
        l); /* after p, which every debugger sends: RISC-V-TLM ends of a packet that it does not know */
    uint64_t at = l->sp.known ? l->sp.at : l->pc.at;
    if (!l->sp.known && !l->pc.known)
        return;
    (void)snprintf(args, sizeof args, "%llx,1", (unsigned long long)at);
    (void)try_packet(l, RSP_PACKET_READ_BINARY, args);
    /* Nothing is written: GDB asks for X in this way. */
    (void)snprintf(args, sizeof args, "%llx,0:", (unsigned long long)at);
    (void)try_packet(l, RSP_PACKET_WRITE_BINARY, args);
}

/* --- sizes --- */

enum {
    FRAME_BYTES = 4, /* $, #, two digits */
    MOST_TRIED = 0x1000
};

/* A request as long as it may be: a feature that nobody knows, with a long value. */
static bool takes(look *l, uint64_t bytes) {
    rsp_buf request = {.mem = l->t.options->mem};
    rsp_packet_begin(&request, RSP_PACKET_QSUPPORTED);
    rsp_buf_printf(&request, "%s;nobody-has-this=", offered(l));
    while (request.len < bytes && request.status == RSP_OK)
        rsp_buf_push(&request, 'a');
    reply r = ask(&l->t, rsp_buf_bytes(&request), soon_of(&l->t));
    if (request.status == RSP_NO_MEMORY)
        l->t.trouble = RSP_NO_MEMORY;
    rsp_buf_free(&request);
    return is_answer(&r);
}

static void try_long_request(look *l, uint64_t size) {
    enum { LEAST_TRIED = 128 };
    for (int i = 0; i < 3 && line_open(&l->t) && size >= LEAST_TRIED; i++, size /= 2) {
        if (takes(l, size))
            return;
        if (!l->t.shown[TOPIC_SIZES])
            note_bytes(&l->t, TOPIC_SIZES, NULL);
    }
}

static void try_long_reply(look *l, uint64_t size) {
    char args[32];
    if (l->t.m->places.at_pc != RSP_HABIT_YES && l->t.m->places.at_sp != RSP_HABIT_YES)
        return;
    uint64_t at = l->t.m->places.at_pc == RSP_HABIT_YES ? l->pc.at : l->sp.at;
    (void)snprintf(args, sizeof args, "%llx,%llx", (unsigned long long)at, (unsigned long long)(size / 2));
    (void)ask_packet(&l->t, RSP_PACKET_READ_MEMORY, args, due_of(&l->t));
}

void look_sizes(look *l) {
    uint64_t size = l->t.m->replies.packet_size > MOST_TRIED ? MOST_TRIED : l->t.m->replies.packet_size;
    if (size <= FRAME_BYTES || !line_open(&l->t))
        return;
    try_long_reply(l, size - FRAME_BYTES);
    if (l->t.m->replies.supported)
        try_long_request(l, size - FRAME_BYTES);
}

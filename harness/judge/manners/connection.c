/* How the connection behaves: what comes unasked, acknowledgments, pieces and packets side by side, delays.
 * The first exchange is given time for what follows its reply.
 * Private to the layer; see look.h. */
/* SPDX-License-Identifier: MIT */
#include "look.h"

#include "codec/escape.h"
#include "codec/feature.h"
#include "core/arena.h"
#include "core/hex.h"
#include "link/link_control.h"

#include <limits.h>
#include <rsp/packet_ids.h>
#include <rsp/payload.h>

enum {
    PIECE_PAUSE_MS = 2,
    DELAY_TRIES = 5,
    SLOW_START = 2,     /* timeouts more for the first reply of all, where nothing has come at all */
    GREETING_WAITS = 5, /* timeouts for all that a stub says before it hears a request */
};

void look_greeting(look *l) {
    reply r = {.kind = REPLY_SILENT};
    hear(&l->t, &r, UINT_MAX, l->t.options->quiet_ns);
    rsp_bytes came = rsp_bytes_sub(rsp_buf_bytes(&l->t.heard), 0, RSP_MANNERS_GREETING_BYTES);
    if (came.len == 0)
        return;
    l->t.m->line.greeting = rsp_arena_bytes(&l->t.m->arena, came);
    note_bytes(&l->t, TOPIC_GREETING, NULL);
}

static rsp_ack_habit ack_habit(const reply *r) {
    unsigned acks = r->acks_before + r->acks_after;
    if (acks > 1)
        return RSP_ACKS_SEVERAL;
    if (acks == 0)
        return RSP_ACKS_NEVER;
    return r->acks_before ? RSP_ACKS_FIRST : RSP_ACKS_LATE;
}

static void read_packet_size(look *l, rsp_bytes supported) {
    rsp_feature size;
    uint64_t bytes;
    if (rsp_feature_find(&size, supported, RSP_LIT("PacketSize")) &&
        rsp_take_hex(&bytes, &size.value) == RSP_OK)
        l->t.m->replies.packet_size = bytes;
}

/* A process may listen before it is ready to answer. */
static void hear_slow_start(look *l, reply *r) {
    if (r->kind != REPLY_SILENT || l->t.heard.len > 0)
        return;
    hear(&l->t, r, 1, SLOW_START * l->t.options->timeout_ns);
    if (r->kind == REPLY_PACKET) {
        l->t.owed = false;
        l->t.num_long = 0;
    }
}

/* Up to the end of the first packet: what follows is for what was sent meanwhile. */
static rsp_bytes first_packet(rsp_bytes heard) {
    enum { CHECKSUM = 3 };
    return rsp_bytes_sub(heard, 0, rsp_bytes_index(heard, '#') + CHECKSUM);
}

static bool is_stop(rsp_bytes payload) {
    rsp_stop_reply stop;
    return rsp_stop_reply_parse(&stop, payload, NULL) == RSP_OK &&
           (stop.kind == RSP_STOP_THREAD || stop.kind == RSP_STOP_SIGNAL);
}

/* Of a packet as it was heard. */
static rsp_bytes payload_of(rsp_bytes packet) {
    const size_t start = rsp_bytes_index(packet, '$');
    const size_t end = rsp_bytes_index(packet, '#');
    return start < end ? rsp_bytes_sub(packet, start + 1, end - start - 1) : (rsp_bytes){0};
}

/* A machine that begins with its first client greets it later than one listens, and one that the client's
 * first byte stops says so then. A stop that nothing acknowledges is no reply to qSupported: it is heard to
 * its end, and the request is made again. */
static void hear_late_greeting(look *l, reply *r) {
    const rsp_bytes greeting = first_packet(rsp_buf_bytes(&l->t.heard));
    if (r->kind != REPLY_PACKET || r->acks_before > 0 || l->t.m->line.greeting.len > 0 ||
        !is_stop(payload_of(greeting)))
        return;
    const uint64_t until = rsp_deadline(rsp_link_now(l->t.link), GREETING_WAITS * l->t.options->timeout_ns);
    uint64_t before = 0;
    if (greeting.len > RSP_MANNERS_GREETING_BYTES)
        return;
    l->t.m->line.greeting = rsp_arena_bytes(&l->t.m->arena, greeting);
    l->t.m->line.greeting_ns = rsp_link_now(l->t.link) - l->opened_ns;
    note_bytes(&l->t, TOPIC_GREETING, NULL);
    do {
        before = l->t.bytes_in;
        hear(&l->t, r, UINT_MAX, rsp_manners_greeting_ns(l->t.m, l->t.options->quiet_ns));
    } while (l->t.bytes_in > before && line_open(&l->t) && rsp_link_now(l->t.link) < until);
    *r = ask_packet(&l->t, RSP_PACKET_QSUPPORTED, offered(l), due_of(&l->t));
}

bool look_handshake(look *l) {
    reply r = ask_packet(&l->t, RSP_PACKET_QSUPPORTED, offered(l), due_of(&l->t));
    hear_slow_start(l, &r);
    hear_late_greeting(l, &r);
    if (is_answer(&r)) {
        l->t.m->replies.supported = (const char *)rsp_arena_bytes(&l->t.m->arena, r.payload).ptr;
        read_packet_size(l, r.payload);
    }
    note_packet(&l->t, RSP_PACKET_QSUPPORTED, &r);
    const bool same = r.kind == REPLY_PACKET && rsp_bytes_equal(r.payload, rsp_buf_bytes(&l->t.request));
    if (r.kind == REPLY_PACKET) {
        bool junk = r.junk > 0;
        hear(&l->t, &r, UINT_MAX, l->t.options->quiet_ns);
        l->t.m->line.line_noise = r.junk > 0 ? RSP_HABIT_YES : RSP_HABIT_NO;
        if (r.junk > 0 && !junk)
            note_bytes(&l->t, TOPIC_NOISE, NULL);
    }
    l->echoes = same && r.packets == 1; /* a stub behind an echo says more */
    if (r.kind == REPLY_PACKET || r.acks_before > 0) {
        l->t.m->line.acks = ack_habit(&r);
        note_bytes(&l->t, TOPIC_ACKS, NULL);
    }
    if (r.kind == REPLY_PACKET)
        note_bytes(&l->t, TOPIC_FEATURES, NULL);
    /* As GDB does: there are stubs that describe their registers only once a thread is chosen. */
    r = ask_packet(&l->t, RSP_PACKET_SELECT_THREAD, "g0", patience_of(&l->t));
    note_packet(&l->t, RSP_PACKET_SELECT_THREAD, &r);
    return line_open(&l->t);
}

void look_noack(look *l) {
    if (!line_open(&l->t) || l->t.m->line.no_ack != RSP_HABIT_UNKNOWN)
        return;
    reply r = ask_packet(&l->t, RSP_PACKET_QSTART_NO_ACK_MODE, NULL, patience_of(&l->t));
    if (r.kind == REPLY_GONE)
        return;
    note_packet(&l->t, RSP_PACKET_QSTART_NO_ACK_MODE, &r);
    bool taken = r.kind == REPLY_PACKET && rsp_bytes_equal(r.payload, RSP_LIT("OK"));
    l->t.m->line.no_ack = taken ? RSP_HABIT_YES : RSP_HABIT_NO;
    l->t.no_ack = taken;
}

void look_announced_noack(look *l) {
    rsp_bytes feature = rsp_packet_feature(RSP_PACKET_QSTART_NO_ACK_MODE);
    bool may_go_back = l->plan == LINE_IS_LEFT; /* a kept line is judged with acknowledgments first */
    if (may_go_back && l->t.m->replies.supported &&
        rsp_feature_offered(rsp_bytes_str(l->t.m->replies.supported), feature))
        look_noack(l);
}

/* --- several packets in a write, and a packet in several --- */

/* The shortest request that this stub has answered. */
static rsp_packet_id short_request(const look *l) {
    static const rsp_packet_id candidates[] = {RSP_PACKET_REASON, RSP_PACKET_READ_REGISTERS, RSP_PACKET_QC,
                                               RSP_PACKET_QATTACHED};
    for (size_t i = 0; i < RSP_ARRAY_LEN(candidates); i++) {
        if (l->t.m->replies.packets[candidates[i]] == RSP_HABIT_YES)
            return candidates[i];
    }
    return RSP_PACKET_UNKNOWN;
}

static void begin_by_hand(look *l) {
    rsp_buf_clear(&l->t.frame); /* a NAK is not answered: half of it would be */
    rsp_buf_clear(&l->t.heard);
    rsp_buf_clear(&l->t.last_asked);
}

static bool loses_pieces(look *l, rsp_packet_id id) {
    reply r = {.kind = REPLY_SILENT};
    begin_by_hand(l);
    rsp_escape_packet(&l->t.last_asked, rsp_packet_name(id), RSP_ESCAPE_FULL);
    for (size_t i = 0; i < l->t.last_asked.len && line_open(&l->t); i++) {
        say(&l->t, rsp_bytes_sub(rsp_buf_bytes(&l->t.last_asked), i, 1));
        rsp_link_wait(l->t.link, rsp_deadline(rsp_link_now(l->t.link), PIECE_PAUSE_MS * RSP_NS_PER_MS));
    }
    hear(&l->t, &r, 1, patience_of(&l->t));
    l->t.owed = r.kind == REPLY_SILENT;
    return r.kind == REPLY_SILENT;
}

static bool loses_second(look *l, rsp_packet_id id) {
    reply r = {.kind = REPLY_SILENT};
    begin_by_hand(l);
    for (int i = 0; i < 2; i++)
        rsp_escape_packet(&l->t.last_asked, rsp_packet_name(id), RSP_ESCAPE_FULL);
    say(&l->t, rsp_buf_bytes(&l->t.last_asked));
    hear(&l->t, &r, 2, patience_of(&l->t));
    l->t.owed = r.packets == 1;
    if (l->t.line == LINE_GONE && r.packets == 1) {
        /* it takes the second for an acknowledgment gone wrong */
        l->loss = LOSS_BY_SECOND_PACKET;
        l->t.m->bytes.loses_second = RSP_HABIT_YES;
        l->t.shown[TOPIC_WRITES] = show(&l->t);
    }
    return r.packets == 1;
}

/* Lost once may be chance: twice, with a plain request between that is answered, is a habit. */
static rsp_habit loses(look *l, rsp_packet_id id, bool (*try_once)(look *, rsp_packet_id)) {
    if (!line_open(&l->t))
        return RSP_HABIT_UNKNOWN;
    if (!try_once(l, id))
        return line_open(&l->t) ? RSP_HABIT_NO : RSP_HABIT_UNKNOWN;
    reply between = ask_packet(&l->t, id, NULL, due_of(&l->t));
    if (between.kind != REPLY_PACKET)
        return RSP_HABIT_UNKNOWN;
    bool again = try_once(l, id);
    if (!line_open(&l->t))
        return RSP_HABIT_UNKNOWN;
    if (again)
        l->t.shown[TOPIC_WRITES] = show(&l->t);
    return again ? RSP_HABIT_YES : RSP_HABIT_NO;
}

void look_writes(look *l) {
    rsp_packet_id id = short_request(l);
    if (id == RSP_PACKET_UNKNOWN || !line_open(&l->t))
        return;
    l->wrote = true;
    l->t.m->bytes.loses_pieces = loses(l, id, loses_pieces);
    rsp_habit second = loses(l, id, loses_second);
    if (second != RSP_HABIT_UNKNOWN)
        l->t.m->bytes.loses_second = second;
}

/* A stub that writes '+' and its reply apart, with Nagle's algorithm on, waits for our acknowledgment of the
 * '+'. The system gives it after 40 ms unless it is told not to wait, as links do elsewhere. */
void look_delays(look *l) {
    rsp_packet_id id = short_request(l);
    if (id == RSP_PACKET_UNKNOWN || !line_open(&l->t) || !rsp_link_slow_acks(l->t.link, true))
        return;
    size_t num_times = l->t.num_times;
    uint64_t answer_ns = l->t.m->replies.answer_ns;
    uint64_t before = rsp_link_stats_get(l->t.link).num_delayed;
    for (int i = 0; i < DELAY_TRIES && line_open(&l->t); i++)
        (void)ask_packet(&l->t, id, NULL, due_of(&l->t));
    uint64_t delayed = rsp_link_stats_get(l->t.link).num_delayed - before;
    (void)rsp_link_slow_acks(l->t.link, false);
    l->t.num_times = num_times;
    l->t.m->replies.answer_ns = answer_ns;
    if (line_open(&l->t))
        l->t.m->replies.delayed_acks = delayed >= 2 ? RSP_HABIT_YES : RSP_HABIT_NO;
}

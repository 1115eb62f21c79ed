/* A stub that goes on sending does not move a deadline.
 * Times are multiples of what answers took so far, up to what the options allow.
 * See wait.h. */
/* SPDX-License-Identifier: MIT */
#include "play/wait.h"

#include "core/limits.h"
#include "play/connect.h"
#include "play/send.h"
#include "trace/exchange.h"
#include "trace/rule_pairing.h"

enum { PIECE_BYTES = 64 * 1024 };

/* After a deadline one more piece is received: on a busy machine it may have been waiting for us. */
static bool is_spent(rsp_player *p, uint64_t until_ns) {
    bool late = rsp_link_now(p->link) >= until_ns;
    bool spent = late && p->late_for_ns == until_ns;
    p->late_for_ns = late ? until_ns : 0;
    return spent;
}

static void note_received(rsp_player *p, size_t len) {
    if (p->connection.unheard) {
        p->connection.unheard = false;
        p->clients.several = true;
        p->clients.refused = 0;
    }
    p->unsettled.received += len;
}

/* A packet that stays damaged is finally acknowledged, so that the stub goes on. The ack comes first: the
 * event may change the mode when it enters the transcript. */
static rsp_status take_event(rsp_player *p, const rsp_wire_event *event) {
    if (rsp_endpoint_take(&p->acks.wire, event) == RSP_RECEPTION_DAMAGED)
        rsp_endpoint_put_raw(&p->acks.wire, RSP_LIT("+"));
    return rsp_transcript_add(p->transcript, rsp_link_now(p->link), event);
}

static rsp_status take_piece(rsp_player *p) {
    rsp_status status = RSP_OK;
    for (rsp_bytes rest = rsp_buf_bytes(&p->in); rest.len > 0;) {
        rsp_wire_event event;
        rest = rsp_bytes_from(rest, rsp_endpoint_decode(&p->acks.wire, rest, &event));
        rsp_status now = take_event(p, &event);
        status = status == RSP_OK ? now : status;
    }
    rsp_transcript_hang(p->transcript, RSP_TO_CLIENT, rsp_decoder_pending(&p->acks.wire.decoder));
    return status == RSP_OK ? p->acks.due.status : status;
}

rsp_status player_receive(rsp_player *p, uint64_t until_ns) {
    rsp_status status = is_spent(p, until_ns) ? RSP_TIMEOUT : player_queue_acks(p);
    if (status == RSP_OK && player_has(p, UNSETTLED_FILE_REPLY))
        status = player_send_file_reply(p);
    if (status == RSP_OK)
        status = player_flush(p);
    if (status != RSP_OK)
        return status;
    rsp_buf_clear(&p->in);
    uint64_t before_ns = rsp_link_now(p->link);
    status = rsp_link_recv(p->link, &p->in, PIECE_BYTES, until_ns);
    if (status == RSP_TIMEOUT)
        p->stats.silent_ns += rsp_link_now(p->link) - before_ns;
    if (status != RSP_OK)
        return status;
    note_received(p, p->in.len);
    if (p->unsettled.received > RSP_LIMIT_FLOOD_BYTES)
        return RSP_LIMIT;
    return take_piece(p);
}

/* --- how long --- */

uint64_t player_limit_ns(const rsp_player *p, rsp_played end) {
    bool known = p->options.known && p->options.known(p->options.ctx, end);
    return known ? rsp_player_enough_ns(p) : p->options.timeout_ns;
}

/* In ack mode the probe must not go out before the reply: a stub that waits for our '+' may drop it. */
uint64_t player_patience_ns(const rsp_player *p) {
    const rsp_pending_request *oldest = rsp_exchanges_oldest(rsp_rules_exchanges(p->rules));
    bool owed = p->unsettled.acks_awaited > 0 || (oldest && !rsp_request_is_optional(oldest));
    bool silent = p->silent[RSP_PACKET_UNKNOWN]; /* then it waits for no '+' */
    if (player_no_ack(p) || !owed || silent || !player_in_step(p) || player_is_ambiguous(p))
        return pace_patience_ns(&p->pace, p->options.patience_ns);
    uint64_t limit = player_limit_ns(p, RSP_PLAYED_HANG);
    return limit < p->options.timeout_ns / 2 ? limit : p->options.timeout_ns / 2;
}

uint64_t player_short_patience_ns(const rsp_player *p) {
    return pace_first_probe_ns(&p->pace, player_patience_ns(p));
}

/* --- programs and pauses --- */

rsp_played player_stop_program(rsp_player *p) {
    uint64_t start = rsp_link_now(p->link);
    uint64_t until = rsp_deadline(start, pace_run_ns(&p->pace, p->options.resume_ns));
    bool interrupted = false;
    while (player_runs(p)) {
        rsp_status status = player_receive(p, until);
        if (status == RSP_TIMEOUT && interrupted)
            return RSP_PLAYED_NO_STOP;
        if (status == RSP_TIMEOUT) {
            status = player_send_interrupt(p);
            interrupted = true;
            until = rsp_deadline(rsp_link_now(p->link), player_limit_ns(p, RSP_PLAYED_NO_STOP));
        }
        if (status != RSP_OK)
            return player_trouble(p, status);
    }
    pace_note_stop(&p->pace, rsp_link_now(p->link) - start, interrupted);
    return RSP_PLAYED_DONE;
}

/* Whether the stub may send something: it owes a reply, got bytes that may have one, or its program runs. */
static bool may_speak(const rsp_player *p) {
    return p->out.len > 0 || player_has(p, UNSETTLED_PROBE_NEEDED) || p->program.may_run ||
           player_owed(p) > 0;
}

rsp_played player_pause(rsp_player *p) {
    uint64_t until = rsp_deadline(rsp_link_now(p->link), pace_pause_ns(&p->pace, p->options.pause_ns));
    rsp_status status = RSP_OK;
    while (status == RSP_OK && may_speak(p))
        status = player_receive(p, until);
    return status == RSP_OK || status == RSP_TIMEOUT ? RSP_PLAYED_DONE : player_trouble(p, status);
}

uint64_t rsp_player_enough_ns(const rsp_player *p) {
    return pace_enough_ns(&p->pace, p->options.timeout_ns);
}

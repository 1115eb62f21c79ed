/* Sends, and notes what that means: doubts, requests for the program's end, writes to check.
 * A closed link is noticed when receiving, after the last bytes of the stub.
 * See send.h. */
/* SPDX-License-Identifier: MIT */
#include "play/send.h"

#include "play/message_class.h"
#include "play/weigh.h"

#include <rsp/frame.h>

rsp_status player_queue(rsp_player *p, rsp_bytes bytes) {
    program_note_sent(&p->program, bytes_ask_to_end(bytes));
    rsp_buf_append(&p->out, bytes);
    rsp_status status = rsp_transcript_feed(p->transcript, RSP_TO_STUB, rsp_link_now(p->link), bytes);
    return p->out.status == RSP_OK ? status : p->out.status;
}

/* A stub that waits for its '+' may drop all else, or take it for a '-'. A superfluous '+' does no harm. */
rsp_status player_queue_acks(rsp_player *p) {
    acks *a = &p->acks;
    if (a->withheld && !player_no_ack(p) && a->due.len == 0)
        rsp_endpoint_put_raw(&a->wire, RSP_LIT("+"));
    a->withheld = false;
    rsp_status status = a->due.len ? player_queue(p, rsp_buf_bytes(&a->due)) : RSP_OK;
    rsp_buf_clear(&a->due);
    return status;
}

rsp_status player_queue_packet(rsp_player *p, rsp_bytes payload) {
    rsp_buf_clear(&p->wire);
    rsp_frame_packet(&p->wire, payload);
    return player_queue(p, rsp_buf_bytes(&p->wire));
}

rsp_status player_flush(rsp_player *p) {
    if (p->out.len == 0)
        return RSP_OK;
    write_log_add(&p->log, rsp_buf_bytes(&p->out));
    uint64_t deadline = rsp_deadline(rsp_link_now(p->link), p->options.timeout_ns);
    rsp_status status = rsp_link_send(p->link, rsp_buf_bytes(&p->out), deadline);
    rsp_buf_clear(&p->out);
    return rsp_link_is_gone(status) ? RSP_OK : status;
}

uint64_t player_last_entry(const rsp_player *p) {
    return rsp_transcript_end(p->transcript) - 1;
}

rsp_status player_send_probe(rsp_player *p) {
    rsp_status status = player_queue_acks(p);
    if (status == RSP_OK)
        status = player_queue_packet(p, rsp_buf_bytes(&p->probe.payload));
    probing_note_sent(&p->unsettled.probing, player_last_entry(p));
    p->stats.probes++;
    p->stats.messages++;
    return status == RSP_OK ? player_flush(p) : status;
}

/* The stub is likely to take the first probe for the other half of the packet. */
rsp_status player_queue_spare_probe(rsp_player *p) {
    bool torn = rsp_transcript_pending(p->transcript, RSP_TO_STUB) > 0;
    if (!torn || !player_no_ack(p) || player_loses_second(p) || p->unsettled.probing.state != PROBE_NONE)
        return RSP_OK;
    player_doubt(p, DOUBT_RECEPTION);
    p->unsettled.probing.spare = true;
    p->stats.messages++;
    return player_queue_packet(p, rsp_buf_bytes(&p->probe.payload));
}

/* The moment of an interrupt differs from run to run, so the trail ends. */
rsp_status player_send_interrupt(rsp_player *p) {
    rsp_status status = player_queue_acks(p);
    if (status == RSP_OK)
        status = player_queue(p, RSP_LIT("\x03"));
    p->stats.interrupts++;
    p->trail.over = true;
    return status == RSP_OK ? player_flush(p) : status;
}

/* The debugger's answer to a File-I/O request: not permitted. */
rsp_status player_send_file_reply(rsp_player *p) {
    p->unsettled.facts &= ~(unsigned)UNSETTLED_FILE_REPLY;
    rsp_status status = player_queue_packet(p, RSP_LIT("F-1,1"));
    return status == RSP_OK ? player_flush(p) : status;
}

/* Raw bytes bring their own acknowledgments. A missing one goes out after them. */
static void give_way_to_raw(acks *a, rsp_bytes wire, bool ack_due) {
    a->withheld = ack_due && (wire.len == 0 || wire.ptr[0] != '+');
    rsp_buf_clear(&a->due);
}

static void keep_request(rsp_player *p, rsp_message_kind kind, rsp_bytes payload) {
    if (kind > RSP_MESSAGE_RAW)
        return;
    rsp_buf_clear(&p->last_request);
    rsp_buf_append(&p->last_request, payload);
}

bool player_queue_message(rsp_player *p, rsp_message_kind kind, rsp_bytes payload, rsp_status *status) {
    rsp_buf_clear(&p->wire);
    rsp_message_wire(&p->wire, kind, payload);
    rsp_bytes wire = rsp_buf_bytes(&p->wire);
    if (!rsp_unsafe_filter_allow(&p->unsafe, wire, NULL)) {
        p->stats.refused++;
        return false;
    }
    bool ack_due = p->acks.due.len > 0 || p->acks.withheld;
    player_weigh_crowd(p);
    if (kind == RSP_MESSAGE_RAW)
        give_way_to_raw(&p->acks, wire, ack_due);
    else
        *status = player_queue_acks(p);
    player_weigh(p, kind, wire, ack_due);
    if (*status == RSP_OK)
        *status = player_queue(p, wire);
    cross_check_note_sent(&p->check, player_last_entry(p), payload,
                          kind <= RSP_MESSAGE_HURRIED && player_judges(p));
    guest_watch_note_sent(&p->guest, player_last_entry(p), payload,
                          kind <= RSP_MESSAGE_HURRIED && player_judges(p));
    keep_request(p, kind, payload);
    p->trail.over = p->trail.over || kind == RSP_MESSAGE_INTERRUPT;
    p->stats.messages++;
    return true;
}

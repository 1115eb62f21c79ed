/* Calibration: what the first stub is asked before anything is judged. Does it greet whoever connects, and
 * which request does it answer with something distinct?
 * See netfuzz/player.h. */
/* SPDX-License-Identifier: MIT */
#include "play/player_state.h"

#include "play/send.h"
#include "play/wait.h"
#include <rsp/packet_ids.h>

static const struct {
    rsp_packet_id packet;
    const char *mark;
} probes[] = {
    {RSP_PACKET_VCONT_QUERY, "vCont"},
    {RSP_PACKET_QC, "QC"},
};

enum { MAX_GREETING = 4 };

/* Packets before the first '+', where there is one: they come before what we asked. */
static unsigned packets_before_ack(const rsp_player *p, bool *out_acked) {
    unsigned num = 0;
    rsp_entry e;
    *out_acked = false;
    for (uint64_t i = 0; i < rsp_transcript_end(p->transcript) && !*out_acked; i++)
        if (rsp_transcript_get(p->transcript, i, &e) && e.direction == RSP_TO_CLIENT) {
            num += e.kind == RSP_ENTRY_PACKET;
            *out_acked = e.kind == RSP_ENTRY_ACK;
        }
    return num;
}

static uint64_t packets_of_stub(const rsp_player *p) {
    uint64_t num = 0;
    rsp_entry e;
    for (uint64_t i = 0; i < rsp_transcript_end(p->transcript); i++)
        num += rsp_transcript_get(p->transcript, i, &e) && e.direction == RSP_TO_CLIENT &&
               e.kind == RSP_ENTRY_PACKET;
    return num;
}

/* A stub greets when packets come before the '+' to our first one, and its reply comes, too. One that leaves
 * out the '+', or sends it late, has nothing more to say. The player begins anew after the greeting. */
static rsp_status look_for_greeting(rsp_player *p) {
    bool acked = false;
    unsigned num = 0;
    p->connection.greeting_due = false;
    player_doubt(p, DOUBT_VERDICT);
    rsp_status status = player_send_probe(p);
    uint64_t until = rsp_deadline(rsp_link_now(p->link), p->options.timeout_ns);
    while (status == RSP_OK) {
        num = packets_before_ack(p, &acked);
        bool answered = packets_of_stub(p) > num;
        if (num > MAX_GREETING || (acked && answered))
            break;
        status = player_receive(p, until);
    }
    p->clients.greeting = status == RSP_OK && acked && num <= MAX_GREETING ? num : 0;
    if (status == RSP_TIMEOUT && rsp_transcript_end(p->transcript) > 1)
        status = RSP_OK;
    if (status == RSP_OK)
        status = player_queue_acks(p);
    if (status == RSP_OK)
        status = player_flush(p);
    rsp_player_begin(p, p->link);
    p->connection.greeting_due = false;
    return status;
}

/* Whether a packet of the stub that begins so came after that entry. Other bytes may follow it: CR LF. */
static bool came_since(const rsp_player *p, uint64_t entry, rsp_bytes mark) {
    rsp_entry e;
    for (uint64_t i = entry; i < rsp_transcript_end(p->transcript); i++)
        if (rsp_transcript_get(p->transcript, i, &e) && e.direction == RSP_TO_CLIENT &&
            e.kind == RSP_ENTRY_PACKET && rsp_bytes_starts(e.payload, mark))
            return true;
    return false;
}

/* Takes the first probe whose answer shows that the stub knows it. Until then any answer will do: many stubs
 * do not know vCont. */
rsp_status rsp_player_calibrate(rsp_player *p) {
    rsp_status greeted = look_for_greeting(p);
    if (greeted != RSP_OK)
        return greeted;
    for (size_t i = 0; i < RSP_ARRAY_LEN(probes); i++) {
        if (p->silent[probes[i].packet])
            continue;
        probe_set(&p->probe, probes[i].packet, "");
        uint64_t seen = rsp_transcript_end(p->transcript);
        rsp_status status = player_send_probe(p);
        uint64_t until = rsp_deadline(rsp_link_now(p->link), p->options.timeout_ns);
        while (status == RSP_OK && !probing_is_answered(&p->unsettled.probing))
            status = player_receive(p, until);
        if (status != RSP_OK)
            return status;
        player_note_settled(p);
        probe_set(&p->probe, probes[i].packet, probes[i].mark);
        if (came_since(p, seen, rsp_bytes_str(probes[i].mark)))
            return RSP_OK;
    }
    player_set_plain_probe(p);
    return RSP_OK;
}

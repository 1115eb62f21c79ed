/* A request has a name that the packet table knows; a reply is OK, an error, a stop or a feature list.
 * Single letters and bare hex digits may be either and weigh little.
 * See detect.h. */
/* SPDX-License-Identifier: MIT */
#include "detect.h"

#include "codec/deframer.h"
#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum { DECIDED = 3 };

static bool all_hex(rsp_bytes b) {
    size_t i = 0;
    while (i < b.len && rsp_hex_value(b.ptr[i]) >= 0)
        i++;
    return i == b.len;
}

static int vote_of(rsp_bytes p) {
    if (p.len == 0)
        return -1; /* "not supported" */
    if (rsp_bytes_equal(p, RSP_LIT("OK")) || rsp_bytes_starts(p, RSP_LIT("PacketSize=")))
        return -DECIDED;
    if (p.ptr[0] == 'E' && p.len >= 3)
        return -DECIDED;
    bool stop = (p.ptr[0] == 'T' || p.ptr[0] == 'S' || p.ptr[0] == 'W' || p.ptr[0] == 'X') && p.len >= 3;
    if (stop && rsp_hex_value(p.ptr[1]) >= 0 && rsp_hex_value(p.ptr[2]) >= 0 &&
        (p.len == 3 || (p.ptr[0] == 'T' && rsp_bytes_index(p, ';') < p.len)))
        return -2;
    if (p.len > 2 && all_hex(p))
        return -1;
    const rsp_packet_row *row = rsp_packet_lookup(p, NULL);
    if (!row)
        return 0;
    return row->name.len > 1 || row->id == RSP_PACKET_REASON ||
                   rsp_bytes_equal(p, rsp_packet_name(RSP_PACKET_READ_REGISTERS))
               ? DECIDED
               : 1;
}

static void vote(detect_votes *votes, const rsp_event *event) {
    if (!event->checksum_ok || (event->kind != RSP_EVENT_PACKET && event->kind != RSP_EVENT_NOTIFICATION))
        return;
    votes->packets++;
    votes->to_stub += event->kind == RSP_EVENT_NOTIFICATION ? -DECIDED : vote_of(event->payload);
}

/* From where a packet or a notification may begin. */
static rsp_bytes from_lead(rsp_bytes bytes) {
    const size_t packet = rsp_bytes_index(bytes, '$');
    const size_t notification = rsp_bytes_index(bytes, '%');
    return rsp_bytes_from(bytes, packet < notification ? packet : notification);
}

void detect_piece(detect_votes *votes, rsp_bytes bytes) {
    if (!votes->first_seen && bytes.len > 0) {
        uint8_t first = bytes.ptr[0];
        votes->first_seen = true;
        votes->first_fits = first == '$' || first == '+' || first == '-' || first == '%' || first == 3;
    }
    /* A piece that stands alone: a packet split over two is not judged, and its neighbours are. */
    while (bytes.len > 0) {
        bytes = from_lead(bytes);
        size_t end = rsp_bytes_index(bytes, '#');
        if (bytes.len == 0 || end + 3 > bytes.len)
            return;
        rsp_deframer d = {.options = {.direction = RSP_TO_CLIENT}};
        rsp_event event;
        size_t used = rsp_deframe(&d, rsp_bytes_sub(bytes, 0, end + 3), &event);
        vote(votes, &event);
        if (bytes.ptr[0] == '%' && !event.checksum_ok)
            used = 1; /* a byte of something else, in front of a packet maybe */
        rsp_deframer_free(&d);
        bytes = rsp_bytes_from(bytes, used);
    }
}

detect_verdict detect_decide(const detect_votes votes[2], bool final, bool first_opened) {
    int32_t lead = votes[0].to_stub - votes[1].to_stub;
    bool misfit =
        (votes[0].first_seen && !votes[0].first_fits) || (votes[1].first_seen && !votes[1].first_fits);
    uint32_t packets = votes[0].packets + votes[1].packets;
    if (packets > 0 && lead >= DECIDED)
        return DETECT_FIRST_IS_CLIENT;
    if (packets > 0 && lead <= -DECIDED)
        return DETECT_FIRST_IS_STUB;
    /* What was seen to begin, and does not begin like RSP, is something else. */
    if (first_opened && misfit && packets == 0)
        return DETECT_FOREIGN;
    if (!final)
        return DETECT_OPEN;
    if (packets == 0)
        return DETECT_FOREIGN;
    if (lead != 0)
        return lead > 0 ? DETECT_FIRST_IS_CLIENT : DETECT_FIRST_IS_STUB;
    return first_opened ? DETECT_FIRST_IS_CLIENT : DETECT_FOREIGN;
}

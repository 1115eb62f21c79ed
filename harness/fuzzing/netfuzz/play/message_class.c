/* The lists of letters and names here are on purpose wider than the packet table's effects: they hold for
 * bytes that are no packet of the table, which a lax stub may read by its first letters all the same.
 * See message_class.h. */
/* SPDX-License-Identifier: MIT */
#include "play/message_class.h"

#include "codec/deframer.h"
#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum { LARGE_BYTES = 2048 };

/* Whether the text begins with a character of the set. */
static bool starts_with_one_of(rsp_bytes text, const char *set) {
    return text.len > 0 && text.ptr[0] != 0 && strchr(set, text.ptr[0]) != NULL;
}

bool bytes_ask_to_end(rsp_bytes bytes) {
    for (size_t at = 0; at + 1 < bytes.len; at++) {
        rsp_bytes here = rsp_bytes_from(bytes, at);
        if (here.ptr[0] == '$' &&
            (rsp_request_may(rsp_bytes_from(here, 1), RSP_EFFECT_ENDS) ||
             rsp_bytes_starts(rsp_bytes_from(here, 1), rsp_packet_name(RSP_PACKET_VRUN))))
            return true;
        if (here.ptr[0] == 'v' && rsp_bytes_starts(here, rsp_packet_name(RSP_PACKET_VKILL)))
            return true;
    }
    return false;
}

bool payload_lets_run(rsp_bytes payload) {
    return rsp_request_may(payload, RSP_EFFECTS_RUN | RSP_EFFECT_ENDS);
}

bool bytes_are_framed(rsp_bytes wire) {
    rsp_deframer deframer = {0};
    rsp_event event = {0};
    bool framed = true;
    while (wire.len > 0 && framed) {
        wire = rsp_bytes_from(wire, rsp_deframe(&deframer, wire, &event));
        framed = event.kind == RSP_EVENT_ACK || event.kind == RSP_EVENT_NAK ||
                 event.kind == RSP_EVENT_INTERRUPT ||
                 (event.kind == RSP_EVENT_PACKET && event.checksum_hex &&
                  (event.payload.len == 0 || event.payload.ptr[event.payload.len - 1] != '}'));
    }
    rsp_deframer_free(&deframer);
    return framed;
}

bool bytes_are_acks(rsp_bytes wire) {
    size_t at = 0;
    while (at < wire.len && (wire.ptr[at] == '+' || wire.ptr[at] == '-'))
        at++;
    return at == wire.len;
}

/* Letters: any unknown Q or v packet may be a mode. */
bool bytes_may_change_modes(rsp_bytes wire, bool no_ack) {
    for (size_t at = rsp_bytes_index(wire, '$'); at + 1 < wire.len; at++) {
        rsp_bytes rest = rsp_bytes_from(wire, at + 1);
        bool off_again = no_ack && rsp_bytes_starts(rest, rsp_packet_name(RSP_PACKET_QSTART_NO_ACK_MODE));
        if (wire.ptr[at] == '$' && !off_again &&
            (starts_with_one_of(rest, "Q!vkDRrHcCsS") ||
             rsp_bytes_starts(rest, rsp_packet_name(RSP_PACKET_QSUPPORTED))))
            return true;
    }
    return false;
}

bool bytes_refuse(rsp_bytes wire) {
    return rsp_bytes_index(wire, '-') < wire.len && wire.ptr[0] != '$';
}

bool bytes_refuse_once(rsp_bytes wire) {
    rsp_bytes rest = rsp_bytes_from(wire, 1);
    return wire.len > 0 && wire.ptr[0] == '-' && rsp_bytes_index(rest, '-') == rest.len &&
           rsp_bytes_index(rest, '+') == rest.len;
}

bool wire_needs_no_reply(rsp_bytes wire) {
    return starts_with_one_of(rsp_bytes_from(wire, 1), "kRr");
}

bool message_is_ambiguous(rsp_message_kind kind, rsp_bytes payload) {
    return kind == RSP_MESSAGE_RAW || kind == RSP_MESSAGE_BROKEN || payload.len >= LARGE_BYTES;
}

static bool starts_with_name(rsp_bytes payload, const rsp_packet_id *packets, size_t num) {
    for (size_t i = 0; i < num; i++)
        if (rsp_bytes_starts(payload, rsp_packet_name(packets[i])))
            return true;
    return false;
}

/* Lets the program run, ends the session, or may. */
static bool moves_on(rsp_bytes payload) {
    static const rsp_packet_id packets[] = {RSP_PACKET_VRUN, RSP_PACKET_VATTACH, RSP_PACKET_VKILL,
                                            RSP_PACKET_QRCMD};
    rsp_bytes rest = payload;
    bool continues = rsp_take_text(&rest, rsp_packet_name(RSP_PACKET_VCONT)) && rsp_take_byte(&rest, ';');
    return continues || starts_with_name(payload, packets, RSP_ARRAY_LEN(packets)) ||
           starts_with_one_of(payload, "cCsSkDRribAt!");
}

bool message_is_plain(rsp_message_kind kind, rsp_bytes payload) {
    static const rsp_packet_id apart[] = {RSP_PACKET_QNON_STOP, RSP_PACKET_VCTRLC, RSP_PACKET_FILE_IO_REPLY,
                                          RSP_PACKET_CYCLE_STEP_SIGNAL};
    return kind == RSP_MESSAGE_PACKET && payload.len > 0 && payload.len < LARGE_BYTES && !moves_on(payload) &&
           !starts_with_name(payload, apart, RSP_ARRAY_LEN(apart));
}

bool message_is_harmless(rsp_message_kind kind, rsp_bytes payload, bool no_ack) {
    if (payload.len >= LARGE_BYTES || moves_on(payload))
        return false;
    if (kind == RSP_MESSAGE_RAW || kind == RSP_MESSAGE_BROKEN)
        return !bytes_may_change_modes(payload, no_ack);
    return kind == RSP_MESSAGE_PACKET;
}

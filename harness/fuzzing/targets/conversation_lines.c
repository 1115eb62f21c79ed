/* Each line becomes one packet, with its acknowledgment in ack mode.
 * Other lines are skipped.
 * See conversation_lines.h. */
/* SPDX-License-Identifier: MIT */
#include "conversation_lines.h"

#include "codec/negotiated.h"
#include <rsp/clock.h>
#include <rsp/frame.h>

static rsp_status feed(conversation_lines *t, rsp_direction direction, rsp_bytes in) {
    rsp_status status = RSP_OK;
    t->now_ns += RSP_NS_PER_MS;
    while (in.len > 0 && status == RSP_OK) {
        rsp_bytes piece = fuzz_take(&in, t->pieces ? fuzz_piece(&t->pieces, in.len) : in.len);
        status = rsp_transcript_feed(t->transcript, direction, t->now_ns, piece);
    }
    return status;
}

static rsp_status packet(conversation_lines *t, rsp_direction direction, rsp_bytes payload) {
    static rsp_buf wire;
    bool acks = !rsp_mode_is_on(&t->exchanges->negotiated, RSP_MODE_NO_ACK);
    rsp_buf_clear(&wire);
    rsp_frame_packet(&wire, payload);
    rsp_status status = feed(t, direction, rsp_buf_bytes(&wire));
    if (status == RSP_OK && acks)
        status = feed(t, direction == RSP_TO_STUB ? RSP_TO_CLIENT : RSP_TO_STUB, RSP_LIT("+"));
    return status;
}

static rsp_status say(conversation_lines *t, rsp_bytes line) {
    static rsp_buf wire;
    rsp_bytes rest = rsp_bytes_from(line, 2);
    if (rsp_bytes_starts(line, RSP_LIT(">>")))
        return feed(t, RSP_TO_STUB, rest);
    if (rsp_bytes_starts(line, RSP_LIT("<<")))
        return feed(t, RSP_TO_CLIENT, rest);
    if (rsp_bytes_starts(line, RSP_LIT("> ")) || rsp_bytes_starts(line, RSP_LIT("< ")))
        return packet(t, line.ptr[0] == '>' ? RSP_TO_STUB : RSP_TO_CLIENT, rest);
    switch (line.len > 0 ? line.ptr[0] : 0) {
    case '%':
        rsp_buf_clear(&wire);
        rsp_frame_notification(&wire, rest);
        return feed(t, RSP_TO_CLIENT, rsp_buf_bytes(&wire));
    case '!':
        return rsp_transcript_gap(t->transcript, line.len % 2 ? RSP_TO_CLIENT : RSP_TO_STUB, ++t->now_ns,
                                  "lost");
    case '#':
        return rsp_transcript_note(t->transcript, ++t->now_ns, rest);
    case 'x':
        return rsp_transcript_close(t->transcript, ++t->now_ns, "end");
    case '|':
        return rsp_transcript_connect(t->transcript, ++t->now_ns, "again");
    default:
        return RSP_OK;
    }
}

rsp_status conversation_lines_say(conversation_lines *t, rsp_bytes lines) {
    rsp_status status = RSP_OK;
    while (lines.len > 0 && status == RSP_OK)
        status = say(t, rsp_bytes_split(&lines, '\n'));
    return status;
}

/* Frames are taken from the input and written to files by the same code as our own captures.
 * The length of a frame decides on comments and names, so files with and without them are made.
 * See frame_input.h. */
/* SPDX-License-Identifier: MIT */
#include "frame_input.h"

#include "capture/pcap.h"
#include "capture/pcapng.h"
#include "core/limits.h"

frame_input frame_input_take(rsp_bytes in) {
    static const int types[] = {RSP_LINKTYPE_ETHERNET,  RSP_LINKTYPE_NULL, RSP_LINKTYPE_RAW,
                                RSP_LINKTYPE_LINUX_SLL, RSP_LINKTYPE_LOOP, RSP_LINKTYPE_LINUX_SLL2,
                                RSP_LINKTYPE_RAW_BSD,   RSP_LINKTYPE_IPV4, FRAME_INPUT_UNKNOWN};
    int type = types[fuzz_take_byte(&in) % RSP_ARRAY_LEN(types)];
    size_t missing = fuzz_take_byte(&in);
    return (frame_input){.type = type, .bytes = in, .wire_len = in.len + missing};
}

/* The frame's own bytes, or, for one length in eight, them again and again for longer than a file can hold.
 */
static rsp_bytes comment_for(const frame_input *frame) {
    static uint8_t comment[RSP_LIMIT_PCAPNG_COMMENT_BYTES + 8];
    size_t len = frame->bytes.len;
    if (frame->wire_len % 8 != 3)
        return frame->bytes;
    memset(comment, 0xc3, sizeof comment);
    for (size_t at = 0; len > 0 && at < sizeof comment; at += len)
        memcpy(comment + at, frame->bytes.ptr, at + len <= sizeof comment ? len : sizeof comment - at);
    return rsp_bytes_make(comment, sizeof comment);
}

void frame_input_write_pcapng(rsp_buf *file, const frame_input *frame) {
    const rsp_pcapng_packet packet = {
        .time_ns = 5, .frame = frame->bytes, .wire_len = frame->wire_len, .comment = comment_for(frame)};
    FUZZ_MUST(rsp_pcapng_cut(packet.comment).len <= packet.comment.len);
    rsp_buf_clear(file);
    rsp_pcapng_section(file, frame->wire_len % 2 ? "fuzzed" : NULL);
    rsp_pcapng_interface(file, frame->type, frame->wire_len % 2 ? "a link" : NULL);
    rsp_pcapng_write(file, &packet);
}

void frame_input_write_pcap(rsp_buf *file, const frame_input *frame) {
    rsp_buf_clear(file);
    rsp_pcap_write_header(file, frame->type);
    rsp_pcap_write_frame(file, 5, frame->bytes, frame->wire_len);
}

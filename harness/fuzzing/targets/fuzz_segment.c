/* Frames of any link type: a TCP segment lies in its frame and has two addresses.
 * An unknown link type is reported as such. The input is a frame.
 * See frame_input.h. */
/* SPDX-License-Identifier: MIT */
#include "frame_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_buf text;
    frame_input frame = frame_input_take(rsp_bytes_make(data, size));
    rsp_segment segment = {0};
    rsp_frame_class class_ = rsp_segment_decode(&segment, frame.bytes, frame.wire_len, frame.type);
    FUZZ_MUST(class_ < RSP_FRAME_CLASSES && rsp_frame_class_name(class_)[0] != '?');
    FUZZ_MUST((class_ == RSP_FRAME_FOREIGN) == (frame.type == FRAME_INPUT_UNKNOWN));
    if (class_ != RSP_FRAME_TCP)
        return 0;
    const uint8_t *start = segment.payload.ptr;
    FUZZ_MUST(segment.payload.len <= segment.wire_len && segment.wire_len <= frame.wire_len);
    FUZZ_MUST(segment.payload.len == 0 ||
              (start >= frame.bytes.ptr && start + segment.payload.len <= frame.bytes.ptr + frame.bytes.len));
    rsp_buf_clear(&text);
    rsp_tcp_endpoint_append(&text, &segment.source);
    rsp_tcp_endpoint_append(&text, &segment.target);
    FUZZ_MUST(text.status == RSP_OK && text.len >= 6); /* an end with port 0 reads "log" */
    return 0;
}

/* Frames of any link type: what is taken for TCP lies in the frame, and the same bytes give the same answer.
 * The first byte chooses the link type, the second how much longer the frame was on the wire.
 * See rsp/segment.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/segment.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const int types[] = {RSP_LINKTYPE_ETHERNET,  RSP_LINKTYPE_NULL, RSP_LINKTYPE_RAW,
                                RSP_LINKTYPE_LINUX_SLL, RSP_LINKTYPE_LOOP, RSP_LINKTYPE_LINUX_SLL2,
                                RSP_LINKTYPE_RAW_BSD,   RSP_LINKTYPE_IPV4, 147 /* none that is known */};
    static rsp_buf text;
    rsp_bytes in = rsp_bytes_make(data, size);
    int type = types[fuzz_take_byte(&in) % RSP_ARRAY_LEN(types)];
    size_t wire_len = in.len + fuzz_take_byte(&in);
    rsp_segment segment = {0};
    rsp_frame_class class_ = rsp_segment_decode(&segment, in, wire_len, type);
    FUZZ_MUST(class_ < RSP_FRAME_CLASSES && rsp_frame_class_name(class_)[0] != '?');
    FUZZ_MUST((class_ == RSP_FRAME_FOREIGN) == (type == 147));
    if (class_ != RSP_FRAME_TCP)
        return 0;
    FUZZ_MUST(segment.payload.len <= segment.wire_len && segment.wire_len <= wire_len);
    FUZZ_MUST(segment.payload.len == 0 || (segment.payload.ptr >= in.ptr &&
                                           segment.payload.ptr + segment.payload.len <= in.ptr + in.len));
    rsp_buf_clear(&text);
    rsp_endpoint_append(&text, &segment.source);
    rsp_endpoint_append(&text, &segment.target);
    FUZZ_MUST(text.status == RSP_OK && text.len >= 6); /* an end with port 0 reads "log" */
    return 0;
}

/* A frame of a capture from the input: any link type, whole or cut short.
 * First byte: the link type; second byte: by how much the frame was longer on the wire.
 * See capture/segment.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_FRAME_INPUT_H
#define FUZZ_FRAME_INPUT_H

#include "fuzz.h"

#include "capture/segment.h"

enum { FRAME_INPUT_UNKNOWN = 147 }; /* a link type without a reader */

typedef struct frame_input {
    int type;
    rsp_bytes bytes;
    size_t wire_len;
} frame_input;

/* The whole input; its bytes are borrowed. */
frame_input frame_input_take(rsp_bytes in);

/* A capture file with this frame only, in place of what `file` held. */
void frame_input_write_pcap(rsp_buf *file, const frame_input *frame);
void frame_input_write_pcapng(rsp_buf *file, const frame_input *frame);

#endif

/* A frame of a capture from the input, for the fuzz targets of frames: of any link type, whole or cut short.
 * The first byte chooses the link type, the second how much longer the frame was on the wire.
 * See capture/segment.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_FRAME_INPUT_H
#define FUZZ_FRAME_INPUT_H

#include "fuzz.h"

#include "capture/segment.h"

enum { FRAME_INPUT_UNKNOWN = 147 }; /* a link type that nobody reads */

typedef struct frame_input {
    int type;
    rsp_bytes bytes;
    size_t wire_len;
} frame_input;

frame_input frame_input_take(rsp_bytes in);

/* A capture file with this frame and nothing else. */
void frame_input_write_pcap(rsp_buf *file, const frame_input *frame);
void frame_input_write_pcapng(rsp_buf *file, const frame_input *frame);

#endif

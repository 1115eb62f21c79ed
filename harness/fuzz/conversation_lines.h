/* Conversations as lines of text, for fuzz targets that take any of them: "> request", "< reply",
 * "% notification", ">>bytes", "<<bytes", "!" lost, "#" a remark, "x" closed, "|" connected.
 * As in tests/trace/transcript_script.h; they go through a transcript, whole or cut into pieces. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_CONVERSATION_LINES_H
#define FUZZ_CONVERSATION_LINES_H

#include "fuzz.h"

#include <rsp/exchange.h>

typedef struct conversation_lines {
    rsp_transcript *transcript;
    const rsp_exchanges *exchanges; /* that observe it: they know whether packets are acknowledged */
    uint64_t pieces;                /* 0: whole; else state of the cuts */
    uint64_t now_ns;
} conversation_lines;

/* All lines in order, a millisecond each, until one can not be kept. */
rsp_status conversation_lines_say(conversation_lines *t, rsp_bytes lines);

#endif

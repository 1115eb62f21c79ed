/* Conversations as lines of text: "> request", "< reply", "% notification", ">>bytes" and "<<bytes" raw,
 * "!" lost, "#" a remark, "x" closed, "|" connected. They go through a transcript, whole or in pieces.
 * The same form as in tests/trace/transcript_script.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_CONVERSATION_LINES_H
#define FUZZ_CONVERSATION_LINES_H

#include "fuzz.h"

#include "trace/exchange.h"

typedef struct conversation_lines {
    rsp_transcript *transcript;
    const rsp_exchanges *exchanges; /* its observer: knows whether packets are acknowledged */
    uint64_t pieces;                /* 0: whole; else state of the split */
    uint64_t now_ns;
} conversation_lines;

/* Feeds the lines in order, a millisecond each, up to the first that cannot be kept. Returns its status. */
rsp_status conversation_lines_say(conversation_lines *t, rsp_bytes lines);

#endif

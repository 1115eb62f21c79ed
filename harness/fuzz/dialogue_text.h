/* A dialogue from lines of text (conversation_lines.h), for the fuzz targets of what reads dialogues: as
 * `capture to-scenario`, `replay` and `diff` get them from a capture. Lines that a transcript can not keep
 * end it. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_DIALOGUE_TEXT_H
#define FUZZ_DIALOGUE_TEXT_H

#include "fuzz.h"

#include "capture/dialogue.h"

/* Into an all-zero dialogue, to be freed by rsp_dialogue_free. `pieces`: 0, or how the bytes are cut. */
void dialogue_text(rsp_dialogue *out, bool midstream, uint64_t pieces, rsp_bytes lines);

/* Takes the lines of the first of two off the front: a line "=" stands between them. */
rsp_bytes dialogue_text_first(rsp_bytes *in);

#endif

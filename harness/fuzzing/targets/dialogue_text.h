/* A dialogue from lines of text (conversation_lines.h), as `capture` commands get one from a capture.
 * For the fuzz targets dialogue, to_scenario and capture_diff.
 * See capture/dialogue.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_DIALOGUE_TEXT_H
#define FUZZ_DIALOGUE_TEXT_H

#include "fuzz.h"

#include "capture/dialogue.h"

/* Fills an all-zero dialogue; free with rsp_dialogue_free. `pieces`: 0, or the state of the split. */
void dialogue_text(rsp_dialogue *out, bool midstream, uint64_t pieces, rsp_bytes lines);

/* Takes the first of two texts off the front; a line "=" separates them. */
rsp_bytes dialogue_text_first(rsp_bytes *in);

#endif

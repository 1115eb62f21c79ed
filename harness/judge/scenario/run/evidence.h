/* What a result keeps of what a stub sent: bounded for each text and for the whole run.
 * A text that is too long loses its middle, and says so.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_EVIDENCE_H
#define RSP_SCENARIO_EVIDENCE_H

#include "core/arena.h"
#include "core/mem.h"
#include "trace/result.h"

/* A copy of `text` in the arena, of at most `limit` bytes and the sentence that says what was left out. */
const char *evidence_text(rsp_arena *arena, rsp_bytes text, size_t limit);

/* The same for text in lines, which stay whole where they are not longer than half of the limit. */
const char *evidence_lines(rsp_arena *arena, rsp_bytes text, size_t limit);

/* Cuts all texts of a result to their limits. Transcript, window and last words count against `budget` (may
 * be NULL); when it is spent, little is left of them. Texts that are cut are replaced by copies in the arena.
 */
void evidence_trim(rsp_result *result, rsp_arena *arena, rsp_mem_budget *budget);

#endif

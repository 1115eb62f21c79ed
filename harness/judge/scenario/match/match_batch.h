/* Replies to batches: data per range of MultiMemRead, results per request of MultiBreakpoint.
 * False: `why` says what the first difference is.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_MATCH_BATCH_H
#define RSP_SCENARIO_MATCH_BATCH_H

#include "play/play.h"

#include "codec/multimem.h"

/* A reply to MultiMemRead, range by range. The last request of the play says which ranges were asked for. */
bool match_multimem(play *p, const chunks_spec *wanted, rsp_bytes reply, rsp_buf *why);
/* A reply to MultiBreakpoint or jMultiBreakpoint, result by result. */
bool match_multibreak(play *p, const results_spec *wanted, rsp_bytes reply, rsp_buf *why);

/* Bytes that are a start of `of`, at least `min` and at most `max` of them; both may be NULL. */
bool match_start(play *p, rsp_bytes got, const bytes_spec *of, const expr_spec *min, const expr_spec *max,
                 rsp_buf *why);

/* Whether both are the same: "expected 24 in byte 3, got 2a". */
bool match_same_bytes(rsp_bytes got, rsp_bytes want, rsp_buf *why);

/* The form of MultiMemRead that is spoken here. */
rsp_multimem_form match_multimem_form(const play *p);

#endif

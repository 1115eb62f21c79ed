/* Explanations and what holds of them all, for the fuzz targets of payloads and of events: bounded, one line
 * unless lines were asked for, and nothing that a terminal would obey.
 * See codec/explain.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_EXPLAIN_CHECK_H
#define FUZZ_EXPLAIN_CHECK_H

#include "fuzz.h"

#include "codec/explain.h"

/* Lines or one line, and how much of data is shown, by bits of `choice`. */
rsp_explain_options explain_options(uint8_t choice);

/* Where an explanation goes to, and the check that empties it again. */
rsp_buf *explain_out(void);
void explain_check(const rsp_explain_options *options);

#endif

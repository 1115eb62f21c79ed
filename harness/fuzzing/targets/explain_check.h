/* What holds of every explanation: bounded, printable, and one line unless lines were requested.
 * For the fuzz targets explain and explain_event.
 * See codec/explain.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_EXPLAIN_CHECK_H
#define FUZZ_EXPLAIN_CHECK_H

#include "fuzz.h"

#include "codec/explain.h"

/* One line or several, and the number of data bytes shown, by bits of `choice`. */
rsp_explain_options explain_options(uint8_t choice);

/* The buffer for an explanation, and the check, which also empties it. */
rsp_buf *explain_out(void);
void explain_check(const rsp_explain_options *options);

#endif

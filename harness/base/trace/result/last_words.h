/* Where a stub died, by what it wrote on standard error.
 * Whether words are those of a death at all is told by rsp_words_tell_death (trace/cause.h).
 * Private to the files about causes. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TRACE_LAST_WORDS_H
#define RSP_TRACE_LAST_WORDS_H

#include "trace/result.h"

/* The line of a stub's stderr that says where it died, borrowed from the result; empty where none does. */
rsp_bytes cause_last_words(const rsp_result *r);

#endif

/* Patterns: JSON in which an object demands only its members, and some texts stand for more than themselves.
 * Against a list an object has operators: size, some, every, none, unique.
 * The words are listed in docs/debug-adapters.md. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SUITE_MATCH_H
#define RSP_DAP_SUITE_MATCH_H

#include <jansson.h>
#include <rsp/bytes.h>

/* Whether `value` (NULL: it is not there) is what `pattern` (NULL: anything) says; else appends the first
 * place that differs to `problem`: "/stackFrames/0/line is 37, not 36". */
bool dap_match_value(const json_t *pattern, const json_t *value, rsp_buf *problem);

#endif

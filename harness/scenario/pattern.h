/* Patterns of scenarios: POSIX extended regular expressions, measured before libc compiles them.
 * libc writes repetitions out (`(a{100}){100}` is 10,000 nodes, each further `+` doubles what stands before
 * it) and follows groups by recursion, both without a bound of its own. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_PATTERN_H
#define RSP_SCENARIO_PATTERN_H

#include <regex.h>
#include <rsp/bytes.h>
#include <rsp/status.h>

/* Compiles what `pattern` holds with `flags` beside REG_EXTENDED. RSP_SCHEMA: it is no pattern, holds a NUL,
 * is larger than RSP_LIMIT_PATTERN_NODES when written out, or has groups deeper than RSP_LIMIT_PATTERN_DEPTH;
 * `why` (of `room` bytes) then says which, and there is nothing to regfree. `pattern` stays the caller's. */
rsp_status pattern_compile(regex_t *out, char *why, size_t room, rsp_buf *pattern, int flags) RSP_MUST_USE;

#endif

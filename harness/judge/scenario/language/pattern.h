/* Patterns of scenarios: POSIX extended regular expressions, measured before libc compiles them.
 * libc writes repetitions out (`(a{100}){100}` is 10,000 nodes, each further `+` doubles what stands before
 * it) and follows groups by recursion, both without a bound of its own. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_PATTERN_H
#define RSP_SCENARIO_PATTERN_H

#include "scenario/language/automaton.h"

#include <rsp/bytes.h>
#include <rsp/status.h>

/* Compiles `text`. libc says what is a pattern; the search, which is over what a peer sends, is the
 * automaton's: libc's can take minutes and gigabytes, or not end. RSP_SCHEMA: it is no pattern, holds a NUL,
 * is larger than RSP_LIMIT_PATTERN_NODES when written out, has groups deeper than RSP_LIMIT_PATTERN_DEPTH, or
 * has what rsp_automaton_new refuses; `why` (of `room` bytes) then says which. RSP_NO_MEMORY. `text` stays
 * the caller's. */
rsp_status rsp_pattern_compile(automaton **out, char *why, size_t room, rsp_buf *text,
                               const rsp_mem *mem) RSP_MUST_USE;

#endif

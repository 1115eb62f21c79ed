/* A broken rule in words, as `capture check` and `proxy` tell it, and what a recording comes to by the rules.
 * The place is the caller's: a frame, a line, a time.
 * See rsp/rule.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_VIOLATION_TEXT_H
#define RSP_VIOLATION_TEXT_H

#include "trace/client_rule.h"
#include <rsp/rule.h>

RSP_BEGIN_DECLS

/* "FAIL" or "warn": how a broken rule counts. */
const char *rsp_rule_word(const rsp_rule *rule);

/* Appends lines about one violation of conversation `number`: rule, requirements, what is wrong, expected and
 * got. */
void rsp_violation_append(rsp_buf *out, uint64_t number, const char *place, const rsp_violation *violation);

/* Appends how often each rule was broken that was broken more than once, and how many answers were not
 * judged. `label` stands before each line. */
void rsp_violation_append_counts(rsp_buf *out, const char *label, const rsp_rules *rules);

/* The same for one breach of the rules on the debugger. */
void rsp_client_breach_append(rsp_buf *out, uint64_t number, const char *place,
                              const rsp_client_breach *breach);
/* Appends how often each rule on the debugger was broken that was broken more than once. */
void rsp_client_breach_append_counts(rsp_buf *out, const char *label, const rsp_client_rules *rules);

/* Appends "5 packets of debuggers judged   no musts broken   1 should broken". */
void rsp_client_breach_append_sum(rsp_buf *out, uint64_t packets, uint64_t musts, uint64_t shoulds);

/* Appends "12 packets of stubs judged   no musts broken   1 should broken". */
void rsp_violation_append_sum(rsp_buf *out, uint64_t packets, uint64_t musts, uint64_t shoulds);

RSP_END_DECLS

#endif

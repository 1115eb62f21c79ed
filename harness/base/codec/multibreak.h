/* Batched breakpoint requests in both wire forms, and their results.
 * LLDB ships `jMultiBreakpoint:{"breakpoint_requests":[..]}`; the RFC draft had `MultiBreakpoint:Z..;z..`.
 * Source: LLDB gdb-remote extensions, jMultiBreakpoint; requirement groups MBP and MBP-RFC. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MULTIBREAK_H
#define RSP_MULTIBREAK_H

#include "core/arena.h"

RSP_BEGIN_DECLS

/* The two wire forms: jMultiBreakpoint and MultiBreakpoint. */
typedef enum rsp_multibreak_form {
    RSP_MULTIBREAK_LLDB,
    RSP_MULTIBREAK_RFC,
} rsp_multibreak_form;

/* A list of slices, each a request ("Z0,1000,4") or a result ("OK", "E01"). The array lives in the arena;
 * the slices too (LLDB form) or in the payload (RFC form). */
typedef struct rsp_multibreak_list {
    rsp_bytes *items;
    size_t num;
} rsp_multibreak_list;

/* The whole payload as transmitted (the LLDB form is unescaped here). Single requests are not looked into:
 * a bad one is an element with an error result, not an error of the packet. In the RFC form only a `;` in
 * front of z or Z starts a new request. RSP_MALFORMED: not this packet, no request (RFC), bad JSON or
 * nesting, no array, an element that is no string. RSP_LIMIT beyond RSP_LIMIT_BATCH_ITEMS or
 * RSP_LIMIT_JSON_DEPTH; RSP_NO_MEMORY. */
rsp_status rsp_multibreak_parse(rsp_multibreak_list *out, rsp_bytes payload, rsp_multibreak_form form,
                                rsp_arena *arena, rsp_error *error) RSP_MUST_USE;

/* How many requests a batch has; 0 where it is malformed. Statuses as those of rsp_multibreak_parse. `mem`
 * NULL is malloc; the usual text of LLDB needs none. */
rsp_status rsp_multibreak_count(size_t *out_num, rsp_bytes payload, rsp_multibreak_form form,
                                const rsp_mem *mem) RSP_MUST_USE;

/* Appends the payload for the wire (LLDB form: escaped). */
void rsp_multibreak_build(rsp_buf *out, const rsp_bytes *requests, size_t num, rsp_multibreak_form form);

/* The reply as transmitted, run lengths expanded: one result per request, in order. Each must be OK, Exx or
 * (LLDB form) empty: else RSP_MALFORMED. Whether num fits the request is the caller's to check. */
rsp_status rsp_multibreak_reply_parse(rsp_multibreak_list *out, rsp_bytes payload, rsp_multibreak_form form,
                                      rsp_arena *arena, rsp_error *error) RSP_MUST_USE;

/* Appends the reply with one result for each request. */
void rsp_multibreak_reply_build(rsp_buf *out, const rsp_bytes *results, size_t num, rsp_multibreak_form form);

RSP_END_DECLS

#endif

/* MultiMemRead in both wire forms: request ranges, and the reply's data per range.
 * LLDB ships `A,N,A,N;` answered by `N,N;<bytes>`; the RFC draft had `A,N;A,N;` and `N,<bytes>;N,<bytes>`.
 * Source: LLDB gdb-remote extensions, MultiMemRead; requirement groups MMR and MMR-RFC. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MULTIMEM_H
#define RSP_MULTIMEM_H

#include <rsp/packets.h>

RSP_BEGIN_DECLS

/* A range of memory. */
typedef struct rsp_mem_range {
    uint64_t addr;
    uint64_t len;
} rsp_mem_range;

/* The whole payload "MultiMemRead:ranges:...;" into at most `cap` ranges (with cap 0 `ranges` may be NULL:
 * only checked and counted). RSP_MALFORMED with an offset: no `ranges:` first, nothing in it, an odd count,
 * no closing `;`, bytes behind it, the other form's separators. In the RFC form addresses may have `0x`.
 * RSP_RANGE for numbers beyond 64 bits, RSP_LIMIT beyond RSP_LIMIT_BATCH_ITEMS or a non-zero cap. */
rsp_status rsp_multimem_parse(rsp_mem_range *ranges, size_t cap, size_t *out_num, rsp_bytes payload,
                              rsp_multimem_form form, rsp_error *error) RSP_MUST_USE;

/* Appends what stands before the ranges of a request. */
void rsp_multimem_begin(rsp_buf *out);

/* The length of that. */
size_t rsp_multimem_begin_len(void);

/* Appends the request. */
void rsp_multimem_build(rsp_buf *out, const rsp_mem_range *ranges, size_t num, rsp_multimem_form form);

/* The reply, run lengths expanded and unescaped (rsp_unescape the whole payload), to one slice per range;
 * chunks[num] borrows from `decoded`. RSP_MALFORMED with an offset: another number of counts than `num`,
 * bad counts, a count above the range's length, fewer or more bytes than the counts promise. The RFC form's
 * final `;` is optional. Error and empty replies are the caller's to tell (see reply.h). */
rsp_status rsp_multimem_reply_parse(rsp_bytes *chunks, const rsp_mem_range *ranges, size_t num,
                                    rsp_bytes decoded, rsp_multimem_form form, rsp_error *error) RSP_MUST_USE;

/* Appends the reply for the wire, data escaped. */
void rsp_multimem_reply_build(rsp_buf *out, const rsp_bytes *chunks, size_t num, rsp_multimem_form form);

/* What counts and separators of a reply take at most: no count is larger than its range, or than `limit`
 * bytes of a reply. Either form. */
size_t rsp_multimem_counts_bytes(const rsp_mem_range *ranges, size_t num, uint64_t limit);

RSP_END_DECLS

#endif

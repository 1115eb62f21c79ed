/* How many bytes a MultiMemRead and its reply will take, for those who fill packets to the brim. The payloads
 * themselves are in rsp/payload.h: LLDB's form `A,N,A,N;`, and that of the RFC draft, `A,N;A,N;`.
 * Source: LLDB gdb-remote extensions, MultiMemRead; requirement groups MMR and MMR-RFC. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MULTIMEM_H
#define RSP_MULTIMEM_H

#include <rsp/payload.h>

RSP_BEGIN_DECLS

/* Appends what stands before the ranges of a request. */
void rsp_multimem_begin(rsp_buf *out);

/* The length of that. */
size_t rsp_multimem_begin_len(void);

/* What counts and separators of a reply take at most: no count is larger than its range, or than `limit`
 * bytes of a reply. Either form. */
size_t rsp_multimem_counts_bytes(const rsp_mem_range *ranges, size_t num, uint64_t limit);

RSP_END_DECLS

#endif

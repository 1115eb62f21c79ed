/* Finds unsafe packets, which can harm the machine where a stub runs, in outgoing bytes.
 * It looks at the stream, so it also finds a request that is split, escaped or has bytes in between.
 * It errs on the safe side: bytes that only look like such a request are refused, too. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_HARM_H
#define RSP_HARM_H

#include <rsp/bytes.h>
#include <rsp/packets.h>

RSP_BEGIN_DECLS

/* Sets of rsp_harm. */
#define RSP_HARM_BIT(harm) (UINT32_C(1) << (harm))
#define RSP_HARM_ALL (RSP_HARM_BIT(RSP_HARM_COUNT) - 1U)

/* "hostio,run" or "all" to a set. RSP_USAGE with the names there are. */
rsp_status rsp_harm_parse(uint32_t *out_set, const char *text, rsp_error *error) RSP_MUST_USE;

/* Sizes of what a filter remembers. */
enum {
    RSP_UNSAFE_VIEWS = 3, /* ways in which a stub may read the stream */
    RSP_UNSAFE_TAIL = 16, /* bytes remembered of each: the beginning of a name */
    RSP_UNSAFE_PIDS = 32, /* processes remembered */
};

/* The filter of one connection. All-zero is a new connection with nothing allowed. */
typedef struct rsp_unsafe_filter {
    uint32_t allowed;              /* set of rsp_harm */
    bool any_process;              /* vAttach and vKill of any process: only for a simulated machine */
    int64_t pids[RSP_UNSAFE_PIDS]; /* processes that the stub has named */
    size_t num_pids;
    uint8_t tail[RSP_UNSAFE_VIEWS][RSP_UNSAFE_TAIL]; /* private */
    size_t tail_len[RSP_UNSAFE_VIEWS];
    rsp_buf scratch;
} rsp_unsafe_filter;

/* Frees the scratch memory. */
void rsp_unsafe_filter_free(rsp_unsafe_filter *unsafe);

/* A new connection: forgets what was sent, and the processes. */
void rsp_unsafe_filter_reset(rsp_unsafe_filter *unsafe);

/* The stub has named this process: vAttach and vKill may name it, too. Ignores 0, 1 and negative ids. */
void rsp_unsafe_filter_learn(rsp_unsafe_filter *unsafe, int64_t pid);

/* Whether `bytes` may follow the bytes sent so far. True counts them as sent. False, also without memory,
 * changes nothing; *out_harm (may be NULL) is the reason. */
bool rsp_unsafe_filter_allow(rsp_unsafe_filter *unsafe, rsp_bytes bytes, rsp_harm *out_harm);

/* Whether a payload names a packet outside of the set `allowed`. Cheaper than the filter, and no promise that
 * the packet may be sent. */
bool rsp_payload_is_unsafe(uint32_t allowed, rsp_bytes payload);

RSP_END_DECLS

#endif

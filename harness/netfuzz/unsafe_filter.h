/* Unsafe packets, which can harm the machine where a stub runs, found in the bytes that are about to be sent.
 * Looks at the stream, not at packets: a request cut in two, escaped or with bytes in between is found, too.
 * Errs on the safe side: bytes that only look like such a request are held back as well. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_HARM_H
#define RSP_HARM_H

#include <rsp/bytes.h>
#include <rsp/packets.h>

RSP_BEGIN_DECLS

/* Sets of hazards. */
#define RSP_HARM_BIT(harm) (UINT32_C(1) << (harm))
#define RSP_HARM_ALL (RSP_HARM_BIT(RSP_HARM_COUNT) - 1U)

/* "hostio,run" or "all" to a set. RSP_USAGE with the names there are. */
rsp_status rsp_harm_parse(uint32_t *out_set, const char *text, rsp_error *error) RSP_MUST_USE;

enum {
    RSP_UNSAFE_VIEWS = 3, /* ways in which a stub might read the stream */
    RSP_UNSAFE_TAIL = 16, /* bytes remembered of each at most: a name's beginning */
    RSP_UNSAFE_PIDS = 32, /* processes remembered */
};

/* What was sent on one connection, as far as it matters. All-zero is a new connection with nothing allowed.
 */
typedef struct rsp_unsafe_filter {
    uint32_t allowed;              /* set of rsp_harm */
    bool any_process;              /* vAttach and vKill of whatever process: only for a simulated machine */
    int64_t pids[RSP_UNSAFE_PIDS]; /* processes that the stub has named */
    size_t num_pids;
    uint8_t tail[RSP_UNSAFE_VIEWS][RSP_UNSAFE_TAIL]; /* private */
    size_t tail_len[RSP_UNSAFE_VIEWS];
    rsp_buf scratch;
} rsp_unsafe_filter;

void rsp_unsafe_filter_free(rsp_unsafe_filter *unsafe);

/* A new connection: forgets what was sent, and the processes. */
void rsp_unsafe_filter_reset(rsp_unsafe_filter *unsafe);

/* A process that the stub has named itself. 0, 1 and negative ones are never taken. */
void rsp_unsafe_filter_learn(rsp_unsafe_filter *unsafe, int64_t pid);

/* Whether `bytes` may follow what was sent. When they may they count as sent; when not, or without memory,
 * nothing changes and *out_harm (may be NULL) tells why not. */
bool rsp_unsafe_filter_allow(rsp_unsafe_filter *unsafe, rsp_bytes bytes, rsp_harm *out_harm);

/* Whether a packet of this payload is one that is not in the set `allowed`, by its name alone: cheaper than
 * to look at the stream, and no promise that the packet may be sent. */
bool rsp_payload_is_unsafe(uint32_t allowed, rsp_bytes payload);

RSP_END_DECLS

#endif

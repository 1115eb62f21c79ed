/* A proxy and what its two ends said and got, for fuzz targets: memory is counted, time is virtual.
 * Zero is fine to begin with; buffers are kept from one execution to the next.
 * See proxy/proxy.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_PROXY_ENDS_H
#define FUZZ_PROXY_ENDS_H

#include "fuzz.h"

#include "grammar/messages.h"
#include "proxy/proxy.h"

enum { PROXY_PACKET_BYTES = 1024 };

typedef struct proxy_ends {
    fuzz_mem mem;
    rsp_proxy *proxy;
    uint64_t now_ns;
    uint64_t pieces; /* 0: bytes are handed over whole; else state of the cuts */
    rsp_buf got[RSP_PROXY_ENDS];
    rsp_buf said[RSP_PROXY_ENDS];
    rsp_status status;
    rsp_accelerate accelerate;
} proxy_ends;

/* The low bits of `choice` say how much is accelerated, `fail_at` is that of fuzz_mem; false without memory.
 */
bool proxy_ends_begin(proxy_ends *p, uint8_t choice, uint64_t fail_at);

/* Bytes of one end. */
void proxy_ends_say(proxy_ends *p, rsp_proxy_end from, rsp_bytes bytes);

/* A message of a session: hurried packets, and raw bytes behind a `<`, are the stub's, all others the
 * client's; a pause is time up to the proxy's next deadline. */
void proxy_ends_play(proxy_ends *p, rsp_message_kind kind, rsp_bytes bytes);

/* Both ends go. What was only passed on is what was said, and all memory comes back. */
void proxy_ends_finish(proxy_ends *p);

#endif

/* A proxy, and what each of its ends said and received. Memory is counted, time is virtual.
 * For the fuzz targets proxy and proxy_talk. Begins all-zero; buffers are reused by the next input.
 * See proxy/proxy.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_PROXY_ENDS_H
#define FUZZ_PROXY_ENDS_H

#include "counted_memory.h"

#include "grammar/messages.h"
#include "proxy/proxy.h"

enum { PROXY_PACKET_BYTES = 1024 };

typedef struct proxy_ends {
    fuzz_mem mem;
    rsp_proxy *proxy;
    uint64_t now_ns;
    uint64_t pieces; /* 0: bytes go in whole; else state of the split */
    rsp_buf got[RSP_PROXY_ENDS];
    rsp_buf said[RSP_PROXY_ENDS];
    rsp_status status;
    rsp_accelerate accelerate;
} proxy_ends;

/* The low bits of `choice` are the degree of acceleration; `fail_at` is that of fuzz_mem. False without
 * memory. */
bool proxy_ends_begin(proxy_ends *p, uint8_t choice, uint64_t fail_at);

/* One end sends bytes. */
void proxy_ends_say(proxy_ends *p, rsp_proxy_end from, rsp_bytes bytes);

/* Plays a message of a session. Hurried packets, and raw bytes after a `<`, come from the stub, all others
 * from the client; a pause lasts until the proxy's next deadline. */
void proxy_ends_play(proxy_ends *p, rsp_message_kind kind, rsp_bytes bytes);

/* Both ends leave. Without acceleration the bytes received are those sent; all memory comes back. */
void proxy_ends_finish(proxy_ends *p);

#endif

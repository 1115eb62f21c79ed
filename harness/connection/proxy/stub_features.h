/* What the stub says of itself in its reply to qSupported, and what the proxy adds to it.
 * Only what we announce is served.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PROXY_STUB_FEATURES_H
#define RSP_PROXY_STUB_FEATURES_H

#include "proxy/proxy.h"

/* What the stub has announced, and what we serve in its place. All-zero knows nothing. */
typedef struct features {
    rsp_accelerate accelerate;
    bool asked;         /* qSupported has its reply */
    bool read;          /* we serve MultiMemRead */
    bool points_rfc;    /* we serve MultiBreakpoint */
    bool points_lldb;   /* we serve jMultiBreakpoint */
    bool binary_read;   /* the stub has x as GDB knows it */
    size_t packet_size; /* the stub's; 0 when it named none */
} features;

/* Learns from the stub's reply to qSupported and appends the one for the debugger. Compression is left out:
 * we could not read a compressed packet. */
void features_rewrite(features *f, rsp_buf *out, rsp_bytes reply);

#endif

/* One pass over the body of a packet: where it ends, what its bytes add up to, and whether runs or escapes
 * may be in it. The fastest way for the processor, and the portable one, which finds the same. Private to the
 * layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BODY_SCAN_H
#define RSP_BODY_SCAN_H

#include <rsp/bytes.h>

/* What a pass finds out. */
typedef struct body_scan {
    size_t len;  /* bytes before the first `#` or `$`, or all */
    uint8_t sum; /* of these, modulo 256 */
    bool coded;  /* a `*` or `}` is among them */
} body_scan;

/* Looks at bytes behind the lead. */
body_scan scan_body(rsp_bytes bytes);

/* The same in plain C, eight bytes at a time. */
body_scan scan_body_portably(rsp_bytes bytes);

#endif

/* Bytes as base64, as the protocol has memory, and back.
 * Decoding is strict: the alphabet of RFC 4648, padded, and nothing else.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_BASE64_H
#define RSP_DAP_ADAPTER_BASE64_H

#include <rsp/bytes.h>

void base64_append(rsp_buf *out, rsp_bytes bytes);

/* Appends the bytes. RSP_SYNTAX: it is no base64; RSP_NO_MEMORY. */
rsp_status base64_decode(rsp_buf *out, rsp_bytes text) RSP_MUST_USE;

#endif

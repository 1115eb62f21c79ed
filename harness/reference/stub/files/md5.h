/* MD5 of a byte string, for vFile:MD5 only: LLDB compares files by it.
 * No protection against anybody.
 * Not public. Source: RFC 1321. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_MD5_H
#define STUB_MD5_H

#include <rsp/bytes.h>

void stub_md5(uint8_t out[16], rsp_bytes data);

#endif

/* The kind of a reply, without what differs from run to run: addresses, ids and lengths hardly count.
 * States of a conversation and comparisons of two runs are made of these hashes.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_REPLY_CLASS_H
#define RSP_NETFUZZ_REPLY_CLASS_H

#include <rsp/bytes.h>

/* Its first digits are hex digits, and there are some. */
bool reply_is_hex(rsp_bytes payload);

uint64_t reply_class(rsp_bytes payload);

/* The same in a few values, for the reply before the last one. Never 0. */
uint64_t reply_rough_class(rsp_bytes payload);

#endif

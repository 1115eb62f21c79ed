/* Hashes of bytes and of words, the same on every machine and in every version.
 * Signatures of findings and names of files hold their values: they may never change.
 * Not for keys that a peer can choose against us. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_HASH_H
#define RSP_HASH_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* What an FNV-1a hash of 64 bits begins with (draft-eastlake-fnv). */
#define RSP_FNV UINT64_C(0xcbf29ce484222325)

/* Continues an FNV-1a hash over one byte, or over a number that stands for one. */
static inline uint64_t rsp_fnv_add(uint64_t hash, uint64_t byte) {
    return (hash ^ byte) * UINT64_C(0x100000001b3);
}

/* Continues an FNV-1a hash over bytes. */
static inline uint64_t rsp_fnv_bytes(uint64_t hash, rsp_bytes bytes) {
    for (size_t i = 0; i < bytes.len; i++)
        hash = rsp_fnv_add(hash, bytes.ptr[i]);
    return hash;
}

/* Continues a hash over a word of 64 bits, in two operations: for words that are many. Start with any number.
 */
static inline uint64_t rsp_hash_mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

RSP_END_DECLS

#endif

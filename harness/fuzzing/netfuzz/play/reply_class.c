/* Errors by their number, stop replies by signal and reason, hex data by the logarithm of its length, other
 * text by its first characters.
 * See reply_class.h. */
/* SPDX-License-Identifier: MIT */
#include "play/reply_class.h"

#include "codec/reply.h"
#include "core/hash.h"
#include "core/hex.h"
#include <rsp/payload.h>

static uint64_t log2_of(uint64_t value) {
    uint64_t bits = 0;
    for (; value > 0; value >>= 1)
        bits++;
    return bits;
}

bool reply_is_hex(rsp_bytes payload) {
    size_t look = payload.len < 64 ? payload.len : 64;
    for (size_t i = 0; i < look; i++)
        if (rsp_hex_value(payload.ptr[i]) < 0)
            return false;
    return payload.len > 0;
}

/* "T05swbreak": kind, signal and the keys that are no registers. */
static uint64_t stop_class(rsp_bytes payload) {
    uint64_t hash =
        rsp_hash_mix(payload.ptr[0], payload.len > 2 ? payload.ptr[1] * 256U + payload.ptr[2] : 0);
    rsp_bytes rest = rsp_bytes_from(payload, 3);
    while (payload.ptr[0] == 'T' && rest.len > 0) {
        rsp_bytes pair = rsp_bytes_split(&rest, ';');
        rsp_bytes key = rsp_bytes_sub(pair, 0, rsp_bytes_index(pair, ':'));
        for (size_t i = 0; i < key.len && !reply_is_hex(key); i++)
            hash = rsp_hash_mix(hash, key.ptr[i]);
    }
    return hash;
}

uint64_t reply_class(rsp_bytes payload) {
    rsp_reply reply = rsp_reply_classify(payload);
    if (reply.kind == RSP_REPLY_ERROR)
        return rsp_hash_mix(reply.kind, reply.code);
    if (reply.kind != RSP_REPLY_OTHER)
        return reply.kind;
    if (rsp_stop_reply_is(payload))
        return stop_class(payload);
    if (reply_is_hex(payload))
        return rsp_hash_mix(2, log2_of(payload.len) / 2);
    uint64_t hash = 3;
    for (size_t i = 0; i < payload.len && i < 3; i++)
        hash = rsp_hash_mix(hash, rsp_hex_value(payload.ptr[i]) >= 0 ? '0' : payload.ptr[i]);
    return rsp_hash_mix(hash, log2_of(payload.len) / 3);
}

uint64_t reply_rough_class(rsp_bytes payload) {
    return 1U + (uint64_t)rsp_reply_classify(payload).kind + (rsp_stop_reply_is(payload) ? 8U : 0U);
}

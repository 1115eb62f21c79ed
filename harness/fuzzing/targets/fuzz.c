/* The failing check, parts of inputs, and digests.
 * An input that is used up gives zeros and empty slices.
 * See fuzz.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void fuzz_fail(const char *what, const char *file, int line) {
    (void)fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
    abort();
}

uint8_t fuzz_take_byte(rsp_bytes *in) {
    return (uint8_t)fuzz_take_number(in, 1);
}

uint64_t fuzz_take_number(rsp_bytes *in, unsigned bytes) {
    uint64_t number = 0;
    for (unsigned i = 0; i < bytes && in->len > 0; i++) {
        number |= (uint64_t)in->ptr[0] << (8 * i);
        *in = rsp_bytes_from(*in, 1);
    }
    return number;
}

rsp_bytes fuzz_take(rsp_bytes *in, size_t len) {
    rsp_bytes part = rsp_bytes_sub(*in, 0, len);
    *in = rsp_bytes_from(*in, part.len);
    return part;
}

uint64_t fuzz_digest_bytes(uint64_t digest, rsp_bytes bytes) {
    digest = fuzz_digest(digest, bytes.len);
    for (; bytes.len >= 8; bytes = rsp_bytes_from(bytes, 8)) {
        uint64_t word = 0;
        memcpy(&word, bytes.ptr, 8);
        digest = fuzz_digest(digest, word);
    }
    for (size_t i = 0; i < bytes.len; i++)
        digest = fuzz_digest(digest, bytes.ptr[i]);
    return digest;
}

size_t fuzz_piece(uint64_t *state, size_t rest) {
    *state = fuzz_digest(*state, rest);
    size_t len = 1 + (*state >> 7) % 16;
    return len > rest || *state % 32 == 0 ? rest : len;
}

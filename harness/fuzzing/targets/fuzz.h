/* The frame of a fuzz target: the entry point, the failing check, parts of the input, digests to compare.
 * One noun, for every target: a file with LLVMFuzzerTestOneInput, which libFuzzer, AFL++ or replay.c calls.
 * Only for harness/fuzzing/targets and the embed kit; nothing of this is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_H
#define FUZZ_H

#include "core/hash.h"
#include <rsp/bytes.h>

/* One execution. Always 0; whatever is wrong ends the process. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Byte-level mutation in place, provided by the fuzzing engine; returns the new size. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

/* Defined by targets with a mutator of their own; the engine finds them by name. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t one_size, const uint8_t *two, size_t two_size,
                                 uint8_t *out, size_t max_size, unsigned seed);

/* The oracle: prints the condition that does not hold, and aborts. */
#define FUZZ_MUST(condition) ((condition) ? (void)0 : fuzz_fail(#condition, __FILE__, __LINE__))
_Noreturn void fuzz_fail(const char *what, const char *file, int line);

/* Takes parts off the front of an input; zeros and empty slices after its end. */
uint8_t fuzz_take_byte(rsp_bytes *in);
uint64_t fuzz_take_number(rsp_bytes *in, unsigned bytes);
rsp_bytes fuzz_take(rsp_bytes *in, size_t len);

/* Continues a digest (start with FUZZ_DIGEST) over bytes or a number: two runs are compared by it. */
#define FUZZ_DIGEST RSP_FNV
uint64_t fuzz_digest_bytes(uint64_t digest, rsp_bytes bytes);

static inline uint64_t fuzz_digest(uint64_t digest, uint64_t number) {
    return rsp_hash_mix(digest, number);
}

/* The length of the next piece of a stream: 1 to 16, now and then the whole rest. Equal states give equal
 * pieces. */
size_t fuzz_piece(uint64_t *state, size_t rest);

#endif

/* The machine and random code: no fault of the host, bounded memory, and the same run twice.
 * The first bytes are registers and the way of running, the rest is code written over a program.
 * See random_code.h. */
/* SPDX-License-Identifier: MIT */
#include "random_code.h"

enum { MOST_EVENTS = 64 };

static uint64_t run(rsp_bytes in) {
    random_code c;
    uint64_t digest = FUZZ_DIGEST;
    rsp_machine_ran ran = {.ended = RSP_RAN_EVENT};
    random_code_begin(&c, in);
    for (unsigned i = 0; i < MOST_EVENTS && ran.ended == RSP_RAN_EVENT; i++) {
        ran = random_code_run(&c);
        digest = fuzz_digest(digest, (uint64_t)ran.event.kind << 32 | (uint64_t)ran.ended);
        digest = fuzz_digest_bytes(fuzz_digest(digest, ran.insns), ran.event.bytes);
    }
    digest = fuzz_digest(digest, rsp_machine_trace_hash(c.machine));
    random_code_end(&c);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint64_t digest = run(in);
    if (digest % 4 == 0)
        FUZZ_MUST(run(in) == digest);
    return 0;
}

/* The look at a hostile stub ends, in virtual time, too; it gives all memory back, and prints no byte of the
 * stub's that a terminal obeys. The same answers give the same manners.
 * See look_use.h, scripted_stub.h, session_mutator.h. */
/* SPDX-License-Identifier: MIT */
#include "look_use.h"
#include "session_mutator.h"

enum { MEMORY_BYTES = 64 << 20 };

static uint64_t run(const rsp_messages *list, uint8_t choice, uint64_t fail_at) {
    fuzz_mem mem;
    fuzz_mem_init(&mem, MEMORY_BYTES, fail_at);
    uint64_t digest = look_use(list, choice, &mem.mem);
    FUZZ_MUST(mem.live == 0);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    session_runs(rsp_bytes_make(data, size), run, 200);
    return 0;
}

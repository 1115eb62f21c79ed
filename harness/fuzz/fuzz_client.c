/* The debugger client and a hostile stub: each call ends, stays within its buffers, and gives all memory
 * back. A choice byte and a session in which payloads are replies, one for each request in turn; in virtual
 * time. See client_use.h, hostile_stub.h, session_mutator.h. */
/* SPDX-License-Identifier: MIT */
#include "client_use.h"
#include "hostile_stub.h"
#include "session_mutator.h"

enum { MEMORY_BYTES = 64 << 20 };

static uint64_t run(const rsp_messages *list, uint8_t choice, uint64_t fail_at) {
    fuzz_mem mem;
    client_use_ends ends;
    uint64_t digest = 0;
    fuzz_mem_init(&mem, MEMORY_BYTES, fail_at);
    hostile_stub stub = {.list = list, .acks = (choice & 1) == 0};
    rsp_peer peer = hostile_stub_peer(&stub);
    if (client_use_open(&ends, &peer, choice, &mem.mem))
        digest = choice & 32 ? client_use_processes(ends.client) : client_use(ends.client);
    else
        FUZZ_MUST(fail_at > 0);
    client_use_close(&ends);
    FUZZ_MUST(mem.live == 0);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    session_runs(rsp_bytes_make(data, size), run, 100);
    return 0;
}

/* The reference client's session and a hostile stub: each request completes once, and no split of the replies
 * matters. A choice byte and a session in which payloads are replies.
 * See session_use.h, session_mutator.h. */
/* SPDX-License-Identifier: MIT */
#include "session_mutator.h"
#include "session_use.h"

enum { MEMORY_BYTES = 64 << 20 };

static uint64_t run(const rsp_messages *list, uint8_t choice, uint64_t fail_at, uint64_t pieces) {
    fuzz_mem mem;
    session_use u;
    uint64_t digest = FUZZ_DIGEST;
    fuzz_mem_init(&mem, MEMORY_BYTES, fail_at);
    session_use_begin(&u, choice, &mem.mem);
    if (u.session) {
        session_use_feed(&u, list, pieces);
        digest = session_use_take(&u);
        FUZZ_MUST(rsp_session_pending(u.session) == 0 || fail_at > 0);
    }
    for (rsp_request_id i = 1; i <= u.last; i++)
        FUZZ_MUST(u.completed[i] || fail_at > 0);
    session_use_end(&u);
    FUZZ_MUST(mem.live == 0);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_messages list;
    rsp_messages_clear(&list);
    uint8_t choice = session_input(&list, rsp_bytes_make(data, size));
    uint64_t digest = run(&list, choice, 0, 0);
    FUZZ_MUST(run(&list, choice, 0, 1) == digest);
    if (digest % 8 == 1)
        (void)run(&list, choice, 1 + digest / 8 % 64, 0);
    return 0;
}

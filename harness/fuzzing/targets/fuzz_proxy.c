/* The proxy between a hostile client and a hostile stub: splits do not matter, passed bytes stay.
 * A session; its hurried packets, and raw bytes after a `<`, come from the stub.
 * See proxy_ends.h. */
/* SPDX-License-Identifier: MIT */
#include "proxy_ends.h"
#include "session_mutator.h"

static uint64_t run(const rsp_messages *list, uint8_t choice, uint64_t fail_at, bool split) {
    static proxy_ends p;
    if (!proxy_ends_begin(&p, choice, fail_at))
        return 0;
    p.pieces = split;
    for (size_t i = 0; i < list->num; i++)
        proxy_ends_play(&p, list->items[i].kind, rsp_messages_bytes(list, i));
    proxy_ends_finish(&p);
    uint64_t digest = fuzz_digest(FUZZ_DIGEST, p.status);
    for (int i = 0; i < RSP_PROXY_ENDS && p.status == RSP_OK; i++)
        digest = fuzz_digest_bytes(digest, rsp_buf_bytes(&p.got[i]));
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_messages list;
    rsp_messages_clear(&list);
    uint8_t choice = session_input(&list, rsp_bytes_make(data, size));
    uint64_t digest = run(&list, choice, 0, false);
    FUZZ_MUST(run(&list, choice, 0, true) == digest);
    if (digest % 8 == 1)
        (void)run(&list, choice, 1 + digest / 8 % 60, true);
    return 0;
}

/* The reference stub and whole sessions: no rule is broken, and the same input gives the same output however
 * cut. A choice byte and the text of a session; mutated and crossed over message by message. See stub_host.h,
 * session_mutator.h. */
/* SPDX-License-Identifier: MIT */
#include "session_mutator.h"
#include "stub_host.h"

/* What pairs requests with replies assumes a client that keeps to the protocol itself. After raw bytes (acks
 * for nothing, halves of packets), a bare `#` or the same request twice in one go it can not know what a
 * reply answers: then the rules say nothing, and everything else is still checked. */
static bool client_is_sane(const rsp_messages *list) {
    for (size_t i = 0; i < list->num; i++) {
        rsp_bytes bytes = rsp_messages_bytes(list, i);
        bool twice = list->items[i].kind == RSP_MESSAGE_HURRIED &&
                     rsp_bytes_equal(bytes, rsp_messages_bytes(list, i + 1));
        if (list->items[i].kind == RSP_MESSAGE_RAW || twice || rsp_bytes_index(bytes, '#') < bytes.len)
            return false;
    }
    return true;
}

static uint64_t run(const rsp_messages *list, uint8_t choice, uint64_t fail_at, bool again) {
    stub_host h;
    stub_host_begin(&h, choice, fail_at);
    h.pieces = again ? 1 : 0;
    if (!again && fail_at == 0 && client_is_sane(list))
        stub_host_judge(&h);
    stub_host_play(&h, list);
    stub_host_check(&h);
    uint64_t digest = h.digest;
    stub_host_end(&h);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_messages list;
    rsp_messages_clear(&list);
    uint8_t choice = session_input(&list, rsp_bytes_make(data, size));
    uint64_t digest = run(&list, choice, 0, false);
    /* The second run costs as much again, so that only a part of the inputs gets it; which, they say. */
    if (digest % 4 == 0)
        FUZZ_MUST(run(&list, choice, 0, true) == digest);
    if (digest % 16 == 1)
        (void)run(&list, choice, 1 + digest / 16 % 400, true);
    return 0;
}

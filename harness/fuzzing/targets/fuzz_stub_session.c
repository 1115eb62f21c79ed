/* The reference stub and whole sessions: no rule is broken, and splits do not matter.
 * A choice byte and the text of a session, mutated message by message.
 * See stub_host.h, session_mutator.h. */
/* SPDX-License-Identifier: MIT */
#include "session_mutator.h"
#include "stub_host.h"

static uint64_t run(const rsp_messages *list, uint8_t choice, uint64_t fail_at, bool again) {
    stub_host h;
    stub_host_begin(&h, choice, fail_at);
    h.pieces = again ? 1 : 0;
    if (!again && fail_at == 0 && session_is_sane(list))
        stub_host_judge(&h);
    stub_host_play(&h, list);
    stub_host_check(&h);
    uint64_t digest = stub_host_digest(&h);
    stub_host_end(&h);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_messages list;
    rsp_messages_clear(&list);
    uint8_t choice = session_input(&list, rsp_bytes_make(data, size));
    uint64_t digest = run(&list, choice, 0, false);
    /* The second run costs as much again, so that only a part of the inputs gets it; which, they say. */
    if (digest % 16 == 0)
        FUZZ_MUST(run(&list, choice, 0, true) == digest);
    if (digest % 32 == 1)
        (void)run(&list, choice, 1 + digest / 32 % 400, true);
    return 0;
}

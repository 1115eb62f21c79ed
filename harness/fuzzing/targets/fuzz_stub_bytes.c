/* The reference stub and any bytes: splits do not matter, memory is bounded, it still answers.
 * First byte: options; two more may make an allocation fail. A zero byte lets the program run.
 * See stub_host.h. */
/* SPDX-License-Identifier: MIT */
#include "stub_host.h"

static uint64_t run(rsp_bytes in, uint8_t choice, uint64_t fail_at, bool split) {
    stub_host h;
    stub_host_begin(&h, choice, fail_at);
    h.pieces = split ? 1 : 0;
    while (in.len > 0) {
        stub_host_send(&h, rsp_bytes_split(&in, '\0'));
        stub_host_run(&h, 2000);
    }
    stub_host_check(&h);
    uint64_t digest = stub_host_digest(&h);
    stub_host_end(&h);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    uint8_t failing = fuzz_take_byte(&in);
    uint64_t fail_at = failing < 224 ? 0 : 1 + fuzz_take_number(&in, 1) * (failing % 4 + 1U);
    uint64_t whole = run(in, choice, fail_at, false);
    if (fail_at == 0)
        FUZZ_MUST(whole == run(in, choice, 0, true));
    return 0;
}

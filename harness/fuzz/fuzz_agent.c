/* Agent expressions: evaluation is bounded and deterministic, whatever the bytecode.
 * The first byte chooses the byte order and whether there is an output; the rest is the expression.
 * See agent_state.h. */
/* SPDX-License-Identifier: MIT */
#include "agent_state.h"

#include <rsp/limits.h>

static uint64_t run(rsp_bytes code, uint8_t choice) {
    rsp_buf printed = {.limit = RSP_LIMIT_AGENT_OUTPUT_BYTES};
    stub_agent_host host = agent_state(choice & 2 ? &printed : NULL, choice & 1);
    stub_agent_result result = {0};
    rsp_status status = stub_agent_eval(&result, &host, code);
    FUZZ_MUST(printed.len <= RSP_LIMIT_AGENT_OUTPUT_BYTES);
    uint64_t digest = fuzz_digest(fuzz_digest(FUZZ_DIGEST, status), result.has_value);
    if (status == RSP_OK && result.has_value)
        digest = fuzz_digest(digest, result.value);
    digest = fuzz_digest_bytes(digest, rsp_buf_bytes(&printed));
    rsp_buf_free(&printed);
    return digest;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    FUZZ_MUST(run(in, choice) == run(in, choice));
    return 0;
}

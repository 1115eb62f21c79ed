/* Conditions: evaluator and agent expression give the same value, or the same fault.
 * The input is a seed for registers and memory, and the condition.
 * See condition_input.h. */
/* SPDX-License-Identifier: MIT */
#include "condition_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    condition_input c;
    condition_input_take(&c, rsp_bytes_make(data, size));
    if (c.condition) {
        const rsp_condition_host host = condition_input_host(&c);
        const stub_agent_host stub = condition_input_agent_host(&c);
        stub_agent_result result = {0};
        uint64_t value = 0;
        rsp_buf code = {0};
        rsp_status status = rsp_condition_eval(&value, c.condition, &host, NULL);
        FUZZ_MUST(rsp_condition_to_agent(&code, c.condition, NULL) == RSP_OK);
        FUZZ_MUST(stub_agent_eval(&result, &stub, rsp_buf_bytes(&code)) == status);
        FUZZ_MUST(status != RSP_OK || (result.has_value && result.value == value));
        rsp_buf_clear(&code); /* where reads fail as they should, a guard changes nothing */
        const rsp_condition_guard guard = {.ones = 1, .wide = 2, .low = 3, .stack = 2};
        const rsp_status made = rsp_condition_to_agent(&code, c.condition, &guard);
        FUZZ_MUST(made == RSP_OK || made == RSP_LIMIT);
        FUZZ_MUST(made != RSP_OK || rsp_buf_bytes(&code).len > 0);
        rsp_buf_free(&code);
    }
    condition_input_free(&c);
    return 0;
}

/* Agent expressions as text: the assembler turns the output of the disassembler into the same bytes.
 * First byte: bytecode or text. Text that assembles is disassembled and assembled again.
 * See codec/agent.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "codec/agent.h"

static void there_and_back(rsp_bytes code) {
    rsp_buf text = {0};
    rsp_buf back = {0};
    rsp_error error = {0};
    rsp_agent_disassemble(&text, code);
    FUZZ_MUST(rsp_agent_assemble(&back, rsp_buf_bytes(&text), &error) == RSP_OK);
    FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(&back), code));
    rsp_buf_free(&text);
    rsp_buf_free(&back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    if (fuzz_take_byte(&in) & 1) {
        there_and_back(in);
        return 0;
    }
    rsp_buf code = {0};
    rsp_error error = {0};
    if (rsp_agent_assemble(&code, in, &error) == RSP_OK)
        there_and_back(rsp_buf_bytes(&code));
    rsp_buf_free(&code);
    return 0;
}

/* Agent expressions: evaluation is bounded and deterministic, whatever the bytecode.
 * First byte: byte order, and whether there is an output. The rest is the expression.
 * See stub/breakpoints/agent_eval.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "core/limits.h"
#include "stub/breakpoints/agent_eval.h"

enum { MEMORY_AT = 0x1000, MEMORY_BYTES = 64 };

/* Numbers first, then a text for printf. */
static uint8_t memory[MEMORY_BYTES] = "\x01\x82\xc3\xf4\xe5\xd6\xa7\x98 text %s %n";

/* Registers hold addresses in the memory and after it. */
static rsp_status read_register(void *ctx, uint64_t number, uint64_t *out_value) {
    (void)ctx;
    *out_value = MEMORY_AT + number;
    return number < 33 ? RSP_OK : RSP_NOT_FOUND;
}

static size_t read_memory(void *ctx, uint64_t addr, uint8_t *dst, size_t len) {
    (void)ctx;
    if (addr < MEMORY_AT || addr >= MEMORY_AT + MEMORY_BYTES)
        return 0;
    size_t there = (size_t)(MEMORY_AT + MEMORY_BYTES - addr);
    len = len < there ? len : there;
    memcpy(dst, memory + (addr - MEMORY_AT), len);
    return len;
}

/* `printed`: the output of printf, or NULL. */
static stub_agent_host host_of(rsp_buf *printed, bool big_endian) {
    return (stub_agent_host){
        .read_register = read_register, .read_memory = read_memory, .out = printed, .big_endian = big_endian};
}

static uint64_t run(rsp_bytes code, uint8_t choice) {
    rsp_buf printed = {.limit = RSP_LIMIT_AGENT_OUTPUT_BYTES};
    stub_agent_host host = host_of(choice & 2 ? &printed : NULL, choice & 1);
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

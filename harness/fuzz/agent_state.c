/* Sixty-four bytes, with numbers in front and a text for printf in them.
 * Registers hold addresses in and behind them.
 * See agent_state.h. */
/* SPDX-License-Identifier: MIT */
#include "agent_state.h"

enum { MEMORY_AT = 0x1000, MEMORY_BYTES = 64 };

static uint8_t memory[MEMORY_BYTES] = "\x01\x82\xc3\xf4\xe5\xd6\xa7\x98 text %s %n";

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

stub_agent_host agent_state(rsp_buf *printed, bool big_endian) {
    return (stub_agent_host){
        .read_register = read_register, .read_memory = read_memory, .out = printed, .big_endian = big_endian};
}

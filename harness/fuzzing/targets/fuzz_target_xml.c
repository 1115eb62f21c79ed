/* Target descriptions: any documents are read or refused, within limits; registers are in order.
 * A zero byte ends a document: target.xml first, then one for each include.
 * See codec/tdesc.h. */
/* SPDX-License-Identifier: MIT */
#include "counted_memory.h"

#include "codec/tdesc.h"
#include "core/limits.h"

static bool fetch(void *ctx, const char *annex, rsp_buf *out) {
    rsp_bytes *rest = ctx;
    if (annex[0] == '\0' || rest->len == 0)
        return false;
    rsp_buf_append(out, rsp_bytes_split(rest, '\0'));
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes rest = rsp_bytes_make(data, size);
    fuzz_mem mem;
    fuzz_mem_from(&mem, (size_t)64 << 20, &rest);
    rsp_tdesc t = {.arena = {.mem = &mem.mem}};
    if (rsp_tdesc_read(&t, fetch, &rest) == RSP_OK) {
        FUZZ_MUST(t.num <= RSP_LIMIT_REGISTERS);
        for (size_t i = 0; i < t.num; i++) {
            const rsp_tdesc_register *r = &t.registers[i];
            FUZZ_MUST(r->name && r->alt_name && r->generic && (i == 0 || r->number >= r[-1].number));
            FUZZ_MUST(rsp_tdesc_by_number(&t, r->number) != NULL && rsp_tdesc_find(&t, r->name) != NULL);
        }
        const rsp_tdesc_register *pc = rsp_tdesc_find(&t, "pc");
        FUZZ_MUST(!pc || (pc >= t.registers && pc < t.registers + t.num));
        unsigned bytes = rsp_arch_address_bytes(t.architecture);
        FUZZ_MUST(rsp_arch_name(t.architecture) && bytes >= 2 && bytes <= 8 &&
                  rsp_arch_bp_kind(t.architecture) <= 4);
        FUZZ_MUST(!rsp_arch_big_endian(t.architecture) || bytes >= 4);
        FUZZ_MUST(rsp_arch_described(&t) != NULL && rsp_arch_address_bytes(rsp_arch_described(&t)) >= 2);
        const uint64_t at = 0x80001000; /* its sign is extended where registers are wider than addresses */
        FUZZ_MUST((rsp_arch_address_widened(t.architecture, at, 8) & rsp_arch_address_mask(t.architecture)) ==
                  at);
        FUZZ_MUST(rsp_arch_stack_address(t.architecture, at) == at);
    }
    rsp_tdesc_free(&t);
    FUZZ_MUST(mem.live == 0);
    return 0;
}

/* Texts of scenarios with expressions in them: what can be evaluated passed the check when it was loaded, and
 * errors have a place in the text. A byte chooses, two more may make an allocation fail; the first line is
 * the text, those behind it are names as in template_names.h. See harness/scenario/language/template.h. */
/* SPDX-License-Identifier: MIT */
#include "template_names.h"

enum { MEMORY_BYTES = 64 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    fuzz_mem mem;
    fuzz_mem_from(&mem, MEMORY_BYTES, &in);
    mem.soft = true;
    rsp_arena arena = {.mem = &mem.mem};
    template_names n;
    rsp_bytes text = rsp_bytes_split(&in, '\n');
    template_names_read(&n, &arena, in);
    expr_env env = template_names_env(&n, &arena, choice & 8);
    expr_error error = {0};
    rsp_status status = template_evaluate(&env, choice, text, &error);
    bool short_of = arena.status != RSP_OK || mem.fail_at > 0;
    FUZZ_MUST(status == RSP_OK || status == RSP_NO_MEMORY || status == RSP_LIMIT || error.offset <= text.len);
    if (!short_of) {
        n.dry = env.dry = true;
        rsp_status checked = template_evaluate(&env, choice, text, &error);
        FUZZ_MUST(status != RSP_OK || checked == RSP_OK || arena.status != RSP_OK);
    }
    rsp_arena_free(&arena);
    FUZZ_MUST(mem.live == 0);
    return 0;
}

/* Texts of scenarios with expressions in them: what can be evaluated passed the check when it was loaded, and
 * errors have a place in the text. A byte chooses, two more may make an allocation fail; the first line is
 * the text, those behind it are names as in template_names.h. See harness/scenario/expr.h. */
/* SPDX-License-Identifier: MIT */
#include "template_names.h"

#include <rsp/limits.h>

enum { MEMORY_BYTES = 64 << 20 };

static rsp_status evaluate(const expr_env *env, uint8_t choice, rsp_bytes text, expr_error *error) {
    static rsp_status (*const texts[])(const expr_env *, rsp_bytes, rsp_buf *,
                                       expr_error *) = {expr_payload, expr_bytes, expr_regex};
    rsp_buf out = {.mem = env->arena->mem, .limit = RSP_LIMIT_VALUE_BYTES};
    value v = {0};
    rsp_status status = choice % 8 < 3    ? texts[choice % 8](env, text, &out, error)
                        : choice % 8 == 3 ? expr_eval(env, text, &v, error)
                                          : expr_value(env, text, choice & 1, &v, error);
    if (status == RSP_OK && !env->dry)
        template_value_check(&v);
    rsp_buf_free(&out);
    return status;
}

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
    rsp_status status = evaluate(&env, choice, text, &error);
    bool short_of = arena.status != RSP_OK || mem.fail_at > 0;
    FUZZ_MUST(status == RSP_OK || status == RSP_NO_MEMORY || status == RSP_LIMIT || error.offset <= text.len);
    if (!short_of) {
        n.dry = env.dry = true;
        rsp_status checked = evaluate(&env, choice, text, &error);
        FUZZ_MUST(status != RSP_OK || checked == RSP_OK || arena.status != RSP_OK);
    }
    rsp_arena_free(&arena);
    FUZZ_MUST(mem.live == 0);
    return 0;
}

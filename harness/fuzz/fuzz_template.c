/* Texts of scenarios with expressions in them: what can be evaluated passed the check when it was loaded, and
 * errors have a place in the text. A byte chooses, two more may make an allocation fail; the first line is
 * the text, those behind it are the values of a, b, c ... See harness/scenario/expr.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "../scenario/expr.h"

#include <rsp/hex.h>
#include <rsp/limits.h>

enum { MEMORY_BYTES = 64 << 20, MOST_NAMES = 8 };

typedef struct names {
    scope known;
    bool dry;
} names;

static bool lookup(void *ctx, rsp_bytes name, value *out) {
    const names *n = ctx;
    const value *v = scope_get(&n->known, name);
    if (v)
        *out = n->dry ? (value){0} : *v;
    return v != NULL;
}

static const char *program_path(void *ctx, const char *program) {
    (void)ctx;
    return *program == 'h' ? "/bin/hello" : NULL;
}

/* A number, a list of what is between commas, or bytes. */
static value value_of(rsp_arena *arena, rsp_bytes line) {
    rsp_bytes rest = line;
    value v = {0};
    if (rsp_take_byte(&rest, '#'))
        return value_int(fuzz_take_number(&rest, 8));
    if (!rsp_take_byte(&rest, '['))
        return value_bytes(rsp_arena_bytes(arena, line));
    while (rest.len > 0)
        v = value_list_add(arena, &v, value_bytes(rsp_arena_bytes(arena, rsp_bytes_split(&rest, ','))));
    return v;
}

static void show(const value *v) {
    rsp_buf text = {.limit = RSP_LIMIT_VALUE_BYTES};
    value_show(&text, v);
    value_append(&text, v);
    FUZZ_MUST(v->kind == VALUE_NONE || value_equal(v, v));
    rsp_buf_free(&text);
}

static rsp_status evaluate(const expr_env *env, uint8_t choice, rsp_bytes text, expr_error *error) {
    rsp_buf out = {.mem = env->arena->mem, .limit = RSP_LIMIT_VALUE_BYTES};
    value v = {0};
    rsp_status status = RSP_OK;
    switch (choice % 8) {
    case 0:
        status = expr_payload(env, text, &out, error);
        break;
    case 1:
        status = expr_bytes(env, text, &out, error);
        break;
    case 2:
        status = expr_regex(env, text, &out, error);
        break;
    case 3:
        status = expr_eval(env, text, &v, error);
        break;
    default:
        status = expr_value(env, text, choice & 1, &v, error);
        break;
    }
    if (status == RSP_OK && !env->dry)
        show(&v);
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
    names n = {.known = {.arena = &arena}};
    rsp_bytes text = rsp_bytes_split(&in, '\n');
    for (char name[] = "a"; in.len > 0 && name[0] < 'a' + MOST_NAMES; name[0]++)
        (void)scope_set(&n.known, name, value_of(&arena, rsp_bytes_split(&in, '\n')));
    expr_env env = {
        .lookup = lookup, .program_path = program_path, .ctx = &n, .arena = &arena, .big_endian = choice & 8};
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

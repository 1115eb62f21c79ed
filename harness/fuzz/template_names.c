/* Lines become values, the names look them up.
 * A dry run knows all names and no value.
 * See template_names.h. */
/* SPDX-License-Identifier: MIT */
#include "template_names.h"

#include "core/hex.h"
#include <rsp/limits.h>

enum { MOST_NAMES = 8 };

static bool lookup(void *ctx, rsp_bytes name, value *out) {
    const template_names *n = ctx;
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

void template_names_read(template_names *n, rsp_arena *arena, rsp_bytes lines) {
    *n = (template_names){.known = {.arena = arena}};
    for (char name[] = "a"; lines.len > 0 && name[0] < 'a' + MOST_NAMES; name[0]++)
        (void)scope_set(&n->known, name, value_of(arena, rsp_bytes_split(&lines, '\n')));
}

expr_env template_names_env(template_names *n, rsp_arena *arena, bool big_endian) {
    return (expr_env){
        .lookup = lookup, .program_path = program_path, .ctx = n, .arena = arena, .big_endian = big_endian};
}

void template_value_check(const value *v) {
    rsp_buf text = {.limit = RSP_LIMIT_VALUE_BYTES};
    value_show(&text, v);
    value_append(&text, v);
    FUZZ_MUST(v->kind == VALUE_NONE || value_equal(v, v));
    rsp_buf_free(&text);
}

rsp_status template_evaluate(const expr_env *env, uint8_t choice, rsp_bytes text, expr_error *error) {
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

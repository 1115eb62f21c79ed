/* Expressions in scenarios: what evaluates passed the check at load time; errors have an offset.
 * A choice byte, two for an allocation that fails, a line of text; the other lines are values of a, b, c ...
 * See scenario/language/template.h. */
/* SPDX-License-Identifier: MIT */
#include "counted_memory.h"

#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include "language/template.h"

typedef struct names {
    scope known;
    bool dry; /* as at load time: names are known, values are not */
} names;

enum { MEMORY_BYTES = 64 << 20, MOST_NAMES = 8 };

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

/* "#" and eight bytes is a number, "[a,b" a list, anything else bytes. */
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

/* A line for each name, a to h. Values live in `arena`. */
static void read_names(names *n, rsp_arena *arena, rsp_bytes lines) {
    *n = (names){.known = {.arena = arena}};
    for (char name[] = "a"; lines.len > 0 && name[0] < 'a' + MOST_NAMES; name[0]++)
        (void)scope_set(&n->known, name, value_of(arena, rsp_bytes_split(&lines, '\n')));
}

static expr_env environment(names *n, rsp_arena *arena, bool big_endian) {
    return (expr_env){
        .lookup = lookup, .program_path = program_path, .ctx = n, .arena = arena, .big_endian = big_endian};
}

static void check_value(const value *v) {
    rsp_buf text = {.limit = RSP_LIMIT_VALUE_BYTES};
    value_show(&text, v);
    value_append(&text, v);
    FUZZ_MUST(v->kind == VALUE_NONE || value_equal(v, v));
    rsp_buf_free(&text);
}

static rsp_status evaluate_text(const expr_env *env, rsp_bytes text, value *out, expr_error *error) {
    const expression *e = NULL;
    rsp_status status = expr_parse(&e, text, env->arena, error);
    return status == RSP_OK ? expr_evaluate(e, env, out, error) : status;
}

/* The text as a payload, bytes, a pattern, an expression or a value, by `choice`. */
static rsp_status evaluate(const expr_env *env, uint8_t choice, rsp_bytes text, expr_error *error) {
    static const template_kind kinds[] = {TEMPLATE_PAYLOAD, TEMPLATE_BYTES, TEMPLATE_REGEX};
    rsp_buf out = {.mem = env->arena->mem, .limit = RSP_LIMIT_VALUE_BYTES};
    value v = {0};
    rsp_status status = choice % 8 < 3    ? expr_text(env, kinds[choice % 8], text, &out, error)
                        : choice % 8 == 3 ? evaluate_text(env, text, &v, error)
                                          : expr_value(env, text, choice & 1, &v, error);
    if (status == RSP_OK && !env->dry)
        check_value(&v);
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
    names n;
    rsp_bytes text = rsp_bytes_split(&in, '\n');
    read_names(&n, &arena, in);
    expr_env env = environment(&n, &arena, choice & 8);
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

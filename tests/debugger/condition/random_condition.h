/* Random conditions: leaves with edge values, registers and memory, under random operators.
 * Memory is mostly readable, and sometimes not.
 * Included behind rsp_test.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RANDOM_CONDITION_H
#define RANDOM_CONDITION_H

#include "core/rng.h"
#include <rsp/bytes.h>

typedef struct author {
    rsp_rng rng;
    rsp_buf text;
    uint64_t data;        /* an address that can be read */
    size_t num_registers; /* by number, from 0 */
} author;

static inline size_t pick(author *a, size_t num) {
    return (size_t)rsp_rng_below(&a->rng, num);
}

static inline void write_constant(author *a) {
    static const char *const edges[] = {"0",
                                        "1",
                                        "2",
                                        "63",
                                        "64",
                                        "127",
                                        "128",
                                        "255",
                                        "0x7fff",
                                        "0x8000",
                                        "0x7fffffff",
                                        "0x80000000",
                                        "0xffffffff",
                                        "0x100000000",
                                        "0x7fffffffffffffff",
                                        "0x8000000000000000",
                                        "0xffffffffffffffff",
                                        "0x7fffffff800",
                                        "0x123456789abcdef0",
                                        "2047",
                                        "2048",
                                        "'x'"};
    if (pick(a, 3) > 0)
        rsp_buf_str(&a->text, edges[pick(a, RSP_ARRAY_LEN(edges))]);
    else
        rsp_buf_printf(&a->text, "0x%llx", (unsigned long long)(rsp_rng_next(&a->rng) >> pick(a, 64)));
}

static inline void write_leaf(author *a) {
    switch (pick(a, 5)) {
    case 0:
        rsp_buf_printf(&a->text, "$%zu", pick(a, a->num_registers));
        break;
    case 1: /* mostly readable, sometimes not */
        rsp_buf_printf(&a->text, "%c%d[0x%llx]", "us"[pick(a, 2)], 8 << pick(a, 4),
                       pick(a, 20) ? (unsigned long long)(a->data + pick(a, 64)) : 16ULL);
        break;
    default:
        write_constant(a);
    }
}

/* What still is to be written: an expression of some depth, or a piece of text. */
typedef struct todo {
    const char *text;
    unsigned depth;
} todo;

static const char *const operators[] = {
    " * ",  " / ",  " /u ",  " % ",  " %u ",  " + ",  " - ",  " << ", " >> ", " >>u ", " < ",  " <= ", " > ",
    " >= ", " <u ", " <=u ", " >u ", " >=u ", " == ", " != ", " & ",  " ^ ",  " | ",   " && ", " || "};
static const char *const prefixes[] = {"-",    "~",    "!",    "(",      "s8(",
                                       "u16(", "s32(", "u64(", "u8[u8(", "s64[u8("};

static inline void expand(author *a, todo *stack, size_t *num, unsigned depth) {
    if (depth == 0 || pick(a, 8) == 0) {
        write_leaf(a);
    } else if (pick(a, 4) == 0) {
        const char *prefix = prefixes[pick(a, RSP_ARRAY_LEN(prefixes))];
        rsp_buf_str(&a->text, prefix);
        if (strchr(prefix, '['))
            stack[(*num)++] = (todo){.text = "]"};
        if (strchr(prefix, '['))
            rsp_buf_printf(&a->text, "0) + 0x%llx + (7 & ", (unsigned long long)a->data);
        if (strchr(prefix, '('))
            stack[(*num)++] = (todo){.text = ")"};
        stack[(*num)++] = (todo){.depth = depth - 1};
    } else {
        stack[(*num)++] = (todo){.depth = depth - 1};
        stack[(*num)++] = (todo){.text = operators[pick(a, RSP_ARRAY_LEN(operators))]};
        stack[(*num)++] = (todo){.depth = depth - 1};
    }
}

static inline void write_condition(author *a) {
    todo stack[64] = {{.depth = 4}};
    size_t num = 1;
    while (num > 0) {
        todo next = stack[--num];
        if (next.text)
            rsp_buf_str(&a->text, next.text);
        else
            expand(a, stack, &num, next.depth);
    }
}

#endif

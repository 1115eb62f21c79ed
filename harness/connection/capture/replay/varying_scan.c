/* The list of values, and the takers of numbers, ids and JSON that requests and replies share.
 * Numbers that no stub can mean, such as more than 64 bits, are no values.
 * See varying_scan.h. */
/* SPDX-License-Identifier: MIT */
#include "varying_scan.h"

#include "core/hex.h"
#include "core/limits.h"
#include <assert.h>
#include <rsp/payload.h>
#include <stdlib.h>

enum {
    MAX_DECIMALS = 20,   /* digits of 2^64 */
    LONG_HEX_DIGITS = 8, /* JSON strings of so many digits and more are data */
};

const char *rsp_varying_name(rsp_varying_kind kind) {
    static const char *const names[] = {
#define VARYING_NAME(name, text) text,
        RSP_VARYING_LIST(VARYING_NAME)
#undef VARYING_NAME
    };
    return (unsigned)kind < RSP_ARRAY_LEN(names) ? names[kind] : "?";
}

void rsp_varying_values_free(rsp_varying_values *values) {
    if (!values)
        return;
    free(values->items);
    *values = (rsp_varying_values){0};
}

/* --- numbers and ids
 * --------------------------------------------------------------------------------------------- */

void varying_begin(varying_scan *s, rsp_varying_values *values, rsp_bytes payload) {
    assert(s && values);
    values->num = 0;
    values->status = RSP_OK;
    *s = (varying_scan){.values = values, .payload = payload};
}

void varying_add(varying_scan *s, rsp_varying_kind kind, size_t offset, size_t len) {
    rsp_varying_values *m = s->values;
    if (len == 0 || m->status != RSP_OK)
        return;
    if (m->num == RSP_LIMIT_VARYING_VALUES) {
        m->status = RSP_LIMIT;
        return;
    }
    if (m->num == m->cap) {
        size_t cap = m->cap ? m->cap * 2 : 16;
        rsp_varying_value *more = realloc(m->items, cap * sizeof *more);
        if (!more) {
            m->status = RSP_NO_MEMORY;
            return;
        }
        m->items = more;
        m->cap = cap;
    }
    m->items[m->num++] = (rsp_varying_value){.kind = kind, .offset = offset, .len = len};
}

rsp_bytes varying_rest(const varying_scan *s) {
    return rsp_bytes_from(s->payload, s->at);
}

bool varying_literal(varying_scan *s, rsp_bytes text) {
    if (!rsp_bytes_starts(varying_rest(s), text))
        return false;
    s->at += text.len;
    return true;
}

size_t varying_run(varying_scan *s, varying_class class_) {
    size_t start = s->at;
    while (s->at < s->payload.len) {
        uint8_t c = s->payload.ptr[s->at];
        bool digit = c >= '0' && c <= '9';
        if (!(class_ == VARYING_DECIMAL ? digit
                                        : rsp_hex_value(c) >= 0 || (class_ == VARYING_REGISTER && c == 'x')))
            break;
        s->at++;
    }
    return s->at - start;
}

/* Whether it is a number at all, where it stands for one: more than 64 bits are none of a stub. */
static bool is_value(rsp_varying_kind kind, rsp_bytes digits) {
    uint64_t value = 0;
    bool number = kind == RSP_VARYING_THREAD || kind == RSP_VARYING_PROCESS || kind == RSP_VARYING_ADDRESS ||
                  kind == RSP_VARYING_FILE;
    bool decimal = kind == RSP_VARYING_THREAD_DEC || kind == RSP_VARYING_PROCESS_DEC ||
                   kind == RSP_VARYING_ADDRESS_DEC || kind == RSP_VARYING_STATE;
    if (decimal)
        return digits.len <= MAX_DECIMALS;
    return !number || rsp_hex_u64(&value, digits) == RSP_OK;
}

void varying_number(varying_scan *s, rsp_varying_kind kind, varying_class class_) {
    size_t start = s->at;
    size_t len = varying_run(s, class_);
    if (is_value(kind, rsp_bytes_sub(s->payload, start, len)))
        varying_add(s, kind, start, len);
}

void varying_particular(varying_scan *s, rsp_varying_kind kind) {
    size_t start = s->at;
    if (varying_literal(s, RSP_LIT("-1")))
        return;
    size_t len = varying_run(s, VARYING_HEX);
    uint64_t value = 0;
    if (rsp_hex_u64(&value, rsp_bytes_sub(s->payload, start, len)) == RSP_OK && value != 0)
        varying_add(s, kind, start, len);
}

void varying_id(varying_scan *s) {
    if (varying_literal(s, RSP_LIT("p"))) {
        varying_particular(s, RSP_VARYING_PROCESS);
        if (!varying_literal(s, RSP_LIT(".")))
            return;
    }
    varying_particular(s, RSP_VARYING_THREAD);
}

void varying_ids(varying_scan *s) {
    do
        varying_id(s);
    while (varying_literal(s, RSP_LIT(",")));
}

/* --- JSON ----------------------------------------------------------------------------------------------- */

static const struct {
    const char *key; /* behind its opening quote */
    rsp_varying_kind kind;
} members[] = {
    {"tid\":", RSP_VARYING_THREAD_DEC},           {"thread\":", RSP_VARYING_THREAD_DEC},
    {"pid\":", RSP_VARYING_PROCESS_DEC},          {"address\":", RSP_VARYING_ADDRESS_DEC},
    {"load_address\":", RSP_VARYING_ADDRESS_DEC},
};

static void take_json_string(varying_scan *s) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(members); i++) {
        if (varying_literal(s, rsp_bytes_str(members[i].key))) {
            (void)varying_literal(s, RSP_LIT(" "));
            varying_number(s, members[i].kind, VARYING_DECIMAL);
            return;
        }
    }
    size_t start = s->at;
    size_t len = varying_run(s, VARYING_HEX);
    if (len >= LONG_HEX_DIGITS && rsp_bytes_starts(varying_rest(s), RSP_LIT("\"")))
        varying_add(s, RSP_VARYING_REGISTERS, start, len);
}

void varying_json(varying_scan *s) {
    while (s->at < s->payload.len) {
        s->at += rsp_bytes_index(varying_rest(s), '"');
        s->at += s->at < s->payload.len;
        if (s->at < s->payload.len)
            take_json_string(s);
    }
}

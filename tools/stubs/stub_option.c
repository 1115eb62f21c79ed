/* Settings of the reference stub: looks a name up in the table and stores a checked value.
 * The table is in stub_option.h; this file holds what the kinds of values mean.
 * Nothing is stored when the value is refused. */
/* SPDX-License-Identifier: MIT */
#include "stubs/stub_option.h"

#include "cli/option.h"

#include "core/suggest.h"
#include <stddef.h>

typedef enum stub_option_kind {
    KIND_BOOL,
    KIND_CHOICE,
    KIND_SIZE,
    KIND_COUNT,
    KIND_SEED,
    KIND_FAULT
} stub_option_kind;

static const struct row {
    const char *name;
    const char *values;
    stub_option_kind kind;
    size_t offset;
    const char *help;
} rows[STUB_OPTION_COUNT] = {
#define STUB_OPTION_ROW(id, name, values, kind, field, help) \
    {name, values, KIND_##kind, offsetof(stub_option_values, field), help},
    STUB_OPTION_LIST(STUB_OPTION_ROW)
#undef STUB_OPTION_ROW
};

stub_option_values stub_option_defaults(void) {
    enum { RECORD_BYTES = 64 * 1024 * 1024 };
    stub_option_values values = {.stub = rsp_stub_options_default(),
                                 .machine = rsp_machine_options_default()};
    values.machine.record_bytes = RECORD_BYTES;
    return values;
}

void stub_option_describe(size_t index, const char **out_name, const char **out_values,
                          const char **out_help) {
    *out_name = rows[index].name;
    *out_values = rows[index].values;
    *out_help = rows[index].help;
}

/* Index of `value` among the words "a|b", or -1. */
static int word_index(const char *words, const char *value) {
    rsp_bytes rest = rsp_bytes_str(words);
    for (int i = 0; rest.ptr; i++)
        if (rsp_bytes_equal(rsp_bytes_split(&rest, '|'), rsp_bytes_str(value)))
            return i;
    return -1;
}

static rsp_status apply_fault(rsp_fault *fault, const char *name, rsp_error *error) {
    const rsp_fault_info *info = rsp_fault_find(rsp_bytes_str(name));
    if (info) {
        *fault = info->fault;
        return RSP_OK;
    }
    if (!rsp_fault_get(1))
        return rsp_fail(error, RSP_USAGE, "no fault '%s': this program was built without faults", name);
    rsp_suggestion nearest = {.word = rsp_bytes_str(name)};
    for (rsp_fault i = 1; (info = rsp_fault_get(i)); i++)
        rsp_suggest_offer(&nearest, info->name);
    if (nearest.best)
        return rsp_fail(error, RSP_USAGE, "no fault '%s'; did you mean '%s'?", name, nearest.best);
    return rsp_fail(error, RSP_USAGE, "no fault '%s'; see: stubborn list faults", name);
}

/* False where the number does not fit. */
static bool store_number(void *field, stub_option_kind kind, uint64_t number) {
    if (kind == KIND_COUNT && number > UINT32_MAX)
        return false;
    if (kind == KIND_SIZE)
        *(size_t *)field = (size_t)number;
    else if (kind == KIND_COUNT)
        *(uint32_t *)field = (uint32_t)number;
    else
        *(uint64_t *)field = number;
    return true;
}

static rsp_status apply(stub_option_values *s, const struct row *row, const char *value, rsp_error *error) {
    void *field = (char *)s + row->offset;
    int index = word_index(row->values, value);
    uint64_t number = 0;
    switch (row->kind) {
    case KIND_BOOL:
        if (index >= 0)
            *(bool *)field = index == 0;
        break;
    case KIND_CHOICE:
        if (index >= 0)
            *(unsigned *)field = (unsigned)index;
        break;
    case KIND_SIZE:
    case KIND_COUNT:
    case KIND_SEED:
        if (option_number(&number, value) != RSP_OK || !store_number(field, row->kind, number))
            break;
        return RSP_OK;
    case KIND_FAULT:
        return apply_fault((rsp_fault *)field, value, error);
    }
    if (index >= 0)
        return RSP_OK;
    bool number_wanted = row->kind == KIND_SIZE || row->kind == KIND_COUNT || row->kind == KIND_SEED;
    return rsp_fail(error, RSP_USAGE, "%s %s: expected %s", row->name, value,
                    number_wanted ? "a number, decimal or with 0x" : row->values);
}

rsp_status stub_option_apply(stub_option_values *s, rsp_bytes name, const char *value, rsp_error *error) {
    rsp_suggestion nearest = {.word = name};
    for (size_t i = 0; i < STUB_OPTION_COUNT; i++) {
        if (rsp_bytes_equal(name, rsp_bytes_str(rows[i].name)))
            return apply(s, &rows[i], value, error);
        rsp_suggest_offer(&nearest, rows[i].name);
    }
    if (nearest.best)
        return rsp_fail(error, RSP_NOT_FOUND, "no setting '%.*s'; did you mean '%s'?", (int)name.len,
                        (const char *)name.ptr, nearest.best);
    return rsp_fail(error, RSP_NOT_FOUND, "no setting '%.*s'; see: stubborn list settings", (int)name.len,
                    (const char *)name.ptr);
}

rsp_status stub_option_apply_text(stub_option_values *s, const char *text, rsp_error *error) {
    const char *equals = strchr(text, '=');
    if (!equals)
        return rsp_fail(error, RSP_USAGE, "'%s': expected NAME=VALUE", text);
    return stub_option_apply(s, rsp_bytes_make(text, (size_t)(equals - text)), equals + 1, error);
}

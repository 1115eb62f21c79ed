/* Names in the order of their first appearance; a later one of the same value is never made.
 * A part of an id is taken out of its whole by pid() and tid(), a decimal one by dec().
 * See scenario_names.h. */
/* SPDX-License-Identifier: MIT */
#include "scenario_names.h"

#include "core/hex.h"
#include "core/limits.h"
#include <stdlib.h>

void id_names_free(id_names *names) {
    free(names->items);
    *names = (id_names){0};
}

bool id_value(uint64_t *out, const rsp_varying_value *value, rsp_bytes payload) {
    rsp_bytes text = rsp_bytes_sub(payload, value->offset, value->len);
    if (value->kind != RSP_VARYING_THREAD_DEC && value->kind != RSP_VARYING_PROCESS_DEC &&
        value->kind != RSP_VARYING_STATE)
        return rsp_hex_u64(out, text) == RSP_OK;
    uint64_t number = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (number > (UINT64_MAX - 9) / 10)
            return false;
        number = number * 10 + (uint64_t)(text.ptr[i] - '0');
    }
    *out = number;
    return text.len > 0;
}

bool id_is_whole(const rsp_varying_values *m, size_t i, rsp_bytes payload) {
    if (i + 1 >= m->num || m->items[i].kind != RSP_VARYING_PROCESS ||
        m->items[i + 1].kind != RSP_VARYING_THREAD)
        return false;
    size_t end = m->items[i].offset + m->items[i].len;
    return m->items[i].offset > 0 && payload.ptr[m->items[i].offset - 1] == 'p' &&
           m->items[i + 1].offset == end + 1 && payload.ptr[end] == '.';
}

const id_name *id_names_add(id_names *names, id_form form, uint64_t process, uint64_t thread) {
    if (!names->items)
        names->items = calloc(RSP_LIMIT_SCENARIO_NAMES, sizeof *names->items);
    if (!names->items)
        names->status = RSP_NO_MEMORY;
    else if (names->num == RSP_LIMIT_SCENARIO_NAMES)
        names->status = RSP_LIMIT;
    if (!names->items || names->num == RSP_LIMIT_SCENARIO_NAMES)
        return NULL;
    id_name *name = &names->items[names->num++];
    *name = (id_name){.form = form, .number = (unsigned)names->num, .process = process, .thread = thread};
    return name;
}

void id_name_append(rsp_buf *out, const id_name *name) {
    static const char letters[] = {
        [ID_WHOLE] = 't',       [ID_THREAD] = 't', [ID_PROCESS] = 'p', [ID_THREAD_DEC] = 't',
        [ID_PROCESS_DEC] = 'p', [ID_FILE] = 'f',   [ID_STATE] = 's',
    };
    rsp_buf_printf(out, "%c%u", letters[name->form], name->number);
}

/* How the part that `kind` wants is got out of a name's form: what stands before and behind it; NULL: not. */
static const char *part(id_form form, rsp_varying_kind kind) {
    bool thread = kind == RSP_VARYING_THREAD || kind == RSP_VARYING_THREAD_DEC;
    bool process = kind == RSP_VARYING_PROCESS || kind == RSP_VARYING_PROCESS_DEC;
    switch (form) {
    case ID_WHOLE:
        return thread ? "tid(" : (process ? "pid(" : NULL);
    case ID_THREAD:
        return thread ? "num(" : NULL;
    case ID_PROCESS:
        return process ? "num(" : NULL;
    case ID_THREAD_DEC:
        return thread ? "dec(" : NULL;
    case ID_PROCESS_DEC:
        return process ? "dec(" : NULL;
    case ID_FILE:
        return kind == RSP_VARYING_FILE ? "num(" : NULL;
    case ID_STATE:
        return kind == RSP_VARYING_STATE ? "dec(" : NULL;
    }
    return NULL;
}

static const id_name *find(const id_names *names, size_t num, rsp_varying_kind kind, uint64_t value) {
    bool process = kind == RSP_VARYING_PROCESS || kind == RSP_VARYING_PROCESS_DEC;
    for (size_t i = 0; i < num; i++) {
        const id_name *name = &names->items[i];
        if (part(name->form, kind) && (process ? name->process : name->thread) == value)
            return name;
    }
    return NULL;
}

bool id_names_know(const id_names *names, rsp_varying_kind kind, uint64_t value) {
    return find(names, names->num, kind, value) != NULL;
}

bool id_names_append(const id_names *names, rsp_buf *out, rsp_varying_kind kind, uint64_t value) {
    const id_name *name = find(names, names->usable, kind, value);
    if (!name)
        return false;
    rsp_buf_printf(out, "%s$", part(name->form, kind));
    id_name_append(out, name);
    rsp_buf_push(out, ')');
    return true;
}

bool id_names_append_whole(const id_names *names, rsp_buf *out, uint64_t process, uint64_t thread) {
    for (size_t i = 0; i < names->usable; i++) {
        const id_name *name = &names->items[i];
        if (name->form != ID_WHOLE || name->process != process || name->thread != thread)
            continue;
        rsp_buf_push(out, '$');
        id_name_append(out, name);
        return true;
    }
    return false;
}

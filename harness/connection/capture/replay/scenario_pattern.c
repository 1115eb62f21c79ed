/* Ids are matched by name, or captured by a new one while there are groups left.
 * Of long text, and of text that a pattern cannot say, only the ends are kept.
 * See scenario_pattern.h. */
/* SPDX-License-Identifier: MIT */
#include "scenario_pattern.h"

#include "codec/escape.h"
#include "scenario_text.h"

enum { PIECE_END = 12 }; /* of long text, kept at both ends */

static void put_literal_text(rsp_buf *out, rsp_bytes text) {
    for (size_t i = 0; i < text.len; i++) {
        uint8_t c = text.ptr[i];
        if (rsp_bytes_index(RSP_LIT(".[]()*+?{}|^$\\"), c) < 14)
            rsp_buf_push(out, '\\');
        rsp_buf_push(out, c);
        if (c == '\'') /* in single quotes of YAML */
            rsp_buf_push(out, c);
    }
}

/* Of long text, and of what a pattern can not say, only the ends: they tell where the values stand. */
static void put_literal(writer *w, rsp_bytes wire) {
    rsp_buf *out = &w->pattern;
    rsp_buf_clear(&w->plain);
    if (rsp_unescape(&w->plain, wire) != RSP_OK)
        rsp_buf_append(&w->plain, wire);
    rsp_bytes text = rsp_buf_bytes(&w->plain);
    if (text.len <= LONG_PIECE && text_is_plain(text)) {
        put_literal_text(out, text);
        return;
    }
    size_t head = 0;
    size_t tail = 0;
    while (head < PIECE_END && head < text.len && text_is_plain(rsp_bytes_sub(text, head, 1)))
        head++;
    while (tail < PIECE_END && head + tail < text.len &&
           text_is_plain(rsp_bytes_sub(text, text.len - tail - 1, 1)))
        tail++;
    put_literal_text(out, rsp_bytes_sub(text, 0, head));
    rsp_buf_str(out, ".*");
    put_literal_text(out, rsp_bytes_from(text, text.len - tail));
}

/* Value `i` by its name, with any number of leading zeros. */
static bool put_named_pattern(writer *w, rsp_bytes payload, size_t i) {
    const rsp_varying_value *m = &w->values.items[i];
    rsp_buf *out = &w->pattern;
    uint64_t value = 0;
    size_t start = out->len;
    rsp_buf_str(out, "0*${");
    if (id_value(&value, m, payload) && id_names_append(&w->names, out, m->kind, value)) {
        rsp_buf_str(out, varying_is_decimal(m->kind) ? ":dec}" : "}");
        return true;
    }
    rsp_buf_truncate(out, start);
    return false;
}

static void note_capture(writer *w, const id_name *name) {
    rsp_buf_str(&w->captures, w->captures.len ? ", " : "");
    id_name_append(&w->captures, name);
    rsp_buf_printf(&w->captures, ": %u", ++w->groups);
}

static id_form form_of(rsp_varying_kind kind) {
    return kind == RSP_VARYING_THREAD        ? ID_THREAD
           : kind == RSP_VARYING_PROCESS     ? ID_PROCESS
           : kind == RSP_VARYING_THREAD_DEC  ? ID_THREAD_DEC
           : kind == RSP_VARYING_PROCESS_DEC ? ID_PROCESS_DEC
           : kind == RSP_VARYING_FILE        ? ID_FILE
                                             : ID_STATE;
}

/* An id without a name gets one, if a group is left. Returns how many values were used. */
static size_t put_new_id(writer *w, rsp_buf *out, rsp_bytes payload, size_t i) {
    const rsp_varying_value *m = &w->values.items[i];
    uint64_t value = 0;
    uint64_t thread = 0;
    bool whole = id_is_whole(&w->values, i, payload) && id_value(&thread, m + 1, payload) && out->len > 0 &&
                 out->ptr[out->len - 1] == 'p';
    const char *digits = varying_is_decimal(m->kind) ? "[0-9]+" : "[0-9a-f]+";
    const id_name *name = NULL;
    if (w->groups < MAX_GROUPS && id_value(&value, m, payload) &&
        !id_names_know(&w->names, whole ? RSP_VARYING_THREAD : m->kind, whole ? thread : value)) {
        id_form form = whole ? ID_WHOLE : form_of(m->kind);
        bool process = form == ID_WHOLE || form == ID_PROCESS || form == ID_PROCESS_DEC;
        name = id_names_add(&w->names, form, process ? value : 0, whole ? thread : (process ? 0 : value));
    }
    if (!name) {
        rsp_buf_str(out, digits);
        return 1;
    }
    note_capture(w, name);
    w->written->captures++;
    if (whole) {
        rsp_buf_truncate(out, out->len - 1);
        rsp_buf_str(out, "(p[0-9a-f]+\\.[0-9a-f]+)");
        return 2;
    }
    rsp_buf_printf(out, "(%s)", digits);
    return 1;
}

void scenario_build_pattern(writer *w, rsp_bytes payload) {
    rsp_buf *out = &w->pattern;
    rsp_buf_clear(out);
    rsp_buf_push(out, '^');
    size_t at = 0;
    for (size_t i = 0; i < w->values.num;) {
        const rsp_varying_value *m = &w->values.items[i];
        put_literal(w, rsp_bytes_sub(payload, at, m->offset - at));
        size_t taken = 1;
        if (varying_is_id(m->kind)) {
            taken = put_named_pattern(w, payload, i) ? 1 : put_new_id(w, out, payload, i);
        } else if (m->kind == RSP_VARYING_ADDRESS) {
            rsp_buf_str(out, "[0-9a-f]+");
        } else if (m->kind == RSP_VARYING_ADDRESS_DEC) {
            rsp_buf_str(out, "[0-9]+");
        } else {
            rsp_buf_str(out, ".*");
        }
        i += taken;
        at = w->values.items[i - 1].offset + w->values.items[i - 1].len;
    }
    put_literal(w, rsp_bytes_from(payload, at));
    rsp_buf_push(out, '$');
}

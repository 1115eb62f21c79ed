/* Payloads are written as meant, with escapes undone, in single quotes of YAML.
 * A name is written as an expression; that of a whole id takes the p in front of it, too.
 * See scenario_text.h. */
/* SPDX-License-Identifier: MIT */
#include "scenario_text.h"

#include "codec/escape.h"

/* Bytes of a payload in single quotes of YAML. */
static void put_payload_byte(rsp_buf *out, uint8_t c) {
    if (c == '\'')
        rsp_buf_str(out, "''");
    else if (c == '\\' || c == '$')
        rsp_buf_printf(out, "\\%c", c);
    else if (c < 0x20 || c > 0x7e)
        rsp_buf_printf(out, "\\x%02x", c);
    else
        rsp_buf_push(out, c);
}

/* As meant: escapes undone. A payload that can not be unescaped stays as it is. */
void scenario_put_payload(writer *w, rsp_bytes wire) {
    rsp_buf_clear(&w->plain);
    if (rsp_unescape(&w->plain, wire) != RSP_OK)
        rsp_buf_append(&w->plain, wire);
    size_t at = 0;
    bool behind_braces = w->out->len > 0 && w->out->ptr[w->out->len - 1] == '}';
    if (behind_braces && w->plain.len > 0 && (w->plain.ptr[0] == '+' || w->plain.ptr[0] == '-'))
        rsp_buf_printf(w->out, "\\x%02x",
                       w->plain.ptr[at++]); /* else it is taken for a sum beside its braces */
    for (; at < w->plain.len; at++)
        put_payload_byte(w->out, w->plain.ptr[at]);
}

bool varying_is_decimal(rsp_varying_kind kind) {
    return kind == RSP_VARYING_THREAD_DEC || kind == RSP_VARYING_PROCESS_DEC || kind == RSP_VARYING_STATE;
}

bool varying_is_id(rsp_varying_kind kind) {
    return kind == RSP_VARYING_THREAD || kind == RSP_VARYING_PROCESS || kind == RSP_VARYING_FILE ||
           varying_is_decimal(kind);
}

/* Value `i`, as an expression if it has a name. Returns how many values that took; 0: no name.
 */
size_t scenario_put_named(writer *w, rsp_buf *out, rsp_bytes payload, size_t i) {
    uint64_t value = 0;
    uint64_t thread = 0;
    const rsp_varying_value *m = &w->values.items[i];
    if (!varying_is_id(m->kind) || !id_value(&value, m, payload))
        return 0;
    size_t start = out->len;
    /* The p of a whole id is part of its name, and stands in front already. */
    if (id_is_whole(&w->values, i, payload) && id_value(&thread, m + 1, payload) && out->len > 0 &&
        out->ptr[out->len - 1] == 'p') {
        rsp_buf_truncate(out, start - 1);
        rsp_buf_str(out, "${");
        if (id_names_append_whole(&w->names, out, value, thread)) {
            rsp_buf_push(out, '}');
            return 2;
        }
        rsp_buf_truncate(out, start - 1);
        rsp_buf_push(out, 'p');
    }
    rsp_buf_str(out, "${");
    if (id_names_append(&w->names, out, m->kind, value)) {
        rsp_buf_str(out, varying_is_decimal(m->kind) ? ":dec}" : "}");
        return 1;
    }
    rsp_buf_truncate(out, start);
    return 0;
}

bool text_is_plain(rsp_bytes text) {
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] < 0x20 || text.ptr[i] > 0x7e)
            return false;
    return true;
}

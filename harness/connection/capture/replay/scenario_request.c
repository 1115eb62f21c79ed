/* A request keeps its text but for ids with names and addresses in symbols.
 * A path goes out in hex digits, so a name in it is put into a variable before the request.
 * See scenario_request.h. */
/* SPDX-License-Identifier: MIT */
#include "scenario_request.h"

#include "core/hex.h"
#include "scenario_text.h"

/* An address in a symbol: "${$work}", "${$work + 4}". */
static bool put_symbol(writer *w, rsp_bytes text) {
    uint64_t address = 0;
    if (rsp_hex_u64(&address, text) != RSP_OK)
        return false;
    for (size_t i = 0; i < w->options->num_symbols; i++) {
        const rsp_scenario_symbol *s = &w->options->symbols[i];
        uint64_t offset = address - s->address;
        if (offset >= (s->size ? s->size : 1))
            continue;
        rsp_buf_printf(w->out, "${$%s", s->name);
        if (offset > 0)
            rsp_buf_printf(w->out, " + %llu", (unsigned long long)offset);
        rsp_buf_push(w->out, '}');
        return true;
    }
    return false;
}

/* A word of a path that is an id with a name. */
static bool put_path_word(writer *w, rsp_bytes word) {
    rsp_varying_value all = {.kind = RSP_VARYING_PROCESS_DEC, .len = word.len};
    uint64_t id = 0;
    for (size_t i = 0; i < word.len; i++)
        if (word.ptr[i] < '0' || word.ptr[i] > '9')
            return false;
    size_t start = w->out->len;
    rsp_buf_str(w->out, "${");
    if (id_value(&id, &all, word) && (id_names_append(&w->names, w->out, RSP_VARYING_PROCESS_DEC, id) ||
                                      id_names_append(&w->names, w->out, RSP_VARYING_THREAD_DEC, id))) {
        rsp_buf_str(w->out, ":dec}");
        return true;
    }
    rsp_buf_truncate(w->out, start);
    return false;
}

bool scenario_put_path(writer *w, rsp_bytes request) {
    const rsp_varying_value *m = w->values.items;
    rsp_buf path = {0};
    bool named = false;
    size_t start = w->out->len;
    if (w->values.num == 1 && m->kind == RSP_VARYING_PATH &&
        rsp_hex_decode(&path, rsp_bytes_sub(request, m->offset, m->len)) == RSP_OK &&
        rsp_bytes_starts(rsp_buf_bytes(&path), RSP_LIT("/proc/"))) {
        rsp_buf_str(w->out, "  - set: { file: '");
        for (rsp_bytes rest = rsp_buf_bytes(&path); rest.ptr;) {
            rsp_bytes word = rsp_bytes_split(&rest, '/');
            if (put_path_word(w, word))
                named = true;
            else
                scenario_put_payload(w, word);
            if (rest.ptr)
                rsp_buf_push(w->out, '/');
        }
        rsp_buf_str(w->out, "' }\n");
    }
    rsp_buf_free(&path);
    if (!named)
        rsp_buf_truncate(w->out, start);
    return named;
}

void scenario_put_request(writer *w, rsp_bytes payload, bool path_named) {
    rsp_buf_push(w->out, '\'');
    size_t at = 0;
    for (size_t i = 0; i < w->values.num;) {
        const rsp_varying_value *m = &w->values.items[i];
        scenario_put_payload(w, rsp_bytes_sub(payload, at, m->offset - at));
        at = m->offset;
        size_t taken = path_named ? 1 : scenario_put_named(w, w->out, payload, i);
        if (path_named)
            rsp_buf_str(w->out, "${hex($file)}");
        else if (m->kind == RSP_VARYING_ADDRESS && put_symbol(w, rsp_bytes_sub(payload, m->offset, m->len)))
            taken = 1;
        if (taken > 0) {
            i += taken;
            at = w->values.items[i - 1].offset + w->values.items[i - 1].len;
        } else {
            i++;
        }
    }
    scenario_put_payload(w, rsp_bytes_from(payload, at));
    rsp_buf_push(w->out, '\'');
}

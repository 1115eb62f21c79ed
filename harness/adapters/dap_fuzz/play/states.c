/* A state is the last request that was sent before, and a message of the adapter: its kind, name, success,
 * and the letters of its error. A state is FNV-1a over these.
 * See states.h. */
/* SPDX-License-Identifier: MIT */
#include "play/states.h"

#include "core/hash.h"

enum { TEXT_LETTERS = 40 };

static uint64_t mix(uint64_t hash, const char *text, size_t most) {
    for (size_t i = 0, taken = 0; text[i] && taken < most; i++) {
        const uint8_t c = (uint8_t)text[i];
        const bool counts = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ' ';
        hash = counts ? rsp_fnv_add(hash, c) : hash;
        taken += counts;
    }
    return rsp_fnv_add(hash, 0xff);
}

/* An error's text for people, where the short form says nothing. */
static const char *text_of(const rsp_dap_message *m) {
    const json_t *error = json_object_get(m->body, "error");
    const char *format = json_string_value(json_object_get(error, "format"));
    const char *reason = json_string_value(json_object_get(m->body, "reason"));
    return format ? format : reason ? reason : m->text;
}

static uint64_t state_of(const char *before, const rsp_dap_entry *e) {
    uint64_t hash = mix(RSP_FNV, before, TEXT_LETTERS);
    hash = rsp_fnv_add(hash, (uint64_t)e->message.kind * 2 ^ e->message.success);
    hash = rsp_fnv_add(hash, (uint64_t)e->kind);
    hash = mix(hash, e->message.name, TEXT_LETTERS);
    return e->message.success ? hash : mix(hash, text_of(&e->message), TEXT_LETTERS);
}

/* The request that a response answers, else the last one. */
static const char *request_before(const rsp_dap_log *log, size_t at) {
    const rsp_dap_message *m = &log->entries[at].message;
    const char *last = "";
    for (size_t i = at; i > 0 && !*last; i--)
        if (log->entries[i - 1].sent &&
            (m->kind != RSP_DAP_RESPONSE || log->entries[i - 1].message.seq == m->request_seq))
            last = log->entries[i - 1].message.name ? log->entries[i - 1].message.name : "";
    return last;
}

size_t states_note(rsp_state_set *states, const rsp_dap_log *log) {
    size_t num = 0;
    for (size_t i = 0; i < log->num; i++)
        if (!log->entries[i].sent)
            num += rsp_state_set_add(states, state_of(request_before(log, i), &log->entries[i]));
    return num;
}

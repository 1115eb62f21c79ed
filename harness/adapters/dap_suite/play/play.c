/* The first failure of a play is the one that counts.
 * Texts are cut to what a report shows.
 * See play.h. */
/* SPDX-License-Identifier: MIT */
#include "play/play.h"

#include "play/values.h"
#include <assert.h>
#include <stdio.h>

bool dap_play_fail(play *p, rsp_verdict verdict, const char *fmt, ...) {
    assert(verdict != RSP_VERDICT_PASS);
    dap_play_failure *f = &p->failure;
    if (f->failed)
        return false;
    va_list ap;
    va_start(ap, fmt);
    (void)vsnprintf(f->message, sizeof f->message, fmt, ap);
    va_end(ap);
    f->failed = true;
    f->verdict = verdict;
    f->entry = p->session.log.num;
    f->line = p->at ? p->at->line : p->scenario->line;
    f->column = p->at ? p->at->column : 1;
    return false;
}

bool dap_play_common(play *p, const char *fmt, ...) {
    dap_play_failure *f = &p->failure;
    if (!f->failed || *f->common)
        return false;
    va_list ap;
    va_start(ap, fmt);
    (void)vsnprintf(f->common, sizeof f->common, fmt, ap);
    va_end(ap);
    return false;
}

static void shown(char *out, size_t size, const json_t *value) {
    rsp_buf text = {0};
    if (value)
        rsp_dap_json_append(&text, value);
    (void)snprintf(out, size, "%s", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
}

bool dap_play_differs(play *p, size_t entry, const char *what, const json_t *expected, const char *problem) {
    if (p->failure.failed)
        return false;
    (void)dap_play_fail(p, RSP_VERDICT_FAIL, "%s: %.180s", what, problem);
    shown(p->failure.expected, sizeof p->failure.expected, expected);
    p->failure.entry = entry;
    if (entry < p->session.log.num)
        (void)snprintf(p->failure.got, sizeof p->failure.got, "%.*s",
                       (int)p->session.log.entries[entry].raw.len,
                       (const char *)p->session.log.entries[entry].raw.ptr);
    return false;
}

json_t *dap_play_value(play *p, const json_t *spec, const char *key, bool *ok) {
    rsp_buf problem = {0};
    const json_t *written = json_object_get(spec, key);
    json_t *value = dap_values_put_in(written, p->names, &problem);
    *ok = !written || value;
    if (!*ok)
        (void)dap_play_fail(p, RSP_VERDICT_ERROR, "%s: %.120s", key,
                            problem.len ? rsp_buf_cstr(&problem) : "no memory");
    rsp_buf_free(&problem);
    return value;
}

bool dap_play_since(play *p, const json_t *spec, size_t *out_from) {
    const char *name = json_string_value(json_object_get(spec, "since"));
    const json_t *at = name ? json_object_get(p->messages, name) : NULL;
    *out_from = json_is_integer(at) ? (size_t)json_integer_value(at) + 1 : 0;
    return !name || at || dap_play_fail(p, RSP_VERDICT_ERROR, "no message is named '%.60s'", name);
}

bool dap_play_name(play *p, const char *name, const char *member, json_t *value) {
    rsp_buf key = {0};
    rsp_buf_printf(&key, "%s%s%s", name, member ? "." : "", member ? member : "");
    const bool named = json_object_set_new(p->names, rsp_buf_cstr(&key), value) == 0;
    rsp_buf_free(&key);
    return named || dap_play_fail(p, RSP_VERDICT_ERROR, "no memory for '%s'", name);
}

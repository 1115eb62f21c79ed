/* A violation names the message and the member, and keeps the bytes around it.
 * Items of a list count as one member: a list of wrong items is one violation.
 * See schema_rules.h. */
/* SPDX-License-Identifier: MIT */
#include "rule/schema_rules.h"

#include "dap/shape.h"
#include "rule/member.h"
#include <inttypes.h>
#include <stdio.h>

/* A message that is held against the schema. */
typedef struct held {
    rsp_dap_rules *rules;
    rsp_dap_rule_id rule;
    const rsp_dap_entry *entry;
    size_t at;       /* of the entry in the log */
    const char *but; /* this member is not judged; NULL: all are */
} held;

static void append_who(rsp_buf *out, const rsp_dap_message *m) {
    static const char *const kinds[] = {"message", "request", "response to", "event"};
    rsp_buf_str(out, kinds[m->kind]);
    if (*m->name)
        rsp_buf_printf(out, " '%.40s'", m->name);
    rsp_buf_str(out, ": ");
}

/* The same for every item of a list. */
static void append_member(rsp_buf *out, const char *path) {
    for (; *path; path++) {
        rsp_buf_push(out, (uint8_t)*path);
        if (*path == '[')
            path += strspn(path + 1, "0123456789");
    }
}

/* A message that was kept in part is written again: what stands around a member is the same. */
static size_t copy_near(const rsp_dap_entry *e, const char *path, char *out, size_t size) {
    rsp_buf again = {0};
    if (e->raw.len < e->num_bytes)
        rsp_dap_json_append(&again, e->message.json);
    const rsp_bytes text = again.len > 0 ? rsp_buf_bytes(&again) : e->raw;
    const rsp_bytes near = member_near(text, path, size);
    if (near.len > 0)
        memcpy(out, near.ptr, near.len);
    rsp_buf_free(&again);
    return near.len;
}

/* What all messages have is one member, whatever the message; numbers are wrong one after the other. */
static rsp_dap_violation *add(const held *h, const char *path) {
    rsp_buf member = {0};
    rsp_dap_violation *v = NULL;
    if (h->rule != RSP_DAP_RULE_FORM && h->rule != RSP_DAP_RULE_SEQ)
        append_who(&member, &h->entry->message);
    if (h->rule != RSP_DAP_RULE_SEQ)
        append_member(&member, path);
    if (!h->but || strcmp(path, h->but) != 0)
        v = rule_add(h->rules, h->rule, rsp_buf_cstr(&member));
    rsp_buf_free(&member);
    return v;
}

static void misfit(void *ctx, const char *path, const char *why) {
    const held *h = ctx;
    const rsp_dap_message *m = &h->entry->message;
    rsp_dap_violation *v = add(h, path);
    if (v) {
        rsp_buf text = {0};
        if (m->has_seq)
            rsp_buf_printf(&text, "seq %" PRId64 ", ", m->seq);
        append_who(&text, m);
        rsp_buf_printf(&text, "%s %s", path, why);
        v->entry = h->at;
        (void)snprintf(v->text, sizeof v->text, "%s", rsp_buf_cstr(&text));
        v->num_near = copy_near(h->entry, path, v->near, sizeof v->near);
        rsp_buf_free(&text);
    }
}

void schema_rules_form(rsp_dap_rules *rules, const rsp_dap_log *log, size_t i, bool unnumbered) {
    const rsp_dap_message *m = &log->entries[i].message;
    const char *name = m->kind == RSP_DAP_EVENT ? "event" : "command";
    held h = {rules, RSP_DAP_RULE_FORM, &log->entries[i], i, unnumbered ? "request_seq" : NULL};
    rule_exercise(rules, RSP_DAP_RULE_FORM);
    rsp_dap_shape_check(rsp_dap_shape_of_kind(m->kind), m->json, "", misfit, &h);
    if (m->kind != RSP_DAP_OTHER && json_is_string(json_object_get(m->json, name)) && !*m->name)
        misfit(&h, name, "is \"\", no name");
}

void schema_rules_body(rsp_dap_rules *rules, const rsp_dap_log *log, size_t i) {
    const rsp_dap_message *m = &log->entries[i].message;
    const bool failed = m->kind == RSP_DAP_RESPONSE && !m->success;
    const bool process = m->kind == RSP_DAP_EVENT && strcmp(m->name, "process") == 0;
    const char *shape = failed ? rsp_dap_shape_of_error() : rsp_dap_shape_of(m->kind, m->name);
    held h = {rules, RSP_DAP_RULE_BODY, &log->entries[i], i, NULL};
    if (m->kind == RSP_DAP_REQUEST || process)
        h.rule = process ? RSP_DAP_RULE_PROCESS : RSP_DAP_RULE_TERMINAL;
    if (!shape || (failed && !json_is_object(m->body)))
        return;
    rule_exercise(rules, h.rule);
    rsp_dap_shape_check(shape, m->body, m->kind == RSP_DAP_REQUEST ? "arguments" : "body", misfit, &h);
}

void schema_rules_no_seq(rsp_dap_rules *rules, const rsp_dap_log *log, size_t i) {
    const rsp_dap_entry *e = &log->entries[i];
    held h = {rules, RSP_DAP_RULE_SEQ, e, i, NULL};
    rsp_dap_shape_check("seq:p", e->message.json, "", misfit, &h);
}

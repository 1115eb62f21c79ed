/* Baselines: known failures with their reasons, matched against results, and written anew.
 * An entry is met by a result of its scenario whose requirement, variant, verdict and message it describes.
 * What a run did not touch is kept as it was. */
/* SPDX-License-Identifier: MIT */
#include "scenario/baseline.h"

#include "files/file_types.h"
#include "language/select.h"
#include "language/syntax.h"

#include "core/limits.h"
#include "core/mem.h"
#include <stdio.h>
#include <string.h>

#define FIELDS(table) .fields = (table), .num_fields = RSP_ARRAY_LEN(table)

static const node_type verdict_word = {
    .scalar = SCALAR_WORD, .words = (const char *const[]){"fail", "warn", "crash", "hang", "error", NULL}};
static const field baseline_fields[] = {
    {"scenario", &text_node_type, .required = true, .text = "Its name, with .case, or a glob for several."},
    {"requirement", &requirement_node_type, .text = "The requirement that is broken."},
    {"variant", &text_node_type, .text = "Of the matrix."},
    {"verdict", &verdict_word, .text = "fail, warn, crash, hang."},
    {"message", &text_node_type, .text = "The failure's message, or a glob."},
    {"reason", &text_node_type, .required = true, .text = "Why it is known."},
    {"link", &text_node_type, .text = "Where it is discussed."},
    {"sometimes", &boolean_node_type, .text = "yes: it also passes, by chance."},
};
const node_type baseline_node_type = {.name = "baseline",
                                      .null_ok = true,
                                      .scalar = SCALAR_BOOL,
                                      .item = &(const node_type){FIELDS(baseline_fields)}};

struct rsp_baseline {
    rsp_source *source;
    rsp_baseline_entry *items;
    bool *passed; /* the scenario passed: the entry is wrong, not stale */
    size_t num;
    const rsp_mem *mem;
};

static rsp_baseline_entry entry_of(const rsp_node *node) {
    const rsp_node *sometimes = node_get(node, "sometimes");
    bool yes = false;
    return (rsp_baseline_entry){
        .scenario = node_str(node_get(node, "scenario")),
        .requirement = node_str(node_get(node, "requirement")),
        .variant = node_str(node_get(node, "variant")),
        .message = node_str(node_get(node, "message")),
        .verdict = node_str(node_get(node, "verdict")),
        .reason = node_str(node_get(node, "reason")),
        .link = node_str(node_get(node, "link")),
        .line = node->line,
        .sometimes = sometimes && node_bool(sometimes, &yes) && yes,
    };
}

/* An entry for several scenarios: some of them may pass. */
static bool is_group(const rsp_baseline_entry *e) {
    return strchr(e->scenario, '*') != NULL;
}

/* What must be there must say something, too. */
static rsp_status check_said(const rsp_baseline *b, const rsp_node *entry, const char *key,
                             rsp_diagnostics *diagnostics) {
    const rsp_node *value = node_get(entry, key);
    if (!value || node_str(value)[0] != '\0')
        return RSP_OK;
    return node_error(diagnostics, b->source, value, RSP_SCHEMA, "", "'%s' is empty", key);
}

static rsp_status build(rsp_baseline *b, rsp_diagnostics *diagnostics) {
    rsp_node *root = b->source->documents;
    if (!root)
        return RSP_OK;
    rsp_status status = node_type_check(b->source, root, &baseline_node_type, NULL, diagnostics);
    if (status != RSP_OK)
        return status;
    b->items = rsp_mem_calloc(b->mem, root->num + 1, sizeof *b->items);
    b->passed = rsp_mem_calloc(b->mem, root->num + 1, sizeof *b->passed);
    if (!b->items || !b->passed)
        return RSP_NO_MEMORY;
    for (const rsp_node *n = root->first; n; n = n->next) {
        rsp_status scenario = check_said(b, n, "scenario", diagnostics);
        rsp_status reason = check_said(b, n, "reason", diagnostics);
        status = scenario != RSP_OK ? scenario : reason != RSP_OK ? reason : status;
        b->items[b->num++] = entry_of(n);
    }
    return status;
}

rsp_baseline *rsp_baseline_load_memory(const char *name, rsp_bytes yaml, const rsp_mem *mem,
                                       rsp_diagnostics *diagnostics) {
    rsp_baseline *b = rsp_mem_calloc(mem, 1, sizeof *b);
    if (!b)
        return NULL;
    rsp_status status = RSP_OK;
    b->mem = mem;
    b->source = source_parse(name, yaml, mem, diagnostics, &status);
    if (b->source && status == RSP_OK)
        status = build(b, diagnostics);
    if (status == RSP_OK)
        return b;
    rsp_baseline_free(b);
    return NULL;
}

rsp_baseline *rsp_baseline_new(const char *name, const rsp_mem *mem) {
    static const char head[] =
        "# Known failures: a run fails on what is not here, and on entries that nothing meets any more.\n"
        "# `stubborn run --update-baseline` adds and removes entries, and keeps the reasons.\n";
    return rsp_baseline_load_memory(name, rsp_bytes_str(head), mem, NULL);
}

void rsp_baseline_free(rsp_baseline *b) {
    if (!b)
        return;
    source_free(b->source);
    rsp_mem_free(b->mem, b->items);
    rsp_mem_free(b->mem, b->passed);
    rsp_mem_free(b->mem, b);
}

size_t rsp_baseline_count(const rsp_baseline *baseline) {
    return baseline->num;
}

const rsp_baseline_entry *rsp_baseline_get(const rsp_baseline *baseline, size_t i) {
    return i < baseline->num ? &baseline->items[i] : NULL;
}

static const char *or_empty(const char *text) {
    return text ? text : "";
}

/* Whether a list of ids separated by blanks holds one. */
static bool holds_id(const char *ids, const char *id) {
    size_t len = strlen(id);
    for (const char *p = ids; *p;) {
        size_t n = strcspn(p, " ");
        if (n == len && strncmp(p, id, n) == 0)
            return true;
        p += n;
        p += strspn(p, " ");
    }
    return false;
}

static bool same_place(const rsp_baseline_entry *e, const rsp_result *r) {
    return glob_match(e->scenario, or_empty(r->scenario)) &&
           (!*e->variant || strcmp(e->variant, or_empty(r->variant)) == 0);
}

/* Baselines of earlier versions call a should that gets no reply a hang. */
static bool same_verdict(const char *verdict, const rsp_result *r) {
    const bool silent = r->symptom.came == RSP_CAME_SILENCE || r->symptom.came == RSP_CAME_NO_STOP;
    return !*verdict || strcmp(verdict, rsp_verdict_name(r->verdict)) == 0 ||
           (r->verdict == RSP_VERDICT_WARN && silent &&
            strcmp(verdict, rsp_verdict_name(RSP_VERDICT_HANG)) == 0);
}

static bool describes(const rsp_baseline_entry *e, const rsp_result *r) {
    return same_place(e, r) && (!*e->requirement || holds_id(or_empty(r->requirements), e->requirement)) &&
           same_verdict(e->verdict, r) && (!*e->message || glob_match(e->message, or_empty(r->message)));
}

void rsp_baseline_apply(rsp_baseline *b, rsp_result *result) {
    bool bad = (rsp_verdict_bad(result->verdict) || result->verdict == RSP_VERDICT_WARN) &&
               result->verdict != RSP_VERDICT_XPASS;
    for (size_t i = 0; i < b->num; i++) {
        rsp_baseline_entry *e = &b->items[i];
        if (bad && describes(e, result)) {
            e->used = true;
            result->verdict = RSP_VERDICT_XFAIL;
            result->reason = e->reason;
            return;
        }
        /* an entry for every variant only says that one of them fails */
        bool exact = !is_group(e) && !e->sometimes && same_place(e, result) &&
                     (*e->variant || !*or_empty(result->variant));
        if (result->verdict == RSP_VERDICT_PASS && exact) {
            b->passed[i] = true;
            result->verdict = RSP_VERDICT_XPASS;
            result->reason = e->reason;
            return;
        }
    }
}

void rsp_baseline_recognise(rsp_baseline *b, const rsp_run *run) {
    for (size_t i = 0; i < run->num_results; i++) {
        const rsp_result *r = &run->results[i];
        const bool failed = r->verdict == RSP_VERDICT_XFAIL;
        for (size_t k = 0; k < b->num && (failed || r->verdict == RSP_VERDICT_XPASS); k++) {
            rsp_baseline_entry *e = &b->items[k];
            if (!same_place(e, r) || strcmp(e->reason, or_empty(r->reason)) != 0)
                continue;
            e->used = e->used || failed;
            b->passed[k] = b->passed[k] || !failed;
        }
    }
}

/* What the run says of an entry's scenario. */
static bool ran(const rsp_run *run, const rsp_baseline_entry *e) {
    for (size_t i = 0; i < run->num_results; i++) {
        if (same_place(e, &run->results[i]) && run->results[i].verdict != RSP_VERDICT_SKIP)
            return true;
    }
    return false;
}

static bool is_stale(const rsp_baseline *b, size_t i, const rsp_run *run,
                     bool (*known)(void *ctx, const char *scenario), void *ctx) {
    const rsp_baseline_entry *e = &b->items[i];
    if (e->used || b->passed[i] || e->sometimes)
        return false;
    if (is_group(e)) /* only the whole suite tells that nobody meets it */
        return known && ran(run, e);
    return ran(run, e) || (known && !known(ctx, e->scenario));
}

size_t rsp_baseline_stale(const rsp_baseline *b, const rsp_run *run,
                          bool (*known)(void *ctx, const char *scenario), void *ctx,
                          rsp_diagnostics *diagnostics) {
    size_t num = 0;
    for (size_t i = 0; i < b->num; i++) {
        if (!is_stale(b, i, run, known, ctx))
            continue;
        const rsp_baseline_entry *e = &b->items[i];
        rsp_location place = {.path = b->source->path, .line = e->line, .column = 3, .width = 1};
        (void)rsp_diagnose(diagnostics, RSP_SEVERITY_ERROR, RSP_NOT_FOUND, &place, b->source->text, "",
                           "nothing in this run fails as this entry for '%s' says", e->scenario);
        num++;
    }
    return num;
}

/* A plain YAML scalar where that is safe, else single-quoted. */
static void write_value(rsp_buf *out, const char *key, const char *text, const char *lead) {
    if (!*text)
        return;
    rsp_buf_printf(out, "%s%s: '", lead, key);
    for (const char *p = text; *p; p++) {
        unsigned char c = (unsigned char)*p;
        if (c == '\'')
            rsp_buf_str(out, "''");
        else
            rsp_buf_push(out, c < 0x20 || c > 0x7e ? '?' : c);
    }
    rsp_buf_str(out, "'\n");
}

static void write_entry(rsp_buf *out, const rsp_baseline_entry *e) {
    write_value(out, "scenario", e->scenario, "- ");
    write_value(out, "requirement", e->requirement, "  ");
    write_value(out, "variant", e->variant, "  ");
    write_value(out, "verdict", e->verdict, "  ");
    write_value(out, "message", e->message, "  ");
    write_value(out, "reason", e->reason, "  ");
    write_value(out, "link", e->link, "  ");
    if (e->sometimes)
        rsp_buf_str(out, "  sometimes: yes\n");
}

/* The comment lines at the top of the file stay. */
static void write_head(const rsp_baseline *b, rsp_buf *out) {
    rsp_bytes rest = b->source->text;
    while (rest.len > 0) {
        rsp_bytes line = rsp_bytes_split(&rest, '\n');
        if (line.len > 0 && line.ptr[0] != '#')
            return;
        rsp_buf_append(out, line);
        rsp_buf_push(out, '\n');
    }
}

/* Digits at `text` that another run would not repeat: the 2000 of "within 2000 ms", and addresses (three or
 * more digits after 0x, since a program that runs stops elsewhere). */
static size_t digits_of_this_run(const char *message, const char *text) {
    static const char wait[] = "within ", address[] = "0x";
    const size_t before = (size_t)(text - message), decimal = strspn(text, "0123456789");
    const size_t hex = strspn(text, "0123456789abcdef");
    if (before >= strlen(wait) && memcmp(text - strlen(wait), wait, strlen(wait)) == 0 &&
        strncmp(text + decimal, " ms", 3) == 0)
        return decimal;
    return before >= strlen(address) && memcmp(text - strlen(address), address, strlen(address)) == 0 &&
                   hex >= 3
               ? hex
               : 0;
}

/* The message with "*" in place of such digits. */
static void append_what_stays(rsp_buf *out, const char *message) {
    for (const char *at = message; *at;) {
        const size_t num = digits_of_this_run(message, at);
        rsp_buf_push(out, (uint8_t)(num > 0 ? '*' : *at));
        at += num > 0 ? num : 1;
    }
}

void rsp_baseline_update(const rsp_baseline *b, const rsp_run *run, const char *reason, rsp_buf *out) {
    write_head(b, out);
    for (size_t i = 0; i < b->num; i++) {
        if (!b->passed[i] && !is_stale(b, i, run, NULL, NULL))
            write_entry(out, &b->items[i]);
    }
    for (size_t i = 0; i < run->num_results; i++) {
        const rsp_result *r = &run->results[i];
        bool is_new = r->verdict == RSP_VERDICT_FAIL || r->verdict == RSP_VERDICT_WARN ||
                      r->verdict == RSP_VERDICT_CRASH || r->verdict == RSP_VERDICT_HANG;
        char first_id[64];
        (void)snprintf(first_id, sizeof first_id, "%.*s", (int)strcspn(or_empty(r->requirements), " "),
                       or_empty(r->requirements));
        rsp_buf message = {.mem = out->mem};
        append_what_stays(&message, or_empty(r->message));
        const rsp_baseline_entry e = {.scenario = or_empty(r->scenario),
                                      .requirement = first_id,
                                      .variant = or_empty(r->variant),
                                      .verdict = rsp_verdict_name(r->verdict),
                                      .message = rsp_buf_cstr(&message),
                                      .reason = reason,
                                      .link = ""};
        if (is_new)
            write_entry(out, &e);
        rsp_buf_free(&message);
    }
}

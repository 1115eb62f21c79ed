/* A card for each finding; what a debugger printed and what a stub said is text.
 * The kinds are explained where they occur.
 * See fuzz_debugger_page.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/fuzz/fuzz_debugger_page.h"

#include "document/document.h"
#include "document/text.h"
#include "reports/page/frame.h"
#include <inttypes.h>

enum { FINDINGS_MOST = 500, OPEN_MOST = 3 };

static void fact(rsp_document *d, const char *label, const char *text) {
    if (text && *text)
        rsp_document_fact(d, label, "%s", text);
}

static void describe_head(rsp_document *d, const rsp_debugger_results *r) {
    rsp_document_title(d, "Fuzzing of %s", r->about->debugger);
    rsp_document_answer(
        d, r->num_findings > 0 ? RSP_TONE_BAD : RSP_TONE_GOOD, "%s in %s, %s.%s",
        rsp_document_counted(d, r->num_findings, "finding", "findings"),
        rsp_document_counted(d, r->totals.sessions + r->before.sessions, "session", "sessions"),
        rsp_document_duration(d, r->totals.duration_ns + r->before.duration_ns),
        r->interrupted ? " The run was cut short." : "");
    fact(d, "stub", r->about->stub);
    fact(d, "program", r->about->program);
    fact(d, "recording", r->about->recording);
    fact(d, "started", r->started);
    rsp_document_fact(d, "requests", "%" PRIu64, r->totals.requests + r->before.requests);
    rsp_document_fact(d, "shapes of lines", "%" PRIu64, r->shapes);
    rsp_document_fact(d, "corpus", "%" PRIu64, r->corpus);
    rsp_document_fact(d, "jobs", "%" PRIu64, r->jobs);
    rsp_document_fact(d, "seed", "%" PRIu64, r->about->seed);
    fact(d, "stubborn", r->version);
}

/* What a kind means; "" for one of another version. */
static const char *meaning(const char *kind) {
    for (unsigned i = 0; i < RSP_DEBUGGER_SYMPTOM_NONE; i++)
        if (strcmp(rsp_debugger_symptom_name(i), kind) == 0)
            return rsp_debugger_symptom_text(i);
    return "";
}

static void describe_finding(rsp_document *d, const rsp_debugger_found *f, const char *base, bool open) {
    static const char *const files[] = {"summary.md", "lies.json", "conversation.txt", "printed.txt"};
    rsp_arena *arena = &d->arena;
    rsp_document_card(d, &(rsp_card){.css = "fail",
                                     .mark = f->kind,
                                     .tone = RSP_TONE_BAD,
                                     .name = f->signature,
                                     .title = f->headline,
                                     .open = open});
    rsp_document_field(d, RSP_FORM_WORDS, "kind", meaning(f->kind));
    rsp_document_field(d, RSP_FORM_COMMAND, "again", f->again);
    for (size_t i = 0; i < f->num_lies; i++)
        rsp_document_field(d, RSP_FORM_CODE, "lie", f->lies[i]);
    for (size_t i = 0; i < f->num_lines; i++)
        rsp_document_field(d, RSP_FORM_CODE, "typed", f->lines[i]);
    rsp_document_field(d, RSP_FORM_WORDS, "repeats",
                       rsp_arena_printf(arena, "%" PRIu64 " of %" PRIu64 " times%s", f->reproduced,
                                        f->replays, f->minimised ? "" : "; not minimised"));
    rsp_document_field(
        d, RSP_FORM_WORDS, "seen",
        rsp_arena_printf(arena, "in session %" PRIu64 " of seed %" PRIu64, f->session, f->seed));
    for (size_t i = 0; i < RSP_ARRAY_LEN(files); i++)
        rsp_document_field(d, RSP_FORM_FILE, i ? "" : "files",
                           rsp_arena_printf(arena, "%sfindings/%s/%s", base, f->signature, files[i]));
    rsp_document_card_end(d);
}

rsp_status rsp_fuzz_debugger_page(rsp_buf *out, const rsp_debugger_results *r, const char *base) {
    rsp_document d = {.arena.mem = out->mem};
    describe_head(&d, r);
    if (r->num_findings > 0) {
        rsp_document_search(&d);
        rsp_document_section(&d, "Findings", "one cause has one name");
    }
    for (size_t i = 0; i < r->num_findings && i < FINDINGS_MOST; i++)
        describe_finding(&d, &r->findings[i], base, r->num_findings <= OPEN_MOST);
    if (r->num_findings > FINDINGS_MOST)
        rsp_document_paragraph(&d, "%zu more findings are left out here", r->num_findings - FINDINGS_MOST);
    const rsp_status status = rsp_document_html(out, &d, rsp_report_frame());
    rsp_document_free(&d);
    return status;
}

/* Results and causes as cards: name and requirements, the place, expected and got, the exchange, the command.
 * On a terminal the results of a cause are a line each, and several of them one; pages fold them.
 * See run_results.h. */
/* SPDX-License-Identifier: MIT */
#include "run_results.h"
#include "core/text.h"

#include "details.h"
#include "words.h"

#include <inttypes.h>

enum {
    LISTED_RESULTS = 3,   /* names of others of the same cause */
    LINES_OF_A_CAUSE = 5, /* of its results in the list of failures */
    TOLD_CAUSES = 9       /* with their evidence; the others have a line each */
};

rsp_tone rsp_verdict_tone(rsp_verdict verdict) {
    if (rsp_verdict_bad(verdict))
        return RSP_TONE_BAD;
    if (verdict == RSP_VERDICT_WARN)
        return RSP_TONE_NOTE;
    return verdict == RSP_VERDICT_PASS ? RSP_TONE_GOOD : RSP_TONE_DIM;
}

static bool on_terminal(const rsp_describer *to) {
    return to->medium == RSP_TERMINAL;
}

/* The transcript folds on a page; what a person says of the stub stands there as it is. */
static void describe_details(const rsp_describer *to, const rsp_result *r, rsp_detail_use in) {
    size_t num = 0;
    const rsp_detail *details =
        rsp_details_of(&to->document->arena, r, in, on_terminal(to) && to->whole, &num);
    for (size_t i = 0; i < num; i++) {
        const rsp_detail *d = &details[i];
        if (d->kind == RSP_DETAIL_WINDOW)
            rsp_document_wire(to->document, NULL, d->text);
        else if (d->kind == RSP_DETAIL_TRANSCRIPT && (to->whole || !on_terminal(to)))
            rsp_document_wire(to->document, d->label, d->text);
        else if (d->kind != RSP_DETAIL_TRANSCRIPT)
            rsp_document_field(to->document, d->form, d->label, d->text);
    }
}

/* --- results -------------------------------------------------------------------------------------------- */

/* "cause 2   RLE-003  must", as wide for each level */
static const char *aside_of(rsp_arena *arena, const rsp_result *r) {
    const char *cause = r->cause ? rsp_arena_printf(arena, "cause %" PRIu32 "   ", r->cause) : "";
    return rsp_arena_printf(arena, "%s%s%s%-6s", cause, r->requirements, *r->requirements ? "  " : "",
                            rsp_duty_name(r->level, r->manual));
}

void rsp_describe_result(const rsp_describer *to, const rsp_result *r) {
    rsp_arena *arena = &to->document->arena;
    const bool notable = rsp_report_notable(r);
    const bool brief = on_terminal(to) && !to->whole && r->cause;
    const rsp_card card = {.css = rsp_verdict_name(r->verdict),
                           .mark = rsp_verdict_name(r->verdict),
                           .tone = rsp_verdict_tone(r->verdict),
                           .name = r->scenario,
                           .variant = r->variant,
                           .title = to->medium == RSP_MARKDOWN   ? r->message
                                    : rsp_report_given(r->title) ? r->title
                                                                 : r->reason,
                           .ids = r->requirements,
                           .level = rsp_duty_name(r->level, r->manual),
                           .aside = aside_of(arena, r),
                           .open = rsp_verdict_bad(r->verdict) && !r->cause,
                           .tight = brief || !notable};
    rsp_document_card(to->document, &card);
    if (r->cause && to->medium == RSP_PAGE)
        rsp_document_field(to->document, RSP_FORM_LINK, "cause",
                           rsp_arena_printf(arena, "cause-%" PRIu32, r->cause));
    if (to->medium == RSP_MARKDOWN)
        rsp_document_field(to->document, RSP_FORM_COMMAND, "again", r->cause ? "" : r->again);
    else if (!notable && on_terminal(to))
        rsp_document_field(to->document, RSP_FORM_WORDS, "reason", r->reason);
    else if (!brief)
        describe_details(to, r, on_terminal(to) ? RSP_IN_TERMINAL : RSP_IN_PAGE);
    rsp_document_card_end(to->document);
}

/* Of the results of one cause a few stand in the list: the cause itself was told at the top. */
static bool is_folded(const rsp_run *run, size_t index) {
    const rsp_result *r = &run->results[index];
    size_t before = 0;
    for (size_t i = 0; i < index && before < LINES_OF_A_CAUSE; i++)
        before += run->results[i].cause == r->cause;
    return r->cause != 0 && before == LINES_OF_A_CAUSE;
}

void rsp_describe_results(const rsp_describer *to) {
    const rsp_run *run = to->run;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < run->num_results; i++) {
            const rsp_result *r = &run->results[i];
            const bool shown =
                to->whole || (rsp_report_notable(r) && !(on_terminal(to) && is_folded(run, i)));
            if (shown && rsp_verdict_bad(r->verdict) == (pass == 0))
                rsp_describe_result(to, r);
        }
}

/* --- causes --------------------------------------------------------------------------------------------- */

/* "17 results" */
static const char *weight_of(rsp_arena *arena, const rsp_cause *c) {
    rsp_buf text = {.mem = arena->mem};
    if (c->num_results > 0)
        rsp_text_counted(&text, c->num_results, "result", "results");
    else
        rsp_buf_str(&text, "measured");
    const char *kept = rsp_arena_str(arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return kept;
}

/* The result that shows the cause. */
static const rsp_result *shown_by(const rsp_run *run, const rsp_cause *c) {
    for (size_t i = 0; i < run->num_results; i++) {
        const rsp_result *r = &run->results[i];
        if (r->cause && &run->causes[r->cause - 1] == c && strcmp(r->scenario, c->scenario) == 0 &&
            strcmp(r->variant, c->variant) == 0)
            return r;
    }
    return NULL;
}

static const char *name_of(rsp_arena *arena, const rsp_result *r) {
    return *r->variant ? rsp_arena_printf(arena, "%s [%s]", r->scenario, r->variant) : r->scenario;
}

/* "framing/one, framing/two and 14 more" */
static void describe_others(const rsp_describer *to, const rsp_cause *c, const rsp_result *best) {
    rsp_buf text = {.mem = to->document->arena.mem};
    uint64_t num = 0;
    for (size_t i = 0; i < to->run->num_results; i++) {
        const rsp_result *r = &to->run->results[i];
        if (!r->cause || &to->run->causes[r->cause - 1] != c || r == best)
            continue;
        if (num++ < LISTED_RESULTS)
            rsp_text_printf(&text, "%s%s", text.len ? ", " : "", name_of(&to->document->arena, r));
    }
    if (num > LISTED_RESULTS)
        rsp_buf_printf(&text, " and %" PRIu64 " more", num - LISTED_RESULTS);
    rsp_document_field(to->document, RSP_FORM_WORDS, "also",
                       rsp_arena_str(&to->document->arena, rsp_buf_cstr(&text)));
    rsp_buf_free(&text);
}

/* What the result that shows it says, less what the headline has said. */
static void describe_evidence(const rsp_describer *to, const rsp_cause *c) {
    const rsp_result *r = shown_by(to->run, c);
    rsp_document *d = to->document;
    if (r) {
        rsp_document_field(d, RSP_FORM_SENTENCE, "shown by", name_of(&d->arena, r));
        if (!strstr(c->what, r->title))
            rsp_document_field(d, RSP_FORM_SENTENCE, "requires", r->title);
        if (!strstr(c->what, r->message) && !strstr(r->message, c->what))
            rsp_document_field(d, RSP_FORM_SENTENCE, "what", r->message);
        describe_details(to, r, RSP_IN_CAUSE);
    } else {
        rsp_document_wire(d, NULL, c->evidence);
    }
    describe_others(to, c, r);
    if (c->allowed)
        rsp_document_field(d, RSP_FORM_WORDS, "after",
                           "once it was shown, the rest was tried with a shorter wait");
    rsp_document_field(d, RSP_FORM_COMMAND, "again", c->again);
    rsp_document_field(d, RSP_FORM_COMMAND, "by hand", c->send);
}

static void describe_cause(const rsp_describer *to, const rsp_cause *c, size_t number) {
    rsp_arena *arena = &to->document->arena;
    const char *weight = weight_of(arena, c);
    const bool line = number > TOLD_CAUSES && !to->whole && to->medium != RSP_PAGE;
    const rsp_card card = {
        .css = c->level == RSP_LEVEL_MUST ? "cause must" : "cause should",
        .id = rsp_arena_printf(arena, "cause-%zu", number),
        .mark = rsp_arena_printf(arena, "%zu", number),
        .tone = c->level == RSP_LEVEL_MUST ? RSP_TONE_BAD : RSP_TONE_NOTE,
        .name = c->what,
        .title = weight,
        .ids = c->requirement,
        .level = rsp_duty_name(c->level, c->source),
        .aside = rsp_arena_printf(arena, "%s%s%s   %s", c->requirement, *c->requirement ? "  " : "",
                                  rsp_duty_name(c->level, c->source), weight),
        .open = c->level == RSP_LEVEL_MUST && number <= TOLD_CAUSES,
        .tight = line,
    };
    rsp_document_card(to->document, &card);
    if (line) {
        rsp_document_card_end(to->document);
        return;
    }
    if (to->medium == RSP_MARKDOWN || (on_terminal(to) && c->level != RSP_LEVEL_MUST && !to->whole))
        rsp_document_field(to->document, RSP_FORM_COMMAND, "again", c->again);
    else
        describe_evidence(to, c);
    rsp_document_card_end(to->document);
}

void rsp_describe_causes(const rsp_describer *to) {
    rsp_buf note = {.mem = to->document->arena.mem};
    if (to->run->num_causes == 0)
        return;
    rsp_report_causes(&note, to->run);
    if (on_terminal(to))
        rsp_document_section(to->document, rsp_arena_str(&to->document->arena, rsp_buf_cstr(&note)), "");
    else
        rsp_document_section(to->document, "Causes", rsp_buf_cstr(&note));
    rsp_buf_free(&note);
    for (size_t i = 0; i < to->run->num_causes; i++)
        describe_cause(to, &to->run->causes[i], i + 1);
}

/* The causes at the top of the terminal's report: what, by which requirement, and the evidence once.
 * Then how many results each explains, and the commands that show it.
 * The results themselves are a line each. */
/* SPDX-License-Identifier: MIT */
#include "term_causes.h"

#include "document/text.h"
#include "term_parts.h"
#include "words.h"

#include <inttypes.h>

enum {
    NUMBER_COLUMN = 5,   /* where the sentence starts */
    DETAIL_COLUMN = 7,   /* where evidence and labels start */
    LISTED_RESULTS = 3,  /* names of others of the same cause */
    LINES_OF_A_CAUSE = 5 /* of its results in the list of failures */
};

/* "BRK-001  must   17 results" */
static void append_weight(const rsp_term *t, const rsp_cause *c) {
    rsp_report_escape_text(t->out, rsp_report_text(c->requirement), false);
    rsp_buf_printf(t->out, "%s%s   ", rsp_report_given(c->requirement) ? "  " : "", rsp_level_name(c->level));
    if (c->num_results == 0) {
        rsp_buf_str(t->out, "measured");
        return;
    }
    rsp_report_count(t->out, c->num_results);
    rsp_buf_str(t->out, c->num_results == 1 ? " result" : " results");
}

static void append_headline(const rsp_term *t, const rsp_cause *c, size_t number) {
    rsp_ink ink = c->level == RSP_LEVEL_MUST ? RSP_INK_BAD : RSP_INK_DOUBT;
    rsp_buf what = {.mem = t->out->mem};
    rsp_buf weight = {.mem = t->out->mem};
    const rsp_term side = {.out = &weight};
    rsp_report_escape_text(&what, rsp_report_text(c->what), false);
    append_weight(&side, c);
    rsp_term_begin(t, ink);
    rsp_buf_printf(t->out, "%3zu  ", number);
    rsp_term_end(t, ink);
    rsp_term_begin(t, RSP_INK_STRONG);
    rsp_buf_append(t->out, rsp_buf_bytes(&what));
    rsp_term_end(t, RSP_INK_STRONG);
    size_t used = NUMBER_COLUMN + what.len;
    if (used + 3 + weight.len > t->width) {
        rsp_buf_push(t->out, '\n');
        used = 0;
    }
    for (; used + weight.len < t->width; used++)
        rsp_buf_push(t->out, ' ');
    rsp_buf_append(t->out, rsp_buf_bytes(&weight));
    rsp_buf_push(t->out, '\n');
    rsp_buf_free(&what);
    rsp_buf_free(&weight);
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

/* "framing/one, framing/two and 14 more" */
static void append_others(const rsp_term *t, const rsp_run *run, const rsp_cause *c, const rsp_result *best) {
    rsp_buf text = {.mem = t->out->mem};
    uint64_t num = 0;
    for (size_t i = 0; i < run->num_results; i++) {
        const rsp_result *r = &run->results[i];
        if (!r->cause || &run->causes[r->cause - 1] != c || r == best)
            continue;
        if (num++ < LISTED_RESULTS) {
            rsp_buf_str(&text, text.len ? ", " : "");
            rsp_report_name(&text, r);
        }
    }
    if (num > LISTED_RESULTS)
        rsp_buf_printf(&text, " and %" PRIu64 " more", num - LISTED_RESULTS);
    rsp_term_field(t, "also", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
}

/* What the result that shows it says, less what the headline has said. */
static void append_shown(const rsp_term *t, const rsp_cause *c, const rsp_result *r) {
    rsp_buf title = {.mem = t->out->mem};
    rsp_buf_printf(&title, "%*s", DETAIL_COLUMN, "");
    rsp_report_name(&title, r);
    rsp_report_escape_text(t->out, rsp_buf_bytes(&title), false);
    rsp_buf_push(t->out, '\n');
    rsp_buf_free(&title);
    if (t->verbose)
        rsp_term_place(t, r);
    if (!strstr(c->what, r->title))
        rsp_term_paragraph(t, r->title);
    if (!strstr(c->what, r->message) && !strstr(r->message, c->what))
        rsp_term_paragraph(t, r->message);
    rsp_term_evidence(t, r);
}

static void append_cause(const rsp_term *t, const rsp_run *run, const rsp_cause *c, size_t number) {
    const rsp_result *best = shown_by(run, c);
    rsp_buf_push(t->out, '\n');
    append_headline(t, c, number);
    if (c->level != RSP_LEVEL_MUST && !t->verbose) {
        rsp_term_command(t, "again", c->again);
        return;
    }
    if (best)
        append_shown(t, c, best);
    rsp_term_field(t, "manual", best ? best->manual : "");
    rsp_term_field(t, "breaks", best ? best->breaks : "");
    append_others(t, run, c, best);
    if (c->allowed)
        rsp_term_field(t, "after", "once it was shown, the rest was tried with a shorter wait");
    rsp_term_command(t, "again", c->again);
    rsp_term_command(t, "by hand", c->send);
}

void rsp_term_causes(const rsp_term *t, const rsp_run *run) {
    if (run->num_causes == 0)
        return;
    rsp_buf_push(t->out, '\n');
    rsp_term_begin(t, RSP_INK_STRONG);
    rsp_report_causes(t->out, run);
    rsp_term_end(t, RSP_INK_STRONG);
    rsp_buf_push(t->out, '\n');
    for (size_t i = 0; i < run->num_causes; i++)
        append_cause(t, run, &run->causes[i], i + 1);
}

bool rsp_term_is_folded(const rsp_run *run, size_t index) {
    const rsp_result *r = &run->results[index];
    size_t before = 0;
    for (size_t i = 0; i < index && before < LINES_OF_A_CAUSE; i++)
        before += run->results[i].cause == r->cause;
    return r->cause != 0 && before == LINES_OF_A_CAUSE;
}

/* Findings come first, each with its conversation as a ladder; then the run over time, then the corpus.
 * Files of the campaign's folder may come from other machines: what is damaged is left out.
 * See fuzz_page.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/fuzz/fuzz_page.h"

#include "campaign/corpus_folder.h"
#include "campaign/findings_folder.h"
#include "core/file.h"
#include "core/limits.h"
#include "document/document.h"
#include "document/text.h"
#include "page/grid.h"
#include "reports/page/frame.h"
#include <inttypes.h>
#include <jansson.h>
#include <rsp/clock.h>

enum {
    FINDINGS_MOST = 500,        /* on the page */
    CONVERSATION_BYTES = 16384, /* of each */
    LIST_BYTES = 96,            /* of a sequence of the corpus */
};

/* --- over time ------------------------------------------------------------------------------------------ */

void rsp_fuzz_history_add(rsp_fuzz_history *h, const rsp_crew_progress *p) {
    const uint64_t last_ns = h->num > 0 ? h->points[h->num - 1].elapsed_ns : 0;
    if (h->every_ns == 0)
        h->every_ns = RSP_NS_PER_MS;
    if (h->num > 0 && p->elapsed_ns < last_ns + h->every_ns)
        return;
    if (h->num == RSP_FUZZ_HISTORY_POINTS) {
        for (size_t i = 0; i < RSP_FUZZ_HISTORY_POINTS / 2; i++)
            h->points[i] = h->points[2 * i];
        h->num = RSP_FUZZ_HISTORY_POINTS / 2;
        h->every_ns *= 2;
    }
    h->points[h->num++] = (rsp_fuzz_moment){.elapsed_ns = p->elapsed_ns,
                                            .messages = p->messages,
                                            .states = p->states,
                                            .edges = p->edges,
                                            .findings = p->findings};
}

static void append_series(rsp_buf *out, const char *gap, const char *label, const rsp_fuzz_history *h,
                          size_t offset) {
    rsp_text_printf(out, "%s{\"label\":\"%s\",\"form\":\"count\",\"scale\":\"%s\",\"values\":[", gap, label,
                    label);
    for (size_t i = 0; i < h->num; i++) {
        uint64_t value = 0;
        memcpy(&value, (const char *)&h->points[i] + offset, sizeof value);
        rsp_text_printf(out, "%s%" PRIu64, i ? "," : "", value);
    }
    rsp_buf_str(out, "]}");
}

/* One plot for each: their scales differ by thousands. */
static void append_plot(rsp_buf *out, const char *id, const char *label, const rsp_fuzz_history *h,
                        size_t offset) {
    rsp_buf json = {.mem = out->mem};
    rsp_buf_str(&json, "{\"x\":{\"label\":\"after\",\"form\":\"time\",\"values\":[");
    for (size_t i = 0; i < h->num; i++)
        rsp_text_printf(&json, "%s%" PRIu64, i ? "," : "", h->points[i].elapsed_ns);
    rsp_buf_str(&json, "]},\"series\":[");
    append_series(&json, "", label, h, offset);
    rsp_buf_str(&json, "]}");
    rsp_text_printf(
        out, "<figure><figcaption>%s</figcaption><div data-plot=\"lines\" data-of=\"%s\"></div></figure>\n",
        label, id);
    rsp_page_data(out, id, rsp_buf_bytes(&json));
    rsp_buf_free(&json);
}

static void describe_history(rsp_document *d, const rsp_fuzz_history *h) {
    static const struct {
        const char *id;
        const char *label;
        size_t offset;
    } series[] = {{"messages", "messages", offsetof(rsp_fuzz_moment, messages)},
                  {"states", "states", offsetof(rsp_fuzz_moment, states)},
                  {"edges", "edges", offsetof(rsp_fuzz_moment, edges)},
                  {"findings", "findings", offsetof(rsp_fuzz_moment, findings)}};
    rsp_buf out = {0};
    if (!h || h->num < 2)
        return;
    rsp_document_section(d, "Over time", "of this run");
    if (!rsp_report_has_plots()) {
        rsp_document_paragraph(d, "This build of Stubborn has no plots: it was built without npm.");
        return;
    }
    rsp_buf_str(&out, "<div class=\"plots\">");
    for (size_t i = 0; i < RSP_ARRAY_LEN(series); i++)
        if (strcmp(series[i].label, "edges") != 0 || h->points[h->num - 1].edges > 0)
            append_plot(&out, series[i].id, series[i].label, h, series[i].offset);
    rsp_buf_str(&out, "</div>\n");
    rsp_document_figure(d, rsp_buf_cstr(&out));
    rsp_buf_free(&out);
}

/* --- the head ------------------------------------------------------------------------------------------- */

static void describe_head(rsp_document *d, const rsp_fuzz_page *page, size_t num_findings) {
    const rsp_totals *t = page->totals;
    const uint64_t before_ns = t->seconds_before * RSP_NS_PER_S;
    rsp_document_title(d, "Fuzzing of %s", page->about->stub);
    rsp_document_answer(d, num_findings > 0 ? RSP_TONE_BAD : RSP_TONE_GOOD, "%s in %s, %s.",
                        rsp_document_counted(d, num_findings, "finding", "findings"),
                        rsp_document_counted(d, rsp_totals_messages(t), "message", "messages"),
                        rsp_document_duration(d, t->duration_ns + before_ns));
    rsp_document_fact(d, "campaign", "%s", page->campaign->folder);
    rsp_document_fact(d, "program", "%s", page->about->program);
    rsp_document_fact(d, "started", "%s", page->started);
    rsp_document_fact(d, "states", "%s", rsp_document_count(d, t->sum.states));
    if (t->sum.edges > 0)
        rsp_document_fact(d, "edges", "%s", rsp_document_count(d, t->sum.edges));
    rsp_document_fact(d, "stubs started", "%s", rsp_document_count(d, t->sum.sessions));
    rsp_document_fact(d, "jobs", "%u", t->jobs);
    if (!t->merged) /* each of them had its own */
        rsp_document_fact(d, "seed", "%" PRIu64, page->about->seed);
    rsp_document_fact(d, "stubborn", "%s", page->version);
}

/* --- findings ------------------------------------------------------------------------------------------- */

static const char *text_of(const json_t *finding, const char *key) {
    const char *text = json_string_value(json_object_get(finding, key));
    return text ? text : "";
}

static uint64_t number_of(const json_t *finding, const char *key) {
    const json_int_t value = json_integer_value(json_object_get(finding, key));
    return value > 0 ? (uint64_t)value : 0;
}

/* What was said, up to a bound; "" where the file is gone. */
static const char *conversation_of(rsp_document *d, const rsp_campaign *c, const char *folder) {
    rsp_buf text = {0};
    const char *path = rsp_arena_printf(&d->arena, "%s/findings/%s/conversation.txt", c->folder, folder);
    if (strchr(folder, '/') || rsp_file_read(&text, path, NULL) != RSP_OK)
        rsp_buf_clear(&text);
    const rsp_bytes kept = rsp_bytes_sub(rsp_buf_bytes(&text), 0, CONVERSATION_BYTES);
    const char *lines =
        rsp_arena_printf(&d->arena, "%.*s%s", (int)kept.len, kept.len ? (const char *)kept.ptr : "",
                         text.len > kept.len ? "\n... the rest is in conversation.txt" : "");
    rsp_buf_free(&text);
    return lines;
}

/* With the options that the stub and the finding need; quoted for a shell. */
static const char *command_again(rsp_document *d, const rsp_fuzz_page *page, const char *folder) {
    rsp_buf text = {0};
    rsp_buf_str(&text, "stubborn fuzz replay --stub ");
    rsp_buf_shell_word(&text, page->about->stub);
    rsp_buf_str(&text, page->about->options ? page->about->options : "");
    rsp_buf_push(&text, ' ');
    rsp_buf_shell_word(&text, rsp_arena_printf(&d->arena, "%s/findings/%s/", page->campaign->folder, folder));
    const char *command = rsp_arena_str(&d->arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return command;
}

static void describe_finding(rsp_document *d, const rsp_fuzz_page *page, const json_t *finding, bool open) {
    rsp_arena *arena = &d->arena;
    const char *folder = rsp_arena_str(arena, text_of(finding, "folder"));
    const char *expected = rsp_arena_str(arena, text_of(finding, "expected"));
    const bool pending = json_is_true(json_object_get(finding, "pending"));
    rsp_document_card(d, &(rsp_card){.css = "fail",
                                     .mark = rsp_arena_str(arena, text_of(finding, "kind")),
                                     .tone = RSP_TONE_BAD,
                                     .name = rsp_arena_str(arena, text_of(finding, "signature")),
                                     .title = rsp_arena_str(arena, text_of(finding, "headline")),
                                     .ids = rsp_arena_str(arena, text_of(finding, "requirements")),
                                     .open = open});
    rsp_document_field(d, RSP_FORM_COMMAND, "again", command_again(d, page, folder));
    rsp_document_field(d, RSP_FORM_CODE, "expected", expected);
    rsp_document_field(d, RSP_FORM_CODE, "got", rsp_arena_str(arena, text_of(finding, "got")));
    rsp_document_field(
        d, RSP_FORM_WORDS, "needs",
        rsp_arena_printf(arena, "%s, %s%s",
                         rsp_document_counted(d, number_of(finding, "num_messages"), "message", "messages"),
                         rsp_document_counted(d, number_of(finding, "bytes"), "byte", "bytes"),
                         pending ? "; not minimised yet" : ""));
    rsp_document_field(d, RSP_FORM_WORDS, "repeats",
                       rsp_arena_printf(arena, "%" PRIu64 " of %" PRIu64 " times on a fresh stub",
                                        number_of(finding, "reproduced"), number_of(finding, "replays")));
    rsp_document_field(d, RSP_FORM_WORDS, "seen",
                       rsp_arena_printf(arena, "after %.1f s, with seed %" PRIu64 " in sequence %" PRIu64,
                                        json_number_value(json_object_get(finding, "seen_seconds")),
                                        number_of(finding, "seed"), number_of(finding, "sequence")));
    if (json_is_true(json_object_get(finding, "scenario")))
        rsp_document_field(
            d, RSP_FORM_PLACE, "scenario",
            rsp_arena_printf(arena, "%s/findings/%s/scenario.yaml", page->campaign->folder, folder));
    rsp_document_field(d, RSP_FORM_CODE, "messages",
                       rsp_arena_printf(arena, "%.4000s", text_of(finding, "messages")));
    rsp_document_wire(d, NULL, conversation_of(d, page->campaign, folder));
    rsp_document_card_end(d);
}

static void describe_findings(rsp_document *d, const rsp_fuzz_page *page, const json_t *findings) {
    const size_t num = json_array_size(findings);
    if (num == 0)
        return;
    rsp_document_search(d);
    rsp_document_section(d, "Findings", "the same finding counts once");
    for (size_t i = 0; i < num && i < FINDINGS_MOST; i++)
        describe_finding(d, page, json_array_get(findings, i), num <= 3);
    if (num > FINDINGS_MOST)
        rsp_document_paragraph(d, "%zu more findings are left out here; all are in %s/findings",
                               num - FINDINGS_MOST, page->campaign->folder);
}

/* --- the corpus ----------------------------------------------------------------------------------------- */

enum { NUMBER, LISTED, BYTES, TEXT };

static const rsp_grid_column columns[] = {{"number", "no.", RSP_GRID_COUNT, RSP_GRID_ALWAYS},
                                          {"messages", "messages", RSP_GRID_COUNT, RSP_GRID_ALWAYS},
                                          {"bytes", "bytes", RSP_GRID_COUNT, RSP_GRID_WIDE},
                                          {"text", "begins with", RSP_GRID_CODE, RSP_GRID_ALWAYS}};

static bool add_sequence(void *ctx, const rsp_messages *list) {
    rsp_grid *grid = ctx;
    rsp_buf text = {0};
    uint64_t bytes = 0;
    if (grid->rows >= RSP_LIMIT_PAGE_ACTIONS) {
        grid->left_out++;
        return true;
    }
    for (size_t i = 0; i < list->num; i++) {
        const rsp_bytes message = rsp_messages_bytes(list, i);
        bytes += message.len;
        if (text.len <= LIST_BYTES) {
            rsp_buf_str(&text, i ? " " : "");
            rsp_buf_append(&text, message);
        }
    }
    rsp_grid_number(grid, NUMBER, grid->rows + 1);
    rsp_grid_number(grid, LISTED, list->num);
    rsp_grid_number(grid, BYTES, bytes);
    rsp_grid_text(grid, TEXT, rsp_buf_bytes(&text), LIST_BYTES);
    rsp_grid_end_row(grid);
    rsp_buf_free(&text);
    return true;
}

static void describe_corpus(rsp_document *d, rsp_campaign *c) {
    static const rsp_grid_about about = {.title = "Corpus",
                                         .what = "sequences",
                                         .one = "Sequence",
                                         .hint = "words, or: messages > 3 && text ~ vCont"};
    rsp_grid grid = {.columns = columns, .num_columns = RSP_ARRAY_LEN(columns)};
    rsp_buf json = {0};
    rsp_buf out = {0};
    const rsp_status status = rsp_corpus_folder_each(c, add_sequence, &grid, NULL);
    if (grid.rows > 0 && rsp_grid_json(&json, &grid, &about) == RSP_OK) {
        rsp_document_section(d, "Corpus", "sequences that reached something new");
        rsp_buf_str(
            &out,
            "<div class=\"grid\" data-grid=\"corpus\"></div>\n"
            "<p class=\"label unscripted\">This table needs the page's script, which this browser does not "
            "run.</p>\n");
        rsp_page_data(&out, "corpus", rsp_buf_bytes(&json));
        rsp_document_figure(d, rsp_buf_cstr(&out));
        if (status != RSP_OK)
            rsp_document_paragraph(d, "Some of the corpus cannot be read: %s.", rsp_status_text(status));
    }
    rsp_buf_free(&out);
    rsp_buf_free(&json);
    rsp_grid_free(&grid);
}

rsp_status rsp_fuzz_page_print(rsp_buf *out, const rsp_fuzz_page *page) {
    rsp_document d = {.arena.mem = out->mem};
    json_t *findings = rsp_findings_folder_json(page->campaign);
    describe_head(&d, page, json_array_size(findings));
    describe_findings(&d, page, findings);
    describe_history(&d, page->history);
    describe_corpus(&d, page->campaign);
    json_decref(findings);
    const rsp_status status = rsp_document_html(out, &d, rsp_report_frame_of_data());
    rsp_document_free(&d);
    return status;
}

/* The exchanges of one cell's capture, as a page with a table: request, answer, and both in words.
 * Bounded: a page that is opened to read one session has no use for more rows.
 * See interop_report.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/interop/interop_report.h"

#include "capture/capture_file.h"
#include "capture/exchange_list.h"
#include "codec/explain.h"
#include "document/text.h"
#include "reports/page/frame.h"

enum { ROWS_MOST = 5000, SHOWN_BYTES = 200 };

typedef struct rows {
    rsp_document *d;
    rsp_table *t;
    uint64_t left_out;
} rows;

static const char *printable(rsp_arena *arena, rsp_bytes bytes) {
    rsp_buf text = {0};
    rsp_printable_append(&text, bytes, SHOWN_BYTES);
    const char *kept = rsp_arena_str(arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return kept;
}

static void take(void *ctx, const rsp_listed_exchange *x) {
    rows *r = ctx;
    rsp_arena *arena = &r->d->arena;
    if (x->number > ROWS_MOST) {
        r->left_out++;
        return;
    }
    rsp_table_count(r->t, x->number);
    rsp_table_count(r->t, x->request_frame);
    rsp_table_time(r->t, x->at_ns);
    rsp_table_text(r->t, "%s", printable(arena, x->request))->form = RSP_CELL_CODE;
    rsp_table_text(r->t, "%s", printable(arena, x->reply))->form =
        x->reply.len > 0 ? RSP_CELL_CODE : RSP_CELL_TEXT;
    rsp_table_text(r->t, "%s", rsp_answer_name(x->answer))->tone =
        x->answer == RSP_ANSWER_ERROR || x->answer == RSP_ANSWER_NONE ? RSP_TONE_BAD : RSP_TONE_PLAIN;
    rsp_table_time(r->t, x->latency_ns);
}

static void describe_head(rsp_document *d, const rsp_interop_cell *c) {
    rsp_document_title(d, "%s: %s on %s", c->action, c->debugger, c->stub);
    rsp_document_answer(d,
                        c->verdict == RSP_INTEROP_BREAKS  ? RSP_TONE_BAD
                        : c->verdict == RSP_INTEROP_WORKS ? RSP_TONE_GOOD
                                                          : RSP_TONE_PLAIN,
                        "%s%s%s", c->flaky ? "flaky" : rsp_interop_verdict_name(c->verdict),
                        *c->said ? ": " : "", c->said);
    rsp_document_fact(d, "broken rules of the stub", "%s", c->rules);
    rsp_document_search(d);
    rsp_document_section(d, "Conversation", "capture.pcapng has every byte");
}

static rsp_status read_rows(rows *r, const char *path, rsp_error *error) {
    rsp_capture_file file = {0};
    rsp_exchange_lists lists = {.sink = {.exchange = take, .ctx = r}, .origin_ns = &file.start_ns};
    rsp_conversations_options options = {.side = RSP_PROXY_SIDE_DEBUGGER};
    rsp_exchange_lists_collect(&lists, &options);
    rsp_conversations *c = rsp_conversations_new(&options);
    const rsp_status status = c ? rsp_capture_file_read(&file, path, c, error) : RSP_NO_MEMORY;
    rsp_conversations_free(c);
    return status;
}

rsp_status rsp_interop_conversation(rsp_buf *out, const rsp_interop_cell *cell, const char *path,
                                    rsp_error *error) {
    static const char *const columns[] = {"number", "frame", "time", "request", "answer", "kind", "latency"};
    rsp_document d = {0};
    describe_head(&d, cell);
    rows r = {.d = &d, .t = rsp_document_table(&d, "")};
    for (size_t i = 0; i < RSP_ARRAY_LEN(columns); i++)
        rsp_table_column(r.t, i < 3 || i > 4, "%s", columns[i]);
    r.t->columns[3].css = "wide";
    r.t->named = true; /* by its number: a narrow screen scrolls it */
    rsp_status status = read_rows(&r, path, error);
    if (r.left_out > 0)
        rsp_document_paragraph(&d, "%llu more exchanges are in the capture.", (unsigned long long)r.left_out);
    if (status == RSP_OK)
        status = rsp_document_html(out, &d, rsp_report_frame());
    rsp_document_free(&d);
    return status;
}

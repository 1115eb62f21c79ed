/* Reports: whatever a stub sent, XML, JSON, HTML and text parse, and its markup is escaped.
 * The input is cut into the texts of up to four results.
 * See rsp/report.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "core/arena.h"
#include "reports/report.h"
#include <expat.h>
#include <jansson.h>

static const char marker[] = "<img src=x onerror=alert(1)>";

static const char *text(rsp_run *run, rsp_bytes *in) {
    static rsp_buf out;
    rsp_buf_clear(&out);
    rsp_buf_append(&out, fuzz_take(in, fuzz_take_byte(in) % 32));
    rsp_buf_str(&out, marker);
    return rsp_arena_str(&run->arena, rsp_buf_cstr(&out));
}

/* Up to four results; each of their texts ends with markup. */
static void fill(rsp_run *run, rsp_bytes in) {
    run->command = "run";
    run->about.stub = text(run, &in);
    run->about.name = text(run, &in);
    run->about.features = text(run, &in);
    run->notes.conclusion = text(run, &in);
    for (unsigned i = 0; i < 4 && in.len > 0; i++) {
        rsp_result result = {.scenario = text(run, &in),
                             .title = text(run, &in),
                             .message = text(run, &in),
                             .expected = text(run, &in),
                             .got = text(run, &in),
                             .reason = text(run, &in),
                             .shown.window = text(run, &in),
                             .shown.last_words = text(run, &in)};
        result.verdict = (rsp_verdict)(fuzz_take_byte(&in) % RSP_VERDICT_COUNT);
        FUZZ_MUST(rsp_run_add(run, &result) == RSP_OK);
    }
}

/* The parsers are not ours. */
static void check_xml(rsp_bytes document) {
    XML_Parser parser = XML_ParserCreate(NULL);
    FUZZ_MUST(parser && XML_Parse(parser, (const char *)document.ptr, (int)document.len, 1) == XML_STATUS_OK);
    XML_ParserFree(parser);
}

static void check_json(rsp_bytes document) {
    json_t *root = json_loadb((const char *)document.ptr, document.len, JSON_REJECT_DUPLICATES, NULL);
    FUZZ_MUST(json_is_object(root));
    json_decref(root);
}

static void check_html(rsp_bytes document) {
    FUZZ_MUST(rsp_bytes_search(document, RSP_LIT("<img")) == document.len);
}

/* Escape characters are fine: colours are ours. */
static void check_text(rsp_bytes text) {
    for (size_t i = 0; i < text.len; i++)
        FUZZ_MUST(text.ptr[i] == '\n' || text.ptr[i] == '\t' || text.ptr[i] >= 0x20 || text.ptr[i] == 0x1b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const struct {
        rsp_status (*write)(rsp_buf *out, rsp_run *run, const rsp_report_options *options);
        void (*check)(rsp_bytes document);
    } reports[] = {{rsp_report_junit, check_xml},
                   {rsp_report_json, check_json},
                   {rsp_report_html, check_html},
                   {rsp_report_tap, check_text},
                   {rsp_report_term, check_text}};
    static rsp_buf out;
    rsp_run run = {0};
    fill(&run, rsp_bytes_make(data, size));
    for (size_t i = 0; i < RSP_ARRAY_LEN(reports); i++) {
        rsp_buf_clear(&out);
        FUZZ_MUST(reports[i].write(&out, &run, NULL) == RSP_OK);
        reports[i].check(rsp_buf_bytes(&out));
    }
    rsp_run_free(&run);
    return 0;
}

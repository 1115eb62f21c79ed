/* Report writers: any texts of a stub come out as XML, JSON and HTML that parse again, without its markup.
 * The input is cut into the texts of up to four results.
 * See rsp/report.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <expat.h>
#include <jansson.h>
#include <rsp/report.h>

static const char marker[] = "<img src=x onerror=alert(1)>"; /* put into every text */

static const char *text(rsp_run *run, rsp_bytes *in) {
    rsp_buf out = {0};
    rsp_buf_append(&out, fuzz_take(in, fuzz_take_byte(in) % 32));
    rsp_buf_str(&out, marker);
    const char *copy = rsp_arena_str(&run->arena, rsp_buf_cstr(&out));
    rsp_buf_free(&out);
    return copy;
}

static void fill(rsp_run *run, rsp_bytes in) {
    run->command = "run";
    run->stub = text(run, &in);
    run->stub_name = text(run, &in);
    run->features = text(run, &in);
    run->conclusion = text(run, &in);
    for (unsigned i = 0; i < 4 && in.len > 0; i++) {
        rsp_result result = {.scenario = text(run, &in),
                             .title = text(run, &in),
                             .message = text(run, &in),
                             .expected = text(run, &in),
                             .got = text(run, &in),
                             .reason = text(run, &in),
                             .window = text(run, &in),
                             .last_words = text(run, &in)};
        result.verdict = (rsp_verdict)(fuzz_take_byte(&in) % RSP_VERDICT_COUNT);
        FUZZ_MUST(rsp_run_add(run, &result) == RSP_OK);
    }
}

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_run run = {0};
    rsp_buf out = {0};
    fill(&run, rsp_bytes_make(data, size));
    FUZZ_MUST(rsp_report_junit(&out, &run, NULL) == RSP_OK);
    check_xml(rsp_buf_bytes(&out));
    rsp_buf_clear(&out);
    FUZZ_MUST(rsp_report_json(&out, &run, NULL) == RSP_OK);
    check_json(rsp_buf_bytes(&out));
    rsp_buf_clear(&out);
    FUZZ_MUST(rsp_report_html(&out, &run, NULL) == RSP_OK);
    FUZZ_MUST(rsp_bytes_search(rsp_buf_bytes(&out), RSP_LIT("<img")) == out.len);
    rsp_buf_clear(&out);
    FUZZ_MUST(rsp_report_tap(&out, &run, NULL) == RSP_OK && rsp_report_term(&out, &run, NULL) == RSP_OK);
    for (size_t i = 0; i < out.len; i++)
        FUZZ_MUST(out.ptr[i] == '\n' || out.ptr[i] == '\t' || out.ptr[i] >= 0x20 || out.ptr[i] == 0x1b);
    rsp_buf_free(&out);
    rsp_run_free(&run);
    return 0;
}

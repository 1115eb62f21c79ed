/* Partial results of `capture analyze`: any text loads or is refused with a place.
 * A result that loads renders in every format and survives writing and reading.
 * See reports/capture/capture_report.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "reports/capture/capture_partial.h"

/* False when the text was refused. */
static bool add_and_print(rsp_bytes text, rsp_buf *again) {
    rsp_capture_sum sum = {0};
    rsp_error error = {0};
    rsp_status status = rsp_capture_partial_add(&sum, "fuzzed.json", text, &error);
    FUZZ_MUST(status == RSP_OK || (status == error.status && error.msg[0]));
    if (status == RSP_OK) {
        static rsp_buf page;
        rsp_capture_report report;
        rsp_capture_report_on_sum(&report, &sum);
        report.partial = report.verbose = true;
        rsp_buf_clear(&page);
        rsp_capture_print_text(&page, &report);
        rsp_capture_print_csv(&page, &report);
        FUZZ_MUST(rsp_capture_print_html(&page, &report) == RSP_OK);
        FUZZ_MUST(page.status == RSP_OK && page.len > 0);
        rsp_buf_clear(again);
        FUZZ_MUST(rsp_capture_print_json(again, &report) == RSP_OK);
    }
    rsp_capture_sum_free(&sum);
    return status == RSP_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_buf once;
    static rsp_buf twice;
    if (!add_and_print(rsp_bytes_make(data, size), &once))
        return 0;
    FUZZ_MUST(add_and_print(rsp_buf_bytes(&once), &twice));
    FUZZ_MUST(rsp_bytes_equal(rsp_buf_bytes(&once), rsp_buf_bytes(&twice)));
    return 0;
}

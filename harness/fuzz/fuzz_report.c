/* Report writers: any texts of a stub come out as XML, JSON, HTML and text that parse again, without its
 * markup. The input is cut into the texts of up to four results.
 * See hostile_run.h. */
/* SPDX-License-Identifier: MIT */
#include "hostile_run.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const struct {
        rsp_status (*write)(rsp_buf *out, rsp_run *run, const rsp_report_options *options);
        void (*check)(rsp_bytes document);
    } reports[] = {{rsp_report_junit, hostile_run_check_xml},
                   {rsp_report_json, hostile_run_check_json},
                   {rsp_report_html, hostile_run_check_html},
                   {rsp_report_tap, hostile_run_check_text},
                   {rsp_report_term, hostile_run_check_text}};
    static rsp_buf out;
    rsp_run run = {0};
    hostile_run_fill(&run, rsp_bytes_make(data, size));
    for (size_t i = 0; i < RSP_ARRAY_LEN(reports); i++) {
        rsp_buf_clear(&out);
        FUZZ_MUST(reports[i].write(&out, &run, NULL) == RSP_OK);
        reports[i].check(rsp_buf_bytes(&out));
    }
    rsp_run_free(&run);
    return 0;
}

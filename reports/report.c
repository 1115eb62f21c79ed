/* The public report: a run that is filled from outside, and the table of formats.
 * It shows what users need of rsp_run and no more.
 * See rsp/report.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/report.h"

#include "core/arena.h"
#include "core/mem.h"
#include <rsp/report.h>

struct rsp_report {
    rsp_run run;
};

rsp_report *rsp_report_new(const char *subject, const rsp_mem *mem) {
    rsp_report *report = rsp_mem_calloc(mem, 1, sizeof *report);
    if (!report)
        return NULL;
    report->run.arena.mem = mem;
    report->run.command = "report";
    report->run.about.stub = rsp_arena_str(&report->run.arena, subject ? subject : "");
    if (report->run.arena.status != RSP_OK) {
        rsp_report_free(report);
        return NULL;
    }
    return report;
}

void rsp_report_free(rsp_report *report) {
    if (!report)
        return;
    const rsp_mem *mem = report->run.arena.mem;
    rsp_run_free(&report->run);
    rsp_mem_free(mem, report);
}

rsp_status rsp_report_add(rsp_report *report, const rsp_judgement *j) {
    const rsp_result result = {.scenario = j->name ? j->name : "",
                               .title = j->title,
                               .requirements = j->requirements,
                               .level = j->level,
                               .verdict = j->verdict,
                               .message = j->message,
                               .expected = j->expected,
                               .got = j->got,
                               .shown.window = j->evidence,
                               .reason = j->reason,
                               .place.path = j->path,
                               .place.line = j->line,
                               .cost.duration_ns = j->duration_ns};
    return rsp_run_add(&report->run, &result);
}

const rsp_summary *rsp_report_summary(const rsp_report *report) {
    return &report->run.summary;
}

rsp_status rsp_report_write(rsp_report *report, const char *format, rsp_buf *out) {
    const rsp_report_format *found = rsp_report_find(rsp_bytes_str(format));
    return found ? found->render(out, &report->run, NULL) : RSP_NOT_FOUND;
}

int rsp_report_exit_code(const rsp_report *report) {
    return rsp_run_exit_code(&report->run);
}

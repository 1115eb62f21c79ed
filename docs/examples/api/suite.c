/* Plays scenarios to a stub and reports the verdicts, as `stubborn run` does.
 * usage: suite FORMAT STUB SCENARIOS, with a format of rsp/report.h, a stub as for rsp_link_open, and a file
 * or folder of scenarios. Uses rsp/scenarios.h, rsp/link.h and rsp/report.h. */
/* SPDX-License-Identifier: MIT */
#include <rsp/report.h>
#include <rsp/scenarios.h>

#include <stdio.h>

/* What both functions below need. */
typedef struct world {
    const char *stub;
    rsp_report *report;
    rsp_status status; /* of the report */
} world;

/* Each scenario gets a stub of its own: a program is started, a server is connected to. */
static rsp_status open_stub(void *ctx, rsp_link **out_link, const char *program, rsp_error *error) {
    const world *w = ctx;
    if (program[0])
        return rsp_fail(error, RSP_UNSUPPORTED, "this stub runs no program, and no %s", program);
    return rsp_link_open(out_link, w->stub, NULL, error);
}

static void judged(void *ctx, const rsp_judgement *judgement) {
    world *w = ctx;
    if (w->status == RSP_OK)
        w->status = rsp_report_add(w->report, judgement);
}

static int play(world *w, const rsp_scenarios *scenarios, const char *format) {
    const rsp_scenarios_options options = {.open = open_stub, .judged = judged, .ctx = w};
    rsp_error error = {0};
    rsp_buf out = {0};
    rsp_status status = rsp_scenarios_play(scenarios, &options, &error);
    if (status != RSP_OK)
        (void)fprintf(stderr, "suite: %s: %s\n", w->stub, error.msg);
    if (status == RSP_OK)
        status = w->status;
    if (status == RSP_OK)
        status = rsp_report_write(w->report, format, &out);
    (void)fwrite(out.ptr, 1, out.len, stdout);
    rsp_buf_free(&out);
    return status == RSP_OK ? rsp_report_exit_code(w->report) : rsp_status_exit_code(status);
}

int main(int argc, char **argv) {
    if (argc != 4) {
        (void)fprintf(stderr, "usage: suite FORMAT STUB SCENARIOS\n");
        return 2;
    }
    rsp_error error = {0};
    rsp_scenarios *scenarios = NULL;
    rsp_status status = rsp_scenarios_load(&scenarios, argv[3], &error);
    if (status != RSP_OK) {
        (void)fprintf(stderr, "suite: %s\n", error.msg);
        return rsp_status_exit_code(status);
    }
    world w = {.stub = argv[2], .report = rsp_report_new(argv[2], NULL)};
    int code = w.report ? play(&w, scenarios, argv[1]) : 3;
    rsp_report_free(w.report);
    rsp_scenarios_free(scenarios);
    return code;
}

/* stubborn capture analyze: what recorded sessions cost, from captures or from partial results of other runs.
 * The report goes to standard output in one of several forms, and as a page into a file.
 * See capture_report.h. */
/* SPDX-License-Identifier: MIT */
#include "capture_partial.h"
#include "cli/io.h"
#include "cmd/capture_input.h"
#include "core/limits.h"

#include <stdlib.h>

static rsp_status render(rsp_buf *out, const capture_report *report, unsigned format) {
    switch (format) {
    case CAPTURE_JSON:
        return capture_print_json(out, report);
    case CAPTURE_CSV:
        capture_print_csv(out, report);
        break;
    case CAPTURE_HTML:
        capture_print_html(out, report);
        break;
    default:
        capture_print_text(out, report);
        break;
    }
    return out->status;
}

static int print_report(const command *self, const capture_report *report, const capture_args *args) {
    rsp_error error = {0};
    rsp_buf out = {0};
    rsp_status status = render(&out, report, args->format);
    int code = status == RSP_OK ? io_print(&out) : command_fail(self, &(rsp_error){.status = status});
    rsp_buf_free(&out);
    if (code != EXIT_FINE || !args->html)
        return code;
    capture_print_html(&out, report);
    status = out.status == RSP_OK ? io_write_file(args->html, rsp_buf_bytes(&out), &error)
                                  : rsp_fail(&error, out.status, "no room for the page");
    rsp_buf_free(&out);
    return status == RSP_OK ? EXIT_FINE : command_fail(self, &error);
}

/* The report of what was read through `conversations`. */
static void report_on(capture_report *report, rsp_conversations *conversations) {
    report->totals = rsp_conversations_totals(conversations);
    report->conversation_count = rsp_conversations_count(conversations);
    report->num_conversations = rsp_conversations_kept(conversations);
    for (size_t i = 0; i < report->num_conversations; i++)
        report->conversations[i] = rsp_conversations_get(conversations, i);
}

static void fill(capture_report *report, const capture_args *args, rsp_whatif *whatif) {
    report->rtt_ns = args->rtt_ns;
    report->verbose = args->verbose;
    report->partial = args->partial;
    report->whatif = whatif;
}

static int analyze_files(const command *self, const capture_args *args, const option_list *paths) {
    rsp_conversations_options options = {.stub_port = (uint16_t)args->port};
    capture_whatif whatif = {.packet_size = args->packet_size};
    bool with_whatif = args->what_if || args->html || args->format == CAPTURE_HTML;
    if (with_whatif)
        capture_collect_whatif(&options, &whatif);
    rsp_capture_file *files = calloc(paths->num, sizeof *files);
    rsp_conversations *conversations = rsp_conversations_new(&options);
    int code = EXIT_FINE;
    if (!conversations || !files) {
        code = command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    } else if (capture_read_all(self, files, paths, conversations, &code)) {
        capture_report report = {.files = files, .num_files = paths->num};
        report_on(&report, conversations);
        fill(&report, args, with_whatif ? &whatif.total : NULL);
        int printed = print_report(self, &report, args);
        code = printed ? printed : code;
    }
    rsp_conversations_free(conversations);
    free(files);
    return code;
}

static rsp_status add_part(rsp_capture_sum *sum, const char *path, rsp_error *error) {
    rsp_buf text = {.limit = RSP_LIMIT_CAPTURE_PART_BYTES};
    rsp_status status = io_read_file(&text, path, error);
    if (status == RSP_OK)
        status = capture_partial_add(sum, path, rsp_buf_bytes(&text), error);
    rsp_buf_free(&text);
    return status;
}

static int analyze_parts(const command *self, const capture_args *args, const option_list *paths) {
    rsp_capture_sum sum = {0};
    capture_report report = {0};
    rsp_error error = {0};
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < paths->num && status == RSP_OK; i++)
        status = add_part(&sum, paths->items[i], &error);
    int code = EXIT_FINE;
    if (status != RSP_OK) {
        code = command_fail(self, &error);
    } else {
        capture_report_on_sum(&report, &sum);
        fill(&report, args, report.whatif);
        code = print_report(self, &report, args);
        for (size_t i = 0; i < sum.num_files && code == EXIT_FINE; i++)
            code = sum.files[i].damage.status == RSP_OK ? EXIT_FINE : EXIT_USAGE;
    }
    rsp_capture_sum_free(&sum);
    return code;
}

int capture_analyze(const command *self, const capture_args *args, const option_list *paths) {
    if (args->partial && args->format != CAPTURE_JSON)
        return command_usage(self, "--partial: goes with --format json only");
    if (args->merge && (args->port || args->packet_size))
        return command_usage(self, "--merge: --port and --packet-size are for those that read the captures");
    return args->merge ? analyze_parts(self, args, paths) : analyze_files(self, args, paths);
}

/* stubborn capture analyze: what recorded sessions cost, from captures or from partial results of other runs.
 * The report goes to standard output in one of several forms, and as a page into a file.
 * See capture_report.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/io.h"
#include "cli/output.h"
#include "cmd/capture/capture_input.h"
#include "core/limits.h"
#include "reports/capture/capture_partial.h"
#include "reports/capture/capture_session.h"

#include <stdlib.h>
#include <unistd.h>

static rsp_status render(rsp_buf *out, void *report, rsp_bytes format, const rsp_report_options *style) {
    rsp_capture_report *r = report;
    (void)style;
    r->partial = rsp_bytes_equal(format, RSP_LIT("partial"));
    if (r->partial || rsp_bytes_equal(format, RSP_LIT("json")))
        return rsp_capture_print_json(out, r);
    if (rsp_bytes_equal(format, RSP_LIT("html")))
        return rsp_capture_print_html(out, r);
    if (rsp_bytes_equal(format, RSP_LIT("markdown")))
        return rsp_capture_print_markdown(out, r);
    if (rsp_bytes_equal(format, RSP_LIT("csv")))
        rsp_capture_print_csv(out, r);
    else
        rsp_capture_print_text(out, r);
    return out->status;
}

static int write_report(const command *self, rsp_capture_report *report, const capture_args *args) {
    rsp_error error = {0};
    rsp_status status = output_write(&args->outputs, "text", render, report, false, &error);
    return status == RSP_OK ? EXIT_FINE : command_fail(self, &error);
}

static void report_on(rsp_capture_report *report, rsp_conversations *conversations) {
    report->totals = rsp_conversations_totals(conversations);
    report->conversation_count = rsp_conversations_count(conversations);
    report->num_conversations = rsp_conversations_kept(conversations);
    for (size_t i = 0; i < report->num_conversations; i++)
        report->conversations[i] = rsp_conversations_get(conversations, i);
}

static void fill(rsp_capture_report *report, const capture_args *args, rsp_whatif *whatif) {
    report->rtt_ns = args->rtt_ns;
    report->verbose = args->verbose;
    report->whatif = whatif;
}

/* Times of exchanges are since the recording began, or the first of several. */
static void begin_session(rsp_capture_session *session, const rsp_capture_file *files, size_t num,
                          rsp_conversations *conversations) {
    if (session)
        rsp_capture_session_begin(session, num == 1 ? &files->start_ns
                                                    : &rsp_conversations_totals(conversations)->start_ns);
}

/* A page has all exchanges; what batches would save comes with them. */
static int analyze_files(const command *self, const capture_args *args, const option_list *paths) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    rsp_conversations_options options = {.stub_port = (uint16_t)args->port,
                                         .threads = processors > 0 ? (unsigned)processors : 1};
    int code = EXIT_FINE;
    if (!capture_choose(&options, self, args->use.conversation, &code))
        return code;
    const bool page = output_wants(&args->outputs, "html");
    capture_whatif whatif = {.packet_size = args->packet_size};
    rsp_capture_session *session = page ? rsp_capture_session_new(args->packet_size) : NULL;
    if (session)
        rsp_capture_session_collect(session, &options);
    else if (args->what_if)
        capture_collect_whatif(&options, &whatif);
    rsp_capture_file *files = calloc(paths->num, sizeof *files);
    rsp_conversations *conversations = rsp_conversations_new(&options);
    if (!conversations || !files || (page && !session)) {
        code = command_fail(self, &(rsp_error){.status = RSP_NO_MEMORY});
    } else {
        begin_session(session, files, paths->num, conversations);
        if (capture_read_all(self, files, paths, conversations, &code) &&
            capture_chosen(self, &options, conversations, &code)) {
            rsp_capture_report report = {.files = files, .num_files = paths->num, .session = session};
            report_on(&report, conversations);
            fill(&report, args,
                 session         ? rsp_capture_session_whatif(session)
                 : args->what_if ? &whatif.total
                                 : NULL);
            int printed = write_report(self, &report, args);
            code = printed ? printed : code;
        }
    }
    rsp_conversations_free(conversations);
    rsp_capture_session_free(session);
    free(files);
    return code;
}

static rsp_status add_part(rsp_capture_sum *sum, const char *path, rsp_error *error) {
    rsp_buf text = {.limit = RSP_LIMIT_CAPTURE_PART_BYTES};
    rsp_status status = io_read_file(&text, path, error);
    if (status == RSP_OK)
        status = rsp_capture_partial_add(sum, path, rsp_buf_bytes(&text), error);
    rsp_buf_free(&text);
    return status;
}

static int analyze_parts(const command *self, const capture_args *args, const option_list *paths) {
    rsp_capture_sum sum = {0};
    rsp_capture_report report = {0};
    rsp_error error = {0};
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < paths->num && status == RSP_OK; i++)
        status = add_part(&sum, paths->items[i], &error);
    int code = EXIT_FINE;
    if (status != RSP_OK) {
        code = command_fail(self, &error);
    } else {
        rsp_capture_report_on_sum(&report, &sum);
        fill(&report, args, report.whatif);
        code = write_report(self, &report, args);
        for (size_t i = 0; i < sum.num_files && code == EXIT_FINE; i++)
            code = sum.files[i].damage.status == RSP_OK ? EXIT_FINE : EXIT_USAGE;
    }
    rsp_capture_sum_free(&sum);
    return code;
}

int capture_analyze(const command *self, const capture_args *args, const option_list *paths) {
    if (args->merge && (args->port || args->packet_size || args->use.conversation))
        return command_usage(
            self,
            "--merge: give --port, --conversation and --packet-size to the runs that read the captures");
    return args->merge ? analyze_parts(self, args, paths) : analyze_files(self, args, paths);
}

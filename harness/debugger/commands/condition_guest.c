/* The load is that of run, bench and fuzz (cmd/loader.h): one connection brings the guest and puts back what
 * was there, another one runs it.
 * See condition_guest.h. */
/* SPDX-License-Identifier: MIT */
#include "commands/condition_guest.h"

#include "cli/io.h"
#include "cli/output.h"
#include "cmd/loader.h"
#include "commands/condition_guest_run.h"

#include "core/suggest.h"
#include "guest/guest.h"

static rsp_status render(rsp_buf *out, void *report, rsp_bytes format, const rsp_report_options *style) {
    (void)style;
    return rsp_bytes_equal(format, RSP_LIT("json")) ? rsp_condition_report_json(out, report)
                                                    : rsp_condition_report_text(out, report);
}

/* A mistake in the condition is shown with its place. */
static int tell(const command *self, const condition_guest_run *run, const rsp_error *error) {
    const bool in_text = error->where && strcmp(error->where, "condition") == 0;
    rsp_buf place = {0};
    int code = rsp_status_exit_code(error->status);
    if (in_text) {
        rsp_condition_show_place(&place, rsp_bytes_str(condition_run_text(run->args, run->failed)),
                                 error->offset);
        io_say(stderr, "stubborn condition: %s\n", error->msg);
        io_put(stderr, &place);
    } else {
        code = command_fail(self, error);
    }
    return code == EXIT_FINDINGS ? EXIT_USAGE : code; /* 1 is a condition that never held */
}

static int report(const command *self, condition_guest_run *run) {
    rsp_error error = {0};
    if (output_write(&run->args->outputs, "text", render, &run->report, false, &error) != RSP_OK)
        return command_fail(self, &error);
    return run->report.num_stops > 0 ? EXIT_FINE : EXIT_FINDINGS;
}

static int run_loaded(const command *self, condition_guest_run *run, stub_conversation *conversation) {
    const condition_args *args = run->args;
    const rsp_session_options options = {
        .timeout_ns = args->timeout_ns, .opens = true, .collect_console = true};
    const rsp_stub_request request = {.program = ""};
    rsp_error error = {0};
    rsp_status status =
        stub_conversation_open(conversation, args->stub, args->wait_ns, &request, &options, &error);
    if (status == RSP_OK)
        status = condition_guest_run_all(run, conversation, &error);
    return status == RSP_OK ? report(self, run) : tell(self, run, &error);
}

/* All guests have the same symbols: a place is known before anything is loaded. */
static int refuse_places(const command *self, const condition_args *args) {
    const rsp_guest *any = rsp_guest_at(0);
    for (size_t i = 0; i < args->at.num; i++) {
        const char *at = args->at.items[i];
        rsp_suggestion nearest = {.word = rsp_bytes_str(at)};
        if (at[0] == '*' || rsp_guest_find(any, at))
            continue;
        for (size_t k = 0; k < any->num_symbols; k++)
            rsp_suggest_offer(&nearest, any->symbols[k].name);
        return nearest.best ? command_usage(self, "--at %s: the guest has no such symbol; did you mean '%s'?",
                                            at, nearest.best)
                            : command_usage(self,
                                            "--at %s: the guest has no such symbol; "
                                            "corpora/guests/README.md lists them",
                                            at);
    }
    return EXIT_FINE;
}

/* What needs debug information, or the program of an operating system. */
static int refuse(const command *self, const condition_args *args) {
    const struct {
        bool given;
        const char *name;
    } rows[] = {
        {args->list, "list"},       {args->shown.locals, "locals"},        {args->shown.stack, "stack"},
        {args->pending, "pending"}, {args->non_stop, "non-stop"},          {args->thread, "thread"},
        {args->sysroot, "sysroot"}, {args->arguments.num > 0, "argument"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        if (rows[i].given)
            return command_usage(self, "--%s: a guest has one thread, no arguments and no debug information",
                                 rows[i].name);
    if (args->program && !rsp_guest_entry(args->program))
        return command_usage(self,
                             "--program %s: no guest does that; with --load it is scratch, spin, "
                             "recursion, watch or steps",
                             args->program);
    return refuse_places(self, args);
}

int condition_guest(const command *self, const condition_args *args) {
    stub_conversation conversation = {.may_own = true, .start_ns = args->start_ns};
    loader guest = {.runner = NULL};
    rsp_error error = {0};
    int code = refuse(self, args);
    if (code != EXIT_FINE)
        return code;
    if (stub_conversation_prepare(&conversation, args->stub, &error) != RSP_OK)
        code = command_fail(self, &error);
    if (code == EXIT_FINE)
        code = loader_begin(&guest, self, &conversation.config);
    if (code == EXIT_FINE) {
        const rsp_bench_loaded loaded = {.load = rsp_runner_guest(guest.runner),
                                         .target = rsp_runner_target(guest.runner)};
        condition_guest_run run = {
            .args = args, .loaded = &loaded, .program = args->program ? args->program : RSP_PROGRAM_DEFAULT};
        code = run_loaded(self, &run, &conversation);
        condition_guest_run_free(&run, &conversation);
    }
    if (conversation.session) /* the loader's connection follows this one */
        stub_conversation_leave(&conversation);
    loader_end(&guest);
    stub_conversation_close(&conversation);
    return code;
}

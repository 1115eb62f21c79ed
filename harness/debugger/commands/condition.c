/* stubborn condition: runs a program to a place of its source where a condition holds, by the cheapest way.
 * Prints where it stopped, the values that the condition looks at, who decided it, and what that cost.
 * Exit status: 0 it stopped there, 1 the condition never held, 2 usage, 3 no stub. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/output.h"
#include "cmd/default_stub.h"
#include "commands/condition_guest.h"
#include "commands/condition_list.h"
#include "commands/condition_run.h"
#include "stubs/stub_conversation.h"

#include "condition_report/condition_report.h"
#include "core/file.h"
#include <stdio.h>

static const option_row rows[] = {
    {"stub", 's', OPTION_STRING, "STUB",
     "reference, profile:NAME, exec:COMMAND with {program} in it, tcp:HOST:PORT" DEFAULT_STUB_WORDS,
     offsetof(condition_args, stub), "reference tcp: unix: exec: profile:@profiles"},
    {"program", 'p', OPTION_STRING, "FILE|NAME",
     "the program with its debug information: a path, or a debuggee of the stub's",
     offsetof(condition_args, program), "file"},
    {"argument", 'a', OPTION_LIST, "TEXT", "argument of the program; may be repeated",
     offsetof(condition_args, arguments), NULL},
    {"at", 0, OPTION_LIST, "PLACE", "FILE:LINE, FUNCTION or *ADDRESS; may be repeated",
     offsetof(condition_args, at), NULL},
    {"if", 0, OPTION_LIST, "CONDITION",
     "in the words of the source, such as 'i == 1999 && name[0] == 120'; one for each place, in their order",
     offsetof(condition_args, conditions), NULL},
    {"load", 0, OPTION_FLAG, NULL,
     "load a program of ours into a stub that has its own, and put everything back: places are its symbols, "
     "and conditions those of registers and memory",
     offsetof(condition_args, load), NULL},
    {"pending", 0, OPTION_FLAG, NULL,
     "wait for a place that neither the program nor its libraries have: a library that is loaded later may "
     "have it",
     offsetof(condition_args, pending), NULL},
    {"list", 'l', OPTION_FLAG, NULL, "run nothing: list the variables at the places, and where they live",
     offsetof(condition_args, list), NULL},
    {"way", 'w', OPTION_CHOICE, "best|inferior|stub|host", "who decides (default: best)",
     offsetof(condition_args, way), "best inferior stub host"},
    {"hits", 0, OPTION_NUMBER, "N",
     "how often the place will be reached, if known: few hits do not pay for code in the program",
     offsetof(condition_args, expected_hits), NULL},
    {"nth", 'n', OPTION_COUNT, "N", "stop when it holds for the N-th time (default: 1)",
     offsetof(condition_args, nth), NULL},
    {"stops", 0, OPTION_COUNT, "N", "go on until N stops are reported (default: 1)",
     offsetof(condition_args, stops), NULL},
    {"thread", 0, OPTION_STRING, "ID", "only in this thread: hexadecimal, as the stub names it (p1.1f, 1f)",
     offsetof(condition_args, thread), NULL},
    {"sysroot", 0, OPTION_STRING, "PATH", "where the files of the program's libraries are: below this folder",
     offsetof(condition_args, sysroot), NULL},
    {"non-stop", 0, OPTION_FLAG, NULL, "threads that do not hit run on, also while breakpoints are set",
     offsetof(condition_args, non_stop), NULL},
    {"locals", 0, OPTION_FLAG, NULL, "show all variables of the function at a stop",
     offsetof(condition_args, shown.locals), NULL},
    {"stack", 0, OPTION_FLAG, NULL, "show the callers at a stop", offsetof(condition_args, shown.stack),
     NULL},
    {"timeout", 't', OPTION_SPAN, "TIME",
     "how long to wait until the condition holds, also while it is false again and again (default: 60s)",
     offsetof(condition_args, timeout_ns), NULL},
    {"wait", 0, OPTION_SPAN, "TIME", "how long to try to reach a stub at tcp: or unix: (default: once)",
     offsetof(condition_args, wait_ns), NULL},
    {"start", 0, OPTION_SPAN, "TIME", "how long a stub that is started may take to listen (default: 30s)",
     offsetof(condition_args, start_ns), NULL},
    {"rtt", 0, OPTION_DURATION, "TIME", "simulated round trip (reference stub only)",
     offsetof(condition_args, rtt_ns), NULL},
    {"output", 'o', OPTION_OUTPUT, "text|json", "write the report", offsetof(condition_args, outputs), NULL},
    DEFAULT_STUB_NO_CONFIG(condition_args),
    {0},
};

/* A file of this computer, which the reference stub's machine cannot run. */
static rsp_status open_path(rsp_debug_file **out, const stub_conversation *c, const char *path,
                            rsp_error *error) {
    rsp_error why = {0};
    const rsp_status status = rsp_debug_file_open(out, path, &why);
    if (status != RSP_OK && strstr(why.msg, "no ELF file"))
        return rsp_fail_at(error, RSP_BAD_FILE, path, 0, 0,
                           "it is no ELF file: --program names what the compiler made");
    if (status != RSP_OK)
        *error = why;
    if (status == RSP_OK && c->config.in_process)
        return rsp_fail(
            error, RSP_USAGE,
            "--program %.60s: the reference stub does not run it; --stub names one that does, as -s "
            "profile:gdbserver",
            path);
    return status;
}

/* The program's file: a path, or what the stub's provider has under the name. */
static rsp_status open_file(rsp_debug_file **out, stub_conversation *c, const condition_args *args,
                            rsp_error *error) {
    rsp_bytes image = {0};
    const rsp_stub_provider provider = stub_opener_provider(c->opener);
    const char *name = args->program ? args->program : "";
    if (rsp_path_is_meant(name))
        return open_path(out, c, name, error);
    if (!provider.image || provider.image(provider.ctx, name, &image) != RSP_OK)
        return rsp_fail(error, RSP_USAGE,
                        "no file of the program is known: --program names it, with its debug information");
    return rsp_debug_file_read(out, image, name[0] ? name : "the stub's program", error);
}

static rsp_status render(rsp_buf *out, void *report, rsp_bytes format, const rsp_report_options *style) {
    (void)style;
    return rsp_bytes_equal(format, RSP_LIT("json")) ? rsp_condition_report_json(out, report)
                                                    : rsp_condition_report_text(out, report);
}

/* A mistake in the condition is shown with its place. */
static int tell(const command *self, const condition_run *run, const rsp_error *error) {
    bool in_text = error->where && strcmp(error->where, "condition") == 0;
    rsp_buf place = {0};
    int code = rsp_status_exit_code(error->status);
    if (!in_text) {
        code = command_fail(self, error);
        return code == EXIT_FINDINGS ? EXIT_USAGE : code; /* 1 is a condition that never held */
    }
    rsp_condition_show_place(&place, rsp_bytes_str(condition_run_text(run->args, run->failed)),
                             error->offset);
    io_say(stderr, "stubborn condition: %s\n", error->msg);
    io_put(stderr, &place);
    return code == EXIT_FINDINGS ? EXIT_USAGE : code;
}

static int report(const command *self, const condition_args *args, condition_run *run) {
    rsp_error error = {0};
    rsp_status status = output_write(&args->outputs, "text", render, &run->report, false, &error);
    if (status != RSP_OK)
        return command_fail(self, &error);
    return run->report.num_stops > 0 ? EXIT_FINE : EXIT_FINDINGS;
}

static int open_and_run(const command *self, const condition_args *args) {
    stub_conversation conversation = {.may_own = true, .start_ns = args->start_ns};
    condition_run run = {.args = args};
    rsp_debug_file *file = NULL;
    rsp_error error = {0};
    const rsp_session_options options = {
        .timeout_ns = args->timeout_ns, .opens = true, .collect_console = true};
    const rsp_stub_request request = {.program = args->program ? args->program : "",
                                      .arguments = args->arguments.items,
                                      .num_arguments = args->arguments.num,
                                      .rtt_ns = args->rtt_ns};
    /* What is wrong with the command line is said before a program is started. */
    rsp_status status = stub_conversation_prepare(&conversation, args->stub, &error);
    if (status == RSP_OK)
        status = open_file(&file, &conversation, args, &error);
    if (status == RSP_OK)
        status = stub_conversation_open(&conversation, args->stub, args->wait_ns, &request, &options, &error);
    if (status == RSP_OK)
        status = condition_run_all(&run, &conversation, file, &error);
    int code = status == RSP_OK ? report(self, args, &run) : tell(self, &run, &error);
    condition_run_free(&run);
    rsp_debug_file_free(file);
    stub_conversation_close(&conversation);
    return code;
}

static int run_condition(const command *self, int argc, char **argv) {
    condition_args args = {.timeout_ns = 60 * RSP_NS_PER_S, .nth = 1, .stops = 1};
    option_list operands = {0};
    default_stub stub = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &args, &operands, argc, argv, &code))
        return code;
    if (operands.num > 0)
        return command_usage(self, "unexpected '%s': the program is named by --program", operands.items[0]);
    if (args.at.num == 0)
        return command_usage(self, "no place given; for example: --at file.c:42");
    if (args.conditions.num > args.at.num)
        return command_usage(self, "--if %s: there is no place for it: each --if belongs to an --at",
                             args.conditions.items[args.at.num]);
    if (args.list && !args.load)
        return condition_list(self, &args);
    stub.no_config = args.no_config;
    args.stub = default_stub_choose(&stub, self, args.stub, &code);
    interrupt_catch();
    if (args.stub)
        code = args.load ? condition_guest(self, &args) : open_and_run(self, &args);
    default_stub_free(&stub);
    return code;
}

const command command_condition = {
    .name = "condition",
    .operands = "",
    .summary = "run a program to a place of its source where a condition holds",
    .details =
        "Sets a breakpoint with a condition in the words of the source, runs to the stop, and prints where "
        "it is, "
        "the values that the condition looks at, who decided it and why nobody cheaper did, and the cost. "
        "docs/conditions.md has the language. Exit status: 0 it stopped, 1 the condition never held, 2 "
        "usage, 3 "
        "no stub.\n\n"
        "  stubborn condition -s profile:gdbserver -p ./prog --at file.c:42 --if 'i == 1999 && name[0] == "
        "120'\n"
        "  stubborn condition -p tasks --at work --if 'number > 2' --way host -o json:stop.json\n"
        "  stubborn condition -s tcp:127.0.0.1:1234 -p ./prog --at parse --if 'tok->text == \"if\"' --nth 3\n"
        "  stubborn condition -s tcp:board:1234 --load --at work --if 'u32[counter] == 7'",
    .options = rows,
    .run = run_condition,
};

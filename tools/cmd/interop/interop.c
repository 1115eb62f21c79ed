/* stubborn interop: real debuggers on real stubs, a cell for each action, with the capture behind it.
 * Options are read here; the cells are played by interop/play.h and rendered by
 * reports/interop/interop_report.h. Debuggers come from loopback, and nothing else is connected to. */
/* SPDX-License-Identifier: MIT */
#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/output.h"
#include "cli/status_line.h"
#include "cmd/interop/interop_output.h"
#include "cmd/interop/interop_parties.h"
#include "cmd/run/run_end.h"

#include "core/file_writer.h"
#include "core/folder.h"
#include "core/suggest.h"
#include "dap_talk/tongue.h"
#include "document/text.h"
#include "reports/interop/interop_report.h"
#include "suite/shard.h"
#include <inttypes.h>
#include <unistd.h>

typedef struct interop_args {
    option_list stubs, debuggers, actions, elfs, functions, outputs;
    const char *out;
    const char *compare;
    const char *shard;
    uint64_t jobs;
    uint64_t limit_ns;
    uint64_t capture_bytes;
    bool allow_writes;
    bool resume;
    bool quiet;
} interop_args;

static const option_row rows[] = {
    {"stub", 's', OPTION_LIST, "NAME=ADDRESS", "a stub, as run --stub takes it",
     offsetof(interop_args, stubs), "tcp: unix: exec: pty: profile:"},
    {"debugger", 'd', OPTION_LIST, "NAME=COMMAND",
     "a debugger: a program, whose name tells its script, or profile:gdb, profile:lldb, profile:FILE.yaml",
     offsetof(interop_args, debuggers), "profile:"},
    {"action", 'a', OPTION_LIST, "A,...", "only these actions (default: all)",
     offsetof(interop_args, actions), NULL},
    {"out", 'O', OPTION_STRING, "FOLDER", "captures and conversations (default: interop)",
     offsetof(interop_args, out), "file"},
    {"output", 'o', OPTION_OUTPUT, "text|html|json|markdown", "write the matrix",
     offsetof(interop_args, outputs), NULL},
    {"compare", 0, OPTION_STRING, "OLD.json",
     "say what changed since an earlier run; exit status 1 when something got worse",
     offsetof(interop_args, compare), "file"},
    {"resume", 0, OPTION_FLAG, NULL, "take the cells that an earlier run has left in the folder",
     offsetof(interop_args, resume), NULL},
    {"shard", 0, OPTION_STRING, "K/N", "only the K-th of N parts; 'merge' joins their JSON reports",
     offsetof(interop_args, shard), NULL},
    {"jobs", 'j', OPTION_COUNT, "N", "cells at a time (default: 1); stubs that others started serve one",
     offsetof(interop_args, jobs), NULL},
    {"elf", 0, OPTION_LIST, "STUB=FILE", "the file of the program that a stub of yours runs",
     offsetof(interop_args, elfs), "file"},
    {"function", 0, OPTION_LIST, "STUB=NAME", "a function of that program that runs again and again",
     offsetof(interop_args, functions), NULL},
    {"allow-writes", 0, OPTION_FLAG, NULL, "write memory of programs that others started, too",
     offsetof(interop_args, allow_writes), NULL},
    {"limit", 0, OPTION_SPAN, "TIME", "most time for one try of a cell (default: 2m)",
     offsetof(interop_args, limit_ns), NULL},
    {"capture-bytes", 0, OPTION_COUNT, "BYTES", "most of a capture (default: 8 MiB)",
     offsetof(interop_args, capture_bytes), NULL},
    {"quiet", 'q', OPTION_FLAG, NULL, "print no progress", offsetof(interop_args, quiet), NULL},
    {0},
};

/* The whole command. */
typedef struct job {
    const command *self;
    interop_args args;
    interop_parties parties;
    rsp_interop matrix;
    rsp_interop before;
    rsp_buf changes;
    status_line line;
    uint64_t start_ns;
    rsp_status written; /* of conversations */
} job;

static uint64_t now_ns(void) {
    const rsp_clock clock = rsp_clock_monotonic();
    return rsp_clock_now(&clock);
}

/* The zero of that clock since 1970. */
static uint64_t epoch_ns(void) {
    return io_unix_now_ns() - now_ns();
}

/* --- actions --- */

/* All that a script has, in the order of the first script. */
static bool add_action(rsp_interop *m, const char *name) {
    for (size_t i = 0; i < m->num_actions; i++)
        if (strcmp(m->actions[i], name) == 0)
            return true;
    if (m->num_actions == RSP_INTEROP_MOST_NAMES)
        return false;
    m->actions[m->num_actions++] = rsp_arena_str(&m->arena, name);
    return true;
}

static bool is_known(const job *j, rsp_bytes name, rsp_suggestion *nearest) {
    for (size_t d = 0; d < j->parties.num_debuggers; d++) {
        const rsp_script_debugger *script = j->parties.scripts[d];
        for (size_t i = 0; i < script->num_scripts; i++) {
            if (rsp_bytes_equal(name, rsp_bytes_str(script->scripts[i].action)))
                return true;
            rsp_suggest_offer(nearest, script->scripts[i].action);
        }
    }
    return false;
}

static int take_actions(job *j, const char *list) {
    for (rsp_bytes rest = rsp_bytes_str(list); rest.len > 0;) {
        const rsp_bytes one = rsp_bytes_split(&rest, ',');
        rsp_suggestion nearest = {.word = one};
        const char *name =
            rsp_arena_printf(&j->matrix.arena, "%.*s", (int)one.len, one.len ? (const char *)one.ptr : "");
        if (!is_known(j, one, &nearest))
            return command_usage(j->self, "--action %s: no debugger has a script for it%s%s%s", name,
                                 nearest.best ? "; did you mean '" : "", nearest.best ? nearest.best : "",
                                 nearest.best ? "'?" : "");
        (void)add_action(&j->matrix, name);
    }
    return EXIT_FINE;
}

static int choose_actions(job *j) {
    rsp_interop *m = &j->matrix;
    int code = EXIT_FINE;
    m->actions = rsp_arena_alloc(&m->arena, RSP_INTEROP_MOST_NAMES * sizeof *m->actions);
    for (size_t i = 0; i < j->args.actions.num && code == EXIT_FINE; i++)
        code = take_actions(j, j->args.actions.items[i]);
    for (size_t d = 0; d < j->parties.num_debuggers && j->args.actions.num == 0; d++)
        for (size_t i = 0; i < j->parties.scripts[d]->num_scripts; i++)
            (void)add_action(m, j->parties.scripts[d]->scripts[i].action);
    return code;
}

/* --- while it runs --- */

static void show(void *ctx, size_t done, size_t num, const char *current) {
    job *j = ctx;
    rsp_buf text = {0};
    const uint64_t spent = now_ns() - j->start_ns;
    if (j->args.quiet || !io_is_terminal(STDERR_FILENO))
        return;
    rsp_text_printf(&text, "%zu of %zu cells   %s", done, num, current);
    if (done > 0) {
        rsp_buf_str(&text, "   about ");
        rsp_text_duration(&text, spent / done * (num - done));
        rsp_buf_str(&text, " left");
    }
    status_line_draw(&j->line, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
}

/* The conversation of a cell as a page, beside its capture. */
static void finished(void *ctx, const rsp_interop_cell *cell, const char *folder) {
    job *j = ctx;
    rsp_arena arena = {0};
    rsp_buf page = {0};
    rsp_error error = {0};
    if (!*folder || cell->capture_bytes == 0)
        return;
    rsp_status status =
        rsp_interop_conversation(&page, cell, rsp_arena_printf(&arena, "%s/capture.pcapng", folder), &error);
    if (status == RSP_OK)
        status = rsp_file_write(rsp_arena_printf(&arena, "%s/conversation.html", folder),
                                rsp_buf_bytes(&page), &error);
    if (status != RSP_OK && j->written == RSP_OK)
        j->written = status;
    rsp_buf_free(&page);
    rsp_arena_free(&arena);
}

static int play(job *j) {
    rsp_error error = {0};
    const rsp_interop_options options = {.stubs = j->parties.stubs,
                                         .debuggers = j->parties.debuggers,
                                         .folder = j->args.out,
                                         .jobs = (unsigned)j->args.jobs,
                                         .limit_ns = j->args.limit_ns,
                                         .capture_bytes = j->args.capture_bytes,
                                         .epoch_ns = epoch_ns(),
                                         .dap = &rsp_dap_tongue,
                                         .resume = j->args.resume,
                                         .stop = interrupt_flag(),
                                         .finished = finished,
                                         .progress = show,
                                         .ctx = j};
    j->start_ns = now_ns();
    j->matrix.started_at = run_end_now(&j->matrix.arena);
    j->matrix.tool_version = STUBBORN_VERSION;
    const rsp_status status = rsp_interop_play(&j->matrix, &options, &error);
    j->matrix.duration_ns = now_ns() - j->start_ns;
    status_line_erase(&j->line);
    if (status != RSP_OK && status != RSP_CANCELLED) {
        error.status = status;
        return command_fail(j->self, &error);
    }
    if (j->written != RSP_OK)
        io_say(stderr, "stubborn interop: some conversations could not be written as pages: %s\n",
               rsp_status_text(j->written));
    return EXIT_FINE;
}

/* --- reports --- */

static int read_before(job *j) {
    rsp_buf json = {0};
    rsp_error error = {0};
    if (!j->args.compare)
        return EXIT_FINE;
    rsp_status status = io_read_file(&json, j->args.compare, &error);
    if (status == RSP_OK) {
        status = rsp_interop_read(&j->before, rsp_buf_bytes(&json), &error);
        error.where = status == RSP_OK ? NULL : j->args.compare;
    }
    rsp_buf_free(&json);
    error.status = status;
    return status == RSP_OK ? EXIT_FINE : command_fail(j->self, &error);
}

/* Why a cell of this shard was not tried. */
static const char *first_said(const rsp_interop *m) {
    const size_t per_stub = m->num_debuggers * m->num_actions;
    for (size_t i = 0; i < m->num_cells; i++)
        if (rsp_interop_has_pair(m, &m->shard, i / per_stub, i % per_stub / m->num_actions))
            return m->cells[i].said;
    return "there are no cells";
}

static int finish(job *j) {
    rsp_error error = {0};
    const rsp_interop *m = &j->matrix;
    const rsp_status status = interop_output_write(
        &(interop_output){.matrix = &j->matrix, .specs = &j->args.outputs, .captures = j->args.out}, &error);
    error.status = status;
    if (status != RSP_OK)
        return command_fail(j->self, &error);
    size_t worse = 0;
    if (j->args.compare) {
        worse = rsp_interop_compare(&j->changes, &j->before, m);
        io_put(output_to_stdout(&j->args.outputs) ? stderr : stdout, &j->changes);
    }
    if (rsp_interop_count(m, RSP_INTEROP_NOT_TRIED) == m->num_cells && !m->interrupted) {
        io_say(stderr, "stubborn interop: nothing could be tried: %s\n", first_said(m));
        return EXIT_UNREACHABLE;
    }
    return worse > 0 || m->interrupted ? EXIT_FINDINGS : EXIT_FINE;
}

/* Pairs of stub and debugger are dealt out. */
static int take_shard(job *j) {
    rsp_shard shard = {0};
    const size_t pairs = j->parties.num_stubs * j->parties.num_debuggers;
    if (!j->args.shard)
        return EXIT_FINE;
    if (rsp_shard_parse(&shard, j->args.shard) != RSP_OK)
        return command_usage(j->self, "--shard %s: expected K/N, as 1/3, 2/3 and 3/3; N at most %d",
                             j->args.shard, RSP_SHARDS_MAX);
    if (shard.of > pairs)
        return command_usage(j->self,
                             "--shard %s: %zu pair%s of stub and debugger; take at most as many shards",
                             j->args.shard, pairs, pairs == 1 ? " is" : "s are");
    j->matrix.shard = (rsp_interop_shard){.number = shard.number, .of = shard.of};
    return EXIT_FINE;
}

static int run_job(job *j) {
    const interop_stub_options stubs = {.stubs = &j->args.stubs,
                                        .elfs = &j->args.elfs,
                                        .functions = &j->args.functions,
                                        .allow_writes = j->args.allow_writes};
    int code = read_before(j);
    if (code == EXIT_FINE)
        code = interop_parties_debuggers(&j->parties, j->self, &j->args.debuggers);
    if (code == EXIT_FINE)
        code = interop_parties_stubs(&j->parties, j->self, &stubs);
    if (code == EXIT_FINE)
        code = choose_actions(j);
    if (code == EXIT_FINE)
        code = take_shard(j);
    if (code != EXIT_FINE)
        return code;
    j->matrix.stubs = j->parties.stub_names;
    j->matrix.num_stubs = j->parties.num_stubs;
    j->matrix.debuggers = j->parties.debugger_names;
    j->matrix.num_debuggers = j->parties.num_debuggers;
    if (rsp_interop_make(&j->matrix) != RSP_OK)
        return command_fail(j->self, &(rsp_error){.status = RSP_NO_MEMORY});
    code = play(j);
    return code == EXIT_FINE ? finish(j) : code;
}

static int run_interop(const command *self, int argc, char **argv) {
    static job j;
    static option_list operands;
    int code = EXIT_FINE;
    j = (job){.self = self, .args = {.out = "interop"}};
    if (!command_parse(self, &j.args, &operands, argc, argv, &code))
        return code;
    if (operands.num > 0)
        return command_usage(self, "unexpected '%s'; stubs and debuggers are options", operands.items[0]);
    if (j.args.stubs.num == 0)
        return command_usage(self, "which stub? for example: --stub mine=tcp:127.0.0.1:1234");
    if (j.args.debuggers.num == 0)
        return command_usage(self, "which debugger? for example: --debugger profile:gdb");
    if (j.args.jobs > OPTION_MAX_JOBS)
        return command_usage(self, "--jobs: at most %d", OPTION_MAX_JOBS);
    interrupt_catch();
    code = run_job(&j);
    rsp_buf_free(&j.changes);
    rsp_interop_free(&j.before);
    rsp_interop_free(&j.matrix);
    interop_parties_free(&j.parties);
    return code;
}

const command command_interop = {
    .name = "interop",
    .operands = NULL,
    .summary = "let real debuggers try real stubs: a matrix with the capture behind each cell",
    .details =
        "For each stub, debugger and action a fresh stub and a fresh debugger, with a recorder between them. "
        "A "
        "cell works, breaks, is not offered by the stub, or was not tried; what the debugger printed and "
        "then "
        "read decides, never its exit status. What breaks is done three times, and is flaky if that differs. "
        "FOLDER/STUB/DEBUGGER/ACTION has capture, conversation and what was printed.\n\n"
        "  stubborn interop --stub mine='exec:./my-stub {port}' --debugger profile:gdb --debugger lldb-19 "
        "\\\n"
        "      -o html:interop.html -o json:interop.json\n"
        "  stubborn interop --stub qemu=profile:qemu-riscv64 --debugger gdb-multiarch --compare "
        "interop.json\n\n"
        "Debuggers are told what to do by scenarios/interop/NAME.yaml (docs/interop.md). Exit status: 0; 1 "
        "what "
        "got worse with --compare, or an interrupted run; 2 usage; 3 nothing could be tried.",
    .options = rows,
    .run = run_interop,
};

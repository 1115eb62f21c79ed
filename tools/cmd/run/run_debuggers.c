/* A stub in this process keeps no real time, and one that serves a single client has served it: no debugger
 * comes to them.
 * See run_debuggers.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/run/run_debuggers.h"

#include "cli/interrupt.h"
#include "cli/io.h"
#include "interop/script.h"
#include <unistd.h>

int run_debuggers_parse(const command *self, run_debuggers *d, rsp_arena *arena, const char *text,
                        const stub_config *stub) {
    rsp_error error = {0};
    *d = (run_debuggers){.any = text != NULL};
    if (!text)
        return EXIT_FINE;
    if (reality_parse(d->programs, arena, text, &error) != RSP_OK)
        return command_usage(self, "--debuggers %s: %s", text, error.msg);
    if (stub->kind != STUB_CONFIG_STUB)
        return command_usage(self,
                             "--debuggers: do actions on a stub, and a debugger is what this run judges");
    if (stub->in_process || stub->embedded)
        return command_usage(self,
                             "--debuggers: the stub runs inside this program; start it as one of its own: "
                             "--stub \"exec:stubborn stub --once --listen tcp:{port} spin\"");
    return EXIT_FINE;
}

static void show(void *ctx, const char *text) {
    (void)ctx;
    if (io_is_terminal(STDERR_FILENO))
        io_say(stderr, "\r%s\033[K", text);
}

static void refuse(const run_debuggers *d, rsp_forecast *f, const char *why) {
    for (unsigned i = 0; i < RSP_DEBUGGER_COUNT; i++)
        for (unsigned a = 0; d->programs[i] && a < RSP_DEBUGGER_ACTION_COUNT; a++)
            f->cells[i][a].said = why;
}

void run_debuggers_observe(const run_debuggers *d, rsp_run *run, stub_opener *stubs, const rsp_runner *runner,
                           bool ours, bool allow_writes) {
    const reality r = {.stubs = stubs,
                       .stub_program = rsp_runner_rehearsed_program(runner),
                       .manners = rsp_runner_manners(runner),
                       .leave = (ours || allow_writes ? RSP_SCRIPT_NEED(WRITES) : 0u) |
                                (ours ? RSP_SCRIPT_NEED(KILLS) : 0u),
                       .arena = &run->arena,
                       .stop = interrupt_flag(),
                       .progress = show};
    if (!d->any || !run->forecast.made)
        return;
    if (rsp_runner_shares(runner)) {
        refuse(d, &run->forecast, "the stub serves one connection only");
        return;
    }
    for (unsigned i = 0; i < RSP_DEBUGGER_COUNT && !*interrupt_flag(); i++)
        if (d->programs[i] &&
            reality_observe(&run->forecast, (rsp_debugger)i, d->programs[i], &r) == RSP_NOT_FOUND)
            io_say(stderr, "stubborn run: --debuggers: no %s is installed\n",
                   rsp_debugger_title((rsp_debugger)i));
    if (io_is_terminal(STDERR_FILENO))
        io_say(stderr, "\r\033[K");
}

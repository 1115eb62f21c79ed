/* stubborn dap: a debug adapter in front of any stub, for editors.
 * It speaks the Debug Adapter Protocol on standard input and output, or to one editor at a port.
 * Exit status: 0 the session is over, 1 the editor says what can not be read, 2 usage. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/listen.h"
#include "commands/dap_opener.h"

#include "core/arena.h"
#include "core/file.h"
#include "dwarf/debug_file.h"
#include "link/listener.h"
#include <stdio.h>

typedef struct dap_args {
    const char *stub;
    const char *program;
    const char *listen;
    const char *fault;
    uint64_t timeout_ns;
    uint64_t rtt_ns;
    uint64_t wait_ns;
} dap_args;

static const option_row rows[] = {
    {"stub", 's', OPTION_STRING, "STUB",
     "as for run, when launch names none (default: gdbserver for x86-64, the built-in machine for riscv64)",
     offsetof(dap_args, stub), "reference tcp: unix: exec: profile:@profiles"},
    {"program", 'p', OPTION_STRING, "FILE|NAME", "the program, when launch names none",
     offsetof(dap_args, program), "file"},
    {"listen", 'l', OPTION_STRING, "ADDRESS", "PORT (of loopback), HOST:PORT, unix:PATH or stdio (default)",
     offsetof(dap_args, listen), "tcp: unix: stdio"},
    {"timeout", 't', OPTION_SPAN, "TIME", "longest wait for an answer of the stub (default: 5s)",
     offsetof(dap_args, timeout_ns), NULL},
    {"wait", 0, OPTION_SPAN, "TIME", "how long to try to reach a stub at tcp: or unix: (default: once)",
     offsetof(dap_args, wait_ns), NULL},
    {"rtt", 0, OPTION_DURATION, "TIME", "simulated round trip to the stub", offsetof(dap_args, rtt_ns), NULL},
    {"fault", 0, OPTION_STRING, "NAME", "a deliberate defect of the adapter, for the proof of suites",
     offsetof(dap_args, fault), NULL},
    {0},
};

static int serve(const command *self, const dap_args *args, rsp_link *editor) {
    dap_opener opener = {.stub = args->stub,
                         .program = args->program,
                         .rtt_ns = args->rtt_ns,
                         .wait_ns = args->wait_ns,
                         .stop = interrupt_flag()};
    const rsp_dap_adapter_options options = {
        .opener = dap_opener_functions(&opener), .timeout_ns = args->timeout_ns, .fault = args->fault};
    rsp_dap_adapter *adapter = rsp_dap_adapter_new(editor, &options);
    if (!adapter && args->fault)
        return command_usage(self, "--fault %s: there is none of this name", args->fault);
    rsp_status status = adapter ? rsp_dap_adapter_run(adapter) : RSP_NO_MEMORY;
    const char *trouble = adapter ? rsp_dap_adapter_trouble(adapter) : "no memory";
    if (trouble[0] && status != RSP_OK)
        io_say(stderr, "stubborn dap: %s\n", trouble);
    rsp_dap_adapter_free(adapter);
    return status == RSP_OK || status == RSP_CLOSED || status == RSP_CANCELLED ? EXIT_FINE : EXIT_FINDINGS;
}

static int listen_and_serve(const command *self, const dap_args *args, const rsp_address *address) {
    rsp_error error = {0};
    rsp_listener *listener = NULL;
    rsp_link *editor = NULL;
    rsp_buf where = {0};
    const rsp_listener_options options = {.link = {.stop = interrupt_flag()}, .second = RSP_SECOND_REFUSED};
    rsp_status status = rsp_listener_open(&listener, address, &options, &error);
    int code = EXIT_FINE;
    if (status == RSP_OK && address->kind != RSP_ADDRESS_STDIO) {
        rsp_listener_describe(listener, &where);
        io_say(stderr, "listening on %s\n", rsp_buf_cstr(&where));
        listen_warn(self, address, "the debuggee");
    }
    if (status == RSP_OK)
        status = rsp_listener_accept(listener, &editor, RSP_NEVER_NS);
    if (status == RSP_OK)
        code = serve(self, args, editor);
    else if (status == RSP_USAGE)
        code = command_usage(self, "--listen %s: %s", args->listen, error.msg);
    else if (status != RSP_CANCELLED)
        code = command_fail(self, &error);
    rsp_link_close(editor);
    rsp_listener_close(listener);
    rsp_buf_free(&where);
    return code;
}

/* An editor shows little of what an adapter refuses. */
static void warn_program(const char *path) {
    rsp_error why = {0};
    rsp_debug_file *file = NULL;
    if (!path || !rsp_path_is_meant(path))
        return;
    if (rsp_debug_file_open(&file, path, &why) != RSP_OK)
        io_say(stderr, "stubborn dap: --program: %s: there will be no lines and no variables\n", why.msg);
    rsp_debug_file_free(file);
}

static int run_dap(const command *self, int argc, char **argv) {
    dap_args args = {.listen = "stdio"};
    option_list operands = {0};
    rsp_arena arena = {0};
    rsp_address address = {0};
    rsp_error error = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &args, &operands, argc, argv, &code))
        return code;
    if (operands.num > 0)
        return command_usage(self, "unexpected '%s': the program is named by --program", operands.items[0]);
    warn_program(args.program);
    interrupt_catch();
    interrupt_catch_quit();
    if (listen_parse(&address, &arena, args.listen, &error) == RSP_OK)
        code = listen_and_serve(self, &args, &address);
    else
        code = command_usage(self, "--listen %s: %s", args.listen, error.msg);
    rsp_arena_free(&arena);
    return code;
}

const command command_dap = {
    .name = "dap",
    .operands = "",
    .summary = "serve the Debug Adapter Protocol to an editor, in front of any stub",
    .details =
        "Editors start it and speak on its standard input and output. launch knows program, args, cwd, env, "
        "stopOnEntry and stub; attach pid, program and stub. docs/debug-adapters.md has a tutorial. Exit "
        "status: 0 the session ended, 1 what the editor said could not be read, 2 usage.\n\n"
        "  stubborn dap\n"
        "  stubborn dap --listen tcp:4711 --stub tcp:127.0.0.1:1234 --program ./prog",
    .options = rows,
    .run = run_dap,
};

/* stubborn stub: serves the reference stub to debuggers, over TCP, a Unix socket or standard input and
 * output. One client after the other; waits without using the processor while nothing runs. Loopback unless
 * told otherwise, and then it says so. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/listen.h"
#include "stubs/reference_stub.h"

#include "core/arena.h"
#include "corpora/programs.h"
#include "link/address.h"
#include "link/listener.h"
#include <stdio.h>
#include <stdlib.h>

enum { RECV_BYTES = 256 * 1024, RUN_BUDGET_INSNS = 200000 };
static const uint64_t look_ns = 5 * RSP_NS_PER_MS;

typedef struct stub_args {
    const char *listen;
    bool once;
    bool quiet;
    const char *stub_option_values[STUB_OPTION_COUNT];
} stub_args;

static const option_row rows[] = {
    {"listen", 'l', OPTION_STRING, "ADDRESS",
     "tcp:HOST:PORT, tcp:PORT (loopback), unix:PATH or stdio (default: tcp:1234)",
     offsetof(stub_args, listen), "tcp: unix: stdio"},
    {"once", 'o', OPTION_FLAG, NULL, "end when the first client has gone", offsetof(stub_args, once), NULL},
    {"quiet", 'q', OPTION_FLAG, NULL, "print nothing", offsetof(stub_args, quiet), NULL},
#define STUB_OPTION_OPTION(id, name, values, kind, field, help) \
    {name, 0, OPTION_STRING, values, help, offsetof(stub_args, stub_option_values[STUB_OPTION_##id]), NULL},
    STUB_OPTION_LIST(STUB_OPTION_OPTION)
#undef STUB_OPTION_OPTION
        {0},
};

static rsp_status flush(rsp_link *link, rsp_buf *out) {
    rsp_status status = RSP_OK;
    if (out->len > 0)
        status = rsp_link_send(link, rsp_buf_bytes(out), RSP_NEVER_NS);
    rsp_buf_clear(out);
    return status;
}

/* The fault of a stub that talks to whoever connected last: between two looks at its client it looks for
 * another one, who gets what is said from then on. */
static void look_for_newest(const reference *r, rsp_listener *listener, rsp_link **newest) {
    rsp_link *link = NULL;
    if (!reference_serves_newest(r) || rsp_listener_accept(listener, &link, 0) != RSP_OK)
        return;
    rsp_link_close(*newest);
    *newest = link;
}

/* How long to wait for input: while debuggees run it is only looked for between two slices. */
static uint64_t input_deadline(reference *r, const rsp_link *link) {
    if (rsp_stub_busy(reference_stub(r)))
        return 0;
    return reference_serves_newest(r) ? rsp_deadline(rsp_link_now(link), look_ns) : RSP_NEVER_NS;
}

/* One client from its first byte to its last. Statuses are the link's; RSP_OK when the client ended the
 * session. */
static rsp_status serve(reference *r, rsp_listener *listener, rsp_link *link) {
    rsp_buf in = {0};
    rsp_buf out = {0};
    rsp_link *newest = NULL;
    rsp_status status = reference_connect(r);
    rsp_stub *stub = reference_stub(r);
    while (status == RSP_OK && !rsp_stub_finished(stub)) {
        rsp_buf_clear(&in);
        status = rsp_link_recv(link, &in, RECV_BYTES, input_deadline(r, link));
        look_for_newest(r, listener, &newest);
        if (status == RSP_OK)
            status = rsp_stub_input(stub, rsp_buf_bytes(&in), &out);
        else if (status == RSP_TIMEOUT)
            status = rsp_stub_busy(stub) ? rsp_stub_run(stub, RUN_BUDGET_INSNS, &out) : RSP_OK;
        if (status == RSP_OK)
            status = flush(newest ? newest : link, &out);
    }
    rsp_stub_disconnect(stub);
    rsp_link_close(newest);
    rsp_buf_free(&in);
    rsp_buf_free(&out);
    return status;
}

static rsp_status serve_clients(reference *r, rsp_listener *listener, const stub_args *args) {
    for (;;) {
        rsp_link *link = NULL;
        rsp_status status = rsp_listener_accept(listener, &link, RSP_NEVER_NS);
        if (status != RSP_OK)
            return status;
        if (reference_over(r))
            status = reference_restart(r, NULL);
        if (status == RSP_OK)
            status = serve(r, listener, link);
        rsp_link_close(link);
        if (status == RSP_CANCELLED || status == RSP_NO_MEMORY)
            return status;
        if (args->once)
            return RSP_OK;
    }
}

static void announce(const rsp_listener *listener, const rsp_address *address, const option_list *program) {
    rsp_buf where = {0};
    rsp_listener_describe(listener, &where);
    /* On standard error where standard output is the protocol. */
    FILE *to = address->kind == RSP_ADDRESS_STDIO ? stderr : stdout;
    fprintf(to, "listening on %s, program %s\n", rsp_buf_cstr(&where),
            program->num ? program->items[0] : "none");
    if (address->kind == RSP_ADDRESS_TCP)
        fprintf(to, "  gdb-multiarch -ex 'target remote :%u'\n", (unsigned)rsp_listener_port(listener));
    fflush(to);
    rsp_buf_free(&where);
    listen_warn(&command_stub, address, "the debuggee");
}

static int serve_address(const command *self, const stub_args *args, const option_list *program,
                         reference *r) {
    rsp_arena arena = {0};
    rsp_address address = {0};
    rsp_error error = {0};
    rsp_listener *listener = NULL;
    rsp_listener_options options = {.link = {.stop = interrupt_flag()}};
    rsp_status status = rsp_address_parse(&address, &arena, args->listen, &error);
    if (status == RSP_OK)
        status = rsp_listener_open(&listener, &address, &options, &error);
    int code = EXIT_FINE;
    if (status == RSP_USAGE) {
        code = command_usage(self, "--listen %s: %s", args->listen, error.msg);
    } else if (status != RSP_OK) {
        code = command_fail(self, &error);
    } else {
        if (!args->quiet)
            announce(listener, &address, program);
        status = serve_clients(r, listener, args);
        /* Stopped by a signal, or standard input has ended: that is how it ends. */
        if (status != RSP_OK && status != RSP_CANCELLED && status != RSP_CLOSED)
            code = command_fail(self, &(rsp_error){.status = status});
    }
    rsp_listener_close(listener);
    rsp_arena_free(&arena);
    return code;
}

static int run_stub(const command *self, int argc, char **argv) {
    stub_args args = {.listen = "tcp:1234"};
    option_list program = {0};
    stub_option_values set = stub_option_defaults();
    rsp_error error = {0};
    int code = EXIT_FINE;
    if (!command_parse(self, &args, &program, argc, argv, &code))
        return code;
    for (size_t i = 0; i < STUB_OPTION_COUNT; i++) {
        const char *name;
        const char *values;
        const char *help;
        stub_option_describe(i, &name, &values, &help);
        if (args.stub_option_values[i] &&
            stub_option_apply(&set, rsp_bytes_str(name), args.stub_option_values[i], &error) != RSP_OK)
            return command_usage(self, "--%s", error.msg);
    }
    reference *r = NULL;
    interrupt_catch();
    if (reference_new(&r, &set, program.items, program.num, &error) != RSP_OK)
        return command_fail(self, &error);
    code = serve_address(self, &args, &program, r);
    reference_free(r);
    return code;
}

const command command_stub = {
    .name = "stub",
    .operands = "[PROGRAM [ARGUMENT...]]",
    .summary = "serve the reference stub to a debugger",
    .details =
        "Runs PROGRAM, one of the bundled ones (stubborn list programs), on the built-in RV64 machine "
        "and serves "
        "it to gdb or lldb. Without PROGRAM a client starts one (extended mode, vRun), by its name or as "
        "/bin/NAME.\n\n"
        "  stubborn stub --listen tcp:1234 hello\n"
        "  gdb-multiarch -ex 'target remote :1234'\n\n"
        "  stubborn stub --listen tcp:1234\n"
        "  gdb-multiarch -ex 'target extended-remote :1234' -ex 'set remote exec-file hello' -ex run",
    .options = rows,
    .leading = true,
    .run = run_stub,
};

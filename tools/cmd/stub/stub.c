/* stubborn stub: serves the reference stub to debuggers, over TCP, a Unix socket or standard input and
 * output. One client after the other; waits without using the processor while nothing runs. Loopback unless
 * told otherwise, and then it says so. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/io.h"
#include "cli/listen.h"
#include "host_disk/host_disk.h"
#include "stubs/program_input.h"
#include "stubs/reference_stub.h"

#include "core/arena.h"
#include "core/file.h"
#include "core/limits.h"
#include "corpora/programs.h"
#include "link/address.h"
#include "link/listener.h"
#include "link/wait_any.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RECV_BYTES = 256 * 1024, RUN_BUDGET_INSNS = 200000 };
static const uint64_t look_ns = 5 * RSP_NS_PER_MS;

typedef struct stub_args {
    option_list dirs;
    option_list env;
    const char *sysroot;
    const char *cwd;
    const char *input;
    unsigned output;
    unsigned clock;
    const char *listen;
    bool once;
    bool quiet;
    const char *stub_option_values[STUB_OPTION_COUNT];
} stub_args;

/* What is served, and the program's input. */
typedef struct service {
    reference *stub;
    rsp_host_disk *disk;
    rsp_arena arena; /* of the program's words */
    program_input input;
    rsp_clock clock;
    uint64_t wakeup_ns; /* until then all that runs sleeps; 0: it may go on */
} service;

static const option_row rows[] = {
    {"listen", 'l', OPTION_STRING, "ADDRESS",
     "PORT (of loopback), HOST:PORT, unix:PATH or stdio (default: 1234)", offsetof(stub_args, listen),
     "tcp: unix: stdio"},
    {"dir", 'd', OPTION_LIST, "HOST[:GUEST][:rw]",
     "folder that the program and vFile see, at GUEST or at its own path; read-only unless it says rw",
     offsetof(stub_args, dirs), "file"},
    {"sysroot", 0, OPTION_STRING, "FOLDER", "root folder of the program's dynamic linker and libraries",
     offsetof(stub_args, sysroot), "file"},
    {"env", 'e', OPTION_LIST, "NAME=VALUE", "variable of the program's environment, which is empty otherwise",
     offsetof(stub_args, env), NULL},
    {"cwd", 0, OPTION_STRING, "FOLDER",
     "where the program starts, as it sees it (default: the current folder; of a bundled program /)",
     offsetof(stub_args, cwd), NULL},
    {"stdin", 0, OPTION_STRING, "FILE",
     "the program's standard input; - is that of the stub (default: monitor input TEXT, monitor eof)",
     offsetof(stub_args, input), "file"},
    {"stdout", 0, OPTION_CHOICE, "client|-",
     "where the program prints: to the client, or (-) on standard output and error of the stub",
     offsetof(stub_args, output), NULL},
    {"clock", 0, OPTION_CHOICE, "virtual|wall",
     "time of the program: virtual goes on with its instructions, and sleeping takes none; wall is ours",
     offsetof(stub_args, clock), NULL},
    {"once", 'o', OPTION_FLAG, NULL, "end when the first client has gone", offsetof(stub_args, once), NULL},
    {"quiet", 'q', OPTION_FLAG, NULL, "print nothing", offsetof(stub_args, quiet), NULL},
#define STUB_OPTION_OPTION(id, name, values, kind, field, help) \
    {name, 0, OPTION_STRING, values, help, offsetof(stub_args, stub_option_values[STUB_OPTION_##id]), NULL},
    STUB_OPTION_LIST(STUB_OPTION_OPTION)
#undef STUB_OPTION_OPTION
        {0},
};

enum { OUTPUT_CLIENT, OUTPUT_STUB };   /* of --stdout */
enum { CLOCK_VIRTUAL, CLOCK_OF_WALL }; /* of --clock */

/* The program's output on ours, at once; where it can not go, it is lost, as in a closed terminal. */
static void show_output(void *ctx, int fd, rsp_bytes bytes) {
    FILE *to = fd == 2 ? stderr : stdout;
    (void)ctx;
    (void)fwrite(bytes.ptr, 1, bytes.len, to);
    (void)fflush(to);
}

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

/* Lets the debuggees go on for a while. */
static rsp_status run_slice(service *v, rsp_buf *out) {
    rsp_status status = rsp_stub_run(reference_stub(v->stub), RUN_BUDGET_INSNS, out);
    v->wakeup_ns = reference_wakeup_ns(v->stub);
    return status;
}

/* Until when nothing can go on by itself: 0 while debuggees run, RSP_NEVER_NS while none does. */
static uint64_t rest_deadline(const service *v) {
    return rsp_stub_busy(reference_stub(v->stub)) ? v->wakeup_ns : RSP_NEVER_NS;
}

/* How long to wait for input: while debuggees run it is only looked for between two slices. */
static uint64_t input_deadline(const service *v, const rsp_link *link) {
    reference *r = v->stub;
    if (program_input_descriptor(&v->input) >= 0)
        return 0;
    if (rsp_stub_busy(reference_stub(r)))
        return v->wakeup_ns;
    return reference_serves_newest(r) ? rsp_deadline(rsp_link_now(link), look_ns) : RSP_NEVER_NS;
}

/* The program gets what has come for it. Where the client is silent and nothing runs, this waits for either.
 */
static rsp_status feed(service *v, rsp_link *link, rsp_buf *out) {
    bool fed = program_input_feed(&v->input, reference_machine(v->stub));
    int fd = program_input_descriptor(&v->input);
    bool ready = false;
    if (!fed && fd >= 0 && rest_deadline(v) > 0) {
        rsp_status status = rsp_link_wait_beside(link, fd, &ready, rest_deadline(v));
        if (status != RSP_OK)
            return status;
        fed = ready && program_input_feed(&v->input, reference_machine(v->stub));
    }
    return fed ? run_slice(v, out) : RSP_OK;
}

/* One client from its first byte to its last. Statuses are the link's; RSP_OK when the client ended the
 * session. */
static rsp_status serve(service *v, rsp_listener *listener, rsp_link *link) {
    reference *r = v->stub;
    rsp_buf in = {0};
    rsp_buf out = {0};
    rsp_link *newest = NULL;
    rsp_status status = reference_connect(r);
    rsp_stub *stub = reference_stub(r);
    while (status == RSP_OK && !rsp_stub_finished(stub) && !reference_exit_asked(r)) {
        rsp_buf_clear(&in);
        status = feed(v, link, &out);
        if (status == RSP_OK)
            status = flush(newest ? newest : link, &out);
        if (status != RSP_OK)
            break;
        status = rsp_link_recv(link, &in, RECV_BYTES, input_deadline(v, link));
        look_for_newest(r, listener, &newest);
        if (status == RSP_OK) {
            v->wakeup_ns = 0;
            status = rsp_stub_input(stub, rsp_buf_bytes(&in), &out);
        } else if (status == RSP_TIMEOUT) {
            status = rsp_stub_busy(stub) ? run_slice(v, &out) : RSP_OK;
        }
        if (status == RSP_OK)
            status = flush(newest ? newest : link, &out);
    }
    rsp_stub_disconnect(stub);
    rsp_link_close(newest);
    rsp_buf_free(&in);
    rsp_buf_free(&out);
    return status;
}

/* While nobody is connected, a program whose trace goes on runs. */
static rsp_status next_client(service *v, rsp_listener *listener, rsp_link **out) {
    rsp_buf nowhere = {0};
    rsp_status status = RSP_TIMEOUT;
    while (status == RSP_TIMEOUT) {
        bool runs = rsp_stub_unattended(reference_stub(v->stub));
        status = rsp_listener_accept(listener, out, runs ? rest_deadline(v) : RSP_NEVER_NS);
        if (status == RSP_TIMEOUT && run_slice(v, &nowhere) != RSP_OK)
            status = RSP_NO_MEMORY;
        rsp_buf_clear(&nowhere);
    }
    rsp_buf_free(&nowhere);
    return status;
}

static rsp_status serve_clients(service *v, rsp_listener *listener, const stub_args *args) {
    for (;;) {
        rsp_link *link = NULL;
        rsp_status status = next_client(v, listener, &link);
        if (status != RSP_OK)
            return status;
        if (reference_over(v->stub) && !rsp_stub_unattended(reference_stub(v->stub))) {
            status = reference_restart(v->stub, NULL);
            program_input_rewind(&v->input);
        }
        if (status == RSP_OK)
            status = serve(v, listener, link);
        rsp_link_close(link);
        if (status == RSP_CANCELLED || status == RSP_NO_MEMORY)
            return status;
        if (args->once || reference_exit_asked(v->stub))
            return RSP_OK;
    }
}

static void announce(const rsp_listener *listener, const rsp_address *address, const option_list *program,
                     const reference *stub) {
    rsp_buf where = {0};
    const bool wasm = reference_runs_wasm(stub);
    const char *name = wasm ? RSP_WASM_PROGRAM : program->num ? program->items[0] : "none";
    rsp_listener_describe(listener, &where);
    /* On standard error where standard output is the protocol. */
    FILE *to = address->kind == RSP_ADDRESS_STDIO ? stderr : stdout;
    io_say(to, "listening on %s, program %s\n", rsp_buf_cstr(&where), name);
    if (address->kind == RSP_ADDRESS_TCP && wasm)
        fprintf(to, "  lldb -o 'process connect --plugin wasm connect://127.0.0.1:%u'\n",
                (unsigned)rsp_listener_port(listener));
    else if (address->kind == RSP_ADDRESS_TCP)
        fprintf(to, "  gdb-multiarch -ex 'target remote :%u'\n", (unsigned)rsp_listener_port(listener));
    fflush(to);
    rsp_buf_free(&where);
    listen_warn(&command_stub, address, "the debuggee");
}

static int serve_address(const command *self, const stub_args *args, const option_list *program, service *v) {
    rsp_arena arena = {0};
    rsp_address address = {0};
    rsp_error error = {0};
    rsp_listener *listener = NULL;
    rsp_listener_options options = {.link = {.stop = interrupt_flag()}};
    rsp_status status = listen_parse(&address, &arena, args->listen, &error);
    if (status == RSP_OK)
        status = rsp_listener_open(&listener, &address, &options, &error);
    int code = EXIT_FINE;
    if (status == RSP_USAGE) {
        code = command_usage(self, "--listen %s: %s", args->listen, error.msg);
    } else if (status != RSP_OK) {
        code = command_fail(self, &error);
    } else {
        if (!args->quiet)
            announce(listener, &address, program, v->stub);
        status = serve_clients(v, listener, args);
        /* Stopped by a signal, or standard input has ended: that is how it ends. */
        if (status != RSP_OK && status != RSP_CANCELLED && status != RSP_CLOSED)
            code = command_fail(self, &(rsp_error){.status = status});
    }
    rsp_listener_close(listener);
    rsp_arena_free(&arena);
    return code;
}

/* NAME=VALUE of each --env. */
static rsp_status take_environment(service *v, const stub_args *args, rsp_stub_options *options,
                                   rsp_error *error) {
    rsp_bytes *env = rsp_arena_alloc(&v->arena, (args->env.num + 1) * sizeof *env);
    if (!env)
        return rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < args->env.num; i++) {
        const char *text = args->env.items[i];
        if (text[0] == '=' || !strchr(text, '='))
            return rsp_fail(error, RSP_USAGE, "--env %s: expected NAME=VALUE", text);
        env[i] = rsp_bytes_str(text);
    }
    options->env = env;
    options->num_env = args->env.num;
    return RSP_OK;
}

static rsp_status mount_folders(service *v, const stub_args *args, rsp_error *error) {
    rsp_error why = {0};
    rsp_status status = args->sysroot ? rsp_host_disk_mount_root(v->disk, args->sysroot, &why) : RSP_OK;
    if (status != RSP_OK)
        return rsp_fail(error, status, "--sysroot %s", why.msg);
    for (size_t i = 0; i < args->dirs.num && status == RSP_OK; i++)
        status = rsp_host_disk_mount(v->disk, args->dirs.items[i], &why);
    return status == RSP_OK ? RSP_OK : rsp_fail(error, status, "--dir %s", why.msg);
}

/* A path, or the name of a file that is no bundled program's, is a file of this computer. */
static bool is_host_program(const char *name) {
    return strchr(name, '/') ? !reference_is_bundled(name) : !reference_path(name) && rsp_path_is_file(name);
}

static rsp_status take_program(service *v, option_list *program, rsp_error *error) {
    if (program->num == 0 || !is_host_program(program->items[0]))
        return RSP_OK;
    rsp_buf path = {0};
    rsp_status status = rsp_host_disk_mount_file(v->disk, program->items[0], &path, error);
    const char *copy = status == RSP_OK ? rsp_arena_str(&v->arena, rsp_buf_cstr(&path)) : NULL;
    rsp_buf_free(&path);
    if (status == RSP_OK && !copy)
        status = rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    program->items[0] = copy;
    return status;
}

/* A program of this computer starts where we are, so that relative names mean the same. */
static rsp_status take_folder(service *v, const stub_args *args, bool from_host, rsp_stub_options *options,
                              rsp_error *error) {
    char here[RSP_LIMIT_MACHINE_PATH_BYTES];
    const char *cwd = args->cwd;
    if (cwd && cwd[0] != '/')
        return rsp_fail(error, RSP_USAGE, "--cwd %s: must be absolute, as the program sees it", cwd);
    if (!cwd && from_host && getcwd(here, sizeof here))
        cwd = rsp_arena_str(&v->arena, here);
    options->cwd = rsp_bytes_str(cwd ? cwd : "");
    return RSP_OK;
}

static rsp_status prepare(service *v, const stub_args *args, option_list *program, stub_option_values *set,
                          rsp_error *error) {
    v->disk = rsp_host_disk_new();
    if (!v->disk)
        return rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    set->machine.disk = rsp_host_disk_functions(v->disk);
    set->output = args->output == OUTPUT_STUB ? show_output : NULL;
    set->machine.lf_alone = args->output == OUTPUT_STUB && isatty(STDOUT_FILENO);
    set->clock = args->clock == CLOCK_OF_WALL ? &v->clock : NULL;
    const char *name = program->num > 0 ? program->items[0] : "";
    rsp_status status = mount_folders(v, args, error);
    if (status == RSP_OK)
        status = take_program(v, program, error);
    if (status == RSP_OK)
        status = take_folder(v, args, program->num > 0 && program->items[0] != name, &set->stub, error);
    if (status == RSP_OK)
        status = take_environment(v, args, &set->stub, error);
    if (status != RSP_OK)
        return status;
    rsp_error why = {0};
    status = program_input_open(&v->input, args->input, &why);
    return status == RSP_OK ? RSP_OK : rsp_fail(error, status, "--stdin %s", why.msg);
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
    service v = {.input = {.fd = -1}, .clock = rsp_clock_monotonic()};
    interrupt_catch();
    rsp_status status = prepare(&v, &args, &program, &set, &error);
    if (status == RSP_OK)
        status = reference_new(&v.stub, &set, program.items, program.num, &error);
    if (status == RSP_BAD_FILE && !args.sysroot && strstr(error.msg, "which is not there")) {
        rsp_error why = error;
        (void)rsp_fail(&error, status, "%s: try --sysroot /usr/riscv64-linux-gnu", why.msg);
    }
    if (status == RSP_USAGE)
        code = command_usage(self, "%s", error.msg);
    else if (status != RSP_OK)
        code = command_fail(self, &error);
    else
        code = serve_address(self, &args, &program, &v);
    reference_free(v.stub);
    program_input_close(&v.input);
    rsp_host_disk_free(v.disk);
    rsp_arena_free(&v.arena);
    return code;
}

const command command_stub = {
    .name = "stub",
    .operands = "[PROGRAM [ARGUMENT...]]",
    .completes = "@programs file",
    .summary = "serve the reference stub to a debugger",
    .details =
        "Runs PROGRAM on the built-in RV64 machine and serves it to gdb or lldb: a RISC-V ELF file of this "
        "computer, or one of the bundled programs (stubborn list programs). Without PROGRAM a client starts "
        "one "
        "(extended mode, vRun): a bundled one by its name or as /bin/NAME, or a file below a --dir.\n\n"
        "The program sees no file of this computer but itself and what --dir and --sysroot name.\n\n"
        "  stubborn stub --listen tcp:1234 hello\n"
        "  gdb-multiarch -ex 'target remote :1234'\n\n"
        "  stubborn stub --listen tcp:1234\n"
        "  gdb-multiarch -ex 'target extended-remote :1234' -ex 'set remote exec-file hello' -ex run",
    .options = rows,
    .leading = true,
    .run = run_stub,
};

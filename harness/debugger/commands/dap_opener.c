/* Each debuggee gets a configuration and an opener of its own, which end with it.
 * The built-in machine runs in another process: then the adapter can listen to its editor meanwhile.
 * See dap_opener.h. */
/* SPDX-License-Identifier: MIT */
#include "commands/dap_opener.h"

#include "cli/data_path.h"
#include "commands/dap_output.h"
#include "core/file.h"
#include "dwarf/debug_file.h"
#include "link/link_control.h"
#include "link/listener.h"
#include "link/shape.h"
#include "stubs/reference_stub.h"
#include "stubs/stub_guard.h"
#include "stubs/stub_hint.h"
#include "stubs/stub_opener.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* What a debuggee was opened with. */
typedef struct opened {
    rsp_arena arena;
    stub_config config;
    stub_opener *opener;
    rsp_link *link; /* borrowed, for the opener */
    dap_output output;
    bool traced; /* the program is a process of this host, under a gdbserver that we started */
} opened;

static void opened_free(opened *o) {
    if (!o)
        return;
    if (o->opener && o->link)
        stub_opener_closing(o->opener, o->link);
    stub_opener_free(o->opener);
    dap_output_close(&o->output);
    stub_config_free(&o->config);
    rsp_arena_free(&o->arena);
    free(o);
}

/* This program, for a stub of its own. */
static const char *own_path(rsp_arena *arena) {
    char path[4096];
    ssize_t len = readlink("/proc/self/exe", path, sizeof path - 1);
    if (len <= 0)
        return "stubborn";
    path[len] = 0;
    return rsp_arena_str(arena, path);
}

/* Errors about files carry the path apart from the text. */
static rsp_status open_path(rsp_dap_opened *out, const char *path, rsp_error *error) {
    rsp_error why = {0};
    rsp_status status = rsp_debug_file_open(&out->file, path, &why);
    if (status == RSP_OK)
        return status;
    const bool named = strncmp(why.msg, path, strlen(path)) == 0;
    const char *hint = strstr(why.msg, "no ELF file") ? "; `program` names what the compiler made" : "";
    return rsp_fail(error, status, "%s%s%s%s", named ? "" : path, named ? "" : ": ", why.msg, hint);
}

/* The program's file: a path, or one of the built-in programs. */
static rsp_status open_file(opened *o, rsp_dap_opened *out, const char *program, rsp_error *error) {
    if (!program)
        return RSP_OK;
    out->name = rsp_arena_str(&o->arena, program);
    if (rsp_path_is_meant(program))
        return open_path(out, program, error);
    rsp_bytes image = reference_image(program);
    if (image.len == 0)
        return rsp_fail(error, RSP_NOT_FOUND, "%s: there is no such program", program);
    return rsp_debug_file_read(&out->file, image, out->name, error);
}

static void append_arguments(rsp_buf *out, const rsp_dap_start *start) {
    for (size_t i = 0; i < start->num_arguments; i++) {
        rsp_buf_push(out, ' ');
        rsp_buf_shell_word(out, start->arguments[i]);
    }
}

/* The stub that was asked for; NULL: one of our choice. */
static const char *given_stub(const dap_opener *d, const rsp_dap_start *start) {
    const char *given = start->stub ? start->stub : d->stub;
    return given && strcmp(given, "reference") != 0 ? given : NULL;
}

static bool is_for_machine(const dap_opener *d, const rsp_dap_opened *target, const rsp_dap_start *start) {
    return start->stub || d->stub ||
           (target->file && rsp_debug_file_facts(target->file)->machine == RSP_DEBUG_MACHINE_RISCV64);
}

/* A stub of ours is started there. Its own failure would name the stub, not the folder. */
static rsp_status check_folder(const dap_opener *d, const rsp_dap_start *start, rsp_error *error) {
    if (!start->cwd || given_stub(d, start) || rsp_path_is_folder(start->cwd))
        return RSP_OK;
    return rsp_fail(error, RSP_NOT_FOUND, "cwd: %s: no such folder", start->cwd);
}

/* A port of this machine at which nobody listens. */
static rsp_status free_port(uint16_t *out, rsp_arena *arena, rsp_error *error) {
    rsp_address address = {0};
    rsp_listener *listener = NULL;
    rsp_status status = rsp_address_parse(&address, arena, "tcp:127.0.0.1:0", error);
    if (status == RSP_OK)
        status = rsp_listener_open(&listener, &address, NULL, error);
    *out = status == RSP_OK ? rsp_listener_port(listener) : 0;
    rsp_listener_close(listener);
    return status;
}

static const char *current_folder(rsp_arena *arena) {
    char path[4096];
    return rsp_arena_str(arena, getcwd(path, sizeof path) ? path : "/");
}

/* The words before the program's: a stub that inherits the terminal. */
static size_t stub_words(const char **words, rsp_arena *arena, bool machine, uint16_t port) {
    const char *const place = rsp_arena_printf(arena, "127.0.0.1:%u", (unsigned)port);
    const char *const gdbserver[] = {"gdbserver", "--once", place};
    const char *const ours[] = {
        own_path(arena), "stub", "--once",   "--quiet",
        "--stdout",      "-",    "--listen", rsp_arena_printf(arena, "tcp:%s", place)};
    const char *const *from = machine ? ours : gdbserver;
    const size_t num = machine ? RSP_ARRAY_LEN(ours) : RSP_ARRAY_LEN(gdbserver);
    memcpy(words, from, num * sizeof *words);
    return num;
}

static rsp_status dap_terminal(void *ctx, rsp_dap_terminal *out, rsp_arena *arena, const rsp_dap_start *start,
                               rsp_error *error) {
    enum { MOST_STUB_WORDS = 8 };
    const dap_opener *d = ctx;
    opened look = {0};
    rsp_dap_opened target = {0};
    const char *program = start->program ? start->program : d->program;
    if (start->attach || given_stub(d, start))
        return rsp_fail(error, RSP_UNSUPPORTED, "the stub is not started by the adapter");
    if (!program)
        return rsp_fail(error, RSP_USAGE, "`program` names the program");
    rsp_status status = open_file(&look, &target, program, error);
    if (status == RSP_OK)
        status = check_folder(d, start, error);
    if (status == RSP_OK)
        status = free_port(&out->port, arena, error);
    const char **words = rsp_arena_alloc(arena, (MOST_STUB_WORDS + 1 + start->num_arguments) * sizeof *words);
    if (status == RSP_OK && words) {
        out->num_words = stub_words(words, arena, is_for_machine(d, &target, start), out->port);
        words[out->num_words++] = rsp_arena_str(arena, program);
        for (size_t i = 0; i < start->num_arguments; i++)
            words[out->num_words++] = start->arguments[i];
        out->words = words;
        out->cwd = start->cwd ? start->cwd : current_folder(arena);
    }
    rsp_debug_file_free(target.file);
    rsp_arena_free(&look.arena);
    return status == RSP_OK && arena->status != RSP_OK ? rsp_fail(error, RSP_NO_MEMORY, "no memory") : status;
}

/* The stub as an address, the program's output being on terminals of its own. */
static const char *stub_text(dap_opener *d, opened *o, const rsp_dap_opened *target,
                             const rsp_dap_start *start) {
    rsp_buf text = {0};
    const char *const out = o->output.streams[0].path;
    const char *const errors = o->output.streams[1].path;
    if (start->terminal)
        return rsp_arena_printf(&o->arena, "tcp:127.0.0.1:%u", (unsigned)start->terminal->port);
    if (given_stub(d, start))
        return given_stub(d, start);
    if (start->attach) {
        rsp_buf_printf(&text, "exec:gdbserver --once --attach 127.0.0.1:{port} %lld", (long long)start->pid);
        const char *attaching = rsp_arena_str(&o->arena, rsp_buf_cstr(&text));
        rsp_buf_free(&text);
        return attaching;
    }
    if (is_for_machine(d, target, start)) {
        rsp_buf_printf(&text, "exec:sh -c 'exec \"$@\" </dev/null >%s 2>%s' sh ", out, errors);
        rsp_buf_shell_word(&text, own_path(&o->arena));
        rsp_buf_str(&text, " stub --once --quiet --stdout - --listen tcp:127.0.0.1:{port} ");
    } else {
        /* The words of a wrapper go through a shell once more. */
        rsp_buf_printf(&text,
                       "exec:gdbserver --once --wrapper sh -c \"'exec \\\"$@\\\" </dev/null >%s 2>%s'\" "
                       "sh -- 127.0.0.1:{port} ",
                       out, errors);
    }
    rsp_buf_shell_word(&text, target->name ? target->name : "");
    append_arguments(&text, start);
    const char *kept = rsp_arena_str(&o->arena, rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    return kept;
}

/* Editors name a stub by `stub`, not by --stub, and have no --wait. */
static rsp_status in_words_of_editors(const opened *o, const rsp_dap_start *start, rsp_status status,
                                      rsp_error *error) {
    static const char option[] = "--stub ";
    const rsp_error why = *error;
    if (start->stub && strncmp(why.msg, option, sizeof option - 1) == 0)
        (void)rsp_fail(error, status, "`stub` %s", why.msg + sizeof option - 1);
    else if (status == RSP_CONNECT && !start->terminal)
        stub_hint_unreachable(&o->config, STUB_HINT_NO_WAIT, error);
    return status;
}

static rsp_status open_stub(dap_opener *d, opened *o, rsp_dap_opened *out, const rsp_dap_start *start,
                            rsp_error *error) {
    rsp_diagnostics diagnostics = {0};
    const rsp_stub_request request = {.program = out->name ? out->name : "",
                                      .arguments = start->arguments,
                                      .num_arguments = start->num_arguments};
    rsp_link *printed[DAP_OUTPUT_STREAMS] = {NULL};
    rsp_status status = RSP_OK;
    if (!given_stub(d, start) && !start->attach && !start->terminal)
        status = dap_output_open(&o->output, printed, error);
    out->output = printed[0];
    out->errors = printed[1];
    if (status == RSP_OK && !given_stub(d, start) &&
        (start->attach ? start->pid <= 0 || start->pid > INT32_MAX : !out->name))
        status = rsp_fail(error, RSP_USAGE,
                          start->attach ? "`pid` names a process, or `stub` a stub"
                                        : "`program` names the program");
    const char *text = stub_text(d, o, out, start);
    if (status == RSP_OK)
        status =
            stub_config_init(&o->config, text, data_path_scenarios(&o->arena), d->stop, &diagnostics, error);
    rsp_diagnostics_free(&diagnostics);
    if (status != RSP_OK)
        return in_words_of_editors(o, start, status, error);
    o->config.wait_ns = start->terminal ? 0 : d->wait_ns;
    o->config.link.cwd = start->cwd ? rsp_arena_str(&o->arena, start->cwd) : NULL;
    o->opener = stub_opener_new(&o->config);
    if (!o->opener)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for a stub");
    stub_opener_set_environment(o->opener, start->environment);
    /* The address of a stub that is reached, not started, has its own program. */
    const rsp_stub_request none = {.program = ""};
    bool chooses = stub_config_chooses_program(&o->config);
    do
        status = stub_opener_open(o->opener, &out->link, chooses ? &request : &none, error);
    while (status == RSP_CONNECT && start->terminal &&
           (status = start->terminal->again(start->terminal->ctx)) == RSP_OK);
    o->link = out->link;
    /* The editor's link has the flag, too, and ends the session: what lets the program go comes after that.
     */
    if (status == RSP_OK)
        rsp_link_ignore_stop(out->link);
    out->owned = stub_config_is_ours(&o->config);
    out->local = !given_stub(d, start) && (start->attach || !is_for_machine(d, out, start));
    return in_words_of_editors(o, start, status, error);
}

/* What was there before us outlives us, however we end. */
static rsp_status guard(const rsp_dap_opened *out, const rsp_dap_start *start, rsp_error *error) {
    return start->attach ? stub_guard_begin(out->link, NULL, out->local ? start->pid : 0, NULL, error)
                         : RSP_OK;
}

static rsp_status delay(dap_opener *d, rsp_dap_opened *out, rsp_error *error) {
    const rsp_shape shape = rsp_shape_rtt(d->rtt_ns);
    rsp_link *shaped = NULL;
    if (d->rtt_ns == 0)
        return RSP_OK;
    rsp_status status = rsp_link_open_shaped(&shaped, out->link, &shape, NULL);
    if (status != RSP_OK)
        return rsp_fail(error, status, "no memory for a link");
    out->link = shaped;
    return RSP_OK;
}

static rsp_status dap_open(void *ctx, rsp_dap_opened *out, const rsp_dap_start *start, rsp_error *error) {
    dap_opener *d = ctx;
    opened *o = calloc(1, sizeof *o);
    *out = (rsp_dap_opened){.ctx = o, .attach = start->pid};
    if (!o)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for a stub");
    const char *program = start->program ? start->program : d->program;
    if (!program && start->attach && start->pid > 0 && !given_stub(d, start))
        program = rsp_arena_printf(&o->arena, "/proc/%lld/exe", (long long)start->pid);
    rsp_status status = RSP_OK;
    if (start->attach && start->pid > 0 && start->pid <= INT32_MAX && kill((pid_t)start->pid, 0) != 0 &&
        errno == ESRCH && !given_stub(d, start))
        status =
            rsp_fail(error, RSP_NOT_FOUND, "`pid` %lld: there is no such process", (long long)start->pid);
    if (status == RSP_OK)
        status = open_file(o, out, program, error);
    if (status == RSP_OK)
        status = check_folder(d, start, error);
    if (status == RSP_OK)
        status = open_stub(d, o, out, start, error);
    if (status == RSP_OK)
        status = guard(out, start, error);
    if (status == RSP_OK)
        status = delay(d, out, error);
    o->traced = status == RSP_OK && out->local && !start->terminal;
    return status;
}

static void dap_close(void *ctx, rsp_dap_opened *target) {
    (void)ctx;
    opened_free(target->ctx);
    target->ctx = NULL;
}

static void dap_mark(void *ctx, const rsp_dap_opened *target, rsp_bytes mark) {
    opened *o = target->ctx;
    (void)ctx;
    dap_output_mark(&o->output, mark);
}

/* gdbserver would send SIGINT to the process group of that number. There need not be one, and the program may
 * block SIGINT. SIGSTOP comes to its tracer, and does nothing when it is not delivered after that. */
static bool dap_signal(void *ctx, const rsp_dap_opened *target, int64_t process) {
    const opened *o = target->ctx;
    (void)ctx;
    return o->traced && process > 0 && process <= INT32_MAX && kill((pid_t)process, SIGSTOP) == 0;
}

rsp_dap_opener dap_opener_functions(dap_opener *opener) {
    return (rsp_dap_opener){.open = dap_open,
                            .terminal = dap_terminal,
                            .mark = dap_mark,
                            .signal = dap_signal,
                            .close = dap_close,
                            .ctx = opener};
}

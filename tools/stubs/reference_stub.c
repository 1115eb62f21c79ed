/* Joins stub and machine, and plugs them into an in-process link.
 * The stub is made on the first connection, so that what nobody talks to costs nothing.
 * Everything decoded from program files is shared by the machine layer. */
/* SPDX-License-Identifier: MIT */
#include "stubs/reference_stub.h"
#include "core/text.h"

#include "cli/io.h"

#include "core/arena.h"
#include "core/file.h"
#include "core/suggest.h"
#include "corpora/programs.h"
#include "stub/faults/fault_list.h"
#include "stub_machine/machine_target.h"
#include <stdio.h>
#include <stdlib.h>

struct reference {
    stub_option_values stub_option_values;
    rsp_arena arena;
    const rsp_bytes *argv;
    size_t argc;
    rsp_machine_target *target;
    rsp_wasm_target *wasm; /* in front of the stub instead; NULL: not */
    rsp_target_ops ops;    /* the target's, without what the settings take away */
    rsp_stub *stub;
    bool gone; /* the client has closed its side */
};

/* Whether the file at this path is that program. */
static bool same_file(const char *path, const rsp_machine_file *file) {
    rsp_buf bytes = {0};
    bool same = rsp_path_exists(path) && io_read_file(&bytes, path, NULL) == RSP_OK &&
                rsp_bytes_equal(rsp_buf_bytes(&bytes), file->bytes);
    rsp_buf_free(&bytes);
    return same;
}

/* By its name, by its path in the machine, or by the path of the file it was made from. */
static const rsp_machine_file *find_program(const char *program) {
    const char *slash = strrchr(program, '/');
    const char *name = slash ? slash + 1 : program;
    for (size_t i = 0; i < rsp_num_programs; i++) {
        const char *base = strrchr(rsp_programs[i].path, '/');
        bool same = strcmp(rsp_programs[i].path, program) == 0;
        bool named = base && strcmp(base + 1, name) == 0;
        if (same || (named && (!slash || same_file(program, &rsp_programs[i]))))
            return &rsp_programs[i];
    }
    return NULL;
}

rsp_bytes reference_image(const char *program) {
    const rsp_machine_file *file = find_program(program);
    return file ? file->bytes : rsp_bytes_make(NULL, 0);
}

const char *reference_path(const char *program) {
    const rsp_machine_file *file = find_program(program);
    return file ? file->path : NULL;
}

const char *reference_nearest(const char *program) {
    rsp_suggestion nearest = {.word = rsp_bytes_str(program)};
    for (size_t i = 0; i < rsp_num_programs; i++)
        rsp_suggest_offer(&nearest, rsp_programs[i].path + strlen("/bin/"));
    return nearest.best;
}

bool reference_is_bundled(const char *path) {
    for (size_t i = 0; i < rsp_num_programs; i++)
        if (strcmp(rsp_programs[i].path, path) == 0)
            return true;
    return false;
}

static rsp_status no_program(const char *program, rsp_error *error) {
    const char *nearest = reference_nearest(program);
    if (nearest)
        return rsp_fail(error, RSP_NOT_FOUND, "no bundled program '%s'; did you mean '%s'?", program,
                        nearest);
    return rsp_fail(error, RSP_NOT_FOUND, "no bundled program '%s'; see: stubborn list programs", program);
}

static void drop(reference *r) {
    rsp_stub_free(r->stub);
    rsp_machine_target_free(r->target);
    rsp_wasm_target_free(r->wasm);
    r->wasm = NULL;
    r->stub = NULL;
    r->target = NULL;
}

/* A runtime of WebAssembly in the machine's place, which stays idle. */
static rsp_status put_wasm(reference *r, rsp_stub_options *options, rsp_error *error) {
    static const rsp_bytes program = {(const uint8_t *)RSP_WASM_PROGRAM, sizeof(RSP_WASM_PROGRAM) - 1};
    r->wasm = rsp_wasm_target_new(options->mem);
    if (!r->wasm)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for the WebAssembly runtime");
    r->ops = *rsp_wasm_target_ops();
    options->target = r->wasm;
    options->argv = &program;
    options->argc = 1;
    return RSP_OK;
}

static rsp_status build(reference *r, rsp_error *error) {
    drop(r);
    r->stub_option_values.machine.files = rsp_programs;
    r->stub_option_values.machine.num_files = rsp_num_programs;
    r->target = rsp_machine_target_new(&r->stub_option_values.machine);
    if (!r->target)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for the machine");
    rsp_machine_target_number_threads(r->target, r->stub_option_values.number_threads);
    rsp_machine_target_report_libraries(r->target, r->stub_option_values.library_stops);
    rsp_machine_target_hide_registers(r->target, r->stub_option_values.unreadable_registers);
    rsp_machine_target_set_clock(r->target, r->stub_option_values.clock);
    rsp_machine_target_set_output(r->target, r->stub_option_values.output, NULL);
    rsp_stub_options options = r->stub_option_values.stub;
    r->ops = *rsp_machine_target_ops();
    if (r->stub_option_values.machine.record_bytes == 0)
        r->ops.go_back = NULL;
    options.ops = &r->ops;
    options.target = r->target;
    options.argv = r->argv;
    options.argc = r->argc;
    if (r->stub_option_values.webassembly && put_wasm(r, &options, error) != RSP_OK)
        return RSP_NO_MEMORY;
    rsp_error why = {0};
    r->stub = rsp_stub_new(&options, &why);
    if (r->stub)
        return RSP_OK;
    rsp_status status = why.status == RSP_OK ? RSP_NO_MEMORY : why.status;
    if (status == RSP_BAD_FILE && r->argc > 0)
        return rsp_fail(error, status, "%.*s: %s", (int)r->argv[0].len, (const char *)r->argv[0].ptr,
                        why.msg);
    return rsp_fail(error, status, "the reference stub can not start: %s", why.msg);
}

rsp_status reference_new(reference **out, const stub_option_values *s, const char *const *argv, size_t argc,
                         rsp_error *error) {
    const char *path = NULL;
    if (s->webassembly)
        argc = 0;
    if (argc > 0 && s->machine.disk && argv[0][0] == '/' && !reference_is_bundled(argv[0]))
        path = argv[0];
    else if (argc > 0)
        path = reference_path(argv[0]);
    if (argc > 0 && !path)
        return no_program(argv[0], error);
    reference *r = calloc(1, sizeof(*r));
    if (!r)
        return rsp_fail(error, RSP_NO_MEMORY, "no memory for the reference stub");
    r->stub_option_values = *s;
    rsp_bytes *words = argc > 0 ? rsp_arena_alloc(&r->arena, argc * sizeof(*words)) : NULL;
    for (size_t i = 0; words && i < argc; i++)
        words[i] = rsp_bytes_str(rsp_arena_str(&r->arena, i == 0 ? path : argv[i]));
    r->argv = words;
    r->argc = argc;
    rsp_status status = r->arena.status;
    if (status == RSP_OK)
        status = build(r, error);
    else
        (void)rsp_fail(error, status, "no memory for the reference stub");
    if (status != RSP_OK) {
        reference_free(r);
        return status;
    }
    *out = r;
    return RSP_OK;
}

void reference_free(reference *r) {
    if (!r)
        return;
    drop(r);
    rsp_arena_free(&r->arena);
    free(r);
}

rsp_stub *reference_stub(reference *r) {
    return r->stub;
}

rsp_machine *reference_machine(reference *r) {
    return rsp_machine_target_machine(r->target);
}

bool reference_runs_wasm(const reference *r) {
    return r->wasm != NULL;
}

rsp_status reference_connect(reference *r) {
    rsp_status status = rsp_stub_finished(r->stub) ? build(r, NULL) : RSP_OK;
    r->gone = false;
    if (status == RSP_OK)
        rsp_stub_connect(r->stub);
    return status;
}

bool reference_over(const reference *r) {
    if (r->wasm)
        return !rsp_wasm_target_lives(r->wasm);
    return r->argc > 0 && rsp_machine_num_processes(rsp_machine_target_machine(r->target)) == 0;
}

uint64_t reference_wakeup_ns(const reference *r) {
    return rsp_machine_target_wakeup_ns(r->target);
}

bool reference_exit_asked(const reference *r) {
    return rsp_machine_target_exit_asked(r->target);
}

rsp_status reference_restart(reference *r, rsp_error *error) {
    return build(r, error);
}

static rsp_status peer_connect(void *ctx, rsp_buf *out) {
    (void)out; /* the stub never speaks first */
    return reference_connect(ctx);
}

static void peer_disconnect(void *ctx, bool half, rsp_buf *out) {
    reference *r = ctx;
    (void)out;
    if (half || r->gone)
        return; /* a client that only listens still gets its answers */
    rsp_stub_disconnect(r->stub);
    r->gone = true;
}

static rsp_peer_state state_of(const reference *r, rsp_status status) {
    if (status != RSP_OK)
        return RSP_PEER_DEAD;
    if (r->gone || rsp_stub_finished(r->stub))
        return RSP_PEER_CLOSED;
    return rsp_stub_busy(r->stub) ? RSP_PEER_BUSY : RSP_PEER_IDLE;
}

static rsp_peer_state peer_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    reference *r = ctx;
    return state_of(r, rsp_stub_input(r->stub, in, out));
}

static rsp_peer_state peer_run(void *ctx, uint64_t budget, rsp_buf *out) {
    reference *r = ctx;
    return state_of(r, rsp_stub_run(r->stub, budget, out));
}

bool reference_serves_newest(const reference *r) {
    return r->stub_option_values.stub.fault == RSP_FAULT_ROBUST_NEWEST_ANSWERED;
}

static rsp_peer_second peer_second(void *ctx) {
    const reference *r = ctx;
    return reference_serves_newest(r) ? RSP_PEER_SECOND_TAKES_OVER : RSP_PEER_SECOND_WAITS;
}

static void peer_describe(void *ctx, rsp_buf *out) {
    const reference *r = ctx;
    rsp_buf_str(out, r->wasm ? "reference stub with " RSP_WASM_PROGRAM : "reference stub");
    if (r->argc > 0)
        rsp_text_printf(out, " with %.*s", (int)r->argv[0].len, (const char *)r->argv[0].ptr);
}

rsp_peer reference_peer(reference *r) {
    return (rsp_peer){
        .connect = peer_connect,
        .disconnect = peer_disconnect,
        .input = peer_input,
        .run = peer_run,
        .second = peer_second,
        .describe = peer_describe,
        .ctx = r,
    };
}

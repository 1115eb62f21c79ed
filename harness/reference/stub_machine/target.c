/* Inventory, registers, memory, breakpoints, and life and death of processes.
 * Every op looks ids up anew, by traced.c.
 * Untraced processes are invisible here but for attach. */
/* SPDX-License-Identifier: MIT */
#include "target.h"

#include "libraries.h"
#include "registers.h"
#include "semihosting.h"

#include "codec/signals.h"
#include "core/arena.h"
#include "core/limits.h"
#include "core/mem.h"

rsp_machine_target *rsp_machine_target_new(const rsp_machine_options *options) {
    rsp_machine_options effective = options ? *options : rsp_machine_options_default();
    rsp_machine_target *t = rsp_mem_calloc(effective.mem, 1, sizeof *t);
    if (!t)
        return NULL;
    t->mem = effective.mem;
    t->options = effective;
    t->notes.mem = effective.mem;
    rsp_buf_init(&t->call, effective.mem, 0);
    t->machine = rsp_machine_new(&effective);
    if (!t->machine) {
        rsp_machine_target_free(t);
        return NULL;
    }
    return t;
}

void rsp_machine_target_free(rsp_machine_target *target) {
    if (!target)
        return;
    machine_notes_drop_process(target, 0);
    rsp_hash_table_free(&target->notes);
    machine_captures_free(target);
    rsp_buf_free(&target->call);
    rsp_machine_free(target->machine);
    rsp_mem_free(target->mem, target);
}

void rsp_machine_target_number_threads(rsp_machine_target *target, bool on) {
    target->numbers_threads = on;
}

void rsp_machine_target_report_libraries(rsp_machine_target *target, bool on) {
    target->reports_libraries = on;
}

void rsp_machine_target_hide_registers(rsp_machine_target *target, bool on) {
    target->hides_registers = on;
}

void rsp_machine_target_set_output(rsp_machine_target *target, rsp_machine_output *fn, void *ctx) {
    target->output = fn;
    target->output_ctx = ctx;
}

rsp_machine *rsp_machine_target_machine(rsp_machine_target *target) {
    return target->machine;
}

bool rsp_machine_target_exit_asked(const rsp_machine_target *target) {
    return target->exit_asked;
}

static bool process_next(void *t, int64_t after_pid, int64_t *out_pid) {
    const rsp_machine_target *self = machine_self(t);
    rsp_process *process = NULL;
    if (after_pid != 0) {
        process = machine_is_id(after_pid) ? rsp_machine_process(self->machine, (uint32_t)after_pid) : NULL;
        if (!process)
            return false;
    }
    do
        process = rsp_machine_next_process(self->machine, process);
    while (process && !rsp_process_is_traced(process));
    if (process)
        *out_pid = rsp_process_pid(process);
    return process != NULL;
}

static bool thread_next(void *t, int64_t pid, int64_t after_tid, int64_t *out_tid) {
    const rsp_machine_target *self = machine_self(t);
    const rsp_process *process = machine_traced(self, pid);
    rsp_thread *after = NULL;
    if (after_tid != 0)
        after = machine_traced_thread(self, (rsp_ptid){.pid = pid, .tid = after_tid});
    if (!process || (after_tid != 0 && !after))
        return false;
    const rsp_thread *thread = rsp_process_next_thread(process, after);
    if (thread)
        *out_tid = machine_stub_tid(self, (uint32_t)pid, rsp_thread_tid(thread));
    return thread != NULL;
}

static bool thread_alive(void *t, rsp_ptid id) {
    return machine_traced_thread(machine_self(t), id) != NULL;
}

static bool thread_running(void *t, rsp_ptid id) {
    const rsp_thread *thread = machine_traced_thread(machine_self(t), id);
    return thread && !rsp_thread_is_held(thread);
}

static void thread_name(void *t, rsp_ptid id, rsp_buf *out) {
    const rsp_thread *thread = machine_traced_thread(machine_self(t), id);
    if (thread)
        rsp_buf_str(out, rsp_thread_name(thread));
}

static void thread_state(void *t, rsp_ptid id, rsp_buf *out) {
    const rsp_thread *thread = machine_traced_thread(machine_self(t), id);
    if (!thread)
        return;
    rsp_thread_state state = rsp_thread_get_state(thread);
    bool stopped = state == RSP_THREAD_RUNNABLE && rsp_thread_is_held(thread);
    rsp_buf_str(out, stopped ? "stopped" : rsp_thread_state_text(state));
}

static bool process_attached(void *t, int64_t pid) {
    const rsp_machine_target *self = machine_self(t);
    const machine_thread_note *note =
        machine_traced(self, pid) ? machine_note_find(self, (uint32_t)pid) : NULL;
    return note && note->attached;
}

static int64_t process_parent(void *t, int64_t pid) {
    const rsp_process *process = machine_traced(machine_self(t), pid);
    return process ? rsp_process_parent_pid(process) : 0;
}

static const rsp_register_set *register_set(void *t) {
    (void)t;
    return &stub_machine_registers;
}

static rsp_status read_registers(void *t, rsp_ptid id, uint8_t *block) {
    const rsp_thread *thread = machine_traced_thread(machine_self(t), id);
    if (!thread)
        return RSP_NOT_FOUND;
    stub_machine_read_registers(thread, block);
    return RSP_OK;
}

static rsp_status write_registers(void *t, rsp_ptid id, const uint8_t *block) {
    rsp_thread *thread = machine_traced_thread(machine_self(t), id);
    return thread ? stub_machine_write_registers(thread, block) : RSP_NOT_FOUND;
}

static bool register_unreadable(void *t, rsp_ptid id, unsigned regnum) {
    (void)id;
    return machine_self(t)->hides_registers && stub_machine_is_control(regnum);
}

static size_t read_memory(void *t, int64_t pid, uint64_t addr, uint8_t *dst, size_t len) {
    const rsp_process *process = machine_traced(machine_self(t), pid);
    return process ? rsp_process_read(process, dst, addr, len) : 0;
}

static size_t write_memory(void *t, int64_t pid, uint64_t addr, rsp_bytes data) {
    rsp_process *process = machine_traced(machine_self(t), pid);
    size_t plain = machine_before_flash(machine_self(t), addr, data.len);
    return process ? rsp_process_write(process, addr, rsp_bytes_sub(data, 0, plain)) : 0;
}

static rsp_status region(void *t, int64_t pid, uint64_t addr, rsp_target_region *out) {
    const rsp_process *process = machine_traced(machine_self(t), pid);
    if (!process)
        return RSP_NOT_FOUND;
    rsp_region found;
    rsp_process_region(process, &found, addr);
    *out = (rsp_target_region){.start = found.start,
                               .end = found.size > UINT64_MAX - found.start ? 0 : found.start + found.size,
                               .mapped = found.mapped,
                               .perms = found.perms,
                               .name = found.name};
    return RSP_OK;
}

static rsp_status allocate(void *t, int64_t pid, uint64_t size, unsigned perms, uint64_t *out_addr) {
    rsp_process *process = machine_traced(machine_self(t), pid);
    return process ? rsp_process_alloc(process, out_addr, size, (uint8_t)perms) : RSP_NOT_FOUND;
}

static rsp_status release(void *t, int64_t pid, uint64_t addr) {
    rsp_process *process = machine_traced(machine_self(t), pid);
    return process ? rsp_process_release(process, addr) : RSP_NOT_FOUND;
}

static const rsp_trap_kind stop_kinds[] = {
    [RSP_BREAKPOINT_SOFTWARE] = RSP_STOP_BREAK_SW,   [RSP_BREAKPOINT_HARDWARE] = RSP_STOP_BREAK_HW,
    [RSP_BREAKPOINT_WRITE] = RSP_STOP_WATCH_WRITE,   [RSP_BREAKPOINT_READ] = RSP_STOP_WATCH_READ,
    [RSP_BREAKPOINT_ACCESS] = RSP_STOP_WATCH_ACCESS,
};

static rsp_status insert_point(void *t, int64_t pid, rsp_breakpoint_type type, uint64_t addr, uint64_t kind) {
    rsp_process *process = machine_traced(machine_self(t), pid);
    if (!process)
        return RSP_NOT_FOUND;
    /* The kind of a breakpoint is the length of the instruction it stands for. */
    if (type <= RSP_BREAKPOINT_HARDWARE && kind != 2 && kind != 4)
        return RSP_FAULT;
    /* A trap can't be written there. */
    if (type == RSP_BREAKPOINT_SOFTWARE && machine_in_flash(machine_self(t), addr))
        return RSP_FAULT;
    rsp_status status = rsp_process_insert(process, stop_kinds[type], addr, kind);
    return status == RSP_RANGE ? RSP_FAULT : status;
}

static rsp_status remove_point(void *t, int64_t pid, rsp_breakpoint_type type, uint64_t addr, uint64_t kind) {
    rsp_process *process = machine_traced(machine_self(t), pid);
    return process ? rsp_process_remove(process, stop_kinds[type], addr, kind) : RSP_NOT_FOUND;
}

static uint64_t load_bias(void *t, int64_t pid) {
    const rsp_process *process = machine_traced(machine_self(t), pid);
    return process ? rsp_process_load_bias(process) : 0;
}

static unsigned num_watchpoints(void *t) {
    uint32_t num = machine_self(t)->options.hw_watchpoints;
    return num ? num : rsp_machine_options_default().hw_watchpoints;
}

static uint64_t clock_us(void *t) {
    enum { NS_OF_US = 1000 };
    return rsp_machine_now_ns(machine_self(t)->machine) / NS_OF_US;
}

static void hold(void *t, rsp_ptid id) {
    rsp_thread *thread = machine_traced_thread(machine_self(t), id);
    rsp_status status = thread ? rsp_thread_hold(thread) : RSP_OK;
    (void)status; /* traced: it can not be refused */
}

static const char **strings(rsp_arena *arena, const rsp_bytes *items, size_t num) {
    const char **out = rsp_arena_alloc(arena, (num + 1) * sizeof *out);
    for (size_t i = 0; out && i < num; i++)
        out[i] = (const char *)rsp_arena_bytes(arena, items[i]).ptr;
    return out;
}

static bool holds_nul(const rsp_bytes *items, size_t num) {
    for (size_t i = 0; i < num; i++)
        if (rsp_bytes_index(items[i], 0) < items[i].len)
            return true;
    return false;
}

/* A name without a folder is looked for in /bin, where the bundled programs are, as a shell would. */
static const char *find_program(rsp_machine *m, rsp_arena *arena, const char *name) {
    const char *bundled = strchr(name, '/') ? NULL : rsp_arena_printf(arena, "/bin/%s", name);
    return bundled && rsp_machine_file_find(m, bundled) ? bundled : name;
}

/* An empty slice has no copy in the arena: it stands for an empty string. */
static rsp_status build_launch(rsp_launch *out, rsp_machine *m, rsp_arena *arena,
                               const machine_start *start) {
    const char **argv = strings(arena, start->argv, start->argc);
    const char **envp = strings(arena, start->env, start->num_env);
    const char *cwd = start->cwd.len > 0 ? (const char *)rsp_arena_bytes(arena, start->cwd).ptr : NULL;
    if (arena->status != RSP_OK || !argv || !envp)
        return RSP_NO_MEMORY;
    for (size_t i = 0; i < start->argc; i++)
        argv[i] = start->argv[i].len > 0 ? argv[i] : "";
    for (size_t i = 0; i < start->num_env; i++)
        envp[i] = start->env[i].len > 0 ? envp[i] : "";
    *out = (rsp_launch){.path = find_program(m, arena, argv[0]),
                        .argv = argv,
                        .envp = envp,
                        .cwd = cwd,
                        .randomize = start->randomize,
                        .untraced = start->untraced};
    return RSP_OK;
}

/* "no such program: /x", and where there are some. */
static void say_where(rsp_error *error) {
    if (!error)
        return;
    rsp_error first = *error;
    (void)rsp_fail(error, first.status, "%.120s (programs are /bin/NAME)", first.msg);
}

static rsp_status start_process(rsp_machine_target *t, const machine_start *start, uint32_t *out_pid,
                                rsp_error *error) {
    if (start->argc == 0 || start->argv[0].len == 0)
        return rsp_fail(error, RSP_USAGE, "no program given");
    if (holds_nul(start->argv, start->argc) || holds_nul(start->env, start->num_env) ||
        holds_nul(&start->cwd, 1))
        return rsp_fail(error, RSP_USAGE, "an argument holds a NUL");
    rsp_arena arena = {.mem = t->mem};
    rsp_launch launch;
    rsp_process *process = NULL;
    rsp_status status = build_launch(&launch, t->machine, &arena, start);
    if (status != RSP_OK)
        status = rsp_fail(error, status, "%s", rsp_status_text(status));
    else
        status = rsp_machine_launch(t->machine, &process, &launch, error);
    if (status == RSP_NOT_FOUND)
        say_where(error);
    if (status == RSP_OK)
        *out_pid = rsp_process_pid(process);
    rsp_arena_free(&arena);
    return status;
}

static void adopt(rsp_machine_target *t, rsp_process *process) {
    machine_update_reports(t, process);
    rsp_process_pass_signals(process, t->pass_signals);
}

static rsp_status launch_process(void *t, const rsp_target_launch *launch, int64_t *out_pid,
                                 rsp_error *error) {
    rsp_machine_target *self = machine_self(t);
    machine_start start = {.argv = launch->argv,
                           .argc = launch->argc,
                           .env = launch->env,
                           .num_env = launch->num_env,
                           .cwd = launch->cwd,
                           .randomize = launch->randomize};
    uint32_t pid = 0;
    rsp_status status = start_process(self, &start, &pid, error);
    if (status != RSP_OK)
        return status;
    rsp_process *process = rsp_machine_process(self->machine, pid);
    status = machine_redirect_add(self, pid, launch);
    if (status != RSP_OK) {
        rsp_process_kill(process);
        return rsp_fail(error, status, "standard streams: %s", rsp_status_text(status));
    }
    adopt(self, process);
    *out_pid = pid;
    return RSP_OK;
}

rsp_status rsp_machine_target_spawn(rsp_machine_target *target, const rsp_bytes *argv, size_t argc,
                                    int64_t *out_pid, rsp_error *error) {
    machine_start start = {.argv = argv, .argc = argc, .untraced = true};
    uint32_t pid = 0;
    rsp_status status = start_process(target, &start, &pid, error);
    if (status == RSP_OK)
        *out_pid = pid;
    return status;
}

static bool attachable_next(void *t, int64_t after_pid, int64_t *out_pid, rsp_buf *out_path) {
    const rsp_machine *machine = machine_self(t)->machine;
    rsp_process *process =
        machine_is_id(after_pid) ? rsp_machine_process(machine, (uint32_t)after_pid) : NULL;
    if (after_pid != 0 && !process)
        return false;
    do
        process = rsp_machine_next_process(machine, process);
    while (process && rsp_process_is_traced(process));
    if (!process)
        return false;
    *out_pid = rsp_process_pid(process);
    rsp_buf_str(out_path, rsp_process_path(process));
    return true;
}

static rsp_status attach(void *t, int64_t pid, rsp_error *error) {
    rsp_machine_target *self = machine_self(t);
    rsp_process *process = machine_is_id(pid) ? rsp_machine_process(self->machine, (uint32_t)pid) : NULL;
    if (!process)
        return rsp_fail(error, RSP_NOT_FOUND, "no process with this id");
    if (rsp_process_attach(process) != RSP_OK)
        return rsp_fail(error, RSP_DUPLICATE, "the process is being debugged already");
    machine_thread_note *note = machine_note_make(self, (uint32_t)pid, (uint32_t)pid);
    if (!note) {
        rsp_process_detach(process);
        return rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    }
    note->attached = true;
    adopt(self, process);
    return RSP_OK;
}

/* The thread that stopped for a signal takes it along, with its siginfo. False when there is none: then the
 * signal is sent to the process once it is free. */
static bool let_go_with(rsp_process *process, int linux_signal) {
    uint8_t info[RSP_SIGINFO_BYTES];
    rsp_thread *thread = rsp_process_next_thread(process, NULL);
    while (thread && rsp_thread_siginfo(thread, info) != RSP_OK)
        thread = rsp_process_next_thread(process, thread);
    rsp_resume how = {.kind = RSP_RESUME_CONTINUE, .signal = linux_signal};
    return thread && rsp_thread_resume(thread, &how) == RSP_OK;
}

static rsp_status detach(void *t, int64_t pid, bool stay_stopped, int signal) {
    rsp_machine_target *self = machine_self(t);
    rsp_process *process = machine_traced(self, pid);
    if (!process)
        return RSP_NOT_FOUND;
    int linux_signal = signal > 0 ? (int)rsp_signal_to_linux((unsigned)signal) : 0;
    bool taken = linux_signal == 0 || let_go_with(process, linux_signal);
    machine_notes_drop_process(self, (uint32_t)pid);
    rsp_process_detach(process);
    rsp_status status = taken ? RSP_OK : rsp_machine_signal(self->machine, (uint32_t)pid, 0, linux_signal);
    if (status != RSP_OK)
        return status;
    return stay_stopped ? rsp_machine_signal(self->machine, (uint32_t)pid, 0, 19 /* SIGSTOP */) : RSP_OK;
}

static rsp_status kill_process(void *t, int64_t pid) {
    rsp_machine_target *self = machine_self(t);
    rsp_process *process = machine_traced(self, pid);
    if (!process)
        return RSP_NOT_FOUND;
    machine_notes_drop_process(self, (uint32_t)pid);
    machine_redirect_drop(self, (uint32_t)pid);
    rsp_process_kill(process);
    return RSP_OK;
}

/* The thread pointer points at the executable's TLS block (RISC-V variant I); static programs have no other
 * module. */
static rsp_status tls_address(void *t, rsp_ptid id, uint64_t offset, uint64_t module, uint64_t *out_addr) {
    const rsp_thread *thread = machine_traced_thread(machine_self(t), id);
    (void)module;
    if (!thread)
        return RSP_NOT_FOUND;
    enum { TP = 4 };
    *out_addr = rsp_thread_regs(thread)[TP] + offset;
    return RSP_OK;
}

static uint64_t library_info(void *t, int64_t pid) {
    const rsp_process *process = machine_traced(machine_self(t), pid);
    uint64_t entry = 0;
    if (process)
        (void)libraries_debug_address(process, &entry);
    return entry;
}

static const rsp_target_ops ops = {
    .process_next = process_next,
    .thread_next = thread_next,
    .thread_alive = thread_alive,
    .thread_running = thread_running,
    .thread_name = thread_name,
    .thread_state = thread_state,
    .process_attached = process_attached,
    .process_parent = process_parent,
    .register_set = register_set,
    .read_registers = read_registers,
    .write_registers = write_registers,
    .register_unreadable = register_unreadable,
    .read_memory = read_memory,
    .write_memory = write_memory,
    .region = region,
    .allocate = allocate,
    .release = release,
    .flash_erase = machine_flash_erase,
    .flash_write = machine_flash_write,
    .flash_done = machine_flash_done,
    .read_tags = machine_read_tags,
    .write_tags = machine_write_tags,
    .insert_point = insert_point,
    .remove_point = remove_point,
    .num_watchpoints = num_watchpoints,
    .load_bias = load_bias,
    .resume = machine_resume,
    .hold = hold,
    .go_back = machine_go_back,
    .in_past = machine_in_past,
    .give_signal = machine_give_signal,
    .call_end = machine_call_end,
    .run = machine_run,
    .set_events = machine_set_events,
    .set_thread_options = machine_set_thread_options,
    .set_pass_signals = machine_set_pass_signals,
    .set_catch_syscalls = machine_set_catch_syscalls,
    .set_stepping = machine_set_stepping,
    .clock_us = clock_us,
    .launch = launch_process,
    .attach = attach,
    .attachable_next = attachable_next,
    .detach = detach,
    .kill = kill_process,
    .read_object = machine_read_object,
    .write_siginfo = machine_write_siginfo,
    .tls_address = tls_address,
    .library_info = library_info,
    .file_at = machine_file_at,
    .file_wanted = machine_file_wanted,
    .monitor = machine_monitor,
};

const rsp_target_ops *rsp_machine_target_ops(void) {
    return &ops;
}

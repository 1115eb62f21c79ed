/* The scripted target: tables, a log, and events delivered in the order of the script.
 * Aborts where a test uses it wrongly.
 * Source: include/rsp/stub.h. */
/* SPDX-License-Identifier: MIT */
#include "fake_target.h"

#include <stdio.h>
#include <stdlib.h>

static fake_target *self(void *t) {
    return t;
}

static void must(bool condition, const char *what) {
    if (!condition) {
        (void)fprintf(stderr, "fake target: %s\n", what);
        abort();
    }
}

fake_target *fake_target_new(void) {
    return fake_target_new_for(FAKE_IDS);
}

fake_target *fake_target_new_for(int64_t ids) {
    fake_target *fake = calloc(1, sizeof(*fake));
    must(fake != NULL, "out of memory");
    fake->ids = ids;
    fake->threads = calloc((size_t)ids, sizeof(*fake->threads));
    fake->processes = calloc((size_t)ids, sizeof(*fake->processes));
    must(fake->threads && fake->processes, "out of memory");
    fake->first_process = -1;
    fake->last_process = -1;
    fake->next_pid = 0x70;
    for (size_t i = 0; i < sizeof(fake->memory); i++)
        fake->memory[i] = (uint8_t)(i * 7 + 1);
    return fake;
}

void fake_target_free(fake_target *fake) {
    if (!fake)
        return;
    rsp_buf_free(&fake->log);
    rsp_buf_free(&fake->launched);
    free(fake->script);
    free(fake->threads);
    free(fake->processes);
    free(fake);
}

static fake_process *process_of(fake_target *fake, int64_t pid) {
    bool known = pid > 0 && pid < fake->ids && fake->processes[pid].live;
    return known ? &fake->processes[pid] : NULL;
}

static fake_thread *thread_of(fake_target *fake, rsp_ptid id) {
    bool known = id.tid > 0 && id.tid < fake->ids && fake->threads[id.tid].live;
    return known && fake->threads[id.tid].id.pid == id.pid ? &fake->threads[id.tid] : NULL;
}

static fake_process *add_process(fake_target *fake, int64_t pid) {
    fake_process *process = &fake->processes[pid];
    *process = (fake_process){.pid = pid, .live = true, .first = -1, .last = -1, .next = -1};
    process->prev = fake->last_process;
    if (fake->last_process >= 0)
        fake->processes[fake->last_process].next = (int32_t)pid;
    else
        fake->first_process = (int32_t)pid;
    fake->last_process = (int32_t)pid;
    return process;
}

void fake_add(fake_target *fake, int64_t pid, int64_t tid) {
    must(pid > 0 && pid < fake->ids && tid > 0 && tid < fake->ids, "id too large");
    must(!fake->threads[tid].live, "thread exists");
    fake_process *process = process_of(fake, pid);
    if (!process)
        process = add_process(fake, pid);
    fake_thread *thread = &fake->threads[tid];
    *thread = (fake_thread){.id = {pid, tid}, .live = true, .next = -1, .prev = process->last};
    for (size_t i = 0; i < FAKE_NUM_REGS; i++)
        thread->regs[i] = (uint64_t)tid << 8 | i;
    thread->regs[FAKE_PC] = 0x1000 + (uint64_t)tid * 0x10;
    (void)snprintf(thread->name, sizeof(thread->name), "t%llx", (unsigned long long)tid);
    if (process->last >= 0)
        fake->threads[process->last].next = (int32_t)tid;
    else
        process->first = (int32_t)tid;
    process->last = (int32_t)tid;
}

static void remove_process(fake_target *fake, fake_process *process) {
    int32_t *before = process->prev >= 0 ? &fake->processes[process->prev].next : &fake->first_process;
    int32_t *behind = process->next >= 0 ? &fake->processes[process->next].prev : &fake->last_process;
    *before = process->next;
    *behind = process->prev;
    for (int32_t tid = process->first; tid >= 0; tid = fake->threads[tid].next)
        fake->threads[tid].live = false;
    process->live = false;
}

static void remove_thread(fake_target *fake, fake_thread *thread) {
    fake_process *process = process_of(fake, thread->id.pid);
    int32_t *before = thread->prev >= 0 ? &fake->threads[thread->prev].next : &process->first;
    int32_t *behind = thread->next >= 0 ? &fake->threads[thread->next].prev : &process->last;
    *before = thread->next;
    *behind = thread->prev;
    thread->live = false;
}

void fake_push(fake_target *fake, const rsp_target_event *event, bool late) {
    if (fake->num_script == fake->cap_script) {
        fake->cap_script = fake->cap_script ? fake->cap_script * 2 : 16;
        fake->script = realloc(fake->script, fake->cap_script * sizeof(*fake->script));
        must(fake->script != NULL, "out of memory");
    }
    fake->script[fake->num_script++] = (fake_event){.event = *event, .late = late};
}

static rsp_ptid parse_id(const char *word) {
    char *end;
    rsp_ptid id = {strtoll(word, &end, 16), 0};
    if (*end == '.')
        id.tid = strtoll(end + 1, &end, 16);
    must(*end == 0 && end != word, "bad id");
    return id;
}

static rsp_target_event_kind parse_kind(const char *word) {
#define KIND(name)                \
    if (strcmp(word, #name) == 0) \
        return RSP_TARGET_##name;
    RSP_TARGET_EVENT_LIST(KIND)
#undef KIND
    must(false, "unknown event");
    return RSP_TARGET_OUTPUT;
}

void fake_say(fake_target *fake, const char *words, bool late) {
    char kind[32] = "";
    char id[32] = "";
    char rest[256] = "";
    int consumed = 0;
    rsp_target_event event = {0};
    (void)sscanf(words, "%31s %n", kind, &consumed);
    bool silent = strcmp(kind, "SILENT") == 0;
    event.kind = silent ? RSP_TARGET_THREAD_EXITED : parse_kind(kind);
    if (event.kind == RSP_TARGET_OUTPUT)
        (void)snprintf(rest, sizeof(rest), "%s", words + consumed);
    else
        (void)sscanf(words + consumed, "%31s %255s", id, rest);
    if (event.kind != RSP_TARGET_OUTPUT)
        event.thread = parse_id(id);
    if (strchr(rest, '.') && event.kind != RSP_TARGET_EXECED && event.kind != RSP_TARGET_OUTPUT)
        event.child = parse_id(rest);
    event.number = strtoull(rest, NULL, 16);
    event.address = event.number;
    event.signal =
        event.kind == RSP_TARGET_SIGNALLED || event.kind == RSP_TARGET_PROCESS_KILLED ? (int)event.number : 0;
    fake_push(fake, &event, late);
    fake_event *pushed = &fake->script[fake->num_script - 1];
    pushed->silent = silent;
    memcpy(pushed->text, rest, sizeof(rest));
}

const char *fake_log(fake_target *fake) {
    static char copy[4096];
    (void)snprintf(copy, sizeof(copy), "%s", rsp_buf_cstr(&fake->log));
    rsp_buf_clear(&fake->log);
    return copy;
}

/* Inventory */

static bool process_next(void *t, int64_t after, int64_t *out) {
    fake_target *fake = self(t);
    int32_t next = fake->first_process;
    if (after > 0)
        next = process_of(fake, after) ? fake->processes[after].next : -1;
    if (next < 0)
        return false;
    *out = next;
    return true;
}

static bool thread_next(void *t, int64_t pid, int64_t after, int64_t *out) {
    fake_target *fake = self(t);
    const fake_process *process = process_of(fake, pid);
    if (!process)
        return false;
    int32_t next = process->first;
    if (after > 0)
        next = thread_of(fake, (rsp_ptid){pid, after}) ? fake->threads[after].next : -1;
    if (next < 0)
        return false;
    *out = next;
    return true;
}

static bool thread_alive(void *t, rsp_ptid id) {
    return thread_of(self(t), id) != NULL;
}

static bool thread_running(void *t, rsp_ptid id) {
    const fake_thread *thread = thread_of(self(t), id);
    return thread && thread->running;
}

static void thread_name(void *t, rsp_ptid id, rsp_buf *out) {
    rsp_buf_str(out, thread_of(self(t), id)->name);
}

static void thread_state(void *t, rsp_ptid id, rsp_buf *out) {
    rsp_buf_str(out, thread_of(self(t), id)->running ? "running" : "held");
}

static bool process_attached(void *t, int64_t pid) {
    return process_of(self(t), pid)->attached;
}

/* Registers and memory */

static const rsp_register_set *register_set(void *t) {
    static rsp_register regs[FAKE_NUM_REGS];
    static const char *const names[] = {"zero", "ra", "sp", "fp"};
    static bool ready;
    (void)t;
    for (unsigned i = 0; !ready && i < FAKE_NUM_REGS; i++) {
        regs[i] = (rsp_register){.name = names[i & 3],
                                 .bitsize = 64,
                                 .regnum = (uint16_t)i,
                                 .offset = i * 8,
                                 .type = "int",
                                 .set = "General Purpose Registers",
                                 .dwarf = (int16_t)i};
    }
    regs[FAKE_PC].name = "pc";
    ready = true;
    static const rsp_register_set set = {.registers = regs,
                                         .num = FAKE_NUM_REGS,
                                         .block_bytes = FAKE_NUM_REGS * sizeof(uint64_t),
                                         .pc = FAKE_PC,
                                         .sp = 2,
                                         .fp = 8,
                                         .architecture = "riscv:rv64",
                                         .feature = "org.gnu.gdb.riscv.cpu",
                                         .triple = "riscv64-unknown-linux-gnu",
                                         .address_bytes = 8};
    return &set;
}

static rsp_status read_registers(void *t, rsp_ptid id, uint8_t *block) {
    const fake_thread *thread = thread_of(self(t), id);
    if (!thread)
        return RSP_NOT_FOUND;
    for (size_t i = 0; i < FAKE_NUM_REGS; i++)
        for (size_t k = 0; k < 8; k++)
            block[i * 8 + k] = (uint8_t)(thread->regs[i] >> (8 * k));
    return RSP_OK;
}

static rsp_status write_registers(void *t, rsp_ptid id, const uint8_t *block) {
    fake_thread *thread = thread_of(self(t), id);
    if (!thread)
        return RSP_NOT_FOUND;
    for (size_t i = 0; i < FAKE_NUM_REGS; i++) {
        thread->regs[i] = 0;
        for (size_t k = 0; k < 8; k++)
            thread->regs[i] |= (uint64_t)block[i * 8 + k] << (8 * k);
    }
    return RSP_OK;
}

static size_t room_at(uint64_t addr, size_t len) {
    if (addr < FAKE_MEMORY_AT || addr >= FAKE_MEMORY_AT + FAKE_MEMORY_BYTES)
        return 0;
    size_t room = (size_t)(FAKE_MEMORY_AT + FAKE_MEMORY_BYTES - addr);
    return len < room ? len : room;
}

static size_t read_memory(void *t, int64_t pid, uint64_t addr, uint8_t *dst, size_t len) {
    size_t n = process_of(self(t), pid) ? room_at(addr, len) : 0;
    if (n)
        memcpy(dst, self(t)->memory + (addr - FAKE_MEMORY_AT), n);
    return n;
}

static size_t write_memory(void *t, int64_t pid, uint64_t addr, rsp_bytes data) {
    size_t n = process_of(self(t), pid) ? room_at(addr, data.len) : 0;
    if (n)
        memcpy(self(t)->memory + (addr - FAKE_MEMORY_AT), data.ptr, n);
    return n;
}

static rsp_status insert_point(void *t, int64_t pid, rsp_breakpoint_type type, uint64_t addr, uint64_t kind) {
    (void)kind;
    (void)type;
    return process_of(self(t), pid) && room_at(addr, 1) ? RSP_OK : RSP_FAULT;
}

static rsp_status remove_point(void *t, int64_t pid, rsp_breakpoint_type type, uint64_t addr, uint64_t kind) {
    return insert_point(t, pid, type, addr, kind);
}

static unsigned num_watchpoints(void *t) {
    (void)t;
    return 4;
}

/* Execution */

static rsp_status resume(void *t, const rsp_target_resume *actions, size_t num) {
    fake_target *fake = self(t);
    static const char letters[] = {'c', 's', 'r'};
    if (fake->refuses_resume)
        return RSP_REFUSED;
    for (size_t i = 0; i < num; i++) {
        fake_thread *thread = thread_of(fake, actions[i].thread);
        must(thread != NULL, "resume of a thread that is not there");
        must(!thread->running, "resume of a thread that runs");
        thread->running = true;
        thread->how = actions[i];
        if (num > 16)
            continue;
        rsp_buf_printf(&fake->log, "%c%llx.%llx", letters[actions[i].kind],
                       (unsigned long long)thread->id.pid, (unsigned long long)thread->id.tid);
        if (actions[i].signal)
            rsp_buf_printf(&fake->log, "/%x", (unsigned)actions[i].signal);
        rsp_buf_str(&fake->log, " ");
    }
    return RSP_OK;
}

static void hold(void *t, rsp_ptid id) {
    fake_thread *thread = thread_of(self(t), id);
    if (thread)
        thread->running = false;
}

static void finish_steps(fake_target *fake, rsp_target_sink *sink, void *ctx) {
    for (int32_t pid = fake->first_process; pid >= 0; pid = fake->processes[pid].next) {
        for (int32_t tid = fake->processes[pid].first; tid >= 0; tid = fake->threads[tid].next) {
            fake_thread *thread = &fake->threads[tid];
            if (!thread->running || thread->how.kind == RSP_TARGET_RESUME_CONTINUE)
                continue;
            bool range = thread->how.kind == RSP_TARGET_RESUME_RANGE &&
                         thread->how.range_end > thread->how.range_start;
            thread->regs[FAKE_PC] = range ? thread->how.range_end : thread->regs[FAKE_PC] + 4;
            const rsp_target_event event = {.kind = RSP_TARGET_STEPPED, .thread = thread->id};
            thread->running = false;
            (void)sink(ctx, &event);
        }
    }
}

/* What the event does to the tables before anyone hears of it. */
static void happen(fake_target *fake, const rsp_target_event *event) {
    fake_thread *thread = thread_of(fake, event->thread);
    switch (event->kind) {
    case RSP_TARGET_FORKED:
    case RSP_TARGET_VFORKED:
    case RSP_TARGET_CLONED:
        fake_add(fake, event->child.pid, event->child.tid);
        break;
    case RSP_TARGET_THREAD_CREATED:
        fake_add(fake, event->thread.pid, event->thread.tid);
        return;
    case RSP_TARGET_PROCESS_EXITED:
    case RSP_TARGET_PROCESS_KILLED:
        remove_process(fake, process_of(fake, event->thread.pid));
        return;
    case RSP_TARGET_THREAD_EXITED:
        remove_thread(fake, thread);
        return;
    case RSP_TARGET_EXECED:
        while (process_of(fake, event->thread.pid)->last != process_of(fake, event->thread.pid)->first)
            remove_thread(fake, &fake->threads[process_of(fake, event->thread.pid)->last]);
        break;
    case RSP_TARGET_STEPPED:
    case RSP_TARGET_BREAK_SOFTWARE:
    case RSP_TARGET_BREAK_HARDWARE:
    case RSP_TARGET_WATCH_WRITE:
    case RSP_TARGET_WATCH_READ:
    case RSP_TARGET_WATCH_ACCESS:
    case RSP_TARGET_SIGNALLED:
    case RSP_TARGET_VFORK_DONE:
    case RSP_TARGET_SYSCALL_ENTRY:
    case RSP_TARGET_SYSCALL_RETURN:
    case RSP_TARGET_LIBRARIES:
    case RSP_TARGET_CALL:
    case RSP_TARGET_HISTORY_BEGIN:
    case RSP_TARGET_HISTORY_END:
    case RSP_TARGET_TRACE_STEPPED:
    case RSP_TARGET_OUTPUT:
        break;
    }
    if (thread && event->kind != RSP_TARGET_OUTPUT)
        thread->running = false;
}

/* A thread's event waits until the thread runs; output and whole processes do not. */
static bool due(fake_target *fake, const fake_event *item) {
    const fake_thread *thread = thread_of(fake, item->event.thread);
    if (item->late || !thread)
        return true;
    return thread->running;
}

/* A script goes on after its process was killed; what would have happened there does not. */
static bool still_makes_sense(fake_target *fake, const fake_event *item) {
    const rsp_target_event *event = &item->event;
    bool of_process = event->kind == RSP_TARGET_PROCESS_EXITED || event->kind == RSP_TARGET_PROCESS_KILLED;
    if (event->kind == RSP_TARGET_OUTPUT || event->kind == RSP_TARGET_THREAD_CREATED)
        return true;
    return of_process ? process_of(fake, event->thread.pid) != NULL : thread_of(fake, event->thread) != NULL;
}

static rsp_run_state run(void *t, uint64_t budget, rsp_target_sink *sink, void *ctx) {
    fake_target *fake = self(t);
    (void)budget;
    while (fake->at < fake->num_script && due(fake, &fake->script[fake->at])) {
        fake_event item = fake->script[fake->at++];
        item.event.text = rsp_bytes_str(item.text);
        if (!still_makes_sense(fake, &item))
            continue;
        happen(fake, &item.event);
        if (item.silent)
            continue;
        bool keep = sink(ctx, &item.event);
        fake_thread *thread = thread_of(fake, item.event.thread);
        if (thread && item.event.kind != RSP_TARGET_OUTPUT)
            thread->running = !keep;
    }
    finish_steps(fake, sink, ctx);
    for (int32_t pid = fake->first_process; fake->spins && pid >= 0; pid = fake->processes[pid].next)
        for (int32_t tid = fake->processes[pid].first; tid >= 0; tid = fake->threads[tid].next)
            if (fake->threads[tid].running)
                return RSP_RUN_BUSY;
    return RSP_RUN_IDLE;
}

static void set_events(void *t, unsigned bits) {
    self(t)->events = bits;
}

static void set_thread_options(void *t, rsp_ptid id, unsigned bits) {
    fake_thread *thread = thread_of(self(t), id);
    if (thread)
        thread->options = bits;
}

static void set_pass_signals(void *t, const uint8_t *passed, size_t num) {
    memset(self(t)->passed, 0, sizeof(self(t)->passed));
    memcpy(self(t)->passed, passed, num);
}

static void set_catch_syscalls(void *t, int64_t pid, bool on, const uint64_t *numbers, size_t num) {
    rsp_buf *log = &self(t)->log;
    rsp_buf_printf(log, "catch%llx=%d", (unsigned long long)pid, on);
    for (size_t i = 0; i < num; i++)
        rsp_buf_printf(log, ",%llx", (unsigned long long)numbers[i]);
    rsp_buf_str(log, " ");
}

static rsp_status launch(void *t, const rsp_target_launch *how, int64_t *out_pid, rsp_error *error) {
    fake_target *fake = self(t);
    rsp_buf_clear(&fake->launched);
    for (size_t i = 0; i < how->argc; i++) {
        rsp_buf_append(&fake->launched, how->argv[i]);
        rsp_buf_push(&fake->launched, '|');
    }
    for (size_t i = 0; i < how->num_env; i++) {
        rsp_buf_append(&fake->launched, how->env[i]);
        rsp_buf_push(&fake->launched, '|');
    }
    rsp_buf_append(&fake->launched, how->cwd);
    rsp_buf_push(&fake->launched, how->randomize ? 'R' : '-');
    rsp_buf_append(&fake->launched, how->stdout_path);
    if (rsp_bytes_equal(how->argv[0], RSP_LIT("/missing")))
        return rsp_fail(error, RSP_NOT_FOUND, "no such program");
    *out_pid = fake->next_pid++;
    fake_add(fake, *out_pid, *out_pid);
    return RSP_OK;
}

static rsp_status attach(void *t, int64_t pid, rsp_error *error) {
    fake_target *fake = self(t);
    if (pid != fake->attachable || process_of(fake, pid))
        return rsp_fail(error, RSP_NOT_FOUND, "no such process");
    fake_add(fake, pid, pid);
    fake_add(fake, pid, pid + 1);
    fake->processes[pid].attached = true;
    return RSP_OK;
}

static rsp_status leave(fake_target *fake, int64_t pid, const char *how) {
    fake_process *process = process_of(fake, pid);
    if (!process)
        return RSP_NOT_FOUND;
    rsp_buf_printf(&fake->log, "%s%llx ", how, (unsigned long long)pid);
    remove_process(fake, process);
    return RSP_OK;
}

static rsp_status detach(void *t, int64_t pid, bool stay_stopped, int signal) {
    rsp_status status = leave(self(t), pid, stay_stopped ? "park" : "detach");
    if (status == RSP_OK && signal)
        rsp_buf_printf(&self(t)->log, "/%x ", (unsigned)signal);
    return status;
}

static rsp_status kill_process(void *t, int64_t pid) {
    return leave(self(t), pid, "kill");
}

const rsp_target_ops fake_target_ops = {
    .process_next = process_next,
    .thread_next = thread_next,
    .thread_alive = thread_alive,
    .thread_running = thread_running,
    .thread_name = thread_name,
    .thread_state = thread_state,
    .process_attached = process_attached,
    .register_set = register_set,
    .read_registers = read_registers,
    .write_registers = write_registers,
    .read_memory = read_memory,
    .write_memory = write_memory,
    .insert_point = insert_point,
    .remove_point = remove_point,
    .num_watchpoints = num_watchpoints,
    .resume = resume,
    .hold = hold,
    .run = run,
    .set_events = set_events,
    .set_thread_options = set_thread_options,
    .set_pass_signals = set_pass_signals,
    .set_catch_syscalls = set_catch_syscalls,
    .launch = launch,
    .attach = attach,
    .detach = detach,
    .kill = kill_process,
};

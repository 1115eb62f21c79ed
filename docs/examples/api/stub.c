/* A stub for a target of your own: a machine of one thread, two registers and 4 KiB, on standard input and
 * output. Try it: stubborn send --stub pipe:./stub '?' g 'Z0,2,1' c m0,4
 * Uses rsp/stub.h, which has the target that you implement and the stub that you get. */
/* SPDX-License-Identifier: MIT */
#include <rsp/stub.h>

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

enum { MEMORY = 4096, INCREMENT = 0, JUMP_TO_0 = 1 };
enum { ACC, SP, PC };

typedef struct machine {
    uint8_t memory[MEMORY]; /* an instruction is one byte */
    uint32_t registers[3];  /* in the host's byte order */
    bool breakpoint[MEMORY];
    bool running;
    rsp_target_resume how;
} machine;

static const rsp_register registers[] = {
    {.name = "acc", .bitsize = 32, .regnum = ACC, .offset = 0, .type = "int", .dwarf = -1},
    {.name = "sp",
     .bitsize = 32,
     .regnum = SP,
     .offset = 4,
     .type = "data_ptr",
     .generic = "sp",
     .dwarf = -1},
    {.name = "pc",
     .bitsize = 32,
     .regnum = PC,
     .offset = 8,
     .type = "code_ptr",
     .generic = "pc",
     .dwarf = -1},
};

static const rsp_register_set all_registers = {
    .registers = registers,
    .num = 3,
    .block_bytes = 12,
    .pc = PC,
    .sp = SP,
    .fp = ACC, /* there is none */
    .architecture = "counter",
    .feature = "org.example.counter",
    .triple = "counter-unknown-none",
    .address_bytes = 4,
};

static const rsp_ptid the_thread = {.pid = 1, .tid = 1};

/* --- the inventory: one process, one thread --- */

static bool process_next(void *t, int64_t after, int64_t *out) {
    (void)t;
    *out = 1;
    return after < 1;
}

static bool thread_next(void *t, int64_t pid, int64_t after, int64_t *out) {
    return pid == 1 && process_next(t, after, out);
}

static bool thread_alive(void *t, rsp_ptid thread) {
    (void)t;
    return rsp_ptid_equal(thread, the_thread);
}

static bool thread_running(void *t, rsp_ptid thread) {
    return thread_alive(t, thread) && ((machine *)t)->running;
}

/* --- registers and memory --- */

static const rsp_register_set *register_set(void *t) {
    (void)t;
    return &all_registers;
}

static rsp_status read_registers(void *t, rsp_ptid thread, uint8_t *block) {
    (void)thread;
    memcpy(block, ((machine *)t)->registers, sizeof((machine *)t)->registers);
    return RSP_OK;
}

static rsp_status write_registers(void *t, rsp_ptid thread, const uint8_t *block) {
    (void)thread;
    memcpy(((machine *)t)->registers, block, sizeof((machine *)t)->registers);
    return RSP_OK;
}

static size_t within(uint64_t addr, size_t len) {
    size_t room = addr < MEMORY ? (size_t)(MEMORY - addr) : 0;
    return len < room ? len : room;
}

static size_t read_memory(void *t, int64_t pid, uint64_t addr, uint8_t *dst, size_t len) {
    (void)pid;
    len = within(addr, len);
    if (len > 0)
        memcpy(dst, ((machine *)t)->memory + addr, len);
    return len;
}

static size_t write_memory(void *t, int64_t pid, uint64_t addr, rsp_bytes data) {
    (void)pid;
    size_t len = within(addr, data.len);
    if (len > 0)
        memcpy(((machine *)t)->memory + addr, data.ptr, len);
    return len;
}

/* --- breakpoints and execution --- */

static rsp_status change_point(machine *m, rsp_breakpoint_type type, uint64_t addr, bool on) {
    if (type != RSP_BREAKPOINT_SOFTWARE)
        return RSP_UNSUPPORTED;
    if (addr >= MEMORY)
        return RSP_FAULT;
    m->breakpoint[addr] = on;
    return RSP_OK;
}

static rsp_status insert_point(void *t, int64_t pid, rsp_breakpoint_type type, uint64_t addr, uint64_t kind) {
    (void)pid, (void)kind;
    return change_point(t, type, addr, true);
}

static rsp_status remove_point(void *t, int64_t pid, rsp_breakpoint_type type, uint64_t addr, uint64_t kind) {
    (void)pid, (void)kind;
    return change_point(t, type, addr, false);
}

static rsp_status resume(void *t, const rsp_target_resume *actions, size_t num) {
    machine *m = t;
    if (num > 0 && !m->running) {
        m->how = actions[0];
        m->running = true;
    }
    return RSP_OK;
}

static void hold(void *t, rsp_ptid thread) {
    (void)thread;
    ((machine *)t)->running = false;
}

/* Tells the stub; what it returns decides whether the thread stays held. */
static bool stops(machine *m, rsp_target_event_kind kind, rsp_target_sink *sink, void *ctx) {
    const rsp_target_event event = {.kind = kind, .thread = the_thread, .address = m->registers[PC]};
    m->running = false;
    bool held = sink(ctx, &event);
    m->running = !held;
    return held;
}

static rsp_run_state run(void *t, uint64_t budget, rsp_target_sink *sink, void *ctx) {
    machine *m = t;
    for (; m->running && budget > 0; budget--) {
        uint32_t at = m->registers[PC] % MEMORY;
        if (m->breakpoint[at] && stops(m, RSP_TARGET_BREAK_SOFTWARE, sink, ctx))
            break;
        bool jumps = m->memory[at] == JUMP_TO_0;
        m->registers[ACC] += !jumps;
        m->registers[PC] = jumps ? 0 : at + 1;
        bool steps = m->how.kind == RSP_TARGET_RESUME_STEP;
        if (steps && stops(m, RSP_TARGET_STEPPED, sink, ctx))
            break;
    }
    return m->running ? RSP_RUN_BUSY : RSP_RUN_IDLE;
}

static const rsp_target_ops ops = {
    .process_next = process_next,
    .thread_next = thread_next,
    .thread_alive = thread_alive,
    .thread_running = thread_running,
    .register_set = register_set,
    .read_registers = read_registers,
    .write_registers = write_registers,
    .read_memory = read_memory,
    .write_memory = write_memory,
    .insert_point = insert_point,
    .remove_point = remove_point,
    .resume = resume,
    .hold = hold,
    .run = run,
};

/* --- the wire: bytes in, bytes out --- */

static bool send_all(rsp_buf *out) {
    while (out->len > 0) {
        ssize_t sent = write(STDOUT_FILENO, out->ptr, out->len);
        if (sent < 0 && errno != EINTR)
            return false;
        rsp_buf_consume(out, sent > 0 ? (size_t)sent : 0);
    }
    return true;
}

/* False at the end of the input. Waits only while nothing runs. */
static bool receive(rsp_stub *stub, rsp_buf *out) {
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    uint8_t bytes[4096];
    if (poll(&in, 1, rsp_stub_busy(stub) ? 0 : -1) <= 0)
        return true;
    ssize_t got = read(STDIN_FILENO, bytes, sizeof bytes);
    return got > 0 && rsp_stub_input(stub, rsp_bytes_make(bytes, (size_t)got), out) == RSP_OK;
}

int main(void) {
    static machine m = {.memory = {INCREMENT, INCREMENT, INCREMENT, JUMP_TO_0}};
    rsp_stub_options options = rsp_stub_options_default();
    rsp_error error;
    rsp_buf out = {0};
    options.ops = &ops;
    options.target = &m;
    rsp_stub *stub = rsp_stub_new(&options, &error);
    if (!stub) {
        (void)fprintf(stderr, "stub: %s\n", error.msg);
        return 1;
    }
    rsp_stub_connect(stub);
    while (receive(stub, &out) && send_all(&out) && !rsp_stub_finished(stub))
        if (rsp_stub_run(stub, 10000, &out) != RSP_OK || !send_all(&out))
            break;
    rsp_stub_free(stub);
    rsp_buf_free(&out);
    return 0;
}

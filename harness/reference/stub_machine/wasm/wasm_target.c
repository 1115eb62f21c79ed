/* The WebAssembly runtime as a target: inventory, memory by LLDB's addresses, breakpoints, threads in turns.
 * A breakpoint that was told is executed at the next resume; one that was not stops at once.
 * Source: include/rsp/stub.h; LLDB gdb-remote extensions, Wasm Packets. */
/* SPDX-License-Identifier: MIT */
#include "stub_machine/wasm_target.h"

#include "wasm_thread.h"

#include "codec/signals.h"
#include "codec/wasm.h"
#include "core/byte_order.h"
#include "core/mem.h"
#include <inttypes.h>
#include <string.h>

enum { PID = 1, NUM_THREADS = 2, MOST_POINTS = 64 };

typedef enum gait { HELD, CONTINUES, STEPS, STEPS_IN_RANGE } gait;

typedef struct runner {
    wasm_thread code;
    gait gait;
    uint64_t range_start;
    uint64_t range_end;
    bool told; /* of the breakpoint at pc */
} runner;

typedef struct point {
    rsp_breakpoint_type type;
    uint64_t address;
    uint64_t kind;
} point;

struct rsp_wasm_target {
    const rsp_mem *mem;
    bool lives;
    runner threads[NUM_THREADS]; /* ids are 1 and so on */
    point points[MOST_POINTS];
    size_t num_points;
    wasm_instances instances;
};

static rsp_wasm_target *self(void *t) {
    return t;
}

rsp_wasm_target *rsp_wasm_target_new(const rsp_mem *mem) {
    rsp_wasm_target *target = rsp_mem_calloc(mem, 1, sizeof *target);
    if (target)
        target->mem = mem;
    return target;
}

void rsp_wasm_target_free(rsp_wasm_target *target) {
    if (target)
        rsp_mem_free(target->mem, target);
}

bool rsp_wasm_target_lives(const rsp_wasm_target *target) {
    return target->lives;
}

/* --- inventory --- */

static runner *thread_of(rsp_wasm_target *t, rsp_ptid id) {
    const bool known = t->lives && id.pid == PID && id.tid > 0 && id.tid <= NUM_THREADS;
    return known ? &t->threads[id.tid - 1] : NULL;
}

static bool process_next(void *t, int64_t after_pid, int64_t *out_pid) {
    *out_pid = PID;
    return self(t)->lives && after_pid < PID;
}

static bool thread_next(void *t, int64_t pid, int64_t after_tid, int64_t *out_tid) {
    *out_tid = after_tid + 1;
    return thread_of(self(t), (rsp_ptid){pid, after_tid + 1}) != NULL;
}

static bool thread_alive(void *t, rsp_ptid id) {
    return thread_of(self(t), id) != NULL;
}

static bool thread_running(void *t, rsp_ptid id) {
    const runner *thread = thread_of(self(t), id);
    return thread && thread->gait != HELD;
}

static void thread_name(void *t, rsp_ptid id, rsp_buf *out) {
    (void)t;
    rsp_buf_printf(out, "wasm-%" PRId64, id.tid);
}

static rsp_status launch(void *t, const rsp_target_launch *how, int64_t *out_pid, rsp_error *error) {
    rsp_wasm_target *target = self(t);
    if (how->argc == 0 || !rsp_bytes_equal(how->argv[0], RSP_LIT(RSP_WASM_PROGRAM)))
        return rsp_fail(error, RSP_NOT_FOUND, "there is only " RSP_WASM_PROGRAM);
    if (target->lives)
        return rsp_fail(error, RSP_LIMIT, "it runs already");
    wasm_instances_reset(&target->instances);
    for (size_t i = 0; i < NUM_THREADS; i++) {
        target->threads[i] = (runner){.gait = HELD};
        wasm_thread_start(&target->threads[i].code, 0, WASM_MAIN);
    }
    target->num_points = 0;
    target->lives = true;
    *out_pid = PID;
    return RSP_OK;
}

static rsp_status end_process(void *t, int64_t pid) {
    if (!self(t)->lives || pid != PID)
        return RSP_NOT_FOUND;
    self(t)->lives = false;
    return RSP_OK;
}

static rsp_status detach(void *t, int64_t pid, bool stay_stopped, int signal) {
    (void)stay_stopped;
    (void)signal;
    return end_process(t, pid);
}

/* --- registers: there is only pc --- */

static const rsp_register_set *register_set(void *t) {
    static const rsp_register pc = {.name = "pc",
                                    .bitsize = 64,
                                    .type = "code_ptr",
                                    .set = "General Purpose Registers",
                                    .generic = "pc",
                                    .dwarf = 16};
    static const rsp_register_set set = {.registers = &pc,
                                         .num = 1,
                                         .block_bytes = sizeof(uint64_t),
                                         .architecture = "wasm32",
                                         .feature = "org.stubborn.wasm",
                                         .triple = "wasm32-unknown-unknown-wasm",
                                         .address_bytes = 4};
    (void)t;
    return &set;
}

static uint64_t pc_of(const wasm_frame *frame) {
    return rsp_wasm_join((rsp_wasm_address){RSP_WASM_CODE, frame->instance, frame->pc});
}

static rsp_status read_registers(void *t, rsp_ptid id, uint8_t *block) {
    runner *thread = thread_of(self(t), id);
    if (!thread)
        return RSP_NOT_FOUND;
    rsp_number_put(block, sizeof(uint64_t), pc_of(wasm_thread_frame(&thread->code, 0)), false);
    return RSP_OK;
}

/* pc stays within the module of its frame. */
static rsp_status write_registers(void *t, rsp_ptid id, const uint8_t *block) {
    runner *thread = thread_of(self(t), id);
    if (!thread)
        return RSP_NOT_FOUND;
    wasm_frame *frame = wasm_thread_frame(&thread->code, 0);
    const uint64_t pc = rsp_number_of(rsp_bytes_make(block, sizeof(uint64_t)), false);
    const rsp_wasm_address to = rsp_wasm_split(pc);
    if (to.space != RSP_WASM_CODE || to.instance != frame->instance ||
        to.offset >= wasm_modules[frame->instance].file.len)
        return RSP_RANGE;
    thread->told = thread->told && to.offset == frame->pc;
    frame->pc = to.offset;
    return RSP_OK;
}

/* --- memory --- */

/* The bytes from this address to the end of its space; empty where nothing is. */
static rsp_bytes bytes_at(const rsp_wasm_target *t, uint64_t address) {
    const rsp_wasm_address a = rsp_wasm_split(address);
    rsp_bytes all = {0};
    if (t->lives && a.instance < WASM_NUM_INSTANCES && a.space == RSP_WASM_MEMORY)
        all = rsp_bytes_make(t->instances.memory[a.instance], WASM_PAGE_BYTES);
    else if (t->lives && a.instance < WASM_NUM_INSTANCES && a.space == RSP_WASM_CODE)
        all = wasm_modules[a.instance].file;
    return rsp_bytes_from(all, a.offset);
}

static size_t read_memory(void *t, int64_t pid, uint64_t address, uint8_t *dst, size_t len) {
    const rsp_bytes from = bytes_at(self(t), address);
    const size_t num = pid != PID ? 0 : len < from.len ? len : from.len;
    if (num > 0)
        memcpy(dst, from.ptr, num);
    return num;
}

/* Code cannot be written. */
static size_t write_memory(void *t, int64_t pid, uint64_t address, rsp_bytes data) {
    const rsp_wasm_address a = rsp_wasm_split(address);
    const rsp_bytes to = bytes_at(self(t), address);
    if (pid != PID || a.space != RSP_WASM_MEMORY || to.len == 0)
        return 0;
    const size_t num = data.len < to.len ? data.len : to.len;
    memcpy(self(t)->instances.memory[a.instance] + a.offset, data.ptr, num);
    return num;
}

/* Spaces follow one another; between them, and behind the last, is nothing. */
static rsp_status region(void *t, int64_t pid, uint64_t address, rsp_target_region *out) {
    if (pid != PID || !self(t)->lives)
        return RSP_NOT_FOUND;
    *out = (rsp_target_region){0};
    for (unsigned space = RSP_WASM_MEMORY; space <= RSP_WASM_CODE; space++) {
        for (uint32_t i = 0; i < WASM_NUM_INSTANCES; i++) {
            const uint64_t start = rsp_wasm_join((rsp_wasm_address){(rsp_wasm_space)space, i, 0});
            const uint64_t end = start + bytes_at(self(t), start).len;
            if (address < start) {
                out->end = start;
                return RSP_OK;
            }
            const bool inside = address < end;
            out->start = inside ? start : end;
            if (!inside)
                continue;
            out->end = end;
            out->mapped = true;
            out->perms = RSP_PERM_READ | (space == RSP_WASM_CODE ? RSP_PERM_EXEC : RSP_PERM_WRITE);
            out->name = rsp_bytes_str(space == RSP_WASM_CODE ? wasm_modules[i].name : "memory");
            return RSP_OK;
        }
    }
    return RSP_OK;
}

/* --- breakpoints --- */

static point *find_point(rsp_wasm_target *t, rsp_breakpoint_type type, uint64_t address, uint64_t kind) {
    for (size_t i = 0; i < t->num_points; i++) {
        point *p = &t->points[i];
        if (p->type == type && p->address == address && p->kind == kind)
            return p;
    }
    return NULL;
}

/* Breakpoints are at instructions, watchpoints in memory. */
static bool may_be_there(const rsp_wasm_target *t, rsp_breakpoint_type type, uint64_t address,
                         uint64_t kind) {
    const rsp_wasm_address a = rsp_wasm_split(address);
    if (type == RSP_BREAKPOINT_SOFTWARE || type == RSP_BREAKPOINT_HARDWARE)
        return a.space == RSP_WASM_CODE && a.instance < WASM_NUM_INSTANCES &&
               wasm_is_instruction(&wasm_modules[a.instance], a.offset);
    return a.space == RSP_WASM_MEMORY && kind > 0 && kind <= bytes_at(t, address).len;
}

static rsp_status insert_point(void *t, int64_t pid, rsp_breakpoint_type type, uint64_t address,
                               uint64_t kind) {
    rsp_wasm_target *target = self(t);
    if (pid != PID || !may_be_there(target, type, address, kind))
        return RSP_FAULT;
    if (find_point(target, type, address, kind))
        return RSP_DUPLICATE;
    if (target->num_points == MOST_POINTS)
        return RSP_LIMIT;
    target->points[target->num_points++] = (point){.type = type, .address = address, .kind = kind};
    return RSP_OK;
}

static rsp_status remove_point(void *t, int64_t pid, rsp_breakpoint_type type, uint64_t address,
                               uint64_t kind) {
    rsp_wasm_target *target = self(t);
    point *p = pid == PID ? find_point(target, type, address, kind) : NULL;
    if (!p)
        return RSP_NOT_FOUND;
    *p = target->points[--target->num_points];
    return RSP_OK;
}

static unsigned num_watchpoints(void *t) {
    (void)t;
    return MOST_POINTS;
}

static bool is_watchpoint(const point *p) {
    return p->type != RSP_BREAKPOINT_SOFTWARE && p->type != RSP_BREAKPOINT_HARDWARE;
}

static const point *breakpoint_at(const rsp_wasm_target *t, uint64_t pc) {
    for (size_t i = 0; i < t->num_points; i++)
        if (!is_watchpoint(&t->points[i]) && t->points[i].address == pc)
            return &t->points[i];
    return NULL;
}

/* The watchpoint that the last step of the thread hit: nothing in the modules reads memory. */
static const point *watchpoint_hit(const rsp_wasm_target *t, const wasm_thread *thread, uint8_t instance) {
    enum { STORED_BYTES = 4 };
    const uint64_t at = rsp_wasm_join((rsp_wasm_address){RSP_WASM_MEMORY, instance, thread->stored_at});
    for (size_t i = 0; i < t->num_points && thread->stored; i++) {
        const point *p = &t->points[i];
        if (is_watchpoint(p) && p->type != RSP_BREAKPOINT_READ && p->address < at + STORED_BYTES &&
            at < p->address + p->kind)
            return p;
    }
    return NULL;
}

/* --- execution --- */

static rsp_status resume(void *t, const rsp_target_resume *actions, size_t num) {
    for (size_t i = 0; i < num; i++) {
        runner *thread = thread_of(self(t), actions[i].thread);
        if (!thread)
            return RSP_NOT_FOUND;
        if (thread->gait != HELD)
            continue;
        thread->gait = actions[i].kind == RSP_TARGET_RESUME_CONTINUE ? CONTINUES
                       : actions[i].kind == RSP_TARGET_RESUME_STEP   ? STEPS
                                                                     : STEPS_IN_RANGE;
        thread->range_start = actions[i].range_start;
        thread->range_end = actions[i].range_end;
    }
    return RSP_OK;
}

static void hold(void *t, rsp_ptid id) {
    runner *thread = thread_of(self(t), id);
    if (thread)
        thread->gait = HELD;
}

/* The thread is held while the sink hears of it, and goes on as before where that says so. */
static void tell(runner *thread, const rsp_target_event *event, rsp_target_sink *sink, void *ctx) {
    const gait before = thread->gait;
    thread->gait = HELD;
    if (!sink(ctx, event))
        thread->gait = before;
}

static bool step_is_over(const runner *thread, uint64_t pc) {
    return thread->gait == STEPS ||
           (thread->gait == STEPS_IN_RANGE && (pc < thread->range_start || pc >= thread->range_end));
}

static rsp_target_event_kind kind_of(const point *p) {
    return p->type == RSP_BREAKPOINT_SOFTWARE   ? RSP_TARGET_BREAK_SOFTWARE
           : p->type == RSP_BREAKPOINT_HARDWARE ? RSP_TARGET_BREAK_HARDWARE
           : p->type == RSP_BREAKPOINT_WRITE    ? RSP_TARGET_WATCH_WRITE
                                                : RSP_TARGET_WATCH_ACCESS;
}

/* An instruction, and the event that comes of it. */
static bool execute(rsp_wasm_target *t, runner *thread, rsp_target_event *event) {
    const uint8_t instance = wasm_thread_frame(&thread->code, 0)->instance;
    thread->told = false;
    if (!wasm_thread_step(&thread->code, &t->instances)) {
        event->kind = RSP_TARGET_SIGNALLED;
        event->signal = RSP_SIGNAL_ILL;
        return true;
    }
    const point *watched = watchpoint_hit(t, &thread->code, instance);
    event->kind = watched ? kind_of(watched) : RSP_TARGET_STEPPED;
    event->address = watched ? watched->address : 0;
    return watched || step_is_over(thread, pc_of(wasm_thread_frame(&thread->code, 0)));
}

/* One instruction, or the event that comes before it. */
static void take_turn(rsp_wasm_target *t, rsp_ptid id, rsp_target_sink *sink, void *ctx) {
    runner *thread = thread_of(t, id);
    const uint64_t pc = pc_of(wasm_thread_frame(&thread->code, 0));
    const point *hit = thread->told ? NULL : breakpoint_at(t, pc);
    rsp_target_event event = {.thread = id};
    if (hit) {
        thread->told = true;
        event.kind = kind_of(hit);
        event.address = pc;
    }
    if (hit || execute(t, thread, &event))
        tell(thread, &event, sink, ctx);
}

static rsp_run_state run(void *t, uint64_t budget, rsp_target_sink *sink, void *ctx) {
    rsp_wasm_target *target = self(t);
    bool any = true;
    while (any && budget > 0) {
        any = false;
        for (int64_t tid = 1; tid <= NUM_THREADS && budget > 0; tid++) {
            const rsp_ptid id = {PID, tid};
            if (!thread_running(t, id))
                continue;
            take_turn(target, id, sink, ctx);
            any = true;
            budget--;
        }
    }
    return any ? RSP_RUN_BUSY : RSP_RUN_IDLE;
}

/* --- objects, frames and values --- */

static bool has_object(void *t, rsp_target_object object) {
    (void)t;
    return object == RSP_OBJECT_LIBRARIES;
}

static rsp_status read_object(void *t, rsp_ptid thread, rsp_target_object object, rsp_bytes annex,
                              rsp_buf *out) {
    (void)thread;
    (void)annex;
    if (!has_object(t, object))
        return RSP_UNSUPPORTED;
    rsp_buf_str(out, "<library-list>");
    for (uint32_t i = 0; i < WASM_NUM_INSTANCES; i++)
        rsp_buf_printf(out, "<library name=\"%s\"><section address=\"0x%" PRIx64 "\"/></library>",
                       wasm_modules[i].name, rsp_wasm_join((rsp_wasm_address){RSP_WASM_CODE, i, 0}));
    rsp_buf_str(out, "</library-list>");
    return RSP_OK;
}

static void append_little(rsp_buf *out, uint64_t number, size_t width) {
    uint8_t *at = rsp_buf_extend(out, width);
    if (at)
        rsp_number_put(at, width, number, false);
}

static rsp_status wasm_frames(void *t, rsp_ptid id, rsp_buf *out) {
    runner *thread = thread_of(self(t), id);
    if (!thread)
        return RSP_NOT_FOUND;
    for (uint64_t i = 0; i < thread->code.num_frames; i++)
        append_little(out, pc_of(wasm_thread_frame(&thread->code, i)), sizeof(uint64_t));
    return RSP_OK;
}

static rsp_status append_value(rsp_buf *out, const wasm_value *values, size_t num, uint64_t index) {
    if (index >= num)
        return RSP_NOT_FOUND;
    append_little(out, values[index].bits, values[index].width);
    return RSP_OK;
}

static rsp_status wasm_global(void *t, int64_t pid, uint64_t instance, uint64_t index, rsp_buf *out) {
    if (pid != PID || instance >= WASM_NUM_INSTANCES)
        return RSP_NOT_FOUND;
    return append_value(out, self(t)->instances.globals[instance], wasm_modules[instance].num_globals, index);
}

static rsp_status wasm_value_of(void *t, rsp_ptid id, rsp_wasm_values which, uint64_t frame, uint64_t index,
                                rsp_buf *out) {
    runner *thread = thread_of(self(t), id);
    const wasm_frame *f = thread ? wasm_thread_frame(&thread->code, frame) : NULL;
    if (!f)
        return RSP_NOT_FOUND;
    if (which == RSP_WASM_GLOBALS)
        return wasm_global(t, id.pid, f->instance, index, out);
    return which == RSP_WASM_LOCALS ? append_value(out, f->locals, f->num_locals, index)
                                    : append_value(out, f->operands, f->num_operands, index);
}

const rsp_target_ops *rsp_wasm_target_ops(void) {
    static const rsp_target_ops ops = {
        .process_next = process_next,
        .thread_next = thread_next,
        .thread_alive = thread_alive,
        .thread_running = thread_running,
        .thread_name = thread_name,
        .register_set = register_set,
        .read_registers = read_registers,
        .write_registers = write_registers,
        .read_memory = read_memory,
        .write_memory = write_memory,
        .region = region,
        .insert_point = insert_point,
        .remove_point = remove_point,
        .num_watchpoints = num_watchpoints,
        .resume = resume,
        .hold = hold,
        .run = run,
        .launch = launch,
        .detach = detach,
        .kill = end_process,
        .read_object = read_object,
        .has_object = has_object,
        .wasm_frames = wasm_frames,
        .wasm_value = wasm_value_of,
        .wasm_global = wasm_global,
    };
    return &ops;
}

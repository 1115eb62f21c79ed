/* Faults of breakpoints in the target: what is planted in memory, what stays there, where a thread stands
 * after a hit. The list of what is planted is made by watching the target's operations.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/planted.h"

#include "faults/row.h"

static stub_planted *points(const rsp_stub *s, size_t *out_num) {
    *out_num = s->faults.breakpoints.planted.len / sizeof(stub_planted);
    return (stub_planted *)(void *)s->faults.breakpoints.planted.ptr;
}

stub_planted *stub_find_planted(const rsp_stub *s, int64_t pid, unsigned type, uint64_t addr) {
    size_t num;
    stub_planted *list = points(s, &num);
    for (size_t i = 0; i < num; i++)
        if (list[i].pid == pid && list[i].type == type && list[i].addr == addr)
            return &list[i];
    return NULL;
}

static void add(rsp_stub *s, stub_planted *point) {
    rsp_buf_append(&s->faults.breakpoints.planted, rsp_bytes_make(point, sizeof *point));
}

static void forget(rsp_stub *s, stub_planted *point) {
    size_t num;
    stub_planted *list = points(s, &num);
    *point = list[num - 1];
    rsp_buf_truncate(&s->faults.breakpoints.planted, (num - 1) * sizeof *list);
}

static bool plants_too(const rsp_stub *s, rsp_breakpoint_type type, uint64_t kind) {
    return (type == RSP_BREAKPOINT_HARDWARE && stub_fault(s, RSP_FAULT_BRK_HARDWARE_IN_MEMORY)) ||
           (type == RSP_BREAKPOINT_SOFTWARE && kind == 2 && stub_fault(s, RSP_FAULT_BRK_KIND_IGNORED));
}

static rsp_status insert(void *t, int64_t pid, rsp_breakpoint_type type, uint64_t addr, uint64_t kind) {
    rsp_stub *s = t;
    stub_planted *known = stub_find_planted(s, pid, type, addr);
    if (known && known->lifted)
        return RSP_OK;
    stub_planted point = {.pid = pid, .type = type, .addr = addr, .kind = kind, .times = 1};
    (void)STUB_REAL(s, read_memory, pid, addr, point.original, STUB_TRAP_BYTES);
    rsp_status status = STUB_REAL(s, insert_point, pid, type, addr, kind);
    bool there = status == RSP_OK || status == RSP_DUPLICATE;
    if (there && known)
        known->times++;
    else if (there)
        add(s, &point);
    if (there && plants_too(s, type, kind))
        stub_plant_trap(s, pid, addr);
    return status;
}

static bool stays_in_memory(const rsp_stub *s, rsp_breakpoint_type type, size_t num) {
    return (type == RSP_BREAKPOINT_SOFTWARE && stub_fault(s, RSP_FAULT_BRK_REMOVED_ON_PAPER)) ||
           (num > 100 && stub_fault(s, RSP_FAULT_ROBUST_BREAKPOINT_TABLE));
}

/* The software breakpoint of a process with the lowest address; `addr` where it has none. */
static uint64_t lowest_of(const rsp_stub *s, int64_t pid, uint64_t addr) {
    size_t num;
    const stub_planted *list = points(s, &num);
    uint64_t lowest = UINT64_MAX;
    for (size_t i = 0; i < num; i++)
        if (list[i].pid == pid && list[i].type == RSP_BREAKPOINT_SOFTWARE && list[i].addr < lowest)
            lowest = list[i].addr;
    return lowest == UINT64_MAX ? addr : lowest;
}

static rsp_status remove_point(void *t, int64_t pid, rsp_breakpoint_type type, uint64_t addr, uint64_t kind) {
    rsp_stub *s = t;
    size_t num;
    (void)points(s, &num);
    if (type == RSP_BREAKPOINT_SOFTWARE && stub_fault(s, RSP_FAULT_BRK_REMOVES_LOWEST))
        addr = lowest_of(s, pid, addr);
    stub_planted *point = stub_find_planted(s, pid, type, addr);
    stub_planted was = point ? *point : (stub_planted){0};
    if (point)
        forget(s, point);
    if (type == RSP_BREAKPOINT_SOFTWARE)
        s->faults.breakpoints.last_removed = addr;
    if (stays_in_memory(s, type, num) || (was.lifted && stub_fault(s, RSP_FAULT_MEM_WRITE_TAKES_TRAP)))
        return RSP_OK;
    rsp_status status = STUB_REAL(s, remove_point, pid, type, addr, kind);
    if (point && type == RSP_BREAKPOINT_SOFTWARE && stub_fault(s, RSP_FAULT_MEM_OLD_BYTES_RESTORED))
        (void)STUB_REAL(s, write_memory, pid, addr, rsp_bytes_make(was.original, STUB_TRAP_BYTES));
    return status;
}

void stub_planted_copy(rsp_stub *s, int64_t from, int64_t to) {
    size_t num;
    const stub_planted *list = points(s, &num);
    for (size_t i = 0; i < num; i++)
        if (list[i].pid == from)
            stub_plant_trap(s, to, list[i].addr);
}

void stub_planted_lift(rsp_stub *s, int64_t pid) {
    size_t num;
    stub_planted *list = points(s, &num);
    for (size_t i = 0; i < num; i++) {
        if (list[i].pid != pid)
            continue;
        (void)STUB_REAL(s, remove_point, pid, list[i].type, list[i].addr, list[i].kind);
        list[i].lifted = true;
    }
}

static rsp_status detach(void *t, int64_t pid, bool stay_stopped, int signal) {
    rsp_stub *s = t;
    size_t num;
    const stub_planted *list = points(s, &num);
    for (size_t i = 0; i < num; i++)
        if (list[i].pid == pid && list[i].type == RSP_BREAKPOINT_SOFTWARE &&
            stub_fault(s, RSP_FAULT_BRK_DETACH_LEAVES_TRAPS))
            stub_plant_trap(s, pid, list[i].addr);
    return STUB_REAL(s, detach, pid, stay_stopped, signal);
}

/* The traps of software breakpoints in bytes that were read. */
static void show_traps(const rsp_stub *s, int64_t pid, uint64_t addr, uint8_t *bytes, size_t len) {
    size_t num;
    const stub_planted *list = points(s, &num);
    for (size_t i = 0; i < num; i++) {
        bool software = list[i].pid == pid && list[i].type == RSP_BREAKPOINT_SOFTWARE;
        for (size_t k = 0; software && k < STUB_TRAP_BYTES; k++)
            if (list[i].addr + k >= addr && list[i].addr + k - addr < len)
                bytes[list[i].addr + k - addr] = stub_trap_code[k];
    }
}

/* The handler whose reads show the traps. */
static const struct {
    rsp_fault fault;
    stub_handler *reader;
} readers[] = {
    {RSP_FAULT_MEM_TRAP_VISIBLE, stub_on_read_memory},
    {RSP_FAULT_XB_TRAP_VISIBLE, stub_on_read_binary},
    {RSP_FAULT_MMR_TRAP_VISIBLE, stub_on_multi_mem_read},
};

static size_t read_memory(void *t, int64_t pid, uint64_t addr, uint8_t *dst, size_t len) {
    rsp_stub *s = t;
    size_t got = STUB_REAL(s, read_memory, pid, addr, dst, len);
    for (size_t i = 0; i < RSP_ARRAY_LEN(readers); i++)
        if (stub_fault(s, readers[i].fault) && stub_serving(s, readers[i].reader))
            show_traps(s, pid, addr, dst, got);
    return got;
}

/* The traps that the data overwrites are gone, and nobody puts them back. */
static size_t write_over_traps(void *t, int64_t pid, uint64_t addr, rsp_bytes data) {
    rsp_stub *s = t;
    size_t num;
    stub_planted *list = points(s, &num);
    for (size_t i = 0; i < num; i++) {
        const bool over = list[i].addr < addr + data.len && addr < list[i].addr + STUB_TRAP_BYTES;
        if (list[i].pid != pid || list[i].type != RSP_BREAKPOINT_SOFTWARE || list[i].lifted || !over)
            continue;
        (void)STUB_REAL(s, remove_point, pid, list[i].type, list[i].addr, list[i].kind);
        list[i].lifted = true;
    }
    return STUB_REAL(s, write_memory, pid, addr, data);
}

static bool pass_on(rsp_stub *s, const rsp_target_event *event) {
    return s->faults.sink(s->faults.sink_ctx, event);
}

/* A step that ends just behind the breakpoint that was removed last is taken back. */
static void take_step_back(rsp_stub *s, rsp_ptid thread) {
    uint64_t pc = stub_pc_of(s, thread);
    if (s->faults.breakpoints.last_removed && pc > s->faults.breakpoints.last_removed &&
        pc - s->faults.breakpoints.last_removed <= STUB_TRAP_BYTES)
        stub_move_pc(s, thread, s->faults.breakpoints.last_removed);
}

static bool on_hit(rsp_stub *s, const rsp_target_event *event) {
    int64_t pid = event->thread.pid;
    bool software = stub_find_planted(s, pid, RSP_BREAKPOINT_SOFTWARE, event->address) != NULL;
    bool known = software || stub_find_planted(s, pid, RSP_BREAKPOINT_HARDWARE, event->address);
    bool behind = software && stub_fault(s, RSP_FAULT_BRK_PC_BEHIND);
    if (software && stub_fault(s, RSP_FAULT_BRK_STOPS_ONCE) &&
        stub_find_planted(s, pid, RSP_BREAKPOINT_SOFTWARE, event->address)->hits++ > 0)
        return false;
    if (known && stub_fault(s, RSP_FAULT_BRK_ONE_THREAD) && !rsp_ptid_equal(event->thread, s->general))
        return false;
    if (behind)
        stub_move_pc(s, event->thread, event->address + STUB_TRAP_BYTES);
    bool reported = pass_on(s, event);
    if (!reported && behind)
        stub_move_pc(s, event->thread, event->address);
    if (!reported && known && stub_fault(s, RSP_FAULT_COND_SKIPS_INSTRUCTION))
        stub_move_pc(s, event->thread, event->address + STUB_TRAP_BYTES);
    return reported;
}

static bool on_event(void *ctx, const rsp_target_event *event) {
    rsp_stub *s = ctx;
    if (event->kind == RSP_TARGET_STEPPED && stub_fault(s, RSP_FAULT_BRK_STEP_STUCK))
        take_step_back(s, event->thread);
    if (event->kind == RSP_TARGET_BREAK_SOFTWARE || event->kind == RSP_TARGET_BREAK_HARDWARE)
        return on_hit(s, event);
    return pass_on(s, event);
}

static rsp_run_state run(void *t, uint64_t budget, rsp_target_sink *sink, void *ctx) {
    rsp_stub *s = t;
    s->faults.sink = sink;
    s->faults.sink_ctx = ctx;
    return STUB_REAL(s, run, budget, on_event, s);
}

#define WATCHING(id)                                                                                         \
    TARGET(id, .insert_point = insert, .remove_point = remove_point, .read_memory = read_memory, .run = run, \
           .detach = detach)

static const stub_fault_row rows[] = {
    WATCHING(MEM_TRAP_VISIBLE),
    WATCHING(XB_TRAP_VISIBLE),
    WATCHING(MMR_TRAP_VISIBLE),
    WATCHING(MEM_OLD_BYTES_RESTORED),
    WATCHING(BRK_HARDWARE_IN_MEMORY),
    WATCHING(BRK_KIND_IGNORED),
    WATCHING(BRK_REMOVED_ON_PAPER),
    WATCHING(BRK_REMOVES_LOWEST),
    WATCHING(BRK_DETACH_LEAVES_TRAPS),
    WATCHING(BRK_STEP_STUCK),
    WATCHING(BRK_PC_BEHIND),
    WATCHING(BRK_ONE_THREAD),
    WATCHING(BRK_STOPS_ONCE),
    WATCHING(BRK_COUNTED),
    WATCHING(BRK_ABSENT_WRITES),
    WATCHING(COND_SKIPS_INSTRUCTION),
    WATCHING(ROBUST_BREAKPOINT_TABLE),
    TARGET(MEM_WRITE_TAKES_TRAP, .insert_point = insert, .remove_point = remove_point,
           .write_memory = write_over_traps),
    TARGET(FORK_REINSERT_IGNORED, .insert_point = insert, .remove_point = remove_point),
    TARGET(FORK_TRAPS_IN_CHILD, .insert_point = insert, .remove_point = remove_point),
};
STUB_FAULT_TABLE(stub_planted_faults, rows);

/* Faults of breakpoints: what is planted in memory, what stays there, and where a thread stands after a hit.
 * The target's operations are watched: the list of what is planted is made of them.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/serve.h"
#include "faults/target.h"

typedef struct planted_point {
    int64_t pid;
    rsp_point_type type;
    uint64_t addr;
    uint64_t kind;
    uint8_t original[STUB_TRAP_BYTES];
} planted_point;

static planted_point *points(const rsp_stub *s, size_t *out_num) {
    *out_num = s->faults.planted.len / sizeof(planted_point);
    return (planted_point *)(void *)s->faults.planted.ptr;
}

static planted_point *find(const rsp_stub *s, int64_t pid, rsp_point_type type, uint64_t addr) {
    size_t num;
    planted_point *list = points(s, &num);
    for (size_t i = 0; i < num; i++)
        if (list[i].pid == pid && list[i].type == type && list[i].addr == addr)
            return &list[i];
    return NULL;
}

static rsp_status insert(void *t, int64_t pid, rsp_point_type type, uint64_t addr, uint64_t kind) {
    rsp_stub *s = t;
    planted_point point = {.pid = pid, .type = type, .addr = addr, .kind = kind};
    (void)stub_real(s)->read_memory(s->faults.target, pid, addr, point.original, STUB_TRAP_BYTES);
    rsp_status status = stub_real(s)->insert_point(s->faults.target, pid, type, addr, kind);
    if (status == RSP_OK)
        rsp_buf_append(&s->faults.planted, rsp_bytes_make(&point, sizeof point));
    return status;
}

static void forget(rsp_stub *s, planted_point *point) {
    size_t num;
    planted_point *list = points(s, &num);
    *point = list[num - 1];
    rsp_buf_truncate(&s->faults.planted, (num - 1) * sizeof *list);
}

static rsp_status remove_point(void *t, int64_t pid, rsp_point_type type, uint64_t addr, uint64_t kind) {
    rsp_stub *s = t;
    planted_point *point = find(s, pid, type, addr);
    if (point)
        forget(s, point);
    return stub_real(s)->remove_point(s->faults.target, pid, type, addr, kind);
}

/* The traps of software breakpoints in bytes that were read. */
static void show_traps(const rsp_stub *s, int64_t pid, uint64_t addr, uint8_t *bytes, size_t len) {
    size_t num;
    const planted_point *list = points(s, &num);
    for (size_t i = 0; i < num; i++) {
        bool software = list[i].pid == pid && list[i].type == RSP_POINT_SOFTWARE;
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

static stub_handler *reader_of(const rsp_stub *s) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(readers); i++)
        if (stub_fault(s, readers[i].fault))
            return readers[i].reader;
    return NULL;
}

static size_t read_with_traps(void *t, int64_t pid, uint64_t addr, uint8_t *dst, size_t len) {
    rsp_stub *s = t;
    size_t got = stub_real(s)->read_memory(s->faults.target, pid, addr, dst, len);
    if (stub_serving(s, reader_of(s)))
        show_traps(s, pid, addr, dst, got);
    return got;
}

bool stub_fault_point_ops(const rsp_stub *s, rsp_target_ops *ops) {
    if (!ops->insert_point || !ops->remove_point || !reader_of(s))
        return false;
    ops->insert_point = insert;
    ops->remove_point = remove_point;
    ops->read_memory = read_with_traps;
    return true;
}

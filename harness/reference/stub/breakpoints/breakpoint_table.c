/* One hash table of breakpoints by process, type and address, and a list of those of each process.
 * Only a process that ends, forks or is left costs time in proportion to its breakpoints.
 * Source: GDB manual, Packets (Z0 and following). */
/* SPDX-License-Identifier: MIT */
#include "breakpoint_table.h"

#include "trace.h"

#include "core/limits.h"
#include "core/mem.h"

/* The breakpoints of one process. */
typedef struct owner {
    rsp_hash_node node;
    int64_t pid;
    stub_breakpoint *first;
} owner;

rsp_status stub_breakpoints_new(rsp_stub *s) {
    s->breakpoints = rsp_mem_calloc(s->opt.mem, 1, sizeof *s->breakpoints);
    if (!s->breakpoints)
        return RSP_NO_MEMORY;
    s->breakpoints->table.mem = s->opt.mem;
    s->breakpoints->owners.mem = s->opt.mem;
    rsp_buf_init(&s->breakpoints->code, s->opt.mem, RSP_LIMIT_STUB_EXPRESSIONS_BYTES);
    rsp_buf_init(&s->breakpoints->block, s->opt.mem, 0);
    rsp_buf_init(&s->breakpoints->printed, s->opt.mem, RSP_LIMIT_AGENT_OUTPUT_BYTES);
    return RSP_OK;
}

/* Two lengths of a watchpoint at one address are two watchpoints; a breakpoint's kind only says how long
 * its trap is. */
static uint64_t kind_in_key(rsp_breakpoint_type type, uint64_t kind) {
    return type >= RSP_BREAKPOINT_WRITE ? kind : 0;
}

static uint64_t hash_of(int64_t pid, rsp_breakpoint_type type, uint64_t addr, uint64_t kind) {
    uint64_t hash = rsp_hash((uint64_t)type, (uint64_t)pid);
    return rsp_hash(rsp_hash(hash, addr), kind_in_key(type, kind));
}

stub_breakpoint *stub_breakpoint_find(const rsp_stub *s, int64_t pid, rsp_breakpoint_type type, uint64_t addr,
                                      uint64_t kind) {
    rsp_hash_node *node = rsp_hash_table_first(&s->breakpoints->table, hash_of(pid, type, addr, kind));
    for (; node; node = rsp_hash_table_next(node)) {
        stub_breakpoint *b = (stub_breakpoint *)node;
        if (b->pid == pid && b->type == type && b->addr == addr &&
            kind_in_key(type, b->kind) == kind_in_key(type, kind))
            return b;
    }
    return NULL;
}

static owner *find_owner(const rsp_stub *s, int64_t pid) {
    rsp_hash_node *node = rsp_hash_table_first(&s->breakpoints->owners, rsp_hash(0, (uint64_t)pid));
    while (node && ((owner *)node)->pid != pid)
        node = rsp_hash_table_next(node);
    return (owner *)node;
}

const stub_breakpoint *stub_breakpoint_first(const rsp_stub *s, int64_t pid) {
    const owner *o = find_owner(s, pid);
    return o ? o->first : NULL;
}

static owner *make_owner(rsp_stub *s, int64_t pid) {
    owner *o = find_owner(s, pid);
    if (o)
        return o;
    o = rsp_mem_calloc(s->opt.mem, 1, sizeof *o);
    if (!o)
        return NULL;
    o->pid = pid;
    rsp_hash_table_add(&s->breakpoints->owners, &o->node, rsp_hash(0, (uint64_t)pid));
    return o;
}

static void drop_owner(rsp_stub *s, owner *o) {
    rsp_hash_table_remove(&s->breakpoints->owners, &o->node);
    rsp_mem_free(s->opt.mem, o);
}

stub_breakpoint *stub_breakpoint_add(rsp_stub *s, int64_t pid, rsp_breakpoint_type type, uint64_t addr,
                                     uint64_t kind) {
    owner *o = s->breakpoints->table.num < RSP_LIMIT_STUB_POINTS ? make_owner(s, pid) : NULL;
    stub_breakpoint *b = o ? rsp_mem_calloc(s->opt.mem, 1, sizeof *b) : NULL;
    if (o && !b && !o->first)
        drop_owner(s, o);
    if (!b)
        return NULL;
    b->pid = pid;
    b->type = type;
    b->addr = addr;
    b->kind = kind;
    b->next = o->first;
    if (o->first)
        o->first->prev = b;
    o->first = b;
    rsp_hash_table_add(&s->breakpoints->table, &b->node, hash_of(pid, type, addr, kind));
    return b;
}

void stub_breakpoint_forget(rsp_stub *s, stub_breakpoint *b) {
    owner *o = find_owner(s, b->pid);
    if (b->prev)
        b->prev->next = b->next;
    else
        o->first = b->next;
    if (b->next)
        b->next->prev = b->prev;
    rsp_hash_table_remove(&s->breakpoints->table, &b->node);
    rsp_mem_free(s->opt.mem, b->expressions);
    rsp_mem_free(s->opt.mem, b);
    if (!o->first)
        drop_owner(s, o);
}

void stub_breakpoints_drop(rsp_stub *s, int64_t pid) {
    for (owner *o; (o = find_owner(s, pid)) != NULL;)
        stub_breakpoint_forget(s, o->first);
}

static void free_breakpoint(void *ctx, rsp_hash_node *node) {
    const rsp_stub *s = ctx;
    rsp_mem_free(s->opt.mem, ((stub_breakpoint *)node)->expressions);
    rsp_mem_free(s->opt.mem, node);
}

static void free_owner(void *ctx, rsp_hash_node *node) {
    const rsp_stub *s = ctx;
    rsp_mem_free(s->opt.mem, node);
}

void stub_breakpoints_free(rsp_stub *s) {
    if (!s->breakpoints)
        return;
    rsp_hash_table_each(&s->breakpoints->table, free_breakpoint, s);
    rsp_hash_table_each(&s->breakpoints->owners, free_owner, s);
    rsp_hash_table_free(&s->breakpoints->table);
    rsp_hash_table_free(&s->breakpoints->owners);
    rsp_buf_free(&s->breakpoints->code);
    rsp_buf_free(&s->breakpoints->block);
    rsp_buf_free(&s->breakpoints->printed);
    rsp_mem_free(s->opt.mem, s->breakpoints);
    s->breakpoints = NULL;
}

rsp_status stub_breakpoint_insert(const rsp_stub *s, const stub_breakpoint *b) {
    rsp_status status = s->opt.ops->insert_point(s->opt.target, b->pid, b->type, b->addr, b->kind);
    return status == RSP_DUPLICATE ? RSP_OK : status;
}

void stub_breakpoint_remove(const rsp_stub *s, const stub_breakpoint *b) {
    bool kept = b->type == RSP_BREAKPOINT_SOFTWARE && s->trace->running &&
                stub_tracepoint_holds(&s->trace->table, b->addr);
    if (s->opt.ops->remove_point && !kept)
        (void)s->opt.ops->remove_point(s->opt.target, b->pid, b->type, b->addr, b->kind); /* gone is gone */
}

static void remove_unless_persistent(void *ctx, rsp_hash_node *node) {
    rsp_stub *s = ctx;
    stub_breakpoint *b = (stub_breakpoint *)node;
    if (b->persist)
        return;
    stub_breakpoint_remove(s, b);
    stub_breakpoint_forget(s, b);
}

void stub_breakpoints_disconnect(rsp_stub *s) {
    rsp_hash_table_each(&s->breakpoints->table, remove_unless_persistent, s);
}

/* The array and the bytecode in one block. */
rsp_status stub_breakpoint_set_expressions(const rsp_stub *s, stub_breakpoint *to,
                                           const stub_expression *from, size_t num) {
    size_t bytes = num * sizeof *from;
    for (size_t i = 0; i < num; i++)
        bytes += from[i].code.len;
    stub_expression *block = num > 0 ? rsp_mem_alloc(s->opt.mem, bytes) : NULL;
    if (num > 0 && !block)
        return RSP_NO_MEMORY;
    uint8_t *at = num > 0 ? (uint8_t *)(block + num) : NULL;
    for (size_t i = 0; i < num; i++) {
        memcpy(at, from[i].code.ptr, from[i].code.len);
        block[i] =
            (stub_expression){.code = rsp_bytes_make(at, from[i].code.len), .command = from[i].command};
        at += from[i].code.len;
    }
    rsp_mem_free(s->opt.mem, to->expressions);
    to->expressions = block;
    to->num_expressions = num;
    return RSP_OK;
}

/* What the target can not give it (hardware that a child does not
 * inherit and has no room for) it does not have. */
void stub_breakpoints_forked(rsp_stub *s, int64_t parent, int64_t child) {
    const owner *o = find_owner(s, parent);
    for (const stub_breakpoint *b = o ? o->first : NULL; b; b = b->next) {
        stub_breakpoint *copy = stub_breakpoint_find(s, child, b->type, b->addr, b->kind)
                                    ? NULL
                                    : stub_breakpoint_add(s, child, b->type, b->addr, b->kind);
        if (!copy)
            continue;
        copy->persist = b->persist;
        if (stub_breakpoint_set_expressions(s, copy, b->expressions, b->num_expressions) != RSP_OK ||
            stub_breakpoint_insert(s, copy) != RSP_OK)
            stub_breakpoint_forget(s, copy);
    }
}

typedef struct owner_check {
    const rsp_stub *s;
    const char *broken;
} owner_check;

static void check_owner(void *ctx, rsp_hash_node *node) {
    owner_check *check = ctx;
    const owner *o = (const owner *)node;
    int64_t tid;
    if (!o->first)
        check->broken = "a process without breakpoints is kept among those that have some";
    else if (!check->s->opt.ops->thread_next(check->s->opt.target, o->pid, 0, &tid))
        check->broken = "breakpoints of a process that is gone are kept";
}

const char *stub_breakpoints_broken(const rsp_stub *s) {
    enum { OWNERS_MOST = 64 };
    owner_check check = {.s = s};
    if (s->breakpoints->owners.num <= OWNERS_MOST)
        rsp_hash_table_each(&s->breakpoints->owners, check_owner, &check);
    return check.broken;
}

/* One hash table of points keyed by process, type and address; a list per process hangs in it.
 * The target inserts and removes; conditions, commands and idempotence live here. Nothing is O(number of
 * points) but a process that ends, forks or is left. Source: GDB manual, Packets (Z0 and following). */
/* SPDX-License-Identifier: MIT */
#include "points.h"

#include "agent_eval.h"
#include "errors.h"
#include "handlers.h"
#include "memory.h"
#include "nonstop.h"
#include "stop.h"

#include <rsp/hash_table.h>

#include <rsp/breakpoint.h>
#include <rsp/limits.h>

enum { TRAP_BYTES = 4, HIGHEST_TYPE = RSP_POINT_ACCESS };

/* Bytecode of one condition or command. */
typedef struct expression {
    rsp_bytes code;
    bool command;
} expression;

typedef struct point {
    rsp_hash_node node; /* first: nodes are cast back */
    struct point *prev;
    struct point *next;
    int64_t pid;
    rsp_point_type type;
    uint64_t addr;
    uint64_t kind;
    bool persist;
    expression *expressions; /* one block: the array, then the bytecode */
    size_t num_expressions;
    /* For faults only. */
    unsigned inserted;
    uint8_t original[TRAP_BYTES];
    bool ghost;
    bool lifted;
} point;

/* The points of one process. */
typedef struct owner {
    rsp_hash_node node;
    int64_t pid;
    point *first;
} owner;

struct stub_points {
    rsp_hash_table points;
    rsp_hash_table owners;
    rsp_buf code;  /* bytecode of the request under way */
    rsp_buf block; /* registers of the thread that hit */
    rsp_buf printed;
    uint64_t left; /* for a fault: address of the last software breakpoint removed */
};

rsp_status stub_points_new(rsp_stub *s) {
    s->points = rsp_mem_calloc(s->opt.mem, 1, sizeof *s->points);
    if (!s->points)
        return RSP_NO_MEMORY;
    s->points->points.mem = s->opt.mem;
    s->points->owners.mem = s->opt.mem;
    rsp_buf_init(&s->points->code, s->opt.mem, RSP_LIMIT_STUB_EXPRESSIONS_BYTES);
    rsp_buf_init(&s->points->block, s->opt.mem, 0);
    rsp_buf_init(&s->points->printed, s->opt.mem, RSP_LIMIT_AGENT_OUTPUT_BYTES);
    return RSP_OK;
}

/* Two lengths of a watchpoint at one address are two watchpoints; a breakpoint's kind only says how long
 * its trap is. */
static uint64_t kind_in_key(rsp_point_type type, uint64_t kind) {
    return type >= RSP_POINT_WRITE ? kind : 0;
}

static uint64_t point_hash(int64_t pid, rsp_point_type type, uint64_t addr, uint64_t kind) {
    uint64_t hash = rsp_hash((uint64_t)type, (uint64_t)pid);
    return rsp_hash(rsp_hash(hash, addr), kind_in_key(type, kind));
}

static point *find_any(const rsp_stub *s, int64_t pid, rsp_point_type type, uint64_t addr, uint64_t kind) {
    rsp_hash_node *node = rsp_hash_table_first(&s->points->points, point_hash(pid, type, addr, kind));
    for (; node; node = rsp_hash_table_next(node)) {
        point *p = (point *)node;
        if (p->pid == pid && p->type == type && p->addr == addr &&
            kind_in_key(type, p->kind) == kind_in_key(type, kind))
            return p;
    }
    return NULL;
}

static point *find_point(const rsp_stub *s, int64_t pid, rsp_point_type type, uint64_t addr, uint64_t kind) {
    point *p = find_any(s, pid, type, addr, kind);
    return p && !p->ghost ? p : NULL;
}

static owner *find_owner(const rsp_stub *s, int64_t pid) {
    rsp_hash_node *node = rsp_hash_table_first(&s->points->owners, rsp_hash(0, (uint64_t)pid));
    while (node && ((owner *)node)->pid != pid)
        node = rsp_hash_table_next(node);
    return (owner *)node;
}

static owner *make_owner(rsp_stub *s, int64_t pid) {
    owner *o = find_owner(s, pid);
    if (o)
        return o;
    o = rsp_mem_calloc(s->opt.mem, 1, sizeof *o);
    if (!o)
        return NULL;
    o->pid = pid;
    rsp_hash_table_add(&s->points->owners, &o->node, rsp_hash(0, (uint64_t)pid));
    return o;
}

static void drop_owner(rsp_stub *s, owner *o) {
    rsp_hash_table_remove(&s->points->owners, &o->node);
    rsp_mem_free(s->opt.mem, o);
}

static point *add_point(rsp_stub *s, int64_t pid, rsp_point_type type, uint64_t addr, uint64_t kind) {
    owner *o = s->points->points.num < RSP_LIMIT_STUB_POINTS ? make_owner(s, pid) : NULL;
    point *p = o ? rsp_mem_calloc(s->opt.mem, 1, sizeof *p) : NULL;
    if (o && !p && !o->first)
        drop_owner(s, o);
    if (!p)
        return NULL;
    p->pid = pid;
    p->type = type;
    p->addr = addr;
    p->kind = kind;
    p->next = o->first;
    if (o->first)
        o->first->prev = p;
    o->first = p;
    rsp_hash_table_add(&s->points->points, &p->node, point_hash(pid, type, addr, kind));
    return p;
}

/* Out of the tables; what the target holds is not touched. */
static void forget(rsp_stub *s, point *p) {
    owner *o = find_owner(s, p->pid);
    if (p->prev)
        p->prev->next = p->next;
    else
        o->first = p->next;
    if (p->next)
        p->next->prev = p->prev;
    rsp_hash_table_remove(&s->points->points, &p->node);
    rsp_mem_free(s->opt.mem, p->expressions);
    rsp_mem_free(s->opt.mem, p);
    if (!o->first)
        drop_owner(s, o);
}

void stub_points_drop(rsp_stub *s, int64_t pid) {
    for (owner *o; (o = find_owner(s, pid)) != NULL;)
        forget(s, o->first);
}

/* The target's detach takes its points out of the process. */
static const uint8_t trap_code[TRAP_BYTES] = {0x73, 0x00, 0x10, 0x00}; /* ebreak */

static void plant(const rsp_stub *s, int64_t pid, uint64_t addr) {
    (void)s->opt.ops->write_memory(s->opt.target, pid, addr, rsp_bytes_make(trap_code, TRAP_BYTES));
}

void stub_points_detach(rsp_stub *s, int64_t pid) {
    const owner *o = stub_fault(s, RSP_FAULT_BRK_DETACH_LEAVES_TRAPS) ? find_owner(s, pid) : NULL;
    for (const point *p = o ? o->first : NULL; p; p = p->next)
        if (p->type == RSP_POINT_SOFTWARE)
            plant(s, pid, p->addr);
    stub_points_drop(s, pid);
}

static void free_point(void *ctx, rsp_hash_node *node) {
    const rsp_stub *s = ctx;
    rsp_mem_free(s->opt.mem, ((point *)node)->expressions);
    rsp_mem_free(s->opt.mem, node);
}

static void free_owner(void *ctx, rsp_hash_node *node) {
    const rsp_stub *s = ctx;
    rsp_mem_free(s->opt.mem, node);
}

void stub_points_free(rsp_stub *s) {
    if (!s->points)
        return;
    rsp_hash_table_each(&s->points->points, free_point, s);
    rsp_hash_table_each(&s->points->owners, free_owner, s);
    rsp_hash_table_free(&s->points->points);
    rsp_hash_table_free(&s->points->owners);
    rsp_buf_free(&s->points->code);
    rsp_buf_free(&s->points->block);
    rsp_buf_free(&s->points->printed);
    rsp_mem_free(s->opt.mem, s->points);
    s->points = NULL;
}

static rsp_status physically_insert(const rsp_stub *s, const point *p) {
    rsp_status status = s->opt.ops->insert_point(s->opt.target, p->pid, p->type, p->addr, p->kind);
    return status == RSP_DUPLICATE ? RSP_OK : status;
}

static void physically_remove(const rsp_stub *s, const point *p) {
    if (p->type == RSP_POINT_SOFTWARE && stub_fault(s, RSP_FAULT_BRK_REMOVED_ON_PAPER))
        return;
    if (s->points->points.num > 100 && stub_fault(s, RSP_FAULT_ROBUST_BREAKPOINT_TABLE))
        return;
    if (s->opt.ops->remove_point)
        (void)s->opt.ops->remove_point(s->opt.target, p->pid, p->type, p->addr, p->kind); /* gone is gone */
}

static void remove_unless_persistent(void *ctx, rsp_hash_node *node) {
    rsp_stub *s = ctx;
    point *p = (point *)node;
    bool stays = p->persist != stub_fault(s, RSP_FAULT_COND_PERSIST_INVERTED);
    if (stays)
        return;
    physically_remove(s, p);
    forget(s, p);
}

void stub_points_disconnect(rsp_stub *s) {
    rsp_hash_table_each(&s->points->points, remove_unless_persistent, s);
}

void stub_points_lift(rsp_stub *s, int64_t pid) {
    const owner *o = find_owner(s, pid);
    for (point *p = o ? o->first : NULL; p; p = p->next) {
        physically_remove(s, p);
        p->ghost = true;
        p->lifted = true;
    }
}

void stub_points_plant(rsp_stub *s, int64_t parent, int64_t child) {
    static const uint8_t trap[TRAP_BYTES] = {0x73, 0, 0x10, 0};
    const owner *o = find_owner(s, parent);
    for (const point *p = o ? o->first : NULL; p; p = p->next)
        (void)s->opt.ops->write_memory(s->opt.target, child, p->addr, rsp_bytes_make(trap, TRAP_BYTES));
}

/* The array and the bytecode in one block. */
static rsp_status copy_expressions(const rsp_stub *s, point *to, const expression *from, size_t num) {
    size_t bytes = num * sizeof *from;
    for (size_t i = 0; i < num; i++)
        bytes += from[i].code.len;
    expression *block = num > 0 ? rsp_mem_alloc(s->opt.mem, bytes) : NULL;
    if (num > 0 && !block)
        return RSP_NO_MEMORY;
    uint8_t *at = num > 0 ? (uint8_t *)(block + num) : NULL;
    for (size_t i = 0; i < num; i++) {
        memcpy(at, from[i].code.ptr, from[i].code.len);
        block[i] = (expression){.code = rsp_bytes_make(at, from[i].code.len), .command = from[i].command};
        at += from[i].code.len;
    }
    rsp_mem_free(s->opt.mem, to->expressions);
    to->expressions = block;
    to->num_expressions = num;
    return RSP_OK;
}

/* A child starts with its parent's points. What the target can not give it (hardware that a child does not
 * inherit and has no room for) it does not have. */
void stub_points_forked(rsp_stub *s, int64_t parent, int64_t child) {
    const owner *o = find_owner(s, parent);
    for (const point *p = o ? o->first : NULL; p; p = p->next) {
        point *copy = p->ghost || find_any(s, child, p->type, p->addr, p->kind)
                          ? NULL
                          : add_point(s, child, p->type, p->addr, p->kind);
        if (!copy)
            continue;
        copy->persist = p->persist;
        copy->inserted = p->inserted;
        memcpy(copy->original, p->original, sizeof copy->original);
        if (copy_expressions(s, copy, p->expressions, p->num_expressions) != RSP_OK ||
            physically_insert(s, copy) != RSP_OK)
            forget(s, copy);
    }
}

/* How many expressions a request's list holds. The parser has checked it. */
static size_t count_list(rsp_bytes list) {
    rsp_bytes hex;
    size_t num = 0;
    while (rsp_agent_expr_next(&hex, &list) == RSP_OK)
        num++;
    return num;
}

static rsp_status decode_list(rsp_stub *s, expression *out, rsp_bytes list, bool command) {
    rsp_buf *code = &s->points->code;
    rsp_bytes hex;
    for (size_t i = 0; rsp_agent_expr_next(&hex, &list) == RSP_OK; i++) {
        size_t start = code->len;
        rsp_status status = rsp_hex_decode(code, hex);
        if (status != RSP_OK)
            return status;
        if (code->len - start > 9 && stub_fault(s, RSP_FAULT_COND_LENGTH_DECIMAL))
            return RSP_MALFORMED;
        out[i] = (expression){.code = rsp_bytes_make(NULL, code->len - start), .command = command};
    }
    return RSP_OK;
}

/* Conditions and commands of a request replace those of the point. */
static rsp_status set_expressions(rsp_stub *s, point *p, const rsp_breakpoint *bp) {
    size_t num_conditions = count_list(bp->conditions);
    size_t num = num_conditions + count_list(bp->commands);
    expression *list = rsp_mem_calloc(s->opt.mem, num, sizeof *list);
    if (!list)
        return RSP_NO_MEMORY;
    rsp_buf_clear(&s->points->code);
    rsp_status status = decode_list(s, list, bp->conditions, false);
    if (status == RSP_OK)
        status = decode_list(s, list + num_conditions, bp->commands, true);
    const uint8_t *at = s->points->code.ptr; /* final now: the slices can point into it */
    for (size_t i = 0; i < num && status == RSP_OK; i++) {
        list[i].code.ptr = at;
        at += list[i].code.len;
    }
    if (status == RSP_OK)
        status = copy_expressions(s, p, list, num);
    rsp_mem_free(s->opt.mem, list);
    return status;
}

static const stub_point_answer ok = {0};
static const stub_point_answer unsupported = {.unsupported = true};

static stub_point_answer refuse(unsigned error, const char *text) {
    return (stub_point_answer){.error = error, .text = text};
}

static stub_point_answer answer_of(const rsp_stub *s, rsp_status status) {
    switch ((int)status) {
    case RSP_OK:
        return ok;
    case RSP_UNSUPPORTED:
        return unsupported;
    case RSP_LIMIT:
        return stub_fault(s, RSP_FAULT_BRK_FULL_IS_EMPTY) ? unsupported
                                                          : refuse(STUB_E_LIMIT, "no resource is free");
    case RSP_NO_MEMORY:
        return refuse(STUB_E_LIMIT, "out of memory");
    case RSP_FAULT:
        return stub_fault(s, RSP_FAULT_BRK_BAD_ADDRESS_OK) ? ok
                                                           : refuse(STUB_E_MEMORY, "cannot insert there");
    case RSP_MALFORMED:
        return refuse(STUB_E_SYNTAX, "bad list of expressions");
    default:
        return refuse(STUB_E_GENERAL, "cannot insert");
    }
}

/* Repeating Z is no second insertion: the target is asked again only so that it stays true after an exec
 * that nobody reported. */
static stub_point_answer insert(rsp_stub *s, int64_t pid, const rsp_breakpoint *bp) {
    rsp_point_type type = (rsp_point_type)bp->type;
    point *p = find_any(s, pid, type, bp->addr, bp->kind);
    bool fresh = !p;
    if (fresh)
        p = add_point(s, pid, type, bp->addr, bp->kind);
    if (!p)
        return answer_of(s, RSP_LIMIT);
    if (fresh)
        (void)s->opt.ops->read_memory(s->opt.target, pid, bp->addr, p->original, TRAP_BYTES);
    bool keep =
        (stub_fault(s, RSP_FAULT_BRK_CONDITIONS_KEPT) && !fresh && bp->conditions.len == 0) || p->ghost;
    rsp_status status = keep ? RSP_OK : set_expressions(s, p, bp);
    if (status == RSP_OK && !p->lifted)
        status = physically_insert(s, p);
    if (status != RSP_OK) {
        if (fresh)
            forget(s, p);
        return answer_of(s, status);
    }
    bool planted = p->type == RSP_POINT_HARDWARE && stub_fault(s, RSP_FAULT_BRK_HARDWARE_IN_MEMORY);
    if (planted ||
        (p->type == RSP_POINT_SOFTWARE && p->kind == 2 && stub_fault(s, RSP_FAULT_BRK_KIND_IGNORED)))
        plant(s, pid, p->addr);
    p->persist = bp->persist;
    p->ghost = false;
    p->inserted++;
    return ok;
}

/* Removing what is not there leaves all as it is and is OK: the request's outcome holds already. */
static stub_point_answer remove_request(rsp_stub *s, int64_t pid, const rsp_breakpoint *bp) {
    static const uint8_t garbage[TRAP_BYTES] = {0};
    point *p = find_point(s, pid, (rsp_point_type)bp->type, bp->addr, bp->kind);
    if (!p) {
        if (stub_fault(s, RSP_FAULT_BRK_ABSENT_WRITES))
            (void)s->opt.ops->write_memory(s->opt.target, pid, bp->addr, rsp_bytes_make(garbage, TRAP_BYTES));
        return ok;
    }
    if (p->type == RSP_POINT_SOFTWARE)
        s->points->left = p->addr;
    point *parents = find_point(s, stub_first_process(s), p->type, p->addr, p->kind);
    if (parents && parents != p && stub_fault(s, RSP_FAULT_FORK_REMOVES_IN_PARENT)) {
        physically_remove(s, parents);
        forget(s, parents);
    }
    p->inserted--;
    if (p->inserted > 0 && stub_fault(s, RSP_FAULT_BRK_COUNTED))
        return ok;
    physically_remove(s, p);
    if (p->type == RSP_POINT_SOFTWARE && stub_fault(s, RSP_FAULT_MEM_OLD_BYTES_RESTORED))
        (void)s->opt.ops->write_memory(s->opt.target, pid, p->addr, rsp_bytes_make(p->original, TRAP_BYTES));
    if (stub_fault(s, RSP_FAULT_COND_STALE)) {
        p->ghost = true;
        p->inserted = 0;
    } else {
        forget(s, p);
    }
    return ok;
}

/* The request as the stub with its options and its fault understands it. */
static rsp_status parse(const rsp_stub *s, rsp_breakpoint *bp, rsp_bytes request) {
    const rsp_bytes never = RSP_LIT("X3,220027");
    rsp_status status = rsp_breakpoint_parse(bp, request, NULL);
    if (status != RSP_OK && stub_fault(s, RSP_FAULT_BRK_KIND_MISSING)) {
        rsp_bytes rest = rsp_bytes_from(request, 3);
        *bp = (rsp_breakpoint){.insert = request.ptr[0] == 'Z', .kind = TRAP_BYTES};
        status = rsp_take_hex(&bp->addr, &rest);
    }
    if (status != RSP_OK && rsp_bytes_index(request, ';') < request.len &&
        stub_fault(s, RSP_FAULT_COND_LENGTH_UNCHECKED)) {
        status = rsp_breakpoint_parse(bp, rsp_bytes_sub(request, 0, rsp_bytes_index(request, ';')), NULL);
        bp->conditions = never;
    }
    bool has_lists = status == RSP_OK && (bp->conditions.len > 0 || bp->has_commands);
    if (has_lists && !s->opt.offer_conditions) {
        if (!stub_fault(s, RSP_FAULT_COND_DROPPED))
            return RSP_MALFORMED;
        bp->conditions = never;
        bp->commands = rsp_bytes_make(NULL, 0);
    }
    if (stub_fault(s, RSP_FAULT_COND_IGNORED))
        bp->conditions = bp->commands = rsp_bytes_make(NULL, 0);
    if (stub_fault(s, RSP_FAULT_COND_COMMANDS_IGNORED))
        bp->commands = rsp_bytes_make(NULL, 0);
    return status;
}

stub_point_answer stub_point_request(rsp_stub *s, rsp_bytes request) {
    rsp_breakpoint bp;
    int64_t pid;
    if (parse(s, &bp, request) != RSP_OK)
        return refuse(STUB_E_SYNTAX, "not a breakpoint request");
    if (bp.type > HIGHEST_TYPE || !s->opt.ops->insert_point || !s->opt.ops->remove_point)
        return stub_fault(s, RSP_FAULT_BRK_UNKNOWN_TYPE_E01) ? refuse(STUB_E_GENERAL, "?") : unsupported;
    if (bp.type == RSP_POINT_HARDWARE && stub_fault(s, RSP_FAULT_BRK_HARDWARE_E01))
        return refuse(STUB_E_GENERAL, "?");
    if (bp.type == RSP_POINT_ACCESS && !bp.insert && stub_fault(s, RSP_FAULT_BRK_NO_Z4))
        return unsupported;
    if (stub_memory_process(s, &pid) != RSP_OK)
        return refuse(STUB_E_THREAD, "no process");
    if (stub_fault(s, RSP_FAULT_BRK_FIRST_PROCESS))
        pid = stub_first_process(s);
    return bp.insert ? insert(s, pid, &bp) : remove_request(s, pid, &bp);
}

void stub_on_breakpoint(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    stub_point_answer answer = stub_point_request(s, s->request);
    if (answer.unsupported)
        return;
    if (answer.error)
        stub_error(s, reply, answer.error, answer.text);
    else
        stub_ok(reply);
}

/* Moves the pc of a thread, for faults. */
static void move_pc(rsp_stub *s, rsp_ptid thread, uint64_t pc) {
    const rsp_register_set *set = s->opt.ops->register_set(s->opt.target);
    rsp_buf_clear(&s->points->block);
    uint8_t *block = rsp_buf_extend(&s->points->block, set->block_bytes);
    if (!block || s->opt.ops->read_registers(s->opt.target, thread, block) != RSP_OK)
        return;
    for (size_t i = 0; i < set->num; i++)
        for (size_t j = 0; set->registers[i].regnum == set->pc && j < 8; j++)
            block[set->registers[i].offset + j] = (uint8_t)(pc >> 8 * j);
    (void)s->opt.ops->write_registers(s->opt.target, thread, block);
}

void stub_point_stepped(rsp_stub *s, const rsp_target_event *event) {
    uint64_t pc = 0;
    if (event->kind != RSP_TARGET_STEPPED || s->points->left == 0)
        return;
    stub_thread_pc(s, event->thread, &pc);
    if (pc > s->points->left && pc - s->points->left <= TRAP_BYTES)
        move_pc(s, event->thread, s->points->left);
}

/* What conditions and commands see: the thread that hit, its process. */
typedef struct hit_context {
    rsp_stub *s;
    rsp_ptid thread;
} hit_context;

static rsp_status hit_register(void *ctx, uint64_t number, uint64_t *out_value) {
    const hit_context *hit = ctx;
    rsp_stub *s = hit->s;
    const rsp_register_set *set = s->opt.ops->register_set(s->opt.target);
    const rsp_register *reg = NULL;
    for (size_t i = 0; i < set->num && !reg; i++)
        if (set->registers[i].regnum == number)
            reg = &set->registers[i];
    rsp_buf_clear(&s->points->block);
    uint8_t *block = reg ? rsp_buf_extend(&s->points->block, set->block_bytes) : NULL;
    if (!block)
        return reg ? RSP_NO_MEMORY : RSP_NOT_FOUND;
    rsp_ptid thread = stub_fault(s, RSP_FAULT_COND_GENERAL_THREAD) ? s->general : hit->thread;
    rsp_status status = s->opt.ops->read_registers(s->opt.target, thread, block);
    size_t len = reg->bitsize / 8 < 8 ? reg->bitsize / 8 : 8;
    uint64_t value = 0;
    for (size_t i = 0; i < len && status == RSP_OK; i++)
        value = value << 8 | block[reg->offset + (set->big_endian ? i : len - 1 - i)];
    *out_value = value;
    return status;
}

static size_t hit_memory(void *ctx, uint64_t addr, uint8_t *dst, size_t len) {
    const hit_context *hit = ctx;
    return stub_read(hit->s, hit->thread.pid, addr, dst, len);
}

static stub_agent_host host_of(hit_context *hit, rsp_buf *printed) {
    rsp_stub *s = hit->s;
    return (stub_agent_host){.ctx = hit,
                             .read_register = hit_register,
                             .read_memory = hit_memory,
                             .out = printed,
                             .big_endian = s->opt.ops->register_set(s->opt.target)->big_endian,
                             .stub = s};
}

/* No condition is true. One that fails is true as well: the debugger is to see it. */
static bool condition_holds(const point *p, hit_context *hit) {
    const rsp_stub *s = hit->s;
    stub_agent_host host = host_of(hit, NULL);
    bool any = false;
    for (size_t i = 0; i < p->num_expressions && !p->expressions[i].command; i++) {
        stub_agent_result result;
        rsp_status status = stub_agent_eval(&result, &host, p->expressions[i].code);
        bool failed = status != RSP_OK || !result.has_value;
        if (status == RSP_LIMIT && stub_fault(s, RSP_FAULT_COND_ENDLESS_IS_FALSE))
            failed = false; /* and the value is 0 */
        bool holds = failed ? !stub_fault(s, RSP_FAULT_COND_ERROR_IS_FALSE) : result.value != 0;
        if (!failed && stub_fault(s, RSP_FAULT_COND_INVERTED))
            holds = !holds;
        if (holds || stub_fault(s, RSP_FAULT_COND_FIRST_ONLY))
            return holds;
        any = true;
    }
    return !any;
}

static bool has_commands(const point *p) {
    return p->num_expressions > 0 && p->expressions[p->num_expressions - 1].command;
}

/* False when one failed: then the stop is reported. */
static bool run_commands(const point *p, hit_context *hit) {
    rsp_stub *s = hit->s;
    rsp_buf *printed = &s->points->printed;
    rsp_buf_clear(printed);
    stub_agent_host host = host_of(hit, printed);
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < p->num_expressions && status == RSP_OK; i++) {
        stub_agent_result result;
        if (p->expressions[i].command)
            status = stub_agent_eval(&result, &host, p->expressions[i].code);
    }
    if (printed->len > 0)
        stub_output(s, rsp_buf_bytes(printed));
    return status == RSP_OK;
}

/* Whether this point wants the hit reported. */
static bool point_reports(const point *p, hit_context *hit) {
    const rsp_stub *s = hit->s;
    bool early = has_commands(p) && stub_fault(s, RSP_FAULT_COND_COMMANDS_FIRST);
    if (early)
        (void)run_commands(p, hit);
    bool holds = stub_fault(s, RSP_FAULT_COND_NOT_EVALUATED) || condition_holds(p, hit);
    if (!holds || early)
        return false;
    return !has_commands(p) || !run_commands(p, hit);
}

bool stub_point_hit(rsp_stub *s, const rsp_target_event *event) {
    if (event->kind != RSP_TARGET_BREAK_SOFTWARE && event->kind != RSP_TARGET_BREAK_HARDWARE)
        return true;
    hit_context hit = {.s = s, .thread = event->thread};
    int64_t pid = event->thread.pid;
    const point *software = find_point(s, pid, RSP_POINT_SOFTWARE, event->address, 0);
    const point *hardware = find_point(s, pid, RSP_POINT_HARDWARE, event->address, 0);
    if (!software && !hardware)
        return true;
    if (stub_fault(s, RSP_FAULT_BRK_ONE_THREAD) && !rsp_ptid_equal(event->thread, s->general))
        return false;
    bool reports = software && point_reports(software, &hit);
    reports |= hardware && point_reports(hardware, &hit);
    if (!reports && stub_fault(s, RSP_FAULT_COND_SKIPS_INSTRUCTION))
        move_pc(s, event->thread, event->address + TRAP_BYTES);
    if (reports && software && stub_fault(s, RSP_FAULT_BRK_PC_BEHIND))
        move_pc(s, event->thread, event->address + TRAP_BYTES);
    return reports;
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

const char *stub_points_broken(const rsp_stub *s) {
    enum { OWNERS_MOST = 64 };
    owner_check check = {.s = s};
    if (s->points->owners.num <= OWNERS_MOST)
        rsp_hash_table_each(&s->points->owners, check_owner, &check);
    return check.broken;
}

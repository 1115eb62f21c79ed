/* Faults of Z and z: how a request is read, what is remembered of it, and how it is answered.
 * Conditions and commands are changed as text, before they are decoded.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/planted.h"
#include "faults/row.h"
#include "faults/target.h"

#include "memory.h"

#include "codec/breakpoint.h"
#include <rsp/packet_ids.h>

#define NEVER "X3,220027" /* const8 0, end */
#define ALWAYS "X3,220127"

static bool take(const stub_service *t, rsp_breakpoint *bp) {
    return rsp_breakpoint_parse(bp, t->s->request, NULL) == RSP_OK;
}

/* A log_not in front of each `end`. */
static void inverted(stub_service *t) {
    rsp_breakpoint bp;
    rsp_bytes hex;
    rsp_buf text = {.mem = t->s->opt.mem};
    if (take(t, &bp) && bp.conditions.len > 0) {
        rsp_bytes rest = bp.conditions;
        while (rsp_agent_expr_next(&hex, &rest) == RSP_OK) {
            rsp_buf_printf(&text, "X%zx,", hex.len / 2 + 1);
            rsp_buf_append(&text, rsp_bytes_sub(hex, 0, hex.len - 2));
            rsp_buf_str(&text, "0e");
            rsp_buf_append(&text, rsp_bytes_from(hex, hex.len - 2));
        }
        bp.conditions = rsp_buf_bytes(&text);
        rsp_breakpoint_build(stub_new_request(t), &bp);
        stub_bend(t);
    }
    stub_serve(t);
    rsp_buf_free(&text);
}

/* Conditions that are not offered are taken, and never true. */
static void dropped(stub_service *t) {
    rsp_breakpoint bp;
    bool offered = t->s->opt.offer_conditions;
    t->s->opt.offer_conditions = true;
    if (!offered && take(t, &bp) && (bp.conditions.len > 0 || bp.has_commands)) {
        bp.has_commands = false;
        bp.commands = rsp_bytes_make(NULL, 0);
        bp.conditions = RSP_LIT(NEVER);
        rsp_breakpoint_build(stub_new_request(t), &bp);
        stub_bend(t);
    }
    stub_serve(t);
    t->s->opt.offer_conditions = offered;
}

static void length_decimal(stub_service *t) {
    rsp_breakpoint bp;
    rsp_bytes hex;
    bool wrong = false;
    if (take(t, &bp))
        while (rsp_agent_expr_next(&hex, &bp.conditions) == RSP_OK)
            wrong = wrong || hex.len / 2 > 9;
    if (wrong)
        stub_error(t->s, t->reply, STUB_E_SYNTAX, "bad list of expressions");
    else
        stub_serve(t);
}

static void length_unchecked(stub_service *t) {
    rsp_breakpoint bp;
    size_t end = rsp_bytes_index(t->s->request, ';');
    if (take(t, &bp) || end == t->s->request.len) {
        stub_serve(t);
        return;
    }
    rsp_buf *text = stub_new_request(t);
    rsp_buf_append(text, rsp_bytes_sub(t->s->request, 0, end));
    rsp_buf_str(text, ";" NEVER);
    stub_serve_bent(t);
}

/* The planted point that the request is about; NULL when there is none. */
static stub_planted *planted_of(const stub_service *t, rsp_breakpoint *bp, int64_t *pid) {
    if (!take(t, bp) || stub_memory_process(t->s, pid) != RSP_OK)
        return NULL;
    return stub_find_planted(t->s, *pid, bp->type, bp->addr);
}

static void counted(stub_service *t) {
    rsp_breakpoint bp;
    int64_t pid;
    stub_planted *point = planted_of(t, &bp, &pid);
    if (point && point->times > 1) {
        point->times--;
        stub_answer(t, "OK");
    } else {
        stub_serve(t);
    }
}

static void absent_writes(stub_service *t) {
    static const uint8_t garbage[STUB_TRAP_BYTES] = {0};
    rsp_breakpoint bp = {.addr = 0};
    int64_t pid = 0;
    bool absent = !planted_of(t, &bp, &pid);
    stub_serve(t);
    if (absent)
        (void)t->s->opt.ops->write_memory(t->s->opt.target, pid, bp.addr,
                                          rsp_bytes_make(garbage, STUB_TRAP_BYTES));
}

static void removes_in_parent(stub_service *t) {
    stub_serve(t);
    rsp_buf_clear(t->reply);
    stub_serve_first_process(t);
}

/* The last request with a list, and whether its breakpoint is gone. */
static void remember(stub_service *t) {
    bool stale = t->argument;
    stub_fault_state *f = &t->s->faults;
    rsp_bytes request = t->s->request;
    rsp_bytes place = rsp_bytes_sub(rsp_buf_bytes(&f->breakpoints.with_list), 0,
                                    rsp_bytes_index(rsp_buf_bytes(&f->breakpoints.with_list), ';'));
    bool same = place.len > 0 && rsp_bytes_equal(rsp_bytes_from(request, 1), rsp_bytes_from(place, 1));
    if (rsp_bytes_index(request, ';') < request.len) {
        rsp_buf_clear(&f->breakpoints.with_list);
        rsp_buf_append(&f->breakpoints.with_list, request);
        f->breakpoints.list_removed = false;
    } else if (same && t->id == RSP_PACKET_REMOVE_BREAKPOINT) {
        f->breakpoints.list_removed = true;
    } else if (same && f->breakpoints.list_removed == stale) {
        rsp_buf_append(stub_new_request(t), rsp_buf_bytes(&f->breakpoints.with_list));
        stub_bend(t);
    }
    stub_serve(t);
}

#define EACH_Z(EDIT, id, find, become) \
    EDIT(id, INSERT_BREAKPOINT, find, become), EDIT(id, REMOVE_BREAKPOINT, find, become)
#define POINT "%?,%x,%x"

static rsp_status watch_less(void *t, int64_t pid, rsp_breakpoint_type type, uint64_t addr, uint64_t kind) {
    rsp_stub *s = t;
    if (type == RSP_BREAKPOINT_WRITE && stub_fault(s, RSP_FAULT_BRK_WATCH_NO_STOP))
        return RSP_OK;
    return STUB_REAL(s, insert_point, pid, type, addr, type == RSP_BREAKPOINT_WRITE ? 1 : kind);
}

static rsp_status unwatch_less(void *t, int64_t pid, rsp_breakpoint_type type, uint64_t addr, uint64_t kind) {
    rsp_stub *s = t;
    if (type == RSP_BREAKPOINT_WRITE && stub_fault(s, RSP_FAULT_BRK_WATCH_NO_STOP))
        return RSP_OK;
    return STUB_REAL(s, remove_point, pid, type, addr, type == RSP_BREAKPOINT_WRITE ? 1 : kind);
}

static const stub_fault_row rows[] = {
    TARGET(BRK_WATCH_FIRST_BYTE, .insert_point = watch_less, .remove_point = unwatch_less),
    TARGET(BRK_WATCH_NO_STOP, .insert_point = watch_less, .remove_point = unwatch_less),
    EACH_Z(REQUEST, BRK_KIND_MISSING, "%?,%x", "%1,%2,4"),
    EACH_Z(REPLY, BRK_UNKNOWN_TYPE_E01, "", "E01"),
    EACH_Z(INSTEAD, BRK_HARDWARE_E01, "1,%*", "E01"),
    INSTEAD(BRK_NO_Z4, REMOVE_BREAKPOINT, "4%*", ""),
    INSTEAD(ROBUST_LONG_WATCH_SILENT, INSERT_BREAKPOINT, "2,%x,%X", STUB_NO_REPLY),
    INSTEAD(ROBUST_LONG_WATCH_SILENT, INSERT_BREAKPOINT, "3,%x,%X", STUB_NO_REPLY),
    INSTEAD(ROBUST_LONG_WATCH_SILENT, INSERT_BREAKPOINT, "4,%x,%X", STUB_NO_REPLY),
    CALL(BRK_FIRST_PROCESS, INSERT_BREAKPOINT, stub_serve_first_process),
    CALL(BRK_FIRST_PROCESS, REMOVE_BREAKPOINT, stub_serve_first_process),
    EACH_Z(REPLY, BRK_FULL_IS_EMPTY, "E0c", ""),
    EACH_Z(REPLY, BRK_FULL_IS_EMPTY, "E.no resource%*", ""),
    EACH_Z(REPLY, BRK_BAD_ADDRESS_OK, "E0e", "OK"),
    EACH_Z(REPLY, BRK_BAD_ADDRESS_OK, "E.cannot insert%*", "OK"),
    CALL(BRK_COUNTED, REMOVE_BREAKPOINT, counted),
    CALL(BRK_ABSENT_WRITES, REMOVE_BREAKPOINT, absent_writes),
    CALL_WITH(BRK_CONDITIONS_KEPT, INSERT_BREAKPOINT, remember, false),
    CALL_WITH(BRK_CONDITIONS_KEPT, REMOVE_BREAKPOINT, remember, false),
    CALL(FORK_REMOVES_IN_PARENT, REMOVE_BREAKPOINT, removes_in_parent),
    CALL_WITH(COND_STALE, INSERT_BREAKPOINT, remember, true),
    CALL_WITH(COND_STALE, REMOVE_BREAKPOINT, remember, true),
    REQUEST(COND_IGNORED, INSERT_BREAKPOINT, POINT ";%*", "%1,%2,%3"),
    REQUEST(COND_COMMANDS_IGNORED, INSERT_BREAKPOINT, "%*;cmds:%*", "%1"),
    REQUEST(COND_COMMANDS_FIRST, INSERT_BREAKPOINT, POINT ";%*;cmds:%*", "%1,%2,%3;cmds:%5"),
    REQUEST(COND_NOT_EVALUATED, INSERT_BREAKPOINT, POINT ";X%*;cmds:%*", "%1,%2,%3;" ALWAYS ";cmds:%5"),
    REQUEST(COND_NOT_EVALUATED, INSERT_BREAKPOINT, POINT ";X%*", "%1,%2,%3;" ALWAYS),
    REQUEST(COND_PERSIST_INVERTED, INSERT_BREAKPOINT, "%*;cmds:0,%*", "%1;cmds:1,%2"),
    REQUEST(COND_PERSIST_INVERTED, INSERT_BREAKPOINT, "%*;cmds:1,%*", "%1;cmds:0,%2"),
    REQUEST(COND_FIRST_ONLY, INSERT_BREAKPOINT, POINT ";X%x,%hX%*", "%1,%2,%3;X%4,%5"),
    CALL(COND_INVERTED, INSERT_BREAKPOINT, inverted),
    CALL(COND_DROPPED, INSERT_BREAKPOINT, dropped),
    CALL(COND_LENGTH_DECIMAL, INSERT_BREAKPOINT, length_decimal),
    CALL(COND_LENGTH_UNCHECKED, INSERT_BREAKPOINT, length_unchecked),
};
STUB_FAULT_TABLE(stub_breakpoint_faults, rows);

/* Faults of Z and z: how a request is read, what is remembered of it, and how it is answered.
 * Conditions and commands are changed as text, before they are decoded.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/planted.h"
#include "faults/serve.h"

#include "memory.h"

#include "codec/breakpoint.h"
#include <inttypes.h>
#include <rsp/packet_ids.h>

#define NEVER "X3,220027" /* const8 0, end */
#define ALWAYS "X3,220127"

static bool take(const stub_service *t, rsp_breakpoint *bp) {
    return rsp_breakpoint_parse(bp, t->s->request, NULL) == RSP_OK;
}

static void serve_built(stub_service *t, const rsp_breakpoint *bp) {
    rsp_breakpoint_build(stub_new_request(t), bp);
    stub_bend(t);
    stub_serve(t);
}

/* A well-formed request, changed. */
typedef void change_request(rsp_breakpoint *bp, rsp_buf *text);

static void serve_changed(stub_service *t, change_request *change) {
    rsp_breakpoint bp;
    rsp_buf text = {.mem = t->s->opt.mem};
    if (take(t, &bp) && (bp.conditions.len > 0 || bp.has_commands)) {
        change(&bp, &text);
        serve_built(t, &bp);
    } else {
        stub_serve(t);
    }
    rsp_buf_free(&text);
}

static void drop_commands(rsp_breakpoint *bp, rsp_buf *text) {
    (void)text;
    bp->has_commands = false;
    bp->commands = rsp_bytes_make(NULL, 0);
}

static void drop_conditions(rsp_breakpoint *bp, rsp_buf *text) {
    (void)text;
    if (bp->has_commands)
        bp->conditions = rsp_bytes_make(NULL, 0);
}

static void drop_lists(rsp_breakpoint *bp, rsp_buf *text) {
    drop_commands(bp, text);
    bp->conditions = rsp_bytes_make(NULL, 0);
}

static void never_true(rsp_breakpoint *bp, rsp_buf *text) {
    drop_commands(bp, text);
    bp->conditions = RSP_LIT(NEVER);
}

static void always_true(rsp_breakpoint *bp, rsp_buf *text) {
    (void)text;
    if (bp->conditions.len > 0)
        bp->conditions = RSP_LIT(ALWAYS);
}

static void invert_persist(rsp_breakpoint *bp, rsp_buf *text) {
    (void)text;
    bp->persist = !bp->persist;
}

static void keep_first(rsp_breakpoint *bp, rsp_buf *text) {
    rsp_bytes hex;
    (void)text;
    rsp_bytes rest = bp->conditions;
    if (rsp_agent_expr_next(&hex, &rest) == RSP_OK)
        bp->conditions = rsp_bytes_sub(bp->conditions, 0, bp->conditions.len - rest.len);
}

/* A log_not in front of each `end`. */
static void invert_conditions(rsp_breakpoint *bp, rsp_buf *text) {
    rsp_bytes hex;
    rsp_bytes rest = bp->conditions;
    while (rsp_agent_expr_next(&hex, &rest) == RSP_OK) {
        rsp_buf_printf(text, "X%zx,", hex.len / 2 + 1);
        rsp_buf_append(text, rsp_bytes_sub(hex, 0, hex.len - 2));
        rsp_buf_str(text, "0e");
        rsp_buf_append(text, rsp_bytes_from(hex, hex.len - 2));
    }
    bp->conditions = rsp_buf_bytes(text);
}

static void commands_ignored(stub_service *t) {
    serve_changed(t, drop_commands);
}

static void commands_first(stub_service *t) {
    serve_changed(t, drop_conditions);
}

static void lists_ignored(stub_service *t) {
    serve_changed(t, drop_lists);
}

static void not_evaluated(stub_service *t) {
    serve_changed(t, always_true);
}

static void persist_inverted(stub_service *t) {
    serve_changed(t, invert_persist);
}

static void first_only(stub_service *t) {
    serve_changed(t, keep_first);
}

static void inverted(stub_service *t) {
    serve_changed(t, invert_conditions);
}

static void dropped(stub_service *t) {
    bool offered = t->s->opt.offer_conditions;
    t->s->opt.offer_conditions = true;
    if (offered)
        stub_serve(t);
    else
        serve_changed(t, never_true);
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
    stub_bend(t);
    stub_serve(t);
}

static void kind_missing(stub_service *t) {
    rsp_breakpoint bp;
    uint64_t addr;
    rsp_bytes rest = rsp_bytes_from(t->s->request, 3);
    if (!take(t, &bp) && rsp_take_hex(&addr, &rest) == RSP_OK)
        stub_serve_args(t, "0,%" PRIx64 ",%x", addr, STUB_TRAP_BYTES);
    else
        stub_serve(t);
}

static void unknown_type_refused(stub_service *t) {
    stub_serve(t);
    if (t->reply->len == 0)
        stub_refuse(t);
}

static void hardware_refused(stub_service *t) {
    if (rsp_bytes_starts(t->args, RSP_LIT("1,")))
        stub_refuse(t);
    else
        stub_serve(t);
}

static void no_z4(stub_service *t) {
    if (!rsp_bytes_starts(t->s->request, RSP_LIT("z4")))
        stub_serve(t);
}

static void full_is_empty(stub_service *t) {
    stub_serve(t);
    if (stub_replies(t, RSP_LIT("E0c")) || stub_replies(t, RSP_LIT("E.no resource")))
        rsp_buf_clear(t->reply);
}

static void bad_address_ok(stub_service *t) {
    stub_serve(t);
    if (stub_replies(t, RSP_LIT("E0e")) || stub_replies(t, RSP_LIT("E.cannot insert")))
        stub_answer(t, "OK");
}

/* The planted point that the request is about; NULL when there is none. */
static stub_planted *planted_of(const stub_service *t, rsp_breakpoint *bp, int64_t *pid) {
    if (!take(t, bp) || stub_memory_process(t->s, pid) != RSP_OK)
        return NULL;
    return stub_find_planted(t->s, *pid, bp->type, bp->addr);
}

static void counted(stub_service *t) {
    rsp_breakpoint bp = {.insert = true};
    int64_t pid;
    stub_planted *point = planted_of(t, &bp, &pid);
    if (!bp.insert && point && point->times > 1) {
        point->times--;
        stub_answer(t, "OK");
    } else {
        stub_serve(t);
    }
}

static void absent_writes(stub_service *t) {
    static const uint8_t garbage[STUB_TRAP_BYTES] = {0};
    rsp_breakpoint bp = {.insert = true};
    int64_t pid = 0;
    bool absent = !planted_of(t, &bp, &pid);
    stub_serve(t);
    if (absent && !bp.insert)
        (void)t->s->opt.ops->write_memory(t->s->opt.target, pid, bp.addr,
                                          rsp_bytes_make(garbage, STUB_TRAP_BYTES));
}

static void removes_in_parent(stub_service *t) {
    stub_serve(t);
    if (t->id != RSP_PACKET_REMOVE_BREAKPOINT)
        return;
    rsp_buf_clear(t->reply);
    stub_serve_first_process(t);
}

/* The last request with a list, and whether its breakpoint is gone. */
static void remember(stub_service *t, bool stale) {
    stub_fault_state *f = &t->s->faults;
    rsp_bytes request = t->s->request;
    rsp_bytes place = rsp_bytes_sub(rsp_buf_bytes(&f->points.with_list), 0,
                                    rsp_bytes_index(rsp_buf_bytes(&f->points.with_list), ';'));
    bool same = place.len > 0 && rsp_bytes_equal(rsp_bytes_from(request, 1), rsp_bytes_from(place, 1));
    if (rsp_bytes_index(request, ';') < request.len) {
        rsp_buf_clear(&f->points.with_list);
        rsp_buf_append(&f->points.with_list, request);
        f->points.list_removed = false;
    } else if (same && t->id == RSP_PACKET_REMOVE_BREAKPOINT) {
        f->points.list_removed = true;
    } else if (same && f->points.list_removed == stale) {
        rsp_buf_append(stub_new_request(t), rsp_buf_bytes(&f->points.with_list));
        stub_bend(t);
    }
    stub_serve(t);
}

static void conditions_kept(stub_service *t) {
    remember(t, false);
}

static void conditions_stale(stub_service *t) {
    remember(t, true);
}

#define POINT(id, serve) \
    { RSP_FAULT_##id, stub_on_breakpoint, serve }

static const stub_fault_row rows[] = {
    POINT(BRK_KIND_MISSING, kind_missing),
    POINT(BRK_UNKNOWN_TYPE_E01, unknown_type_refused),
    POINT(BRK_HARDWARE_E01, hardware_refused),
    POINT(BRK_NO_Z4, no_z4),
    POINT(BRK_FIRST_PROCESS, stub_serve_first_process),
    POINT(BRK_FULL_IS_EMPTY, full_is_empty),
    POINT(BRK_BAD_ADDRESS_OK, bad_address_ok),
    POINT(BRK_COUNTED, counted),
    POINT(BRK_ABSENT_WRITES, absent_writes),
    POINT(BRK_CONDITIONS_KEPT, conditions_kept),
    POINT(FORK_REMOVES_IN_PARENT, removes_in_parent),
    POINT(COND_STALE, conditions_stale),
    POINT(COND_IGNORED, lists_ignored),
    POINT(COND_COMMANDS_IGNORED, commands_ignored),
    POINT(COND_COMMANDS_FIRST, commands_first),
    POINT(COND_NOT_EVALUATED, not_evaluated),
    POINT(COND_PERSIST_INVERTED, persist_inverted),
    POINT(COND_FIRST_ONLY, first_only),
    POINT(COND_INVERTED, inverted),
    POINT(COND_DROPPED, dropped),
    POINT(COND_LENGTH_DECIMAL, length_decimal),
    POINT(COND_LENGTH_UNCHECKED, length_unchecked),
};
STUB_FAULT_TABLE(stub_breakpoint_faults, rows);

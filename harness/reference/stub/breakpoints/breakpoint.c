/* Z and z: a request is read, and a breakpoint is put into the target or taken out of it.
 * Repeating either changes nothing. Conditions and commands of a request replace those from before.
 * Source: GDB manual, Packets (z0, Z0 and following). */
/* SPDX-License-Identifier: MIT */
#include "breakpoint.h"
#include "breakpoint_table.h"
#include "errors.h"
#include "handlers.h"
#include "memory.h"

#include "codec/breakpoint.h"
#include "core/mem.h"

enum { HIGHEST_TYPE = RSP_BREAKPOINT_ACCESS };

/* How many expressions a request's list holds. The parser has checked it. */
static size_t count_list(rsp_bytes list) {
    rsp_bytes hex;
    size_t num = 0;
    while (rsp_agent_expr_next(&hex, &list) == RSP_OK)
        num++;
    return num;
}

static rsp_status decode_list(rsp_stub *s, stub_expression *out, rsp_bytes list, bool command) {
    rsp_buf *code = &s->breakpoints->code;
    rsp_bytes hex;
    for (size_t i = 0; rsp_agent_expr_next(&hex, &list) == RSP_OK; i++) {
        size_t start = code->len;
        rsp_status status = rsp_hex_decode(code, hex);
        if (status != RSP_OK)
            return status;
        out[i] = (stub_expression){.code = rsp_bytes_make(NULL, code->len - start), .command = command};
    }
    return RSP_OK;
}

/* Conditions and commands of a request replace those of the breakpoint. */
static rsp_status set_expressions(rsp_stub *s, stub_breakpoint *b, const rsp_breakpoint *bp) {
    size_t num_conditions = count_list(bp->conditions);
    size_t num = num_conditions + count_list(bp->commands);
    stub_expression *list = rsp_mem_calloc(s->opt.mem, num, sizeof *list);
    if (!list)
        return RSP_NO_MEMORY;
    rsp_buf_clear(&s->breakpoints->code);
    rsp_status status = decode_list(s, list, bp->conditions, false);
    if (status == RSP_OK)
        status = decode_list(s, list + num_conditions, bp->commands, true);
    const uint8_t *at = s->breakpoints->code.ptr; /* final now: the slices can point into it */
    for (size_t i = 0; i < num && status == RSP_OK; i++) {
        list[i].code.ptr = at;
        at += list[i].code.len;
    }
    if (status == RSP_OK)
        status = stub_breakpoint_set_expressions(s, b, list, num);
    rsp_mem_free(s->opt.mem, list);
    return status;
}

static const stub_breakpoint_answer ok = {0};
static const stub_breakpoint_answer unsupported = {.unsupported = true};

static stub_breakpoint_answer refuse(unsigned error, const char *text) {
    return (stub_breakpoint_answer){.error = error, .text = text};
}

static stub_breakpoint_answer answer_of(rsp_status status) {
    switch ((int)status) {
    case RSP_OK:
        return ok;
    case RSP_UNSUPPORTED:
        return unsupported;
    case RSP_LIMIT:
        return refuse(STUB_E_LIMIT, "no resource is free");
    case RSP_NO_MEMORY:
        return refuse(STUB_E_LIMIT, "out of memory");
    case RSP_FAULT:
        return refuse(STUB_E_MEMORY, "cannot insert there");
    case RSP_MALFORMED:
        return refuse(STUB_E_SYNTAX, "bad list of expressions");
    default:
        return refuse(STUB_E_GENERAL, "cannot insert");
    }
}

/* Repeating Z is no second insertion: the target is asked again only so that it stays true after an exec
 * that nobody reported. */
static stub_breakpoint_answer insert(rsp_stub *s, int64_t pid, const rsp_breakpoint *bp) {
    rsp_breakpoint_type type = (rsp_breakpoint_type)bp->type;
    stub_breakpoint *b = stub_breakpoint_find(s, pid, type, bp->addr, bp->kind);
    bool fresh = !b;
    if (fresh)
        b = stub_breakpoint_add(s, pid, type, bp->addr, bp->kind);
    if (!b)
        return answer_of(RSP_LIMIT);
    rsp_status status = set_expressions(s, b, bp);
    if (status == RSP_OK)
        status = stub_breakpoint_insert(s, b);
    if (status == RSP_OK)
        b->persist = bp->persist;
    else if (fresh)
        stub_breakpoint_forget(s, b);
    return answer_of(status);
}

/* Removing what is not there leaves all as it is and is OK: the request's outcome holds already. */
static stub_breakpoint_answer remove_request(rsp_stub *s, int64_t pid, const rsp_breakpoint *bp) {
    stub_breakpoint *b = stub_breakpoint_find(s, pid, (rsp_breakpoint_type)bp->type, bp->addr, bp->kind);
    if (b) {
        stub_breakpoint_remove(s, b);
        stub_breakpoint_forget(s, b);
    }
    return ok;
}

/* Lists are only understood where they are offered. */
static rsp_status parse(const rsp_stub *s, rsp_breakpoint *bp, rsp_bytes request) {
    rsp_status status = rsp_breakpoint_parse(bp, request, NULL);
    bool has_lists = status == RSP_OK && (bp->conditions.len > 0 || bp->has_commands);
    return has_lists && !s->opt.offer_conditions ? RSP_MALFORMED : status;
}

stub_breakpoint_answer stub_breakpoint_request(rsp_stub *s, rsp_bytes request) {
    rsp_breakpoint bp;
    int64_t pid;
    if (parse(s, &bp, request) != RSP_OK)
        return refuse(STUB_E_SYNTAX, "not a breakpoint request");
    if (bp.type > HIGHEST_TYPE || !s->opt.ops->insert_point || !s->opt.ops->remove_point)
        return unsupported;
    if (stub_memory_process(s, &pid) != RSP_OK)
        return refuse(STUB_E_THREAD, "no process");
    return bp.insert ? insert(s, pid, &bp) : remove_request(s, pid, &bp);
}

stub_reply_kind stub_on_breakpoint(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    stub_breakpoint_answer answer = stub_breakpoint_request(s, s->request);
    if (answer.unsupported)
        return STUB_REPLY_SEND;
    if (answer.error)
        return stub_error(s, reply, answer.error, answer.text);
    return stub_ok(reply);
}

/* MultiBreakpoint and jMultiBreakpoint: many Z and z requests in one packet.
 * Each goes the way of a single one, in order; a failing one has its own result and stops nothing.
 * Source: LLDB gdb-remote extensions, jMultiBreakpoint; requirement groups MBP and MBP-RFC. */
/* SPDX-License-Identifier: MIT */
#include "breakpoint.h"
#include "errors.h"
#include "handlers.h"

#include "codec/multibreak.h"
#include "core/arena.h"

typedef struct batch {
    rsp_stub *s;
    rsp_arena arena;
    rsp_multibreak_list requests;
    rsp_bytes *results; /* one for each request */
} batch;

/* Only the numeric form of an error: no list of results could hold a text. An unsupported type is an error
 * too, for an empty element would be nothing at all in the RFC form. */
static rsp_bytes result_of(batch *b, stub_breakpoint_answer answer) {
    unsigned error = answer.unsupported ? STUB_E_THREAD : answer.error;
    if (!error)
        return RSP_LIT("OK");
    return rsp_arena_bytes(&b->arena, rsp_bytes_str(rsp_arena_printf(&b->arena, "E%02x", error)));
}

static rsp_status run_all(batch *b) {
    b->results = rsp_arena_alloc(&b->arena, (b->requests.num + 1) * sizeof *b->results);
    for (size_t i = 0; b->results && i < b->requests.num; i++)
        b->results[i] = result_of(b, stub_breakpoint_request(b->s, b->requests.items[i]));
    return b->results ? RSP_OK : RSP_NO_MEMORY;
}

static stub_reply_kind run_batch(rsp_stub *s, rsp_multibreak_form form, rsp_buf *reply) {
    batch b = {.s = s, .arena = {.mem = s->opt.mem}};
    rsp_status status = rsp_multibreak_parse(&b.requests, s->request, form, &b.arena, NULL);
    if (status == RSP_OK)
        status = run_all(&b);
    if (status == RSP_OK)
        rsp_multibreak_reply_build(reply, b.results, b.requests.num, form);
    else if (status == RSP_NO_MEMORY)
        stub_error(s, reply, STUB_E_LIMIT, "out of memory");
    else
        stub_error(s, reply, STUB_E_SYNTAX, "not a list of requests");
    rsp_arena_free(&b.arena);
    return STUB_REPLY_SEND;
}

stub_reply_kind stub_on_multi_breakpoint(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    return run_batch(s, RSP_MULTIBREAK_RFC, reply);
}

stub_reply_kind stub_on_jmulti_breakpoint(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    return run_batch(s, RSP_MULTIBREAK_LLDB, reply);
}

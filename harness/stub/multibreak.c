/* MultiBreakpoint and jMultiBreakpoint: many Z and z requests in one packet.
 * Each goes the way of a single one, in order; a failing one has its own result and stops nothing.
 * Source: LLDB gdb-remote extensions, jMultiBreakpoint; requirement groups MBP and MBP-RFC. */
/* SPDX-License-Identifier: MIT */
#include "errors.h"
#include "handlers.h"
#include "points.h"

#include <rsp/escape.h>
#include <rsp/limits.h>
#include <rsp/multibreak.h>
#include <rsp/packet_table.h>

enum { CUT_AT = 64 }; /* requests that the fault of that name does */

typedef struct batch {
    rsp_stub *s;
    rsp_multibreak_form form;
    rsp_arena arena;
    rsp_multibreak_list requests;
    rsp_bytes *results;
    size_t num_results;
} batch;

static bool rfc(const batch *b) {
    return b->form == RSP_MULTIBREAK_RFC;
}

static rsp_bytes arena_text(batch *b, const char *text) {
    return rsp_arena_bytes(&b->arena, rsp_bytes_str(text));
}

/* Only the numeric form of an error: no list of results could hold a text. An unsupported type is an error
 * too, for an empty element would be nothing at all in the RFC form. */
static rsp_bytes result_of(batch *b, stub_point_answer answer) {
    if (answer.unsupported && rfc(b) && stub_fault(b->s, RSP_FAULT_MBP_RFC_EMPTY_ELEMENT))
        return RSP_LIT("");
    if (answer.unsupported)
        answer.error = STUB_E_THREAD;
    if (!answer.error)
        return RSP_LIT("OK");
    if (rfc(b) && stub_fault(b->s, RSP_FAULT_MBP_RFC_ERROR_TEXT))
        return RSP_LIT("E.cannot insert; no memory there");
    if (!rfc(b) && stub_fault(b->s, RSP_FAULT_MBP_DECIMAL_ERRORS))
        return arena_text(b, rsp_arena_printf(&b->arena, "%u", answer.error));
    return arena_text(b, rsp_arena_printf(&b->arena, "E%02x", answer.error));
}

static stub_point_answer run_request(batch *b, rsp_bytes request) {
    const rsp_stub *s = b->s;
    bool none = request.len == 0 || (request.ptr[0] != 'Z' && request.ptr[0] != 'z');
    if (!rfc(b) && none && stub_fault(s, RSP_FAULT_MBP_ANYTHING_REMOVES))
        return (stub_point_answer){0};
    bool watch = request.len > 1 && request.ptr[1] >= '2' && request.ptr[1] <= '4';
    size_t at = rsp_bytes_index(request, ';');
    if (!rfc(b) && watch && stub_fault(s, RSP_FAULT_MBP_NO_WATCHPOINTS))
        return (stub_point_answer){.error = STUB_E_GENERAL};
    if (!rfc(b) && stub_fault(s, RSP_FAULT_MBP_SPLIT_AT_SEMICOLON))
        request = rsp_bytes_sub(request, 0, at);
    if (rfc(b) && watch && stub_fault(s, RSP_FAULT_MBP_RFC_WATCH_CONDITION))
        request = rsp_bytes_sub(request, 0, at);
    return stub_point_request(b->s, request);
}

static bool seen_before(const batch *b, size_t i) {
    for (size_t j = 0; j < i; j++)
        if (rsp_bytes_equal(b->requests.items[i], b->requests.items[j]))
            return true;
    return false;
}

/* False: stop here. */
static bool run_one(batch *b, size_t i) {
    const rsp_stub *s = b->s;
    if (!rfc(b) && stub_fault(s, RSP_FAULT_MBP_DUPLICATES_MERGED) && seen_before(b, i))
        return true;
    if (!rfc(b) && stub_fault(s, RSP_FAULT_MBP_CUT) && i >= CUT_AT)
        return false;
    stub_point_answer answer = run_request(b, b->requests.items[i]);
    bool failed = answer.error || answer.unsupported;
    if (failed && !rfc(b) && stub_fault(s, RSP_FAULT_MBP_OMITS_FAILED))
        return true;
    b->results[b->num_results++] = result_of(b, answer);
    bool commands = rsp_bytes_search(b->requests.items[i], RSP_LIT(";cmds:")) < b->requests.items[i].len;
    if (rfc(b) && commands && stub_fault(s, RSP_FAULT_MBP_RFC_COMMANDS_APART))
        b->results[b->num_results++] = RSP_LIT("E01");
    return !(failed && stub_fault(s, rfc(b) ? RSP_FAULT_MBP_RFC_STOPS : RSP_FAULT_MBP_STOPS_AT_ERROR));
}

/* Insertions after all removals, or backwards: for faults. Results stay in request order only by luck. */
static void run_disordered(batch *b) {
    size_t num = b->requests.num;
    bool backwards = rfc(b);
    rsp_bytes *results = b->results;
    for (int pass = 0; pass < (backwards ? 1 : 2); pass++) {
        for (size_t n = 0; n < num; n++) {
            size_t i = backwards ? num - 1 - n : n;
            rsp_bytes request = b->requests.items[i];
            bool removal = request.len > 0 && request.ptr[0] == 'z';
            if (backwards || removal == (pass == 0))
                results[i] = result_of(b, run_request(b, request));
        }
    }
    b->num_results = num;
}

static void run_all(batch *b) {
    if (stub_fault(b->s, rfc(b) ? RSP_FAULT_MBP_RFC_BACKWARDS : RSP_FAULT_MBP_REMOVALS_FIRST)) {
        run_disordered(b);
        return;
    }
    for (size_t i = 0; i < b->requests.num && run_one(b, i);)
        i++;
}

/* {"results":[...]} with the defects of a hand-written one. */
static void write_json_broken(const batch *b, rsp_buf *reply) {
    bool bare = stub_fault(b->s, RSP_FAULT_MBP_BARE_ARRAY);
    const char *separator = "";
    rsp_buf_str(reply, bare ? "[" : "{\"results\":[");
    for (size_t i = 0; i < b->num_results; i++) {
        rsp_buf_printf(reply, "%s\"%.*s\"", separator, (int)b->results[i].len,
                       (const char *)b->results[i].ptr);
        separator = ",";
    }
    rsp_buf_str(reply, bare ? "]" : "]}");
}

static void write_results(batch *b, rsp_buf *reply) {
    const rsp_stub *s = b->s;
    bool crooked = stub_fault(s, RSP_FAULT_MBP_BARE_ARRAY) || stub_fault(s, RSP_FAULT_MBP_RAW_BRACE);
    bool empty = b->num_results == 0 && stub_fault(s, RSP_FAULT_MBP_EMPTY_IS_EMPTY);
    for (size_t i = 0; i < b->requests.num && stub_fault(s, RSP_FAULT_MBP_UNSUPPORTED_IS_EMPTY); i++)
        empty |= rsp_bytes_starts(b->requests.items[i], RSP_LIT("Z9"));
    if (!rfc(b) && empty)
        return;
    if (!rfc(b) && crooked) {
        write_json_broken(b, reply);
        return;
    }
    rsp_multibreak_form form = b->form;
    if (rfc(b) && stub_fault(s, RSP_FAULT_MBP_RFC_JSON))
        form = RSP_MULTIBREAK_LLDB;
    rsp_multibreak_reply_build(reply, b->results, b->num_results, form);
    if (rfc(b) && stub_fault(s, RSP_FAULT_MBP_RFC_TRAILING))
        rsp_buf_push(reply, ';');
}

/* True when the fault that is switched on refuses the request as it stands. */
static bool refused_by_fault(const batch *b) {
    const rsp_stub *s = b->s;
    rsp_bytes body = rsp_bytes_from(s->request, rsp_packet_name(RSP_PACKET_JMULTI_BREAKPOINT).len + 1);
    if (rfc(b))
        return false;
    if (stub_fault(s, RSP_FAULT_MBP_RAW_STRINGS) && rsp_bytes_index(body, '\\') < body.len)
        return true;
    if (stub_fault(s, RSP_FAULT_MBP_FIRST_KEY) && !rsp_bytes_starts(body, RSP_LIT("{\"breakpoint_requests")))
        return true;
    if (stub_fault(s, RSP_FAULT_MBP_NOT_UNESCAPED) && rsp_bytes_index(body, RSP_ESCAPE_BYTE) < body.len)
        return true;
    return stub_fault(s, RSP_FAULT_MBP_NO_BLANKS) && rsp_bytes_index(body, ' ') < body.len;
}

/* Every `;` starts a request: for a fault. */
static rsp_status split_everywhere(batch *b) {
    rsp_bytes rest = rsp_bytes_from(b->s->request, rsp_packet_name(RSP_PACKET_MULTI_BREAKPOINT).len + 1);
    size_t most = rest.len + 1;
    b->requests.items = rsp_arena_alloc(&b->arena, most * sizeof(rsp_bytes));
    while (b->requests.items && rest.ptr && b->requests.num < most)
        b->requests.items[b->requests.num++] = rsp_bytes_split(&rest, ';');
    return b->requests.items ? RSP_OK : RSP_NO_MEMORY;
}

static rsp_status parse(batch *b) {
    if (refused_by_fault(b))
        return RSP_MALFORMED;
    if (rfc(b) && stub_fault(b->s, RSP_FAULT_MBP_RFC_SPLITS_LISTS))
        return split_everywhere(b);
    return rsp_multibreak_parse(&b->requests, b->s->request, b->form, &b->arena, NULL);
}

/* The requests on which a defect ends the stub. */
static bool dies(const batch *b, rsp_status status) {
    const rsp_stub *s = b->s;
    if (!rfc(b) && status == RSP_MALFORMED && stub_fault(s, RSP_FAULT_MBP_MISSING_KEY_DIES))
        return true;
    for (size_t i = 0; status == RSP_OK && i < b->requests.num; i++) {
        rsp_bytes request = b->requests.items[i];
        if (rfc(b) && (request.len == 0 || request.ptr[request.len - 1] == ';') &&
            stub_fault(s, RSP_FAULT_MBP_RFC_EMPTY_DIES))
            return true;
        if (!rfc(b) && rsp_bytes_starts(request, RSP_LIT("Z9")) && stub_fault(s, RSP_FAULT_MBP_TYPE_DIES))
            return true;
    }
    return false;
}

static void run_batch(rsp_stub *s, rsp_multibreak_form form, rsp_buf *reply) {
    batch b = {.s = s, .form = form, .arena = {.mem = s->opt.mem}};
    rsp_status status = parse(&b);
    bool number = rsp_bytes_search(s->request, RSP_LIT("[1]")) < s->request.len;
    if (dies(&b, status)) {
        stub_die(s);
        rsp_arena_free(&b.arena);
        return;
    }
    if (status == RSP_OK) {
        b.results = rsp_arena_alloc(&b.arena, (2 * b.requests.num + 1) * sizeof *b.results);
        status = b.results ? RSP_OK : RSP_NO_MEMORY;
    }
    rsp_bytes list = s->request;
    bool nothing = rsp_packet_take(&list, RSP_PACKET_MULTI_BREAKPOINT) && list.len == 0;
    if (status == RSP_OK) {
        run_all(&b);
        write_results(&b, reply);
    } else if (status == RSP_NO_MEMORY) {
        stub_error(s, reply, STUB_E_LIMIT, "out of memory");
    } else if (number && stub_fault(s, RSP_FAULT_MBP_NUMBER_IS_OK)) {
        const rsp_bytes good = RSP_LIT("OK");
        rsp_multibreak_reply_build(reply, &good, 1, b.form);
    } else if (nothing && stub_fault(s, RSP_FAULT_MBP_RFC_EMPTY_OK)) {
        stub_ok(reply);
    } else {
        stub_error(s, reply, STUB_E_SYNTAX, "not a list of requests");
    }
    rsp_arena_free(&b.arena);
}

void stub_on_multi_breakpoint(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    if (s->opt.offer_multibreak_rfc)
        run_batch(s, RSP_MULTIBREAK_RFC, reply);
}

void stub_on_jmulti_breakpoint(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    if (s->opt.offer_multibreak_json && !stub_fault(s, RSP_FAULT_MBP_RFC_ONLY))
        run_batch(s, RSP_MULTIBREAK_LLDB, reply);
}

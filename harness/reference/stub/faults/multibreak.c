/* Faults of MultiBreakpoint and jMultiBreakpoint: how the list is read, in which order it is done, how it is
 * told. The requests of a batch reach the honest handler in another order, cut, or fewer.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/row.h"

#include "codec/multibreak.h"
#include "core/arena.h"
#include <rsp/packet_ids.h>

/* The batch as a fault sees it. */
typedef struct batch {
    stub_service *t;
    rsp_arena arena;
    rsp_multibreak_list requests;
    rsp_multibreak_list results;
} batch;

static rsp_multibreak_form form_of(const stub_service *t) {
    return t->id == RSP_PACKET_MULTI_BREAKPOINT ? RSP_MULTIBREAK_RFC : RSP_MULTIBREAK_LLDB;
}

/* Copied, as the reply is made anew. */
static bool take_results(batch *b) {
    rsp_bytes reply = rsp_arena_bytes(&b->arena, rsp_buf_bytes(b->t->reply));
    return rsp_multibreak_reply_parse(&b->results, reply, form_of(b->t), &b->arena, NULL) == RSP_OK;
}

static void write_results(batch *b) {
    rsp_buf_clear(b->t->reply);
    rsp_multibreak_reply_build(b->t->reply, b->results.items, b->results.num, form_of(b->t));
}

/* Serves these requests alone, and reads their results: true if there is one for each. */
static bool serve_list(batch *b, const rsp_bytes *requests, size_t num) {
    rsp_buf_clear(b->t->reply);
    rsp_multibreak_build(stub_new_request(b->t), requests, num, form_of(b->t));
    stub_serve_bent(b->t);
    return take_results(b) && b->results.num == num;
}

/* The batch as it is; its results are to be told in another way. */
static bool serve_all(batch *b) {
    stub_serve(b->t);
    return take_results(b) && b->results.num == b->requests.num;
}

static bool is_error(rsp_bytes result) {
    return rsp_bytes_starts(result, RSP_LIT("E"));
}

static bool has_type(rsp_bytes request, char from, char to) {
    return request.len > 1 && (request.ptr[0] | 0x20) == 'z' && request.ptr[1] >= (uint8_t)from &&
           request.ptr[1] <= (uint8_t)to;
}

static bool is_request(rsp_bytes request) {
    return request.len > 0 && (request.ptr[0] | 0x20) == 'z';
}

static rsp_bytes *room_for(batch *b, size_t num) {
    return rsp_arena_alloc(&b->arena, (num + 1) * sizeof(rsp_bytes));
}

/* One request after the other, until the first that fails. */
static void stop_at_error(batch *b) {
    rsp_multibreak_list all = {.items = room_for(b, b->requests.num)};
    while (all.items && all.num < b->requests.num) {
        if (!serve_list(b, &b->requests.items[all.num], 1))
            return;
        all.items[all.num++] = b->results.items[0];
        if (is_error(b->results.items[0]))
            break;
    }
    b->results = all;
    write_results(b);
}

/* Done by `order`, a permutation; results in the order of the requests. */
static void serve_in_order(batch *b, const size_t *order) {
    size_t num = b->requests.num;
    rsp_bytes *requests = room_for(b, num);
    rsp_bytes *results = room_for(b, num);
    if (!requests || !results)
        return;
    for (size_t i = 0; i < num; i++)
        requests[i] = b->requests.items[order[i]];
    if (!serve_list(b, requests, num))
        return;
    for (size_t i = 0; i < num; i++)
        results[order[i]] = b->results.items[i];
    b->results.items = results;
    write_results(b);
}

static void removals_first(batch *b) {
    size_t num = 0;
    size_t *order = rsp_arena_alloc(&b->arena, (b->requests.num + 1) * sizeof *order);
    for (int pass = 0; order && pass < 2; pass++)
        for (size_t i = 0; i < b->requests.num; i++)
            if (rsp_bytes_starts(b->requests.items[i], RSP_LIT("z")) == (pass == 0))
                order[num++] = i;
    if (order)
        serve_in_order(b, order);
}

static void backwards(batch *b) {
    size_t num = b->requests.num;
    size_t *order = rsp_arena_alloc(&b->arena, (num + 1) * sizeof *order);
    for (size_t i = 0; order && i < num; i++)
        order[i] = num - 1 - i;
    if (order)
        serve_in_order(b, order);
}

static void merge_duplicates(batch *b) {
    size_t num = 0;
    for (size_t i = 0; i < b->requests.num; i++) {
        bool seen = false;
        for (size_t k = 0; k < num; k++)
            seen = seen || rsp_bytes_equal(b->requests.items[i], b->requests.items[k]);
        if (!seen)
            b->requests.items[num++] = b->requests.items[i];
    }
    (void)serve_list(b, b->requests.items, num);
}

static void do_few(batch *b) {
    (void)serve_list(b, b->requests.items, b->requests.num < 64 ? b->requests.num : 64);
}

static void tell_empty(batch *b) {
    if (!serve_all(b))
        return;
    for (size_t i = 0; i < b->results.num; i++)
        if (is_request(b->requests.items[i]) && !has_type(b->requests.items[i], '0', '4'))
            b->results.items[i] = RSP_LIT("");
    write_results(b);
}

/* What a batch has inserted, as text, each with a NUL: `-` in place of the letter of what is gone. */
static void note_own(batch *b) {
    rsp_buf *own = &b->t->s->faults.breakpoints.own;
    stub_serve(b->t);
    for (size_t i = 0; i < b->requests.num; i++) {
        rsp_bytes request = b->requests.items[i];
        size_t at = rsp_bytes_search(rsp_buf_bytes(own), rsp_bytes_from(request, 1));
        if (rsp_bytes_starts(request, RSP_LIT("z")) && at < own->len)
            own->ptr[at - 1] = '-';
        if (rsp_bytes_starts(request, RSP_LIT("Z"))) {
            rsp_buf_append(own, request);
            rsp_buf_push(own, 0);
        }
    }
}

/* What the fault does with a batch that is well-formed; all others go to the handler. */
static const struct {
    rsp_fault fault;
    void (*serve)(batch *b);
} batch_faults[] = {
    {RSP_FAULT_MBP_STOPS_AT_ERROR, stop_at_error},       {RSP_FAULT_MBP_RFC_STOPS, stop_at_error},
    {RSP_FAULT_MBP_REMOVALS_FIRST, removals_first},      {RSP_FAULT_MBP_RFC_BACKWARDS, backwards},
    {RSP_FAULT_MBP_DUPLICATES_MERGED, merge_duplicates}, {RSP_FAULT_MBP_CUT, do_few},
    {RSP_FAULT_MBP_RFC_EMPTY_ELEMENT, tell_empty},       {RSP_FAULT_MBP_OWN_TABLE, note_own},
};

static void as_batch(stub_service *t) {
    batch b = {.t = t, .arena = {.mem = t->s->opt.mem}};
    size_t i = 0;
    while (!stub_fault(t->s, batch_faults[i].fault))
        i++;
    if (rsp_multibreak_parse(&b.requests, t->s->request, form_of(t), &b.arena, NULL) == RSP_OK)
        batch_faults[i].serve(&b);
    else
        stub_serve(t);
    rsp_arena_free(&b.arena);
}

static void in_json(stub_service *t) {
    batch b = {.t = t, .arena = {.mem = t->s->opt.mem}};
    stub_serve(t);
    if (take_results(&b)) {
        rsp_buf_clear(t->reply);
        rsp_multibreak_reply_build(t->reply, b.results.items, b.results.num, RSP_MULTIBREAK_LLDB);
    }
    rsp_arena_free(&b.arena);
}

/* Each part is a request, also one that begins with no letter of theirs. */
static void splits_lists(stub_service *t) {
    batch b = {.t = t, .arena = {.mem = t->s->opt.mem}};
    rsp_bytes rest = t->args;
    size_t most = rest.len + 1;
    rsp_bytes *results = room_for(&b, most);
    size_t num = 0;
    while (results && rest.ptr && num < most) {
        rsp_bytes request = rsp_bytes_split(&rest, ';');
        bool good = is_request(request) && serve_list(&b, &request, 1);
        results[num++] = good ? b.results.items[0] : RSP_LIT("E16");
    }
    b.results = (rsp_multibreak_list){.items = results, .num = num};
    write_results(&b);
    rsp_arena_free(&b.arena);
}

static void unknown_to_single(stub_service *t) {
    const rsp_buf *own = &t->s->faults.breakpoints.own;
    size_t at = rsp_bytes_search(rsp_buf_bytes(own), rsp_bytes_from(t->s->request, 1));
    if (at < own->len && own->ptr[at - 1] == 'Z')
        stub_refuse(t);
    else
        stub_serve(t);
}

static const stub_fault_row rows[] = {
    REPLY(MBP_BARE_ARRAY, JMULTI_BREAKPOINT, "%*[%*]%*", "[%2]"),
    REPLY_PLACES(MBP_OMITS_FAILED, JMULTI_BREAKPOINT, "\"E%b\",", ""),
    REPLY_PLACES(MBP_OMITS_FAILED, JMULTI_BREAKPOINT, ",\"E%b\"", ""),
    CALL(MBP_REMOVALS_FIRST, JMULTI_BREAKPOINT, as_batch),
    CALL(MBP_STOPS_AT_ERROR, JMULTI_BREAKPOINT, as_batch),
    REPLY_PLACES(MBP_DECIMAL_ERRORS, JMULTI_BREAKPOINT, "\"E%b\"", "\"%d1\""),
    REPLY_TO(MBP_UNSUPPORTED_IS_EMPTY, JMULTI_BREAKPOINT, "%*\"Z9%*", "%*", ""),
    REPLY(MBP_RAW_BRACE, JMULTI_BREAKPOINT, "%*}]", "%1}"),
    INSTEAD(MBP_NOT_UNESCAPED, JMULTI_BREAKPOINT, "%*}%*", "E16"),
    INSTEAD(MBP_NO_BLANKS, JMULTI_BREAKPOINT, "%* %*", "E16"),
    CALL(MBP_DUPLICATES_MERGED, JMULTI_BREAKPOINT, as_batch),
    REPLY_TO(MBP_EMPTY_IS_EMPTY, JMULTI_BREAKPOINT, "%*[]%*", "%*", ""),
    REPLY(MBP_MISSING_KEY_DIES, JMULTI_BREAKPOINT, "E16", STUB_DEATH),
    REPLY(MBP_MISSING_KEY_DIES, JMULTI_BREAKPOINT, "E.not a list%*", STUB_DEATH),
    REPLY_TO(MBP_NUMBER_IS_OK, JMULTI_BREAKPOINT, "%*[1]%*", "E%*", "{\"results\":[\"OK\"]}]"),
    REPLY_PLACES(MBP_ANYTHING_REMOVES, JMULTI_BREAKPOINT, "\"E16\"", "\"OK\""),
    REQUEST_PLACES(MBP_SPLIT_AT_SEMICOLON, JMULTI_BREAKPOINT, ";%*\"", "\""),
    CALL(MBP_OWN_TABLE, JMULTI_BREAKPOINT, as_batch),
    CALL(MBP_OWN_TABLE, REMOVE_BREAKPOINT, unknown_to_single),
    REQUEST_PLACES(MBP_NO_WATCHPOINTS, JMULTI_BREAKPOINT, "Z2,", "Z9,"),
    REQUEST_PLACES(MBP_NO_WATCHPOINTS, JMULTI_BREAKPOINT, "Z3,", "Z9,"),
    REQUEST_PLACES(MBP_NO_WATCHPOINTS, JMULTI_BREAKPOINT, "Z4,", "Z9,"),
    CALL(MBP_CUT, JMULTI_BREAKPOINT, as_batch),
    INSTEAD(MBP_RAW_STRINGS, JMULTI_BREAKPOINT, "%*\\%*", "E16"),
    REQUEST(MBP_FIRST_KEY, JMULTI_BREAKPOINT, "{\"breakpoint_requests%*", NULL),
    INSTEAD(MBP_FIRST_KEY, JMULTI_BREAKPOINT, "%*", "E16"),
    INSTEAD(MBP_TYPE_DIES, JMULTI_BREAKPOINT, "%*\"Z9%*", STUB_DEATH),
    INSTEAD(MBP_RFC_ONLY, JMULTI_BREAKPOINT, "%*", ""),
    INSTEAD(ROBUST_DEEP_JSON_CLOSES, JMULTI_BREAKPOINT, "[[[[[[[[%*", STUB_DEATH),
    INSTEAD_WHEN(MBP_NO_PROCESS_DIES, JMULTI_BREAKPOINT, WITHOUT_PROCESS, "%*", STUB_DEATH),
    REPLY(MBP_UNKNOWN_IS_E01, JMULTI_BREAKPOINT, "", "E01"),
    CALL(MBP_RFC_JSON, MULTI_BREAKPOINT, in_json),
    REPLY(MBP_RFC_TRAILING, MULTI_BREAKPOINT, "OK%*", "OK%1;"),
    CALL(MBP_RFC_STOPS, MULTI_BREAKPOINT, as_batch),
    CALL(MBP_RFC_BACKWARDS, MULTI_BREAKPOINT, as_batch),
    CALL(MBP_RFC_SPLITS_LISTS, MULTI_BREAKPOINT, splits_lists),
    REPLY_TO(MBP_RFC_COMMANDS_APART, MULTI_BREAKPOINT, "%*;cmds:%*", "%*", "%3;E01"),
    REQUEST_PLACES(MBP_RFC_WATCH_CONDITION, MULTI_BREAKPOINT, "Z2,%x,%x;X%x,%h", "Z2,%1,%2"),
    REQUEST_PLACES(MBP_RFC_WATCH_CONDITION, MULTI_BREAKPOINT, "Z3,%x,%x;X%x,%h", "Z3,%1,%2"),
    REQUEST_PLACES(MBP_RFC_WATCH_CONDITION, MULTI_BREAKPOINT, "Z4,%x,%x;X%x,%h", "Z4,%1,%2"),
    CALL(MBP_RFC_EMPTY_ELEMENT, MULTI_BREAKPOINT, as_batch),
    REPLY_PLACES(MBP_RFC_ERROR_TEXT, MULTI_BREAKPOINT, "E%b", "E.cannot insert; no memory there"),
    INSTEAD(MBP_RFC_EMPTY_OK, MULTI_BREAKPOINT, "", "OK"),
    INSTEAD(MBP_RFC_EMPTY_DIES, MULTI_BREAKPOINT, "%*;;%*", STUB_DEATH),
    INSTEAD(MBP_RFC_EMPTY_DIES, MULTI_BREAKPOINT, "%*;", STUB_DEATH),
    REPLY(MBP_RFC_UNKNOWN_IS_WRITE, MULTI_BREAKPOINT, "", "E01"),
};
STUB_FAULT_TABLE(stub_multibreak_faults, rows);

/* Faults of MultiBreakpoint and jMultiBreakpoint: how the list is read, in which order it is done, how it is
 * told. The requests of a batch reach the honest handler in another order, cut, or fewer; its results are
 * written anew. Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/hooks.h"
#include "faults/serve.h"

#include "codec/escape.h"
#include "codec/multibreak.h"
#include "core/arena.h"
#include <rsp/packet_ids.h>

enum { MOST_DONE = 64 };

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

static bool take_requests(batch *b) {
    return rsp_multibreak_parse(&b->requests, b->t->s->request, form_of(b->t), &b->arena, NULL) == RSP_OK;
}

/* Copied, as the reply is made anew. */
static bool take_results(batch *b) {
    rsp_bytes reply = rsp_arena_bytes(&b->arena, rsp_buf_bytes(b->t->reply));
    return rsp_multibreak_reply_parse(&b->results, reply, form_of(b->t), &b->arena, NULL) == RSP_OK;
}

/* Serves these requests alone, and reads their results. */
static bool serve_list(batch *b, const rsp_bytes *requests, size_t num) {
    rsp_buf_clear(b->t->reply);
    rsp_multibreak_build(stub_new_request(b->t), requests, num, form_of(b->t));
    stub_bend(b->t);
    stub_serve(b->t);
    return take_results(b);
}

static void write_results(batch *b) {
    rsp_buf_clear(b->t->reply);
    rsp_multibreak_reply_build(b->t->reply, b->results.items, b->results.num, form_of(b->t));
}

typedef void batch_fault(batch *b);

/* The fault gets a batch that is well-formed; all others go to the handler. */
static void with_batch(stub_service *t, batch_fault *fault) {
    batch b = {.t = t, .arena = {.mem = t->s->opt.mem}};
    if (take_requests(&b))
        fault(&b);
    else
        stub_serve(t);
    rsp_arena_free(&b.arena);
}

static bool is_error(rsp_bytes result) {
    return rsp_bytes_starts(result, RSP_LIT("E"));
}

static bool is_watch(rsp_bytes request) {
    return request.len > 1 && request.ptr[1] >= '2' && request.ptr[1] <= '4';
}

static bool is_request(rsp_bytes request) {
    return request.len > 0 && (request.ptr[0] == 'Z' || request.ptr[0] == 'z');
}

/* Results that the fault takes out or puts in. */
static rsp_bytes *room_for(batch *b, size_t num) {
    return rsp_arena_alloc(&b->arena, (num + 1) * sizeof(rsp_bytes));
}

static void leave_failed_out(batch *b) {
    stub_serve(b->t);
    if (!take_results(b))
        return;
    size_t num = 0;
    for (size_t i = 0; i < b->results.num; i++)
        if (!is_error(b->results.items[i]))
            b->results.items[num++] = b->results.items[i];
    b->results.num = num;
    write_results(b);
}

/* One request after the other, until the first that fails. */
static void stop_at_error(batch *b) {
    rsp_multibreak_list all = {.items = room_for(b, b->requests.num)};
    while (all.items && all.num < b->requests.num) {
        if (!serve_list(b, &b->requests.items[all.num], 1) || b->results.num != 1)
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
    rsp_bytes *requests = room_for(b, b->requests.num);
    rsp_bytes *results = room_for(b, b->requests.num);
    if (!requests || !results)
        return;
    for (size_t i = 0; i < b->requests.num; i++)
        requests[i] = b->requests.items[order[i]];
    if (!serve_list(b, requests, b->requests.num) || b->results.num != b->requests.num)
        return;
    for (size_t i = 0; i < b->requests.num; i++)
        results[order[i]] = b->results.items[i];
    b->results.items = results;
    write_results(b);
}

static void do_removals_first(batch *b) {
    size_t num = 0;
    size_t *order = rsp_arena_alloc(&b->arena, (b->requests.num + 1) * sizeof *order);
    for (int pass = 0; order && pass < 2; pass++)
        for (size_t i = 0; i < b->requests.num; i++)
            if (rsp_bytes_starts(b->requests.items[i], RSP_LIT("z")) == (pass == 0))
                order[num++] = i;
    if (order)
        serve_in_order(b, order);
}

static void do_backwards(batch *b) {
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
    (void)serve_list(b, b->requests.items, b->requests.num < MOST_DONE ? b->requests.num : MOST_DONE);
}

static void cut_at_semicolon(batch *b) {
    for (size_t i = 0; i < b->requests.num; i++)
        b->requests.items[i] =
            rsp_bytes_sub(b->requests.items[i], 0, rsp_bytes_index(b->requests.items[i], ';'));
    (void)serve_list(b, b->requests.items, b->requests.num);
}

static void cut_watchpoints(batch *b) {
    for (size_t i = 0; i < b->requests.num; i++)
        if (is_watch(b->requests.items[i]))
            b->requests.items[i] =
                rsp_bytes_sub(b->requests.items[i], 0, rsp_bytes_index(b->requests.items[i], ';'));
    (void)serve_list(b, b->requests.items, b->requests.num);
}

static void accept_anything(batch *b) {
    stub_serve(b->t);
    if (!take_results(b) || b->results.num != b->requests.num)
        return;
    for (size_t i = 0; i < b->results.num; i++)
        if (!is_request(b->requests.items[i]))
            b->results.items[i] = RSP_LIT("OK");
    write_results(b);
}

/* Types 2 to 4 become one that there is not. */
static void refuse_watchpoints(batch *b) {
    for (size_t i = 0; i < b->requests.num; i++)
        if (is_watch(b->requests.items[i]))
            b->requests.items[i] = RSP_LIT("Z9,0,1");
    (void)serve_list(b, b->requests.items, b->requests.num);
}

static void die_of_type(batch *b) {
    for (size_t i = 0; i < b->requests.num; i++) {
        if (rsp_bytes_starts(b->requests.items[i], RSP_LIT("Z9"))) {
            stub_die(b->t->s);
            return;
        }
    }
    stub_serve(b->t);
}

static void empty_for_type(batch *b) {
    bool any = false;
    for (size_t i = 0; i < b->requests.num; i++)
        any = any || rsp_bytes_starts(b->requests.items[i], RSP_LIT("Z9"));
    stub_serve(b->t);
    if (any)
        rsp_buf_clear(b->t->reply);
}

static void empty_for_none(batch *b) {
    stub_serve(b->t);
    if (b->requests.num == 0)
        rsp_buf_clear(b->t->reply);
}

static void die_of_empty(batch *b) {
    for (size_t i = 0; i < b->requests.num; i++) {
        if (b->requests.items[i].len == 0 || rsp_bytes_ends(b->requests.items[i], RSP_LIT(";"))) {
            stub_die(b->t->s);
            return;
        }
    }
    stub_serve(b->t);
}

/* An error of its own for each list of commands. */
static void set_commands_apart(batch *b) {
    stub_serve(b->t);
    rsp_bytes *results = room_for(b, 2 * b->requests.num);
    size_t num = 0;
    if (!results || !take_results(b) || b->results.num != b->requests.num)
        return;
    for (size_t i = 0; i < b->results.num; i++) {
        results[num++] = b->results.items[i];
        if (rsp_bytes_search(b->requests.items[i], RSP_LIT(";cmds:")) < b->requests.items[i].len)
            results[num++] = RSP_LIT("E01");
    }
    b->results = (rsp_multibreak_list){.items = results, .num = num};
    write_results(b);
}

#define WITH_BATCH(name, fault)         \
    static void name(stub_service *t) { \
        with_batch(t, fault);           \
    }
WITH_BATCH(omits_failed, leave_failed_out)
WITH_BATCH(stops_at_error, stop_at_error)
WITH_BATCH(removals_first, do_removals_first)
WITH_BATCH(backwards, do_backwards)
WITH_BATCH(duplicates_merged, merge_duplicates)
WITH_BATCH(cut, do_few)
WITH_BATCH(split_at_semicolon, cut_at_semicolon)
WITH_BATCH(watch_condition, cut_watchpoints)
WITH_BATCH(anything_removes, accept_anything)
WITH_BATCH(no_watchpoints, refuse_watchpoints)
WITH_BATCH(type_dies, die_of_type)
WITH_BATCH(unsupported_is_empty, empty_for_type)
WITH_BATCH(empty_is_empty, empty_for_none)
WITH_BATCH(empty_dies, die_of_empty)
WITH_BATCH(commands_apart, set_commands_apart)
#undef WITH_BATCH

static void decimal_errors(stub_service *t) {
    stub_serve(t);
    stub_replace(t, "\"E03\"", "\"3\"");
    stub_replace(t, "\"E0e\"", "\"14\"");
    stub_replace(t, "\"E16\"", "\"22\"");
    stub_replace(t, "\"E0c\"", "\"12\"");
}

/* {"results":[...]} loses its frame. */
static void bare_array(stub_service *t) {
    stub_serve(t);
    size_t at = rsp_bytes_index(rsp_buf_bytes(t->reply), '[');
    if (stub_refused(t) || at == t->reply->len)
        return;
    rsp_buf_consume(t->reply, at);
    rsp_buf_truncate(t->reply, rsp_bytes_index(rsp_buf_bytes(t->reply), ']') + 1);
}

static void raw_brace(stub_service *t) {
    stub_serve(t);
    if (rsp_bytes_ends(rsp_buf_bytes(t->reply), RSP_LIT("}]"))) {
        rsp_buf_truncate(t->reply, t->reply->len - 2);
        rsp_buf_push(t->reply, '}');
    }
}

static bool body_has(const stub_service *t, uint8_t byte) {
    return rsp_bytes_index(t->args, byte) < t->args.len;
}

static void refuse_list(stub_service *t) {
    stub_error(t->s, t->reply, STUB_E_SYNTAX, "not a list of requests");
}

static void serve_unless(stub_service *t, bool refused) {
    if (refused)
        refuse_list(t);
    else
        stub_serve(t);
}

static void raw_strings(stub_service *t) {
    serve_unless(t, body_has(t, '\\'));
}

static void not_unescaped(stub_service *t) {
    serve_unless(t, body_has(t, RSP_ESCAPE_BYTE));
}

static void no_blanks(stub_service *t) {
    serve_unless(t, body_has(t, ' '));
}

static void first_key(stub_service *t) {
    serve_unless(t, !rsp_bytes_starts(t->args, RSP_LIT("{\"breakpoint_requests")));
}

static void missing_key_dies(stub_service *t) {
    stub_serve(t);
    if (stub_replies(t, RSP_LIT("E16")) || stub_replies(t, RSP_LIT("E.not a list")))
        stub_die(t->s);
}

static void number_is_ok(stub_service *t) {
    bool number = rsp_bytes_search(t->args, RSP_LIT("[1]")) < t->args.len;
    stub_serve(t);
    if (!number || !stub_refused(t))
        return;
    const rsp_bytes good = RSP_LIT("OK");
    rsp_buf_clear(t->reply);
    rsp_multibreak_reply_build(t->reply, &good, 1, RSP_MULTIBREAK_LLDB);
}

static void rfc_only(stub_service *t) {
    (void)t;
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

static void trailing(stub_service *t) {
    batch b = {.t = t, .arena = {.mem = t->s->opt.mem}};
    stub_serve(t);
    if (take_results(&b))
        rsp_buf_push(t->reply, ';');
    rsp_arena_free(&b.arena);
}

static bool is_unsupported(rsp_bytes request) {
    return request.len > 1 && is_request(request) && (request.ptr[1] < '0' || request.ptr[1] > '4');
}

/* Results told in another way: empty for a type that there is not, or a text for an error. */
static void retell(batch *b, bool text) {
    stub_serve(b->t);
    if (!take_results(b) || b->results.num != b->requests.num)
        return;
    for (size_t i = 0; i < b->results.num; i++)
        if (text ? is_error(b->results.items[i]) : is_unsupported(b->requests.items[i]))
            b->results.items[i] = text ? RSP_LIT("E.cannot insert; no memory there") : RSP_LIT("");
    write_results(b);
}

static void tell_empty(batch *b) {
    retell(b, false);
}

static void tell_text(batch *b) {
    retell(b, true);
}

static void empty_element(stub_service *t) {
    with_batch(t, tell_empty);
}

static void error_text(stub_service *t) {
    with_batch(t, tell_text);
}

static void empty_ok(stub_service *t) {
    stub_serve(t);
    if (t->args.len == 0 && rsp_bytes_ends(t->s->request, RSP_LIT(":")))
        stub_answer(t, "OK");
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
        bool good = is_request(request) && serve_list(&b, &request, 1) && b.results.num == 1;
        results[num++] = good ? b.results.items[0] : RSP_LIT("E16");
    }
    b.results = (rsp_multibreak_list){.items = results, .num = num};
    write_results(&b);
    rsp_arena_free(&b.arena);
}

/* What a batch has inserted, as text, each with a NUL: `-` in place of the letter of what is gone. */
static void note_own(batch *b) {
    rsp_buf *own = &b->t->s->faults.points.own;
    stub_serve(b->t);
    for (size_t i = 0; i < b->requests.num; i++) {
        rsp_bytes request = b->requests.items[i];
        rsp_bytes key = rsp_bytes_from(request, 1);
        size_t at = rsp_bytes_search(rsp_buf_bytes(own), key);
        if (rsp_bytes_starts(request, RSP_LIT("z")) && at < own->len)
            own->ptr[at - 1] = '-';
        if (rsp_bytes_starts(request, RSP_LIT("Z"))) {
            rsp_buf_append(own, request);
            rsp_buf_push(own, 0);
        }
    }
}

static void own_table(stub_service *t) {
    with_batch(t, note_own);
}

static void unknown_to_single(stub_service *t) {
    const rsp_buf *own = &t->s->faults.points.own;
    size_t at = rsp_bytes_search(rsp_buf_bytes(own), rsp_bytes_from(t->s->request, 1));
    if (t->id == RSP_PACKET_REMOVE_BREAKPOINT && at < own->len && own->ptr[at - 1] == 'Z')
        stub_refuse(t);
    else
        stub_serve(t);
}

#define JSON(id, serve) \
    { RSP_FAULT_##id, stub_on_jmulti_breakpoint, serve }
#define RFC(id, serve) \
    { RSP_FAULT_##id, stub_on_multi_breakpoint, serve }

static const stub_fault_row rows[] = {
    JSON(MBP_BARE_ARRAY, bare_array),
    JSON(MBP_OMITS_FAILED, omits_failed),
    JSON(MBP_REMOVALS_FIRST, removals_first),
    JSON(MBP_STOPS_AT_ERROR, stops_at_error),
    JSON(MBP_DECIMAL_ERRORS, decimal_errors),
    JSON(MBP_UNSUPPORTED_IS_EMPTY, unsupported_is_empty),
    JSON(MBP_RAW_BRACE, raw_brace),
    JSON(MBP_NOT_UNESCAPED, not_unescaped),
    JSON(MBP_NO_BLANKS, no_blanks),
    JSON(MBP_DUPLICATES_MERGED, duplicates_merged),
    JSON(MBP_EMPTY_IS_EMPTY, empty_is_empty),
    JSON(MBP_MISSING_KEY_DIES, missing_key_dies),
    JSON(MBP_NUMBER_IS_OK, number_is_ok),
    JSON(MBP_ANYTHING_REMOVES, anything_removes),
    JSON(MBP_SPLIT_AT_SEMICOLON, split_at_semicolon),
    JSON(MBP_OWN_TABLE, own_table),
    {RSP_FAULT_MBP_OWN_TABLE, stub_on_breakpoint, unknown_to_single},
    JSON(MBP_NO_WATCHPOINTS, no_watchpoints),
    JSON(MBP_CUT, cut),
    JSON(MBP_RAW_STRINGS, raw_strings),
    JSON(MBP_FIRST_KEY, first_key),
    JSON(MBP_TYPE_DIES, type_dies),
    JSON(MBP_RFC_ONLY, rfc_only),
    RFC(MBP_RFC_JSON, in_json),
    RFC(MBP_RFC_TRAILING, trailing),
    RFC(MBP_RFC_STOPS, stops_at_error),
    RFC(MBP_RFC_BACKWARDS, backwards),
    RFC(MBP_RFC_SPLITS_LISTS, splits_lists),
    RFC(MBP_RFC_COMMANDS_APART, commands_apart),
    RFC(MBP_RFC_WATCH_CONDITION, watch_condition),
    RFC(MBP_RFC_EMPTY_ELEMENT, empty_element),
    RFC(MBP_RFC_ERROR_TEXT, error_text),
    RFC(MBP_RFC_EMPTY_OK, empty_ok),
    RFC(MBP_RFC_EMPTY_DIES, empty_dies),
};
STUB_FAULT_TABLE(stub_multibreak_faults, rows);

/* Batches: each range or request has its own result, and each result its own expectation.
 * The reply is read by what was asked for: the last request of the play.
 * Source: GDB manual, MultiMemRead; LLDB's packet documentation, MultiBreakpoint. */
/* SPDX-License-Identifier: MIT */
#include "match/match_batch.h"

#include "match/match.h"
#include "match/match_doc.h"
#include "play/buffers.h"
#include "play/evaluate.h"

#include "codec/explain.h"
#include "codec/multimem.h"
#include "codec/reply.h"
#include "core/arena.h"
#include "core/limits.h"

bool match_same_bytes(rsp_bytes got, rsp_bytes want, rsp_buf *why) {
    size_t n = got.len < want.len ? got.len : want.len;
    for (size_t i = 0; i < n; i++) {
        if (got.ptr[i] != want.ptr[i])
            return match_say(why, "expected %02x in byte %zu, got %02x", want.ptr[i], i, got.ptr[i]);
    }
    return got.len == want.len || match_say(why, "expected %zu bytes, got %zu", want.len, got.len);
}

bool match_start(play *p, rsp_bytes got, const bytes_spec *of, const expr_spec *min, const expr_spec *max,
                 rsp_buf *why) {
    rsp_buf *want = play_buf(p);
    uint64_t fewest = 0;
    uint64_t most = UINT64_MAX;
    if (!play_bytes(p, of, want) || !play_number_or(p, min, &fewest) || !play_number_or(p, max, &most))
        return match_say_unusable(p, why);
    if (got.len < fewest)
        return match_say(why, "expected at least %llu bytes, got %zu", (unsigned long long)fewest, got.len);
    if (most > want->len)
        most = want->len;
    if (got.len > most)
        return match_say(why, "expected at most %llu bytes, got %zu", (unsigned long long)most, got.len);
    return match_same_bytes(got, rsp_bytes_sub(rsp_buf_bytes(want), 0, got.len), why);
}

/* --- MultiMemRead --- */

rsp_multimem_form match_multimem_form(const play *p) {
    const value *v = scope_get(&p->names, RSP_LIT("dialect.multimem"));
    return v && rsp_bytes_equal(v->bytes, RSP_LIT("rfc")) ? RSP_MULTIMEM_RFC : RSP_MULTIMEM_LLDB;
}

static bool chunk_holds(play *p, const chunk_spec *wanted, rsp_bytes got, rsp_buf *why) {
    if (spec_is_word(&wanted->w, CHUNK_ANY))
        return true;
    if (wanted->prefix_of)
        return match_start(p, got, wanted->prefix_of, wanted->min, wanted->max, why);
    if (wanted->w.form != FORM_SCALAR || wanted->w.text.len == 0)
        return got.len == 0 || match_say(why, "expected no bytes, got %zu", got.len);
    rsp_buf *want = play_buf(p);
    if (!play_bytes(p, wanted->bytes, want))
        return match_say_unusable(p, why);
    return match_same_bytes(got, rsp_buf_bytes(want), why);
}

static bool check_chunk(play *p, const chunk_spec *wanted, rsp_bytes got, size_t i, rsp_buf *why) {
    rsp_buf *inner = play_buf(p);
    return chunk_holds(p, wanted, got, inner) || match_say(why, "range %zu: %s", i, rsp_buf_cstr(inner));
}

static bool check_chunks(play *p, const chunks_spec *wanted, const rsp_bytes *chunks, size_t num,
                         rsp_buf *why) {
    if (wanted->num != num)
        return match_say(why, "%zu ranges were asked for, %zu are expected", num, wanted->num);
    for (size_t i = 0; i < num; i++) {
        if (!check_chunk(p, wanted->items[i], chunks[i], i, why))
            return false;
    }
    return true;
}

bool match_multimem(play *p, const chunks_spec *wanted, rsp_bytes reply, rsp_buf *why) {
    rsp_multimem_form form = match_multimem_form(p);
    rsp_error error = {0};
    size_t num = 0;
    if (rsp_reply_is_error(reply) || reply.len == 0)
        return match_say(why, reply.len ? "expected no error, got one"
                                        : "expected a reply with content, got the empty reply");
    /* a request with one range reads the same in both forms */
    rsp_bytes request = rsp_buf_bytes(&p->last.request);
    if (rsp_multimem_parse(NULL, 0, &num, request, form, &error) != RSP_OK || num == 0)
        return match_say(why, "the request is no MultiMemRead of this dialect: %s", error.msg);
    rsp_mem_range *ranges = rsp_arena_alloc(&p->room.scratch, num * sizeof *ranges);
    rsp_bytes *chunks = rsp_arena_alloc(&p->room.scratch, num * sizeof *chunks);
    if (!ranges || !chunks || rsp_multimem_parse(ranges, num, &num, request, form, &error) != RSP_OK)
        return match_say(why, "out of memory");
    if (rsp_multimem_reply_parse(chunks, ranges, num, reply, form, &error) != RSP_OK)
        return match_say(why, "expected a well-formed reply: %s", error.msg);
    return check_chunks(p, wanted, chunks, num, why);
}

/* --- MultiBreakpoint --- */

static bool result_is(const result_word_spec *wanted, rsp_bytes got) {
    rsp_reply reply = rsp_reply_classify(got);
    bool error = reply.kind == RSP_REPLY_ERROR || reply.kind == RSP_REPLY_ERROR_TEXT;
    switch (wanted->word) {
    case RESULT_OK:
        return reply.kind == RSP_REPLY_OK;
    case RESULT_ERROR:
        return error;
    case RESULT_EMPTY:
        return got.len == 0;
    case RESULT_NOT_OK:
        return error || got.len == 0;
    default: /* RESULT_ANY */
        return error || got.len == 0 || reply.kind == RSP_REPLY_OK;
    }
}

static bool check_results(const results_spec *wanted, const value *list, rsp_buf *why) {
    if (list->num != wanted->num)
        return match_say(why, "expected %zu results, got %zu", wanted->num, list->num);
    for (size_t i = 0; i < wanted->num; i++) {
        if (result_is(wanted->items[i], list->items[i].bytes))
            continue;
        return match_say_text(why, list->items[i].bytes, "expected %s as result %zu, got ",
                              spec_text(wanted->items[i]), i);
    }
    return true;
}

/* "OK;E01;OK", or {"results":[...]}, by the name of the request. */
bool match_multibreak(play *p, const results_spec *wanted, rsp_bytes reply, rsp_buf *why) {
    value list = value_list(NULL, 0);
    bool json = rsp_bytes_starts(rsp_buf_bytes(&p->last.request), RSP_LIT("jMulti"));
    /* in the RFC form "E03" may be the list of one result */
    if (reply.len == 0 || (json && rsp_reply_is_error(reply)))
        return match_say(why, reply.len ? "expected no error, got one"
                                        : "expected a reply with content, got the empty reply");
    if (!json) {
        rsp_bytes rest = reply;
        while (rest.ptr && list.num < RSP_LIMIT_BATCH_ITEMS)
            list = value_list_add(&p->room.scratch, &list, value_bytes(rsp_bytes_split(&rest, ';')));
        return check_results(wanted, &list, why);
    }
    if (!match_json_strings(p, reply, "results", &list, why))
        return false;
    return check_results(wanted, &list, why);
}

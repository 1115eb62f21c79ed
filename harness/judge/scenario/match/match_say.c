/* What all matchers are made of: the first reason why something does not match, numbers in a range, patterns.
 * A search ends with the play.
 * See match.h. */
/* SPDX-License-Identifier: MIT */
#include "match/match.h"

#include "language/pattern.h"
#include "play/buffers.h"
#include "play/evaluate.h"
#include "play/failure.h"

#include "codec/explain.h"

bool match_say(rsp_buf *why, const char *fmt, ...) {
    if (why->len > 0)
        return false;
    va_list ap;
    va_start(ap, fmt);
    rsp_buf_printf_v(why, fmt, ap);
    va_end(ap);
    return false;
}

bool match_say_text(rsp_buf *why, rsp_bytes text, const char *fmt, ...) {
    if (why->len > 0)
        return false;
    va_list ap;
    va_start(ap, fmt);
    rsp_buf_printf_v(why, fmt, ap);
    va_end(ap);
    rsp_buf_push(why, '\'');
    rsp_printable_append(why, text, 80);
    rsp_buf_push(why, '\'');
    return false;
}

bool match_say_unusable(const play *p, rsp_buf *why) {
    return match_say(why, "the expectation can not be evaluated: %s", p->failed.failure.message);
}

static rsp_status may_search_on(void *ctx) {
    const play *p = ctx;
    return client_end_may_go_on(&p->t);
}

/* The pattern with its values put in, for one search. */
static rsp_status compile_pattern(play *p, const regex_spec *regex, automaton **out, expr_error *error) {
    rsp_buf *text = play_buf(p);
    expr_env env = play_env(p);
    rsp_status status = template_write(regex->text, &env, text, error);
    return status == RSP_OK
               ? rsp_pattern_compile(out, error->message, sizeof error->message, text, p->room.arena.mem)
               : status;
}

/* Searches a text that may hold NULs. */
static rsp_status search(play *p, const automaton *pattern, rsp_bytes text, bool keep, bool *out_found) {
    automaton_search how = {.bounds = keep, .going = may_search_on, .ctx = p, .mem = p->room.arena.mem};
    rsp_status status = rsp_automaton_find(pattern, text, &how);
    *out_found = status == RSP_OK;
    return keep && *out_found ? rsp_automaton_groups(pattern, text, &how, p->reused.groups) : status;
}

bool match_regex(play *p, const regex_spec *regex, rsp_bytes text, bool keep, bool *out_found, rsp_buf *why) {
    expr_error error = {0};
    automaton *own = NULL;
    *out_found = false;
    rsp_status status = regex->pattern ? RSP_OK : compile_pattern(p, regex, &own, &error);
    if (status != RSP_OK) {
        play_trouble(p, status);
        return match_say(why, "the pattern can not be used: %s", error.message);
    }
    status = search(p, regex->pattern ? regex->pattern : own, text, keep, out_found);
    rsp_automaton_free(own);
    if (status == RSP_OK || status == RSP_NOT_FOUND)
        return true;
    play_trouble(p, status);
    return match_say(why, "the pattern can not be searched for: %s", rsp_status_text(status));
}

bool match_range(play *p, range wanted, uint64_t number, const char *what, rsp_buf *why) {
    uint64_t from = 0;
    uint64_t to = UINT64_MAX;
    if (!play_number_or(p, wanted.low, &from) || !play_number_or(p, wanted.high, &to))
        return match_say_unusable(p, why);
    if (number >= from && number <= to)
        return true;
    if (from == to)
        return match_say(why, "expected %s to be 0x%llx, got 0x%llx", what, (unsigned long long)from,
                         (unsigned long long)number);
    return match_say(why, "expected %s from 0x%llx to 0x%llx, got 0x%llx", what, (unsigned long long)from,
                     (unsigned long long)to, (unsigned long long)number);
}

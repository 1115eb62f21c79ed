/* Cutting texts in the middle: the beginning says how it came about, the end how it ended.
 * A stub that fails a thousand scenarios with a megabyte each must not take a gigabyte of ours.
 * The run's budget is shared by its workers; see limits.h for the sizes. */
/* SPDX-License-Identifier: MIT */
#include "run/evidence.h"

#include "core/arena.h"
#include "core/limits.h"
#include "core/mem.h"
#include <rsp/link.h>

enum { SPENT_BYTES = 1024 }; /* of a window, or of last words, once the run's budget is spent */

static size_t count_lines(rsp_bytes text) {
    size_t num = 0;
    for (size_t i = 0; i < text.len; i++)
        num += text.ptr[i] == '\n';
    return num;
}

/* The length of the whole lines that `text` starts with; all of it where there is no line's end. */
static size_t whole_lines(rsp_bytes text) {
    size_t len = text.len;
    while (len > 0 && text.ptr[len - 1] != '\n')
        len--;
    return len > 0 ? len : text.len;
}

static const char *finish(rsp_arena *arena, rsp_buf *buf) {
    const char *copy = rsp_arena_str(arena, rsp_buf_cstr(buf));
    rsp_buf_free(buf);
    return copy;
}

const char *evidence_text(rsp_arena *arena, rsp_bytes text, size_t limit) {
    rsp_buf buf = {.mem = arena->mem};
    const size_t half = limit / 2;
    if (text.len <= limit) {
        rsp_buf_append(&buf, text);
        return finish(arena, &buf);
    }
    rsp_buf_append(&buf, rsp_bytes_sub(text, 0, half));
    rsp_buf_printf(&buf, " ... (%zu bytes left out) ... ", text.len - 2 * half);
    rsp_buf_append(&buf, rsp_bytes_from(text, text.len - half));
    return finish(arena, &buf);
}

const char *evidence_lines(rsp_arena *arena, rsp_bytes text, size_t limit) {
    if (text.len <= limit)
        return evidence_text(arena, text, limit);
    rsp_buf buf = {.mem = arena->mem};
    const rsp_bytes head = rsp_bytes_sub(text, 0, whole_lines(rsp_bytes_sub(text, 0, limit / 2)));
    rsp_bytes tail = rsp_bytes_from(text, text.len - limit / 2);
    const size_t begins = rsp_bytes_index(tail, '\n');
    tail = rsp_bytes_from(tail, begins + 1 < tail.len ? begins + 1 : 0);
    const rsp_bytes cut = rsp_bytes_sub(text, head.len, text.len - head.len - tail.len);
    rsp_buf_append(&buf, head);
    rsp_buf_printf(&buf, "           --  %zu lines (%zu bytes) left out here\n", count_lines(cut), cut.len);
    rsp_buf_append(&buf, tail);
    return finish(arena, &buf);
}

static void trim_text(const char **text, rsp_arena *arena, size_t limit) {
    if (*text && strlen(*text) > limit)
        *text = evidence_text(arena, rsp_bytes_str(*text), limit);
}

/* Within `limit`, and within `spent` where the budget has no room for it. */
static void trim_counted(const char **text, rsp_arena *arena, rsp_mem_budget *budget, size_t limit,
                         size_t spent) {
    if (!*text || !**text)
        return;
    const rsp_bytes whole = rsp_bytes_str(*text);
    const size_t kept = whole.len < limit ? whole.len : limit;
    const bool fits = !budget || rsp_mem_budget_take(budget, kept);
    if (!fits && spent == 0)
        *text = "(not kept: the transcripts of this run have reached their limit)\n";
    else if (whole.len > (fits ? limit : spent))
        *text = evidence_lines(arena, whole, fits ? limit : spent);
}

/* A stub that breaks a rule in a thousand ways is told the first of them. */
static void trim_violations(rsp_result *r, rsp_arena *arena) {
    if (r->num_violations <= RSP_LIMIT_EVIDENCE_VIOLATIONS)
        return;
    const size_t more = r->num_violations - RSP_LIMIT_EVIDENCE_VIOLATIONS;
    r->num_violations = RSP_LIMIT_EVIDENCE_VIOLATIONS;
    const char *before = r->remark ? r->remark : "";
    r->remark = rsp_arena_printf(arena, "%s%s%zu more broken rules are not listed", before,
                                 *before ? "; " : "", more);
}

void evidence_trim(rsp_result *r, rsp_arena *arena, rsp_mem_budget *budget) {
    const char **texts[] = {&r->title,  &r->requirements, &r->message, &r->expected, &r->got,
                            &r->remark, &r->reason,       &r->again,   &r->manual,   &r->breaks};
    trim_violations(r, arena);
    for (size_t i = 0; i < RSP_ARRAY_LEN(texts); i++)
        trim_text(texts[i], arena, RSP_LIMIT_EVIDENCE_TEXT_BYTES);
    trim_counted(&r->shown.window, arena, budget, RSP_LIMIT_EVIDENCE_TEXT_BYTES, SPENT_BYTES);
    trim_counted(&r->shown.last_words, arena, budget, RSP_LIMIT_WORDS_BYTES, SPENT_BYTES);
    trim_counted(&r->shown.transcript, arena, budget, RSP_LIMIT_EVIDENCE_BYTES, 0);
}

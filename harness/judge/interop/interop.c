/* The cells of a matrix in their order, and how two matrices differ.
 * Cells that only one of two runs has say nothing of a change.
 * See interop.h. */
/* SPDX-License-Identifier: MIT */
#include "interop/interop.h"

#include "core/text.h"
#include <string.h>

const char *rsp_interop_verdict_name(unsigned verdict) {
    static const char *const names[] = {
#define NAME(name, text, letter) text,
        RSP_INTEROP_VERDICT_LIST(NAME)
#undef NAME
    };
    return verdict < RSP_ARRAY_LEN(names) ? names[verdict] : "?";
}

char rsp_interop_letter(rsp_interop_verdict verdict, bool flaky) {
    static const char letters[] = {
#define LETTER(name, text, letter) letter,
        RSP_INTEROP_VERDICT_LIST(LETTER)
#undef LETTER
    };
    return flaky ? 'F' : (size_t)verdict < RSP_ARRAY_LEN(letters) ? letters[verdict] : '?';
}

void rsp_interop_free(rsp_interop *m) {
    if (!m)
        return;
    rsp_arena_free(&m->arena);
    *m = (rsp_interop){0};
}

static rsp_interop_cell empty_cell(rsp_interop *m, size_t s, size_t d, size_t a) {
    return (rsp_interop_cell){
        .stub = m->stubs[s].name,
        .debugger = m->debuggers[d].name,
        .action = m->actions[a],
        .given = rsp_arena_printf(&m->arena, "%s | %s", m->stubs[s].given, m->debuggers[d].given),
        .said = "",
        .forecast = "",
        .reason = "",
        .rules = "",
        .client_rules = "",
        .leaves = "",
        .folder = ""};
}

rsp_status rsp_interop_make(rsp_interop *m) {
    const bool fits = m->num_stubs <= RSP_INTEROP_MOST_NAMES && m->num_debuggers <= RSP_INTEROP_MOST_NAMES &&
                      m->num_actions <= RSP_INTEROP_MOST_NAMES &&
                      m->num_stubs * m->num_debuggers * m->num_actions <= RSP_INTEROP_MOST_CELLS;
    if (!fits)
        return RSP_LIMIT;
    const size_t num = m->num_stubs * m->num_debuggers * m->num_actions;
    m->cells = rsp_arena_alloc(&m->arena, (num + 1) * sizeof *m->cells);
    m->num_cells = 0;
    for (size_t s = 0; m->cells && s < m->num_stubs; s++)
        for (size_t d = 0; d < m->num_debuggers; d++)
            for (size_t a = 0; a < m->num_actions; a++)
                m->cells[m->num_cells++] = empty_cell(m, s, d, a);
    return m->arena.status;
}

rsp_interop_cell *rsp_interop_find(const rsp_interop *m, const char *stub, const char *debugger,
                                   const char *action) {
    for (size_t i = 0; i < m->num_cells; i++) {
        rsp_interop_cell *c = &m->cells[i];
        if (strcmp(c->stub, stub) == 0 && strcmp(c->debugger, debugger) == 0 &&
            strcmp(c->action, action) == 0)
            return c;
    }
    return NULL;
}

size_t rsp_interop_count(const rsp_interop *m, rsp_interop_verdict verdict) {
    size_t num = 0;
    for (size_t i = 0; i < m->num_cells; i++)
        num += m->cells[i].verdict == verdict && !m->cells[i].flaky;
    return num;
}

size_t rsp_interop_count_flaky(const rsp_interop *m) {
    size_t num = 0;
    for (size_t i = 0; i < m->num_cells; i++)
        num += m->cells[i].flaky;
    return num;
}

/* --- since an earlier run --- */

rsp_interop_change rsp_interop_changed(const rsp_interop_cell *before, const rsp_interop_cell *after) {
    if (!before || !after || before->verdict == RSP_INTEROP_NOT_TRIED ||
        after->verdict == RSP_INTEROP_NOT_TRIED)
        return RSP_INTEROP_SAME;
    if (before->verdict == after->verdict && before->flaky == after->flaky)
        return RSP_INTEROP_SAME;
    if (before->flaky || after->flaky)
        return RSP_INTEROP_OTHER;
    return before->verdict == RSP_INTEROP_WORKS  ? RSP_INTEROP_WORSE
           : after->verdict == RSP_INTEROP_WORKS ? RSP_INTEROP_BETTER
                                                 : RSP_INTEROP_OTHER;
}

static const char *word_of(const rsp_interop_cell *c) {
    return c->flaky ? "flaky" : rsp_interop_verdict_name(c->verdict);
}

static size_t append_changes(rsp_buf *out, const rsp_interop *before, const rsp_interop *after,
                             rsp_interop_change wanted, const char *word) {
    size_t num = 0;
    for (size_t i = 0; i < after->num_cells; i++) {
        const rsp_interop_cell *now = &after->cells[i];
        const rsp_interop_cell *was = rsp_interop_find(before, now->stub, now->debugger, now->action);
        if (rsp_interop_changed(was, now) != wanted)
            continue;
        num++;
        rsp_text_printf(out, "%-7s %s, %s, %s: %s, was %s", word, now->stub, now->debugger, now->action,
                        word_of(now), word_of(was));
        if (*now->said && now->verdict != RSP_INTEROP_WORKS)
            rsp_text_printf(out, "; %s", now->said);
        rsp_buf_push(out, '\n');
    }
    return num;
}

size_t rsp_interop_compare(rsp_buf *out, const rsp_interop *before, const rsp_interop *after) {
    const size_t worse = append_changes(out, before, after, RSP_INTEROP_WORSE, "worse");
    const size_t better = append_changes(out, before, after, RSP_INTEROP_BETTER, "better");
    const size_t other = append_changes(out, before, after, RSP_INTEROP_OTHER, "changed");
    rsp_buf_printf(out, "%zu worse, %zu better, %zu changed otherwise\n", worse, better, other);
    return worse;
}

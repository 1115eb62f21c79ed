/* Names are in the order in which the parts have them. A cell that two parts have tried must have one
 * verdict; a flaky one agrees with any.
 * See interop_union.h. */
/* SPDX-License-Identifier: MIT */
#include "interop/interop_union.h"
#include "interop/joined.h"

#include <string.h>

/* What is being joined, and which part said it first. */
typedef struct joiner {
    rsp_interop *out;
    const rsp_interop_part *parts;
    size_t stub_from[RSP_INTEROP_MOST_NAMES];
    size_t debugger_from[RSP_INTEROP_MOST_NAMES];
    size_t *cell_from; /* in the arena; SIZE_MAX: no part */
    rsp_error *error;
} joiner;

/* --- names --- */

static size_t find_party(const rsp_interop_party *all, size_t num, const char *name) {
    size_t at = 0;
    while (at < num && strcmp(all[at].name, name) != 0)
        at++;
    return at;
}

static size_t find_action(const rsp_interop *m, const char *name) {
    size_t at = 0;
    while (at < m->num_actions && strcmp(m->actions[at], name) != 0)
        at++;
    return at;
}

static rsp_status too_many(const joiner *j, const char *what) {
    return rsp_fail(j->error, RSP_LIMIT, "together they have more than %d %s", RSP_INTEROP_MOST_NAMES, what);
}

/* Two parts mean other things by a name. */
static rsp_status contradict(const joiner *j, size_t part, size_t first, const char *what, const char *name,
                             const char *now, const char *before) {
    return rsp_fail_at(j->error, RSP_BAD_FILE, j->parts[part].name, 0, 0,
                       "%s '%.20s' is '%.28s' here, '%.28s' in %.28s; name them apart", what, name, now,
                       before, j->parts[first].name);
}

/* Whether two builds of a debugger have one version: "GNU gdb (Debian 13.1-3) 13.1" of one stub, and for the
 * next its architecture's own "GNU gdb (GDB) 13.1". */
static bool same_version(const char *a, const char *b) {
    const char *one = strrchr(a, ' ');
    const char *two = strrchr(b, ' ');
    return one && two && strcspn(one, "0123456789") < strlen(one) && strcmp(one, two) == 0;
}

/* Takes a stub or debugger, or what else is known of it. `from` says which part each comes from. */
static rsp_status take_party(joiner *j, const rsp_interop_party *p, size_t part, bool is_stub) {
    rsp_interop *out = j->out;
    rsp_interop_party *all = is_stub ? out->stubs : out->debuggers;
    size_t *num = is_stub ? &out->num_stubs : &out->num_debuggers;
    size_t *from = is_stub ? j->stub_from : j->debugger_from;
    const size_t at = find_party(all, *num, p->name);
    const char *what = is_stub ? "stub" : "debugger";
    if (at == RSP_INTEROP_MOST_NAMES)
        return too_many(j, is_stub ? "stubs" : "debuggers");
    if (at == *num) {
        from[(*num)++] = part;
        all[at] = (rsp_interop_party){.name = joined_text(out, p->name),
                                      .given = joined_text(out, p->given),
                                      .about = joined_text(out, p->about),
                                      .trouble = joined_text(out, p->trouble)};
        return RSP_OK;
    }
    if (strcmp(all[at].given, p->given) != 0)
        return contradict(j, part, from[at], what, p->name, p->given, all[at].given);
    const bool differs = *all[at].about && *p->about && strcmp(all[at].about, p->about) != 0;
    if (differs && (is_stub || !same_version(all[at].about, p->about)))
        return contradict(j, part, from[at], what, p->name, p->about, all[at].about);
    if (!differs && *p->about)
        all[at].about = joined_text(out, p->about);
    if (!*all[at].trouble)
        all[at].trouble = joined_text(out, p->trouble);
    return RSP_OK;
}

static rsp_status take_names(joiner *j, size_t part) {
    const rsp_interop *m = j->parts[part].matrix;
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < m->num_stubs && status == RSP_OK; i++)
        status = take_party(j, &m->stubs[i], part, true);
    for (size_t i = 0; i < m->num_debuggers && status == RSP_OK; i++)
        status = take_party(j, &m->debuggers[i], part, false);
    for (size_t i = 0; i < m->num_actions && status == RSP_OK; i++) {
        const size_t at = find_action(j->out, m->actions[i]);
        if (at == RSP_INTEROP_MOST_NAMES)
            return too_many(j, "actions");
        if (at == j->out->num_actions)
            j->out->actions[j->out->num_actions++] = joined_text(j->out, m->actions[i]);
    }
    return status;
}

/* --- cells --- */

static const char *word_of(const rsp_interop_cell *c) {
    return rsp_interop_verdict_name(c->verdict);
}

/* How much a part has to say of a cell. */
static unsigned weight(const rsp_interop_cell *c) {
    return c->verdict != RSP_INTEROP_NOT_TRIED ? 2u + c->flaky : c->tries > 0;
}

static rsp_status take_cell(joiner *j, const rsp_interop_cell *c, size_t part) {
    rsp_interop *out = j->out;
    const rsp_interop_part *p = &j->parts[part];
    const size_t s = find_party(out->stubs, out->num_stubs, c->stub);
    const size_t d = find_party(out->debuggers, out->num_debuggers, c->debugger);
    const size_t a = find_action(out, c->action);
    if (s == out->num_stubs || d == out->num_debuggers || a == out->num_actions) {
        return rsp_fail_at(j->error, RSP_BAD_FILE, p->name, 0, 0,
                           "a cell of '%.24s', '%.24s', '%.24s', which it does not list", c->stub,
                           c->debugger, c->action);
    }
    const size_t at = (s * out->num_debuggers + d) * out->num_actions + a;
    rsp_interop_cell *before = &out->cells[at];
    const size_t first = j->cell_from[at];
    const bool both = first != SIZE_MAX && weight(before) > 1 && weight(c) > 1;
    if (both && before->verdict != c->verdict && !before->flaky && !c->flaky) {
        return rsp_fail_at(j->error, RSP_BAD_FILE, p->name, 0, 0,
                           "%.20s, %.20s, %.20s: %s here, %s in %.36s; leave one out", c->stub, c->debugger,
                           c->action, word_of(c), word_of(before), j->parts[first].name);
    }
    if (first == SIZE_MAX || weight(c) > weight(before)) {
        joined_cell(out, before, c, p->way);
        j->cell_from[at] = part;
    }
    return RSP_OK;
}

static rsp_status take_cells(joiner *j, size_t num) {
    rsp_interop *out = j->out;
    rsp_status status = rsp_interop_make(out);
    if (status == RSP_LIMIT)
        return rsp_fail(j->error, RSP_LIMIT, "together they have more than %d cells", RSP_INTEROP_MOST_CELLS);
    j->cell_from = rsp_arena_alloc(&out->arena, (out->num_cells + 1) * sizeof *j->cell_from);
    if (status != RSP_OK || !j->cell_from)
        return RSP_NO_MEMORY;
    for (size_t i = 0; i < out->num_cells; i++) {
        out->cells[i].said = "none of the reports has this cell";
        j->cell_from[i] = SIZE_MAX;
    }
    for (size_t part = 0; part < num; part++) {
        const rsp_interop *m = j->parts[part].matrix;
        for (size_t i = 0; i < m->num_cells && status == RSP_OK; i++)
            status = take_cell(j, &m->cells[i], part);
    }
    return status;
}

rsp_status join_whole(rsp_interop *out, const rsp_interop_part *parts, size_t num, rsp_error *error) {
    joiner j = {.out = out, .parts = parts, .error = error};
    rsp_status status = RSP_OK;
    out->stubs = rsp_arena_alloc(&out->arena, RSP_INTEROP_MOST_NAMES * sizeof *out->stubs);
    out->debuggers = rsp_arena_alloc(&out->arena, RSP_INTEROP_MOST_NAMES * sizeof *out->debuggers);
    out->actions = rsp_arena_alloc(&out->arena, RSP_INTEROP_MOST_NAMES * sizeof *out->actions);
    if (out->arena.status != RSP_OK)
        return RSP_NO_MEMORY;
    for (size_t part = 0; part < num && status == RSP_OK; part++)
        status = take_names(&j, part);
    return status == RSP_OK ? take_cells(&j, num) : status;
}

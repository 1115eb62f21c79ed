/* Shards become one matrix: each cell is that of the shard that its pair belongs to.
 * What is known of a stub or a debugger, some shard knows. Whole matrices are joined by interop_union.c.
 * See interop.h. */
/* SPDX-License-Identifier: MIT */
#include "interop/interop_union.h"
#include "interop/joined.h"

#include "core/text.h"
#include "trace/shards.h"
#include <string.h>

bool rsp_interop_has_pair(const rsp_interop *m, const rsp_interop_shard *shard, size_t stub,
                          size_t debugger) {
    const uint64_t pair = stub * m->num_debuggers + debugger;
    return shard->of == 0 || pair % shard->of + 1 == shard->number;
}

size_t rsp_interop_num_own(const rsp_interop *m) {
    size_t num = 0;
    for (size_t s = 0; s < m->num_stubs; s++)
        for (size_t d = 0; d < m->num_debuggers; d++)
            num += rsp_interop_has_pair(m, &m->shard, s, d) ? m->num_actions : 0;
    return num;
}

/* --- whether they belong together --- */

static rsp_shard_name name_of(const void *reports, size_t i) {
    const rsp_interop *m = ((const rsp_interop_part *)reports)[i].matrix;
    return (rsp_shard_name){.number = m->shard.number, .of = m->shard.of, .version = m->tool_version};
}

static rsp_shard_list list_of(const rsp_interop_part *shards, size_t num) {
    return (rsp_shard_list){.reports = shards, .num = num, .name = name_of, .what = "matrix"};
}

static bool same_parties(const rsp_interop_party *a, size_t num_a, const rsp_interop_party *b, size_t num_b) {
    for (size_t i = 0; i < num_a && num_a == num_b; i++)
        if (strcmp(a[i].name, b[i].name) != 0 || strcmp(a[i].given, b[i].given) != 0)
            return false;
    return num_a == num_b;
}

static bool same_matrix(const rsp_interop *a, const rsp_interop *b) {
    bool same = same_parties(a->stubs, a->num_stubs, b->stubs, b->num_stubs) &&
                same_parties(a->debuggers, a->num_debuggers, b->debuggers, b->num_debuggers) &&
                a->num_actions == b->num_actions;
    for (size_t i = 0; same && i < a->num_actions; i++)
        same = strcmp(a->actions[i], b->actions[i]) == 0;
    return same;
}

static rsp_status check(const rsp_interop_part *shards, size_t num, rsp_error *error) {
    const rsp_shard_list list = list_of(shards, num);
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < num && status == RSP_OK; i++) {
        status = rsp_shards_check_one(&list, i, error);
        if (status == RSP_OK && !same_matrix(shards[0].matrix, shards[i].matrix))
            status =
                rsp_fail(error, RSP_BAD_FILE, "shards %llu and %llu have other stubs, debuggers or actions",
                         (unsigned long long)shards[0].matrix->shard.number,
                         (unsigned long long)shards[i].matrix->shard.number);
    }
    return status == RSP_OK ? rsp_shards_check_all(&list, error) : status;
}

/* Shards and whole matrices are not mixed. */
static rsp_status check_kind(const rsp_interop_part *parts, size_t num, rsp_error *error) {
    for (size_t i = 1; i < num; i++) {
        const bool first = parts[0].matrix->shard.of > 0;
        if (first == (parts[i].matrix->shard.of > 0))
            continue;
        const rsp_interop_part *shard = first ? &parts[0] : &parts[i];
        const rsp_interop_part *whole = first ? &parts[i] : &parts[0];
        return rsp_fail_at(error, RSP_BAD_FILE, shard->name, 0, 0,
                           "it is shard %llu of %llu, and %.48s is a whole matrix; join the shards first",
                           (unsigned long long)shard->matrix->shard.number,
                           (unsigned long long)shard->matrix->shard.of, whole->name);
    }
    return RSP_OK;
}

/* --- joining --- */

/* What the first shard that knows something of each says. */
static rsp_interop_party *join_parties(rsp_interop *out, const rsp_interop_part *shards, size_t num,
                                       bool stubs) {
    const rsp_interop *lead = shards->matrix;
    const size_t count = stubs ? lead->num_stubs : lead->num_debuggers;
    rsp_interop_party *all = rsp_arena_alloc(&out->arena, (count + 1) * sizeof *all);
    for (size_t i = 0; all && i < count; i++) {
        const rsp_interop_party *first = stubs ? &lead->stubs[i] : &lead->debuggers[i];
        all[i] = (rsp_interop_party){.name = joined_text(out, first->name),
                                     .given = joined_text(out, first->given),
                                     .about = "",
                                     .trouble = ""};
        for (size_t s = 0; s < num; s++) {
            const rsp_interop *m = shards[s].matrix;
            const rsp_interop_party *p = stubs ? &m->stubs[i] : &m->debuggers[i];
            all[i].about = *all[i].about ? all[i].about : joined_text(out, p->about);
            all[i].trouble = *all[i].trouble ? all[i].trouble : joined_text(out, p->trouble);
        }
    }
    return all;
}

/* A shard lists its own cells, and may list others. */
static rsp_status join_cells(rsp_interop *out, const rsp_interop_part *shards, size_t num, rsp_error *error) {
    const rsp_shard_list list = list_of(shards, num);
    for (size_t i = 0; i < out->num_cells; i++) {
        rsp_interop_cell *into = &out->cells[i];
        const uint64_t pair = i / out->num_actions;
        const rsp_interop_part *shard = &shards[rsp_shards_find(&list, pair % shards->matrix->shard.of + 1)];
        const rsp_interop_cell *from =
            rsp_interop_find(shard->matrix, into->stub, into->debugger, into->action);
        if (!from)
            return rsp_fail(error, RSP_BAD_FILE, "shard %llu has no cell %.40s, %.40s: %.40s",
                            (unsigned long long)shard->matrix->shard.number, into->stub, into->debugger,
                            into->action);
        joined_cell(out, into, from, shard->way);
    }
    return RSP_OK;
}

static rsp_status join_shards(rsp_interop *out, const rsp_interop_part *shards, size_t num,
                              rsp_error *error) {
    rsp_status status = check(shards, num, error);
    if (status != RSP_OK)
        return status;
    const rsp_interop *lead = shards->matrix;
    out->stubs = join_parties(out, shards, num, true);
    out->debuggers = join_parties(out, shards, num, false);
    out->actions = rsp_arena_alloc(&out->arena, (lead->num_actions + 1) * sizeof *out->actions);
    out->num_stubs = lead->num_stubs;
    out->num_debuggers = lead->num_debuggers;
    out->num_actions = lead->num_actions;
    for (size_t i = 0; out->actions && i < out->num_actions; i++)
        out->actions[i] = joined_text(out, lead->actions[i]);
    status = out->arena.status == RSP_OK ? rsp_interop_make(out) : RSP_NO_MEMORY;
    return status == RSP_OK ? join_cells(out, shards, num, error) : status;
}

static const char *version_of(const rsp_interop_part *part) {
    return part->matrix->tool_version ? part->matrix->tool_version : "";
}

/* Parts run beside each other: the longest is how long all of them took. Versions are all named. */
static void join_times(rsp_interop *out, const rsp_interop_part *parts, size_t num) {
    rsp_buf versions = {0};
    for (size_t i = 0; i < num; i++) {
        const rsp_interop *m = parts[i].matrix;
        const char *begun = m->started_at ? m->started_at : "";
        size_t same = 0;
        if (i == 0 || strcmp(begun, out->started_at) < 0)
            out->started_at = joined_text(out, begun);
        while (same < i && strcmp(version_of(&parts[same]), version_of(&parts[i])) != 0)
            same++;
        if (same == i)
            rsp_text_printf(&versions, "%s%s", versions.len ? ", " : "", version_of(&parts[i]));
        if (m->duration_ns > out->duration_ns)
            out->duration_ns = m->duration_ns;
        out->interrupted = out->interrupted || m->interrupted;
    }
    out->tool_version = joined_text(out, rsp_buf_cstr(&versions));
    rsp_buf_free(&versions);
}

rsp_status rsp_interop_join(rsp_interop *out, const rsp_interop_part *parts, size_t num, rsp_error *error) {
    *out = (rsp_interop){0};
    rsp_status status = check_kind(parts, num, error);
    if (status == RSP_OK)
        status = num > 0 && parts->matrix->shard.of == 0 ? join_whole(out, parts, num, error)
                                                         : join_shards(out, parts, num, error);
    if (status == RSP_OK)
        join_times(out, parts, num);
    if (status == RSP_OK && out->arena.status != RSP_OK)
        status = rsp_fail(error, RSP_NO_MEMORY, "no memory for the matrix");
    if (status != RSP_OK)
        rsp_interop_free(out);
    return status;
}

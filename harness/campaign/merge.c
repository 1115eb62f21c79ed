/* The sum of several campaigns, each of which counts once, by its id, whichever sums hold it already. Where
 * two know different things of one campaign the one that knows more is right. What was played by a run that
 * never came to its end stands in its journals only. See merge.h. */
/* SPDX-License-Identifier: MIT */
#include "campaign/merge.h"
#include "core/arena.h"

#include "fuzz_report.h"

#include <stdlib.h>

typedef struct sum {
    rsp_arena arena; /* ids */
    fuzz_part *parts;
    size_t num;
    size_t cap;
} sum;

static uint64_t all_messages(const fuzz_totals *t) {
    return t->sum.messages + t->messages_before;
}

static rsp_status grow(sum *s) {
    size_t cap = s->cap ? 2 * s->cap : 16;
    fuzz_part *more = realloc(s->parts, cap * sizeof *more);
    if (!more)
        return RSP_NO_MEMORY;
    s->parts = more;
    s->cap = cap;
    return RSP_OK;
}

static rsp_status take_part(void *ctx, const fuzz_part *part) {
    sum *s = ctx;
    for (size_t i = 0; i < s->num; i++) {
        fuzz_totals *known = &s->parts[i].totals;
        if (strcmp(s->parts[i].id, part->id) != 0)
            continue;
        if (all_messages(&part->totals) > all_messages(known))
            *known = part->totals;
        return RSP_OK;
    }
    rsp_status status = s->num == s->cap ? grow(s) : RSP_OK;
    const char *id = rsp_arena_str(&s->arena, part->id);
    if (status != RSP_OK || !id)
        return RSP_NO_MEMORY;
    s->parts[s->num++] = (fuzz_part){.id = id, .totals = part->totals};
    return RSP_OK;
}

/* Journals are never behind results.json but where the last run was killed, or is still at it. */
static rsp_status add_own(sum *s, const char *folder, const campaign_about *about, rsp_error *error) {
    fuzz_part own = {.id = about->id};
    journal_census all = {0};
    rsp_status status = fuzz_report_read(&own.totals, folder, about->id, take_part, s, error);
    if (status == RSP_OK)
        status = journal_count(&all, folder, error);
    if (status != RSP_OK)
        return status;
    fuzz_totals *t = &own.totals;
    uint64_t seconds = t->duration_ns / RSP_NS_PER_S;
    if (all.messages > all_messages(t))
        t->messages_before = all.messages - t->sum.messages;
    if (all.seconds > seconds + t->seconds_before)
        t->seconds_before = all.seconds - seconds;
    return all_messages(t) > 0 || t->jobs > 0 ? take_part(s, &own) : RSP_OK;
}

static rsp_status add_one(sum *s, const char *folder, rsp_error *error) {
    campaign c = {.folder = folder};
    campaign_about about = {0};
    if (!campaign_exists(folder))
        return rsp_fail(error, RSP_NOT_FOUND, "%s: no campaign (no campaign.json in it)", folder);
    rsp_status status = campaign_read_about(&c, &about, error);
    if (status == RSP_OK)
        status = add_own(s, folder, &about, error);
    rsp_arena_free(&c.arena);
    return status;
}

static int by_id(const void *a, const void *b) {
    return strcmp(((const fuzz_part *)a)->id, ((const fuzz_part *)b)->id);
}

static void add_up(fuzz_totals *totals, sum *s) {
    if (s->num > 0)
        qsort(s->parts, s->num, sizeof *s->parts, by_id);
    for (size_t i = 0; i < s->num; i++)
        fuzz_totals_add(totals, &s->parts[i].totals);
    totals->parts = s->parts;
    totals->num_parts = s->num;
}

/* What several have found alike is there once. */
static rsp_status count_whole(fuzz_totals *totals, campaign *c, rsp_error *error) {
    journal_census all = {0};
    rsp_status status = journal_count(&all, c->folder, error);
    totals->sum.states = all.states;
    totals->sum.edges = all.edges;
    totals->sum.corpus = campaign_num_sequences(c);
    return status;
}

static rsp_status join(campaign *c, sum *s, const option_list *folders, size_t first, rsp_error *error) {
    rsp_status status = campaign_exists(c->folder) ? add_one(s, c->folder, error) : RSP_OK;
    for (size_t i = first; i < folders->num && status == RSP_OK; i++)
        status = add_one(s, folders->items[i], error);
    for (size_t i = first; i < folders->num && status == RSP_OK; i++)
        status = campaign_merge(c, folders->items[i], error);
    return status;
}

rsp_status fuzz_merge_run(const char *into, const option_list *folders, size_t first, rsp_error *error) {
    static const option_list no_outputs;
    campaign c = {0};
    campaign_about about = {0};
    sum s = {0};
    fuzz_totals totals = {.merged = folders->items + first, .num_merged = folders->num - first};
    rsp_status status = campaign_open(&c, into, "merged", error);
    if (status == RSP_OK)
        status = join(&c, &s, folders, first, error);
    add_up(&totals, &s);
    if (status == RSP_OK)
        status = count_whole(&totals, &c, error);
    if (status == RSP_OK)
        status = campaign_read_about(&c, &about, error);
    if (status == RSP_OK)
        status = fuzz_report_write(&no_outputs, &c, &about, &totals, error);
    campaign_close(&c);
    rsp_arena_free(&s.arena);
    free(s.parts);
    return status;
}

/* Adds up campaigns by id. Of two accounts of one campaign the one with more messages counts.
 * The messages of a run that was killed are in its journals only.
 * See merge.h. */
/* SPDX-License-Identifier: MIT */
#include "campaign/merge.h"
#include "core/arena.h"

#include "campaign/census.h"
#include "campaign/corpus_folder.h"
#include "campaign/totals.h"
#include "merge_folder.h"

#include <stdlib.h>

typedef struct sum {
    rsp_arena arena; /* ids */
    rsp_totals_part *parts;
    size_t num;
    size_t cap;
} sum;

static rsp_status grow(sum *s) {
    size_t cap = s->cap ? 2 * s->cap : 16;
    rsp_totals_part *more = realloc(s->parts, cap * sizeof *more);
    if (!more)
        return RSP_NO_MEMORY;
    s->parts = more;
    s->cap = cap;
    return RSP_OK;
}

static rsp_status take_part(void *ctx, const rsp_totals_part *part) {
    sum *s = ctx;
    for (size_t i = 0; i < s->num; i++) {
        rsp_totals *known = &s->parts[i].totals;
        if (strcmp(s->parts[i].id, part->id) != 0)
            continue;
        if (rsp_totals_messages(&part->totals) > rsp_totals_messages(known))
            *known = part->totals;
        return RSP_OK;
    }
    rsp_status status = s->num == s->cap ? grow(s) : RSP_OK;
    const char *id = rsp_arena_str(&s->arena, part->id);
    if (status != RSP_OK || !id)
        return RSP_NO_MEMORY;
    s->parts[s->num++] = (rsp_totals_part){.id = id, .totals = part->totals};
    return RSP_OK;
}

/* Journals are ahead of results.json when the last run was killed or is still under way. */
static rsp_status add_own(sum *s, const char *folder, const rsp_campaign_about *about, rsp_error *error) {
    rsp_totals_part own = {.id = about->id};
    rsp_census all = {0};
    rsp_status status = rsp_totals_read(&own.totals, folder, about->id, take_part, s, error);
    if (status == RSP_OK)
        status = rsp_census_take(&all, folder, error);
    if (status != RSP_OK)
        return status;
    rsp_totals *t = &own.totals;
    uint64_t seconds = t->duration_ns / RSP_NS_PER_S;
    if (all.messages > rsp_totals_messages(t))
        t->messages_before = all.messages - t->sum.messages;
    if (all.seconds > seconds + t->seconds_before)
        t->seconds_before = all.seconds - seconds;
    return rsp_totals_messages(t) > 0 || t->jobs > 0 ? take_part(s, &own) : RSP_OK;
}

static rsp_status add_one(sum *s, const char *folder, rsp_error *error) {
    rsp_campaign c = {.folder = folder};
    rsp_campaign_about about = {0};
    if (!rsp_campaign_exists(folder))
        return rsp_fail(error, RSP_NOT_FOUND, "%s: no campaign (no campaign.json in it)", folder);
    rsp_status status = rsp_campaign_read_about(&c, &about, error);
    if (status == RSP_OK)
        status = add_own(s, folder, &about, error);
    rsp_arena_free(&c.arena);
    return status;
}

static int by_id(const void *a, const void *b) {
    return strcmp(((const rsp_totals_part *)a)->id, ((const rsp_totals_part *)b)->id);
}

static void add_up(rsp_totals *totals, sum *s) {
    if (s->num > 0)
        qsort(s->parts, s->num, sizeof *s->parts, by_id);
    for (size_t i = 0; i < s->num; i++)
        rsp_totals_add(totals, &s->parts[i].totals);
    totals->parts = s->parts;
    totals->num_parts = s->num;
}

/* Counted in the merged folder, where the same of two campaigns is one. */
static rsp_status count_whole(rsp_totals *totals, rsp_campaign *c, rsp_error *error) {
    rsp_census all = {0};
    rsp_status status = rsp_census_take(&all, c->folder, error);
    totals->sum.states = all.states;
    totals->sum.edges = all.edges;
    totals->sum.corpus = rsp_corpus_folder_count(c);
    return status;
}

static rsp_status join(rsp_campaign *c, sum *s, const char *const *folders, size_t num, rsp_error *error) {
    rsp_status status = rsp_campaign_exists(c->folder) ? add_one(s, c->folder, error) : RSP_OK;
    for (size_t i = 0; i < num && status == RSP_OK; i++)
        status = add_one(s, folders[i], error);
    for (size_t i = 0; i < num && status == RSP_OK; i++)
        status = merge_folder(c, folders[i], error);
    return status;
}

rsp_status rsp_campaign_merge(const char *into, const char *const *folders, size_t num, const char *version,
                              rsp_totals *out_totals, rsp_error *error) {
    rsp_campaign c = {0};
    rsp_campaign_about about = {0};
    sum s = {0};
    rsp_totals totals = {.merged = folders, .num_merged = num};
    rsp_status status = rsp_campaign_open(&c, into, "merged", error);
    if (status == RSP_OK)
        status = join(&c, &s, folders, num, error);
    add_up(&totals, &s);
    if (status == RSP_OK)
        status = count_whole(&totals, &c, error);
    if (status == RSP_OK)
        status = rsp_campaign_read_about(&c, &about, error);
    if (status == RSP_OK)
        status = rsp_totals_write(&c, &about, &totals, version, error);
    totals.parts = NULL;
    totals.num_parts = 0;
    totals.merged = NULL;
    totals.num_merged = 0;
    if (out_totals)
        *out_totals = totals;
    rsp_campaign_close(&c);
    rsp_arena_free(&s.arena);
    free(s.parts);
    return status;
}

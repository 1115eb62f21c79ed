/* The sum of several campaigns. Their own totals are read before anything is copied: one of them can be the
 * folder that is written. What runs played that never came to their end stands in their journals only.
 * See fuzz_merge.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz_merge.h"

#include "fuzz_report.h"

/* Journals are never behind results.json but where the last run was killed, or is still at it. */
static rsp_status add_one(fuzz_totals *sum, const char *folder, rsp_error *error) {
    fuzz_totals one = {0};
    journal_census all = {0};
    rsp_status status = fuzz_report_read(&one, folder, error);
    if (status == RSP_OK)
        status = journal_count(&all, folder, error);
    if (status != RSP_OK)
        return status;
    uint64_t seconds = one.duration_ns / RSP_NS_PER_S;
    if (all.messages > one.sum.messages + one.messages_before)
        one.messages_before = all.messages - one.sum.messages;
    if (all.seconds > seconds + one.seconds_before)
        one.seconds_before = all.seconds - seconds;
    fuzz_totals_add(sum, &one);
    return RSP_OK;
}

/* What several have found alike is there once. */
static rsp_status count_whole(fuzz_totals *sum, campaign *c, rsp_error *error) {
    journal_census all = {0};
    rsp_status status = journal_count(&all, c->folder, error);
    sum->sum.states = all.states;
    sum->sum.edges = all.edges;
    sum->sum.corpus = campaign_num_sequences(c);
    return status;
}

rsp_status fuzz_merge_run(const char *into, const option_list *folders, size_t first, rsp_error *error) {
    static const option_list no_outputs;
    campaign c = {0};
    campaign_about about = {0};
    fuzz_totals sum = {.merged = folders->items + first, .num_merged = folders->num - first};
    rsp_status status = campaign_open(&c, into, "merged", error);
    for (size_t i = first; i < folders->num && status == RSP_OK; i++)
        status = add_one(&sum, folders->items[i], error);
    for (size_t i = first; i < folders->num && status == RSP_OK; i++)
        status = campaign_merge(&c, folders->items[i], error);
    if (status == RSP_OK)
        status = count_whole(&sum, &c, error);
    if (status == RSP_OK)
        status = campaign_read_about(&c, &about, error);
    if (status == RSP_OK)
        status = fuzz_report_write(&no_outputs, &c, &about, &sum, error);
    campaign_close(&c);
    return status;
}

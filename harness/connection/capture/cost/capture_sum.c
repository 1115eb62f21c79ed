/* Conversations are numbered by connections through all files: a part's begin where the sum's end.
 * What is merged is as if all files had been read in one run.
 * See capture_sum.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/capture_sum.h"
#include "core/arena.h"
#include "core/limits.h"

#include <stdlib.h>

static void number_on(rsp_analysis *analysis, uint64_t first_flow) {
    for (size_t i = 0; i < analysis->num_slowest; i++)
        analysis->slowest[i].conversation += first_flow;
}

static void add_totals(rsp_capture_totals *sum, rsp_capture_totals *part) {
    if (part->start_ns > 0 && (sum->start_ns == 0 || part->start_ns < sum->start_ns))
        sum->start_ns = part->start_ns;
    sum->end_ns = part->end_ns > sum->end_ns ? part->end_ns : sum->end_ns;
    number_on(&part->analysis, sum->flows);
    sum->flows += part->flows;
    sum->foreign += part->foreign;
    sum->other_side += part->other_side;
    sum->not_chosen += part->not_chosen;
    sum->evicted += part->evicted;
    sum->refused += part->refused;
    sum->resync_bytes += part->resync_bytes;
    rsp_tcp_counts_merge(&sum->tcp, &part->tcp);
    rsp_analysis_merge(&sum->analysis, &part->analysis);
}

/* Takes conversations over as far as there is room; the part frees the rest. */
static void take_conversations(rsp_capture_sum *sum, rsp_capture_sum *part) {
    for (size_t i = 0; i < part->num_conversations; i++) {
        rsp_conversation *c = part->conversations[i];
        if (sum->num_conversations == RSP_LIMIT_CAPTURE_CONVERSATIONS)
            return;
        c->number += sum->totals.flows;
        number_on(&c->analysis, sum->totals.flows);
        sum->conversations[sum->num_conversations++] = c;
        part->conversations[i] = NULL;
    }
}

static rsp_status take_files(rsp_capture_sum *sum, const rsp_capture_sum *part) {
    rsp_capture_file *files = realloc(sum->files, (sum->num_files + part->num_files + 1) * sizeof *files);
    if (!files)
        return RSP_NO_MEMORY;
    sum->files = files;
    for (size_t i = 0; i < part->num_files; i++) {
        rsp_capture_file *file = &files[sum->num_files++];
        *file = part->files[i];
        file->first_flow += sum->totals.flows;
        file->path = rsp_arena_str(&sum->texts, file->path);
        file->link = rsp_arena_str(&sum->texts, file->link);
        if (file->is_log)
            file->log.form = file->link;
    }
    return sum->texts.status;
}

rsp_status rsp_capture_sum_add(rsp_capture_sum *sum, rsp_capture_sum *part) {
    rsp_status status = take_files(sum, part);
    take_conversations(sum, part);
    sum->conversation_count += part->conversation_count;
    sum->no_whatif = sum->no_whatif || part->no_whatif;
    rsp_whatif_merge(&sum->whatif, &part->whatif);
    add_totals(&sum->totals, &part->totals);
    rsp_capture_sum_free(part);
    return status;
}

void rsp_capture_sum_free(rsp_capture_sum *sum) {
    for (size_t i = 0; i < sum->num_conversations; i++) {
        if (sum->conversations[i])
            rsp_analysis_free(&sum->conversations[i]->analysis);
        free(sum->conversations[i]);
    }
    free(sum->files);
    rsp_analysis_free(&sum->totals.analysis);
    rsp_arena_free(&sum->texts);
    *sum = (rsp_capture_sum){0};
}

/* Counts of a summary as the matrix shows them, and how a stub is called.
 * What is not judged is neither passed nor failed.
 * See matrix_counts.h. */
/* SPDX-License-Identifier: MIT */
#include "matrix_counts.h"
#include "core/text.h"

#include <inttypes.h>

rsp_matrix_counts rsp_matrix_count(const rsp_summary *summary) {
    rsp_matrix_counts counts = {0};
    if (!summary)
        return counts;
    counts.pass = summary->count[RSP_VERDICT_PASS];
    counts.fail = rsp_summary_bad(summary) - summary->count[RSP_VERDICT_ERROR];
    counts.judged = rsp_summary_judged(summary);
    counts.all = rsp_summary_total(summary);
    return counts;
}

void rsp_matrix_percent(rsp_buf *out, uint64_t part, uint64_t whole) {
    if (whole == 0)
        rsp_buf_push(out, '-');
    else
        rsp_buf_printf(out, "%" PRIu64 " %%", part * 100 / whole);
}

enum { MOST_GIVEN = 48 };

void rsp_matrix_about(rsp_buf *out, const rsp_matrix_stub *stub) {
    rsp_bytes text = rsp_bytes_str(*stub->name ? stub->name : stub->given);
    rsp_buf_append(out, rsp_bytes_sub(text, 0, MOST_GIVEN));
    if (text.len > MOST_GIVEN)
        rsp_buf_str(out, "...");
    if (*stub->version)
        rsp_text_printf(out, " %s", stub->version);
    if (*stub->target)
        rsp_text_printf(out, " (%s)", stub->target);
}

const rsp_summary *rsp_matrix_area_of(const rsp_matrix_stub *stub, const char *area) {
    for (size_t i = 0; i < stub->num_areas; i++)
        if (strcmp(stub->areas[i].name, area) == 0)
            return &stub->areas[i].summary;
    return NULL;
}

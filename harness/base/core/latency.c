/* Two quantile sketches over the same samples: as they are, and with what was omitted filled in.
 * Samples are kept, because the interval may be their own median.
 * See core/latency.h for what the correction means. */
/* SPDX-License-Identifier: MIT */
#include "core/latency.h"

#include "core/limits.h"
#include "core/mem.h"
#include "core/quantile.h"

void rsp_latencies_free(rsp_latencies *l) {
    rsp_mem_free(l->mem, l->samples);
    *l = (rsp_latencies){.mem = l->mem};
}

rsp_status rsp_latencies_add(rsp_latencies *l, uint64_t ns) {
    if (l->num == RSP_LIMIT_WORK_OPERATIONS)
        return RSP_LIMIT;
    if (l->num == l->cap) {
        size_t cap = l->cap ? l->cap * 2 : 256;
        uint64_t *grown = rsp_mem_realloc(l->mem, l->samples, cap * sizeof *grown);
        if (!grown)
            return RSP_NO_MEMORY;
        l->samples = grown;
        l->cap = cap;
    }
    l->samples[l->num++] = ns;
    return RSP_OK;
}

static rsp_latency_row row_of(rsp_quantiles *q) {
    if (q->count == 0)
        return (rsp_latency_row){0};
    return (rsp_latency_row){
        .count = q->count,
        .mean_ns = q->sum / q->count,
        .min_ns = q->min,
        .p50_ns = rsp_quantiles_at(q, 500),
        .p90_ns = rsp_quantiles_at(q, 900),
        .p99_ns = rsp_quantiles_at(q, 990),
        .p999_ns = rsp_quantiles_at(q, 999),
        .max_ns = q->max,
    };
}

/* v/i - 1 operations were due during a sample v, where that is more than none. */
static uint64_t num_omitted(uint64_t sample_ns, uint64_t interval_ns) {
    return interval_ns > 0 && sample_ns >= interval_ns ? sample_ns / interval_ns - 1 : 0;
}

rsp_status rsp_latencies_summarise(rsp_latency_summary *out, const rsp_latencies *l, uint64_t interval_ns) {
    rsp_quantiles measured = {.mem = l->mem};
    rsp_quantiles corrected = {.mem = l->mem};
    rsp_status status = RSP_OK;
    *out = (rsp_latency_summary){0};
    for (size_t i = 0; i < l->num; i++)
        rsp_quantiles_add(&measured, l->samples[i]);
    out->measured = row_of(&measured);
    out->interval_ns = interval_ns ? interval_ns : out->measured.p50_ns;
    for (size_t i = 0; i < l->num && out->num_filled <= RSP_LIMIT_LATENCY_FILLED; i++)
        out->num_filled += num_omitted(l->samples[i], out->interval_ns);
    if (out->num_filled > RSP_LIMIT_LATENCY_FILLED)
        status = RSP_LIMIT;
    for (size_t i = 0; i < l->num && status == RSP_OK; i++) {
        uint64_t due = num_omitted(l->samples[i], out->interval_ns);
        for (uint64_t n = 0; n <= due; n++)
            rsp_quantiles_add(&corrected, l->samples[i] - n * out->interval_ns);
    }
    if (status == RSP_OK) {
        out->corrected = row_of(&corrected);
        status = measured.lost + corrected.lost > 0 ? RSP_NO_MEMORY : RSP_OK;
    } else {
        out->num_filled = 0;
    }
    rsp_quantiles_free(&measured);
    rsp_quantiles_free(&corrected);
    return status;
}

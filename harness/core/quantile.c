/* Samples in an array that doubles; at the limit they move into a histogram of one page per power of two.
 * Values below 1,024 have a step each, so that small ones stay exact there, too.
 * See quantile.h. */
/* SPDX-License-Identifier: MIT */
#include <rsp/quantile.h>

#include <rsp/limits.h>
#include <stdlib.h>

enum {
    STEP_BITS = 10,
    STEPS = 1 << STEP_BITS,
    PAGES = 64 - STEP_BITS + 1, /* page 0: 0..1023; page k: 2^(k+9) .. 2^(k+10)-1 */
};

void rsp_quantiles_free(rsp_quantiles *q) {
    if (!q)
        return;
    for (size_t i = 0; q->steps && i < PAGES; i++)
        rsp_mem_free(q->mem, q->steps[i]);
    rsp_mem_free(q->mem, q->steps);
    rsp_mem_free(q->mem, q->samples);
    *q = (rsp_quantiles){.mem = q->mem};
}

static unsigned top_bit(uint64_t value) {
    unsigned bit = 0;
    for (unsigned shift = 32; shift > 0; shift /= 2) {
        if (value >> shift) {
            value >>= shift;
            bit += shift;
        }
    }
    return bit;
}

static void add_to_histogram(rsp_quantiles *q, uint64_t value, uint32_t times) {
    unsigned page = value < STEPS ? 0 : top_bit(value) - STEP_BITS + 1;
    unsigned step = page == 0 ? (unsigned)value : (unsigned)(value >> (page - 1)) & (STEPS - 1);
    if (!q->steps[page])
        q->steps[page] = rsp_mem_calloc(q->mem, STEPS, sizeof **q->steps);
    if (!q->steps[page]) {
        q->lost += times;
        return;
    }
    uint32_t *at = &q->steps[page][step];
    *at = UINT32_MAX - *at < times ? UINT32_MAX : *at + times;
}

/* The middle of a step. */
static uint64_t value_of(unsigned page, unsigned step) {
    if (page == 0)
        return step;
    uint64_t low = (uint64_t)(STEPS + step) << (page - 1);
    return low + (UINT64_C(1) << (page - 1)) / 2;
}

static void go_over(rsp_quantiles *q) {
    q->steps = rsp_mem_calloc(q->mem, PAGES, sizeof *q->steps);
    if (!q->steps)
        return;
    for (size_t i = 0; i < q->num_samples; i++)
        add_to_histogram(q, q->samples[i], 1);
    rsp_mem_free(q->mem, q->samples);
    q->samples = NULL;
    q->num_samples = q->cap_samples = 0;
}

static bool grow(rsp_quantiles *q) {
    size_t cap = q->cap_samples ? q->cap_samples * 2 : 64;
    if (cap > RSP_LIMIT_QUANTILE_SAMPLES)
        return false;
    uint64_t *bigger = rsp_mem_realloc(q->mem, q->samples, cap * sizeof *bigger);
    if (!bigger)
        return false;
    q->samples = bigger;
    q->cap_samples = cap;
    return true;
}

static void place(rsp_quantiles *q, uint64_t value) {
    if (!q->steps && q->num_samples == q->cap_samples && !grow(q))
        go_over(q);
    if (q->steps)
        add_to_histogram(q, value, 1);
    else if (q->num_samples < q->cap_samples)
        q->samples[q->num_samples++] = value;
    else
        q->lost++;
    q->sorted = false;
}

static void count(rsp_quantiles *q, uint64_t times, uint64_t sum, uint64_t min, uint64_t max) {
    q->min = rsp_quantiles_known(q) == 0 || min < q->min ? min : q->min;
    q->max = max > q->max ? max : q->max;
    q->sum = UINT64_MAX - q->sum < sum ? UINT64_MAX : q->sum + sum;
    q->count += times;
}

void rsp_quantiles_add(rsp_quantiles *q, uint64_t value) {
    count(q, 1, value, value, value);
    place(q, value);
}

void rsp_quantiles_add_unknown(rsp_quantiles *q) {
    q->count++;
    q->unknown++;
}

void rsp_quantiles_merge(rsp_quantiles *q, const rsp_quantiles *more) {
    if (rsp_quantiles_known(more) > 0)
        count(q, rsp_quantiles_known(more), more->sum, more->min, more->max);
    q->count += more->unknown;
    q->unknown += more->unknown;
    q->lost += more->lost;
    for (size_t i = 0; i < more->num_samples; i++)
        place(q, more->samples[i]);
    if (more->steps && !q->steps)
        go_over(q);
    for (unsigned page = 0; more->steps && page < PAGES; page++) {
        for (unsigned step = 0; more->steps[page] && step < STEPS; step++) {
            uint32_t times = more->steps[page][step];
            if (times > 0 && q->steps)
                add_to_histogram(q, value_of(page, step), times);
            else
                q->lost += times;
        }
    }
}

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

uint64_t rsp_quantiles_at(rsp_quantiles *q, unsigned permille) {
    uint64_t placed = rsp_quantiles_known(q) - q->lost;
    if (placed == 0 || permille >= 1000)
        return q->max;
    uint64_t rank = placed / 1000 * permille + (placed % 1000 * permille + 999) / 1000;
    rank = rank > 0 ? rank : 1;
    if (!q->steps) {
        if (!q->sorted)
            qsort(q->samples, q->num_samples, sizeof *q->samples, compare);
        q->sorted = true;
        return q->samples[rank - 1];
    }
    for (unsigned page = 0; page < PAGES; page++) {
        for (unsigned step = 0; q->steps[page] && step < STEPS; step++) {
            uint32_t times = q->steps[page][step];
            if (times >= rank) {
                uint64_t value = value_of(page, step);
                return value < q->min ? q->min : (value > q->max ? q->max : value);
            }
            rank -= times;
        }
    }
    return q->max;
}

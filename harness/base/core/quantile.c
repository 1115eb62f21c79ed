/* Samples in an array that doubles; at the limit they move into a histogram of one page per power of two.
 * Values below 1,024 have a step each, so that small ones stay exact there, too.
 * See quantile.h. */
/* SPDX-License-Identifier: MIT */
#include "core/quantile.h"

#include "core/limits.h"
#include "core/mem.h"
#include <assert.h>
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
#ifdef __GNUC__
    return 63U - (unsigned)__builtin_clzll(value | 1);
#else
    unsigned bit = 0;
    for (unsigned shift = 32; shift > 0; shift /= 2) {
        if (value >> shift) {
            value >>= shift;
            bit += shift;
        }
    }
    return bit;
#endif
}

static unsigned page_of(uint64_t value) {
    return value < STEPS ? 0 : top_bit(value) - STEP_BITS + 1;
}

static unsigned step_of(uint64_t value) {
    unsigned page = page_of(value);
    return page == 0 ? (unsigned)value : (unsigned)(value >> (page - 1)) & (STEPS - 1);
}

static void add_to_histogram(rsp_quantiles *q, uint64_t value, uint32_t times) {
    unsigned page = page_of(value);
    unsigned step = step_of(value);
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
    assert(q != more);
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

static void sort_few(uint64_t *from, const uint64_t *end) {
    for (uint64_t *i = from; i < end; i++) {
        uint64_t value = *i, *at = i;
        for (; at > from && at[-1] > value; at--)
            *at = at[-1];
        *at = value;
    }
}

/* By one bit after the other, without a call or a guess for each value; values are alike above `bit`. Halves
 * that wait are at most as many as bits. */
static void sort_from(uint64_t *from, uint64_t *end, uint64_t bit) {
    enum { FEW = 12 };
    struct {
        uint64_t *from, *end;
        uint64_t bit;
    } waiting[64];
    for (size_t num = 0;; bit >>= 1) {
        if (end - from <= FEW || bit == 0) {
            sort_few(from, end);
            if (num-- == 0)
                return;
            from = waiting[num].from;
            end = waiting[num].end;
            bit = waiting[num].bit;
            continue;
        }
        uint64_t *middle = from;
        for (uint64_t *i = from; i < end; i++) {
            uint64_t value = *i;
            *i = *middle;
            *middle = value;
            middle += (value & bit) == 0;
        }
        waiting[num].from = middle;
        waiting[num].end = end;
        waiting[num++].bit = bit;
        end = middle;
    }
}

static void sort(rsp_quantiles *q) {
    uint64_t differ = 0;
    for (size_t i = 1; i < q->num_samples; i++)
        differ |= q->samples[i] ^ q->samples[0];
    if (!q->sorted && differ)
        sort_from(q->samples, q->samples + q->num_samples, UINT64_C(1) << top_bit(differ));
    q->sorted = true;
}

size_t rsp_quantiles_values(rsp_quantiles *q, rsp_quantile_value *out, size_t cap) {
    assert(out || cap == 0);
    size_t num = 0;
    sort(q);
    for (size_t i = 0; i < q->num_samples; i++) {
        bool again = i > 0 && q->samples[i] == q->samples[i - 1];
        num += !again;
        if (num <= cap)
            out[num - 1] =
                (rsp_quantile_value){.value = q->samples[i], .times = again ? out[num - 1].times + 1 : 1};
    }
    for (unsigned page = 0; q->steps && page < PAGES; page++) {
        for (unsigned step = 0; q->steps[page] && step < STEPS; step++) {
            if (q->steps[page][step] == 0)
                continue;
            if (num < cap)
                out[num] = (rsp_quantile_value){.value = value_of(page, step), .times = q->steps[page][step]};
            num++;
        }
    }
    return num;
}

/* Whether `end`, the smallest or largest value of all, can be this one of the values that are held: it is the
 * value itself, or one of its step in a histogram. */
static bool is_end(bool histogram, uint64_t end, uint64_t held) {
    return histogram ? page_of(end) == page_of(held) && step_of(end) == step_of(held) : end == held;
}

/* The smallest and the largest value are the ends of those that are held. A value that was lost can be
 * either, and lies beyond them then. */
static bool ends_fit(const rsp_quantiles *head, bool histogram, const rsp_quantile_value *values,
                     size_t num) {
    if (head->min > head->max)
        return false;
    if (num == 0)
        return head->lost > 0 || (head->min == 0 && head->max == 0);
    uint64_t low = values[0].value;
    uint64_t high = values[num - 1].value;
    return (is_end(histogram, head->min, low) || (head->lost > 0 && head->min < low)) &&
           (is_end(histogram, head->max, high) || (head->lost > 0 && head->max > high));
}

/* All values are placed in order, the ends are theirs, and nothing is more than it can be. */
static bool consistent(const rsp_quantiles *head, bool histogram, const rsp_quantile_value *values,
                       size_t num) {
    uint64_t placed = 0;
    for (size_t i = 0; i < num; i++) {
        if (values[i].times == 0 || values[i].times > UINT32_MAX ||
            (i > 0 && values[i].value <= values[i - 1].value))
            return false;
        placed += values[i].times;
    }
    return ends_fit(head, histogram, values, num) && (histogram || placed <= RSP_LIMIT_QUANTILE_SAMPLES) &&
           head->unknown <= head->count && head->lost <= head->count - head->unknown &&
           placed == head->count - head->unknown - head->lost;
}

rsp_status rsp_quantiles_restore(rsp_quantiles *q, const rsp_quantiles *head, bool histogram,
                                 const rsp_quantile_value *values, size_t num) {
    const rsp_mem *mem = q->mem;
    if (!consistent(head, histogram, values, num))
        return RSP_MALFORMED;
    if (histogram)
        go_over(q);
    bool fits = !histogram || q->steps;
    for (size_t i = 0; i < num && fits; i++) {
        if (histogram)
            add_to_histogram(q, values[i].value, (uint32_t)values[i].times);
        for (uint64_t k = 0; k < values[i].times && !histogram; k++)
            place(q, values[i].value);
        fits = q->lost == 0 && (histogram || !q->steps);
    }
    if (!fits) {
        rsp_quantiles_free(q);
        q->mem = mem;
        return RSP_NO_MEMORY;
    }
    q->count = head->count;
    q->sum = head->sum;
    q->min = head->min;
    q->max = head->max;
    q->lost = head->lost;
    q->unknown = head->unknown;
    return RSP_OK;
}

uint64_t rsp_quantiles_at(rsp_quantiles *q, unsigned permille) {
    assert(permille <= 1000);
    uint64_t placed = rsp_quantiles_known(q) - q->lost;
    if (permille == 0)
        return q->min;
    if (placed == 0 || permille >= 1000)
        return q->max;
    uint64_t rank = placed / 1000 * permille + (placed % 1000 * permille + 999) / 1000;
    rank = rank > 0 ? rank : 1;
    if (!q->steps) {
        sort(q);
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

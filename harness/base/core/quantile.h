/* Quantiles of a stream of numbers in bounded memory: exact while the samples fit, then a log histogram.
 * The histogram has 1,024 steps per power of two: a value read from it is off by at most 0.05 %.
 * Two of them add up to what one over all samples would say. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_QUANTILE_H
#define RSP_QUANTILE_H

#include "core/mem.h"
#include <rsp/status.h>
#include <stdbool.h>

RSP_BEGIN_DECLS

/* All-zero is valid and empty. The first four fields are for reading; count, sum, min and max are always
 * exact. */
typedef struct rsp_quantiles {
    uint64_t count;
    uint64_t sum; /* saturates */
    uint64_t min;
    uint64_t max;
    const rsp_mem *mem; /* NULL is malloc; set before the first sample */

    /* private */
    uint64_t *samples;
    size_t num_samples, cap_samples;
    bool sorted;
    uint32_t **steps; /* per power of two, those that occur; non-NULL: the histogram is in use */
    uint64_t lost;    /* samples that no memory was left for: counted, without a place in the quantiles */
    uint64_t unknown; /* of the count; not lost, as there was nothing to lose */
} rsp_quantiles;

/* Frees the samples; the object can be used again. NULL is fine. */
void rsp_quantiles_free(rsp_quantiles *q);

/* At RSP_LIMIT_QUANTILE_SAMPLES, or without memory for more, goes over to the histogram. */
void rsp_quantiles_add(rsp_quantiles *q, uint64_t value);

/* A sample whose value nobody knows: in the count, and in nothing else. */
void rsp_quantiles_add_unknown(rsp_quantiles *q);

/* Adds all samples of `more`, which stays as it is. */
void rsp_quantiles_merge(rsp_quantiles *q, const rsp_quantiles *more);

/* The smallest sample that at least permille/1000 of the samples do not exceed; 0 when empty. 0 is min
 * and 1000 is max, both exact. Sorts what is held. */
uint64_t rsp_quantiles_at(rsp_quantiles *q, unsigned permille);

/* A value and how often it occurs. */
typedef struct rsp_quantile_value {
    uint64_t value;
    uint64_t times;
} rsp_quantile_value;

/* What is held, ascending, each value once: fills at most `cap` of `out` and returns how many there are.
 * Sorts what is held. */
size_t rsp_quantiles_values(rsp_quantiles *q, rsp_quantile_value *out, size_t cap);

/* Makes the all-zero `q` what another one was, from its numbers (count, sum, min, max, lost and unknown of
 * `head`), whether it was a histogram, and its values. RSP_MALFORMED when they contradict each other,
 * RSP_NO_MEMORY; then q is empty. */
rsp_status rsp_quantiles_restore(rsp_quantiles *q, const rsp_quantiles *head, bool histogram,
                                 const rsp_quantile_value *values, size_t num) RSP_MUST_USE;

/* How many values are known: without one, quantiles, sum, min and max mean nothing. */
static inline uint64_t rsp_quantiles_known(const rsp_quantiles *q) {
    return q->count - q->unknown;
}

/* The quantiles are samples themselves, not values of the histogram. */
static inline bool rsp_quantiles_exact(const rsp_quantiles *q) {
    return !q->steps && q->lost == 0;
}

RSP_END_DECLS

#endif

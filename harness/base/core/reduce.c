/* After a part was dropped, the next one begins at the same place.
 * Source: Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", without complements.
 * See core/reduce.h. */
/* SPDX-License-Identifier: MIT */
#include "core/reduce.h"

#include <assert.h>

void rsp_reduce_run(const rsp_reduce *r, size_t least) {
    assert(r->length && r->without);
    for (size_t part = (r->length(r->ctx) + 1) / 2; part > 0 && !r->spent(r->ctx); part /= 2)
        for (size_t at = 0; at < r->length(r->ctx) && r->length(r->ctx) > least && !r->spent(r->ctx);) {
            const size_t left = r->length(r->ctx) - at;
            const size_t num = part < left ? part : left;
            if (r->length(r->ctx) - num < least || !r->without(r->ctx, at, num))
                at += part;
        }
}

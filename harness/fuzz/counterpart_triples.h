/* Requests with what two conversations answered, for the fuzz targets of counterparts: lines by three, the
 * request, what was expected, what was got. The first byte makes notifications of them.
 * See rsp/counterpart.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_COUNTERPART_TRIPLES_H
#define FUZZ_COUNTERPART_TRIPLES_H

#include "fuzz.h"

#include <rsp/counterpart.h>

typedef struct counterpart_triple {
    rsp_bytes request;
    rsp_bytes expected;
    rsp_bytes got;
} counterpart_triple;

/* The next three lines; false at the end. */
bool counterpart_take(counterpart_triple *out, rsp_bytes *in);

/* Whether they say the same, so far as is known by now; a difference lies in the payloads. */
bool counterpart_match(rsp_counterparts *c, bool notification, const counterpart_triple *t);

/* Whether the request is as it was when it is put into the other conversation's terms. */
bool counterpart_keeps(rsp_counterparts *c, rsp_bytes request);

#endif

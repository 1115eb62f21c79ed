/* Requests with what two conversations answered, for the fuzz targets of counterparts: lines by three, the
 * request, what was expected, what was got. The first byte makes notifications of them.
 * See rsp/counterpart.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_VALUE_MAP_TRIPLES_H
#define FUZZ_VALUE_MAP_TRIPLES_H

#include "fuzz.h"

#include "capture/value_map.h"

typedef struct value_map_triple {
    rsp_bytes request;
    rsp_bytes expected;
    rsp_bytes got;
} value_map_triple;

/* The next three lines; false at the end. */
bool value_map_take(value_map_triple *out, rsp_bytes *in);

/* Whether they say the same, so far as is known by now; a difference lies in the payloads. */
bool value_map_match(rsp_value_map *c, bool notification, const value_map_triple *t);

/* Whether the request is as it was when it is put into the other conversation's terms. */
bool value_map_keeps(rsp_value_map *c, rsp_bytes request);

#endif

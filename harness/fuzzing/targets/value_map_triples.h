/* A request and its replies in two conversations, for the fuzz targets counterpart and counterpart_same.
 * Lines by three: request, expected, received. The first byte of the input makes notifications of them.
 * See capture/value_map.h. */
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

/* Whether the replies match, given the values learnt so far; checks that a difference lies in the payloads.
 */
bool value_map_match(rsp_value_map *c, bool notification, const value_map_triple *t);

/* Whether rewriting the request for the other conversation leaves it unchanged. */
bool value_map_keeps(rsp_value_map *c, rsp_bytes request);

#endif

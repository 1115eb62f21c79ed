/* The round trip of MultiBreakpoint's lists, in both forms; an allocation may fail.
 * For the fuzz targets multibreak and multibreak_reply.
 * See codec/multibreak.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_MULTIBREAK_TRIP_H
#define FUZZ_MULTIBREAK_TRIP_H

#include "fuzz.h"

#include "codec/multibreak.h"
#include "core/arena.h"

typedef rsp_status multibreak_parse(rsp_multibreak_list *out, rsp_bytes payload, rsp_multibreak_form form,
                                    rsp_arena *arena, rsp_error *error);
typedef void multibreak_build(rsp_buf *out, const rsp_bytes *items, size_t num, rsp_multibreak_form form);

/* Parses, builds and parses again, and compares. The first byte is the form, two more may make an allocation
 * fail; the rest is the payload. */
void multibreak_trip(multibreak_parse *parse, multibreak_build *build, rsp_bytes in);

#endif

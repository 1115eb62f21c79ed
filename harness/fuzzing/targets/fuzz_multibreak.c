/* MultiBreakpoint and jMultiBreakpoint requests survive the round trip.
 * First byte: the form; two more may make an allocation fail. The rest is the request.
 * See multibreak_trip.h. */
/* SPDX-License-Identifier: MIT */
#include "multibreak_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    multibreak_trip(rsp_multibreak_parse, rsp_multibreak_build, rsp_bytes_make(data, size));
    return 0;
}

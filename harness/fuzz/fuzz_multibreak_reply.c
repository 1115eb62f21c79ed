/* Replies to MultiBreakpoint and jMultiBreakpoint: what parses is built again and parses to the same.
 * The first byte chooses the form; two more may make an allocation fail.
 * See multibreak_trip.h. */
/* SPDX-License-Identifier: MIT */
#include "multibreak_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    multibreak_trip(rsp_multibreak_reply_parse, rsp_multibreak_reply_build, rsp_bytes_make(data, size));
    return 0;
}

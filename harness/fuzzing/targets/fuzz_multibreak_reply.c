/* Replies to MultiBreakpoint and jMultiBreakpoint survive the round trip.
 * First byte: the form; two more may make an allocation fail. The rest is the reply.
 * See multibreak_trip.h. */
/* SPDX-License-Identifier: MIT */
#include "multibreak_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    multibreak_trip(rsp_multibreak_reply_parse, rsp_multibreak_reply_build, rsp_bytes_make(data, size));
    return 0;
}

/* Explanations of events: whatever comes from a stub, each event of it is told, printable and bounded. The
 * first byte chooses; up to a newline stands the request that it answers, behind it the wire bytes.
 * See explain_check.h. */
/* SPDX-License-Identifier: MIT */
#include "explain_check.h"

enum { MOST_PAYLOAD = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    rsp_bytes request = rsp_bytes_split(&in, '\n');
    rsp_explain_options options = explain_options(choice);
    options.direction = RSP_TO_CLIENT;
    options.request = choice & 4 ? (rsp_bytes){0} : request;
    options.notification = (choice & 8) != 0;
    rsp_deframer d = {.options = {.direction = options.direction, .max_payload = MOST_PAYLOAD}};
    rsp_event event;
    while (in.len > 0) {
        in = rsp_bytes_from(in, rsp_deframe(&d, in, &event));
        rsp_explain_event(explain_out(), &event, &options);
        explain_check(&options);
    }
    if (rsp_deframe_flush(&d, &event)) {
        rsp_explain_event(explain_out(), &event, &options);
        explain_check(&options);
    }
    rsp_deframer_free(&d);
    return 0;
}

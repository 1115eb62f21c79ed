/* Explanations of events are printable and bounded, whatever bytes a stub sends.
 * First byte: options. Then the request, a newline, and the bytes of the answer.
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

/* Explanations of payloads are printable and bounded, in either direction.
 * First byte: options. Then the request, a newline, and the reply.
 * See explain_check.h. */
/* SPDX-License-Identifier: MIT */
#include "explain_check.h"

#include "codec/packet_schema.h"
#include <rsp/packets.h>

static void explain(rsp_bytes payload, const rsp_explain_options *options) {
    rsp_explain(explain_out(), payload, options);
    explain_check(options);
    rsp_bytes args = {0};
    const rsp_packet_row *row = rsp_packet_lookup(payload, &args);
    FUZZ_MUST(!row || rsp_packet_by_name(row->name) == row);
    if (row)
        (void)rsp_packet_is_well_formed(row, args);
    FUZZ_MUST(!rsp_request_may(payload, 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    rsp_bytes request = rsp_bytes_split(&in, '\n');
    rsp_explain_options options = explain_options(choice);
    options.direction = RSP_TO_STUB;
    explain(request, &options);
    options.direction = RSP_TO_CLIENT;
    options.request = choice & 4 ? (rsp_bytes){0} : request;
    options.notification = (choice & 8) != 0;
    explain(in, &options);
    return 0;
}

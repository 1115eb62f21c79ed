/* Explanations: whatever the payload, in either direction, what is said of it is printable and bounded.
 * The first byte chooses; up to a newline stands the request, behind it the reply, or wire bytes of which
 * each event is explained. See rsp/explain.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <rsp/explain.h>
#include <rsp/packet_table.h>

enum { MOST_BYTES = 1 << 20 };

static rsp_buf out = {.limit = MOST_BYTES};

static void check(const rsp_explain_options *options) {
    FUZZ_MUST(out.status == RSP_OK);
    for (size_t i = 0; i < out.len; i++)
        FUZZ_MUST((out.ptr[i] >= 0x20 && out.ptr[i] < 0x7f) || (options->lines && out.ptr[i] == '\n'));
    rsp_buf_clear(&out);
}

static void explain(rsp_bytes payload, const rsp_explain_options *options) {
    rsp_explain(&out, payload, options);
    check(options);
    const rsp_packet_row *row = rsp_packet_lookup(payload, NULL);
    FUZZ_MUST(!row || rsp_packet_by_name(row->name) == row);
}

static void explain_stream(rsp_bytes in, const rsp_explain_options *options) {
    rsp_deframer d = {.options = {.direction = options->direction, .max_payload = 64}};
    rsp_event event;
    while (in.len > 0) {
        in = rsp_bytes_from(in, rsp_deframe(&d, in, &event));
        rsp_explain_event(&out, &event, options);
        check(options);
    }
    if (rsp_deframe_flush(&d, &event)) {
        rsp_explain_event(&out, &event, options);
        check(options);
    }
    rsp_deframer_free(&d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    rsp_bytes request = rsp_bytes_split(&in, '\n');
    rsp_explain_options options = {
        .direction = RSP_TO_STUB, .lines = choice & 1, .max_bytes = choice & 2 ? 8 : 0};
    explain(request, &options);
    options.direction = RSP_TO_CLIENT;
    options.request = choice & 4 ? rsp_bytes_make(NULL, 0) : request;
    options.notification = (choice & 8) != 0;
    if (choice & 16)
        explain_stream(in, &options);
    else
        explain(in, &options);
    return 0;
}

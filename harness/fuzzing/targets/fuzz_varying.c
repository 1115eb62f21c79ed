/* Varying values in a payload: in order, disjoint, and readable as their kind.
 * First byte: request, reply or notification. Then a line with the request; the rest is the payload.
 * See capture/varying.h. */
/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include "capture/varying.h"
#include "core/hex.h"

/* Hex numbers fit 64 bits; decimal ones are digits, however many; data and names may be anything. */
static bool is_readable(rsp_varying_kind kind, rsp_bytes text) {
    uint64_t number = 0;
    if (kind == RSP_VARYING_THREAD || kind == RSP_VARYING_PROCESS || kind == RSP_VARYING_ADDRESS ||
        kind == RSP_VARYING_FILE)
        return rsp_hex_u64(&number, text) == RSP_OK;
    bool decimal = kind == RSP_VARYING_THREAD_DEC || kind == RSP_VARYING_PROCESS_DEC ||
                   kind == RSP_VARYING_ADDRESS_DEC || kind == RSP_VARYING_STATE;
    for (size_t i = 0; decimal && i < text.len; i++)
        if (text.ptr[i] < '0' || text.ptr[i] > '9')
            return false;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rsp_varying_values marks;
    rsp_bytes in = rsp_bytes_make(data, size);
    uint8_t choice = fuzz_take_byte(&in);
    rsp_bytes request = rsp_bytes_split(&in, '\n');
    if (choice % 3 == 0)
        rsp_varying_values_of_request(&marks, in);
    else if (choice % 3 == 1)
        rsp_varying_values_of_reply(&marks, request, in);
    else
        rsp_varying_values_of_notification(&marks, in);
    FUZZ_MUST(marks.status == RSP_OK && marks.num <= in.len);
    size_t end = 0;
    for (size_t i = 0; i < marks.num; i++) {
        const rsp_varying_value *m = &marks.items[i];
        FUZZ_MUST(m->offset >= end && m->len <= in.len && m->offset <= in.len - m->len);
        FUZZ_MUST(is_readable(m->kind, rsp_bytes_sub(in, m->offset, m->len)));
        FUZZ_MUST(*rsp_varying_name(m->kind) != '?');
        end = m->offset + m->len;
    }
    return 0;
}

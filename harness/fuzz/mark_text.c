/* Numbers in hex fit 64 bits; decimal ones are digits, however many.
 * Data and names may be anything.
 * See mark_text.h. */
/* SPDX-License-Identifier: MIT */
#include "mark_text.h"

#include "core/hex.h"

bool mark_is_readable(rsp_varying_kind kind, rsp_bytes text) {
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

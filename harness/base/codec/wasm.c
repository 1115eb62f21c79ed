/* LLDB's dialect for WebAssembly: addresses in words, and queries for values.
 * Nothing stands behind the last field of a query.
 * See wasm.h. */
/* SPDX-License-Identifier: MIT */
#include "codec/wasm.h"

#include "core/hex.h"
#include <inttypes.h>

void rsp_wasm_address_append(rsp_buf *out, uint64_t address) {
    static const char *const spaces[] = {"memory", "code", "global", "nowhere"};
    const rsp_wasm_address a = rsp_wasm_split(address);
    rsp_buf_printf(out, "%s, instance %" PRIu32 ", %s 0x%" PRIx32, spaces[a.space], a.instance,
                   a.space == RSP_WASM_GLOBAL ? "index" : "offset", a.offset);
}

/* What follows "INDEX;" in the form of an instance. */
static rsp_status take_instance(rsp_wasm_query *q, rsp_bytes *args) {
    const uint64_t index = q->frame;
    q->of_instance = true;
    q->frame = 0;
    q->index = index;
    const rsp_status status = rsp_take_decimal(&q->instance, args);
    return status == RSP_OK && !rsp_take_byte(args, ';') ? RSP_MALFORMED : status;
}

rsp_status rsp_wasm_query_parse(rsp_wasm_query *out, rsp_bytes args, bool may_name_instance) {
    rsp_wasm_query q = {0};
    rsp_status status = rsp_take_decimal(&q.frame, &args);
    if (status == RSP_OK && !rsp_take_byte(&args, ';'))
        status = RSP_MALFORMED;
    if (status == RSP_OK && may_name_instance && rsp_take_text(&args, RSP_LIT("instance:")))
        status = take_instance(&q, &args);
    else if (status == RSP_OK)
        status = rsp_take_decimal(&q.index, &args);
    if (status == RSP_OK && args.len > 0)
        status = RSP_MALFORMED;
    if (status == RSP_OK)
        *out = q;
    return status;
}

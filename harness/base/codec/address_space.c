/* LLDB's suffix that names an address space.
 * Each key may stand once, in either order, and each ends with a semicolon.
 * See address_space.h. */
/* SPDX-License-Identifier: MIT */
#include "codec/address_space.h"

#include "core/hex.h"

static rsp_status take_key(rsp_address_space *space, bool *has_id, rsp_bytes item) {
    if (!*has_id && rsp_take_text(&item, RSP_LIT("address_space:"))) {
        *has_id = true;
        return rsp_hex_u64(&space->id, item);
    }
    if (space->has_thread || !rsp_take_text(&item, RSP_LIT("thread:")))
        return RSP_MALFORMED;
    space->has_thread = true;
    return rsp_ptid_parse(&space->thread, item);
}

rsp_status rsp_address_space_parse(rsp_address_space *out, rsp_bytes suffix) {
    rsp_address_space space = {0};
    bool has_id = false;
    rsp_status status = RSP_OK;
    if (suffix.len == 0)
        return RSP_NOT_FOUND;
    if (!rsp_take_byte(&suffix, ';') || suffix.len == 0 || suffix.ptr[suffix.len - 1] != ';')
        return RSP_MALFORMED;
    while (status == RSP_OK && suffix.len > 0)
        status = take_key(&space, &has_id, rsp_bytes_split(&suffix, ';'));
    if (status != RSP_OK)
        return status == RSP_RANGE ? RSP_RANGE : RSP_MALFORMED;
    if (!has_id)
        return RSP_MALFORMED;
    *out = space;
    return RSP_OK;
}

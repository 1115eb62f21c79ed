/* One reply to qRegisterInfo, pair by pair; keys that nobody needs are passed over.
 * An error ends the list of registers, and is no description.
 * See register_info.h. */
/* SPDX-License-Identifier: MIT */
#include "codec/register_info.h"

#include "core/hex.h"

rsp_status rsp_register_info_parse(rsp_register_info *out, rsp_bytes reply) {
    *out = (rsp_register_info){0};
    while (reply.len > 0) {
        rsp_bytes value = rsp_bytes_split(&reply, ';');
        const rsp_bytes key = rsp_bytes_split(&value, ':');
        if (rsp_bytes_equal(key, RSP_LIT("name")))
            out->name = value;
        else if (rsp_bytes_equal(key, RSP_LIT("generic")))
            out->generic = value;
        else if (rsp_bytes_equal(key, RSP_LIT("bitsize")) && rsp_decimal_u64(&out->bits, value) != RSP_OK)
            return RSP_MALFORMED;
        else if (rsp_bytes_equal(key, RSP_LIT("offset"))) {
            if (rsp_decimal_u64(&out->offset, value) != RSP_OK)
                return RSP_MALFORMED;
            out->has_offset = true;
        }
    }
    return out->name.len > 0 && out->bits > 0 ? RSP_OK : RSP_MALFORMED;
}

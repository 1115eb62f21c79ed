/* Three bytes are four letters of six bits each; what is missing at the end is padded with '='.
 * Bits that padding leaves over must be 0, so that each text means other bytes.
 * See base64.h. Source: RFC 4648, section 4. */
/* SPDX-License-Identifier: MIT */
#include "look/base64.h"

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_append(rsp_buf *out, rsp_bytes bytes) {
    for (size_t i = 0; i < bytes.len; i += 3) {
        rsp_bytes rest = rsp_bytes_sub(bytes, i, 3);
        uint32_t group = 0;
        for (size_t k = 0; k < 3; k++)
            group = group << 8 | (k < rest.len ? rest.ptr[k] : 0);
        for (size_t k = 0; k < 4; k++)
            rsp_buf_push(out, k <= rest.len ? (uint8_t)letters[group >> (18 - 6 * k) & 63] : '=');
    }
}

/* The six bits of a letter; 64: it is none. */
static uint32_t bits_of(uint8_t c) {
    const char *at = c ? strchr(letters, c) : NULL;
    return at ? (uint32_t)(at - letters) : 64;
}

rsp_status base64_decode(rsp_buf *out, rsp_bytes text) {
    if (text.len % 4 != 0)
        return RSP_SYNTAX;
    for (size_t i = 0; i < text.len; i += 4) {
        bool last = i + 4 == text.len;
        size_t padding =
            last ? (size_t)(text.ptr[i + 3] == '=') + (text.ptr[i + 3] == '=' && text.ptr[i + 2] == '=') : 0;
        uint32_t group = 0;
        for (size_t k = 0; k < 4; k++) {
            uint32_t bits = k < 4 - padding ? bits_of(text.ptr[i + k]) : 0;
            if (bits == 64)
                return RSP_SYNTAX;
            group = group << 6 | bits;
        }
        if (group & ((UINT32_C(1) << 8 * padding) - 1))
            return RSP_SYNTAX;
        for (size_t k = 0; k < 3 - padding; k++)
            rsp_buf_push(out, (uint8_t)(group >> (16 - 8 * k)));
    }
    return out->status;
}

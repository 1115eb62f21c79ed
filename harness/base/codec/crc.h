/* The sum of qCRC: CRC-32 with polynomial 0x04c11db7, the most significant bit first.
 * There is no final inversion.
 * Source: GDB manual, "qCRC:". */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CRC_H
#define RSP_CRC_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* The sum of no bytes. */
#define RSP_CRC32_START UINT32_MAX

/* The sum `crc` with `bytes` added to it. */
static inline uint32_t rsp_crc32(uint32_t crc, rsp_bytes bytes) {
    for (size_t i = 0; i < bytes.len; i++) {
        crc ^= (uint32_t)bytes.ptr[i] << 24;
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 0x80000000U ? crc << 1 ^ 0x04c11db7U : crc << 1;
    }
    return crc;
}

RSP_END_DECLS

#endif

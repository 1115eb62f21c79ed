/* A call is a name in lower case and a comma: F and a number, also "Fa", is a result.
 * Strict: an Fwrite has exactly three numbers.
 * See file_call.h. */
/* SPDX-License-Identifier: MIT */
#include "codec/file_call.h"

#include "core/hex.h"

bool rsp_file_call_is(rsp_bytes payload) {
    size_t len = 1;
    while (len < payload.len && payload.ptr[len] >= 'a' && payload.ptr[len] <= 'z')
        len++;
    return len > 1 && len < payload.len && payload.ptr[0] == 'F' && payload.ptr[len] == ',';
}

bool rsp_file_write_parse(rsp_file_write *out, rsp_bytes payload) {
    uint64_t file;
    return rsp_bytes_equal(rsp_bytes_split(&payload, ','), RSP_LIT("Fwrite")) &&
           rsp_hex_u64(&file, rsp_bytes_split(&payload, ',')) == RSP_OK &&
           rsp_hex_u64(&out->at, rsp_bytes_split(&payload, ',')) == RSP_OK &&
           rsp_hex_u64(&out->len, payload) == RSP_OK && out->len <= RSP_LIMIT_FILE_WRITE_BYTES;
}

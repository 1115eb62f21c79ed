/* A call is a name in lower case and a comma: F and a number is the client's reply.
 * Strict: an Fwrite has exactly three numbers.
 * See file_call.h. */
/* SPDX-License-Identifier: MIT */
#include "codec/file_call.h"

#include "core/hex.h"

bool rsp_file_call_is(rsp_bytes payload) {
    return payload.len > 1 && payload.ptr[0] == 'F' && payload.ptr[1] >= 'a' && payload.ptr[1] <= 'z' &&
           rsp_bytes_index(payload, ',') < payload.len;
}

bool rsp_file_write_parse(rsp_file_write *out, rsp_bytes payload) {
    uint64_t file;
    return rsp_bytes_equal(rsp_bytes_split(&payload, ','), RSP_LIT("Fwrite")) &&
           rsp_hex_u64(&file, rsp_bytes_split(&payload, ',')) == RSP_OK &&
           rsp_hex_u64(&out->at, rsp_bytes_split(&payload, ',')) == RSP_OK &&
           rsp_hex_u64(&out->len, payload) == RSP_OK && out->len <= RSP_LIMIT_FILE_WRITE_BYTES;
}

/* A stop reply often brings the registers that are asked for, so it is looked at before a packet is sent.
 * Digits are changed in place: all other registers of the block stay what they were.
 * See thread_registers.h. */
/* SPDX-License-Identifier: MIT */
#include "thread_registers.h"

#include "client/operation/registers.h"
#include "core/hex.h"

enum { DIGITS = 16 }; /* of one register: all that we look at have 8 bytes */

void register_digits_put(uint8_t *digits, size_t len, uint64_t value) {
    for (size_t i = 0; i < len; i++) {
        digits[2 * i] = (uint8_t)rsp_hex_digits[value >> (8 * i + 4) & 15];
        digits[2 * i + 1] = (uint8_t)rsp_hex_digits[value >> (8 * i) & 15];
    }
}

void register_block_put(rsp_buf *block, size_t start, uint64_t number, uint64_t value) {
    register_digits_put(block->ptr + start + (size_t)number * DIGITS, 8, value);
}

rsp_status register_block_get(rsp_bytes block, uint64_t number, uint64_t *out) {
    uint8_t bytes[8];
    rsp_bytes digits = rsp_bytes_sub(block, (size_t)number * DIGITS, DIGITS);
    if (digits.len != DIGITS || rsp_hex_decode_into(bytes, digits) != RSP_OK)
        return RSP_NOT_FOUND;
    *out = 0;
    for (size_t i = 0; i < 8; i++)
        *out |= (uint64_t)bytes[i] << (8 * i);
    return RSP_OK;
}

rsp_status expect_ok(rsp_client *client, rsp_bytes request) {
    rsp_bytes reply;
    rsp_status status = rsp_client_packet(client, request, &reply);
    return status == RSP_OK && !rsp_bytes_equal(reply, RSP_LIT("OK")) ? RSP_MALFORMED : status;
}

rsp_status register_block_write(rsp_client *client, rsp_bytes digits, const rsp_mem *mem) {
    rsp_buf request = {.mem = mem};
    rsp_buf_push(&request, 'G');
    rsp_buf_append(&request, digits);
    rsp_status status = request.status;
    if (status == RSP_OK)
        status = expect_ok(client, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    return status;
}

rsp_status register_block_read(rsp_client *client, rsp_ptid thread, uint64_t last, rsp_buf *out) {
    rsp_bytes digits;
    rsp_status status = rsp_client_read_registers(client, thread, &digits);
    if (status != RSP_OK)
        return status;
    if (digits.len < (size_t)(last + 1) * DIGITS)
        return RSP_MALFORMED;
    rsp_buf_clear(out);
    rsp_buf_append(out, digits);
    return out->status;
}

/* The low 8 bytes, as the stubs' own evaluators take them. */
rsp_status thread_register_read(rsp_client *client, rsp_ptid thread, uint64_t number, bool big_endian,
                                uint64_t *out) {
    uint8_t bytes[8];
    size_t len = 0;
    rsp_status status = RSP_NOT_FOUND;
    if (rsp_ptid_equal(thread, rsp_client_stop_thread(client)))
        status = rsp_client_stop_register(client, number, bytes, sizeof bytes, &len);
    if (status != RSP_OK)
        status = rsp_client_read_register(client, thread, number, bytes, sizeof bytes, &len);
    len = len < sizeof bytes ? len : sizeof bytes;
    uint64_t value = 0;
    for (size_t i = 0; i < len && status == RSP_OK; i++)
        value = value << 8 | bytes[big_endian ? i : len - 1 - i];
    *out = value;
    return status;
}

static void put_number(uint8_t bytes[8], uint64_t value) {
    for (size_t i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(value >> (8 * i));
}

rsp_status thread_register_write(rsp_client *client, rsp_ptid thread, uint64_t number, uint64_t value) {
    uint8_t bytes[8];
    put_number(bytes, value);
    return rsp_client_write_register(client, thread, number, rsp_bytes_make(bytes, sizeof bytes));
}

rsp_status thread_register_lead(rsp_client *client, rsp_ptid thread, uint64_t number, uint64_t value) {
    uint8_t bytes[8];
    put_number(bytes, value);
    return client_write_with_resume(client, thread, number, rsp_bytes_make(bytes, sizeof bytes));
}

rsp_status thread_register_write_narrow(rsp_client *client, rsp_ptid thread, uint64_t number,
                                        uint64_t value) {
    uint8_t bytes[8];
    size_t len = 0;
    rsp_status status = rsp_client_read_register(client, thread, number, bytes, sizeof bytes, &len);
    put_number(bytes, value);
    if (status == RSP_OK && (len == 0 || len > sizeof bytes))
        status = RSP_MALFORMED;
    return status == RSP_OK ? rsp_client_write_register(client, thread, number, rsp_bytes_make(bytes, len))
                            : status;
}

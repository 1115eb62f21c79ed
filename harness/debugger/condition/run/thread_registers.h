/* Registers of a stopped thread as numbers: one by one, or all at once in the digits of g and G.
 * Registers have at most 8 bytes here; writing and digits are little-endian, for RV64.
 * See thread_registers.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_THREAD_REGISTERS_H
#define RSP_CONDITION_THREAD_REGISTERS_H

#include <rsp/client.h>

/* The value of a register, from the stop reply if it is there, else by a packet. */
rsp_status thread_register_read(rsp_client *client, rsp_ptid thread, uint64_t number, bool big_endian,
                                uint64_t *out);

/* Writes 8 bytes. */
rsp_status thread_register_write(rsp_client *client, rsp_ptid thread, uint64_t number, uint64_t value);

/* The same together with the next resume, in all-stop. */
rsp_status thread_register_lead(rsp_client *client, rsp_ptid thread, uint64_t number, uint64_t value);

/* Writes as many bytes, at most 8, as a read of the register gives. */
rsp_status thread_register_write_narrow(rsp_client *client, rsp_ptid thread, uint64_t number, uint64_t value);

/* The digits of the reply to g replace what is in `out`. RSP_MALFORMED without registers up to number `last`.
 */
rsp_status register_block_read(rsp_client *client, rsp_ptid thread, uint64_t last, rsp_buf *out);

/* Sends the digits with G. */
rsp_status register_block_write(rsp_client *client, rsp_bytes digits, const rsp_mem *mem);

/* One register in the digits, which begin at `start` of the buffer. RSP_NOT_FOUND: it is not there, or has no
 * value. */
rsp_status register_block_get(rsp_bytes digits, uint64_t number, uint64_t *out);
void register_block_put(rsp_buf *block, size_t start, uint64_t number, uint64_t value);

/* The digits of `len` bytes (at most 8), little-endian. */
void register_digits_put(uint8_t *digits, size_t len, uint64_t value);

/* Sends a request whose only good reply is OK. */
rsp_status expect_ok(rsp_client *client, rsp_bytes request);

#endif

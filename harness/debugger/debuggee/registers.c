/* Digits are looked at when a register is asked for: a thread may have no value for some of them.
 * A description whose registers do not fit the block is the stub's error, and then a register is not there.
 * See registers.h. */
/* SPDX-License-Identifier: MIT */
#include "registers.h"

#include "client/client_object.h"
#include "core/hex.h"

/* What fetching the documents of a description needs. */
typedef struct description_fetch {
    rsp_client *client;
    rsp_status status;
} description_fetch;

static bool fetch(void *ctx, const char *annex, rsp_buf *out) {
    description_fetch *f = ctx;
    f->status = rsp_client_read_object(f->client, RSP_LIT("features"), rsp_bytes_str(annex), out, NULL);
    return f->status == RSP_OK;
}

static bool means_none(rsp_status status) {
    return status == RSP_OK || status == RSP_UNSUPPORTED || status == RSP_REFUSED ||
           status == RSP_MALFORMED || status == RSP_LIMIT || status == RSP_NOT_FOUND;
}

const rsp_tdesc *rsp_registers_description(rsp_registers *r, rsp_status *status) {
    *status = RSP_OK;
    if (!r->asked) {
        description_fetch f = {.client = r->client};
        if (rsp_tdesc_read(&r->description, fetch, &f) != RSP_OK)
            rsp_tdesc_free(&r->description);
        r->asked = means_none(f.status);
        *status = r->asked ? RSP_OK : f.status;
    }
    return r->description.num > 0 ? &r->description : NULL;
}

void rsp_registers_free(rsp_registers *r) {
    rsp_tdesc_free(&r->description);
}

/* In the program's own terms, where a thread may stand in code that was put beside it. */
static rsp_status read_all(const rsp_registers *r, rsp_ptid thread, rsp_buf *out) {
    rsp_bytes digits;
    if (r->breakpoints)
        return rsp_conditionals_registers(r->breakpoints, thread, out);
    rsp_status status = rsp_client_read_registers(r->client, thread, &digits);
    if (status == RSP_OK)
        rsp_buf_append(out, digits);
    return status == RSP_OK ? out->status : status;
}

rsp_status rsp_register_block_read(rsp_register_block *out, rsp_registers *registers, rsp_ptid thread,
                                   rsp_arena *arena) {
    rsp_buf digits = {0};
    rsp_status status = RSP_OK;
    *out = (rsp_register_block){.registers = registers, .thread = thread};
    if (!rsp_registers_description(registers, &status))
        return status;
    status = read_all(registers, thread, &digits);
    if (status == RSP_OK)
        out->digits = rsp_arena_bytes(arena, rsp_buf_bytes(&digits));
    rsp_buf_free(&digits);
    return means_none(status) ? RSP_OK : status;
}

/* The register's digits in the block; empty: they are not there. */
static rsp_bytes digits_of(const rsp_register_block *block, uint64_t number) {
    const rsp_tdesc_register *reg = rsp_tdesc_by_number(&block->registers->description, number);
    rsp_bytes digits =
        reg ? rsp_bytes_sub(block->digits, (size_t)reg->offset * 2, (size_t)(reg->bits / 8) * 2)
            : (rsp_bytes){0};
    return reg && digits.len == (size_t)(reg->bits / 8) * 2 ? digits : (rsp_bytes){0};
}

rsp_status rsp_register_block_get(const rsp_register_block *block, uint64_t number, uint8_t *out, size_t cap,
                                  size_t *out_len) {
    rsp_bytes digits = digits_of(block, number);
    *out_len = digits.len / 2;
    if (digits.len == 0 || rsp_client_register_unreadable(block->registers->client, block->thread, number))
        return rsp_client_read_register(block->registers->client, block->thread, number, out, cap, out_len);
    for (size_t i = 0; i < digits.len; i++)
        if (rsp_hex_value(digits.ptr[i]) < 0)
            return digits.ptr[i] == 'x' ? RSP_NOT_FOUND : RSP_MALFORMED;
    return rsp_hex_decode_into(out, rsp_bytes_sub(digits, 0, 2 * (cap < *out_len ? cap : *out_len)));
}

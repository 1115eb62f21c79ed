/* Registers: p and P, or pieces of g and G where a stub has only those (gdbserver).
 * Where a register stands in the block is learnt from the target description, once.
 * Source: GDB manual, Packets (g, G, p, P); Target Descriptions. */
/* SPDX-License-Identifier: MIT */
#include "client_state.h"
#include "operation/long_list.h"

#include "codec/qxfer.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

void client_registers_stale(rsp_client *c) {
    client_stop_stale(c);
    c->registers.block_fresh = false;
}

void client_registers_free(client_registers *registers) {
    rsp_buf_free(&registers->block);
    rsp_tdesc_free(&registers->description);
}

static rsp_status select_for_registers(rsp_client *c, rsp_ptid thread) {
    return rsp_client_select(c, thread.tid == 0 && thread.pid == 0 ? rsp_client_stop_thread(c) : thread);
}

/* A register that came along with the stop, empty where it cannot be read; NULL: it did not come, or
 * something was resumed or written since. */
static const rsp_stop_register *expedited(const rsp_client *c, uint64_t num) {
    for (size_t i = 0; c->stops.state == STOP_FRESH && i < c->stops.reply.num_registers; i++)
        if (c->stops.reply.registers[i].num == num)
            return &c->stops.reply.registers[i];
    return NULL;
}

bool rsp_client_register_unreadable(const rsp_client *c, rsp_ptid thread, uint64_t num) {
    const rsp_stop_register *reg = expedited(c, num);
    bool stopped = (thread.pid == 0 && thread.tid == 0) || rsp_ptid_equal(thread, rsp_client_stop_thread(c));
    return stopped && reg && reg->value.len == 0;
}

/* Hex digits to at most `cap` bytes: RSP_NOT_FOUND for x in place of digits. */
static rsp_status put_register(rsp_client *c, rsp_bytes digits, uint8_t *out, size_t cap, size_t *out_len) {
    *out_len = digits.len / 2;
    if (digits.len == 0 || digits.len % 2)
        return rsp_fail_offset(&c->error, RSP_MALFORMED, NULL, digits.len, "register of %zu digits",
                               digits.len);
    for (size_t i = 0; i < digits.len; i++) {
        if (digits.ptr[i] == 'x')
            return rsp_fail(&c->error, RSP_NOT_FOUND, "register is unavailable");
        if (rsp_hex_value(digits.ptr[i]) < 0)
            return rsp_fail_offset(&c->error, RSP_MALFORMED, NULL, i, "no hex digit in a register");
    }
    rsp_bytes kept = rsp_bytes_sub(digits, 0, cap < *out_len ? cap * 2 : digits.len);
    return kept.len ? rsp_hex_decode_into(out, kept) : RSP_OK;
}

/* --- the target description --- */

/* All documents of one. */
typedef struct description_fetch {
    rsp_client *client;
    long_list whole;
    size_t bytes;
    rsp_status status; /* of the last document */
} description_fetch;

/* One document, window by window. */
static bool fetch_document(void *ctx, const char *annex, rsp_buf *out) {
    description_fetch *f = ctx;
    rsp_client *c = f->client;
    uint64_t window = c->stub.packet_bytes / 2;
    f->status = RSP_OK;
    for (bool last = false; !last && f->status == RSP_OK;) {
        const rsp_qxfer request = {.object = RSP_LIT("features"),
                                   .operation = RSP_LIT("read"),
                                   .annex = rsp_bytes_str(annex),
                                   .offset = out->len,
                                   .length = window};
        rsp_qxfer_reply chunk = {0};
        rsp_bytes reply;
        rsp_buf *text = client_request(c);
        rsp_qxfer_build(text, &request);
        f->status = client_ask(c, rsp_buf_bytes(text), 0, &reply);
        if (f->status == RSP_OK)
            f->status = rsp_qxfer_reply_parse(&chunk, reply, &c->error);
        f->bytes += chunk.data.len;
        if (f->status == RSP_OK && f->bytes > RSP_LIMIT_XFER_BYTES)
            f->status = RSP_LIMIT;
        if (f->status == RSP_OK)
            f->status = long_list_goes_on_with(c, &f->whole, f->bytes, &c->error);
        if (f->status == RSP_OK)
            rsp_buf_append(out, chunk.data);
        if (f->status == RSP_OK)
            f->status = out->status;
        last = chunk.last;
    }
    return f->status == RSP_OK;
}

/* The stub's answer is that it has none. */
static bool means_none(rsp_status status) {
    return status == RSP_OK || status == RSP_UNSUPPORTED || status == RSP_REFUSED ||
           status == RSP_MALFORMED || status == RSP_LIMIT;
}

/* What is nonsense, or has no end, is the same the next time. */
static rsp_status learn_description(rsp_client *c) {
    description_fetch f = {.client = c, .whole = long_list_begin(c, "the target description")};
    if (c->registers.described)
        return RSP_OK;
    rsp_status status =
        c->registers.unusable ? RSP_NOT_FOUND : rsp_tdesc_read(&c->registers.description, fetch_document, &f);
    if (status != RSP_OK) {
        c->registers.unusable = c->registers.unusable || status == RSP_MALFORMED || status == RSP_LIMIT ||
                                f.status == RSP_MALFORMED || f.status == RSP_LIMIT;
        rsp_tdesc_free(&c->registers.description);
        if (!means_none(f.status))
            return f.status; /* and the error is that request's */
        return rsp_fail(&c->error, status == RSP_NOT_FOUND ? RSP_UNSUPPORTED : status,
                        "the stub has neither p nor a usable target description");
    }
    c->registers.described = true;
    return RSP_OK;
}

const rsp_tdesc *client_description(rsp_client *c) {
    return learn_description(c) == RSP_OK ? &c->registers.description : NULL;
}

/* --- the block --- */

static rsp_status fetch_block(rsp_client *c) {
    rsp_bytes reply;
    if (c->registers.block_fresh && rsp_ptid_equal(c->registers.block_thread, c->selection.selected))
        return RSP_OK;
    rsp_status status = client_ask(c, rsp_packet_name(RSP_PACKET_READ_REGISTERS), 0, &reply);
    if (status != RSP_OK)
        return status;
    rsp_buf_clear(&c->registers.block);
    rsp_buf_append(&c->registers.block, reply);
    if (c->registers.block.status != RSP_OK)
        return rsp_fail(&c->error, c->registers.block.status, "no memory for registers");
    c->registers.block_thread = c->selection.selected;
    c->registers.block_fresh = true;
    return RSP_OK;
}

/* Where a register's digits stand in the block. */
static rsp_status find_in_block(rsp_client *c, uint64_t num, rsp_bytes *out_digits) {
    rsp_status status = learn_description(c);
    if (status == RSP_OK)
        status = fetch_block(c);
    if (status != RSP_OK)
        return status;
    const rsp_tdesc_register *reg = rsp_tdesc_by_number(&c->registers.description, num);
    size_t at = reg ? (size_t)reg->offset * 2 : 0;
    size_t len = reg ? (size_t)reg->bits / 8 * 2 : 0;
    *out_digits = rsp_bytes_sub(rsp_buf_bytes(&c->registers.block), at, len);
    if (len == 0 || out_digits->len != len)
        return rsp_fail(&c->error, RSP_NOT_FOUND, "no register with this number in g");
    return RSP_OK;
}

/* --- reading --- */

rsp_status rsp_client_read_register(rsp_client *c, rsp_ptid thread, uint64_t num, uint8_t *out, size_t cap,
                                    size_t *out_len) {
    rsp_bytes reply;
    *out_len = 0;
    if (rsp_client_register_unreadable(c, thread, num))
        return rsp_fail(&c->error, RSP_NOT_FOUND, "register is unavailable");
    rsp_status status = select_for_registers(c, thread);
    if (status == RSP_OK && c->stub.support[RSP_USE_REGISTER] != RSP_SUPPORT_NO &&
        c->stub.support[RSP_USE_REGISTER] != RSP_SUPPORT_OFF) {
        rsp_buf *request = client_request(c);
        rsp_buf_push(request, 'p');
        rsp_hex_append_u64(request, num);
        status = client_ask(c, rsp_buf_bytes(request), 0, &reply);
        if (status == RSP_OK)
            return put_register(c, reply, out, cap, out_len);
        if (status != RSP_UNSUPPORTED)
            return status;
        client_learn(c, RSP_USE_REGISTER, RSP_SUPPORT_NO);
        status = RSP_OK;
    }
    if (status == RSP_OK)
        status = find_in_block(c, num, &reply);
    return status == RSP_OK ? put_register(c, reply, out, cap, out_len) : status;
}

rsp_status rsp_client_read_registers(rsp_client *c, rsp_ptid thread, rsp_bytes *out_hex) {
    *out_hex = rsp_bytes_make(NULL, 0);
    rsp_status status = select_for_registers(c, thread);
    return status == RSP_OK ? client_ask(c, rsp_packet_name(RSP_PACKET_READ_REGISTERS), 0, out_hex) : status;
}

rsp_status rsp_client_stop_register(const rsp_client *c, uint64_t num, uint8_t *out, size_t cap,
                                    size_t *out_len) {
    const rsp_stop_register *reg = expedited(c, num);
    *out_len = 0;
    if (!reg || !rsp_stop_register_known(reg))
        return RSP_NOT_FOUND;
    size_t len = reg->value.len / 2;
    rsp_bytes kept = rsp_bytes_sub(reg->value, 0, cap < len ? cap * 2 : reg->value.len);
    if (kept.len == 0 || rsp_hex_decode_into(out, kept) != RSP_OK)
        return RSP_NOT_FOUND;
    *out_len = len;
    return RSP_OK;
}

/* --- writing --- */

static rsp_status expect_ok(rsp_client *c, rsp_bytes reply) {
    if (rsp_bytes_equal(reply, RSP_LIT("OK")))
        return RSP_OK;
    return rsp_fail(&c->error, RSP_MALFORMED, "reply to a register write is neither OK nor an error");
}

/* The whole block again with these digits in their place. */
static rsp_status build_block(rsp_client *c, rsp_buf *request, uint64_t num, rsp_bytes value) {
    rsp_bytes place;
    rsp_status status = find_in_block(c, num, &place);
    if (status != RSP_OK)
        return status;
    if (place.len != value.len * 2)
        return rsp_fail(&c->error, RSP_USAGE, "the register has %zu bytes", place.len / 2);
    size_t at = (size_t)(place.ptr - c->registers.block.ptr);
    rsp_buf_clear(request);
    rsp_buf_push(request, 'G');
    rsp_buf_append(request, rsp_bytes_sub(rsp_buf_bytes(&c->registers.block), 0, at));
    rsp_hex_append(request, value);
    rsp_buf_append(request, rsp_bytes_from(rsp_buf_bytes(&c->registers.block), at + place.len));
    return request->status;
}

static void build_single(rsp_buf *request, uint64_t num, rsp_bytes value) {
    rsp_buf_clear(request);
    rsp_buf_push(request, 'P');
    rsp_hex_append_u64(request, num);
    rsp_buf_push(request, '=');
    rsp_hex_append(request, value);
}

static rsp_status write_block(rsp_client *c, uint64_t num, rsp_bytes value) {
    rsp_bytes reply;
    rsp_status status = build_block(c, &c->request, num, value);
    if (status != RSP_OK)
        return status;
    client_registers_stale(c);
    status = client_ask(c, rsp_buf_bytes(&c->request), 0, &reply);
    return status == RSP_OK ? expect_ok(c, reply) : status;
}

rsp_status rsp_client_write_register(rsp_client *c, rsp_ptid thread, uint64_t num, rsp_bytes value) {
    rsp_bytes reply;
    rsp_status status = select_for_registers(c, thread);
    if (status != RSP_OK)
        return status;
    if (c->registers.no_single_write)
        return write_block(c, num, value);
    build_single(client_request(c), num, value);
    client_registers_stale(c);
    status = client_ask(c, rsp_buf_bytes(&c->request), 0, &reply);
    c->registers.no_single_write = status == RSP_UNSUPPORTED;
    c->registers.single_write = status == RSP_OK;
    if (c->registers.no_single_write)
        return write_block(c, num, value);
    return status == RSP_OK ? expect_ok(c, reply) : status;
}

rsp_status client_write_with_resume(rsp_client *c, rsp_ptid thread, uint64_t num, rsp_bytes value) {
    bool known = c->registers.single_write || c->registers.no_single_write;
    if (!known || rsp_client_is_non_stop(c))
        return rsp_client_write_register(c, thread, num, value);
    rsp_status status = select_for_registers(c, thread);
    if (status == RSP_OK && c->registers.no_single_write)
        return build_block(c, &c->run.lead, num, value);
    if (status == RSP_OK)
        build_single(&c->run.lead, num, value);
    return status == RSP_OK ? c->run.lead.status : status;
}

static void block_arrived(void *ctx, rsp_client *c, const rsp_client_result *result) {
    (void)ctx;
    rsp_buf_clear(&c->registers.block);
    rsp_buf_append(&c->registers.block, result->reply);
    c->registers.block_thread = c->selection.selected;
    c->registers.block_fresh = result->status == RSP_OK && c->registers.block.status == RSP_OK;
}

void client_registers_ahead(rsp_client *c, rsp_ptid thread) {
    bool fresh = c->registers.block_fresh && rsp_ptid_equal(c->registers.block_thread, thread);
    if (!c->registers.no_single_write || fresh || !rsp_ptid_equal(c->selection.selected, thread))
        return;
    rsp_status status = rsp_client_submit_packet(c, NULL, rsp_packet_name(RSP_PACKET_READ_REGISTERS), 0,
                                                 (rsp_client_callback){.done = block_arrived});
    if (status == RSP_OK) /* else they are asked for when they are needed */
        c->queue.last->internal = true;
}

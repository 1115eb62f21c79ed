/* The loader's line (guest_line.h) over a client. Registers are known by the description that the loader's
 * runner has read, for many stubs that take a program have none.
 * See loaded_line.h. */
/* SPDX-License-Identifier: MIT */
#include "loaded_line.h"

#include "client/client_object.h"
#include "client/saved_registers.h"
#include "codec/tdesc.h"
#include "core/byte_order.h"
#include "core/hex.h"
#include "guest/guest_load.h"
#include <stdio.h>
#include <string.h>

enum { LONGEST_REGISTER = 8 };

static bool line_ask(void *ctx, rsp_bytes request, rsp_bytes *out_reply) {
    const loaded_line *l = ctx;
    const rsp_status status = rsp_client_packet(l->client, request, out_reply);
    return status == RSP_OK || status == RSP_UNSUPPORTED || status == RSP_REFUSED;
}

/* One step alone: a guest is entered while it stands, but for the call by which its process maps memory. */
static bool line_resume(void *ctx, bool step, const char **out_why) {
    const loaded_line *l = ctx;
    const rsp_move how = {.action = RSP_MOVE_STEP};
    const rsp_stop_reply *stop = NULL;
    *out_why = "the step does not stop";
    return step && rsp_client_run(l->client, &how, 0, &stop) == RSP_OK &&
           (stop->kind == RSP_STOP_SIGNAL || stop->kind == RSP_STOP_THREAD);
}

static const rsp_tdesc_register *find(const loaded_line *l, const char *name) {
    const rsp_tdesc_register *r = rsp_tdesc_find(l->loaded->target, name);
    return r && r->bits % 8 == 0 && r->bits / 8 <= LONGEST_REGISTER ? r : NULL;
}

static bool is_big_endian(const loaded_line *l) {
    return l->loaded->load->guest->big_endian;
}

/* The digits of a register in the reply to g. */
static bool find_in_block(const loaded_line *l, const rsp_tdesc_register *r, rsp_bytes *out_block,
                          rsp_bytes *out_digits) {
    if (rsp_client_read_registers(l->client, (rsp_ptid){0}, out_block) != RSP_OK)
        return false;
    *out_digits = rsp_bytes_sub(*out_block, (size_t)r->offset * 2, (size_t)r->bits / 4);
    return out_digits->len == r->bits / 4;
}

/* Out of g, as GDB has all that is in it; by p else. mGBA's p of pc is 4 behind its g. */
static bool get_bytes(const loaded_line *l, const rsp_tdesc_register *r, rsp_buf *out) {
    rsp_bytes block;
    rsp_bytes digits;
    uint8_t bytes[LONGEST_REGISTER];
    size_t len = 0;
    if (find_in_block(l, r, &block, &digits) && rsp_hex_decode(out, digits) == RSP_OK)
        return true;
    rsp_buf_clear(out);
    if (rsp_client_read_register(l->client, (rsp_ptid){0}, r->number, bytes, sizeof bytes, &len) != RSP_OK ||
        len != r->bits / 8)
        return false;
    rsp_buf_append(out, rsp_bytes_make(bytes, len));
    return out->status == RSP_OK;
}

static bool line_get(void *ctx, const char *name, uint64_t *out) {
    const loaded_line *l = ctx;
    const rsp_tdesc_register *r = find(l, name);
    rsp_buf bytes = {.mem = l->mem};
    if (!r)
        return false;
    const bool had = get_bytes(l, r, &bytes);
    *out = had ? rsp_number_of(rsp_buf_bytes(&bytes), is_big_endian(l)) : 0;
    if (strcmp(name, "sp") == 0)
        *out = rsp_arch_stack_address(l->loaded->load->guest->arch, *out);
    rsp_buf_free(&bytes);
    return had;
}

/* By G, where the stub has no P, nor a description by which the client would know the place (mspdebug). */
static bool set_in_block(const loaded_line *l, const rsp_tdesc_register *r, rsp_bytes value) {
    rsp_bytes block;
    rsp_bytes digits;
    if (!find_in_block(l, r, &block, &digits))
        return false;
    rsp_buf all = {.mem = l->mem};
    const size_t before = (size_t)r->offset * 2;
    rsp_buf_append(&all, rsp_bytes_sub(block, 0, before));
    rsp_hex_append(&all, value);
    rsp_buf_append(&all, rsp_bytes_from(block, before + digits.len));
    const bool written = all.status == RSP_OK &&
                         rsp_client_write_registers(l->client, (rsp_ptid){0}, rsp_buf_bytes(&all)) == RSP_OK;
    rsp_buf_free(&all);
    return written;
}

static bool line_set(void *ctx, const char *name, uint64_t value) {
    const loaded_line *l = ctx;
    const rsp_tdesc_register *r = find(l, name);
    uint8_t bytes[LONGEST_REGISTER];
    if (!r)
        return false;
    rsp_number_put(bytes, r->bits / 8, value, is_big_endian(l));
    const rsp_bytes number = rsp_bytes_make(bytes, r->bits / 8);
    const rsp_status status = rsp_client_write_register(l->client, (rsp_ptid){0}, r->number, number);
    return status == RSP_OK || (status == RSP_UNSUPPORTED && set_in_block(l, r, number));
}

rsp_status loaded_line_enter(const loaded_line *l, const char *program, char *why, size_t cap) {
    *why = 0;
    rsp_status status = rsp_client_read_description(l->client, l->mem);
    if (status != RSP_OK)
        return status;
    const rsp_guest_line line = {.ask = line_ask,
                                 .resume = line_resume,
                                 .get = line_get,
                                 .set = line_set,
                                 .ctx = (void *)(uintptr_t)l, /* not written */
                                 .packet_bytes = rsp_client_packet_bytes(l->client)};
    rsp_guest_load mine = *l->loaded->load; /* what was saved stays its owner's */
    mine.why[0] = 0;
    if (rsp_guest_enter(&mine, &line, program))
        return RSP_OK;
    (void)snprintf(why, cap, "%s", mine.why);
    return RSP_REFUSED;
}

bool loaded_line_pc_number(const loaded_line *l, uint64_t *out) {
    const rsp_tdesc_register *pc = find(l, "pc");
    *out = pc ? pc->number : 0;
    return pc != NULL;
}

bool loaded_line_stop_pc(const loaded_line *l, uint64_t *out) {
    uint8_t bytes[LONGEST_REGISTER];
    size_t len = 0;
    const rsp_tdesc_register *pc = find(l, "pc");
    if (!pc || rsp_client_stop_register(l->client, pc->number, bytes, sizeof bytes, &len) != RSP_OK ||
        len != pc->bits / 8)
        return false;
    *out = rsp_number_of(rsp_bytes_make(bytes, len), is_big_endian(l));
    return true;
}

/* The loader's line (guest_line.h) over the client of a run. Registers are known by the description that the
 * loader's runner has read, for many stubs that take a program have none.
 * See loaded.h. */
/* SPDX-License-Identifier: MIT */
#include "loaded.h"

#include "client/client_object.h"
#include "codec/tdesc.h"
#include "core/byte_order.h"
#include "core/hex.h"
#include "guest/guest_load.h"
#include "outcome.h"

enum { LONGEST_REGISTER = 8 };

/* --- the line ------------------------------------------------------------------------------------------- */

static bool line_ask(void *ctx, rsp_bytes request, rsp_bytes *out_reply) {
    const bench *b = ctx;
    const rsp_status status = rsp_client_packet(b->client, request, out_reply);
    return status == RSP_OK || status == RSP_UNSUPPORTED || status == RSP_REFUSED;
}

/* A guest is entered while it stands. */
static bool line_resume(void *ctx, bool step, const char **out_why) {
    (void)ctx;
    (void)step;
    *out_why = "nothing is resumed here";
    return false;
}

static const rsp_tdesc_register *find(const bench *b, const char *name) {
    const rsp_tdesc_register *r = rsp_tdesc_find(b->options->loaded->target, name);
    return r && r->bits % 8 == 0 && r->bits / 8 <= LONGEST_REGISTER ? r : NULL;
}

static bool is_big_endian(const bench *b) {
    return b->options->loaded->load->guest->big_endian;
}

/* Out of g, where the stub has no p and no description by which the client would know the place. */
static bool get_from_block(const bench *b, const rsp_tdesc_register *r, rsp_buf *out) {
    rsp_bytes hex;
    return rsp_client_read_registers(b->client, (rsp_ptid){0}, &hex) == RSP_OK &&
           rsp_hex_decode(out, rsp_bytes_sub(hex, (size_t)r->offset * 2, (size_t)r->bits / 4)) == RSP_OK;
}

static bool line_get(void *ctx, const char *name, uint64_t *out) {
    const bench *b = ctx;
    const rsp_tdesc_register *r = find(b, name);
    uint8_t bytes[LONGEST_REGISTER];
    size_t len = 0;
    if (!r)
        return false;
    rsp_buf block = {.mem = b->options->mem};
    rsp_bytes value = {0};
    if (rsp_client_read_register(b->client, (rsp_ptid){0}, r->number, bytes, sizeof bytes, &len) == RSP_OK &&
        len == r->bits / 8)
        value = rsp_bytes_make(bytes, len);
    else if (get_from_block(b, r, &block))
        value = rsp_buf_bytes(&block);
    *out = value.len > 0 ? rsp_number_of(value, is_big_endian(b)) : 0;
    rsp_buf_free(&block);
    return value.len > 0;
}

static bool line_set(void *ctx, const char *name, uint64_t value) {
    const bench *b = ctx;
    const rsp_tdesc_register *r = find(b, name);
    uint8_t bytes[LONGEST_REGISTER];
    if (!r)
        return false;
    rsp_number_put(bytes, r->bits / 8, value, is_big_endian(b));
    return rsp_client_write_register(b->client, (rsp_ptid){0}, r->number,
                                     rsp_bytes_make(bytes, r->bits / 8)) == RSP_OK;
}

/* --- the program ---------------------------------------------------------------------------------------- */

bool loaded_serves(const bench *b) {
    return b->options->loaded != NULL;
}

/* What the guest is to do. NULL: what the workload's program does, no guest does. */
static const char *program_of(const bench *b) {
    const rsp_workload *w = b->workload;
    if (w->guest.program)
        return w->guest.program;
    return rsp_guest_entry(w->program) && w->num_arguments == 0 ? w->program : NULL;
}

rsp_status loaded_fits(bench *b) {
    return loaded_serves(b) && !program_of(b)
               ? bench_skip(b, "no guest does what program '%s' does", b->workload->program)
               : RSP_OK;
}

rsp_status loaded_enter(bench *b) {
    if (!loaded_serves(b))
        return RSP_OK;
    rsp_status status = rsp_client_read_description(b->client, b->options->mem);
    if (status != RSP_OK)
        return bench_client_failed(b, status, "reading the description");
    const rsp_guest_line line = {.ask = line_ask,
                                 .resume = line_resume,
                                 .get = line_get,
                                 .set = line_set,
                                 .ctx = b,
                                 .packet_bytes = rsp_client_packet_bytes(b->client)};
    rsp_guest_load mine = *b->options->loaded->load; /* what was saved stays its owner's */
    mine.why[0] = 0;
    return rsp_guest_enter(&mine, &line, program_of(b))
               ? RSP_OK
               : bench_fail(b, "the guest could not be entered: %s", mine.why);
}

rsp_status loaded_symbol(bench *b, const char *name, uint64_t *out_at, uint64_t *out_size) {
    const rsp_workload_guest *g = &b->workload->guest;
    size_t i = 0;
    while (i < g->num_symbols && strcmp(g->symbols[i].symbol, name) != 0)
        i++;
    const char *there = i < g->num_symbols ? g->symbols[i].guest : name;
    return rsp_guest_symbol_at(b->options->loaded->load, there, out_at, out_size)
               ? RSP_OK
               : bench_skip(b, "the guest has no symbol '%s' where it was loaded", there);
}

const char *loaded_condition(const bench *b, const rsp_workload_step *step) {
    const char *own = b->workload->guest.condition;
    return loaded_serves(b) && own ? own : step->text;
}

bool loaded_pc_number(const bench *b, uint64_t *out) {
    const rsp_tdesc_register *pc = find(b, "pc");
    *out = pc ? pc->number : 0;
    return pc != NULL;
}

bool loaded_pc(const bench *b, uint64_t *out) {
    uint8_t bytes[LONGEST_REGISTER];
    size_t len = 0;
    const rsp_tdesc_register *pc = find(b, "pc");
    if (!pc || rsp_client_stop_register(b->client, pc->number, bytes, sizeof bytes, &len) != RSP_OK ||
        len != pc->bits / 8)
        return false;
    *out = rsp_number_of(rsp_bytes_make(bytes, len), is_big_endian(b));
    return true;
}

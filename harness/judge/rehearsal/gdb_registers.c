/* GDB's registers: all by g, those that g lacks by p; written by P, else by G.
 * A reply to g that is too long, odd or ends within a register is where GDB stops.
 * See gdb.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

#include "core/byte_order.h"
#include "core/hex.h"
#include <assert.h>
#include <string.h>

enum { FETCHES = 3 };

void gdb_forget(gdb *g) {
    for (size_t i = 0; i < g->num_registers; i++)
        g->registers[i].state = GDB_UNREAD;
}

static bool big(const gdb *g) {
    return g->base.manners->registers.big_endian == RSP_HABIT_YES;
}

/* Digits of one register, 'x' for what is not available. False: no hex digits. */
static bool take_value(gdb *g, gdb_register *r, rsp_bytes hex) {
    assert(r->offset + (uint64_t)r->bytes <= sizeof g->values);
    if (hex.len > 0 && hex.ptr[0] == 'x') {
        r->state = GDB_UNAVAILABLE;
        return true;
    }
    size_t bytes = hex.len / 2 < r->bytes ? hex.len / 2 : r->bytes;
    memset(g->values + r->offset, 0, r->bytes);
    r->state = GDB_READ;
    return rsp_hex_decode_into(g->values + r->offset, rsp_bytes_sub(hex, 0, 2 * bytes)) == RSP_OK;
}

bool gdb_supply(gdb *g, uint64_t number, rsp_bytes hex) {
    for (size_t i = 0; i < g->num_registers; i++)
        if (g->registers[i].number == number)
            return take_value(g, &g->registers[i], hex);
    return false;
}

/* --- g --- */

static bool is_digit(uint8_t c) {
    return rsp_hex_value(c) >= 0 || c == 'x';
}

/* GDB takes what does not look like registers for an old reply, and waits for the next packet. */
static bool ask_g(gdb *g) {
    gdb_ask(g, "g");
    if (gdb_answer_of(g) == GDB_ERROR)
        return gdb_fails(g, "Could not read registers: %s", gdb_exchange(g));
    for (unsigned i = 0; i < FETCHES; i++) {
        if (g->reply.len > 0 && is_digit(g->reply.ptr[0]))
            return true;
        if (g->silent)
            break;
        gdb_get(g);
    }
    return gdb_fails(g, "waits for registers: %s", gdb_exchange(g));
}

/* The first reply settles how much of the registers g holds. */
static bool measure(gdb *g, uint64_t bytes) {
    if (g->reply.len % 2)
        return gdb_fails(g, "Remote 'g' packet reply is of odd length");
    if (bytes > g->g_bytes)
        return gdb_fails(g, "Remote 'g' packet reply is too long (expected %llu bytes, got %llu bytes)",
                         (unsigned long long)g->g_bytes, (unsigned long long)bytes);
    for (size_t i = 0; i < g->num_registers; i++) {
        gdb_register *r = &g->registers[i];
        r->in_g = r->offset + (uint64_t)r->bytes <= bytes;
        if (!r->in_g && r->offset < bytes)
            return gdb_fails(g, "Truncated register %zu in remote 'g' packet (%llu bytes)", i,
                             (unsigned long long)bytes);
    }
    g->g_bytes = bytes;
    g->g_measured = true;
    return true;
}

static bool fetch_all(gdb *g) {
    if (!ask_g(g))
        return false;
    uint64_t bytes = g->reply.len / 2;
    if ((!g->g_measured || bytes != g->g_bytes) && !measure(g, bytes))
        return false;
    for (size_t i = 0; i < g->num_registers; i++) {
        gdb_register *r = &g->registers[i];
        if (r->in_g &&
            !take_value(g, r, rsp_bytes_sub(gdb_reply(g), 2 * (size_t)r->offset, 2 * (size_t)r->bytes)))
            return gdb_fails(g, "Reply contains invalid hex digit: %s", gdb_exchange(g));
    }
    return true;
}

/* --- p --- */

static bool fetch_one(gdb *g, gdb_register *r) {
    if (g->p == GDB_HAS_NOT)
        return gdb_fails(g, "register %u is not in g, and p is not supported", (unsigned)r->number);
    gdb_ask(g, "p%x", (unsigned)r->number);
    switch (gdb_answer_of(g)) {
    case GDB_UNKNOWN:
        g->p = GDB_HAS_NOT;
        return gdb_fails(g, "register %u is not in g, and p is not supported", (unsigned)r->number);
    case GDB_ERROR:
        return gdb_fails(g, "Could not fetch register: %s", gdb_exchange(g));
    case GDB_DONE:
        break;
    }
    g->p = GDB_HAS;
    if (!take_value(g, r, gdb_reply(g)))
        return gdb_fails(g, "fetch_register_using_p: early buf termination: %s", gdb_exchange(g));
    return true;
}

bool gdb_fetch(gdb *g, int index, uint64_t *out_value) {
    if (index < 0 || (size_t)index >= g->num_registers)
        return gdb_fails(g, "the register is not known");
    gdb_register *r = &g->registers[index];
    if (r->state == GDB_UNREAD && r->in_g && !fetch_all(g))
        return false;
    if (r->state == GDB_UNREAD && !fetch_one(g, r))
        return false;
    if (r->state != GDB_READ)
        return gdb_fails(g, "register %u is unavailable", (unsigned)r->number);
    uint32_t bytes = r->bytes < 8 ? r->bytes : 8;
    uint32_t skip = big(g) ? r->bytes - bytes : 0;
    *out_value = rsp_number_of(rsp_bytes_make(g->values + r->offset + skip, bytes), big(g));
    if (index == g->pc || index == g->sp) /* 32 bits of an address in 64 of a register */
        *out_value = gdb_address(g, *out_value);
    return true;
}

/* --- P and G --- */

static void put_number(gdb *g, const gdb_register *r, uint64_t value) {
    assert(r->offset + (uint64_t)r->bytes <= sizeof g->values);
    memset(g->values + r->offset, 0, r->bytes);
    for (uint32_t i = 0; i < r->bytes && i < 8; i++)
        g->values[r->offset + (big(g) ? r->bytes - 1 - i : i)] = (uint8_t)(value >> 8 * i);
}

static void append_value(gdb *g, const gdb_register *r) {
    rsp_hex_append(&g->request, rsp_bytes_make(g->values + r->offset, r->bytes));
}

static bool store_by_G(gdb *g) {
    rsp_buf_clear(&g->request);
    rsp_buf_push(&g->request, 'G');
    for (size_t i = 0; i < g->num_registers; i++)
        if (g->registers[i].in_g)
            append_value(g, &g->registers[i]);
    gdb_put(g, rsp_buf_bytes(&g->request));
    gdb_get(g);
    if (gdb_answer_of(g) == GDB_ERROR)
        return gdb_fails(g, "Could not write registers: %s", gdb_exchange(g));
    return true;
}

/* Where G may be needed, GDB knows all of it before: a stop reply tells a few only. */
static bool know_block(gdb *g) {
    if (g->P == GDB_HAS)
        return true;
    for (size_t i = 0; i < g->num_registers; i++)
        if (g->registers[i].in_g && g->registers[i].state == GDB_UNREAD)
            return fetch_all(g);
    return true;
}

bool gdb_store(gdb *g, int index, uint64_t value) {
    uint64_t before;
    if (!gdb_fetch(g, index, &before) || !know_block(g))
        return false;
    gdb_register *r = &g->registers[index];
    if (g->layout.architecture && index == g->pc)
        value = rsp_arch_address_widened(g->layout.architecture->ours, value, r->bytes);
    put_number(g, r, value);
    if (g->P == GDB_HAS_NOT)
        return store_by_G(g);
    rsp_buf_clear(&g->request);
    rsp_buf_printf(&g->request, "P%x=", (unsigned)r->number);
    append_value(g, r);
    gdb_put(g, rsp_buf_bytes(&g->request));
    gdb_get(g);
    switch (gdb_answer_of(g)) {
    case GDB_ERROR:
        return gdb_fails(g, "Could not write register: %s", gdb_exchange(g));
    case GDB_UNKNOWN:
        g->P = GDB_HAS_NOT;
        return r->in_g ? store_by_G(g) : gdb_fails(g, "Could not write register: P is not supported");
    case GDB_DONE:
        break;
    }
    g->P = GDB_HAS;
    return true;
}

bool gdb_store_pc(gdb *g, uint64_t pc) {
    static const struct {
        const char *ours, *request, *name;
    } rows[] = {
        {"i386", "P29=ffffffff", "orig_eax"},
        {"x86-64", "P39=ffffffffffffffff", "orig_rax"},
    };
    const gdb_architecture *a = g->layout.architecture;
    if (!gdb_store(g, g->pc, pc))
        return false;
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        const bool alone = g->layout.description.num == 0 || g->layout.refusal;
        const bool linux = alone && a && strcmp(a->ours, rows[i].ours) == 0;
        if (!linux || g->P == GDB_HAS_NOT)
            continue;
        gdb_ask(g, "%s", rows[i].request);
        if (gdb_answer_of(g) != GDB_DONE)
            return gdb_fails(g, "Could not write register \"%s\": %s", rows[i].name, gdb_exchange(g));
    }
    return true;
}

bool gdb_read_frame(gdb *g) {
    uint64_t value;
    if (!gdb_fetch(g, g->pc, &value))
        return false;
    /* The analysers of RISC-V, PowerPC and m68k begin with code, which they read by pc alone. */
    static const char *const by_pc[] = {"riscv32", "riscv64", "powerpc", "powerpc64", "m68k", "avr"};
    for (size_t i = 0; g->layout.architecture && i < RSP_ARRAY_LEN(by_pc); i++)
        if (strcmp(g->layout.architecture->ours, by_pc[i]) == 0)
            return true;
    return gdb_fetch(g, g->sp, &value);
}

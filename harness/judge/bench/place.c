/* The loader's bias comes from the auxiliary vector: AT_ENTRY less the entry point in the file.
 * The machine comes from the ELF header. The file is read when its first symbol is asked for.
 * See place.h. */
/* SPDX-License-Identifier: MIT */
#include "place.h"

#include "account.h"
#include "codec/breakpoint.h"
#include "core/arena.h"
#include "core/byte_order.h"
#include "guest/guest_load.h"
#include "loaded.h"
#include "object.h"
#include "outcome.h"
#include "scenario/symbol.h"

enum { AT_ENTRY = 9 };

/* What is to be known of an architecture: ELF machine, length of a breakpoint, number of the program counter.
 */
static const struct {
    unsigned machine;
    unsigned kind;
    unsigned pc;
} machines[] = {
    {RSP_BENCH_ELF_X86_64, 1, 16},
    {RSP_BENCH_ELF_AARCH64, 4, 32},
    {RSP_BENCH_ELF_RISCV, 4, 32}, /* debuggees are built without compressed instructions */
};

static size_t machine_of(const bench *b) {
    unsigned machine = b->image.len > 19 ? b->image.ptr[18] | (unsigned)b->image.ptr[19] << 8 : 0;
    size_t i = 0;
    while (i < RSP_ARRAY_LEN(machines) && machines[i].machine != machine)
        i++;
    return i;
}

static uint64_t word_at(rsp_bytes bytes, size_t at) {
    uint64_t value = 0;
    for (size_t i = 0; i < 8; i++)
        value |= (uint64_t)bytes.ptr[at + i] << 8 * i;
    return value;
}

static rsp_status find_bias(bench *b) {
    uint64_t entry = 0;
    bool relocated = false;
    if (b->have_bias)
        return RSP_OK;
    if (rsp_symbol_entry(b->image, &entry, &relocated) != RSP_OK)
        return bench_fail(b, "the file of program '%s' is no ELF file", b->workload->program);
    b->bias = 0;
    b->have_bias = true;
    if (!relocated)
        return RSP_OK;
    rsp_buf auxv = {.mem = b->options->mem};
    bool found = false;
    rsp_status status = object_read(b, "auxv", "", &auxv);
    for (size_t at = 0; status == RSP_OK && at + 16 <= auxv.len && !found; at += 16) {
        found = word_at(rsp_buf_bytes(&auxv), at) == AT_ENTRY;
        b->bias = word_at(rsp_buf_bytes(&auxv), at + 8) - entry;
    }
    rsp_buf_free(&auxv);
    if (status != RSP_OK && status != RSP_UNSUPPORTED && status != RSP_REFUSED)
        return bench_client_failed(b, status, "reading the auxiliary vector");
    return found ? RSP_OK
                 : bench_skip(b,
                              "program '%s' is placed by the loader, and the stub does not tell where "
                              "(qXfer:auxv:read)",
                              b->workload->program);
}

/* A symbol of the program's file, before the loader has moved it. */
static rsp_status find_in_file(bench *b, const char *symbol, rsp_symbol *out) {
    if (b->image.len == 0 &&
        (!b->provider->image ||
         b->provider->image(b->provider->ctx, b->workload->program, &b->image) != RSP_OK))
        return bench_skip(b, "the file of program '%s' is not to be had, and so no symbol of it",
                          b->workload->program);
    if (rsp_symbol_find(b->image, symbol, out) != RSP_OK)
        return bench_fail(b, "program '%s' has no symbol '%s' (%s)", b->workload->program, symbol,
                          b->workload->path);
    return RSP_OK;
}

rsp_status place_find(bench *b, const char *symbol, uint64_t *out) {
    rsp_symbol where = {0};
    const known_place *known = b->places;
    while (known && strcmp(known->symbol, symbol) != 0)
        known = known->next;
    rsp_status status = RSP_OK;
    if (!known && loaded_serves(b))
        status = loaded_symbol(b, symbol, &where.address, &where.size);
    else if (!known)
        status = find_in_file(b, symbol, &where);
    if (status == RSP_OK && !loaded_serves(b))
        status = find_bias(b);
    if (status != RSP_OK)
        return status;
    *out = (known ? known->address : where.address) + b->bias;
    known_place *p = known ? NULL : rsp_arena_alloc(&b->arena, sizeof *p);
    if (p) {
        *p = (known_place){.symbol = symbol, .address = where.address, .size = where.size, .next = b->places};
        b->places = p;
    }
    return b->arena.status;
}

uint64_t place_size(const bench *b, const char *symbol) {
    const known_place *known = b->places;
    while (known && strcmp(known->symbol, symbol) != 0)
        known = known->next;
    return known ? known->size : 0;
}

rsp_status place_site(bench *b, uint64_t address, rsp_site *out) {
    size_t m = machine_of(b);
    *out = (rsp_site){.type = RSP_BREAK_SOFTWARE, .addr = address};
    if (loaded_serves(b))
        out->kind = rsp_guest_bp_kind(b->options->loaded->load->guest);
    else if (m < RSP_ARRAY_LEN(machines))
        out->kind = machines[m].kind;
    else
        return bench_skip(b, "breakpoints on this machine are not known here");
    return RSP_OK;
}

bool place_machine(const bench *b, unsigned *out_elf_machine, unsigned *out_pc_number) {
    size_t m = machine_of(b);
    if (m == RSP_ARRAY_LEN(machines))
        return false;
    *out_elf_machine = machines[m].machine;
    *out_pc_number = machines[m].pc;
    return true;
}

bool place_pc(bench *b, uint64_t *out) {
    uint8_t bytes[8];
    size_t len = 0;
    size_t m = machine_of(b);
    if (loaded_serves(b))
        return loaded_pc(b, out);
    if (m == RSP_ARRAY_LEN(machines) ||
        rsp_client_stop_register(b->client, machines[m].pc, bytes, sizeof bytes, &len) != RSP_OK || len != 8)
        return false;
    *out = word_at(rsp_bytes_make(bytes, 8), 0);
    return true;
}

static bool pc_number(const bench *b, uint64_t *out) {
    const size_t m = machine_of(b);
    if (loaded_serves(b))
        return loaded_pc_number(b, out);
    *out = m < RSP_ARRAY_LEN(machines) ? machines[m].pc : 0;
    return m < RSP_ARRAY_LEN(machines);
}

rsp_status place_where(bench *b, uint64_t *out) {
    uint8_t bytes[8] = {0};
    uint64_t number = 0;
    size_t len = 0;
    if (place_pc(b, out))
        return RSP_OK;
    if (!pc_number(b, &number))
        return bench_skip(b, "the number of pc is not known on this machine");
    account_begin(b, RSP_BENCH_PHASE_REGISTERS);
    rsp_status status = rsp_client_read_register(b->client, (rsp_ptid){0}, number, bytes, sizeof bytes, &len);
    account_end(b);
    if (status != RSP_OK)
        return bench_client_failed(b, status, "reading pc");
    const bool big_endian = loaded_serves(b) && b->options->loaded->load->guest->big_endian;
    *out = rsp_number_of(rsp_bytes_make(bytes, len < sizeof bytes ? len : sizeof bytes), big_endian);
    return RSP_OK;
}

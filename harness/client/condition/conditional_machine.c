/* What conditional breakpoints know of machines: register names, byte order, how to tell them apart.
 * Two are known by name, because they are what is debugged most; others go by number.
 * Source: GDB manual, Standard Target Features (RISC-V Features, i386 Features). */
/* SPDX-License-Identifier: MIT */
#include "conditional_internal.h"
#include "operation/registers.h"

#include "core/hex.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

typedef struct register_name {
    const char *name;
    uint8_t number;
} register_name;

static const register_name rv64_names[] = {
    {"zero", 0}, {"ra", 1},  {"sp", 2},  {"gp", 3},  {"tp", 4},  {"t0", 5},  {"t1", 6},
    {"t2", 7},   {"s0", 8},  {"fp", 8},  {"s1", 9},  {"a0", 10}, {"a1", 11}, {"a2", 12},
    {"a3", 13},  {"a4", 14}, {"a5", 15}, {"a6", 16}, {"a7", 17}, {"s2", 18}, {"s3", 19},
    {"s4", 20},  {"s5", 21}, {"s6", 22}, {"s7", 23}, {"s8", 24}, {"s9", 25}, {"s10", 26},
    {"s11", 27}, {"t3", 28}, {"t4", 29}, {"t5", 30}, {"t6", 31}, {"pc", 32},
};

static const register_name x86_64_names[] = {
    {"rax", 0},  {"rbx", 1},  {"rcx", 2},  {"rdx", 3},  {"rsi", 4},  {"rdi", 5},  {"rbp", 6},
    {"rsp", 7},  {"r8", 8},   {"r9", 9},   {"r10", 10}, {"r11", 11}, {"r12", 12}, {"r13", 13},
    {"r14", 14}, {"r15", 15}, {"rip", 16}, {"pc", 16},  {"sp", 7},   {"fp", 6},   {"eflags", 17},
};

/* What follows from the kind. */
static const struct {
    const char *architecture; /* in the target description */
    const register_name *names;
    size_t num_names;
    uint64_t pc_number;
} kinds[] = {
    [RSP_KIND_ASK] = {0},
    [RSP_KIND_OTHER] = {0},
    [RSP_KIND_RV64] = {"riscv:rv64", rv64_names, RSP_ARRAY_LEN(rv64_names), RSP_TRAMPOLINE_PC},
    [RSP_KIND_X86_64] = {"i386:x86-64", x86_64_names, RSP_ARRAY_LEN(x86_64_names), 16},
};

/* x0 to x31 under their plain names. */
static bool is_x_register(rsp_bytes name, uint64_t *out_number) {
    rsp_bytes digits = rsp_bytes_from(name, 1);
    uint64_t number = 0;
    if (name.ptr[0] != 'x' || digits.len == 0 || digits.len > 2 || (digits.ptr[0] == '0' && digits.len > 1))
        return false;
    for (size_t i = 0; i < digits.len; i++) {
        if (digits.ptr[i] < '0' || digits.ptr[i] > '9')
            return false;
        number = number * 10 + (digits.ptr[i] - (uint64_t)'0');
    }
    *out_number = number;
    return number < 32;
}

rsp_status rsp_machine_register(rsp_machine_kind kind, rsp_bytes name, uint64_t *out_number) {
    if ((size_t)kind >= RSP_ARRAY_LEN(kinds) || name.len == 0)
        return RSP_NOT_FOUND;
    for (size_t i = 0; i < kinds[kind].num_names; i++) {
        if (!rsp_bytes_equal(name, rsp_bytes_str(kinds[kind].names[i].name)))
            continue;
        *out_number = kinds[kind].names[i].number;
        return RSP_OK;
    }
    return kind == RSP_KIND_RV64 && is_x_register(name, out_number) ? RSP_OK : RSP_NOT_FOUND;
}

static rsp_machine_kind kind_of(rsp_bytes description) {
    for (size_t i = RSP_KIND_RV64; i < RSP_ARRAY_LEN(kinds); i++)
        if (rsp_bytes_search(description, rsp_bytes_str(kinds[i].architecture)) < description.len)
            return (rsp_machine_kind)i;
    return RSP_KIND_OTHER;
}

/* What a description says of a machine that is not known by name. */
static rsp_status learn_other(rsp_conditionals *set) {
    const rsp_tdesc *description = client_description(set->client);
    const rsp_tdesc_register *pc = description ? rsp_tdesc_find(description, "pc") : NULL;
    if (conditional_ends(rsp_session_state(rsp_client_session(set->client))))
        return conditional_fail(set, rsp_session_state(rsp_client_session(set->client)),
                                "asking for the target description");
    if (!pc)
        return rsp_fail(&set->error, RSP_UNSUPPORTED,
                        "the target description does not say which register the pc is: name its number");
    const char *name = rsp_arch_name(description->architecture);
    set->pc_number = pc->number;
    set->big_endian = rsp_arch_big_endian(name);
    set->break_kind = rsp_arch_bp_kind(name);
    set->kind = RSP_KIND_OTHER;
    return RSP_OK;
}

/* The architecture stands at the beginning of the description: one window of it is enough for the machines
 * that are known by name. */
rsp_status conditional_learn_kind(rsp_conditionals *set) {
    char request[64];
    rsp_bytes reply;
    if (set->kind != RSP_KIND_ASK)
        return RSP_OK;
    (void)snprintf(request, sizeof request, "%s:target.xml:0,3ff",
                   rsp_packet_text(RSP_PACKET_QXFER_FEATURES_READ));
    rsp_status status = rsp_client_packet(set->client, rsp_bytes_str(request), &reply);
    if (conditional_ends(status))
        return conditional_fail(set, status, "asking for the target description");
    rsp_machine_kind kind = status == RSP_OK ? kind_of(reply) : RSP_KIND_OTHER;
    if (kind == RSP_KIND_OTHER)
        return learn_other(set);
    set->kind = kind;
    return RSP_OK;
}

rsp_status conditional_find_register(rsp_conditionals *set, rsp_bytes name, uint64_t *out_number) {
    char text[64];
    rsp_status status = rsp_machine_register(set->kind, name, out_number);
    if (status == RSP_OK || name.len >= sizeof text)
        return status;
    memcpy(text, name.ptr, name.len);
    text[name.len] = 0;
    const rsp_tdesc *description = client_description(set->client);
    const rsp_tdesc_register *reg = description ? rsp_tdesc_find(description, text) : NULL;
    if (!reg)
        return RSP_NOT_FOUND;
    *out_number = reg->number;
    return RSP_OK;
}

uint64_t conditional_pc_number(const rsp_conditionals *set) {
    bool named = set->kind == RSP_KIND_RV64 || set->kind == RSP_KIND_X86_64;
    return named ? kinds[set->kind].pc_number : set->pc_number;
}

bool conditional_big_endian(const rsp_conditionals *set) {
    bool named = set->kind == RSP_KIND_RV64 || set->kind == RSP_KIND_X86_64;
    return !named && set->big_endian;
}

/* --- all registers at once: g and G ------------------------------------------------------------------------
 */

enum { DIGITS = 16 }; /* of one register: all that we look at have 8 bytes */

void conditional_put_digits(rsp_buf *block, size_t start, uint64_t number, uint64_t value) {
    uint8_t *digits = block->ptr + start + (size_t)number * DIGITS;
    for (size_t i = 0; i < 8; i++) {
        digits[2 * i] = (uint8_t)rsp_hex_digits[value >> (8 * i + 4) & 15];
        digits[2 * i + 1] = (uint8_t)rsp_hex_digits[value >> (8 * i) & 15];
    }
}

rsp_status conditional_get_digits(rsp_bytes block, uint64_t number, uint64_t *out) {
    uint8_t bytes[8];
    rsp_bytes digits = rsp_bytes_sub(block, (size_t)number * DIGITS, DIGITS);
    if (digits.len != DIGITS || rsp_hex_decode_into(bytes, digits) != RSP_OK)
        return RSP_NOT_FOUND;
    *out = 0;
    for (size_t i = 0; i < 8; i++)
        *out |= (uint64_t)bytes[i] << (8 * i);
    return RSP_OK;
}

rsp_status conditional_expect_ok(rsp_conditionals *set, rsp_bytes request) {
    rsp_bytes reply;
    rsp_status status = rsp_client_packet(set->client, request, &reply);
    return status == RSP_OK && !rsp_bytes_equal(reply, RSP_LIT("OK")) ? RSP_MALFORMED : status;
}

rsp_status conditional_write_block(rsp_conditionals *set, rsp_bytes digits) {
    rsp_buf request = {.mem = set->options.mem};
    rsp_buf_push(&request, 'G');
    rsp_buf_append(&request, digits);
    rsp_status status = request.status;
    if (status == RSP_OK)
        status = conditional_expect_ok(set, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    return status;
}

rsp_status conditional_read_block(rsp_conditionals *set, rsp_ptid thread, rsp_buf *out) {
    rsp_bytes digits;
    rsp_status status = rsp_client_read_registers(set->client, thread, &digits);
    if (status != RSP_OK)
        return status;
    if (digits.len < (size_t)(conditional_pc_number(set) + 1) * DIGITS)
        return RSP_MALFORMED;
    rsp_buf_clear(out);
    rsp_buf_append(out, digits);
    return out->status;
}

/* The low 8 bytes, as the stubs' own evaluators take them. */
rsp_status conditional_read_register(rsp_conditionals *set, rsp_ptid thread, uint64_t number, uint64_t *out) {
    uint8_t bytes[8];
    size_t len = 0;
    rsp_status status = RSP_NOT_FOUND;
    if (rsp_ptid_equal(thread, rsp_client_stop_thread(set->client)))
        status = rsp_client_stop_register(set->client, number, bytes, sizeof bytes, &len);
    if (status != RSP_OK)
        status = rsp_client_read_register(set->client, thread, number, bytes, sizeof bytes, &len);
    len = len < sizeof bytes ? len : sizeof bytes;
    uint64_t value = 0;
    for (size_t i = 0; i < len && status == RSP_OK; i++)
        value = value << 8 | bytes[conditional_big_endian(set) ? i : len - 1 - i];
    *out = value;
    return status;
}

rsp_status conditional_write_register(rsp_conditionals *set, rsp_ptid thread, uint64_t number,
                                      uint64_t value) {
    uint8_t bytes[8];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(value >> (8 * i));
    rsp_status status =
        rsp_client_write_register(set->client, thread, number, rsp_bytes_make(bytes, sizeof bytes));
    return status == RSP_OK ? RSP_OK : conditional_fail(set, status, "writing a register");
}

/* What conditional breakpoints know of machines: register names, byte order, how to tell them apart.
 * Three are known by name, because they are what is debugged most; others go by number.
 * Source: GDB manual, Standard Target Features (RISC-V Features, i386 Features, AArch64 Features). */
/* SPDX-License-Identifier: MIT */
#include "machine.h"

#include "client/operation/registers.h"
#include "condition/trampoline.h"
#include "program.h"
#include "session_end.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>

enum { X86_RSI = 4, X86_RDI = 5, X86_LAST_NAMED = 17 }; /* in GDB's order */
enum { RV64_TP = 4, LAST_NAMED = 33 };                  /* of RV64 and AArch64 */

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

/* x0 to x30 are known by their numbers. */
static const register_name aarch64_names[] = {{"sp", 31}, {"pc", 32}, {"fp", 29}, {"lr", 30}, {"cpsr", 33}};

/* What follows from the kind. */
static const struct {
    const char *architecture; /* in the target description */
    const register_name *names;
    size_t num_names;
    uint64_t pc_number;
} kinds[] = {
    [RSP_KIND_ASK] = {0},
    [RSP_KIND_OTHER] = {0},
    [RSP_KIND_RV64] = {"riscv:rv64", rv64_names, RSP_ARRAY_LEN(rv64_names), RSP_TRAMPOLINE_RV64_PC},
    [RSP_KIND_X86_64] = {"i386:x86-64", x86_64_names, RSP_ARRAY_LEN(x86_64_names), 16},
    [RSP_KIND_AARCH64] = {"<architecture>aarch64<", aarch64_names, RSP_ARRAY_LEN(aarch64_names), 32},
};

/* x0 and so on under their plain names: `count` of them. */
static bool is_x_register(rsp_bytes name, uint64_t count, uint64_t *out_number) {
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
    return number < count;
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
    if (kind == RSP_KIND_AARCH64)
        return is_x_register(name, 31, out_number) ? RSP_OK : RSP_NOT_FOUND;
    return kind == RSP_KIND_RV64 && is_x_register(name, 32, out_number) ? RSP_OK : RSP_NOT_FOUND;
}

static rsp_machine_kind kind_of(rsp_bytes description) {
    for (size_t i = RSP_KIND_RV64; i < RSP_ARRAY_LEN(kinds); i++)
        if (rsp_bytes_search(description, rsp_bytes_str(kinds[i].architecture)) < description.len)
            return (rsp_machine_kind)i;
    bool lldb = rsp_bytes_search(description, RSP_LIT("<architecture>x86_64<")) < description.len;
    return lldb ? RSP_KIND_X86_64 : RSP_KIND_OTHER;
}

static rsp_status fail(rsp_error *error, rsp_status status) {
    return rsp_fail(error, status, "asking for the target description: %s", rsp_status_text(status));
}

/* By the whole description, for a machine that is not known by name. */
static rsp_status learn_other(condition_machine *machine, rsp_client *client, rsp_error *error) {
    const rsp_tdesc *description = client_description(client);
    const rsp_tdesc_register *pc = description ? rsp_tdesc_find(description, "pc") : NULL;
    rsp_status state = rsp_session_state(rsp_client_session(client));
    if (state == RSP_OK && !description)
        state = rsp_client_error(client)->status; /* also of who has given up */
    if (ends_session(state))
        return fail(error, state);
    if (!pc)
        return rsp_fail(error, RSP_UNSUPPORTED,
                        "the target description does not say which register the pc is: name its number");
    const char *name = rsp_arch_name(description->architecture);
    *machine = (condition_machine){.kind = RSP_KIND_OTHER,
                                   .pc_number = pc->number,
                                   .big_endian = rsp_arch_big_endian(name),
                                   .break_kind = rsp_arch_bp_kind(name)};
    return RSP_OK;
}

/* lldb-server numbers rdi before rsi. Its descriptions say how values are encoded, which no other's do. */
static bool is_swapped(rsp_client *client, rsp_bytes beginning) {
    if (rsp_bytes_search(beginning, RSP_LIT("encoding=")) == beginning.len)
        return false;
    const rsp_tdesc *description = client_description(client);
    const rsp_tdesc_register *reg = description ? rsp_tdesc_find(description, "rdi") : NULL;
    return reg && reg->number == X86_RSI;
}

/* The architecture stands at the beginning of the description: one window of it is enough for the machines
 * that are known by name. */
rsp_status condition_machine_learn(condition_machine *machine, rsp_client *client, rsp_error *error) {
    char request[64];
    rsp_bytes reply;
    if (machine->kind != RSP_KIND_ASK && (machine->kind != RSP_KIND_X86_64 || machine->asked))
        return RSP_OK;
    (void)snprintf(request, sizeof request, "%s:target.xml:0,3ff",
                   rsp_packet_text(RSP_PACKET_QXFER_FEATURES_READ));
    rsp_status status = rsp_client_packet(client, rsp_bytes_str(request), &reply);
    if (ends_session(status))
        return fail(error, status);
    rsp_machine_kind kind = status == RSP_OK ? kind_of(reply) : RSP_KIND_OTHER;
    machine->asked = true;
    if (machine->kind == RSP_KIND_X86_64) /* the caller knows better */
        kind = RSP_KIND_X86_64;
    if (kind == RSP_KIND_OTHER)
        return learn_other(machine, client, error);
    machine->kind = kind;
    if (kind == RSP_KIND_X86_64 && status == RSP_OK)
        machine->swapped = is_swapped(client, reply);
    return RSP_OK;
}

uint64_t condition_machine_number(const condition_machine *machine, uint64_t number) {
    if (!machine->swapped || (number != X86_RSI && number != X86_RDI))
        return number;
    return X86_RSI + X86_RDI - number;
}

/* With SVE, AArch64 has z0 instead of v0, which is its beginning. */
static const rsp_tdesc_register *find_register(const condition_machine *machine, const rsp_tdesc *description,
                                               const char *name) {
    char scalable[8];
    const rsp_tdesc_register *reg = rsp_tdesc_find(description, name);
    if (reg || machine->kind != RSP_KIND_AARCH64 || name[0] != 'v' || strlen(name) >= sizeof scalable)
        return reg;
    (void)snprintf(scalable, sizeof scalable, "z%s", name + 1);
    return rsp_tdesc_find(description, scalable);
}

rsp_status condition_machine_register(const condition_machine *machine, rsp_client *client, rsp_bytes name,
                                      uint64_t *out_number) {
    char text[64];
    rsp_status status = rsp_machine_register(machine->kind, name, out_number);
    if (status == RSP_OK)
        *out_number = condition_machine_number(machine, *out_number);
    if (status == RSP_OK || name.len >= sizeof text)
        return status;
    memcpy(text, name.ptr, name.len);
    text[name.len] = 0;
    const rsp_tdesc *description = client_description(client);
    const rsp_tdesc_register *reg = description ? find_register(machine, description, text) : NULL;
    if (!reg)
        return RSP_NOT_FOUND;
    *out_number = reg->number;
    return RSP_OK;
}

static bool is_named(const condition_machine *machine) {
    return machine->kind > RSP_KIND_OTHER;
}

uint64_t condition_machine_pc(const condition_machine *machine) {
    return is_named(machine) ? kinds[machine->kind].pc_number : machine->pc_number;
}

bool condition_machine_big_endian(const condition_machine *machine) {
    return !is_named(machine) && machine->big_endian;
}

uint64_t condition_machine_break_kind(const condition_machine *machine) {
    if (machine->kind == RSP_KIND_RV64 || machine->kind == RSP_KIND_AARCH64)
        return 4;
    return machine->break_kind ? machine->break_kind : 1;
}

/* A register of the description by its name and size. */
static bool sized(const rsp_tdesc *description, const char *name, uint32_t bits, uint16_t *out) {
    const rsp_tdesc_register *reg = rsp_tdesc_find(description, name);
    if (!reg || reg->bits != bits || reg->number > UINT16_MAX)
        return false;
    *out = (uint16_t)reg->number;
    return true;
}

bool condition_machine_guard(condition_machine *machine, rsp_client *client, rsp_condition_guard *out) {
    if (machine->kind != RSP_KIND_X86_64)
        return false;
    const rsp_tdesc *description = client_description(client);
    return description && sized(description, "orig_rax", 64, &out->ones) &&
           sized(description, "rip", 64, &out->wide) && sized(description, "ss", 32, &out->low) &&
           sized(description, "rsp", 64, &out->stack);
}

uint64_t condition_machine_thread_register(const condition_machine *machine, rsp_client *client) {
    uint16_t number = 0;
    if (machine->kind == RSP_KIND_RV64)
        return RV64_TP;
    const rsp_tdesc *description = machine->kind == RSP_KIND_X86_64 ? client_description(client) : NULL;
    return description && sized(description, "fs_base", 64, &number) ? number : 0;
}

/* Whether a condition has a register that is none of the general ones of its machine. */
static bool has_special(const condition_machine *machine, const rsp_condition *condition) {
    uint64_t last = machine->kind == RSP_KIND_X86_64 ? X86_LAST_NAMED : LAST_NAMED;
    for (size_t i = 0; i < condition->num_nodes; i++)
        if (condition->nodes[i].kind == NODE_REGISTER &&
            (!is_named(machine) || condition->nodes[i].value > last))
            return true;
    return false;
}

bool condition_machine_is_wide(const condition_machine *machine, rsp_client *client,
                               const rsp_condition *condition) {
    const rsp_tdesc *description = has_special(machine, condition) ? client_description(client) : NULL;
    for (size_t i = 0; description && i < condition->num_nodes; i++) {
        const condition_node *node = &condition->nodes[i];
        const rsp_tdesc_register *reg =
            node->kind == NODE_REGISTER ? rsp_tdesc_by_number(description, node->value) : NULL;
        if (reg && reg->bits > 64)
            return true;
    }
    return false;
}

uint64_t condition_machine_thread_pointer(const condition_machine *machine, rsp_client *client,
                                          const rsp_condition *condition) {
    bool wanted = machine->kind == RSP_KIND_X86_64 && has_special(machine, condition);
    return wanted ? condition_machine_thread_register(machine, client) : 0;
}

/* The first and the last one by name, and how many there are. */
static const struct {
    const char *first;
    const char *last;
    uint64_t num;
} floats[] = {
    [RSP_KIND_X86_64] = {"xmm0", "xmm15", RSP_TRAMPOLINE_X86_FLOATS},
    [RSP_KIND_RV64] = {"ft0", "ft11", RSP_TRAMPOLINE_FLOATS},
    [RSP_KIND_AARCH64] = {"v0", "v31", RSP_TRAMPOLINE_FLOATS},
};

uint64_t condition_machine_floats(const condition_machine *machine, rsp_client *client,
                                  const rsp_condition *condition) {
    const bool wanted = is_named(machine) && has_special(machine, condition);
    const rsp_tdesc *description = wanted ? client_description(client) : NULL;
    if (!description)
        return 0;
    const rsp_tdesc_register *first = find_register(machine, description, floats[machine->kind].first);
    const rsp_tdesc_register *last = find_register(machine, description, floats[machine->kind].last);
    bool together = first && last && last->number - first->number == floats[machine->kind].num - 1;
    return together ? first->number : 0;
}

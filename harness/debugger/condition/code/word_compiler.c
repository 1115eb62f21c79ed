/* The layout of a trampoline, in words of a machine, and what each node of a condition becomes.
 * Registers that hold values are saved on the stack in the order of their numbers.
 * See word_compiler.h. */
/* SPDX-License-Identifier: MIT */
#include "word_compiler.h"

#include "core/byte_order.h"

#include <string.h>

uint64_t word_here(const word_compiler *c) {
    return c->map->code + (c->out->len - c->start);
}

void word_put(const word_compiler *c, uint32_t insn) {
    for (unsigned i = 0; i < 32; i += 8)
        rsp_buf_push(c->out, (uint8_t)(insn >> i));
}

static void jump(const word_compiler *c, uint64_t to) {
    word_put(c, c->machine->jump(word_here(c), to));
}

/* --- registers --- */

static bool is_saved(const rsp_trampoline *map, uint64_t reg) {
    return reg < 32 && (map->saved >> reg & 1) != 0;
}

static uint32_t slot(const rsp_trampoline *map, unsigned reg) {
    uint32_t at = 0;
    for (unsigned r = 0; r < reg; r++)
        at += is_saved(map, r) ? 8 : 0;
    return at;
}

static void save(const word_compiler *c) {
    word_put(c, c->machine->add_to_sp(c->machine->sp, -(int32_t)c->map->frame_bytes));
    for (unsigned r = 0; r < 32; r++)
        if (is_saved(c->map, r))
            word_put(c, c->machine->store(r, slot(c->map, r)));
}

/* Returns the address of the instruction that gives the room back. */
static uint64_t restore(const word_compiler *c) {
    for (unsigned r = 0; r < 32; r++)
        if (is_saved(c->map, r))
            word_put(c, c->machine->load(r, slot(c->map, r)));
    uint64_t at = word_here(c);
    word_put(c, c->machine->add_to_sp(c->machine->sp, (int32_t)c->map->frame_bytes));
    return at;
}

static void read_register(word_compiler *c, unsigned to, uint64_t number) {
    const word_machine *m = c->machine;
    if (number == m->pc)
        m->put_constant(c->out, to, c->map->site);
    else if (number == m->sp)
        word_put(c, m->add_to_sp(to, (int32_t)c->map->frame_bytes));
    else if (c->floats != 0 && number - c->floats < RSP_TRAMPOLINE_FLOATS)
        word_put(c, m->copy_float(to, (unsigned)(number - c->floats)));
    else if (number >= m->num_general)
        c->reason = RSP_TRAMPOLINE_REGISTER;
    else if (is_saved(c->map, number))
        word_put(c, m->load(to, slot(c->map, (unsigned)number)));
    else
        word_put(c, m->copy(to, (unsigned)number));
}

/* --- the condition --- */

static unsigned log2_of(const condition_node *node) {
    return node->width == 8 ? 3 : node->width >> 1; /* 1 2 4 8: 0 1 2 3 */
}

static void compile(word_compiler *c, size_t index) {
    const word_machine *m = c->machine;
    const condition_node *node = &c->condition->nodes[index];
    unsigned reg = m->values[node->below];
    switch (node->kind) {
    case NODE_CONST:
        m->put_constant(c->out, reg, node->value);
        break;
    case NODE_REGISTER:
        read_register(c, reg, node->value);
        break;
    case NODE_LOAD:
        word_put(c, m->read(reg, log2_of(node), node->is_signed && node->width < 8));
        break;
    case NODE_EXTEND:
        if (node->width < 8)
            m->extend(c, reg, node->width, node->is_signed);
        break;
    case NODE_NEGATE:
        word_put(c, m->negate(reg));
        break;
    case NODE_INVERT:
        word_put(c, m->invert(reg));
        break;
    case NODE_NOT:
        m->is_zero(c, reg);
        break;
    case NODE_BINARY:
        m->binary(c, node->op, reg, m->values[node->below + 1]);
        break;
    case NODE_SKIP_FALSE:
    case NODE_SKIP_TRUE:
        m->jump_if(c, node->kind == NODE_SKIP_FALSE, reg, c->joins[node->value]);
        break;
    case NODE_JOIN:
        c->joins[index] = word_here(c);
        m->not_zero(c, reg);
        break;
    }
}

/* --- the whole --- */

static void generate(word_compiler *c) {
    rsp_trampoline *map = c->map;
    rsp_buf_truncate(c->out, c->start);
    save(c);
    map->body = word_here(c);
    for (size_t i = 0; i < c->condition->num_nodes; i++)
        compile(c, i);
    c->machine->jump_if(c, false, c->machine->values[0], map->restore);
    c->leave = word_here(c);
    map->leave_false = restore(c);
    jump(c, map->moved);
    map->aside = map->error = word_here(c);
    word_put(c, c->machine->nop);
    jump(c, c->leave);
    map->restore = word_here(c);
    map->leave_true = restore(c);
    map->stop = word_here(c);
    word_put(c, c->machine->nop);
    map->moved = word_here(c);
    map->num_places = 0;
    rsp_trampoline_reason moved = c->machine->move(map, c->out);
    map->moved_end = map->end = word_here(c);
    if (c->reason == RSP_TRAMPOLINE_NONE)
        c->reason = moved;
}

static rsp_trampoline_reason displace(const word_machine *machine, rsp_trampoline *map,
                                      const rsp_trampoline_site *site) {
    if (site->text.len < WORD_BYTES)
        return RSP_TRAMPOLINE_TRUNCATED;
    map->num_displaced = WORD_BYTES;
    memcpy(map->original, site->text.ptr, WORD_BYTES);
    uint32_t insn = (uint32_t)rsp_number_of(rsp_bytes_sub(site->text, 0, WORD_BYTES), false);
    return machine->check(site->address, insn, site->before);
}

/* sp stays a multiple of 16. */
static void lay_out_frame(const word_compiler *c) {
    uint32_t num = 0;
    c->map->saved = c->machine->also_saved;
    for (size_t i = 0; i < c->condition->max_values; i++)
        c->map->saved |= UINT32_C(1) << c->machine->values[i];
    for (unsigned r = 0; r < 32; r++)
        num += is_saved(c->map, r);
    c->map->frame_bytes = (num + 1) / 2 * 16 + c->machine->left_alone;
}

rsp_trampoline_reason word_build(const word_machine *machine, rsp_trampoline *map, rsp_buf *out,
                                 const rsp_condition *condition, const rsp_trampoline_site *site) {
    word_compiler c = {.machine = machine,
                       .condition = condition,
                       .map = map,
                       .out = out,
                       .floats = site->floats,
                       .start = out->len};
    c.reason = displace(machine, map, site);
    if (c.reason == RSP_TRAMPOLINE_NONE && !machine->reaches(site->address, site->code))
        c.reason = RSP_TRAMPOLINE_SITE_TOO_FAR;
    if (c.reason != RSP_TRAMPOLINE_NONE)
        return c.reason;
    map->num_jump = WORD_BYTES;
    rsp_number_put(map->jump, WORD_BYTES, machine->jump(site->address, site->code), false);
    lay_out_frame(&c);
    generate(&c);
    if (c.reason == RSP_TRAMPOLINE_NONE)
        generate(&c);
    return c.reason;
}

rsp_trampoline_reason word_copy(const word_machine *machine, rsp_trampoline *map, rsp_buf *out,
                                const rsp_trampoline_site *site) {
    rsp_trampoline_reason reason = displace(machine, map, site);
    return reason == RSP_TRAMPOLINE_NONE ? machine->move(map, out) : reason;
}

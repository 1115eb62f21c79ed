/* Conditions compiled to agent expressions, operation by operation.
 * What C leaves open (shifts by 64, the most negative number by -1) is spelled out in bytecode, because a
 * stub is likely to be written in C. Source: GDB manual, Bytecode Descriptions. */
/* SPDX-License-Identifier: MIT */
#include "thread_question.h"

#include "codec/agent.h"
#include "core/limits.h"

typedef struct compiler {
    const rsp_condition *condition;
    rsp_buf *out;
    size_t start;  /* of this expression in `out`: jumps count from there */
    size_t *jumps; /* per operation: where the operand of its jump stands, for a SKIP */
    const rsp_condition_guard *guard;
} compiler;

static void op(compiler *c, rsp_agent_op opcode) {
    rsp_buf_push(c->out, (uint8_t)opcode);
}

static void big_endian(compiler *c, uint64_t value, size_t len) {
    while (len-- > 0)
        rsp_buf_push(c->out, (uint8_t)(value >> (8 * len)));
}

/* In the shortest of the four forms; they are zero-extended. */
static void constant(compiler *c, uint64_t value) {
    static const rsp_agent_op forms[] = {RSP_AGENT_CONST8, RSP_AGENT_CONST16, RSP_AGENT_CONST32,
                                         RSP_AGENT_CONST64};
    size_t form = 0;
    while (form < 3 && value >> (8U << form))
        form++;
    op(c, forms[form]);
    big_endian(c, value, (size_t)1 << form);
}

/* A jump whose target is filled in by land(). */
static size_t jump(compiler *c, rsp_agent_op opcode) {
    op(c, opcode);
    size_t place = c->out->len;
    big_endian(c, 0, 2);
    return place;
}

static void land(compiler *c, size_t place) {
    size_t target = c->out->len - c->start;
    if (c->out->status != RSP_OK)
        return;
    c->out->ptr[place] = (uint8_t)(target >> 8);
    c->out->ptr[place + 1] = (uint8_t)target;
}

static void extend(compiler *c, const condition_node *node) {
    if (node->width == 8)
        return;
    op(c, node->is_signed ? RSP_AGENT_EXT : RSP_AGENT_ZERO_EXT);
    rsp_buf_push(c->out, (uint8_t)(8 * node->width));
}

/* Leaves the register's bytes in the cell that a failed read does not change. */
static void fill_cell(compiler *c, uint16_t number) {
    op(c, RSP_AGENT_REG);
    big_endian(c, number, 2);
    op(c, RSP_AGENT_POP);
}

/* Reads twice, over different bytes: what differs then was not read, and the division fails. */
static void guarded_load(compiler *c, rsp_agent_op ref) {
    op(c, RSP_AGENT_DUP);
    fill_cell(c, c->guard->ones);
    op(c, ref);
    op(c, RSP_AGENT_SWAP);
    fill_cell(c, c->guard->wide);
    fill_cell(c, c->guard->low);
    op(c, ref);
    op(c, RSP_AGENT_PICK);
    rsp_buf_push(c->out, 1);
    op(c, RSP_AGENT_EQUAL);
    size_t same = jump(c, RSP_AGENT_IF_GOTO);
    constant(c, 0);
    op(c, RSP_AGENT_DIV_UNSIGNED);
    land(c, same);
}

/* Whether the address of a load is the stack pointer, or that far from it: there is memory. */
static bool on_stack(const rsp_condition *condition, size_t index, uint64_t stack) {
    const condition_node *at = &condition->nodes[index];
    bool sum = index >= 3 && at[-1].kind == NODE_BINARY && at[-2].kind == NODE_CONST &&
               (at[-1].op == CONDITION_ADD || at[-1].op == CONDITION_SUB);
    const condition_node *base = sum ? at - 3 : at - 1;
    return index >= 1 && base->kind == NODE_REGISTER && base->value == stack;
}

static void load(compiler *c, size_t index) {
    static const rsp_agent_op refs[9] = {
        [1] = RSP_AGENT_REF8, [2] = RSP_AGENT_REF16, [4] = RSP_AGENT_REF32, [8] = RSP_AGENT_REF64};
    const condition_node *node = &c->condition->nodes[index];
    if (c->guard && !on_stack(c->condition, index, c->guard->stack))
        guarded_load(c, refs[node->width]);
    else
        op(c, refs[node->width]);
    if (node->is_signed)
        extend(c, node);
}

static void negate(compiler *c) {
    constant(c, 0);
    op(c, RSP_AGENT_SWAP);
    op(c, RSP_AGENT_SUB);
}

/* Division by -1 is a change of sign, its remainder 0. */
static void divide(compiler *c, bool remainder) {
    op(c, RSP_AGENT_DUP);
    constant(c, UINT64_MAX);
    op(c, RSP_AGENT_EQUAL);
    size_t by_minus_one = jump(c, RSP_AGENT_IF_GOTO);
    op(c, remainder ? RSP_AGENT_REM_SIGNED : RSP_AGENT_DIV_SIGNED);
    size_t end = jump(c, RSP_AGENT_GOTO);
    land(c, by_minus_one);
    op(c, RSP_AGENT_POP);
    if (remainder) {
        op(c, RSP_AGENT_POP);
        constant(c, 0);
    } else {
        negate(c);
    }
    land(c, end);
}

static void shift(compiler *c, rsp_agent_op opcode) {
    constant(c, 63);
    op(c, RSP_AGENT_BIT_AND);
    op(c, opcode);
}

/* a > b is b < a, and a <= b is not that. */
static void compare(compiler *c, rsp_agent_op less, bool swap, bool invert) {
    if (swap)
        op(c, RSP_AGENT_SWAP);
    op(c, less);
    if (invert)
        op(c, RSP_AGENT_LOG_NOT);
}

/* What one opcode does; 0 for the rest. */
static rsp_agent_op direct(condition_binary binary) {
    static const uint8_t opcodes[CONDITION_NUM_BINARY] = {
        [CONDITION_MUL] = RSP_AGENT_MUL,           [CONDITION_UDIV] = RSP_AGENT_DIV_UNSIGNED,
        [CONDITION_UREM] = RSP_AGENT_REM_UNSIGNED, [CONDITION_ADD] = RSP_AGENT_ADD,
        [CONDITION_SUB] = RSP_AGENT_SUB,           [CONDITION_EQ] = RSP_AGENT_EQUAL,
        [CONDITION_AND] = RSP_AGENT_BIT_AND,       [CONDITION_XOR] = RSP_AGENT_BIT_XOR,
        [CONDITION_OR] = RSP_AGENT_BIT_OR,         [CONDITION_LT] = RSP_AGENT_LESS_SIGNED,
        [CONDITION_ULT] = RSP_AGENT_LESS_UNSIGNED};
    return (rsp_agent_op)opcodes[binary];
}

static void binary(compiler *c, condition_binary which) {
    if (direct(which)) {
        op(c, direct(which));
        return;
    }
    switch ((int)which) {
    case CONDITION_DIV:
    case CONDITION_REM:
        divide(c, which == CONDITION_REM);
        break;
    case CONDITION_SHL:
        shift(c, RSP_AGENT_LSH);
        break;
    case CONDITION_SHR:
        shift(c, RSP_AGENT_RSH_SIGNED);
        break;
    case CONDITION_USHR:
        shift(c, RSP_AGENT_RSH_UNSIGNED);
        break;
    case CONDITION_NE:
        compare(c, RSP_AGENT_EQUAL, false, true);
        break;
    case CONDITION_GT:
    case CONDITION_LE:
        compare(c, RSP_AGENT_LESS_SIGNED, true, which == CONDITION_LE);
        break;
    case CONDITION_GE:
        compare(c, RSP_AGENT_LESS_SIGNED, false, true);
        break;
    case CONDITION_UGT:
    case CONDITION_ULE:
        compare(c, RSP_AGENT_LESS_UNSIGNED, true, which == CONDITION_ULE);
        break;
    case CONDITION_UGE:
        compare(c, RSP_AGENT_LESS_UNSIGNED, false, true);
        break;
    default:
        break;
    }
}

/* dup; [log_not]; if_goto JOIN; pop. The jump pops what it tests, the copy stays for the JOIN. */
static void skip(compiler *c, size_t index, bool if_true) {
    op(c, RSP_AGENT_DUP);
    if (!if_true)
        op(c, RSP_AGENT_LOG_NOT);
    c->jumps[index] = jump(c, RSP_AGENT_IF_GOTO);
    op(c, RSP_AGENT_POP);
}

static void join(compiler *c, size_t index) {
    for (size_t i = 0; i < index; i++) {
        const condition_node *node = &c->condition->nodes[i];
        bool is_skip = node->kind == NODE_SKIP_FALSE || node->kind == NODE_SKIP_TRUE;
        if (is_skip && node->value == index)
            land(c, c->jumps[i]);
    }
    op(c, RSP_AGENT_LOG_NOT);
    op(c, RSP_AGENT_LOG_NOT);
}

static void compile(compiler *c, size_t index) {
    const condition_node *node = &c->condition->nodes[index];
    switch (node->kind) {
    case NODE_CONST:
        constant(c, node->value);
        break;
    case NODE_REGISTER:
        op(c, RSP_AGENT_REG);
        big_endian(c, node->value, 2);
        break;
    case NODE_LOAD:
        load(c, index);
        break;
    case NODE_EXTEND:
        extend(c, node);
        break;
    case NODE_NEGATE:
        negate(c);
        break;
    case NODE_INVERT:
        op(c, RSP_AGENT_BIT_NOT);
        break;
    case NODE_NOT:
        op(c, RSP_AGENT_LOG_NOT);
        break;
    case NODE_BINARY:
        binary(c, node->op);
        break;
    case NODE_SKIP_FALSE:
    case NODE_SKIP_TRUE:
        skip(c, index, node->kind == NODE_SKIP_TRUE);
        break;
    case NODE_JOIN:
        join(c, index);
        break;
    }
}

bool rsp_condition_guards(const rsp_condition *condition, uint64_t stack) {
    for (size_t i = 0; i < condition->num_nodes; i++)
        if (condition->nodes[i].kind == NODE_LOAD && !on_stack(condition, i, stack))
            return true;
    return false;
}

rsp_status rsp_condition_to_agent(rsp_buf *out, const rsp_condition *condition,
                                  const rsp_condition_guard *guard) {
    size_t jumps[RSP_LIMIT_CONDITION_BYTES + 1];
    compiler c = {.condition = condition, .out = out, .start = out->len, .jumps = jumps, .guard = guard};
    if (thread_question_among(condition->nodes, condition->num_nodes))
        return RSP_UNSUPPORTED;
    for (size_t i = 0; i < condition->num_nodes; i++)
        compile(&c, i);
    op(&c, RSP_AGENT_END);
    if (out->status == RSP_OK && out->len - c.start > RSP_LIMIT_AGENT_BYTES) {
        rsp_buf_truncate(out, c.start);
        return RSP_LIMIT;
    }
    return out->status;
}

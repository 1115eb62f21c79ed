/* Conditions evaluated on this host, and what they are going to read.
 * The model for the other two evaluators: same operations, same values, same failures.
 * One pass over postfix operations; the parser has bounded the stack. */
/* SPDX-License-Identifier: MIT */
#include "program.h"

#include "core/limits.h"

#include <assert.h>

typedef struct evaluation {
    const rsp_condition *condition;
    const rsp_condition_host *host;
    rsp_error *error;
    uint64_t values[RSP_LIMIT_CONDITION_STACK + 1]; /* each operation knows its place in the stack */
    size_t at;
} evaluation;

static uint64_t extended(uint64_t value, size_t width, bool is_signed) {
    assert(width > 0);
    if (width >= 8)
        return value;
    uint64_t mask = (UINT64_C(1) << (8 * width)) - 1;
    bool negative = is_signed && value >> (8 * width - 1) & 1;
    return negative ? value | ~mask : value & mask;
}

static uint64_t divided(uint64_t l, uint64_t r) {
    return r == UINT64_MAX ? 0 - l : (uint64_t)((int64_t)l / (int64_t)r);
}

static uint64_t remainder_of(uint64_t l, uint64_t r) {
    return r == UINT64_MAX ? 0 : (uint64_t)((int64_t)l % (int64_t)r);
}

static uint64_t shifted_down(uint64_t l, unsigned count) {
    uint64_t sign = l >> 63 ? ~(UINT64_MAX >> count) : 0;
    return l >> count | sign;
}

/* The division by zero is the caller's. */
static uint64_t apply(condition_binary op, uint64_t l, uint64_t r) {
    switch (op) {
    case CONDITION_MUL:
        return l * r;
    case CONDITION_DIV:
        return divided(l, r);
    case CONDITION_UDIV:
        return l / r;
    case CONDITION_REM:
        return remainder_of(l, r);
    case CONDITION_UREM:
        return l % r;
    case CONDITION_ADD:
        return l + r;
    case CONDITION_SUB:
        return l - r;
    case CONDITION_SHL:
        return l << (r & 63);
    case CONDITION_SHR:
        return shifted_down(l, (unsigned)(r & 63));
    case CONDITION_USHR:
        return l >> (r & 63);
    case CONDITION_LT:
        return (int64_t)l < (int64_t)r;
    case CONDITION_LE:
        return (int64_t)l <= (int64_t)r;
    case CONDITION_GT:
        return (int64_t)l > (int64_t)r;
    case CONDITION_GE:
        return (int64_t)l >= (int64_t)r;
    case CONDITION_ULT:
        return l < r;
    case CONDITION_ULE:
        return l <= r;
    case CONDITION_UGT:
        return l > r;
    case CONDITION_UGE:
        return l >= r;
    case CONDITION_EQ:
        return l == r;
    case CONDITION_NE:
        return l != r;
    case CONDITION_AND:
        return l & r;
    case CONDITION_XOR:
        return l ^ r;
    case CONDITION_OR:
        return l | r;
    case CONDITION_BOTH:
    case CONDITION_EITHER:
    case CONDITION_NUM_BINARY:
        break;
    }
    return 0;
}

static bool divides(condition_binary op) {
    return op == CONDITION_DIV || op == CONDITION_UDIV || op == CONDITION_REM || op == CONDITION_UREM;
}

static rsp_status load(const evaluation *e, const condition_node *node, uint64_t *value) {
    uint8_t bytes[8] = {0};
    uint64_t address = *value;
    rsp_status status = e->host->read_memory(e->host->ctx, address, bytes, node->width);
    if (status != RSP_OK)
        return rsp_fail_offset(e->error, status, "condition", node->offset, "memory at 0x%llx: %s",
                               (unsigned long long)address, rsp_status_text(status));
    *value = 0;
    for (size_t i = 0; i < node->width; i++)
        *value = *value << 8 | bytes[e->host->big_endian ? i : node->width - 1U - i];
    *value = extended(*value, node->width, node->is_signed);
    return RSP_OK;
}

static rsp_status read_register(const evaluation *e, const condition_node *node, uint64_t *out) {
    rsp_status status = e->host->read_register(e->host->ctx, node->value, out);
    if (status != RSP_OK)
        return rsp_fail_offset(e->error, status, "condition", node->offset, "register %llu: %s",
                               (unsigned long long)node->value, rsp_status_text(status));
    return RSP_OK;
}

static rsp_status run_binary(const evaluation *e, const condition_node *node, uint64_t *l, uint64_t r) {
    if (r == 0 && divides(node->op))
        return rsp_fail_offset(e->error, RSP_RANGE, "condition", node->offset, "division by zero");
    *l = apply(node->op, *l, r);
    return RSP_OK;
}

/* A settled outcome stays where it is for the JOIN; else the right side is computed in its place. */
static void skip(evaluation *e, const condition_node *node, uint64_t value) {
    if ((value != 0) == (node->kind == NODE_SKIP_TRUE))
        e->at = (size_t)node->value;
}

static rsp_status step(evaluation *e) {
    const condition_node *node = &e->condition->nodes[e->at++];
    assert(node->below < RSP_LIMIT_CONDITION_STACK);
    uint64_t *value = &e->values[node->below];
    switch (node->kind) {
    case NODE_CONST:
        *value = node->value;
        return RSP_OK;
    case NODE_REGISTER:
        return read_register(e, node, value);
    case NODE_LOAD:
        return load(e, node, value);
    case NODE_EXTEND:
        *value = extended(*value, node->width, node->is_signed);
        return RSP_OK;
    case NODE_NEGATE:
        *value = 0 - *value;
        return RSP_OK;
    case NODE_INVERT:
        *value = ~*value;
        return RSP_OK;
    case NODE_NOT:
        *value = *value == 0;
        return RSP_OK;
    case NODE_BINARY:
        return run_binary(e, node, value, e->values[node->below + 1]);
    case NODE_SKIP_FALSE:
    case NODE_SKIP_TRUE:
        skip(e, node, *value);
        return RSP_OK;
    case NODE_JOIN:
        *value = *value != 0;
        return RSP_OK;
    }
    return RSP_INTERNAL;
}

rsp_status rsp_condition_eval(uint64_t *out_value, const rsp_condition *condition,
                              const rsp_condition_host *host, rsp_error *error) {
    evaluation e = {.condition = condition, .host = host, .error = error};
    rsp_status status = RSP_OK;
    while (status == RSP_OK && e.at < condition->num_nodes)
        status = step(&e);
    if (status == RSP_OK)
        *out_value = e.values[0];
    return status;
}

/* The address of a load that needs nothing but the text. */
static const condition_node *fixed_load(const rsp_condition *condition, size_t i) {
    const condition_node *node = &condition->nodes[i];
    return i > 0 && node->kind == NODE_LOAD && node[-1].kind == NODE_CONST ? node - 1 : NULL;
}

/* Whether a node before this one asks for the same: so that room in `out` does not decide what is counted. */
static bool read_before(const rsp_condition *condition, size_t i) {
    const condition_node *address = fixed_load(condition, i);
    for (size_t j = 1; j < i; j++) {
        const condition_node *other = fixed_load(condition, j);
        if (other && other->value == address->value && condition->nodes[j].width == condition->nodes[i].width)
            return true;
    }
    return false;
}

size_t rsp_condition_reads(rsp_condition_read *out, size_t cap, const rsp_condition *condition) {
    size_t num = 0;
    for (size_t i = 1; i < condition->num_nodes; i++) {
        const condition_node *address = fixed_load(condition, i);
        if (!address || read_before(condition, i))
            continue;
        if (num < cap)
            out[num] = (rsp_condition_read){.address = address->value, .len = condition->nodes[i].width};
        num++;
    }
    return num;
}

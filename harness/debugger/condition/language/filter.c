/* A condition is cut at its outermost &&. Parts that ask for the thread are left out, except where they only
 * compare its id with numbers: a thread has its thread pointer from its birth to its end, and it is a
 * register. See filter.h. */
/* SPDX-License-Identifier: MIT */
#include "filter.h"

#include "thread_question.h"

#include <string.h>

enum { COMPARISON_NODES = 3 }; /* two operands, an operator */

/* Operations of one part, from `begin` up to `end`. */
typedef struct part {
    size_t begin;
    size_t end;
} part;

typedef struct maker {
    const rsp_condition *condition;
    const filter_threads *threads;
    condition_node *nodes;
    size_t num_nodes;
    size_t num_parts;
} maker;

/* The SKIP of a JOIN, if the JOIN ends an &&. */
static bool both_at(const condition_node *nodes, size_t join, size_t *out_skip) {
    if (nodes[join].kind != NODE_JOIN)
        return false;
    for (size_t i = join; i-- > 0;)
        if (nodes[i].kind == NODE_SKIP_FALSE && nodes[i].value == join) {
            *out_skip = i;
            return true;
        }
    return false;
}

/* Cuts from the right; returns how many parts there are, the last one first. */
static size_t cut(const rsp_condition *condition, part *out) {
    size_t num = 0;
    size_t end = condition->num_nodes;
    size_t skip = 0;
    while (both_at(condition->nodes, end - 1, &skip)) {
        out[num++] = (part){.begin = skip + 1, .end = end - 1};
        end = skip;
    }
    out[num++] = (part){.end = end};
    return num;
}

/* Whether the result of the operation before it is looked at for its truth only, and not turned round. */
static bool takes_truth(const condition_node *nodes, size_t num, size_t at) {
    return at == num || nodes[at].kind == NODE_SKIP_FALSE || nodes[at].kind == NODE_SKIP_TRUE ||
           nodes[at].kind == NODE_JOIN;
}

/* `$_tid == 12` in its three operations, either way round: from here on it compares thread pointers. */
static bool pin(const maker *m, condition_node *nodes) {
    bool first = thread_question_is(&nodes[0]);
    condition_node *question = &nodes[first ? 0 : 1];
    condition_node *id = &nodes[first ? 1 : 0];
    uint64_t number = 0;
    uint64_t value = 0;
    if (nodes[2].kind != NODE_BINARY || nodes[2].op != CONDITION_EQ || !thread_question_is(question) ||
        question->value != RSP_CONDITION_THREAD_ID || id->kind != NODE_CONST ||
        !m->threads->find_pointer(m->threads->ctx, id->value, &number, &value))
        return false;
    question->value = number;
    id->value = value;
    return true;
}

/* False: the part cannot be decided without the thread. */
static bool pin_all(const maker *m, condition_node *nodes, size_t num) {
    if (!thread_question_among(nodes, num))
        return true;
    for (size_t i = 0; i < num; i++) {
        bool compared = i + COMPARISON_NODES <= num && pin(m, &nodes[i]);
        i += compared ? COMPARISON_NODES - 1 : 0;
        if ((compared || nodes[i].kind == NODE_JOIN) && !takes_truth(nodes, num, i + 1))
            return false;
    }
    return !thread_question_among(nodes, num);
}

static void move_skips(condition_node *nodes, size_t num, size_t from, size_t to) {
    for (size_t i = 0; i < num; i++)
        if (nodes[i].kind == NODE_SKIP_FALSE || nodes[i].kind == NODE_SKIP_TRUE)
            nodes[i].value += to - from;
}

/* Adds a part to those that are there. */
static void add(maker *m, const part *p) {
    const size_t start = m->num_nodes;
    const size_t len = p->end - p->begin;
    condition_node *skip = &m->nodes[start];
    condition_node *nodes = m->num_parts > 0 ? skip + 1 : skip;
    memcpy(nodes, m->condition->nodes + p->begin, len * sizeof *nodes);
    if (!pin_all(m, nodes, len))
        return;
    move_skips(nodes, len, p->begin, (size_t)(nodes - m->nodes));
    m->num_nodes = (size_t)(nodes - m->nodes) + len;
    if (m->num_parts++ == 0)
        return;
    *skip = (condition_node){.kind = NODE_SKIP_FALSE, .offset = nodes->offset, .value = m->num_nodes};
    m->nodes[m->num_nodes++] = (condition_node){.kind = NODE_JOIN, .offset = nodes->offset};
}

const rsp_condition *condition_filter(rsp_arena *arena, const rsp_condition *condition,
                                      const filter_threads *threads, bool *out_part) {
    *out_part = false;
    if (!thread_question_among(condition->nodes, condition->num_nodes))
        return condition;
    maker m = {.condition = condition, .threads = threads};
    rsp_condition *out = rsp_arena_alloc(arena, sizeof *out);
    part *parts = rsp_arena_alloc(arena, condition->num_nodes * sizeof *parts);
    m.nodes = rsp_arena_alloc(arena, (condition->num_nodes + 2) * sizeof *m.nodes);
    if (!out || !parts || !m.nodes)
        return NULL;
    size_t num = cut(condition, parts);
    for (size_t i = num; i-- > 0;)
        add(&m, &parts[i]);
    *out_part = m.num_parts < num;
    *out = *condition;
    out->nodes = m.nodes;
    out->num_nodes = m.num_nodes;
    return m.num_parts > 0 ? out : NULL;
}

/* The tracepoints and trace state variables that a client has defined.
 * Lists in the order of definition, and a hash table of tracepoints by address.
 * Source: GDB manual, Tracepoint Packets. */
/* SPDX-License-Identifier: MIT */
#include "trace_table.h"

#include "core/limits.h"
#include "core/mem.h"
#include <string.h>

void stub_trace_table_init(stub_trace_table *t, const rsp_mem *mem) {
    *t = (stub_trace_table){.mem = mem, .by_address = {.mem = mem}};
    rsp_buf_init(&t->read_only, mem, RSP_LIMIT_STUB_TRACE_TEXT_BYTES);
}

static void free_point(stub_trace_table *t, stub_tracepoint *point) {
    stub_trace_text *next;
    for (stub_trace_text *text = point->first; text; text = next) {
        next = text->next;
        rsp_mem_free(t->mem, text);
    }
    rsp_buf_free(&point->condition);
    rsp_mem_free(t->mem, point);
}

void stub_trace_table_clear(stub_trace_table *t) {
    stub_tracepoint *next;
    for (stub_tracepoint *point = t->first; point; point = next) {
        next = point->next;
        if (stub_tracepoint_at(t, point->addr) == point)
            rsp_hash_table_remove(&t->by_address, &point->node);
        free_point(t, point);
    }
    t->first = NULL;
    t->last = NULL;
    t->num_points = 0;
    t->text_bytes = 0;
    rsp_buf_clear(&t->read_only);
}

void stub_trace_table_free(stub_trace_table *t) {
    stub_trace_variable *next;
    stub_trace_table_clear(t);
    rsp_hash_table_free(&t->by_address);
    for (stub_trace_variable *v = t->first_variable; v; v = next) {
        next = v->next;
        rsp_buf_free(&v->name);
        rsp_mem_free(t->mem, v);
    }
    t->first_variable = NULL;
    rsp_buf_free(&t->read_only);
}

static uint64_t hash_of(uint64_t addr) {
    return rsp_hash(0, addr);
}

static stub_tracepoint *with_address(rsp_hash_node *node, uint64_t addr) {
    while (node && ((stub_tracepoint *)node)->addr != addr)
        node = rsp_hash_table_next(node);
    return (stub_tracepoint *)node;
}

stub_tracepoint *stub_tracepoint_at(const stub_trace_table *t, uint64_t addr) {
    return with_address(rsp_hash_table_first(&t->by_address, hash_of(addr)), addr);
}

stub_tracepoint *stub_tracepoint_beside(const stub_tracepoint *point) {
    return point->beside;
}

stub_tracepoint *stub_tracepoint_find(const stub_trace_table *t, uint64_t number, uint64_t addr) {
    stub_tracepoint *point = stub_tracepoint_at(t, addr);
    while (point && point->number != number)
        point = stub_tracepoint_beside(point);
    return point;
}

static void add_at_address(stub_trace_table *t, stub_tracepoint *point) {
    stub_tracepoint *first = stub_tracepoint_at(t, point->addr);
    if (!first) {
        point->last_beside = point;
        rsp_hash_table_add(&t->by_address, &point->node, hash_of(point->addr));
        return;
    }
    first->last_beside->beside = point;
    first->last_beside = point;
}

stub_tracepoint *stub_tracepoint_add(stub_trace_table *t, uint64_t number, uint64_t addr) {
    bool room = t->num_points < RSP_LIMIT_STUB_TRACEPOINTS;
    stub_tracepoint *point = room ? rsp_mem_calloc(t->mem, 1, sizeof *point) : NULL;
    if (!point)
        return NULL;
    point->number = number;
    point->addr = addr;
    rsp_buf_init(&point->condition, t->mem, 0);
    add_at_address(t, point);
    if (t->last)
        t->last->next = point;
    else
        t->first = point;
    t->last = point;
    t->num_points++;
    return point;
}

rsp_status stub_tracepoint_append(stub_trace_table *t, stub_tracepoint *point, char kind, rsp_bytes text) {
    if (text.len > RSP_LIMIT_STUB_TRACE_TEXT_BYTES - t->text_bytes)
        return RSP_LIMIT;
    stub_trace_text *item = rsp_mem_alloc(t->mem, sizeof *item + text.len);
    if (!item)
        return RSP_NO_MEMORY;
    if (text.len > 0)
        memcpy(item + 1, text.ptr, text.len);
    *item = (stub_trace_text){.kind = kind, .text = rsp_bytes_make(item + 1, text.len)};
    t->text_bytes += text.len;
    if (point->last)
        point->last->next = item;
    else
        point->first = item;
    point->last = item;
    return RSP_OK;
}

stub_trace_variable *stub_trace_variable_find(const stub_trace_table *t, uint64_t number) {
    stub_trace_variable *v = t->first_variable;
    while (v && v->number != number)
        v = v->next;
    return v;
}

stub_trace_variable *stub_trace_variable_add(stub_trace_table *t, uint64_t number) {
    stub_trace_variable **end = &t->first_variable;
    while (*end)
        end = &(*end)->next;
    bool room = t->num_variables < RSP_LIMIT_STUB_TRACE_VARIABLES;
    stub_trace_variable *v = room ? rsp_mem_calloc(t->mem, 1, sizeof *v) : NULL;
    if (!v)
        return NULL;
    v->number = number;
    rsp_buf_init(&v->name, t->mem, RSP_LIMIT_STUB_TEXT_BYTES);
    *end = v;
    t->num_variables++;
    return v;
}

bool stub_tracepoint_holds(const stub_trace_table *t, uint64_t addr) {
    const stub_tracepoint *point = stub_tracepoint_at(t, addr);
    while (point && !point->installed)
        point = stub_tracepoint_beside(point);
    return point != NULL;
}

/* Values: conversion between the three kinds, comparison, and a scope that names them.
 * Comparison is generous in form and strict in meaning: 1f, 0x1f and p1.1f of one thread are one.
 * Nothing is freed one by one; the arena of the scenario goes at once. */
/* SPDX-License-Identifier: MIT */
#include "language/value.h"

#include "codec/explain.h"
#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include <rsp/payload.h>

bool value_number(const value *v, uint64_t *out) {
    if (v->kind == VALUE_INT) {
        *out = v->number;
        return true;
    }
    return v->kind == VALUE_BYTES && rsp_hex_u64(out, v->bytes) == RSP_OK;
}

/* Thread ids: with and without process, the thread decides; two processes must agree. */
static bool equal_ids(rsp_bytes a, rsp_bytes b, bool *out_ids) {
    rsp_ptid x;
    rsp_ptid y;
    bool marked = (a.len > 0 && a.ptr[0] == 'p') || (b.len > 0 && b.ptr[0] == 'p');
    *out_ids = marked && rsp_ptid_parse(&x, a) == RSP_OK && rsp_ptid_parse(&y, b) == RSP_OK;
    if (!*out_ids)
        return false;
    bool both = a.ptr[0] == 'p' && b.ptr[0] == 'p';
    return x.tid == y.tid && (!both || x.pid == y.pid);
}

static bool equal_scalars(const value *a, const value *b) {
    uint64_t x = 0;
    uint64_t y = 0;
    if (a->kind == VALUE_INT || b->kind == VALUE_INT)
        return value_number(a, &x) && value_number(b, &y) && x == y;
    bool ids = false;
    bool same = equal_ids(a->bytes, b->bytes, &ids);
    return ids ? same : rsp_bytes_equal(a->bytes, b->bytes);
}

bool value_equal(const value *a, const value *b) {
    if (a->kind != VALUE_LIST && b->kind != VALUE_LIST)
        return a->kind != VALUE_NONE && b->kind != VALUE_NONE && equal_scalars(a, b);
    if (a->kind != b->kind || a->num != b->num)
        return false;
    for (size_t i = 0; i < a->num; i++) {
        if (a->items[i].kind == VALUE_LIST || b->items[i].kind == VALUE_LIST ||
            !equal_scalars(&a->items[i], &b->items[i]))
            return false;
    }
    return true;
}

static void append_scalar(rsp_buf *out, const value *v) {
    if (v->kind == VALUE_INT)
        rsp_hex_append_u64(out, v->number);
    else if (v->kind == VALUE_BYTES)
        rsp_buf_append(out, v->bytes);
}

void value_append(rsp_buf *out, const value *v) {
    if (v->kind != VALUE_LIST) {
        append_scalar(out, v);
        return;
    }
    for (size_t i = 0; i < v->num; i++) {
        if (i > 0)
            rsp_buf_push(out, ',');
        append_scalar(out, &v->items[i]);
    }
}

static void show_scalar(rsp_buf *out, const value *v) {
    if (v->kind == VALUE_INT)
        rsp_buf_printf(out, "0x%llx", (unsigned long long)v->number);
    else if (v->kind == VALUE_BYTES)
        rsp_printable_append(out, v->bytes, 200);
    else
        rsp_buf_str(out, "(none)");
}

void value_show(rsp_buf *out, const value *v) {
    if (v->kind != VALUE_LIST) {
        show_scalar(out, v);
        return;
    }
    rsp_buf_str(out, "[");
    for (size_t i = 0; i < v->num && i < 20; i++) {
        if (i > 0)
            rsp_buf_str(out, ", ");
        show_scalar(out, &v->items[i]);
    }
    if (v->num > 20)
        rsp_buf_printf(out, ", ... (%zu items)", v->num);
    rsp_buf_str(out, "]");
}

/* Grows by doubling: a list is full when its count is a power of two. */
value value_list_add(rsp_arena *arena, const value *list, value item) {
    size_t num = list->kind == VALUE_LIST ? list->num : 0;
    if (num >= RSP_LIMIT_VALUE_ITEMS)
        return *list;
    value *items = num > 0 ? (value *)(uintptr_t)list->items : NULL;
    if ((num & (num - 1)) == 0) {
        value *more = rsp_arena_alloc(arena, (num ? num * 2 : 1) * sizeof *more);
        if (!more)
            return *list;
        if (num > 0)
            memcpy(more, items, num * sizeof *more);
        items = more;
    }
    items[num] = item;
    return value_list(items, num + 1);
}

bool scope_set(scope *s, const char *name, value v) {
    for (scope_entry *e = s->entries; e; e = e->next) {
        if (strcmp(e->name, name) == 0) {
            e->v = v;
            return true;
        }
    }
    scope_entry *entry = rsp_arena_alloc(s->arena, sizeof *entry);
    if (!entry)
        return false;
    entry->name = rsp_arena_str(s->arena, name);
    entry->v = v;
    entry->next = s->entries;
    s->entries = entry;
    return s->arena->status == RSP_OK;
}

const value *scope_get(const scope *s, rsp_bytes name) {
    for (const scope_entry *e = s->entries; e; e = e->next) {
        if (rsp_bytes_equal(name, rsp_bytes_str(e->name)))
            return &e->v;
    }
    return NULL;
}

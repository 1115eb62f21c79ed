/* The tracepoints and trace state variables that a client has defined.
 * Bounded in number and in bytes; tracepoints are found by address, and listed as they were defined.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_TRACE_TABLE_H
#define STUB_TRACE_TABLE_H

#include "core/hash_table.h"
#include <rsp/bytes.h>
#include <stdbool.h>

/* One packet's worth of a tracepoint, as it came. */
typedef struct stub_trace_text {
    struct stub_trace_text *next;
    char kind;      /* 'A' actions, 'S' actions of while-stepping, 'Z' what follows QTDPsrc:n:addr: */
    rsp_bytes text; /* behind the struct */
} stub_trace_text;

typedef struct stub_tracepoint {
    rsp_hash_node node; /* first: nodes are cast back */
    struct stub_tracepoint *next;
    struct stub_tracepoint *beside; /* the next one at this address */
    struct stub_tracepoint
        *last_beside; /* of the first one at its address, which alone is in the hash table */
    uint64_t number;
    uint64_t addr;
    bool enabled;
    bool installed; /* in all processes, while a trace runs */
    bool stepping;  /* actions that follow belong to while-stepping */
    uint64_t steps;
    uint64_t passes;
    rsp_buf condition; /* bytecode; empty: none */
    stub_trace_text *first;
    stub_trace_text *last;
    uint64_t hits;
    uint64_t usage; /* bytes of its frames */
} stub_tracepoint;

typedef struct stub_trace_variable {
    struct stub_trace_variable *next;
    uint64_t number;
    uint64_t initial;
    uint64_t value;
    bool builtin;
    bool of_stub; /* not the client's: its value is computed, and it stays */
    rsp_buf name;
} stub_trace_variable;

typedef struct stub_trace_table {
    const rsp_mem *mem;
    rsp_hash_table by_address;
    stub_tracepoint *first;
    stub_tracepoint *last;
    size_t num_points;
    size_t text_bytes; /* of all tracepoints */
    stub_trace_variable *first_variable;
    size_t num_variables;
    rsp_buf read_only; /* pairs of addresses: memory that is read live while a frame is selected */
} stub_trace_table;

void stub_trace_table_init(stub_trace_table *t, const rsp_mem *mem);
void stub_trace_table_free(stub_trace_table *t);
/* Forgets the tracepoints and the memory that is read live; variables stay. */
void stub_trace_table_clear(stub_trace_table *t);

/* NULL when there is none. */
stub_tracepoint *stub_tracepoint_find(const stub_trace_table *t, uint64_t number, uint64_t addr);
/* The first at this address, and the next one there; NULL at the end. */
stub_tracepoint *stub_tracepoint_at(const stub_trace_table *t, uint64_t addr);
stub_tracepoint *stub_tracepoint_beside(const stub_tracepoint *point);
/* Whether one at this address is in the target. */
bool stub_tracepoint_holds(const stub_trace_table *t, uint64_t addr);
/* NULL without memory or room. */
stub_tracepoint *stub_tracepoint_add(stub_trace_table *t, uint64_t number, uint64_t addr);
/* Copies a text to the end of its list. RSP_LIMIT, RSP_NO_MEMORY. */
rsp_status stub_tracepoint_append(stub_trace_table *t, stub_tracepoint *point, char kind, rsp_bytes text);

/* NULL when there is none. */
stub_trace_variable *stub_trace_variable_find(const stub_trace_table *t, uint64_t number);
/* At the end of the list, with value 0. NULL without memory or room. */
stub_trace_variable *stub_trace_variable_add(stub_trace_table *t, uint64_t number);

#endif

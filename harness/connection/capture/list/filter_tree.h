/* A compiled filter: its nodes in one array, its texts in one buffer.
 * The parser fills it, the evaluator reads it.
 * Private to the filter's two files. */
/* SPDX-License-Identifier: MIT */
#ifndef FILTER_TREE_H
#define FILTER_TREE_H

#include "capture/exchange_filter.h"
#include "core/limits.h"

/* How a field is compared. X(name, sign); a sign stands before those that it begins with. */
#define FILTER_COMPARE_LIST(X) \
    X(EQUAL, "==")             \
    X(UNEQUAL, "!=")           \
    X(AT_MOST, "<=")           \
    X(AT_LEAST, ">=")          \
    X(BELOW, "<")              \
    X(ABOVE, ">")              \
    X(CONTAINS, "~")

typedef enum filter_compare {
#define FILTER_COMPARE_ENUM(name, sign) FILTER_##name,
    FILTER_COMPARE_LIST(FILTER_COMPARE_ENUM)
#undef FILTER_COMPARE_ENUM
        FILTER_COMPARES,
} filter_compare;

typedef enum filter_node_kind { FILTER_TEST, FILTER_NOT, FILTER_AND, FILTER_OR } filter_node_kind;

typedef struct filter_node {
    filter_node_kind kind;
    size_t left; /* NOT, AND, OR: index of a node */
    size_t right;
    rsp_filter_field field; /* TEST: this field ... */
    filter_compare compare;
    uint64_t number; /* ... with this number, time, or index of a name ... */
    size_t text;     /* ... or with these bytes of `texts` */
    size_t text_len;
} filter_node;

struct rsp_exchange_filter {
    const rsp_mem *mem;
    rsp_buf texts;
    size_t root;
    size_t num_nodes;
    filter_node nodes[RSP_LIMIT_FILTER_TERMS];
};

/* The name of value `i` of a field that has names, NULL beyond the last. "" is the name of no packet. */
const char *filter_name(rsp_filter_field field, size_t i);

#endif

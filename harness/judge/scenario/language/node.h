/* YAML as a tree of nodes with positions, built from libyaml's events.
 * No anchors, aliases, merges or tags; bounded in depth, nodes and bytes; duplicate keys are errors.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_NODE_H
#define RSP_SCENARIO_NODE_H

#include "core/arena.h"
#include "scenario/diagnostic.h"

/* What a value is. */
typedef enum node_kind { NODE_SCALAR, NODE_SEQ, NODE_MAP } node_kind;

/* One value. Children of a map carry their key. Everything lives in the source's arena. */
typedef struct rsp_node {
    node_kind kind;
    bool quoted;        /* scalar with quotes or a block scalar: never a word, a number or null */
    bool double_quoted; /* YAML has processed its escapes */
    uint32_t line;
    uint32_t column;
    uint32_t width; /* characters of a scalar on its line */
    uint32_t last_line;
    uint32_t offset_column; /* column of the first character of the text (behind a quote) */
    rsp_bytes text;         /* scalar; a NUL stands behind it */
    rsp_bytes key;          /* child of a map; a NUL stands behind it */
    uint32_t key_line;
    uint32_t key_column;
    struct rsp_node *first;
    struct rsp_node *next;
    struct rsp_node *parent;
    size_t num;                         /* children */
    const struct parsed_scalar *parsed; /* of a scalar that was checked: what its text says, see compile.h */
} rsp_node;

/* A pattern that a source owns. */
typedef struct source_pattern {
    struct automaton *pattern;
    struct source_pattern *next;
} source_pattern;

/* One file. Documents are the roots, linked by `next`. */
typedef struct rsp_source {
    rsp_arena arena;
    rsp_arena compiled;              /* what is made of the nodes, bounded by RSP_LIMIT_SCENARIO_BYTES */
    struct source_pattern *patterns; /* compiled ones, freed with the source */
    const char *path;
    rsp_bytes text; /* the file, in the arena */
    rsp_node *documents;
    size_t num_documents;
    struct rsp_source *next; /* for whoever keeps several */
} rsp_source;

/* Reads `yaml` (copied) into a new source. Errors go to `diagnostics`; documents before a syntax error are
 * kept. NULL only without memory. *out_status tells the first error. */
rsp_source *source_parse(const char *path, rsp_bytes yaml, const rsp_mem *mem, rsp_diagnostics *diagnostics,
                         rsp_status *out_status);

/* NULL is fine. */
void source_free(rsp_source *source);

/* Value of a key of a map; NULL when it is missing, or `map` is NULL or no map. */
rsp_node *node_get(const rsp_node *map, const char *key);

/* Nothing was written: `key:` or `key: ~`. */
bool node_is_null(const rsp_node *node);

/* Whether a node is a scalar with this text. */
static inline bool node_is(const rsp_node *node, const char *word) {
    return node && node->kind == NODE_SCALAR && rsp_bytes_equal(node->text, rsp_bytes_str(word));
}

/* The text of a scalar; "" for anything else. */
static inline const char *node_str(const rsp_node *node) {
    return node && node->kind == NODE_SCALAR && node->text.ptr ? (const char *)node->text.ptr : "";
}

/* Whether a child of a map has this key. */
static inline bool node_key_is(const rsp_node *node, const char *key) {
    return rsp_bytes_equal(node->key, rsp_bytes_str(key));
}

/* The key of a child of a map; "". */
static inline const char *node_key(const rsp_node *node) {
    return node->key.ptr ? (const char *)node->key.ptr : "";
}

/* yes/no, true/false, on/off; false in *out_ok for anything else. */
bool node_bool(const rsp_node *node, bool *out_ok);

/* "100ms", "2s", "50us", "10ns" in nanoseconds; false when it is none, or too large. */
bool node_time(const rsp_node *node, uint64_t *out_ns);

/* A decimal or 0x number; a NUL stands behind the text. */
bool text_u64(rsp_bytes text, uint64_t *out);

/* The same of a scalar. */
bool node_u64(const rsp_node *node, uint64_t *out);

/* Where the value of a node is in its file. */
rsp_location node_location(const rsp_source *source, const rsp_node *node);

/* Where its key is. */
rsp_location node_key_location(const rsp_source *source, const rsp_node *node);

/* One error at a node's value. */
rsp_status node_error(rsp_diagnostics *diagnostics, const rsp_source *source, const rsp_node *node,
                      rsp_status status, const char *hint, const char *fmt, ...) RSP_PRINTF(6, 7);

/* One of several errors of what does not have the form it must have: *status keeps the first. */
void node_error_first(rsp_status *status, rsp_diagnostics *diagnostics, const rsp_source *source,
                      rsp_location location, const char *hint, const char *fmt, va_list ap);

/* Gives the i-th candidate of a suggestion, NULL at the end. */
typedef const char *candidate_fn(const void *ctx, size_t i);

/* Writes "did you mean 'x'?" for the candidate nearest to `word` into `out`; "" when none is near. */
void suggest(char out[80], rsp_bytes word, candidate_fn *next, const void *ctx);

/* The node that follows in a walk over all nodes of `root`, parents first; NULL at the end. */
const rsp_node *node_following(const rsp_node *n, const rsp_node *root);

#endif

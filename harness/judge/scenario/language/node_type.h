/* Node types: what a node of a file may be, as tables. One checker reads them, and one writer of JSON Schema,
 * so that what the loader accepts and what editors are told are the same thing.
 * Private to the layer; the language's own tables are in syntax.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_NODE_TYPE_H
#define RSP_SCENARIO_NODE_TYPE_H

#include "scenario/language/node.h"

/* What a scalar must hold. X(NAME, "what errors call it") */
#define SCALAR_LIST(X)                                                                           \
    X(NONE, "nothing")                                                                           \
    X(TEXT, "text")                     /* for people; no expressions */                         \
    X(PAYLOAD, "text with ${...}")      /* escapes \xNN, expressions; see template.h */          \
    X(BYTES, "bytes such as \"23 24\"") /* see template.h */                                     \
    X(EXPR, "an expression")            /* number, $name, arithmetic */                          \
    X(VALUE, "a value")                 /* number, $name..., =expression, or text with ${...} */ \
    X(INT, "a number")                                                                           \
    X(BOOL, "yes or no")                                                                         \
    X(TIME, "a time such as 100ms")                                                              \
    X(NAME, "a name")                /* letters, digits, '_' */                                  \
    X(WORD, "one of its words")      /* from node_type.words */                                  \
    X(REGEX, "a regular expression") /* POSIX extended, with expressions */                      \
    X(REQUIREMENT, "a requirement id")                                                           \
    X(RULE, "the id of a passive rule")                                                          \
    X(MANNER, "the name of a manner")                                                            \
    X(SCENARIO, "AREA/NAME in lower case")

/* SCALAR_NONE and so on. */
typedef enum scalar_kind {
#define SCALAR_ENUM(name, text) SCALAR_##name,
    SCALAR_LIST(SCALAR_ENUM)
#undef SCALAR_ENUM
} scalar_kind;

struct node_type;

/* Modifiers that a step may have besides its action, as bits of what the action allows. */
enum {
    MOD_EXPECT = 1 << 0,
    MOD_RAW = 1 << 1,
    MOD_CAPTURE = 1 << 2,
    MOD_ACK = 1 << 3,
    MOD_STEPS = 1 << 4,
    MOD_AS = 1 << 5,
    MOD_REPLY = 1 << 6,
};

/* Names that a value of a field gives to expressions of the scenario. */
typedef enum field_gives {
    GIVES_NOTHING,
    GIVES_ITEMS,   /* a name, or a list of them */
    GIVES_KEYS,    /* the keys of a map */
    GIVES_ROWS,    /* the keys of each map of a list */
    GIVES_SCRATCH, /* `scratch` */
} field_gives;

/* One key of a map. */
typedef struct field {
    const char *name;
    const struct node_type *node_type;
    size_t offset; /* of its member in the struct that the map is compiled to */
    bool required;
    bool action;        /* of a step: exactly one of its actions must be there */
    unsigned needs_mod; /* a modifier: allowed where the action's `allows` has this bit; 0 everywhere */
    unsigned allows;    /* an action: the modifiers that make sense with it */
    field_gives gives;
    bool is_reply;        /* a matcher of a reply, where `ok` is a slip */
    const char *if_empty; /* what is wrong with an empty list; NULL: nothing */
    const char *text;     /* one sentence, for the schema */
} field;

/* All that are set are alternatives: a scalar, a list of `item`, a map of `fields`, a map of free names to
 * `values`. */
typedef struct node_type {
    const char *name; /* in the schema's $defs; NULL: written in place */
    scalar_kind scalar;
    const char *const
        *words; /* WORD: exactly these; others: words that stand for themselves; NULL-terminated */
    bool null_ok;
    const struct node_type *item;
    size_t max_items; /* 0: no bound */
    const field *fields;
    size_t num_fields;
    bool is_step;
    const struct node_type *values;
    const char *text;

    /* What it is compiled to (compile.h): a struct that begins with `written`. */
    size_t size;          /* 0: it is only checked */
    size_t scalar_at;     /* where a scalar's own struct is; 0: its text says all */
    size_t items_at;      /* where `items` and their number are */
    size_t entries_at;    /* where `entries` and their number are */
    size_t conditions_at; /* where the fields are, if as a list; else each has its member */
    bool one_is_list;     /* what is no list is compiled as a list of one */
} node_type;

/* The struct is that of the scalar. */
#define SCALAR_IN_PLACE SIZE_MAX

/* Checks what the node type can not say: called for each scalar that has a value of that kind. */
typedef struct scalar_check {
    void (*check)(void *ctx, rsp_node *node, const struct node_type *of);
    void *ctx;
} scalar_check;

/* Called for each node whose node type is known, in document order; `f` is its field, NULL for an item or a
 * free name. */
typedef void node_type_visit(void *ctx, rsp_node *node, const struct node_type *of, const struct field *f);

/* Goes through a whole tree, without recursion. Nodes that do not fit are left out with all below. */
void node_type_walk(rsp_node *root, const node_type *of, node_type_visit *visit, void *ctx);

/* Checks a whole tree, without recursion; every error is reported. RSP_OK or the first error's status. */
rsp_status node_type_check(const rsp_source *source, rsp_node *root, const node_type *of,
                           const scalar_check *scalars, rsp_diagnostics *diagnostics);

/* The same for a file of one document; RSP_SCHEMA for another number of them. `what` names it: "a profile".
 */
rsp_status node_type_check_document(const rsp_source *source, const node_type *of, const char *what,
                                    rsp_diagnostics *diagnostics);

/* Which of the node type's words a scalar is; false for none. */
bool node_type_word(const node_type *of, const rsp_node *node, unsigned *out);

/* The field of that name, NULL for none. */
const field *node_type_field(const node_type *of, const char *name);

/* Appends a JSON Schema document for `root`; every named node type becomes one of its $defs. */
void node_type_schema(rsp_buf *out, const node_type *root, const char *id, const char *title);

#endif

/* What a scenario is compiled to: a typed struct for each thing that the language has, made from keys.h.
 * A member is NULL where its key is not written. Everything keeps its place, belongs to the file's source,
 * and never changes after loading: threads may share it. Playing reads this, and never the file's nodes. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_SPEC_H
#define RSP_SCENARIO_SPEC_H

#include "language/automaton.h"
#include "language/keys.h"
#include "language/template.h"

#include <rsp/verdict.h>
#include <stddef.h>

/* Where something stands in its file. Line 0: nowhere. */
typedef struct spec_location {
    uint32_t line;
    uint32_t column;
} spec_location;

/* Which of its alternatives a thing is written as. */
typedef enum spec_form { FORM_NULL, FORM_WORD, FORM_SCALAR, FORM_LIST, FORM_MAP } spec_form;

/* How a thing is written: every spec begins with it. */
typedef struct written {
    spec_location at;
    spec_form form;
    unsigned word;                     /* FORM_WORD: which one, by the enum of its words */
    bool quoted;                       /* a scalar in quotes */
    rsp_bytes text;                    /* a scalar, with a NUL behind it; else empty */
    const struct node_type *node_type; /* that it was compiled by; NULL: made while playing */
    const uint8_t *keys;               /* a map of fields: which ones, in the order of the file */
    size_t num_keys;
} written;

static inline const char *spec_text(const written *w) {
    return w && w->text.ptr ? (const char *)w->text.ptr : "";
}

/* A decimal or 0x number; false for any other text. */
bool spec_number(const written *w, uint64_t *out);

static inline bool spec_is_word(const written *w, unsigned word) {
    return w && w->form == FORM_WORD && w->word == word;
}

/* How lists, entries and conditions of any type are laid out, for whoever goes by node types. */
typedef struct spec_items {
    const void *const *items;
    size_t num;
} spec_items;

typedef struct spec_entry {
    const char *name;
    const written *is;
} spec_entry;

typedef struct spec_entries {
    const spec_entry *entries;
    size_t num;
} spec_entries;

typedef struct spec_condition {
    unsigned key;
    const written *is;
} spec_condition;

typedef struct spec_conditions {
    const spec_condition *conditions;
    size_t num;
} spec_conditions;

/* What stands in a list or map, as it is written there. */
typedef struct spec_child {
    const char *key;           /* "" in a list */
    const struct field *field; /* NULL in a list, and for a free name */
    const written *is;
} spec_child;

/* The i-th of what is written in `of`, in the order of the file. False past the end. */
bool spec_child_at(const written *of, size_t i, spec_child *out);

/* --- scalars --- */

typedef struct payload_spec {
    written w;
    const template *text;
} payload_spec;

typedef struct bytes_spec {
    written w;
    const template *text;
} bytes_spec;

typedef struct regex_spec {
    written w;
    const template *text;
    const automaton *pattern; /* NULL: it holds expressions, and is compiled when they have values */
} regex_spec;

typedef struct expr_spec {
    written w;
    const expression *e;
} expr_spec;

typedef struct value_spec {
    written w;
    value_text text;
} value_spec;

typedef struct number_spec {
    written w;
    uint64_t number;
} number_spec;

typedef struct boolean_spec {
    written w;
    bool yes;
} boolean_spec;

typedef struct duration_spec {
    written w;
    uint64_t ns;
} duration_spec;

/* Texts, names and words are what is written. */
typedef written text_spec, name_spec, requirement_spec, rule_id_spec, manner_name_spec, scenario_name_spec,
    ack_text_spec, capture_source_spec;
typedef written level_spec, role_spec, result_word_spec, memory_word_spec, runs_word_spec, reach_by_spec,
    run_on_word_spec, mode_word_spec, endian_word_spec, escape_word_spec, ack_word_spec, acks_word_spec,
    disconnect_word_spec, read_by_spec, write_by_spec, get_by_spec, set_by_spec, variant_word_spec;
typedef expr_spec interrupt_spec;
typedef boolean_spec nothing_spec;
typedef duration_spec duration_or_null_spec;

static inline bool spec_says(const boolean_spec *b, bool fallback) {
    return b ? b->yes : fallback;
}

/* --- lists and maps of free names --- */

/* A list; where one item may stand for it, it is a list of one. */
#define LIST_OF(of)                \
    written w;                     \
    const of##_spec *const *items; \
    size_t num;
#define LIST(name, of)           \
    typedef struct name##_spec { \
        LIST_OF(of)              \
    } name##_spec;

/* NAME: what it stands for. */
#define ENTRY(of)               \
    typedef struct of##_entry { \
        const char *name;       \
        const of##_spec *is;    \
    } of##_entry;
#define ENTRIES_OF(of)         \
    const of##_entry *entries; \
    size_t num_entries;
#define ENTRIES(name, of)        \
    typedef struct name##_spec { \
        written w;               \
        ENTRIES_OF(of)           \
    } name##_spec;

LIST(texts, text)
LIST(names, name)
LIST(payloads, payload)
LIST(payload_list, payload)
LIST(value_list, value)
LIST(requirements, requirement)
LIST(rules, rule_id)
LIST(manners, manner_name)
LIST(signal_value, expr)
LIST(client_features, text)
LIST(results, result_word)
LIST(matrix_words, variant_word)

ENTRY(payload)
ENTRY(regex)
ENTRY(value)
ENTRY(name)
ENTRY(capture_source)
ENTRIES(free_payloads, payload)
ENTRIES(free_regexes, regex)
ENTRIES(free_exprs, value)
ENTRIES(dialects, name)
ENTRIES(case_row, value)
ENTRIES(capture, capture_source)
LIST(cases, case_row)

/* --- maps of fields --- */

#define MEMBER(member, key, type, flags, text) const type##_spec *member;
#define RECORD(name, KEYS)       \
    typedef struct name##_spec { \
        written w;               \
        KEYS(MEMBER)             \
    } name##_spec;
/* The same with something that a scalar says alone. */
#define SCALAR_OR_RECORD(name, type, scalar, KEYS) \
    typedef struct name##_spec {                   \
        written w;                                 \
        const type##_spec *scalar;                 \
        KEYS(MEMBER)                               \
    } name##_spec;

/* A map whose order counts: each condition is one key and what is said of it. */
#define WORD_ID(id, text) id,

SCALAR_OR_RECORD(value_or_range, expr, exactly, RANGE_KEYS)
SCALAR_OR_RECORD(length, expr, exactly, LENGTH_KEYS)
ENTRY(value_or_range)
ENTRIES(counts, value_or_range)

typedef enum stop_key {
#define STOP_KEY(member, key, type, flags, text) STOP_KEY_##member,
    STOP_KEYS(STOP_KEY)
#undef STOP_KEY
} stop_key;

typedef struct stop_condition {
    stop_key key;
    union {
        STOP_KEYS(MEMBER)
    };
} stop_condition;

typedef struct stop_spec {
    written w;
    const stop_condition *conditions;
    size_t num;
} stop_spec;

enum { CHUNK_WORDS(WORD_ID) };
SCALAR_OR_RECORD(chunk, bytes, bytes, CHUNK_KEYS)
LIST(chunks, chunk)
enum { RESULT_WORDS(WORD_ID) };
RECORD(features, FEATURE_KEYS)
RECORD(xml, XML_KEYS)
SCALAR_OR_RECORD(json_value, payload, text, JSON_VALUE_KEYS)
ENTRY(json_value)
ENTRIES(json, json_value)
RECORD(thread_list, THREAD_LIST_KEYS)
enum { ERROR_WORDS(WORD_ID) };
typedef struct error_value_spec {
    written w;
    const expr_spec *code;
} error_value_spec;
SCALAR_OR_RECORD(partial, bytes, all, PARTIAL_KEYS)

enum { MATCHER_WORDS(WORD_ID) };

typedef struct matcher_spec matcher_spec;
LIST(matcher_list, matcher)

typedef enum matcher_key {
#define MATCHER_KEY(member, key, type, flags, text) MATCHER_KEY_##member,
    MATCHER_KEYS(MATCHER_KEY)
#undef MATCHER_KEY
} matcher_key;

typedef struct matcher_condition {
    matcher_key key;
    union {
        MATCHER_KEYS(MEMBER)
    };
} matcher_condition;

/* Conditions that all hold, a word, or the payload itself. */
struct matcher_spec {
    written w;
    const payload_spec *payload;
    const matcher_condition *conditions;
    size_t num;
};

/* A matcher; for `drain` a list of stops in order. */
typedef struct expectation_spec {
    matcher_spec matcher;
    const stop_spec *const *stops;
    size_t num_stops;
} expectation_spec;

/* The matcher of an expectation; NULL where there is none. */
static inline const matcher_spec *expectation_matcher(const expectation_spec *e) {
    return e ? &e->matcher : NULL;
}

enum { MODE_WORDS(WORD_ID) };
enum { ENDIAN_WORDS(WORD_ID) };
enum { MEMORY_WORDS(WORD_ID) };
enum { RUNS_WORDS(WORD_ID) };
enum { PROOF_WORDS(WORD_ID) };
RECORD(proof, PROOF_KEYS)
LIST(proofs, proof)

/* What a scenario needs and a step's `when` are one struct with many conditions in common. */
typedef struct condition_spec {
    written w;
    CONDITION_KEYS(MEMBER)
    NEED_KEYS(MEMBER)
    WHEN_KEYS(MEMBER)
} condition_spec;
typedef condition_spec needs_spec, when_spec;

enum { CLIENT_FEATURE_WORDS(WORD_ID) };
RECORD(connect, CONNECT_KEYS)

/* --- steps --- */

enum { ESCAPE_WORDS(WORD_ID) };
enum { ACK_WORDS(WORD_ID) };
enum { NOTIFICATION_WORDS(WORD_ID) };
enum { ACKS_WORDS(WORD_ID) };
enum { DISCONNECT_WORDS(WORD_ID) };
enum { SECOND_CLIENT_WORDS(WORD_ID) };
enum { READ_WORDS(WORD_ID) };
enum { WRITE_WORDS(WORD_ID) };
enum { GET_REGISTER_WORDS(WORD_ID) };
enum { SET_REGISTER_WORDS(WORD_ID) };
enum { RESUME_WORDS(WORD_ID) };
enum { REACH_WORDS(WORD_ID) };
enum { RUN_ON_WORDS(WORD_ID) };
enum { BUDGET_WORDS(WORD_ID) };

SCALAR_OR_RECORD(send, payload, alone, SEND_KEYS)
SCALAR_OR_RECORD(send_raw, payload, alone, SEND_RAW_KEYS)
SCALAR_OR_RECORD(raw_match, payload, alone, RAW_MATCH_KEYS)

typedef enum notification_key {
#define NOTIFICATION_KEY(member, key, type, flags, text) NOTIFICATION_KEY_##member,
    NOTIFICATION_KEYS(NOTIFICATION_KEY)
#undef NOTIFICATION_KEY
} notification_key;

typedef struct notification_condition {
    notification_key key;
    union {
        NOTIFICATION_KEYS(MEMBER)
    };
} notification_condition;

typedef struct notification_spec {
    written w;
    const notification_condition *conditions;
    size_t num;
} notification_spec;

typedef struct pipeline_spec {
    written w;
    const payload_spec *const *items; /* a list alone: the requests */
    size_t num;
    PIPELINE_KEYS(MEMBER)
} pipeline_spec;

SCALAR_OR_RECORD(drain, payload, alone, DRAIN_KEYS)
RECORD(second_client, SECOND_CLIENT_KEYS)
RECORD(read, READ_KEYS)
RECORD(write, WRITE_KEYS)
RECORD(get_register, GET_REGISTER_KEYS)
RECORD(set_register, SET_REGISTER_KEYS)
RECORD(threads, THREADS_KEYS)
RECORD(xfer, XFER_KEYS)
RECORD(resume, RESUME_KEYS)
RECORD(symbols, SYMBOLS_KEYS)
SCALAR_OR_RECORD(run_to, expr, place, RUN_TO_KEYS)
SCALAR_OR_RECORD(reach, expr, place, REACH_KEYS)

typedef enum check_key {
#define CHECK_KEY(member, key, type, flags, text) CHECK_KEY_##member,
    CHECK_KEYS(CHECK_KEY)
#undef CHECK_KEY
} check_key;

typedef struct check_condition {
    check_key key;
    union {
        CHECK_KEYS(MEMBER)
    };
} check_condition;

typedef struct check_spec {
    written w;
    const check_condition *conditions;
    size_t num;
} check_spec;

RECORD(budget, BUDGET_KEYS)

/* One item of a loop: a value, or a row that gives several names. */
typedef struct row_spec {
    written w;
    const value_spec *value;
    ENTRIES_OF(value)
} row_spec;

typedef struct loop_spec {
    written w;
    const expr_spec *list; /* a scalar */
    const row_spec *const *items;
    size_t num;
    LOOP_RANGE_KEYS(MEMBER)
} loop_spec;

SCALAR_OR_RECORD(prefixes, payload, whole, PREFIX_KEYS)
RECORD(fuzz, FUZZ_KEYS)
RECORD(never, NEVER_KEYS)
SCALAR_OR_RECORD(advertised_row, payload, request, PROOF_KEYS)
ENTRY(advertised_row)
ENTRIES(advertised, advertised_row)

typedef struct step_spec step_spec;
LIST(steps, step)

typedef enum step_key {
#define STEP_KEY(member, key, type, flags, text) STEP_KEY_##member,
    STEP_KEYS(STEP_KEY, STEP_KEY, STEP_KEY)
#undef STEP_KEY
        STEP_KEY_COUNT,
} step_key;

#define NOT_HERE(member, key, type, flags, text)

/* One action with its modifiers. `action` says which member of the union is there; an action that may also
 * be a modifier has a member of its own. */
struct step_spec {
    written w;
    step_key action;
    const written *what; /* the action's value, whatever it is */
    union {
        STEP_KEYS(MEMBER, NOT_HERE, NOT_HERE)
    };
    STEP_KEYS(NOT_HERE, MEMBER, MEMBER)
};

/* --- a scenario --- */

enum { LEVEL_WORDS(WORD_ID) };

static inline rsp_level spec_level(const level_spec *level) {
    return level->word == LEVEL_MUST     ? RSP_LEVEL_MUST
           : level->word == LEVEL_SHOULD ? RSP_LEVEL_SHOULD
                                         : RSP_LEVEL_MAY;
}

enum { ROLE_WORDS(WORD_ID) };
enum { RULES_WORDS(WORD_ID) };
enum { MATRIX_WORDS(WORD_ID) };
enum { VARIANT_WORDS(WORD_ID) };

RECORD(matrix, MATRIX_KEYS)
RECORD(serve_row, SERVE_KEYS)
LIST(serve, serve_row)

typedef struct scenario_spec {
    written w;
    SCENARIO_KEYS(MEMBER)
} scenario_spec;

/* --- the catalogue of requirements --- */

typedef written side_spec;
enum { SIDE_WORDS(WORD_ID) };
RECORD(requirement_row, REQUIREMENT_KEYS)
LIST(catalogue, requirement_row)

#endif

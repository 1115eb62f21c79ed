/* Scenarios that a stub passes which serves nothing: all that they expect is an error, emptiness or silence.
 * Such expectations count where something shows that the stub has the packet: a step, or `needs: works`.
 * Told as a warning, for whoever writes scenarios. */
/* SPDX-License-Identifier: MIT */
#include "language/check.h"

#include "language/grammar.h"
#include "language/pattern.h"

/* Whether one of the replies of a stub that serves nothing matches the pattern. Patterns with values in them
 * are taken for specific, unless they say that they are about errors. */
static bool pattern_is_negative(const rsp_node *node) {
    rsp_buf text = {0};
    automaton *regex;
    automaton_search search = {.bounds = false};
    char why[160];
    bool negative = rsp_bytes_starts(node->text, RSP_LIT("^E"));
    if (rsp_bytes_search(node->text, RSP_LIT("${")) < node->text.len)
        return negative;
    rsp_buf_append(&text, node->text);
    if (pattern_compile(&regex, why, sizeof why, &text, NULL) == RSP_OK)
        negative = automaton_find(regex, RSP_LIT("E01"), &search) == RSP_OK ||
                   automaton_find(regex, (rsp_bytes){0}, &search) == RSP_OK;
    automaton_free(regex);
    rsp_buf_free(&text);
    return negative;
}

/* A word, or a payload: "E01", and nothing at all. */
static bool word_is_negative(const rsp_node *node) {
    static const char *const words[] = {"any", "none", "empty", "not-empty", "error", "error-or-empty"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(words); i++) {
        if (node_is(node, words[i]))
            return true;
    }
    return node->text.len == 0 || node->text.ptr[0] == 'E';
}

/* The alternatives of one-of: all must be positive; the parts of all-of: one is enough. Depth is that of the
 * file, which the loader bounds. */
static bool matcher_is_negative(const rsp_node *matcher);

static bool list_is_negative(const rsp_node *list, bool any) {
    for (const rsp_node *n = list->first; n; n = n->next) {
        if (matcher_is_negative(n) == any)
            return any;
    }
    return !any;
}

static bool condition_is_negative(const rsp_node *n) {
    static const char *const always[] = {"not", "not-regex", "wire-lacks", "same-as", "error", "empty"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(always); i++) {
        if (node_key_is(n, always[i]))
            return true;
    }
    if (node_key_is(n, "one-of"))
        return list_is_negative(n, true);
    if (node_key_is(n, "all-of"))
        return list_is_negative(n, false);
    if (node_key_is(n, "regex"))
        return pattern_is_negative(n);
    bool text = node_key_is(n, "exact") || node_key_is(n, "starts") || node_key_is(n, "contains");
    return text && n->kind == NODE_SCALAR && (n->text.len == 0 || n->text.ptr[0] == 'E');
}

/* Conditions of a map must all hold, so that one positive one is enough; as for the items of a list of
 * replies. */
static bool matcher_is_negative(const rsp_node *matcher) {
    if (matcher->kind == NODE_SCALAR)
        return word_is_negative(matcher);
    if (matcher->kind == NODE_SEQ)
        return list_is_negative(matcher, false);
    for (const rsp_node *n = matcher->first; n; n = n->next) {
        if (!condition_is_negative(n))
            return false;
    }
    return true;
}

/* Steps that can only succeed where the stub does something. */
static bool action_is_positive(const rsp_node *action) {
    static const char *const names[] = {"get-register", "set-register",  "threads",
                                        "resume",       "run-to",        "notification",
                                        "drain",        "expect-stream", "expect-ack"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++) {
        if (node_key_is(action, names[i]))
            return true;
    }
    bool reads = node_key_is(action, "read") || node_key_is(action, "write");
    return reads && !node_get(action, "fails");
}

/* A packet that is announced and works as it must. */
static bool advertised_is_positive(const rsp_node *action) {
    for (const rsp_node *n = node_key_is(action, "advertised") ? action->first : NULL; n; n = n->next) {
        const rsp_node *expect = node_get(n, "expect");
        if (expect && !matcher_is_negative(expect))
            return true;
    }
    return false;
}

static bool step_is_positive(const rsp_node *step) {
    const rsp_node *action = grammar_action(step);
    const rsp_node *expect = node_get(step, "expect");
    const rsp_node *each = action ? node_get(action, "expect") : NULL;
    if (!action)
        return false;
    if (action_is_positive(action) || node_is(node_get(step, "ack"), "-"))
        return true;
    if ((node_key_is(action, "xfer") && !expect) || advertised_is_positive(action))
        return true;
    if (node_key_is(action, "console"))
        return !matcher_is_negative(action);
    return (expect && !matcher_is_negative(expect)) || (each && !matcher_is_negative(each)) ||
           node_get(step, "expect-raw");
}

/* The next node in document order that may be a step, or hold steps. */
static const rsp_node *next_step(const rsp_node *root, const rsp_node *node) {
    const rsp_node *inner = node_get(node, "steps");
    if (inner && inner->first)
        return inner->first;
    while (node != root && !node->next) {
        node = node->parent; /* the list of steps */
        if (node == root || !node->parent)
            return NULL;
        node = node->parent; /* the step that holds it, or the scenario */
        if (node == root)
            return NULL;
    }
    return node == root ? NULL : node->next;
}

static bool list_shows_something(const rsp_node *steps) {
    for (const rsp_node *n = steps ? steps->first : NULL; n; n = next_step(steps, n)) {
        if (n->kind == NODE_MAP && step_is_positive(n))
            return true;
    }
    return false;
}

/* `stubborn fuzz` writes scenarios of what went wrong, to be seen again: they pass when it does not. */
static bool is_finding(const rsp_node *root) {
    const rsp_node *tags = node_get(root, "tags");
    for (const rsp_node *n = tags && tags->kind == NODE_SEQ ? tags->first : tags; n;
         n = tags->kind == NODE_SEQ ? n->next : NULL) {
        if (node_is(n, "fuzz"))
            return true;
    }
    return false;
}

bool scenario_shows_nothing(const rsp_node *root) {
    if (is_finding(root) || node_is(node_get(root, "role"), "stub") ||
        node_get(node_get(root, "needs"), "works"))
        return false;
    return !list_shows_something(node_get(root, "setup")) && !list_shows_something(node_get(root, "steps"));
}

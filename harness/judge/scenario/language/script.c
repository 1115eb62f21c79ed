/* Makes a script of a document: the compiled tree, the facts that its texts name, and the requests of its
 * conditions. All of it is found once, when the file is loaded.
 * The node tree is not looked at afterwards. */
/* SPDX-License-Identifier: MIT */
#include "language/script.h"

#include "core/arena.h"
#include "core/hex.h"
#include "language/compile.h"
#include "language/syntax.h"
#include <stdlib.h>

static bool word_byte(uint8_t c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Most words are none of them: the first letter says so. */
static bool is_word(rsp_bytes word, const char *name) {
    return word.ptr[0] == (uint8_t)name[0] && rsp_bytes_equal(word, rsp_bytes_str(name));
}

static void note_word(script *s, rsp_bytes word) {
    for (size_t i = 0; i < FACT_COUNT; i++) {
        if (fact_table[i].when != FACT_LEARNED && is_word(word, fact_table[i].name))
            s->facts |= UINT64_C(1) << i;
    }
    if (is_word(word, "registers") || is_word(word, "register"))
        s->names_registers = true;
}

/* Whole words of every text count, whatever it is for: measuring a fact too many does no harm. */
/* "scratch + 0x2000": how far from it a scenario goes. */
static void note_reach(script *s, rsp_bytes text, size_t at, size_t end) {
    if (!rsp_bytes_equal(rsp_bytes_sub(text, at, end - at), RSP_LIT("scratch")))
        return;
    while (end < text.len && text.ptr[end] == ' ')
        end++;
    if (end == text.len || text.ptr[end] != '+')
        return;
    char digits[24] = "";
    const rsp_bytes rest = rsp_bytes_sub(text, end + 1, sizeof digits - 1);
    memcpy(digits, rest.ptr, rest.len);
    const uint64_t number = strtoull(digits, NULL, 0);
    s->reach = number > s->reach ? number : s->reach;
}

static void note_words(script *s, const rsp_node *root) {
    for (const rsp_node *n = root; n; n = node_following(n, root)) {
        rsp_bytes text = n->kind == NODE_SCALAR ? n->text : (rsp_bytes){0};
        for (size_t at = 0; at < text.len;) {
            size_t end = at;
            while (end < text.len && word_byte(text.ptr[end]))
                end++;
            if (end > at) {
                note_word(s, rsp_bytes_sub(text, at, end - at));
                note_reach(s, text, at, end);
            }
            at = end + 1;
        }
    }
}

/* Whether the text holds a request: one of the letters, followed by a number. */
static bool sends(rsp_bytes text, const char *letters) {
    static const char behind[] = "0123456789abcdef$'";
    for (size_t i = 0; i + 1 < text.len; i++) {
        const bool letter = text.ptr[i] != 0 && strchr(letters, text.ptr[i]);
        if (letter && (i == 0 || !word_byte(text.ptr[i - 1])) && strchr(behind, text.ptr[i + 1]))
            return text.ptr[i + 1] != 0;
    }
    return false;
}

static bool steps_have(const steps_spec *steps, step_key action) {
    for (size_t i = 0; steps && i < steps->num; i++) {
        if (steps->items[i]->action == action || steps_have(steps->items[i]->steps, action))
            return true;
    }
    return false;
}

static bool changes(const scenario_spec *spec, const rsp_node *root, step_key action, const char *letters) {
    bool found = steps_have(spec->setup, action) || steps_have(spec->steps, action) ||
                 steps_have(spec->teardown, action);
    for (const rsp_node *n = root; n && !found; n = node_following(n, root))
        found = n->kind == NODE_SCALAR && sends(n->text, letters);
    return found;
}

/* Whether the text says what is expected: by the keys of matchers, and by the name that cases give an end.
 * Elsewhere `X` is a request. */
static bool is_expected(const rsp_node *n) {
    static const char *const keys[] = {"kind", "exact",  "starts", "regex",  "matches",
                                       "stop", "one-of", "expect", "differ", "ends"};
    const bool item = n->key.len == 0 && n->parent;
    const rsp_bytes key = item ? n->parent->key : n->key;
    for (size_t i = 0; i < RSP_ARRAY_LEN(keys); i++)
        if (rsp_bytes_equal(key, rsp_bytes_str(keys[i])))
            return true;
    return false;
}

/* "W", "X00", "^W": as replies and patterns of them are written. */
static bool is_end(const rsp_node *n) {
    rsp_bytes text = n->text;
    if (!is_expected(n))
        return false;
    (void)rsp_take_byte(&text, '^');
    const bool letter = text.len > 0 && (text.ptr[0] == 'W' || text.ptr[0] == 'X');
    const bool digits = text.len == 3 && rsp_hex_pair(rsp_bytes_from(text, 1)) >= 0;
    return letter && (text.len == 1 || digits);
}

/* In a list of kinds of which T or S is one: it may end, but need not. */
static bool is_choice(const rsp_node *n) {
    const bool listed = n->parent && n->parent->kind == NODE_SEQ;
    for (const rsp_node *other = listed ? n->parent->first : NULL; other; other = other->next)
        if (node_is(other, "T") || node_is(other, "S"))
            return true;
    return false;
}

static bool is_w_or_status_0(const stop_condition *c) {
    if (c->key == STOP_KEY_kind)
        return c->kind->num == 1 && rsp_bytes_equal(c->kind->items[0]->text, RSP_LIT("W"));
    return c->key == STOP_KEY_status && rsp_bytes_equal(c->status->w.text, RSP_LIT("0"));
}

bool matcher_is_end(const matcher_spec *matcher) {
    const bool stops = matcher && matcher->num == 1 && matcher->conditions[0].key == MATCHER_KEY_stop;
    const stop_spec *stop = stops ? matcher->conditions[0].stop : NULL;
    bool kind = false;
    for (size_t i = 0; stop && i < stop->num; i++) {
        if (!is_w_or_status_0(&stop->conditions[i]))
            return false;
        kind = kind || stop->conditions[i].key == STOP_KEY_kind;
    }
    return kind;
}

/* Steps that let the program run to its end, and expect no more. */
static size_t count_ends(const steps_spec *steps) {
    size_t num = 0;
    for (size_t i = 0; steps && i < steps->num; i++) {
        const step_spec *s = steps->items[i];
        const bool resumes = s->action == STEP_KEY_resume && s->resume->w.form == FORM_WORD && s->expect;
        num += resumes && matcher_is_end(&s->expect->matcher);
        num += count_ends(s->steps);
    }
    return num;
}

/* Whether a step waits for another end of the program, or for what it writes. Texts of cases count, too. */
static bool awaits_end(const scenario_spec *spec, const rsp_node *root) {
    size_t num = 0;
    for (const rsp_node *n = root; n; n = node_following(n, root))
        num += n->kind == NODE_SCALAR && is_end(n) && !is_choice(n);
    return num > count_ends(spec->steps) || steps_have(spec->steps, STEP_KEY_console);
}

/* What is learned has to be asked for: a place is also a word in many a title. */
static void note_learned(script *s, const needs_spec *needs) {
    const names_spec *facts = needs ? needs->facts : NULL;
    for (size_t k = 0; facts && k < facts->num; k++) {
        for (size_t i = 0; i < FACT_COUNT; i++) {
            if (fact_table[i].when == FACT_LEARNED && is_word(facts->items[k]->text, fact_table[i].name))
                s->facts |= UINT64_C(1) << i;
        }
    }
}

/* --- requests of conditions --- */

typedef struct requests {
    const payload_spec **items; /* NULL: they are only counted */
    size_t num;
} requests;

static void add_fixed(requests *r, const payloads_spec *list) {
    for (size_t i = 0; list && i < list->num; i++) {
        rsp_bytes text = list->items[i]->w.text;
        if (rsp_bytes_index(text, '$') < text.len)
            continue;
        if (r->items)
            r->items[r->num] = list->items[i];
        r->num++;
    }
}

static void add_conditions(requests *r, const condition_spec *conditions) {
    if (!conditions)
        return;
    add_fixed(r, conditions->answers);
    add_fixed(r, conditions->no_answer);
}

static void add_steps(requests *r, const steps_spec *steps) {
    for (size_t i = 0; steps && i < steps->num; i++) {
        add_conditions(r, steps->items[i]->when);
        add_steps(r, steps->items[i]->steps);
    }
}

static void add_requests(requests *r, const scenario_spec *spec) {
    r->num = 0;
    add_conditions(r, spec->needs);
    add_steps(r, spec->setup);
    add_steps(r, spec->steps);
    add_steps(r, spec->teardown);
}

const value_spec *case_label(const case_row_spec *row) {
    for (size_t i = 0; i < row->num_entries; i++) {
        if (strcmp(row->entries[i].name, CASE_LABEL) == 0)
            return row->entries[i].is;
    }
    return NULL;
}

/* --- proofs that are named by a word --- */

/* What proves that a stub serves anything, and memory: for `works: registers` and `works: memory`. */
static const struct {
    const char *send;
    const char *expect;
} known_proofs[] = {
    [PROOF_REGISTERS] = {"g", "^[0-9a-fA-Fx]{8,}$"},
    [PROOF_MEMORY] = {"m${scratch},4", "^[0-9a-fA-F]{8}$"},
};

/* The request and the pattern of a proof, as if they were written there. */
typedef struct made_proof {
    payload_spec send;
    regex_spec regex;
    matcher_condition condition;
    matcher_spec expect;
} made_proof;

static rsp_status parse_text(const template **out, written *w, template_kind kind, const char *text,
                             rsp_arena *arena) {
    expr_error error;
    w->form = FORM_SCALAR;
    w->text = rsp_bytes_str(text);
    return template_parse(out, kind, w->text, arena, &error);
}

static rsp_status make_proof(proof_spec *proof, rsp_arena *arena) {
    made_proof *made = rsp_arena_alloc(arena, sizeof *made);
    if (!made)
        return arena->status;
    made->send.w.at = made->regex.w.at = made->expect.w.at = proof->w.at;
    rsp_status status = parse_text(&made->send.text, &made->send.w, TEMPLATE_PAYLOAD,
                                   known_proofs[proof->w.word].send, arena);
    if (status == RSP_OK)
        status = parse_text(&made->regex.text, &made->regex.w, TEMPLATE_REGEX,
                            known_proofs[proof->w.word].expect, arena);
    made->condition = (matcher_condition){.key = MATCHER_KEY_regex, .regex = &made->regex};
    made->expect.w.form = FORM_MAP;
    made->expect.conditions = &made->condition;
    made->expect.num = 1;
    proof->send = &made->send;
    proof->expect = &made->expect;
    return status;
}

static rsp_status make_proofs(const needs_spec *needs, rsp_arena *arena) {
    const proofs_spec *works = needs ? needs->works : NULL;
    rsp_status status = RSP_OK;
    for (size_t i = 0; works && i < works->num && status == RSP_OK; i++) {
        const proof_spec *proof = works->items[i];
        if (proof->w.form == FORM_WORD)
            status = make_proof((proof_spec *)(uintptr_t)proof, arena);
    }
    return status;
}

rsp_status script_compile(const script **out, rsp_source *source, rsp_node *root) {
    rsp_arena *arena = &source->compiled;
    script *s = rsp_arena_alloc(arena, sizeof *s);
    const scenario_spec *spec = spec_compile(source, root, &syntax_scenario);
    *out = s;
    if (!s || !spec)
        return arena->status;
    s->spec = spec;
    note_words(s, root);
    note_learned(s, spec->needs);
    s->writes_memory = changes(spec, root, STEP_KEY_write, "MX");
    s->awaits_end = awaits_end(spec, root);
    s->writes_registers = changes(spec, root, STEP_KEY_set_register, "PG");
    requests r = {0};
    add_requests(&r, spec);
    r.items = rsp_arena_alloc(arena, (r.num + 1) * sizeof(void *));
    if (!r.items)
        return arena->status;
    add_requests(&r, spec);
    s->asked_ahead = r.items;
    s->num_asked_ahead = r.num;
    return make_proofs(spec->needs, arena);
}

/* Scenarios that a stub passes which serves nothing: all that they expect is an error, emptiness or silence.
 * Such expectations count where something shows that the stub has the packet: a step, or `needs: works`.
 * Told as a warning, for whoever writes scenarios. */
/* SPDX-License-Identifier: MIT */
#include "language/check.h"

/* Whether one of the replies of a stub that serves nothing matches the pattern. Patterns with values in them
 * are taken for specific, unless they say that they are about errors. */
static bool pattern_is_negative(const regex_spec *regex) {
    automaton_search search = {.bounds = false};
    if (!regex->pattern)
        return rsp_bytes_starts(regex->w.text, RSP_LIT("^E"));
    return rsp_automaton_find(regex->pattern, RSP_LIT("E01"), &search) == RSP_OK ||
           rsp_automaton_find(regex->pattern, (rsp_bytes){0}, &search) == RSP_OK;
}

/* "E01", and nothing at all. */
static bool text_is_negative(const written *w) {
    return w->text.len == 0 || w->text.ptr[0] == 'E';
}

static bool word_is_negative(unsigned word) {
    return word != MATCHER_HEX && word != MATCHER_STOP;
}

/* The alternatives of one-of: all must be positive; the parts of all-of: one is enough. Depth is that of the
 * file, which the loader bounds. */
static bool matcher_is_negative(const matcher_spec *matcher);

static bool list_is_negative(const matcher_list_spec *list, bool any) {
    for (size_t i = 0; i < list->num; i++) {
        if (matcher_is_negative(list->items[i]) == any)
            return any;
    }
    return !any;
}

static bool condition_is_negative(const matcher_condition *c) {
    static const matcher_key always[] = {MATCHER_KEY_not,     MATCHER_KEY_not_regex, MATCHER_KEY_wire_lacks,
                                         MATCHER_KEY_same_as, MATCHER_KEY_error,     MATCHER_KEY_empty};
    for (size_t i = 0; i < RSP_ARRAY_LEN(always); i++) {
        if (c->key == always[i])
            return true;
    }
    if (c->key == MATCHER_KEY_one_of)
        return list_is_negative(c->one_of, true);
    if (c->key == MATCHER_KEY_all_of)
        return list_is_negative(c->all_of, false);
    if (c->key == MATCHER_KEY_regex)
        return pattern_is_negative(c->regex);
    return (c->key == MATCHER_KEY_exact && text_is_negative(&c->exact->w)) ||
           (c->key == MATCHER_KEY_starts && text_is_negative(&c->starts->w)) ||
           (c->key == MATCHER_KEY_contains && text_is_negative(&c->contains->w));
}

/* Conditions of a map must all hold, so that one positive one is enough. */
static bool matcher_is_negative(const matcher_spec *matcher) {
    if (matcher->w.form == FORM_WORD)
        return word_is_negative(matcher->w.word);
    if (matcher->payload)
        return text_is_negative(&matcher->w);
    for (size_t i = 0; i < matcher->num; i++) {
        if (!condition_is_negative(&matcher->conditions[i]))
            return false;
    }
    return true;
}

/* A list of stops: a stop is positive, but for "any" that is written as nothing. */
static bool expectation_is_negative(const expectation_spec *e) {
    for (size_t i = 0; i < e->num_stops; i++) {
        if (e->stops[i]->num > 0)
            return false;
    }
    return matcher_is_negative(&e->matcher);
}

/* Steps that can only succeed where the stub does something. */
static bool action_is_positive(const step_spec *step) {
    static const step_key positive[] = {STEP_KEY_get_register, STEP_KEY_set_register,  STEP_KEY_threads,
                                        STEP_KEY_resume,       STEP_KEY_run_to,        STEP_KEY_notification,
                                        STEP_KEY_drain,        STEP_KEY_expect_stream, STEP_KEY_expect_ack,
                                        STEP_KEY_advance,      STEP_KEY_reach,         STEP_KEY_run_on,
                                        STEP_KEY_halt};
    for (size_t i = 0; i < RSP_ARRAY_LEN(positive); i++) {
        if (step->action == positive[i])
            return true;
    }
    return (step->action == STEP_KEY_read && !step->read->fails) ||
           (step->action == STEP_KEY_write && !step->write->fails) ||
           (step->action == STEP_KEY_xfer && !step->expect) ||
           (step->action == STEP_KEY_console && !matcher_is_negative(step->console));
}

/* A packet that is announced and works as it must. */
static bool advertised_is_positive(const advertised_spec *rows) {
    for (size_t i = 0; i < rows->num_entries; i++) {
        const matcher_spec *expect = rows->entries[i].is->expect;
        if (expect && !matcher_is_negative(expect))
            return true;
    }
    return false;
}

static bool step_is_positive(const step_spec *step) {
    if (action_is_positive(step) || (step->ack && step->ack->word == ACK_WORD_MINUS) || step->expect_raw)
        return true;
    if (step->action == STEP_KEY_advertised && advertised_is_positive(step->advertised))
        return true;
    if (step->action == STEP_KEY_pipeline && step->pipeline->expect &&
        !list_is_negative(step->pipeline->expect, false))
        return true;
    return step->expect && !expectation_is_negative(step->expect);
}

static bool list_shows_something(const steps_spec *steps) {
    for (size_t i = 0; steps && i < steps->num; i++) {
        if (step_is_positive(steps->items[i]) || list_shows_something(steps->items[i]->steps))
            return true;
    }
    return false;
}

/* `stubborn fuzz` writes scenarios of what went wrong, to be seen again: they pass when it does not. */
static bool is_finding(const names_spec *tags) {
    for (size_t i = 0; tags && i < tags->num; i++) {
        if (rsp_bytes_equal(tags->items[i]->text, RSP_LIT("fuzz")))
            return true;
    }
    return false;
}

bool scenario_shows_nothing(const scenario_spec *scenario) {
    if (is_finding(scenario->tags) || (scenario->role && scenario->role->word == ROLE_STUB) ||
        (scenario->needs && scenario->needs->works))
        return false;
    return !list_shows_something(scenario->setup) && !list_shows_something(scenario->steps);
}

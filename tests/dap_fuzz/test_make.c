/* Sequences for adapters as they are made and changed: of at most as many steps as wanted, the same for the
 * same seed, and with names of values only where a session has them.
 * See make/sequence.h, make/value.h and make/damage.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "dap/message.h"
#include "dap/shape.h"
#include "make/damage.h"
#include "make/sequence.h"
#include "make/value.h"

enum { TRIES = 400 };

static rsp_rng seeded(uint64_t seed) {
    rsp_rng rng;
    rsp_rng_seed(&rng, seed);
    return rng;
}

static bool has_text(const json_t *value, const char *text) {
    char *all = json_dumps(value, JSON_ENCODE_ANY);
    const bool has = strstr(all, text) != NULL;
    free(all);
    return has;
}

/* --- sequences --- */

static void sequence_has_a_start_and_one_to_most_steps(void **state) {
    (void)state;
    rsp_rng rng = seeded(1);
    bool stopped[2] = {false, false};
    size_t largest = 0;
    for (unsigned i = 0; i < TRIES; i++) {
        json_t *sequence = dap_sequence_make(&rng, 5);
        const size_t num = json_array_size(dap_sequence_steps(sequence));
        assert_in_range(num, 1, 5);
        largest = num > largest ? num : largest;
        stopped[dap_sequence_is_stopped(sequence)] = true;
        json_decref(sequence);
    }
    assert_int_equal(largest, 5);
    assert_true(stopped[false] && stopped[true]);
}

static void same_seed_makes_the_same_sequence(void **state) {
    (void)state;
    rsp_rng one = seeded(42);
    rsp_rng same = seeded(42);
    rsp_rng other = seeded(43);
    json_t *a = dap_sequence_make(&one, 24);
    json_t *b = dap_sequence_make(&same, 24);
    json_t *c = dap_sequence_make(&other, 24);
    json_t *a2 = dap_sequence_mutate(&one, a, a, 24);
    json_t *b2 = dap_sequence_mutate(&same, b, b, 24);
    assert_true(json_equal(a, b));
    assert_true(json_equal(a2, b2));
    assert_false(json_equal(a, c));
    json_t *const all[] = {a, b, c, a2, b2};
    for (size_t i = 0; i < RSP_ARRAY_LEN(all); i++)
        json_decref(all[i]);
}

/* What follows such a request is not answered. */
static void most_sequences_do_not_end_the_session(void **state) {
    (void)state;
    rsp_rng rng = seeded(3);
    unsigned ending = 0;
    unsigned requests = 0;
    for (unsigned i = 0; i < TRIES; i++) {
        json_t *sequence = dap_sequence_make(&rng, 10);
        const json_t *steps = dap_sequence_steps(sequence);
        for (size_t k = 0; k < json_array_size(steps); k++) {
            const char *name = json_string_value(json_object_get(json_array_get(steps, k), "request"));
            const rsp_dap_request_row *row = name ? rsp_dap_request_find(name) : NULL;
            requests += name != NULL;
            ending += row && row->effect == RSP_DAP_EFFECT_ENDS;
        }
        json_decref(sequence);
    }
    assert_true(ending > 0);
    assert_true(ending * 50 < requests);
}

static void mutation_leaves_the_original_and_keeps_the_limit(void **state) {
    (void)state;
    rsp_rng rng = seeded(4);
    unsigned changed = 0;
    json_t *sequence = dap_sequence_make(&rng, 6);
    json_t *other = dap_sequence_make(&rng, 6);
    json_t *before = json_deep_copy(sequence);
    for (unsigned i = 0; i < TRIES; i++) {
        json_t *mutant = dap_sequence_mutate(&rng, sequence, other, 6);
        assert_true(json_equal(sequence, before));
        assert_true(json_array_size(dap_sequence_steps(mutant)) <= 6);
        assert_int_equal(dap_sequence_is_stopped(mutant), dap_sequence_is_stopped(sequence));
        changed += !json_equal(mutant, sequence);
        json_decref(mutant);
    }
    assert_true(changed > TRIES / 2);
    json_decref(sequence);
    json_decref(other);
    json_decref(before);
}

static json_t *one_step(const char *start, const char *request) {
    return json_pack("{s:s, s:[{s:s, s:b}]}", "start", start, "steps", "request", request, "waits", 0);
}

/* A step of a stopped session names values that one from the beginning does not have. */
static void mutation_lends_only_the_end_of_a_session_like_it(void **state) {
    (void)state;
    static const struct {
        const char *start;
        bool lends;
    } cases[] = {{"stopped", true}, {"initialized", false}};
    json_t *sequence = one_step("stopped", "threads");
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        json_t *other = one_step(cases[i].start, "theOther");
        rsp_rng rng = seeded(5);
        bool lent = false;
        for (unsigned k = 0; k < TRIES; k++) {
            json_t *mutant = dap_sequence_mutate(&rng, sequence, other, 8);
            lent = lent || has_text(mutant, "theOther");
            json_decref(mutant);
        }
        assert_int_equal(lent, cases[i].lends);
        json_decref(other);
    }
    json_decref(sequence);
}

static void mutation_of_an_empty_sequence_has_something_to_change(void **state) {
    (void)state;
    rsp_rng rng = seeded(6);
    json_t *empty = json_pack("{s:s, s:[]}", "start", "stopped", "steps");
    bool grown = false;
    for (unsigned i = 0; i < TRIES; i++) {
        json_t *mutant = dap_sequence_mutate(&rng, empty, empty, 3);
        grown = grown || json_array_size(dap_sequence_steps(mutant)) > 0;
        json_decref(mutant);
    }
    assert_true(grown);
    json_decref(empty);
}

static void bytes_that_no_client_sends_make_a_sequence_hostile(void **state) {
    (void)state;
    static const struct {
        const char *key;
        bool hostile;
        bool out_of_step;
    } cases[] = {
        {"raw", true, true}, {"content", true, false}, {"seq", true, false}, {"waits", false, false}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        json_t *sequence = one_step("stopped", "threads");
        json_array_append_new(dap_sequence_steps(sequence), json_pack("{s:s}", cases[i].key, "x"));
        assert_int_equal(dap_sequence_is_hostile(sequence), cases[i].hostile);
        assert_int_equal(dap_sequence_is_out_of_step(sequence), cases[i].out_of_step);
        json_decref(sequence);
    }
    json_t *none = json_object();
    assert_false(dap_sequence_is_stopped(none) || dap_sequence_is_hostile(none));
    json_decref(none);
}

/* --- values --- */

static void arguments_have_what_the_shape_requires(void **state) {
    (void)state;
    size_t num = 0;
    const rsp_dap_request_row *rows = rsp_dap_requests(&num);
    rsp_rng rng = seeded(7);
    for (size_t i = 0; i < num; i++)
        for (unsigned k = 0; k < 8; k++) {
            json_t *arguments = value_make_arguments(&rng, &rows[i], false);
            rsp_buf problem = {0};
            if (!rsp_dap_shape_fits(rows[i].arguments, arguments, &problem))
                fail_msg("%s: %s", rows[i].name, rsp_buf_cstr(&problem));
            json_decref(arguments);
        }
}

static void names_of_values_stand_only_where_a_session_has_them(void **state) {
    (void)state;
    rsp_rng rng = seeded(8);
    const rsp_dap_request_row *scopes = rsp_dap_request_find("scopes");
    unsigned named = 0;
    for (unsigned i = 0; i < TRIES; i++) {
        json_t *running = value_make_arguments(&rng, scopes, false);
        json_t *stopped = value_make_arguments(&rng, scopes, true);
        assert_true(json_is_integer(json_object_get(running, "frameId")));
        named += has_text(stopped, "${frame}");
        json_decref(running);
        json_decref(stopped);
    }
    assert_true(named > TRIES / 2 && named < TRIES);
}

static void every_word_of_a_choice_is_chosen(void **state) {
    (void)state;
    static const char *const words[] = {"statement", "line", "instruction"};
    rsp_rng rng = seeded(9);
    unsigned seen[RSP_ARRAY_LEN(words)] = {0};
    unsigned all = 0;
    for (unsigned i = 0; i < TRIES; i++) {
        json_t *arguments = value_make_arguments(&rng, rsp_dap_request_find("next"), true);
        const char *word = json_string_value(json_object_get(arguments, "granularity"));
        for (size_t k = 0; word && k < RSP_ARRAY_LEN(words); k++)
            seen[k] += strcmp(word, words[k]) == 0;
        all += word != NULL;
        json_decref(arguments);
    }
    assert_int_equal(seen[0] + seen[1] + seen[2], all);
    for (size_t k = 0; k < RSP_ARRAY_LEN(words); k++)
        assert_true(seen[k] * 5 > all);
}

static void odd_values_are_of_every_type(void **state) {
    (void)state;
    rsp_rng rng = seeded(10);
    unsigned types = 0;
    for (unsigned i = 0; i < TRIES; i++) {
        json_t *odd = value_make_odd(&rng);
        assert_non_null(odd);
        types |= 1U << json_typeof(odd);
        json_decref(odd);
    }
    assert_int_equal(types, (1U << (JSON_NULL + 1)) - 1);
}

/* --- damage --- */

/* A request of ours never has such a number: an answer to it is none to the damaged message. */
static void damaged_contents_have_a_number_of_their_own(void **state) {
    (void)state;
    rsp_rng rng = seeded(11);
    unsigned readable = 0;
    for (unsigned i = 0; i < TRIES; i++) {
        json_t *step = damage_make_content(&rng, 7);
        const char *text = json_string_value(json_object_get(step, "content"));
        rsp_dap_message m;
        assert_non_null(text);
        assert_int_equal(json_object_size(step), 1);
        if (strlen(text) > 0 && strstr(text, "seq"))
            assert_non_null(strstr(text, "1007"));
        readable += rsp_dap_message_parse(&m, rsp_bytes_str(text), NULL) == RSP_OK;
        rsp_dap_message_free(&m);
        json_decref(step);
    }
    assert_true(readable > 0 && readable < TRIES);
}

static void raw_steps_hold_bytes_and_nothing_else(void **state) {
    (void)state;
    rsp_rng rng = seeded(12);
    bool headers = false;
    bool others = false;
    for (unsigned i = 0; i < TRIES; i++) {
        json_t *step = damage_make_raw(&rng);
        const char *text = json_string_value(json_object_get(step, "raw"));
        assert_non_null(text);
        assert_int_equal(json_object_size(step), 1);
        headers = headers || strncmp(text, "Content-Length: ", 16) == 0;
        others = others || strncmp(text, "Content-Length: ", 16) != 0;
        json_decref(step);
    }
    assert_true(headers && others);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequence_has_a_start_and_one_to_most_steps),
        cmocka_unit_test(same_seed_makes_the_same_sequence),
        cmocka_unit_test(most_sequences_do_not_end_the_session),
        cmocka_unit_test(mutation_leaves_the_original_and_keeps_the_limit),
        cmocka_unit_test(mutation_lends_only_the_end_of_a_session_like_it),
        cmocka_unit_test(mutation_of_an_empty_sequence_has_something_to_change),
        cmocka_unit_test(bytes_that_no_client_sends_make_a_sequence_hostile),
        cmocka_unit_test(arguments_have_what_the_shape_requires),
        cmocka_unit_test(names_of_values_stand_only_where_a_session_has_them),
        cmocka_unit_test(every_word_of_a_choice_is_chosen),
        cmocka_unit_test(odd_values_are_of_every_type),
        cmocka_unit_test(damaged_contents_have_a_number_of_their_own),
        cmocka_unit_test(raw_steps_hold_bytes_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

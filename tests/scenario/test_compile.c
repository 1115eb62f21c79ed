/* Compiled scenarios: every form of the language arrives typed, in its place, and as it was meant.
 * The scenario below has each form once; what it is compiled to is compared with what it says.
 * Memory that runs out anywhere is told, and nothing is left behind. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "language/script.h"

#include "core/arena.h"
#include "core/mem.h"
#include "scenario/scenario.h"

static const char yaml[] = "scenario: a/b\n"                                             /* 1 */
                           "title: Each form.\n"                                         /* 2 */
                           "covers: [FRAME-017, FRAME-018]\n"                            /* 3 */
                           "tags: one\n"                                                 /* 4 */
                           "needs: {answers: ['m$pc,4', g], works: memory}\n"            /* 5 */
                           "rules-off: all\n"                                            /* 6 */
                           "timeout: 20ms\n"                                             /* 7 */
                           "cases: [{n: 1}, {n: '=2+3'}]\n"                              /* 8 */
                           "steps:\n"                                                    /* 9 */
                           "- send: {payload: 'm${n},4', escape: minimal}\n"             /* 10 */
                           "  expect: {hex: 01*3 24, regex: '^0', not-regex: 'x${n}'}\n" /* 11 */
                           "  ack: '-'\n"                                                /* 12 */
                           "- expect: error-or-empty\n"                                  /* 13 */
                           "  capture: {r: register pc}\n"                               /* 14 */
                           "- drain: vStopped\n"                                         /* 15 */
                           "  expect: [{thread: $thread}, ~]\n"                          /* 16 */
                           "- repeat: 3\n"                                               /* 17 */
                           "  steps: [{wait: 5us}]\n"                                    /* 18 */
                           "  when: {no-answer: [qC, 'T${n}'], equal: [1, $n]}\n"        /* 19 */
                           "- check: {unique: $threads, less: [1, 2]}\n"                 /* 20 */
                           "- second-client:\n"                                          /* 21 */
                           "- for-each: [1, {x: 2, y: 3}]\n"                             /* 22 */
                           "  steps: [{expect-raw: {contains: '23'}}]\n";                /* 23 */

static rsp_suite *load(const char *text, const rsp_mem *mem, rsp_status *out_status) {
    const rsp_suite_options options = {.mem = mem};
    rsp_suite *suite = rsp_suite_new(&options);
    *out_status = suite ? rsp_suite_load_memory(suite, "c.yaml", rsp_bytes_str(text)) : RSP_NO_MEMORY;
    return suite;
}

static rsp_suite *suite;

static int load_each_form(void **state) {
    (void)state;
    rsp_status status;
    suite = load(yaml, NULL, &status);
    return status != RSP_OK || rsp_suite_count(suite) != 2;
}

static int free_suite(void **state) {
    (void)state;
    rsp_suite_free(suite);
    return 0;
}

static const scenario_spec *spec(void) {
    return rsp_suite_get(suite, 0)->script->spec;
}

static const step_spec *step(size_t i) {
    assert_true(i < spec()->steps->num);
    return spec()->steps->items[i];
}

static bool lookup(void *ctx, rsp_bytes name, value *out) {
    (void)ctx;
    *out = value_int(7);
    return rsp_bytes_equal(name, RSP_LIT("n"));
}

static void assert_written(const template *t, const char *want) {
    rsp_arena arena = {0};
    rsp_buf out = {0};
    expr_error error;
    const expr_env env = {.lookup = lookup, .arena = &arena};
    assert_ok(template_write(t, &env, &out, &error));
    assert_bytes(rsp_buf_bytes(&out), rsp_bytes_str(want));
    rsp_buf_free(&out);
    rsp_arena_free(&arena);
}

static void what_is_not_written_is_null(void **state) {
    (void)state;
    assert_null(spec()->setup);
    assert_null(spec()->needs->program);
    assert_null(step(0)->capture);
    assert_null(step(0)->send->binary);
}

static void lists_may_have_one_item_or_a_word(void **state) {
    (void)state;
    assert_int_equal(spec()->covers->num, 2);
    assert_string_equal(spec_text(spec()->covers->items[1]), "FRAME-018");
    assert_int_equal(spec()->tags->num, 1);
    assert_string_equal(spec_text(spec()->tags->items[0]), "one");
    assert_int_equal(spec()->needs->works->num, 1);
    assert_true(spec_is_word(&spec()->needs->works->items[0]->w, PROOF_MEMORY));
    assert_true(spec_is_word(&spec()->rules_off->w, RULES_ALL));
    assert_int_equal(spec()->rules_off->num, 0);
}

static void a_step_has_its_action_and_its_place(void **state) {
    (void)state;
    assert_int_equal(step(0)->action, STEP_KEY_send);
    assert_ptr_equal(step(0)->what, &step(0)->send->w);
    assert_int_equal(step(0)->w.at.line, 10);
    assert_int_equal(step(0)->expect->matcher.w.at.line, 11);
    assert_int_equal(step(0)->expect->matcher.w.at.column, 11);
    assert_int_equal(step(1)->action, STEP_KEY_expect);
    assert_ptr_equal(step(1)->what, &step(1)->expect->matcher.w);
    assert_int_equal(step(3)->action, STEP_KEY_repeat);
    assert_int_equal(step(3)->steps->items[0]->wait->ns, 5000);
    assert_int_equal(step(7 - 1)->steps->items[0]->action, STEP_KEY_expect_raw);
}

static void scalars_are_parsed(void **state) {
    (void)state;
    assert_written(step(0)->send->payload->text, "m7,4");
    assert_true(spec_is_word(step(0)->send->escape, ESCAPE_WORD_MINIMAL));
    assert_true(spec_is_word(step(0)->ack, ACK_WORD_MINUS));
    assert_int_equal(spec()->timeout->ns, 20000000);
    assert_written(step(2)->drain->alone->text, "vStopped");
    assert_int_equal(step(5)->second_client->w.form, FORM_NULL);
}

static void conditions_keep_the_order_of_the_file(void **state) {
    (void)state;
    const matcher_spec *m = &step(0)->expect->matcher;
    assert_int_equal(m->num, 3);
    assert_int_equal(m->conditions[0].key, MATCHER_KEY_hex);
    assert_written(m->conditions[0].hex->text, "\1\1\1$");
    assert_int_equal(m->conditions[1].key, MATCHER_KEY_regex);
    assert_int_equal(m->conditions[2].key, MATCHER_KEY_not_regex);
    const check_spec *c = step(4)->check;
    assert_int_equal(c->conditions[0].key, CHECK_KEY_unique);
    assert_int_equal(c->conditions[1].key, CHECK_KEY_less);
    assert_int_equal(c->conditions[1].less->num, 2);
}

static void patterns_without_expressions_are_compiled(void **state) {
    (void)state;
    const matcher_spec *m = &step(0)->expect->matcher;
    assert_non_null(m->conditions[1].regex->pattern);
    assert_null(m->conditions[2].not_regex->pattern);
    assert_written(m->conditions[2].not_regex->text, "x7");
}

static void an_expectation_is_a_matcher_or_stops(void **state) {
    (void)state;
    const expectation_spec *word = step(1)->expect;
    assert_true(spec_is_word(&word->matcher.w, MATCHER_ERROR_OR_EMPTY));
    assert_int_equal(word->num_stops, 0);
    const expectation_spec *stops = step(2)->expect;
    assert_int_equal(stops->num_stops, 2);
    assert_int_equal(stops->stops[0]->conditions[0].key, STOP_KEY_thread);
    assert_int_equal(stops->stops[1]->w.form, FORM_NULL);
    assert_string_equal(step(1)->capture->entries[0].name, "r");
    assert_string_equal(spec_text(step(1)->capture->entries[0].is), "register pc");
}

static void rows_are_values_or_names(void **state) {
    (void)state;
    const loop_spec *loop = step(6)->for_each;
    assert_int_equal(loop->num, 2);
    assert_non_null(loop->items[0]->value);
    assert_int_equal(loop->items[1]->num_entries, 2);
    assert_string_equal(loop->items[1]->entries[1].name, "y");
    assert_string_equal(rsp_suite_get(suite, 1)->row->entries[0].name, "n");
    assert_non_null(rsp_suite_get(suite, 1)->row->entries[0].is->text.e);
}

static void a_script_knows_its_facts_and_questions(void **state) {
    (void)state;
    const script *s = rsp_suite_get(suite, 0)->script;
    assert_true(script_names(s, FACT_ID_PC));
    assert_true(script_names(s, FACT_ID_THREAD));
    assert_true(script_names(s, FACT_ID_THREADS));
    assert_false(script_names(s, FACT_ID_SP));
    assert_true(s->names_registers);
    assert_int_equal(s->num_asked_ahead, 2);
    assert_string_equal(spec_text(&s->asked_ahead[0]->w), "g");
    assert_string_equal(spec_text(&s->asked_ahead[1]->w), "qC");
}

/* Everything below, in the order of the file. */
static void append_keys(const written *of, rsp_buf *out) {
    spec_child child;
    for (size_t i = 0; spec_child_at(of, i, &child); i++) {
        rsp_buf_printf(out, "%s ", child.key);
        append_keys(child.is, out);
    }
}

static void children_come_in_the_order_of_the_file(void **state) {
    (void)state;
    rsp_buf keys = {0};
    append_keys(&spec()->w, &keys);
    assert_string_equal(rsp_buf_cstr(&keys),
                        "scenario title covers   tags needs answers   works rules-off timeout cases  n  n "
                        "steps  send payload escape expect hex regex not-regex ack  expect capture r  drain "
                        "expect  thread   repeat steps  wait when no-answer   equal    check unique less   "
                        " second-client  for-each   x y steps  expect-raw contains ");
    rsp_buf_free(&keys);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    bool done = false;
    for (uint64_t fail_at = 1; !done; fail_at++) {
        rsp_mem_fuzzed fuzzed;
        rsp_status status;
        rsp_mem_fuzzed_init(&fuzzed, fail_at, 0);
        rsp_suite *starved = load(yaml, &fuzzed.mem, &status);
        done = fail_at > fuzzed.count;
        assert_true(status == RSP_OK ? done : status == RSP_NO_MEMORY);
        rsp_suite_free(starved);
    }
}

/* What a program that never ends can be used for, see play/guest_program.h. */
static void an_end_that_a_place_can_stand_for_is_told_from_others(void **state) {
    (void)state;
    static const struct {
        const char *steps;
        bool awaits;
    } rows[] = {
        {"[{resume: continue, expect: {stop: {kind: W, status: 0}}}]", false},
        {"[{resume: continue, expect: {stop: {kind: W}}}, {send: g, expect: hex}]", false},
        {"[{repeat: 2, steps: [{resume: continue, expect: {stop: {kind: W, status: 0}}}]}]", false},
        {"[{send: '?', expect: {stop: {kind: [T, S, W, X]}}}]", false},
        {"[{resume: continue, expect: {stop: {kind: W, status: 3}}}]", true},
        {"[{resume: continue, expect: {stop: {kind: W, status: 0, process: 1}}}]", true},
        {"[{resume: continue, expect: {stop: {kind: X}}}]", true},
        {"[{resume: continue, expect: {stop: {kind: [W, X]}}}]", true},
        {"[{resume: {with: c}, expect: {stop: {kind: W}}}]", true},
        {"[{resume: continue, expect: W00}]", true},
        {"[{resume: continue, expect: {regex: '^W00'}}]", true},
        {"[{console: {contains: hello}}]", true},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_status status;
        rsp_buf text = {0};
        rsp_buf_printf(&text, "scenario: a/b\ntitle: An end.\ncovers: [FRAME-017]\nneeds: {}\nsteps: %s\n",
                       rows[i].steps);
        rsp_suite *one = load(rsp_buf_cstr(&text), NULL, &status);
        if (status != RSP_OK || rsp_suite_get(one, 0)->script->awaits_end != rows[i].awaits)
            fail_msg("row %zu: %s", i, rows[i].steps);
        rsp_suite_free(one);
        rsp_buf_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_end_that_a_place_can_stand_for_is_told_from_others),
        cmocka_unit_test(what_is_not_written_is_null),
        cmocka_unit_test(lists_may_have_one_item_or_a_word),
        cmocka_unit_test(a_step_has_its_action_and_its_place),
        cmocka_unit_test(scalars_are_parsed),
        cmocka_unit_test(conditions_keep_the_order_of_the_file),
        cmocka_unit_test(patterns_without_expressions_are_compiled),
        cmocka_unit_test(an_expectation_is_a_matcher_or_stops),
        cmocka_unit_test(rows_are_values_or_names),
        cmocka_unit_test(a_script_knows_its_facts_and_questions),
        cmocka_unit_test(children_come_in_the_order_of_the_file),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, load_each_form, free_suite);
}

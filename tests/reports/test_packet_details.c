/* The details of the packet reference: ranges of requirements, faults, files of scenarios, causes of real
 * stubs. A matrix that is none is an error with its place; hostile texts stay texts. docs/packet-reference.md
 * is compared as a whole by cli.generated. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "needs_faults.h"

#include "reports/packet_details.h"

static const char catalogue_text[] = "- { id: EXT-001, level: must, role: stub, applies: all, text: \"'!' "
                                     "answers <OK>\", source: GDB manual, check: "
                                     "x, mutant: y }\n"
                                     "- { id: STOP-002, level: should, role: stub, applies: all, text: two, "
                                     "source: GDB manual, check: x, mutant: y "
                                     "}\n"
                                     "- { id: STOP-024, level: must, role: stub, applies: all, text: outside "
                                     "of the range, source: GDB manual, "
                                     "check: x, mutant: y }\n";

static const char scenario_text[] = "scenario: extended/one\n"
                                    "title: one\n"
                                    "covers: [EXT-001]\n"
                                    "steps: [ { send: '!', expect: OK } ]\n";

typedef struct sources {
    rsp_catalogue *catalogue;
    rsp_suite *suite;
    rsp_buf out;
} sources;

static rsp_status write_details(sources *s, const char *field, rsp_error *error) {
    rsp_diagnostics diagnostics = {0};
    s->catalogue = rsp_catalogue_load_memory("r.yaml", rsp_bytes_str(catalogue_text), NULL, &diagnostics);
    assert_non_null(s->catalogue);
    s->suite = rsp_suite_new(&(rsp_suite_options){.catalogue = s->catalogue});
    assert_ok(rsp_suite_load_memory(s->suite, "suite/extended/a.yaml", rsp_bytes_str(scenario_text)));
    const rsp_packet_sources from = {.catalogue = s->catalogue,
                                     .scenarios = s->suite,
                                     .folder = "suite",
                                     .field = rsp_bytes_str(field),
                                     .field_name = "f.json"};
    rsp_diagnostics_free(&diagnostics);
    return rsp_packet_details_write(&s->out, &from, error);
}

static void drop(sources *s) {
    rsp_buf_free(&s->out);
    rsp_suite_free(s->suite);
    rsp_catalogue_free(s->catalogue);
}

static bool says(sources *s, const char *text) {
    return strstr(rsp_buf_cstr(&s->out), text) != NULL;
}

static void a_packet_has_its_requirements_faults_and_files(void **state) {
    (void)state;
    sources s = {0};
    needs_faults();
    assert_ok(write_details(&s, "", NULL));
    assert_true(says(&s, "### `!`\n\nExtended mode. Reply: OK.\n"));
    assert_true(says(&s, "| EXT-001 | must | '\\!' answers &lt;OK\\> | `ext-mode-unknown` |\n"));
    assert_true(says(&s, "Scenarios: [extended/a.yaml](../scenarios/extended/a.yaml)\n"));
    assert_true(says(&s, "| STOP-002 | should | two |"));
    assert_false(says(&s, "outside of the range"));
    assert_false(says(&s, "Real stubs:"));
    drop(&s);
}

static void causes_of_real_stubs_stand_with_their_packet(void **state) {
    (void)state;
    static const char field[] =
        "{\"format\": \"stubborn-matrix\", \"stubs\": [{\"label\": \"one\"}, {\"label\": \"one.profile\"}, "
        "{\"label\": \"t|wo\"}],"
        " \"causes\": [{\"what\": \"<b>\\n# no\", \"requirement\": \"STOP-002\", \"stubs\": [{\"stub\": 0}, "
        "{\"stub\": 1}, {\"stub\": 2}]},"
        " {\"what\": \"strange\", \"requirement\": \"EXT-001\", \"stubs\": [{\"stub\": -1}, {\"stub\": 99}]},"
        " {\"what\": \"of none\", \"requirement\": \"none\"}, {\"what\": 3}, 4]}";
    sources s = {0};
    assert_ok(write_details(&s, field, NULL));
    assert_true(says(&s, "(STOP-002): one, t\\|wo\n"));
    assert_true(says(&s, "- strange (EXT-001): ?\n"));
    assert_false(says(&s, "<b>"));
    assert_false(says(&s, "\n# no"));
    assert_false(says(&s, "of none"));
    drop(&s);
}

static void what_is_no_matrix_is_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"{", "[]", "{\"format\": \"stubborn-run\"}", "{\"format\": 1}"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(wrong); i++) {
        sources s = {0};
        rsp_error error = {0};
        assert_int_equal(write_details(&s, wrong[i], &error), RSP_BAD_FILE);
        assert_string_equal(error.where, "f.json");
        assert_int_equal(s.out.len, 0);
        drop(&s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_packet_has_its_requirements_faults_and_files),
        cmocka_unit_test(causes_of_real_stubs_stand_with_their_packet),
        cmocka_unit_test(what_is_no_matrix_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

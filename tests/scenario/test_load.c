/* Loading of suites: every mistake is told with its place, and good files come out whole.
 * tests/scenario/bad/NAME.yaml is compared with NAME.txt, the errors as they are printed.
 * RSP_UPDATE=1 rewrites the expectations. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/limits.h"
#include "core/mem.h"
#include "core/rng.h"
#include "scenario/profile.h"
#include "scenario/scenario.h"
#include <dirent.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdio.h>
#include <stdlib.h>

static rsp_catalogue *catalogue;

static int load_catalogue(void **state) {
    (void)state;
    rsp_diagnostics diagnostics = {0};
    catalogue = rsp_catalogue_load("scenarios/requirements.yaml", NULL, &diagnostics);
    rsp_diagnostics_free(&diagnostics);
    return catalogue ? 0 : 1;
}

static int free_catalogue(void **state) {
    (void)state;
    rsp_catalogue_free(catalogue);
    return 0;
}

static rsp_suite *new_suite(void) {
    const rsp_suite_options options = {.catalogue = catalogue};
    rsp_suite *suite = rsp_suite_new(&options);
    assert_non_null(suite);
    return suite;
}

static void read_file(rsp_buf *out, const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return;
    char block[4096];
    size_t got;
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        rsp_buf_append(out, rsp_bytes_make(block, got));
    (void)fclose(file);
}

static void write_file(const char *path, rsp_bytes bytes) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.ptr, 1, bytes.len, file), bytes.len);
    (void)fclose(file);
}

static void compare_errors(const char *name) {
    char yaml[300];
    char txt[300];
    (void)snprintf(yaml, sizeof yaml, "tests/scenario/bad/%s", name);
    (void)snprintf(txt, sizeof txt, "%.*s.txt", (int)(strlen(yaml) - 5), yaml);
    rsp_suite *suite = new_suite();
    rsp_status status = rsp_suite_load(suite, yaml);
    rsp_buf got = {0};
    rsp_buf want = {0};
    rsp_diagnostics_render(&got, rsp_suite_diagnostics(suite));
    if (status == RSP_OK)
        print_error("%s: loads without an error\n", yaml);
    assert_int_not_equal(status, RSP_OK);
    if (getenv("RSP_UPDATE"))
        write_file(txt, rsp_buf_bytes(&got));
    read_file(&want, txt);
    if (!rsp_bytes_equal(rsp_buf_bytes(&got), rsp_buf_bytes(&want)))
        print_error("%s:\n%s\n", yaml, rsp_buf_cstr(&got));
    assert_true(rsp_bytes_equal(rsp_buf_bytes(&got), rsp_buf_bytes(&want)));
    rsp_buf_free(&got);
    rsp_buf_free(&want);
    rsp_suite_free(suite);
}

static void load_bad_files_tells_every_error(void **state) {
    (void)state;
    DIR *dir = opendir("tests/scenario/bad");
    assert_non_null(dir);
    size_t num = 0;
    const struct dirent *entry;
    while ((entry = readdir(dir))) {
        size_t len = strlen(entry->d_name);
        if (len < 6 || strcmp(entry->d_name + len - 5, ".yaml") != 0)
            continue;
        compare_errors(entry->d_name);
        num++;
    }
    (void)closedir(dir);
    assert_true(num >= 10);
}

static void expect_clean(rsp_suite *suite, rsp_status status) {
    rsp_buf text = {0};
    rsp_diagnostics_render(&text, rsp_suite_diagnostics(suite));
    if (text.len > 0)
        print_error("%s", rsp_buf_cstr(&text));
    rsp_buf_free(&text);
    assert_ok(status);
}

static void load_good_files_has_no_errors(void **state) {
    (void)state;
    rsp_suite *suite = new_suite();
    expect_clean(suite, rsp_suite_load(suite, "tests/scenario/good"));
    assert_true(rsp_suite_count(suite) > 0);
    rsp_suite_free(suite);
}

static void load_suite_of_the_repository_has_no_errors(void **state) {
    (void)state;
    rsp_suite *suite = new_suite();
    expect_clean(suite, rsp_suite_load(suite, "scenarios"));
    assert_true(rsp_suite_count(suite) > 0);
    rsp_suite_free(suite);
}

static bool serves(const rsp_profile *profile, rsp_bytes name) {
    for (size_t i = 0; i < profile->num_serves; i++) {
        if (rsp_bytes_equal(rsp_bytes_str(profile->serves[i]), name))
            return true;
    }
    return false;
}

/* The machine of the profile runs no WebAssembly: its stub does not offer these. */
static bool is_of_wasm(rsp_packet_id id) {
    return id == RSP_PACKET_QWASM_CALL_STACK || id == RSP_PACKET_QWASM_LOCAL ||
           id == RSP_PACKET_QWASM_GLOBAL || id == RSP_PACKET_QWASM_STACK_VALUE;
}

static void reference_profile_lists_every_packet_with_a_handler(void **state) {
    (void)state;
    rsp_diagnostics found = {0};
    rsp_profile *profile = rsp_profile_load("scenarios/profiles/reference.yaml", NULL, &found);
    assert_non_null(profile);
    for (size_t i = 0; i < RSP_PACKET_END - 1; i++) {
        const rsp_packet_row *row = &rsp_packet_rows[i];
        if (serves(profile, row->name) != (strcmp(row->handler, "NONE") != 0 && !is_of_wasm(row->id)))
            fail_msg(
                "%.*s: `serves` of scenarios/profiles/reference.yaml must name exactly the packets with a "
                "handler (codec/packet_list.h)",
                (int)row->name.len, row->name.ptr);
    }
    rsp_profile_free(profile);
    rsp_diagnostics_free(&found);
}

static const struct {
    const char *rest; /* of the document */
    bool vain;        /* a stub that serves nothing passes it */
} vain_rows[] = {
    {"steps: [{send: mzz, expect: error}]", true},
    {"steps: [{send: mzz, expect: any}, {alive: }, {quiet: }]", true},
    {"steps: [{send: mzz, expect: 'E01'}]", true},
    {"steps: [{send: mzz, expect: ''}]", true},
    {"steps: [{send: mzz, expect: {one-of: [empty, OK]}}]", true},
    {"steps: [{send: mzz, expect: {one-of: [hex, stop]}}]", false},
    {"steps: [{send: mzz, expect: {all-of: [error, {starts: E}]}}]", true},
    {"steps: [{send: mzz, expect: {all-of: [not-empty, {starts: QC}]}}]", false},
    {"steps: [{send: mzz, expect: {regex: '^E[0-9]+$'}}]", true},
    {"steps: [{send: mzz, expect: {regex: '^(QC[0-9]+)?$'}}]", true},
    {"steps: [{send: mzz, expect: {regex: '^QC[0-9]+$'}}]", false},
    {"steps: [{send: mzz, expect: {not: empty}}, {send: qC, expect: {same-as: $last}}]", true},
    {"steps: [{send: mzz, expect: {error: yes, wire-lacks: '23'}}]", true},
    {"steps: [{send: mzz, expect: error}, {send: qC, expect: {starts: QC}}]", false},
    {"setup: [{send: qC, expect: {starts: QC}}]\nsteps: [{send: mzz, expect: error}]", false},
    {"steps: [{repeat: 2, steps: [{group: a, steps: [{send: mzz, expect: error}]}, {send: qC, expect: OK}]}]",
     false},
    {"steps: [{repeat: 2, steps: [{group: a, steps: [{send: mzz, expect: error}]}]}, {alive: }]", true},
    {"steps: [{write: {at: 0, bytes: '00', fails: yes}}]", true},
    {"steps: [{write: {at: 0, bytes: '00'}}]", false},
    {"steps: [{send: mzz, ack: '-', expect: none}]", false},
    {"steps: [{advertised: {x: 'x0,0'}}]", true},
    {"steps: [{advertised: {x: {send: 'x0,0', expect: b}}}]", false},
    {"steps: [{pipeline: {send: [a, b], expect: [error, any]}}]", true},
    {"steps: [{pipeline: {send: [a, b], expect: [error, OK]}}]", false},
    {"needs: {works: registers}\nsteps: [{send: mzz, expect: error}]", false},
    {"role: stub\nsteps: [{receive: any}]", false},
    {"tags: [fuzz]\nsteps: [{send: mzz, expect: any}]", false},
};

static void scenarios_that_prove_nothing_are_warned_of(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(vain_rows); i++) {
        rsp_suite *suite = new_suite();
        rsp_buf yaml = {0};
        rsp_buf_printf(&yaml, "scenario: a/b\ntitle: t\ncovers: [MEM-001]\n%s\n", vain_rows[i].rest);
        assert_ok(rsp_suite_load_memory(suite, "vain.yaml", rsp_buf_bytes(&yaml)));
        const rsp_diagnostics *found = rsp_suite_diagnostics(suite);
        if ((found->num > 0) != vain_rows[i].vain || found->num_errors > 0)
            fail_msg("%s", vain_rows[i].rest);
        rsp_buf_free(&yaml);
        rsp_suite_free(suite);
    }
}

static const char two[] =
    "scenario: a/one\ntitle: t\ncovers: [MEM-001]\ntags: [slow]\nsteps: [{send: qC, expect: QC1}]\n---\n"
    "scenario: a/two\ntitle: t\ncovers: [FRAME-003]\ncases: [{case: x, n: 1}, {n: 2}]\n"
    "steps: [{send: 'm${n},1', expect: hex}]\n";

static void load_memory_expands_cases(void **state) {
    (void)state;
    rsp_suite *suite = new_suite();
    expect_clean(suite, rsp_suite_load_memory(suite, "two.yaml", RSP_LIT(two)));
    assert_int_equal(rsp_suite_count(suite), 3);
    assert_string_equal(rsp_suite_get(suite, 0)->area, "a");
    assert_string_equal(rsp_suite_get(suite, 1)->name, "a/two.x");
    assert_string_equal(rsp_suite_get(suite, 2)->name, "a/two.2");
    assert_int_equal(rsp_suite_get(suite, 0)->level, RSP_LEVEL_MUST);
    assert_int_equal(rsp_suite_get(suite, 1)->level, RSP_LEVEL_SHOULD);
    assert_ptr_equal(rsp_suite_find(suite, "a/two.2"), rsp_suite_get(suite, 2));
    assert_null(rsp_suite_find(suite, "a/three"));
    assert_null(rsp_suite_get(suite, 3));
    rsp_suite_free(suite);
}

static void selected_by_everything_that_names_it(void **state) {
    (void)state;
    static const struct {
        const char *selection;
        bool one;
        bool two_x;
    } rows[] = {
        {"a/one", true, false},
        {"a/*", true, true},
        {"a/", true, true},
        {"a", true, true},
        {"*one", true, false},
        {"a/two", false, true},
        {"MEM-001", true, false},
        {"MEM", true, false},
        {"FRAME", false, true},
        {"tag:slow", true, false},
        {"dir/two.yaml:2", true, false},
        {"dir/two.yaml:8", false, true},
        {"two.yaml", true, true},
        {"o.yaml", false, false},
        {"!a/one", false, true},
        {"two.yaml:99", false, false},
        {"b/", false, false},
        {"!!a/one", true, false},
    };
    rsp_suite *suite = new_suite();
    expect_clean(suite, rsp_suite_load_memory(suite, "some/dir/two.yaml", RSP_LIT(two)));
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        bool one = rsp_scenario_selected(rsp_suite_get(suite, 0), rows[i].selection);
        bool two_x = rsp_scenario_selected(rsp_suite_get(suite, 1), rows[i].selection);
        if (one != rows[i].one || two_x != rows[i].two_x)
            print_error("selection %s\n", rows[i].selection);
        assert_int_equal(one, rows[i].one);
        assert_int_equal(two_x, rows[i].two_x);
    }
    rsp_suite_free(suite);
}

static void load_twice_tells_the_first_place(void **state) {
    (void)state;
    rsp_suite *suite = new_suite();
    expect_clean(suite, rsp_suite_load_memory(suite, "a.yaml", RSP_LIT(two)));
    assert_int_equal(rsp_suite_load_memory(suite, "b.yaml", RSP_LIT(two)), RSP_DUPLICATE);
    const rsp_diagnostics *d = rsp_suite_diagnostics(suite);
    assert_string_equal(d->items[0].message, "scenario 'a/one' is already in a.yaml:1");
    assert_string_equal(d->items[0].path, "b.yaml");
    rsp_suite_free(suite);
}

static void load_missing_path_suggests_the_nearest(void **state) {
    (void)state;
    rsp_suite *suite = new_suite();
    assert_int_equal(rsp_suite_load(suite, "scenarios/requirments.yaml"), RSP_NOT_FOUND);
    const rsp_diagnostics *d = rsp_suite_diagnostics(suite);
    assert_string_equal(d->items[0].hint, "did you mean 'scenarios/requirements.yaml'?");
    rsp_suite_free(suite);
}

/* One file with n nested lists below `note`, in flow style. */
static rsp_status load_nested(size_t depth) {
    rsp_buf yaml = {0};
    rsp_buf_str(&yaml, "scenario: a/b\ntitle: t\ncovers: [MEM-001]\nsteps: ");
    for (size_t i = 0; i < depth; i++)
        rsp_buf_push(&yaml, '[');
    for (size_t i = 0; i < depth; i++)
        rsp_buf_push(&yaml, ']');
    rsp_suite *suite = new_suite();
    rsp_status status = rsp_suite_load_memory(suite, "nested.yaml", rsp_buf_bytes(&yaml));
    rsp_suite_free(suite);
    rsp_buf_free(&yaml);
    return status;
}

static void load_depth_at_limit_is_schema_error_beyond_is_limit(void **state) {
    (void)state;
    assert_int_equal(load_nested(RSP_LIMIT_YAML_DEPTH - 1), RSP_SCHEMA);
    assert_int_equal(load_nested(RSP_LIMIT_YAML_DEPTH), RSP_LIMIT);
    assert_int_equal(load_nested(100000), RSP_LIMIT);
}

static rsp_status load_keys(size_t num) {
    rsp_buf yaml = {0};
    rsp_buf_str(&yaml, "scenario: a/b\ntitle: t\ncovers: [MEM-001]\nsteps: [{send: qC}]\nset: {");
    for (size_t i = 0; i < num; i++)
        rsp_buf_printf(&yaml, "k%zu: 1, ", i);
    rsp_buf_str(&yaml, "}\n");
    rsp_suite *suite = new_suite();
    rsp_status status = rsp_suite_load_memory(suite, "keys.yaml", rsp_buf_bytes(&yaml));
    rsp_suite_free(suite);
    rsp_buf_free(&yaml);
    return status;
}

static void load_keys_at_limit_is_fine_beyond_is_limit(void **state) {
    (void)state;
    assert_ok(load_keys(RSP_LIMIT_YAML_KEYS));
    assert_int_equal(load_keys(RSP_LIMIT_YAML_KEYS + 1), RSP_LIMIT);
}

static void load_bytes_at_limit_is_fine_beyond_is_limit(void **state) {
    (void)state;
    rsp_buf yaml = {0};
    rsp_buf_str(&yaml, two);
    while (yaml.len < RSP_LIMIT_YAML_BYTES)
        rsp_buf_push(&yaml, '\n');
    rsp_suite *suite = new_suite();
    assert_ok(rsp_suite_load_memory(suite, "big.yaml", rsp_buf_bytes(&yaml)));
    rsp_buf_push(&yaml, '\n');
    assert_int_equal(rsp_suite_load_memory(suite, "bigger.yaml", rsp_buf_bytes(&yaml)), RSP_LIMIT);
    rsp_suite_free(suite);
    rsp_buf_free(&yaml);
}

static void diagnostics_beyond_limit_are_counted(void **state) {
    (void)state;
    rsp_buf yaml = {0};
    rsp_buf_str(&yaml, "scenario: a/b\ntitle: t\ncovers: [MEM-001]\nsteps:\n");
    for (size_t i = 0; i < RSP_LIMIT_DIAGNOSTICS + 1; i++)
        rsp_buf_str(&yaml, "  - {snd: x}\n");
    rsp_suite *suite = new_suite();
    assert_int_equal(rsp_suite_load_memory(suite, "many.yaml", rsp_buf_bytes(&yaml)), RSP_SCHEMA);
    const rsp_diagnostics *d = rsp_suite_diagnostics(suite);
    assert_int_equal(d->num, RSP_LIMIT_DIAGNOSTICS);
    assert_int_equal(d->num + d->num_dropped, d->num_errors);
    rsp_suite_free(suite);
    rsp_buf_free(&yaml);
}

/* Whatever the file holds, loading ends and leaks nothing. */
static void load_mutated_files_never_crashes(void **state) {
    (void)state;
    rsp_buf seed = {0};
    read_file(&seed, "tests/scenario/good/everything.yaml");
    assert_true(seed.len > 0);
    rsp_rng rng;
    rsp_rng_seed(&rng, 1);
    for (int round = 0; round < 300; round++) {
        rsp_buf yaml = {0};
        rsp_buf_append(&yaml, rsp_buf_bytes(&seed));
        for (uint64_t n = 1 + rsp_rng_below(&rng, 8); n > 0; n--) {
            size_t at = (size_t)rsp_rng_below(&rng, yaml.len);
            static const uint8_t bytes[] = "{}[]:,-#&*!|>'\"%@`$\\\n\t \x00\xff\xc3"
                                           "0a~?";
            yaml.ptr[at] = bytes[rsp_rng_below(&rng, sizeof bytes - 1)];
        }
        if (rsp_rng_below(&rng, 4) == 0)
            rsp_buf_truncate(&yaml, (size_t)rsp_rng_below(&rng, yaml.len));
        rsp_suite *suite = new_suite();
        rsp_status status = rsp_suite_load_memory(suite, "mutated.yaml", rsp_buf_bytes(&yaml));
        assert_true((status == RSP_OK) == (rsp_suite_diagnostics(suite)->num_errors == 0));
        rsp_suite_free(suite);
        rsp_buf_free(&yaml);
    }
    rsp_buf_free(&seed);
}

static void load_without_memory_reports_it(void **state) {
    (void)state;
    for (uint64_t fail_at = 1; fail_at < 60; fail_at++) {
        rsp_mem_fuzzed fuzzed;
        rsp_mem_fuzzed_init(&fuzzed, fail_at, 1);
        const rsp_suite_options options = {.catalogue = catalogue, .mem = &fuzzed.mem};
        rsp_suite *suite = rsp_suite_new(&options);
        if (!suite)
            continue;
        rsp_status status = rsp_suite_load_memory(suite, "two.yaml", RSP_LIT(two));
        if (status != RSP_OK && status != RSP_NO_MEMORY)
            print_error("allocation %d: %s, %s\n", (int)fail_at, rsp_status_name(status),
                        rsp_suite_diagnostics(suite)->num ? rsp_suite_diagnostics(suite)->items[0].message
                                                          : "");
        assert_true(status == RSP_OK || status == RSP_NO_MEMORY);
        assert_true(status != RSP_OK || rsp_suite_count(suite) == 3);
        rsp_suite_free(suite);
    }
}

static void ids_of_requirements_have_their_form(void **state) {
    (void)state;
    static const struct {
        const char *id;
        bool good;
    } cases[] = {{"MEM-001", true},    {"MMR-RFC-014", true}, {"tag:MEM-001", false}, {"MEM-01", false},
                 {"A-B-C-001", false}, {"MEM001", false},     {"'!MEM-001'", false},  {"-001", false}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_suite *suite = rsp_suite_new(NULL); /* which knows no catalogue */
        rsp_buf text = {0};
        rsp_buf_printf(&text, "scenario: a/b\ntitle: t\ncovers: [%s]\nsteps: [{send: qC}]\n", cases[i].id);
        rsp_status status = rsp_suite_load_memory(suite, "a.yaml", rsp_buf_bytes(&text));
        if ((status == RSP_OK) != cases[i].good)
            fail_msg("covers %s: %s", cases[i].id, rsp_status_text(status));
        rsp_buf_free(&text);
        rsp_suite_free(suite);
    }
}

/* None is lost: a new one is counted here. */
enum { NUM_REQUIREMENTS = 675 };

static void catalogue_has_the_requirements(void **state) {
    (void)state;
    if (rsp_catalogue_count(catalogue) != NUM_REQUIREMENTS)
        fail_msg("%zu requirements, not %d: set NUM_REQUIREMENTS if scenarios/requirements.yaml has grown",
                 rsp_catalogue_count(catalogue), (int)NUM_REQUIREMENTS);
    const rsp_requirement *r = rsp_catalogue_find(catalogue, RSP_LIT("MMR-011"));
    assert_non_null(r);
    assert_string_equal(r->id, "MMR-011");
    assert_int_equal(r->level, RSP_LEVEL_MUST);
    assert_int_equal(r->side, RSP_SIDE_STUB);
    assert_int_equal(rsp_catalogue_find(catalogue, RSP_LIT("ACK-010"))->side, RSP_SIDE_CLIENT);
    assert_null(rsp_catalogue_find(catalogue, RSP_LIT("MMR-0111")));
    assert_null(rsp_catalogue_get(catalogue, NUM_REQUIREMENTS));
}

static void schema_in_the_repository_is_the_one_of_the_loader(void **state) {
    (void)state;
    rsp_buf got = {0};
    rsp_buf want = {0};
    rsp_scenario_schema(&got);
    assert_ok(got.status);
    if (getenv("RSP_UPDATE"))
        write_file("scenarios/scenario.schema.json", rsp_buf_bytes(&got));
    read_file(&want, "scenarios/scenario.schema.json");
    assert_true(rsp_bytes_equal(rsp_buf_bytes(&got), rsp_buf_bytes(&want)));
    rsp_buf_free(&got);
    rsp_buf_free(&want);
}

static rsp_manners manners_with(const char *yaml, rsp_manners manners) {
    rsp_diagnostics d = {0};
    rsp_profile *profile = rsp_profile_load_memory("x.yaml", rsp_bytes_str(yaml), NULL, &d);
    assert_non_null(profile);
    rsp_profile_apply_manners(profile, &manners);
    rsp_profile_free(profile);
    rsp_diagnostics_free(&d);
    return manners;
}

/* What a user says of the architecture is for stubs that do not tell theirs. */
static void profile_names_an_architecture_that_nothing_tells(void **state) {
    (void)state;
    static const char avr[] = "title: x\naddress: tcp:127.0.0.1:1\narchitecture: avr\n";
    static const char m68k[] = "title: x\naddress: tcp:127.0.0.1:1\narchitecture: m68k\n";
    static const char none[] = "title: x\naddress: tcp:127.0.0.1:1\n";
    rsp_manners m = manners_with(avr, (rsp_manners){0});
    assert_string_equal(m.registers.arch, "avr");
    assert_int_equal(m.registers.big_endian, RSP_HABIT_NO);
    m = manners_with(m68k, (rsp_manners){0});
    assert_string_equal(m.registers.arch, "m68k");
    assert_int_equal(m.registers.big_endian, RSP_HABIT_YES);
    m = manners_with(m68k, (rsp_manners){.registers = {.big_endian = RSP_HABIT_NO}});
    assert_int_equal(m.registers.big_endian, RSP_HABIT_NO);
    m = manners_with(avr, (rsp_manners){.registers = {.arch = "riscv32"}});
    assert_string_equal(m.registers.arch, "riscv32");
    assert_int_equal(m.registers.big_endian, RSP_HABIT_UNKNOWN);
    m = manners_with(none, (rsp_manners){0});
    assert_null(m.registers.arch);
    assert_int_equal(m.registers.big_endian, RSP_HABIT_UNKNOWN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(load_bad_files_tells_every_error),
        cmocka_unit_test(load_good_files_has_no_errors),
        cmocka_unit_test(load_suite_of_the_repository_has_no_errors),
        cmocka_unit_test(reference_profile_lists_every_packet_with_a_handler),
        cmocka_unit_test(profile_names_an_architecture_that_nothing_tells),
        cmocka_unit_test(scenarios_that_prove_nothing_are_warned_of),
        cmocka_unit_test(load_memory_expands_cases),
        cmocka_unit_test(selected_by_everything_that_names_it),
        cmocka_unit_test(load_twice_tells_the_first_place),
        cmocka_unit_test(load_missing_path_suggests_the_nearest),
        cmocka_unit_test(load_depth_at_limit_is_schema_error_beyond_is_limit),
        cmocka_unit_test(load_keys_at_limit_is_fine_beyond_is_limit),
        cmocka_unit_test(load_bytes_at_limit_is_fine_beyond_is_limit),
        cmocka_unit_test(diagnostics_beyond_limit_are_counted),
        cmocka_unit_test(load_mutated_files_never_crashes),
        cmocka_unit_test(load_without_memory_reports_it),
        cmocka_unit_test(ids_of_requirements_have_their_form),
        cmocka_unit_test(catalogue_has_the_requirements),
        cmocka_unit_test(schema_in_the_repository_is_the_one_of_the_loader),
    };
    return cmocka_run_group_tests(tests, load_catalogue, free_catalogue);
}

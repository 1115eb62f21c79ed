/* Loading of workloads: what is in the file is in the struct, and every mistake is told with its place.
 * tests/scenario/workloads/NAME.yaml is compared with NAME.txt, the errors as they are printed.
 * RSP_UPDATE=1 rewrites the expectations and the schema. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/limits.h"
#include "core/rng.h"
#include "scenario/workload.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static void read_file(rsp_buf *out, const char *path) {
    FILE *file = fopen(path, "rb");
    char block[4096];
    size_t got;
    while (file && (got = fread(block, 1, sizeof block, file)) > 0)
        rsp_buf_append(out, rsp_bytes_make(block, got));
    if (file)
        (void)fclose(file);
}

/* `text` is what the file must hold; with RSP_UPDATE it is written there. */
static void expect_file(const char *path, rsp_bytes text) {
    if (getenv("RSP_UPDATE")) {
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        assert_int_equal(fwrite(text.ptr, 1, text.len, file), text.len);
        (void)fclose(file);
    }
    rsp_buf want = {0};
    read_file(&want, path);
    if (!rsp_bytes_equal(text, rsp_buf_bytes(&want)))
        print_error("%s should be:\n%.*s\n", path, (int)text.len, (const char *)text.ptr);
    assert_true(rsp_bytes_equal(text, rsp_buf_bytes(&want)));
    rsp_buf_free(&want);
}

static size_t for_each(const char *folder, void (*do_it)(const char *path)) {
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    size_t num = 0;
    const struct dirent *entry;
    while ((entry = readdir(dir))) {
        size_t len = strlen(entry->d_name);
        if (len < 6 || strcmp(entry->d_name + len - 5, ".yaml") != 0)
            continue;
        char path[400];
        (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        do_it(path);
        num++;
    }
    (void)closedir(dir);
    return num;
}

static void expect_errors(const char *path) {
    char txt[400];
    (void)snprintf(txt, sizeof txt, "%.*s.txt", (int)(strlen(path) - 5), path);
    rsp_diagnostics diagnostics = {0};
    rsp_buf got = {0};
    assert_null(rsp_workload_load(path, NULL, &diagnostics));
    rsp_diagnostics_render(&got, &diagnostics);
    expect_file(txt, rsp_buf_bytes(&got));
    rsp_buf_free(&got);
    rsp_diagnostics_free(&diagnostics);
}

static void load_bad_files_tells_every_error(void **state) {
    (void)state;
    assert_true(for_each("tests/scenario/workloads", expect_errors) >= 4);
}

static void expect_clean(const char *path) {
    rsp_diagnostics diagnostics = {0};
    rsp_buf text = {0};
    rsp_workload *w = rsp_workload_load(path, NULL, &diagnostics);
    rsp_diagnostics_render(&text, &diagnostics);
    if (!w)
        print_error("%s", rsp_buf_cstr(&text));
    assert_non_null(w);
    assert_string_equal(text.len ? rsp_buf_cstr(&text) : "", "");
    const char *called = w ? w->name : "";
    /* A file is found by its workload's name. */
    char name[400];
    (void)snprintf(name, sizeof name, "scenarios/workloads/%s.yaml", called);
    assert_string_equal(name, path);
    rsp_workload_free(w);
    rsp_buf_free(&text);
    rsp_diagnostics_free(&diagnostics);
}

static void workloads_of_the_repository_have_no_errors(void **state) {
    (void)state;
    assert_true(for_each("scenarios/workloads", expect_clean) >= 5);
}

static rsp_workload *load(const char *yaml) {
    rsp_workload *w = rsp_workload_load_memory("x.yaml", rsp_bytes_str(yaml), NULL, NULL);
    assert_non_null(w);
    return w;
}

static void load_memory_fills_everything_in(void **state) {
    (void)state;
    rsp_workload *w =
        load("workload: all\n"
             "title: everything\n"
             "program: tasks\n"
             "arguments: [ $n, 5 ]\n"
             "sweep: { name: n, values: [ 3, 0x10 ] }\n"
             "setup: [ { enable: a } ]\n"
             "repeat: $n\n"
             "pace: 20ms\n"
             "operation:\n"
             "  - disable: [ a, b ]\n"
             "  - apply:\n"
             "  - enable: b\n"
             "  - continue-to: c\n"
             "  - read: [ { at: d, offset: 8, size: 4, stride: 64, count: $n }, { at: e, size: 1 } ]\n"
             "  - continue-when: { at: f, if: 'x == 1', hits: 7 }\n"
             "  - object: { name: features, annex: target.xml }\n"
             "  - object: auxv\n"
             "  - step: 9\n");
    assert_string_equal(w->name, "all");
    assert_string_equal(w->arguments[0], "$n");
    assert_int_equal(w->num_sweep_values, 2);
    assert_int_equal(w->sweep_values[1], 16);
    assert_true(w->repeat.swept);
    assert_int_equal(rsp_workload_number(w->repeat, 16), 16);
    assert_int_equal(w->pace_ns, 20000000);
    assert_int_equal(w->setup.num, 1);
    assert_int_equal(w->steps.num, 9);
    assert_int_equal(w->num_sites, 2);
    assert_string_equal(w->sites[1], "b");
    const rsp_workload_step *s = w->steps.items;
    assert_int_equal(s[0].action, RSP_WORKLOAD_DISABLE);
    assert_int_equal(s[0].num_names, 2);
    assert_int_equal(s[0].line, 10);
    assert_int_equal(s[1].action, RSP_WORKLOAD_APPLY);
    assert_string_equal(s[3].symbol, "c");
    assert_int_equal(s[4].num_ranges, 2);
    assert_int_equal(s[4].ranges[0].offset, 8);
    assert_int_equal(s[4].ranges[0].stride, 64);
    assert_true(s[4].ranges[0].count.swept);
    assert_int_equal(s[4].ranges[1].count.number, 1);
    assert_int_equal(s[4].ranges[1].stride, 0);
    assert_string_equal(s[5].text, "x == 1");
    assert_int_equal(s[5].count.number, 7);
    assert_string_equal(s[6].text, "target.xml");
    assert_string_equal(s[7].symbol, "auxv");
    assert_int_equal(s[8].count.number, 9);
    assert_true(w->batches && w->conditions && !w->fresh);
    rsp_workload_free(w);
}

static void load_memory_defaults(void **state) {
    (void)state;
    rsp_workload *w = load("workload: least\ntitle: t\nprogram: p\noperation: [ { step: 1 } ]\n");
    assert_int_equal(w->repeat.number, 1);
    assert_int_equal(w->num_sweep_values, 1);
    assert_string_equal(w->sweep_name, "");
    assert_int_equal(w->num_arguments + w->num_sites + w->setup.num + w->pace_ns, 0);
    assert_false(w->batches || w->conditions || w->fresh);
    rsp_workload_free(w);
}

/* True when a file with so many breakpoints loads. */
static bool loads_sites(size_t num) {
    rsp_buf yaml = {0};
    rsp_buf_str(&yaml, "workload: w\ntitle: t\nprogram: p\noperation: [ { enable: [ s0");
    for (size_t i = 1; i < num; i++)
        rsp_buf_printf(&yaml, ", s%zu", i);
    rsp_buf_str(&yaml, " ] } ]\n");
    rsp_workload *w = rsp_workload_load_memory("x.yaml", rsp_buf_bytes(&yaml), NULL, NULL);
    bool loads = w != NULL;
    rsp_workload_free(w);
    rsp_buf_free(&yaml);
    return loads;
}

static bool loads(const char *fmt, unsigned long number) {
    char yaml[300];
    (void)snprintf(yaml, sizeof yaml, fmt, number);
    rsp_workload *w = rsp_workload_load_memory("x.yaml", rsp_bytes_str(yaml), NULL, NULL);
    bool good = w != NULL;
    rsp_workload_free(w);
    return good;
}

static void load_at_limit_is_fine_beyond_is_error(void **state) {
    (void)state;
    assert_true(loads_sites(RSP_LIMIT_WORK_SITES));
    assert_false(loads_sites(RSP_LIMIT_WORK_SITES + 1));
    const char *repeat = "workload: w\ntitle: t\nprogram: p\nrepeat: %lu\noperation: [ { step: 1 } ]\n";
    assert_true(loads(repeat, RSP_LIMIT_WORK_OPERATIONS));
    assert_false(loads(repeat, RSP_LIMIT_WORK_OPERATIONS + 1UL));
    const char *range = "workload: w\ntitle: t\nprogram: p\noperation: [ { read: { at: x, size: %lu } } ]\n";
    assert_true(loads(range, RSP_LIMIT_WORK_RANGE_BYTES));
    assert_false(loads(range, RSP_LIMIT_WORK_RANGE_BYTES + 1UL));
}

static void schema_in_the_repository_is_the_one_of_the_loader(void **state) {
    (void)state;
    rsp_buf got = {0};
    rsp_workload_schema(&got);
    assert_ok(got.status);
    expect_file("scenarios/workload.schema.json", rsp_buf_bytes(&got));
    rsp_buf_free(&got);
}

static void load_mutated_files_never_crashes(void **state) {
    (void)state;
    rsp_rng rng = {0};
    rsp_rng_seed(&rng, 7);
    rsp_buf good = {0};
    read_file(&good, "scenarios/workloads/thread-reads.yaml");
    assert_true(good.len > 0);
    for (int i = 0; i < 2000; i++) {
        rsp_buf bad = {0};
        rsp_buf_append(&bad, rsp_buf_bytes(&good));
        for (uint64_t n = rsp_rng_below(&rng, 4); n < 4; n++)
            bad.ptr[rsp_rng_below(&rng, bad.len)] = (uint8_t) " \n:-[]{}$#09a"[rsp_rng_below(&rng, 13)];
        rsp_workload_free(rsp_workload_load_memory("x.yaml", rsp_buf_bytes(&bad), NULL, NULL));
        rsp_buf_free(&bad);
    }
    rsp_buf_free(&good);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(load_bad_files_tells_every_error),
        cmocka_unit_test(workloads_of_the_repository_have_no_errors),
        cmocka_unit_test(load_memory_fills_everything_in),
        cmocka_unit_test(load_memory_defaults),
        cmocka_unit_test(load_at_limit_is_fine_beyond_is_error),
        cmocka_unit_test(schema_in_the_repository_is_the_one_of_the_loader),
        cmocka_unit_test(load_mutated_files_never_crashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

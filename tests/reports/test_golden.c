/* Every format of the fixed runs, compared with reports/samples/.
 * RSP_UPDATE_GOLDEN=1 rewrites the samples instead.
 * In samples of pages one line stands for each style and script, which files of reports/html/ are. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "reports/page/frame.h"
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>

static void read_file(const char *path, rsp_buf *out) {
    FILE *file = fopen(path, "rb");
    char chunk[4096];
    size_t got = 0;
    if (!file)
        return;
    while ((got = fread(chunk, 1, sizeof chunk, file)) > 0)
        rsp_buf_append(out, rsp_bytes_make(chunk, got));
    assert_int_equal(fclose(file), 0);
}

static void write_file(const char *path, rsp_bytes bytes) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.ptr, 1, bytes.len, file), bytes.len);
    assert_int_equal(fclose(file), 0);
}

static void show_difference(rsp_bytes got, rsp_bytes expected) {
    size_t at = 0;
    while (at < got.len && at < expected.len && got.ptr[at] == expected.ptr[at])
        at++;
    size_t from = at > 80 ? at - 80 : 0;
    rsp_bytes a = rsp_bytes_sub(got, from, 200);
    rsp_bytes b = rsp_bytes_sub(expected, from, 200);
    print_error(
        "differs at byte %zu\n--- rendered\n%.*s\n--- sample\n%.*s\n(RSP_UPDATE_GOLDEN=1 rewrites it)\n", at,
        (int)a.len, (const char *)a.ptr, (int)b.len, (const char *)b.ptr);
}

/* Puts a line in the place of a part, which must be there. */
static void replace_once(rsp_buf *page, rsp_bytes part, const char *line) {
    rsp_buf out = {0};
    const rsp_bytes all = rsp_buf_bytes(page);
    const size_t at = rsp_bytes_search(all, part);
    assert_true(at < all.len);
    rsp_buf_append(&out, rsp_bytes_sub(all, 0, at));
    rsp_buf_str(&out, line);
    rsp_buf_append(&out, rsp_bytes_from(all, at + part.len));
    rsp_buf_free(page);
    *page = out;
}

/* A page has all of the frame, and the policy names its hashes. */
static void replace_frame(rsp_buf *page) {
    const rsp_page_frame *frame = rsp_report_frame();
    for (size_t i = 0; i < frame->num_styles; i++) {
        replace_once(page, rsp_bytes_str(frame->styles[i]->hash), "hash of the style");
        replace_once(page, frame->styles[i]->text, "/* reports/html/style.css */");
    }
    for (size_t i = 0; i < frame->num_scripts; i++) {
        replace_once(page, rsp_bytes_str(frame->scripts[i]->hash), "hash of the script");
        replace_once(page, frame->scripts[i]->text, "/* reports/html/ *.js */");
    }
}

static void compare(const char *name, const rsp_report_format *format, rsp_run *run) {
    char path[128];
    rsp_buf got = {0};
    rsp_buf expected = {0};
    (void)snprintf(path, sizeof path, "reports/samples/%s.%s", name, format->extension);
    assert_ok(format->render(&got, run, NULL));
    if (strcmp(format->name, "html") == 0)
        replace_frame(&got);
    if (getenv("RSP_UPDATE_GOLDEN"))
        write_file(path, rsp_buf_bytes(&got));
    read_file(path, &expected);
    if (!rsp_bytes_equal(rsp_buf_bytes(&got), rsp_buf_bytes(&expected))) {
        show_difference(rsp_buf_bytes(&got), rsp_buf_bytes(&expected));
        fail_msg("%s", path);
    }
    rsp_buf_free(&got);
    rsp_buf_free(&expected);
}

static void compare_all(const char *name, void (*make)(rsp_run *run)) {
    size_t num = 0;
    const rsp_report_format *formats = rsp_report_formats(&num);
    for (size_t i = 0; i < num; i++) {
        rsp_run run;
        make(&run);
        compare(name, &formats[i], &run);
        rsp_run_free(&run);
    }
}

static void formats_of_a_run_match_the_samples(void **state) {
    (void)state;
    compare_all("run", sample_run);
}

static void formats_of_a_selftest_match_the_samples(void **state) {
    (void)state;
    compare_all("selftest", sample_selftest);
}

static void formats_of_a_partial_run_match_the_samples(void **state) {
    (void)state;
    compare_all("partial", sample_partial);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_of_a_run_match_the_samples),
        cmocka_unit_test(formats_of_a_selftest_match_the_samples),
        cmocka_unit_test(formats_of_a_partial_run_match_the_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

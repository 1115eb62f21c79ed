/* Folders that are empty, missing, full, unreadable, or none: names in order, hidden ones left out.
 * Each test has a folder of its own below the system's temporary one.
 * See folder.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/folder.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MANY = 3000 };

/* A new folder, whose path is the state; it is the current one, so that files are named shortly. */
static int set_up(void **state) {
    static char path[64];
    (void)snprintf(path, sizeof path, "/tmp/stubborn-folder-XXXXXX");
    *state = mkdtemp(path);
    return *state && chdir(path) == 0 ? 0 : -1;
}

static int tear_down(void **state) {
    char command[96];
    (void)snprintf(command, sizeof command, "rm -rf %s", (const char *)*state);
    return chdir("/") == 0 ? system(command) : -1;
}

static void make_file(const char *name) {
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(close(fd), 0);
}

static void names_are_in_bytewise_order(void **state) {
    static const char *const made[] = {"b", "a", "B", "aa", "a.yaml", "\xc3\xa4", "-", "z z"};
    static const char *const sorted[] = {"-", "B", "a", "a.yaml", "aa", "b", "z z", "\xc3\xa4"};
    rsp_folder_names f;
    for (size_t i = 0; i < RSP_ARRAY_LEN(made); i++)
        make_file(made[i]);
    assert_ok(rsp_folder_read(&f, *state, "", NULL));
    assert_int_equal(f.num, RSP_ARRAY_LEN(sorted));
    for (size_t i = 0; i < f.num; i++)
        assert_string_equal(f.names[i], sorted[i]);
    rsp_folder_free(&f);
    rsp_folder_free(&f); /* all-zero again */
    assert_int_equal(rsp_folder_count(*state), RSP_ARRAY_LEN(sorted));
}

static void hidden_names_and_other_endings_are_left_out(void **state) {
    static const char *const made[] = {".hidden.yaml", "one.yaml", "yaml", "two.yaml.part", "x.yaml"};
    rsp_folder_names f;
    for (size_t i = 0; i < RSP_ARRAY_LEN(made); i++)
        make_file(made[i]);
    assert_int_equal(mkdir("below.yaml", 0700), 0);
    assert_ok(rsp_folder_read(&f, *state, ".yaml", NULL));
    assert_int_equal(f.num, 3); /* a folder is an entry like others */
    assert_string_equal(f.names[0], "below.yaml");
    assert_string_equal(f.names[1], "one.yaml");
    assert_string_equal(f.names[2], "x.yaml");
    rsp_folder_free(&f);
    assert_int_equal(rsp_folder_count(*state), 5);
}

static void empty_and_missing_folders_have_no_names(void **state) {
    rsp_folder_names f;
    rsp_error error = {0};
    assert_ok(rsp_folder_read(&f, *state, "", &error));
    assert_int_equal(f.num, 0);
    rsp_folder_free(&f);
    assert_ok(rsp_folder_read(&f, "not-there/at-all", "", &error));
    assert_int_equal(f.num, 0);
    rsp_folder_free(&f);
    assert_ok(error.status);
    assert_int_equal(rsp_folder_count("not-there"), 0);
}

static void what_is_no_folder_can_not_be_read(void **state) {
    (void)state;
    rsp_folder_names f;
    rsp_error error = {0};
    make_file("file");
    assert_int_equal(rsp_folder_read(&f, "file", "", &error), RSP_IO);
    assert_non_null(strstr(error.msg, "file: can not be read: "));
    assert_int_equal(f.num, 0);
    assert_null(f.names);
    assert_int_equal(rsp_folder_count("file"), 0);
    assert_int_equal(mkdir("closed", 0), 0);
    if (geteuid() != 0) /* who may read everything reads it */
        assert_int_equal(rsp_folder_read(&f, "closed", "", &error), RSP_IO);
}

static void many_long_names_are_all_read(void **state) {
    char name[201];
    rsp_folder_names f;
    for (int i = 0; i < MANY; i++) {
        (void)snprintf(name, sizeof name, "%0200d", MANY - 1 - i);
        make_file(name);
    }
    assert_ok(rsp_folder_read(&f, *state, "", NULL));
    assert_int_equal(f.num, MANY);
    for (int i = 0; i < MANY; i++) {
        (void)snprintf(name, sizeof name, "%0200d", i);
        assert_string_equal(f.names[i], name);
    }
    rsp_folder_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(names_are_in_bytewise_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(hidden_names_and_other_endings_are_left_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(empty_and_missing_folders_have_no_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_no_folder_can_not_be_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_long_names_are_all_read, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

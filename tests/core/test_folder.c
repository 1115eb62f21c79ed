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

/* --- a folder in one step --- */

/* What fills a folder in a test: a file, and perhaps somebody else's folder or an error. */
typedef struct filling {
    const char *other; /* made meanwhile, with a file; NULL: nothing is */
    rsp_status status;
} filling;

static rsp_status fill(void *ctx, const char *folder, rsp_error *error) {
    const filling *f = ctx;
    char name[64];
    (void)snprintf(name, sizeof name, "%s/part", folder);
    make_file(name);
    assert_int_equal(access("whole/part", F_OK), -1); /* it is not seen yet */
    if (f->other) {
        assert_int_equal(mkdir(f->other, 0700), 0);
        make_file("whole/theirs");
    }
    return f->status == RSP_OK ? RSP_OK : rsp_fail(error, f->status, "no part");
}

static void assert_nothing_hidden(void) {
    assert_int_equal(access(".making", F_OK), -1);
}

static void folder_takes_its_name_when_it_is_whole(void **state) {
    (void)state;
    filling f = {0};
    rsp_error error = {0};
    assert_ok(rsp_folder_make_whole("whole", ".making", fill, &f, &error));
    assert_int_equal(access("whole/part", F_OK), 0);
    assert_nothing_hidden();
    assert_ok(rsp_folder_remove("whole", &error));
    assert_int_equal(access("whole", F_OK), -1);
    assert_ok(error.status);
}

static void folder_that_another_made_meanwhile_stays(void **state) {
    (void)state;
    filling f = {.other = "whole"};
    assert_ok(rsp_folder_make_whole("whole", ".making", fill, &f, NULL));
    assert_int_equal(access("whole/theirs", F_OK), 0);
    assert_int_equal(access("whole/part", F_OK), -1);
    assert_nothing_hidden();
}

static void folder_that_fails_leaves_nothing(void **state) {
    (void)state;
    filling f = {.status = RSP_NO_MEMORY};
    rsp_error error = {0};
    assert_int_equal(rsp_folder_make_whole("whole", ".making", fill, &f, &error), RSP_NO_MEMORY);
    assert_string_equal(error.msg, "no part");
    assert_int_equal(access("whole", F_OK), -1);
    assert_nothing_hidden();
    f.status = RSP_OK;
    assert_int_equal(rsp_folder_make_whole("not/there", ".making", fill, &f, &error), RSP_IO);
    assert_non_null(strstr(error.msg, "not/there: can not be made: "));
    assert_nothing_hidden();
    assert_int_equal(rsp_folder_make_whole("whole", "not/there", fill, &f, &error), RSP_IO);
    assert_int_equal(access("whole", F_OK), -1);
}

static void folder_with_more_than_files_is_not_removed(void **state) {
    (void)state;
    rsp_error error = {0};
    assert_int_equal(mkdir("whole", 0700), 0);
    make_file("whole/.hidden");
    assert_int_equal(rsp_folder_remove("whole", &error), RSP_IO);
    assert_non_null(strstr(error.msg, "whole: can not be removed: "));
    assert_int_equal(access("whole/.hidden", F_OK), 0);
}

/* A link to a folder goes, what it leads to stays; what lies deeper than allowed stays, too. */
static void a_tree_is_removed_as_deep_as_it_may_be(void **state) {
    (void)state;
    for (unsigned depth = 2; depth <= 3; depth++) {
        (void)mkdir("kept", 0700);
        assert_int_equal(mkdir("tree", 0700) | mkdir("tree/.a", 0700) | mkdir("tree/.a/b", 0700), 0);
        make_file(depth == 2 ? "kept/one" : "kept/two");
        make_file("tree/.hidden");
        make_file("tree/.a/b/c");
        assert_int_equal(symlink("../kept", "tree/link"), 0);
        rsp_folder_remove_tree("tree", depth);
        assert_int_equal(access("tree/.a/b/c", F_OK), depth == 2 ? 0 : -1);
        assert_int_equal(access("tree", F_OK), depth == 2 ? 0 : -1);
        assert_int_equal(access("tree/link", F_OK), -1);
        assert_int_equal(access("kept/one", F_OK), 0);
        rsp_folder_remove_tree("tree", 3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(names_are_in_bytewise_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(hidden_names_and_other_endings_are_left_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(empty_and_missing_folders_have_no_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_no_folder_can_not_be_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(many_long_names_are_all_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(folder_takes_its_name_when_it_is_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(folder_that_another_made_meanwhile_stays, set_up, tear_down),
        cmocka_unit_test_setup_teardown(folder_that_fails_leaves_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(folder_with_more_than_files_is_not_removed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_tree_is_removed_as_deep_as_it_may_be, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

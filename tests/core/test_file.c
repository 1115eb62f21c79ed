/* Reading files whole: content, bounds, and what is no file. What a path names.
 * Each test has a folder of its own below the system's temporary one.
 * See file.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/file.h"
#include "core/file_writer.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int set_up(void **state) {
    static char path[64];
    (void)snprintf(path, sizeof path, "/tmp/stubborn-file-XXXXXX");
    *state = mkdtemp(path);
    return *state && chdir(path) == 0 ? 0 : -1;
}

static int tear_down(void **state) {
    char command[96];
    (void)snprintf(command, sizeof command, "rm -rf %s", (const char *)*state);
    return chdir("/") == 0 ? system(command) : -1;
}

static void content_is_appended_nul_bytes_and_all(void **state) {
    (void)state;
    rsp_buf read = {0};
    assert_ok(rsp_file_write("file", rsp_bytes_make("a\0b\n", 4), NULL));
    rsp_buf_str(&read, "before:");
    assert_ok(rsp_file_read(&read, "file", NULL));
    assert_true(rsp_bytes_equal(rsp_buf_bytes(&read), rsp_bytes_make("before:a\0b\n", 11)));
    rsp_buf_free(&read);
}

static void file_of_the_limit_is_read_and_one_byte_more_is_refused(void **state) {
    (void)state;
    static uint8_t bytes[100001];
    rsp_error error = {0};
    rsp_buf at = {.limit = 100000};
    rsp_buf beyond = {.limit = 100000};
    assert_ok(rsp_file_write("at", rsp_bytes_make(bytes, 100000), NULL));
    assert_ok(rsp_file_write("beyond", rsp_bytes_make(bytes, 100001), NULL));
    assert_ok(rsp_file_read(&at, "at", &error));
    assert_int_equal(at.len, 100000);
    assert_int_equal(rsp_file_read(&beyond, "beyond", &error), RSP_LIMIT);
    assert_string_equal(error.where, "beyond");
    rsp_buf_free(&at);
    rsp_buf_free(&beyond);
}

static void what_is_no_file_is_refused_with_its_path_and_the_reason(void **state) {
    (void)state;
    static const struct {
        const char *path;
        rsp_status status;
    } cases[] = {{"missing", RSP_NOT_FOUND},
                 {"file/below", RSP_NOT_FOUND},
                 {"folder", RSP_BAD_FILE},
                 {"pipe", RSP_BAD_FILE}};
    assert_ok(rsp_file_write("file", RSP_LIT(""), NULL));
    assert_int_equal(mkdir("folder", 0700), 0);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_buf read = {0};
        rsp_error error = {0};
        assert_int_equal(rsp_file_read(&read, cases[i].path, &error), cases[i].status);
        assert_string_equal(error.where, cases[i].path);
        assert_int_equal(error.status, cases[i].status);
        assert_true(error.msg[0] != 0);
        assert_int_equal(rsp_file_read(&read, cases[i].path, NULL), cases[i].status);
        rsp_buf_free(&read);
    }
}

static void paths_are_files_or_folders_or_neither(void **state) {
    (void)state;
    assert_ok(rsp_file_write("file", RSP_LIT("x"), NULL));
    assert_int_equal(mkdir("folder", 0700), 0);
    assert_int_equal(symlink("folder", "link"), 0);
    assert_int_equal(symlink("nowhere", "dangling"), 0);
    assert_true(rsp_path_exists("file") && rsp_path_is_file("file") && !rsp_path_is_folder("file"));
    assert_true(rsp_path_exists("folder") && rsp_path_is_folder("folder") && !rsp_path_is_file("folder"));
    assert_true(rsp_path_is_folder("link"));
    assert_false(rsp_path_exists("dangling") || rsp_path_exists("nowhere") || rsp_path_exists("file/x"));
}

static rsp_status status_in_another_process(const char *path) {
    int how = -1;
    const pid_t child = fork();
    if (child == 0) {
        int fd = -1;
        _exit((int)rsp_file_lock(&fd, path, NULL));
    }
    assert_true(child > 0 && waitpid(child, &how, 0) == child && WIFEXITED(how));
    return (rsp_status)WEXITSTATUS(how);
}

static void lock_is_one_process_s_until_it_closes_the_file(void **state) {
    (void)state;
    rsp_error error = {0};
    int fd = -1;
    assert_ok(rsp_file_lock(&fd, "lock", NULL));
    assert_int_equal(status_in_another_process("lock"), RSP_REFUSED);
    assert_int_equal(close(fd), 0);
    assert_int_equal(status_in_another_process("lock"), RSP_OK);
    assert_int_equal(rsp_file_lock(&fd, "nowhere/lock", &error), RSP_IO);
    assert_string_equal(error.msg, "nowhere/lock: No such file or directory");
    assert_int_equal(fd, -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(content_is_appended_nul_bytes_and_all, set_up, tear_down),
        cmocka_unit_test_setup_teardown(file_of_the_limit_is_read_and_one_byte_more_is_refused, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_is_no_file_is_refused_with_its_path_and_the_reason, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(paths_are_files_or_folders_or_neither, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lock_is_one_process_s_until_it_closes_the_file, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

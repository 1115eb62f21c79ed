/* What is written piece by piece has no name until it is whole, so that a process that is killed leaves
 * nothing; and it takes the place of what was there. Where the file store has no such files that is not
 * looked at. See file_writer.h. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* O_TMPFILE */
#include "rsp_test.h"

#include "core/file.h"
#include "core/file_writer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int set_up(void **state) {
    static char path[64];
    (void)snprintf(path, sizeof path, "/tmp/stubborn-io-XXXXXX");
    *state = mkdtemp(path);
    return *state && chdir(path) == 0 ? 0 : -1;
}

static int tear_down(void **state) {
    char command[96];
    (void)snprintf(command, sizeof command, "rm -rf %s", (const char *)*state);
    return chdir("/") == 0 ? system(command) : -1;
}

static unsigned num_entries(void) {
    unsigned num = 0;
    DIR *dir = opendir(".");
    assert_non_null(dir);
    for (const struct dirent *e = readdir(dir); e; e = readdir(dir))
        num += e->d_name[0] != '.';
    closedir(dir);
    return num;
}

static bool has_nameless_files(void) {
#ifdef O_TMPFILE
    int fd = open(".", O_TMPFILE | O_WRONLY, 0600);
    if (fd >= 0)
        (void)close(fd);
    return fd >= 0 && access("/proc/self/fd", X_OK) == 0;
#else
    return false;
#endif
}

static void write_one(const char *text, bool keep, unsigned before) {
    rsp_file_writer w = {0};
    assert_ok(rsp_file_writer_open(&w, "target", NULL));
    assert_ok(rsp_file_writer_put(&w, rsp_bytes_str(text), NULL));
    if (has_nameless_files())
        assert_int_equal(num_entries(), before);
    assert_ok(rsp_file_writer_close(&w, keep, NULL));
}

static void nothing_is_seen_until_it_is_whole(void **state) {
    (void)state;
    rsp_buf read = {0};
    write_one("dropped", false, 0);
    assert_int_equal(num_entries(), 0);
    write_one("first", true, 0);
    write_one("second", true, 1);
    write_one("dropped", false, 1);
    assert_int_equal(num_entries(), 1);
    assert_ok(rsp_file_read(&read, "target", NULL));
    assert_bytes_lit(rsp_buf_bytes(&read), "second");
    rsp_buf_free(&read);
}

static void folder_that_is_missing_is_our_trouble(void **state) {
    (void)state;
    rsp_file_writer w = {0};
    assert_int_equal(rsp_file_writer_open(&w, "nowhere/target", NULL), RSP_IO);
    assert_int_equal(rsp_file_writer_close(&w, true, NULL), RSP_OK);
}

static void sync_fails_only_where_there_is_something_to_wait_for(void **state) {
    (void)state;
    int ends[2];
    write_one("first", true, 0);
    assert_true(rsp_file_sync_name("target"));
    assert_int_equal(pipe(ends), 0);
    assert_true(rsp_file_sync_fd(ends[1]));
    (void)close(ends[0]);
    (void)close(ends[1]);
    assert_false(rsp_file_sync_fd(ends[1]));
    assert_int_equal(errno, EBADF);
}

/* How many writes failed. */
static void *write_often(void *ctx) {
    uintptr_t failed = 0;
    for (int i = 0; i < 300; i++) {
        rsp_file_writer w = {0};
        rsp_status status = rsp_file_writer_open(&w, ctx, NULL);
        if (status == RSP_OK)
            status = rsp_file_writer_put(&w, RSP_LIT("whole"), NULL);
        const rsp_status closed = rsp_file_writer_close(&w, status == RSP_OK, NULL);
        failed += status != RSP_OK || closed != RSP_OK;
    }
    return (void *)failed;
}

static void threads_may_write_one_file(void **state) {
    (void)state;
    static char name[] = "shared";
    pthread_t threads[3];
    void *failed;
    for (size_t i = 0; i < RSP_ARRAY_LEN(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, write_often, name), 0);
    for (size_t i = 0; i < RSP_ARRAY_LEN(threads); i++) {
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
    assert_int_equal(unlink(name), 0);
    assert_int_equal(num_entries(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_is_seen_until_it_is_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sync_fails_only_where_there_is_something_to_wait_for, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(folder_that_is_missing_is_our_trouble, set_up, tear_down),
        cmocka_unit_test_setup_teardown(threads_may_write_one_file, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

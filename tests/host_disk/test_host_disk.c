/* Files of the host as a hostile program of the machine asks for them: links out of the mounts, in circles
 * and to what is no file; folders that may not be written; mounts above, below and beside each other. Real
 * files in a folder of its own. */
/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* mkdtemp, symlink */
#include "rsp_test.h"

#include "host_disk/host_disk.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Error numbers of Linux on RISC-V, as the machine's programs know them. */
enum {
    NO_ENTRY = 2,
    NO_ACCESS = 13,
    EXISTS = 17,
    OTHER_DEVICE = 18,
    NO_FOLDER = 20,
    IS_FOLDER = 21,
    READ_ONLY = 30,
    TOO_LONG = 36,
    NOT_EMPTY = 39,
    TOO_MANY_LINKS = 40,
};

/* A folder of the host with "in" (a folder), "in/file" ("text"), "out" ("secret") beside it. */
typedef struct world {
    char root[64];
    rsp_host_disk *disk;
    const rsp_disk *ask;
} world;

static const char *path_of(const world *w, const char *name) {
    static char paths[4][256];
    static unsigned turn;
    char *path = paths[turn++ % 4];
    (void)snprintf(path, sizeof paths[0], "%s/%s", w->root, name);
    return path;
}

static void make_file(const world *w, const char *name, const char *content) {
    FILE *file = fopen(path_of(w, name), "w");
    assert_non_null(file);
    if (file) {
        assert_true(fputs(content, file) >= 0);
        assert_int_equal(fclose(file), 0);
    }
}

static void make_folder(const world *w, const char *name) {
    assert_int_equal(mkdir(path_of(w, name), 0755), 0);
}

static void make_link(const world *w, const char *name, const char *target) {
    assert_int_equal(symlink(target, path_of(w, name)), 0);
}

/* Mounts a folder of the world at `guest`, with ":rw" behind it where it may be written. */
static void mount_at(world *w, const char *name, const char *guest) {
    char spec[512];
    (void)snprintf(spec, sizeof spec, "%s:%s", path_of(w, name), guest);
    assert_ok(rsp_host_disk_mount(w->disk, spec, NULL));
}

static int begin(void **state) {
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    if (!w)
        return -1;
    (void)snprintf(w->root, sizeof w->root, "/tmp/host-disk-XXXXXX");
    assert_non_null(mkdtemp(w->root));
    w->disk = rsp_host_disk_new();
    assert_non_null(w->disk);
    w->ask = rsp_host_disk_functions(w->disk);
    make_folder(w, "in");
    make_file(w, "in/file", "text");
    make_file(w, "out", "secret");
    *state = w;
    return 0;
}

static int end(void **state) {
    world *w = *state;
    char command[128];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", w->root);
    rsp_host_disk_free(w->disk);
    const int status = system(command); // NOLINT(cert-env33-c): a folder that this test has made
    free(w);
    return status;
}

static int look(const world *w, const char *path, bool follow, rsp_disk_entry *out) {
    return w->ask->look(w->ask->ctx, path, follow, out);
}

static int look_only(const world *w, const char *path) {
    rsp_disk_entry entry;
    return look(w, path, true, &entry);
}

static void expect_content(const world *w, const char *path, const char *content) {
    rsp_buf got = {0};
    assert_int_equal(w->ask->read(w->ask->ctx, path, &got), 0);
    assert_string_equal(rsp_buf_cstr(&got), content);
    rsp_buf_free(&got);
}

static int read_error(const world *w, const char *path) {
    rsp_buf got = {0};
    const int error = w->ask->read(w->ask->ctx, path, &got);
    if (error)
        assert_int_equal(got.len, 0);
    rsp_buf_free(&got);
    return error;
}

/* Names with a space behind each. */
static void expect_names(const world *w, const char *path, const char *names) {
    rsp_buf got = {0};
    assert_int_equal(w->ask->list(w->ask->ctx, path, &got), 0);
    for (size_t i = 0; i < got.len; i++)
        got.ptr[i] = got.ptr[i] ? got.ptr[i] : ' ';
    assert_string_equal(rsp_buf_cstr(&got), names);
    rsp_buf_free(&got);
}

static int write_text(const world *w, const char *path, const char *content, uint32_t mode) {
    return w->ask->write(w->ask->ctx, path, rsp_bytes_str(content), mode);
}

static void links_lead_nowhere_out_of_the_mounts(void **state) {
    world *w = *state;
    make_link(w, "in/relative", "../out");
    make_link(w, "in/absolute", path_of(w, "out"));
    make_link(w, "in/far", "../../../../../../../../../../etc/passwd");
    make_link(w, "in/own", "file");
    make_link(w, "in/machine", "/data/file"); /* in the machine's namespace, not the host's */
    mount_at(w, "in", "/data");
    assert_int_equal(look_only(w, "/data/relative"), NO_ENTRY);
    assert_int_equal(look_only(w, "/data/absolute"), NO_ENTRY);
    assert_int_equal(look_only(w, "/data/far"), NO_ENTRY);
    rsp_disk_entry entry;
    assert_int_equal(look(w, "/data/own", true, &entry), 0);
    assert_int_equal(entry.kind, RSP_DISK_FILE);
    assert_string_equal(entry.path, "/data/file");
    assert_int_equal(look(w, "/data/machine", true, &entry), 0);
    assert_string_equal(entry.path, "/data/file");
    assert_int_equal(look(w, "/data/relative", false, &entry), 0); /* the link itself can be seen */
    assert_int_equal(entry.kind, RSP_DISK_LINK);
    expect_content(w, "/data/relative", "../out");
}

static void parents_of_the_root_are_the_root(void **state) {
    world *w = *state;
    mount_at(w, "in", "/data");
    rsp_disk_entry entry;
    assert_int_equal(look(w, "/data/../../../data/file", true, &entry), 0);
    assert_string_equal(entry.path, "/data/file");
    assert_int_equal(look(w, "/data/..", true, &entry), 0);
    assert_string_equal(entry.path, "/");
    assert_int_equal(entry.kind, RSP_DISK_FOLDER);
    assert_false(entry.writable);
    assert_int_equal(look_only(w, "/data/file/../file"), NO_FOLDER);
}

static void circles_of_links_end(void **state) {
    world *w = *state;
    make_link(w, "in/round", "round");
    make_link(w, "in/tick", "tock");
    make_link(w, "in/tock", "tick");
    make_link(w, "in/grows", "grows/and/grows");
    mount_at(w, "in", "/data");
    assert_int_equal(look_only(w, "/data/round"), TOO_MANY_LINKS);
    assert_int_equal(look_only(w, "/data/tick/more"), TOO_MANY_LINKS);
    assert_int_equal(look_only(w, "/data/grows"), TOO_MANY_LINKS);
}

/* A chain of n links to the file: as many as Linux follows, and one more. */
static void chain_of_forty_links_is_followed_one_more_is_not(void **state) {
    world *w = *state;
    char name[32], target[32];
    for (int i = 1; i <= 41; i++) {
        (void)snprintf(name, sizeof name, "in/link-%d", i);
        (void)snprintf(target, sizeof target, i == 1 ? "file" : "link-%d", i - 1);
        make_link(w, name, target);
    }
    mount_at(w, "in", "/data");
    assert_int_equal(look_only(w, "/data/link-40"), 0);
    assert_int_equal(look_only(w, "/data/link-41"), TOO_MANY_LINKS);
}

static void what_is_no_file_is_never_opened(void **state) {
    world *w = *state;
    assert_int_equal(mkfifo(path_of(w, "in/pipe"), 0600), 0);
    mount_at(w, "in", "/data:rw");
    assert_int_equal(look_only(w, "/data/pipe"), NO_ACCESS);
    assert_int_equal(read_error(w, "/data/pipe"), NO_ACCESS); /* and does not wait for a writer */
    assert_true(write_text(w, "/data/pipe", "x", 0600) != 0);
    assert_int_equal(read_error(w, "/data"), IS_FOLDER);
    assert_int_equal(read_error(w, "/"), IS_FOLDER); /* made up */
    assert_int_equal(read_error(w, "/data/missing"), NO_ENTRY);
}

static void folder_without_rw_is_not_changed(void **state) {
    world *w = *state;
    const rsp_disk *ask = w->ask;
    make_folder(w, "in/empty");
    mount_at(w, "in", "/data");
    rsp_disk_entry entry;
    assert_int_equal(look(w, "/data/file", true, &entry), 0);
    assert_false(entry.writable);
    assert_int_equal(entry.mode & 0222, 0);
    assert_int_equal(write_text(w, "/data/file", "x", 0644), READ_ONLY);
    assert_int_equal(write_text(w, "/data/new", "x", 0644), READ_ONLY);
    assert_int_equal(write_text(w, "/elsewhere", "x", 0644), READ_ONLY);
    assert_int_equal(ask->make_folder(ask->ctx, "/data/sub", 0755), READ_ONLY);
    assert_int_equal(ask->remove(ask->ctx, "/data/file", false), READ_ONLY);
    assert_int_equal(ask->remove(ask->ctx, "/data/empty", true), READ_ONLY);
    assert_int_equal(ask->rename(ask->ctx, "/data/file", "/data/other"), READ_ONLY);
    expect_content(w, "/data/file", "text");
    expect_names(w, "/data", "empty file ");
}

static void folder_with_rw_is_written(void **state) {
    world *w = *state;
    const rsp_disk *ask = w->ask;
    struct stat info;
    mount_at(w, "in", "/data:rw");
    assert_int_equal(write_text(w, "/data/file", "ab", 0600), 0); /* shorter than before */
    expect_content(w, "/data/file", "ab");
    assert_int_equal(write_text(w, "/data/new", "", 07700), 0);
    assert_int_equal(stat(path_of(w, "in/new"), &info), 0);
    assert_int_equal(info.st_mode & 07777, 0700); /* no set-user-ID of a debuggee's making */
    assert_int_equal(ask->make_folder(ask->ctx, "/data/sub", 0755), 0);
    assert_int_equal(ask->make_folder(ask->ctx, "/data/sub", 0755), EXISTS);
    assert_int_equal(ask->rename(ask->ctx, "/data/new", "/data/sub/moved"), 0);
    assert_int_equal(ask->remove(ask->ctx, "/data/sub", true), NOT_EMPTY);
    assert_int_equal(ask->remove(ask->ctx, "/data/sub/moved", false), 0);
    assert_int_equal(ask->remove(ask->ctx, "/data/sub", true), 0);
    expect_names(w, "/data", "file ");
}

static void no_write_goes_through_a_link_or_to_the_mount_itself(void **state) {
    world *w = *state;
    const rsp_disk *ask = w->ask;
    make_link(w, "in/out", "../out");
    make_link(w, "in/new", "../made");
    mount_at(w, "in", "/data:rw");
    assert_int_equal(write_text(w, "/data/out", "x", 0600), TOO_MANY_LINKS);
    assert_int_equal(write_text(w, "/data/new", "x", 0600), TOO_MANY_LINKS);
    assert_int_equal(access(path_of(w, "made"), F_OK), -1);
    assert_int_equal(ask->remove(ask->ctx, "/data", true), READ_ONLY);
    assert_int_equal(ask->rename(ask->ctx, "/data", "/other"), READ_ONLY);
    static const char *const unnamed[] = {"/data/", "/data/.", "/data/..", "/", ""};
    for (size_t i = 0; i < RSP_ARRAY_LEN(unnamed); i++)
        assert_int_equal(write_text(w, unnamed[i], "x", 0600), NO_ENTRY);
    assert_int_equal(write_text(w, "/data/file/below", "x", 0600), NO_FOLDER);
    assert_int_equal(ask->remove(ask->ctx, "/data/out", false), 0); /* the link, not what it leads to */
    assert_int_equal(access(path_of(w, "out"), F_OK), 0);
}

static void mounts_above_below_and_beside_each_other(void **state) {
    world *w = *state;
    make_folder(w, "a");
    make_file(w, "a/of-a", "a");
    make_folder(w, "b");
    make_file(w, "b/of-b", "b");
    mount_at(w, "in", "/data");
    mount_at(w, "a", "/data/deep/inner:rw");
    mount_at(w, "b", "/database"); /* begins like /data and is none of it */
    expect_names(w, "/", "data database ");
    expect_names(w, "/data", "deep file ");
    expect_names(w, "/data/deep", "inner "); /* made up: on the way to a mount */
    expect_content(w, "/data/deep/inner/of-a", "a");
    expect_content(w, "/database/of-b", "b");
    assert_int_equal(look_only(w, "/dat"), NO_ENTRY);
    assert_int_equal(look_only(w, "/data/of-b"), NO_ENTRY);
    assert_int_equal(w->ask->rename(w->ask->ctx, "/data/deep/inner/of-a", "/data/of-a"), READ_ONLY);
    mount_at(w, "b", "/data/deep/inner:rw"); /* of two at the same place the later one */
    expect_names(w, "/data/deep/inner", "of-b ");
    make_folder(w, "c");
    mount_at(w, "c", "/c:rw");
    assert_int_equal(w->ask->rename(w->ask->ctx, "/data/deep/inner/of-b", "/c/of-b"), OTHER_DEVICE);
    expect_content(w, "/data/deep/inner/of-b", "b");
}

static void root_is_below_all_other_mounts(void **state) {
    world *w = *state;
    mount_at(w, "in", "/data:rw");
    assert_ok(rsp_host_disk_mount_root(w->disk, w->root, NULL));
    expect_names(w, "/", "data in out ");
    expect_content(w, "/out", "secret");
    expect_content(w, "/data/file", "text");
    assert_int_equal(write_text(w, "/out", "x", 0600), READ_ONLY);
    assert_int_equal(write_text(w, "/in/file", "x", 0600), READ_ONLY); /* the same file, not as /data */
}

static void one_file_is_mounted_alone(void **state) {
    world *w = *state;
    rsp_buf path = {0};
    assert_ok(rsp_host_disk_mount_file(w->disk, path_of(w, "in/file"), &path, NULL));
    assert_string_equal(rsp_buf_cstr(&path), path_of(w, "in/file"));
    expect_content(w, rsp_buf_cstr(&path), "text");
    assert_int_equal(look_only(w, path_of(w, "out")), NO_ENTRY);
    expect_names(w, w->root, "in ");
    expect_names(w, path_of(w, "in"), "file ");
    assert_int_equal(unlink(path_of(w, "in/file")), 0); /* built anew meanwhile */
    assert_int_equal(look_only(w, rsp_buf_cstr(&path)), NO_ENTRY);
    make_file(w, "in/file", "built anew");
    expect_content(w, rsp_buf_cstr(&path), "built anew");
    rsp_buf_free(&path);
    rsp_error error = {0};
    assert_int_equal(rsp_host_disk_mount_file(w->disk, path_of(w, "in"), &path, &error), RSP_BAD_FILE);
    assert_non_null(strstr(error.msg, "not a regular file"));
    assert_int_equal(rsp_host_disk_mount_file(w->disk, path_of(w, "gone"), &path, &error), RSP_NOT_FOUND);
}

static void words_of_a_mount_are_checked(void **state) {
    world *w = *state;
    static const struct {
        const char *format; /* of the folder's path */
        rsp_status status;
        const char *message;
    } rows[] = {
        {"%s/missing", RSP_NOT_FOUND, "missing: "},
        {"%s/out", RSP_BAD_FILE, "not a folder"},
        {"%s/in:relative", RSP_USAGE, "must be absolute"},
        {"%s/in:", RSP_USAGE, "must be absolute"},
        {"%s/in:rw:/guest", RSP_NOT_FOUND, "in:rw: "}, /* the words stand at the end */
        {"%s/in:/guest:wo", RSP_USAGE, "must be absolute"},
        {"%s/in:/guest:ro", RSP_OK, ""},
        {"%s/in:/slashes///", RSP_OK, ""},
        {"%s/in:/:rw", RSP_OK, ""},
        {"%s/in", RSP_OK, ""},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        char spec[128];
        rsp_error error = {0};
        (void)snprintf(spec, sizeof spec, "%s%s", w->root, strchr(rows[i].format, '/'));
        assert_int_equal(rsp_host_disk_mount(w->disk, spec, &error), rows[i].status);
        if (!strstr(error.msg, rows[i].message))
            fail_msg("%s: '%s'", spec, error.msg);
    }
    assert_int_equal(rsp_host_disk_mount(w->disk, "", NULL), RSP_NOT_FOUND);
    expect_content(w, "/guest/file", "text");
    expect_content(w, "/slashes/file", "text");
    expect_content(w, "/file", "text"); /* the root */
    expect_content(w, path_of(w, "in/file"), "text");
}

static void mounts_and_paths_have_limits(void **state) {
    world *w = *state;
    rsp_error error = {0};
    for (int i = 0; i < 64; i++)
        mount_at(w, "in", "/data");
    assert_int_equal(rsp_host_disk_mount(w->disk, w->root, &error), RSP_LIMIT);
    assert_non_null(strstr(error.msg, "more than 64"));
    char path[RSP_LIMIT_MACHINE_PATH_BYTES + 64] = "/data";
    for (size_t len = strlen(path); len < RSP_LIMIT_MACHINE_PATH_BYTES - 2; len += 2)
        memcpy(path + len, "/x", 3);
    assert_int_equal(look_only(w, path), NO_ENTRY);
    memset(path + 6, 'x', sizeof path - 7);
    path[6 + 300] = '\0'; /* longer than a name of Linux */
    assert_int_equal(look_only(w, path), TOO_LONG);
    assert_int_equal(write_text(w, path, "x", 0600), READ_ONLY);
    memset(path + 6, 'x', sizeof path - 7);
    assert_int_equal(look_only(w, path), TOO_LONG); /* and than a path of the machine */
    assert_true(write_text(w, path, "x", 0600) != 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(links_lead_nowhere_out_of_the_mounts, begin, end),
        cmocka_unit_test_setup_teardown(parents_of_the_root_are_the_root, begin, end),
        cmocka_unit_test_setup_teardown(circles_of_links_end, begin, end),
        cmocka_unit_test_setup_teardown(chain_of_forty_links_is_followed_one_more_is_not, begin, end),
        cmocka_unit_test_setup_teardown(what_is_no_file_is_never_opened, begin, end),
        cmocka_unit_test_setup_teardown(folder_without_rw_is_not_changed, begin, end),
        cmocka_unit_test_setup_teardown(folder_with_rw_is_written, begin, end),
        cmocka_unit_test_setup_teardown(no_write_goes_through_a_link_or_to_the_mount_itself, begin, end),
        cmocka_unit_test_setup_teardown(mounts_above_below_and_beside_each_other, begin, end),
        cmocka_unit_test_setup_teardown(root_is_below_all_other_mounts, begin, end),
        cmocka_unit_test_setup_teardown(one_file_is_mounted_alone, begin, end),
        cmocka_unit_test_setup_teardown(words_of_a_mount_are_checked, begin, end),
        cmocka_unit_test_setup_teardown(mounts_and_paths_have_limits, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

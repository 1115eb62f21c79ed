/* Data that is linked in: where it is unpacked, what is written anew, and folders that are not ours.
 * Each test has a folder of its own, and the environment names it.
 * See cli/builtin_data.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "in_folder.h"

#include "cli/data_path.h"
#include "core/folder.h"
#include <sys/stat.h>

#define TEXT(t) (const uint8_t *)(t), sizeof(t) - 1

static const builtin_file files[] = {
    {"share/stubborn/scenarios/area/one.yaml", TEXT("one\n"), 0},
    {"share/stubborn/scenarios/requirements.yaml", TEXT("two\n"), 0},
    {"libexec/stubborn/debuggees/host/hello", TEXT("#!/bin/true\n"), 1},
};
static const builtin_data data = {"1.2.3", files, RSP_ARRAY_LEN(files)};

/* The places of the environment, and none of the user's own. */
static void go_to(const char *name, const char *folder) {
    static const char *const names[] = {"XDG_CACHE_HOME", "HOME", "TMPDIR"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++)
        assert_int_equal(unsetenv(names[i]), 0);
    assert_int_equal(setenv(name, folder, 1), 0);
}

static const char *unpack(rsp_arena *arena, const char *part) {
    const char *path = NULL;
    rsp_error error = {0};
    if (builtin_data_unpack(&path, arena, &data, part, &error) != RSP_OK)
        fail_msg("%s", error.msg);
    return path;
}

static void the_first_place_that_is_named_takes_it(void **state) {
    rsp_arena arena = {0};
    const char *here = *state;
    const char *own = rsp_arena_printf(&arena, "stubborn-%lu", (unsigned long)geteuid());
    const struct {
        const char *variable;
        const char *folder;
    } rows[] = {{"XDG_CACHE_HOME", "stubborn"}, {"HOME", ".cache/stubborn"}, {"TMPDIR", own}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        go_to(rows[i].variable, here);
        const char *path = unpack(&arena, "share/stubborn/");
        assert_string_equal(path,
                            rsp_arena_printf(&arena, "%s/%s/1.2.3/share/stubborn", here, rows[i].folder));
        assert_true(file_has(rsp_arena_printf(&arena, "%s/scenarios/area/one.yaml", path), "one"));
        assert_true(file_has(rsp_arena_printf(&arena, "%s/scenarios/requirements.yaml", path), "two"));
    }
    rsp_arena_free(&arena);
}

static void a_part_is_unpacked_alone_and_programs_can_run(void **state) {
    rsp_arena arena = {0};
    go_to("XDG_CACHE_HOME", *state);
    const char *path = unpack(&arena, "libexec/stubborn/debuggees/host/");
    assert_int_equal(access(rsp_arena_printf(&arena, "%s/hello", path), X_OK), 0);
    assert_false(rsp_path_exists("stubborn/1.2.3/share"));
    assert_null(unpack(&arena, "libexec/stubborn/debuggees/z80/"));
    rsp_arena_free(&arena);
}

static void what_differs_is_written_anew_and_the_rest_stays(void **state) {
    struct stat before;
    struct stat after;
    rsp_arena arena = {0};
    go_to("XDG_CACHE_HOME", *state);
    const char *folder = unpack(&arena, "share/stubborn/scenarios/");
    const char *kept = rsp_arena_printf(&arena, "%s/requirements.yaml", folder);
    const char *other = rsp_arena_printf(&arena, "%s/area/one.yaml", folder);
    assert_int_equal(stat(kept, &before), 0);
    write_text(other, "eno\n"); /* as long as it was */
    (void)unpack(&arena, "share/stubborn/scenarios/");
    assert_true(file_has(other, "one"));
    assert_int_equal(unlink(other), 0);
    (void)unpack(&arena, "share/stubborn/scenarios/");
    assert_true(file_has(other, "one"));
    assert_int_equal(stat(kept, &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    rsp_arena_free(&arena);
}

/* Somebody who made the folder first, as a link or for all to write, could put there what they like. */
static void a_folder_that_others_can_write_to_is_not_used(void **state) {
    rsp_arena arena = {0};
    const char *here = *state;
    const char *own = rsp_arena_printf(&arena, "stubborn-%lu", (unsigned long)geteuid());
    go_to("XDG_CACHE_HOME", here);
    assert_int_equal(setenv("TMPDIR", here, 1), 0);
    const char *second = rsp_arena_printf(&arena, "%s/%s/1.2.3/share/stubborn", here, own);
    assert_int_equal(mkdir("stubborn", 0700), 0);
    assert_int_equal(chmod("stubborn", 0777), 0);
    assert_string_equal(unpack(&arena, "share/stubborn/"), second);
    assert_int_equal(rmdir("stubborn"), 0);
    assert_int_equal(symlink("elsewhere", "stubborn"), 0);
    assert_int_equal(mkdir("elsewhere", 0700), 0);
    assert_string_equal(unpack(&arena, "share/stubborn/"), second);
    assert_int_equal(rsp_folder_count("elsewhere"), 0);
    rsp_arena_free(&arena);
}

static void the_program_finds_what_is_linked_in(void **state) {
    rsp_arena arena = {0};
    const char *here = *state;
    go_to("XDG_CACHE_HOME", here);
    assert_int_equal(unsetenv("STUBBORN_SCENARIOS"), 0);
    assert_int_equal(unsetenv("STUBBORN_DEBUGGEES"), 0);
    data_path_builtin = &data;
    data_path_init("/no/such/program");
    assert_string_equal(data_path_scenarios(&arena), "stubborn/1.2.3/share/stubborn/scenarios");
    assert_string_equal(data_path_debuggees(&arena, "host"),
                        rsp_arena_printf(&arena, "%s/stubborn/1.2.3/libexec/stubborn/debuggees/host", here));
    assert_null(data_path_debuggees(&arena, "z80"));
    data_path_builtin = NULL;
    rsp_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        folder_test(the_first_place_that_is_named_takes_it),
        folder_test(a_part_is_unpacked_alone_and_programs_can_run),
        folder_test(what_differs_is_written_anew_and_the_rest_stays),
        folder_test(a_folder_that_others_can_write_to_is_not_used),
        folder_test(the_program_finds_what_is_linked_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

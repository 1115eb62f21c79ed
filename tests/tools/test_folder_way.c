/* Ways between folders: by whole names, with links and "..", there or not.
 * A page names captures by them.
 * See cli/folder_way.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "cli/folder_way.h"
#include "in_folder.h"

#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

static void ways_are_made_of_whole_names(void **state) {
    (void)state;
    static const char *const rows[][3] = {{"/a/b", "/a/b", ""},
                                          {"/a/b", "/a/b/c/d", "c/d"},
                                          {"/a/b/c", "/a", "../.."},
                                          {"/a/b", "/a/c", "../c"},
                                          {"/a/bc/d", "/a/b/d", "../../b/d"},
                                          {"/a/b", "/a/bc", "../bc"},
                                          {"/a", "/b/c", "/b/c"},
                                          {"/", "/b/c", "b/c"},
                                          {"/a/b", "/", "/"},
                                          {"/", "/", ""}};
    rsp_arena arena = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        assert_string_equal(folder_way_between(&arena, rows[i][0], rows[i][1]), rows[i][2]);
    assert_string_equal(folder_way_common(&arena, "/a/bc/d", "/a/b/d"), "/a");
    assert_string_equal(folder_way_common(&arena, "/a/b", "/a/b/d"), "/a/b");
    assert_string_equal(folder_way_common(&arena, "/a", "/b"), "/");
    rsp_arena_free(&arena);
}

static void folders_and_files_are_joined(void **state) {
    (void)state;
    rsp_arena arena = {0};
    assert_string_equal(folder_way_of(&arena, "m.json"), ".");
    assert_string_equal(folder_way_of(&arena, "a/b/m.json"), "a/b");
    assert_string_equal(folder_way_of(&arena, "/m.json"), "/");
    assert_string_equal(folder_way_join(&arena, "a", "b"), "a/b");
    assert_string_equal(folder_way_join(&arena, "/", "b"), "/b");
    assert_string_equal(folder_way_join(&arena, "a", "/b"), "/b");
    assert_string_equal(folder_way_join(&arena, "a", ""), "a/");
    assert_string_equal(folder_way_join(&arena, "", ""), "");
    assert_string_equal(folder_way_from_file(&arena, "/a/b/page.html", "/a/c"), "../c");
    assert_string_equal(folder_way_from_file(&arena, "page.html", "."), "");
    assert_string_equal(folder_way_from_file(&arena, NULL, "captures"), "captures");
    rsp_arena_free(&arena);
}

static void full_paths_follow_links_and_need_no_folder(void **state) {
    (void)state;
    rsp_arena arena = {0};
    char here[PATH_MAX];
    char longer[PATH_MAX + 8];
    memset(longer, 'a', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(mkdir("real", 0700), 0);
    assert_int_equal(mkdir("real/deep", 0700), 0);
    assert_int_equal(symlink("real/deep", "link"), 0);
    assert_string_equal(folder_way_full(&arena, ""), here);
    assert_string_equal(folder_way_full(&arena, "./real/"), rsp_arena_printf(&arena, "%s/real", here));
    assert_string_equal(folder_way_full(&arena, "link/.."), rsp_arena_printf(&arena, "%s/real", here));
    assert_string_equal(folder_way_full(&arena, "link/none/../x"),
                        rsp_arena_printf(&arena, "%s/real/deep/x", here));
    assert_string_equal(folder_way_full(&arena, "/../nowhere//at/./all/"), "/nowhere/at/all");
    assert_string_equal(folder_way_full(&arena, "/.."), "/");
    assert_null(folder_way_full(&arena, longer));
    rsp_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ways_are_made_of_whole_names),
        cmocka_unit_test(folders_and_files_are_joined),
        folder_test(full_paths_follow_links_and_need_no_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

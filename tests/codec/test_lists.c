/* Lists of libraries, of threads and of memory as stubs give them, whole and damaged.
 * What is no such document is refused, and so are entities of its own.
 * Numbers beyond what there is room for are left out. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "codec/library_list.h"
#include "codec/memory_map.h"
#include "codec/thread_list.h"

#define LIST "<library-list-svr4 version=\"1.0\" main-lm=\"0x1\">"

static void libraries_have_path_bias_and_dynamic_section(void **state) {
    rsp_library out[4];
    rsp_arena arena = {0};
    size_t num = 0;
    (void)state;
    rsp_bytes text =
        RSP_LIT(LIST "<library name=\"/lib/a.so\" lm=\"0x7f00\" l_addr=\"0x7fff1000\" l_ld=\"0x7fff2000\"/>"
                     "<library name=\"\" lm=\"0x2\" l_addr=\"0x0\" l_ld=\"0x3\"/>"
                     "<library name=\"/lib/&amp;b\" lm=\"0x2\" l_addr=\"0x10\" l_ld=\"0x20\" lmid=\"0x0\"/>"
                     "</library-list-svr4>");
    assert_ok(rsp_library_list_read(text, &arena, out, 4, &num, NULL));
    assert_int_equal(num, 2);
    assert_string_equal(out[0].path, "/lib/a.so");
    assert_int_equal(out[0].bias, 0x7fff1000);
    assert_int_equal(out[0].dynamic, 0x7fff2000);
    assert_string_equal(out[1].path, "/lib/&b");
    assert_ok(rsp_library_list_read(text, &arena, out, 1, &num, NULL));
    assert_int_equal(num, 1);
    rsp_arena_free(&arena);
}

static void damaged_list_of_libraries_is_refused(void **state) {
    static const char *const wrong[] = {
        "",
        "<library-list/>",
        LIST,
        LIST "<library name=\"x\" l_addr=\"0xzz\"/></library-list-svr4>",
        "<!DOCTYPE x [<!ENTITY a \"b\">]>" LIST "</library-list-svr4>",
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(wrong); i++) {
        rsp_library out[2];
        rsp_arena arena = {0};
        rsp_error error = {0};
        size_t num = 1;
        assert_int_equal(rsp_library_list_read(rsp_bytes_str(wrong[i]), &arena, out, 2, &num, &error),
                         RSP_MALFORMED);
        assert_int_equal(num, 0);
        assert_true(error.msg[0]);
        rsp_arena_free(&arena);
    }
}

static void threads_have_names_or_texts(void **state) {
    rsp_listed_thread out[4];
    rsp_arena arena = {0};
    size_t num = 0;
    (void)state;
    assert_ok(rsp_thread_list_read(RSP_LIT("<?xml version=\"1.0\"?><threads>"
                                           "<thread id=\"p1.2\" core=\"0\" name=\"worker\"/>"
                                           "<thread id=\"3\">in a syscall</thread>"
                                           "<thread id=\"nonsense\" name=\"x\"/>"
                                           "<thread id=\"p1.4\"/></threads>"),
                                   &arena, out, 4, &num));
    assert_int_equal(num, 3);
    assert_int_equal(out[0].id.pid, 1);
    assert_int_equal(out[0].id.tid, 2);
    assert_string_equal(out[0].name, "worker");
    assert_string_equal(out[1].name, "in a syscall");
    assert_string_equal(out[2].name, "");
    assert_int_equal(rsp_thread_list_read(RSP_LIT("<threads><thread id=\"1\""), &arena, out, 4, &num),
                     RSP_MALFORMED);
    assert_int_equal(
        rsp_thread_list_read(RSP_LIT("<!DOCTYPE x [<!ENTITY a \"b\">]><threads/>"), &arena, out, 4, &num),
        RSP_MALFORMED);
    rsp_arena_free(&arena);
}

#define FLASH                                                                \
    "<memory type=\"flash\" start=\"0x8000000\" length=\"0x400\"><property " \
    "name=\"blocksize\">0x100</property></memory>"

static void memory_has_kinds_and_flash_has_blocks(void **state) {
    rsp_memory_region out[3];
    size_t num = 0;
    (void)state;
    rsp_bytes text = RSP_LIT("<?xml version=\"1.0\"?><!DOCTYPE memory-map PUBLIC \"x\" \"y\">"
                             "<memory-map><memory type=\"ram\" start=\"0x20000000\" length=\"2048\"/>" FLASH
                             "<memory type=\"rom\" start=\"0\" length=\"0x10\"/></memory-map>");
    assert_ok(rsp_memory_map_read(text, out, 3, &num, NULL));
    assert_int_equal(num, 3);
    assert_int_equal(out[0].kind, RSP_MEMORY_ROM);
    assert_int_equal(out[1].kind, RSP_MEMORY_FLASH);
    assert_int_equal(out[1].start, 0x8000000);
    assert_int_equal(out[1].len, 0x400);
    assert_int_equal(out[1].block, 0x100);
    assert_int_equal(out[2].kind, RSP_MEMORY_RAM);
    assert_int_equal(out[2].len, 2048);
    assert_int_equal(rsp_memory_map_read(text, out, 2, &num, NULL), RSP_LIMIT);
}

static void damaged_memory_map_is_refused(void **state) {
    static const char *const wrong[] = {
        "",
        "<memory/>",
        "<memory-map><memory type=\"ram\" start=\"0\"/></memory-map>",
        "<memory-map><memory type=\"ram\" start=\"x\" length=\"1\"/></memory-map>",
        "<memory-map><memory type=\"disk\" start=\"0\" length=\"1\"/></memory-map>",
        "<memory-map><memory type=\"flash\" start=\"0\" length=\"1\"/></memory-map>",
        "<memory-map>" FLASH "<memory type=\"ram\" start=\"0x80003ff\" length=\"1\"/></memory-map>",
        "<memory-map>" FLASH,
        "<!DOCTYPE x [<!ENTITY a \"b\">]><memory-map></memory-map>",
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(wrong); i++) {
        rsp_memory_region out[2];
        rsp_error error = {0};
        size_t num = 1;
        assert_int_equal(rsp_memory_map_read(rsp_bytes_str(wrong[i]), out, 2, &num, &error), RSP_MALFORMED);
        assert_int_equal(num, 0);
        assert_true(error.msg[0]);
    }
}

/* As libgdbstub sends its documents: GDB reads them as C strings. */
static void document_ends_at_its_nul(void **state) {
    rsp_memory_region region;
    rsp_listed_thread thread;
    rsp_library library;
    rsp_arena arena = {0};
    size_t num = 0;
    (void)state;
    assert_ok(
        rsp_memory_map_read(RSP_LIT("<memory-map>" FLASH "</memory-map>\n\0\0"), &region, 1, &num, NULL));
    assert_int_equal(num, 1);
    assert_int_equal(
        rsp_memory_map_read(RSP_LIT("<memory-map>" FLASH "\0</memory-map>"), &region, 1, &num, NULL),
        RSP_MALFORMED);
    assert_ok(
        rsp_thread_list_read(RSP_LIT("<threads><thread id=\"3\"/></threads>\0\0"), &arena, &thread, 1, &num));
    assert_int_equal(num, 1);
    assert_ok(rsp_library_list_read(RSP_LIT(LIST "<library name=\"a\" l_addr=\"1\" l_ld=\"2\"/>"
                                                 "</library-list-svr4>\0\0"),
                                    &arena, &library, 1, &num, NULL));
    assert_int_equal(num, 1);
    rsp_arena_free(&arena);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_has_kinds_and_flash_has_blocks),
        cmocka_unit_test(damaged_memory_map_is_refused),
        cmocka_unit_test(libraries_have_path_bias_and_dynamic_section),
        cmocka_unit_test(damaged_list_of_libraries_is_refused),
        cmocka_unit_test(threads_have_names_or_texts),
        cmocka_unit_test(document_ends_at_its_nul),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

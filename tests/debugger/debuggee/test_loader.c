/* The dynamic loader's words for debuggers, written by hand into a program that has no loader: where to stop,
 * what a stop there means, and which libraries the list names. Words that lie are bounded.
 * The file beside it is a dynamic program's. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "shapes_world.h"

#include "core/limits.h"
#include "loader.h"
#include <stdio.h>

enum { BELOW_SP = 0x4000, R_DEBUG = 0x800, MAPS = 0x900, MAP_BYTES = 32, NAMES = 0x2000, BRK = 0x1234560 };

typedef struct loading {
    shapes s;
    uint64_t memory; /* of the process: what is written by hand */
    rsp_debug_file *file;
    rsp_debuggee debuggee; /* as if the program were that of the file */
    rsp_modules modules;
    rsp_loader loader;
} loading;

static void put(loading *l, uint64_t at, const uint64_t *words, size_t num) {
    rsp_buf bytes = {0};
    for (size_t i = 0; i < num * 8; i++)
        rsp_buf_push(&bytes, (uint8_t)(words[i / 8] >> i % 8 * 8));
    assert_ok(rsp_client_write_memory(l->s.w.client, l->memory + at, rsp_buf_bytes(&bytes), NULL));
    rsp_buf_free(&bytes);
}

static void put_list(loading *l, uint64_t map, uint64_t brk, uint64_t state) {
    const uint64_t words[] = {1, map, brk, state};
    put(l, R_DEBUG, words, 4);
}

/* A link_map: its bias, the text of its name, and the number of the next one; 0: none. */
static void put_map(loading *l, size_t number, uint64_t bias, const char *name, size_t next) {
    const uint64_t at = NAMES + number * 64;
    const uint64_t words[] = {bias, l->memory + at, 0, next ? l->memory + MAPS + next * MAP_BYTES : 0};
    put(l, MAPS + number * MAP_BYTES, words, 4);
    assert_ok(
        rsp_client_write_memory(l->s.w.client, l->memory + at, rsp_bytes_make(name, strlen(name) + 1), NULL));
}

/* The dynamic section is where the program's file says, with the bias that brings it into our memory. */
static void put_dynamic(loading *l, uint64_t r_debug) {
    const uint64_t words[] = {1, 77, 21, r_debug, 0, 0};
    put(l, 0, words, 6);
}

/* As in front of a stub that does not list libraries: the loader's list is walked. */
static void forget_what_the_stub_lists(loading *l) {
    const rsp_bytes features = rsp_client_features(l->s.w.client);
    const size_t at = rsp_bytes_search(features, RSP_LIT("libraries-svr4"));
    assert_true(at < features.len);
    memset((uint8_t *)features.ptr + at, 'x', 4);
}

static void begin(loading *l) {
    uint64_t number = 0;
    uint8_t sp[8] = {0};
    size_t len = 0;
    memset(l, 0, sizeof *l);
    shapes_begin(&l->s);
    forget_what_the_stub_lists(l);
    assert_ok(rsp_debug_file_open(&l->file, DWARF_PROGRAMS "/values-5", NULL));
    assert_non_null(rsp_debug_file_facts(l->file)->loader);
    assert_ok(rsp_debuggee_register(&l->s.debuggee, 2, &number));
    assert_ok(rsp_client_read_register(l->s.w.client, rsp_client_stop_thread(l->s.w.client), number, sp,
                                       sizeof sp, &len));
    for (size_t i = 8; i-- > 0;)
        l->memory = l->memory << 8 | sp[i];
    l->memory = (l->memory & ~UINT64_C(0xfff)) - BELOW_SP;
    l->debuggee = l->s.debuggee;
    l->debuggee.file = l->file;
    l->debuggee.bias = l->memory - rsp_debug_file_facts(l->file)->dynamic;
    assert_ok(rsp_modules_init(&l->modules, &l->debuggee, "values", NULL));
}

/* The loader is at work, and says that its list is whole. */
static void begin_settled(loading *l) {
    begin(l);
    put_dynamic(l, l->memory + R_DEBUG);
    put_list(l, l->memory + MAPS, BRK, 0);
}

/* The list begins with the program, and a library is put next. */
static void begin_with_list(loading *l) {
    begin_settled(l);
    put_map(l, 0, 0, "", 1);
}

static void end(loading *l) {
    rsp_modules_free(&l->modules);
    rsp_debug_file_free(l->file);
    shapes_end(&l->s);
}

static void program_without_a_loader_is_not_watched(void **state) {
    loading l;
    (void)state;
    begin(&l);
    (void)world_sent(&l.s.w);
    assert_ok(rsp_loader_begin(&l.loader, &l.s.modules));
    assert_int_equal(l.loader.place, 0);
    assert_string_equal(world_sent(&l.s.w), "");
    end(&l);
}

static void loader_that_has_not_begun_is_waited_for_at_the_entry(void **state) {
    loading l;
    rsp_loader_news news;
    (void)state;
    begin(&l);
    put_dynamic(&l, 0);
    assert_ok(rsp_loader_begin(&l.loader, &l.modules));
    assert_true(l.loader.is_entry && !l.loader.is_settled);
    assert_int_equal(l.loader.place, rsp_debug_file_facts(l.file)->entry + l.debuggee.bias);
    put_dynamic(&l, l.memory + R_DEBUG);
    put_list(&l, l.memory + MAPS, BRK, 0);
    assert_ok(rsp_loader_arrived(&l.loader, &news));
    assert_int_equal(news, RSP_LOADER_SETTLED);
    assert_int_equal(l.loader.place, BRK);
    assert_false(l.loader.is_entry);
    end(&l);
}

static void stop_means_what_the_state_says(void **state) {
    static const rsp_loader_news expected[] = {RSP_LOADER_SETTLED, RSP_LOADER_BUSY, RSP_LOADER_LEAVING,
                                               RSP_LOADER_BUSY};
    loading l;
    rsp_loader_news news;
    (void)state;
    begin_settled(&l);
    assert_ok(rsp_loader_begin(&l.loader, &l.modules));
    assert_true(l.loader.is_settled && !l.loader.is_entry);
    for (uint64_t i = 0; i < RSP_ARRAY_LEN(expected); i++) {
        put_list(&l, l.memory + MAPS, BRK + i, i);
        assert_ok(rsp_loader_arrived(&l.loader, &news));
        assert_int_equal(news, expected[i]);
        assert_int_equal(l.loader.place, BRK + i);
    }
    end(&l);
}

static void words_that_cannot_be_read_are_none(void **state) {
    loading l;
    rsp_loader_news news;
    (void)state;
    begin(&l);
    put_dynamic(&l, 8); /* no memory is there */
    assert_ok(rsp_loader_begin(&l.loader, &l.modules));
    assert_true(l.loader.is_entry);
    assert_ok(rsp_loader_arrived(&l.loader, &news));
    assert_int_equal(news, RSP_LOADER_SETTLED);
    assert_int_equal(l.loader.place, 0);
    end(&l);
}

/* --- the list --- */

static void list_again(loading *l) {
    rsp_modules_stale(&l->modules);
    assert_ok(rsp_modules_list(&l->modules));
}

static rsp_module *find(loading *l, const char *path) {
    for (size_t i = 0; i < l->modules.num; i++)
        if (l->modules.items[i]->is_loaded && strcmp(l->modules.items[i]->path, path) == 0)
            return l->modules.items[i];
    return NULL;
}

static void library_that_comes_back_keeps_its_number(void **state) {
    loading l;
    (void)state;
    begin_with_list(&l);
    put_map(&l, 1, 0x10000, "/none/liba.so", 2);
    put_map(&l, 2, 0x20000, "/none/libb.so", 0);
    list_again(&l);
    const size_t number = find(&l, "/none/libb.so")->number;
    put_map(&l, 1, 0x10000, "/none/liba.so", 0);
    list_again(&l);
    assert_non_null(find(&l, "/none/liba.so"));
    assert_null(find(&l, "/none/libb.so"));
    put_map(&l, 1, 0x10000, "/none/liba.so", 2);
    put_map(&l, 2, 0x30000, "/none/libb.so", 0);
    list_again(&l);
    assert_int_equal(find(&l, "/none/libb.so")->number, number);
    assert_int_equal(find(&l, "/none/libb.so")->bias, 0x30000);
    assert_int_equal(l.modules.num, 3);
    assert_ok(rsp_modules_check(&l.modules));
    assert_null(find(&l, "/none/liba.so")->opened.debuggee);
    assert_string_equal(find(&l, "/none/liba.so")->opened.trouble, "its file is not here");
    assert_null(rsp_modules_debuggee_at(&l.modules, 0x10010));
    end(&l);
}

/* A list that leads back to itself, with the longest names: as many round trips as all names may cost. */
static void list_of_long_names_without_end_is_left(void **state) {
    loading l;
    char name[4000];
    size_t reads = 0;
    (void)state;
    memset(name, 'x', sizeof name - 1);
    name[0] = '/';
    name[sizeof name - 1] = 0;
    begin_with_list(&l);
    put_map(&l, 1, 0x10000, name, 1);
    (void)world_sent(&l.s.w);
    list_again(&l);
    assert_non_null(find(&l, name));
    for (const char *at = world_sent(&l.s.w); *at; at++)
        reads += *at == '\n';
    assert_in_range(reads, 4096, 4096 + 512);
    end(&l);
}

/* The file is there, but what the process has at its place is something else. */
static void library_of_another_build_is_no_debuggee(void **state) {
    loading l;
    (void)state;
    begin_with_list(&l);
    put_map(&l, 1, l.memory - 0x1000, DWARF_PROGRAMS "/values-4", 0);
    list_again(&l);
    assert_ok(rsp_modules_check(&l.modules));
    const rsp_module *module = find(&l, DWARF_PROGRAMS "/values-4");
    assert_non_null(module);
    assert_non_null(module->opened.file);
    assert_null(module->opened.debuggee);
    assert_non_null(strstr(module->opened.trouble, "the running program is not this file"));
    (void)world_sent(&l.s.w);
    assert_ok(rsp_modules_check(&l.modules));
    assert_string_equal(world_sent(&l.s.w), ""); /* once is enough */
    end(&l);
}

static void list_that_never_ends_is_bounded(void **state) {
    loading l;
    (void)state;
    begin_with_list(&l);
    put_map(&l, 1, 0x10000, "/none/liba.so", 1);
    list_again(&l);
    assert_int_equal(l.modules.num, 2);
    for (uint64_t i = 0; i < RSP_LIMIT_MODULES + 8; i++) {
        char path[32];
        (void)snprintf(path, sizeof path, "/none/lib%u.so", (unsigned)i);
        put_map(&l, 1, 0x10000 + i * 0x1000, path, 0);
        list_again(&l);
    }
    assert_int_equal(l.modules.num, RSP_LIMIT_MODULES);
    end(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(program_without_a_loader_is_not_watched),
        cmocka_unit_test(loader_that_has_not_begun_is_waited_for_at_the_entry),
        cmocka_unit_test(stop_means_what_the_state_says),
        cmocka_unit_test(words_that_cannot_be_read_are_none),
        cmocka_unit_test(library_that_comes_back_keeps_its_number),
        cmocka_unit_test(list_of_long_names_without_end_is_left),
        cmocka_unit_test(library_of_another_build_is_no_debuggee),
        cmocka_unit_test(list_that_never_ends_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Libraries that come and go, by the words of a loader that the test writes into a program without one: what
 * is watched, what is asked for, and what the editor is told.
 * The program's file is a dynamic one's. See control/libraries.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "control/breakpoint.h"
#include "control/libraries.h"
#include "control/stop.h"
#include "dwarf/debug_file.h"
#include "editor_world.h"
#include <stdio.h>

enum { BELOW_SP = 0x4000, R_DEBUG = 0x800, MAPS = 0x900, MAP_BYTES = 32, NAMES = 0x2000, BRK = 0x1234560 };

typedef struct loading {
    editor_world w;
    uint64_t memory; /* of the process: what is written by hand */
    rsp_debug_file *own;
} loading;

static void put(loading *l, uint64_t at, const uint64_t *words, size_t num) {
    rsp_buf bytes = {0};
    for (size_t i = 0; i < num * 8; i++)
        rsp_buf_push(&bytes, (uint8_t)(words[i / 8] >> i % 8 * 8));
    assert_ok(
        rsp_client_write_memory(adapter_client(l->w.adapter), l->memory + at, rsp_buf_bytes(&bytes), NULL));
    rsp_buf_free(&bytes);
}

static void put_list(loading *l, uint64_t map, uint64_t state) {
    const uint64_t words[] = {1, map, BRK, state};
    put(l, R_DEBUG, words, 4);
}

/* A link_map: its bias, its name, and the number of the next one; 0: none. */
static void put_map(loading *l, size_t number, const char *name, size_t next) {
    const uint64_t at = NAMES + number * 64;
    const uint64_t words[] = {number * 0x10000, l->memory + at, 0,
                              next ? l->memory + MAPS + next * MAP_BYTES : 0};
    put(l, MAPS + number * MAP_BYTES, words, 4);
    assert_ok(rsp_client_write_memory(adapter_client(l->w.adapter), l->memory + at,
                                      rsp_bytes_make(name, strlen(name) + 1), NULL));
}

/* As in front of a stub that does not list libraries: the loader's list is walked. */
static void forget_what_the_stub_lists(loading *l) {
    const rsp_bytes features = rsp_client_features(adapter_client(l->w.adapter));
    const size_t at = rsp_bytes_search(features, RSP_LIT("libraries-svr4"));
    assert_true(at < features.len);
    memset((uint8_t *)features.ptr + at, 'x', 4);
}

static uint64_t stack_pointer(loading *l) {
    const step_plan plan = {.thread = rsp_client_stop_thread(adapter_client(l->w.adapter))};
    step_place place;
    assert_ok(step_look(l->w.adapter, &plan, &place));
    return place.sp;
}

/* The program stands, its loader has a list with one library. */
static void begin(loading *l) {
    *l = (loading){0};
    editor_init(&l->w, "shapes");
    editor_start(&l->w, "");
    adapter_program *p = &l->w.adapter->program;
    l->memory = (stack_pointer(l) & ~UINT64_C(0xfff)) - BELOW_SP;
    forget_what_the_stub_lists(l);
    l->own = p->target.file;
    assert_ok(rsp_debug_file_open(&p->target.file, DYNAMIC_PROGRAM, NULL));
    p->debuggee.file = p->target.file;
    p->debuggee.bias = l->memory - rsp_debug_file_facts(p->target.file)->dynamic;
    const uint64_t dynamic[] = {1, 77, 21, l->memory + R_DEBUG, 0, 0};
    put(l, 0, dynamic, 6);
    put_list(l, l->memory + MAPS, 0);
    put_map(l, 0, "", 1);
    put_map(l, 1, "/none/liba.so", 0);
    rsp_modules_free(&p->modules);
    p->modules = (rsp_modules){0};
}

static void end(loading *l) {
    rsp_debug_file_free(l->own);
    editor_end(&l->w);
}

/* Since the last call: modules that were told, "new /none/liba.so\n". */
static const char *told(loading *l, size_t *from) {
    static char text[512];
    text[0] = 0;
    for (; *from < json_array_size(l->w.said); ++*from) {
        const json_t *message = json_array_get(l->w.said, *from);
        if (strcmp(editor_text(message, "event"), "module") != 0)
            continue;
        const size_t len = strlen(text);
        (void)snprintf(text + len, sizeof text - len, "%s ", editor_text(message, "body.reason"));
        (void)snprintf(text + strlen(text), sizeof text - strlen(text), "%s\n",
                       editor_text(message, "body.module.path"));
    }
    return text;
}

static void loader_that_has_settled_is_watched_and_its_list_read(void **state) {
    loading l;
    (void)state;
    begin(&l);
    assert_ok(libraries_begin(l.w.adapter));
    assert_int_equal(libraries_place(l.w.adapter), BRK);
    assert_int_equal(l.w.adapter->program.modules.num, 2);
    end(&l);
}

static void list_that_has_changed_is_read_once_and_told(void **state) {
    loading l;
    (void)state;
    begin(&l);
    size_t from = json_array_size(l.w.said);
    assert_ok(libraries_begin(l.w.adapter));
    libraries_tell(l.w.adapter);
    assert_non_null(strstr(told(&l, &from), "new /none/liba.so\n"));
    put_map(&l, 1, "/none/liba.so", 2);
    put_map(&l, 2, "/none/libb.so", 0);
    assert_false(libraries_arrived(l.w.adapter, BRK + 4));
    assert_string_equal(told(&l, &from), "");
    put_list(&l, l.memory + MAPS, 1); /* about to change: nothing is read */
    assert_true(libraries_arrived(l.w.adapter, BRK));
    assert_string_equal(told(&l, &from), "");
    put_list(&l, l.memory + MAPS, 0);
    assert_true(libraries_arrived(l.w.adapter, BRK));
    assert_string_equal(told(&l, &from), "new /none/libb.so\n");
    rsp_buf_clear(&l.w.sent);
    libraries_update(l.w.adapter);
    assert_int_equal(l.w.sent.len, 0);
    put_map(&l, 1, "/none/liba.so", 0);
    assert_true(libraries_arrived(l.w.adapter, BRK));
    assert_string_equal(told(&l, &from), "removed /none/libb.so\n");
    end(&l);
}

/* An asking that fails is left for the next resume. */
static void list_that_cannot_be_read_is_asked_for_again(void **state) {
    loading l;
    (void)state;
    begin(&l);
    assert_ok(libraries_begin(l.w.adapter));
    l.w.adapter->control->libraries.due = true;
    l.w.adapter->phase = PHASE_OVER; /* as when the editor goes meanwhile: what is asked ends */
    libraries_update(l.w.adapter);
    l.w.adapter->phase = PHASE_STARTED;
    assert_true(l.w.adapter->control->libraries.due);
    libraries_update(l.w.adapter);
    assert_false(l.w.adapter->control->libraries.due);
    end(&l);
}

/* Where the loader is not watched, its list is read again by the first view of a stop. */
static void list_of_a_loader_that_is_not_watched_is_read_at_each_stop(void **state) {
    (void)state;
    for (int watched = 0; watched < 2; watched++) {
        loading l;
        begin(&l);
        assert_ok(libraries_begin(l.w.adapter));
        if (!watched)
            l.w.adapter->program.loader.place = 0; /* as when the stub refuses the breakpoint */
        put_map(&l, 1, "/none/liba.so", 2);
        put_map(&l, 2, "/none/libb.so", 0);
        assert_text(editor_do(&l.w, "modules", "{}"), "totalModules", watched ? "2" : "3");
        end(&l);
    }
}

static void stub_that_tells_of_libraries_is_believed(void **state) {
    loading l;
    bool on = false;
    (void)state;
    begin(&l);
    assert_ok(libraries_begin(l.w.adapter));
    size_t from = json_array_size(l.w.said);
    libraries_tell(l.w.adapter);
    assert_non_null(strstr(told(&l, &from), "new /none/liba.so\n"));
    put_map(&l, 1, "/none/liba.so", 2);
    put_map(&l, 2, "/none/libb.so", 0);
    const rsp_stop_reply reply = {
        .kind = RSP_STOP_THREAD, .signal = 5, .reason = RSP_REASON_LIBRARY, .num_reasons = 1};
    const rsp_conditional_stop stop = {.stop = &reply};
    l.w.adapter->motion = MOTION_RUNS;
    control_take_stop(l.w.adapter, &stop, &on);
    assert_true(on);
    assert_string_equal(told(&l, &from), "new /none/libb.so\n");
    l.w.adapter->motion = MOTION_STANDS;
    end(&l);
}

/* Another program is executed: no frame of the one before is left. */
static void frames_go_with_the_program(void **state) {
    loading l;
    (void)state;
    begin(&l);
    breakpoint *b = breakpoint_add(l.w.adapter, BREAK_DATA);
    uint64_t address = l.memory;
    assert_non_null(b);
    b->addresses = &address;
    b->num_addresses = 1;
    b->frame_end = 0x10000;
    libraries_executed(l.w.adapter);
    assert_true(b->over);
    end(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loader_that_has_settled_is_watched_and_its_list_read),
        cmocka_unit_test(list_that_has_changed_is_read_once_and_told),
        cmocka_unit_test(list_that_cannot_be_read_is_asked_for_again),
        cmocka_unit_test(list_of_a_loader_that_is_not_watched_is_read_at_each_stop),
        cmocka_unit_test(stub_that_tells_of_libraries_is_believed),
        cmocka_unit_test(frames_go_with_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

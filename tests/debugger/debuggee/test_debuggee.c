/* Breakpoints at the source of a program on the reference stub, with conditions over its variables.
 * At the stop frames are walked up to the beginning, and values shown.
 * Each way of deciding stops at the same hit. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "client_world.h"
#include "debuggee_break.h"

#include "corpora/programs.h"
#include "dwarf/debug_frame.h"
#include "dwarf/debug_location.h"
#include "dwarf/debug_value.h"
#include "dwarf/debug_variable.h"

/* The program "recursion": factorial(10), ten frames deep. */
typedef struct bench {
    client_world w;
    rsp_debug_file *file;
    rsp_conditionals *set;
    rsp_debuggee debuggee;
    rsp_arena arena;
} bench;

static rsp_bytes image_of(const char *path) {
    for (size_t i = 0; i < rsp_num_programs; i++)
        if (strcmp(rsp_programs[i].path, path) == 0)
            return rsp_programs[i].bytes;
    fail_msg("no program %s", path);
    return (rsp_bytes){0};
}

static void begin(bench *b, const char *program) {
    memset(b, 0, sizeof *b);
    world_init(&b->w, program);
    world_start(&b->w);
    assert_ok(rsp_debug_file_read(&b->file, image_of(program), program, NULL));
    b->set = rsp_conditionals_new(b->w.client, NULL);
    assert_non_null(b->set);
    assert_ok(rsp_debuggee_learn(&b->debuggee, b->w.client, b->set, b->file, NULL));
}

static void end(bench *b) {
    rsp_conditionals_free(b->set);
    rsp_debug_file_free(b->file);
    rsp_arena_free(&b->arena);
    world_end(&b->w);
}

/* Runs to the place; the breakpoints stay. */
static void run_to(bench *b, const char *place, const char *condition, rsp_way way,
                   rsp_conditional_stop *stop, rsp_debuggee_sites *sites) {
    rsp_error error = {0};
    const rsp_debuggee_request request = {
        .place = place, .condition = rsp_bytes_str(condition), .way = way, .only = true};
    if (rsp_debuggee_break(&b->debuggee, sites, &b->arena, &request, &error) != RSP_OK)
        fail_msg("%s", error.msg);
    if (rsp_conditionals_run(b->set, NULL, 0, stop) != RSP_OK)
        fail_msg("%s", rsp_conditionals_error(b->set)->msg);
}

static uint64_t variable(const bench *b, const rsp_debug_thread *thread, uint64_t address, const char *name) {
    rsp_debug_variable found;
    rsp_debug_pieces pieces;
    uint64_t at = 0;
    uint64_t value = 0;
    assert_ok(rsp_debug_variable_find(b->file, address, rsp_bytes_str(name), &found));
    assert_ok(rsp_debug_location_pieces(b->file, found.entry, address, 8, &pieces, NULL));
    assert_ok(rsp_debug_location_eval(&pieces.items[0].location, thread, &at));
    assert_ok(rsp_debug_thread_read(thread, at, 8, &value));
    return value;
}

static void file_of_another_program_is_refused(void **state) {
    bench b;
    rsp_error error = {0};
    rsp_debug_file *other = NULL;
    (void)state;
    begin(&b, "/bin/recursion");
    if (rsp_debug_file_open(&other, "/proc/self/exe", NULL) != RSP_OK ||
        rsp_debug_file_facts(other)->build_id.len == 0)
        other = NULL; /* on other machines, and with linkers that write no build id */
    if (other)
        assert_int_equal(rsp_debuggee_learn(&b.debuggee, b.w.client, b.set, other, &error), RSP_BAD_FILE);
    if (other)
        assert_non_null(strstr(error.msg, "the running program is not this file: the build id "));
    rsp_debug_file_free(other);
    end(&b);
}

static void each_way_stops_where_the_condition_holds(void **state) {
    (void)state;
    for (int way = 0; way < RSP_WAY_COUNT; way++) {
        bench b;
        rsp_conditional_stop stop;
        rsp_debuggee_sites sites;
        rsp_conditional_info info;
        begin(&b, "/bin/recursion");
        run_to(&b, "factorial", "n == 4 && depth == 0", (rsp_way)way, &stop, &sites);
        assert_int_equal(sites.num, 1);
        assert_ptr_equal(rsp_debuggee_site_of(&sites, stop.breakpoint), &sites.items[0]);
        assert_int_equal(stop.outcome, RSP_OK);
        rsp_conditional_get(stop.breakpoint, &info);
        assert_int_equal(info.way, way);
        assert_int_equal(info.counts.hits, way == RSP_WAY_HOST ? 7 : 1);
        rsp_debuggee_thread reader = {.debuggee = &b.debuggee, .id = rsp_client_stop_thread(b.w.client)};
        rsp_debug_thread thread = rsp_debuggee_reader(&reader);
        if (way != RSP_WAY_INFERIOR)
            assert_int_equal(variable(&b, &thread, sites.items[0].place.address, "n"), 4);
        end(&b);
    }
}

/* From the deepest function to the first one, each frame with its own n. */
static void walk_up(bench *b, const rsp_debug_thread *thread) {
    rsp_debug_machine machine = rsp_debug_file_facts(b->file)->machine;
    rsp_debug_frame frame;
    size_t num = 0;
    assert_ok(rsp_debug_frame_first(b->file, thread, &frame));
    for (rsp_debug_frame next; rsp_debug_frame_caller(b->file, machine, thread, &frame, &next) == RSP_OK;
         num++) {
        rsp_debug_frame_thread storage;
        rsp_debug_thread own = rsp_debug_frame_as_thread(&storage, thread, &next);
        uint64_t address = rsp_debug_frame_address(&next, b->debuggee.bias);
        rsp_debug_place place = rsp_debug_place_at(b->file, address);
        assert_false(next.by_chain);
        assert_true(num < 16);
        if (num < 10) {
            assert_string_equal(place.function, "factorial");
            assert_int_equal(variable(b, &own, address, "n"), num + 1);
        }
        if (num == 10)
            assert_string_equal(place.function, "main");
        frame = next;
    }
    assert_true(num >= 11);
}

/* By frame pointers alone: nine calls of factorial above this one, then main. */
static void walk_chain(bench *b, const rsp_debug_thread *thread) {
    rsp_debug_machine machine = rsp_debug_file_facts(b->file)->machine;
    rsp_debug_frame frame;
    assert_ok(rsp_debug_frame_first(b->file, thread, &frame));
    for (size_t i = 0; i < 10; i++) {
        rsp_debug_frame next;
        assert_ok(rsp_debug_frame_caller(NULL, machine, thread, &frame, &next));
        assert_true(next.by_chain);
        rsp_debug_place place = rsp_debug_place_at(b->file, rsp_debug_frame_address(&next, 0));
        assert_string_equal(place.function, i < 9 ? "factorial" : "main");
        frame = next;
    }
}

static void stack_is_walked_up_to_its_beginning(void **state) {
    bench b;
    rsp_conditional_stop stop;
    rsp_debuggee_sites sites;
    (void)state;
    begin(&b, "/bin/recursion");
    run_to(&b, "deepest", "", RSP_WAY_HOST, &stop, &sites);
    rsp_debuggee_thread reader = {.debuggee = &b.debuggee, .id = rsp_client_stop_thread(b.w.client)};
    rsp_debug_thread thread = rsp_debuggee_reader(&reader);
    walk_up(&b, &thread);
    end(&b);
    /* without a file only the chain of frame pointers is there; the deepest function keeps no return address
     */
    begin(&b, "/bin/recursion");
    run_to(&b, "factorial", "n == 1", RSP_WAY_HOST, &stop, &sites);
    thread = rsp_debuggee_reader(&reader);
    reader.id = rsp_client_stop_thread(b.w.client);
    walk_chain(&b, &thread);
    end(&b);
}

static void condition_that_means_nothing_is_refused(void **state) {
    bench b;
    rsp_debuggee_sites sites;
    rsp_error error = {0};
    (void)state;
    begin(&b, "/bin/recursion");
    rsp_debuggee_request request = {.place = "factorial", .condition = RSP_LIT("m == 4")};
    assert_int_equal(rsp_debuggee_break(&b.debuggee, &sites, &b.arena, &request, &error), RSP_NOT_FOUND);
    assert_string_equal(error.msg, "'m': no such variable here");
    assert_int_equal(sites.num_left_out, 1);
    request.place = "nowhere";
    assert_int_equal(rsp_debuggee_break(&b.debuggee, &sites, &b.arena, &request, &error), RSP_NOT_FOUND);
    end(&b);
}

/* A program that the loader places is found by its entry point. */
static void placed_program_has_a_bias(void **state) {
    bench b;
    rsp_conditional_stop stop;
    rsp_debuggee_sites sites;
    (void)state;
    begin(&b, "/bin/placed");
    assert_true(rsp_debug_file_facts(b.file)->relocated);
    assert_true(b.debuggee.bias != 0);
    run_to(&b, "main", "1", RSP_WAY_STUB, &stop, &sites);
    assert_ptr_equal(stop.breakpoint, sites.items[0].breakpoint);
    assert_int_equal(stop.pc, sites.items[0].place.address + b.debuggee.bias);
    end(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(file_of_another_program_is_refused),
        cmocka_unit_test(each_way_stops_where_the_condition_holds),
        cmocka_unit_test(stack_is_walked_up_to_its_beginning),
        cmocka_unit_test(condition_that_means_nothing_is_refused),
        cmocka_unit_test(placed_program_has_a_bias),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

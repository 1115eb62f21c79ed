/* Frames of a recursion with an inlined function on top, asked for in pages.
 * A stack is unwound as far as somebody asks, and what was found is not asked for again.
 * A stack that is damaged ends. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "shapes_world.h"

static void frames_name_functions_lines_and_inlined_copies(void **state) {
    shapes s;
    (void)state;
    shapes_begin(&s);
    const rsp_stack_frame *frame = shapes_frame(&s, 0);
    assert_string_equal(frame->function, "look");
    assert_false(frame->inlined);
    assert_non_null(strstr(frame->path, "shapes.c"));
    uint32_t body = frame->line;
    frame = shapes_frame(&s, 1);
    assert_string_equal(frame->function, "twice");
    assert_true(frame->inlined);
    assert_in_range(frame->line, body + 4, body + 8);
    uint64_t pc = frame->pc;
    frame = shapes_frame(&s, 2);
    assert_string_equal(frame->function, "deep");
    assert_false(frame->inlined);
    assert_int_equal(frame->pc, pc);
    assert_in_range(frame->line, body + 10, body + 20);
    for (size_t i = 3; i < SHAPES_MAIN; i++)
        assert_string_equal(shapes_frame(&s, i)->function, "deep");
    assert_string_equal(shapes_frame(&s, SHAPES_MAIN)->function, "main");
    assert_ok(rsp_stack_unwind(&s.stack, 1000));
    assert_true(s.stack.complete);
    assert_in_range(s.stack.num, SHAPES_MAIN + 1, SHAPES_MAIN + 3);
    shapes_end(&s);
}

static void stack_is_read_only_as_far_as_asked(void **state) {
    shapes s;
    (void)state;
    shapes_begin(&s);
    (void)shapes_frame(&s, 0);
    assert_true(s.stack.num < 3);
    assert_int_equal(world_count(&s.w, "m"), 0);
    (void)shapes_frame(&s, SHAPES_MAIN);
    (void)world_sent(&s.w);
    (void)world_round_trips(&s.w);
    (void)shapes_frame(&s, SHAPES_MAIN);
    (void)shapes_frame(&s, 5);
    assert_int_equal(world_round_trips(&s.w), 0);
    shapes_end(&s);
}

/* Twenty frames lie close together: a few pieces of memory are enough. */
static void deep_stack_takes_few_round_trips(void **state) {
    shapes s;
    (void)state;
    shapes_begin(&s);
    (void)shapes_frame(&s, 0);
    (void)world_round_trips(&s.w);
    (void)shapes_frame(&s, SHAPES_MAIN);
    assert_in_range(world_round_trips(&s.w), 1, 4);
    shapes_end(&s);
}

static void unwinding_can_be_given_up_and_goes_on_later(void **state) {
    shapes s;
    (void)state;
    shapes_begin(&s);
    s.breaths_left = 5;
    assert_int_equal(rsp_stack_unwind(&s.stack, 1000), RSP_CANCELLED);
    size_t known = s.stack.num;
    assert_in_range(known, 3, 8);
    assert_string_equal(shapes_frame(&s, SHAPES_MAIN)->function, "main");
    shapes_end(&s);
}

/* What a called function may overwrite is not known in its callers; what it has to keep is. */
static void registers_of_callers_are_those_that_are_kept(void **state) {
    enum { TP = 4, S2 = 18, A0 = 10, A5 = 15 };
    shapes s;
    (void)state;
    shapes_begin(&s);
    assert_int_equal(shapes_frame(&s, 0)->registers->known >> A0 & 1, 1);
    const rsp_debug_frame *caller = shapes_frame(&s, 5)->registers;
    assert_int_equal(caller->known >> S2 & 1, 1);
    assert_int_equal(caller->known >> TP & 1, 1);
    assert_int_equal(caller->known >> A0 & 1, 0);
    assert_int_equal(caller->known >> A5 & 1, 0);
    shapes_end(&s);
}

/* The innermost frames' memory is overwritten by a chain that leads back to itself. */
static void damaged_stack_ends(void **state) {
    shapes s;
    (void)state;
    shapes_begin(&s);
    const rsp_debug_frame *deep = shapes_frame(&s, 2)->registers;
    uint64_t sp = deep->registers[rsp_debug_register_sp(RSP_DEBUG_MACHINE_RISCV64)];
    uint8_t bytes[4096];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(sp >> 8 * (i % 8));
    assert_ok(rsp_client_write_memory(s.w.client, sp, rsp_bytes_make(bytes, 512), NULL));
    shapes_look(&s);
    assert_ok(rsp_stack_unwind(&s.stack, SIZE_MAX));
    assert_true(s.stack.complete);
    assert_in_range(s.stack.num, 3, 600);
    shapes_end(&s);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_name_functions_lines_and_inlined_copies),
        cmocka_unit_test(stack_is_read_only_as_far_as_asked),
        cmocka_unit_test(deep_stack_takes_few_round_trips),
        cmocka_unit_test(unwinding_can_be_given_up_and_goes_on_later),
        cmocka_unit_test(registers_of_callers_are_those_that_are_kept),
        cmocka_unit_test(damaged_stack_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Many threads, processes and breakpoints at once: everything is found, held, stopped and freed.
 * Costs are measured by tools/bench; here an operation that is not O(1) shows as a test that never ends.
 * Programs are many-threads and many-processes. */
/* SPDX-License-Identifier: MIT */
#include "machine_test.h"

enum { THREADS = 10000, PROCESSES = 1000, BREAKPOINTS = 100000 };

static rsp_machine_options wide_options(void) {
    rsp_machine_options options = program_options();
    options.max_threads = THREADS + 2;
    options.max_processes = PROCESSES + 2;
    return options;
}

static void ten_thousand_threads_are_looked_up_held_and_stopped_one_by_one(void **state) {
    (void)state;
    rsp_machine_options options = wide_options();
    rig r = rig_with("/bin/many-threads", "10000", &options);
    go_to(&r, "all_here");
    assert_int_equal(rsp_process_num_threads(r.p), THREADS + 1);
    rsp_process_hold(r.p);
    uint32_t first = rsp_thread_tid(r.t);
    for (uint32_t i = 0; i <= THREADS; i++) {
        rsp_thread *t = rsp_machine_thread(r.m, first + i);
        assert_true(t && rsp_thread_is_held(t));
        go(t);
        assert_ok(rsp_thread_hold(t));
    }
    assert_null(rsp_machine_thread(r.m, first + THREADS + 1));
    /* each runs into a breakpoint after the barrier: as many stops, each in its turn */
    uint64_t ends = rig_symbol(&r, "waiter");
    break_at(r.p, ends); /* passed long ago: nobody comes here */
    go_all(r.p);
    expect_exit(&r, 0);
    assert_bytes_lit(rsp_buf_bytes(&r.output), "threads 10000\n");
    assert_int_equal(rsp_machine_num_processes(r.m), 0);
    rig_free(&r);
}

static void ten_thousand_threads_stop_at_one_breakpoint(void **state) {
    (void)state;
    rsp_machine_options options = wide_options();
    rig r = rig_with("/bin/many-threads", "10000", &options);
    break_at(r.p, rig_symbol(&r, "waiter"));
    go(r.t);
    for (uint32_t i = 0; i < THREADS; i++)
        (void)expect(&r, RSP_MACHINE_BREAK_SW);
    go_all(r.p);
    rig_free(&r);
}

static void a_thousand_processes_live_and_end(void **state) {
    (void)state;
    rsp_machine_options options = wide_options();
    rig r = rig_with("/bin/many-processes", "1000", &options);
    rsp_process_pass_signals(r.p, UINT64_MAX);
    go_to(&r, "all_here");
    assert_int_equal(rsp_machine_num_processes(r.m), PROCESSES + 1);
    size_t num = 0;
    uint32_t last = 0;
    for (rsp_process *p = rsp_machine_next_process(r.m, NULL); p;
         p = rsp_machine_next_process(r.m, p), num++) {
        assert_true(rsp_process_pid(p) > last);
        last = rsp_process_pid(p);
        assert_true(rsp_machine_process(r.m, last) == p);
        if (p != r.p) {
            assert_ok(rsp_process_attach(p));
            assert_true(word_at(p, rsp_process_entry(p), 4) != 0);
            rsp_process_detach(p);
        }
    }
    assert_int_equal(num, PROCESSES + 1);
    go(r.t);
    expect_exit(&r, 0);
    assert_int_equal(rsp_machine_num_processes(r.m), 0);
    rig_free(&r);
}

static void a_hundred_thousand_breakpoints_come_and_go(void **state) {
    (void)state;
    rig r = rig_new("/bin/scratch");
    uint64_t room = 0;
    assert_ok(rsp_process_alloc(r.p, &room, UINT64_C(4) * BREAKPOINTS, RSP_PERM_R | RSP_PERM_X));
    for (uint64_t i = 0; i < BREAKPOINTS; i++)
        break_at(r.p, room + 4 * i);
    uint64_t work = rig_symbol(&r, "work");
    break_at(r.p, work);
    assert_int_equal(rsp_process_num_breakpoints(r.p), BREAKPOINTS + 1);
    go(r.t);
    (void)expect(&r, RSP_MACHINE_BREAK_SW);
    assert_ok(rsp_thread_set_reg(r.t, RSP_REG_PC, room + UINT64_C(4) * 77777));
    assert_ok(rsp_thread_resume(r.t, &(rsp_resume){.hit_here = true}));
    assert_int_equal(expect(&r, RSP_MACHINE_BREAK_SW)->address, room + UINT64_C(4) * 77777);
    for (uint64_t i = 0; i < BREAKPOINTS; i += 2)
        assert_ok(rsp_process_remove(r.p, RSP_STOP_BREAK_SW, room + 4 * i, 4));
    assert_int_equal(rsp_process_num_breakpoints(r.p), BREAKPOINTS / 2 + 1);
    assert_ok(rsp_process_release(r.p, room));
    assert_int_equal(rsp_process_num_breakpoints(r.p), 1);
    rsp_process_detach(r.p);
    assert_int_equal(rsp_process_num_breakpoints(r.p), 0);
    rig_free(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_thousand_threads_are_looked_up_held_and_stopped_one_by_one),
        cmocka_unit_test(ten_thousand_threads_stop_at_one_breakpoint),
        cmocka_unit_test(a_thousand_processes_live_and_end),
        cmocka_unit_test(a_hundred_thousand_breakpoints_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

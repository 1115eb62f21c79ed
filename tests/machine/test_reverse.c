/* Going back: instruction by instruction, to breakpoints, watchpoints and signals, and changing the past.
 * The machine that went back and came again is compared with itself before.
 * Journeys of programs with many threads and processes are in test_random_debugger.c. */
/* SPDX-License-Identifier: MIT */
#include "machine_test.h"

#include "machine/reverse.h"

enum { STEPS = 60 };

static rig recorded(const char *path, const char *arg, size_t bytes) {
    rsp_machine_options options = program_options();
    options.record_bytes = bytes;
    return rig_with(path, arg, &options);
}

/* After a journey handles are void. */
static void look_again(rig *r, uint32_t pid) {
    r->p = rsp_machine_process(r->m, pid);
    assert_non_null(r->p);
    r->t = rsp_process_next_thread(r->p, NULL);
}

static const rsp_machine_event *back(rig *r, rsp_machine_back how) {
    uint32_t pid = rsp_process_pid(r->p);
    assert_ok(rsp_machine_go_back(r->m, rsp_thread_tid(r->t), how));
    const rsp_machine_event *event = next_event(r);
    look_again(r, pid);
    return event;
}

static const rsp_machine_event *on(rig *r, rsp_resume_kind kind) {
    uint32_t pid = rsp_process_pid(r->p);
    assert_ok(rsp_thread_resume(r->t, &(rsp_resume){.kind = kind}));
    const rsp_machine_event *event = next_event(r);
    look_again(r, pid);
    return event;
}

static void steps_come_in_the_other_order(void **state) {
    (void)state;
    rig r = recorded("/bin/scratch", NULL, 64 << 20);
    uint64_t before[STEPS][RSP_NUM_REGS];
    for (size_t i = 0; i < STEPS; i++) {
        memcpy(before[i], rsp_thread_regs(r.t), sizeof before[i]);
        assert_int_equal(on(&r, RSP_RESUME_STEP)->kind, RSP_MACHINE_STEP);
    }
    for (size_t i = STEPS; i > 0; i--) {
        assert_int_equal(back(&r, RSP_BACK_STEP)->kind, RSP_MACHINE_STEP);
        assert_memory_equal(rsp_thread_regs(r.t), before[i - 1], sizeof before[0]);
    }
    assert_int_equal(back(&r, RSP_BACK_STEP)->kind, RSP_MACHINE_HISTORY_BEGIN);
    for (size_t i = 1; i < STEPS; i++) {
        assert_int_equal(on(&r, RSP_RESUME_STEP)->kind, RSP_MACHINE_STEP);
        assert_memory_equal(rsp_thread_regs(r.t), before[i], sizeof before[0]);
        assert_true(rsp_machine_in_past(r.m));
    }
    assert_int_equal(on(&r, RSP_RESUME_STEP)->kind, RSP_MACHINE_STEP);
    assert_false(rsp_machine_in_past(r.m));
    rig_free(&r);
}

static void a_write_is_met_before_it(void **state) {
    (void)state;
    rig r = recorded("/bin/watch", NULL, 64 << 20);
    uint64_t watched = rig_symbol(&r, "watched");
    go_to(&r, "done_watching");
    assert_ok(rsp_process_insert(r.p, RSP_STOP_WATCH_WRITE, watched, 8));
    static const uint64_t values[] = {2, 1, 0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(values); i++) {
        const rsp_machine_event *event = back(&r, RSP_BACK_CONTINUE);
        assert_int_equal(event->kind, RSP_MACHINE_WATCH);
        assert_int_equal(event->address, watched);
        assert_int_equal(word_at(r.p, watched, 8), values[i]);
    }
    assert_int_equal(back(&r, RSP_BACK_CONTINUE)->kind, RSP_MACHINE_HISTORY_BEGIN);
    assert_int_equal(on(&r, RSP_RESUME_CONTINUE)->kind, RSP_MACHINE_WATCH);
    assert_int_equal(word_at(r.p, watched, 8), 1);
    rig_free(&r);
}

static void a_changed_past_has_another_future(void **state) {
    (void)state;
    rig r = recorded("/bin/watch", NULL, 64 << 20);
    uint64_t watched = rig_symbol(&r, "watched");
    go_to(&r, "done_watching");
    assert_int_equal(word_at(r.p, watched, 8), 2);
    assert_int_equal(back(&r, RSP_BACK_STEP)->kind, RSP_MACHINE_STEP);
    static const uint8_t seven[8] = {7};
    assert_int_equal(rsp_process_write(r.p, watched, rsp_bytes_make(seven, 8)), 8);
    assert_false(rsp_machine_in_past(r.m));
    assert_int_equal(on(&r, RSP_RESUME_STEP)->kind, RSP_MACHINE_STEP);
    assert_int_equal(back(&r, RSP_BACK_STEP)->kind, RSP_MACHINE_STEP);
    assert_int_equal(word_at(r.p, watched, 8), 7);
    assert_int_equal(back(&r, RSP_BACK_STEP)->kind, RSP_MACHINE_STEP);
    assert_int_equal(word_at(r.p, watched, 8), 2);
    assert_int_equal(on(&r, RSP_RESUME_CONTINUE)->kind, RSP_MACHINE_HISTORY_END);
    go(r.t);
    expect_exit(&r, 1); /* as done_watching returns to a test of the value */
    rig_free(&r);
}

static void signals_are_met_before_their_delivery(void **state) {
    (void)state;
    rig r = recorded("/bin/signals", NULL, 64 << 20);
    go(r.t);
    const rsp_machine_event first = *expect(&r, RSP_MACHINE_SIGNAL);
    uint64_t pc = reg_of(r.t, RSP_REG_PC);
    assert_ok(rsp_thread_resume(r.t, &(rsp_resume){.signal = first.code}));
    (void)expect(&r, RSP_MACHINE_SIGNAL);
    const rsp_machine_event *event = back(&r, RSP_BACK_CONTINUE);
    assert_int_equal(event->kind, RSP_MACHINE_SIGNAL);
    assert_int_equal(event->code, first.code);
    assert_int_equal(reg_of(r.t, RSP_REG_PC), pc);
    uint8_t info[RSP_SIGINFO_BYTES];
    assert_ok(rsp_thread_siginfo(r.t, info));
    assert_int_equal(info[0], first.code);
    assert_int_equal(back(&r, RSP_BACK_CONTINUE)->kind, RSP_MACHINE_HISTORY_BEGIN);
    rsp_process_pass_signals(r.p, UINT64_MAX);
    assert_int_equal(on(&r, RSP_RESUME_CONTINUE)->kind, RSP_MACHINE_HISTORY_END);
    rig_free(&r);
}

/* A child that the debugger has left runs on while its parent stands: nothing to go forward through. */
static void what_ran_without_the_debugger_is_no_stop(void **state) {
    (void)state;
    rig r = recorded("/bin/fork-exit", NULL, 64 << 20);
    rsp_process_set_reports(r.p, RSP_REPORT_FORK);
    go(r.t);
    const rsp_machine_event fork = *expect(&r, RSP_MACHINE_FORK);
    rsp_process_detach(rsp_machine_process(r.m, fork.child_pid));
    go_to(&r, "parent_work");
    uint64_t stopped = rsp_machine_insns(r.m);
    rsp_machine_run(r.m, &r.ran, &(rsp_machine_run_limits){.budget_insns = 1000});
    assert_true(rsp_machine_insns(r.m) > stopped);
    assert_int_equal(back(&r, RSP_BACK_STEP)->kind, RSP_MACHINE_STEP);
    assert_true(rsp_machine_in_past(r.m));
    assert_int_equal(on(&r, RSP_RESUME_STEP)->kind, RSP_MACHINE_STEP);
    assert_false(rsp_machine_in_past(r.m));
    rig_free(&r);
}

/* However long a program runs, and however much it writes: the limit holds, and steps back work. */
static void memory_is_bounded(void **state) {
    (void)state;
    enum { LIMIT = 1 << 20, INSNS = 60 * 1000 * 1000 };
    rig r = recorded("/bin/spin", NULL, LIMIT);
    go(r.t);
    rsp_recording recording;
    for (size_t i = 0; i < 30; i++) {
        rsp_machine_run(r.m, &r.ran, &(rsp_machine_run_limits){.budget_insns = INSNS / 30});
        assert_int_equal(r.ran.ended, RSP_RAN_BUDGET);
        rsp_machine_recording(r.m, &recording);
        assert_true(recording.bytes <= LIMIT + LIMIT / 8);
    }
    assert_true(recording.num_checkpoints > 2);
    rsp_process_hold(r.p);
    uint64_t hash = rsp_machine_trace_hash(r.m);
    uint64_t now = rsp_machine_insns(r.m);
    for (unsigned i = 1; i <= 10; i++) {
        assert_int_equal(back(&r, RSP_BACK_STEP)->kind, RSP_MACHINE_STEP);
        assert_int_equal(rsp_machine_insns(r.m), now - i);
    }
    assert_int_equal(on(&r, RSP_RESUME_CONTINUE)->kind, RSP_MACHINE_HISTORY_END);
    assert_int_equal(rsp_machine_trace_hash(r.m), hash);
    rig_free(&r);
}

static void without_a_recording_there_is_no_way_back(void **state) {
    (void)state;
    rig r = rig_new("/bin/scratch");
    step(r.t);
    (void)expect(&r, RSP_MACHINE_STEP);
    assert_int_equal(rsp_machine_go_back(r.m, rsp_thread_tid(r.t), RSP_BACK_STEP), RSP_UNSUPPORTED);
    rig_free(&r);
    r = recorded("/bin/scratch", NULL, 1 << 20);
    assert_int_equal(rsp_machine_go_back(r.m, 1, RSP_BACK_STEP), RSP_NOT_FOUND);
    assert_int_equal(back(&r, RSP_BACK_STEP)->kind, RSP_MACHINE_HISTORY_BEGIN);
    assert_int_equal(on(&r, RSP_RESUME_CONTINUE)->kind, RSP_MACHINE_HISTORY_END);
    rig_free(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_come_in_the_other_order),
        cmocka_unit_test(a_write_is_met_before_it),
        cmocka_unit_test(a_changed_past_has_another_future),
        cmocka_unit_test(signals_are_met_before_their_delivery),
        cmocka_unit_test(what_ran_without_the_debugger_is_no_stop),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(without_a_recording_there_is_no_way_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Scheduling under a debugger that holds and resumes all threads at each stop.
 * Each thread that can run has its turn, whatever the others stop for.
 * Program: threads4 with 'spin', four workers that count for ever in one loop. */
/* SPDX-License-Identifier: MIT */
#include "machine_test.h"

enum { WORKERS = 4 };

/* All workers are in count(), main is in settled(), and everybody is held. */
static rig settled(uint64_t seed) {
    rsp_machine_options options = program_options();
    options.seed = seed;
    rig r = rig_with("/bin/threads4", "spin", &options);
    go_to(&r, "settled");
    rsp_process_hold(r.p);
    return r;
}

static void worker_counts(const rig *r, uint64_t out[WORKERS]) {
    uint64_t at = rig_symbol(r, "counts");
    for (size_t i = 0; i < WORKERS; i++)
        out[i] = word_at(r->p, at + 8 * i, 8);
}

/* To the next stop of whoever stops first; then everybody is held. */
static rsp_thread *next_stop(rig *r, rsp_machine_event_kind kind) {
    const rsp_machine_event *event = expect(r, kind);
    rsp_thread *t = rsp_machine_thread(r->m, event->tid);
    rsp_process_hold(r->p);
    return t;
}

/* An address in the loop of count(): where the first worker is now. */
static uint64_t loop_address(const rig *r) {
    return reg_of(rsp_process_next_thread(r->p, r->t), RSP_REG_PC);
}

/* What GDB does for `stepi` where it can not step: a breakpoint in code that all share, and whoever hits it
 * steps over it alone. */
static void workers_meet_a_shared_breakpoint_in_turn(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        rig r = settled(seed);
        uint64_t at = loop_address(&r);
        unsigned hits[WORKERS] = {0};
        uint32_t first = rsp_thread_tid(r.t) + 1;
        break_at(r.p, at);
        for (unsigned round = 1; round <= 50; round++) {
            for (size_t i = 0; i < WORKERS; i++) {
                go_all(r.p);
                rsp_thread *t = next_stop(&r, RSP_MACHINE_BREAK_SW);
                hits[rsp_thread_tid(t) - first]++;
                step(t);
                assert_true(next_stop(&r, RSP_MACHINE_STEP) == t);
            }
            for (size_t i = 0; i < WORKERS; i++)
                assert_int_equal(hits[i], round);
        }
        rig_free(&r);
    }
}

/* A client that resumes into a breakpoint over and over: the thread at it executes nothing at all. */
static void a_thread_that_can_not_move_keeps_nobody_waiting(void **state) {
    (void)state;
    rig r = settled(1);
    uint64_t before[WORKERS];
    uint64_t after[WORKERS];
    rsp_thread *stuck = rsp_process_next_thread(r.p, r.t);
    worker_counts(&r, before);
    break_at(r.p, reg_of(stuck, RSP_REG_PC));
    for (size_t i = 0; i < 20; i++) {
        for (rsp_thread *t = rsp_process_next_thread(r.p, NULL); t; t = rsp_process_next_thread(r.p, t))
            assert_ok(rsp_thread_resume(t, &(rsp_resume){.hit_here = t == stuck}));
        (void)next_stop(&r, RSP_MACHINE_BREAK_SW);
    }
    worker_counts(&r, after);
    for (size_t i = 1; i < WORKERS; i++)
        assert_true(after[i] > before[i]);
    rig_free(&r);
}

/* vCont;s:THREAD;c */
static void others_run_beside_a_thread_that_steps(void **state) {
    (void)state;
    rig r = settled(1);
    uint64_t before[WORKERS];
    uint64_t after[WORKERS];
    rsp_thread *stepping = rsp_process_next_thread(r.p, rsp_process_next_thread(r.p, r.t));
    worker_counts(&r, before);
    for (size_t i = 0; i < 50; i++) {
        step(stepping);
        go_all(r.p);
        assert_true(next_stop(&r, RSP_MACHINE_STEP) == stepping);
    }
    worker_counts(&r, after);
    for (size_t i = 0; i < WORKERS; i++)
        assert_true(after[i] > before[i]);
    rig_free(&r);
}

/* Holding and resuming is no chance: the same calls give the same course. */
static void the_same_seed_and_calls_give_the_same_course(void **state) {
    (void)state;
    uint64_t hashes[3];
    for (size_t k = 0; k < RSP_ARRAY_LEN(hashes); k++) {
        rig r = settled(k == 2 ? 8 : 7);
        break_at(r.p, loop_address(&r));
        for (size_t i = 0; i < 40; i++) {
            go_all(r.p);
            (void)next_stop(&r, RSP_MACHINE_BREAK_SW);
        }
        hashes[k] = rsp_machine_trace_hash(r.m);
        rig_free(&r);
    }
    assert_true(hashes[0] == hashes[1]);
    assert_true(hashes[0] != hashes[2]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workers_meet_a_shared_breakpoint_in_turn),
        cmocka_unit_test(a_thread_that_can_not_move_keeps_nobody_waiting),
        cmocka_unit_test(others_run_beside_a_thread_that_steps),
        cmocka_unit_test(the_same_seed_and_calls_give_the_same_course),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

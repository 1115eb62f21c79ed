/* Each invariant of the stub can break: a test breaks it on purpose and reads which one it was.
 * The stub over the scripted target is in a state where all of them hold.
 * In builds with assertions, the next call of a broken stub aborts. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "breakpoint_table.h"
#include "run_control.h"
#include "stop_table.h"
#include "stub_script.h"
#include "validate.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int setup(void **state) {
    stub_script *t = test_malloc(sizeof(*t));
    script_init(t);
    fake_add(t->fake, 1, 3);
    script_start(t);
    *state = t;
    return 0;
}

static int teardown(void **state) {
    script_end(*state);
    test_free(*state);
    return 0;
}

#define EXPECT_BROKEN(t, text) assert_string_equal(stub_broken_invariant((t)->stub), (text))
#define EXPECT_SOUND(t) assert_null(stub_broken_invariant((t)->stub))

/* Non-stop, with a stop that was sent and one that waits. */
static void open_sequence(stub_script *t) {
    SCRIPT(t, SCRIPT_ALL, "> QNonStop:1", "< OK", "> vCont;c", "< OK", "e BREAK_SOFTWARE 1.2",
           "e BREAK_SOFTWARE 1.1", "run", "% Stop:T05*p1.2*");
    EXPECT_SOUND(t);
}

static void what_was_agreed_on(void **state) {
    stub_script *t = *state;
    EXPECT_SOUND(t);
    stub_agree(t->stub, STUB_AGREED_FORK_EVENTS, true);
    EXPECT_BROKEN(t, "children are reported by process id, so only with multiprocess");
    stub_agree(t->stub, STUB_AGREED_MULTIPROCESS, true);
    EXPECT_SOUND(t);
    t->stub->opt.offer_multiprocess = false;
    EXPECT_BROKEN(t, "multiprocess was not offered");
    t->stub->opt.offer_multiprocess = true;
    t->stub->run->state = STUB_RUN_NONSTOP;
    t->stub->opt.offer_non_stop = false;
    EXPECT_BROKEN(t, "non-stop was not offered");
    t->stub->run->state = STUB_RUN_HALTED;
}

static void a_stop_reply_that_is_owed(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> c");
    EXPECT_SOUND(t);
    t->stub->run->state = STUB_RUN_HALTED;
    EXPECT_BROKEN(t, "a thread runs although the client takes all for stopped");
    t->stub->run->state = STUB_RUN_AWAITED;
    t->stub->session = STUB_SESSION_NONE;
    EXPECT_BROKEN(t, "a stop reply is owed, and there is nobody to get it");
    t->stub->session = STUB_SESSION_TALKING;
    SCRIPT(t, "! $qC#b4", "= +");
    EXPECT_SOUND(t);
    t->stub->run->state = STUB_RUN_HALTED;
    EXPECT_BROKEN(t, "requests wait although no stop reply is owed");
    t->stub->run->state = STUB_RUN_AWAITED;
}

static void announcements(void **state) {
    stub_script *t = *state;
    struct stub_run *run = t->stub->run;
    run->stop_notice = STUB_NOTICE_DUE;
    EXPECT_BROKEN(t, "an announcement was put off beyond the request that caused it");
    run->stop_notice = STUB_NOTICE_OPEN;
    EXPECT_BROKEN(t, "stops are announced in all-stop");
    run->stop_notice = STUB_NOTICE_IDLE;
    run->output_notice = STUB_NOTICE_OPEN;
    EXPECT_BROKEN(t, "output is announced in all-stop");
    run->output_notice = STUB_NOTICE_IDLE;
    open_sequence(t);
    run->stop_notice = STUB_NOTICE_IDLE;
    EXPECT_BROKEN(t, "a stop was delivered outside of a sequence");
    run->stop_notice = STUB_NOTICE_OPEN;
    stub_stop *delivered = run->delivered;
    run->delivered = run->first;
    EXPECT_BROKEN(t, "the stop that was delivered last is still in the queue");
    run->delivered = NULL;
    EXPECT_BROKEN(t, "a stop is neither known to the client, nor sent, nor in the queue");
    run->delivered = delivered;
    EXPECT_SOUND(t);
}

static void the_queue(void **state) {
    stub_script *t = *state;
    struct stub_run *run = t->stub->run;
    open_sequence(t);
    run->num_queued++;
    EXPECT_BROKEN(t, "the queue is not as long as it counts");
    run->num_queued = 0;
    EXPECT_BROKEN(t, "the queue has one end, or another length than it counts");
    run->num_queued = 1;
    stub_stop *last = run->last;
    run->last = run->delivered;
    EXPECT_BROKEN(t, "the links of the queue do not end at its last stop");
    run->last = last;
    run->first->prev = run->delivered;
    EXPECT_BROKEN(t, "the links of the queue do not match");
    run->first->prev = NULL;
    run->first->state = STUB_STOP_KNOWN;
    EXPECT_BROKEN(t, "a stop in the queue has been told");
    run->first->state = STUB_STOP_QUEUED;
    run->first->thread.tid = 3;
    EXPECT_BROKEN(t, "a stop in the queue is not the one of its thread");
    run->first->thread.tid = 1;
    EXPECT_SOUND(t);
}

static void threads_that_run(void **state) {
    stub_script *t = *state;
    open_sequence(t);
    t->fake->threads[1].running = true;
    EXPECT_BROKEN(t, "a thread runs and has a stop");
    t->fake->threads[1].running = false;
    t->stub->run->running.state = STUB_RUNNING_NONE;
    EXPECT_BROKEN(t, "a thread runs although the last search found none");
    t->stub->run->running.state = STUB_RUNNING_UNKNOWN;
    EXPECT_SOUND(t);
}

static void breakpoints_of_the_dead(void **state) {
    stub_script *t = *state;
    SCRIPT(t, "> Z0,1000,4", "< OK");
    EXPECT_SOUND(t);
    int32_t first = t->fake->processes[1].first;
    t->fake->processes[1].first = -1;
    EXPECT_BROKEN(t, "breakpoints of a process that is gone are kept");
    t->fake->processes[1].first = first;
    EXPECT_SOUND(t);
}

static void the_next_call_of_a_broken_stub_aborts(void **state) {
    stub_script *t = *state;
    int status = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        (void)freopen("/dev/null", "w", stderr);
        stub_agree(t->stub, STUB_AGREED_FORK_EVENTS, true);
        (void)!rsp_stub_run(t->stub, 1, &t->out);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
#ifdef NDEBUG
    assert_true(WIFEXITED(status));
#else
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
#endif
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(what_was_agreed_on),
        TEST(a_stop_reply_that_is_owed),
        TEST(announcements),
        TEST(the_queue),
        TEST(threads_that_run),
        TEST(breakpoints_of_the_dead),
        TEST(the_next_call_of_a_broken_stub_aborts),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}

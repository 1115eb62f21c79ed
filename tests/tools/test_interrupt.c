/* The signals that end a command: each sets the flag, and a second SIGHUP does not end the program.
 * Shell and kernel both send one when a terminal is closed. raise() returns when the handler has run.
 * See cli/interrupt.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "cli/interrupt.h"

#include <sys/wait.h>
#include <unistd.h>

static void each_signal_sets_the_flag(void **state) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(numbers); i++) {
        interrupt_forget();
        assert_int_equal(*interrupt_flag(), 0);
        assert_int_equal(raise(numbers[i]), 0);
        assert_int_equal(*interrupt_flag(), 1);
    }
    interrupt_forget();
}

/* What a process does that sends itself the signal twice: 0, or the signal that ended it. */
static int ends_by(int number) {
    int status = 0;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        interrupt_catch();
        (void)raise(number);
        (void)raise(number);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

static void a_second_one_is_final_unless_the_terminal_is_closed(void **state) {
    (void)state;
    assert_int_equal(ends_by(SIGINT), SIGINT);
    assert_int_equal(ends_by(SIGTERM), SIGTERM);
    assert_int_equal(ends_by(SIGHUP), 0);
}

static void a_hangup_that_is_ignored_stays_ignored(void **state) {
    (void)state;
    struct sigaction before;
    const struct sigaction ignored = {.sa_handler = SIG_IGN};
    assert_int_equal(sigaction(SIGHUP, &ignored, &before), 0);
    interrupt_forget();
    assert_int_equal(raise(SIGHUP), 0);
    assert_int_equal(*interrupt_flag(), 0);
    assert_int_equal(sigaction(SIGHUP, &before, NULL), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_signal_sets_the_flag),
        cmocka_unit_test(a_second_one_is_final_unless_the_terminal_is_closed),
        cmocka_unit_test(a_hangup_that_is_ignored_stays_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

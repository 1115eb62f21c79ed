/* Who holds the other end of a link: a tracer of a process here, or not.
 * A child of ours is traced by another child, which accepts one connection.
 * See link/tracer.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "link/address.h"
#include "link/listener.h"
#include "link/tracer.h"

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process that stands, with a tracer that has one end of `pipe` for telling its number. */
static pid_t start_tracer(rsp_listener *listener, int tell, int until) {
    const pid_t tracer = fork();
    if (tracer != 0)
        return tracer;
    rsp_link *link = NULL;
    char byte;
    const pid_t child = fork();
    if (child == 0) {
        (void)ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        (void)raise(SIGSTOP);
        _exit(0);
    }
    int how = 0;
    (void)waitpid(child, &how, WUNTRACED);
    if (rsp_listener_accept(listener, &link, RSP_NEVER_NS) == RSP_OK)
        (void)!write(tell, &child, sizeof child);
    (void)!read(until, &byte, 1);
    (void)kill(child, SIGKILL);
    _exit(0);
}

static void a_tracer_is_known_by_its_connection(void **state) {
    rsp_arena arena = {0};
    rsp_address address;
    rsp_listener *listener = NULL;
    rsp_link *to_tracer = NULL;
    rsp_link *to_us = NULL;
    rsp_link *accepted = NULL;
    int told[2];
    int until[2];
    pid_t traced = 0;
    (void)state;
    assert_int_equal(pipe(told), 0);
    assert_int_equal(pipe(until), 0);
    assert_ok(rsp_address_parse(&address, &arena, "tcp:127.0.0.1:0", NULL));
    assert_ok(rsp_listener_open(&listener, &address, NULL, NULL));
    address.port = rsp_listener_port(listener);
    const pid_t tracer = start_tracer(listener, told[1], until[0]);
    assert_ok(rsp_link_open_address(&to_tracer, &address, NULL, NULL));
    assert_int_equal(read(told[0], &traced, sizeof traced), sizeof traced);
    assert_ok(rsp_link_open_address(&to_us, &address, NULL, NULL));
    assert_ok(rsp_listener_accept(listener, &accepted, RSP_NEVER_NS));

    assert_true(rsp_link_traces(to_tracer, traced));
    assert_false(rsp_link_traces(to_us, traced));     /* a traced one, and not by the other end */
    assert_false(rsp_link_traces(to_tracer, tracer)); /* nobody traces it */
    assert_false(rsp_link_traces(to_tracer, getpid()));
    assert_false(rsp_link_traces(to_tracer, 0));
    assert_false(rsp_link_traces(to_tracer, -1));

    assert_int_equal(write(until[1], "", 1), 1);
    assert_int_equal(waitpid(tracer, NULL, 0), tracer);
    rsp_link_close(to_tracer);
    rsp_link_close(to_us);
    rsp_link_close(accepted);
    rsp_listener_close(listener);
    rsp_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tracer_is_known_by_its_connection),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

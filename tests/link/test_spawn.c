/* Programs at the other end: how they start, talk, die, and that nothing of them is left.
 * The program is tests/support/fake_stub.c; each misbehaviour is set off by a byte.
 * See link.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "link_test.h"

#include "core/arena.h"
#include "core/mem.h"
#include "link/address.h"
#include "link/fork_server.h"
#include "link/link_control.h"
#include "link/listener.h"
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#define ON_PORT "exec:" FAKE_STUB " --port {port} "
#define ON_SOCKET "exec:" FAKE_STUB " --socket {socket} "
#define ON_STDIO "pipe:" FAKE_STUB " --stdio "

static const char *const every_way[] = {ON_PORT, ON_SOCKET, ON_STDIO};

/* Who forks: this process, or, in the second half of the tests, a fork server. */
static rsp_fork_server *fork_server;

static rsp_link_options in_fork_server(const rsp_link_options *options) {
    rsp_link_options set = options ? *options : (rsp_link_options){0};
    set.fork_server = fork_server;
    return set;
}

static int make_fork_server(void **state) {
    (void)state;
    fork_server = rsp_fork_server_new(NULL);
    return fork_server ? 0 : -1;
}

static int free_fork_server(void **state) {
    (void)state;
    rsp_fork_server_free(fork_server);
    fork_server = NULL;
    return 0;
}

static rsp_link *open_mode(const char *way, const char *mode, const rsp_link_options *options) {
    char text[4096];
    const rsp_link_options set = in_fork_server(options);
    (void)snprintf(text, sizeof text, "%s%s", way, mode);
    return open_text(text, &set);
}

static rsp_status open_badly(rsp_link **out_link, const rsp_address *address, const rsp_link_options *options,
                             rsp_error *error) {
    const rsp_link_options set = in_fork_server(options);
    return rsp_link_open_address(out_link, address, &set, error);
}

static void assert_gone(long pid) {
    assert_int_equal(kill((pid_t)pid, 0), -1);
    assert_int_equal(errno, ESRCH);
}

/* Sends a byte and receives until the end; what came is left in `in`. */
static rsp_status poke(rsp_link *link, rsp_buf *in) {
    rsp_status status = rsp_link_send(link, RSP_LIT("x"), soon(link));
    while (status == RSP_OK)
        status = rsp_link_recv(link, in, SIZE_MAX, soon(link));
    return status;
}

static void every_way_carries_bytes(void **state) {
    (void)state;
    rsp_buf in = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(every_way); i++) {
        rsp_link *link = open_mode(every_way[i], "echo", NULL);
        long pid = rsp_link_pid(link);
        assert_true(pid > 0);
        assert_int_equal(rsp_link_port(link) != 0, i == 0);
        assert_int_equal(rsp_link_ended(link).kind, RSP_END_RUNNING);
        assert_string_equal(rsp_link_ended(link).text, "running");
        assert_ok(rsp_link_send(link, RSP_LIT("hello"), soon(link)));
        recv_all(link, &in, 5);
        assert_bytes_lit(rsp_buf_bytes(&in), "hello");
        rsp_buf_clear(&in);
        rsp_link_describe(link, &in);
        assert_true(rsp_bytes_search(rsp_buf_bytes(&in), RSP_LIT("fake_stub")) < in.len);
        rsp_link_close(link);
        assert_gone(pid);
    }
    rsp_buf_free(&in);
}

static void both_pipes_full_do_not_wait_for_each_other(void **state) {
    (void)state;
    size_t len = (size_t)3 * 1024 * 1024;
    uint8_t *big = malloc(len);
    rsp_buf in = {0};
    assert_non_null(big);
    for (size_t i = 0; i < len; i++)
        big[i] = (uint8_t)(i * 13 + i / 509);
    for (size_t i = 0; i < RSP_ARRAY_LEN(every_way); i++) {
        rsp_link *link = open_mode(every_way[i], "echo", NULL);
        assert_ok(rsp_link_send(link, rsp_bytes_make(big, len), soon(link)));
        recv_all(link, &in, len);
        assert_true(rsp_bytes_equal(rsp_buf_bytes(&in), rsp_bytes_make(big, len)));
        rsp_link_close(link);
    }
    rsp_buf_free(&in);
    free(big);
}

static void ways_to_die_are_told_apart(void **state) {
    (void)state;
    static const struct row {
        const char *mode;
        rsp_end_kind kind;
        int code;
        const char *text;
        const char *sanitizer;
    } rows[] = {
        {"exit3", RSP_END_EXITED, 3, "exit 3", ""},
        {"segv", RSP_END_SIGNALED, SIGSEGV, "SIGSEGV", ""},
        {"asan", RSP_END_EXITED, 1, "exit 1",
         "AddressSanitizer: heap-buffer-overflow on address 0x1 thread T0"},
        {"ubsan", RSP_END_EXITED, 1, "exit 1", "../stub.c:7:3: runtime error: index 9 out of bounds"},
        {"go", RSP_END_EXITED, 1, "exit 1", ""},
    };
    rsp_buf in = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        for (size_t k = 0; k < RSP_ARRAY_LEN(every_way); k++) {
            rsp_link *link = open_mode(every_way[k], rows[i].mode, NULL);
            assert_int_equal(poke(link, &in), RSP_DIED);
            rsp_link_end end = rsp_link_ended(link);
            assert_int_equal(end.kind, rows[i].kind);
            assert_int_equal(end.code, rows[i].code);
            assert_string_equal(end.text, rows[i].text);
            assert_string_equal(end.sanitizer, rows[i].sanitizer);
            rsp_link_close(link);
        }
    }
    rsp_buf_free(&in);
}

static void orderly_exit_is_closed_not_died(void **state) {
    (void)state;
    rsp_buf in = {0};
    rsp_link *link = open_mode(ON_STDIO, "echo", NULL);
    assert_ok(rsp_link_send(link, RSP_LIT("ab"), soon(link)));
    assert_ok(rsp_link_half_close(link));
    recv_all(link, &in, 2);
    assert_int_equal(rsp_link_recv(link, &in, 1, soon(link)), RSP_CLOSED);
    assert_string_equal(rsp_link_ended(link).text, "exit 0");
    rsp_link_close(link);
    rsp_buf_free(&in);
}

static void last_words_are_the_tail_and_never_block_the_program(void **state) {
    (void)state;
    rsp_buf in = {0};
    rsp_link_options options = {.words_bytes = 100};
    rsp_link *link = open_mode(ON_PORT, "words", &options);
    assert_ok(rsp_link_send(link, RSP_LIT("w"), soon(link)));
    recv_all(link, &in, 1);
    rsp_bytes words = rsp_link_last_words(link);
    assert_int_equal(words.len, 100);
    assert_memory_equal(words.ptr + 100 - 14, "the last word\n", 14);
    rsp_link_close(link);
    link = open_mode(ON_PORT, "exit3", NULL);
    assert_int_equal(poke(link, &in), RSP_DIED);
    assert_bytes_lit(rsp_link_last_words(link), "cannot go on\n");
    assert_int_equal(rsp_link_last_output(link).len, 0);
    rsp_link_close(link);
    rsp_buf_free(&in);
}

static void program_that_cannot_start_is_a_spawn_error(void **state) {
    (void)state;
    static const char *const words[] = {"/nonexistent/stub", "{port}", NULL};
    for (int i = 0; i < 2; i++) {
        rsp_address address = {.kind = i ? RSP_ADDRESS_EXEC : RSP_ADDRESS_PIPE, .argv = words, .argc = 2};
        rsp_link *link = NULL;
        rsp_error error = {0};
        assert_int_equal(open_badly(&link, &address, NULL, &error), RSP_SPAWN);
        assert_null(link);
        assert_non_null(strstr(error.msg, "No such file"));
    }
}

static void program_that_ends_before_it_listens_died_with_its_words(void **state) {
    (void)state;
    static const char *const words[] = {FAKE_STUB, "--port", "{port}", "refuse-to-start", NULL};
    rsp_address address = {.kind = RSP_ADDRESS_EXEC, .argv = words, .argc = 4};
    rsp_link *link = NULL;
    rsp_error error = {0};
    assert_int_equal(open_badly(&link, &address, NULL, &error), RSP_DIED);
    assert_non_null(strstr(error.msg, "exit 7"));
    assert_non_null(strstr(error.msg, "bad weather"));
}

static void program_that_never_listens_is_given_up_in_time(void **state) {
    (void)state;
    static const char *const words[] = {FAKE_STUB, "--stdio", "{port}", "deaf", NULL};
    rsp_address address = {.kind = RSP_ADDRESS_EXEC, .argv = words, .argc = 4};
    rsp_link_options options = {.connect_timeout_ns = 50 * RSP_NS_PER_MS};
    rsp_link *link = NULL;
    rsp_error error = {0};
    assert_int_equal(open_badly(&link, &address, &options, &error), RSP_CONNECT);
    assert_non_null(strstr(error.msg, "does not listen"));
}

static void program_gets_three_descriptors_its_own_session_and_a_place(void **state) {
    (void)state;
    rsp_buf in = {0};
    rsp_link_options options = {.cwd = "/"};
    /* Descriptors that must not leak into it. */
    int leak = open("/dev/null", O_RDONLY);
    assert_true(dup2(leak, 200) == 200);
    for (size_t i = 0; i < 2; i++) {
        rsp_link *link = open_mode(i ? ON_STDIO : ON_PORT, "look", &options);
        rsp_buf_clear(&in);
        while (rsp_bytes_index(rsp_buf_bytes(&in), '\n') == in.len)
            assert_ok(rsp_link_recv(link, &in, 1000, soon(link)));
        assert_bytes_lit(rsp_buf_bytes(&in), "extra 0 leader 1 cwd /\n");
        rsp_link_close(link);
    }
    (void)close(200);
    (void)close(leak);
    rsp_buf_free(&in);
}

static size_t read_pids(rsp_link *link, long pids[8]) {
    rsp_buf in = {0};
    size_t num = 0;
    while (rsp_bytes_index(rsp_buf_bytes(&in), '\n') == in.len)
        assert_ok(rsp_link_recv(link, &in, 1000, soon(link)));
    char *at = (char *)(uintptr_t)rsp_buf_cstr(&in);
    for (long pid = strtol(at, &at, 10); pid > 0 && num < 8; pid = strtol(at, &at, 10))
        pids[num++] = pid;
    rsp_buf_free(&in);
    return num;
}

static void debuggees_are_ended_with_the_stub(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(every_way); i++) {
        for (int crash = 0; crash < 2; crash++) {
            rsp_link *link = open_mode(every_way[i], "family", NULL);
            rsp_buf in = {0};
            long pids[8] = {0};
            assert_int_equal(read_pids(link, pids), 3);
            long stub = rsp_link_pid(link);
            if (crash) {
                assert_int_equal(poke(link, &in), RSP_DIED);
                assert_string_equal(rsp_link_ended(link).text, "SIGKILL");
            }
            for (size_t k = 0; k < 3; k++)
                assert_int_equal(kill((pid_t)pids[k], 0), 0);
            rsp_link_close(link);
            assert_gone(stub);
            for (size_t k = 0; k < 3; k++)
                assert_gone(pids[k]);
            rsp_buf_free(&in);
        }
    }
}

/* As a stub that has detached from them: it alone ends, also where it has ended before. */
static void debuggees_that_are_left_outlive_the_stub(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(every_way); i++) {
        for (int crash = 0; crash < 2; crash++) {
            rsp_link *link = open_mode(every_way[i], "family", NULL);
            rsp_buf in = {0};
            long pids[8] = {0};
            assert_int_equal(read_pids(link, pids), 3);
            const long stub = rsp_link_pid(link);
            if (crash)
                assert_int_equal(poke(link, &in), RSP_DIED);
            rsp_link_leave(link);
            rsp_link_close(link);
            assert_gone(stub);
            for (size_t k = 0; k < 3; k++)
                assert_int_equal(kill((pid_t)pids[k], SIGKILL), 0);
            rsp_buf_free(&in);
        }
    }
}

/* A process of its own opens the link and is killed: its last chance to clean up is none. */
static void our_own_death_ends_the_program(void **state) {
    (void)state;
    int told[2];
    char text[4096] = {0};
    assert_int_equal(pipe(told), 0);
    pid_t pid = fork();
    if (pid == 0) {
        rsp_buf name = {0};
        rsp_link *link = open_mode(ON_PORT, "echo", NULL);
        rsp_link_describe(link, &name);
        (void)!write(told[1], name.ptr, name.len);
        (void)close(told[1]);
        for (;;)
            (void)pause();
    }
    (void)close(told[1]);
    for (size_t len = 0; read(told[0], text + len, 1) == 1 && text[len] != ')';)
        len++;
    const char *port = strstr(text, "--port ");
    assert_non_null(port);
    char address[64];
    (void)snprintf(address, sizeof address, "tcp::%ld", strtol(port + 7, NULL, 10));
    /* A second client waits in the queue and sees the end of the program as the end of its connection. */
    rsp_link *second = open_text(address, NULL);
    rsp_buf in = {0};
    assert_int_equal(rsp_link_recv(second, &in, 1, 0), RSP_TIMEOUT);
    assert_int_equal(kill(pid, SIGKILL), 0);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    assert_int_equal(rsp_link_recv(second, &in, 1, soon(second)), RSP_CLOSED);
    rsp_link_close(second);
    rsp_buf_free(&in);
    (void)close(told[0]);
}

static void closing_one_leaves_the_other(void **state) {
    (void)state;
    rsp_buf in = {0};
    rsp_link *one = open_mode(ON_PORT, "echo", NULL);
    rsp_link *two = open_mode(ON_STDIO, "echo", NULL);
    rsp_link_close(one);
    assert_ok(rsp_link_send(two, RSP_LIT("here"), soon(two)));
    recv_all(two, &in, 4);
    rsp_link_close(two);
    /* Nothing is left to wait for. */
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    rsp_buf_free(&in);
}

static void reconnect_reaches_the_same_program(void **state) {
    (void)state;
    rsp_buf in = {0};
    rsp_error error = {0};
    for (size_t i = 0; i < 2; i++) {
        rsp_link *link = open_mode(every_way[i], "echo", NULL);
        long pid = rsp_link_pid(link);
        assert_ok(rsp_link_reconnect(link, soon(link), &error));
        assert_int_equal(rsp_link_pid(link), pid);
        assert_ok(rsp_link_send(link, RSP_LIT("2"), soon(link)));
        recv_all(link, &in, 1);
        rsp_link_close(link);
    }
    /* Once it has answered it has stopped listening. */
    rsp_link *link = open_mode(ON_PORT, "once", NULL);
    assert_ok(rsp_link_send(link, RSP_LIT("$?#3f"), soon(link)));
    recv_all(link, &in, 7);
    assert_int_equal(rsp_link_reconnect(link, soon(link), &error), RSP_DIED);
    assert_non_null(strstr(error.msg, "exit 0"));
    rsp_link_close(link);
    link = open_mode(ON_STDIO, "echo", NULL);
    assert_int_equal(rsp_link_reconnect(link, soon(link), &error), RSP_UNSUPPORTED);
    rsp_link_close(link);
    rsp_buf_free(&in);
}

/* Started in advance: it comes up while nobody waits for it. */
static void unconnected_program_is_connected_to_later(void **state) {
    (void)state;
    const rsp_link_options options = {.unconnected = true};
    rsp_buf in = {0};
    for (size_t i = 0; i < 2; i++) {
        rsp_link *link = open_mode(every_way[i], "echo", &options);
        long pid = rsp_link_pid(link);
        assert_true(pid > 0);
        assert_int_equal(rsp_link_stats_get(link).num_connects, 0);
        assert_int_equal(rsp_link_send(link, RSP_LIT("0"), soon(link)), RSP_CLOSED);
        assert_ok(rsp_link_reconnect(link, soon(link), NULL));
        assert_int_equal(rsp_link_stats_get(link).num_connects, 1);
        assert_int_equal(rsp_link_pid(link), pid);
        assert_ok(rsp_link_send(link, RSP_LIT("1"), soon(link)));
        recv_all(link, &in, 1);
        rsp_link_close(link);
        assert_gone(pid);
    }
    rsp_link *link = open_mode(ON_PORT, "echo", &options);
    long pid = rsp_link_pid(link);
    rsp_link_close(link);
    assert_gone(pid);
    rsp_buf_free(&in);
}

static void program_gets_the_environment_it_is_given(void **state) {
    (void)state;
    static const char *const set[] = {"RSP_TEST_FIRST=one", "RSP_TEST_SECOND=two", NULL};
    const rsp_link_options options = {.environment = set};
    rsp_buf in = {0};
    assert_int_equal(setenv("RSP_TEST_FIRST", "ours", 1), 0);
    assert_int_equal(setenv("RSP_TEST_THIRD", "kept", 1), 0);
    rsp_link *link =
        open_text("pipe:sh -c 'echo $RSP_TEST_FIRST $RSP_TEST_SECOND $RSP_TEST_THIRD'", &options);
    recv_all(link, &in, 12);
    assert_bytes_lit(rsp_buf_bytes(&in), "one two kept");
    assert_string_equal(getenv("RSP_TEST_FIRST"), "ours");
    rsp_link_close(link);
    rsp_buf_free(&in);
}

#ifdef __linux__
/* Another of our kind that picks the same port meanwhile sees by this name that it is to pick another. */
static bool can_claim(unsigned port) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    int len = snprintf(at.sun_path + 1, sizeof at.sun_path - 1, "stubborn-port-%u", port);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)len);
    bool free = bind(fd, (const struct sockaddr *)&at, size) == 0;
    if (!free)
        assert_int_equal(errno, EADDRINUSE);
    (void)close(fd);
    return free;
}

static void picked_port_is_claimed_until_the_link_is_closed(void **state) {
    (void)state;
    const rsp_link_options options = {.unconnected = true};
    for (unsigned connected = 0; connected < 2; connected++) {
        rsp_link *link = open_mode(ON_PORT, "echo", connected ? NULL : &options);
        unsigned port = rsp_link_port(link);
        assert_false(can_claim(port));
        rsp_link_close(link);
        assert_true(can_claim(port));
    }
}
#endif

static void flood_is_taken_in_pieces_of_our_choice(void **state) {
    (void)state;
    rsp_buf in = {0};
    rsp_link *link = open_mode(ON_PORT, "flood", NULL);
    assert_ok(rsp_link_send(link, RSP_LIT("x"), soon(link)));
    for (int i = 0; i < 1000; i++) {
        rsp_buf_clear(&in);
        assert_ok(rsp_link_recv(link, &in, 1000, soon(link)));
        assert_in_range(in.len, 1, 1000);
    }
    rsp_link_close(link);
    rsp_buf_free(&in);
}

static void half_closed_program_still_listens(void **state) {
    (void)state;
    rsp_buf in = {0};
    rsp_link *link = open_mode(ON_PORT, "half-close", NULL);
    recv_all(link, &in, 3);
    assert_int_equal(rsp_link_recv(link, &in, 1, soon(link)), RSP_CLOSED);
    assert_ok(rsp_link_send(link, RSP_LIT("x"), soon(link)));
    assert_int_equal(rsp_link_ended(link).kind, RSP_END_RUNNING);
    rsp_link_close(link);
    rsp_buf_free(&in);
}

static void starting_without_memory_fails_cleanly(void **state) {
    (void)state;
    static const char *const words[] = {FAKE_STUB, "--port", "{port}", "echo", NULL};
    rsp_status status = RSP_NO_MEMORY;
    for (uint64_t fail_at = 1; status != RSP_OK; fail_at++) {
        rsp_mem_fuzzed fuzzed;
        rsp_mem_fuzzed_init(&fuzzed, fail_at, 0);
        rsp_link_options options = {.mem = &fuzzed.mem};
        rsp_address address = {.kind = RSP_ADDRESS_EXEC, .argv = words, .argc = 4};
        rsp_link *link = NULL;
        status = open_badly(&link, &address, &options, NULL);
        rsp_link_close(link);
        assert_true(fail_at < 100);
    }
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

/* Starts `command` for a listener of our own; what was said goes into `error`. */
static rsp_status spawn_to_connect(const char *command, uint64_t patience_ns, rsp_error *error) {
    const rsp_address here = {.kind = RSP_ADDRESS_TCP, .host = "127.0.0.1"};
    rsp_listener *listener = NULL;
    rsp_arena arena = {0};
    rsp_address address = {0};
    rsp_link *link = NULL;
    assert_ok(rsp_address_parse(&address, &arena, command, NULL));
    assert_ok(rsp_listener_open(&listener, &here, NULL, NULL));
    rsp_clock clock = rsp_listener_clock(listener);
    uint64_t deadline = rsp_deadline(rsp_clock_now(&clock), patience_ns);
    rsp_status status = rsp_listener_spawn(listener, &link, &address, deadline, error);
    assert_null(link);
    rsp_listener_close(listener);
    rsp_arena_free(&arena);
    return status;
}

static void launch_too_large_for_the_fork_server_is_forked_here(void **state) {
    (void)state;
    enum { MANY = 5000 };
    static const char *set[MANY + 1];
    for (size_t i = 0; i < MANY; i++)
        set[i] = "RSP_TEST_MANY=1";
    const rsp_link_options options = {.environment = set};
    rsp_link *link = open_mode(ON_STDIO, "echo", &options);
    assert_true(rsp_link_pid(link) > 0);
    rsp_link_close(link);
}

static void fork_server_that_has_ended_is_not_needed(void **state) {
    (void)state;
    rsp_fork_server *other = rsp_fork_server_new(NULL);
    rsp_link_options options = {.fork_server = other};
    rsp_link *link = open_text(ON_STDIO "echo", &options);
    long before = rsp_link_pid(link);
    rsp_link_close(link);
    siginfo_t gone;
    assert_int_equal(kill((pid_t)rsp_fork_server_pid(other), SIGKILL), 0);
    assert_int_equal(waitid(P_PID, (id_t)rsp_fork_server_pid(other), &gone, WEXITED | WNOWAIT), 0);
    link = open_text(ON_STDIO "echo", &options);
    assert_true(rsp_link_pid(link) > 0 && rsp_link_pid(link) != before);
    rsp_link_close(link);
    rsp_fork_server_free(other);
}

static void debugger_that_does_not_connect_is_told_and_ended(void **state) {
    (void)state;
    rsp_error error = {0};
    assert_int_equal(
        spawn_to_connect("exec:sh -c 'echo wrong {port} >&2; exit 7'", 60 * RSP_NS_PER_S, &error), RSP_DIED);
    assert_non_null(strstr(error.msg, "exit 7"));
    assert_non_null(strstr(error.msg, "wrong "));
    assert_null(strstr(error.msg, "{port}"));
    assert_int_equal(spawn_to_connect("exec:sh -c 'sleep 600; : {port}'", 10 * RSP_NS_PER_MS, &error),
                     RSP_TIMEOUT);
    assert_int_equal(spawn_to_connect("exec:no-such-debugger {port}", RSP_NS_PER_S, &error), RSP_SPAWN);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

#define WHOEVER_FORKS                                                                                        \
    cmocka_unit_test(every_way_carries_bytes), cmocka_unit_test(both_pipes_full_do_not_wait_for_each_other), \
        cmocka_unit_test(ways_to_die_are_told_apart), cmocka_unit_test(orderly_exit_is_closed_not_died),     \
        cmocka_unit_test(last_words_are_the_tail_and_never_block_the_program),                               \
        cmocka_unit_test(program_that_cannot_start_is_a_spawn_error),                                        \
        cmocka_unit_test(program_that_ends_before_it_listens_died_with_its_words),                           \
        cmocka_unit_test(program_that_never_listens_is_given_up_in_time),                                    \
        cmocka_unit_test(program_gets_three_descriptors_its_own_session_and_a_place),                        \
        cmocka_unit_test(debuggees_are_ended_with_the_stub),                                                 \
        cmocka_unit_test(debuggees_that_are_left_outlive_the_stub),                                          \
        cmocka_unit_test(our_own_death_ends_the_program),                                                    \
        cmocka_unit_test(reconnect_reaches_the_same_program),                                                \
        cmocka_unit_test(program_gets_the_environment_it_is_given)

int main(void) {
    (void)alarm(200);
    const struct CMUnitTest tests[] = {
        WHOEVER_FORKS,
        cmocka_unit_test(closing_one_leaves_the_other),
        cmocka_unit_test(unconnected_program_is_connected_to_later),
#ifdef __linux__
        cmocka_unit_test(picked_port_is_claimed_until_the_link_is_closed),
#endif
        cmocka_unit_test(flood_is_taken_in_pieces_of_our_choice),
        cmocka_unit_test(half_closed_program_still_listens),
        cmocka_unit_test(starting_without_memory_fails_cleanly),
        cmocka_unit_test(debugger_that_does_not_connect_is_told_and_ended),
    };
    const struct CMUnitTest from_fork_server[] = {
        WHOEVER_FORKS,
        cmocka_unit_test(launch_too_large_for_the_fork_server_is_forked_here),
        cmocka_unit_test(fork_server_that_has_ended_is_not_needed),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return failed + cmocka_run_group_tests(from_fork_server, make_fork_server, free_fork_server);
}

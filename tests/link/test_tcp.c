/* TCP and Unix links against our own listener, both ends in one thread: the system's buffers stand between.
 * Partial writes, ends of connections, second clients, cancelling.
 * See link.h, listener.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "link_test.h"

#include "core/arena.h"
#include "core/limits.h"
#include "core/mem.h"
#include "link/address.h"
#include "link/link_control.h"
#include "link/listener.h"
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct both {
    rsp_listener *listener;
    rsp_link *client;
    rsp_link *server;
} both;

static rsp_listener *listen_text(const char *text, const rsp_listener_options *options) {
    rsp_arena arena = {0};
    rsp_address address;
    rsp_error error = {0};
    rsp_listener *listener = NULL;
    assert_ok(rsp_address_parse(&address, &arena, text, NULL));
    assert_ok(rsp_listener_open(&listener, &address, options, &error));
    rsp_arena_free(&arena);
    return listener;
}

static rsp_link *connect_to(const rsp_listener *listener, const rsp_link_options *options) {
    char text[64];
    (void)snprintf(text, sizeof text, "tcp:127.0.0.1:%u", (unsigned)rsp_listener_port(listener));
    return open_text(text, options);
}

static rsp_link *accept_from(rsp_listener *listener) {
    rsp_clock clock = rsp_listener_clock(listener);
    rsp_link *link = NULL;
    assert_ok(rsp_listener_accept(listener, &link, rsp_deadline(rsp_clock_now(&clock), LONG_NS)));
    return link;
}

static both open_both(const rsp_listener_options *options) {
    both b = {.listener = listen_text("tcp::0", options)};
    b.client = connect_to(b.listener, NULL);
    b.server = accept_from(b.listener);
    return b;
}

static void close_both(both *b) {
    rsp_link_close(b->client);
    rsp_link_close(b->server);
    rsp_listener_close(b->listener);
}

static void bytes_pass_both_ways(void **state) {
    (void)state;
    both b = open_both(NULL);
    rsp_buf in = {0};
    assert_ok(rsp_link_send(b.client, RSP_LIT("a\0b"), soon(b.client)));
    recv_all(b.server, &in, 3);
    assert_bytes(rsp_buf_bytes(&in), RSP_LIT("a\0b"));
    assert_ok(rsp_link_send(b.server, RSP_LIT("xyz"), soon(b.server)));
    rsp_buf_clear(&in);
    assert_ok(rsp_link_recv(b.client, &in, 1, soon(b.client)));
    assert_bytes_lit(rsp_buf_bytes(&in), "x");
    assert_int_equal(rsp_link_recv(b.client, &in, 0, 0), RSP_USAGE);
    recv_all(b.client, &in, 2);
    assert_bytes_lit(rsp_buf_bytes(&in), "yz");
    rsp_link_stats stats = rsp_link_stats_get(b.client);
    assert_int_equal(stats.bytes_out, 3);
    assert_int_equal(stats.bytes_in, 3);
    assert_int_equal(stats.num_sends, 1);
    assert_int_equal(stats.num_replies, 1);
    assert_int_equal(rsp_link_ended(b.client).kind, RSP_END_NO_CHILD);
    assert_int_equal(rsp_link_last_words(b.client).len, 0);
    assert_false(rsp_link_is_virtual(b.client));
    rsp_buf_free(&in);
    close_both(&b);
}

static void passed_deadline_polls(void **state) {
    (void)state;
    both b = open_both(NULL);
    rsp_buf in = {0};
    assert_int_equal(rsp_link_recv(b.client, &in, 10, 0), RSP_TIMEOUT);
    uint64_t now = rsp_link_now(b.client);
    assert_int_equal(rsp_link_recv(b.client, &in, 10, now + 2 * RSP_NS_PER_MS), RSP_TIMEOUT);
    assert_true(rsp_link_now(b.client) >= now + 2 * RSP_NS_PER_MS);
    rsp_buf_free(&in);
    close_both(&b);
}

static void send_to_one_who_never_reads_times_out_in_bounds(void **state) {
    (void)state;
    both b = open_both(NULL);
    size_t len = (size_t)64 * 1024 * 1024;
    uint8_t *big = calloc(1, len);
    assert_non_null(big);
    uint64_t deadline = rsp_link_now(b.client) + 50 * RSP_NS_PER_MS;
    assert_int_equal(rsp_link_send(b.client, rsp_bytes_make(big, len), deadline), RSP_TIMEOUT);
    rsp_link_stats stats = rsp_link_stats_get(b.client);
    assert_true(stats.bytes_out > 0 && stats.bytes_out < len);
    assert_int_equal(stats.num_sends, 0);
    free(big);
    close_both(&b);
}

static void partial_writes_are_continued(void **state) {
    (void)state;
    both b = open_both(NULL);
    size_t len = (size_t)24 * 1024 * 1024;
    uint8_t *big = malloc(len);
    rsp_buf in = {0};
    size_t sent = 0;
    assert_non_null(big);
    for (size_t i = 0; i < len; i++)
        big[i] = (uint8_t)(i * 7 + i / 251);
    /* Whatever the first call leaves unsent at its deadline goes on where stats say that it stopped. */
    while (in.len < len) {
        rsp_bytes rest = rsp_bytes_make(big + sent, len - sent);
        rsp_status status = rsp_link_send(b.client, rest, rsp_link_now(b.client));
        assert_true(status == RSP_OK || status == RSP_TIMEOUT);
        sent = (size_t)rsp_link_stats_get(b.client).bytes_out;
        assert_ok(rsp_link_recv(b.server, &in, SIZE_MAX, soon(b.server)));
    }
    assert_true(rsp_bytes_equal(rsp_buf_bytes(&in), rsp_bytes_make(big, len)));
    rsp_buf_free(&in);
    free(big);
    close_both(&b);
}

static void blocked_send_takes_in_up_to_its_limit(void **state) {
    (void)state;
    both b = open_both(NULL);
    size_t len = (size_t)RSP_LIMIT_LINK_INBOX_BYTES * 2;
    uint8_t *big = calloc(1, len);
    rsp_buf in = {0};
    assert_non_null(big);
    uint64_t now = rsp_link_now(b.client);
    /* Both ends send and nobody receives: the client's inbox takes some, then both time out. */
    (void)!rsp_link_send(b.server, rsp_bytes_make(big, len), now);
    (void)!rsp_link_send(b.client, rsp_bytes_make(big, len * 4), now + 50 * RSP_NS_PER_MS);
    uint64_t sent = rsp_link_stats_get(b.server).bytes_out;
    recv_all(b.client, &in, (size_t)sent);
    assert_int_equal(in.len, sent);
    assert_int_equal(rsp_link_recv(b.client, &in, 1, 0), RSP_TIMEOUT);
    rsp_buf_free(&in);
    free(big);
    close_both(&b);
}

/* A connection whose server has said "last" and gone. */
static both open_and_leave(void) {
    both b = open_both(NULL);
    assert_ok(rsp_link_send(b.server, RSP_LIT("last"), soon(b.server)));
    rsp_link_close(b.server);
    b.server = NULL;
    return b;
}

static void end_comes_after_the_last_bytes(void **state) {
    (void)state;
    both b = open_and_leave();
    rsp_buf in = {0};
    recv_all(b.client, &in, 4);
    assert_int_equal(rsp_link_recv(b.client, &in, 1, soon(b.client)), RSP_CLOSED);
    assert_int_equal(rsp_link_recv(b.client, &in, 1, soon(b.client)), RSP_CLOSED);
    rsp_buf_free(&in);
    close_both(&b);
}

static void send_to_a_closed_peer_ends_without_a_signal(void **state) {
    (void)state;
    both b = open_both(NULL);
    static const uint8_t some[1000];
    rsp_link_close(b.server);
    b.server = NULL;
    rsp_status status = RSP_OK;
    for (int i = 0; i < 100000 && status == RSP_OK; i++)
        status = rsp_link_send(b.client, rsp_bytes_make(some, sizeof some), soon(b.client));
    assert_int_equal(status, RSP_CLOSED);
    close_both(&b);
}

/* A reply, then the end: the request that could not be sent any more does not lose the reply. */
static void what_came_before_a_failed_send_is_received(void **state) {
    (void)state;
    both b = open_and_leave();
    rsp_buf in = {0};
    rsp_status status = RSP_OK;
    for (int i = 0; i < 100000 && status == RSP_OK; i++)
        status = rsp_link_send(b.client, RSP_LIT("more"), soon(b.client));
    assert_int_equal(status, RSP_CLOSED);
    recv_all(b.client, &in, 4);
    assert_memory_equal(in.ptr, "last", 4);
    assert_int_equal(rsp_link_recv(b.client, &in, 1, soon(b.client)), RSP_CLOSED);
    rsp_buf_free(&in);
    close_both(&b);
}

static void half_close_still_receives(void **state) {
    (void)state;
    both b = open_both(NULL);
    rsp_buf in = {0};
    assert_ok(rsp_link_half_close(b.client));
    assert_int_equal(rsp_link_recv(b.server, &in, 1, soon(b.server)), RSP_CLOSED);
    assert_ok(rsp_link_send(b.server, RSP_LIT("yes"), soon(b.server)));
    recv_all(b.client, &in, 3);
    assert_int_equal(rsp_link_send(b.client, RSP_LIT("no"), soon(b.client)), RSP_CLOSED);
    rsp_buf_free(&in);
    close_both(&b);
}

static void full_buffer_says_so(void **state) {
    (void)state;
    both b = open_both(NULL);
    rsp_buf in = {.limit = 4};
    assert_ok(rsp_link_send(b.server, RSP_LIT("12345"), soon(b.server)));
    while (in.len < 4)
        assert_ok(rsp_link_recv(b.client, &in, 100, soon(b.client)));
    assert_int_equal(rsp_link_recv(b.client, &in, 100, soon(b.client)), RSP_LIMIT);
    recv_all(b.client, &in, 1);
    assert_bytes_lit(rsp_buf_bytes(&in), "5");
    rsp_buf_free(&in);
    close_both(&b);
}

static void second_client_waits_its_turn(void **state) {
    (void)state;
    both b = open_both(NULL);
    rsp_buf in = {0};
    rsp_link *second = connect_to(b.listener, NULL);
    assert_ok(rsp_link_send(second, RSP_LIT("2"), soon(second)));
    assert_int_equal(rsp_link_recv(b.server, &in, 1, 0), RSP_TIMEOUT);
    rsp_link_close(b.server);
    b.server = accept_from(b.listener);
    recv_all(b.server, &in, 1);
    assert_bytes_lit(rsp_buf_bytes(&in), "2");
    rsp_link_close(second);
    rsp_buf_free(&in);
    close_both(&b);
}

static void second_client_is_refused_by_policy(void **state) {
    (void)state;
    rsp_listener_options options = {.second = RSP_SECOND_REFUSED};
    both b = open_both(&options);
    rsp_buf in = {0};
    rsp_link *second = connect_to(b.listener, NULL);
    /* The served link looks after the listener whenever it waits. */
    assert_ok(rsp_link_send(b.client, RSP_LIT("1"), soon(b.client)));
    recv_all(b.server, &in, 1);
    (void)!rsp_link_recv(b.server, &in, 1, rsp_link_now(b.server) + RSP_NS_PER_MS);
    rsp_status status = rsp_link_recv(second, &in, 1, soon(second));
    assert_true(status == RSP_CLOSED);
    rsp_link_close(second);
    rsp_link_close(b.server);
    second = connect_to(b.listener, NULL);
    b.server = accept_from(b.listener);
    assert_ok(rsp_link_send(second, RSP_LIT("3"), soon(second)));
    recv_all(b.server, &in, 1);
    rsp_link_close(second);
    rsp_buf_free(&in);
    close_both(&b);
}

static void reconnect_meets_the_next_accept(void **state) {
    (void)state;
    both b = open_both(NULL);
    rsp_buf in = {0};
    assert_ok(rsp_link_reconnect(b.client, soon(b.client), NULL));
    assert_int_equal(rsp_link_recv(b.server, &in, 1, soon(b.server)), RSP_CLOSED);
    rsp_link_close(b.server);
    b.server = accept_from(b.listener);
    assert_ok(rsp_link_send(b.client, RSP_LIT("again"), soon(b.client)));
    recv_all(b.server, &in, 5);
    assert_int_equal(rsp_link_stats_get(b.client).num_connects, 2);
    assert_int_equal(rsp_link_reconnect(b.server, soon(b.server), NULL), RSP_UNSUPPORTED);
    rsp_listener_close(b.listener);
    b.listener = NULL;
    rsp_error error = {0};
    assert_int_equal(rsp_link_reconnect(b.client, soon(b.client), &error), RSP_CONNECT);
    assert_true(strlen(error.msg) > 0);
    rsp_buf_free(&in);
    close_both(&b);
}

static void nobody_listening_is_a_connect_error(void **state) {
    (void)state;
    rsp_listener *listener = listen_text("tcp::0", NULL);
    rsp_address address = {.kind = RSP_ADDRESS_TCP, .host = "127.0.0.1", .port = rsp_listener_port(listener)};
    rsp_listener_close(listener);
    rsp_link *link = NULL;
    rsp_error error = {0};
    assert_int_equal(rsp_link_open_address(&link, &address, NULL, &error), RSP_CONNECT);
    assert_null(link);
    assert_non_null(strstr(error.msg, "refused"));
    address = (rsp_address){.kind = RSP_ADDRESS_UNIX, .path = "/nonexistent/socket"};
    assert_int_equal(rsp_link_open_address(&link, &address, NULL, &error), RSP_CONNECT);
    address = (rsp_address){0};
    assert_int_equal(rsp_link_open_address(&link, &address, NULL, &error), RSP_USAGE);
}

static void unix_socket_serves_and_is_removed(void **state) {
    (void)state;
    char path[] = "/tmp/rsp-test-XXXXXX";
    char text[64];
    struct stat st;
    rsp_buf in = {0};
    assert_non_null(mkdtemp(path));
    (void)snprintf(text, sizeof text, "unix:%s/s", path);
    rsp_listener *listener = listen_text(text, NULL);
    rsp_link *client = open_text(text, NULL);
    rsp_link *server = accept_from(listener);
    assert_ok(rsp_link_send(client, RSP_LIT("hi"), soon(client)));
    recv_all(server, &in, 2);
    rsp_link_close(client);
    rsp_link_close(server);
    rsp_listener_describe(listener, &in);
    rsp_listener_close(listener);
    assert_int_equal(stat(text + 5, &st), -1);
    assert_int_equal(rmdir(path), 0);
    rsp_buf_free(&in);
}

static void accept_times_out_and_is_cancelled(void **state) {
    (void)state;
    static volatile sig_atomic_t stop;
    rsp_listener_options options = {.link = {.stop = &stop}};
    rsp_listener *listener = listen_text("tcp::0", &options);
    rsp_link *link = NULL;
    assert_int_equal(rsp_listener_accept(listener, &link, 0), RSP_TIMEOUT);
    stop = 1;
    assert_int_equal(rsp_listener_accept(listener, &link, RSP_NEVER_NS), RSP_CANCELLED);
    assert_null(link);
    rsp_listener_close(listener);
}

static void receiving_is_cancelled_by_the_flag(void **state) {
    (void)state;
    static volatile sig_atomic_t stop;
    rsp_link_options options = {.stop = &stop};
    rsp_listener *listener = listen_text("tcp::0", NULL);
    rsp_link *client = connect_to(listener, &options);
    rsp_buf in = {0};
    stop = 1;
    assert_int_equal(rsp_link_recv(client, &in, 1, RSP_NEVER_NS), RSP_CANCELLED);
    rsp_link_close(client);
    rsp_listener_close(listener);
    rsp_buf_free(&in);
}

/* Also where there is something to be had. */
static void time_of_a_link_ends_its_waits(void **state) {
    (void)state;
    both b = open_both(NULL);
    rsp_buf in = {0};
    rsp_link_limit(b.client, 1);
    assert_int_equal(rsp_link_recv(b.client, &in, 1, RSP_NEVER_NS), RSP_CANCELLED);
    assert_ok(rsp_link_send(b.client, RSP_LIT("hi"), soon(b.client)));
    recv_all(b.server, &in, 2);
    rsp_link_limit(b.server, rsp_link_now(b.server) + RSP_NS_PER_MS);
    assert_int_equal(rsp_link_recv(b.server, &in, 1, RSP_NEVER_NS), RSP_CANCELLED);
    assert_ok(rsp_link_send(b.client, RSP_LIT("hi"), soon(b.client)));
    assert_int_equal(rsp_link_recv(b.server, &in, 1, RSP_NEVER_NS), RSP_CANCELLED);
    rsp_link_limit(b.server, 0);
    recv_all(b.server, &in, 2);
    rsp_buf_free(&in);
    close_both(&b);
}

/* A program that never listens. */
static void time_of_a_link_ends_its_opening(void **state) {
    (void)state;
    rsp_link_options options = {.end_ns = 1};
    const char *const sleeps[] = {"sleep", "30", "{port}"};
    rsp_link *link = NULL;
    rsp_error error = {0};
    rsp_address address = {.kind = RSP_ADDRESS_EXEC, .argv = sleeps, .argc = RSP_ARRAY_LEN(sleeps)};
    assert_int_equal(rsp_link_open_address(&link, &address, &options, &error), RSP_CANCELLED);
}

static void serving_is_cancelled_by_the_flag_and_keeps_its_deadline(void **state) {
    (void)state;
    static volatile sig_atomic_t stop;
    rsp_listener_options options = {.link = {.stop = &stop}};
    both b = open_both(&options);
    rsp_buf in = {0};
    /* Longer than the slice in which a server blocks. */
    uint64_t deadline = rsp_link_now(b.server) + 250 * RSP_NS_PER_MS;
    assert_int_equal(rsp_link_recv(b.server, &in, 1, deadline), RSP_TIMEOUT);
    assert_true(rsp_link_now(b.server) >= deadline);
    stop = 1;
    assert_int_equal(rsp_link_recv(b.server, &in, 1, RSP_NEVER_NS), RSP_CANCELLED);
    rsp_buf_free(&in);
    close_both(&b);
}

static void opening_without_memory_fails_cleanly(void **state) {
    (void)state;
    rsp_listener *listener = listen_text("tcp::0", NULL);
    rsp_address address = {.kind = RSP_ADDRESS_TCP, .host = "127.0.0.1", .port = rsp_listener_port(listener)};
    rsp_status status = RSP_NO_MEMORY;
    for (uint64_t fail_at = 1; status != RSP_OK; fail_at++) {
        rsp_mem_fuzzed fuzzed;
        rsp_mem_fuzzed_init(&fuzzed, fail_at, 1);
        rsp_link_options options = {.mem = &fuzzed.mem};
        rsp_link *link = NULL;
        status = rsp_link_open_address(&link, &address, &options, NULL);
        assert_true(status == RSP_OK || status == RSP_NO_MEMORY);
        rsp_link_close(link);
        assert_true(fail_at < 50);
    }
    status = RSP_NO_MEMORY;
    address.port = 0;
    for (uint64_t fail_at = 1; status != RSP_OK; fail_at++) {
        rsp_mem_fuzzed fuzzed;
        rsp_mem_fuzzed_init(&fuzzed, fail_at, 1);
        rsp_listener_options options = {.link = {.mem = &fuzzed.mem}};
        rsp_listener *other = NULL;
        status = rsp_listener_open(&other, &address, &options, NULL);
        rsp_listener_close(other);
        assert_true(fail_at < 50);
    }
    rsp_listener_close(listener);
}

static void visitor_has_a_connection_of_its_own(void **state) {
    (void)state;
    static const char *const places[] = {"tcp::0", "unix:/tmp/stubborn-visit-%ld"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(places); i++) {
        char place[64];
        rsp_link *visitor = NULL;
        rsp_buf in = {0};
        rsp_buf where = {0};
        (void)snprintf(place, sizeof place, places[i], (long)getpid());
        both b = {.listener = listen_text(place, NULL)};
        rsp_listener_describe(b.listener, &where);
        b.client = open_text(rsp_buf_cstr(&where), NULL);
        b.server = accept_from(b.listener);
        assert_ok(rsp_link_visit(b.client, &visitor, soon(b.client), NULL));
        rsp_link *served = accept_from(b.listener);
        assert_ok(rsp_link_send(visitor, RSP_LIT("v"), soon(visitor)));
        assert_ok(rsp_link_send(b.client, RSP_LIT("c"), soon(b.client)));
        recv_all(served, &in, 1);
        assert_bytes_lit(rsp_buf_bytes(&in), "v");
        recv_all(b.server, &in, 1);
        assert_bytes_lit(rsp_buf_bytes(&in), "c");
        rsp_link_close(visitor);
        assert_ok(rsp_link_send(b.server, RSP_LIT("s"), soon(b.server)));
        recv_all(b.client, &in, 1);
        rsp_link_close(served);
        rsp_buf_free(&where);
        rsp_buf_free(&in);
        close_both(&b);
    }
}

static void visit_of_nobody_is_refused(void **state) {
    (void)state;
    rsp_link *visitor = NULL;
    rsp_link *pipe_link = NULL;
    rsp_error error = {0};
    both b = open_both(NULL);
    rsp_listener_close(b.listener);
    b.listener = NULL;
    assert_int_equal(rsp_link_visit(b.client, &visitor, soon(b.client), &error), RSP_CONNECT);
    assert_null(visitor);
    close_both(&b);
    int fds[2];
    assert_int_equal(pipe(fds), 0);
    assert_ok(rsp_link_open_fds(&pipe_link, fds[0], fds[1], "pipe", NULL));
    assert_int_equal(rsp_link_visit(pipe_link, &visitor, soon(pipe_link), &error), RSP_UNSUPPORTED);
    rsp_link_close(pipe_link);
}

int main(void) {
    (void)alarm(200);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_pass_both_ways),
        cmocka_unit_test(passed_deadline_polls),
        cmocka_unit_test(send_to_one_who_never_reads_times_out_in_bounds),
        cmocka_unit_test(partial_writes_are_continued),
        cmocka_unit_test(blocked_send_takes_in_up_to_its_limit),
        cmocka_unit_test(end_comes_after_the_last_bytes),
        cmocka_unit_test(send_to_a_closed_peer_ends_without_a_signal),
        cmocka_unit_test(what_came_before_a_failed_send_is_received),
        cmocka_unit_test(half_close_still_receives),
        cmocka_unit_test(full_buffer_says_so),
        cmocka_unit_test(second_client_waits_its_turn),
        cmocka_unit_test(second_client_is_refused_by_policy),
        cmocka_unit_test(reconnect_meets_the_next_accept),
        cmocka_unit_test(nobody_listening_is_a_connect_error),
        cmocka_unit_test(unix_socket_serves_and_is_removed),
        cmocka_unit_test(accept_times_out_and_is_cancelled),
        cmocka_unit_test(receiving_is_cancelled_by_the_flag),
        cmocka_unit_test(time_of_a_link_ends_its_waits),
        cmocka_unit_test(time_of_a_link_ends_its_opening),
        cmocka_unit_test(serving_is_cancelled_by_the_flag_and_keeps_its_deadline),
        cmocka_unit_test(opening_without_memory_fails_cleanly),
        cmocka_unit_test(visitor_has_a_connection_of_its_own),
        cmocka_unit_test(visit_of_nobody_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

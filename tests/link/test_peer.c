/* A peer in this process: virtual time is exact, order is right, and ends are told.
 * The peers here are a few lines each; a hundred stops of eight packets at 20 ms take 16 s to the nanosecond.
 * See peer.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "link_test.h"

#include "core/limits.h"
#include "core/mem.h"
#include "link/link_control.h"
#include "link/peer.h"

#define MS RSP_NS_PER_MS

typedef struct fake {
    rsp_peer_state input_state; /* what input leaves it in */
    unsigned slices_left;       /* of running before it stops and says so */
    size_t flood_bytes;         /* a slice's output */
    unsigned refusals_left;     /* of connections */
    unsigned num_connects;
    unsigned num_half;
    unsigned num_gone;
    rsp_buf seen;
    bool mute;
    const char *greeting;
} fake;

static rsp_status fake_connect(void *ctx, rsp_buf *out) {
    fake *f = ctx;
    f->num_connects++;
    if (f->num_connects > 1 && f->refusals_left > 0) {
        f->refusals_left--;
        return RSP_CONNECT;
    }
    rsp_buf_str(out, f->greeting ? f->greeting : "");
    return RSP_OK;
}

static void fake_disconnect(void *ctx, bool half, rsp_buf *out) {
    fake *f = ctx;
    (void)out;
    f->num_half += half;
    f->num_gone += !half;
}

static rsp_peer_state fake_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    fake *f = ctx;
    rsp_buf_append(&f->seen, in);
    rsp_buf_push(&f->seen, '|');
    if (!f->mute)
        rsp_buf_append(out, in);
    return f->slices_left ? RSP_PEER_BUSY : f->input_state;
}

static rsp_peer_state fake_run(void *ctx, uint64_t budget, rsp_buf *out) {
    fake *f = ctx;
    assert_true(budget > 0);
    if (f->flood_bytes)
        (void)rsp_buf_extend(out, f->flood_bytes);
    if (f->slices_left != UINT32_MAX)
        f->slices_left--;
    if (f->slices_left)
        return RSP_PEER_BUSY;
    rsp_buf_str(out, "stop");
    return RSP_PEER_IDLE;
}

static rsp_link *open_fake(fake *f, uint64_t rtt_ns) {
    rsp_peer peer = {.connect = fake_connect,
                     .disconnect = fake_disconnect,
                     .input = fake_input,
                     .run = fake_run,
                     .ctx = f};
    rsp_peer_options options = {.rtt_ns = rtt_ns};
    rsp_link *link = NULL;
    assert_ok(rsp_link_open_peer(&link, &peer, &options));
    return link;
}

static void close_fake(fake *f, rsp_link *link) {
    rsp_link_close(link);
    rsp_buf_free(&f->seen);
}

static void hundred_stops_of_eight_packets_take_sixteen_seconds(void **state) {
    (void)state;
    fake f = {0};
    rsp_buf in = {0};
    rsp_link *link = open_fake(&f, 20 * MS);
    assert_true(rsp_link_is_virtual(link));
    for (int i = 0; i < 100 * 8; i++) {
        assert_ok(rsp_link_send(link, RSP_LIT("$m0,4#fd"), soon(link)));
        recv_all(link, &in, 8);
    }
    assert_int_equal(rsp_link_now(link), 16 * RSP_NS_PER_S);
    rsp_buf_free(&in);
    close_fake(&f, link);
}

static void odd_rtt_is_exact_and_overlapping_requests_share_it(void **state) {
    (void)state;
    fake f = {0};
    rsp_buf in = {0};
    rsp_link *link = open_fake(&f, 7);
    assert_ok(rsp_link_send(link, RSP_LIT("a"), soon(link)));
    assert_ok(rsp_link_send(link, RSP_LIT("b"), soon(link)));
    assert_int_equal(rsp_link_recv(link, &in, 9, 6), RSP_TIMEOUT);
    assert_int_equal(rsp_link_now(link), 6);
    recv_all(link, &in, 2);
    assert_int_equal(rsp_link_now(link), 7);
    assert_bytes_lit(rsp_buf_bytes(&in), "ab");
    assert_bytes_lit(rsp_buf_bytes(&f.seen), "a|b|");
    rsp_buf_free(&in);
    close_fake(&f, link);
}

static void quiet_costs_nothing_and_jumps_to_the_deadline(void **state) {
    (void)state;
    fake f = {0};
    rsp_buf in = {0};
    rsp_link *link = open_fake(&f, 0);
    assert_int_equal(rsp_link_recv(link, &in, 1, 100 * MS), RSP_TIMEOUT);
    assert_int_equal(rsp_link_now(link), 100 * MS);
    assert_int_equal(rsp_link_recv(link, &in, 1, RSP_NEVER_NS), RSP_TIMEOUT);
    assert_int_equal(rsp_link_now(link), 100 * MS);
    rsp_link_wait(link, 3600 * RSP_NS_PER_S);
    assert_int_equal(rsp_link_now(link), 3600 * RSP_NS_PER_S);
    rsp_buf_free(&in);
    close_fake(&f, link);
}

static void running_takes_its_slices(void **state) {
    (void)state;
    fake f = {.slices_left = 5, .mute = true};
    rsp_buf in = {0};
    rsp_link *link = open_fake(&f, 10 * MS);
    assert_ok(rsp_link_send(link, RSP_LIT("c"), soon(link)));
    recv_all(link, &in, 4);
    assert_bytes_lit(rsp_buf_bytes(&in), "stop");
    /* Four slices of 1 ms left it busy, the fifth took none. */
    assert_int_equal(rsp_link_now(link), 14 * MS);
    rsp_buf_free(&in);
    close_fake(&f, link);
}

static void endless_run_meets_the_deadline(void **state) {
    (void)state;
    fake f = {.slices_left = UINT32_MAX, .mute = true};
    rsp_buf in = {0};
    rsp_link *link = open_fake(&f, 0);
    assert_ok(rsp_link_send(link, RSP_LIT("c"), soon(link)));
    assert_int_equal(rsp_link_recv(link, &in, 1, 2 * RSP_NS_PER_S), RSP_TIMEOUT);
    assert_int_equal(rsp_link_now(link), 2 * RSP_NS_PER_S);
    /* It can still be talked to between two slices. */
    f.mute = false;
    assert_ok(rsp_link_send(link, RSP_LIT("\003"), soon(link)));
    recv_all(link, &in, 1);
    rsp_buf_free(&in);
    close_fake(&f, link);
}

static void flooding_peer_is_held_back(void **state) {
    (void)state;
    fake f = {.slices_left = UINT32_MAX, .mute = true, .flood_bytes = 100000};
    rsp_buf in = {0};
    rsp_link *link = open_fake(&f, 0);
    assert_ok(rsp_link_send(link, RSP_LIT("c"), soon(link)));
    rsp_link_wait(link, 3600 * RSP_NS_PER_S);
    size_t taken = 0;
    while (rsp_link_recv(link, &in, SIZE_MAX, rsp_link_now(link)) == RSP_OK && taken < 3000000) {
        taken += in.len;
        rsp_buf_clear(&in);
    }
    assert_in_range(taken, 1000000, 3000000 + 1200000);
    rsp_buf_free(&in);
    close_fake(&f, link);
}

static void overrun_of_one_answer_is_a_limit(void **state) {
    (void)state;
    fake f = {.slices_left = 3, .mute = true, .flood_bytes = (size_t)RSP_LIMIT_PEER_BYTES + 1};
    rsp_buf in = {0};
    rsp_link *link = open_fake(&f, 0);
    assert_ok(rsp_link_send(link, RSP_LIT("c"), soon(link)));
    assert_int_equal(rsp_link_recv(link, &in, 1, soon(link)), RSP_LIMIT);
    rsp_buf_free(&in);
    close_fake(&f, link);
}

static void closing_and_dying_come_after_the_last_bytes(void **state) {
    (void)state;
    static const struct row {
        rsp_peer_state state;
        rsp_status status;
    } rows[] = {{RSP_PEER_CLOSED, RSP_CLOSED}, {RSP_PEER_DEAD, RSP_DIED}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        fake f = {.input_state = rows[i].state};
        rsp_buf in = {0};
        rsp_link *link = open_fake(&f, 10 * MS);
        assert_ok(rsp_link_send(link, RSP_LIT("k"), soon(link)));
        recv_all(link, &in, 1);
        assert_int_equal(rsp_link_recv(link, &in, 1, soon(link)), rows[i].status);
        assert_int_equal(rsp_link_now(link), 10 * MS);
        assert_int_equal(rsp_link_send(link, RSP_LIT("x"), soon(link)), rows[i].status);
        assert_int_equal(rsp_link_ended(link).kind, i ? RSP_END_EXITED : RSP_END_NO_CHILD);
        rsp_buf_free(&in);
        close_fake(&f, link);
    }
}

static void shut_delivers_what_was_sent_and_reconnect_starts_over(void **state) {
    (void)state;
    fake f = {.greeting = "hello"};
    rsp_buf in = {0};
    rsp_link *link = open_fake(&f, 10 * MS);
    recv_all(link, &in, 5);
    assert_ok(rsp_link_half_close(link));
    assert_ok(rsp_link_send(link, RSP_LIT("k"), soon(link)));
    assert_ok(rsp_link_reconnect(link, soon(link), NULL));
    assert_bytes_lit(rsp_buf_bytes(&f.seen), "k|");
    assert_int_equal(f.num_half, 1);
    assert_int_equal(f.num_gone, 1);
    assert_int_equal(f.num_connects, 2);
    recv_all(link, &in, 5);
    assert_bytes_lit(rsp_buf_bytes(&in), "hello");
    rsp_buf_free(&in);
    close_fake(&f, link);
    assert_int_equal(f.num_gone, 2);
}

static void a_refused_connection_is_tried_again_for_a_while(void **state) {
    (void)state;
    static const struct row {
        unsigned refusals;
        rsp_status status;
        unsigned connects;
        uint64_t ms;
    } rows[] = {
        {0, RSP_OK, 2, 0},
        {3, RSP_OK, 5, UINT64_C(3) * RSP_LINK_RETRY_MS},
        {1000, RSP_CONNECT, 2 + RSP_LINK_AGAIN_MS / RSP_LINK_RETRY_MS, RSP_LINK_AGAIN_MS},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        fake f = {.refusals_left = rows[i].refusals};
        rsp_link *link = open_fake(&f, 0);
        assert_int_equal(rsp_link_reconnect_soon(link, RSP_NEVER_NS, NULL), rows[i].status);
        assert_int_equal(f.num_connects, rows[i].connects);
        assert_int_equal(rsp_link_now(link), rows[i].ms * MS);
        close_fake(&f, link);
    }
    fake f = {.refusals_left = 1000};
    rsp_link *link = open_fake(&f, 0);
    assert_int_equal(rsp_link_reconnect_soon(link, 30 * MS, NULL), RSP_CONNECT);
    assert_int_equal(rsp_link_now(link), 30 * MS); /* not beyond the caller's deadline */
    close_fake(&f, link);
}

static void a_lent_link_leaves_its_host_open(void **state) {
    (void)state;
    fake f = {0};
    rsp_link *host = open_fake(&f, 0);
    for (int i = 0; i < 2; i++) {
        rsp_buf in = {0};
        rsp_link *link = NULL;
        assert_ok(rsp_link_lend(&link, host));
        assert_true(rsp_link_is_virtual(link));
        assert_ok(rsp_link_send(link, RSP_LIT("abc"), soon(link)));
        recv_all(link, &in, 3);
        assert_bytes_lit(rsp_buf_bytes(&in), "abc");
        assert_int_equal(rsp_link_stats_get(link).bytes_out, 3);
        assert_int_equal(rsp_link_stats_get(link).bytes_in, 3);
        assert_int_equal(rsp_link_half_close(link), RSP_UNSUPPORTED);
        rsp_link_shut(link);
        assert_int_equal(rsp_link_recv(link, &in, 1, soon(link)), RSP_CLOSED);
        assert_int_equal(rsp_link_send(link, RSP_LIT("x"), soon(link)), RSP_CLOSED);
        assert_int_equal(rsp_link_reconnect(link, soon(link), NULL), RSP_UNSUPPORTED);
        rsp_link_close(link);
        rsp_buf_free(&in);
    }
    assert_int_equal(f.num_connects, 1);
    assert_int_equal(f.num_gone, 0);
    assert_int_equal(rsp_link_stats_get(host).bytes_out, 6);
    close_fake(&f, host);
}

/* The tail of a reply comes 40 ms behind its head, as with delayed acks. */
static rsp_peer_state head_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    (void)ctx;
    (void)in;
    rsp_buf_str(out, "+");
    return RSP_PEER_BUSY;
}

static rsp_peer_state tail_run(void *ctx, uint64_t budget, rsp_buf *out) {
    unsigned *slices = ctx;
    (void)budget;
    if (++*slices % 41)
        return RSP_PEER_BUSY;
    rsp_buf_str(out, "$OK#9a");
    return RSP_PEER_IDLE;
}

static void forty_millisecond_signature_is_counted_and_told(void **state) {
    (void)state;
    unsigned slices = 0;
    rsp_peer peer = {.input = head_input, .run = tail_run, .ctx = &slices};
    rsp_link *link = NULL;
    rsp_buf in = {0};
    rsp_buf text = {0};
    assert_ok(rsp_link_open_peer(&link, &peer, NULL));
    for (int i = 0; i < 3; i++) {
        assert_false(rsp_link_warning(link, &text));
        assert_ok(rsp_link_send(link, RSP_LIT("$g#67"), soon(link)));
        recv_all(link, &in, 7);
    }
    assert_int_equal(rsp_link_stats_get(link).num_delayed, 3);
    assert_true(rsp_link_warning(link, &text));
    assert_true(rsp_bytes_starts(rsp_buf_bytes(&text), RSP_LIT("3 of 3 replies")));
    rsp_link_close(link);
    rsp_buf_free(&in);
    rsp_buf_free(&text);
}

static void talking_without_memory_fails_cleanly(void **state) {
    (void)state;
    rsp_status status = RSP_NO_MEMORY;
    for (uint64_t fail_at = 1; status != RSP_OK; fail_at++) {
        rsp_mem_fuzzed fuzzed;
        rsp_mem_fuzzed_init(&fuzzed, fail_at, 1);
        fake f = {0};
        rsp_peer peer = {.input = fake_input, .ctx = &f};
        rsp_peer_options options = {.mem = &fuzzed.mem};
        rsp_link *link = NULL;
        rsp_buf in = {0};
        status = rsp_link_open_peer(&link, &peer, &options);
        if (status == RSP_OK)
            status = rsp_link_send(link, RSP_LIT("abc"), 1);
        if (status == RSP_OK)
            status = rsp_link_recv(link, &in, 3, 1);
        assert_true(status == RSP_OK || status == RSP_NO_MEMORY);
        rsp_link_close(link);
        rsp_buf_free(&in);
        rsp_buf_free(&f.seen);
        assert_true(fail_at < 20);
    }
}

/* --- a second client --- */

static rsp_peer_second second_policy;

static rsp_peer_second fake_second(void *ctx) {
    (void)ctx;
    return second_policy;
}

static rsp_link *open_with_second(fake *f) {
    const rsp_peer peer = {.connect = fake_connect,
                           .disconnect = fake_disconnect,
                           .input = fake_input,
                           .run = fake_run,
                           .second = fake_second,
                           .ctx = f};
    rsp_link *link = NULL;
    assert_ok(rsp_link_open_peer(&link, &peer, &(rsp_peer_options){.rtt_ns = 2 * MS}));
    return link;
}

static void second_client_waits_and_is_not_read(void **state) {
    (void)state;
    fake f = {0};
    rsp_buf in = {0};
    rsp_link *visitor = NULL;
    rsp_link *link = open_fake(&f, 2 * MS); /* a peer that says nothing about it */
    assert_ok(rsp_link_visit(link, &visitor, soon(link), NULL));
    assert_ok(rsp_link_send(visitor, RSP_LIT("x"), soon(link)));
    assert_ok(rsp_link_send(link, RSP_LIT("a"), soon(link)));
    assert_int_equal(rsp_link_recv(visitor, &in, 9, 5 * MS), RSP_TIMEOUT);
    assert_int_equal(rsp_link_now(link), 5 * MS);
    recv_all(link, &in, 1);
    assert_bytes_lit(rsp_buf_bytes(&in), "a");
    assert_bytes_lit(rsp_buf_bytes(&f.seen), "a|");
    rsp_link_close(visitor);
    assert_ok(rsp_link_send(link, RSP_LIT("b"), soon(link)));
    recv_all(link, &in, 1);
    rsp_buf_free(&in);
    close_fake(&f, link);
}

static void second_client_is_refused(void **state) {
    (void)state;
    fake f = {0};
    rsp_error error = {0};
    rsp_link *visitor = NULL;
    second_policy = RSP_PEER_SECOND_REFUSED;
    rsp_link *link = open_with_second(&f);
    assert_int_equal(rsp_link_visit(link, &visitor, soon(link), &error), RSP_CONNECT);
    assert_null(visitor);
    assert_non_null(strstr(error.msg, "second client"));
    close_fake(&f, link);
}

static void second_client_takes_over_until_it_leaves(void **state) {
    (void)state;
    fake f = {0};
    rsp_buf in = {0};
    rsp_link *visitor = NULL;
    second_policy = RSP_PEER_SECOND_TAKES_OVER;
    rsp_link *link = open_with_second(&f);
    assert_ok(rsp_link_visit(link, &visitor, soon(link), NULL));
    assert_ok(rsp_link_send(link, RSP_LIT("a"), soon(link)));
    assert_int_equal(rsp_link_recv(link, &in, 9, 5 * MS), RSP_TIMEOUT);
    recv_all(visitor, &in, 1);
    assert_ok(rsp_link_send(visitor, RSP_LIT("b"), soon(link)));
    recv_all(visitor, &in, 1);
    assert_bytes_lit(rsp_buf_bytes(&in), "b");
    rsp_link_shut(visitor);
    assert_int_equal(rsp_link_recv(visitor, &in, 9, 20 * MS), RSP_TIMEOUT);
    assert_ok(rsp_link_send(link, RSP_LIT("c"), soon(link)));
    recv_all(link, &in, 1);
    assert_bytes_lit(rsp_buf_bytes(&in), "c");
    rsp_link_close(visitor);
    rsp_buf_free(&in);
    close_fake(&f, link);
}

int main(void) {
    (void)alarm(100);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hundred_stops_of_eight_packets_take_sixteen_seconds),
        cmocka_unit_test(odd_rtt_is_exact_and_overlapping_requests_share_it),
        cmocka_unit_test(quiet_costs_nothing_and_jumps_to_the_deadline),
        cmocka_unit_test(running_takes_its_slices),
        cmocka_unit_test(endless_run_meets_the_deadline),
        cmocka_unit_test(flooding_peer_is_held_back),
        cmocka_unit_test(overrun_of_one_answer_is_a_limit),
        cmocka_unit_test(closing_and_dying_come_after_the_last_bytes),
        cmocka_unit_test(shut_delivers_what_was_sent_and_reconnect_starts_over),
        cmocka_unit_test(a_refused_connection_is_tried_again_for_a_while),
        cmocka_unit_test(a_lent_link_leaves_its_host_open),
        cmocka_unit_test(forty_millisecond_signature_is_counted_and_told),
        cmocka_unit_test(talking_without_memory_fails_cleanly),
        cmocka_unit_test(second_client_waits_and_is_not_read),
        cmocka_unit_test(second_client_is_refused),
        cmocka_unit_test(second_client_takes_over_until_it_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

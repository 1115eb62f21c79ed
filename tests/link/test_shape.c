/* Shaped links on virtual time, where every nanosecond can be checked, and on a socket.
 * Split and merge are seen by a peer that notes each piece; damage is the same for the same seed.
 * See shape.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "link_test.h"

#include "core/mem.h"
#include "link/link_control.h"
#include "link/peer.h"
#include "link/shape.h"
#include <sys/socket.h>

#define MS RSP_NS_PER_MS

/* Notes the pieces in which input comes ("a|b|"), and echoes. */
static rsp_peer_state note_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    rsp_buf *seen = ctx;
    rsp_buf_append(seen, in);
    rsp_buf_push(seen, '|');
    rsp_buf_append(out, in);
    return RSP_PEER_IDLE;
}

static rsp_link *open_noted(rsp_buf *seen, const rsp_shape *shape) {
    rsp_peer peer = {.input = note_input, .ctx = seen};
    rsp_link *inner = NULL;
    rsp_link *link = NULL;
    assert_ok(rsp_link_open_peer(&inner, &peer, NULL));
    assert_ok(rsp_link_open_shaped(&link, inner, shape, NULL));
    return link;
}

static void no_shape_changes_nothing(void **state) {
    (void)state;
    rsp_shape shape = {0};
    rsp_buf seen = {0};
    rsp_buf in = {0};
    rsp_link *link = open_noted(&seen, &shape);
    assert_ok(rsp_link_send(link, RSP_LIT("ab"), 5));
    recv_all(link, &in, 2);
    assert_bytes_lit(rsp_buf_bytes(&seen), "ab|");
    assert_int_equal(rsp_link_now(link), 0);
    rsp_link_close(link);
    rsp_buf_free(&seen);
    rsp_buf_free(&in);
}

static void round_trip_is_exact(void **state) {
    (void)state;
    rsp_shape shape = rsp_shape_rtt(20 * MS + 1);
    rsp_buf seen = {0};
    rsp_buf in = {0};
    rsp_link *link = open_noted(&seen, &shape);
    assert_true(rsp_link_is_virtual(link));
    for (int i = 0; i < 800; i++) {
        assert_ok(rsp_link_send(link, RSP_LIT("x"), soon(link)));
        recv_all(link, &in, 1);
    }
    assert_int_equal(rsp_link_now(link), 800 * (20 * MS + 1));
    rsp_link_close(link);
    rsp_buf_free(&seen);
    rsp_buf_free(&in);
}

static void rate_and_delay_add_up(void **state) {
    (void)state;
    rsp_shape shape = {.out = {.delay_ns = 5, .rate_bytes_per_s = 1000}};
    rsp_buf seen = {0};
    rsp_buf in = {0};
    rsp_link *link = open_noted(&seen, &shape);
    assert_ok(rsp_link_send(link, RSP_LIT("0123456789"), soon(link)));
    assert_ok(rsp_link_send(link, RSP_LIT("a"), soon(link)));
    recv_all(link, &in, 10);
    assert_int_equal(rsp_link_now(link), 10 * MS + 5);
    recv_all(link, &in, 1);
    assert_int_equal(rsp_link_now(link), 11 * MS + 5);
    rsp_link_close(link);
    rsp_buf_free(&seen);
    rsp_buf_free(&in);
}

static void split_and_merge_make_exact_pieces(void **state) {
    (void)state;
    static const struct row {
        rsp_shape_way out;
        const char *seen;
    } rows[] = {
        {{.split_bytes = 1}, "+|$|g|#|6|7|"},
        {{.split_bytes = 4}, "+|$g#6|7|"},
        {{.merge = true}, "+$g#67|"},
        {{.merge = true, .split_bytes = 4}, "+$g#|67|"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_shape shape = {.out = rows[i].out};
        rsp_buf seen = {0};
        rsp_buf in = {0};
        rsp_link *link = open_noted(&seen, &shape);
        assert_ok(rsp_link_send(link, RSP_LIT("+"), 5));
        assert_ok(rsp_link_send(link, RSP_LIT("$g#67"), 5));
        recv_all(link, &in, 6);
        assert_bytes(rsp_buf_bytes(&seen), rsp_bytes_str(rows[i].seen));
        assert_bytes_lit(rsp_buf_bytes(&in), "+$g#67");
        rsp_link_close(link);
        rsp_buf_free(&seen);
        rsp_buf_free(&in);
    }
}

static void incoming_is_split_and_merged(void **state) {
    (void)state;
    rsp_shape shape = {.in = {.split_bytes = 2}};
    rsp_buf seen = {0};
    rsp_buf in = {0};
    rsp_link *link = open_noted(&seen, &shape);
    assert_ok(rsp_link_send(link, RSP_LIT("abc"), 5));
    assert_ok(rsp_link_recv(link, &in, 100, 5));
    assert_bytes_lit(rsp_buf_bytes(&in), "ab");
    assert_ok(rsp_link_recv(link, &in, 100, 5));
    assert_bytes_lit(rsp_buf_bytes(&in), "abc");
    rsp_link_close(link);
    /* The second answer comes 1 ms after the first, which waits for it. */
    shape = (rsp_shape){.out = {.rate_bytes_per_s = 1000, .split_bytes = 1},
                        .in = {.merge = true, .merge_ns = 2 * MS}};
    link = open_noted(&seen, &shape);
    rsp_buf_clear(&in);
    assert_ok(rsp_link_send(link, RSP_LIT("xy"), soon(link)));
    assert_ok(rsp_link_recv(link, &in, 100, soon(link)));
    assert_bytes_lit(rsp_buf_bytes(&in), "xy");
    assert_int_equal(rsp_link_now(link), 3 * MS);
    rsp_link_close(link);
    rsp_buf_free(&seen);
    rsp_buf_free(&in);
}

/* What the peer gets of 10000 bytes sent in pieces of `step`, and when the last answer is there. */
static uint64_t damaged(rsp_buf *out, const rsp_shape *shape, size_t step) {
    uint8_t data[10000];
    rsp_buf seen = {0};
    rsp_buf in = {0};
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)i;
    rsp_link *link = open_noted(&seen, shape);
    rsp_bytes rest = rsp_bytes_make(data, sizeof data);
    for (; rest.len; rest = rsp_bytes_from(rest, step))
        assert_ok(rsp_link_send(link, rsp_bytes_sub(rest, 0, step), soon(link)));
    rsp_buf_clear(out);
    while (rsp_link_recv(link, out, SIZE_MAX, RSP_NEVER_NS) == RSP_OK)
        ;
    uint64_t now = rsp_link_now(link);
    rsp_link_close(link);
    rsp_buf_free(&seen);
    rsp_buf_free(&in);
    return now;
}

static void damage_is_the_same_for_the_same_seed_and_any_cut(void **state) {
    (void)state;
    rsp_shape shape = {.out = {.corrupt_ppm = 50000, .drop_ppm = 50000, .jitter_ns = MS}, .seed = 7};
    rsp_buf first = {0};
    rsp_buf again = {0};
    uint64_t time = damaged(&first, &shape, 100);
    assert_int_equal(damaged(&again, &shape, 100), time);
    assert_true(rsp_bytes_equal(rsp_buf_bytes(&first), rsp_buf_bytes(&again)));
    assert_in_range(first.len, 9200, 9800);
    assert_in_range(time, 1, MS);
    (void)damaged(&again, &shape, 333);
    assert_true(rsp_bytes_equal(rsp_buf_bytes(&first), rsp_buf_bytes(&again)));
    shape.seed = 8;
    (void)damaged(&again, &shape, 100);
    assert_false(rsp_bytes_equal(rsp_buf_bytes(&first), rsp_buf_bytes(&again)));
    rsp_buf_free(&first);
    rsp_buf_free(&again);
}

static void certain_damage_hits_every_byte(void **state) {
    (void)state;
    rsp_shape shape = {.in = {.corrupt_ppm = 1000000}};
    rsp_buf out = {0};
    (void)damaged(&out, &shape, 10000);
    assert_int_equal(out.len, 10000);
    for (size_t i = 0; i < out.len; i++)
        assert_int_not_equal(out.ptr[i], (uint8_t)i);
    shape = (rsp_shape){.out = {.drop_ppm = 1000000}};
    (void)damaged(&out, &shape, 10000);
    assert_int_equal(out.len, 0);
    rsp_buf_free(&out);
}

static void connection_is_cut_after_so_many_bytes(void **state) {
    (void)state;
    rsp_shape shape = {.out = {.close_after_bytes = 4}};
    rsp_buf seen = {0};
    rsp_buf in = {0};
    rsp_link *link = open_noted(&seen, &shape);
    assert_ok(rsp_link_send(link, RSP_LIT("abc"), 5));
    recv_all(link, &in, 3);
    assert_ok(rsp_link_send(link, RSP_LIT("def"), 5));
    assert_int_equal(rsp_link_recv(link, &in, 1, 5), RSP_CLOSED);
    assert_int_equal(rsp_link_send(link, RSP_LIT("g"), 5), RSP_CLOSED);
    assert_bytes_lit(rsp_buf_bytes(&seen), "abc|d|");
    assert_ok(rsp_link_reconnect(link, 5, NULL));
    assert_ok(rsp_link_send(link, RSP_LIT("h"), 5));
    recv_all(link, &in, 1);
    rsp_link_close(link);
    rsp_buf_clear(&seen);
    shape = (rsp_shape){.in = {.close_after_bytes = 4}};
    link = open_noted(&seen, &shape);
    assert_ok(rsp_link_send(link, RSP_LIT("abcdef"), 5));
    recv_all(link, &in, 4);
    assert_bytes_lit(rsp_buf_bytes(&in), "abcd");
    assert_int_equal(rsp_link_recv(link, &in, 1, 5), RSP_CLOSED);
    rsp_link_close(link);
    rsp_buf_free(&seen);
    rsp_buf_free(&in);
}

static void real_socket_is_delayed_and_split(void **state) {
    (void)state;
    int fds[2];
    rsp_shape shape = {.out = {.delay_ns = 3 * MS, .split_bytes = 1}};
    rsp_link *far = NULL;
    rsp_link *inner = NULL;
    rsp_link *link = NULL;
    rsp_buf in = {0};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
    assert_ok(rsp_link_open_fds(&far, fds[0], fds[0], "far", NULL));
    assert_ok(rsp_link_open_fds(&inner, fds[1], fds[1], "near", NULL));
    assert_ok(rsp_link_open_shaped(&link, inner, &shape, NULL));
    uint64_t start = rsp_link_now(link);
    assert_ok(rsp_link_send(link, RSP_LIT("ab"), soon(link)));
    assert_int_equal(rsp_link_recv(far, &in, 9, 0), RSP_TIMEOUT);
    rsp_link_wait(link, start + 4 * MS);
    recv_all(far, &in, 2);
    assert_true(rsp_link_now(far) - start >= 3 * MS);
    assert_ok(rsp_link_send(link, RSP_LIT("c"), soon(link)));
    assert_ok(rsp_link_half_close(link));
    recv_all(far, &in, 1);
    assert_int_equal(rsp_link_recv(far, &in, 1, soon(far)), RSP_CLOSED);
    rsp_link_close(far);
    assert_int_equal(rsp_link_recv(link, &in, 1, soon(link)), RSP_CLOSED);
    rsp_buf_clear(&in);
    rsp_link_describe(link, &in);
    assert_bytes_lit(rsp_buf_bytes(&in), "near, shaped");
    rsp_link_close(link);
    rsp_buf_free(&in);
}

static void shaping_without_memory_fails_cleanly(void **state) {
    (void)state;
    rsp_status status = RSP_NO_MEMORY;
    for (uint64_t fail_at = 1; status != RSP_OK; fail_at++) {
        rsp_mem_fuzzed fuzzed;
        rsp_mem_fuzzed_init(&fuzzed, fail_at, 1);
        rsp_shape shape = {.out = {.merge = true, .corrupt_ppm = 1}, .in = {.drop_ppm = 1}};
        rsp_buf seen = {0};
        rsp_buf in = {0};
        rsp_peer peer = {.input = note_input, .ctx = &seen};
        rsp_link *inner = NULL;
        rsp_link *link = NULL;
        assert_ok(rsp_link_open_peer(&inner, &peer, NULL));
        status = rsp_link_open_shaped(&link, inner, &shape, &fuzzed.mem);
        if (status != RSP_OK)
            link = inner;
        else
            status = rsp_link_send(link, RSP_LIT("abc"), 1);
        if (status == RSP_OK)
            status = rsp_link_recv(link, &in, 3, 1);
        assert_true(status == RSP_OK || status == RSP_NO_MEMORY);
        rsp_link_close(link);
        rsp_buf_free(&seen);
        rsp_buf_free(&in);
        assert_true(fail_at < 30);
    }
}

int main(void) {
    (void)alarm(100);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_shape_changes_nothing),
        cmocka_unit_test(round_trip_is_exact),
        cmocka_unit_test(rate_and_delay_add_up),
        cmocka_unit_test(split_and_merge_make_exact_pieces),
        cmocka_unit_test(incoming_is_split_and_merged),
        cmocka_unit_test(damage_is_the_same_for_the_same_seed_and_any_cut),
        cmocka_unit_test(certain_damage_hits_every_byte),
        cmocka_unit_test(connection_is_cut_after_so_many_bytes),
        cmocka_unit_test(real_socket_is_delayed_and_split),
        cmocka_unit_test(shaping_without_memory_fails_cleanly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

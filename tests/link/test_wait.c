/* Waiting for several links at a time, and taps that see what passes: on sockets, plain and shaped.
 * Nothing sleeps: what is waited for is there, or is a deadline that the clock reaches by itself.
 * See link.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "link_test.h"

#include "link/link_control.h"
#include "link/peer.h"
#include "link/shape.h"
#include "link/wait_any.h"
#include <sys/socket.h>

#define MS RSP_NS_PER_MS

/* Two links whose other ends are plain descriptors. */
typedef struct pair {
    rsp_link *links[2];
    int far[2];
} pair;

static pair open_pair(const rsp_link_options *options) {
    pair p = {0};
    for (int i = 0; i < 2; i++) {
        int fds[2];
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
        assert_ok(rsp_link_open_fds(&p.links[i], fds[0], fds[0], "pair", options));
        p.far[i] = fds[1];
    }
    return p;
}

static void close_pair(pair *p) {
    for (int i = 0; i < 2; i++) {
        rsp_link_close(p->links[i]);
        if (p->far[i] >= 0)
            (void)close(p->far[i]);
    }
}

static unsigned wait_for(const pair *p) {
    unsigned ready = 0;
    assert_ok(rsp_link_wait_any(p->links, 2, &ready, soon(p->links[0])));
    return ready;
}

static void the_one_with_bytes_is_ready(void **state) {
    (void)state;
    pair p = open_pair(NULL);
    unsigned ready = 9;
    rsp_buf in = {0};
    assert_int_equal(rsp_link_wait_any(p.links, 2, &ready, 0), RSP_TIMEOUT);
    assert_int_equal(ready, 0);
    assert_int_equal(write(p.far[1], "ab", 2), 2);
    assert_int_equal(wait_for(&p), 2);
    assert_ok(rsp_link_recv(p.links[1], &in, 9, 0));
    assert_bytes_lit(rsp_buf_bytes(&in), "ab");
    assert_int_equal(write(p.far[0], "c", 1), 1);
    assert_int_equal(write(p.far[1], "d", 1), 1);
    assert_int_equal(wait_for(&p), 3);
    rsp_buf_free(&in);
    close_pair(&p);
}

static void an_end_is_ready_until_it_is_taken_off(void **state) {
    (void)state;
    pair p = open_pair(NULL);
    rsp_buf in = {0};
    (void)close(p.far[0]);
    p.far[0] = -1;
    assert_int_equal(wait_for(&p), 1);
    assert_int_equal(rsp_link_recv(p.links[0], &in, 9, 0), RSP_CLOSED);
    assert_int_equal(wait_for(&p), 1);
    unsigned ready = 0;
    assert_int_equal(rsp_link_wait_any(&p.links[1], 1, &ready, 0), RSP_TIMEOUT);
    rsp_buf_free(&in);
    close_pair(&p);
}

static void the_flag_and_the_deadline_end_the_wait(void **state) {
    (void)state;
    volatile sig_atomic_t stop = 0;
    pair p = open_pair(&(rsp_link_options){.stop = &stop});
    unsigned ready = 0;
    uint64_t until = rsp_link_now(p.links[0]) + 2 * MS;
    assert_int_equal(rsp_link_wait_any(p.links, 2, &ready, until), RSP_TIMEOUT);
    assert_true(rsp_link_now(p.links[0]) >= until);
    stop = 1;
    assert_int_equal(rsp_link_wait_any(p.links, 2, &ready, soon(p.links[0])), RSP_CANCELLED);
    close_pair(&p);
}

static void too_many_links_and_virtual_ones_are_refused(void **state) {
    (void)state;
    pair p = open_pair(NULL);
    rsp_link *many[RSP_LINK_WAIT_MAX + 1];
    unsigned ready = 0;
    for (size_t i = 0; i <= RSP_LINK_WAIT_MAX; i++)
        many[i] = p.links[0];
    assert_int_equal(rsp_link_wait_any(many, RSP_LINK_WAIT_MAX, &ready, 0), RSP_TIMEOUT);
    assert_int_equal(rsp_link_wait_any(many, RSP_LINK_WAIT_MAX + 1, &ready, 0), RSP_UNSUPPORTED);
    rsp_peer peer = {0};
    assert_ok(rsp_link_open_peer(&many[1], &peer, NULL));
    assert_int_equal(rsp_link_wait_any(many, 2, &ready, 0), RSP_UNSUPPORTED);
    rsp_link_close(many[1]);
    close_pair(&p);
}

static rsp_link *shape(pair *p, const rsp_shape *how) {
    assert_ok(rsp_link_open_shaped(&p->links[0], p->links[0], how, NULL));
    return p->links[0];
}

/* Late bytes make the link ready twice: when they come in, and when they are due. */
static void a_delayed_piece_is_waited_for(void **state) {
    (void)state;
    pair p = open_pair(NULL);
    rsp_link *link = shape(&p, &(rsp_shape){.in = {.delay_ns = 3 * MS}});
    rsp_buf in = {0};
    uint64_t start = rsp_link_now(link);
    assert_int_equal(write(p.far[0], "x", 1), 1);
    while (in.len == 0) {
        assert_int_equal(wait_for(&p), 1);
        rsp_status status = rsp_link_recv(link, &in, 9, 0);
        assert_true(status == RSP_OK || status == RSP_TIMEOUT);
    }
    assert_true(rsp_link_now(link) >= start + 3 * MS);
    rsp_buf_free(&in);
    close_pair(&p);
}

/* What is held back on its way out is sent by the recv that the wait asks for. */
static void a_held_piece_leaves_while_waiting(void **state) {
    (void)state;
    pair p = open_pair(NULL);
    rsp_link *link = shape(&p, &(rsp_shape){.out = {.merge = true}});
    rsp_buf in = {0};
    char got[8];
    assert_ok(rsp_link_send(link, RSP_LIT("a"), soon(link)));
    assert_ok(rsp_link_send(link, RSP_LIT("b"), soon(link)));
    assert_int_equal(recv(p.far[0], got, sizeof got, MSG_DONTWAIT), -1);
    assert_int_equal(wait_for(&p), 1);
    assert_int_equal(rsp_link_recv(link, &in, 9, 0), RSP_TIMEOUT);
    assert_int_equal(recv(p.far[0], got, sizeof got, MSG_DONTWAIT), 2);
    rsp_buf_free(&in);
    close_pair(&p);
}

/* Below a cut link the end is there, though nothing more comes in. */
static void a_cut_link_is_ready_with_its_end(void **state) {
    (void)state;
    pair p = open_pair(NULL);
    rsp_link *link = shape(&p, &(rsp_shape){.in = {.close_after_bytes = 1}});
    rsp_buf in = {0};
    assert_int_equal(write(p.far[0], "xy", 2), 2);
    assert_int_equal(wait_for(&p), 1);
    assert_ok(rsp_link_recv(link, &in, 9, 0));
    assert_bytes_lit(rsp_buf_bytes(&in), "x");
    assert_int_equal(wait_for(&p), 1);
    assert_int_equal(rsp_link_recv(link, &in, 9, 0), RSP_CLOSED);
    rsp_buf_free(&in);
    close_pair(&p);
}

static void note_piece(void *ctx, bool sent, uint64_t now_ns, rsp_bytes piece) {
    rsp_buf *seen = ctx;
    assert_true(now_ns > 0);
    rsp_buf_push(seen, sent ? '>' : '<');
    rsp_buf_append(seen, piece);
}

static void a_tap_sees_each_piece(void **state) {
    (void)state;
    pair p = open_pair(NULL);
    rsp_buf seen = {0};
    rsp_buf in = {0};
    rsp_link_tap(p.links[0], note_piece, &seen);
    assert_ok(rsp_link_send(p.links[0], RSP_LIT("ask"), soon(p.links[0])));
    assert_int_equal(write(p.far[0], "answer", 6), 6);
    assert_ok(rsp_link_recv(p.links[0], &in, 3, soon(p.links[0])));
    assert_ok(rsp_link_recv(p.links[0], &in, 9, soon(p.links[0])));
    assert_bytes_lit(rsp_buf_bytes(&seen), ">ask<ans<wer");
    rsp_link_tap(p.links[0], NULL, NULL);
    assert_ok(rsp_link_send(p.links[0], RSP_LIT("more"), soon(p.links[0])));
    assert_int_equal(seen.len, 12);
    rsp_buf_free(&seen);
    rsp_buf_free(&in);
    close_pair(&p);
}

/* Of a send that can not go on, the tap sees what had gone. */
static void a_tap_sees_what_went_of_a_failed_send(void **state) {
    (void)state;
    pair p = open_pair(NULL);
    rsp_buf seen = {0};
    rsp_buf big = {0};
    assert_non_null(rsp_buf_extend(&big, (size_t)8 * 1024 * 1024));
    memset(big.ptr, 'x', big.len);
    rsp_link_tap(p.links[0], note_piece, &seen);
    assert_int_equal(rsp_link_send(p.links[0], rsp_buf_bytes(&big), 0), RSP_TIMEOUT);
    assert_true(seen.len > 1 && seen.len < big.len);
    assert_int_equal(seen.len - 1, rsp_link_stats_get(p.links[0]).bytes_out);
    rsp_buf_free(&seen);
    rsp_buf_free(&big);
    close_pair(&p);
}

/* A descriptor beside a link: either ends the wait, and it is said which did. */
static void a_descriptor_is_waited_for_beside_a_link(void **state) {
    (void)state;
    pair p = open_pair(NULL);
    int keys[2];
    bool key = true;
    assert_int_equal(pipe(keys), 0);
    assert_int_equal(write(p.far[0], "+", 1), 1);
    assert_ok(rsp_link_wait_beside(p.links[0], keys[0], &key, RSP_NEVER_NS));
    assert_false(key);
    assert_int_equal(write(keys[1], "k", 1), 1);
    assert_ok(rsp_link_wait_beside(p.links[1], keys[0], &key, RSP_NEVER_NS));
    assert_true(key);
    assert_ok(rsp_link_wait_beside(NULL, keys[0], &key, RSP_NEVER_NS));
    assert_true(key);
    (void)close(keys[0]);
    (void)close(keys[1]);
    close_pair(&p);
}

int main(void) {
    (void)alarm(100);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_one_with_bytes_is_ready),
        cmocka_unit_test(an_end_is_ready_until_it_is_taken_off),
        cmocka_unit_test(the_flag_and_the_deadline_end_the_wait),
        cmocka_unit_test(too_many_links_and_virtual_ones_are_refused),
        cmocka_unit_test(a_delayed_piece_is_waited_for),
        cmocka_unit_test(a_held_piece_leaves_while_waiting),
        cmocka_unit_test(a_cut_link_is_ready_with_its_end),
        cmocka_unit_test(a_descriptor_is_waited_for_beside_a_link),
        cmocka_unit_test(a_tap_sees_each_piece),
        cmocka_unit_test(a_tap_sees_what_went_of_a_failed_send),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

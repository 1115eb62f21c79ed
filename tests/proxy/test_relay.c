/* The loop on real sockets: a thread relays, the test is debugger and stub at the far ends.
 * Ends of either side, ends in the middle of a packet, of a batch, and the stop flag. Nothing sleeps.
 * See relay.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "link_test.h"

#include "link/shape.h"
#include "proxy/relay.h"
#include <pthread.h>
#include <sys/socket.h>

typedef struct bed {
    rsp_relay relay;
    rsp_relay_end end;
    rsp_link *far[RSP_PROXY_ENDS]; /* our hands on the other sides */
    pthread_t thread;
    rsp_buf in;
    rsp_buf seen; /* what the observer was shown */
    volatile sig_atomic_t stop;
} bed;

static void *run(void *ctx) {
    bed *b = ctx;
    rsp_relay_run(&b->relay, &b->end);
    return NULL;
}

static void note(void *ctx, rsp_proxy_end end, bool sent, uint64_t now_ns, rsp_bytes bytes) {
    bed *b = ctx;
    assert_true(now_ns > 0);
    rsp_buf_push(&b->seen, end == RSP_PROXY_CLIENT ? 'c' : 's');
    rsp_buf_push(&b->seen, sent ? '<' : '>');
    rsp_buf_append(&b->seen, bytes);
    rsp_buf_push(&b->seen, ' ');
}

static void open_bed(bed *b, const rsp_proxy_options *options) {
    *b = (bed){0};
    b->relay = (rsp_relay){.proxy = rsp_proxy_new(options), .passed = note, .ctx = b};
    for (int i = 0; i < RSP_PROXY_ENDS; i++) {
        int fds[2];
        rsp_link_options stoppable = {.stop = &b->stop};
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
        assert_ok(rsp_link_open_fds(&b->relay.links[i], fds[0], fds[0], "near", &stoppable));
        assert_ok(rsp_link_open_fds(&b->far[i], fds[1], fds[1], "far", NULL));
    }
}

static void start(bed *b) {
    assert_int_equal(pthread_create(&b->thread, NULL, run, b), 0);
}

static void say(bed *b, rsp_proxy_end who, rsp_bytes bytes) {
    assert_ok(rsp_link_send(b->far[who], bytes, soon(b->far[who])));
}

static void hear(bed *b, rsp_proxy_end who, rsp_bytes bytes) {
    recv_all(b->far[who], &b->in, bytes.len);
    assert_bytes(rsp_buf_bytes(&b->in), bytes);
}

/* Nothing more comes to that end, and it is told so. */
static void hear_the_end(bed *b, rsp_proxy_end who) {
    rsp_buf_clear(&b->in);
    assert_int_equal(rsp_link_recv(b->far[who], &b->in, 9, soon(b->far[who])), RSP_CLOSED);
}

static void hang_up(bed *b, rsp_proxy_end who) {
    rsp_link_close(b->far[who]);
    b->far[who] = NULL;
}

static void finish(bed *b) {
    assert_int_equal(pthread_join(b->thread, NULL), 0);
}

static void close_bed(bed *b) {
    for (int i = 0; i < RSP_PROXY_ENDS; i++) {
        rsp_link_close(b->relay.links[i]);
        rsp_link_close(b->far[i]);
    }
    rsp_proxy_free(b->relay.proxy);
    rsp_buf_free(&b->in);
    rsp_buf_free(&b->seen);
}

static void bytes_pass_and_the_debugger_hangs_up(void **state) {
    (void)state;
    bed b;
    open_bed(&b, NULL);
    start(&b);
    say(&b, RSP_PROXY_CLIENT, RSP_LIT("$qC#b4"));
    hear(&b, RSP_PROXY_STUB, RSP_LIT("$qC#b4"));
    say(&b, RSP_PROXY_STUB, RSP_LIT("+\0$"));
    hear(&b, RSP_PROXY_CLIENT, RSP_LIT("+\0$"));
    hang_up(&b, RSP_PROXY_CLIENT);
    hear_the_end(&b, RSP_PROXY_STUB);
    hang_up(&b, RSP_PROXY_STUB);
    finish(&b);
    assert_int_equal(b.end.who, RSP_PROXY_CLIENT);
    assert_int_equal(b.end.status, RSP_CLOSED);
    assert_false(b.end.ours);
    assert_bytes(rsp_buf_bytes(&b.seen), RSP_LIT("c>$qC#b4 s<$qC#b4 s>+\0$ c<+\0$ "));
    close_bed(&b);
}

static void the_last_words_of_a_stub_reach_the_debugger(void **state) {
    (void)state;
    bed b;
    open_bed(&b, NULL);
    start(&b);
    say(&b, RSP_PROXY_STUB, RSP_LIT("$T05thr"));
    hang_up(&b, RSP_PROXY_STUB);
    hear(&b, RSP_PROXY_CLIENT, RSP_LIT("$T05thr"));
    hear_the_end(&b, RSP_PROXY_CLIENT);
    hang_up(&b, RSP_PROXY_CLIENT);
    finish(&b);
    assert_int_equal(b.end.who, RSP_PROXY_STUB);
    close_bed(&b);
}

/* The stub may still say something when the debugger has only closed its own direction. */
static void a_half_closed_debugger_hears_the_rest(void **state) {
    (void)state;
    bed b;
    open_bed(&b, NULL);
    b.relay.grace_ns = LONG_NS;
    start(&b);
    say(&b, RSP_PROXY_CLIENT, RSP_LIT("$D#44"));
    assert_ok(rsp_link_half_close(b.far[RSP_PROXY_CLIENT]));
    hear(&b, RSP_PROXY_STUB, RSP_LIT("$D#44"));
    hear_the_end(&b, RSP_PROXY_STUB);
    say(&b, RSP_PROXY_STUB, RSP_LIT("$OK#9a"));
    hang_up(&b, RSP_PROXY_STUB);
    hear(&b, RSP_PROXY_CLIENT, RSP_LIT("$OK#9a"));
    finish(&b);
    assert_int_equal(b.end.who, RSP_PROXY_CLIENT);
    close_bed(&b);
}

static void a_stub_that_dies_within_a_batch_does_not_hang_the_debugger(void **state) {
    (void)state;
    bed b;
    open_bed(&b, &(rsp_proxy_options){.accelerate = RSP_ACCELERATE_LLDB});
    start(&b);
    say(&b, RSP_PROXY_CLIENT, RSP_LIT("$qSupported#37"));
    hear(&b, RSP_PROXY_STUB, RSP_LIT("$qSupported#37"));
    say(&b, RSP_PROXY_STUB, RSP_LIT("+$#00"));
    hear(&b, RSP_PROXY_CLIENT, RSP_LIT("+$MultiMemRead+;jMultiBreakpoint+#"));
    say(&b, RSP_PROXY_CLIENT, RSP_LIT("+$MultiMemRead:ranges:10,1,20,1;#7e"));
    hear(&b, RSP_PROXY_STUB, RSP_LIT("+$m10,1#2b"));
    hang_up(&b, RSP_PROXY_STUB);
    recv_all(b.far[RSP_PROXY_CLIENT], &b.in, 3); /* the checksum and our + */
    hear_the_end(&b, RSP_PROXY_CLIENT);
    hang_up(&b, RSP_PROXY_CLIENT);
    finish(&b);
    assert_int_equal(b.end.who, RSP_PROXY_STUB);
    close_bed(&b);
}

static void trouble_of_the_proxy_ends_both_sides(void **state) {
    (void)state;
    bed b;
    open_bed(&b, &(rsp_proxy_options){.accelerate = RSP_ACCELERATE_LLDB, .max_packet = 64});
    start(&b);
    rsp_buf big = {0};
    memset(rsp_buf_extend(&big, 100), 'x', 100);
    big.ptr[0] = '$';
    big.ptr[97] = '#';
    say(&b, RSP_PROXY_CLIENT, rsp_buf_bytes(&big));
    hear_the_end(&b, RSP_PROXY_STUB);
    hear_the_end(&b, RSP_PROXY_CLIENT);
    finish(&b);
    assert_true(b.end.ours);
    assert_int_equal(b.end.status, RSP_LIMIT);
    assert_int_equal(b.end.who, RSP_PROXY_CLIENT);
    rsp_buf_free(&big);
    close_bed(&b);
}

static void the_flag_ends_it_and_both_are_told(void **state) {
    (void)state;
    bed b;
    open_bed(&b, NULL);
    start(&b);
    say(&b, RSP_PROXY_CLIENT, RSP_LIT("x"));
    hear(&b, RSP_PROXY_STUB, RSP_LIT("x"));
    b.stop = 1;
    hear_the_end(&b, RSP_PROXY_STUB);
    hear_the_end(&b, RSP_PROXY_CLIENT);
    finish(&b);
    assert_int_equal(b.end.status, RSP_CANCELLED);
    close_bed(&b);
}

/* A shaped side: late, in pieces, and still complete when the other one ends. */
static void a_shaped_side_gets_everything_before_its_end(void **state) {
    (void)state;
    bed b;
    open_bed(&b, NULL);
    rsp_shape shape = {.out = {.delay_ns = 3 * RSP_NS_PER_MS, .split_bytes = 1}, .in = {.merge = true}};
    rsp_link **client = &b.relay.links[RSP_PROXY_CLIENT];
    assert_ok(rsp_link_open_shaped(client, *client, &shape, NULL));
    start(&b);
    say(&b, RSP_PROXY_CLIENT, RSP_LIT("$qC#b4"));
    hear(&b, RSP_PROXY_STUB, RSP_LIT("$qC#b4"));
    say(&b, RSP_PROXY_STUB, RSP_LIT("+$QC1#c5"));
    hang_up(&b, RSP_PROXY_STUB);
    hear(&b, RSP_PROXY_CLIENT, RSP_LIT("+$QC1#c5"));
    hear_the_end(&b, RSP_PROXY_CLIENT);
    hang_up(&b, RSP_PROXY_CLIENT);
    finish(&b);
    close_bed(&b);
}

/* Much more than the system's buffers hold, to one who reads nothing until all is sent. */
static void a_flood_is_passed_whole(void **state) {
    (void)state;
    bed b;
    open_bed(&b, NULL);
    start(&b);
    enum { PIECE = 100000, NUM = 40 };
    rsp_buf piece = {0};
    memset(rsp_buf_extend(&piece, PIECE), 'a', PIECE);
    for (int i = 0; i < NUM; i++) {
        say(&b, RSP_PROXY_STUB, rsp_buf_bytes(&piece));
        hear(&b, RSP_PROXY_CLIENT, rsp_buf_bytes(&piece));
    }
    hang_up(&b, RSP_PROXY_CLIENT);
    hang_up(&b, RSP_PROXY_STUB);
    finish(&b);
    rsp_buf_free(&piece);
    close_bed(&b);
}

int main(void) {
    (void)alarm(100);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_pass_and_the_debugger_hangs_up),
        cmocka_unit_test(the_last_words_of_a_stub_reach_the_debugger),
        cmocka_unit_test(a_half_closed_debugger_hears_the_rest),
        cmocka_unit_test(a_stub_that_dies_within_a_batch_does_not_hang_the_debugger),
        cmocka_unit_test(trouble_of_the_proxy_ends_both_sides),
        cmocka_unit_test(the_flag_ends_it_and_both_are_told),
        cmocka_unit_test(a_shaped_side_gets_everything_before_its_end),
        cmocka_unit_test(a_flood_is_passed_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

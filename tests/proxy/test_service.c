/* A proxy's service: what is noted of a connection and its end, the two sides' monitors, recording, shapes.
 * A thread serves, the test is debugger and stub at the far ends. Nothing sleeps.
 * See service.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "link_test.h"

#include "proxy/service.h"
#include <pthread.h>
#include <sys/socket.h>

typedef struct bed {
    rsp_proxy_service service;
    rsp_recorder recorder;
    rsp_buf recorded;
    rsp_link *near[RSP_PROXY_ENDS];
    rsp_link *far[RSP_PROXY_ENDS]; /* our hands on the other sides; of a program NULL */
    rsp_proxy_ended ended;
    pthread_t thread;
    rsp_buf in;
    unsigned violations;
} bed;

static void found(void *ctx, const rsp_transcript *transcript, const rsp_violation *violation) {
    bed *b = ctx;
    (void)transcript;
    (void)violation;
    b->violations++;
}

static rsp_status write_blocks(void *ctx, rsp_bytes blocks) {
    bed *b = ctx;
    rsp_buf_append(&b->recorded, blocks);
    return RSP_OK;
}

static void *serve(void *ctx) {
    bed *b = ctx;
    rsp_proxy_service_relay(&b->service, b->near[RSP_PROXY_CLIENT], b->near[RSP_PROXY_STUB], &b->ended);
    return NULL;
}

static void open_end(bed *b, rsp_proxy_end end, const char *program) {
    int fds[2];
    if (program) {
        assert_ok(rsp_link_open(&b->near[end], program, NULL, NULL));
        return;
    }
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
    assert_ok(rsp_link_open_fds(&b->near[end], fds[0], fds[0], "near", NULL));
    assert_ok(rsp_link_open_fds(&b->far[end], fds[1], fds[1], "far", NULL));
}

/* `program`: the stub's address; NULL: the test is the stub. */
static void begin(bed *b, rsp_proxy_service_options options, const char *program, bool record) {
    *b = (bed){.ended = {.number = 7}};
    options.stub_name = "a stub";
    options.found = found;
    options.ctx = b;
    assert_ok(rsp_proxy_service_init(&b->service, &options));
    open_end(b, RSP_PROXY_CLIENT, NULL);
    open_end(b, RSP_PROXY_STUB, program);
    if (record) {
        const rsp_recorder_options how = {.write = write_blocks, .ctx = b};
        assert_ok(rsp_recorder_begin(&b->recorder, &how));
        b->service.recorder = &b->recorder;
    }
    for (int i = 0; i < RSP_PROXY_ENDS; i++)
        rsp_proxy_service_tap(&b->service, b->near[i], (rsp_proxy_end)i);
    assert_int_equal(pthread_create(&b->thread, NULL, serve, b), 0);
}

static void pass(bed *b, rsp_proxy_end from, rsp_bytes bytes) {
    rsp_link *to = b->far[from == RSP_PROXY_CLIENT ? RSP_PROXY_STUB : RSP_PROXY_CLIENT];
    assert_ok(rsp_link_send(b->far[from], bytes, soon(b->far[from])));
    recv_all(to, &b->in, bytes.len);
    assert_bytes(rsp_buf_bytes(&b->in), bytes);
}

static void close_far(bed *b, rsp_proxy_end who) {
    rsp_link_close(b->far[who]);
    b->far[who] = NULL;
}

/* Closes one side, and waits until the other one has heard of it: this one ended first. */
static void hang_up(bed *b, rsp_proxy_end who) {
    rsp_link *other = b->far[who == RSP_PROXY_CLIENT ? RSP_PROXY_STUB : RSP_PROXY_CLIENT];
    close_far(b, who);
    rsp_buf_clear(&b->in);
    assert_int_equal(rsp_link_recv(other, &b->in, 9, soon(other)), RSP_CLOSED);
}

static void finish(bed *b) {
    for (int i = 0; i < RSP_PROXY_ENDS; i++)
        close_far(b, (rsp_proxy_end)i);
    assert_int_equal(pthread_join(b->thread, NULL), 0);
    assert_int_equal(b->ended.number, 7); /* the caller's */
    assert_true(b->service.moved || b->ended.bytes[RSP_PROXY_CLIENT] == 0);
}

static void clean(bed *b) {
    for (int i = 0; i < RSP_PROXY_ENDS; i++)
        rsp_link_close(b->near[i]);
    rsp_proxy_service_free(&b->service);
    rsp_proxy_service_free(&b->service); /* all-zero again */
    rsp_recorder_free(&b->recorder);
    rsp_buf_free(&b->recorded);
    rsp_buf_free(&b->in);
}

static void a_connection_that_ends_well(void **state) {
    (void)state;
    bed b;
    begin(&b, (rsp_proxy_service_options){0}, NULL, false);
    pass(&b, RSP_PROXY_CLIENT, RSP_LIT("$qC#b4"));
    pass(&b, RSP_PROXY_STUB, RSP_LIT("+$QC1#c5"));
    pass(&b, RSP_PROXY_CLIENT, RSP_LIT("+"));
    hang_up(&b, RSP_PROXY_CLIENT);
    finish(&b);
    assert_true(rsp_proxy_ended_well(&b.ended));
    assert_int_equal(b.ended.end.who, RSP_PROXY_CLIENT);
    assert_int_equal(b.ended.bytes[RSP_PROXY_CLIENT], 7);
    assert_int_equal(b.ended.bytes[RSP_PROXY_STUB], 8);
    assert_int_equal(b.ended.program.kind, RSP_END_NO_CHILD);
    assert_string_equal(b.ended.words, "");
    assert_int_equal(rsp_monitor_metrics(b.service.stub)->round_trips, 1);
    assert_ptr_equal(rsp_proxy_service_debugger(&b.service), b.service.stub);
    assert_int_equal(b.violations, 0);
    clean(&b);
}

static void what_hangs_when_the_stub_goes_is_noted(void **state) {
    (void)state;
    bed b;
    begin(&b, (rsp_proxy_service_options){0}, NULL, false);
    pass(&b, RSP_PROXY_CLIENT, RSP_LIT("$X1,1:\1#21"));
    pass(&b, RSP_PROXY_STUB, RSP_LIT("+$O"));
    hang_up(&b, RSP_PROXY_STUB);
    finish(&b);
    assert_false(rsp_proxy_ended_well(&b.ended));
    assert_int_equal(b.ended.end.who, RSP_PROXY_STUB);
    assert_true(b.ended.waiting);
    assert_string_equal(b.ended.request, "X1,1:\\x01");
    assert_int_equal(b.ended.unfinished[RSP_PROXY_STUB], 2);
    assert_int_equal(b.ended.unfinished[RSP_PROXY_CLIENT], 0);
    clean(&b);
}

static void the_last_line_of_a_program_is_kept(void **state) {
    (void)state;
    bed b;
    begin(&b, (rsp_proxy_service_options){0}, "pipe:sh -c \"printf 'first\\nlast \\001\\n' >&2; exit 3\"",
          false);
    assert_int_equal(rsp_link_recv(b.far[RSP_PROXY_CLIENT], &b.in, 9, soon(b.far[RSP_PROXY_CLIENT])),
                     RSP_CLOSED);
    finish(&b);
    assert_false(rsp_proxy_ended_well(&b.ended));
    assert_int_equal(b.ended.program.kind, RSP_END_EXITED);
    assert_int_equal(b.ended.program.code, 3);
    assert_string_equal(b.ended.words, "last \\x01");
    clean(&b);
}

static void a_broken_rule_is_told_at_once(void **state) {
    (void)state;
    bed b;
    begin(&b, (rsp_proxy_service_options){0}, NULL, false);
    pass(&b, RSP_PROXY_CLIENT, RSP_LIT("$qC#b4"));
    pass(&b, RSP_PROXY_STUB, RSP_LIT("+$QC1#00"));
    finish(&b);
    assert_true(b.violations > 0);
    assert_true(rsp_monitor_broken(b.service.stub, RSP_LEVEL_MUST) > 0);
    clean(&b);
}

static void accelerating_each_side_has_a_monitor_of_its_own(void **state) {
    (void)state;
    bed b;
    const rsp_proxy_service_options options = {.proxy = {.accelerate = RSP_ACCELERATE_BOTH}};
    begin(&b, options, NULL, false);
    pass(&b, RSP_PROXY_CLIENT, RSP_LIT("$qC#b4"));
    hang_up(&b, RSP_PROXY_CLIENT);
    finish(&b);
    assert_ptr_not_equal(rsp_proxy_service_debugger(&b.service), b.service.stub);
    assert_int_equal(rsp_monitor_metrics(rsp_proxy_service_debugger(&b.service))->packets_to_stub, 1);
    clean(&b);
}

static void an_end_after_the_bytes_of_the_shape_is_no_fault(void **state) {
    static const struct {
        uint64_t after;
        rsp_proxy_way way;
        bool cut;
    } rows[] = {
        {6, RSP_PROXY_BOTH_WAYS, true},  {6, RSP_PROXY_TO_STUB, true},  {6, RSP_PROXY_FROM_STUB, false},
        {7, RSP_PROXY_BOTH_WAYS, false}, {0, RSP_PROXY_TO_STUB, false},
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        bed b;
        begin(&b, (rsp_proxy_service_options){.cut_after_bytes = rows[i].after, .cut_way = rows[i].way}, NULL,
              false);
        pass(&b, RSP_PROXY_CLIENT, RSP_LIT("$qC#b4"));
        hang_up(&b, RSP_PROXY_CLIENT);
        finish(&b);
        assert_int_equal(b.ended.cut, rows[i].cut);
        assert_true(rsp_proxy_ended_well(&b.ended)); /* the debugger may go while it waits */
        clean(&b);
    }
}

static void what_passes_is_recorded(void **state) {
    (void)state;
    bed b;
    begin(&b, (rsp_proxy_service_options){0}, NULL, true);
    pass(&b, RSP_PROXY_CLIENT, RSP_LIT("$qC#b4"));
    pass(&b, RSP_PROXY_STUB, RSP_LIT("+$QC1#c5"));
    finish(&b);
    assert_ok(rsp_recorder_status(&b.recorder));
    assert_true(rsp_bytes_search(rsp_buf_bytes(&b.recorded), RSP_LIT("$qC#b4")) < b.recorded.len);
    assert_true(rsp_bytes_search(rsp_buf_bytes(&b.recorded), RSP_LIT("+$QC1#c5")) < b.recorded.len);
    clean(&b);
}

static void a_shape_is_done_one_way_or_both(void **state) {
    const rsp_shape_way done = {.delay_ns = 100, .drop_ppm = 5, .merge = true};
    (void)state;
    rsp_shape shape = rsp_proxy_shape(&done, RSP_PROXY_BOTH_WAYS, 11, 3);
    assert_int_equal(shape.in.delay_ns, 105);
    assert_int_equal(shape.out.delay_ns, 106); /* the odd nanosecond: a round trip takes all of it */
    assert_true(shape.in.merge && shape.out.merge && shape.seed == 3);
    shape = rsp_proxy_shape(&done, RSP_PROXY_TO_STUB, 10, 3);
    assert_true(shape.in.drop_ppm == 5 && shape.in.delay_ns == 105);
    assert_true(shape.out.drop_ppm == 0 && shape.out.delay_ns == 5);
    shape = rsp_proxy_shape(&done, RSP_PROXY_FROM_STUB, 0, 3);
    assert_true(shape.in.drop_ppm == 0 && shape.in.delay_ns == 0);
    assert_true(shape.out.drop_ppm == 5 && shape.out.delay_ns == 100);
    shape = rsp_proxy_shape(&(rsp_shape_way){.delay_ns = RSP_NEVER_NS}, RSP_PROXY_BOTH_WAYS, 10, 0);
    assert_true(shape.in.delay_ns == RSP_NEVER_NS && shape.out.delay_ns == RSP_NEVER_NS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_connection_that_ends_well),
        cmocka_unit_test(what_hangs_when_the_stub_goes_is_noted),
        cmocka_unit_test(the_last_line_of_a_program_is_kept),
        cmocka_unit_test(a_broken_rule_is_told_at_once),
        cmocka_unit_test(accelerating_each_side_has_a_monitor_of_its_own),
        cmocka_unit_test(an_end_after_the_bytes_of_the_shape_is_no_fault),
        cmocka_unit_test(what_passes_is_recorded),
        cmocka_unit_test(a_shape_is_done_one_way_or_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

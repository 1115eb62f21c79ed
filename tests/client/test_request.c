/* Requests that do not wait: order, several in flight, exactly one callback, and cancelling at each moment.
 * Against the reference stub in virtual time, and once by hand without a link.
 * See client_request.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "client_world.h"
#include "liar.h"

#include "core/limits.h"
#include <stdio.h>

#define MS RSP_NS_PER_MS

/* What came back, in order. */
typedef struct diary {
    size_t num;
    rsp_ticket tickets[64];
    rsp_status statuses[64];
    bool sent[64];
    size_t packets[64];
    bool had_stop[64];
    unsigned signal[64];
} diary;

static void note(void *ctx, rsp_client *client, const rsp_client_result *result) {
    diary *d = ctx;
    (void)client;
    assert_in_range(d->num, 0, 63);
    d->tickets[d->num] = result->ticket;
    d->statuses[d->num] = result->status;
    d->sent[d->num] = result->sent;
    d->packets[d->num] = result->num_packets;
    d->had_stop[d->num] = result->stop != NULL;
    d->signal[d->num] = result->stop ? result->stop->signal : 0;
    d->num++;
}

static rsp_client_callback into(diary *d) {
    return (rsp_client_callback){.done = note, .ctx = d};
}

static void run_until_idle(client_world *w) {
    while (rsp_client_pending(w->client))
        assert_in_range(rsp_client_poll(w->client, rsp_link_now(w->link) + 100 * MS), 0, RSP_WOULD_BLOCK);
}

static void several_requests_share_a_round_trip_and_complete_in_order(void **state) {
    (void)state;
    for (unsigned acks = 0; acks < 2; acks++) {
        client_world w;
        diary d = {0};
        uint8_t bytes[6][8];
        rsp_read reads[6];
        rsp_ticket tickets[6];
        world_init(&w, NULL);
        w.rtt_ns = 20 * MS;
        w.options.off = acks ? RSP_USE_BIT(RSP_USE_NO_ACK) : 0;
        world_start(&w);
        uint64_t at = ask_symbol(&w.ask, "scratch");
        /* The form of MultiMemRead is found out before. */
        assert_ok(rsp_client_read_memory(w.client, at, bytes[0], 8, NULL));
        uint64_t before = rsp_link_now(w.link);
        for (size_t i = 0; i < 6; i++) {
            reads[i] = (rsp_read){.addr = at + 16 * i, .len = 8, .out = bytes[i]};
            assert_ok(rsp_client_submit_read(w.client, &tickets[i], 0, &reads[i], 1, into(&d)));
        }
        assert_int_equal(d.num, 0);
        run_until_idle(&w);
        assert_int_equal(rsp_link_now(w.link) - before, (acks ? 6 : 1) * w.rtt_ns);
        assert_int_equal(d.num, 6);
        for (size_t i = 0; i < 6; i++) {
            assert_int_equal(d.tickets[i], tickets[i]);
            assert_int_equal(d.statuses[i], RSP_OK);
            assert_int_equal(reads[i].num_read, 8);
        }
        world_end(&w);
    }
}

static void queued_request_is_plucked_and_never_sent(void **state) {
    (void)state;
    client_world w;
    diary d = {0};
    rsp_ticket a = 0;
    rsp_ticket b = 0;
    world_init(&w, NULL);
    w.options.off = RSP_USE_BIT(RSP_USE_NO_ACK);
    w.rtt_ns = 20 * MS;
    world_start(&w);
    assert_ok(rsp_client_submit_packet(w.client, &a, RSP_LIT("qC"), 0, into(&d)));
    assert_ok(rsp_client_submit_packet(w.client, &b, RSP_LIT("qAttached"), 0, into(&d)));
    /* The first is on its way, the second waits for its turn in the session. */
    (void)!rsp_client_poll(w.client, rsp_link_now(w.link));
    assert_int_equal(world_count(&w, "qC"), 1);
    assert_ok(rsp_client_cancel(w.client, b));
    assert_int_equal(d.num, 0); /* never from within */
    assert_int_equal(rsp_client_cancel(w.client, b), RSP_NOT_FOUND);
    run_until_idle(&w);
    assert_int_equal(world_count(&w, "qAttached"), 0);
    assert_int_equal(d.num, 2);
    assert_int_equal(d.tickets[0], b);
    assert_int_equal(d.statuses[0], RSP_CANCELLED);
    assert_false(d.sent[0]);
    assert_int_equal(d.statuses[1], RSP_OK);
    assert_int_equal(rsp_client_cancel(w.client, a), RSP_NOT_FOUND);
    world_end(&w);
}

static void answer_of_an_active_request_is_dropped(void **state) {
    (void)state;
    client_world w;
    diary d = {0};
    rsp_ticket a = 0;
    rsp_ticket b = 0;
    uint8_t bytes[16] = {0};
    world_init(&w, NULL);
    w.rtt_ns = 20 * MS;
    world_start(&w);
    uint64_t at = ask_symbol(&w.ask, "magic");
    rsp_read reads[2] = {{.addr = at, .len = 4, .out = bytes}, {.addr = at, .len = 4, .out = bytes + 8}};
    assert_ok(rsp_client_read_memory(w.client, at, bytes, 4, NULL));
    memset(bytes, 0, sizeof bytes);
    assert_ok(rsp_client_submit_read(w.client, &a, 0, &reads[0], 1, into(&d)));
    assert_ok(rsp_client_submit_read(w.client, &b, 0, &reads[1], 1, into(&d)));
    (void)!rsp_client_poll(w.client, rsp_link_now(w.link) + 5 * MS);
    assert_ok(rsp_client_cancel(w.client, a));
    run_until_idle(&w);
    assert_int_equal(d.num, 2);
    assert_int_equal(d.tickets[0], a);
    assert_int_equal(d.statuses[0], RSP_CANCELLED);
    assert_true(d.sent[0]);
    assert_int_equal(reads[0].status, RSP_CANCELLED);
    assert_int_equal(bytes[0], 0); /* its buffer was let alone */
    assert_int_equal(d.statuses[1], RSP_OK);
    assert_memory_equal(bytes + 8, "\x78\x56\x34\x12", 4);
    world_end(&w);
}

static void cancelled_run_is_interrupted_and_completes_with_its_stop(void **state) {
    (void)state;
    for (unsigned non_stop = 0; non_stop < 2; non_stop++) {
        client_world w;
        diary d = {0};
        rsp_ticket run = 0;
        world_init(&w, "/bin/spin");
        w.options.non_stop = non_stop;
        w.rtt_ns = 2 * MS;
        world_start(&w);
        assert_ok(rsp_client_submit_resume(w.client, &run, NULL, into(&d)));
        for (int i = 0; i < 8; i++)
            (void)!rsp_client_poll(w.client, rsp_link_now(w.link) + MS);
        assert_int_equal(d.num, 0);
        assert_ok(rsp_client_cancel(w.client, run));
        assert_ok(rsp_client_cancel(w.client, run)); /* twice is fine */
        run_until_idle(&w);
        assert_int_equal(d.num, 1);
        assert_int_equal(d.statuses[0], RSP_CANCELLED);
        assert_true(d.had_stop[0]);
        assert_int_equal(d.signal[0], 2);
        assert_int_equal(world_count(&w, "vCtrlC"), non_stop);
        assert_false(rsp_client_is_running(w.client));
        /* And the client goes on. */
        rsp_bytes reply;
        assert_ok(rsp_client_packet(w.client, RSP_LIT("qC"), &reply));
        world_end(&w);
    }
}

/* In non-stop one thread's run is stopped by naming the thread, and completes with that thread's stop. */
static void cancelled_run_of_one_thread_stops_that_thread(void **state) {
    (void)state;
    client_world w;
    diary d = {0};
    const rsp_stop_reply *stop = NULL;
    rsp_ticket run = 0;
    world_init(&w, "/bin/spin");
    w.options.non_stop = true;
    world_start(&w);
    stop = rsp_client_stop(w.client);
    const rsp_move one = {.thread = stop->thread};
    assert_ok(rsp_client_submit_resume(w.client, &run, &one, into(&d)));
    for (int i = 0; i < 4; i++)
        (void)!rsp_client_poll(w.client, rsp_link_now(w.link) + MS);
    assert_ok(rsp_client_cancel(w.client, run));
    run_until_idle(&w);
    assert_int_equal(world_count(&w, "vCont;t:"), 1);
    assert_int_equal(d.num, 1);
    assert_int_equal(d.statuses[0], RSP_CANCELLED);
    assert_true(d.had_stop[0]);
    world_end(&w);
}

/* The session is never given more than so many packets ahead. */
static void packets_ahead_are_limited(void **state) {
    (void)state;
    client_world w;
    static rsp_read reads[200];
    static uint8_t bytes[200];
    world_init(&w, NULL);
    w.options.off = RSP_USE_BATCHED;
    w.rtt_ns = MS;
    world_start(&w);
    for (size_t i = 0; i < 200; i++)
        reads[i] = (rsp_read){.addr = ask_symbol(&w.ask, "scratch") + i, .len = 1, .out = &bytes[i]};
    assert_ok(rsp_client_submit_read(w.client, NULL, 0, reads, 200, (rsp_client_callback){0}));
    rsp_client_advance(w.client);
    assert_int_equal(rsp_session_pending(w.session), RSP_LIMIT_CLIENT_IN_FLIGHT);
    run_until_idle(&w);
    assert_int_equal(world_count(&w, "x"), 200);
    world_end(&w);
}

/* --- writes --- */

static void writes_share_a_round_trip_and_are_done_in_order(void **state) {
    (void)state;
    for (unsigned hex = 0; hex < 2; hex++) {
        client_world w;
        diary d = {0};
        uint8_t got[8];
        world_init(&w, NULL);
        w.rtt_ns = 20 * MS;
        w.options.off = hex ? RSP_USE_BIT(RSP_USE_BINARY_WRITE) : 0;
        world_start(&w);
        uint64_t at = ask_symbol(&w.ask, "scratch");
        /* Whether there is X, and the form of MultiMemRead, are found out before. */
        assert_ok(rsp_client_write_memory(w.client, at, RSP_LIT("$"), NULL));
        assert_ok(rsp_client_read_memory(w.client, at, got, 1, NULL));
        rsp_memory_write first[2] = {{.addr = at, .data = RSP_LIT("#$}*abcd")},
                                     {.addr = at + 2, .data = RSP_LIT("23")}};
        rsp_memory_write second = {.addr = at + 3, .data = RSP_LIT("4}")};
        rsp_read read = {.addr = at, .len = sizeof got, .out = got};
        uint64_t before = rsp_link_now(w.link);
        assert_ok(rsp_client_submit_write(w.client, NULL, 0, first, 2, into(&d)));
        assert_ok(rsp_client_submit_write(w.client, NULL, 0, &second, 1, into(&d)));
        assert_ok(rsp_client_submit_read(w.client, NULL, 0, &read, 1, into(&d)));
        assert_int_equal(d.num, 0);
        run_until_idle(&w);
        assert_int_equal(rsp_link_now(w.link) - before, w.rtt_ns);
        assert_int_equal(d.num, 3);
        for (size_t i = 0; i < 3; i++)
            assert_int_equal(d.statuses[i], RSP_OK);
        assert_int_equal(first[0].num_written + first[1].num_written + second.num_written, 12);
        assert_memory_equal(got, "#$24}bcd", 8);
        char packets[2][24]; /* M with the address: MultiMemRead begins so, too */
        for (unsigned i = 0; i < 2; i++)
            (void)snprintf(packets[i], sizeof packets[i], "%c%llx", "XM"[i], (unsigned long long)at >> 4);
        assert_int_equal(world_count(&w, packets[hex]), 4);
        assert_int_equal(world_count(&w, packets[!hex]), 0);
        world_end(&w);
    }
}

/* A stub without X is asked once, and nothing overtakes the write that finds it out. */
static void write_without_x_is_done_by_m_before_what_is_behind_it(void **state) {
    (void)state;
    static const liar_line lines[] = {
        {"M1000,2:6162", "OK"}, {"M1002,2:6364", "E0e"}, {"M1003,1:65", "yes"}, {"qC", "QC1"}};
    liar l;
    diary d = {0};
    liar_open(&l, lines, RSP_ARRAY_LEN(lines), (rsp_client_options){0});
    rsp_memory_write writes[] = {{.addr = 0x1000, .data = RSP_LIT("ab")},
                                 {.addr = 0x1002, .data = RSP_LIT("cd")},
                                 {.addr = 0x1003, .data = RSP_LIT("e")}};
    assert_ok(rsp_client_submit_write(l.client, NULL, 0, writes, RSP_ARRAY_LEN(writes), into(&d)));
    assert_ok(rsp_client_submit_packet(l.client, NULL, RSP_LIT("qC"), 0, into(&d)));
    while (rsp_client_pending(l.client))
        assert_in_range(rsp_client_poll(l.client, rsp_link_now(l.link) + 100 * MS), 0, RSP_WOULD_BLOCK);
    assert_int_equal(d.num, 2);
    assert_int_equal(writes[0].status, RSP_OK);
    assert_int_equal(writes[0].error_code, -1);
    assert_int_equal(writes[1].status, RSP_REFUSED);
    assert_int_equal(writes[1].error_code, 14);
    assert_int_equal(writes[2].status, RSP_MALFORMED);
    assert_string_equal(rsp_buf_cstr(&l.seen), "X1000,2:ab\nM1000,2:6162\nM1002,2:6364\nM1003,1:65\nqC\n");
    liar_close(&l);
}

static void write_that_fails_fails_alone(void **state) {
    (void)state;
    client_world w;
    diary d = {0};
    world_init(&w, NULL);
    world_start(&w);
    uint64_t at = ask_symbol(&w.ask, "scratch");
    rsp_memory_write writes[] = {{.addr = UINT64_C(0x7f00000000), .data = RSP_LIT("ab")},
                                 {.addr = at, .data = RSP_LIT("cd")},
                                 {.addr = UINT64_MAX, .data = RSP_LIT("ef")},
                                 {.addr = at, .data = RSP_LIT("")}};
    assert_ok(rsp_client_submit_write(w.client, NULL, 0, writes, RSP_ARRAY_LEN(writes), into(&d)));
    run_until_idle(&w);
    assert_int_equal(d.num, 1);
    assert_int_equal(d.statuses[0], RSP_OK);
    assert_int_equal(d.packets[0], 2);
    assert_int_equal(writes[0].status, RSP_REFUSED);
    assert_int_equal(writes[1].status, RSP_OK);
    assert_int_equal(writes[1].num_written, 2);
    assert_int_equal(writes[2].status, RSP_RANGE);
    assert_int_equal(writes[3].status, RSP_OK);
    world_end(&w);
}

/* Cancelled at each moment: what a range says to be written is what is in memory, and no more is. */
static void cancelled_write_says_what_was_written(void **state) {
    (void)state;
    enum { BYTES = 600 };
    bool partly = false;
    for (unsigned polls = 0; polls < 12; polls++) {
        client_world w;
        diary d = {0};
        uint8_t data[BYTES];
        uint8_t got[BYTES];
        rsp_ticket ticket = 0;
        world_init(&w, NULL);
        w.options.packet_bytes = 256;
        w.rtt_ns = 20 * MS;
        world_start(&w);
        uint64_t at = ask_symbol(&w.ask, "scratch");
        memset(data, 'w', sizeof data);
        rsp_memory_write write = {.addr = at, .data = rsp_bytes_make(data, sizeof data)};
        assert_ok(rsp_client_submit_write(w.client, &ticket, 0, &write, 1, into(&d)));
        for (unsigned i = 0; i < polls; i++)
            (void)!rsp_client_poll(w.client, rsp_link_now(w.link) + 5 * MS);
        rsp_status cancelled = rsp_client_cancel(w.client, ticket);
        run_until_idle(&w);
        assert_int_equal(d.num, 1);
        assert_int_equal(d.statuses[0], cancelled == RSP_OK ? RSP_CANCELLED : RSP_OK);
        assert_int_equal(write.status, write.num_written == BYTES ? RSP_OK : RSP_CANCELLED);
        assert_ok(rsp_client_read_memory(w.client, at, got, sizeof got, NULL));
        for (size_t i = 0; i < BYTES; i++)
            assert_int_equal(got[i] == 'w', i < write.num_written);
        partly = partly || (write.num_written > 0 && write.num_written < BYTES);
        world_end(&w);
    }
    assert_true(partly);
}

static void run_that_was_not_sent_is_just_taken_back(void **state) {
    (void)state;
    client_world w;
    diary d = {0};
    rsp_ticket first = 0;
    rsp_ticket run = 0;
    world_init(&w, NULL);
    w.rtt_ns = 20 * MS;
    world_start(&w);
    assert_ok(rsp_client_submit_packet(w.client, &first, RSP_LIT("qC"), 0, into(&d)));
    assert_ok(rsp_client_submit_resume(w.client, &run, NULL, into(&d)));
    (void)!rsp_client_poll(w.client, rsp_link_now(w.link));
    assert_ok(rsp_client_cancel(w.client, run));
    run_until_idle(&w);
    assert_int_equal(world_count(&w, "vCont;"), 0);
    assert_int_equal(d.num, 2);
    assert_int_equal(d.statuses[0], RSP_CANCELLED);
    assert_false(d.sent[0]);
    assert_false(d.had_stop[0]);
    world_end(&w);
}

/* What was sent of a cancelled flush is in the stub, and the client knows. */
static void cancelled_flush_still_learns_what_is_in(void **state) {
    (void)state;
    client_world w;
    diary d = {0};
    rsp_ticket flush = 0;
    rsp_site sites[3];
    world_init(&w, NULL);
    w.options.off = RSP_USE_BATCHED | RSP_USE_BIT(RSP_USE_NO_ACK);
    w.rtt_ns = 20 * MS;
    world_start(&w);
    for (size_t i = 0; i < 3; i++) {
        sites[i] = (rsp_site){.addr = ask_symbol(&w.ask, "tail") + 4 * i, .kind = 4};
        assert_ok(rsp_client_enable_site(w.client, &sites[i], NULL, 0));
    }
    assert_ok(rsp_client_submit_flush(w.client, &flush, into(&d)));
    (void)!rsp_client_poll(w.client, rsp_link_now(w.link) + MS);
    assert_ok(rsp_client_cancel(w.client, flush));
    run_until_idle(&w);
    assert_int_equal(d.num, 1);
    assert_int_equal(d.statuses[0], RSP_CANCELLED);
    assert_int_equal(world_count(&w, "Z0"), 1);
    assert_true(rsp_client_site_physically_enabled(w.client, &sites[0]));
    assert_false(rsp_client_site_physically_enabled(w.client, &sites[1]));
    assert_int_equal(rsp_client_held_sites(w.client), 2);
    assert_ok(rsp_client_flush_sites(w.client, NULL));
    assert_int_equal(world_count(&w, "Z0"), 3);
    world_end(&w);
}

static void what_is_behind_a_run_waits_for_its_stop(void **state) {
    (void)state;
    client_world w;
    diary d = {0};
    uint8_t bytes[8];
    rsp_read read = {.len = sizeof bytes, .out = bytes};
    rsp_site tail;
    world_init(&w, NULL);
    world_start(&w);
    read.addr = ask_symbol(&w.ask, "counter");
    tail = (rsp_site){.addr = ask_symbol(&w.ask, "tail"), .kind = 4};
    assert_ok(rsp_client_enable_site(w.client, &tail, NULL, 0));
    assert_ok(rsp_client_submit_resume(w.client, NULL, NULL, into(&d)));
    assert_ok(rsp_client_submit_read(w.client, NULL, 0, &read, 1, into(&d)));
    run_until_idle(&w);
    assert_int_equal(d.num, 2);
    assert_true(d.had_stop[0]);
    assert_int_equal(d.packets[0], 2);
    assert_int_equal(bytes[0], 10);
    world_end(&w);
}

/* A callback queues the next one, until there were twenty. */
static void chain(void *ctx, rsp_client *client, const rsp_client_result *result) {
    size_t *num = ctx;
    assert_int_equal(result->status, RSP_OK);
    assert_bytes_lit(rsp_bytes_sub(result->reply, 0, 2), "QC");
    rsp_bytes reply;
    assert_int_equal(rsp_client_packet(client, RSP_LIT("qC"), &reply), RSP_USAGE); /* must not wait */
    if (++*num < 20)
        assert_ok(rsp_client_submit_packet(client, NULL, RSP_LIT("qC"), 0,
                                           (rsp_client_callback){.done = chain, .ctx = num}));
}

static void callbacks_may_submit_and_must_not_wait(void **state) {
    (void)state;
    client_world w;
    size_t num = 0;
    world_init(&w, NULL);
    world_start(&w);
    assert_ok(rsp_client_submit_packet(w.client, NULL, RSP_LIT("qC"), 0,
                                       (rsp_client_callback){.done = chain, .ctx = &num}));
    run_until_idle(&w);
    assert_int_equal(num, 20);
    world_end(&w);
}

static void number_of_requests_is_limited(void **state) {
    (void)state;
    client_world w;
    rsp_ticket last = 0;
    world_init(&w, NULL);
    world_start(&w);
    for (size_t i = 0; i < RSP_LIMIT_CLIENT_REQUESTS; i++)
        assert_ok(rsp_client_submit_packet(w.client, &last, RSP_LIT("qC"), 0, (rsp_client_callback){0}));
    assert_int_equal(rsp_client_submit_packet(w.client, NULL, RSP_LIT("qC"), 0, (rsp_client_callback){0}),
                     RSP_LIMIT);
    assert_ok(rsp_client_await(w.client, last, RSP_NEVER_NS));
    assert_int_equal(rsp_client_pending(w.client), 0);
    assert_int_equal(rsp_client_await(w.client, last + 1, 1), RSP_NOT_FOUND);
    world_end(&w);
}

static void requests_that_a_closed_link_leaves_complete_too(void **state) {
    (void)state;
    client_world w;
    diary d = {0};
    world_init(&w, NULL);
    world_start(&w);
    for (size_t i = 0; i < 3; i++)
        assert_ok(rsp_client_submit_packet(w.client, NULL, RSP_LIT("qC"), 0, into(&d)));
    assert_ok(rsp_client_submit_resume(w.client, NULL, NULL, into(&d)));
    rsp_link_shut(w.link);
    while (rsp_client_pending(w.client))
        (void)!rsp_client_poll(w.client, rsp_link_now(w.link) + MS);
    assert_int_equal(d.num, 4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(d.statuses[i], RSP_CLOSED);
    world_end(&w);
}

/* ... also what waits for a stop of threads that run by themselves. */
static void wait_for_a_stop_ends_with_the_link(void **state) {
    (void)state;
    client_world w;
    diary d = {0};
    world_init(&w, "/bin/sleeper");
    w.options.non_stop = true;
    world_start(&w);
    assert_ok(rsp_client_submit_resume(w.client, NULL, NULL, into(&d)));
    while (world_count(&w, "vCont;c") == 0)
        (void)!rsp_client_poll(w.client, rsp_link_now(w.link) + MS);
    assert_int_equal(d.num, 0);
    rsp_link_shut(w.link);
    (void)!rsp_client_poll(w.client, rsp_link_now(w.link) + MS);
    (void)!rsp_client_poll(w.client, rsp_link_now(w.link) + MS);
    assert_int_equal(d.num, 1);
    assert_int_equal(d.statuses[0], RSP_CLOSED);
    world_end(&w);
}

/* Without a link: bytes in, bytes out. */
static void core_works_without_io(void **state) {
    (void)state;
    const rsp_session_options options = {.no_ack = true};
    rsp_session *session = rsp_session_new(NULL, &options);
    rsp_client *client = rsp_client_new(session, NULL);
    diary d = {0};
    assert_ok(rsp_client_submit_packet(client, NULL, RSP_LIT("qC"), 0, into(&d)));
    rsp_client_advance(client);
    rsp_bytes out = rsp_session_output(session, 5);
    assert_bytes_lit(out, "$qC#b4");
    rsp_session_sent(session, 5, out.len);
    assert_ok(rsp_session_input(session, 9, RSP_LIT("$QC1#c5")));
    assert_int_equal(d.num, 0);
    rsp_client_advance(client);
    assert_int_equal(d.num, 1);
    assert_int_equal(d.statuses[0], RSP_OK);
    rsp_client_free(client);
    rsp_session_free(session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_requests_share_a_round_trip_and_complete_in_order),
        cmocka_unit_test(queued_request_is_plucked_and_never_sent),
        cmocka_unit_test(answer_of_an_active_request_is_dropped),
        cmocka_unit_test(cancelled_run_is_interrupted_and_completes_with_its_stop),
        cmocka_unit_test(cancelled_run_of_one_thread_stops_that_thread),
        cmocka_unit_test(packets_ahead_are_limited),
        cmocka_unit_test(writes_share_a_round_trip_and_are_done_in_order),
        cmocka_unit_test(write_without_x_is_done_by_m_before_what_is_behind_it),
        cmocka_unit_test(write_that_fails_fails_alone),
        cmocka_unit_test(cancelled_write_says_what_was_written),
        cmocka_unit_test(run_that_was_not_sent_is_just_taken_back),
        cmocka_unit_test(cancelled_flush_still_learns_what_is_in),
        cmocka_unit_test(what_is_behind_a_run_waits_for_its_stop),
        cmocka_unit_test(callbacks_may_submit_and_must_not_wait),
        cmocka_unit_test(number_of_requests_is_limited),
        cmocka_unit_test(requests_that_a_closed_link_leaves_complete_too),
        cmocka_unit_test(wait_for_a_stop_ends_with_the_link),
        cmocka_unit_test(core_works_without_io),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Running and stopping: continue, step, range, exit, interrupt, threads, registers; all-stop and non-stop.
 * Against the reference stub, also without vCont, without acks and with a round-trip time.
 * See client.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "client_world.h"
#include "needs_faults.h"

#include "codec/signals.h"
#include "core/limits.h"
#include "stub/faults/fault_list.h"
#include <rsp/payload.h>
#include <stdio.h>

enum { REG_PC = 0x20, RECORD_BYTES = 16 * 1024 * 1024 };

static uint64_t read_pc(client_world *w, rsp_ptid thread) {
    uint8_t bytes[8];
    size_t len = 0;
    uint64_t value = 0;
    assert_ok(rsp_client_read_register(w->client, thread, REG_PC, bytes, sizeof bytes, &len));
    assert_int_equal(len, 8);
    for (unsigned i = 8; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

static rsp_site enable(client_world *w, const char *symbol) {
    rsp_site site = {.addr = ask_symbol(&w->ask, symbol), .kind = 4};
    assert_ok(rsp_client_enable_site(w->client, &site, NULL, 0));
    return site;
}

static void connecting_learns_what_the_stub_can(void **state) {
    (void)state;
    client_world w;
    world_init(&w, NULL);
    world_start(&w);
    assert_int_equal(rsp_client_packet_bytes(w.client), 0x20000);
    assert_int_equal(rsp_client_supports(w.client, RSP_USE_MULTI_READ), RSP_SUPPORT_YES);
    assert_int_equal(rsp_client_supports(w.client, RSP_USE_MULTI_BREAK_LLDB), RSP_SUPPORT_YES);
    assert_int_equal(rsp_client_supports(w.client, RSP_USE_BINARY_READ), RSP_SUPPORT_YES);
    assert_int_equal(rsp_client_supports(w.client, RSP_USE_CONDITIONS), RSP_SUPPORT_YES);
    assert_true(rsp_session_is_no_ack(w.session));
    assert_true(rsp_client_vcont(w.client) & RSP_VCONT_RANGE);
    assert_true(rsp_client_is_multiprocess(w.client));
    assert_true(rsp_client_has_program(w.client));
    assert_non_null(rsp_client_stop(w.client));
    assert_true(rsp_client_features(w.client).len > 100);
    world_end(&w);
}

static void what_is_switched_off_is_not_asked_for(void **state) {
    (void)state;
    client_world w;
    world_init(&w, NULL);
    w.options.off = ~UINT32_C(0);
    world_open(&w);
    assert_ok(rsp_client_connect(w.client));
    for (int use = 0; use < RSP_USE_COUNT; use++)
        assert_int_equal(rsp_client_supports(w.client, (rsp_client_use)use), RSP_SUPPORT_OFF);
    assert_int_equal(world_count(&w, ""), 2); /* qSupported and ? */
    assert_int_equal(world_count(&w, "qSupported:multiprocess"), 0);
    assert_false(rsp_session_is_no_ack(w.session));
    world_end(&w);
}

/* A signal is one thread's: that of the last stop unless another one is named. */
static void signal_goes_to_one_thread(void **state) {
    (void)state;
    client_world w;
    char expected[96];
    enum { SIGNAL_CHLD = 20 }; /* which does nothing */
    world_init(&w, NULL);
    world_start(&w);
    const rsp_ptid first = rsp_client_stop_thread(w.client);
    const rsp_ptid other = {.pid = first.pid, .tid = first.tid + 1};
    const rsp_move on = {.signal = SIGNAL_CHLD};
    const rsp_move step = {
        .action = RSP_MOVE_STEP, .thread = first, .others = true, .signal = SIGNAL_CHLD, .signal_to = other};
    const rsp_move own = {.action = RSP_MOVE_STEP, .signal = SIGNAL_CHLD, .signal_to = first};
    (void)world_sent(&w);
    assert_ok(rsp_client_run(w.client, &own, 0, NULL));
    (void)snprintf(expected, sizeof expected, "vCont;S14:p%llx.%llx\n", (unsigned long long)first.pid,
                   (unsigned long long)first.tid);
    assert_string_equal(world_sent(&w), expected);
    (void)!rsp_client_run(w.client, &step, 0, NULL); /* there is no such thread */
    (void)snprintf(expected, sizeof expected, "vCont;C14:p%llx.%llx;s:p%llx.%llx;c\n",
                   (unsigned long long)other.pid, (unsigned long long)other.tid,
                   (unsigned long long)first.pid, (unsigned long long)first.tid);
    assert_string_equal(world_sent(&w), expected);
    (void)!rsp_client_run(w.client, &on, 0, NULL);
    (void)snprintf(expected, sizeof expected, "vCont;C14:p%llx.%llx;c\n", (unsigned long long)first.pid,
                   (unsigned long long)first.tid);
    assert_string_equal(world_sent(&w), expected);
    world_end(&w);
}

static void stepping_moves_one_instruction_with_and_without_vcont(void **state) {
    (void)state;
    for (unsigned plain = 0; plain < 2; plain++) {
        client_world w;
        const rsp_stop_reply *stop = NULL;
        world_init(&w, NULL);
        w.options.off = plain ? RSP_USE_BIT(RSP_USE_VCONT) : 0;
        world_start(&w);
        rsp_site work = enable(&w, "work");
        assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
        assert_int_equal(read_pc(&w, (rsp_ptid){0}), work.addr);
        assert_ok(rsp_client_step_over(w.client, (rsp_ptid){0}, work.addr, 0, &stop));
        assert_int_equal(stop->signal, 5);
        uint64_t pc = read_pc(&w, (rsp_ptid){0});
        assert_true(pc == work.addr + 4 || pc == work.addr + 2);
        assert_ok(rsp_client_disable_site(w.client, &work));
        assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
        assert_int_equal(stop->kind, RSP_STOP_EXITED);
        assert_int_equal(stop->status, 0);
        assert_false(rsp_client_has_program(w.client));
        world_end(&w);
    }
}

/* A program that stops itself by SIGSTOP; `native`: the stub has Linux's numbers. */
static void begin_stopping(client_world *w, bool native) {
    static rsp_bytes argv[2];
    argv[0] = RSP_LIT("/bin/fork-stops");
    argv[1] = RSP_LIT("alone");
    world_init(w, "/bin/fork-stops");
    w->ask.options.native_signals = native;
    w->ask.options.argv = argv;
    w->ask.options.argc = RSP_ARRAY_LEN(argv);
    world_start(w);
}

/* SIGSTOP is 17 here and 19 in Linux, SIGCONT the reverse: callers have the protocol's numbers in each case.
 */
static void signals_have_the_protocols_numbers_with_each_stub(void **state) {
    (void)state;
    for (unsigned native = 0; native < 2; native++) {
        client_world w;
        const rsp_stop_reply *stop = NULL;
        begin_stopping(&w, native > 0);
        assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
        assert_int_equal(stop->signal, RSP_SIGNAL_STOP);
        const rsp_move go_on = {.signal = RSP_SIGNAL_CONT};
        (void)world_sent(&w);
        assert_ok(rsp_client_run(w.client, &go_on, 0, &stop));
        assert_non_null(strstr(world_sent(&w), native ? "vCont;C12" : "vCont;C13"));
        world_end(&w);
    }
}

/* What is passed on stops nothing, and each list replaces the one before it. */
static void signals_are_passed_on_by_the_stub(void **state) {
    (void)state;
    for (unsigned native = 0; native < 2; native++) {
        client_world w;
        const rsp_stop_reply *stop = NULL;
        const uint8_t passed[] = {RSP_SIGNAL_STOP, RSP_SIGNAL_USR1, RSP_SIGNAL_LIBRT};
        begin_stopping(&w, native > 0);
        (void)world_sent(&w);
        assert_ok(rsp_client_pass_signals(w.client, passed, RSP_ARRAY_LEN(passed)));
        assert_string_equal(world_sent(&w), native ? "QPassSignals:13;a\n" : "QPassSignals:11;1e;97\n");
        assert_ok(rsp_client_pass_signals(w.client, NULL, 0));
        assert_string_equal(world_sent(&w), "QPassSignals:\n");
        assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
        assert_int_equal(stop->signal, RSP_SIGNAL_STOP);
        world_end(&w);
    }
}

static void range_steps_until_the_pc_leaves(void **state) {
    (void)state;
    client_world w;
    const rsp_stop_reply *stop = NULL;
    world_init(&w, NULL);
    world_start(&w);
    rsp_site work = enable(&w, "work");
    assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    assert_ok(rsp_client_disable_site(w.client, &work));
    const rsp_move range = {.action = RSP_MOVE_RANGE, .start = work.addr, .end = work.addr + 12};
    (void)world_sent(&w);
    assert_ok(rsp_client_run(w.client, &range, 0, &stop));
    assert_int_equal(read_pc(&w, (rsp_ptid){0}), work.addr + 12);
    assert_int_equal(world_count(&w, "vCont;r"), 1);
    world_end(&w);
    world_init(&w, NULL);
    w.options.off = RSP_USE_BIT(RSP_USE_VCONT);
    world_start(&w);
    assert_int_equal(rsp_client_run(w.client, &range, 0, &stop), RSP_UNSUPPORTED);
    world_end(&w);
}

static void selecting_a_thread_costs_one_packet_and_only_when_it_changes(void **state) {
    (void)state;
    client_world w;
    const rsp_stop_reply *stop = NULL;
    rsp_ptid threads[16];
    size_t num = 0;
    world_init(&w, "/bin/threads4");
    world_start(&w);
    (void)enable(&w, "work");
    assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    assert_ok(rsp_client_threads(w.client, threads, RSP_ARRAY_LEN(threads), &num));
    assert_in_range(num, 2, 5);
    (void)world_sent(&w);
    for (unsigned round = 0; round < 2; round++)
        (void)read_pc(&w, rsp_client_stop_thread(w.client));
    assert_int_equal(world_count(&w, "Hg"), 0);
    for (size_t i = 0; i < num; i++)
        for (unsigned round = 0; round < 2; round++)
            (void)read_pc(&w, threads[i]);
    assert_in_range(world_count(&w, "Hg"), num - 1, num);
    uint8_t bytes[8];
    size_t len = 0;
    (void)world_sent(&w);
    assert_ok(rsp_client_stop_register(w.client, REG_PC, bytes, sizeof bytes, &len));
    assert_int_equal(world_count(&w, ""), 0);
    /* More threads than there is room for are counted. */
    size_t all = num;
    assert_ok(rsp_client_threads(w.client, threads, 1, &num));
    assert_int_equal(num, all);
    world_end(&w);
}

static void registers_are_written_and_read_back(void **state) {
    (void)state;
    for (unsigned block = 0; block < 2; block++) {
        client_world w;
        uint8_t value[8] = {1, 2, 3, 4, 5, 6, 7, 8};
        uint8_t got[8] = {0};
        size_t len = 0;
        rsp_bytes all;
        world_init(&w, NULL);
        w.options.off = block ? RSP_USE_BIT(RSP_USE_REGISTER) : 0;
        world_start(&w);
        assert_ok(rsp_client_write_register(w.client, (rsp_ptid){0}, 10, rsp_bytes_make(value, 8)));
        assert_ok(rsp_client_read_register(w.client, (rsp_ptid){0}, 10, got, sizeof got, &len));
        assert_bytes(rsp_bytes_make(got, len), rsp_bytes_make(value, 8));
        assert_ok(rsp_client_read_register(w.client, (rsp_ptid){0}, 10, got, 2, &len));
        assert_int_equal(len, 8);
        /* One g serves all registers until something changes. */
        assert_int_equal(world_count(&w, "g"), block);
        assert_int_equal(world_count(&w, "p"), block ? 0 : 2);
        assert_ok(rsp_client_read_registers(w.client, (rsp_ptid){0}, &all));
        assert_true(all.len >= sizeof(uint64_t) * 2 * 33);
        assert_int_equal(rsp_client_read_register(w.client, (rsp_ptid){0}, 0xffff, got, 8, &len),
                         block ? RSP_NOT_FOUND : RSP_REFUSED);
        /* What the stop brought along is stale now. */
        assert_int_equal(rsp_client_stop_register(w.client, REG_PC, got, 8, &len), RSP_NOT_FOUND);
        world_end(&w);
    }
}

/* The stub has said so with the stop: asking is in vain. */
static void register_without_bytes_in_a_stop_is_not_asked_for(void **state) {
    (void)state;
    enum { FCSR = 0x43 };
    client_world w;
    uint8_t bytes[8];
    size_t len = 0;
    needs_faults();
    world_init(&w, NULL);
    w.ask.options.fault = RSP_FAULT_REG_WITHOUT_BYTES;
    world_start(&w);
    (void)world_sent(&w);
    assert_int_equal(rsp_client_stop_register(w.client, FCSR, bytes, sizeof bytes, &len), RSP_NOT_FOUND);
    assert_true(rsp_client_register_unreadable(w.client, (rsp_ptid){0}, FCSR));
    assert_true(rsp_client_register_unreadable(w.client, rsp_client_stop_thread(w.client), FCSR));
    assert_false(rsp_client_register_unreadable(w.client, (rsp_ptid){1, 1}, FCSR));
    assert_false(rsp_client_register_unreadable(w.client, (rsp_ptid){0}, REG_PC));
    assert_int_equal(rsp_client_read_register(w.client, (rsp_ptid){0}, FCSR, bytes, sizeof bytes, &len),
                     RSP_NOT_FOUND);
    assert_int_equal(len, 0);
    assert_int_equal(world_count(&w, ""), 0);
    /* A write may have changed that: then it is asked for. */
    memset(bytes, 0, sizeof bytes);
    assert_ok(rsp_client_write_register(w.client, (rsp_ptid){0}, 10, rsp_bytes_make(bytes, sizeof bytes)));
    assert_false(rsp_client_register_unreadable(w.client, (rsp_ptid){0}, FCSR));
    assert_ok(rsp_client_read_register(w.client, (rsp_ptid){0}, FCSR, bytes, sizeof bytes, &len));
    assert_int_equal(len, 4);
    world_end(&w);
}

static void running_program_is_interrupted(void **state) {
    (void)state;
    for (unsigned non_stop = 0; non_stop < 2; non_stop++) {
        client_world w;
        const rsp_stop_reply *stop = NULL;
        world_init(&w, "/bin/spin");
        w.options.non_stop = non_stop;
        world_start(&w);
        assert_int_equal(rsp_client_is_non_stop(w.client), non_stop);
        assert_int_equal(rsp_client_run(w.client, NULL, 5 * RSP_NS_PER_MS, &stop), RSP_TIMEOUT);
        assert_null(stop);
        assert_int_equal(rsp_client_is_running(w.client), !non_stop);
        if (!non_stop)
            assert_int_equal(rsp_client_flush_sites(w.client, NULL), RSP_USAGE);
        assert_ok(rsp_client_interrupt(w.client));
        assert_ok(rsp_client_wait_stop(w.client, 0, &stop));
        assert_int_equal(stop->signal, 2);
        assert_false(rsp_client_is_running(w.client));
        assert_ok(rsp_client_kill(w.client, 0));
        world_end(&w);
    }
}

static void nothing_runs_nothing_to_wait_for(void **state) {
    (void)state;
    client_world w;
    world_init(&w, NULL);
    world_start(&w);
    assert_int_equal(rsp_client_wait_stop(w.client, 0, NULL), RSP_USAGE);
    assert_int_equal(rsp_client_interrupt(w.client), RSP_USAGE);
    assert_ok(rsp_client_resume(w.client, NULL));
    assert_ok(rsp_client_wait_stop(w.client, 0, NULL));
    assert_int_equal(rsp_client_stop(w.client)->kind, RSP_STOP_EXITED);
    world_end(&w);
}

/* In non-stop each thread stops for itself; all of them are told, one after the other. */
static void non_stop_tells_each_stop_once(void **state) {
    (void)state;
    client_world w;
    const rsp_stop_reply *stop = NULL;
    world_init(&w, "/bin/threads4");
    w.options.non_stop = true;
    world_start(&w);
    (void)enable(&w, "work");
    assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    rsp_ptid seen[4] = {stop->thread};
    for (size_t i = 1; i < 4; i++) {
        assert_ok(rsp_client_wait_stop(w.client, 0, &stop));
        assert_int_equal(stop->reason, RSP_REASON_SWBREAK);
        seen[i] = stop->thread;
        for (size_t j = 0; j < i; j++)
            assert_false(rsp_ptid_equal(seen[i], seen[j]));
    }
    assert_int_equal(rsp_client_wait_stop(w.client, 20 * RSP_NS_PER_MS, &stop), RSP_TIMEOUT);
    /* One of them steps over and meets its next breakpoint; the others stay. */
    uint64_t pc = ask_symbol(&w.ask, "work");
    assert_ok(rsp_client_step_over(w.client, seen[2], pc, 0, &stop));
    assert_true(rsp_ptid_equal(stop->thread, seen[2]));
    const rsp_move on = {.thread = seen[2]};
    assert_ok(rsp_client_run(w.client, &on, 0, &stop));
    assert_true(rsp_ptid_equal(stop->thread, seen[2]));
    assert_int_equal(stop->reason, RSP_REASON_SWBREAK);
    assert_int_equal(read_pc(&w, seen[0]), pc);
    /* Two are let go, one after the other: both stops are told, whichever comes first. */
    for (size_t i = 0; i < 2; i++) {
        assert_ok(rsp_client_step_over(w.client, seen[i], pc, 0, &stop));
        assert_true(rsp_ptid_equal(stop->thread, seen[i]));
    }
    assert_ok(rsp_client_resume(w.client, &(rsp_move){.thread = seen[0]}));
    assert_ok(rsp_client_resume(w.client, &(rsp_move){.thread = seen[1]}));
    assert_ok(rsp_client_wait_stop(w.client, 0, &stop));
    rsp_ptid first = stop->thread;
    assert_ok(rsp_client_wait_stop(w.client, 0, &stop));
    assert_true(rsp_ptid_equal(first, seen[0]) || rsp_ptid_equal(first, seen[1]));
    assert_true(rsp_ptid_equal(stop->thread, seen[0]) || rsp_ptid_equal(stop->thread, seen[1]));
    assert_false(rsp_ptid_equal(stop->thread, first));
    world_end(&w);
}

/* What runs already must not pass a site by: nothing is held then. */
static void site_for_running_threads_goes_out_at_once(void **state) {
    (void)state;
    client_world w;
    const rsp_stop_reply *stop = NULL;
    world_init(&w, "/bin/sleeper");
    w.options.non_stop = true;
    world_start(&w);
    assert_int_equal(rsp_client_run(w.client, NULL, 1, &stop), RSP_TIMEOUT);
    (void)world_sent(&w);
    (void)enable(&w, "main");
    (void)enable(&w, "_start");
    (void)!rsp_client_poll(w.client, rsp_link_now(w.link) + 1);
    (void)!rsp_client_poll(w.client, rsp_link_now(w.link) + 1);
    assert_int_equal(rsp_client_held_sites(w.client), 0);
    assert_int_equal(world_count(&w, "jMulti"), 1);
    assert_int_equal(world_count(&w, "Hg"), 1); /* nothing was selected yet */
    assert_int_equal(world_count(&w, ""), 2);
    world_end(&w);
}

static void assert_selects(client_world *w, rsp_ptid thread, const char *then) {
    char expected[128];
    (void)snprintf(expected, sizeof expected, "Hgp%llx.%llx\n%s\n", (unsigned long long)thread.pid,
                   (unsigned long long)thread.tid, then);
    assert_string_equal(world_sent(w), expected);
}

/* gdbserver selects nobody in non-stop, and a thread that was selected can end once it runs: whatever is
 * about the program is asked with a thread selected that stands. */
static void non_stop_requests_have_a_thread_that_stands(void **state) {
    (void)state;
    client_world w;
    const rsp_stop_reply *stop = NULL;
    rsp_bytes reply;
    uint8_t bytes[4];
    rsp_read read = {.addr = 0, .len = sizeof bytes, .out = bytes};
    world_init(&w, "/bin/threads4");
    w.options.non_stop = true;
    world_start(&w);
    const rsp_ptid first = rsp_client_stop_thread(w.client);
    (void)world_sent(&w);
    assert_ok(rsp_client_packet(w.client, RSP_LIT("qAttached"), &reply));
    assert_selects(&w, first, "qAttached");
    assert_ok(rsp_client_packet(w.client, RSP_LIT("qAttached"), &reply));
    assert_string_equal(world_sent(&w), "qAttached\n");
    (void)enable(&w, "work");
    assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    const rsp_ptid second = stop->thread;
    assert_false(rsp_ptid_equal(first, second));
    read.addr = ask_symbol(&w.ask, "work");
    (void)world_sent(&w);
    (void)!rsp_read_memory_vectorized(w.client, 0, &read, 1);
    char expected[64];
    (void)snprintf(expected, sizeof expected, "Hgp%llx.%llx\n", (unsigned long long)second.pid,
                   (unsigned long long)second.tid);
    const char *sent = world_sent(&w); /* behind the rest of the stops (vStopped) */
    assert_non_null(strstr(sent, expected));
    assert_true(strstr(sent, expected) < strstr(sent, "MultiMemRead"));
    (void)!rsp_read_memory_vectorized(w.client, second.pid, &read, 1);
    assert_null(strstr(world_sent(&w), "Hg"));
    world_end(&w);
}

/* What callers select by a packet of their own is selected. */
static void non_stop_keeps_a_selection_by_packet(void **state) {
    (void)state;
    client_world w;
    char request[64];
    rsp_bytes reply;
    world_init(&w, NULL);
    w.options.non_stop = true;
    world_start(&w);
    const rsp_ptid first = rsp_client_stop_thread(w.client);
    (void)snprintf(request, sizeof request, "Hgp%llx.0", (unsigned long long)first.pid);
    (void)world_sent(&w);
    assert_ok(rsp_client_packet(w.client, rsp_bytes_str(request), &reply));
    assert_ok(rsp_client_packet(w.client, RSP_LIT("g"), &reply));
    assert_int_equal(world_count(&w, "Hg"), 1);
    assert_int_equal(world_count(&w, ""), 2);
    world_end(&w);
}

static void round_trips_are_what_time_passes(void **state) {
    (void)state;
    client_world w;
    const rsp_stop_reply *stop = NULL;
    world_init(&w, NULL);
    w.rtt_ns = 20 * RSP_NS_PER_MS;
    world_start(&w);
    (void)enable(&w, "work");
    uint64_t before = rsp_link_now(w.link);
    assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    assert_int_equal(rsp_link_now(w.link) - before, 2 * w.rtt_ns);
    assert_int_equal(world_round_trips(&w), 2);
    before = rsp_link_now(w.link);
    assert_ok(rsp_client_step_over(w.client, (rsp_ptid){0}, ask_symbol(&w.ask, "work"), 0, &stop));
    assert_int_equal(rsp_link_now(w.link) - before, 2 * w.rtt_ns);
    world_end(&w);
}

static void launch_begins_a_program_and_attach_refuses_what_is_not_there(void **state) {
    (void)state;
    client_world w;
    const rsp_bytes argv[] = {RSP_LIT("/bin/hello"), RSP_LIT("3")};
    const rsp_stop_reply *stop = NULL;
    world_init(&w, NULL);
    world_start(&w);
    assert_int_equal(rsp_client_attach(w.client, 0x7777, 0), RSP_REFUSED);
    assert_int_equal(rsp_client_attach(w.client, 0, 0), RSP_USAGE);
    assert_ok(rsp_client_launch(w.client, argv, 2, 0));
    assert_true(rsp_client_has_program(w.client));
    assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    assert_int_equal(stop->kind, RSP_STOP_EXITED);
    assert_int_equal(stop->status, 3);
    assert_bytes_lit(rsp_session_console(w.session), "hello, world\n");
    world_end(&w);
}

static void signal_is_delivered(void **state) {
    (void)state;
    client_world w;
    const rsp_stop_reply *stop = NULL;
    const rsp_move killed = {.signal = 9};
    world_init(&w, NULL);
    world_start(&w);
    rsp_site work = enable(&w, "work");
    assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    assert_ok(rsp_client_disable_site(w.client, &work));
    rsp_move move = killed;
    move.thread = stop->thread;
    assert_ok(rsp_client_run(w.client, &move, 0, &stop));
    assert_int_equal(stop->kind, RSP_STOP_TERMINATED);
    assert_int_equal(stop->signal, 9);
    assert_int_equal(rsp_client_run(w.client, &(rsp_move){.action = RSP_MOVE_RANGE, .signal = 1}, 0, NULL),
                     RSP_USAGE);
    world_end(&w);
}

/* --- back --- */

static void the_way_back_is_that_of_the_recording(void **state) {
    (void)state;
    client_world w;
    const rsp_stop_reply *stop = NULL;
    const rsp_move step = {.action = RSP_MOVE_STEP};
    const rsp_move back = {.action = RSP_MOVE_BACK_STEP};
    const rsp_move far = {.action = RSP_MOVE_BACK_CONTINUE};
    world_init(&w, NULL);
    w.ask.machine.record_bytes = RECORD_BYTES;
    world_start(&w);
    assert_int_equal(rsp_client_supports(w.client, RSP_USE_BACK_STEP), RSP_SUPPORT_YES);
    assert_int_equal(rsp_client_supports(w.client, RSP_USE_BACK_CONTINUE), RSP_SUPPORT_YES);
    const uint64_t begin = read_pc(&w, (rsp_ptid){0});
    rsp_site work = enable(&w, "work");
    assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    assert_ok(rsp_client_step_over(w.client, (rsp_ptid){0}, work.addr, 0, &stop));
    const uint64_t second = read_pc(&w, (rsp_ptid){0});
    assert_ok(rsp_client_run(w.client, &step, 0, &stop));
    assert_ok(rsp_client_run(w.client, &back, 0, &stop));
    assert_int_equal(stop->signal, 5);
    assert_int_equal(read_pc(&w, (rsp_ptid){0}), second);
    assert_int_equal(world_count(&w, "bs"), 1);
    assert_ok(rsp_client_run(w.client, &far, 0, &stop));
    assert_int_equal(read_pc(&w, (rsp_ptid){0}), work.addr);
    assert_ok(rsp_client_disable_site(w.client, &work));
    assert_ok(rsp_client_run(w.client, &far, 0, &stop));
    assert_int_equal(stop->reason, RSP_REASON_REPLAYLOG);
    assert_bytes_lit(stop->reason_text, "begin");
    assert_int_equal(read_pc(&w, (rsp_ptid){0}), begin);
    assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    assert_int_equal(stop->reason, RSP_REASON_REPLAYLOG);
    assert_bytes_lit(stop->reason_text, "end");
    world_end(&w);
}

static void without_a_way_back_nothing_is_sent(void **state) {
    (void)state;
    client_world w;
    const rsp_stop_reply *stop = NULL;
    const rsp_stop_reply *before = NULL;
    world_init(&w, NULL);
    w.options.off = RSP_USE_BIT(RSP_USE_BACK_STEP) | RSP_USE_BIT(RSP_USE_BACK_CONTINUE);
    world_start(&w);
    before = rsp_client_stop(w.client);
    (void)world_sent(&w);
    for (int action = RSP_MOVE_BACK_STEP; action <= RSP_MOVE_BACK_CONTINUE; action++) {
        const rsp_move move = {.action = (rsp_move_action)action};
        assert_int_equal(rsp_client_run(w.client, &move, 0, &stop), RSP_UNSUPPORTED);
        assert_null(stop);
    }
    assert_ptr_equal(rsp_client_stop(w.client), before);
    assert_int_equal(world_count(&w, "b"), 0);
    const rsp_move signal = {.action = RSP_MOVE_BACK_STEP, .signal = 1};
    assert_int_equal(rsp_client_run(w.client, &signal, 0, NULL), RSP_USAGE);
    world_end(&w);
}

/* bs has no thread of its own: Hc says which, also where vCont says it forwards. */
static void a_step_back_is_about_the_thread_that_is_named(void **state) {
    (void)state;
    client_world w;
    const rsp_stop_reply *stop = NULL;
    rsp_ptid threads[16];
    size_t num = 0;
    world_init(&w, "/bin/threads4");
    w.ask.machine.record_bytes = RECORD_BYTES;
    world_start(&w);
    (void)enable(&w, "work");
    assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    assert_ok(rsp_client_threads(w.client, threads, 16, &num));
    assert_true(num > 1);
    const rsp_move move = {.action = RSP_MOVE_BACK_STEP, .thread = threads[0]};
    (void)world_sent(&w);
    assert_ok(rsp_client_run(w.client, &move, 0, &stop));
    assert_int_equal(world_count(&w, "Hc"), 1);
    assert_ok(rsp_client_run(w.client, &(rsp_move){.action = RSP_MOVE_BACK_CONTINUE}, 0, &stop));
    assert_int_equal(world_count(&w, "Hc-1"), 1);
    world_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(connecting_learns_what_the_stub_can),
        cmocka_unit_test(what_is_switched_off_is_not_asked_for),
        cmocka_unit_test(signal_goes_to_one_thread),
        cmocka_unit_test(stepping_moves_one_instruction_with_and_without_vcont),
        cmocka_unit_test(signals_have_the_protocols_numbers_with_each_stub),
        cmocka_unit_test(signals_are_passed_on_by_the_stub),
        cmocka_unit_test(range_steps_until_the_pc_leaves),
        cmocka_unit_test(selecting_a_thread_costs_one_packet_and_only_when_it_changes),
        cmocka_unit_test(registers_are_written_and_read_back),
        cmocka_unit_test(register_without_bytes_in_a_stop_is_not_asked_for),
        cmocka_unit_test(running_program_is_interrupted),
        cmocka_unit_test(nothing_runs_nothing_to_wait_for),
        cmocka_unit_test(non_stop_tells_each_stop_once),
        cmocka_unit_test(non_stop_requests_have_a_thread_that_stands),
        cmocka_unit_test(non_stop_keeps_a_selection_by_packet),
        cmocka_unit_test(site_for_running_threads_goes_out_at_once),
        cmocka_unit_test(round_trips_are_what_time_passes),
        cmocka_unit_test(launch_begins_a_program_and_attach_refuses_what_is_not_there),
        cmocka_unit_test(signal_is_delivered),
        cmocka_unit_test(the_way_back_is_that_of_the_recording),
        cmocka_unit_test(without_a_way_back_nothing_is_sent),
        cmocka_unit_test(a_step_back_is_about_the_thread_that_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

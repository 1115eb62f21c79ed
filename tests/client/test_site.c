/* Breakpoint sites: what is held, what cancels out, which packets go out and in which order, and errors.
 * Against the reference stub, with each of the batched packets withheld in turn.
 * See client_site.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "client_world.h"

#include "agent_text.h"
#include "codec/breakpoint.h"
#include "codec/signals.h"
#include "core/limits.h"
#include <inttypes.h>
#include <stdio.h>

static rsp_site at_symbol(const client_world *w, const char *name) {
    return (rsp_site){.addr = ask_symbol(&w->ask, name), .kind = 4};
}

static void enable(client_world *w, rsp_site site) {
    assert_ok(rsp_client_enable_site(w->client, &site, NULL, 0));
}

static void disable(client_world *w, rsp_site site) {
    assert_ok(rsp_client_disable_site(w->client, &site));
}

static rsp_site_info info_of(client_world *w, rsp_site site) {
    rsp_site_info info;
    assert_true(rsp_client_site_info(w->client, &site, &info));
    return info;
}

static void assert_sent(client_world *w, const char *expected) {
    const char *sent = world_sent(w);
    if (strcmp(sent, expected) != 0)
        fail_msg("sent\n%s\nexpected\n%s", sent, expected);
}

static void changes_are_held_until_the_program_resumes(void **state) {
    (void)state;
    client_world w;
    world_init(&w, NULL);
    world_start(&w);
    rsp_site work = at_symbol(&w, "work");
    enable(&w, work);
    assert_true(rsp_client_site_enabled(w.client, &work));
    assert_false(rsp_client_site_physically_enabled(w.client, &work));
    assert_true(info_of(&w, work).held);
    assert_int_equal(rsp_client_held_sites(w.client), 1);
    assert_sent(&w, "");
    const rsp_stop_reply *stop = NULL;
    assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    char expected[64];
    (void)snprintf(expected, sizeof expected, "Z0,%" PRIx64 ",4\nvCont;c\n", work.addr);
    assert_sent(&w, expected);
    assert_int_equal(stop->reason, RSP_REASON_SWBREAK);
    assert_true(rsp_client_site_physically_enabled(w.client, &work));
    assert_false(info_of(&w, work).held);
    /* Logically out, physically in until the next resume. */
    disable(&w, work);
    assert_false(rsp_client_site_enabled(w.client, &work));
    assert_true(rsp_client_site_physically_enabled(w.client, &work));
    assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    assert_int_equal(stop->kind, RSP_STOP_EXITED);
    assert_int_equal(rsp_client_site_info(w.client, &work, &(rsp_site_info){0}), false);
    world_end(&w);
}

static void what_cancels_out_costs_no_packet(void **state) {
    (void)state;
    client_world w;
    world_init(&w, NULL);
    world_start(&w);
    rsp_site sites[4] = {at_symbol(&w, "work"), at_symbol(&w, "tail"), at_symbol(&w, "loop"),
                         at_symbol(&w, "main")};
    for (size_t i = 0; i < 4; i++)
        enable(&w, sites[i]);
    assert_ok(rsp_client_flush_sites(w.client, NULL));
    assert_int_equal(world_count(&w, ""), 1);
    assert_int_equal(world_count(&w, "jMultiBreakpoint:"), 1);
    (void)world_sent(&w);
    for (size_t i = 0; i < 4; i++)
        disable(&w, sites[i]);
    for (size_t i = 0; i < 4; i++)
        enable(&w, sites[i]);
    assert_int_equal(rsp_client_held_sites(w.client), 0);
    assert_ok(rsp_client_flush_sites(w.client, NULL));
    /* New and gone again. */
    rsp_site odd = {.addr = sites[0].addr + 4, .kind = 4};
    enable(&w, odd);
    disable(&w, odd);
    assert_ok(rsp_client_flush_sites(w.client, NULL));
    assert_false(rsp_client_site_info(w.client, &odd, &(rsp_site_info){0}));
    assert_sent(&w, "");
    world_end(&w);
}

/* The proposal's arithmetic for one stop: eight packets, or two. */
static void toggling_four_breakpoints_takes_two_packets_and_not_eight(void **state) {
    (void)state;
    static const struct {
        uint32_t off;
        size_t packets;
    } rows[] = {{0, 2}, {RSP_USE_BIT(RSP_USE_MULTI_BREAK_LLDB), 2}, {RSP_USE_BATCHED, 8}};
    for (size_t r = 0; r < RSP_ARRAY_LEN(rows); r++) {
        client_world w;
        world_init(&w, NULL);
        w.options.off = rows[r].off;
        world_start(&w);
        rsp_site sites[4];
        for (size_t i = 0; i < 4; i++) {
            sites[i] = (rsp_site){.addr = ask_symbol(&w.ask, "tail") + 4 * i, .kind = 4};
            enable(&w, sites[i]);
        }
        assert_ok(rsp_client_flush_sites(w.client, NULL));
        (void)world_sent(&w);
        for (size_t i = 0; i < 4; i++)
            disable(&w, sites[i]);
        assert_ok(rsp_client_flush_sites(w.client, NULL));
        for (size_t i = 0; i < 4; i++)
            enable(&w, sites[i]);
        assert_ok(rsp_client_flush_sites(w.client, NULL));
        assert_int_equal(world_count(&w, ""), rows[r].packets);
        world_end(&w);
    }
}

/* 100 stops at which four breakpoints are taken out and put in again, over 20 ms: 16 s become 4 s. With held
 * changes and nothing in between they cost nothing. */
static void proposals_arithmetic_comes_out_to_the_nanosecond(void **state) {
    (void)state;
    static const struct {
        uint32_t off;
        bool flush_between;
        uint64_t ms;
    } rows[] = {{RSP_USE_BATCHED, true, 16000}, {0, true, 4000}, {RSP_USE_BATCHED, false, 0}, {0, false, 0}};
    for (size_t r = 0; r < RSP_ARRAY_LEN(rows); r++) {
        client_world w;
        rsp_site sites[4];
        world_init(&w, NULL);
        w.options.off = rows[r].off;
        w.session_options.max_in_flight = 1; /* as debuggers do: one request after the other */
        w.rtt_ns = 20 * RSP_NS_PER_MS;
        world_start(&w);
        for (size_t i = 0; i < 4; i++) {
            sites[i] = (rsp_site){.addr = ask_symbol(&w.ask, "tail") + 4 * i, .kind = 4};
            enable(&w, sites[i]);
        }
        assert_ok(rsp_client_flush_sites(w.client, NULL));
        uint64_t before = rsp_link_now(w.link);
        for (unsigned stop = 0; stop < 100; stop++) {
            for (size_t i = 0; i < 4; i++)
                disable(&w, sites[i]);
            if (rows[r].flush_between)
                assert_ok(rsp_client_flush_sites(w.client, NULL));
            for (size_t i = 0; i < 4; i++)
                enable(&w, sites[i]);
            assert_ok(rsp_client_flush_sites(w.client, NULL));
        }
        assert_int_equal(rsp_link_now(w.link) - before, rows[r].ms * RSP_NS_PER_MS);
        world_end(&w);
    }
}

static void each_form_says_removals_first_and_unwinds_insertions(void **state) {
    (void)state;
    static const struct {
        uint32_t off;
        const char *in;
        const char *out;
    } rows[] = {
        {0, "jMultiBreakpoint:{\"breakpoint_requests\":[\"Z0,%s0,4\",\"Z0,%s4,4\",\"Z1,%s8,4\"]}]\n",
         "jMultiBreakpoint:{\"breakpoint_requests\":[\"z0,%s4,4\",\"z0,%s0,4\",\"Z0,%sc,4\"]}]\n"},
        {RSP_USE_BIT(RSP_USE_MULTI_BREAK_LLDB), "MultiBreakpoint:Z0,%s0,4;Z0,%s4,4;Z1,%s8,4\n",
         "MultiBreakpoint:z0,%s4,4;z0,%s0,4;Z0,%sc,4\n"},
        {RSP_USE_BATCHED, "Z0,%s0,4\nZ0,%s4,4\nZ1,%s8,4\n", "z0,%s4,4\nz0,%s0,4\nZ0,%sc,4\n"},
    };
    for (size_t r = 0; r < RSP_ARRAY_LEN(rows); r++) {
        client_world w;
        world_init(&w, NULL);
        w.options.off = rows[r].off;
        world_start(&w);
        uint64_t base = (ask_symbol(&w.ask, "tail") + 15) & ~UINT64_C(15);
        rsp_site a = {.addr = base, .kind = 4};
        rsp_site b = {.addr = base + 4, .kind = 4};
        rsp_site c = {.addr = base + 8, .kind = 4, .type = RSP_BREAK_HARDWARE};
        rsp_site d = {.addr = base + 12, .kind = 4};
        char head[16];
        char expected[160];
        (void)snprintf(head, sizeof head, "%" PRIx64, base >> 4);
        enable(&w, a);
        enable(&w, b);
        enable(&w, c);
        assert_ok(rsp_client_flush_sites(w.client, NULL));
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        (void)snprintf(expected, sizeof expected, rows[r].in, head, head, head);
        assert_sent(&w, expected);
        enable(&w, d);
        disable(&w, a);
        disable(&w, b);
        assert_ok(rsp_client_flush_sites(w.client, NULL));
        (void)snprintf(expected, sizeof expected, rows[r].out, head, head, head);
#pragma GCC diagnostic pop
        assert_sent(&w, expected);
        world_end(&w);
    }
}

static void one_bad_site_fails_alone_and_stops_the_resume(void **state) {
    (void)state;
    static const uint32_t offs[] = {0, RSP_USE_BIT(RSP_USE_MULTI_BREAK_LLDB), RSP_USE_BATCHED};
    for (size_t r = 0; r < RSP_ARRAY_LEN(offs); r++) {
        client_world w;
        world_init(&w, NULL);
        w.options.off = offs[r];
        world_start(&w);
        rsp_site good = at_symbol(&w, "work");
        rsp_site bad = {.addr = UINT64_C(0x7f00000000), .kind = 4};
        rsp_site tail = at_symbol(&w, "tail");
        enable(&w, good);
        enable(&w, bad);
        enable(&w, tail);
        size_t failed = 0;
        const rsp_stop_reply *stop = NULL;
        assert_int_equal(rsp_client_run(w.client, NULL, 0, &stop), RSP_REFUSED);
        assert_null(stop);
        assert_int_equal(world_count(&w, "vCont"), 0);
        assert_int_equal(info_of(&w, good).physical, RSP_SITE_IN);
        assert_int_equal(info_of(&w, tail).physical, RSP_SITE_IN);
        assert_int_equal(info_of(&w, bad).physical, RSP_SITE_OUT);
        assert_int_equal(info_of(&w, bad).status, RSP_REFUSED);
        /* Alone it is refused in words (error-message+), in a batch by number. */
        assert_true(info_of(&w, bad).error_code > 0 || r == 2);
        assert_true(info_of(&w, bad).enabled && info_of(&w, bad).held);
        assert_int_equal(rsp_client_flush_sites(w.client, &failed), RSP_REFUSED);
        assert_int_equal(failed, 1);
        /* Whoever insists runs. */
        const rsp_move anyway = {.despite_sites = true};
        assert_ok(rsp_client_run(w.client, &anyway, 0, &stop));
        assert_int_equal(stop->reason, RSP_REASON_SWBREAK);
        disable(&w, bad);
        assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
        world_end(&w);
    }
}

static void watchpoints_and_hardware_sites_stop(void **state) {
    (void)state;
    client_world w;
    world_init(&w, NULL);
    world_start(&w);
    uint64_t counter = ask_symbol(&w.ask, "counter");
    rsp_site watch = {.type = RSP_WATCH_WRITE, .addr = counter, .kind = 8};
    rsp_site hard = at_symbol(&w, "tail");
    hard.type = RSP_BREAK_HARDWARE;
    enable(&w, watch);
    enable(&w, hard);
    const rsp_stop_reply *stop = NULL;
    assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    assert_int_equal(stop->reason, RSP_REASON_WATCH);
    assert_int_equal(stop->reason_number, counter);
    disable(&w, watch);
    assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    assert_int_equal(stop->reason, RSP_REASON_HWBREAK);
    world_end(&w);
}

static uint64_t read_counter(client_world *w) {
    uint8_t bytes[8];
    uint64_t value = 0;
    assert_ok(rsp_client_read_memory(w->client, ask_symbol(&w->ask, "counter"), bytes, sizeof bytes, NULL));
    for (unsigned i = 8; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

/* "counter == n", as agent code. */
static void condition(client_world *w, rsp_buf *out, unsigned n) {
    char text[160];
    (void)snprintf(text, sizeof text, "const32 0x%" PRIx64 "\nref64\nconst8 %u\nequal\nend\n",
                   ask_symbol(&w->ask, "counter"), n);
    rsp_error error = {0};
    if (agent_assemble(out, rsp_bytes_str(text), &error) != RSP_OK)
        fail_msg("%s", error.msg);
}

static void conditions_go_along_and_new_ones_are_said_again(void **state) {
    (void)state;
    client_world w;
    world_init(&w, NULL);
    world_start(&w);
    rsp_site work = at_symbol(&w, "work");
    rsp_buf code = {0};
    const rsp_stop_reply *stop = NULL;
    condition(&w, &code, 3);
    rsp_bytes bytes = rsp_buf_bytes(&code);
    assert_ok(rsp_client_enable_site(w.client, &work, &bytes, 1));
    assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    assert_int_equal(read_counter(&w), 3);
    /* The same again changes nothing. */
    assert_ok(rsp_client_enable_site(w.client, &work, &bytes, 1));
    assert_int_equal(rsp_client_held_sites(w.client), 0);
    rsp_buf_clear(&code);
    condition(&w, &code, 7);
    bytes = rsp_buf_bytes(&code);
    assert_ok(rsp_client_enable_site(w.client, &work, &bytes, 1));
    assert_true(info_of(&w, work).held);
    (void)world_sent(&w);
    assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    assert_int_equal(world_count(&w, "Z0"), 1);
    assert_int_equal(read_counter(&w), 7);
    enable(&w, work);
    assert_ok(rsp_client_step_over(w.client, (rsp_ptid){0}, work.addr, 0, &stop));
    assert_true(info_of(&w, work).held && info_of(&w, work).enabled);
    assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    assert_int_equal(read_counter(&w), 8);
    rsp_buf_free(&code);
    world_end(&w);
}

static void conditions_are_refused_where_they_can_not_be(void **state) {
    (void)state;
    client_world w;
    world_init(&w, NULL);
    w.ask.options.offer_conditions = false;
    world_start(&w);
    rsp_site work = at_symbol(&w, "work");
    rsp_site watch = {.type = RSP_WATCH_WRITE, .addr = 0x1000, .kind = 8};
    rsp_site none = {.type = 5};
    rsp_bytes code = RSP_LIT("\x22\x01\x27");
    rsp_bytes nothing = RSP_LIT("");
    assert_int_equal(rsp_client_enable_site(w.client, &work, &code, 1), RSP_UNSUPPORTED);
    assert_int_equal(rsp_client_enable_site(w.client, &watch, &code, 1), RSP_USAGE);
    assert_int_equal(rsp_client_enable_site(w.client, &none, NULL, 0), RSP_USAGE);
    assert_int_equal(rsp_client_enable_site(w.client, &work, &nothing, 1), RSP_UNSUPPORTED);
    assert_int_equal(rsp_client_disable_site(w.client, &work), RSP_NOT_FOUND);
    world_end(&w);
}

static void batches_are_split_by_packet_size(void **state) {
    (void)state;
    static const uint32_t offs[] = {0, RSP_USE_BIT(RSP_USE_MULTI_BREAK_LLDB)};
    for (size_t r = 0; r < RSP_ARRAY_LEN(offs); r++) {
        client_world w;
        world_init(&w, NULL);
        w.options.packet_bytes = 512;
        w.options.off = offs[r];
        world_start(&w);
        uint64_t tail = ask_symbol(&w.ask, "scratch");
        for (size_t i = 0; i < 100; i++)
            enable(&w, (rsp_site){.addr = tail + 4 * i, .kind = 4});
        size_t failed = 0;
        assert_ok(rsp_client_flush_sites(w.client, &failed));
        assert_int_equal(failed, 0);
        /* "Z0,13000,4" each, four more in JSON with its comma; names and brackets of the lists apart. */
        size_t per_packet = r == 0 ? (512 - 44 + 1) / 13 : (512 - 16 + 1) / 11;
        size_t packets = world_count(&w, r == 0 ? "jMulti" : "MultiB");
        assert_int_equal(packets, (100 + per_packet - 1) / per_packet);
        assert_int_equal(packets, world_count(&w, ""));
        const char *line = world_sent(&w);
        for (const char *end = strchr(line, '\n'); end; line = end + 1, end = strchr(line, '\n'))
            assert_in_range((size_t)(end - line), 1, 512);
        assert_ok(rsp_client_remove_sites(w.client, 0, &failed));
        assert_int_equal(rsp_client_held_sites(w.client), 100);
        world_end(&w);
    }
}

static void detach_takes_everything_out_in_one_packet(void **state) {
    (void)state;
    client_world w;
    world_init(&w, NULL);
    world_start(&w);
    rsp_site sites[3] = {at_symbol(&w, "work"), at_symbol(&w, "tail"), at_symbol(&w, "loop")};
    for (size_t i = 0; i < 2; i++)
        enable(&w, sites[i]);
    assert_ok(rsp_client_flush_sites(w.client, NULL));
    enable(&w, sites[2]); /* never said */
    (void)world_sent(&w);
    assert_ok(rsp_client_detach(w.client, 0));
    assert_int_equal(world_count(&w, "jMulti"), 1);
    assert_int_equal(world_count(&w, "D;"), 1);
    assert_int_equal(world_count(&w, ""), 2);
    assert_false(rsp_client_site_enabled(w.client, &sites[0]));
    assert_false(rsp_client_has_program(w.client));
    world_end(&w);
}

static void kill_takes_out_and_kills(void **state) {
    (void)state;
    for (unsigned old = 0; old < 2; old++) {
        client_world w;
        world_init(&w, NULL);
        w.rtt_ns = RSP_NS_PER_MS;
        w.options.off = old ? RSP_USE_BIT(RSP_USE_VKILL) : 0;
        world_start(&w);
        enable(&w, at_symbol(&w, "work"));
        assert_ok(rsp_client_flush_sites(w.client, NULL));
        (void)world_sent(&w);
        assert_ok(rsp_client_kill(w.client, 0));
        assert_int_equal(world_count(&w, "z0"), 1);
        assert_int_equal(world_count(&w, old ? "k" : "vKill;"), 1);
        assert_false(rsp_client_has_program(w.client));
        world_end(&w);
    }
}

/* Sites go with their process, whether or not the stub says which one it is. */
static void end_of_the_program_forgets_its_sites(void **state) {
    (void)state;
    for (unsigned single = 0; single < 2; single++) {
        client_world w;
        const rsp_stop_reply *stop = NULL;
        world_init(&w, NULL);
        w.options.off = single ? RSP_USE_BIT(RSP_USE_MULTIPROCESS) : 0;
        world_start(&w);
        const rsp_site work = at_symbol(&w, "work");
        enable(&w, work);
        assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
        while (stop->kind == RSP_STOP_THREAD) {
            assert_int_equal(stop->reason, RSP_REASON_SWBREAK);
            assert_ok(rsp_client_step_over(w.client, (rsp_ptid){0}, work.addr, 0, &stop));
            assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
        }
        assert_int_equal(stop->kind, RSP_STOP_EXITED);
        assert_false(rsp_client_site_info(w.client, &work, &(rsp_site_info){0}));
        world_end(&w);
    }
}

/* The child's memory has the parent's traps; they go with the next flush, in the child's own process. */
static void fork_copies_traps_and_the_next_flush_cleans_the_child(void **state) {
    (void)state;
    client_world w;
    world_init(&w, "/bin/fork-stops");
    world_start(&w);
    assert_true(rsp_client_is_multiprocess(w.client));
    int64_t parent = rsp_client_stop_thread(w.client).pid;
    rsp_site child_stops = at_symbol(&w, "child_stops");
    rsp_site parent_stops = at_symbol(&w, "parent_stops");
    child_stops.pid = parent_stops.pid = parent;
    enable(&w, child_stops);
    enable(&w, parent_stops);
    const rsp_stop_reply *stop = NULL;
    assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    assert_int_equal(stop->reason, RSP_REASON_FORK);
    int64_t child = stop->reason_id.pid;
    rsp_site inherited = child_stops;
    inherited.pid = child;
    assert_true(rsp_client_site_physically_enabled(w.client, &inherited));
    assert_false(rsp_client_site_enabled(w.client, &inherited));
    assert_int_equal(rsp_client_held_sites(w.client), 2);
    (void)world_sent(&w);
    assert_ok(rsp_client_flush_sites(w.client, NULL));
    assert_int_equal(world_count(&w, "Hg"), 1);
    assert_int_equal(world_count(&w, "jMulti"), 1);
    /* Only the parent's is left: it stops there, and the child in its own SIGSTOP. */
    assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    assert_int_equal(stop->thread.pid, parent);
    assert_int_equal(stop->reason, RSP_REASON_SWBREAK);
    disable(&w, parent_stops);
    for (int i = 0; i < 4 && stop->thread.pid != child; i++)
        assert_ok(rsp_client_run(w.client, NULL, 0, &stop));
    assert_int_equal(stop->signal, 17);
    world_end(&w);
}

/* The next stop that is no SIGCHLD. */
static const rsp_stop_reply *run_on(client_world *w) {
    const rsp_stop_reply *stop = NULL;
    do
        assert_ok(rsp_client_run(w->client, NULL, 0, &stop));
    while (stop->kind == RSP_STOP_THREAD && stop->signal == RSP_SIGNAL_CHLD);
    return stop;
}

/* The child ends without a stop, though its memory was a copy of the parent's; the parent's traps stay. */
static void forked_child_is_let_go_without_traps(void **state) {
    (void)state;
    client_world w;
    world_init(&w, "/bin/fork-stops");
    w.options.leave_children = true;
    world_start(&w);
    const int64_t parent = rsp_client_stop_thread(w.client).pid;
    rsp_site child_stops = at_symbol(&w, "child_stops");
    rsp_site parent_stops = at_symbol(&w, "parent_stops");
    child_stops.pid = parent_stops.pid = parent;
    enable(&w, child_stops);
    enable(&w, parent_stops);
    const rsp_stop_reply *stop = run_on(&w);
    assert_int_equal(world_count(&w, "D;"), 1);
    assert_int_equal(stop->reason, RSP_REASON_SWBREAK);
    assert_int_equal(stop->thread.pid, parent);
    assert_true(rsp_client_site_physically_enabled(w.client, &child_stops));
    assert_true(rsp_client_site_physically_enabled(w.client, &parent_stops));
    rsp_site_cursor cursor = {0};
    rsp_site_info info;
    while (rsp_client_next_site(w.client, &cursor, &info))
        assert_int_equal(info.site.pid, parent);
    world_end(&w);
}

/* It uses the parent's memory: no trap is there until it is done, and then all are. */
static void breakpoints_are_out_while_a_vforked_child_runs(void **state) {
    (void)state;
    client_world w;
    world_init(&w, "/bin/vfork-exec");
    w.options.leave_children = true;
    world_start(&w);
    const int64_t parent = rsp_client_stop_thread(w.client).pid;
    rsp_site after = at_symbol(&w, "after_vfork");
    after.pid = parent;
    enable(&w, after);
    const rsp_stop_reply *stop = run_on(&w);
    assert_int_equal(stop->reason, RSP_REASON_SWBREAK);
    assert_int_equal(stop->thread.pid, parent);
    const char *sent = world_sent(&w);
    const char *const order[] = {"Z0,", "vCont;c", "z0,", "D;", "vCont;c:p", "Z0,", "vCont;c"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(order); i++) {
        sent = strstr(sent, order[i]);
        assert_non_null(sent);
        sent++;
    }
    disable(&w, after);
    stop = run_on(&w);
    assert_int_equal(stop->kind, RSP_STOP_EXITED);
    assert_int_equal(stop->status, 0);
    world_end(&w);
}

static void number_of_sites_is_limited(void **state) {
    (void)state;
    client_world w;
    world_init(&w, NULL);
    world_start(&w);
    rsp_site site = {.kind = 4};
    for (size_t i = 0; i < RSP_LIMIT_CLIENT_SITES; i++, site.addr += 4)
        enable(&w, site);
    assert_int_equal(rsp_client_enable_site(w.client, &site, NULL, 0), RSP_LIMIT);
    site.addr = 0;
    enable(&w, site); /* one that is there */
    assert_int_equal(rsp_client_held_sites(w.client), RSP_LIMIT_CLIENT_SITES);
    rsp_client_forget_sites(w.client, 0);
    assert_int_equal(rsp_client_held_sites(w.client), 0);
    world_end(&w);
}

static void walk_is_in_order_of_enabling(void **state) {
    (void)state;
    client_world w;
    world_init(&w, NULL);
    world_start(&w);
    for (uint64_t i = 0; i < 40; i++)
        enable(&w, (rsp_site){.addr = (i * 7919) % 1000 * 4, .kind = 4});
    rsp_site_cursor cursor = {0};
    rsp_site_info info;
    uint64_t num = 0;
    for (; rsp_client_next_site(w.client, &cursor, &info); num++)
        assert_int_equal(info.site.addr, (num * 7919) % 1000 * 4);
    assert_int_equal(num, 40);
    assert_false(rsp_client_next_site(w.client, &cursor, &info));
    world_end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_are_held_until_the_program_resumes),
        cmocka_unit_test(what_cancels_out_costs_no_packet),
        cmocka_unit_test(toggling_four_breakpoints_takes_two_packets_and_not_eight),
        cmocka_unit_test(proposals_arithmetic_comes_out_to_the_nanosecond),
        cmocka_unit_test(each_form_says_removals_first_and_unwinds_insertions),
        cmocka_unit_test(one_bad_site_fails_alone_and_stops_the_resume),
        cmocka_unit_test(watchpoints_and_hardware_sites_stop),
        cmocka_unit_test(conditions_go_along_and_new_ones_are_said_again),
        cmocka_unit_test(conditions_are_refused_where_they_can_not_be),
        cmocka_unit_test(batches_are_split_by_packet_size),
        cmocka_unit_test(detach_takes_everything_out_in_one_packet),
        cmocka_unit_test(kill_takes_out_and_kills),
        cmocka_unit_test(end_of_the_program_forgets_its_sites),
        cmocka_unit_test(fork_copies_traps_and_the_next_flush_cleans_the_child),
        cmocka_unit_test(forked_child_is_let_go_without_traps),
        cmocka_unit_test(breakpoints_are_out_while_a_vforked_child_runs),
        cmocka_unit_test(number_of_sites_is_limited),
        cmocka_unit_test(walk_is_in_order_of_enabling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

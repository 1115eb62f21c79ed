/* Conditional breakpoints against the reference stub, three ways to the same stop: what each costs, what is
 * refused and why, what a removal leaves behind, and stubs that lie.
 * In virtual time; round trips are counted as the reports count them. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "client_world.h"
#include "needs_faults.h"

#include "condition/conditional.h"
#include "core/hex.h"
#include "core/limits.h"
#include "core/mem.h"
#include "core/rng.h"
#include "stub/faults/fault_list.h"

#include <stdio.h>

enum { A0 = 10, PC = 32, INSN = 4, RTT_NS = 20 * 1000 * 1000 };

typedef struct bench {
    client_world w;
    rsp_conditionals_options options;
    rsp_bytes argv[2];
    rsp_conditionals *set;
    uint64_t site;
    uint64_t expected_hits;
} bench;

static rsp_status find_symbol(void *ctx, rsp_bytes name, uint64_t *out_value) {
    const bench *b = ctx;
    char text[64] = {0};
    memcpy(text, name.ptr, name.len < sizeof text ? name.len : sizeof text - 1);
    *out_value = ask_symbol(&b->w.ask, text);
    return RSP_OK;
}

static void bench_init(bench *b, const char *program, const char *argument) {
    *b = (bench){.options = {.find_symbol = find_symbol}};
    world_init(&b->w, program);
    b->argv[0] = rsp_bytes_str(program);
    b->argv[1] = rsp_bytes_str(argument);
    b->w.ask.options.argv = b->argv;
    b->w.ask.options.argc = argument ? 2 : 1;
    b->options.symbol_ctx = b;
}

static void bench_start(bench *b, const char *function) {
    world_start(&b->w);
    b->set = rsp_conditionals_new(b->w.client, &b->options);
    assert_non_null(b->set);
    b->site = ask_symbol(&b->w.ask, function);
}

static void bench_end(bench *b) {
    rsp_conditionals_free(b->set);
    world_end(&b->w);
}

static rsp_conditional *set_at(bench *b, const char *condition, rsp_way way, bool only) {
    rsp_conditional *breakpoint = NULL;
    rsp_conditional_request request = {.address = b->site,
                                       .kind = INSN,
                                       .condition = rsp_bytes_str(condition),
                                       .way = way,
                                       .only = only,
                                       .expected_hits = b->expected_hits};
    if (rsp_conditional_breakpoint(b->set, &breakpoint, &request) != RSP_OK)
        fail_msg("%s, %s: %s", condition, rsp_way_name(way), rsp_conditionals_error(b->set)->msg);
    return breakpoint;
}

static rsp_conditional_info info_of(const rsp_conditional *breakpoint) {
    rsp_conditional_info info;
    rsp_conditional_get(breakpoint, &info);
    return info;
}

static rsp_conditional_stop run(bench *b, rsp_move_action action) {
    rsp_conditional_stop stop;
    rsp_move move = {.action = action};
    if (rsp_conditionals_run(b->set, &move, 0, &stop) != RSP_OK)
        fail_msg("%s", rsp_conditionals_error(b->set)->msg);
    return stop;
}

static uint64_t reg(bench *b, uint64_t number) {
    uint8_t bytes[8];
    size_t len = 0;
    uint64_t value = 0;
    assert_ok(rsp_client_read_register(b->w.client, (rsp_ptid){0}, number, bytes, sizeof bytes, &len));
    for (size_t i = 0; i < 8; i++)
        value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

static uint64_t word(bench *b, uint64_t address) {
    uint8_t bytes[8];
    uint64_t value = 0;
    assert_ok(rsp_client_read_memory(b->w.client, address, bytes, sizeof bytes, NULL));
    for (size_t i = 0; i < 8; i++)
        value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

static void assert_exits_well(bench *b) {
    rsp_conditional_stop stop = run(b, RSP_MOVE_CONTINUE);
    assert_int_equal(stop.stop->kind, RSP_STOP_EXITED);
    assert_int_equal(stop.stop->status, 0);
    assert_null(stop.breakpoint);
}

/* --- three ways -------------------------------------------------------------------------------------------
 */

typedef struct way_case {
    const char *name;
    rsp_way way;
    rsp_step_over step_over;
    uint64_t hits;
    uint64_t round_trips; /* of the run */
} way_case;

/* Inferior: where am I, run, check. Stub: insert, run, check. Host: insert, run; then for each hit a read,
 * and for each false one out, step, in, continue; asking whether the stub steps over costs one step.
 * From the 14th hit on the instruction has a copy, to which the thread is led: then a write of the pc stands
 * for out, step and in. */
static const way_case way_cases[] = {
    {"inferior", RSP_WAY_INFERIOR, RSP_STEP_OVER_ASK, 1, 3},
    {"stub", RSP_WAY_STUB, RSP_STEP_OVER_ASK, 1, 3},
    {"host", RSP_WAY_HOST, RSP_STEP_OVER_CLIENT, 2000, 2 + 2000 + 4 * 1999},
    {"host, copying", RSP_WAY_HOST, RSP_STEP_OVER_ASK, 2000, 4051},
};

static void each_way_stops_at_the_last_of_2000_hits(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(way_cases); i++) {
        const way_case *c = &way_cases[i];
        bench b;
        bench_init(&b, "/bin/library-events", "2000");
        b.options.step_over = c->step_over;
        b.w.rtt_ns = RTT_NS;
        bench_start(&b, "library_loaded");
        rsp_conditional *breakpoint = set_at(&b, "u64[loaded] == 1999", c->way, true);
        assert_int_equal(info_of(breakpoint).way, c->way);
        (void)world_round_trips(&b.w);
        uint64_t start_ns = rsp_link_now(b.w.link);
        rsp_conditional_stop stop = run(&b, RSP_MOVE_CONTINUE);
        uint64_t elapsed_ns = rsp_link_now(b.w.link) - start_ns;
        uint64_t round_trips = world_round_trips(&b.w);
        print_message("%s: %llu round trips, %.2f s\n", c->name, (unsigned long long)round_trips,
                      (double)elapsed_ns / 1e9);
        /* The rest is the program's own time, 1 ms for 10,000 instructions. */
        assert_in_range(elapsed_ns, round_trips * RTT_NS, round_trips * RTT_NS + 10 * RSP_NS_PER_MS);
        assert_ptr_equal(stop.breakpoint, breakpoint);
        assert_ok(stop.outcome);
        assert_int_equal(stop.pc, b.site);
        assert_int_equal(reg(&b, A0), 2000);
        assert_int_equal(word(&b, ask_symbol(&b.w.ask, "loaded")), 1999);
        assert_int_equal(info_of(breakpoint).counts.hits, c->hits);
        assert_int_equal(info_of(breakpoint).counts.false_hits, c->hits - 1);
        assert_int_equal(info_of(breakpoint).counts.lies, 0);
        assert_int_equal(round_trips, c->round_trips);
        assert_exits_well(&b);
        bench_end(&b);
    }
}

/* --- no value ---------------------------------------------------------------------------------------------
 */

static void each_way_stops_where_there_is_no_value(void **state) {
    (void)state;
    static const struct {
        const char *condition;
        rsp_status outcome;
    } cases[] = {{"1 / ($a0 - 3) > 7", RSP_RANGE}, {"$a0 == 3 && u32[0x8]", RSP_FAULT}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases) * RSP_WAY_COUNT; i++) {
        bench b;
        bench_init(&b, "/bin/library-events", "5");
        bench_start(&b, "library_loaded");
        rsp_conditional *breakpoint =
            set_at(&b, cases[i / RSP_WAY_COUNT].condition, (rsp_way)(i % RSP_WAY_COUNT), true);
        uint64_t before[32];
        rsp_conditional_stop stop = run(&b, RSP_MOVE_CONTINUE);
        assert_ptr_equal(stop.breakpoint, breakpoint);
        assert_int_equal(stop.outcome, cases[i / RSP_WAY_COUNT].outcome);
        assert_int_equal(stop.pc, b.site);
        assert_int_equal(reg(&b, A0), 3);
        for (unsigned r = 0; r < 32; r++)
            before[r] = reg(&b, r);
        /* One step further the program's registers show what its own instruction did, and nothing else. */
        stop = run(&b, RSP_MOVE_STEP);
        assert_int_equal(stop.pc, b.site + INSN);
        unsigned changed = 0;
        for (unsigned r = 0; r < 32; r++)
            changed += before[r] != reg(&b, r);
        assert_true(changed <= 1);
        assert_exits_well(&b);
        bench_end(&b);
    }
}

/* --- steps and removal -------------------------------------------------------------------------------------
 */

static void steps_go_through_a_site_in_each_way(void **state) {
    (void)state;
    uint64_t pcs[RSP_WAY_COUNT][40];
    for (size_t way = 0; way < RSP_WAY_COUNT; way++) {
        bench b;
        bench_init(&b, "/bin/library-events", "4");
        bench_start(&b, "library_loaded");
        (void)set_at(&b, "$a0 == 2 || $a0 == 4", (rsp_way)way, true);
        rsp_conditional_stop stop = run(&b, RSP_MOVE_CONTINUE);
        for (size_t i = 0; i < RSP_ARRAY_LEN(pcs[0]); i++) {
            pcs[way][i] = stop.pc;
            bool at_hit = stop.pc == b.site && (reg(&b, A0) == 2 || reg(&b, A0) == 4);
            assert_int_equal(stop.breakpoint != NULL, at_hit);
            stop = run(&b, RSP_MOVE_STEP);
        }
        while (stop.stop->kind != RSP_STOP_EXITED)
            stop = run(&b, RSP_MOVE_CONTINUE);
        assert_int_equal(stop.stop->status, 0);
        bench_end(&b);
    }
    /* The same steps whoever decides; the site is passed again with a false condition on the way. */
    assert_memory_equal(pcs[RSP_WAY_INFERIOR], pcs[RSP_WAY_HOST], sizeof pcs[0]);
    assert_memory_equal(pcs[RSP_WAY_STUB], pcs[RSP_WAY_HOST], sizeof pcs[0]);
}

static bool is_mapped(bench *b, uint64_t address) {
    uint8_t byte;
    return rsp_client_read_memory(b->w.client, address, &byte, 1, NULL) == RSP_OK;
}

static void removal_leaves_nothing_behind(void **state) {
    (void)state;
    for (size_t way = 0; way < RSP_WAY_COUNT; way++) {
        bench b;
        bench_init(&b, "/bin/library-events", "9");
        bench_start(&b, "library_loaded");
        uint64_t code = word(&b, b.site);
        rsp_conditional *breakpoint = set_at(&b, "$a0 > 2", (rsp_way)way, true);
        uint64_t inside = 0;
        rsp_conditional_stop stop = run(&b, RSP_MOVE_CONTINUE);
        assert_int_equal(stop.pc, b.site);
        inside = reg(&b, PC);
        assert_int_equal(inside == b.site, way != RSP_WAY_INFERIOR);
        assert_int_equal(word(&b, b.site) == code, way != RSP_WAY_INFERIOR);
        assert_ok(rsp_conditional_remove(b.set, breakpoint));
        assert_int_equal(reg(&b, PC), b.site);
        assert_int_equal(reg(&b, A0), 3);
        assert_int_equal(word(&b, b.site), code);
        assert_int_equal(is_mapped(&b, inside), way != RSP_WAY_INFERIOR);
        assert_null(rsp_conditional_next(b.set, NULL));
        assert_exits_well(&b);
        rsp_site_cursor cursor = {0};
        rsp_site_info site;
        assert_false(rsp_client_next_site(b.w.client, &cursor, &site));
        bench_end(&b);
    }
}

/* Threads in the middle of the condition, caught by an interrupt at any instruction, go on as if nothing had
 * been there: the program still counts right. */
static void removal_takes_threads_out_of_the_middle(void **state) {
    (void)state;
    unsigned num_inside = 0;
    for (unsigned steps = 1; steps < 40; steps++) {
        bench b;
        bench_init(&b, "/bin/library-events", "3");
        bench_start(&b, "library_loaded");
        rsp_conditional *breakpoint = set_at(&b, "$a0 == 2", RSP_WAY_INFERIOR, true);
        (void)run(&b, RSP_MOVE_CONTINUE);
        assert_ok(rsp_conditional_remove(b.set, breakpoint));
        breakpoint = set_at(&b, "$a0 + u64[loaded] * 3 == 100", RSP_WAY_INFERIOR, true);
        rsp_move move = {.action = RSP_MOVE_STEP};
        for (unsigned i = 0; i < steps; i++) /* the client's own steps know nothing of trampolines */
            assert_ok(rsp_client_run(b.w.client, &move, 0, NULL));
        rsp_buf hex = {0};
        uint64_t pc = reg(&b, PC);
        bool inside = pc >= b.site + 0x1000;
        num_inside += inside;
        assert_ok(rsp_conditionals_registers(b.set, (rsp_ptid){0}, &hex));
        assert_ok(rsp_conditional_remove(b.set, breakpoint));
        rsp_bytes now;
        assert_ok(rsp_client_read_registers(b.w.client, (rsp_ptid){0}, &now));
        assert_bytes(rsp_buf_bytes(&hex), now);
        assert_true(reg(&b, PC) < b.site + 0x1000);
        assert_exits_well(&b);
        rsp_buf_free(&hex);
        bench_end(&b);
    }
    assert_true(num_inside > 10);
}

/* --- which way, and why ------------------------------------------------------------------------------------
 */

typedef struct reason_case {
    const char *name;
    uint32_t insn; /* at the site; 0: as it is */
    rsp_machine_kind kind;
    bool no_conditions;
    bool no_allocation;
    rsp_way way;          /* that is taken */
    const char *inferior; /* reasons */
    const char *stub;
} reason_case;

static const reason_case reason_cases[] = {
    {.name = "as it is", .way = RSP_WAY_INFERIOR},
    {.name = "ecall", .insn = 0x73, .way = RSP_WAY_STUB, .inferior = "a system call"},
    {.name = "ebreak", .insn = 0x100073, .way = RSP_WAY_STUB, .inferior = "a trap"},
    {.name = "compressed", .insn = 0x00010001, .way = RSP_WAY_STUB, .inferior = "a compressed"},
    {.name = "lr.w", .insn = 0x1005a52f, .way = RSP_WAY_STUB, .inferior = "loses the reservation"},
    {.name = "jalr ra, ra", .insn = 0x000080e7, .way = RSP_WAY_STUB, .inferior = "links to"},
    {.name = "fld", .insn = 0x00053507, .way = RSP_WAY_STUB, .inferior = "no instruction of RV64IMA"},
    {.name = "jal far", .insn = 0x8000006f, .way = RSP_WAY_STUB, .inferior = "target is beyond"},
    {.name = "no conditions in the stub",
     .insn = 0x73,
     .no_conditions = true,
     .way = RSP_WAY_HOST,
     .inferior = "a system call",
     .stub = "does not announce ConditionalBreakpoints"},
    {.name = "another machine", .kind = RSP_KIND_OTHER, .way = RSP_WAY_STUB, .inferior = "no compiler"},
    {.name = "no memory", .no_allocation = true, .way = RSP_WAY_STUB, .inferior = "no memory for code"},
};

static void assert_reason(const char *name, const char *is, const char *should_be) {
    if (!should_be != !is || (is && !strstr(is, should_be)))
        fail_msg("%s: '%s', should have '%s'", name, is ? is : "(none)", should_be ? should_be : "(none)");
}

static void best_way_falls_down_with_reasons(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(reason_cases); i++) {
        const reason_case *c = &reason_cases[i];
        bench b;
        bench_init(&b, "/bin/library-events", "3");
        b.expected_hits = UINT64_MAX; /* so that it does not wait until it pays */
        b.options.kind = c->kind;
        b.options.pc_number = PC;
        b.options.no_allocation = c->no_allocation;
        b.w.ask.options.offer_conditions = !c->no_conditions;
        bench_start(&b, "library_loaded");
        uint8_t bytes[4] = {(uint8_t)c->insn, (uint8_t)(c->insn >> 8), (uint8_t)(c->insn >> 16),
                            (uint8_t)(c->insn >> 24)};
        uint64_t code = word(&b, b.site);
        if (c->insn)
            assert_ok(rsp_client_write_memory(b.w.client, b.site, rsp_bytes_make(bytes, 4), NULL));
        rsp_conditional *breakpoint = set_at(&b, "$10 == 2", RSP_WAY_INFERIOR, false);
        rsp_conditional_info info = info_of(breakpoint);
        if (info.way != c->way)
            fail_msg("%s: %s", c->name, rsp_way_name(info.way));
        assert_reason(c->name, info.reason[RSP_WAY_INFERIOR], c->inferior);
        assert_reason(c->name, info.reason[RSP_WAY_STUB], c->stub);
        for (size_t j = 0; j < 4; j++)
            bytes[j] = (uint8_t)(code >> 8 * j);
        if (c->insn)
            assert_ok(rsp_client_write_memory(b.w.client, b.site, rsp_bytes_make(bytes, 4), NULL));
        assert_int_equal(run(&b, RSP_MOVE_CONTINUE).pc, b.site);
        assert_int_equal(reg(&b, A0), 2);
        assert_ok(rsp_conditionals_remove_all(b.set));
        assert_exits_well(&b);
        bench_end(&b);
    }
}

/* --- what the best way costs -------------------------------------------------------------------------------
 */

typedef struct cost_case {
    const char *name;
    uint64_t expected_hits;
    bool no_conditions;
    bool no_allocation;
    rsp_way begins;
    rsp_way ends;
    uint64_t most_trips; /* setting, 2,000 hits, removing */
    uint64_t most_hits;  /* that came to the host */
} cost_case;

/* 28 round trips pay for six hits on the host, and for more than ten thousand in the stub at 20 ms. Of the
 * stub's hits nobody knows how many there are. */
static const cost_case cost_cases[] = {
    {.name = "hits that the stub would not tell",
     .begins = RSP_WAY_INFERIOR,
     .ends = RSP_WAY_INFERIOR,
     .most_trips = 34,
     .most_hits = 1},
    {.name = "no code for hits that the stub would not tell",
     .no_allocation = true,
     .begins = RSP_WAY_STUB,
     .ends = RSP_WAY_STUB,
     .most_trips = 12,
     .most_hits = 1},
    {.name = "few hits expected",
     .expected_hits = 10000,
     .begins = RSP_WAY_STUB,
     .ends = RSP_WAY_STUB,
     .most_trips = 6,
     .most_hits = 1},
    {.name = "many hits expected",
     .expected_hits = 12000,
     .begins = RSP_WAY_INFERIOR,
     .ends = RSP_WAY_INFERIOR,
     .most_trips = 34,
     .most_hits = 1},
    {.name = "the host's until it has cost as much",
     .no_conditions = true,
     .begins = RSP_WAY_HOST,
     .ends = RSP_WAY_INFERIOR,
     .most_trips = 70,
     .most_hits = 8},
    {.name = "more than five hits expected",
     .no_conditions = true,
     .expected_hits = 6,
     .begins = RSP_WAY_INFERIOR,
     .ends = RSP_WAY_INFERIOR,
     .most_trips = 34,
     .most_hits = 1},
    {.name = "the host's, for the move is refused",
     .no_conditions = true,
     .no_allocation = true,
     .begins = RSP_WAY_HOST,
     .ends = RSP_WAY_HOST,
     .most_trips = 10010,
     .most_hits = 2000},
};

static void best_way_is_that_of_least_cost(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cost_cases); i++) {
        const cost_case *c = &cost_cases[i];
        bench b;
        bench_init(&b, "/bin/library-events", "2000");
        b.expected_hits = c->expected_hits;
        b.options.no_allocation = c->no_allocation;
        b.w.ask.options.offer_conditions = !c->no_conditions;
        b.w.rtt_ns = RTT_NS;
        bench_start(&b, "library_loaded");
        uint64_t code = word(&b, b.site);
        (void)world_round_trips(&b.w);
        rsp_conditional *breakpoint = set_at(&b, "u64[loaded] == 1999", RSP_WAY_INFERIOR, false);
        assert_int_equal(info_of(breakpoint).way, c->begins);
        rsp_conditional_stop stop = run(&b, RSP_MOVE_CONTINUE);
        rsp_conditional_info info = info_of(breakpoint);
        assert_int_equal(stop.pc, b.site);
        assert_int_equal(info.way, c->ends);
        assert_reason(c->name, info.reason[RSP_WAY_INFERIOR],
                      c->ends == RSP_WAY_INFERIOR ? NULL
                      : c->no_allocation          ? "no memory for code"
                                                  : "would cost more");
        assert_in_range(info.counts.hits, 1, c->most_hits);
        assert_ok(rsp_conditionals_remove_all(b.set));
        uint64_t trips = world_round_trips(&b.w);
        print_message("%s: %llu round trips, %llu hits\n", c->name, (unsigned long long)trips,
                      (unsigned long long)info.counts.hits);
        assert_in_range(trips, 1, c->most_trips);
        assert_int_equal(reg(&b, A0), 2000);
        assert_int_equal(word(&b, b.site), code);
        assert_exits_well(&b);
        bench_end(&b);
    }
}

/* Where round trips cost little the time in the stub pays for the move; at each stop the hit is the same. */
static void condition_moves_from_the_stub_between_stops(void **state) {
    (void)state;
    bench b;
    bench_init(&b, "/bin/library-events", "2000");
    b.w.rtt_ns = 100 * RSP_NS_PER_US; /* 28 of them: 2.8 ms; 500 hits run for longer than 1 ms */
    b.expected_hits = 1;
    bench_start(&b, "library_loaded");
    rsp_conditional *breakpoint = set_at(&b, "$a0 % 500 == 0", RSP_WAY_INFERIOR, false);
    rsp_way seen[4];
    for (size_t i = 0; i < RSP_ARRAY_LEN(seen); i++) {
        assert_ptr_equal(run(&b, RSP_MOVE_CONTINUE).breakpoint, breakpoint);
        assert_int_equal(reg(&b, A0), 500 * (i + 1));
        seen[i] = info_of(breakpoint).way;
        assert_true(i == 0 || seen[i] <= seen[i - 1]); /* never back */
    }
    assert_int_equal(seen[0], RSP_WAY_STUB);
    assert_int_equal(seen[3], RSP_WAY_INFERIOR);
    assert_int_equal(info_of(breakpoint).counts.hits, 4);
    assert_exits_well(&b);
    assert_ok(rsp_conditionals_remove_all(b.set));
    bench_end(&b);
}

static void only_a_way_that_is_not_to_be_had_is_refused(void **state) {
    (void)state;
    bench b;
    bench_init(&b, "/bin/library-events", "3");
    b.options.no_allocation = true;
    b.w.ask.options.offer_conditions = false;
    bench_start(&b, "library_loaded");
    rsp_conditional_request request = {.address = b.site, .condition = RSP_LIT("1"), .only = true};
    assert_int_equal(rsp_conditional_breakpoint(b.set, NULL, &request), RSP_REFUSED);
    assert_non_null(strstr(rsp_conditionals_error(b.set)->msg, "inferior: no memory for code"));
    request.way = RSP_WAY_STUB;
    assert_int_equal(rsp_conditional_breakpoint(b.set, NULL, &request), RSP_REFUSED);
    assert_non_null(strstr(rsp_conditionals_error(b.set)->msg, "ConditionalBreakpoints"));
    request.way = RSP_WAY_HOST;
    assert_ok(rsp_conditional_breakpoint(b.set, NULL, &request));
    assert_int_equal(rsp_conditional_breakpoint(b.set, NULL, &request), RSP_DUPLICATE);
    request.address += 4;
    request.condition = RSP_LIT("1 +");
    assert_int_equal(rsp_conditional_breakpoint(b.set, NULL, &request), RSP_SYNTAX);
    assert_int_equal(rsp_conditionals_error(b.set)->offset, 3);
    request.condition = RSP_LIT("$a9");
    assert_int_equal(rsp_conditional_breakpoint(b.set, NULL, &request), RSP_NOT_FOUND);
    assert_int_equal(
        rsp_conditional_breakpoint(b.set, NULL, &(rsp_conditional_request){.way = RSP_WAY_COUNT}), RSP_USAGE);
    bench_end(&b);
}

/* Neither the stub's bytecode nor the program's own code knows which thread it is. */
static void what_only_the_host_can_tell_is_said_so(void **state) {
    (void)state;
    static const rsp_way ways[] = {RSP_WAY_STUB, RSP_WAY_INFERIOR};
    bench b;
    bench_init(&b, "/bin/library-events", "3");
    bench_start(&b, "library_loaded");
    for (size_t i = 0; i < RSP_ARRAY_LEN(ways); i++) {
        const rsp_conditional_request request = {.address = b.site,
                                                 .kind = INSN,
                                                 .condition = RSP_LIT("$_tid != 2"),
                                                 .way = ways[i],
                                                 .only = true};
        assert_int_equal(rsp_conditional_breakpoint(b.set, NULL, &request), RSP_REFUSED);
        assert_non_null(strstr(rsp_conditionals_error(b.set)->msg, "only the host can tell the thread"));
    }
    bench_end(&b);
}

/* Memory that the caller gives (here functions that are called at the end only): no packet asks for any, and
 * it is used again after a removal. One byte too few is refused. */
static void given_memory_is_used_and_used_again(void **state) {
    (void)state;
    enum { CODE_BYTES = 60 }; /* of the condition 1 */
    for (size_t bytes = CODE_BYTES - 1; bytes <= CODE_BYTES; bytes++) {
        bench b;
        bench_init(&b, "/bin/library-events", "6");
        world_start(&b.w);
        b.options.code_address = ask_symbol(&b.w.ask, "thread_starts");
        b.options.code_bytes = bytes;
        b.options.no_allocation = true;
        b.set = rsp_conditionals_new(b.w.client, &b.options);
        b.site = ask_symbol(&b.w.ask, "library_loaded");
        rsp_conditional_request request = {.address = b.site, .condition = RSP_LIT("1"), .only = true};
        for (unsigned i = 1; i < 4 && bytes == CODE_BYTES; i++) {
            rsp_conditional *breakpoint = set_at(&b, "1", RSP_WAY_INFERIOR, true);
            assert_int_equal(world_count(&b.w, "_M"), 0);
            assert_int_equal(run(&b, RSP_MOVE_CONTINUE).pc, b.site);
            assert_int_equal(reg(&b, A0), i);
            (void)run(&b, RSP_MOVE_STEP);
            assert_ok(rsp_conditional_remove(b.set, breakpoint));
        }
        if (bytes < CODE_BYTES)
            assert_int_equal(rsp_conditional_breakpoint(b.set, NULL, &request), RSP_REFUSED);
        bench_end(&b);
    }
}

/* --- threads ----------------------------------------------------------------------------------------------
 */

/* Runs four threads to their end; how often the condition was true. */
static uint64_t count_hits(const char *condition, rsp_way way, bool only, bool conditions, rsp_way *out_way) {
    bench b;
    uint64_t hits = 0;
    bench_init(&b, "/bin/threads4", NULL);
    b.w.ask.machine.quantum_insns = 50;
    b.w.ask.options.offer_conditions = conditions;
    bench_start(&b, "work");
    rsp_conditional *breakpoint = set_at(&b, condition, way, only);
    rsp_conditional_stop stop = run(&b, RSP_MOVE_CONTINUE);
    for (; stop.breakpoint; stop = run(&b, RSP_MOVE_CONTINUE)) {
        assert_ok(stop.outcome);
        assert_int_equal(stop.pc, b.site);
        hits++;
    }
    *out_way = info_of(breakpoint).way;
    assert_int_equal(stop.stop->kind, RSP_STOP_EXITED);
    assert_int_equal(stop.stop->status, 0);
    bench_end(&b);
    return hits;
}

static void threads_hit_side_by_side(void **state) {
    (void)state;
    rsp_way way;
    for (size_t i = 0; i < RSP_WAY_COUNT; i++)
        assert_int_equal(count_hits("$sp != 0 && ($sp & 15) == 0", (rsp_way)i, true, true, &way), 20);
}

/* The condition moves into the inferior while other threads stand at the site or before it: no hit is lost,
 * none comes twice. The threads' stacks are apart, so that each bit of sp parts them in another way. */
static void threads_hit_while_the_condition_moves(void **state) {
    (void)state;
    unsigned num_moved = 0;
    for (unsigned bit = 4; bit < 24; bit++) {
        char condition[32];
        rsp_way way;
        (void)snprintf(condition, sizeof condition, "$sp >> %u & 1", bit);
        uint64_t hits = count_hits(condition, RSP_WAY_HOST, true, false, &way);
        assert_int_equal(count_hits(condition, RSP_WAY_INFERIOR, false, false, &way), hits);
        num_moved += way == RSP_WAY_INFERIOR && hits > 0;
    }
    print_message("moved in %u of 20 cases with hits\n", num_moved);
    assert_true(num_moved > 0);
}

/* --- several at once ---------------------------------------------------------------------------------------
 */

static rsp_conditional *set_behind(bench *b, uint64_t offset, const char *condition, rsp_way way) {
    b->site += offset;
    rsp_conditional *breakpoint = set_at(b, condition, way, true);
    b->site -= offset;
    return breakpoint;
}

/* Three neighbours in every order of ways, so that each leads into each: by a jump, a step, a continue. */
static void neighbours_are_all_decided(void **state) {
    (void)state;
    for (unsigned order = 0; order < 27; order++) {
        const rsp_way ways_of[] = {order % 3, order / 3 % 3, order / 9};
        bench b;
        bench_init(&b, "/bin/library-events", "9");
        bench_start(&b, "library_loaded");
        rsp_conditional *at[3] = {set_behind(&b, 0, "$a0 == 2 || $x10 == 8", ways_of[0]),
                                  set_behind(&b, 4, "$a0 == 3 || $a0 == 8", ways_of[1]),
                                  set_behind(&b, 8, "$a0 == 4 && $pc != 0 || $a0 == 8", ways_of[2])};
        const struct {
            unsigned which;
            unsigned a0;
        } stops[] = {{0, 2}, {1, 3}, {2, 4}, {0, 8}, {1, 8}, {2, 8}};
        for (size_t i = 0; i < RSP_ARRAY_LEN(stops); i++) {
            rsp_conditional_stop stop = run(&b, RSP_MOVE_CONTINUE);
            if (stop.breakpoint != at[stops[i].which] || reg(&b, A0) != stops[i].a0)
                fail_msg("order %u, stop %u", order, (unsigned)i);
            assert_int_equal(stop.pc, b.site + UINT64_C(4) * stops[i].which);
        }
        if (order % 2)
            assert_ok(rsp_conditional_remove(b.set, at[1]));
        if (order % 2)
            assert_int_equal(rsp_conditional_remove(b.set, at[1]), RSP_NOT_FOUND);
        assert_ok(rsp_conditionals_remove_all(b.set));
        assert_int_equal(reg(&b, PC), b.site + 8);
        assert_exits_well(&b);
        bench_end(&b);
    }
}

/* Conditions so long that one region does not hold them: another one is found, where the first is in the way.
 */
static void more_memory_is_found_for_long_conditions(void **state) {
    (void)state;
    bench b;
    rsp_buf text = {0};
    for (unsigned i = 0; i < 330; i++)
        rsp_buf_str(&text, "$5%");
    rsp_buf_str(&text, "1||$a0 > 2");
    bench_init(&b, "/bin/library-events", "3");
    bench_start(&b, "library_loaded");
    assert_ok(rsp_client_write_register(b.w.client, (rsp_ptid){0}, 5, RSP_LIT("\1\0\0\0\0\0\0\0")));
    uint64_t code = word(&b, b.site);
    for (unsigned i = 0; i < 4; i++)
        (void)set_behind(&b, UINT64_C(4) * i, rsp_buf_cstr(&text), RSP_WAY_INFERIOR);
    assert_int_equal(world_count(&b.w, "_M"), 1); /* too far away, and not asked again */
    for (unsigned i = 0; i < 3; i++)
        (void)run(&b, RSP_MOVE_CONTINUE);
    assert_ok(rsp_conditionals_remove_all(b.set));
    assert_int_equal(word(&b, b.site), code);
    assert_exits_well(&b);
    rsp_buf_free(&text);
    bench_end(&b);
}

static void removal_looks_at_all_of_many_threads(void **state) {
    (void)state;
    bench b;
    bench_init(&b, "/bin/many-threads", "100");
    bench_start(&b, "all_here");
    rsp_conditional *breakpoint = set_at(&b, "1", RSP_WAY_INFERIOR, true);
    assert_ptr_equal(run(&b, RSP_MOVE_CONTINUE).breakpoint, breakpoint);
    (void)world_sent(&b.w);
    assert_ok(rsp_conditional_remove(b.set, breakpoint));
    assert_true(world_count(&b.w, "p20") > 100);
    assert_exits_well(&b);
    bench_end(&b);
}

/* --- non-stop --- */

static size_t seen_once(rsp_ptid *seen, size_t num, rsp_ptid id) {
    for (size_t i = 0; i < num; i++)
        if (rsp_ptid_equal(seen[i], id))
            fail_msg("thread %llx stopped twice", (unsigned long long)id.tid);
    seen[num] = id;
    return num + 1;
}

/* The register of a thread as the program has it. */
static uint64_t shown(bench *b, rsp_ptid thread, size_t number) {
    rsp_buf hex = {0};
    uint8_t bytes[8];
    uint64_t value = 0;
    assert_ok(rsp_conditionals_registers(b->set, thread, &hex));
    assert_ok(rsp_hex_decode_into(bytes, rsp_bytes_sub(rsp_buf_bytes(&hex), number * 16, 16)));
    for (size_t i = 8; i-- > 0;)
        value = value << 8 | bytes[i];
    rsp_buf_free(&hex);
    return value;
}

/* Four threads pass the site five times each, and one hit of each is true. */
static void non_stop_shows_each_thread_by_itself(void **state) {
    (void)state;
    for (size_t i = 0; i < (size_t)RSP_WAY_COUNT * 2; i++) {
        bench b;
        rsp_ptid seen[4];
        bench_init(&b, "/bin/threads4", NULL);
        b.w.options.non_stop = true;
        b.options.no_allocation = i >= RSP_WAY_COUNT; /* then the others stand while one steps over */
        bench_start(&b, "work");
        if (b.options.no_allocation && i % RSP_WAY_COUNT == RSP_WAY_INFERIOR) {
            bench_end(&b);
            continue;
        }
        rsp_conditional *breakpoint = set_at(&b, "$a1 == 3", (rsp_way)(i % RSP_WAY_COUNT), true);
        for (size_t n = 0; n < RSP_ARRAY_LEN(seen);) {
            rsp_conditional_stop stop = run(&b, RSP_MOVE_CONTINUE);
            assert_ptr_equal(stop.breakpoint, breakpoint);
            assert_ok(stop.outcome);
            assert_int_equal(stop.pc, b.site);
            rsp_ptid thread = rsp_client_stop_thread(b.w.client);
            assert_int_equal(shown(&b, thread, A0 + 1), 3);
            assert_int_equal(shown(&b, thread, PC), b.site);
            n = seen_once(seen, n, thread);
        }
        assert_int_equal(info_of(breakpoint).counts.lies, 0);
        assert_int_equal(info_of(breakpoint).counts.hits, i % RSP_WAY_COUNT == RSP_WAY_HOST ? 20 - 8 : 4);
        assert_ok(rsp_conditional_remove(b.set, breakpoint));
        assert_exits_well(&b);
        bench_end(&b);
    }
}

/* Threads run while code is planted in their way, and while it is taken out. */
static void non_stop_plants_where_threads_run(void **state) {
    (void)state;
    for (size_t way = 0; way < RSP_WAY_COUNT; way++) {
        bench b;
        rsp_conditional_stop stop;
        rsp_ptid threads[8];
        size_t num = 0;
        bench_init(&b, "/bin/threads4", "spin");
        b.options.max_hits = 100;
        b.w.options.non_stop = true;
        bench_start(&b, "settled");
        rsp_conditional *breakpoint = set_at(&b, "1", RSP_WAY_HOST, true);
        assert_ptr_equal(run(&b, RSP_MOVE_CONTINUE).breakpoint, breakpoint);
        assert_ok(rsp_conditional_remove(b.set, breakpoint));
        for (unsigned round = 0; round < 8; round++) {
            /* The second instruction and those behind it are passed again and again, or never. */
            b.site = ask_symbol(&b.w.ask, "count") + UINT64_C(4) * (1 + round % 4);
            breakpoint = set_at(&b, "0", (rsp_way)way, true);
            rsp_status status = rsp_conditionals_wait(b.set, 5 * RSP_NS_PER_MS, &stop);
            assert_int_equal(status, status == RSP_LIMIT && way == RSP_WAY_HOST ? RSP_LIMIT : RSP_TIMEOUT);
            assert_ok(rsp_conditional_remove(b.set, breakpoint));
            if (status == RSP_LIMIT) /* a thread stands at the last of too many hits */
                assert_int_equal(rsp_conditionals_run(b.set, NULL, 5 * RSP_NS_PER_MS, &stop), RSP_TIMEOUT);
        }
        assert_ok(rsp_client_threads(b.w.client, threads, RSP_ARRAY_LEN(threads), &num));
        assert_int_equal(num, 5);
        uint64_t before = word(&b, ask_symbol(&b.w.ask, "counts"));
        assert_int_equal(rsp_conditionals_wait(b.set, 5 * RSP_NS_PER_MS, &stop), RSP_TIMEOUT);
        assert_true(word(&b, ask_symbol(&b.w.ask, "counts")) > before); /* they run on */
        bench_end(&b);
    }
}

/* The move is refused while other threads run: the breakpoint is back before they are let go. */
static void non_stop_loses_no_hit_to_a_move_that_is_refused(void **state) {
    (void)state;
    for (unsigned ms = 1; ms <= 32; ms *= 2) {
        bench b;
        bench_init(&b, "/bin/threads4", NULL);
        b.w.options.non_stop = true;
        b.options.no_allocation = true;
        b.w.ask.options.offer_conditions = false;
        b.w.rtt_ns = ms * RSP_NS_PER_MS;
        bench_start(&b, "work");
        const rsp_conditional *breakpoint = set_at(&b, "$a1 == 77", RSP_WAY_INFERIOR, false);
        const rsp_conditional_stop stop = run(&b, RSP_MOVE_CONTINUE);
        assert_int_equal(stop.stop->kind, RSP_STOP_EXITED);
        assert_non_null(info_of(breakpoint).reason[RSP_WAY_INFERIOR]);
        assert_int_equal(info_of(breakpoint).way, RSP_WAY_HOST);
        assert_int_equal(info_of(breakpoint).counts.hits, 20);
        bench_end(&b);
    }
}

/* --- limits and lies ---------------------------------------------------------------------------------------
 */

static void false_hits_are_limited(void **state) {
    (void)state;
    for (unsigned num = 5; num <= 6; num++) {
        char text[8];
        bench b;
        (void)snprintf(text, sizeof text, "%u", num);
        bench_init(&b, "/bin/library-events", text);
        b.options.max_hits = 5;
        bench_start(&b, "library_loaded");
        (void)set_at(&b, "0", RSP_WAY_HOST, true);
        rsp_conditional_stop stop;
        assert_int_equal(rsp_conditionals_run(b.set, NULL, 0, &stop), num == 5 ? RSP_OK : RSP_LIMIT);
        assert_int_equal(stop.stop->kind == RSP_STOP_EXITED, num == 5);
        bench_end(&b);
    }
}

static uint64_t world_now(const bench *b) {
    return rsp_session_now(b->w.session);
}

/* However often a condition is false, the time is that of the whole run; then the program runs on. */
static void false_hits_do_not_prolong_the_time(void **state) {
    enum { TIME = 50 * RTT_NS, ONE_HIT = 12 * RTT_NS };
    static const struct {
        rsp_way way;
        bool non_stop;
        rsp_step_over step_over;
    } cases[] = {{RSP_WAY_HOST, false, RSP_STEP_OVER_ASK},
                 {RSP_WAY_HOST, false, RSP_STEP_OVER_CLIENT},
                 {RSP_WAY_HOST, true, RSP_STEP_OVER_CLIENT},
                 {RSP_WAY_STUB, false, RSP_STEP_OVER_ASK}};
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        bench b;
        rsp_conditional_stop stop = {0};
        bench_init(&b, "/bin/library-events", "200");
        b.w.rtt_ns = RTT_NS;
        b.w.options.non_stop = cases[i].non_stop;
        b.options.step_over = cases[i].step_over;
        bench_start(&b, "library_loaded");
        const rsp_conditional *breakpoint = set_at(&b, "$a0 == 200", cases[i].way, true);
        const uint64_t began = world_now(&b);
        unsigned rounds = 1;
        rsp_status status = rsp_conditionals_run(b.set, NULL, TIME, &stop);
        assert_true(world_now(&b) - began <= TIME + ONE_HIT);
        while (status == RSP_TIMEOUT) {
            const uint64_t from = world_now(&b);
            rounds++;
            status = rsp_conditionals_wait(b.set, TIME, &stop);
            assert_true(world_now(&b) - from <= TIME + ONE_HIT);
        }
        assert_ok(status);
        assert_ptr_equal(stop.breakpoint, breakpoint);
        assert_int_equal(reg(&b, A0), 200);
        assert_true(cases[i].way == RSP_WAY_HOST ? rounds > 4 : rounds == 1);
        bench_end(&b);
    }
}

static void stub_that_ignores_conditions_is_corrected(void **state) {
    (void)state;
    needs_faults();
    static const rsp_fault faults[] = {RSP_FAULT_COND_IGNORED, RSP_FAULT_COND_NOT_EVALUATED};
    for (size_t i = 0; i < RSP_ARRAY_LEN(faults); i++) {
        bench b;
        bench_init(&b, "/bin/library-events", "30");
        b.w.ask.options.fault = faults[i];
        bench_start(&b, "library_loaded");
        rsp_conditional *breakpoint = set_at(&b, "$a0 == 30", RSP_WAY_STUB, true);
        rsp_conditional_stop stop = run(&b, RSP_MOVE_CONTINUE);
        assert_ptr_equal(stop.breakpoint, breakpoint);
        assert_int_equal(reg(&b, A0), 30);
        assert_int_equal(info_of(breakpoint).counts.lies, 29);
        bench_end(&b);
    }
}

/* The step off the first breakpoint ends at the second one, whose condition the stub is not asked. */
static void step_onto_a_false_condition_is_no_lie(void **state) {
    (void)state;
    bench b;
    bench_init(&b, "/bin/library-events", "30");
    bench_start(&b, "library_loaded");
    rsp_conditional *first = set_at(&b, "$a0 == 3", RSP_WAY_STUB, true);
    b.site += INSN;
    rsp_conditional *second = set_at(&b, "0", RSP_WAY_STUB, true);
    assert_ptr_equal(run(&b, RSP_MOVE_CONTINUE).breakpoint, first);
    assert_exits_well(&b);
    assert_int_equal(info_of(second).counts.false_hits, 1);
    assert_int_equal(info_of(second).counts.lies, 0);
    bench_end(&b);
}

static void stub_that_refuses_what_it_announced_is_done_without(void **state) {
    (void)state;
    needs_faults();
    bench b;
    bench_init(&b, "/bin/library-events", "30");
    b.w.ask.options.fault = RSP_FAULT_COND_LENGTH_DECIMAL;
    bench_start(&b, "library_loaded");
    rsp_conditional *breakpoint = set_at(&b, "$a0 == 20 && $a0 != 7 && $a0 != 8", RSP_WAY_STUB, false);
    assert_int_equal(info_of(breakpoint).way, RSP_WAY_STUB);
    rsp_conditional_stop stop = run(&b, RSP_MOVE_CONTINUE);
    assert_ptr_equal(stop.breakpoint, breakpoint);
    assert_int_equal(reg(&b, A0), 20);
    assert_int_equal(info_of(breakpoint).way, RSP_WAY_HOST);
    assert_reason("refused", info_of(breakpoint).reason[RSP_WAY_STUB], "refuses");
    bench_end(&b);
}

/* Every defect of the reference stub, in every way: an end, whichever, in bounded time. */
static void no_fault_of_the_stub_hangs_or_crashes(void **state) {
    (void)state;
    needs_faults();
    unsigned num_ok = 0;
    for (unsigned fault = 1; fault < RSP_FAULT_COUNT * RSP_WAY_COUNT; fault++) {
        bench b;
        bench_init(&b, "/bin/library-events", "12");
        b.options.max_hits = 30;
        b.w.ask.options.fault = (rsp_fault)(fault / RSP_WAY_COUNT);
        world_open(&b.w);
        b.site = ask_symbol(&b.w.ask, "library_loaded");
        b.set = rsp_conditionals_new(b.w.client, &b.options);
        rsp_conditional_request request = {.address = b.site,
                                           .condition = RSP_LIT("$a0 == 10 && u64[loaded] == 9"),
                                           .way = (rsp_way)(fault % RSP_WAY_COUNT),
                                           .expected_hits = fault % 2 ? UINT64_MAX : 0};
        rsp_conditional_stop stop = {0};
        rsp_status status = rsp_client_connect(b.w.client);
        if (status == RSP_OK)
            status = rsp_conditional_breakpoint(b.set, NULL, &request);
        if (status == RSP_OK)
            status = rsp_conditionals_run(b.set, NULL, RSP_NS_PER_S, &stop);
        num_ok += status == RSP_OK && stop.breakpoint && stop.pc == b.site;
        if (status == RSP_OK && rsp_conditionals_remove_all(b.set) == RSP_OK)
            assert_null(rsp_conditional_next(b.set, NULL));
        bench_end(&b);
    }
    print_message("%u of %u stopped at the right place\n", num_ok, (unsigned)RSP_FAULT_COUNT * RSP_WAY_COUNT);
    assert_true(num_ok > RSP_FAULT_COUNT);
}

static void trusted_ways_are_not_checked(void **state) {
    (void)state;
    needs_faults();
    bench b;
    bench_init(&b, "/bin/library-events", "3");
    b.options.trust = true;
    b.w.ask.options.fault = RSP_FAULT_COND_IGNORED;
    bench_start(&b, "library_loaded");
    rsp_conditional *breakpoint = set_at(&b, "u64[loaded] == 77", RSP_WAY_STUB, true);
    assert_ptr_equal(run(&b, RSP_MOVE_CONTINUE).breakpoint, breakpoint);
    assert_int_equal(reg(&b, A0), 1);
    bench_end(&b);
}

/* The reference stub reports the breakpoint again when it is told to continue at one. */
static void wrong_belief_in_the_stub_ends_at_the_limit(void **state) {
    (void)state;
    bench b;
    bench_init(&b, "/bin/library-events", "3");
    b.options.step_over = RSP_STEP_OVER_STUB;
    b.options.max_hits = 10;
    bench_start(&b, "library_loaded");
    (void)set_at(&b, "0", RSP_WAY_HOST, true);
    rsp_conditional_stop stop;
    assert_int_equal(rsp_conditionals_run(b.set, NULL, 0, &stop), RSP_LIMIT);
    assert_int_equal(reg(&b, A0), 1);
    bench_end(&b);
}

/* --- the program runs on, ends, becomes another one --------------------------------------------------------
 */

static void interrupted_program_is_in_its_own_code(void **state) {
    (void)state;
    for (unsigned i = 0; i < 24; i++) {
        bench b;
        bench_init(&b, "/bin/library-events", "100000000");
        b.w.ask.machine.seed = i;
        bench_start(&b, "library_loaded");
        rsp_conditional *breakpoint = set_at(&b, "$a0 + 1 == u64[loaded] && 1", RSP_WAY_INFERIOR, true);
        rsp_conditional_stop stop;
        uint64_t timeout_ns = (3 + i) * RSP_NS_PER_MS;
        assert_int_equal(rsp_conditionals_run(b.set, NULL, timeout_ns, &stop), RSP_TIMEOUT);
        assert_ok(rsp_client_interrupt(b.w.client));
        assert_ok(rsp_conditionals_wait(b.set, RSP_NS_PER_S, &stop));
        assert_int_equal(stop.stop->signal, 2);
        assert_null(stop.breakpoint);
        assert_true(stop.has_pc && stop.pc < b.site + 0x1000 && stop.pc + 0x1000 > b.site);
        assert_ok(rsp_conditional_remove(b.set, breakpoint));
        assert_true(reg(&b, PC) < b.site + 0x1000);
        assert_int_equal(run(&b, RSP_MOVE_STEP).stop->signal, 5);
        bench_end(&b);
    }
}

/* The guarded instruction faults in its new place: told as one of the program, at its own address. */
static void fault_of_the_moved_instruction_is_the_programs_own(void **state) {
    (void)state;
    uint64_t pc = 0;
    for (unsigned i = 0; i < 2; i++) {
        bench b;
        bench_init(&b, "/bin/segv", NULL);
        bench_start(&b, "main");
        b.site = pc;
        if (i == 1)
            (void)set_at(&b, "$sp == 0", RSP_WAY_INFERIOR, true);
        rsp_conditional_stop stop = run(&b, RSP_MOVE_CONTINUE);
        assert_int_equal(stop.stop->signal, 11);
        assert_null(stop.breakpoint);
        assert_true(i == 0 || (stop.has_pc && stop.pc == pc && reg(&b, PC) != pc));
        pc = reg(&b, PC);
        bench_end(&b);
    }
}

/* A child that nobody follows has the jump and the code, but not the breakpoints: it must not notice. */
static void child_runs_through_the_parents_trampoline(void **state) {
    (void)state;
    for (size_t way = 0; way < RSP_WAY_COUNT; way++) {
        bench b;
        bench_init(&b, "/bin/child-calls-function", NULL);
        bench_start(&b, "child_only");
        (void)set_at(&b, "1", (rsp_way)way, true);
        rsp_conditional_stop stop = run(&b, RSP_MOVE_CONTINUE);
        while (stop.stop->kind == RSP_STOP_THREAD) { /* the fork, the parent's SIGCHLD */
            rsp_move move = {.signal = stop.stop->signal == 5 ? 0 : stop.stop->signal};
            assert_null(stop.breakpoint);
            if (stop.stop->reason == RSP_REASON_FORK)
                assert_ok(rsp_client_detach(b.w.client, stop.stop->reason_id.pid));
            assert_ok(rsp_conditionals_run(b.set, &move, 0, &stop));
        }
        assert_int_equal(stop.stop->kind, RSP_STOP_EXITED);
        assert_int_equal(stop.stop->status, 0);
        bench_end(&b);
    }
}

static void ended_program_leaves_breakpoints_that_can_be_removed(void **state) {
    (void)state;
    static const char *const programs[] = {"/bin/library-events", "/bin/exec-other"};
    static const char *const functions[] = {"thread_starts", "main"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(programs) * RSP_WAY_COUNT; i++) {
        bench b;
        bench_init(&b, programs[i / RSP_WAY_COUNT], NULL);
        bench_start(&b, functions[i / RSP_WAY_COUNT]);
        rsp_conditional *breakpoint = set_at(&b, "0", (rsp_way)(i % RSP_WAY_COUNT), true);
        rsp_conditional_stop stop = run(&b, RSP_MOVE_CONTINUE);
        if (i >= RSP_WAY_COUNT)
            assert_int_equal(stop.stop->reason, RSP_REASON_EXEC);
        else
            assert_int_equal(stop.stop->kind, RSP_STOP_EXITED);
        (void)world_sent(&b.w);
        assert_ok(rsp_conditional_remove(b.set, breakpoint));
        assert_string_equal(world_sent(&b.w), "");
        if (i >= RSP_WAY_COUNT)
            assert_int_equal(run(&b, RSP_MOVE_CONTINUE).stop->kind, RSP_STOP_EXITED);
        bench_end(&b);
    }
}

/* --- a stub that answers nonsense --------------------------------------------------------------------------
 */

/* Every so often a byte of a reply becomes another one, and the checksum right again. */
typedef struct garbler {
    ask *ask;
    rsp_rng rng;
    rsp_buf out;
} garbler;

static void garble(garbler *g, rsp_buf *out) {
    for (size_t at = 0; at < g->out.len; at++) {
        uint8_t *p = g->out.ptr + at;
        size_t end = at;
        while (*p == '$' && end < g->out.len && g->out.ptr[end] != '#')
            end++;
        if (*p != '$' || end + 2 >= g->out.len || rsp_rng_below(&g->rng, 40) != 0)
            continue;
        size_t len = end - at - 1;
        if (len > 0)
            p[1 + rsp_rng_below(&g->rng, len)] = (uint8_t) "0f8:;,TSEOmlx9"[rsp_rng_below(&g->rng, 14)];
        unsigned sum = 0;
        for (size_t i = 0; i < len; i++)
            sum += p[1 + i];
        p[1 + len + 1] = (uint8_t)rsp_hex_digits[sum >> 4 & 15];
        p[1 + len + 2] = (uint8_t)rsp_hex_digits[sum & 15];
    }
    rsp_buf_append(out, rsp_buf_bytes(&g->out));
    rsp_buf_clear(&g->out);
}

static rsp_peer_state garbled_state(garbler *g, rsp_status status, rsp_buf *out) {
    garble(g, out);
    if (status != RSP_OK)
        return RSP_PEER_DEAD;
    return rsp_stub_busy(g->ask->stub) ? RSP_PEER_BUSY : RSP_PEER_IDLE;
}

static rsp_peer_state garbled_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    garbler *g = ctx;
    return garbled_state(g, rsp_stub_input(g->ask->stub, in, &g->out), out);
}

static rsp_peer_state garbled_run(void *ctx, uint64_t budget, rsp_buf *out) {
    garbler *g = ctx;
    return garbled_state(g, rsp_stub_run(g->ask->stub, budget, &g->out), out);
}

static bool run_garbled(uint64_t seed) {
    ask a;
    garbler g = {.ask = &a};
    const rsp_bytes argv[] = {RSP_LIT("/bin/library-events"), RSP_LIT("12")};
    rsp_link *link = NULL;
    rsp_conditional_stop stop = {0};
    rsp_rng_seed(&g.rng, seed);
    ask_init(&a, "/bin/library-events");
    a.options.argv = argv;
    a.options.argc = 2;
    ask_start(&a);
    rsp_stub_connect(a.stub);
    rsp_peer peer = {.input = garbled_input, .run = garbled_run, .ctx = &g};
    assert_ok(rsp_link_open_peer(&link, &peer, NULL));
    rsp_session *session = rsp_session_new(link, NULL);
    rsp_client *client = rsp_client_new(session, NULL);
    rsp_conditionals_options options = {.kind = RSP_KIND_RV64, .max_hits = 30};
    rsp_conditionals *set = rsp_conditionals_new(client, &options);
    rsp_conditional_request request = {.address = ask_symbol(&a, "library_loaded"),
                                       .condition = RSP_LIT("$a0 == 10 && $ra != u64[$sp]"),
                                       .way = (rsp_way)(seed % RSP_WAY_COUNT)};
    rsp_status status = rsp_client_connect(client);
    if (status == RSP_OK)
        status = rsp_conditional_breakpoint(set, NULL, &request);
    for (unsigned i = 0; i < 3 && status == RSP_OK && (i == 0 || stop.breakpoint); i++)
        status = rsp_conditionals_run(set, NULL, RSP_NS_PER_S, &stop);
    bool right = status == RSP_OK && stop.stop && stop.stop->kind == RSP_STOP_EXITED;
    status = rsp_conditionals_remove_all(set);
    assert_true(status != RSP_OK || !rsp_conditional_next(set, NULL));
    rsp_conditionals_free(set);
    rsp_client_free(client);
    rsp_session_free(session);
    rsp_link_close(link);
    rsp_buf_free(&g.out);
    ask_end(&a);
    return right;
}

static void nonsense_ends_in_bounded_time(void **state) {
    (void)state;
    unsigned num_right = 0;
    for (uint64_t seed = 0; seed < 900; seed++)
        num_right += run_garbled(seed);
    print_message("%u of 900 came through\n", num_right);
    assert_in_range(num_right, 100, 800);
}

/* Each allocation of the set fails once, in each way: said, or done without. */
static void without_memory_nothing_is_left_behind(void **state) {
    (void)state;
    for (size_t way = 0; way < RSP_WAY_COUNT; way++) {
        bool failed = true;
        for (uint64_t n = 1; failed; n++) {
            rsp_mem_fuzzed fuzzed;
            bench b;
            rsp_mem_fuzzed_init(&fuzzed, n, 0);
            bench_init(&b, "/bin/library-events", "3");
            b.options.mem = &fuzzed.mem;
            world_start(&b.w);
            b.site = ask_symbol(&b.w.ask, "library_loaded");
            uint64_t code = word(&b, b.site);
            b.set = rsp_conditionals_new(b.w.client, &b.options);
            rsp_conditional_request request = {
                .address = b.site, .condition = RSP_LIT("$a0 == 2"), .way = (rsp_way)way, .only = true};
            rsp_status status = b.set ? rsp_conditional_breakpoint(b.set, NULL, &request) : RSP_NO_MEMORY;
            assert_int_equal(status, fuzzed.count >= n ? RSP_NO_MEMORY : RSP_OK);
            status = b.set && fuzzed.count < n ? rsp_conditionals_remove_all(b.set) : RSP_OK;
            failed = fuzzed.count >= n;
            assert_true(status == RSP_OK || (failed && status == RSP_NO_MEMORY));
            assert_int_equal(word(&b, b.site), code);
            bench_end(&b);
            assert_true(n < 100);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_way_stops_at_the_last_of_2000_hits),
        cmocka_unit_test(each_way_stops_where_there_is_no_value),
        cmocka_unit_test(steps_go_through_a_site_in_each_way),
        cmocka_unit_test(removal_leaves_nothing_behind),
        cmocka_unit_test(removal_takes_threads_out_of_the_middle),
        cmocka_unit_test(best_way_falls_down_with_reasons),
        cmocka_unit_test(best_way_is_that_of_least_cost),
        cmocka_unit_test(condition_moves_from_the_stub_between_stops),
        cmocka_unit_test(only_a_way_that_is_not_to_be_had_is_refused),
        cmocka_unit_test(what_only_the_host_can_tell_is_said_so),
        cmocka_unit_test(given_memory_is_used_and_used_again),
        cmocka_unit_test(threads_hit_side_by_side),
        cmocka_unit_test(threads_hit_while_the_condition_moves),
        cmocka_unit_test(neighbours_are_all_decided),
        cmocka_unit_test(more_memory_is_found_for_long_conditions),
        cmocka_unit_test(removal_looks_at_all_of_many_threads),
        cmocka_unit_test(non_stop_shows_each_thread_by_itself),
        cmocka_unit_test(non_stop_plants_where_threads_run),
        cmocka_unit_test(non_stop_loses_no_hit_to_a_move_that_is_refused),
        cmocka_unit_test(false_hits_are_limited),
        cmocka_unit_test(false_hits_do_not_prolong_the_time),
        cmocka_unit_test(stub_that_ignores_conditions_is_corrected),
        cmocka_unit_test(step_onto_a_false_condition_is_no_lie),
        cmocka_unit_test(stub_that_refuses_what_it_announced_is_done_without),
        cmocka_unit_test(trusted_ways_are_not_checked),
        cmocka_unit_test(wrong_belief_in_the_stub_ends_at_the_limit),
        cmocka_unit_test(interrupted_program_is_in_its_own_code),
        cmocka_unit_test(fault_of_the_moved_instruction_is_the_programs_own),
        cmocka_unit_test(child_runs_through_the_parents_trampoline),
        cmocka_unit_test(ended_program_leaves_breakpoints_that_can_be_removed),
        cmocka_unit_test(no_fault_of_the_stub_hangs_or_crashes),
        cmocka_unit_test(nonsense_ends_in_bounded_time),
        cmocka_unit_test(without_memory_nothing_is_left_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

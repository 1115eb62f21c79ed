/* Workloads on the reference stub in virtual time, where every figure is exact: the proposals' own
 * arithmetic. Also what is skipped and what fails, with the reason that people read. Stubs are made by a
 * provider of our own, which takes the options that the engine sets. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "bench/ways.h"
#include "codec/tdesc.h"
#include "core/mem.h"
#include "corpora/programs.h"
#include "guest/guest_load.h"
#include "link/peer.h"
#include "stub_machine/machine_target.h"
#include <rsp/stub.h>
#include <stdio.h>

#ifdef RSP_DEBUGGER
#include "condition_bench/condition_bench.h"
static const rsp_bench_run_to_condition run_to_condition = rsp_condition_bench_run;
#else
static const rsp_bench_run_to_condition run_to_condition = NULL;
#endif

#define MS RSP_NS_PER_MS
enum { MAX_STUBS = 64 };

typedef struct own_stub {
    rsp_machine_target *target;
    rsp_stub *stub;
    rsp_peer peer;
    bool described; /* somebody has read target.xml */
} own_stub;

/* Opens stubs; all of them live until the end of the run. */
typedef struct world {
    bool no_multimem;
    bool no_breaks;
    bool no_ack_missing;
    bool fixed;         /* takes no options */
    bool no_conditions; /* as in a build without the debugger */
    const rsp_bench_loaded *loaded;
    own_stub stubs[MAX_STUBS];
    size_t num;
} world;

static rsp_peer_state state_of(const own_stub *s, rsp_status status) {
    if (status != RSP_OK)
        return RSP_PEER_DEAD;
    if (rsp_stub_finished(s->stub))
        return RSP_PEER_CLOSED;
    return rsp_stub_busy(s->stub) ? RSP_PEER_BUSY : RSP_PEER_IDLE;
}

static rsp_status peer_connect(void *ctx, rsp_buf *out) {
    (void)out;
    rsp_stub_connect(((own_stub *)ctx)->stub);
    return RSP_OK;
}

static rsp_peer_state peer_input(void *ctx, rsp_bytes in, rsp_buf *out) {
    own_stub *s = ctx;
    s->described = s->described || rsp_bytes_search(in, RSP_LIT("features:read:target.xml")) < in.len;
    return state_of(s, rsp_stub_input(s->stub, in, out));
}

static rsp_peer_state peer_run(void *ctx, uint64_t budget, rsp_buf *out) {
    const own_stub *s = ctx;
    return state_of(s, rsp_stub_run(s->stub, budget, out));
}

static bool set(const rsp_stub_request *request, const char *option) {
    for (size_t i = 0; i < request->num_options; i++)
        if (strcmp(request->options[i], option) == 0)
            return true;
    return false;
}

static const rsp_machine_file *file_of(const char *program) {
    for (size_t i = 0; i < rsp_num_programs; i++)
        if (strcmp(strrchr(rsp_programs[i].path, '/') + 1, program) == 0)
            return &rsp_programs[i];
    return NULL;
}

static rsp_status open_stub(void *ctx, rsp_link **out_link, const rsp_stub_request *request,
                            rsp_error *error) {
    world *w = ctx;
    const rsp_machine_file *file = file_of(w->loaded ? "spin" : request->program);
    if (!file)
        return rsp_fail(error, RSP_NOT_FOUND, "no program '%s' here", request->program);
    assert_true(w->num < MAX_STUBS);
    own_stub *s = &w->stubs[w->num++];
    rsp_bytes argv[8] = {rsp_bytes_str(file->path)};
    for (size_t i = 0; i < request->num_arguments; i++)
        argv[i + 1] = rsp_bytes_str(request->arguments[i]);
    rsp_machine_options machine = rsp_machine_options_default();
    machine.files = rsp_programs;
    machine.num_files = rsp_num_programs;
    s->target = rsp_machine_target_new(&machine);
    assert_non_null(s->target);
    rsp_stub_options options = rsp_stub_options_default();
    options.ops = rsp_machine_target_ops();
    options.target = s->target;
    options.argv = argv;
    options.argc = request->num_arguments + 1;
    options.multimem = set(request, "multimem=rfc") ? RSP_MULTIMEM_RFC : RSP_MULTIMEM_LLDB;
    options.x_dialect = set(request, "x=lldb") ? RSP_X_LLDB : RSP_X_GDB;
    options.offer_multimem = !w->no_multimem;
    options.offer_multibreak_rfc = !w->no_breaks;
    options.offer_multibreak_json = !w->no_breaks;
    options.offer_no_ack = !w->no_ack_missing;
    s->stub = rsp_stub_new(&options, NULL);
    assert_non_null(s->stub);
    s->peer = (rsp_peer){.connect = peer_connect, .input = peer_input, .run = peer_run, .ctx = s};
    const rsp_peer_options link = {.rtt_ns = request->rtt_ns};
    return rsp_link_open_peer(out_link, &s->peer, &link);
}

static rsp_status image_of(void *ctx, const char *program, rsp_bytes *out_elf) {
    (void)ctx;
    const rsp_machine_file *file = file_of(program);
    if (file)
        *out_elf = file->bytes;
    return file ? RSP_OK : RSP_NOT_FOUND;
}

static void free_stubs(world *w) {
    for (size_t i = 0; i < w->num; i++) {
        rsp_stub_free(w->stubs[i].stub);
        rsp_machine_target_free(w->stubs[i].target);
    }
    w->num = 0;
}

static rsp_workload *workload_named(const char *name) {
    char path[200];
    (void)snprintf(path, sizeof path, "scenarios/workloads/%s.yaml", name);
    rsp_workload *w = rsp_workload_load(path, NULL, NULL);
    assert_non_null(w);
    return w;
}

static rsp_bench_result run_in(world *w, const rsp_workload *workload, rsp_bench_way way, uint64_t sweep,
                               uint64_t rtt_ns) {
    const rsp_stub_provider provider = {.open = open_stub, .image = image_of, .ctx = w};
    const rsp_bench_options options = {.workload = workload,
                                       .way = way,
                                       .sweep = sweep,
                                       .rtt_ns = rtt_ns,
                                       .settable = !w->fixed,
                                       .loaded = w->loaded,
                                       .run_to_condition = w->no_conditions ? NULL : run_to_condition};
    rsp_bench_result result;
    rsp_error error = {0};
    rsp_status status = rsp_bench_run(&result, &provider, &options, &error);
    if (status != RSP_OK)
        print_error("%s\n", error.msg);
    assert_ok(status);
    free_stubs(w);
    return result;
}

/* By name; it must come out. */
static rsp_bench_result run(const char *name, rsp_bench_way way, uint64_t sweep, uint64_t rtt_ns) {
    world w = {0};
    rsp_workload *workload = workload_named(name);
    rsp_bench_result result = run_in(&w, workload, way, sweep, rtt_ns);
    rsp_workload_free(workload);
    if (result.outcome != RSP_BENCH_DONE)
        print_error("%s\n", result.reason);
    assert_int_equal(result.outcome, RSP_BENCH_DONE);
    assert_true(result.virtual_time);
    return result;
}

static rsp_bench_result run_yaml(world *w, rsp_bench_way way, const char *yaml) {
    rsp_workload *workload = rsp_workload_load_memory("test.yaml", rsp_bytes_str(yaml), NULL, NULL);
    assert_non_null(workload);
    rsp_bench_result result = run_in(w, workload, way, 0, 0);
    rsp_workload_free(workload);
    return result;
}

/* "100 * 8 * 20ms = 16000ms ... reduced to 100 * 2 * 20ms = 4000ms" */
static void multibreakpoint_proposal_comes_out_exactly(void **state) {
    (void)state;
    static const struct {
        rsp_bench_way way;
        uint64_t round_trips;
        uint64_t ns;
    } cases[] = {
        {RSP_BENCH_NONE, 800, 16000 * MS},
        {RSP_BENCH_RFC, 200, 4000 * MS},
        {RSP_BENCH_LLDB, 200, 4000 * MS},
        {RSP_BENCH_HELD, 0, 0}, /* "if a BreakpointSite is both disabled and enabled, no packet is sent" */
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_bench_result r = run("library-events", cases[i].way, 0, 20 * MS);
        const rsp_bench_cost *toggle = &r.phases[RSP_BENCH_PHASE_TOGGLE];
        assert_int_equal(r.num_operations, 100);
        assert_int_equal(toggle->round_trips, cases[i].round_trips);
        assert_int_equal(toggle->packets_out, cases[i].round_trips);
        assert_int_equal(toggle->packets_in, cases[i].round_trips);
        assert_int_equal(toggle->ns, cases[i].ns);
    }
}

/* "effectively reducing the number of packets communicated from 2 * num_reads to two" */
static void multimemread_proposal_comes_out_exactly(void **state) {
    (void)state;
    static const uint64_t threads[] = {1, 10, 100, 1000};
    for (size_t i = 0; i < RSP_ARRAY_LEN(threads); i++) {
        uint64_t reads = 2 * threads[i];
        rsp_bench_result r = run("thread-reads", RSP_BENCH_NONE, threads[i], 20 * MS);
        const rsp_bench_cost *read = &r.phases[RSP_BENCH_PHASE_READ];
        assert_int_equal(read->packets_out + read->packets_in, 20 * reads);
        assert_int_equal(read->ns, 10 * reads * 20 * MS);
        static const rsp_bench_way ways[] = {RSP_BENCH_RFC, RSP_BENCH_LLDB};
        for (size_t w = 0; w < RSP_ARRAY_LEN(ways); w++) {
            r = run("thread-reads", ways[w], threads[i], 20 * MS);
            assert_int_equal(r.phases[RSP_BENCH_PHASE_READ].packets_out, 10);
            assert_int_equal(r.phases[RSP_BENCH_PHASE_READ].ns, 200 * MS);
        }
    }
}

static void phases_add_up_to_the_total(void **state) {
    (void)state;
    static const char *const names[] = {"attach", "library-events", "steps"};
    for (size_t n = 0; n < RSP_ARRAY_LEN(names); n++) {
        rsp_bench_result r = run(names[n], RSP_BENCH_PIPELINED, 0, MS);
        rsp_bench_cost sum = {0};
        for (int p = 0; p < RSP_BENCH_PHASE_COUNT; p++) {
            sum.round_trips += r.phases[p].round_trips;
            sum.packets_out += r.phases[p].packets_out;
            sum.packets_in += r.phases[p].packets_in;
            sum.bytes_out += r.phases[p].bytes_out;
            sum.bytes_in += r.phases[p].bytes_in;
            sum.ns += r.phases[p].ns;
        }
        assert_memory_equal(&sum, &r.total, sizeof sum);
        assert_int_equal(r.latency.measured.mean_ns, r.total.ns / r.num_operations);
    }
}

static void time_is_round_trips_times_rtt_and_counts_do_not_depend_on_it(void **state) {
    (void)state;
    rsp_bench_result near = run("attach", RSP_BENCH_NONE, 0, 0);
    rsp_bench_result far = run("attach", RSP_BENCH_NONE, 0, 100 * MS);
    assert_int_equal(near.num_operations, 10);
    assert_int_equal(near.total.ns, 0);
    assert_int_equal(far.total.ns, far.total.round_trips * 100 * MS);
    assert_int_equal(near.total.round_trips, far.total.round_trips);
    assert_int_equal(near.total.bytes_in, far.total.bytes_in);
    assert_int_equal(near.total.bytes_out, far.total.bytes_out);
}

static void pipelining_saves_round_trips_and_no_packets(void **state) {
    (void)state;
    rsp_bench_result none = run("library-events", RSP_BENCH_NONE, 0, 20 * MS);
    rsp_bench_result pipelined = run("library-events", RSP_BENCH_PIPELINED, 0, 20 * MS);
    assert_int_equal(pipelined.total.packets_out, none.total.packets_out);
    assert_int_equal(pipelined.phases[RSP_BENCH_PHASE_TOGGLE].ns, 4000 * MS);
    assert_int_equal(pipelined.phases[RSP_BENCH_PHASE_TOGGLE].round_trips, 200);
}

/* Nothing resumes behind them: they are sent at the end of the operation, or never. */
static void held_breakpoints_of_a_fresh_connection_are_sent_at_its_end(void **state) {
    (void)state;
    rsp_bench_result held = run("attach", RSP_BENCH_HELD, 0, 20 * MS);
    rsp_bench_result lldb = run("attach", RSP_BENCH_LLDB, 0, 20 * MS);
    assert_int_equal(held.phases[RSP_BENCH_PHASE_TOGGLE].round_trips, held.num_operations);
    assert_int_equal(held.total.round_trips, lldb.total.round_trips);
}

#ifdef RSP_DEBUGGER
/* On the host two round trips a hit, stop and read, once the instruction has a copy to be executed; before
 * that five. Elsewhere as many as setting it up takes. */
static void conditions_cost_round_trips_on_the_host_only(void **state) {
    (void)state;
    rsp_bench_result host = run("condition", RSP_BENCH_HOST, 0, 20 * MS);
    assert_in_range(host.total.round_trips, 2 * 2000, 2 * 2000 + 100);
    assert_int_equal(host.total.ns, host.total.round_trips * 20 * MS);
    rsp_bench_result stub = run("condition", RSP_BENCH_STUB, 0, 20 * MS);
    assert_in_range(stub.total.round_trips, 2, 8);
    rsp_bench_result inferior = run("condition", RSP_BENCH_INFERIOR, 0, 20 * MS);
    assert_in_range(inferior.total.round_trips, 2, 50);
    rsp_bench_result best = run("condition", RSP_BENCH_BEST, 0, 20 * MS);
    assert_int_equal(best.total.round_trips, inferior.total.round_trips);
    assert_int_equal(stub.num_operations + inferior.num_operations + best.num_operations, 3);
}

#endif

#define LEAST "workload: w\ntitle: t\nprogram: library-events\narguments: [ 5 ]\n"
#define WHEN(text, hits) \
    LEAST "operation: [ { continue-when: { at: library_loaded, if: '" text "', hits: " hits " } } ]\n"

static void expect(const rsp_bench_result *r, rsp_bench_outcome outcome, const char *reason) {
    if (r->outcome != outcome || strcmp(r->reason, reason) != 0)
        print_error("%d: %s\n", (int)r->outcome, r->reason);
    assert_int_equal(r->outcome, outcome);
    assert_string_equal(r->reason, reason);
}

static void what_the_stub_lacks_is_skipped_or_noted(void **state) {
    (void)state;
    world none = {.no_multimem = true, .no_breaks = true};
    world no_breaks = {.no_breaks = true};
    world acks = {.no_ack_missing = true};
    world fixed = {.fixed = true};
    const char *reads =
        LEAST "operation: [ { read: [ { at: loaded, size: 8 }, { at: entered, size: 8 } ] } ]\n";
    const char *both = LEAST "operation:\n"
                             "  - read: { at: loaded, size: 4, count: 2 }\n"
                             "  - enable: thread_starts\n"
                             "  - apply:\n";
    rsp_bench_result r = run_yaml(&none, RSP_BENCH_LLDB, reads);
    expect(&r, RSP_BENCH_SKIPPED, "the stub does not announce MultiMemRead: nothing to batch");
    r = run_yaml(&none, RSP_BENCH_RFC, both);
    expect(&r, RSP_BENCH_SKIPPED,
           "the stub does not announce MultiMemRead or MultiBreakpoint: nothing to batch");
    r = run_yaml(&no_breaks, RSP_BENCH_LLDB, both);
    expect(&r, RSP_BENCH_DONE, "");
    assert_string_equal(r.note, "no jMultiBreakpoint: breakpoints are switched one by one");
    r = run_yaml(&acks, RSP_BENCH_PIPELINED, reads);
    expect(&r, RSP_BENCH_SKIPPED, "no no-ack mode: with acknowledgments one request is under way at a time");
    r = run_yaml(&fixed, RSP_BENCH_RFC, reads);
    expect(&r, RSP_BENCH_SKIPPED, "the stub speaks MultiMemRead in the other form (--batch lldb)");
    r = run_yaml(&fixed, RSP_BENCH_LLDB, reads);
    expect(&r, RSP_BENCH_DONE, "");
    r = run_yaml(&acks, RSP_BENCH_NONE, reads);
    expect(&r, RSP_BENCH_DONE, "");
    r = run_yaml(&acks, RSP_BENCH_NONE,
                 "workload: w\ntitle: t\nprogram: nowhere\noperation: [ { step: 1 } ]\n");
    expect(&r, RSP_BENCH_SKIPPED, "no program 'nowhere' here");
}

static void what_goes_wrong_is_told(void **state) {
    (void)state;
    world w = {0};
    rsp_bench_result r =
        run_yaml(&w, RSP_BENCH_NONE, LEAST "operation: [ { continue-to: library_loded } ]\n");
    expect(&r, RSP_BENCH_FAILED, "program 'library-events' has no symbol 'library_loded' (test.yaml)");
    r = run_yaml(&w, RSP_BENCH_NONE, LEAST "repeat: 9\noperation: [ { continue-to: library_loaded } ]\n");
    expect(&r, RSP_BENCH_FAILED,
           "the program ended (exit 0) before library_loaded was reached, after 5 operations");
    r = run_yaml(&w, RSP_BENCH_NONE,
                 LEAST "operation: [ { read: { at: loaded, offset: 0x40000000, size: 8 } } ]\n");
    assert_int_equal(r.outcome, RSP_BENCH_FAILED);
    assert_non_null(strstr(r.reason, "could not be read"));
    r = run_yaml(&w, RSP_BENCH_NONE,
                 LEAST "operation:\n  - enable: thread_starts\n  - continue-to: code_generated\n");
    assert_int_equal(r.outcome, RSP_BENCH_FAILED);
    assert_non_null(strstr(r.reason, "which is not code_generated"));
    r = run_yaml(&w, RSP_BENCH_NONE,
                 LEAST "pace: 1ns\nsetup: [ { continue-to: library_loaded } ]\n"
                       "operation: [ { step: 3 } ]\n");
    expect(&r, RSP_BENCH_DONE, ""); /* in virtual time a step takes none: nothing to correct */
}

static void conditions_are_skipped_in_a_build_without_the_debugger(void **state) {
    (void)state;
    world w = {.no_conditions = true};
    rsp_bench_result r = run_yaml(&w, RSP_BENCH_HOST, WHEN("u64[loaded] == 3", "3"));
    expect(&r, RSP_BENCH_SKIPPED, "built without the debugger (RSP_DEBUGGER), which decides conditions");
}

#ifdef RSP_DEBUGGER
static void conditions_that_are_wrong_are_told(void **state) {
    (void)state;
    world w = {0};
    rsp_bench_result r = run_yaml(&w, RSP_BENCH_HOST, WHEN("u64[loaded] == 2", "5"));
    expect(&r, RSP_BENCH_FAILED,
           "'u64[loaded] == 2' was true at hit 3 of library_loaded, not at 5 as the workload says");
    r = run_yaml(&w, RSP_BENCH_STUB, WHEN("u64[laoded] == 2", "3"));
    expect(&r, RSP_BENCH_FAILED, "program 'library-events' has no symbol 'laoded' (test.yaml)");
    r = run_yaml(&w, RSP_BENCH_STUB, WHEN("1 +", "3"));
    expect(&r, RSP_BENCH_FAILED, "test.yaml:5: condition '1 +', character 4: a value is expected here");
    r = run_yaml(&w, RSP_BENCH_STUB, WHEN("0 == 1", "3"));
    expect(&r, RSP_BENCH_FAILED,
           "the program ended (exit 0) before a hit of library_loaded with 0 == 1 was reached, after 0 "
           "operations");
    r = run_yaml(&w, RSP_BENCH_HOST, WHEN("1 / 0", "3"));
    expect(&r, RSP_BENCH_FAILED, "'1 / 0' has no value at library_loaded: number out of range");
}

static void a_condition_behind_a_breakpoint_steps_off_it_first(void **state) {
    (void)state;
    world w = {0};
    rsp_bench_result r =
        run_yaml(&w, RSP_BENCH_HOST,
                 LEAST "operation:\n"
                       "  - continue-to: library_loaded\n"
                       "  - continue-when: { at: thread_starts, if: 'u64[loaded] == 5', hits: 1 }\n");
    expect(&r, RSP_BENCH_FAILED,
           "the program stopped elsewhere than at a hit of thread_starts with u64[loaded] == 5");
    r = run_yaml(&w, RSP_BENCH_HOST,
                 LEAST "operation:\n"
                       "  - continue-to: main\n"
                       "  - continue-when: { at: library_loaded, if: 'u64[loaded] == 3', hits: 4 }\n"
                       "  - continue-when: { at: thread_starts, if: 'u64[loaded] == 5', hits: 1 }\n");
    expect(&r, RSP_BENCH_DONE, "");
}

#endif

static void unsupported_objects_are_left_out_and_noted(void **state) {
    (void)state;
    world w = {0};
    rsp_bench_result r =
        run_yaml(&w, RSP_BENCH_NONE, LEAST "operation: [ { object: sdata }, { threads: } ]\n");
    expect(&r, RSP_BENCH_DONE, "");
    assert_string_equal(r.note, "qXfer:sdata:read:: not supported, left out");
    assert_true(r.phases[RSP_BENCH_PHASE_THREADS].round_trips > 0);
}

/* Whatever allocation fails, first or last: the run ends, tells it, and leaks nothing. */
static void run_without_memory_reports_it(void **state) {
    (void)state;
    static const struct {
        const char *name;
        rsp_bench_way way;
        uint64_t step;
    } cases[] = {{"attach", RSP_BENCH_LLDB, 3}, {"library-events", RSP_BENCH_HELD, 7}};
    for (size_t c = 0; c < RSP_ARRAY_LEN(cases); c++) {
        rsp_workload *workload = workload_named(cases[c].name);
        bool failed = true;
        uint64_t num_done = 0;
        for (uint64_t fail_at = 1; failed; fail_at += cases[c].step) {
            world w = {0};
            rsp_mem_fuzzed fuzzed;
            rsp_mem_fuzzed_init(&fuzzed, fail_at, 0);
            const rsp_stub_provider provider = {.open = open_stub, .image = image_of, .ctx = &w};
            const rsp_bench_options options = {
                .workload = workload, .way = cases[c].way, .repeat = 2, .settable = true, .mem = &fuzzed.mem};
            rsp_bench_result result;
            rsp_error error = {0};
            rsp_status status = rsp_bench_run(&result, &provider, &options, &error);
            failed = fuzzed.count >= fail_at;
            num_done += status == RSP_OK && result.outcome == RSP_BENCH_DONE;
            if (!failed)
                assert_ok(status);
            free_stubs(&w);
        }
        assert_true(num_done > 0);
        rsp_workload_free(workload);
    }
}

/* A range is one resume where single steps are as many as instructions; both end behind the function. */
static void a_function_is_left_by_steps_or_by_ranges(void **state) {
    (void)state;
    const rsp_bench_result single = run("line-steps", RSP_BENCH_NONE, 0, 0);
    const rsp_bench_result range = run("line-steps", RSP_BENCH_RANGE, 0, 0);
    assert_int_equal(single.num_operations, 5);
    assert_int_equal(range.num_operations, 5);
    assert_in_range(single.phases[RSP_BENCH_PHASE_STEP].round_trips, 5 * 30, 5 * 200);
    assert_int_equal(range.phases[RSP_BENCH_PHASE_STEP].round_trips,
                     5 * 2); /* the breakpoint again, the range */
    world w = {0};
    rsp_bench_result r = run_yaml(&w, RSP_BENCH_NONE,
                                  "workload: w\ntitle: t\nprogram: spin\nsetup: [ { continue-to: spin } ]\n"
                                  "operation: [ { leave: spins } ]\n");
    expect(&r, RSP_BENCH_DONE, ""); /* where it is not, it has left after a step */
    assert_int_equal(r.phases[RSP_BENCH_PHASE_STEP].round_trips, 1);
    r = run_yaml(&w, RSP_BENCH_NONE,
                 "workload: w\ntitle: t\nprogram: spin\noperation: [ { leave: no_such } ]\n");
    expect(&r, RSP_BENCH_FAILED, "program 'spin' has no symbol 'no_such' (test.yaml)");
}

static void ways_fit_workloads(void **state) {
    (void)state;
    static const struct {
        const char *name;
        const char *ways;
    } cases[] = {
        {"thread-reads", "none pipelined rfc lldb "},
        {"library-events", "none pipelined rfc lldb held "},
        {"condition", "host stub inferior best "},
        {"line-steps", "none range "},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        char fits[200] = "";
        rsp_workload *w = workload_named(cases[i].name);
        for (int way = 0; way < RSP_BENCH_WAY_COUNT; way++) {
            if (!rsp_bench_way_fits((rsp_bench_way)way, w))
                continue;
            (void)snprintf(fits + strlen(fits), sizeof fits - strlen(fits), "%s ",
                           rsp_bench_way_name((rsp_bench_way)way));
        }
        assert_string_equal(fits, cases[i].ways);
        rsp_workload_free(w);
    }
    assert_string_equal(rsp_bench_way_name(RSP_BENCH_WAY_COUNT), "?");
    assert_string_equal(rsp_bench_phase_name(RSP_BENCH_PHASE_COUNT), "?");
}

/* Whose registers open with target.xml is asked for it before they are set; for what no guest does nobody is
 * asked. */
static void guest_is_entered_behind_the_description(void **state) {
    (void)state;
    const rsp_guest_load load = {.guest = rsp_guest_for("riscv64", false, 0)};
    const rsp_tdesc target = {.num = 0};
    const rsp_bench_loaded loaded = {.load = &load, .target = &target};
    world w = {.fixed = true, .loaded = &loaded};
    rsp_workload *hits = workload_named("hits");
    rsp_workload *other = rsp_workload_load_memory(
        "test.yaml", RSP_LIT("workload: w\ntitle: t\nprogram: hello\noperation: [ { step: 1 } ]\n"), NULL,
        NULL);
    assert_non_null(other);
    rsp_bench_result r = run_in(&w, hits, RSP_BENCH_HOST, 0, 0);
    assert_int_equal(r.outcome, RSP_BENCH_FAILED);
    assert_non_null(strstr(r.reason, "the guest could not be entered"));
    assert_true(w.stubs[0].described);
    w = (world){.fixed = true, .loaded = &loaded};
    r = run_in(&w, other, RSP_BENCH_NONE, 0, 0);
    assert_int_equal(r.outcome, RSP_BENCH_SKIPPED);
    assert_null(w.stubs[0].stub);
    rsp_workload_free(hits);
    rsp_workload_free(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(multibreakpoint_proposal_comes_out_exactly),
        cmocka_unit_test(multimemread_proposal_comes_out_exactly),
        cmocka_unit_test(phases_add_up_to_the_total),
        cmocka_unit_test(time_is_round_trips_times_rtt_and_counts_do_not_depend_on_it),
        cmocka_unit_test(pipelining_saves_round_trips_and_no_packets),
        cmocka_unit_test(held_breakpoints_of_a_fresh_connection_are_sent_at_its_end),
#ifdef RSP_DEBUGGER
        cmocka_unit_test(conditions_cost_round_trips_on_the_host_only),
        cmocka_unit_test(conditions_that_are_wrong_are_told),
        cmocka_unit_test(a_condition_behind_a_breakpoint_steps_off_it_first),
#endif
        cmocka_unit_test(conditions_are_skipped_in_a_build_without_the_debugger),
        cmocka_unit_test(what_the_stub_lacks_is_skipped_or_noted),
        cmocka_unit_test(what_goes_wrong_is_told),
        cmocka_unit_test(unsupported_objects_are_left_out_and_noted),
        cmocka_unit_test(run_without_memory_reports_it),
        cmocka_unit_test(a_function_is_left_by_steps_or_by_ranges),
        cmocka_unit_test(ways_fit_workloads),
        cmocka_unit_test(guest_is_entered_behind_the_description),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

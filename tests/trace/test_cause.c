/* One cause, once: which failed results belong together, what they are called, in which order they stand.
 * Runs as tables of results.
 * See cause.h. */
/* SPDX-License-Identifier: MIT */
#include "cause_run.h"

#include "core/mem.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static const rsp_cause *cause_at(const rsp_run *run, size_t i) {
    assert_true(run->results[i].cause >= 1 && run->results[i].cause <= run->num_causes);
    return &run->causes[run->results[i].cause - 1];
}

#define FAILED(name, ids, ...)                                                                          \
    (rsp_result) {                                                                                      \
        .scenario = (name), .requirements = (ids), .verdict = RSP_VERDICT_FAIL, .message = "it failed", \
        .again = "stubborn run " name, .symptom = {                                                     \
            __VA_ARGS__                                                                                 \
        }                                                                                               \
    }

/* Only what failed by it, and not what broke a rule meanwhile. */
static void what_hardware_did_not_stop_is_not_judged(void **state) {
    (void)state;
    rsp_run run = {0};
    const rsp_violation violation = {.rule = RSP_RULE_CHECKSUM};
    rsp_result broken = FAILED("w/rule", "BRK-010", .came = RSP_CAME_STOP, .beside = RSP_BESIDE_HARDWARE);
    broken.violations = &violation;
    broken.num_violations = 1;
    add(&run, &FAILED("w/write", "BRK-010", .came = RSP_CAME_STOP, .beside = RSP_BESIDE_HARDWARE));
    add(&run, &FAILED("w/other", "BRK-010", .came = RSP_CAME_ERROR));
    add(&run, &broken);
    assert_true(rsp_run_rests_on_hardware(&run));
    assert_int_equal(rsp_run_excuse_hardware(&run, "no debug registers"), 1);
    assert_false(rsp_run_rests_on_hardware(&run));
    assert_int_equal(run.results[0].verdict, RSP_VERDICT_SKIP);
    assert_string_equal(run.results[0].reason, "no debug registers");
    assert_int_equal(run.results[1].verdict, RSP_VERDICT_FAIL);
    assert_int_equal(run.results[2].verdict, RSP_VERDICT_FAIL);
    assert_int_equal(run.summary.count[RSP_VERDICT_SKIP], 1);
    assert_int_equal(run.summary.count[RSP_VERDICT_FAIL], 2);
    add(&run,
        &FAILED("w/passed by", "BRK-009",
                .came = RSP_CAME_UNKNOWN)); /* a step followed, which shows that the program comes there */
    assert_int_equal(rsp_run_excuse_hardware(&run, "no debug registers"), 1);
    rsp_run_free(&run);
}

static void unknown_packets_are_one_cause_with_optional_ones(void **state) {
    (void)state;
    rsp_run run = {0};
    add(&run, &FAILED("a/long", "QTH-001 STD-001", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_QC));
    add(&run, &FAILED("a/plain", "STD-001", .came = RSP_CAME_SILENCE, .beside = RSP_BESIDE_NAMELESS,
                      .send = "qNoSuchThing"));
    add(&run, &FAILED("a/basic", "MEM-001", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_READ_MEMORY));
    add(&run, &(rsp_result){.scenario = "a/good"});
    assert_ok(rsp_run_explain(&run, &(rsp_causes_options){.send_command = "stubborn send"}));
    assert_int_equal(run.num_causes, 2);
    const rsp_cause *first = cause_at(&run, 1);
    assert_ptr_equal(first, &run.causes[0]);
    assert_int_equal(run.results[0].cause, run.results[1].cause);
    assert_string_equal(first->what, "unknown packets get no reply");
    assert_string_equal(first->requirement, "STD-001");
    assert_string_equal(first->scenario, "a/plain");
    assert_string_equal(first->again, "stubborn run a/plain");
    assert_string_equal(first->send, "stubborn send qNoSuchThing");
    assert_int_equal(first->num_results, 2);
    assert_int_equal(first->gravity, RSP_GRAVITY_EMPTY);
    assert_string_equal(cause_at(&run, 2)->what, "m gets no reply"); /* every stub has it */
    assert_int_equal(run.results[3].cause, 0);
    assert_int_equal(rsp_run_explained(&run), 3);
    rsp_run_free(&run);
}

/* vMustReplyEmpty is asked often, and many stubs know it that know no other. One name that hangs is a bug of
 * that name. */
static void silence_on_several_names_is_a_habit(void **state) {
    (void)state;
    for (unsigned num = 1; num <= 3; num++) {
        rsp_run run = {0};
        for (unsigned i = 0; i < num; i++)
            add(&run, &FAILED("a/plain", "STD-001", .came = RSP_CAME_SILENCE, .beside = RSP_BESIDE_NAMELESS));
        add(&run, &FAILED("a/long", "QRY-001", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_QRCMD));
        run.metrics.kind_count[RSP_PACKET_VMUST_REPLY_EMPTY] = 90;
        assert_ok(rsp_run_explain(&run, NULL));
        assert_int_equal(run.num_causes, num < 3 ? 2 : 1);
        rsp_run_free(&run);
    }
}

/* What the runner says that failures have in common makes one cause of them, whatever they are about. */
static void failures_with_something_in_common_are_one_cause(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result results[] = {
        FAILED("a/1", "DAP-BASE-001", .entry = 0), FAILED("a/2", "DAP-RUN-001", .entry = 0),
        FAILED("a/3", "DAP-VAR-001", .entry = 0), FAILED("a/4", "DAP-VAR-001", .entry = 0)};
    results[0].common = results[1].common = results[2].common = "the stopped event: it has no threadId";
    results[3].common = "evaluate has no response";
    results[3].title = "a title";
    for (size_t i = 0; i < RSP_ARRAY_LEN(results); i++)
        add(&run, &results[i]);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 2);
    assert_int_equal(run.results[0].cause, run.results[2].cause);
    assert_string_equal(cause_at(&run, 0)->what, "the stopped event: it has no threadId");
    assert_int_equal(cause_at(&run, 0)->num_results, 3);
    assert_string_equal(cause_at(&run, 3)->what, "a title: it failed"); /* alone, it is itself */
    rsp_run_free(&run);
}

/* A stub that takes every '%' for the start of a notification: whatever is asked, and however long it is. */
static void requests_with_a_percent_are_one_cause(void **state) {
    (void)state;
    for (int answered = 0; answered < 2; answered++) {
        rsp_run run = {0};
        run.metrics.kind_good[RSP_PACKET_WRITE_BINARY] = 3;
        add(&run, &FAILED("a/control", "FRAME-016", .came = RSP_CAME_SILENCE, .beside = RSP_BESIDE_PERCENT,
                          .packet = RSP_PACKET_WRITE_BINARY));
        add(&run, &FAILED("a/bytes", "ESC-008", .came = RSP_CAME_SILENCE, .beside = RSP_BESIDE_PERCENT,
                          .packet = RSP_PACKET_WRITE_BINARY));
        add(&run, &FAILED("a/format", "ROBUST-022", .came = answered ? RSP_CAME_ERROR : RSP_CAME_SILENCE,
                          .beside = RSP_BESIDE_PERCENT, .packet = RSP_PACKET_QXFER_FEATURES_READ));
        assert_ok(rsp_run_explain(&run, NULL));
        assert_int_equal(run.num_causes, answered ? 3 : 1);
        if (!answered)
            assert_string_equal(run.causes[0].what, "a packet with a '%' in it gets no reply");
        rsp_run_free(&run);
    }
}

/* blastem: a G is as unknown to it as a name, and after the first silence no wait is long enough for its end.
 */
static void what_ends_a_stub_slowly_is_one_cause(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result soon = FAILED("a/soon", "STD-001", .came = RSP_CAME_SILENCE, .beside = RSP_BESIDE_NAMELESS);
    rsp_result end = FAILED("a/end", "STD-001", .came = RSP_CAME_DIED, .beside = RSP_BESIDE_NAMELESS,
                            .oddity = RSP_ODDITY_NAMELESS);
    rsp_result block = FAILED("a/G", "REG-002", .came = RSP_CAME_DIED, .packet = RSP_PACKET_WRITE_REGISTERS);
    rsp_result after = FAILED("a/R", "KILL-009", .came = RSP_CAME_DIED, .packet = RSP_PACKET_READ_REGISTERS,
                              .suspect = RSP_ODDITY_NAMELESS, .suspected = RSP_PACKET_RESTART);
    soon.short_wait = true;
    end.verdict = block.verdict = after.verdict = RSP_VERDICT_CRASH;
    run.metrics.kind_good[RSP_PACKET_READ_REGISTERS] = run.metrics.kind_count[RSP_PACKET_READ_REGISTERS] = 9;
    for (int i = 0; i < 3; i++) {
        add(&run, &soon);
        add(&run, &end);
    }
    add(&run, &block);
    add(&run, &after);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    assert_string_equal(run.causes[0].what, "an unknown packet ends the stub");
    rsp_run_free(&run);
}

/* lldb-server 19: a name that nobody knows is answered, "}" alone is not. */
static void one_unknown_packet_that_kills_is_named(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result escape = FAILED("a/escape", "ESC-004", .came = RSP_CAME_DIED, .beside = RSP_BESIDE_NAMELESS,
                               .oddity = RSP_ODDITY_NAMELESS, .asked = "}");
    escape.verdict = RSP_VERDICT_CRASH;
    escape.level = RSP_LEVEL_SHOULD;
    run.metrics.kind_count[RSP_PACKET_UNKNOWN] = 9;
    add(&run, &escape);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_string_equal(run.causes[0].what, "the packet } ends the stub");
    rsp_run_free(&run);
}

/* The same request without its reply is one cause, whatever scenario sends it. */
static void same_request_is_one_cause(void **state) {
    (void)state;
    rsp_run run = {0};
    run.metrics.kind_good[RSP_PACKET_VCONT] = 5;
    add(&run, &FAILED("a/end", "STOP-011", .came = RSP_CAME_NO_STOP, .packet = RSP_PACKET_VCONT,
                      .asked = "vCont;c"));
    add(&run, &FAILED("a/output", "STOP-014", .came = RSP_CAME_NO_STOP, .packet = RSP_PACKET_VCONT,
                      .asked = "vCont;c"));
    add(&run, &FAILED("a/step", "RUN-002", .came = RSP_CAME_NO_STOP, .packet = RSP_PACKET_VCONT,
                      .asked = "vCont;s"));
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 2);
    assert_int_equal(run.results[0].cause, run.results[1].cause);
    rsp_run_free(&run);
}

/* libriscv: each name with qC in front is answered as qC, and a scenario that reads the sum sees it, too. */
static void reply_of_another_form_spoils_its_data(void **state) {
    (void)state;
    rsp_run run = {0};
    const rsp_violation shape = {.rule = RSP_RULE_REPLY_SHAPE, .entry = 3};
    rsp_result form = FAILED("a/form", "MEM-019", .came = RSP_CAME_MISFIT, .packet = RSP_PACKET_QCRC);
    rsp_result sum =
        FAILED("a/sum", "MEM-019 MEM-012", .came = RSP_CAME_OTHER, .packet = RSP_PACKET_QCRC, .entry = 9);
    sum.violations = &shape;
    sum.num_violations = 1;
    add(&run, &form);
    add(&run, &sum);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    rsp_run_free(&run);
}

/* A packet that is answered elsewhere in the run is no packet without a reply. */
static void packet_that_is_answered_elsewhere_goes_by_requirement(void **state) {
    (void)state;
    rsp_run run = {0};
    run.metrics.kind_good[RSP_PACKET_DETACH] = 1;
    add(&run, &FAILED("a/1", "DET-002 DET-001", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_DETACH));
    add(&run, &FAILED("a/2", "DET-001", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_DETACH));
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    assert_string_equal(run.causes[0].requirement, "DET-001");
    assert_string_equal(run.causes[0].scenario, "a/2");
    assert_string_equal(run.causes[0].what, "it failed");
    assert_string_equal(run.causes[0].send, "");
    add(&run, &FAILED("a/3", "DET-001", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_DETACH));
    assert_ok(rsp_run_explain(&run, NULL)); /* that reply was another request's */
    assert_string_equal(run.causes[0].what, "D gets no reply");
    run.metrics.kind_good[RSP_PACKET_DETACH] = 0;
    assert_ok(rsp_run_explain(&run, NULL));
    assert_string_equal(run.causes[0].what, "D gets no reply");
    rsp_run_free(&run);
}

static void stops_that_do_not_come_are_told_apart(void **state) {
    (void)state;
    rsp_run run = {0};
    add(&run, &FAILED("b/1", "BRK-002 BRK-001", .came = RSP_CAME_NO_STOP, .packet = RSP_PACKET_CONTINUE,
                      .breakpoint = '0'));
    add(&run, &FAILED("b/2", "INT-001", .came = RSP_CAME_NO_STOP, .packet = RSP_PACKET_CONTINUE,
                      .beside = RSP_BESIDE_INTERRUPTED));
    add(&run, &FAILED("b/3", "RUN-002", .came = RSP_CAME_NO_STOP, .packet = RSP_PACKET_CONTINUE));
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 3);
    assert_string_equal(cause_at(&run, 0)->what, "Z0 is confirmed and the program does not stop there");
    assert_string_equal(cause_at(&run, 0)->requirement, "BRK-001");
    assert_string_equal(cause_at(&run, 1)->what, "0x03 does not stop the program");
    assert_string_equal(cause_at(&run, 2)->what, "c is never followed by a stop reply");
    /* where one was hit, it is no dead breakpoint */
    add(&run, &(rsp_result){.scenario = "b/4", .requirements = "BRK-001"});
    assert_ok(rsp_run_explain(&run, NULL));
    assert_string_equal(cause_at(&run, 0)->what, "it failed");
    rsp_run_free(&run);
}

/* A stub whose M does nothing: what compares memory fails everywhere, by requirements of its own. */
static void write_that_is_never_done_is_one_cause(void **state) {
    (void)state;
    enum { LOST = RSP_BESIDE_WROTE | RSP_BESIDE_LOST };
    rsp_run run = {0};
    add(&run, &FAILED("m/search", "MEM-020", .came = RSP_CAME_OTHER, .beside = RSP_BESIDE_WROTE));
    add(&run, &FAILED("m/write", "MEM-006", .came = RSP_CAME_OTHER, .beside = LOST,
                      .packet = RSP_PACKET_READ_MEMORY));
    add(&run, &FAILED("m/length", "MEM-001", .came = RSP_CAME_UNKNOWN, .beside = LOST));
    add(&run, &FAILED("m/other", "QTH-001", .came = RSP_CAME_OTHER, .packet = RSP_PACKET_QC));
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 2);
    assert_int_equal(run.causes[0].num_results, 3);
    assert_string_equal(run.causes[0].what, "M answers OK, and m shows other bytes than it wrote");
    assert_string_equal(run.causes[0].requirement, "MEM-006");
    assert_string_equal(run.causes[0].scenario, "m/write");
    /* one that was done elsewhere: each failure has its own words */
    add(&run, &FAILED("m/far", "MEM-002", .came = RSP_CAME_OTHER, .beside = LOST | RSP_BESIDE_SHOWN));
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 5);
    rsp_run_free(&run);
}

static void closing_is_one_cause_for_each_packet(void **state) {
    (void)state;
    rsp_run run = {0};
    run.metrics.kind_good[RSP_PACKET_READ_MEMORY] = 9;
    add(&run, &FAILED("m/none", "MEM-016", .came = RSP_CAME_CLOSED, .packet = RSP_PACKET_READ_MEMORY,
                      .asked = "mzz,1"));
    add(&run, &FAILED("f/one", "FRAME-017", .came = RSP_CAME_CLOSED, .packet = RSP_PACKET_READ_MEMORY,
                      .asked = "m"));
    add(&run, &FAILED("m/write", "MEM-008", .came = RSP_CAME_CLOSED, .packet = RSP_PACKET_WRITE_MEMORY));
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 2);
    assert_string_equal(cause_at(&run, 1)->what, "mzz,1 makes the stub close the connection");
    assert_string_equal(cause_at(&run, 2)->what, "M makes the stub close the connection");
    rsp_run_free(&run);
}

/* RISC-V-TLM closes the connection, and dies of its way out now and then. */
static void death_and_closing_by_the_same_are_one_cause(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result died = FAILED("a/died", "STD-001", .came = RSP_CAME_DIED, .beside = RSP_BESIDE_NAMELESS,
                             .oddity = RSP_ODDITY_NAMELESS);
    died.verdict = RSP_VERDICT_CRASH;
    add(&run, &died);
    add(&run, &FAILED("a/closed", "STD-001", .came = RSP_CAME_CLOSED, .beside = RSP_BESIDE_NAMELESS,
                      .oddity = RSP_ODDITY_NAMELESS));
    add(&run, &FAILED("a/select", "THR-007", .came = RSP_CAME_CLOSED, .packet = RSP_PACKET_SELECT_THREAD,
                      .oddity = RSP_ODDITY_MALFORMED)); /* one that it does not know */
    run.metrics.kind_good[RSP_PACKET_SELECT_THREAD] = run.metrics.kind_count[RSP_PACKET_SELECT_THREAD] = 3;
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    assert_string_equal(run.causes[0].what, "an unknown packet ends the stub");
    rsp_run_free(&run);
}

/* The scenario's packet is none to blame where it came byte by byte; nor is a form that no debugger sends. */
static void ends_are_named_by_how_it_was_sent(void **state) {
    (void)state;
    rsp_run run = {0};
    run.metrics.kind_good[RSP_PACKET_REASON] = run.metrics.kind_good[RSP_PACKET_QSUPPORTED] = 9;
    run.metrics.kind_good[RSP_PACKET_VCONT] = 9;
    rsp_result pieces =
        FAILED("f/pieces", "FRAME-006", .came = RSP_CAME_DIED, .packet = RSP_PACKET_REASON, .asked = "?");
    pieces.verdict = RSP_VERDICT_CRASH;
    add(&run, &pieces);
    add(&run, &FAILED("q/bare", "QSUP-001", .came = RSP_CAME_CLOSED, .packet = RSP_PACKET_QSUPPORTED,
                      .oddity = RSP_ODDITY_UNSENT, .asked = "qSupported"));
    add(&run, &FAILED("v/stop", "VCONT-008", .came = RSP_CAME_CLOSED, .packet = RSP_PACKET_VCONT,
                      .oddity = RSP_ODDITY_UNSENT, .asked = "vCont;t"));
    assert_ok(rsp_run_explain(&run, NULL));
    assert_string_equal(cause_at(&run, 0)->what, "a packet that comes in pieces ends the stub");
    assert_ptr_equal(cause_at(&run, 0), &run.causes[0]);
    assert_string_equal(cause_at(&run, 1)->what,
                        "qSupported without features makes the stub close the connection");
    assert_string_equal(cause_at(&run, 2)->what, "vCont;t makes the stub close the connection");
    rsp_run_free(&run);
}

/* uctf takes whatever stands before a packet for its beginning, and waits for no second half. */
static void bytes_before_a_packet_are_one_cause(void **state) {
    (void)state;
    static const rsp_violation refused = {
        .rule = RSP_RULE_NAK_GOOD, .requirements = "ACK-001", .message = "a good packet was refused"};
    rsp_run run = {0};
    rsp_result junk = FAILED("f/junk", "FRAME-005", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_REASON,
                             .beside = RSP_BESIDE_RAW);
    rsp_result stray = FAILED("a/bytes", "ACK-005 ACK-001", .came = RSP_CAME_NO_ACK,
                              .packet = RSP_PACKET_VMUST_REPLY_EMPTY, .beside = RSP_BESIDE_STOPPED);
    rsp_result other = FAILED("a/other", "ACK-001", .came = RSP_CAME_NO_ACK, .packet = RSP_PACKET_REASON);
    junk.breach = "a packet right behind bytes that are no packet is not answered";
    junk.violations = stray.violations = other.violations = &refused;
    junk.num_violations = stray.num_violations = other.num_violations = 1;
    add(&run, &junk);
    add(&run, &stray);
    add(&run, &other);
    add(&run, &FAILED("f/pieces", "FRAME-006", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_REASON));
    add(&run, &FAILED("r/half", "ROBUST-007", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_REASON,
                      .beside = RSP_BESIDE_RAW));
    run.metrics.kind_good[RSP_PACKET_REASON] = 9;
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.results[0].cause, run.results[1].cause);
    assert_int_not_equal(run.results[0].cause, run.results[2].cause);
    assert_int_equal(run.results[3].cause, run.results[4].cause);
    rsp_run_free(&run);
}

/* MSPSim: the thread that serves ends by an exception. */
static void one_packet_that_is_silent_when_malformed_is_one_cause(void **state) {
    (void)state;
    rsp_run run = {0};
    add(&run, &FAILED("f/one", "FRAME-017", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_READ_MEMORY,
                      .oddity = RSP_ODDITY_MALFORMED, .asked = "mzz,4"));
    add(&run, &FAILED("r/ack", "ROBUST-020", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_READ_MEMORY,
                      .oddity = RSP_ODDITY_MALFORMED, .asked = "mzz,1"));
    add(&run, &FAILED("g/lacks", "REG-002", .came = RSP_CAME_EMPTY, .packet = RSP_PACKET_WRITE_REGISTERS,
                      .asked = "G00000000"));
    run.metrics.kind_good[RSP_PACKET_READ_MEMORY] = 9;
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 2);
    assert_string_equal(cause_at(&run, 0)->what, "a malformed m gets no reply");
    assert_string_equal(cause_at(&run, 2)->what, "G gets the empty reply");
    rsp_run_free(&run);
}

/* The list that was put together of "m 01". */
static void what_is_no_thread_id_spoils_the_list(void **state) {
    (void)state;
    static const rsp_violation bad = {.rule = RSP_RULE_THREAD_ID,
                                      .requirements = "THR-001 THR-002 STOP-004 MP-001",
                                      .entry = 4,
                                      .message = "not a thread-id"};
    rsp_run run = {0};
    rsp_result told =
        FAILED("t/some", "THR-002", .came = RSP_CAME_OTHER, .entry = 4, .packet = RSP_PACKET_QF_THREAD_INFO);
    rsp_result list = FAILED("t/ends", "THR-003", .came = RSP_CAME_UNKNOWN);
    told.violations = list.violations = &bad;
    told.num_violations = list.num_violations = 1;
    add(&run, &told);
    add(&run, &list);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    rsp_run_free(&run);
}

/* A list in a scenario about something else. */
static void list_of_threads_is_spoilt_elsewhere_too(void **state) {
    (void)state;
    static const rsp_violation bad = {.rule = RSP_RULE_THREAD_ID,
                                      .requirements = "THR-001 THR-002 STOP-004 MP-001",
                                      .entry = 4,
                                      .message = "not a thread-id"};
    rsp_run run = {0};
    rsp_result told =
        FAILED("t/some", "THR-002", .came = RSP_CAME_OTHER, .entry = 4, .packet = RSP_PACKET_QF_THREAD_INFO);
    rsp_result stop = FAILED("t/names", "STOP-004", .came = RSP_CAME_UNKNOWN, .entry = 6,
                             .packet = RSP_PACKET_QF_THREAD_INFO);
    told.violations = stop.violations = &bad;
    told.num_violations = stop.num_violations = 1;
    add(&run, &told);
    add(&run, &stop);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    rsp_run_free(&run);
}

/* The '+' for a 0x03 is one too many, whichever rule sees it. */
static void plus_for_an_interrupt_is_one_cause(void **state) {
    (void)state;
    static const rsp_violation once = {.rule = RSP_RULE_ACK_ONCE,
                                       .requirements = "ACK-001",
                                       .entry = 5,
                                       .message = "an acknowledgment for no packet"};
    static const rsp_violation interrupt = {.rule = RSP_RULE_ACK_INTERRUPT,
                                            .requirements = "INT-002",
                                            .entry = 5,
                                            .message = "the interrupt byte was acknowledged"};
    rsp_run run = {0};
    rsp_result running = FAILED("i/runs", "INT-002", .came = RSP_CAME_UNKNOWN, .entry = 5);
    rsp_result stopped =
        FAILED("a/stands", "ACK-001", .came = RSP_CAME_UNKNOWN, .entry = 5, .beside = RSP_BESIDE_STOPPED);
    running.violations = &interrupt;
    stopped.violations = &once;
    running.num_violations = stopped.num_violations = 1;
    add(&run, &running);
    add(&run, &stopped);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    assert_string_equal(cause_at(&run, 0)->what, "the interrupt byte was acknowledged");
    rsp_run_free(&run);
}

/* ares: a '+' comes with each stop reply, and the one for a 0x03 is one of them. */
static void plus_for_each_stop_is_no_matter_of_the_interrupt(void **state) {
    (void)state;
    static const rsp_violation once = {
        .rule = RSP_RULE_ACK_ONCE, .entry = 5, .message = "an acknowledgment for no packet"};
    static const rsp_violation interrupt = {
        .rule = RSP_RULE_ACK_INTERRUPT, .entry = 5, .message = "the interrupt byte was acknowledged"};
    rsp_run run = {0};
    rsp_result halt = FAILED("interrupt/runs", "INT-002", .came = RSP_CAME_UNKNOWN, .entry = 5);
    rsp_result step = FAILED("resume/steps", "ACK-001", .came = RSP_CAME_UNKNOWN, .entry = 5);
    halt.violations = &interrupt;
    step.violations = &once;
    halt.num_violations = step.num_violations = 1;
    add(&run, &halt);
    add(&run, &step);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    assert_string_equal(cause_at(&run, 0)->what, "an acknowledgment for no packet");
    rsp_run_free(&run);
}

/* A request with a wrong checksum is to be refused: that it gets no reply is nobody's silence. */
static void missing_refusal_is_one_cause(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result should = FAILED("f/digits", "FRAME-019", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_REASON,
                               .beside = RSP_BESIDE_DAMAGED);
    should.verdict = RSP_VERDICT_WARN;
    should.level = RSP_LEVEL_SHOULD;
    add(&run, &should);
    add(&run, &FAILED("f/step", "FRAME-008 ACK-002", .came = RSP_CAME_NO_STOP, .packet = RSP_PACKET_STEP,
                      .beside = RSP_BESIDE_DAMAGED));
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    assert_string_equal(run.causes[0].what, "a packet with a wrong checksum is not refused with '-'");
    assert_string_equal(run.causes[0].requirement, "ACK-002");
    assert_int_equal(run.causes[0].level, RSP_LEVEL_MUST);
    rsp_run_free(&run);
}

/* What is compared with the wire fails by the checksum, too, where replies have a wrong one. */
static void wrong_checksums_are_one_cause(void **state) {
    (void)state;
    rsp_run run = {0};
    const rsp_violation sum = {.rule = RSP_RULE_CHECKSUM, .requirements = "FRAME-001", .message = "a sum"};
    rsp_result told = FAILED("f/sums", "FRAME-001", .came = RSP_CAME_OTHER, .packet = RSP_PACKET_QC);
    told.violations = &sum;
    told.num_violations = 1;
    add(&run, &told);
    add(&run, &FAILED("f/empty", "FRAME-009", .came = RSP_CAME_DAMAGED, .beside = RSP_BESIDE_NAMELESS));
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    assert_string_equal(run.causes[0].what, "a sum");
    assert_int_equal(run.causes[0].num_results, 2);
    rsp_run_free(&run);
}

static const rsp_violation doubled = {.rule = RSP_RULE_ONE_STOP_REPLY,
                                      .requirements = "FRAME-017 INT-003 KILL-006",
                                      .entry = 4,
                                      .message = "a stop reply that nobody waits for"};

static void broken_rule_explains_what_follows_it(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result after =
        FAILED("c/after", "MEM-001", .came = RSP_CAME_OTHER, .entry = 9, .packet = RSP_PACKET_READ_MEMORY);
    rsp_result before =
        FAILED("c/before", "MEM-001", .came = RSP_CAME_OTHER, .entry = 2, .packet = RSP_PACKET_READ_MEMORY);
    after.violations = before.violations = &doubled;
    after.num_violations = before.num_violations = 1;
    add(&run, &after);
    add(&run, &before);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 2);
    assert_string_equal(cause_at(&run, 0)->what, "a stop reply that nobody waits for");
    assert_int_equal(cause_at(&run, 0)->gravity, RSP_GRAVITY_TURNS);
    assert_string_equal(cause_at(&run, 1)->requirement, "MEM-001");
    rsp_run_free(&run);
}

/* A must does not hide behind a should that is seen everywhere. */
static void broken_should_explains_no_must(void **state) {
    (void)state;
    rsp_run run = {0};
    const rsp_violation upper = {.rule = RSP_RULE_HEX_CASE, .requirements = "FRAME-003", .message = "upper"};
    rsp_result r = FAILED("c/data", "MEM-001", .came = RSP_CAME_OTHER, .packet = RSP_PACKET_READ_MEMORY);
    r.violations = &upper;
    r.num_violations = 1;
    add(&run, &r);
    r.scenario = "c/case";
    r.verdict = RSP_VERDICT_WARN;
    r.level = RSP_LEVEL_SHOULD;
    r.requirements = "FRAME-003";
    r.symptom = (rsp_symptom){.came = RSP_CAME_OTHER, .entry = 0};
    add(&run, &r);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_string_equal(cause_at(&run, 0)->requirement, "MEM-001");
    assert_string_equal(cause_at(&run, 1)->requirement, "FRAME-003");
    assert_int_equal(cause_at(&run, 1)->level, RSP_LEVEL_SHOULD);
    assert_ptr_equal(cause_at(&run, 0), &run.causes[0]);
    assert_int_equal(rsp_run_explained(&run), 1);
    rsp_run_free(&run);
}

static void gravest_stands_first(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result died = FAILED("z/died", "ROBUST-002", .came = RSP_CAME_DIED, .packet = RSP_PACKET_VCONT);
    died.verdict = RSP_VERDICT_CRASH;
    add(&run, &FAILED("a/feature", "MMR-001", .came = RSP_CAME_OTHER));
    add(&run, &FAILED("a/ack", "ACK-004", .came = RSP_CAME_NO_ACK));
    add(&run, &FAILED("a/nak", "ACK-003", .came = RSP_CAME_SILENCE, .beside = RSP_BESIDE_REFUSED));
    add(&run, &died);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_string_equal(run.causes[0].what, "vCont ends the stub");
    assert_string_equal(run.causes[1].requirement, "ACK-001");
    assert_string_equal(run.causes[2].requirement, "MMR-001");
    assert_string_equal(run.causes[3].requirement, "ACK-003");
    rsp_run_free(&run);
}

/* A death is told by what the stub was sent, and by what it says of it. */
static void deaths_say_the_condition(void **state) {
    (void)state;
    static const struct {
        rsp_symptom symptom;
        const char *words;
        const char *what;
    } rows[] = {
        {{.oddity = RSP_ODDITY_DAMAGED, .packet = RSP_PACKET_READ_MEMORY},
         "",
         "a damaged packet ends the stub"},
        {{.oddity = RSP_ODDITY_MALFORMED, .packet = RSP_PACKET_READ_MEMORY},
         "",
         "a malformed m ends the stub"},
        {{.oddity = RSP_ODDITY_STOPPED}, "", "0x03 while the program is stopped ends the stub"},
        {{.oddity = RSP_ODDITY_HALT}, "", "0x03 while the program runs ends the stub"},
        {{.packet = RSP_PACKET_READ_MEMORY, .length = 0x801}, "", "m of more than 0x800 bytes ends the stub"},
        {{.packet = RSP_PACKET_READ_MEMORY, .length = 0xffffffff}, "", "m of 0xffffffff bytes ends the stub"},
        {{.packet = RSP_PACKET_READ_MEMORY, .length = 0x10, .longest = 0x7fffffff},
         "",
         "m of 0x7fffffff bytes ends the stub"},
        {{.packet = RSP_PACKET_READ_MEMORY, .length = 8, .asked = "m3,8"}, "", "m3,8 ends the stub"},
        {{.packet = RSP_PACKET_READ_REGISTERS, .asked = "g"}, "", "g ends the stub"},
        {{.packet = RSP_PACKET_READ_MEMORY, .suspect = RSP_ODDITY_BYTES},
         "",
         "a sequence of bytes that is no packet ends the stub"},
        {{.packet = RSP_PACKET_READ_REGISTERS, .suspect = RSP_ODDITY_BYTES}, "", "g ends the stub"},
        {{.oddity = RSP_ODDITY_MALFORMED, .packet = RSP_PACKET_READ_MEMORY},
         "hello\nstub: a.c:7: Assertion `n < 9' failed.\n",
         "a malformed m ends the stub: stub: a.c:7: Assertion `n < 9' failed."},
        {{.oddity = RSP_ODDITY_MALFORMED, .packet = RSP_PACKET_READ_MEMORY},
         "00000000000000000000000000000000000000000000000000000000stub: a.c:7: read: Assertion `n < 9' "
         "failed.\n",
         "a malformed m ends the stub: a.c:7: read: Assertion `n < 9' failed."},
        {{.packet = RSP_PACKET_READ_MEMORY, .length = 0x10, .longest = 0x900},
         "",
         "m of more than 0x800 bytes ends the stub"},
        {{.oddity = RSP_ODDITY_MALFORMED, .packet = RSP_PACKET_QXFER_FEATURES_READ},
         "",
         "a malformed qXfer ends the stub"},
        {{.oddity = RSP_ODDITY_MALFORMED, .packet = RSP_PACKET_QXFER}, "", "a malformed qXfer ends the stub"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_run run = {.metrics = {.most_read = 0x800}};
        run.metrics.kind_good[RSP_PACKET_READ_MEMORY] = 9;
        rsp_result died = {.scenario = "a/b",
                           .requirements = "ROBUST-002",
                           .verdict = RSP_VERDICT_CRASH,
                           .message = "the stub died",
                           .shown.last_words = rows[i].words,
                           .symptom = rows[i].symptom};
        died.symptom.came = RSP_CAME_DIED;
        add(&run, &died);
        assert_ok(rsp_run_explain(&run, NULL));
        assert_string_equal(run.causes[0].what, rows[i].what);
        rsp_run_free(&run);
    }
}

/* One assertion is one cause, whatever leads to it; two are two, though the same packet leads to both. */
static void deaths_are_told_apart_by_their_words(void **state) {
    (void)state;
    static const char *const words[] = {
        "x: Assertion `a' failed.",
        "x: Assertion `b' failed.",
        "x: Assertion `a' failed.",
        "  File \"x.py\", line 3, in recv\nAssertionError: sent 0x3, received 0x3f",
        "  File \"x.py\", line 3, in recv\nAssertionError: sent 0x0, received 0x73",
        "panic: runtime error: slice bounds out of range [::4294967295]",
        "panic: runtime error: slice bounds out of range [::2147483647]",
        "panic: runtime error: slice bounds out of range [2147483647:]",
        "FATAL: file a.cpp: line 355: no hex digit: 0x7a",
        "FATAL: file a.cpp: line 355: no hex digit: 0x2",
        "FATAL: file a.cpp: line 356: no hex digit: 0x2",
    };
    static const rsp_packet_id packets[] = {
        RSP_PACKET_READ_MEMORY, RSP_PACKET_READ_MEMORY, RSP_PACKET_WRITE_MEMORY, RSP_PACKET_READ_MEMORY,
        RSP_PACKET_REASON,      RSP_PACKET_READ_MEMORY, RSP_PACKET_READ_MEMORY,  RSP_PACKET_READ_MEMORY,
        RSP_PACKET_REASON,      RSP_PACKET_READ_MEMORY, RSP_PACKET_READ_MEMORY,
    };
    rsp_run run = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(words); i++) {
        rsp_result died = FAILED("z/died", "ROBUST-002", .came = RSP_CAME_DIED, .packet = packets[i]);
        died.verdict = RSP_VERDICT_CRASH;
        died.shown.last_words = words[i];
        add(&run, &died);
    }
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 7);
    assert_int_equal(run.results[0].cause, run.results[2].cause);
    assert_int_equal(run.results[3].cause, run.results[4].cause);
    assert_int_equal(run.results[5].cause, run.results[6].cause); /* numbers in brackets are data */
    assert_int_not_equal(run.results[6].cause, run.results[7].cause);
    assert_int_equal(run.results[8].cause, run.results[9].cause); /* and so are those with 0x */
    assert_int_not_equal(run.results[9].cause, run.results[10].cause);
    rsp_run_free(&run);
}

/* What was read of an object in parts that are too long fails by that, whatever the scenario is about. */
static void parts_that_are_too_long_are_one_cause(void **state) {
    (void)state;
    rsp_run run = {0};
    const rsp_violation violation = {
        .rule = RSP_RULE_READ_LENGTH, .entry = 11, .message = "more data than was asked for"};
    const char *const ids[] = {"XFER-003", "XFER-001 XFER-003 XFER-004", "XFER-004"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(ids); i++) {
        rsp_result part =
            FAILED("q/part", ids[i], .packet = RSP_PACKET_QXFER_FEATURES_READ, .entry = i == 2 ? 11 : 12);
        part.violations = &violation;
        part.num_violations = 1;
        add(&run, &part);
    }
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    assert_string_equal(run.causes[0].what, "qXfer:features:read gives more data than was asked for");
    assert_string_equal(run.causes[0].requirement, "XFER-004");
    rsp_run_free(&run);
}

/* First what stops a debugger, then what corrupts data, then crashes by bad input, then what nobody meets,
 * and resending last of all. */
static void order_is_that_of_the_harm(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result died = FAILED("a/died", "ROBUST-002", .came = RSP_CAME_DIED, .packet = RSP_PACKET_READ_MEMORY,
                             .oddity = RSP_ODDITY_MALFORMED);
    rsp_result halt = FAILED("a/halt", "INT-001", .came = RSP_CAME_DIED, .oddity = RSP_ODDITY_HALT);
    died.verdict = halt.verdict = RSP_VERDICT_CRASH;
    add(&run, &FAILED("a/nak", "ACK-003", .came = RSP_CAME_SILENCE, .beside = RSP_BESIDE_REFUSED));
    add(&run, &FAILED("a/feature", "COND-001", .came = RSP_CAME_OTHER));
    add(&run, &died);
    add(&run, &FAILED("a/data", "MEM-002", .came = RSP_CAME_OTHER));
    add(&run, &FAILED("a/step", "RUN-002", .came = RSP_CAME_OTHER));
    add(&run, &halt);
    assert_ok(rsp_run_explain(&run, NULL));
    static const char *const order[] = {"a/halt", "a/step", "a/data", "a/died", "a/feature", "a/nak"};
    assert_int_equal(run.num_causes, RSP_ARRAY_LEN(order));
    for (size_t i = 0; i < RSP_ARRAY_LEN(order); i++)
        assert_string_equal(run.causes[i].scenario, order[i]);
    rsp_run_free(&run);
}

/* winedbg takes QStartNoAckModeX for QStartNoAckMode; that it selects a thread that there is not is another
 * story, as H works. */
static void one_unknown_packet_taken_says_nothing_of_served_ones(void **state) {
    (void)state;
    rsp_run run = {0};
    run.metrics.kind_good[RSP_PACKET_SELECT_THREAD] = 9;
    add(&run, &FAILED("standard/x", "STD-001", .came = RSP_CAME_OK, .beside = RSP_BESIDE_NAMELESS));
    add(&run, &FAILED("threads/x", "THR-008", .came = RSP_CAME_OK, .packet = RSP_PACKET_SELECT_THREAD));
    add(&run, &FAILED("noack/x", "NOACK-001", .came = RSP_CAME_OK, .packet = RSP_PACKET_QNON_STOP));
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 2);
    assert_string_equal(cause_at(&run, 1)->what, "H is answered OK where something else is due");
    assert_int_equal(run.results[0].cause, run.results[2].cause);
    rsp_run_free(&run);
}

/* Random bytes that were answered OK say nothing of packets that a stub need not know. */
static void robustness_swallows_nothing(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result hostile =
        FAILED("robustness/x", "ROBUST-001", .came = RSP_CAME_OK, .beside = RSP_BESIDE_NAMELESS);
    hostile.area = "robustness";
    hostile.hostile = true;
    rsp_result about = FAILED("queries/x", "QRY-006", .came = RSP_CAME_OK, .packet = RSP_PACKET_QOFFSETS);
    about.area = "queries";
    add(&run, &hostile);
    add(&run, &about);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 2);
    assert_string_equal(run.causes[0].scenario, "queries/x");
    rsp_run_free(&run);
}

/* Scenarios about other things stumble over it. */
static void packet_that_is_answered_once_is_one_cause(void **state) {
    (void)state;
    rsp_run run = {0};
    run.metrics.kind_good[RSP_PACKET_REASON] = 99;
    add(&run, &FAILED("a/stops", "STOP-001", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_REASON,
                      .beside = RSP_BESIDE_AGAIN));
    add(&run, &FAILED("b/memory", "MEM-001", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_REASON,
                      .beside = RSP_BESIDE_AGAIN));
    add(&run, &FAILED("c/other", "RUN-001", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_REASON));
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 2);
    assert_int_equal(run.results[0].cause, run.results[1].cause);
    assert_string_equal(cause_at(&run, 0)->what, "? is not answered a second time in a connection");
    assert_string_equal(cause_at(&run, 0)->requirement, "STOP-001");
    rsp_run_free(&run);
}

/* One that is answered a second time elsewhere, or never at all, is silent for another reason. */
static void packet_that_is_answered_again_has_no_habit(void **state) {
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        rsp_run run = {0};
        run.metrics.kind_good[RSP_PACKET_REASON] = i == 0 ? 99 : 0;
        run.metrics.kind_again[RSP_PACKET_REASON] = i == 0 ? 3 : 0;
        add(&run, &FAILED("a/stops", "STOP-001", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_REASON,
                          .beside = RSP_BESIDE_AGAIN, .asked = "?"));
        assert_ok(rsp_run_explain(&run, NULL));
        assert_string_equal(run.causes[0].what, "? gets no reply");
        rsp_run_free(&run);
    }
}

/* A write that is to be refused is confirmed: some results say so, others compare something with that OK. */
static void write_that_is_taken_is_one_cause(void **state) {
    (void)state;
    rsp_run run = {0};
    run.metrics.kind_good[RSP_PACKET_WRITE_MEMORY] = 9;
    add(&run, &FAILED("a/reply", "STD-010", .came = RSP_CAME_OK, .packet = RSP_PACKET_WRITE_MEMORY));
    add(&run, &FAILED("b/compared", "MEM-008", .packet = RSP_PACKET_WRITE_MEMORY, .entry = 7,
                      .beside = RSP_BESIDE_CONFIRMED));
    add(&run, &FAILED("c/digits", "ROBUST-005", .packet = RSP_PACKET_WRITE_MEMORY, .entry = 7,
                      .beside = RSP_BESIDE_CONFIRMED, .oddity = RSP_ODDITY_MALFORMED));
    add(&run, &FAILED("d/read", "MEM-006", .packet = RSP_PACKET_READ_MEMORY, .entry = 7));
    add(&run, &FAILED("e/other", "MEM-010", .packet = RSP_PACKET_WRITE_BINARY, .entry = 7,
                      .beside = RSP_BESIDE_CONFIRMED));
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.results[0].cause, run.results[1].cause);
    assert_int_equal(run.results[0].cause, run.results[2].cause);
    assert_int_equal(run.num_causes, 3); /* a read, and a write that is never known to be taken, are others */
    rsp_run_free(&run);
}

/* Whatever they ask, they are longer than all that is answered. */
static void requests_that_are_too_long_are_one_cause(void **state) {
    (void)state;
    rsp_run run = {.metrics = {.most_request = 257}};
    run.metrics.kind_good[RSP_PACKET_WRITE_MEMORY] = 9;
    add(&run, &FAILED("a/block", "REG-002", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_WRITE_REGISTERS,
                      .size = 281));
    add(&run, &FAILED("b/write", "QSUP-005", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_WRITE_MEMORY,
                      .size = 270));
    add(&run, &FAILED("c/short", "MEM-006", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_WRITE_MEMORY,
                      .size = 40));
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 2);
    assert_int_equal(run.results[0].cause, run.results[1].cause);
    assert_string_equal(cause_at(&run, 0)->what, "requests of 270 bytes and more get no reply");
    assert_string_equal(cause_at(&run, 0)->requirement, "QSUP-005");
    rsp_run_free(&run);
}

/* 0x03 that comes in another way than alone is no other bug where it never stops a program. */
static void interrupt_that_never_works_is_one_cause(void **state) {
    (void)state;
    for (unsigned works = 0; works < 2; works++) {
        rsp_run run = {0};
        run.metrics.kind_good[RSP_PACKET_CONTINUE] = 9;
        add(&run, &FAILED("i/alone", "INT-003", .came = RSP_CAME_NO_STOP, .packet = RSP_PACKET_CONTINUE,
                          .beside = RSP_BESIDE_INTERRUPTED));
        add(&run, &FAILED("i/beside", "INT-005", .came = RSP_CAME_NO_STOP, .packet = RSP_PACKET_CONTINUE));
        if (works)
            add(&run, &(rsp_result){.scenario = "i/stops", .requirements = "INT-001"});
        assert_ok(rsp_run_explain(&run, NULL));
        assert_int_equal(run.num_causes, 1 + works);
        rsp_run_free(&run);
    }
}

/* A window without data breaks the rule where it is read; what is put together of it is short. */
static void short_object_is_of_its_empty_window(void **state) {
    (void)state;
    rsp_run run = {0};
    const rsp_violation violation = {
        .rule = RSP_RULE_MORE_HAS_DATA, .entry = 9, .message = "an empty window"};
    rsp_result whole = FAILED("q/whole", "XFER-001", .packet = RSP_PACKET_QXFER_FEATURES_READ, .entry = 40);
    rsp_result window = FAILED("q/window", "XFER-003", .came = RSP_CAME_OTHER,
                               .packet = RSP_PACKET_QXFER_FEATURES_READ, .entry = 9);
    whole.violations = window.violations = &violation;
    whole.num_violations = window.num_violations = 1;
    add(&run, &whole);
    add(&run, &window);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    rsp_run_free(&run);
}

/* Where what M and X wrote is shown otherwise again and again, memory that is compared after a write is no
 * other bug, though some bytes come out right. A single scenario that loses bytes is one. */
static void memory_that_shows_other_bytes_is_one_cause(void **state) {
    (void)state;
    const unsigned lost = RSP_BESIDE_WROTE | RSP_BESIDE_LOST | RSP_BESIDE_SHOWN;
    for (unsigned num = 0; num < 6; num += 5) {
        rsp_run run = {0};
        run.metrics.kind_good[RSP_PACKET_READ_MEMORY] = 9;
        for (unsigned i = 0; i < num; i++)
            add(&run, &FAILED("m/written", "MEM-006", .entry = 7, .packet = RSP_PACKET_READ_MEMORY,
                              .beside = lost));
        add(&run, &FAILED("f/zeros", "FRAME-012", .came = RSP_CAME_OTHER, .packet = RSP_PACKET_READ_MEMORY,
                          .beside = RSP_BESIDE_WROTE | RSP_BESIDE_SHOWN));
        add(&run, &FAILED("x/bytes", "MEM-010", .came = RSP_CAME_OTHER, .packet = RSP_PACKET_READ_MEMORY,
                          .beside = RSP_BESIDE_WROTE_BINARY | RSP_BESIDE_LOST_BINARY));
        assert_ok(rsp_run_explain(&run, NULL));
        assert_int_equal(run.num_causes, num ? 1 : 2);
        assert_string_equal(cause_at(&run, num + 1)->what,
                            num ? "m shows other bytes than M and X wrote"
                                : "X answers OK, and m shows other bytes than it wrote");
        rsp_run_free(&run);
    }
}

/* Each scenario about conditions sees the stop where one is false; one that is true and stops nothing is
 * another bug. */
static void ignored_conditions_are_one_cause(void **state) {
    (void)state;
    for (unsigned ignored = 0; ignored < 2; ignored++) {
        rsp_run run = {0};
        add(&run, &FAILED("c/operands", "COND-007", .entry = 9, .packet = RSP_PACKET_READ_REGISTER));
        add(&run, &FAILED("c/jumps", "COND-013", .entry = 9, .packet = RSP_PACKET_READ_REGISTER));
        add(&run, &FAILED("c/true", "COND-004", .came = RSP_CAME_NO_STOP, .packet = RSP_PACKET_CONTINUE));
        if (ignored)
            add(&run,
                &FAILED("c/never", "COND-001 COND-003", .entry = 9, .packet = RSP_PACKET_READ_REGISTER));
        assert_ok(rsp_run_explain(&run, NULL));
        assert_int_equal(run.num_causes, ignored ? 2 : 3);
        rsp_run_free(&run);
    }
}

/* Three packets that are answered elsewhere are lost so: it is no matter of what they ask. */
static void requests_behind_the_plus_of_a_stop_are_one_cause(void **state) {
    (void)state;
    static const rsp_packet_id packets[] = {RSP_PACKET_READ_REGISTERS, RSP_PACKET_REASON,
                                            RSP_PACKET_QF_THREAD_INFO};
    for (size_t num = 2; num <= 3; num++) {
        rsp_run run = {0};
        for (size_t i = 0; i < num; i++) {
            run.metrics.kind_count[packets[i]] = 9;
            add(&run, &FAILED("a/b", "STOP-004", .came = RSP_CAME_SILENCE, .packet = packets[i],
                              .beside = RSP_BESIDE_BEHIND_STOP));
            run.results[i].requirements = i == 0 ? "REG-001" : i == 1 ? "STOP-001" : "THR-002";
        }
        assert_ok(rsp_run_explain(&run, NULL));
        assert_int_equal(run.num_causes, num == 3 ? 1 : num);
        if (num == 3)
            assert_string_equal(run.causes[0].what,
                                "a request right behind the '+' of a stop reply is not answered");
        rsp_run_free(&run);
    }
}

/* One packet is enough where two in one write are known to be too many. */
static void one_request_behind_a_stop_joins_the_lost_second(void **state) {
    (void)state;
    rsp_run run = {0};
    run.metrics.kind_count[RSP_PACKET_READ_REGISTER] = 9;
    add(&run, &FAILED("c/ida", "RUN-001", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_READ_REGISTER,
                      .beside = RSP_BESIDE_BEHIND_STOP));
    assert_ok(rsp_run_explain(&run, &(rsp_causes_options){0}));
    assert_string_not_equal(run.causes[0].what,
                            "a request right behind the '+' of a stop reply is not answered");
    add(&run, &FAILED("f/two", "FRAME-007", .came = RSP_CAME_CLOSED, .packet = RSP_PACKET_REASON));
    assert_ok(rsp_run_explain(&run, &(rsp_causes_options){0}));
    assert_string_equal(run.causes[run.results[0].cause - 1].what,
                        "a request right behind the '+' of a stop reply is not answered");
    rsp_run_free(&run);
}

/* A debugger that may leave acknowledgments out never meets it: what stops it stands first. */
static void what_only_acknowledgments_show_is_last_where_they_go(void **state) {
    (void)state;
    static const rsp_packet_id packets[] = {RSP_PACKET_READ_REGISTERS, RSP_PACKET_REASON,
                                            RSP_PACKET_QF_THREAD_INFO};
    for (int off = 0; off < 2; off++) {
        rsp_run run = {0};
        for (size_t i = 0; i < RSP_ARRAY_LEN(packets); i++) {
            run.metrics.kind_count[packets[i]] = 9;
            add(&run, &FAILED("a/b", "STOP-004", .came = RSP_CAME_SILENCE, .packet = packets[i],
                              .beside = RSP_BESIDE_BEHIND_STOP));
        }
        add(&run, &FAILED("c/d", "VCONT-006", .came = RSP_CAME_OTHER, .packet = RSP_PACKET_VCONT));
        run.metrics.kind_good[RSP_PACKET_QSTART_NO_ACK_MODE] = off ? 4 : 0;
        assert_ok(rsp_run_explain(&run, NULL));
        assert_int_equal(run.num_causes, 2);
        assert_int_equal(run.results[0].cause, off ? 2 : 1);
        rsp_run_free(&run);
    }
}

/* The packet before it has been answered. */
static void end_by_a_minus_is_no_matter_of_the_packet(void **state) {
    (void)state;
    rsp_run run = {0};
    add(&run, &FAILED("a/minus", "ACK-003", .came = RSP_CAME_CLOSED, .packet = RSP_PACKET_REASON,
                      .beside = RSP_BESIDE_REFUSED));
    assert_ok(rsp_run_explain(&run, NULL));
    assert_string_equal(run.causes[0].what, "'-' makes the stub close the connection");
    assert_string_equal(run.causes[0].requirement, "ACK-003");
    rsp_run_free(&run);
}

static void late_reply_is_late(void **state) {
    (void)state;
    rsp_run run = {0};
    run.metrics.kind_good[RSP_PACKET_READ_MEMORY] = 9;
    add(&run, &FAILED("m/a", "MEM-001", .came = RSP_CAME_LATE, .packet = RSP_PACKET_READ_MEMORY));
    add(&run, &FAILED("t/a", "THR-002", .came = RSP_CAME_LATE, .packet = RSP_PACKET_READ_MEMORY));
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    assert_string_equal(run.causes[0].what, "m is answered later than debuggers wait");
    rsp_run_free(&run);
}

/* A conversation that ended before the reply came saw none, and has the same cause. */
static void silence_of_a_late_packet_is_lateness(void **state) {
    (void)state;
    rsp_run run = {0};
    run.metrics.kind_good[RSP_PACKET_READ_MEMORY] = 9;
    add(&run, &FAILED("m/a", "MEM-001", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_READ_MEMORY));
    add(&run, &FAILED("m/b", "MEM-001", .came = RSP_CAME_LATE, .packet = RSP_PACKET_READ_MEMORY));
    add(&run, &FAILED("m/c", "REG-001", .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_READ_REGISTERS));
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 2);
    assert_string_equal(cause_at(&run, 0)->what, "m is answered later than debuggers wait");
    assert_string_equal(cause_at(&run, 2)->what, "g gets no reply");
    rsp_run_free(&run);
}

/* What the baseline knows, what is our own trouble and what passes by surprise have no cause. */
static void other_verdicts_have_no_cause(void **state) {
    (void)state;
    rsp_run run = {0};
    for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++)
        add(&run, &(rsp_result){.scenario = "a/b", .requirements = "STD-001", .verdict = (rsp_verdict)v});
    assert_ok(rsp_run_explain(&run, NULL));
    for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++) {
        const bool failed =
            v == RSP_VERDICT_FAIL || v == RSP_VERDICT_WARN || v == RSP_VERDICT_CRASH || v == RSP_VERDICT_HANG;
        assert_int_equal(run.results[v].cause != 0, failed);
    }
    rsp_run_free(&run);
}

static void evidence_is_short(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result r = FAILED("a/b", "MEM-001", .came = RSP_CAME_OTHER);
    r.shown.window = "1\n2\n3\n4\n5\n6\n7\n8\n";
    r.short_wait = true;
    add(&run, &r);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_string_equal(run.causes[0].evidence, "3\n4\n5\n6\n7\n8\n");
    assert_true(run.causes[0].allowed);
    rsp_run_free(&run);
}

/* A should that no scenario shows fails a strict run only. */
static void measured_cause_stands_last(void **state) {
    (void)state;
    rsp_run run = {0};
    add(&run, &FAILED("a/b", "MEM-001", .came = RSP_CAME_OTHER));
    assert_ok(rsp_run_explain(&run, NULL));
    assert_ok(rsp_run_add_cause(&run, &(rsp_cause){.what = "slow", .level = RSP_LEVEL_SHOULD}));
    assert_int_equal(run.num_causes, 2);
    assert_string_equal(run.causes[1].what, "slow");
    assert_string_equal(run.causes[1].again, "");
    assert_int_equal(run.results[0].cause, 1);
    rsp_run_free(&run);
    add(&run, &(rsp_result){.scenario = "a/b"});
    assert_ok(rsp_run_add_cause(&run, &(rsp_cause){.what = "slow", .level = RSP_LEVEL_SHOULD}));
    assert_int_equal(rsp_run_exit_code(&run), 0);
    run.strict = true;
    assert_int_equal(rsp_run_exit_code(&run), 1);
    rsp_run_free(&run);
}

static void without_memory_there_is_no_cause(void **state) {
    (void)state;
    rsp_mem_fuzzed mem;
    for (uint64_t at = 1; at < 40; at++) {
        rsp_mem_fuzzed_init(&mem, at, 0);
        rsp_run run = {.arena = {.mem = &mem.mem}};
        for (int i = 0; i < 30; i++)
            (void)!rsp_run_add(&run, &FAILED("a/b", "MEM-001 MEM-002", .came = RSP_CAME_OTHER));
        rsp_status status = rsp_run_explain(&run, NULL);
        assert_true(status == RSP_OK || (status == RSP_NO_MEMORY && run.num_causes == 0));
        for (size_t i = 0; i < run.num_results; i++)
            assert_true(run.results[i].cause <= run.num_causes);
        rsp_run_free(&run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_hardware_did_not_stop_is_not_judged),
        cmocka_unit_test(unknown_packets_are_one_cause_with_optional_ones),
        cmocka_unit_test(silence_on_several_names_is_a_habit),
        cmocka_unit_test(failures_with_something_in_common_are_one_cause),
        cmocka_unit_test(requests_with_a_percent_are_one_cause),
        cmocka_unit_test(what_ends_a_stub_slowly_is_one_cause),
        cmocka_unit_test(one_unknown_packet_that_kills_is_named),
        cmocka_unit_test(same_request_is_one_cause),
        cmocka_unit_test(reply_of_another_form_spoils_its_data),
        cmocka_unit_test(packet_that_is_answered_elsewhere_goes_by_requirement),
        cmocka_unit_test(stops_that_do_not_come_are_told_apart),
        cmocka_unit_test(write_that_is_never_done_is_one_cause),
        cmocka_unit_test(closing_is_one_cause_for_each_packet),
        cmocka_unit_test(death_and_closing_by_the_same_are_one_cause),
        cmocka_unit_test(ends_are_named_by_how_it_was_sent),
        cmocka_unit_test(bytes_before_a_packet_are_one_cause),
        cmocka_unit_test(one_packet_that_is_silent_when_malformed_is_one_cause),
        cmocka_unit_test(what_is_no_thread_id_spoils_the_list),
        cmocka_unit_test(list_of_threads_is_spoilt_elsewhere_too),
        cmocka_unit_test(plus_for_an_interrupt_is_one_cause),
        cmocka_unit_test(plus_for_each_stop_is_no_matter_of_the_interrupt),
        cmocka_unit_test(missing_refusal_is_one_cause),
        cmocka_unit_test(wrong_checksums_are_one_cause),
        cmocka_unit_test(broken_rule_explains_what_follows_it),
        cmocka_unit_test(broken_should_explains_no_must),
        cmocka_unit_test(gravest_stands_first),
        cmocka_unit_test(deaths_say_the_condition),
        cmocka_unit_test(deaths_are_told_apart_by_their_words),
        cmocka_unit_test(parts_that_are_too_long_are_one_cause),
        cmocka_unit_test(order_is_that_of_the_harm),
        cmocka_unit_test(one_unknown_packet_taken_says_nothing_of_served_ones),
        cmocka_unit_test(robustness_swallows_nothing),
        cmocka_unit_test(packet_that_is_answered_once_is_one_cause),
        cmocka_unit_test(packet_that_is_answered_again_has_no_habit),
        cmocka_unit_test(write_that_is_taken_is_one_cause),
        cmocka_unit_test(requests_that_are_too_long_are_one_cause),
        cmocka_unit_test(interrupt_that_never_works_is_one_cause),
        cmocka_unit_test(short_object_is_of_its_empty_window),
        cmocka_unit_test(memory_that_shows_other_bytes_is_one_cause),
        cmocka_unit_test(ignored_conditions_are_one_cause),
        cmocka_unit_test(requests_behind_the_plus_of_a_stop_are_one_cause),
        cmocka_unit_test(one_request_behind_a_stop_joins_the_lost_second),
        cmocka_unit_test(what_only_acknowledgments_show_is_last_where_they_go),
        cmocka_unit_test(end_by_a_minus_is_no_matter_of_the_packet),
        cmocka_unit_test(late_reply_is_late),
        cmocka_unit_test(silence_of_a_late_packet_is_lateness),
        cmocka_unit_test(other_verdicts_have_no_cause),
        cmocka_unit_test(evidence_is_short),
        cmocka_unit_test(measured_cause_stands_last),
        cmocka_unit_test(without_memory_there_is_no_cause),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

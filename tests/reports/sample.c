/* The runs of sample.h, as tables.
 * What they say is made up, in the taste of a real run.
 * See sample.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "sample.h"

#include "trace/cause.h"
#include <rsp/clock.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static const rsp_violation rule_broken = {
    .rule = RSP_RULE_RLE_COUNT,
    .requirements = "RLE-003",
    .entry = 7,
    .time_ns = 3 * RSP_NS_PER_MS,
    .message = "a run-length count of '$' ends the packet",
    .expected = "a count that is no frame byte",
    .got = "$0*$",
};

static const rsp_result sample_results[] = {
    {.scenario = "framing/checksum-of-empty-reply",
     .title = "The empty reply carries two checksum digits",
     .requirements = "FRAME-002 FRAME-009",
     .cost.duration_ns = 400 * RSP_NS_PER_US,
     .cost.round_trips = 2,
     .cost.packets = 4},
    {.scenario = "framing/runs-of-eight",
     .title = "Eight equal bytes do not put a bare $ into the packet",
     .place.path = "scenarios/framing/rle.yaml",
     .place.line = 12,
     .place.column = 3,
     .requirements = "RLE-003",
     .verdict = RSP_VERDICT_FAIL,
     .message = "a passive rule is broken",
     .shown.window =
         "     2.998 ms  ->  m10000,4\n     3.000 ms  <-  $0*  (cut by the next packet, 3 bytes)\n",
     .manual = "GDB manual, Overview",
     .breaks = "IDA",
     .again = "stubborn run --stub profile:sample scenarios/framing/rle.yaml:12 -v",
     .cost.duration_ns = 3 * RSP_NS_PER_MS,
     .cost.round_trips = 1,
     .cost.packets = 2,
     .symptom = {.came = RSP_CAME_DAMAGED, .entry = 7, .packet = RSP_PACKET_READ_MEMORY, .send = "m10000,4"},
     .violations = &rule_broken,
     .num_violations = 1},
    {.scenario = "memory/read-any-alignment",
     .title = "Reads of any length and alignment",
     .requirements = "MEM-002"},
    {.scenario = "memory/read-any-alignment",
     .title = "Reads of any length and alignment",
     .variant = "no-ack bytewise",
     .requirements = "MEM-002"},
    {.scenario = "memory/zero-length",
     .title = "Reading nothing gets one reply",
     .place.path = "scenarios/memory/read.yaml",
     .place.line = 80,
     .place.column = 5,
     .requirements = "MEM-005",
     .level = RSP_LEVEL_SHOULD,
     .verdict = RSP_VERDICT_WARN,
     .message = "the reply to m<addr>,0 is an error that is not two digits",
     .expected = "one of:\nempty\nOK\nExx",
     .got = "E1",
     .again = "stubborn run --stub profile:sample scenarios/memory/read.yaml:80 -v"},
    {.scenario = "memory/x-in-both-dialects",
     .title = "x with and without the leading b",
     .requirements = "XB-001",
     .verdict = RSP_VERDICT_XFAIL,
     .reason = "the stub predates binary-upload"},
    {.scenario = "memory/write-partly",
     .title = "A write that can not be finished is an error",
     .place.path = "scenarios/memory/write.yaml",
     .place.line = 7,
     .place.column = 1,
     .requirements = "MEM-007",
     .verdict = RSP_VERDICT_XPASS,
     .message = "passes, though the baseline expects a failure",
     .reason = "fixed upstream?"},
    {.scenario = "multimemread/two-ranges",
     .requirements = "MMR-001",
     .verdict = RSP_VERDICT_SKIP,
     .reason = "not announced"},
    {.scenario = "multimemread/reserved-bytes-survive",
     .requirements = "MMR-004 MMR-007",
     .verdict = RSP_VERDICT_SKIP,
     .reason = "not announced"},
    {.scenario = "nonstop/question-mark-starts-over",
     .title = "? abandons a running sequence and starts over",
     .place.path = "scenarios/nonstop/queue.yaml",
     .place.line = 41,
     .place.column = 5,
     .requirements = "NONSTOP-022",
     .verdict = RSP_VERDICT_FAIL,
     .expected = "vStopped after the last stop -> OK",
     .got = "T05thread:p2a1.2a1;swbreak:;",
     .remark = "the stop that was already delivered at 12.055 ms",
     .shown.window = "    12.031 ms  ->  ?\n    12.055 ms  <-  T05thread:p2a1.2a1;swbreak:;\n"
                     "    12.061 ms  ->  vStopped\n    12.079 ms  <-  T05thread:p2a1.2a1;swbreak:;\n",
     .shown.transcript =
         "     0.000 ms  --  connected: exec:sample\n     0.100 ms  ->  QNonStop:1\n"
         "     0.140 ms  <-  OK\n    12.031 ms  ->  ?\n    12.055 ms  <-  T05thread:p2a1.2a1;swbreak:;\n"
         "    12.061 ms  ->  vStopped\n    12.079 ms  <-  T05thread:p2a1.2a1;swbreak:;\n",
     .manual = "gdbserver/notif.cc",
     .breaks = "LLDB 18 and before",
     .again = "stubborn run --stub profile:sample scenarios/nonstop/queue.yaml:41 -v",
     .cost.duration_ns = 12 * RSP_NS_PER_MS,
     .cost.round_trips = 3,
     .cost.packets = 6},
    {.scenario = "nonstop/interrupt-while-running",
     .title = "vCtrlC stops what runs",
     .place.path = "scenarios/nonstop/interrupt.yaml",
     .place.line = 19,
     .place.column = 5,
     .requirements = "INT-008",
     .verdict = RSP_VERDICT_HANG,
     .message = "no reply within 2 s",
     .expected = "OK",
     .got = "nothing",
     .again = "stubborn run --stub profile:sample scenarios/nonstop/interrupt.yaml:19 -v",
     .cost.duration_ns = 2 * RSP_NS_PER_S},
    {.scenario = "robustness/packet-longer-than-packetsize",
     .title = "A packet beyond PacketSize does no harm",
     .place.path = "scenarios/robustness/long.yaml",
     .place.line = 3,
     .place.column = 5,
     .requirements = "ROBUST-001",
     .verdict = RSP_VERDICT_CRASH,
     .message = "the stub died: SIGSEGV, 3 ms after 70,004 bytes",
     .shown.last_words = "sample: buffer at 0x7fff0000\nSegmentation fault (core dumped)",
     .again = "stubborn run --stub profile:sample scenarios/robustness/long.yaml:3 -v"},
    {.scenario = "threads/listing-is-complete",
     .title = "Each live thread is listed exactly once",
     .requirements = "THR-004",
     .verdict = RSP_VERDICT_ERROR,
     .message = "the debuggee could not be built"},
};

static void fill(rsp_run *run, size_t num) {
    const rsp_causes_options causes = {.send_command = "stubborn send --stub profile:sample"};
    for (size_t i = 0; i < num; i++)
        assert_ok(rsp_run_add(run, &sample_results[i]));
    assert_ok(rsp_run_explain(run, &causes));
}

static void head(rsp_run *run) {
    *run = (rsp_run){
        .command = "run",
        .tool_version = "0.1.0",
        .about.stub = "profile:sample",
        .about.name = "samplestub",
        .about.version = "13.1",
        .about.profile = "sample",
        .about.target = "x86-64",
        .about.look = "little endian, 74 registers",
        .about.features = "multiprocess, non-stop",
        .notes.allowed = "it greets with '+': allowed for",
        .about.supported = "PacketSize=4000;multiprocess+;QNonStop+",
        .started_at = "2026-11-20T19:00:00Z",
        .report_path = "stubborn-report.html",
        .notes.conclusion = "3 musts are broken.",
        .seed = 1,
        .duration_ns = 3100 * RSP_NS_PER_MS,
        .ended.planned = RSP_ARRAY_LEN(sample_results),
        .metrics = {.round_trips = 4120,
                    .packets_to_stub = 4130,
                    .packets_from_stub = 4128,
                    .bytes_to_stub = 80000,
                    .bytes_from_stub = 910000,
                    .connections = 13,
                    .stub_ns = 400 * RSP_NS_PER_MS},
    };
    run->metrics.kind_count[RSP_PACKET_READ_MEMORY] = 3000;
    run->metrics.kind_ns[RSP_PACKET_READ_MEMORY] = 240 * RSP_NS_PER_MS;
    run->metrics.kind_count[RSP_PACKET_REASON] = 13;
    run->metrics.kind_ns[RSP_PACKET_REASON] = 2 * RSP_NS_PER_MS;
    run->metrics.kind_count[RSP_PACKET_UNKNOWN] = 7;
    run->metrics.kind_ns[RSP_PACKET_UNKNOWN] = RSP_NS_PER_MS;
}

/* GDB itself did the actions; LLDB is not installed. */
static void reality(rsp_forecast *f) {
    rsp_forecast_cell *gdb = f->cells[RSP_DEBUGGER_GDB];
    f->programs[RSP_DEBUGGER_GDB] = "GNU gdb (Debian 13.1-3) 13.1";
    for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++) {
        gdb[a].real = RSP_PREDICTION_WORKS;
        f->cells[RSP_DEBUGGER_LLDB][a].said = "it is not installed";
    }
    gdb[RSP_DEBUGGER_ACTION_BREAKPOINTS].real = gdb[RSP_DEBUGGER_ACTION_STEP].real = RSP_PREDICTION_BREAKS;
    gdb[RSP_DEBUGGER_ACTION_BREAKPOINTS].said = "continue: Continuing.; nothing more came";
    gdb[RSP_DEBUGGER_ACTION_STEP].said = "stepi: <b>Cannot access memory at address 0x0";
    gdb[RSP_DEBUGGER_ACTION_WATCHPOINTS].real = RSP_PREDICTION_UNKNOWN;
    gdb[RSP_DEBUGGER_ACTION_WATCHPOINTS].said = "no memory is known that the program writes";
}

static void forecast(rsp_run *run) {
    run->forecast.made = true;
    for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++)
        run->forecast.cells[RSP_DEBUGGER_GDB][a].prediction = RSP_PREDICTION_WORKS;
    rsp_forecast_cell *gdb = run->forecast.cells[RSP_DEBUGGER_GDB];
    gdb[RSP_DEBUGGER_ACTION_ATTACH].why = "it needs the program's file: no target.xml";
    gdb[RSP_DEBUGGER_ACTION_WATCHPOINTS] =
        (rsp_forecast_cell){.prediction = RSP_PREDICTION_ABSENT, .why = "no Z2"};
    gdb[RSP_DEBUGGER_ACTION_DETACH].prediction = RSP_PREDICTION_UNKNOWN;
    gdb[RSP_DEBUGGER_ACTION_BREAKPOINTS] = (rsp_forecast_cell){.prediction = RSP_PREDICTION_BREAKS,
                                                               .requirement = "BRK-001",
                                                               .why = "Z0 is confirmed and never hit"};
    for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++)
        run->forecast.cells[RSP_DEBUGGER_LLDB][a] =
            (rsp_forecast_cell){.prediction = RSP_PREDICTION_BREAKS,
                                .requirement = "STD-001",
                                .why = "unknown packets get no reply: <b>\x1b[2J"};
    reality(&run->forecast);
}

void sample_run(rsp_run *run) {
    head(run);
    forecast(run);
    fill(run, RSP_ARRAY_LEN(sample_results));
}

static const char *not_played[] = {"stop/kinds",    "stop/signals.term", "threads/list",
                                   "vcont/actions", "vcont/ranges",      "xfer/windows"};

void sample_partial(rsp_run *run) {
    head(run);
    run->ended.interrupted = true;
    run->notes.conclusion = NULL;
    run->ended.planned = 10;
    run->ended.stopped = "the 5 s of --max-time are over";
    run->ended.not_played = not_played;
    run->ended.num_not_played = RSP_ARRAY_LEN(not_played);
    fill(run, 2);
}

void sample_selftest(rsp_run *run) {
    *run = (rsp_run){.command = "selftest", .tool_version = "0.1.0", .about.stub = "reference", .seed = 1};
    assert_ok(rsp_run_add_fault(run, &(rsp_fault_result){.fault = "mmr-escape-star",
                                                         .requirement = "MMR-004",
                                                         .killed_by = "multimemread/reserved-bytes-survive",
                                                         .message = "23 24 2a came back as 23 24"}));
    assert_ok(rsp_run_add_fault(run, &(rsp_fault_result){.fault = "ack-twice", .requirement = "ACK-001"}));
}

static const char *hostile_names[1];

void sample_hostile(rsp_run *run, const char *evil) {
    const rsp_violation v = {
        .rule = RSP_RULE_CHECKSUM, .requirements = evil, .message = evil, .expected = evil, .got = evil};
    rsp_result r = {
        .scenario = evil,
        .title = evil,
        .area = evil,
        .place.path = evil,
        .place.line = 1,
        .place.column = 2,
        .message = evil,
        .expected = evil,
        .got = evil,
        .remark = evil,
        .reason = evil,
        .again = evil,
        .manual = evil,
        .breaks = evil,
        .variant = evil,
        .shown.window = evil,
        .shown.transcript = evil,
        .shown.last_words = evil,
        .requirements = evil,
        .violations = &v,
        .num_violations = 1,
    };
    *run = (rsp_run){
        .command = evil,
        .tool_version = evil,
        .about.stub = evil,
        .about.name = evil,
        .about.version = evil,
        .about.profile = evil,
        .about.target = evil,
        .about.features = evil,
        .about.supported = evil,
        .started_at = evil,
        .report_path = evil,
        .notes.conclusion = evil,
        .ended.interrupted = true,
        .ended.stopped = evil,
        .ended.not_played = hostile_names,
        .ended.num_not_played = 1,
    };
    hostile_names[0] = evil;
    for (unsigned verdict = 0; verdict < RSP_VERDICT_COUNT; verdict++) {
        r.verdict = (rsp_verdict)verdict;
        assert_ok(rsp_run_add(run, &r));
    }
    assert_ok(rsp_run_add_fault(
        run, &(rsp_fault_result){.fault = evil, .requirement = evil, .killed_by = evil, .message = evil}));
    assert_ok(rsp_run_add_fault(run, &(rsp_fault_result){.fault = evil, .requirement = evil}));
}

/* What a cause is called: by what was sent and came, by the smallest that shows it, and what it may hide.
 * Runs as tables of results.
 * See cause.h. */
/* SPDX-License-Identifier: MIT */
#include "cause_run.h"

#include "core/mem.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* gdbstub's armv4t: the title of a scenario says nothing of what was wrong. */
static void wrong_reply_is_named_by_request_reply_and_what_is_due(void **state) {
    (void)state;
    static const struct {
        rsp_symptom symptom;
        const char *message, *got, *what;
    } rows[] = {
        {{.came = RSP_CAME_OTHER, .packet = RSP_PACKET_VFILE_PREAD, .asked = "vFile:pread:1,1,0"},
         "expected the reply 'F1;0'",
         "F14;0123456789abcdefghij",
         "vFile:pread:1,1,0 is answered F14;0123456789abcdefghij, not F1;0"},
        {{.came = RSP_CAME_OTHER, .packet = RSP_PACKET_VFILE_PREAD, .asked = "vFile:pread:0,10,0"},
         "expected F-1 and an error number, got another reply",
         "F10;\\x7fELF\\x01\\x01\\x01\\x00\\x00\\x00\\x00",
         "vFile:pread:0,10,0 is answered F10;\\x7fELF\\x01\\x01\\x01\\x00\\x00\\x00\\x00 where F-1 and an "
         "error "
         "number is due"},
        {{.came = RSP_CAME_OTHER, .asked = "qA"},
         "expected an error, got another reply",
         "01234567890123456789012345678901234567\\x00\\x00",
         "qA is answered 01234567890123456789012345678901234567... where an error is due"},
        {{.came = RSP_CAME_OTHER, .packet = RSP_PACKET_VFILE_OPEN, .asked = "vFile:open:2f,0,0"},
         "expected a reply of the form ^F-1,0*2$, got another",
         "F-1,5",
         "vFile:open:2f,0,0 is answered F-1,5 where something else is due"},
        {{.came = RSP_CAME_STOP, .packet = RSP_PACKET_REVERSE_STEP, .asked = "bs"},
         "expected one of 2 replies: expected an error, got another",
         "S05",
         "bs is answered S05 where something else is due"},
        {{.came = RSP_CAME_OTHER, .asked = "m0,2"},
         "expected 24 in byte 0, got 2a",
         "2a2a",
         "it works: expected 24 in byte 0, got 2a"},
        {{.came = RSP_CAME_OTHER, .asked = "m0,2", .beside = RSP_BESIDE_BATCHED},
         "expected an error, got another reply",
         "2a2a",
         "it works: expected an error, got another reply"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_run run = {0};
        run.metrics.kind_good[rows[i].symptom.packet] = 9;
        add(&run, &(rsp_result){.scenario = "a/b",
                                .requirements = "HOSTIO-005",
                                .verdict = RSP_VERDICT_FAIL,
                                .title = "it works",
                                .message = rows[i].message,
                                .got = rows[i].got,
                                .symptom = rows[i].symptom});
        assert_ok(rsp_run_explain(&run, NULL));
        assert_string_equal(run.causes[0].what, rows[i].what);
        rsp_run_free(&run);
    }
}

/* msp430-emu-uctf: reads of gigabytes show it best, and 0x1000 bytes are enough. */
static void shortest_read_that_ends_the_stub_is_named(void **state) {
    (void)state;
    static const struct {
        uint64_t survived, lengths[2];
        const char *what;
    } rows[] = {
        {0x500, {0x7fffffff, 0x1000}, "m of 0x1000 bytes and more ends the stub"},
        {0x500, {0x7fffffff, 0x800}, "m of more than 0x500 bytes ends the stub"},
        {0x500, {0x7fffffff, 0x7fffffff}, "m of 0x7fffffff bytes ends the stub"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_run run = {.metrics = {.most_read = rows[i].survived}};
        run.metrics.kind_good[RSP_PACKET_READ_MEMORY] = 9;
        for (size_t k = 0; k < RSP_ARRAY_LEN(rows[i].lengths); k++)
            add(&run, &(rsp_result){.scenario = k ? "memory/some" : "memory/many",
                                    .requirements = "MEM-015",
                                    .verdict = RSP_VERDICT_CRASH,
                                    .message = "the stub died",
                                    .cost.packets = 9 * k,
                                    .symptom = {.came = RSP_CAME_DIED,
                                                .packet = RSP_PACKET_READ_MEMORY,
                                                .length = rows[i].lengths[k]}});
        assert_ok(rsp_run_explain(&run, NULL));
        assert_int_equal(run.num_causes, 1);
        assert_string_equal(run.causes[0].what, rows[i].what);
        rsp_run_free(&run);
    }
}

#define MALFORMED(id)                                                                         \
    (rsp_result) {                                                                            \
        .scenario = "r/malformed", .requirements = "ROBUST-002", .verdict = RSP_VERDICT_FAIL, \
        .message = "it failed", .symptom = {                                                  \
            .came = RSP_CAME_CLOSED,                                                          \
            .oddity = RSP_ODDITY_MALFORMED,                                                   \
            .packet = (id)                                                                    \
        }                                                                                     \
    }

static const rsp_packet_id closers[] = {RSP_PACKET_READ_MEMORY, RSP_PACKET_WRITE_MEMORY, RSP_PACKET_VCONT,
                                        RSP_PACKET_READ_REGISTER};

/* gdbstub ends with its client at whatever its parser can not read, in good order: one place, or several. */
static void closing_at_all_that_is_malformed_is_one_cause(void **state) {
    (void)state;
    for (size_t num = 2; num <= RSP_ARRAY_LEN(closers); num++) {
        rsp_run run = {0};
        for (size_t i = 0; i < num; i++) {
            run.metrics.kind_good[closers[i]] = 9;
            add(&run, &MALFORMED(closers[i]));
        }
        add(&run, &(rsp_result){.scenario = "r/good",
                                .requirements = "RUN-001",
                                .verdict = RSP_VERDICT_FAIL,
                                .message = "it failed",
                                .symptom = {.came = RSP_CAME_CLOSED, .packet = RSP_PACKET_CONTINUE}});
        assert_ok(rsp_run_explain(&run, NULL));
        assert_int_equal(run.num_causes, num == 2 ? 3 : 2);
        const char *what = run.causes[run.results[0].cause - 1].what;
        if (num == 3)
            assert_string_equal(what,
                                "a malformed packet makes the stub close the connection (M, m, vCont: one "
                                "bug or several)");
        if (num == 4)
            assert_string_equal(what, "a malformed packet makes the stub close the connection (M, m, p and 1 "
                                      "more: one bug or several)");
        rsp_run_free(&run);
    }
}

/* A packet that is closed at in its right form, too, is no matter of the parser. */
static void closing_at_a_packet_in_any_form_is_another_cause(void **state) {
    (void)state;
    rsp_run run = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(closers); i++) {
        run.metrics.kind_good[closers[i]] = closers[i] == RSP_PACKET_VCONT ? 0 : 9;
        add(&run, &MALFORMED(closers[i]));
    }
    rsp_result right = MALFORMED(RSP_PACKET_VCONT);
    right.symptom.oddity = RSP_ODDITY_PLAIN;
    add(&run, &right);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 3);
    assert_string_equal(run.causes[run.results[2].cause - 1].what,
                        "a malformed vCont makes the stub close the connection");
    rsp_run_free(&run);
}

/* Where the stub says why, other words are another place; what came too late says nothing. */
static void closings_with_other_last_words_are_kept_apart(void **state) {
    (void)state;
    static const char *const words[] = {"listening\nbad number 0x11\n", "", "bad number 0x7a",
                                        "no such action"};
    rsp_run run = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(closers); i++) {
        rsp_result r = MALFORMED(closers[i]);
        r.shown.last_words = words[i];
        run.metrics.kind_good[closers[i]] = 9;
        add(&run, &r);
    }
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 2);
    assert_int_equal(run.results[0].cause, run.results[1].cause);
    assert_int_equal(run.results[0].cause, run.results[2].cause);
    assert_string_equal(run.causes[run.results[0].cause - 1].what,
                        "a malformed packet makes the stub close the connection: bad number 0x11");
    assert_string_equal(run.causes[run.results[3].cause - 1].what,
                        "a malformed p makes the stub close the connection");
    rsp_run_free(&run);
}

/* minigdbstub never answers G, not a short one either: the length is not to blame. */
static void packet_that_is_never_answered_is_not_too_long(void **state) {
    (void)state;
    for (int shorter = 0; shorter < 2; shorter++) {
        rsp_run run = {.metrics = {.most_request = 60}};
        const uint64_t sizes[] = {265, 265, 9};
        for (size_t i = 0; i < (shorter ? 3U : 2U); i++)
            add(&run, &(rsp_result){.scenario = "registers/block",
                                    .requirements = "REG-003",
                                    .verdict = RSP_VERDICT_HANG,
                                    .message = "it did not come",
                                    .symptom = {.came = RSP_CAME_SILENCE,
                                                .packet = RSP_PACKET_WRITE_REGISTERS,
                                                .size = sizes[i]}});
        assert_ok(rsp_run_explain(&run, NULL));
        assert_int_equal(run.num_causes, 1);
        assert_string_equal(run.causes[0].what,
                            shorter ? "G gets no reply" : "requests of 265 bytes and more get no reply");
        rsp_run_free(&run);
    }
}

/* ... and it sends gigabytes for an m that asks for them, beside malformed ones without a reply. */
static void long_read_without_reply_is_not_malformed(void **state) {
    (void)state;
    rsp_run run = {.metrics = {.most_read = 0x1000}};
    run.metrics.kind_good[RSP_PACKET_READ_MEMORY] = run.metrics.kind_count[RSP_PACKET_READ_MEMORY] = 9;
    rsp_result r = {.scenario = "memory/a",
                    .requirements = "MEM-015",
                    .verdict = RSP_VERDICT_HANG,
                    .message = "it did not come",
                    .hostile = true,
                    .symptom = {.came = RSP_CAME_SILENCE,
                                .packet = RSP_PACKET_READ_MEMORY,
                                .length = 0xffffffff,
                                .asked = "m0,ffffffff"}};
    add(&run, &r);
    rsp_result malformed = r;
    malformed.symptom.length = 0;
    malformed.symptom.asked = "m0";
    malformed.symptom.oddity = RSP_ODDITY_MALFORMED;
    malformed.requirements = "MEM-016";
    add(&run, &malformed);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 2);
    assert_string_equal(run.causes[run.results[0].cause - 1].what, "m0,ffffffff gets no reply");
    assert_string_equal(run.causes[run.results[1].cause - 1].what, "a malformed m gets no reply");
    r.requirements = "ROBUST-021"; /* lldb-server 19: a should, from another address */
    r.level = RSP_LEVEL_SHOULD;
    r.symptom.asked = "m1000,ffffffff";
    add(&run, &r);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 2);
    assert_string_equal(run.causes[run.results[2].cause - 1].what, "m of 0xffffffff bytes gets no reply");
    assert_string_equal(run.causes[run.results[2].cause - 1].requirement, "MEM-015");
    rsp_run_free(&run);
}

/* bet4it's gdbserver reads 4096 bytes at a time, and dies of a packet that is not whole. */
static void what_dies_of_pieces_dies_of_long_packets(void **state) {
    (void)state;
    rsp_run run = {.metrics = {.most_request = 0x800}};
    run.metrics.kind_good[RSP_PACKET_REASON] = run.metrics.kind_good[RSP_PACKET_QSUPPORTED] = 9;
    rsp_result r = {.scenario = "framing/pieces",
                    .requirements = "FRAME-006",
                    .verdict = RSP_VERDICT_CRASH,
                    .message = "the stub died",
                    .symptom = {.came = RSP_CAME_DIED, .packet = RSP_PACKET_REASON, .asked = "?", .size = 1}};
    add(&run, &r);
    r.requirements = "ROBUST-007";
    add(&run, &r);
    r.requirements = "QSUP-005";
    r.symptom =
        (rsp_symptom){.came = RSP_CAME_DIED, .packet = RSP_PACKET_QSUPPORTED, .asked = "q", .size = 0x2000};
    add(&run, &r);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    assert_string_equal(run.causes[0].what, "a packet that comes in pieces ends the stub");
    rsp_run_free(&run);
}

/* vMustReplyEmpty works, and 0x03 before it does not. */
static void interrupt_before_an_unknown_packet_is_to_blame(void **state) {
    (void)state;
    rsp_run run = {0};
    run.metrics.kind_count[RSP_PACKET_VMUST_REPLY_EMPTY] = 9;
    add(&run, &(rsp_result){.scenario = "interrupt/stopped",
                            .requirements = "INT-004",
                            .verdict = RSP_VERDICT_CRASH,
                            .message = "the stub died",
                            .symptom = {.came = RSP_CAME_DIED,
                                        .asked = "vMustReplyEmpty",
                                        .beside = RSP_BESIDE_NAMELESS,
                                        .suspect = RSP_ODDITY_STOPPED}});
    assert_ok(rsp_run_explain(&run, NULL));
    assert_string_equal(run.causes[0].what, "0x03 while the program is stopped ends the stub");
    rsp_run_free(&run);
}

/* minigdbstub: what is refused behind half a packet is refused behind any that is not whole. */
static void refusal_after_stray_bytes_joins_that_after_damage(void **state) {
    (void)state;
    rsp_run run = {0};
    const rsp_violation refused = {
        .rule = RSP_RULE_NAK_GOOD, .entry = 7, .message = "a good packet was refused"};
    rsp_result r = {.scenario = "framing/damaged",
                    .requirements = "ACK-002",
                    .verdict = RSP_VERDICT_FAIL,
                    .message = "it was refused",
                    .breach = "a good packet is refused after a damaged one",
                    .violations = &refused,
                    .num_violations = 1,
                    .symptom = {.entry = 7}};
    add(&run, &r);
    r.requirements = "ROBUST-007";
    r.breach = "";
    r.symptom.beside = RSP_BESIDE_RAW;
    add(&run, &r);
    r.requirements = "ROBUST-007 ROBUST-003";
    add(&run, &r);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    assert_string_equal(run.causes[0].what, "a good packet is refused after a damaged one");
    rsp_run_free(&run);
}

/* One file that is not there, asked for by two scenarios; one action, in two processes. */
static void same_reply_and_other_ids_are_one_cause(void **state) {
    (void)state;
    rsp_run run = {0};
    run.metrics.kind_good[RSP_PACKET_VCONT] = 9;
    rsp_result opens = {.scenario = "hostio/form",
                        .requirements = "HOSTIO-001",
                        .verdict = RSP_VERDICT_FAIL,
                        .message = "expected a reply of the form ^F-1,2$, got another",
                        .got = "Fffffffff",
                        .symptom = {.came = RSP_CAME_STOP, .asked = "vFile:open:2f,0,0"}};
    add(&run, &opens);
    opens.requirements = "HOSTIO-002";
    opens.message = "expected the reply 'F-1,2'";
    add(&run, &opens);
    rsp_result runs = {
        .scenario = "vcont/signal",
        .requirements = "VCONT-028",
        .verdict = RSP_VERDICT_HANG,
        .message = "it did not come",
        .symptom = {.came = RSP_CAME_NO_STOP, .packet = RSP_PACKET_VCONT, .asked = "vCont;S00:p1a.1a"}};
    add(&run, &runs);
    runs.requirements = "VCONT-008";
    runs.symptom.asked = "vCont;S00:p2bc.2bc";
    add(&run, &runs);
    runs.requirements = "VCONT-009";
    runs.symptom.asked = "vCont;S00";
    add(&run, &runs);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 3);
    assert_int_equal(run.results[0].cause, run.results[1].cause);
    assert_int_equal(run.results[2].cause, run.results[3].cause);
    rsp_run_free(&run);
}

/* melonDS: whatever comes first without a '+' is lost, in many scenarios and one place. */
static void packets_that_are_lost_without_a_plus_are_one_cause(void **state) {
    (void)state;
    static const struct {
        rsp_packet_id packet;
        const char *id;
    } rows[] = {
        {RSP_PACKET_REASON, "STOP-001"}, {RSP_PACKET_READ_REGISTERS, "REG-001"}, {RSP_PACKET_QC, "THR-001"}};
    rsp_run run = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        run.metrics.kind_count[rows[i].packet] = 9;
        add(&run, &(rsp_result){.scenario = "robustness/first",
                                .requirements = rows[i].id,
                                .verdict = RSP_VERDICT_HANG,
                                .message = "closed",
                                .symptom = {.came = i ? RSP_CAME_CLOSED : RSP_CAME_SILENCE,
                                            .packet = rows[i].packet,
                                            .asked = "?",
                                            .beside = RSP_BESIDE_UNGREETED}});
    }
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    assert_string_equal(run.causes[0].what,
                        "the first packet of a connection is lost where no '+' was sent before it");
    assert_string_equal(run.causes[0].requirement, "ROBUST-023");
    rsp_run_free(&run);
}

/* minichlink: qCRC is answered as qC, and what only begins like a name is known to be taken for it. */
static void reply_of_a_shorter_name_is_of_the_beginning(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result r = {.scenario = "framing/names",
                    .requirements = "FRAME-018",
                    .level = RSP_LEVEL_SHOULD,
                    .verdict = RSP_VERDICT_WARN,
                    .message = "expected an error",
                    .breach = "names of packets are matched by their beginning",
                    .got = "m1",
                    .symptom = {.came = RSP_CAME_OTHER, .asked = "qfThreadInfoX"}};
    add(&run, &r);
    r = (rsp_result){.scenario = "memory/crc",
                     .requirements = "MEM-019",
                     .verdict = RSP_VERDICT_FAIL,
                     .message = "expected a sum",
                     .got = "QC1",
                     .symptom = {.came = RSP_CAME_MISFIT, .packet = RSP_PACKET_QCRC, .asked = "qCRC:0,1"}};
    add(&run, &r);
    r.requirements = "LLDB-003";
    r.got = "m1";
    r.symptom.packet = RSP_PACKET_QPROCESS_INFO;
    r.symptom.asked = "qProcessInfo";
    add(&run, &r);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    assert_string_equal(run.causes[0].what, "names of packets are matched by their beginning");
    rsp_run_free(&run);
}

/* qSupported of so many bytes is refused. */
static void add_refused(rsp_run *run, uint64_t size) {
    static const rsp_violation refused = {
        .rule = RSP_RULE_NAK_GOOD, .entry = 7, .message = "a good packet was refused"};
    add(run, &(rsp_result){.scenario = "qsupported/size",
                           .requirements = "QSUP-005",
                           .verdict = RSP_VERDICT_FAIL,
                           .message = "refused",
                           .violations = &refused,
                           .num_violations = 1,
                           .symptom = {.entry = 7, .packet = RSP_PACKET_QSUPPORTED, .size = size}});
}

/* Azahar: a request longer than its buffer is refused, and what is too long is answered, too. */
static void refusal_of_long_requests_names_their_length(void **state) {
    (void)state;
    rsp_run run = {.metrics.most_request = 9728};
    run.metrics.kind_good[RSP_PACKET_QSUPPORTED] = 1;
    const rsp_violation twice = {.rule = RSP_RULE_ONE_REPLY, .entry = 6, .message = "it answers nothing"};
    add_refused(&run, 19456);
    add(&run, &(rsp_result){.scenario = "robustness/packet-too-long",
                            .requirements = "ROBUST-001",
                            .verdict = RSP_VERDICT_FAIL,
                            .message = "answered",
                            .violations = &twice,
                            .num_violations = 1,
                            .symptom = {.came = RSP_CAME_SILENCE, .entry = 7, .asked = "g"}});
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    assert_string_equal(run.causes[0].what, "requests of 19456 bytes and more are refused with '-'");
    rsp_run_free(&run);
}

/* gdb-server-kit refuses what has a '+' before it in one write, and answers the shortest request of a run
 * alone. */
static void refusal_of_a_packet_that_never_works_says_nothing_of_lengths(void **state) {
    (void)state;
    rsp_run run = {.metrics.most_request = 1};
    add_refused(&run, 62);
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    assert_string_equal(run.causes[0].what, "a good packet was refused");
    rsp_run_free(&run);
}

/* What broke a rule is named by what was sent, where all results of it have that in common. */
static void broken_rule_is_named_by_what_was_sent(void **state) {
    (void)state;
    static const struct {
        rsp_rule_id rule;
        rsp_came came;
        unsigned beside;
        const char *what;
    } rows[] = {
        {RSP_RULE_ONE_STOP_REPLY, RSP_CAME_STOP, RSP_BESIDE_STOPPED,
         "0x03 while the program is stopped is answered by a stop reply"},
        {RSP_RULE_ONE_STOP_REPLY, RSP_CAME_STOP, 0, "the rule"},
        {RSP_RULE_ACK_FIRST, RSP_CAME_STOP, RSP_BESIDE_STOPPED,
         "0x03 while the program is stopped is answered by a stop reply"},
        {RSP_RULE_ACK_FIRST, RSP_CAME_EMPTY, RSP_BESIDE_NAMELESS,
         "unknown packets are answered without a '+' before the reply"},
        {RSP_RULE_ACK_FIRST, RSP_CAME_EMPTY, 0, "the rule"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_run run = {0};
        const rsp_violation v = {.rule = rows[i].rule, .entry = 7, .message = "the rule"};
        add(&run, &(rsp_result){.scenario = "a/b",
                                .requirements = "ACK-001",
                                .verdict = RSP_VERDICT_FAIL,
                                .message = "it failed",
                                .violations = &v,
                                .num_violations = 1,
                                .symptom = {.came = rows[i].came, .entry = 7, .beside = rows[i].beside}});
        assert_ok(rsp_run_explain(&run, NULL));
        assert_string_equal(run.causes[0].what, rows[i].what);
        rsp_run_free(&run);
    }
}

/* melonDS is deaf after a packet that was damaged in no-ack mode, and knows vMustReplyEmpty. */
static void silence_after_damage_is_no_matter_of_unknown_packets(void **state) {
    (void)state;
    rsp_run run = {0};
    run.metrics.kind_count[RSP_PACKET_VMUST_REPLY_EMPTY] = 9;
    add(&run, &(rsp_result){.scenario = "noack/bad-checksum",
                            .requirements = "NOACK-005",
                            .verdict = RSP_VERDICT_HANG,
                            .message = "it did not come",
                            .breach = "after a packet with a wrong checksum nothing is answered",
                            .symptom = {.came = RSP_CAME_SILENCE,
                                        .beside = RSP_BESIDE_NAMELESS,
                                        .asked = "vMustReplyEmpty"}});
    assert_ok(rsp_run_explain(&run, NULL));
    assert_string_equal(run.causes[0].what, "after a packet with a wrong checksum nothing is answered");
    rsp_run_free(&run);
}

/* A reply that can not be one to its request is shown beside it. */
/* Two operations that nobody knows: qXfer itself is answered. */
static void unknown_operation_is_not_all_of_qxfer(void **state) {
    (void)state;
    rsp_run run = {0};
    for (unsigned i = 0; i < 2; i++) {
        rsp_result r = {
            .scenario = "qxfer/unknown-operation",
            .requirements = "XFER-008",
            .verdict = RSP_VERDICT_FAIL,
            .title = "An unknown operation gets the empty reply",
            .message = "expected the empty reply, got an error",
            .symptom = {.came = RSP_CAME_ERROR,
                        .packet = RSP_PACKET_QXFER,
                        .asked = i ? "qXfer:features:frob:target.xml:0,10" : "qXfer:auxv:frob::0,10"}};
        add(&run, &r);
    }
    assert_ok(rsp_run_explain(&run, NULL));
    assert_int_equal(run.num_causes, 1);
    assert_string_equal(run.causes[0].what,
                        "qXfer with an unknown object or operation is answered by an error");
    rsp_run_free(&run);
}

static void reply_of_another_form_is_shown(void **state) {
    (void)state;
    rsp_run run = {0};
    add(&run, &(rsp_result){
                  .scenario = "a/b",
                  .requirements = "MEM-001",
                  .verdict = RSP_VERDICT_FAIL,
                  .message = "expected data",
                  .got = "\\xd0\\x18",
                  .symptom = {.came = RSP_CAME_MISFIT, .packet = RSP_PACKET_READ_MEMORY, .asked = "m0,0"}});
    assert_ok(rsp_run_explain(&run, NULL));
    assert_string_equal(run.causes[0].what, "m0,0 is answered \\xd0\\x18, which is no reply to it");
    rsp_run_free(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_reply_is_named_by_request_reply_and_what_is_due),
        cmocka_unit_test(shortest_read_that_ends_the_stub_is_named),
        cmocka_unit_test(closing_at_all_that_is_malformed_is_one_cause),
        cmocka_unit_test(closing_at_a_packet_in_any_form_is_another_cause),
        cmocka_unit_test(closings_with_other_last_words_are_kept_apart),
        cmocka_unit_test(packet_that_is_never_answered_is_not_too_long),
        cmocka_unit_test(long_read_without_reply_is_not_malformed),
        cmocka_unit_test(what_dies_of_pieces_dies_of_long_packets),
        cmocka_unit_test(interrupt_before_an_unknown_packet_is_to_blame),
        cmocka_unit_test(refusal_after_stray_bytes_joins_that_after_damage),
        cmocka_unit_test(same_reply_and_other_ids_are_one_cause),
        cmocka_unit_test(packets_that_are_lost_without_a_plus_are_one_cause),
        cmocka_unit_test(reply_of_a_shorter_name_is_of_the_beginning),
        cmocka_unit_test(refusal_of_long_requests_names_their_length),
        cmocka_unit_test(refusal_of_a_packet_that_never_works_says_nothing_of_lengths),
        cmocka_unit_test(broken_rule_is_named_by_what_was_sent),
        cmocka_unit_test(silence_after_damage_is_no_matter_of_unknown_packets),
        cmocka_unit_test(unknown_operation_is_not_all_of_qxfer),
        cmocka_unit_test(reply_of_another_form_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

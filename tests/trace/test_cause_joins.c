/* One bug under several packets: what joins results into one cause, and what must not be joined.
 * Runs as tables of results.
 * See cause.h. */
/* SPDX-License-Identifier: MIT */
#include "cause_run.h"

#include "core/mem.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* An error handler that forgets to answer: what can not be read of any packet, what only the stub can not
 * read, and names that are taken for M. Two packets are no habit. */
static void malformed_requests_without_a_reply_are_one_cause(void **state) {
    (void)state;
    static const rsp_packet_id packets[] = {RSP_PACKET_READ_MEMORY, RSP_PACKET_WRITE_MEMORY,
                                            RSP_PACKET_QXFER_FEATURES_READ};
    for (size_t num = 2; num <= RSP_ARRAY_LEN(packets); num++) {
        rsp_run run = {0};
        for (size_t i = 0; i < num; i++) {
            run.metrics.kind_good[packets[i]] = run.metrics.kind_count[packets[i]] = 9;
            rsp_result r = failed(i == 0   ? "MEM-016"
                                  : i == 1 ? "MEM-008"
                                           : "XFER-010",
                                  (rsp_symptom){.came = RSP_CAME_SILENCE,
                                                .oddity = RSP_ODDITY_MALFORMED,
                                                .packet = packets[i],
                                                .asked = i == 0 ? "mzz" : "M1"});
            add(&run, &r);
        }
        rsp_result like = failed("MMR-001", (rsp_symptom){.came = RSP_CAME_SILENCE,
                                                          .packet = RSP_PACKET_MULTI_MEM_READ,
                                                          .asked = "MultiMemRead:"});
        rsp_result odd = failed(
            "MEM-008",
            (rsp_symptom){.came = RSP_CAME_SILENCE, .packet = RSP_PACKET_WRITE_MEMORY, .asked = "M1,1:x0"});
        odd.hostile = true;
        add(&run, &like);
        add(&run, &odd);
        explain(&run, num == 2 ? 3 : 1);
        if (num == 3)
            assert_string_equal(run.causes[0].what, "malformed requests get no reply, in place of an error");
        rsp_run_free(&run);
    }
}

/* A byte above 127 ends it in whatever it comes; where everything of the kind ends it the byte is no news. */
static void high_bytes_are_to_blame_alone(void **state) {
    (void)state;
    for (int others = 0; others < 2; others++) {
        rsp_run run = {0};
        rsp_result name = failed(
            "ROBUST-004",
            (rsp_symptom){.came = RSP_CAME_CLOSED, .oddity = RSP_ODDITY_HIGH, .beside = RSP_BESIDE_NAMELESS});
        rsp_result junk = failed(
            "FRAME-005",
            (rsp_symptom){.came = RSP_CAME_CLOSED, .suspect = RSP_ODDITY_HIGH, .packet = RSP_PACKET_REASON});
        rsp_result plain = failed("STD-001", (rsp_symptom){.came = RSP_CAME_CLOSED,
                                                           .oddity = RSP_ODDITY_NAMELESS,
                                                           .beside = RSP_BESIDE_NAMELESS});
        run.metrics.kind_good[RSP_PACKET_REASON] = 9;
        add(&run, &name);
        if (others)
            add(&run, &plain);
        else
            add(&run, &junk);
        explain(&run, 1);
        assert_string_equal(run.causes[0].what, others
                                                    ? "an unknown packet makes the stub close the connection"
                                                    : "a byte above 127 makes the stub close the connection");
        rsp_run_free(&run);
    }
}

static void name_that_begins_like_M_dies_of_it(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result own = failed("ROBUST-002", (rsp_symptom){.came = RSP_CAME_DIED,
                                                        .oddity = RSP_ODDITY_MALFORMED,
                                                        .packet = RSP_PACKET_WRITE_MEMORY,
                                                        .asked = "M"});
    rsp_result like = failed(
        "STD-001",
        (rsp_symptom){.came = RSP_CAME_DIED, .packet = RSP_PACKET_MULTI_MEM_READ, .asked = "MultiMemRead:"});
    own.verdict = like.verdict = RSP_VERDICT_CRASH;
    add(&run, &own);
    add(&run, &like);
    explain(&run, 1);
    assert_string_equal(run.causes[0].what, "a malformed M ends the stub");
    rsp_run_free(&run);
}

/* Cemu takes the fields of what its grammar refused. Two packets are no habit, a known place is one of its
 * own, and one that never works has another bug. */
static void malformed_requests_that_kill_are_one_cause(void **state) {
    (void)state;
    static const rsp_packet_id packets[] = {RSP_PACKET_READ_MEMORY, RSP_PACKET_WRITE_MEMORY,
                                            RSP_PACKET_READ_REGISTER, RSP_PACKET_INSERT_BREAKPOINT};
    for (size_t num = 2; num <= RSP_ARRAY_LEN(packets); num++) {
        rsp_run run = {0};
        for (size_t i = 0; i < num; i++) {
            const bool closes = i == 0; /* before it dies */
            rsp_result r =
                failed("ROBUST-002", (rsp_symptom){.came = closes ? RSP_CAME_CLOSED : RSP_CAME_DIED,
                                                   .oddity = RSP_ODDITY_MALFORMED,
                                                   .packet = packets[i],
                                                   .suspect = i ? RSP_ODDITY_MALFORMED : RSP_ODDITY_PLAIN,
                                                   .suspected = packets[i],
                                                   .asked = "zz"});
            run.metrics.kind_good[packets[i]] = packets[i] == RSP_PACKET_INSERT_BREAKPOINT ? 0 : 9;
            r.verdict = closes ? RSP_VERDICT_FAIL : RSP_VERDICT_CRASH;
            add(&run, &r);
            r.verdict = RSP_VERDICT_CRASH;
            add(&run, &r);
        }
        rsp_result plain = failed(
            "BRK-001",
            (rsp_symptom){.came = RSP_CAME_DIED, .packet = RSP_PACKET_INSERT_BREAKPOINT, .asked = "Z0,0,4"});
        rsp_result told = failed("XFER-010", (rsp_symptom){.came = RSP_CAME_DIED,
                                                           .oddity = RSP_ODDITY_MALFORMED,
                                                           .packet = RSP_PACKET_QXFER,
                                                           .asked = "qXfer"});
        plain.verdict = told.verdict = RSP_VERDICT_CRASH;
        told.shown.last_words = "terminate called after throwing an instance of 'x'\n";
        if (num == RSP_ARRAY_LEN(packets))
            add(&run, &plain);
        add(&run, &told);
        explain(&run, num == 2 ? 3 : num == 3 ? 2 : 4);
        if (num > 2)
            assert_string_equal(run.causes[run.results[0].cause - 1].what,
                                "a malformed packet ends the stub (M, m, p: one bug or several)");
        assert_int_equal(run.results[0].cause, run.results[1].cause);
        rsp_run_free(&run);
    }
}

/* The packet that comes for a '-' is damaged, and no other is. */
static void damaged_repetition_is_no_wrong_checksum(void **state) {
    (void)state;
    for (int alone = 0; alone < 2; alone++) {
        rsp_run run = {0};
        const rsp_violation wrong = {.rule = RSP_RULE_CHECKSUM, .entry = 7, .message = "wrong checksum"};
        rsp_result again = failed(
            "ACK-003", (rsp_symptom){.came = RSP_CAME_DAMAGED, .entry = 7, .beside = RSP_BESIDE_REFUSED});
        rsp_result first = failed("FRAME-001", (rsp_symptom){.came = RSP_CAME_DAMAGED, .entry = 7});
        again.violations = first.violations = &wrong;
        again.num_violations = first.num_violations = 1;
        add(&run, &again);
        if (alone)
            add(&run, &first);
        explain(&run, 1);
        assert_string_equal(run.causes[0].what,
                            alone ? "wrong checksum" : "'-' is answered by a damaged packet");
        rsp_run_free(&run);
    }
}

/* DeSmuME refuses the rest of half a packet, and answers it, as it does with a damaged packet. */
static void half_a_packet_is_served_as_a_damaged_one(void **state) {
    (void)state;
    for (int serves = 0; serves < 2; serves++) {
        rsp_run run = {0};
        const rsp_violation many = {.rule = RSP_RULE_ONE_REPLY, .entry = 7, .message = "one too many"};
        rsp_result damaged = failed("ACK-002", (rsp_symptom){.came = RSP_CAME_OTHER,
                                                             .entry = 7,
                                                             .oddity = RSP_ODDITY_DAMAGED,
                                                             .beside = RSP_BESIDE_DAMAGED});
        rsp_result half =
            failed("ROBUST-007", (rsp_symptom){.came = RSP_CAME_OTHER, .entry = 7, .beside = RSP_BESIDE_RAW});
        damaged.violations = half.violations = &many;
        damaged.num_violations = half.num_violations = 1;
        if (serves)
            add(&run, &damaged);
        add(&run, &half);
        explain(&run, 1);
        assert_string_equal(run.causes[0].what,
                            serves ? "a packet with a wrong checksum is answered all the same"
                                   : "one too many");
        rsp_run_free(&run);
    }
}

/* SweRV-ISS takes each read for a packet: it serves half of one, and loses one that comes byte by byte. No
 * command sends bytes so. */
static void half_a_packet_that_is_served_is_one_in_pieces(void **state) {
    (void)state;
    const rsp_violation many = {.rule = RSP_RULE_ONE_REPLY, .entry = 7, .message = "one too many"};
    const rsp_causes_options options = {.send_command = "stubborn send"};
    for (int words = 0; words < 2; words++) {
        rsp_run run = {0};
        rsp_result half = failed("ROBUST-007", (rsp_symptom){.came = RSP_CAME_OTHER,
                                                             .entry = 7,
                                                             .packet = RSP_PACKET_SELECT_THREAD,
                                                             .asked = "Hg0",
                                                             .send = "Hg0"});
        rsp_result pieces =
            failed("FRAME-006",
                   (rsp_symptom){
                       .came = RSP_CAME_SILENCE, .packet = RSP_PACKET_REASON, .asked = "?", .send = "'?'"});
        half.violations = &many;
        half.num_violations = 1;
        pieces.breach = "a packet that comes in pieces is not answered";
        pieces.common = words ? pieces.breach : "";
        run.metrics.kind_good[RSP_PACKET_REASON] = run.metrics.kind_count[RSP_PACKET_REASON] = 9;
        add(&run, &half);
        add(&run, &pieces);
        assert_ok(rsp_run_explain(&run, &options));
        assert_int_equal(run.num_causes, 1);
        assert_string_equal(run.causes[0].what, pieces.breach);
        assert_string_equal(run.causes[0].send, "");
        rsp_run_free(&run);
    }
}

static void thread_id_is_named_by_what_came(void **state) {
    (void)state;
    static const char *const names[] = {"qC gives ' 0', which is no thread-id", "' 0' is no thread-id",
                                        "not a thread-id"};
    for (unsigned i = 0; i < RSP_ARRAY_LEN(names); i++) {
        const rsp_violation id = {.rule = RSP_RULE_THREAD_ID,
                                  .entry = i == 0 ? 7 : 5,
                                  .got = i < 2 ? " 0" : "",
                                  .message = "not a thread-id"};
        rsp_run run = {0};
        rsp_result r =
            failed("THR-001",
                   (rsp_symptom){.came = RSP_CAME_OTHER, .entry = 7, .packet = RSP_PACKET_QC, .asked = "qC"});
        r.violations = &id;
        r.num_violations = 1;
        add(&run, &r);
        explain(&run, 1);
        assert_string_equal(run.causes[0].what, names[i]);
        rsp_run_free(&run);
    }
}

/* RISCV_gdbstub serves the last packet once more for each piece of the next one. Where others are answered
 * twice, too, pieces are not the matter. */
static void surplus_replies_to_pieces_are_named_by_them(void **state) {
    (void)state;
    for (int others = 0; others < 2; others++) {
        rsp_run run = {0};
        const rsp_violation many = {.rule = RSP_RULE_ONE_REPLY, .entry = 6, .message = "one too many"};
        const rsp_symptom ok = {.came = RSP_CAME_OK, .entry = 7, .packet = RSP_PACKET_REASON, .asked = "?"};
        rsp_result pieces = failed("FRAME-006", ok);
        rsp_result whole = failed("STOP-001", ok);
        pieces.violations = whole.violations = &many;
        pieces.num_violations = whole.num_violations = 1;
        add(&run, &pieces);
        if (others)
            add(&run, &whole);
        explain(&run, 1);
        assert_string_equal(run.causes[0].what,
                            others ? "one too many"
                                   : "a packet that comes in pieces brings replies before it is whole");
        assert_string_equal(run.causes[0].requirement, others ? "FRAME-017" : "FRAME-006");
        rsp_run_free(&run);
    }
}

/* pygdbstub: a step that stops with signal 0 is named once, whatever wants its signal. */
static void steps_without_a_signal_are_one_cause(void **state) {
    (void)state;
    const rsp_symptom vcont = {
        .came = RSP_CAME_STOP, .entry = 7, .packet = RSP_PACKET_VCONT, .asked = "vCont;s:-1"};
    const rsp_symptom step = {.came = RSP_CAME_STOP, .entry = 7, .packet = RSP_PACKET_STEP, .asked = "s"};
    const rsp_symptom asks = {.came = RSP_CAME_STOP, .entry = 7, .packet = RSP_PACKET_REASON, .asked = "?"};
    for (int known = 0; known < 2; known++) {
        rsp_run run = {0};
        rsp_result threads = failed("VCONT-009", vcont);
        rsp_result trap = failed("STOP-005", step);
        rsp_result again = failed("STOP-002", asks);
        rsp_result run_on = failed("VCONT-006", vcont);
        threads.got = "T00thread:1;";
        trap.got = "S00";
        again.got = "S05";
        again.message = "expected signal 0, got 5 (SIGTRAP)";
        run_on.symptom.asked = "vCont;c";
        run_on.got = "T00thread:1;";
        if (known) {
            add(&run, &threads);
            add(&run, &trap);
        }
        add(&run, &again);
        add(&run, &run_on);
        explain(&run, 2);
        assert_int_equal(strcmp(run.causes[0].what, "a step stops with signal 0, which is none") == 0, known);
        rsp_run_free(&run);
    }
}

/* libgdbstub tells the stop of a 0x03 twice: the second comes in place of the '+' for the next request. A
 * data reply without '+' is another matter, and so is a stop where none is known to be told twice. */
static void second_telling_in_place_of_a_plus_is_no_missing_ack(void **state) {
    (void)state;
    static const struct {
        const char *got;
        bool known;
        size_t num_causes;
    } rows[] = {{"S05", true, 1}, {"00100000", true, 2}, {"S05", false, 1}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_run run = {0};
        const rsp_violation twice = {.rule = RSP_RULE_ONE_STOP_REPLY, .entry = 5, .message = "a second stop"};
        const rsp_violation early[] = {
            {.rule = RSP_RULE_ACK_FIRST, .entry = 7, .message = "no plus", .got = rows[i].got},
            {.rule = RSP_RULE_REPLY_SHAPE, .entry = 7, .message = "no reply to g", .got = rows[i].got}};
        rsp_result one = failed("INT-003", (rsp_symptom){.entry = 5, .packet = RSP_PACKET_VCONT});
        rsp_result next =
            failed("STOP-013",
                   (rsp_symptom){.came = RSP_CAME_NO_ACK, .entry = 7, .packet = RSP_PACKET_READ_REGISTERS});
        one.violations = &twice;
        one.num_violations = 1;
        next.violations = early;
        next.num_violations = RSP_ARRAY_LEN(early);
        if (rows[i].known)
            add(&run, &one);
        add(&run, &next);
        explain(&run, rows[i].num_causes);
        if (!rows[i].known)
            assert_string_equal(run.causes[0].what, "no plus");
        rsp_run_free(&run);
    }
}

/* libgdbstub looks neither at the digits of M nor at its length: two bugs, and each has its name. */
static void digits_and_length_of_a_write_are_two_causes(void **state) {
    (void)state;
    static const struct {
        const char *asked, *breach;
    } rows[] = {{"M9000,1:x0", "M with data that is no hex is taken"},
                {"M9000,4:00", "M with other data than its length announces is taken"},
                {"M9000,2:zz00", "M with data that is no hex is taken"},
                {"M9000,4:", "M with other data than its length announces is taken"},
                {"M9000,1:0000", "M with other data than its length announces is taken"}};
    rsp_run run = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_result r = failed("MEM-008", (rsp_symptom){.entry = 7,
                                                       .packet = RSP_PACKET_WRITE_MEMORY,
                                                       .beside = RSP_BESIDE_CONFIRMED,
                                                       .oddity = RSP_ODDITY_MALFORMED,
                                                       .asked = rows[i].asked});
        r.breach = rows[i].breach;
        add(&run, &r);
    }
    explain(&run, 2);
    for (size_t i = 0; i < 2; i++) {
        const bool hex = strcmp(run.causes[i].what, rows[0].breach) == 0;
        assert_string_equal(run.causes[i].what, rows[hex ? 0 : 1].breach);
        assert_int_equal(run.causes[i].num_results, hex ? 2 : 3);
    }
    rsp_run_free(&run);
}

/* Solo5 asserts that the trap is there which z takes back. */
static void removal_that_kills_after_a_write_is_not_alone(void **state) {
    (void)state;
    for (int wrote = 0; wrote < 2; wrote++) {
        rsp_run run = {0};
        rsp_result died =
            failed("MEM-013", (rsp_symptom){.came = RSP_CAME_DIED,
                                            .packet = RSP_PACKET_REMOVE_BREAKPOINT,
                                            .asked = "z0,100,1",
                                            .beside = wrote ? RSP_BESIDE_WROTE : RSP_BESIDE_AGAIN});
        died.verdict = RSP_VERDICT_CRASH;
        died.shown.last_words = "stub: a.c:7: remove: Assertion `x' failed.\n";
        run.metrics.kind_good[RSP_PACKET_REMOVE_BREAKPOINT] = 9;
        add(&run, &died);
        explain(&run, 1);
        assert_string_equal(run.causes[0].what,
                            wrote ? "z0,100,1 ends the stub after a write of memory: a.c:7: remove: "
                                    "Assertion `x' failed."
                                  : "z0,100,1 ends the stub: a.c:7: remove: Assertion `x' failed.");
        rsp_run_free(&run);
    }
}

/* OpenOCD leaves its client at p7fff, and dies of p80000000: the death is shown by what died. */
static void a_death_is_shown_by_one(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result left =
        failed("REG-006",
               (rsp_symptom){.came = RSP_CAME_CLOSED, .packet = RSP_PACKET_READ_REGISTER, .asked = "p7fff"});
    rsp_result died = failed(
        "REG-006",
        (rsp_symptom){.came = RSP_CAME_DIED, .packet = RSP_PACKET_READ_REGISTER, .asked = "p80000000"});
    run.metrics.kind_good[RSP_PACKET_READ_REGISTER] = 9;
    died.verdict = RSP_VERDICT_CRASH;
    died.hostile = true;
    add(&run, &left);
    add(&run, &died);
    explain(&run, 1);
    assert_string_equal(run.causes[0].what, "p80000000 ends the stub");
    rsp_run_free(&run);
}

/* OpenOCD repeats a stop reply from a buffer that has other bytes by then: NUL behind it, or worse. */
static void stop_reply_with_garbage_is_a_damaged_repetition(void **state) {
    (void)state;
    rsp_run run = {0};
    const rsp_violation broken[] = {{.rule = RSP_RULE_CHECKSUM, .entry = 28, .message = "wrong checksum"},
                                    {.rule = RSP_RULE_RESEND, .entry = 28, .message = "another packet"}};
    rsp_result zeros =
        failed("ACK-003", (rsp_symptom){.came = RSP_CAME_STOP, .entry = 12, .beside = RSP_BESIDE_REFUSED});
    rsp_result garbage =
        failed("FRAME-001", (rsp_symptom){.came = RSP_CAME_STOP, .entry = 26, .beside = RSP_BESIDE_REFUSED});
    zeros.violations = &broken[1];
    zeros.num_violations = 1;
    garbage.violations = broken;
    garbage.num_violations = 2;
    add(&run, &zeros);
    add(&run, &garbage);
    explain(&run, 1);
    assert_string_equal(run.causes[0].what, "'-' is answered by a damaged packet");
    rsp_run_free(&run);
}

/* Digits that are none are not refused, and wrong ones are. */
static void other_damage_is_no_missing_refusal(void **state) {
    (void)state;
    for (int refuses = 0; refuses < 2; refuses++) {
        rsp_run run = {0};
        rsp_result r =
            failed("FRAME-019", (rsp_symptom){.came = RSP_CAME_SILENCE, .beside = RSP_BESIDE_DAMAGED});
        rsp_result good = failed("ACK-002", (rsp_symptom){0});
        r.breach = "digits that are none are not refused";
        good.verdict = RSP_VERDICT_PASS;
        add(&run, &r);
        if (refuses)
            add(&run, &good);
        explain(&run, 1);
        assert_string_equal(run.causes[0].what,
                            refuses ? "digits that are none are not refused"
                                    : "a packet with a wrong checksum is not refused with '-'");
        rsp_run_free(&run);
    }
}

/* Two scenarios that say the same of a stub mean one thing, whatever each is about. */
static void same_sentence_is_one_cause(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result results[] = {failed("MP-005", (rsp_symptom){.came = RSP_CAME_OTHER}),
                            failed("VCONT-024", (rsp_symptom){.came = RSP_CAME_STOP}),
                            failed("VCONT-025", (rsp_symptom){.came = RSP_CAME_STOP})};
    results[0].breach = results[1].breach = "p-1 with a thread is taken";
    results[2].breach = "a list is taken in part";
    for (size_t i = 0; i < RSP_ARRAY_LEN(results); i++)
        add(&run, &results[i]);
    explain(&run, 2);
    assert_int_equal(run.results[0].cause, run.results[1].cause);
    rsp_run_free(&run);
}

/* G that is never answered is unknown to a stub that answers nothing unknown; '?' is due from all. */
static void missing_G_is_an_unknown_packet(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result unknown =
        failed("STD-001", (rsp_symptom){.came = RSP_CAME_SILENCE, .beside = RSP_BESIDE_NAMELESS});
    rsp_result block =
        failed("REG-002", (rsp_symptom){.came = RSP_CAME_SILENCE, .packet = RSP_PACKET_WRITE_REGISTERS});
    rsp_result question =
        failed("STOP-001", (rsp_symptom){.came = RSP_CAME_SILENCE, .packet = RSP_PACKET_REASON});
    add(&run, &unknown);
    add(&run, &block);
    add(&run, &question);
    explain(&run, 2);
    assert_int_equal(run.results[0].cause, run.results[1].cause);
    rsp_run_free(&run);
}

/* Where other names get the empty reply, the name is told. */
static void some_names_are_told(void **state) {
    (void)state;
    for (int some = 0; some < 2; some++) {
        rsp_run run = {0};
        rsp_result error =
            failed("STD-001",
                   (rsp_symptom){.came = RSP_CAME_ERROR, .beside = RSP_BESIDE_NAMELESS, .asked = "jNobody"});
        rsp_result good = failed("STD-001", (rsp_symptom){0});
        good.verdict = RSP_VERDICT_PASS;
        add(&run, &error);
        if (some)
            add(&run, &good);
        explain(&run, 1);
        assert_string_equal(
            run.causes[0].what,
            some ? "jNobody is answered by an error, and other unknown packets get the empty reply"
                 : "unknown packets are answered by an error");
        rsp_run_free(&run);
    }
}

/* Where it is most of them that get none, the few others are told, not one name. */
static void most_names_are_told_as_all(void **state) {
    (void)state;
    rsp_run run = {0};
    for (int i = 0; i < 2; i++) {
        rsp_result silent = failed(
            "STD-001",
            (rsp_symptom){.came = RSP_CAME_SILENCE, .beside = RSP_BESIDE_NAMELESS, .asked = "jNobody"});
        add(&run, &silent);
    }
    rsp_result good = failed("STD-001", (rsp_symptom){0});
    good.verdict = RSP_VERDICT_PASS;
    add(&run, &good);
    explain(&run, 1);
    assert_string_equal(run.causes[0].what,
                        "unknown packets get no reply, but for a few that get the empty reply");
    rsp_run_free(&run);
}

/* A step that is not answered is no matter of the 0x03 that was sent to be rid of it, nor is what dies with
 * a process that was told to end. */
static void step_is_not_the_fault_of_an_interrupt(void **state) {
    (void)state;
    static const struct {
        const char *asked;
        const char *what;
    } rows[] = {
        {"vCont;s", "vCont;s is never followed by a stop reply"},
        {"vCont;c", "0x03 after vCont;c does not stop the program"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_run run = {0};
        run.metrics.kind_good[RSP_PACKET_VCONT] = 9;
        rsp_result good = failed("INT-001", (rsp_symptom){0});
        good.verdict = RSP_VERDICT_PASS;
        rsp_result r = failed("RUN-002", (rsp_symptom){.came = RSP_CAME_NO_STOP,
                                                       .packet = RSP_PACKET_VCONT,
                                                       .beside = RSP_BESIDE_INTERRUPTED,
                                                       .asked = rows[i].asked});
        add(&run, &good);
        add(&run, &r);
        explain(&run, 1);
        assert_string_equal(run.causes[0].what, rows[i].what);
        rsp_run_free(&run);
    }
}

/* G stands behind what stops debuggers, where they have P. */
static void missing_G_stops_nobody_who_has_P(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result block =
        failed("REG-002", (rsp_symptom){.came = RSP_CAME_EMPTY, .packet = RSP_PACKET_WRITE_REGISTERS});
    rsp_result pieces = failed("STOP-001", (rsp_symptom){.came = RSP_CAME_OTHER});
    run.metrics.kind_good[RSP_PACKET_WRITE_REGISTER] = 1;
    pieces.breach = "a stop says nothing";
    add(&run, &block);
    add(&run, &pieces);
    explain(&run, 2);
    assert_string_equal(run.causes[0].what, "a stop says nothing");
    rsp_run_free(&run);
}

/* Refused, and served all the same: the reply is one too many. */
static void damaged_packet_that_is_answered_is_named(void **state) {
    (void)state;
    rsp_run run = {0};
    const rsp_violation stray = {.rule = RSP_RULE_ONE_STOP_REPLY, .entry = 7, .message = "a stray stop"};
    rsp_result r = failed("ACK-002", (rsp_symptom){.came = RSP_CAME_STOP,
                                                   .entry = 8,
                                                   .oddity = RSP_ODDITY_DAMAGED,
                                                   .beside = RSP_BESIDE_DAMAGED});
    r.violations = &stray;
    r.num_violations = 1;
    add(&run, &r);
    explain(&run, 1);
    assert_string_equal(run.causes[0].what, "a packet with a wrong checksum is answered all the same");
    rsp_run_free(&run);
}

/* What is compared after a G that there is not fails for want of it. */
static void want_of_G_is_one_cause(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result own =
        failed("REG-002", (rsp_symptom){.came = RSP_CAME_EMPTY, .packet = RSP_PACKET_WRITE_REGISTERS});
    rsp_result other = failed("REG-003", (rsp_symptom){.packet = RSP_PACKET_WRITE_REGISTERS, .entry = 3});
    add(&run, &own);
    add(&run, &other);
    explain(&run, 1);
    rsp_run_free(&run);
}

/* A write to where nothing is, is another bug than one that can not be read. */
static void writes_to_nowhere_are_another_cause(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result odd = failed("MEM-008", (rsp_symptom){.came = RSP_CAME_OK, .packet = RSP_PACKET_WRITE_MEMORY});
    rsp_result nowhere =
        failed("MEM-006 MEM-007", (rsp_symptom){.came = RSP_CAME_OK, .packet = RSP_PACKET_WRITE_MEMORY});
    add(&run, &odd);
    add(&run, &nowhere);
    explain(&run, 2);
    rsp_run_free(&run);
}

/* x86driver's gdbstub ends at each packet that it does not know, vMustReplyEmpty among them. What came before
 * that question in some scenarios is not to blame, and neither is one name. */
static void question_that_ends_the_stub_needs_nothing_before_it(void **state) {
    (void)state;
    static const rsp_symptom symptoms[] = {
        {.came = RSP_CAME_CLOSED, .beside = RSP_BESIDE_NAMELESS, .asked = "vMustReplyEmpty"},
        {.came = RSP_CAME_CLOSED,
         .beside = RSP_BESIDE_NAMELESS,
         .oddity = RSP_ODDITY_NAMELESS,
         .asked = "QStartNoAckMode"},
        {.came = RSP_CAME_CLOSED,
         .beside = RSP_BESIDE_NAMELESS,
         .suspect = RSP_ODDITY_MALFORMED,
         .suspected = RSP_PACKET_READ_MEMORY,
         .asked = "vMustReplyEmpty"},
    };
    static const char *const ids[] = {"QSUP-005", "NOACK-001", "FRAME-017"};
    rsp_run run = {0};
    run.metrics.kind_count[RSP_PACKET_UNKNOWN] = run.metrics.kind_data[RSP_PACKET_UNKNOWN] = 2;
    run.metrics.kind_count[RSP_PACKET_READ_MEMORY] = run.metrics.kind_good[RSP_PACKET_READ_MEMORY] = 9;
    for (size_t i = 0; i < RSP_ARRAY_LEN(symptoms); i++) {
        const rsp_result r = failed(ids[i], symptoms[i]);
        add(&run, &r);
    }
    explain(&run, 1);
    assert_non_null(strstr(run.causes[0].what, "makes the stub close the connection"));
    rsp_run_free(&run);
}

/* minichlink's p reads exactly two digits: p0 and p2 are refused, and p20 works. What P writes is read by p.
 */
static void refused_registers_are_one_cause(void **state) {
    (void)state;
    static const char *const replies[] = {"E 10", "E01"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(replies); i++) {
        rsp_run run = {0};
        rsp_result read =
            failed("REG-004 REG-013",
                   (rsp_symptom){.came = RSP_CAME_ERROR, .packet = RSP_PACKET_READ_REGISTER, .asked = "p0"});
        rsp_result written =
            failed("REG-005",
                   (rsp_symptom){.came = RSP_CAME_ERROR, .packet = RSP_PACKET_READ_REGISTER, .asked = "p2"});
        rsp_result odd = failed("REG-006", (rsp_symptom){.came = RSP_CAME_ERROR,
                                                         .oddity = RSP_ODDITY_MALFORMED,
                                                         .packet = RSP_PACKET_READ_REGISTER,
                                                         .asked = "p"});
        read.got = odd.got = "E 10";
        written.got = replies[i];
        run.metrics.kind_count[RSP_PACKET_READ_REGISTER] = 9;
        run.metrics.kind_good[RSP_PACKET_READ_REGISTER] = 7;
        add(&run, &read);
        add(&run, &written);
        add(&run, &odd);
        explain(&run, i == 0 ? 2 : 3);
        assert_string_equal(run.causes[0].what, "p0 is answered by an error");
        assert_int_equal(run.causes[0].num_results, i == 0 ? 2 : 1);
        rsp_run_free(&run);
    }
}

/* The read before it keeps the stub busy. */
static void late_reply_names_the_long_read(void **state) {
    (void)state;
    rsp_run run = {.metrics = {.most_read = 0x800}};
    rsp_result r = failed("MEM-015", (rsp_symptom){.came = RSP_CAME_LATE,
                                                   .packet = RSP_PACKET_READ_MEMORY,
                                                   .length = 4,
                                                   .longest = 0x7fffffff});
    add(&run, &r);
    explain(&run, 1);
    assert_string_equal(run.causes[0].what, "m of 0x7fffffff bytes is answered later than debuggers wait");
    rsp_run_free(&run);
}

/* UoS-EEC's gdb-server lists s and c in vCont?, and answers no vCont: neither unknown packets nor the program
 * are to blame. */
static void promised_vcont_without_a_reply_is_one_cause(void **state) {
    (void)state;
    rsp_run run = {0};
    const rsp_result results[] = {
        failed("RUN-002",
               (rsp_symptom){.came = RSP_CAME_NO_STOP, .packet = RSP_PACKET_VCONT, .asked = "vCont;s"}),
        failed("RUN-001", (rsp_symptom){.came = RSP_CAME_UNKNOWN, .packet = RSP_PACKET_VCONT, .entry = 9}),
        failed("VCONT-018", (rsp_symptom){.came = RSP_CAME_SILENCE, .packet = RSP_PACKET_VCONT}),
    };
    run.metrics.kind_count[RSP_PACKET_VCONT] = 9;
    run.metrics.kind_good[RSP_PACKET_VCONT_QUERY] = 2;
    for (size_t i = 0; i < RSP_ARRAY_LEN(results); i++)
        add(&run, &results[i]);
    explain(&run, 1);
    assert_string_equal(run.causes[0].what, "vCont is never followed by a stop reply");
    run.metrics.kind_good[RSP_PACKET_VCONT] = 1;
    explain(&run, 3);
    rsp_run_free(&run);
}

/* zba-gdbstub refuses what it can not read; two such requests may be chance. */
static void refusals_of_what_can_not_be_read_are_named(void **state) {
    (void)state;
    static const rsp_violation refused = {
        .rule = RSP_RULE_NAK_GOOD, .entry = 7, .message = "a good packet was refused"};
    for (size_t num = 2; num < 4; num++) {
        rsp_run run = {0};
        for (size_t i = 0; i < num; i++) {
            rsp_result r = failed("XFER-010", (rsp_symptom){.came = RSP_CAME_NO_ACK,
                                                            .oddity = RSP_ODDITY_MALFORMED,
                                                            .packet = RSP_PACKET_READ_MEMORY,
                                                            .entry = 7});
            r.violations = &refused;
            r.num_violations = 1;
            add(&run, &r);
        }
        explain(&run, 1);
        assert_string_equal(run.causes[0].what,
                            num < 3 ? "a good packet was refused"
                                    : "what can not be read is refused with '-', as if it were damaged");
        rsp_run_free(&run);
    }
}

/* st-util begins no new sum after a wrong one: the good packet is refused whatever a scenario is about. */
static void refusals_after_damage_are_one_cause(void **state) {
    (void)state;
    static const rsp_violation refused = {
        .rule = RSP_RULE_NAK_GOOD, .entry = 7, .message = "a good packet was refused"};
    for (int after = 0; after < 2; after++) {
        rsp_run run = {0};
        rsp_result next =
            failed("ACK-002",
                   (rsp_symptom){.came = RSP_CAME_UNKNOWN, .entry = 7, .beside = RSP_BESIDE_AFTER_DAMAGE});
        rsp_result other = failed("FRAME-019", next.symptom);
        next.breach = "a good packet is refused after a damaged one";
        next.violations = other.violations = &refused;
        next.num_violations = other.num_violations = 1;
        other.symptom.beside = after ? RSP_BESIDE_AFTER_DAMAGE : 0;
        add(&run, &next);
        add(&run, &other);
        explain(&run, after ? 1 : 2);
        rsp_run_free(&run);
    }
}

/* st-util reads fields of qXfer that are not there: of a request that lacks them, and of one that writes. */
static void unknown_operation_of_qxfer_ends_it_as_a_malformed_one(void **state) {
    (void)state;
    for (int both = 0; both < 2; both++) {
        rsp_run run = {0};
        rsp_result writes =
            failed("XFER-008", (rsp_symptom){.came = RSP_CAME_DIED,
                                             .packet = RSP_PACKET_QXFER,
                                             .asked = "qXfer:features:write:target.xml:0:aa"});
        rsp_result lacks = failed("XFER-010", (rsp_symptom){.came = RSP_CAME_DIED,
                                                            .packet = RSP_PACKET_QXFER,
                                                            .oddity = RSP_ODDITY_MALFORMED,
                                                            .asked = "qXfer"});
        writes.verdict = lacks.verdict = RSP_VERDICT_CRASH;
        add(&run, &writes);
        if (both)
            add(&run, &lacks);
        explain(&run, 1);
        if (!both)
            assert_string_equal(run.causes[0].what,
                                "qXfer with an unknown object or operation ends the stub");
        rsp_run_free(&run);
    }
}

/* coreboot says Wff in its own name, and is gone a little later: seen early or late, it is one death. */
static void exit_in_the_stubs_own_name_is_its_death(void **state) {
    (void)state;
    for (int dies = 0; dies < 2; dies++) {
        rsp_run run = {0};
        rsp_result early = failed("MEM-008", (rsp_symptom){.came = RSP_CAME_STOP,
                                                           .packet = RSP_PACKET_WRITE_MEMORY,
                                                           .oddity = RSP_ODDITY_MALFORMED,
                                                           .beside = RSP_BESIDE_EXITED,
                                                           .asked = "M1000,4:11"});
        rsp_result late = failed("MEM-008", early.symptom);
        early.got = "Wff";
        late.symptom.came = RSP_CAME_DIED;
        late.verdict = RSP_VERDICT_CRASH;
        add(&run, &early);
        if (dies)
            add(&run, &late);
        explain(&run, 1);
        assert_int_equal(strcmp(run.causes[0].what, "a malformed M ends the stub") == 0, dies);
        rsp_run_free(&run);
    }
}

/* unidbg answers '-' to each byte that begins no packet; the packet behind them is served. */
static void refusals_of_bytes_between_packets_are_named(void **state) {
    (void)state;
    static const rsp_violation refused = {
        .rule = RSP_RULE_NAK_GOOD, .entry = 7, .message = "a good packet was refused"};
    for (int plain = 0; plain < 2; plain++) {
        rsp_run run = {0};
        for (unsigned i = 0; i < 3; i++) {
            rsp_result r = failed("ACK-001", (rsp_symptom){.came = RSP_CAME_NO_ACK,
                                                           .packet = RSP_PACKET_REASON,
                                                           .beside = plain ? 0 : RSP_BESIDE_RAW,
                                                           .entry = 7});
            r.violations = &refused;
            r.num_violations = 1;
            add(&run, &r);
        }
        explain(&run, 1);
        assert_string_equal(run.causes[0].what, plain ? "a good packet was refused"
                                                      : "bytes that are no packet are refused with '-'");
        rsp_run_free(&run);
    }
}

/* zba-gdbstub and unidbg keep the '+' with the reply that they send again. */
static void plus_before_a_repetition_is_one_cause(void **state) {
    (void)state;
    static const rsp_violation surplus = {
        .rule = RSP_RULE_ACK_ONCE, .entry = 7, .message = "an acknowledgment for no packet"};
    for (int judged = 0; judged < 2; judged++) {
        rsp_run run = {0};
        rsp_result minus = failed(judged ? "ACK-003" : "ACK-001",
                                  (rsp_symptom){.came = RSP_CAME_UNKNOWN, .beside = RSP_BESIDE_REFUSED});
        rsp_result step = failed(
            "ACK-004", (rsp_symptom){.came = RSP_CAME_OTHER, .beside = RSP_BESIDE_REFUSED, .entry = 7});
        minus.violations = step.violations = &surplus;
        minus.num_violations = step.num_violations = 1;
        add(&run, &minus);
        add(&run, &step);
        explain(&run, judged ? 1 : 2);
        if (judged)
            assert_string_equal(run.causes[0].what, "'-' is answered by a '+' before the last packet");
        rsp_run_free(&run);
    }
}

/* gdbserver-stub drops the rest of a read behind what it does not know, which a '-' is. */
static void packet_lost_behind_a_minus_is_lost_behind_junk(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result junk = failed(
        "FRAME-005",
        (rsp_symptom){.came = RSP_CAME_SILENCE, .packet = RSP_PACKET_REASON, .beside = RSP_BESIDE_RAW});
    rsp_result minus = failed("NOACK-006", (rsp_symptom){.came = RSP_CAME_SILENCE,
                                                         .packet = RSP_PACKET_VMUST_REPLY_EMPTY,
                                                         .asked = "vMustReplyEmpty"});
    junk.breach = "a packet right behind bytes that are no packet is not answered";
    run.metrics.kind_good[RSP_PACKET_REASON] = run.metrics.kind_count[RSP_PACKET_VMUST_REPLY_EMPTY] = 9;
    add(&run, &minus);
    explain(&run, 1);
    assert_string_equal(run.causes[0].what, "vMustReplyEmpty gets no reply");
    add(&run, &junk);
    explain(&run, 1);
    assert_string_equal(run.causes[0].what, junk.breach);
    rsp_run_free(&run);
}

/* Zig's panics: one place is one cause, whatever was sent; an optimised program does not know the place. */
static void panics_are_told_apart_by_their_place(void **state) {
    (void)state;
    static const char *const words[] = {
        "thread 196 panic: index out of bounds\n/z/std/mem.zig:203:14: 0x211244 in copy__1 (zba)\n  for {\n",
        "thread 7 panic: index out of bounds\n/z/std/mem.zig:203:14: 0x2112ff in copy__1 (zba)\n",
        "thread 8 panic: reached\n/z/src/Packet.zig:72:16: 0x212a84 in parse (zba)\n",
        "thread 9 panic: index out of bounds\n/z/src/Server.zig:0:0: 0x212a3a in handlePacket (zba)\n",
    };
    static const rsp_oddity oddities[] = {RSP_ODDITY_PLAIN, RSP_ODDITY_MALFORMED, RSP_ODDITY_PLAIN,
                                          RSP_ODDITY_MALFORMED};
    rsp_run run = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(words); i++) {
        rsp_result r = failed("XFER-009", (rsp_symptom){.came = RSP_CAME_CLOSED,
                                                        .oddity = oddities[i],
                                                        .packet = RSP_PACKET_QXFER_FEATURES_READ,
                                                        .asked = "qXfer"});
        r.verdict = RSP_VERDICT_CRASH;
        r.shown.last_words = words[i];
        add(&run, &r);
    }
    explain(&run, 3);
    assert_int_equal(run.results[0].cause, run.results[1].cause);
    assert_true(rsp_words_tell_death(rsp_bytes_str(words[0])));
    assert_false(rsp_words_tell_death(rsp_bytes_str(words[3])));
    rsp_run_free(&run);
}

/* Of Java and JavaScript, too: the first place that is not in the language's library. A stack that is only
 * logged is no death. */
static void exceptions_are_told_apart_by_their_place(void **state) {
    (void)state;
    static const char *const words[] = {
        "Exception in thread \"main\" java.lang.NumberFormatException: \"zz\"\n"
        "\tat java.base/java.lang.Long.parseLong(Long.java:794)\n"
        "\tat li.sedna.GDBStub.readMemory(GDBStub.java:442)\n\tat Toy.main(Toy.java:112)\n",
        "Exception in thread \"main\" java.lang.IndexOutOfBoundsException\n"
        "\tat li.sedna.GDBStub.readMemory(GDBStub.java:442)\n",
        "file:///s/stub.mjs:7\n    throw 1\nTypeError: x\n    at Socket.emit (node:events:517:28)\n"
        "    at read (file:///s/stub.mjs:7:3)\n\nNode.js v20.1.0\n",
        "warning, java.io.IOException\n\tat sedna.GDBStub.poll(GDBStub.java:84)\n",
    };
    rsp_run run = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(words); i++) {
        rsp_result r = failed("MEM-016", (rsp_symptom){.came = RSP_CAME_DIED,
                                                       .oddity = i ? RSP_ODDITY_PLAIN : RSP_ODDITY_MALFORMED,
                                                       .packet = RSP_PACKET_READ_MEMORY,
                                                       .asked = "mzz,4"});
        r.verdict = RSP_VERDICT_CRASH;
        r.shown.last_words = words[i];
        add(&run, &r);
    }
    explain(&run, 3);
    assert_int_equal(run.results[0].cause, run.results[1].cause);
    assert_int_not_equal(run.results[2].cause, run.results[3].cause);
    assert_non_null(
        strstr(run.causes[run.results[0].cause - 1].what, ": GDBStub.readMemory(GDBStub.java:442)"));
    assert_true(rsp_words_tell_death(rsp_bytes_str(words[1])));
    assert_true(rsp_words_tell_death(rsp_bytes_str(words[2])));
    assert_false(rsp_words_tell_death(rsp_bytes_str(words[3])));
    rsp_run_free(&run);
}

/* dwtk ends whenever it has answered an error: neither p, M and Z nor what comes behind them is to blame. */
static void ends_behind_error_replies_are_one_cause(void **state) {
    (void)state;
    static const struct {
        const char *id, *asked;
        rsp_packet_id packet, erred;
        rsp_oddity oddity;
    } rows[] = {
        {"REG-006", "p", RSP_PACKET_READ_REGISTER, RSP_PACKET_READ_REGISTER, RSP_ODDITY_MALFORMED},
        {"MEM-008", "M0,4", RSP_PACKET_WRITE_MEMORY, RSP_PACKET_WRITE_MEMORY, RSP_ODDITY_MALFORMED},
        {"ROBUST-023", "qC", RSP_PACKET_QC, RSP_PACKET_INSERT_BREAKPOINT, RSP_ODDITY_PLAIN},
    };
    /* One that is survived, of another packet or of one of these, is an exception beside so many deaths. */
    for (size_t survived = 0; survived < 3; survived++) {
        rsp_run run = {0};
        for (size_t k = 0; k < RSP_ARRAY_LEN(rows) * (survived == 2 ? 3 : 1); k++) {
            const size_t i = k % RSP_ARRAY_LEN(rows);
            rsp_result r = failed(rows[i].id, (rsp_symptom){.came = RSP_CAME_DIED,
                                                            .beside = RSP_BESIDE_ERRED,
                                                            .erred = rows[i].erred,
                                                            .oddity = rows[i].oddity,
                                                            .packet = rows[i].packet,
                                                            .asked = rows[i].asked});
            r.verdict = RSP_VERDICT_CRASH;
            add(&run, &r);
        }
        run.metrics.kind_survived[survived == 1 ? RSP_PACKET_WRITE_MEMORY : RSP_PACKET_QC] = survived > 0;
        explain(&run, survived == 1 ? 3 : 1);
        if (survived != 1)
            assert_string_equal(run.causes[0].what, "a request that it answers by an error ends the stub");
        rsp_run_free(&run);
    }
}

/* WebAssembly: nothing writes memory, and the X of no bytes that asks whether there is an X is OK. */
static void memory_that_is_never_written_is_one_cause(void **state) {
    (void)state;
    rsp_result m =
        failed("MEM-006",
               (rsp_symptom){.came = RSP_CAME_ERROR, .packet = RSP_PACKET_WRITE_MEMORY, .asked = "M0,1:00"});
    rsp_result x =
        failed("MEM-010",
               (rsp_symptom){.came = RSP_CAME_ERROR, .packet = RSP_PACKET_WRITE_BINARY, .asked = "X0,1:0"});
    for (uint64_t written = 0; written < 2; written++) {
        rsp_run run = {0};
        run.metrics.kind_count[RSP_PACKET_WRITE_MEMORY] = 9;
        run.metrics.kind_good[RSP_PACKET_WRITE_MEMORY] = written;
        run.metrics.kind_good[RSP_PACKET_WRITE_BINARY] = 1;
        add(&run, &m);
        add(&run, &x);
        explain(&run, written ? 2 : 1);
        if (!written)
            assert_string_equal(run.causes[0].what,
                                "memory can not be written: M and X are answered by an error");
        rsp_run_free(&run);
    }
}

/* vMustReplyEmpty, which asks whether a stub is still there, is found to end it behind an error reply. Junk
 * that ends it is still to blame for what stands behind the junk. */
static void question_behind_an_error_reply_is_no_end_of_its_own(void **state) {
    (void)state;
    for (int erred = 0; erred < 2; erred++) {
        rsp_run run = {0};
        rsp_result question = failed("ACK-005", (rsp_symptom){.came = RSP_CAME_DIED,
                                                              .packet = RSP_PACKET_UNKNOWN,
                                                              .beside = RSP_BESIDE_NAMELESS,
                                                              .asked = "vMustReplyEmpty"});
        question.verdict = RSP_VERDICT_CRASH;
        rsp_result junk = question;
        question.requirements = "MEM-001";
        question.symptom.beside |= erred ? RSP_BESIDE_ERRED : 0;
        junk.symptom.suspect = RSP_ODDITY_BYTES;
        run.metrics.kind_count[RSP_PACKET_VMUST_REPLY_EMPTY] = 9;
        add(&run, &question);
        add(&run, &junk);
        explain(&run, erred ? 2 : 1);
        rsp_run_free(&run);
    }
}

/* dwtk knows its last request until it was asked for it once. */
static void second_minus_is_told_as_such(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result r = failed("ACK-003", (rsp_symptom){.came = RSP_CAME_SILENCE,
                                                   .packet = RSP_PACKET_REASON,
                                                   .beside = RSP_BESIDE_REFUSED,
                                                   .asked = "?"});
    r.breach = "a second '-' for a packet is not answered";
    add(&run, &r);
    explain(&run, 1);
    assert_string_equal(run.causes[0].what, r.breach);
    rsp_run_free(&run);
}

/* firefox-lldb: a client that connects at once is now and then not served. No breakpoint has to do with it.
 */
static void opening_without_a_reply_is_no_matter_of_the_scenario(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result first = failed(
        "BRK-002",
        (rsp_symptom){.came = RSP_CAME_SILENCE, .packet = RSP_PACKET_QSUPPORTED, .asked = "qSupported"});
    rsp_result second = first;
    first.cost.packets = second.cost.packets = 1;
    second.requirements = "MEM-012";
    run.metrics.kind_count[RSP_PACKET_QSUPPORTED] = run.metrics.kind_good[RSP_PACKET_QSUPPORTED] = 9;
    add(&run, &first);
    add(&run, &second);
    explain(&run, 1);
    assert_string_equal(run.causes[0].what,
                        "qSupported, the first request of a connection, gets no reply at times");
    assert_memory_equal(run.causes[0].requirement, "QSUP-", 5);
    rsp_run_free(&run);
}

static void last_words_tell_crashes(void **state) {
    (void)state;
    assert_true(rsp_words_tell_death(RSP_LIT("x\nthread 'main' panicked at src/a.rs:1\n")));
    assert_true(rsp_words_tell_death(RSP_LIT("  File \"a.py\", line 3\n")));
    assert_false(rsp_words_tell_death(RSP_LIT("Connection closed\n")));
    assert_false(rsp_words_tell_death((rsp_bytes){0}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(malformed_requests_without_a_reply_are_one_cause),
        cmocka_unit_test(malformed_requests_that_kill_are_one_cause),
        cmocka_unit_test(half_a_packet_that_is_served_is_one_in_pieces),
        cmocka_unit_test(thread_id_is_named_by_what_came),
        cmocka_unit_test(high_bytes_are_to_blame_alone),
        cmocka_unit_test(name_that_begins_like_M_dies_of_it),
        cmocka_unit_test(damaged_repetition_is_no_wrong_checksum),
        cmocka_unit_test(stop_reply_with_garbage_is_a_damaged_repetition),
        cmocka_unit_test(a_death_is_shown_by_one),
        cmocka_unit_test(removal_that_kills_after_a_write_is_not_alone),
        cmocka_unit_test(half_a_packet_is_served_as_a_damaged_one),
        cmocka_unit_test(surplus_replies_to_pieces_are_named_by_them),
        cmocka_unit_test(steps_without_a_signal_are_one_cause),
        cmocka_unit_test(second_telling_in_place_of_a_plus_is_no_missing_ack),
        cmocka_unit_test(digits_and_length_of_a_write_are_two_causes),
        cmocka_unit_test(other_damage_is_no_missing_refusal),
        cmocka_unit_test(same_sentence_is_one_cause),
        cmocka_unit_test(missing_G_is_an_unknown_packet),
        cmocka_unit_test(some_names_are_told),
        cmocka_unit_test(most_names_are_told_as_all),
        cmocka_unit_test(step_is_not_the_fault_of_an_interrupt),
        cmocka_unit_test(missing_G_stops_nobody_who_has_P),
        cmocka_unit_test(damaged_packet_that_is_answered_is_named),
        cmocka_unit_test(want_of_G_is_one_cause),
        cmocka_unit_test(writes_to_nowhere_are_another_cause),
        cmocka_unit_test(refused_registers_are_one_cause),
        cmocka_unit_test(late_reply_names_the_long_read),
        cmocka_unit_test(promised_vcont_without_a_reply_is_one_cause),
        cmocka_unit_test(refusals_of_what_can_not_be_read_are_named),
        cmocka_unit_test(refusals_of_bytes_between_packets_are_named),
        cmocka_unit_test(refusals_after_damage_are_one_cause),
        cmocka_unit_test(unknown_operation_of_qxfer_ends_it_as_a_malformed_one),
        cmocka_unit_test(exit_in_the_stubs_own_name_is_its_death),
        cmocka_unit_test(plus_before_a_repetition_is_one_cause),
        cmocka_unit_test(packet_lost_behind_a_minus_is_lost_behind_junk),
        cmocka_unit_test(panics_are_told_apart_by_their_place),
        cmocka_unit_test(question_that_ends_the_stub_needs_nothing_before_it),
        cmocka_unit_test(exceptions_are_told_apart_by_their_place),
        cmocka_unit_test(ends_behind_error_replies_are_one_cause),
        cmocka_unit_test(memory_that_is_never_written_is_one_cause),
        cmocka_unit_test(second_minus_is_told_as_such),
        cmocka_unit_test(opening_without_a_reply_is_no_matter_of_the_scenario),
        cmocka_unit_test(question_behind_an_error_reply_is_no_end_of_its_own),
        cmocka_unit_test(last_words_tell_crashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

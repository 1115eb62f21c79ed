/* One bug of a real stub that shows in several scenarios: the results that belong to it, and the neighbours
 * that do not. Each run is a table of results.
 * See cause.h. */
/* SPDX-License-Identifier: MIT */
#include "cause_run.h"

#include "core/mem.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* simavr, SweRV-ISS: whatever one recv() gives is a packet. A stub that puts pieces together and loses only
 * the second packet of a write has other bugs. */
static void reads_that_are_taken_for_packets_are_one_cause(void **state) {
    (void)state;
    for (int pieces = 0; pieces < 2; pieces++) {
        rsp_run run = {0};
        run.metrics.kind_good[RSP_PACKET_REASON] = run.metrics.kind_count[RSP_PACKET_REASON] = 9;
        rsp_result slowly =
            failed("FRAME-006", (rsp_symptom){.came = RSP_CAME_EMPTY, .packet = RSP_PACKET_REASON});
        const rsp_result second = failed("FRAME-007", (rsp_symptom){.came = RSP_CAME_SILENCE,
                                                                    .packet = RSP_PACKET_REASON,
                                                                    .beside = RSP_BESIDE_BATCHED});
        rsp_result junk = failed(
            "FRAME-005",
            (rsp_symptom){.came = RSP_CAME_SILENCE, .packet = RSP_PACKET_REASON, .beside = RSP_BESIDE_RAW});
        const rsp_violation twice = {.rule = RSP_RULE_ONE_REPLY,
                                     .message = "a reply that answers no request"};
        rsp_result half = failed("ROBUST-007", (rsp_symptom){.packet = RSP_PACKET_SELECT_THREAD});
        half.violations = &twice;
        half.num_violations = 1;
        junk.breach = "a packet right behind bytes that are no packet is not answered";
        slowly.verdict = pieces ? RSP_VERDICT_FAIL : RSP_VERDICT_PASS;
        add(&run, &slowly);
        add(&run, &second);
        add(&run, &junk);
        add(&run, &half);
        const rsp_result behind = failed(
            "ACK-005", (rsp_symptom){.came = RSP_CAME_SILENCE,
                                     .packet = RSP_PACKET_REASON,
                                     .beside = RSP_BESIDE_RAW | RSP_BESIDE_STOPPED | RSP_BESIDE_BEHIND_STOP});
        rsp_result piece = half;
        piece.requirements = "FRAME-017";
        if (pieces) {
            add(&run, &behind);
            add(&run, &piece);
        }
        explain(&run, pieces ? 1 : 3);
        if (pieces) {
            assert_string_equal(run.causes[0].what,
                                "each read of the connection is taken for one packet, whatever is in it");
            assert_string_equal(run.causes[0].requirement, "FRAME-006");
        }
        rsp_run_free(&run);
    }
}

/* QEMU ends by whatever process vKill names, and says so again for each byte of the next request. */
static void end_by_a_wrong_kill_is_its_cause(void **state) {
    (void)state;
    for (int n = 0; n < 4; n++) {
        const bool confirmed = n % 2 == 1;
        rsp_run run = {0};
        rsp_result kill = failed("KILL-004", (rsp_symptom){.came = confirmed ? RSP_CAME_OK : RSP_CAME_SILENCE,
                                                           .packet = RSP_PACKET_VKILL});
        rsp_result next = failed("KILL-005", (rsp_symptom){.came = RSP_CAME_NO_ACK,
                                                           .packet = RSP_PACKET_THREAD_ALIVE,
                                                           .asked = "T1",
                                                           .entry = 3});
        const rsp_violation ended = {.rule = n < 2 ? RSP_RULE_ONE_STOP_REPLY : RSP_RULE_ACK_FIRST,
                                     .entry = 2,
                                     .message = "a stop reply that nobody waits for",
                                     .got = "W00"};
        kill.scenario = next.scenario = "kill/a";
        kill.breach = "vKill of a process that there is not is confirmed";
        next.violations = &ended;
        next.num_violations = 1;
        add(&run, &kill);
        add(&run, &next);
        explain(&run, confirmed ? 1 : 2);
        if (confirmed)
            assert_string_equal(run.causes[0].what, kill.breach);
        rsp_run_free(&run);
    }
}

/* vgdb: the stop of a 0x03 comes twice, and the second one in place of the '+' for '?', whose reply it is,
 * too. */
static void stop_told_twice_is_no_missing_ack(void **state) {
    (void)state;
    rsp_run run = {0};
    const rsp_violation twice = {.rule = RSP_RULE_ONE_STOP_REPLY,
                                 .entry = 4,
                                 .message = "a stop reply that nobody waits for",
                                 .got = "T05"};
    const rsp_violation early = {.rule = RSP_RULE_ACK_FIRST,
                                 .entry = 7,
                                 .message = "a reply to a packet that was not acknowledged",
                                 .got = "T05thread:1;"};
    rsp_result first =
        failed("INT-003", (rsp_symptom){.came = RSP_CAME_STOP, .packet = RSP_PACKET_CONTINUE, .entry = 4});
    rsp_result asked =
        failed("STOP-002",
               (rsp_symptom){.came = RSP_CAME_NO_ACK, .packet = RSP_PACKET_REASON, .asked = "?", .entry = 7});
    first.violations = &twice;
    asked.violations = &early;
    first.num_violations = asked.num_violations = 1;
    add(&run, &first);
    add(&run, &asked);
    explain(&run, 1);
    assert_string_equal(run.causes[0].what, twice.message);
    rsp_run_free(&run);
}

/* vgdb: upper case digits of checksums, numbers and data. The cause is all of them, whichever is shown. */
static void words_of_most_results_name_a_cause(void **state) {
    (void)state;
    rsp_run run = {0};
    rsp_result r = failed("FRAME-004", (rsp_symptom){.came = RSP_CAME_SILENCE, .packet = RSP_PACKET_REASON});
    run.metrics.kind_good[RSP_PACKET_REASON] = run.metrics.kind_good[RSP_PACKET_READ_MEMORY] = 9;
    r.breach = "upper case digits of a checksum are not understood";
    add(&run, &r);
    r.breach = "upper case hex digits are not understood";
    r.symptom.packet = RSP_PACKET_READ_MEMORY;
    r.cost.packets = 20;
    add(&run, &r);
    add(&run, &r);
    explain(&run, 1);
    assert_string_equal(run.causes[0].what, r.breach);
    rsp_run_free(&run);
}

/* mspdebug answers qfThreadInfo by XML, and qfThreadInfoX, too: the XML is a bug of its own. minichlink takes
 * qCRC for qC, whose reply is no CRC. */
static void own_reply_is_no_matter_of_the_beginning(void **state) {
    (void)state;
    static const struct {
        const char *like;
        size_t num_causes;
    } rows[] = {{"qfThreadInfoX", 2}, {"qfThread", 1}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_run run = {0};
        rsp_result like = failed(
            "FRAME-018",
            (rsp_symptom){.came = RSP_CAME_OTHER, .beside = RSP_BESIDE_NAMELESS, .asked = rows[i].like});
        rsp_result list = failed("THR-002", (rsp_symptom){.came = RSP_CAME_MISFIT,
                                                          .packet = RSP_PACKET_QF_THREAD_INFO,
                                                          .asked = "qfThreadInfo"});
        like.breach = "names of packets are matched by their beginning";
        like.level = RSP_LEVEL_SHOULD;
        like.got = list.got = "<?xml?><threads></threads>";
        add(&run, &like);
        add(&run, &list);
        explain(&run, rows[i].num_causes);
        assert_int_equal(run.results[0].cause == run.results[1].cause, rows[i].num_causes == 1);
        rsp_run_free(&run);
    }
}

/* QEMU keeps the number of p in an int: 0x80000000 kills, and 0xffffffff gives zeros. */
static void numbers_taken_for_negative_ones_are_one_cause(void **state) {
    (void)state;
    static const struct {
        const char *asked;
        size_t num_causes;
    } rows[] = {{"pffffffff", 1}, {"p7fff", 2}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_run run = {0};
        rsp_result dies = failed(
            "REG-006",
            (rsp_symptom){.came = RSP_CAME_DIED, .packet = RSP_PACKET_READ_REGISTER, .asked = "p80000000"});
        rsp_result lives = failed("REG-006", (rsp_symptom){.came = RSP_CAME_OTHER,
                                                           .packet = RSP_PACKET_READ_REGISTER,
                                                           .asked = rows[i].asked});
        run.metrics.kind_good[RSP_PACKET_READ_REGISTER] = run.metrics.kind_count[RSP_PACKET_READ_REGISTER] =
            9;
        dies.verdict = RSP_VERDICT_CRASH;
        lives.breach = "p of a register that there is not gives a value";
        add(&run, &dies);
        add(&run, &lives);
        explain(&run, rows[i].num_causes);
        assert_string_equal(run.causes[run.results[0].cause - 1].what, "p80000000 ends the stub");
        rsp_run_free(&run);
    }
}

/* DeSmuME takes 0x03 and the packet behind it for damage. */
static void refusal_behind_an_interrupt_says_so(void **state) {
    (void)state;
    static const char *const scenarios[] = {"interrupt/any-beside-a-packet", "memory/any-long"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(scenarios); i++) {
        rsp_run run = {0};
        const rsp_violation refused = {
            .rule = RSP_RULE_NAK_GOOD, .entry = 3, .message = "a good packet was refused"};
        rsp_result r = failed("ACK-001", (rsp_symptom){.packet = RSP_PACKET_REASON, .entry = 3});
        r.scenario = scenarios[i];
        r.violations = &refused;
        r.num_violations = 1;
        add(&run, &r);
        explain(&run, 1);
        assert_string_equal(run.causes[0].what,
                            i ? refused.message : "a packet in one write with 0x03 is refused with '-'");
        rsp_run_free(&run);
    }
}

/* rp2040js answers c by OK, and a stop comes later, or not in time. */
static void ok_in_place_of_a_stop_is_one_cause(void **state) {
    (void)state;
    for (int early = 0; early < 2; early++) {
        rsp_run run = {0};
        const rsp_violation ok = {
            .rule = RSP_RULE_EARLY_OK, .entry = 3, .message = "OK comes before the stop reply"};
        rsp_result first = failed("VCONT-019", (rsp_symptom){.packet = RSP_PACKET_CONTINUE, .entry = 3});
        const rsp_result second = failed(
            "RUN-001",
            (rsp_symptom){.came = RSP_CAME_OK, .packet = RSP_PACKET_CONTINUE, .asked = "c", .entry = 9});
        first.violations = &ok;
        first.num_violations = early ? 1 : 0;
        run.metrics.kind_good[RSP_PACKET_CONTINUE] = 9;
        add(&run, &first);
        add(&run, &second);
        explain(&run, early ? 1 : 2);
        if (early)
            assert_string_equal(run.causes[0].what, ok.message);
        rsp_run_free(&run);
    }
}

/* gdbserver 13: behind an error it acknowledges again, and names threads without their process. */
static void what_an_error_takes_back_is_one_cause(void **state) {
    (void)state;
    for (int forgets = 0; forgets < 2; forgets++) {
        rsp_run run = {0};
        const rsp_violation named = {.rule = RSP_RULE_PROCESS_NAMED,
                                     .entry = 3,
                                     .message = "no process id, though multiprocess was negotiated"};
        const rsp_violation ack = {
            .rule = RSP_RULE_NO_ACK_MODE, .entry = 3, .message = "an acknowledgment in no-ack mode"};
        rsp_result threads =
            failed("MP-001", (rsp_symptom){.came = RSP_CAME_OTHER, .packet = RSP_PACKET_QC, .entry = 3});
        rsp_result malformed = failed("NOACK-002", (rsp_symptom){.packet = RSP_PACKET_UNKNOWN, .entry = 3});
        threads.violations = &named;
        malformed.violations = &ack;
        threads.num_violations = malformed.num_violations = 1;
        malformed.breach =
            forgets ? "a request that is answered by an error takes back what was negotiated" : "";
        add(&run, &threads);
        add(&run, &malformed);
        explain(&run, forgets ? 1 : 2);
        if (forgets)
            assert_string_equal(run.causes[0].what, malformed.breach);
        rsp_run_free(&run);
    }
}

/* simavr gives the whole memory map, whatever length is asked for. */
static void surplus_of_data_names_its_packet(void **state) {
    (void)state;
    rsp_run run = {0};
    const rsp_violation more = {
        .rule = RSP_RULE_READ_LENGTH, .entry = 3, .message = "more data than was asked for"};
    rsp_result r =
        failed("XFER-004",
               (rsp_symptom){.came = RSP_CAME_OTHER, .packet = RSP_PACKET_QXFER_LIBRARIES_READ, .entry = 3});
    r.violations = &more;
    r.num_violations = 1;
    add(&run, &r);
    explain(&run, 1);
    assert_string_equal(run.causes[0].what, "qXfer:libraries:read gives more data than was asked for");
    rsp_run_free(&run);
}

/* A packet that was damaged is taken: no debugger meets that, and what stops one comes first. */
static void damaged_packet_stands_behind_what_debuggers_meet(void **state) {
    (void)state;
    rsp_run run = {0};
    const rsp_violation taken = {
        .rule = RSP_RULE_ACK_BAD, .entry = 2, .message = "a damaged packet was acknowledged"};
    rsp_result damaged = failed("ACK-002", (rsp_symptom){.packet = RSP_PACKET_REASON,
                                                         .entry = 2,
                                                         .beside = RSP_BESIDE_DAMAGED,
                                                         .oddity = RSP_ODDITY_DAMAGED});
    damaged.violations = &taken;
    damaged.num_violations = 1;
    const rsp_result detach =
        failed("DET-001", (rsp_symptom){.came = RSP_CAME_EMPTY, .packet = RSP_PACKET_DETACH, .asked = "D"});
    add(&run, &damaged);
    add(&run, &detach);
    explain(&run, 2);
    assert_string_equal(run.causes[0].what, "D gets the empty reply");
    assert_string_equal(run.causes[1].what, taken.message);
    rsp_run_free(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_that_are_taken_for_packets_are_one_cause),
        cmocka_unit_test(end_by_a_wrong_kill_is_its_cause),
        cmocka_unit_test(stop_told_twice_is_no_missing_ack),
        cmocka_unit_test(words_of_most_results_name_a_cause),
        cmocka_unit_test(own_reply_is_no_matter_of_the_beginning),
        cmocka_unit_test(numbers_taken_for_negative_ones_are_one_cause),
        cmocka_unit_test(refusal_behind_an_interrupt_says_so),
        cmocka_unit_test(ok_in_place_of_a_stop_is_one_cause),
        cmocka_unit_test(what_an_error_takes_back_is_one_cause),
        cmocka_unit_test(surplus_of_data_names_its_packet),
        cmocka_unit_test(damaged_packet_stands_behind_what_debuggers_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

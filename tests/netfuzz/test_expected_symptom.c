/* What a look has learned is no finding; what it has not learned stays one.
 * Each manner explains its own symptom and no other.
 * See netfuzz/hunt/expected_symptom.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "hunt/expected_symptom.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static candidate of_rule(rsp_rule_id rule) {
    return (candidate){.kind = RSP_FINDING_RULE, .rule = rule};
}

static void rules_are_said_by_their_manner_only(void **state) {
    (void)state;
    static const struct {
        const char *key;
        const char *value;
        rsp_rule_id rule;
    } rows[] = {
        {"acks", "never", RSP_RULE_ACK_FIRST},
        {"acks", "late", RSP_RULE_ACK_FIRST},
        {"acks", "several", RSP_RULE_ACK_ONCE},
        {"bad-checksums", "yes", RSP_RULE_CHECKSUM},
        {"line-noise", "yes", RSP_RULE_STRAY_BYTES},
        {"doubles-stops", "yes", RSP_RULE_ONE_STOP_REPLY},
        {"unknown-packets", "error", RSP_RULE_UNKNOWN_EMPTY},
    };
    const rsp_manners nothing = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_manners m = {0};
        const candidate c = of_rule(rows[i].rule);
        const candidate other = of_rule(RSP_RULE_REPLY_SHAPE);
        assert_ok(rsp_manners_set(&m, rsp_bytes_str(rows[i].key), rsp_bytes_str(rows[i].value), NULL));
        assert_true(symptom_is_expected(&m, &c));
        assert_false(symptom_is_expected(&m, &other));
        assert_false(symptom_is_expected(&nothing, &c));
        assert_false(symptom_is_expected(NULL, &c));
    }
}

static void silence_is_said_where_the_stub_lacks_the_packet(void **state) {
    (void)state;
    rsp_manners m = {.replies.unknowns = RSP_UNKNOWNS_SILENT};
    candidate c = {.kind = RSP_FINDING_NO_REPLY, .packet = RSP_PACKET_READ_REGISTERS, .plain = true};
    assert_true(symptom_is_expected(&m, &c));
    m.replies.packets[RSP_PACKET_READ_REGISTERS] = RSP_HABIT_YES;
    assert_false(symptom_is_expected(&m, &c));
    c.plain = false; /* "g;x" is another matter */
    assert_true(symptom_is_expected(&m, &c));
    c.kind = RSP_FINDING_CRASH;
    m.replies.packets[RSP_PACKET_READ_REGISTERS] = RSP_HABIT_NO;
    assert_false(symptom_is_expected(&m, &c));
}

static void lost_second_packet_is_said_of_what_goes_in_one_write(void **state) {
    (void)state;
    rsp_manners m = {.bytes.loses_second = RSP_HABIT_YES};
    candidate c = {.kind = RSP_FINDING_NO_REPLY};
    rsp_messages list;
    rsp_messages_init(&list, NULL);
    assert_true(rsp_messages_append(&list, RSP_MESSAGE_PACKET, RSP_LIT("g")));
    assert_false(symptom_is_expected_of(&m, &c, &list));
    assert_true(rsp_messages_append(&list, RSP_MESSAGE_HURRIED, RSP_LIT("g")));
    assert_true(symptom_is_expected_of(&m, &c, &list));
    c.kind = RSP_FINDING_CRASH;
    assert_false(symptom_is_expected_of(&m, &c, &list));
    c.kind = RSP_FINDING_NO_REPLY;
    m.bytes.loses_second = RSP_HABIT_NO;
    assert_false(symptom_is_expected_of(&m, &c, &list));
    rsp_messages_free(&list);
}

static void over_long_is_beyond_the_announced_size(void **state) {
    (void)state;
    const rsp_manners m = {.replies.packet_size = 4};
    const rsp_manners unknown = {0};
    assert_false(request_is_over_long(&m, RSP_LIT("abcd")));
    assert_true(request_is_over_long(&m, RSP_LIT("abcde")));
    assert_false(request_is_over_long(&unknown, RSP_LIT("abcde")));
    assert_false(request_is_over_long(NULL, RSP_LIT("abcde")));
}

static bool forbids(const rsp_manners *m, rsp_message_kind kind, const char *payload) {
    rsp_messages list;
    rsp_messages_init(&list, NULL);
    assert_true(rsp_messages_append(&list, kind, rsp_bytes_str(payload)));
    bool forbidden = message_would_be_lost(m, &list, 0);
    rsp_messages_free(&list);
    return forbidden;
}

static void program_that_nothing_stops_is_not_let_run(void **state) {
    static const char *const runs[] = {"c", "C05", "vCont;c", "vCont;s:1;c"};
    static const char *const others[] = {"s", "S05", "vCont;s:1", "vCont;t", "vCont?", "g", "m0,4", ""};
    (void)state;
    rsp_manners m = {.bytes.interrupt = RSP_HABIT_NO};
    const rsp_manners stops = {.bytes.interrupt = RSP_HABIT_YES};
    for (size_t i = 0; i < RSP_ARRAY_LEN(runs); i++) {
        assert_true(silence_is_expected(&m, rsp_bytes_str(runs[i])));
        assert_false(silence_is_expected(&stops, rsp_bytes_str(runs[i])));
        assert_false(silence_is_expected(NULL, rsp_bytes_str(runs[i])));
    }
    for (size_t i = 0; i < RSP_ARRAY_LEN(others); i++)
        assert_false(silence_is_expected(&m, rsp_bytes_str(others[i])));
    candidate hang = {.kind = RSP_FINDING_HANG, .packet = RSP_PACKET_CONTINUE};
    assert_true(symptom_is_expected(&m, &hang));
    hang.packet = RSP_PACKET_STEP;
    assert_false(symptom_is_expected(&m, &hang));
    m.bytes.interrupt = RSP_HABIT_YES;
    hang.packet = RSP_PACKET_CONTINUE;
    assert_false(symptom_is_expected(&m, &hang));
}

static void resume_that_the_stub_understood_is_not_expected_to_hang(void **state) {
    static const rsp_finding_kind kinds[] = {RSP_FINDING_HANG, RSP_FINDING_NO_STOP};
    (void)state;
    rsp_manners m = {.bytes.interrupt = RSP_HABIT_YES, .replies.unknowns = RSP_UNKNOWNS_SILENT};
    for (size_t i = 0; i < RSP_ARRAY_LEN(kinds); i++) {
        candidate c = {.kind = kinds[i], .packet = RSP_PACKET_CONTINUE, .plain = true};
        m.replies.packets[RSP_PACKET_CONTINUE] = RSP_HABIT_NO;
        assert_true(symptom_is_expected(&m, &c)); /* it may not know the packet */
        m.replies.packets[RSP_PACKET_CONTINUE] = RSP_HABIT_YES;
        assert_false(symptom_is_expected(&m, &c));
        c.plain = false; /* "cxyz" was not understood */
        assert_true(symptom_is_expected(&m, &c));
        m.replies.unknowns = RSP_UNKNOWNS_EMPTY;
        assert_false(symptom_is_expected(&m, &c));
        m.replies.unknowns = RSP_UNKNOWNS_SILENT;
    }
}

static void plain_requests_need_no_arguments_or_resume_all_threads(void **state) {
    static const char *const plain[] = {"c", "g", "?", "qC", "C05", "vCont;c", "vCont?"};
    static const char *const others[] = {"",  "cxyz",      "g;x",     "C",      "C5", "C05;1000",
                                         "m", "vCont;c:1", "vCont;s", "vContc", "Cxy"};
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(plain); i++)
        assert_true(candidate_is_plain(rsp_bytes_str(plain[i])));
    for (size_t i = 0; i < RSP_ARRAY_LEN(others); i++)
        assert_false(candidate_is_plain(rsp_bytes_str(others[i])));
}

static void packets_take_turns_where_two_are_one_too_many(void **state) {
    (void)state;
    const rsp_manners loses = {.bytes.loses_second = RSP_HABIT_YES};
    const rsp_manners silent = {.replies.unknowns = RSP_UNKNOWNS_SILENT};
    const rsp_manners usual = {.bytes.loses_second = RSP_HABIT_NO, .replies.unknowns = RSP_UNKNOWNS_EMPTY};
    assert_true(forbids(&loses, RSP_MESSAGE_HURRIED, "g"));
    assert_false(forbids(&usual, RSP_MESSAGE_HURRIED, "g") || forbids(NULL, RSP_MESSAGE_HURRIED, "g"));
    assert_false(forbids(&loses, RSP_MESSAGE_PACKET, "g"));
    assert_true(manners_need_single_writes(&loses) && manners_need_single_writes(&silent));
    assert_false(manners_need_single_writes(&usual) || manners_need_single_writes(NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_said_by_their_manner_only),
        cmocka_unit_test(silence_is_said_where_the_stub_lacks_the_packet),
        cmocka_unit_test(lost_second_packet_is_said_of_what_goes_in_one_write),
        cmocka_unit_test(program_that_nothing_stops_is_not_let_run),
        cmocka_unit_test(resume_that_the_stub_understood_is_not_expected_to_hang),
        cmocka_unit_test(plain_requests_need_no_arguments_or_resume_all_threads),
        cmocka_unit_test(packets_take_turns_where_two_are_one_too_many),
        cmocka_unit_test(over_long_is_beyond_the_announced_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

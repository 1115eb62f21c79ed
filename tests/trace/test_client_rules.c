/* Every rule on the debugger with conversations that keep it and conversations that break it.
 * A good one must be free of breaches of any kind; a bad one must name this rule, and no other.
 * See client_rule.h. */
/* SPDX-License-Identifier: MIT */
#include "transcript_script.h"

#include "trace/client_rule.h"

#define NO_ACK ">>$QStartNoAckMode#b0\n<<+$OK#9a\n>>+\n"
#define OFFERS(list) "> qSupported\n< " list "\n"
#define BATCH(items) \
    "> jMultiBreakpoint:{\"breakpoint_requests\":[" items "]}]\n< {\"results\":[\"OK\",\"OK\"]}]\n"

typedef struct rule_case {
    rsp_client_rule_id rule;
    const char *good[6];
    const char *bad[5];
} rule_case;

static const rule_case cases[] = {
    {RSP_CLIENT_RULE_WAITS,
     /* a resume and its 0x03; the stub asks for a file */
     .good = {"> ?\n< S05\n> g\n< 00", "> c\n>>\x03\n< S02", "> c\n< Fwrite,1,0,1\n> m0,1\n< 00\n> F1\n< S05",
              "> k\nx"},
     .bad = {NO_ACK ">>$m0,4#fd$m4,4#01\n<<$00000000#80\n<<$11111111#88"}},
    {RSP_CLIENT_RULE_PACKET_SIZE,
     .good = {OFFERS("PacketSize=8") "> m0,12345\n< 00", OFFERS("") "> m0,123456\n< 00"},
     .bad = {OFFERS("PacketSize=8") "> m0,123456\n< 00"}},
    {RSP_CLIENT_RULE_ACKS,
     .good = {"> ?\n< S05\n> g\n< 00", ">>+\n> ?\n< S05", NO_ACK ">>$?#3f\n<<$S05#b8\n>>$?#3f"},
     .bad = {">>$?#3f\n<<+$S05#b8\n>>$?#3f"}},
    {RSP_CLIENT_RULE_REFUSES, .good = {">>$?#3f\n<<+$S05#00\n>>-\n<<$S05#b8\n>>+\n> g\n< 00"},
     .bad = {">>$?#3f\n<<+$S05#00\n>>+\n> g\n< 00", ">>$?#3f\n<<+$S05#00\n>>$?#3f"}},
    {RSP_CLIENT_RULE_NO_ACK, .good = {NO_ACK ">>$?#3f\n<<$S05#b8"},
     .bad = {NO_ACK ">>$?#3f\n<<$S05#b8\n>>+", NO_ACK ">>+"}},
    {RSP_CLIENT_RULE_RESENDS, .good = {">>$?#3f\n<<-\n>>$?#3f\n<<+$S05#b8\n>>+"},
     .bad = {">>$?#3f\n<<-\n>>$g#67\n<<+$00#60\n>>+"}},
    {RSP_CLIENT_RULE_ESCAPES, .good = {"> X0,1:}\x03\n< OK", "> X0,1:}]\n< OK"},
     .bad = {"> X0,1:}\n< OK", ">>$m0$?#3f\n<<+$S05#b8\n>>+"}},
    {RSP_CLIENT_RULE_BATCH_ORDER,
     .good = {BATCH("\"z0,1000,4\",\"Z0,1000,4\""), BATCH("\"Z0,1000,4\",\"z0,2000,4\""),
              BATCH("\"Z0,1000,4\",\"z1,1000,4\""), "> Z0,1000,4\n< OK\n> z0,1000,4\n< OK"},
     .bad = {BATCH("\"Z0,1000,4\",\"z0,1000,4\""), "> MultiBreakpoint:Z0,10,4;z0,10,4\n< OK;OK"}},
    {RSP_CLIENT_RULE_OFFERED,
     .good = {"> QNonStop:0\n< OK", OFFERS("QNonStop+") "> QNonStop:0\n< OK", OFFERS("") "> x0,0\n< ",
              OFFERS("qXfer:auxv:read+") "> qXfer:auxv:read::0,10\n< l1"},
     .bad = {OFFERS("") "> QNonStop:0\n< OK", OFFERS("QNonStop-") "> QNonStop:0\n< OK",
             OFFERS("qXfer:auxv:read+") "> qXfer:features:read:target.xml:0,10\n< l1"}},
    {RSP_CLIENT_RULE_INTERRUPT,
     .good = {">>\x03\n< S02", "> c\n>>\x03\n< S02", NO_ACK "> vCont;c\n< T05thread:1;\n>>\x03",
              "> ?\n< S05\n> c\n>>\x03\n< S02"},
     .bad = {"> ?\n< S05\n> g\n< 00\n>>\x03", "> c\n< S05\n> g\n>>\x03\n< 00"}},
    {RSP_CLIENT_RULE_WINDOWS,
     .good = {"> qXfer:auxv:read::0,2\n< mab\n> qXfer:auxv:read::2,2\n< lc\n> qXfer:auxv:read::0,2\n< mab",
              "> qXfer:auxv:read::0,2\n< mab\n> qXfer:features:read:a:0,2\n< l1",
              "> qXfer:auxv:read::0,4\n< m}\x03"
              "b\n> qXfer:auxv:read::2,2\n< l"},
     .bad = {"> qXfer:auxv:read::0,4\n< mab\n> qXfer:auxv:read::4,4\n< lc", "> qXfer:auxv:read::0,0\n< l"}},
};

/* Plays it; returns the breaches of `rule`, and those of all others in *out_others. */
static uint64_t play(const char *lines, rsp_client_rule_id rule, uint64_t *out_others) {
    transcript_script t;
    script_begin(&t, false);
    rsp_client_rules *rules = rsp_client_rules_new(NULL);
    assert_non_null(rules);
    assert_true(rsp_transcript_observe(t.transcript, rsp_client_rules_observe, rules));
    script_text(&t, lines);
    *out_others = 0;
    for (unsigned i = 0; i < RSP_CLIENT_RULE_COUNT; i++)
        *out_others += i == (unsigned)rule ? 0 : rsp_client_rules_count_of(rules, (rsp_client_rule_id)i);
    for (size_t i = 0; i < rsp_client_rules_count(rules); i++)
        print_message("%s\n", rsp_client_rules_breach(rules, i)->message);
    const uint64_t count = rsp_client_rules_count_of(rules, rule);
    assert_int_equal(rsp_client_rules_status(rules), RSP_OK);
    rsp_client_rules_free(rules);
    script_end(&t);
    return count;
}

static void each_rule_is_kept_and_broken(void **state) {
    (void)state;
    assert_int_equal(RSP_ARRAY_LEN(cases), RSP_CLIENT_RULE_COUNT);
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        const rule_case *c = &cases[i];
        uint64_t others;
        assert_int_equal(c->rule, i);
        assert_true(c->good[0] && c->bad[0]);
        for (size_t k = 0; k < RSP_ARRAY_LEN(c->good) && c->good[k]; k++)
            if (play(c->good[k], c->rule, &others) + others > 0)
                fail_msg("%s: good %zu is blamed", rsp_client_rule_get(c->rule)->id, k);
        for (size_t k = 0; k < RSP_ARRAY_LEN(c->bad) && c->bad[k]; k++)
            if (play(c->bad[k], c->rule, &others) == 0 || others > 0)
                fail_msg("%s: bad %zu is not found, or others are", rsp_client_rule_get(c->rule)->id, k);
    }
}

static void what_gives_up_early_is_told_by_the_late_reply(void **state) {
    (void)state;
    transcript_script t;
    script_begin(&t, false);
    rsp_client_rules *rules = rsp_client_rules_new(NULL);
    assert_true(rsp_transcript_observe(t.transcript, rsp_client_rules_observe, rules));
    script_text(&t, NO_ACK "> vFlashErase:0,1000");
    t.now_ns += 500 * RSP_NS_PER_MS;
    script_text(&t, "> vFlashWrite:0:a");
    assert_int_equal(rsp_client_rules_count(rules), 0);
    t.now_ns += 900 * RSP_NS_PER_MS;
    script_text(&t, "< OK");
    assert_int_equal(rsp_client_rules_count(rules), 0); /* it may be that of either */
    script_text(&t, "< OK");
    assert_int_equal(rsp_client_rules_count_of(rules, RSP_CLIENT_RULE_WAITS), 1);
    const rsp_client_breach *b = rsp_client_rules_breach(rules, 0);
    assert_non_null(b);
    assert_string_equal(
        b->message,
        "vFlashWrite:0:a is sent 501.0 ms after vFlashErase:0,1000, before its reply, and both are answered");
    rsp_client_rules_free(rules);
    script_end(&t);
}

static void a_reply_that_never_comes_blames_nobody(void **state) {
    (void)state;
    transcript_script t;
    script_begin(&t, false);
    rsp_client_rules *rules = rsp_client_rules_new(NULL);
    assert_true(rsp_transcript_observe(t.transcript, rsp_client_rules_observe, rules));
    script_text(&t, NO_ACK ">>$qFoo#16");
    t.now_ns += 2000 * RSP_NS_PER_MS;
    script_text(&t, ">>$?#3f\n<<$S05#b8\n>>$g#67\n<<$00#60");
    assert_int_equal(rsp_client_rules_count(rules), 0);
    rsp_client_rules_free(rules);
    script_end(&t);
}

static void of_one_rule_some_are_kept_and_all_are_counted(void **state) {
    (void)state;
    transcript_script t;
    script_begin(&t, false);
    rsp_client_rules *rules = rsp_client_rules_new(NULL);
    assert_true(rsp_transcript_observe(t.transcript, rsp_client_rules_observe, rules));
    script_text(&t, NO_ACK);
    for (int i = 0; i < RSP_LIMIT_CLIENT_BREACHES + 5; i++)
        script_text(&t, ">>+");
    assert_int_equal(rsp_client_rules_count_of(rules, RSP_CLIENT_RULE_NO_ACK), RSP_LIMIT_CLIENT_BREACHES + 5);
    assert_int_equal(rsp_client_rules_count(rules), RSP_LIMIT_CLIENT_BREACHES);
    assert_null(rsp_client_rules_breach(rules, RSP_LIMIT_CLIENT_BREACHES));
    rsp_client_rules_free(rules);
    script_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_is_kept_and_broken),
        cmocka_unit_test(what_gives_up_early_is_told_by_the_late_reply),
        cmocka_unit_test(a_reply_that_never_comes_blames_nobody),
        cmocka_unit_test(of_one_rule_some_are_kept_and_all_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

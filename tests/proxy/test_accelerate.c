/* The accelerator by hand: every byte that either end gets, for batches of both forms, acks and no acks, what
 * passes at once, what waits, what fails, what is hostile.
 * See proxy.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "between.h"

#include "feed.h"

#include "core/limits.h"
#include "core/mem.h"

#define S RSP_NS_PER_S

static const rsp_proxy_options both = {.accelerate = RSP_ACCELERATE_BOTH};
static const rsp_proxy_options rfc = {.accelerate = RSP_ACCELERATE_RFC};
static const rsp_proxy_options lldb = {.accelerate = RSP_ACCELERATE_LLDB};

/* No-ack mode, and the stub has said what it can. */
static void open_with(between *b, const rsp_proxy_options *options, const char *supported,
                      const char *shown) {
    between_open(b, options);
    CLIENT(b, "QStartNoAckMode");
    STUB_RAW(b, "+$OK#9a");
    CLIENT_RAW(b, "+");
    rsp_buf_clear(&b->got[RSP_PROXY_CLIENT]);
    rsp_buf_clear(&b->got[RSP_PROXY_STUB]);
    CLIENT(b, "qSupported:swbreak+");
    STUB_GETS(b, "qSupported:swbreak+");
    STUB(b, supported);
    CLIENT_GETS(b, shown);
}

static void open_both_forms(between *b) {
    open_with(b, &both, "PacketSize=100", "PacketSize=100;MultiMemRead+;MultiBreakpoint+;jMultiBreakpoint+");
}

/* --- passing --- */

static void without_acceleration_every_byte_passes(void **state) {
    (void)state;
    between b;
    between_open(&b, NULL);
    assert_ok(between_raw(&b, RSP_PROXY_CLIENT, RSP_LIT("+$m0,1#fa-\3$junk%\0}")));
    STUB_GETS_RAW(&b, "+$m0,1#fa-\3$junk%\0}");
    STUB_RAW(&b, "$MultiMemRead+#00%Stop:#12");
    CLIENT_GETS_RAW(&b, "$MultiMemRead+#00%Stop:#12");
    assert_int_equal(rsp_proxy_deadline(b.proxy), RSP_NEVER_NS);
    assert_int_equal(rsp_proxy_stats_get(b.proxy).batches, 0);
    between_close(&b);
}

static void what_is_no_batch_passes_unchanged(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    CLIENT_RAW(&b, "$X0,2:}\3}\4#0e");
    STUB_GETS_RAW(&b, "$X0,2:}\3}\4#0e");
    STUB_RAW(&b, "$0* #7a");
    CLIENT_GETS_RAW(&b, "$0* #7a");
    /* Damaged in no-ack mode, junk, and what is cut: nobody can ask again. */
    CLIENT_RAW(&b, "$m0,1#00?$m0$m0,1#fa");
    STUB_GETS_RAW(&b, "$m0,1#00?$m0$m0,1#fa");
    STUB_RAW(&b, "$00#00?");
    CLIENT_GETS_RAW(&b, "$00#00?");
    between_close(&b);
}

static void each_end_has_its_own_acks(void **state) {
    (void)state;
    between b;
    between_open(&b, &both);
    CLIENT_RAW(&b, "+$qC#b4");
    CLIENT_GETS_RAW(&b, "+");
    STUB_GETS_RAW(&b, "+$qC#b4"); /* the first + answers nothing of ours: it passes */
    STUB_RAW(&b, "+$QC1#c5");
    STUB_GETS_RAW(&b, "+");
    CLIENT_GETS_RAW(&b, "$QC1#c5");
    CLIENT_RAW(&b, "-"); /* damaged on its way to the debugger: the stub need not know */
    CLIENT_GETS_RAW(&b, "$QC1#c5");
    CLIENT_RAW(&b, "+");
    CLIENT_RAW(&b, "$qC#00");
    CLIENT_GETS_RAW(&b, "-");
    STUB_GETS_RAW(&b, "");
    CLIENT_RAW(&b, "$qC#b4");
    STUB_RAW(&b, "-");
    STUB_GETS_RAW(&b, "$qC#b4$qC#b4");
    STUB_RAW(&b, "+$QC1#00");
    STUB_GETS_RAW(&b, "-");
    STUB_RAW(&b, "$QC1#c5");
    STUB_GETS_RAW(&b, "+");
    CLIENT_GETS_RAW(&b, "+$QC1#c5");
    assert_int_equal(rsp_proxy_stats_get(b.proxy).refused, 2);
    assert_int_equal(rsp_proxy_stats_get(b.proxy).resent, 2);
    between_close(&b);
}

/* lldb-server takes what comes in place of an acknowledgment for one: a request is lost then. Whatever comes
 * in one read, the stub gets a request when it has answered the one before, behind the acknowledgment of
 * that. */
static void requests_in_one_read_go_one_by_one_where_there_are_acks(void **state) {
    (void)state;
    between b;
    between_open(&b, &both);
    CLIENT_RAW(&b, "+$qC#b4$qSupported#37");
    CLIENT_GETS_RAW(&b, "++");
    STUB_GETS_RAW(&b, "+$qC#b4");
    STUB_RAW(&b, "+");
    STUB_GETS_RAW(&b, "");
    STUB_RAW(&b, "$QC1#c5");
    STUB_GETS_RAW(&b, "+$qSupported#37");
    CLIENT_GETS_RAW(&b, "$QC1#c5");
    STUB_RAW(&b, "+$swbreak+#1a");
    STUB_GETS_RAW(&b, "+");
    between_got(&b, RSP_PROXY_CLIENT, framed(&b, "swbreak+;MultiMemRead+;MultiBreakpoint+;jMultiBreakpoint+"),
                __FILE__, __LINE__);
    between_close(&b);
}

/* The last acknowledgment of the greeting, and the first request, as debuggers send them. */
static void the_greeting_and_the_first_request_meet_in_one_read(void **state) {
    (void)state;
    between b;
    between_open(&b, &both);
    CLIENT_RAW(&b, "+$QStartNoAckMode#b0");
    STUB_GETS_RAW(&b, "+$QStartNoAckMode#b0");
    STUB_RAW(&b, "+$OK#9a");
    CLIENT_GETS_RAW(&b, "+$OK#9a");
    CLIENT_RAW(&b, "+$qSupported#37");
    STUB_GETS_RAW(&b, "+$qSupported#37");
    STUB_RAW(&b, "$swbreak+#1a");
    between_got(&b, RSP_PROXY_CLIENT, framed(&b, "swbreak+;MultiMemRead+;MultiBreakpoint+;jMultiBreakpoint+"),
                __FILE__, __LINE__);
    between_close(&b);
}

/* A stub that owes an answer is waited for so long, and one that runs is not waited for at all. */
static void a_request_without_an_answer_holds_the_next_one_for_a_while(void **state) {
    (void)state;
    between b;
    between_open(&b, &both);
    CLIENT_RAW(&b, "$qC#b4$g#67");
    STUB_RAW(&b, "+");
    STUB_GETS_RAW(&b, "$qC#b4");
    assert_int_equal(rsp_proxy_deadline(b.proxy), 2 * RSP_NS_PER_S);
    between_tick(&b, 2 * RSP_NS_PER_S);
    STUB_GETS_RAW(&b, "$g#67");
    between_close(&b);
    between_open(&b, &both);
    CLIENT_RAW(&b, "$vCont;c#a8$k#6b");
    STUB_GETS_RAW(&b, "$vCont;c#a8$k#6b");
    between_close(&b);
}

/* A '-' about something that was taken: the stub may think of it what it likes. */
static void a_refusal_behind_the_ack_asks_for_nothing(void **state) {
    (void)state;
    between b;
    between_open(&b, &both);
    CLIENT(&b, "qC");
    STUB_RAW(&b, "+$QC1#c5");
    CLIENT_RAW(&b, "+");
    rsp_buf_clear(&b.got[RSP_PROXY_CLIENT]);
    rsp_buf_clear(&b.got[RSP_PROXY_STUB]);
    CLIENT_RAW(&b, "-");
    CLIENT_GETS_RAW(&b, "");
    STUB_GETS_RAW(&b, "-");
    between_close(&b);
}

static void who_refuses_for_ever_is_not_listened_to(void **state) {
    (void)state;
    between b;
    between_open(&b, &both);
    CLIENT_RAW(&b, "$qC#b4");
    for (int i = 0; i < 100; i++)
        STUB_RAW(&b, "-");
    STUB_GETS_RAW(&b, "$qC#b4$qC#b4$qC#b4$qC#b4");
    for (int i = 0; i < 100; i++)
        STUB_RAW(&b, "$x#00");
    STUB_GETS_RAW(&b, "--------");
    between_close(&b);
}

static void no_ack_mode_begins_on_both_sides_or_on_none(void **state) {
    (void)state;
    between b;
    between_open(&b, &both);
    CLIENT(&b, "QStartNoAckMode");
    STUB_RAW(&b, "+$#00");
    CLIENT_GETS_RAW(&b, "+$#00");
    CLIENT_RAW(&b, "+");
    CLIENT(&b, "QStartNoAckMode");
    STUB_RAW(&b, "+$OK#9a");
    CLIENT_GETS_RAW(&b, "+$OK#9a");
    CLIENT_RAW(&b, "+$qC#b4");
    STUB_GETS_RAW(&b, "$QStartNoAckMode#b0+$QStartNoAckMode#b0+$qC#b4");
    STUB_RAW(&b, "$QC1#c5");
    CLIENT_GETS_RAW(&b, "$QC1#c5");
    between_close(&b);
}

/* --- what is announced --- */

static void only_what_the_stub_lacks_is_announced(void **state) {
    (void)state;
    static const struct {
        const rsp_proxy_options *options;
        const char *stub;
        const char *shown;
    } rows[] = {
        {&lldb, "PacketSize=100;a+", "PacketSize=100;a+;MultiMemRead+;jMultiBreakpoint+"},
        {&rfc, "PacketSize=100", "PacketSize=100;MultiMemRead+;MultiBreakpoint+"},
        {&both, "MultiMemRead+;jMultiBreakpoint+", "MultiMemRead+;jMultiBreakpoint+;MultiBreakpoint+"},
        {&both, "MultiMemRead-", "MultiMemRead-;MultiMemRead+;MultiBreakpoint+;jMultiBreakpoint+"},
        {&lldb, "", "MultiMemRead+;jMultiBreakpoint+"},
        {&lldb, "E01", "E01"},
        {&lldb, "SupportedCompressions=lz4,lzfse;a+;DefaultCompressionMinSize=384",
         "a+;DefaultCompressionMinSize=384;MultiMemRead+;jMultiBreakpoint+"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        between b;
        open_with(&b, rows[i].options, rows[i].stub, rows[i].shown);
        between_close(&b);
    }
}

static void what_the_stub_has_is_left_to_it(void **state) {
    (void)state;
    between b;
    open_with(&b, &both, "MultiMemRead+;jMultiBreakpoint+",
              "MultiMemRead+;jMultiBreakpoint+;MultiBreakpoint+");
    CLIENT(&b, "MultiMemRead:ranges:10,2;");
    STUB_GETS(&b, "MultiMemRead:ranges:10,2;");
    STUB(&b, "2;ab");
    CLIENT_GETS(&b, "2;ab");
    CLIENT(&b, "MultiBreakpoint:Z0,1,1");
    STUB_GETS(&b, "Z0,1,1");
    between_close(&b);
}

static void nothing_is_served_before_it_was_announced(void **state) {
    (void)state;
    between b;
    between_open(&b, &both);
    CLIENT_RAW(&b, "$MultiMemRead:ranges:10,2;#00"); /* and damaged, too */
    CLIENT_GETS_RAW(&b, "-");
    CLIENT(&b, "MultiMemRead:ranges:10,2;");
    CLIENT_GETS_RAW(&b, "+");
    STUB_GETS(&b, "MultiMemRead:ranges:10,2;");
    between_close(&b);
}

/* --- reads --- */

static void ranges_are_read_one_by_one(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    CLIENT(&b, "MultiMemRead:ranges:1000,4,2000,0,3000,2,4000,3;");
    STUB_GETS(&b, "m1000,4");
    STUB(&b, "23242a7d");
    STUB_GETS(&b, "m3000,2");
    STUB(&b, "E0e");
    STUB_GETS(&b, "m4000,3");
    STUB(&b, "3b2c");
    STUB_GETS(&b, "m4002,1"); /* fewer may be all that fits: what follows is asked for */
    CLIENT_GETS_RAW(&b, "");
    STUB(&b, "E0e");
    CLIENT_GETS(&b, "4,0,0,2;}\3}\4}\n}];,");
    STUB_GETS_RAW(&b, "");
    rsp_proxy_stats stats = rsp_proxy_stats_get(b.proxy);
    assert_int_equal(stats.batches, 1);
    assert_int_equal(stats.entries, 4);
    assert_int_equal(stats.requests, 4);
    between_close(&b);
}

static void the_form_is_the_one_that_was_asked_in(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    CLIENT(&b, "MultiMemRead:ranges:10,1;"); /* spelled alike: the shipping form */
    STUB(&b, "61");
    CLIENT_GETS(&b, "1;a");
    CLIENT(&b, "MultiMemRead:ranges:10,1;20,1;");
    STUB(&b, "61");
    STUB(&b, "E01");
    CLIENT_GETS(&b, "1,a;0,");
    CLIENT(&b, "MultiMemRead:ranges:10,1;");
    STUB(&b, "61");
    CLIENT_GETS(&b, "1,a");
    CLIENT(&b, "MultiMemRead:ranges:10,1,20,1;");
    STUB(&b, "61");
    STUB(&b, "62");
    CLIENT_GETS(&b, "1,1;ab");
    between_close(&b);
}

static void a_batch_of_breakpoints_tells_the_form_of_reads(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    CLIENT(&b, "MultiBreakpoint:Z0,1,1");
    STUB(&b, "OK");
    CLIENT(&b, "MultiMemRead:ranges:10,1;");
    STUB(&b, "61");
    CLIENT_GETS_RAW(&b, "$OK#9a$1,a#be");
    CLIENT(&b, "MultiMemRead:ranges:10,1,20,1;"); /* plainer than any hint */
    STUB(&b, "61");
    STUB(&b, "62");
    CLIENT(&b, "MultiBreakpoint:z0,1,1");
    STUB(&b, "OK");
    rsp_buf_clear(&b.got[RSP_PROXY_CLIENT]);
    CLIENT(&b, "MultiMemRead:ranges:10,1;");
    STUB(&b, "61");
    CLIENT_GETS(&b, "1;a");
    between_close(&b);
}

static void one_form_offered_is_the_only_one(void **state) {
    (void)state;
    between b;
    open_with(&b, &rfc, "", "MultiMemRead+;MultiBreakpoint+");
    CLIENT(&b, "MultiMemRead:ranges:0x10,1;");
    STUB(&b, "61");
    CLIENT_GETS(&b, "1,a");
    CLIENT(&b, "MultiMemRead:ranges:10,1,20,1;");
    CLIENT_GETS(&b, "E16");
    CLIENT(&b, "jMultiBreakpoint:{}");
    rsp_buf_clear(&b.got[RSP_PROXY_STUB]);
    STUB(&b, "");
    CLIENT_GETS(&b, "");
    between_close(&b);
    open_with(&b, &lldb, "", "MultiMemRead+;jMultiBreakpoint+");
    CLIENT(&b, "MultiMemRead:ranges:10,1;20,1;");
    CLIENT_GETS(&b, "E16");
    between_close(&b);
}

static void malformed_batches_get_an_error_and_reach_no_stub(void **state) {
    (void)state;
    static const char *const bad[] = {
        "MultiMemRead",
        "MultiMemRead:",
        "MultiMemRead:ranges:",
        "MultiMemRead:ranges:;",
        "MultiMemRead:ranges:10,2",
        "MultiMemRead:ranges:10,2,3;",
        "MultiMemRead:ranges:zz,2;",
        "MultiMemRead:ranges:10,2;blah:;",
        "MultiMemRead:ranges:10,2;20,2",
        "MultiMemRead:blah:;ranges:10,2;",
        "MultiMemRead:ranges:11111111111111111,2;",
        "MultiBreakpoint:",
        "jMultiBreakpoint:",
        "jMultiBreakpoint:[]",
        "jMultiBreakpoint:{}",
        "jMultiBreakpoint:{\"breakpoint_requests\":1}",
        "jMultiBreakpoint:{\"breakpoint_requests\":[1]}",
        "jMultiBreakpoint:{\"breakpoint_requests\":[\"Z0,1,1\"}",
    };
    between b;
    open_both_forms(&b);
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++) {
        CLIENT(&b, bad[i]);
        STUB_GETS_RAW(&b, "");
        CLIENT_GETS(&b, "E16");
    }
    assert_int_equal(rsp_proxy_stats_get(b.proxy).malformed, RSP_ARRAY_LEN(bad));
    between_close(&b);
}

/* PacketSize 0x40: (64 - 16) / 2 bytes by m, and an answer of 64 bytes. */
static void packet_size_holds_both_ways(void **state) {
    (void)state;
    between b;
    open_with(&b, &lldb, "PacketSize=40", "PacketSize=40;MultiMemRead+;jMultiBreakpoint+");
    CLIENT(&b, "MultiMemRead:ranges:1000,100,2000,10;");
    const char *const asked[] = {"m1000,18", "m1018,18", "m1030,a"};
    const size_t lens[] = {24, 24, 10};
    for (size_t i = 0; i < 3; i++) {
        char digits[64] = "";
        STUB_GETS(&b, asked[i]);
        memset(digits, '6', 2 * lens[i]);
        STUB(&b, digits);
    }
    /* 64 bytes less "40," and "10;", which is what the counts may take; nothing is left for the second. */
    rsp_bytes reply = rsp_buf_bytes(&b.got[RSP_PROXY_CLIENT]);
    assert_int_equal(reply.len, 4 + 5 + 58);
    assert_true(rsp_bytes_starts(reply, RSP_LIT("$3a,0;ffff")));
    between_close(&b);
}

static void escapes_count_against_packet_size(void **state) {
    (void)state;
    between b;
    open_with(&b, &lldb, "PacketSize=14", "PacketSize=14;MultiMemRead+;jMultiBreakpoint+");
    CLIENT(&b, "MultiMemRead:ranges:0,14;");
    STUB_GETS(&b, "m0,a");
    STUB(&b, "2424242424242424242424");
    assert_int_equal(rsp_proxy_stats_get(b.proxy).odd_replies, 1); /* eleven bytes for ten */
    CLIENT_GETS(&b, "0;");
    CLIENT(&b, "MultiMemRead:ranges:0,14;");
    rsp_buf_clear(&b.got[RSP_PROXY_STUB]);
    STUB(&b, "24242424242424242424");
    STUB_GETS(&b, "m8,1"); /* there would be room for a byte that needs no escape */
    STUB(&b, "24");
    CLIENT_GETS(&b, "8;}\4}\4}\4}\4}\4}\4}\4}\4");
    between_close(&b);
}

static void counts_alone_too_long_are_an_error(void **state) {
    (void)state;
    between b;
    open_with(&b, &lldb, "PacketSize=8", "PacketSize=8;MultiMemRead+;jMultiBreakpoint+");
    CLIENT(&b, "MultiMemRead:ranges:1,1,1,1,1,1,1,1,1,1;");
    CLIENT_GETS(&b, "E0c");
    STUB_GETS_RAW(&b, "");
    between_close(&b);
}

static void the_top_of_memory_is_the_end(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    CLIENT(&b, "MultiMemRead:ranges:fffffffffffffffe,10,0,ffffffffffffffff;");
    STUB_GETS(&b, "mfffffffffffffffe,2");
    STUB(&b, "6161");
    STUB_GETS(&b, "m0,78");
    STUB(&b, "E01");
    CLIENT_GETS(&b, "2,0;aa");
    between_close(&b);
}

static void a_stub_with_x_is_asked_by_x(void **state) {
    (void)state;
    between b;
    open_with(&b, &lldb, "binary-upload+", "binary-upload+;MultiMemRead+;jMultiBreakpoint+");
    CLIENT(&b, "MultiMemRead:ranges:10,3,20,2,30,1,40,1;");
    STUB_GETS(&b, "x10,3");
    STUB(&b, "b}\3T5");
    STUB_GETS(&b, "x20,2");
    STUB(&b, "E01");
    STUB_GETS(&b, "x30,1");
    STUB(&b, "b"); /* nothing there */
    STUB_GETS(&b, "x40,1");
    STUB(&b, "61"); /* no b: another x, and not to be believed */
    CLIENT_GETS(&b, "3,0,0,0;}\3T5");
    between_close(&b);
}

static void run_lengths_of_the_stub_are_expanded(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    CLIENT(&b, "MultiMemRead:ranges:10,8;");
    rsp_buf_clear(&b.got[RSP_PROXY_STUB]);
    STUB(&b, "0*,"); /* sixteen zeros */
    CLIENT_GETS_RAW(&b, "$8;\0\0\0\0\0\0\0\0#73");
    between_close(&b);
}

/* --- breakpoints --- */

static void breakpoints_go_one_by_one_in_json(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    /* On the wire the closing brace is "}]". */
    CLIENT(&b, "jMultiBreakpoint: {\"x\":1,\"breakpoint_requests\": [\"\\u005a0,10,1\", \"z0,20,1\", "
               "\"Z9,1,1\", \"Z0,10,1\", \"Z2,8,4\"]}]");
    static const char *const asked[] = {"Z0,10,1", "z0,20,1", "Z9,1,1", "Z0,10,1", "Z2,8,4"};
    static const char *const said[] = {"OK", "E22", "", "E.text", "huh"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(asked); i++) {
        CLIENT_GETS_RAW(&b, "");
        STUB_GETS(&b, asked[i]);
        STUB(&b, said[i]);
    }
    CLIENT_GETS(&b, "{\"results\":[\"OK\",\"E22\",\"E03\",\"E01\",\"E01\"]}]");
    assert_int_equal(rsp_proxy_stats_get(b.proxy).odd_replies, 1);
    between_close(&b);
}

static void breakpoints_of_the_rfc_go_one_by_one(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    CLIENT(&b, "MultiBreakpoint:Z0,10,1;X3,220027;z0,20,1;Z0,30,1;cmds:0,X3,220027;Z9,1,1");
    STUB_GETS(&b, "Z0,10,1;X3,220027");
    STUB(&b, "OK");
    STUB_GETS(&b, "z0,20,1");
    STUB(&b, "E0e;6e6f"); /* with a text, as LLDB asks for: no list could hold it */
    STUB_GETS(&b, "Z0,30,1;cmds:0,X3,220027");
    STUB(&b, "E.no memory; none");
    STUB_GETS(&b, "Z9,1,1");
    STUB(&b, "");
    CLIENT_GETS(&b, "OK;E0e;E01;E03");
    between_close(&b);
}

static void an_element_is_no_way_to_another_packet(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    CLIENT(&b, "MultiBreakpoint:Z0;Z0,10,1;z;Z2,10,4;X3,220027;zap;Z0,20,1k");
    STUB_GETS(&b, "Z0,10,1");
    STUB(&b, "OK");
    CLIENT_GETS(&b, "E16;OK;E16;E16;E16;E16");
    CLIENT(&b, "jMultiBreakpoint:{\"breakpoint_requests\":[\"\",\"k\",\"Z0,1,1\\u0023"
               "00\\u0024k\\u00236b\",\"Z0,5,1\"]}]");
    STUB_GETS(&b, "Z0,5,1");
    STUB(&b, "OK");
    CLIENT_GETS(&b, "{\"results\":[\"E16\",\"E16\",\"E16\",\"OK\"]}]");
    between_close(&b);
}

static void an_empty_list_gets_an_empty_list(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    CLIENT(&b, "jMultiBreakpoint:{\"breakpoint_requests\":[]}]");
    STUB_GETS_RAW(&b, "");
    CLIENT_GETS(&b, "{\"results\":[]}]");
    between_close(&b);
}

static void a_request_that_the_stub_could_not_take_is_not_sent(void **state) {
    (void)state;
    between b;
    open_with(&b, &rfc, "PacketSize=18", "PacketSize=18;MultiMemRead+;MultiBreakpoint+");
    CLIENT(&b, "MultiBreakpoint:Z0,10,1;X8,2200222200222200;Z0,20,1");
    STUB_GETS(&b, "Z0,20,1");
    STUB(&b, "OK");
    CLIENT_GETS(&b, "E0c;OK");
    between_close(&b);
}

/* --- order --- */

static void requests_wait_for_the_batch_in_order(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    CLIENT(&b, "MultiMemRead:ranges:10,1,20,1;");
    STUB_GETS(&b, "m10,1");
    CLIENT(&b, "qC");
    CLIENT(&b, "MultiBreakpoint:Z0,10,1");
    CLIENT(&b, "g");
    STUB_GETS_RAW(&b, "");
    STUB(&b, "61");
    STUB_GETS(&b, "m20,1");
    STUB(&b, "62");
    STUB_GETS(&b, "qC");
    CLIENT_GETS(&b, "1,1;ab");
    STUB(&b, "QC1");
    STUB_GETS(&b, "Z0,10,1");
    CLIENT_GETS(&b, "QC1");
    STUB(&b, "OK");
    STUB_GETS(&b, "g");
    CLIENT_GETS(&b, "OK");
    STUB(&b, "00");
    CLIENT_GETS(&b, "00");
    between_close(&b);
}

static void a_batch_waits_for_what_came_before_it(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    CLIENT(&b, "qC");
    CLIENT(&b, "MultiMemRead:ranges:10,1;");
    STUB_GETS(&b, "qC");
    STUB(&b, "QC1");
    CLIENT_GETS(&b, "QC1");
    STUB_GETS(&b, "m10,1");
    STUB(&b, "61");
    CLIENT_GETS(&b, "1;a");
    between_close(&b);
}

static void interrupts_and_notifications_pass_at_once(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    CLIENT(&b, "MultiMemRead:ranges:10,1;");
    STUB_GETS(&b, "m10,1");
    CLIENT_RAW(&b, "$qC#b4\3");
    STUB_GETS_RAW(&b, "\3");
    STUB_RAW(&b, "%Stop:T05thread:1;#b7");
    CLIENT_GETS_RAW(&b, "%Stop:T05thread:1;#b7");
    STUB(&b, "61");
    CLIENT_GETS(&b, "1;a");
    STUB_GETS(&b, "qC");
    between_close(&b);
}

/* A stop that nobody expected takes its place before our reply, and is not ours. */
static void a_stop_in_the_middle_is_the_debuggers(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    CLIENT(&b, "MultiMemRead:ranges:10,1,20,1;");
    STUB_GETS(&b, "m10,1");
    STUB(&b, "T05thread:1;");
    CLIENT_GETS(&b, "T05thread:1;");
    STUB(&b, "61");
    STUB_GETS(&b, "m20,1");
    STUB(&b, "62");
    CLIENT_GETS(&b, "1,1;ab");
    between_close(&b);
}

static void while_the_program_runs_a_batch_waits_and_the_interrupt_passes(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    CLIENT(&b, "vCont;c");
    CLIENT(&b, "MultiMemRead:ranges:10,1;");
    STUB_GETS(&b, "vCont;c");
    between_tick(&b, 100 * S);
    STUB_GETS_RAW(&b, "");
    CLIENT_RAW(&b, "\3");
    STUB_GETS_RAW(&b, "\3");
    STUB(&b, "O6869");
    CLIENT_GETS(&b, "O6869");
    STUB(&b, "T02thread:1;");
    CLIENT_GETS(&b, "T02thread:1;");
    STUB_GETS(&b, "m10,1");
    between_close(&b);
}

static void in_non_stop_a_batch_does_not_wait_for_stops(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    CLIENT(&b, "QNonStop:1");
    STUB(&b, "OK");
    CLIENT(&b, "vCont;c");
    STUB(&b, "OK");
    rsp_buf_clear(&b.got[RSP_PROXY_CLIENT]);
    rsp_buf_clear(&b.got[RSP_PROXY_STUB]);
    CLIENT(&b, "MultiMemRead:ranges:10,1;");
    STUB_GETS(&b, "m10,1");
    STUB_RAW(&b, "%Stop:T05thread:1;#b7$61#67");
    CLIENT_GETS_RAW(&b, "%Stop:T05thread:1;#b7$1;a#cd");
    between_close(&b);
}

/* The debugger reads what the stub asks it to write, before it answers, with the resume still open. */
static void file_io_reads_by_batches_do_not_lock(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    CLIENT(&b, "vCont;c");
    STUB(&b, "Fwrite,1,10,2");
    CLIENT_GETS(&b, "Fwrite,1,10,2");
    rsp_buf_clear(&b.got[RSP_PROXY_STUB]);
    CLIENT(&b, "MultiMemRead:ranges:10,2;");
    STUB_GETS(&b, "m10,2");
    STUB(&b, "6869");
    CLIENT_GETS(&b, "2;hi");
    CLIENT(&b, "F2");
    STUB_GETS(&b, "F2");
    STUB(&b, "W00");
    CLIENT_GETS(&b, "W00");
    between_close(&b);
}

/* --- acks in a batch --- */

static void a_batch_in_ack_mode_is_acknowledged_once_on_either_side(void **state) {
    (void)state;
    between b;
    between_open(&b, &lldb);
    CLIENT(&b, "qSupported");
    STUB_RAW(&b, "+$#00");
    CLIENT_RAW(&b, "+");
    rsp_buf_clear(&b.got[RSP_PROXY_CLIENT]);
    rsp_buf_clear(&b.got[RSP_PROXY_STUB]);
    CLIENT(&b, "MultiMemRead:ranges:10,1,20,1;");
    CLIENT_GETS_RAW(&b, "+");
    STUB_GETS(&b, "m10,1");
    STUB_RAW(&b, "-");
    STUB_GETS(&b, "m10,1");
    STUB_RAW(&b, "+$61#00");
    STUB_GETS_RAW(&b, "-");
    STUB_RAW(&b, "$61#67");
    STUB_GETS_RAW(&b, "+$m20,1#2c");
    STUB_RAW(&b, "+$62#68");
    STUB_GETS_RAW(&b, "+");
    CLIENT_GETS_RAW(&b, "$1,1;ab#8c");
    CLIENT_RAW(&b, "-");
    CLIENT_GETS_RAW(&b, "$1,1;ab#8c");
    CLIENT_RAW(&b, "+");
    STUB_GETS_RAW(&b, "");
    between_close(&b);
}

/* --- time --- */

static void a_stub_that_does_not_answer_ends_the_batch(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    CLIENT(&b, "MultiMemRead:ranges:10,1,20,1;");
    STUB(&b, "61");
    STUB_GETS_RAW(&b, "$m10,1#2b$m20,1#2c");
    CLIENT(&b, "qC");
    assert_int_equal(rsp_proxy_deadline(b.proxy), 2 * S);
    between_tick(&b, 2 * S - 1);
    CLIENT_GETS_RAW(&b, "");
    between_tick(&b, 2 * S);
    CLIENT_GETS(&b, "1,0;a");
    STUB_GETS(&b, "qC");
    assert_int_equal(rsp_proxy_deadline(b.proxy), RSP_NEVER_NS);
    STUB(&b, "62"); /* late: nobody waits for it */
    CLIENT_GETS_RAW(&b, "");
    STUB(&b, "QC1");
    CLIENT_GETS(&b, "QC1");
    CLIENT(&b, "MultiBreakpoint:Z0,1,1;Z0,2,1");
    between_tick(&b, 4 * S);
    CLIENT_GETS(&b, "E01;E01");
    assert_int_equal(rsp_proxy_stats_get(b.proxy).unanswered, 2);
    between_close(&b);
}

static void a_stub_that_never_answers_ends_the_connection(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    unsigned batches = 0;
    while (rsp_proxy_status(b.proxy) == RSP_OK) {
        CLIENT(&b, "MultiMemRead:ranges:10,1;");
        between_tick(&b, b.now_ns + 3 * S);
        assert_true(++batches < 100);
    }
    assert_int_equal(rsp_proxy_status(b.proxy), RSP_TIMEOUT);
    assert_string_equal(rsp_proxy_trouble(b.proxy), "the stub does not answer any more");
    assert_int_equal(rsp_proxy_deadline(b.proxy), RSP_NEVER_NS);
    between_close(&b);
}

static void a_batch_does_not_wait_for_ever_for_an_older_request(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    CLIENT(&b, "qC");
    CLIENT(&b, "MultiMemRead:ranges:10,1;");
    STUB_GETS(&b, "qC");
    between_tick(&b, 2 * S);
    STUB_GETS(&b, "m10,1");
    STUB(&b, "QC1"); /* late, but whose it is is known */
    CLIENT_GETS(&b, "QC1");
    STUB(&b, "61");
    CLIENT_GETS(&b, "1;a");
    between_close(&b);
}

static void a_request_without_a_reply_is_not_waited_for(void **state) {
    (void)state;
    between b;
    open_both_forms(&b);
    CLIENT(&b, "k");
    CLIENT(&b, "MultiMemRead:ranges:10,1;");
    STUB_GETS_RAW(&b, "$k#6b$m10,1#2b");
    between_close(&b);
}

/* --- limits --- */

/* Each event is kept with a head of 16 bytes: 48 of them and 16 KiB make 64 pieces of 16 KiB. */
static void the_queue_holds_so_much_and_no_more(void **state) {
    (void)state;
    enum { EACH = 16 * 1024, NUM = RSP_LIMIT_PROXY_QUEUE_BYTES / EACH };
    for (size_t over = 0; over < 2; over++) {
        between b;
        rsp_buf payload = {0};
        rsp_buf frame = {0};
        open_both_forms(&b);
        CLIENT(&b, "MultiMemRead:ranges:10,1;");
        for (size_t i = 0; i < NUM; i++) {
            size_t len = EACH - 16 - 4 + (i + 1 == NUM ? over : 0);
            rsp_buf_clear(&payload);
            rsp_buf_clear(&frame);
            memset(rsp_buf_extend(&payload, len), 'q', len);
            rsp_frame_packet(&frame, rsp_buf_bytes(&payload));
            rsp_status status = rsp_proxy_input(b.proxy, RSP_PROXY_CLIENT, 0, rsp_buf_bytes(&frame));
            assert_int_equal(status, over && i + 1 == NUM ? RSP_LIMIT : RSP_OK);
        }
        if (over) {
            assert_string_equal(rsp_proxy_trouble(b.proxy),
                                "the debugger sent too much while a batch was split");
            rsp_proxy_reset(b.proxy);
            assert_ok(rsp_proxy_status(b.proxy));
        } else {
            rsp_buf_clear(&b.got[RSP_PROXY_STUB]);
            STUB(&b, "61");
            assert_int_equal(b.got[RSP_PROXY_STUB].len, RSP_LIMIT_PROXY_QUEUE_BYTES - NUM * 16);
        }
        rsp_buf_free(&payload);
        rsp_buf_free(&frame);
        between_close(&b);
    }
}

static void a_packet_at_the_limit_passes_and_one_beyond_ends_it(void **state) {
    (void)state;
    for (size_t over = 0; over < 2; over++) {
        between b;
        rsp_buf payload = {0};
        open_both_forms(&b);
        rsp_buf_str(&payload, "X0,1:");
        size_t fill = RSP_LIMIT_PROXY_PACKET_BYTES + over - payload.len;
        memset(rsp_buf_extend(&payload, fill), 'a', fill);
        rsp_buf frame = {0};
        rsp_frame_packet(&frame, rsp_buf_bytes(&payload));
        rsp_status status = between_raw(&b, RSP_PROXY_CLIENT, rsp_buf_bytes(&frame));
        assert_int_equal(status, over ? RSP_LIMIT : RSP_OK);
        assert_int_equal(b.got[RSP_PROXY_STUB].len, over ? 0 : frame.len);
        rsp_buf_free(&payload);
        rsp_buf_free(&frame);
        between_close(&b);
    }
}

static void without_packet_size_the_answer_is_bounded(void **state) {
    (void)state;
    between b;
    rsp_buf hex = {0};
    open_with(&b, &lldb, "", "MultiMemRead+;jMultiBreakpoint+");
    CLIENT(&b, "MultiMemRead:ranges:0,1000000;");
    memset(rsp_buf_extend(&hex, 384), '6', 384);
    while (b.got[RSP_PROXY_CLIENT].len == 0) {
        rsp_bytes asked = rsp_buf_bytes(&b.got[RSP_PROXY_STUB]);
        size_t comma = rsp_bytes_index(asked, ',');
        unsigned long want = strtoul((const char *)asked.ptr + comma + 1, NULL, 16);
        assert_true(want <= 192);
        rsp_buf_clear(&b.got[RSP_PROXY_STUB]);
        rsp_buf_truncate(&hex, 2 * want);
        STUB(&b, rsp_buf_cstr(&hex));
    }
    assert_true(b.got[RSP_PROXY_CLIENT].len <= RSP_LIMIT_PROXY_REPLY_BYTES + 4);
    assert_true(b.got[RSP_PROXY_CLIENT].len > RSP_LIMIT_PROXY_REPLY_BYTES - 16);
    rsp_buf_free(&hex);
    between_close(&b);
}

static void memory_that_fails_ends_the_connection_cleanly(void **state) {
    (void)state;
    bool passed = false;
    for (uint64_t fail_at = 1; !passed; fail_at++) {
        rsp_mem_fuzzed fuzzed;
        rsp_mem_fuzzed_init(&fuzzed, fail_at, 1);
        rsp_proxy_options options = {.accelerate = RSP_ACCELERATE_BOTH, .mem = &fuzzed.mem};
        rsp_proxy *p = rsp_proxy_new(&options);
        rsp_status status = p ? RSP_OK : RSP_NO_MEMORY;
        if (status == RSP_OK)
            status = rsp_proxy_input(p, RSP_PROXY_CLIENT, 0, RSP_LIT("$qSupported#37"));
        if (status == RSP_OK)
            status = rsp_proxy_input(p, RSP_PROXY_STUB, 0, RSP_LIT("+$PacketSize=100#c1"));
        if (status == RSP_OK)
            status =
                rsp_proxy_input(p, RSP_PROXY_CLIENT, 0, RSP_LIT("$MultiMemRead:ranges:10,1,20,1;#7e$qC#b4"));
        if (status == RSP_OK)
            status = rsp_proxy_input(p, RSP_PROXY_STUB, 0, RSP_LIT("+$61#67+$62#68"));
        assert_true(status == RSP_OK || status == RSP_NO_MEMORY);
        passed = fuzzed.count < fail_at;
        rsp_proxy_free(p);
        assert_true(fail_at < 300);
    }
}

/* --- any split, any merge --- */

static const char client_bytes[] =
    "+$qSupported#37+$QStartNoAckMode#b0+$MultiMemRead:ranges:10,1,20,1;#7e$qC#b4\3?"
    "$MultiBreakpoint:Z0,1,1;k;z0,1,1#dd$MultiMemRead:ranges:1$vCont;c#a8";
static const char stub_bytes[] =
    "+$PacketSize=100#c1+$OK#9a%Stop:T05thread:1;#b7$61#67$T05thread:1;#d7$62#68$QC1#c5?$T0";

/* What one side sends is cut anyhow, while the other's is there in whole pieces: what goes out is the same.
 */
static void feed_begin(void *ctx) {
    rsp_proxy_reset(((between *)ctx)->proxy);
    rsp_buf_clear(&((between *)ctx)->got[0]);
    rsp_buf_clear(&((between *)ctx)->got[1]);
}

static void feed_client(void *ctx, rsp_bytes piece) {
    assert_ok(between_raw(ctx, RSP_PROXY_CLIENT, piece));
}

static void feed_stub(void *ctx, rsp_bytes piece) {
    assert_ok(between_raw(ctx, RSP_PROXY_STUB, piece));
}

static void finish_both(void *ctx, rsp_buf *out) {
    between *b = ctx;
    rsp_proxy_input_end(b->proxy, RSP_PROXY_CLIENT);
    rsp_proxy_input_end(b->proxy, RSP_PROXY_STUB);
    between_drain(b);
    rsp_buf_append(out, rsp_buf_bytes(&b->got[RSP_PROXY_STUB]));
    rsp_buf_push(out, '|');
    rsp_buf_append(out, rsp_buf_bytes(&b->got[RSP_PROXY_CLIENT]));
}

static void finish_with_stub(void *ctx, rsp_buf *out) {
    assert_ok(between_raw(ctx, RSP_PROXY_STUB, RSP_LIT(stub_bytes)));
    finish_both(ctx, out);
}

static void begin_with_client(void *ctx) {
    feed_begin(ctx);
    assert_ok(between_raw(ctx, RSP_PROXY_CLIENT, RSP_LIT(client_bytes)));
}

static void any_cut_of_either_side_gives_the_same(void **state) {
    (void)state;
    const rsp_proxy_options modes[] = {both, {0}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(modes); i++) {
        between b;
        between_open(&b, &modes[i]);
        rsp_feed client = {feed_begin, feed_client, finish_with_stub, &b};
        rsp_feed stub = {begin_with_client, feed_stub, finish_both, &b};
        rsp_feed_splits(&client, RSP_LIT(client_bytes));
        rsp_feed_splits(&stub, RSP_LIT(stub_bytes));
        rsp_feed_random(&client, RSP_LIT(client_bytes), 7, 50, 1);
        rsp_feed_random(&stub, RSP_LIT(stub_bytes), 7, 50, 1);
        between_close(&b);
    }
}

/* Bytes drawn from what matters, on both sides at once: nothing breaks, nothing grows without bound, and time
 * ends every wait. */
static void hostile_bytes_on_both_sides_do_no_harm(void **state) {
    (void)state;
    static const char *const words[] = {
        "$",
        "#",
        "+",
        "-",
        "\3",
        "}",
        "*~",
        "%Stop:",
        "$OK#9a",
        "$#00",
        "$m",
        "$61#67",
        "$E01#a6",
        "$T05#b9",
        "$qSupported#37",
        "$MultiMemRead:ranges:10,1,20,1;#7e",
        "$MultiBreakpoint:Z0,1,1#98",
        "$vCont;c#a8",
        "$QNonStop:1#8d",
        "$QStartNoAckMode#b0",
        "$Fwrite,1,1,1#88",
        "$k#6b",
        "$jMultiBreakpoint:{\"breakpoint_requests\":[]}]#53",
    };
    rsp_rng rng;
    rsp_rng_seed(&rng, 7);
    for (int round = 0; round < 200; round++) {
        between b;
        if (round % 4 != 1)
            between_open(&b, round % 2 ? &both : &rfc);
        else
            open_with(&b, &both, "", "MultiMemRead+;MultiBreakpoint+;jMultiBreakpoint+");
        for (int i = 0; i < 300 && rsp_proxy_status(b.proxy) == RSP_OK; i++) {
            const char *word = words[rsp_rng_below(&rng, RSP_ARRAY_LEN(words))];
            rsp_proxy_end from = rsp_rng_below(&rng, 2) ? RSP_PROXY_STUB : RSP_PROXY_CLIENT;
            (void)between_raw(&b, from, rsp_bytes_str(word));
            if (rsp_rng_below(&rng, 20) == 0)
                between_tick(&b, rsp_deadline(b.now_ns, S));
        }
        rsp_status status = rsp_proxy_status(b.proxy);
        assert_true(status == RSP_OK || status == RSP_TIMEOUT);
        between_close(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_acceleration_every_byte_passes),
        cmocka_unit_test(what_is_no_batch_passes_unchanged),
        cmocka_unit_test(each_end_has_its_own_acks),
        cmocka_unit_test(requests_in_one_read_go_one_by_one_where_there_are_acks),
        cmocka_unit_test(the_greeting_and_the_first_request_meet_in_one_read),
        cmocka_unit_test(a_request_without_an_answer_holds_the_next_one_for_a_while),
        cmocka_unit_test(a_refusal_behind_the_ack_asks_for_nothing),
        cmocka_unit_test(who_refuses_for_ever_is_not_listened_to),
        cmocka_unit_test(no_ack_mode_begins_on_both_sides_or_on_none),
        cmocka_unit_test(only_what_the_stub_lacks_is_announced),
        cmocka_unit_test(what_the_stub_has_is_left_to_it),
        cmocka_unit_test(nothing_is_served_before_it_was_announced),
        cmocka_unit_test(ranges_are_read_one_by_one),
        cmocka_unit_test(the_form_is_the_one_that_was_asked_in),
        cmocka_unit_test(a_batch_of_breakpoints_tells_the_form_of_reads),
        cmocka_unit_test(one_form_offered_is_the_only_one),
        cmocka_unit_test(malformed_batches_get_an_error_and_reach_no_stub),
        cmocka_unit_test(packet_size_holds_both_ways),
        cmocka_unit_test(escapes_count_against_packet_size),
        cmocka_unit_test(counts_alone_too_long_are_an_error),
        cmocka_unit_test(the_top_of_memory_is_the_end),
        cmocka_unit_test(a_stub_with_x_is_asked_by_x),
        cmocka_unit_test(run_lengths_of_the_stub_are_expanded),
        cmocka_unit_test(breakpoints_go_one_by_one_in_json),
        cmocka_unit_test(breakpoints_of_the_rfc_go_one_by_one),
        cmocka_unit_test(an_element_is_no_way_to_another_packet),
        cmocka_unit_test(an_empty_list_gets_an_empty_list),
        cmocka_unit_test(a_request_that_the_stub_could_not_take_is_not_sent),
        cmocka_unit_test(requests_wait_for_the_batch_in_order),
        cmocka_unit_test(a_batch_waits_for_what_came_before_it),
        cmocka_unit_test(interrupts_and_notifications_pass_at_once),
        cmocka_unit_test(a_stop_in_the_middle_is_the_debuggers),
        cmocka_unit_test(while_the_program_runs_a_batch_waits_and_the_interrupt_passes),
        cmocka_unit_test(in_non_stop_a_batch_does_not_wait_for_stops),
        cmocka_unit_test(file_io_reads_by_batches_do_not_lock),
        cmocka_unit_test(a_batch_in_ack_mode_is_acknowledged_once_on_either_side),
        cmocka_unit_test(a_stub_that_does_not_answer_ends_the_batch),
        cmocka_unit_test(a_stub_that_never_answers_ends_the_connection),
        cmocka_unit_test(a_batch_does_not_wait_for_ever_for_an_older_request),
        cmocka_unit_test(a_request_without_a_reply_is_not_waited_for),
        cmocka_unit_test(the_queue_holds_so_much_and_no_more),
        cmocka_unit_test(a_packet_at_the_limit_passes_and_one_beyond_ends_it),
        cmocka_unit_test(without_packet_size_the_answer_is_bounded),
        cmocka_unit_test(memory_that_fails_ends_the_connection_cleanly),
        cmocka_unit_test(any_cut_of_either_side_gives_the_same),
        cmocka_unit_test(hostile_bytes_on_both_sides_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

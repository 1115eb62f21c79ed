/* Every passive rule with conversations that keep it and conversations that break it.
 * A good one must be free of violations of any kind; a bad one must name this rule first.
 * See rule.h. */
/* SPDX-License-Identifier: MIT */
#include "transcript_script.h"

#include "core/limits.h"
#include "core/mem.h"
#include "core/rng.h"

#define MULTIPROCESS "> qSupported:multiprocess+\n< multiprocess+;PacketSize=4000\n"
#define SWBREAK "> qSupported:swbreak+\n< swbreak+;PacketSize=4000\n"
#define NON_STOP "> QNonStop:1\n< OK\n"
#define LLDB "> QThreadSuffixSupported\n< OK\n"
#define NO_ACK "> QStartNoAckMode\n< OK\n"

typedef struct rule_case {
    rsp_rule_id rule;
    const char *good[5];
    const char *bad[12];
} rule_case;

static const rule_case cases[] = {
    {RSP_RULE_CHECKSUM, .good = {"> ?\n< S05", "> m0,2\n< 0* ", NO_ACK "> ?\n< S05", "> x0,4\n< b}\x03"},
     .bad = {"> ?\n<<$S05#00", NO_ACK "> ?\n<<$S05#b7", NON_STOP "<<%Stop:S05#00"}},
    {RSP_RULE_CHECKSUM_DIGITS, .good = {"> qFoo\n<<$#00"},
     .bad = {"> qFoo\n<<$#0+", "> ?\n<<$S05#zz", "> ?\n<<$S05#b$S05#b8", "> ?\n<<$S05#b\nx"}},
    {RSP_RULE_CHECKSUM_CASE, .good = {"> ?\n<<$S05#b8"}, .bad = {"> ?\n<<$S05#B8"}},
    {RSP_RULE_HEX_CASE, .good = {"> m0,2\n< ab12", "> ?\n< S0b"},
     .bad = {"> m0,2\n< AB12", "> m0,2\n< E3A0", "> g\n< 00FFxxxx", "> ?\n< S0B", "> ?\n< T05thread:A;",
             "> ?\n< T0501:AA;"}},
    {RSP_RULE_NUMBER_PREFIX, .good = {"> qC\n< QC1"},
     .bad = {"> qC\n< QC0x1", "> ?\n< T05watch:0x1000;", "> ?\n< W0x1"}},
    {RSP_RULE_NUMBER_ZEROS, .good = {"> qC\n< QC10", MULTIPROCESS "> qC\n< QCp1.a"},
     .bad = {"> qC\n< QC01", MULTIPROCESS "> qC\n< QCp1.01"}},
    {RSP_RULE_BARE_FRAME_BYTE, .good = {"> x0,4\n< b}\x04"}, .bad = {"> ?\n<<$ab$S05#b8"}},
    {RSP_RULE_STRAY_BYTES, .good = {"> ?\n< S05"}, .bad = {"> ?\n< S05\n<<9", "> ?\n<<hello\n< S05"}},
    {RSP_RULE_ESCAPE_COMPLETE, .good = {"> x0,4\n< b}]", "> m0,61\n< 0*}0*}"},
     .bad = {"> x0,4\n< b}", "> x0,4\n< ba}"}},
    {RSP_RULE_RLE_COUNT, .good = {"> m0,2\n< 0* ", "> m0,31\n< 0*~", "> m0,8\n< 0*+0"},
     .bad = {"> m0,4\n< 0*\x7f", "> m0,4\n< 0*\x01", "> m0,4\n<<$0*$0#00", "> m0,4\n<<$0*#00",
             "> m0,4\n< 0*"}},
    {RSP_RULE_RLE_SHORT, .good = {"> m0,2\n< 0* "}, .bad = {"> m0,2\n< 00*\x1e", "> m0,2\n< 0*\x1f"}},
    {RSP_RULE_RLE_START, .good = {"> m0,4\n< 0* 1* "}, .bad = {"> m0,2\n< * 00", "> m0,8\n< 0* * "}},
    {RSP_RULE_RLE_ESCAPE, .good = {"> x0,40\n< b}]* "}, .bad = {"> x0,40\n< b}* "}},
    {RSP_RULE_ACK_FIRST, .good = {">>$?#3f\n<<+$S05#b8", NO_ACK "> ?\n< S05"},
     .bad = {">>$?#3f\n<<$S05#b8\n>>+\n> ?\n< S05", ">>$?#3f\n<<$S05#b8\n<<+\n> ?\n< S05"}},
    {RSP_RULE_ACK_ONCE, .good = {"> ?\n< S05\n> ?\n< S05"}, .bad = {"> ?\n<<+\n< S05"}},
    {RSP_RULE_ACK_INTERRUPT, .good = {"> c\n>>\x03\n< S02"}, .bad = {"> c\n>>\x03\n<<+\n< S02"}},
    {RSP_RULE_NO_ACK_MODE, .good = {NO_ACK "> ?\n< S05", NO_ACK "> ?\n< S05\nx\n|\n> ?\n< S05"},
     .bad = {NO_ACK "<<+", NO_ACK ">>$?#00\n<<-"}},
    {RSP_RULE_NAK_GOOD, .good = {">>$?#00\n<<-\n> ?\n< S05"}, .bad = {">>$?#3f\n<<-", ">>$?#3F\n<<-"}},
    {RSP_RULE_ACK_BAD,
     .good = {">>$?#00\n<<-", ">>$?#0z\n<<-", ">>$ab\n> ?\n< S05", ">>$ab$?#00\n<<-\n> ?\n< S05",
              ">>$ab$?#00\n<<--\n> ?\n< S05"},
     .bad = {">>$?#00\n<<+", ">>$?#zz\n<<+"}},
    {RSP_RULE_RESEND,
     .good = {"> ?\n< S05\n>>-\n<<$S05#b8", (NO_ACK "> ?\n< S05\n>>-\n> qC\n< QC1"),
              "> ?\n< S05\n>>---\n<<$S05#b8$S05#b8$S05#b8", ">>-\n> ?\n< S05",
              /* GDB's '-' where a reply is missing: the one before it was taken */
              "> ?\n< S05\n> qC\n>>---\n< QC1"},
     .bad = {"> ?\n<<$S05#b8\n>>-\n<<$S06#b9", "> ?\n<<$S05#b8\n>>-\n> qC\n< QC1"}},
    {RSP_RULE_SILENCE_FIRST, .good = {">>+\n> ?\n< S05", "|\n> ?\n< S05"},
     .bad = {"<<+", "<<$S05#b8", ">>+\n<<+", "> ?\n< S05\nx\n|\n<<+",
             /* the client's first byte stops the program, of which the stub tells before it reads on */
             ">>+$g#67\n<<$S05#b8\n>>+\n<<+$00#60"}},
    {RSP_RULE_ONE_REPLY,
     .good = {"> qC\n< QC1\n> qC\n< QC1", "> k\n> ?\n< S05", "> k\n< OK", ">>$?#00$?#3f\n<<-+$S05#b8"},
     .bad = {"> qC\n< QC1\n< OK", "> qC\n< QC1\n< ", NON_STOP "> vCont;c\n< OK\n< T05thread:1;"}},
    {RSP_RULE_ONE_STOP_REPLY, .good = {"> c\n< S05\n> s\n< S05"},
     .bad = {"> c\n< S05\n< S05", "> c\n>>\x03\n< S02\n< S02", "> vKill;1\n< OK\n< X09",
             /* no greetings: it comes later, or twice */
             ">>+$?#3f\n<<+$S05#b8\n>>+\n<<$S05#b8", "> qC\n< QC1\n< S05"}},
    {RSP_RULE_EARLY_OK,
     .good = {"> c\n< S05", NON_STOP "> vCont;c\n< OK", "> vCont;t\n< OK",
              "> c\n< Fwrite,1,1000,2\n> M1000,1:00\n< OK\n> F2\n< S05"},
     .bad = {"> c\n< OK\n< S05", "> vCont;s:1;c\n< OK\n< T05thread:1;"}},
    {RSP_RULE_CONSOLE_HEX, .good = {"> c\n< O6869\n< S05", "> qRcmd,68\n< O6869\n< OK"},
     .bad = {"> c\n< O686\n< S05", "> c\n< Ohi\n< S05"}},
    {RSP_RULE_CONSOLE_NON_STOP,
     .good = {NON_STOP "> qRcmd,68\n< O6869\n< OK", NON_STOP "% Stdio:O6869\n> vStdio\n< OK",
              NON_STOP "% Stdio:O6869\n> vStdio\n< O6a6b\n> vStdio\n< OK\n% Stdio:O68"},
     .bad = {NON_STOP "> vCont;c\n< OK\n< O6869"}},
    {RSP_RULE_FILE_NON_STOP, .good = {"> c\n< Fwrite,1,1000,2\n> m1000,2\n< 6869\n> F2\n< S05"},
     .bad = {NON_STOP "> vCont;c\n< OK\n< Fwrite,1,1000,2"}},
    {RSP_RULE_NOTIFY_ALL_STOP, .good = {NON_STOP "% Stop:T05thread:1;\n> vStopped\n< OK"},
     .bad = {"> ?\n< S05\n% Stop:T05thread:1;", NON_STOP "> QNonStop:0\n< OK\n% Stop:T05thread:1;"}},
    {RSP_RULE_NOTIFY_ONE,
     .good = {NON_STOP
              "% Stop:T05thread:1;\n> vStopped\n< T05thread:2;\n> vStopped\n< OK\n% Stop:T05thread:3;",
              NON_STOP "% Stop:T05thread:1;\n% Stop:T05thread:1;\n% Stdio:O68",
              NON_STOP "> ?\n< OK\n% Stop:S05",
              NON_STOP "% Stop:T05thread:1;\n> ?\n< T05thread:1;\n> vStopped\n< OK\n% Stop:T05thread:2;"},
     .bad = {NON_STOP "% Stop:T05thread:1;\n% Stop:T05thread:2;",
             NON_STOP "% Stop:T05thread:1;\n> vStopped\n< T05thread:2;\n% Stop:T05thread:3;",
             NON_STOP "> ?\n< T05thread:1;\n% Stop:T05thread:2;", NON_STOP "% Stdio:O68\n% Stdio:O69"}},
    {RSP_RULE_TEXT_NUL,
     .good = {"> x0,2\n<0b__", "> qXfer:auxv:read::0,4\n<0l_a_b", "> vFile:pread:1,2,0\n<0F2;__"},
     .bad = {"> m0,2\n<00000_", "> g\n<0_", "> qC\n<0QC_1"}},
    {RSP_RULE_NOTIFY_BODY, .good = {NON_STOP "% Stop:T05name:ab;"},
     .bad = {NON_STOP "% Stop:T05name:a%b;", NON_STOP "<<%Stop:T05$OK#9a"}},
    {RSP_RULE_NOTIFY_FORM, .good = {NON_STOP "% Stop:W00", NON_STOP "% Other:x"},
     .bad = {NON_STOP "% Stop:OK", NON_STOP "% Stop:", NON_STOP "% Stop:O68"}},
    {RSP_RULE_EVENT_ONCE,
     .good = {NON_STOP "% Stop:T05thread:1;\n> vStopped\n< T05thread:2;\n> vStopped\n< OK"},
     .bad = {NON_STOP "% Stop:T05thread:1;\n> vStopped\n< T05thread:1;"}},
    {RSP_RULE_STOP_GRAMMAR,
     .good = {"> ?\n< T05thread:1;core:0;", "> c\n< W00", "> c\n< X0b", (MULTIPROCESS "> c\n< W0;process:1"),
              "> c\n< T05added-binaries:10a0,20;detailed-binaries-info:7b7d;"},
     .bad = {"> c\n< T05added-binaries:0x10;", "> c\n< T05added-binaries:10,;", "> c\n< T05added-binaries:;",
             "> c\n< T05detailed-binaries-info:5b5d;", "> c\n< T05detailed-binaries-info:7b7;",
             "> ?\n< T05thread:1", "> ?\n< S5", "> c\n< W1", "> c\n< S0500", "> ?\n< T05thread;",
             (MULTIPROCESS "> c\n< W0;process:zz")}},
    {RSP_RULE_STOP_REASON_ONE,
     .good = {"> c\n< T05library:;thread:1;",
              "> qSupported:multi-wp-addr+\n< multi-wp-addr+\n> c\n< T05watch:10;watch:20;",
              /* the stub need not say so */
              "> qSupported:multi-wp-addr+\n< PacketSize=400\n> c\n< T05watch:10;awatch:20;"},
     .bad = {"> c\n< T05library:;replaylog:begin;", "> c\n< T05watch:10;watch:20;",
             "> qSupported:swbreak+\n< multi-wp-addr+\n> c\n< T05watch:10;watch:20;",
             "> qSupported:multi-wp-addr+\n< \n> c\n< T05watch:10;library:;"}},
    {RSP_RULE_STOP_REASON_AGREED,
     .good = {"> qSupported:swbreak+\n< swbreak+\n> c\n< T05swbreak:;",
              "> qSupported:no-resumed+\n< no-resumed+\n> c\n< N", "> QThreadEvents:1\n< OK\n> c\n< w0;1",
              "> QCatchSyscalls:1\n< OK\n> c\n< T05syscall_entry:1;",
              /* of another process, perhaps */
              "> QCatchSyscalls:1\n< OK\n> QCatchSyscalls:0\n< OK\n> c\n< T05syscall_entry:1;"},
     .bad = {"> c\n< T05swbreak:;", "> qSupported:swbreak+\n< PacketSize=4\n> c\n< T05swbreak:;", "> c\n< N",
             "> c\n< w0;1", "> c\n< T05create:;", "> c\n< T05syscall_return:1;"}},
    {RSP_RULE_STOP_MARKER, .good = {SWBREAK "> c\n< T05swbreak:;"},
     .bad = {SWBREAK "> c\n< T05swbreak:1000;"}},
    {RSP_RULE_STOP_WATCH, .good = {"> c\n< T05awatch:1000;"},
     .bad = {"> c\n< T05watch:;", "> c\n< T05rwatch:zz;"}},
    {RSP_RULE_STOP_SIGNAL, .good = {"> c\n< T05watch:10;", "> c\n< T0bthread:1;"},
     .bad = {"> c\n< T0bwatch:10;", SWBREAK "> c\n< T00swbreak:;"}},
    {RSP_RULE_STOP_REGISTER,
     .good = {"> c\n< T0507:00ff;08:xxxx;", "> c\n< T05thread:1;zz:free text;", LLDB "> c\n< T0515:;07:00;"},
     .bad = {"> c\n< T0507:0;", "> c\n< T05ad:hello;"}},
    {RSP_RULE_STOP_REGISTER_EMPTY,
     .good = {LLDB "> c\n< T0507:;", "> QListThreadsInStopReply\n< OK\n> c\n< T0507:;",
              "> c\n< T0507:00;zz:;"},
     .bad = {"> c\n< T0507:;", "> QThreadSuffixSupported\n< \n> c\n< T0515:;16:00;"}},
    {RSP_RULE_PROCESS_UNASKED, .good = {MULTIPROCESS "> ?\n< T05thread:p1.1;", "> ?\n< T05thread:1;"},
     .bad = {"> ?\n< T05thread:p1.1;", "> c\n< W00;process:1", "> qC\n< QCp1.1", "> qfThreadInfo\n< mp1.1"}},
    {RSP_RULE_PROCESS_NAMED,
     .good = {MULTIPROCESS "> qfThreadInfo\n< mp1.1,p1.2\n> qsThreadInfo\n< l\n> c\n< X09;process:1",
              MULTIPROCESS "> c\n< W00"},
     .bad = {MULTIPROCESS "> ?\n< T05thread:1;", MULTIPROCESS "> qC\n< QC1"}},
    {RSP_RULE_THREAD_ID, .good = {"> qfThreadInfo\n< m1,2,-1"},
     .bad = {"> qC\n< QC", "> qC\n< QCxyz", "> qfThreadInfo\n< m1,", "> ?\n< T05thread:;",
             "> ?\n< T05thread:pz.1;"}},
    {RSP_RULE_ERROR_DIGITS, .good = {"> m0,4\n< E01", "> QEnableErrorStrings\n< OK\n> m0,4\n< E01;6869"},
     .bad = {"> m0,4\n< E1", "> m0,4\n< E", "> m0,4\n< Ezz", "> M0,1:00\n< E001", "> m0,4\n< E01;6869"}},
    {RSP_RULE_ERROR_TEXT,
     .good = {"> Z0,0,4\n< E.no", "> qSupported:error-message+\n< PacketSize=4\n> m0,4\n< E.no"},
     .bad = {"> m0,4\n< E.no", "> qRcmd,68\n< E.no"}},
    {RSP_RULE_FEATURE_LIST, .good = {"> qSupported\n< PacketSize=4000;a+;b-;c?"},
     .bad = {"> qSupported\n< PacketSize=4000;;x+", "> qSupported\n< multiprocess"}},
    {RSP_RULE_PACKET_SIZE, .good = {"> qSupported\n< PacketSize=3fff"},
     .bad = {"> qSupported\n< PacketSize=0x400", "> qSupported\n< PacketSize+"}},
    {RSP_RULE_MUST_REPLY_EMPTY, .good = {"> vMustReplyEmpty\n< "},
     .bad = {"> vMustReplyEmpty\n< E01", "> vMustReplyEmpty\n< OK"}},
    {RSP_RULE_UNKNOWN_EMPTY,
     .good = {"> qNobodyKnows\n< ", "> qSupported\n< PacketSize=4\n> ^more\n< E01", "> qacme.heat\n< 42",
              "> jOfNextYear:{}\n< E01", ">>$R#52$s#73$^#5e\n<<+$#00+$T05thread:1;#d7+$#00"},
     .bad = {"> qNobodyKnows\n< E01", "> ^\n< OK", "> R\n> ^\n< OK",
             ">>$R#52$s#73\n<<+$#00+$S05#b8\n> ^\n< OK", "> vMustReplyEmptyToo\n< OK", "> vXyzzy;1\n< OK"}},
    {RSP_RULE_VCONT_T, .good = {"> vCont?\n< vCont;c;C;s;S", NON_STOP "> vCont?\n< vCont;c;C;t"},
     .bad = {NON_STOP "> vCont?\n< vCont;c;C;s;S"}},
    {RSP_RULE_READ_LENGTH, .good = {"> m0,2\n< 00", "> qXfer:auxv:read::0,2\n< l}\x03z", "> x0,2\n< b}\x03z"},
     .bad = {"> m0,2\n< 000000", "> qXfer:auxv:read::0,2\n< labc", "> x0,2\n< babc"}},
    {RSP_RULE_MORE_HAS_DATA,
     .good = {"> qXfer:auxv:read::0,2\n< l", "> qXfer:auxv:read::1,0\n< m", "> qXfer:threads:read::,\n< m"},
     .bad = {"> qXfer:auxv:read::0,2\n< m", "> qfThreadInfo\n< m"}},
    {RSP_RULE_WINDOW_MOVES,
     .good = {"> qXfer:auxv:read::0,10\n< m0123456789abcdef\n> qXfer:auxv:read::10,10\n< l0123456789abcdeg",
              "> qXfer:auxv:read::0,10\n< maaaaaaaaaaaaaaaa\n> qXfer:auxv:read::10,10\n< laaaaaaaaaaaaaaaa",
              "> qXfer:auxv:read::0,8\n< m01234567\n> qXfer:auxv:read::8,8\n< l01234567",
              "> qXfer:auxv:read::0,10\n< m0123456789abcdef\n> qXfer:libraries:read::10,10\n< "
              "l0123456789abcdef",
              "> qXfer:auxv:read::0,12\n< m0123456789abcdef00\n> qXfer:auxv:read::12,12\n< "
              "l0123456789abcdef01"},
     .bad = {"> qXfer:auxv:read::0,10\n< m0123456789abcdef\n> qXfer:auxv:read::10,10\n< m0123456789abcdef",
             "> qXfer:auxv:read::0,12\n< m0123456789abcdef00\n> qXfer:auxv:read::12,12\n< "
             "l0123456789abcdef00",
             "> qXfer:auxv:read::0,20\n< m0123456789abcdefghij\n> qXfer:auxv:read::14,20\n< "
             "l0123456789abcdef"}},
    {RSP_RULE_REPLY_SHAPE,
     .good = {"> m0,0\n< OK", "> H\n< ", NO_ACK "> R\n> qC\n< OK", NO_ACK "> k\n> g\n< X09",
              NO_ACK ">>$qC#00\n> g\n< QC1"},
     .bad = {"> qC\n< OK", "> m0,2\n< OK", NO_ACK "> R\n> g\n< QC1", NO_ACK "> R\n> g\n> qC\n< 00\n< 00",
             NO_ACK "> k\n> qC\n> R\n> g\n< m1"}},
};

static void show(const transcript_script *t, const char *lines) {
    print_error("in:\n%s\n", lines);
    for (size_t i = 0; i < rsp_rules_count(t->rules); i++) {
        const rsp_violation *v = rsp_rules_violation(t->rules, i);
        print_error("  %s: %s (expected %s, got %s)\n", rsp_rule_get(v->rule)->id, v->message, v->expected,
                    v->got);
    }
}

static void check_good(rsp_rule_id rule, const char *lines) {
    transcript_script t;
    script_begin(&t, false);
    script_text(&t, lines);
    if (rsp_rules_count(t.rules) != 0) {
        show(&t, lines);
        fail_msg("%s: a good conversation is blamed", rsp_rule_get(rule)->id);
    }
    script_end(&t);
}

static void check_bad(rsp_rule_id rule, const char *lines) {
    transcript_script t;
    script_begin(&t, false);
    script_text(&t, lines);
    const rsp_violation *v = rsp_rules_violation(t.rules, 0);
    if (!v || v->rule != rule) {
        show(&t, lines);
        fail_msg("%s: a bad conversation is not blamed first for it", rsp_rule_get(rule)->id);
    } else {
        assert_true(v->message[0] != '\0' && v->expected[0] != '\0');
        assert_true(v->entry < rsp_transcript_end(t.transcript));
    }
    script_end(&t);
}

/* The same conversation with the rule switched off: nobody else reports this rule. */
static void check_disabled(rsp_rule_id rule, const char *lines) {
    transcript_script t;
    script_begin(&t, false);
    rsp_rules_enable(t.rules, rule, false);
    script_text(&t, lines);
    for (size_t i = 0; i < rsp_rules_count(t.rules); i++)
        assert_int_not_equal(rsp_rules_violation(t.rules, i)->rule, rule);
    script_end(&t);
}

/* QEMU tells a client that comes back where its machine stops, in the form of the last one. */
static void rules_greetings_are_blamed_for_coming_only(void **state) {
    (void)state;
    transcript_script t;
    script_begin(&t, false);
    script_text(&t, "< T02thread:p1.1;");
    assert_int_equal(rsp_rules_violation(t.rules, 0)->rule, RSP_RULE_SILENCE_FIRST);
    for (size_t i = 0; i < rsp_rules_count(t.rules); i++)
        assert_int_not_equal(rsp_rules_violation(t.rules, i)->rule, RSP_RULE_PROCESS_UNASKED);
    script_end(&t);
}

static void rules_good_conversations_are_clean(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++)
        for (size_t k = 0; k < RSP_ARRAY_LEN(cases[i].good) && cases[i].good[k]; k++)
            check_good(cases[i].rule, cases[i].good[k]);
}

static void rules_bad_conversations_name_the_rule(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        for (size_t k = 0; k < RSP_ARRAY_LEN(cases[i].bad) && cases[i].bad[k]; k++) {
            check_bad(cases[i].rule, cases[i].bad[k]);
            check_disabled(cases[i].rule, cases[i].bad[k]);
        }
    }
}

static void rules_every_row_has_both_kinds_of_case(void **state) {
    (void)state;
    for (unsigned rule = 0; rule < RSP_RULE_COUNT; rule++) {
        bool found = false;
        for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++)
            found = found || (cases[i].rule == (rsp_rule_id)rule && cases[i].good[0] && cases[i].bad[0]);
        if (!found)
            fail_msg("%s has no test", rsp_rule_get((rsp_rule_id)rule)->id);
    }
}

static void rules_table_is_complete_and_ids_are_unique(void **state) {
    (void)state;
    for (unsigned i = 0; i < RSP_RULE_COUNT; i++) {
        const rsp_rule *rule = rsp_rule_get((rsp_rule_id)i);
        assert_true(rule->id[0] && rule->requirements[0] && rule->text[0]);
        assert_int_equal(rsp_rule_find(rsp_bytes_str(rule->id)), i);
    }
    assert_null(rsp_rule_get(RSP_RULE_COUNT));
    assert_int_equal(rsp_rule_find(RSP_LIT("no-such-rule")), RSP_RULE_COUNT);
}

typedef struct form_case {
    const char *request;
    const char *good[4];
    const char *bad[4];
} form_case;

/* Good and bad replies by the form that the packet table names. A stub that answers OK to everything is
 * caught wherever OK is not the answer. */
static const form_case form_cases[] = {
    {"?", {"S05", "W00", "E01", ""}, {"OK", "QC1", "vCont"}},
    {"c", {"S05", "E01", ""}, {"0"}},
    {"vCont;c", {"T05thread:1;", "E01"}, {"0"}},
    {"vCont;t", {"OK", "T00thread:1;"}, {"x"}},
    {"vRun;", {"S05", "E01"}, {"OK"}},
    {"vAttach;1", {"S05", "E01"}, {"OK"}},
    {"g", {"00ff", "xxxxxxxx", "E01"}, {"OK", "0", "zz"}},
    {"m0,4", {"00ff", "E01"}, {"OK", "0", "xx"}},
    {"p1", {"00ff", "xx"}, {"OK", "0"}},
    {"M0,1:00", {"OK", "E01"}, {"00", "OKOK"}},
    {"Hg0", {"OK", "E01", ""}, {"Hg0"}},
    {"_M10,rw", {"1000", "E01"}, {"OK", "0xz"}},
    {"jThreadsInfo", {"[]", "{}]"}, {"OK", "x"}},
    {"jThreadExtendedInfo:", {"OK", "{}]", "E01"}, {"x", "1"}},
    {"vCont?", {"vCont;c;C", "vCont", ""}, {"OK", "vContc"}},
    {"vStdio", {"OK", "O68", "O"}, {"Ox", "S05"}},
    {"vFile:open:2f,0,0", {"F3", "F-1,2", ""}, {"OK", "3", "F", "F3x"}},
    {"vFile:pread:3,10,0", {"F2;ab", "F0;"}, {"OK", "F3x"}},
    {"qC", {"QC1", ""}, {"OK", "1"}},
    {"qCRC:0,4", {"C1234", "E01"}, {"OK", "1234", "C"}},
    {"qTStatus", {"T0;tnotrun:0", "T1", "E01", ""}, {"OK", "T2;x:1", "T0;x"}},
    {"QTFrame:0", {"F0T1", "F-1", "OK"}, {"F0", "1", "T1"}},
    {"qWasmCallStack:1",
     {"0c01000000000040", "0c010000000000400c02000000000040", "E01", ""},
     {"OK", "0c01", "0c01000000000040,0c01000000000040"}},
    {"qWasmLocal:0;0", {"2a000000", "E01", ""}, {"OK", "2a0"}},
    {"qTV:1", {"V10", "U", "E01"}, {"OK", "10"}},
    {"qTP:1:400", {"V10:ff"}, {"V10:", "V"}},
    {"qTBuffer:0,10", {"0011", "l"}, {"OK", "m00"}},
    {"qsThreadInfo", {"l", "m1"}, {"OK", "1"}},
    {"qThreadExtraInfo,1", {"6869", "E01"}, {"OK", "hi"}},
    {"qAttached", {"0", "1", "E01"}, {"OK", "2", "01"}},
    {"qExecAndArgs", {"U", "S;2f;;"}, {"OK"}},
    {"qGetTLSAddr:1,0,0", {"1000", "E01"}, {"OK"}},
    {"qOffsets", {"Text=0;Data=0;Bss=0", "TextSeg=0"}, {"OK", "0"}},
    {"qRcmd,68", {"OK", "6869", "E01"}, {"hi", "686"}},
    {"qSearch:memory:0;4;x", {"0", "1,1000", "E01"}, {"OK", "1", "1,"}},
    {"qSymbol::", {"OK", "qSymbol:6869", ""}, {"qSymbol:hi", "0"}},
    {"qMemTags:0,4:1", {"m", "m00ff"}, {"OK", "00"}},
    {"qIsAddressTagged:0", {"00", "01"}, {"0", "OK", "02"}},
    {"qXfer:features:read:target.xml:0,10", {"l", "mab", "E00", ""}, {"OK", "x"}},
    {"qXfer:siginfo:write::0:ab", {"2", "E01"}, {"OK"}},
    {"qHostInfo", {"ptrsize:8;endian:little;"}, {"OK", "ptrsize", ":8;"}},
    {"qMemoryRegionInfo:0", {"start:0;size:10;", "E01"}, {"OK", "start"}},
    {"qLaunchSuccess", {"OK", "Eno such file"}, {"x"}},
    {"qEcho:abc", {"qEcho:abc", "qEcho:ab}C", ""}, {"OK", "abc", "qEcho:abcd", "qEcho:ab"}},
    {"qEcho:+*~", {"qEcho:+}\n~"}, {"qEcho:+}*~", "qEcho:+\n~"}},
    {"qEcho:}", {"E16"}, {0}},
    {"qThreadStopInfo1", {"T05thread:1;", "E01"}, {"x"}},
    {"QSaveRegisterState", {"12", "E01"}, {"OK", "a"}},
    {"QThreadSuffixSupported", {"OK", ""}, {"1"}},
    {"qSupported", {"PacketSize=400", ""}, {"OK"}},
};

static size_t count_of(const char *request, const char *reply, rsp_rule_id rule) {
    transcript_script t;
    script_begin(&t, false);
    script_packet(&t, RSP_TO_STUB, rsp_bytes_str(request));
    script_packet(&t, RSP_TO_CLIENT, rsp_bytes_str(reply));
    size_t count = 0;
    for (size_t i = 0; i < rsp_rules_count(t.rules); i++)
        count += rule == RSP_RULE_COUNT || rsp_rules_violation(t.rules, i)->rule == rule;
    if (rule == RSP_RULE_COUNT && count > 0)
        show(&t, reply);
    script_end(&t);
    return count;
}

static void forms_good_and_bad_replies_are_told_apart(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(form_cases); i++) {
        const form_case *c = &form_cases[i];
        for (size_t k = 0; k < 4 && c->good[k]; k++)
            if (count_of(c->request, c->good[k], RSP_RULE_COUNT) != 0)
                fail_msg("%s -> %s is blamed", c->request, c->good[k]);
        for (size_t k = 0; k < 4 && c->bad[k]; k++)
            if (count_of(c->request, c->bad[k], RSP_RULE_REPLY_SHAPE) != 1)
                fail_msg("%s -> %s is not blamed", c->request, c->bad[k]);
    }
}

/* A form that is added to the packet table needs its cases here. */
static void every_form_has_both_kinds_of_case(void **state) {
    (void)state;
    bool met[RSP_REPLY_FORM_COUNT] = {
        [RSP_REPLY_FORM_FREE] = true,
        [RSP_REPLY_FORM_SILENT] = true, /* nothing to judge */
        [RSP_REPLY_FORM_BINARY] = true,
        [RSP_REPLY_FORM_RANGES] = true,  /* judged by length: read-within-length */
        [RSP_REPLY_FORM_RESULTS] = true, /* two syntaxes: judged by scenarios */
        [RSP_REPLY_FORM_NOTHING] = true, /* must-reply-empty */
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(form_cases); i++) {
        const form_case *c = &form_cases[i];
        const rsp_packet_row *row = rsp_packet_lookup(rsp_bytes_str(c->request), NULL);
        assert_non_null(row);
        if (c->good[0] && c->bad[0])
            met[row->reply] = true;
    }
    for (unsigned form = 0; form < RSP_REPLY_FORM_COUNT; form++)
        if (!met[form])
            fail_msg("no good and bad reply of the form \"%s\"", rsp_reply_form_text((rsp_reply_form)form));
}

/* A newer debugger's packet, a vendor's, one that is longer than a known one: nothing is claimed of them. */
static void answer_to_a_packet_of_others_is_counted_and_not_judged(void **state) {
    (void)state;
    static const char *const others[] = {"qacme.heat:1", "jOfNextYear:{}", "qSupportedX",
                                         "QNewThing;1",  "vContX",         "yes"};
    const char *name = NULL;
    transcript_script t;
    script_begin(&t, false);
    assert_int_equal(rsp_rules_unjudged(t.rules, &name), 0);
    assert_string_equal(name, "?");
    for (size_t i = 0; i < RSP_ARRAY_LEN(others); i++) {
        script_packet(&t, RSP_TO_STUB, rsp_bytes_str(others[i]));
        script_packet(&t, RSP_TO_CLIENT, RSP_LIT("42"));
    }
    assert_int_equal(rsp_rules_count(t.rules), 0);
    assert_int_equal(rsp_rules_unjudged(t.rules, &name), RSP_ARRAY_LEN(others));
    assert_string_equal(name, "qacme.heat");
    script_end(&t);
}

/* coreboot sends its reply again after 100 ms without a '+', which a busy client sends late. */
static void reply_that_is_sent_again_before_its_plus_is_no_second_one(void **state) {
    (void)state;
    for (int late = 0; late < 2; late++) {
        transcript_script t;
        script_begin(&t, false);
        script_raw(&t, RSP_TO_STUB, RSP_LIT("$qC#b4"));
        t.now_ns += late ? 100 * RSP_NS_PER_MS : 0;
        script_raw(&t, RSP_TO_CLIENT, RSP_LIT("+$QC1#c5$QC1#c5"));
        assert_int_equal(rsp_rules_count_of(t.rules, RSP_RULE_ONE_REPLY), late ? 0 : 1);
        script_end(&t);
    }
}

static void violation_beyond_limit_is_only_counted(void **state) {
    (void)state;
    transcript_script t;
    script_begin(&t, false);
    script_text(&t, "> ?\n< S05");
    for (size_t i = 0; i < RSP_LIMIT_VIOLATIONS; i++)
        script_raw(&t, RSP_TO_CLIENT, RSP_LIT("$#00"));
    assert_int_equal(rsp_rules_count(t.rules), RSP_LIMIT_VIOLATIONS);
    assert_int_equal(rsp_rules_dropped(t.rules), 0);
    script_raw(&t, RSP_TO_CLIENT, RSP_LIT("$#00"));
    assert_int_equal(rsp_rules_count(t.rules), RSP_LIMIT_VIOLATIONS);
    assert_int_equal(rsp_rules_dropped(t.rules), 1);
    assert_null(rsp_rules_violation(t.rules, RSP_LIMIT_VIOLATIONS));
    script_raw(&t, RSP_TO_CLIENT, RSP_LIT("!"));
    assert_int_equal(rsp_rules_count(t.rules), RSP_LIMIT_VIOLATIONS + 1);
    assert_int_equal(rsp_rules_count_of(t.rules, RSP_RULE_ONE_REPLY), RSP_LIMIT_VIOLATIONS + 1);
    assert_int_equal(rsp_rules_count_of(t.rules, RSP_RULE_COUNT), 0);
    rsp_rules_reset(t.rules);
    assert_int_equal(rsp_rules_count(t.rules), 0);
    script_end(&t);
}

static void violation_quotes_hostile_bytes_escaped_and_cut(void **state) {
    (void)state;
    transcript_script t;
    script_begin(&t, false);
    rsp_buf evil = {0};
    for (int i = 0; i < 1000; i++)
        rsp_buf_str(&evil, "\x1b[31m");
    script_text(&t, "> qC");
    script_packet(&t, RSP_TO_CLIENT, rsp_buf_bytes(&evil));
    const rsp_violation *v = rsp_rules_violation(t.rules, 0);
    assert_non_null(v);
    assert_true(strlen(v->got) < RSP_LIMIT_VIOLATION_COLUMNS * 4 + 40);
    for (const char *c = v->got; *c; c++)
        assert_true(*c >= 0x20 && *c < 0x7f);
    rsp_buf_free(&evil);
    script_end(&t);
}

static void midstream_claims_nothing_from_what_was_not_seen(void **state) {
    (void)state;
    transcript_script t;
    script_begin(&t, true);
    script_text(&t, "< QCp1.1\n> ?\n<<$T05swbreak:;thread:p1.1;#00");
    rsp_rules_reset(t.rules);
    rsp_transcript_reset(t.transcript);
    script_text(&t, "<<$QCp1.1#a9\n% Stop:T05thread:p1.1;\n> c\n< OK\n> ?\n< T05swbreak:;thread:p1.1;");
    for (size_t i = 0; i < rsp_rules_count(t.rules); i++)
        assert_int_equal(rsp_rules_violation(t.rules, i)->rule, RSP_RULE_CHECKSUM);
    script_end(&t);
}

static void compressed_replies_are_not_judged(void **state) {
    (void)state;
    check_good(RSP_RULE_REPLY_SHAPE, "> QEnableCompression:type:zlib-deflate;\n< OK\n> m0,2\n< C100:}");
}

/* Damaged versions of the conversations above: no crash, no leak, and any split says the same. */
static size_t judge_damaged(rsp_bytes bytes, uint64_t seed, bool split) {
    transcript_script t;
    rsp_rng rng;
    script_begin(&t, false);
    rsp_rng_seed(&rng, seed);
    for (size_t at = 0; at < bytes.len;) {
        rsp_direction direction = rsp_rng_below(&rng, 2) ? RSP_TO_CLIENT : RSP_TO_STUB;
        size_t len = 1 + (size_t)rsp_rng_below(&rng, 40);
        rsp_bytes piece = rsp_bytes_sub(bytes, at, len);
        const uint64_t start_ns = t.now_ns; /* a piece takes the same time, split or not: rules look at it */
        for (size_t i = 0; i < piece.len; i += split ? 1 : piece.len) {
            t.now_ns = start_ns;
            script_raw(&t, direction, split ? rsp_bytes_sub(piece, i, 1) : piece);
        }
        at += len;
    }
    size_t count = rsp_rules_count(t.rules);
    rsp_buf out = {0};
    rsp_transcript_render(t.transcript, &out, RSP_NO_ENTRY, &(rsp_transcript_style){.explain = true});
    rsp_buf_free(&out);
    script_end(&t);
    return count;
}

static void rules_damaged_conversations_do_no_harm(void **state) {
    (void)state;
    rsp_rng rng;
    rsp_rng_seed(&rng, 7);
    rsp_buf bytes = {0};
    for (uint64_t round = 0; round < 300; round++) {
        rsp_buf_clear(&bytes);
        for (int i = 0; i < 6; i++) {
            const form_case *c = &form_cases[rsp_rng_below(&rng, RSP_ARRAY_LEN(form_cases))];
            rsp_frame_packet(&bytes, rsp_bytes_str(c->request));
            rsp_buf_push(&bytes, '+');
            rsp_frame_packet(&bytes, rsp_bytes_str(c->good[0]));
        }
        for (int i = 0; i < 4; i++)
            bytes.ptr[rsp_rng_below(&rng, bytes.len)] = (uint8_t)rsp_rng_below(&rng, 256);
        size_t whole = judge_damaged(rsp_buf_bytes(&bytes), round, false);
        assert_int_equal(judge_damaged(rsp_buf_bytes(&bytes), round, true), whole);
    }
    rsp_buf_free(&bytes);
}

static void rules_without_memory_report_it(void **state) {
    (void)state;
    for (uint64_t at = 1; at < 12; at++) {
        rsp_mem_fuzzed mem;
        rsp_mem_fuzzed_init(&mem, at, 1);
        rsp_rules *rules = rsp_rules_new(&(rsp_rules_options){.mem = &mem.mem});
        if (!rules)
            continue;
        rsp_transcript *t = rsp_transcript_new(NULL);
        assert_true(rsp_transcript_observe(t, rsp_rules_observe, rules));
        assert_ok(rsp_transcript_feed(t, RSP_TO_STUB, 0, RSP_LIT("$?#3f")));
        assert_ok(rsp_transcript_feed(t, RSP_TO_CLIENT, 0, RSP_LIT("$OK#9a$OK#9a%Stop:x#00")));
        if (mem.count >= at)
            assert_true(rsp_rules_status(rules) == RSP_NO_MEMORY || rsp_rules_count(rules) > 0 ||
                        rsp_rules_dropped(rules) > 0);
        rsp_rules_free(rules);
        rsp_transcript_free(t);
    }
    rsp_rules_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_good_conversations_are_clean),
        cmocka_unit_test(rules_greetings_are_blamed_for_coming_only),
        cmocka_unit_test(rules_bad_conversations_name_the_rule),
        cmocka_unit_test(rules_every_row_has_both_kinds_of_case),
        cmocka_unit_test(rules_table_is_complete_and_ids_are_unique),
        cmocka_unit_test(forms_good_and_bad_replies_are_told_apart),
        cmocka_unit_test(every_form_has_both_kinds_of_case),
        cmocka_unit_test(answer_to_a_packet_of_others_is_counted_and_not_judged),
        cmocka_unit_test(reply_that_is_sent_again_before_its_plus_is_no_second_one),
        cmocka_unit_test(violation_beyond_limit_is_only_counted),
        cmocka_unit_test(violation_quotes_hostile_bytes_escaped_and_cut),
        cmocka_unit_test(midstream_claims_nothing_from_what_was_not_seen),
        cmocka_unit_test(compressed_replies_are_not_judged),
        cmocka_unit_test(rules_damaged_conversations_do_no_harm),
        cmocka_unit_test(rules_without_memory_report_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

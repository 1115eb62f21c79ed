/* MultiMemRead, MultiBreakpoint and jMultiBreakpoint, in both wire forms.
 * Replies to the letter: counts, escapes, order, one result per request, and what is refused.
 * Source: requirement groups MMR, MMR-RFC, MBP, MBP-RFC. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "ask.h"

#include "codec/escape.h"
#include "core/hex.h"
#include <inttypes.h>

static void start(ask *a, rsp_multimem_form form) {
    ask_init(a, "/bin/scratch");
    a->options.multimem = form;
    ask_start(a);
    /* Known bytes; every program starts with scratch all zero. */
    assert_bytes_lit(ask_for(a, "M%" PRIx64 ",10:23247d2a3b2c3b0a4142434445464748", ask_symbol(a, "scratch")),
                     "OK");
}

static int setup_lldb(void **state) {
    ask *a = test_malloc(sizeof *a);
    start(a, RSP_MULTIMEM_LLDB);
    *state = a;
    return 0;
}

static int setup_rfc(void **state) {
    ask *a = test_malloc(sizeof *a);
    start(a, RSP_MULTIMEM_RFC);
    *state = a;
    return 0;
}

/* In a list @ stands for scratch and # for scratch + 8. */
static rsp_bytes multi(ask *a, const char *list) {
    rsp_buf request = {0};
    uint64_t at = ask_symbol(a, "scratch");
    rsp_buf_str(&request, "MultiMemRead:ranges:");
    for (const char *c = list; *c; c++) {
        if (*c == '@')
            rsp_hex_append_u64(&request, at);
        else if (*c == '#')
            rsp_hex_append_u64(&request, at + 8);
        else
            rsp_buf_push(&request, (uint8_t)*c);
    }
    rsp_bytes reply = ask_bytes(a, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    return reply;
}

typedef struct list_case {
    const char *list;
    const char *reply; /* NULL: an error */
} list_case;

static const list_case lldb_lists[] = {
    {"#,4,#,8;", "4,8;ABCDABCDEFGH"},
    {"@,4;", "4;}\x03}\x04}]}\x0a"},
    {"@,7;", "7;}\x03}\x04}]}\x0a;,;"},
    {"0,4;", "0;"},
    {"#,0;", "0;"},
    {"0,0;", "0;"},
    {"#,2,0,4,#,4;", "2,0,4;ABABCD"},
    {"0,4,#,1,0,0;", "0,1,0;A"},
    {"#,1,#,1,@,1;", "1,1,1;AA}\x03"},
    {"ffffffffffffffff,10;", "0;"},
    {"#,4", NULL},
    {"#,4,", NULL},
    {"#,4,3", NULL},
    {"10,2,3;", NULL},
    {";", NULL},
    {"", NULL},
    {"#,4;blah:;", NULL},
    {"zz,2;", NULL},
    {"#,g;", NULL},
    {"#,4;#,2;", NULL},
    {"11111111111111111,2;", NULL},
};

static const list_case rfc_lists[] = {
    {"#,4;#,2;", "4,ABCD;2,AB"},
    {"@,4;", "4,}\x03}\x04}]}\x0a"},
    {"#,2;0,4;#,1;", "2,AB;0,;1,A"},
    {"#,0;", "0,"},
    {"0x#,4;", "4,ABCD"},
    {"#,4,#,2;", NULL},
    {"#,4", NULL},
    {";", NULL},
    {"", NULL},
    {"zz,4;", NULL},
};

static void check_lists(ask *a, const list_case *cases, size_t num) {
    for (size_t i = 0; i < num; i++) {
        rsp_bytes reply = multi(a, cases[i].list);
        bool good = cases[i].reply ? rsp_bytes_equal(reply, rsp_bytes_str(cases[i].reply))
                                   : reply.len == 3 && reply.ptr[0] == 'E';
        if (!good)
            fail_msg("%s: \"%.*s\"", cases[i].list, (int)reply.len, (const char *)reply.ptr);
    }
}

static void shipped_form_is_answered_to_the_letter(void **state) {
    check_lists(*state, lldb_lists, RSP_ARRAY_LEN(lldb_lists));
}

static void rfc_form_is_answered_to_the_letter(void **state) {
    check_lists(*state, rfc_lists, RSP_ARRAY_LEN(rfc_lists));
}

static void counts_are_hexadecimal_and_prefixes_are_kept(void **state) {
    ask *a = *state;
    assert_true(rsp_bytes_starts(multi(a, "#,10;"), RSP_LIT("10;ABCDEFGH")));
    assert_true(rsp_bytes_starts(multi(a, "#,ffffffffffffffff;"), RSP_LIT("f")));
    assert_error_reply(ask_for(a, "MultiMemRead:"));
    assert_error_reply(ask_for(a, "MultiMemRead:blah:;ranges:10,2;"));
    rsp_bytes bare = ask_for(a, "MultiMemRead");
    assert_true(bare.len == 0 || bare.ptr[0] == 'E');
}

static uint64_t sum_of_counts(rsp_bytes counts) {
    uint64_t sum = 0;
    while (counts.ptr) {
        uint64_t count = 0;
        assert_ok(rsp_hex_u64(&count, rsp_bytes_split(&counts, ',')));
        sum += count;
    }
    return sum;
}

static void reply_never_outgrows_the_packet(void **state) {
    (void)state;
    for (size_t packet = 256; packet <= 320; packet++) {
        ask a;
        ask_init(&a, "/bin/scratch");
        a.options.packet_bytes = packet;
        ask_start(&a);
        rsp_buf request = {0};
        rsp_buf_str(&request, "MultiMemRead:ranges:");
        for (unsigned i = 0; i < 8; i++)
            rsp_buf_printf(&request, "%s%" PRIx64 ",40", i ? "," : "",
                           ask_symbol(&a, "work") + UINT64_C(32) * i);
        rsp_buf_push(&request, ';');
        rsp_bytes reply = ask_bytes(&a, rsp_buf_bytes(&request));
        assert_true(reply.len > 0 && reply.len <= packet);
        size_t semicolon = rsp_bytes_index(reply, ';');
        assert_ok(rsp_unescape_into(a.reply.ptr, &a.reply.len, reply));
        assert_int_equal(sum_of_counts(rsp_bytes_sub(rsp_buf_bytes(&a.reply), 0, semicolon)),
                         a.reply.len - semicolon - 1);
        rsp_buf_free(&request);
        ask_end(&a);
    }
}

static void withheld_packets_are_unknown(void **state) {
    (void)state;
    ask a;
    ask_init(&a, "/bin/scratch");
    a.options.offer_multimem = false;
    a.options.offer_multibreak_rfc = false;
    a.options.offer_multibreak_json = false;
    ask_start(&a);
    assert_reply(&a, "MultiMemRead:ranges:0,0;", "");
    assert_reply(&a, "MultiBreakpoint:Z0,1000,4", "");
    assert_reply(&a, "jMultiBreakpoint:{\"breakpoint_requests\":[]}", "");
    ask_end(&a);
}

/* @ is work, # is tail, ! an unmapped address; braces of the JSON form are escaped on the way. */
static rsp_bytes batch(ask *a, const char *text) {
    rsp_buf plain = {0};
    rsp_buf wire = {0};
    for (const char *c = text; *c; c++) {
        if (*c == '@')
            rsp_hex_append_u64(&plain, ask_symbol(a, "work"));
        else if (*c == '#')
            rsp_hex_append_u64(&plain, ask_symbol(a, "tail"));
        else if (*c == '!')
            rsp_buf_str(&plain, "100");
        else
            rsp_buf_push(&plain, (uint8_t)*c);
    }
    rsp_escape_append(&wire, rsp_buf_bytes(&plain));
    rsp_bytes reply = ask_bytes(a, rsp_buf_bytes(&wire));
    rsp_buf_free(&plain);
    rsp_buf_free(&wire);
    return reply;
}

static const list_case breakpoint_batches[] = {
    {"MultiBreakpoint:Z0,@,4", "OK"},
    {"MultiBreakpoint:Z0,@,4;z0,#,4", "OK;OK"},
    {"MultiBreakpoint:Z0,@,4;Z0,!,4;Z0,#,4", "OK;E0e;OK"},
    {"MultiBreakpoint:Z0,@,4;X3,220027;Z0,#,4", "OK;OK"},
    {"MultiBreakpoint:Z0,@,4;X3,220127;cmds:0,X3,220127;z0,#,4", "OK;OK"},
    {"MultiBreakpoint:Z9,@,1;Z0,#,4", "E03;OK"},
    {"MultiBreakpoint:", NULL},
    {"jMultiBreakpoint:{\"breakpoint_requests\":[\"Z0,@,4\"]}", "{\"results\":[\"OK\"]}]"},
    {"jMultiBreakpoint: { \"x\":1, \"breakpoint_requests\": [ \"Z0,@,4\" , \"z0,@,4\" ] }",
     "{\"results\":[\"OK\",\"OK\"]}]"},
    {"jMultiBreakpoint:{\"breakpoint_requests\":[\"Z0,@,4\",\"Z0,!,4\",\"Z0,#,4\"]}",
     "{\"results\":[\"OK\",\"E0e\",\"OK\"]}]"},
    {"jMultiBreakpoint:{\"breakpoint_requests\":[\"Z9,@,1\",\"Z0,#,4\"]}", "{\"results\":[\"E03\",\"OK\"]}]"},
    {"jMultiBreakpoint:{\"breakpoint_requests\":[\"Z0\",\"Z0,@,4\",\"\",\"foo\"]}",
     "{\"results\":[\"E16\",\"OK\",\"E16\",\"E16\"]}]"},
    {"jMultiBreakpoint:{\"breakpoint_requests\":[\"Z0,@,4;X3,220027\",\"Z0,#,4\"]}",
     "{\"results\":[\"OK\",\"OK\"]}]"},
    {"jMultiBreakpoint:{\"breakpoint_requests\":[\"\\u005a0,@,4\"]}", "{\"results\":[\"OK\"]}]"},
    {"jMultiBreakpoint:{\"breakpoint_requests\":[]}", "{\"results\":[]}]"},
    {"jMultiBreakpoint:", NULL},
    {"jMultiBreakpoint:[]", NULL},
    {"jMultiBreakpoint:{}", NULL},
    {"jMultiBreakpoint:{\"breakpoint_requests\":1}", NULL},
    {"jMultiBreakpoint:{\"breakpoint_requests\":[1]}", NULL},
    {"jMultiBreakpoint:[[[[[[[[", NULL},
};

static void batches_are_answered_one_for_one(void **state) {
    ask *a = *state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(breakpoint_batches); i++) {
        const list_case *c = &breakpoint_batches[i];
        rsp_bytes reply = batch(a, c->list);
        /* The closing brace is escaped on the wire: 7d 5d. */
        bool good = c->reply ? rsp_bytes_equal(reply, rsp_bytes_str(c->reply))
                             : reply.len == 3 && reply.ptr[0] == 'E';
        if (!good)
            fail_msg("%s: \"%.*s\"", c->list, (int)reply.len, (const char *)reply.ptr);
    }
}

static void batch_and_single_requests_share_one_table(void **state) {
    ask *a = *state;
    uint64_t work = ask_symbol(a, "work");
    assert_bytes_lit(batch(a, "MultiBreakpoint:Z0,@,4;Z0,@,4;X3,220027;Z0,#,4"), "OK;OK;OK");
    assert_true(rsp_bytes_starts(ask_resume(a, "c"), RSP_LIT("T05")));
    uint64_t pc = 0;
    assert_ok(rsp_hex_u64(&pc, rsp_bytes_sub(ask_for(a, "p20"), 0, 2)));
    assert_int_equal(pc, ask_symbol(a, "tail") & 0xff);
    assert_bytes_lit(ask_for(a, "z0,%" PRIx64 ",4", work), "OK");
    assert_bytes_lit(batch(a, "jMultiBreakpoint:{\"breakpoint_requests\":[\"z0,#,4\"]}"),
                     "{\"results\":[\"OK\"]}]");
    assert_bytes_lit(ask_resume(a, "c"), "W00");
}

static void hundreds_of_requests_fit_one_packet(void **state) {
    ask *a = *state;
    uint64_t at = ask_symbol(a, "scratch");
    for (int pass = 0; pass < 2; pass++) {
        rsp_buf request = {0};
        rsp_buf_str(&request, "jMultiBreakpoint:{\"breakpoint_requests\":[");
        for (unsigned i = 0; i < 500; i++)
            rsp_buf_printf(&request, "%s\"%c0,%" PRIx64 ",4\"", i ? "," : "", pass ? 'z' : 'Z',
                           at + UINT64_C(4) * i);
        rsp_buf_append(&request, RSP_LIT("]}]"));
        rsp_bytes reply = ask_bytes(a, rsp_buf_bytes(&request));
        assert_int_equal(reply.len, sizeof "{\"results\":[" - 1 + 2500 - 1 + 3);
        rsp_buf_free(&request);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(shipped_form_is_answered_to_the_letter, setup_lldb, ask_teardown),
        cmocka_unit_test_setup_teardown(rfc_form_is_answered_to_the_letter, setup_rfc, ask_teardown),
        cmocka_unit_test_setup_teardown(counts_are_hexadecimal_and_prefixes_are_kept, setup_lldb,
                                        ask_teardown),
        cmocka_unit_test(reply_never_outgrows_the_packet),
        cmocka_unit_test(withheld_packets_are_unknown),
        cmocka_unit_test_setup_teardown(batches_are_answered_one_for_one, setup_lldb, ask_teardown),
        cmocka_unit_test_setup_teardown(batch_and_single_requests_share_one_table, setup_lldb, ask_teardown),
        cmocka_unit_test_setup_teardown(hundreds_of_requests_fit_one_packet, setup_lldb, ask_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

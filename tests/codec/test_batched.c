/* MultiMemRead and the batched breakpoints in both wire forms; the JSON guard.
 * The cases follow the requirement groups MMR, MMR-RFC, MBP, MBP-RFC.
 * See multimem.h, multibreak.h, json.h. */
/* SPDX-License-Identifier: MIT */
#include "guard.h"

#include "codec/escape.h"
#include "codec/json.h"
#include "codec/multibreak.h"
#include "codec/multimem.h"
#include "core/arena.h"
#include "core/limits.h"
#include "core/mem.h"
#include "core/rng.h"
#include <stdlib.h>

static rsp_guard guard;

static const rsp_multimem_form mem_forms[] = {RSP_MULTIMEM_LLDB, RSP_MULTIMEM_RFC};
static const rsp_multibreak_form break_forms[] = {RSP_MULTIBREAK_LLDB, RSP_MULTIBREAK_RFC};

static void multimem_request_parse_of_build_is_the_same(void **state) {
    (void)state;
    rsp_rng rng;
    rsp_rng_seed(&rng, 1);
    for (unsigned round = 0; round < 2000; round++) {
        rsp_mem_range in[8];
        rsp_mem_range back[8];
        size_t num = 1 + (size_t)rsp_rng_below(&rng, 8);
        size_t num_back = 0;
        for (size_t i = 0; i < num; i++)
            in[i] = (rsp_mem_range){rsp_rng_next(&rng) >> rsp_rng_below(&rng, 64),
                                    rsp_rng_next(&rng) >> rsp_rng_below(&rng, 64)};
        rsp_buf wire = {0};
        rsp_multimem_build(&wire, in, num, mem_forms[round % 2]);
        assert_ok(rsp_multimem_parse(back, 8, &num_back, rsp_guard_put(&guard, rsp_buf_bytes(&wire)),
                                     mem_forms[round % 2], NULL));
        assert_int_equal(num_back, num);
        assert_memory_equal(in, back, num * sizeof(in[0]));
        rsp_buf_free(&wire);
    }
}

static void multimem_bad_requests_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *text;
        rsp_status lldb;
        rsp_status rfc;
    } cases[] = {
        {"MultiMemRead:ranges:10,2;", RSP_OK, RSP_OK},
        {"MultiMemRead:ranges:0,0;", RSP_OK, RSP_OK},
        {"MultiMemRead:ranges:10,2,20,4;", RSP_OK, RSP_MALFORMED},
        {"MultiMemRead:ranges:10,2;20,4;", RSP_MALFORMED, RSP_OK},
        {"MultiMemRead:ranges:0x10,2;0x20,4;", RSP_MALFORMED, RSP_OK},
        {"MultiMemRead:ranges:0x10,0x2;", RSP_MALFORMED, RSP_MALFORMED},
        {"MultiMemRead:ranges:10,2", RSP_MALFORMED, RSP_MALFORMED},
        {"MultiMemRead:ranges:10,2,", RSP_MALFORMED, RSP_MALFORMED},
        {"MultiMemRead:ranges:10,2,;", RSP_MALFORMED, RSP_MALFORMED},
        {"MultiMemRead:ranges:10,2,3", RSP_MALFORMED, RSP_MALFORMED},
        {"MultiMemRead:ranges:10,2,3;", RSP_MALFORMED, RSP_MALFORMED},
        {"MultiMemRead:ranges:;", RSP_MALFORMED, RSP_MALFORMED},
        {"MultiMemRead:ranges:", RSP_MALFORMED, RSP_MALFORMED},
        {"MultiMemRead:", RSP_MALFORMED, RSP_MALFORMED},
        {"MultiMemRead", RSP_MALFORMED, RSP_MALFORMED},
        {"MultiMemRead:blah:;ranges:10,2;", RSP_MALFORMED, RSP_MALFORMED},
        {"MultiMemRead:ranges:10,2;blah:;", RSP_MALFORMED, RSP_MALFORMED},
        {"MultiMemRead:ranges:10,2;;", RSP_MALFORMED, RSP_MALFORMED},
        {"MultiMemRead:ranges:zz,2;", RSP_MALFORMED, RSP_MALFORMED},
        {"MultiMemRead:ranges:10,g;", RSP_MALFORMED, RSP_MALFORMED},
        {"MultiMemRead:ranges:10000000000000000,2;", RSP_RANGE, RSP_RANGE},
        {"MultiMemRead:ranges:10,ffffffffffffffff;", RSP_OK, RSP_OK},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++)
        for (size_t f = 0; f < 2; f++) {
            size_t num = 0;
            rsp_error error = {0};
            rsp_bytes text = rsp_guard_put(&guard, rsp_bytes_str(cases[i].text));
            rsp_status status = rsp_multimem_parse(NULL, 0, &num, text, mem_forms[f], &error);
            if (status != (f ? cases[i].rfc : cases[i].lldb))
                fail_msg("%s in form %zu: %s", cases[i].text, f, rsp_status_name(status));
            assert_true(error.offset <= text.len);
        }
}

static void multimem_at_limit_is_fine_beyond_is_limit(void **state) {
    (void)state;
    rsp_buf text = {0};
    rsp_mem_range ranges[2];
    size_t num = 0;
    rsp_buf_str(&text, "MultiMemRead:ranges:0,0");
    for (size_t i = 1; i < RSP_LIMIT_BATCH_ITEMS; i++)
        rsp_buf_str(&text, ",0,0");
    rsp_buf_str(&text, ";");
    assert_ok(rsp_multimem_parse(NULL, 0, &num, rsp_buf_bytes(&text), RSP_MULTIMEM_LLDB, NULL));
    assert_int_equal(num, RSP_LIMIT_BATCH_ITEMS);
    assert_int_equal(rsp_multimem_parse(ranges, 2, &num, rsp_buf_bytes(&text), RSP_MULTIMEM_LLDB, NULL),
                     RSP_LIMIT);
    rsp_buf_truncate(&text, text.len - 1);
    rsp_buf_str(&text, ",0,0;");
    assert_int_equal(rsp_multimem_parse(NULL, 0, &num, rsp_buf_bytes(&text), RSP_MULTIMEM_LLDB, NULL),
                     RSP_LIMIT);
    rsp_buf_free(&text);
}

static void multimem_reply_parse_of_build_is_the_same(void **state) {
    (void)state;
    rsp_rng rng;
    rsp_rng_seed(&rng, 2);
    static const uint8_t special[] = "#$}*,;0a";
    for (unsigned round = 0; round < 2000; round++) {
        uint8_t data[8][16];
        rsp_mem_range ranges[8];
        rsp_bytes in[8];
        rsp_bytes back[8];
        rsp_buf wire = {0};
        size_t num = 1 + (size_t)rsp_rng_below(&rng, 8);
        for (size_t i = 0; i < num; i++) {
            for (size_t k = 0; k < sizeof(data[i]); k++)
                data[i][k] = special[rsp_rng_below(&rng, sizeof(special))];
            in[i] = rsp_bytes_make(data[i], (size_t)rsp_rng_below(&rng, 17));
            ranges[i].len = in[i].len + rsp_rng_below(&rng, 2);
        }
        rsp_multimem_reply_build(&wire, in, num, mem_forms[round % 2]);
        assert_int_equal(rsp_bytes_index(rsp_buf_bytes(&wire), '#'), wire.len);
        assert_ok(rsp_unescape_into(wire.ptr, &wire.len, rsp_buf_bytes(&wire)));
        assert_ok(rsp_multimem_reply_parse(back, ranges, num, rsp_guard_put(&guard, rsp_buf_bytes(&wire)),
                                           mem_forms[round % 2], NULL));
        for (size_t i = 0; i < num; i++)
            assert_bytes(back[i], in[i]);
        rsp_buf_free(&wire);
    }
}

static void multimem_known_replies(void **state) {
    (void)state;
    const rsp_bytes chunks[] = {RSP_LIT("#$}*"), RSP_LIT(""), RSP_LIT("0123456789abcdef")};
    rsp_buf out = {0};
    rsp_multimem_reply_build(&out, chunks, 3, RSP_MULTIMEM_LLDB);
    assert_bytes_lit(rsp_buf_bytes(&out), "4,0,10;}\x03}\x04}]}\n0123456789abcdef");
    rsp_buf_clear(&out);
    rsp_multimem_reply_build(&out, chunks, 3, RSP_MULTIMEM_RFC);
    assert_bytes_lit(rsp_buf_bytes(&out), "4,}\x03}\x04}]}\n;0,;10,0123456789abcdef");
    rsp_buf_free(&out);
}

static void multimem_bad_replies_are_refused(void **state) {
    (void)state;
    const rsp_mem_range ranges[] = {{0, 2}, {8, 3}};
    static const struct {
        const char *text;
        rsp_status lldb;
        rsp_status rfc;
    } cases[] = {
        {"2,3;aabbb", RSP_OK, RSP_MALFORMED},
        {"0,0;", RSP_OK, RSP_MALFORMED},
        {"1,3;abbb", RSP_OK, RSP_MALFORMED},
        {"2,3;aabb", RSP_MALFORMED, RSP_MALFORMED},
        {"2,3;aabbbb", RSP_MALFORMED, RSP_MALFORMED},
        {"3,3;aaabbb", RSP_MALFORMED, RSP_MALFORMED},
        {"2;aa", RSP_MALFORMED, RSP_MALFORMED},
        {"2,3,0;aabbb", RSP_MALFORMED, RSP_MALFORMED},
        {"2,3", RSP_MALFORMED, RSP_MALFORMED},
        {"x,3;aabbb", RSP_MALFORMED, RSP_MALFORMED},
        {"", RSP_MALFORMED, RSP_MALFORMED},
        {"E01", RSP_MALFORMED, RSP_MALFORMED},
        {"2,aa;3,bbb", RSP_MALFORMED, RSP_OK},
        {"2,aa;3,bbb;", RSP_MALFORMED, RSP_OK},
        {"0,;0,", RSP_MALFORMED, RSP_OK},
        {"2,;,;3,,;,", RSP_MALFORMED, RSP_OK},
        {"2,aa", RSP_MALFORMED, RSP_MALFORMED},
        {"2,aa;3,bb", RSP_MALFORMED, RSP_MALFORMED},
        {"2,aa3,bbb", RSP_MALFORMED, RSP_MALFORMED},
        {"2,aa;3,bbbb", RSP_MALFORMED, RSP_MALFORMED},
        {"2,aa;3,bbb;1,c", RSP_MALFORMED, RSP_MALFORMED},
        {"2;aa;3;bbb", RSP_MALFORMED, RSP_MALFORMED},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++)
        for (size_t f = 0; f < 2; f++) {
            rsp_bytes chunks[2];
            rsp_bytes text = rsp_guard_put(&guard, rsp_bytes_str(cases[i].text));
            rsp_status status = rsp_multimem_reply_parse(chunks, ranges, 2, text, mem_forms[f], NULL);
            if (status != (f ? cases[i].rfc : cases[i].lldb))
                fail_msg("%s in form %zu: %s", cases[i].text, f, rsp_status_name(status));
        }
}

static void multibreak_parse_of_build_is_the_same(void **state) {
    (void)state;
    const rsp_bytes in[] = {RSP_LIT("Z0,1000,4"), RSP_LIT("z0,1000,4"),
                            RSP_LIT("Z0,1000,4;X3,220027;cmds:0,X1,27"), RSP_LIT("Z2,2000,8")};
    for (size_t f = 0; f < 2; f++)
        for (size_t num = 1; num <= RSP_ARRAY_LEN(in); num++) {
            rsp_buf wire = {0};
            rsp_arena arena = {0};
            rsp_multibreak_list list;
            rsp_multibreak_build(&wire, in, num, break_forms[f]);
            assert_ok(rsp_multibreak_parse(&list, rsp_guard_put(&guard, rsp_buf_bytes(&wire)), break_forms[f],
                                           &arena, NULL));
            assert_int_equal(list.num, num);
            for (size_t i = 0; i < num; i++)
                assert_bytes(list.items[i], in[i]);
            rsp_arena_free(&arena);
            rsp_buf_free(&wire);
        }
}

static void multibreak_known_wire_forms(void **state) {
    (void)state;
    const rsp_bytes requests[] = {RSP_LIT("Z0,1,4"), RSP_LIT("z0,1,4")};
    const rsp_bytes results[] = {RSP_LIT("OK"), RSP_LIT("E01")};
    rsp_buf out = {0};
    rsp_multibreak_build(&out, requests, 2, RSP_MULTIBREAK_LLDB);
    rsp_buf_push(&out, '|');
    rsp_multibreak_build(&out, requests, 2, RSP_MULTIBREAK_RFC);
    rsp_buf_push(&out, '|');
    rsp_multibreak_reply_build(&out, results, 2, RSP_MULTIBREAK_LLDB);
    rsp_buf_push(&out, '|');
    rsp_multibreak_reply_build(&out, results, 2, RSP_MULTIBREAK_RFC);
    rsp_buf_push(&out, '|');
    rsp_multibreak_reply_build(&out, NULL, 0, RSP_MULTIBREAK_LLDB);
    assert_bytes_lit(rsp_buf_bytes(&out),
                     "jMultiBreakpoint:{\"breakpoint_requests\":[\"Z0,1,4\",\"z0,1,4\"]}]|"
                     "MultiBreakpoint:Z0,1,4;z0,1,4|{\"results\":[\"OK\",\"E01\"]}]|OK;E01|"
                     "{\"results\":[]}]");
    rsp_buf_free(&out);
}

static void multibreak_rfc_splits_only_in_front_of_z(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t num;
        const char *last;
    } cases[] = {
        {"Z0,a,4", 1, "Z0,a,4"},
        {"Z0,a,4;X3,220027;Z0,b,4", 2, "Z0,b,4"},
        {"Z0,a,4;X3,220127;cmds:0,X1,27;z0,b,4", 2, "z0,b,4"},
        {"Z2,a,4;X3,220127", 1, "Z2,a,4;X3,220127"},
        {"Z0,a,4;;", 1, "Z0,a,4;;"},
        {";Z0,a,4", 2, "Z0,a,4"},
        {"foo", 1, "foo"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_buf wire = {0};
        rsp_arena arena = {0};
        rsp_multibreak_list list;
        rsp_buf_printf(&wire, "MultiBreakpoint:%s", cases[i].text);
        assert_ok(rsp_multibreak_parse(&list, rsp_guard_put(&guard, rsp_buf_bytes(&wire)), RSP_MULTIBREAK_RFC,
                                       &arena, NULL));
        assert_int_equal(list.num, cases[i].num);
        assert_bytes(list.items[list.num - 1], rsp_bytes_str(cases[i].last));
        rsp_arena_free(&arena);
        rsp_buf_free(&wire);
    }
}

static void multibreak_json_requests(void **state) {
    (void)state;
    static const struct {
        const char *text;
        rsp_status status;
        size_t num;
    } cases[] = {
        {"{\"breakpoint_requests\":[\"Z0,a,4\"]}]", RSP_OK, 1},
        {"{\"breakpoint_requests\":[\"Z0,a,4\"]}", RSP_MALFORMED,
         0}, /* bare brace at the end: cut-off escape */
        {" { \"breakpoint_requests\" : [ \"\\u005a0,a,4\" , \"foo\" ] }] ", RSP_OK, 2},
        {"{\"x\":1,\"breakpoint_requests\":[]}]", RSP_OK, 0},
        {"{\"breakpoint_requests\":[\"a\\u0000b\"]}]", RSP_OK, 1},
        {"", RSP_MALFORMED, 0},
        {"{}]", RSP_MALFORMED, 0},
        {"[\"Z0,a,4\"]", RSP_MALFORMED, 0},
        {"{\"breakpoint_requests\":1}]", RSP_MALFORMED, 0},
        {"{\"breakpoint_requests\":[1]}]", RSP_MALFORMED, 0},
        {"{\"breakpoint_requests\":[\"Z0,a,4\",null]}]", RSP_MALFORMED, 0},
        {"{\"breakpoint_requests\":[\"Z0,a,4\"}]", RSP_MALFORMED, 0},
        {"{\"breakpoint_requests\":[\"Z0,a,4}]", RSP_MALFORMED, 0},
        {"nonsense", RSP_MALFORMED, 0},
        {"{\"breakpoint_requests\":[\"Z0\"]}]x", RSP_MALFORMED, 0},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_buf wire = {0};
        rsp_arena arena = {0};
        rsp_multibreak_list list;
        rsp_buf_printf(&wire, "jMultiBreakpoint:%s", cases[i].text);
        rsp_status status = rsp_multibreak_parse(&list, rsp_guard_put(&guard, rsp_buf_bytes(&wire)),
                                                 RSP_MULTIBREAK_LLDB, &arena, NULL);
        if (status != cases[i].status || list.num != cases[i].num)
            fail_msg("%s: %s, %zu", cases[i].text, rsp_status_name(status), list.num);
        rsp_arena_free(&arena);
        rsp_buf_free(&wire);
    }
}

static void multibreak_foreign_or_empty_payload_is_malformed(void **state) {
    (void)state;
    rsp_arena arena = {0};
    rsp_multibreak_list list;
    assert_int_equal(
        rsp_multibreak_parse(&list, RSP_LIT("MultiBreakpoint:"), RSP_MULTIBREAK_RFC, &arena, NULL),
        RSP_MALFORMED);
    assert_int_equal(
        rsp_multibreak_parse(&list, RSP_LIT("MultiBreakpoint:x"), RSP_MULTIBREAK_LLDB, &arena, NULL),
        RSP_MALFORMED);
    assert_int_equal(
        rsp_multibreak_parse(&list, RSP_LIT("jMultiBreakpoint:{}"), RSP_MULTIBREAK_RFC, &arena, NULL),
        RSP_MALFORMED);
    rsp_arena_free(&arena);
}

static void multibreak_replies_hold_ok_and_errors_only(void **state) {
    (void)state;
    static const struct {
        const char *text;
        rsp_multibreak_form form;
        rsp_status status;
        size_t num;
    } cases[] = {
        {"OK;E01;OK", RSP_MULTIBREAK_RFC, RSP_OK, 3},
        {"OK", RSP_MULTIBREAK_RFC, RSP_OK, 1},
        {"OK;", RSP_MULTIBREAK_RFC, RSP_MALFORMED, 0},
        {"", RSP_MULTIBREAK_RFC, RSP_MALFORMED, 0},
        {"OK;E.text", RSP_MULTIBREAK_RFC, RSP_MALFORMED, 0},
        {"OK;E1", RSP_MULTIBREAK_RFC, RSP_MALFORMED, 0},
        {"OK;EFf", RSP_MULTIBREAK_RFC, RSP_OK, 2},
        {"{\"results\":[\"OK\",\"E09\",\"\"]}]", RSP_MULTIBREAK_LLDB, RSP_OK, 3},
        {"{\"results\":[\"ok\"]}]", RSP_MULTIBREAK_LLDB, RSP_MALFORMED, 0},
        {"{\"results\":\"OK\"}]", RSP_MULTIBREAK_LLDB, RSP_MALFORMED, 0},
        {"E01", RSP_MULTIBREAK_LLDB, RSP_MALFORMED, 0},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_arena arena = {0};
        rsp_multibreak_list list;
        rsp_bytes text = rsp_guard_put(&guard, rsp_bytes_str(cases[i].text));
        rsp_status status = rsp_multibreak_reply_parse(&list, text, cases[i].form, &arena, NULL);
        assert_int_equal(status, cases[i].status);
        assert_true(status != RSP_OK || list.num == cases[i].num);
        rsp_arena_free(&arena);
    }
}

static void multibreak_at_limit_is_fine_beyond_is_limit(void **state) {
    (void)state;
    for (size_t f = 0; f < 2; f++)
        for (size_t more = 0; more < 2; more++) {
            size_t num = RSP_LIMIT_BATCH_ITEMS + more;
            rsp_bytes *in = calloc(num, sizeof(*in));
            rsp_buf wire = {0};
            rsp_arena arena = {0};
            rsp_multibreak_list list;
            assert_non_null(in);
            for (size_t i = 0; i < num; i++)
                in[i] = RSP_LIT("z0,0,1");
            rsp_multibreak_build(&wire, in, num, break_forms[f]);
            assert_int_equal(rsp_multibreak_parse(&list, rsp_buf_bytes(&wire), break_forms[f], &arena, NULL),
                             more ? RSP_LIMIT : RSP_OK);
            assert_true(more || list.num == num);
            rsp_arena_free(&arena);
            rsp_buf_free(&wire);
            free(in);
        }
}

static void multibreak_without_memory_says_so(void **state) {
    (void)state;
    static const char *const wires[] = {"jMultiBreakpoint:{\"breakpoint_requests\":[\"Z0,a,4\"]}]",
                                        "MultiBreakpoint:Z0,a,4;z0,a,4"};
    for (size_t f = 0; f < 2; f++) {
        rsp_mem_fuzzed mem;
        rsp_mem_fuzzed_init(&mem, 1, 1);
        rsp_arena arena = {.mem = &mem.mem};
        rsp_multibreak_list list;
        assert_int_equal(rsp_multibreak_parse(&list, rsp_bytes_str(wires[f]), break_forms[f], &arena, NULL),
                         RSP_NO_MEMORY);
        rsp_arena_free(&arena);
        rsp_arena small = {.limit = 56};
        rsp_status status =
            rsp_multibreak_parse(&list, rsp_bytes_str(wires[f]), break_forms[f], &small, NULL);
        assert_true(status == RSP_NO_MEMORY || status == RSP_OK);
        rsp_arena_free(&small);
    }
}

static void json_depth_is_bounded_before_parsing(void **state) {
    (void)state;
    for (size_t depth = 1; depth <= RSP_LIMIT_JSON_DEPTH + 1; depth++) {
        rsp_buf text = {0};
        for (size_t i = 0; i < depth; i++)
            rsp_buf_push(&text, i % 2 ? '{' : '[');
        assert_int_equal(rsp_json_check_depth(rsp_buf_bytes(&text), RSP_LIMIT_JSON_DEPTH, NULL),
                         depth > RSP_LIMIT_JSON_DEPTH ? RSP_LIMIT : RSP_MALFORMED);
        for (size_t i = depth; i-- > 0;)
            rsp_buf_push(&text, i % 2 ? '}' : ']');
        assert_int_equal(rsp_json_check_depth(rsp_buf_bytes(&text), RSP_LIMIT_JSON_DEPTH, NULL),
                         depth > RSP_LIMIT_JSON_DEPTH ? RSP_LIMIT : RSP_OK);
        rsp_buf_free(&text);
    }
    rsp_buf bomb = {0};
    rsp_arena arena = {0};
    rsp_multibreak_list list;
    rsp_buf_str(&bomb, "jMultiBreakpoint:");
    memset(rsp_buf_extend(&bomb, 100000), '[', 100000);
    assert_int_equal(rsp_multibreak_parse(&list, rsp_buf_bytes(&bomb), RSP_MULTIBREAK_LLDB, &arena, NULL),
                     RSP_LIMIT);
    rsp_arena_free(&arena);
    rsp_buf_free(&bomb);
}

static void json_brackets_in_strings_do_not_count(void **state) {
    (void)state;
    assert_ok(rsp_json_check_depth(RSP_LIT("[\"[[[[\\\"[[\"]"), 1, NULL));
    assert_int_equal(rsp_json_check_depth(RSP_LIT("]"), 4, NULL), RSP_MALFORMED);
    assert_int_equal(rsp_json_check_depth(rsp_guard_put(&guard, RSP_LIT("[\"abc")), 4, NULL), RSP_MALFORMED);
    assert_int_equal(rsp_json_check_depth(rsp_guard_put(&guard, RSP_LIT("\"abc\\")), 4, NULL), RSP_MALFORMED);
}

static void json_string_escapes_what_json_reserves(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_json_string_append(&out,
                           RSP_LIT("a\"\\\n\x7f\xc3\xa4\xff\xe2\x82\xac\xed\xa0\x80\xf0\x9f\x98\x80\xc3"));
    assert_bytes_lit(rsp_buf_bytes(&out),
                     "\"a\\\"\\\\\\u000a\\u007f\xc3\xa4\\u00ff\xe2\x82\xac\\u00ed\\u00a0\\u0080"
                     "\xf0\x9f\x98\x80\\u00c3\"");
    rsp_buf_free(&out);
}

static int set_up(void **state) {
    (void)state;
    guard = rsp_guard_new(65536);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    rsp_guard_free(&guard);
    return 0;
}

/* Against replies whose ranges are read whole. */
static void counts_take_what_they_take_at_most(void **state) {
    (void)state;
    static const uint8_t zeros[0x120];
    const rsp_mem_range ranges[] = {{0, 0}, {1, 0xf}, {2, 0x10}, {3, 0x120}};
    const rsp_bytes chunks[] = {{zeros, 0}, {zeros, 0xf}, {zeros, 0x10}, {zeros, 0x120}};
    rsp_buf out = {0};
    for (size_t num = 1; num <= RSP_ARRAY_LEN(ranges); num++) {
        size_t data = 0;
        for (size_t i = 0; i < num; i++)
            data += chunks[i].len;
        rsp_buf_clear(&out);
        rsp_multimem_reply_build(&out, chunks, num, RSP_MULTIMEM_LLDB);
        assert_int_equal(rsp_multimem_counts_bytes(ranges, num, UINT64_MAX), out.len - data);
    }
    assert_int_equal(rsp_multimem_counts_bytes(ranges, 0, 10), 0);
    assert_int_equal(rsp_multimem_counts_bytes(ranges, 4, 0xf), 8); /* no count is larger than a reply */
    const rsp_mem_range largest = {0, UINT64_MAX};
    assert_int_equal(rsp_multimem_counts_bytes(&largest, 1, UINT64_MAX), 17);
    rsp_buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(multimem_request_parse_of_build_is_the_same),
        cmocka_unit_test(multimem_bad_requests_are_refused),
        cmocka_unit_test(multimem_at_limit_is_fine_beyond_is_limit),
        cmocka_unit_test(multimem_reply_parse_of_build_is_the_same),
        cmocka_unit_test(multimem_known_replies),
        cmocka_unit_test(multimem_bad_replies_are_refused),
        cmocka_unit_test(multibreak_parse_of_build_is_the_same),
        cmocka_unit_test(multibreak_known_wire_forms),
        cmocka_unit_test(multibreak_rfc_splits_only_in_front_of_z),
        cmocka_unit_test(multibreak_json_requests),
        cmocka_unit_test(multibreak_foreign_or_empty_payload_is_malformed),
        cmocka_unit_test(multibreak_replies_hold_ok_and_errors_only),
        cmocka_unit_test(multibreak_at_limit_is_fine_beyond_is_limit),
        cmocka_unit_test(multibreak_without_memory_says_so),
        cmocka_unit_test(json_depth_is_bounded_before_parsing),
        cmocka_unit_test(json_brackets_in_strings_do_not_count),
        cmocka_unit_test(json_string_escapes_what_json_reserves),
        cmocka_unit_test(counts_take_what_they_take_at_most),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

/* The texts of findings: names fit for files, scenarios that hold the bytes as written, pages and JSON in
 * which nothing of what a stub said is left as it was. Also the coverage map, which knows what is new. See
 * finding.h and edge_map.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "netfuzz/edge_map.h"
#include "netfuzz/finding.h"

static void slug_is_fit_for_a_file_name(void **state) {
    (void)state;
    rsp_finding f = {.signature = "crash:heap-buffer-overflow:../../Parse Packet"};
    rsp_buf slug = {0};
    rsp_finding_slug(&slug, &f);
    assert_string_equal(rsp_buf_cstr(&slug), "crash-heap-buffer-overflow-parse-packet");
    memset(f.signature, 'a', sizeof f.signature - 1);
    rsp_buf_clear(&slug);
    rsp_finding_slug(&slug, &f);
    assert_int_equal(slug.len, 60);
    rsp_buf_free(&slug);
}

static void frame_is_the_first_outside_of_the_sanitizer(void **state) {
    (void)state;
    assert_bytes_lit(
        rsp_finding_frame(RSP_LIT("==1==ERROR\n    #0 0x1 in __interceptor_memcpy a.c:1\n"
                                  "    #1 0x2 in read_memory stub.c:12:3\n    #2 0x3 in main x.c:1\n")),
        "read_memory");
    assert_int_equal(rsp_finding_frame(RSP_LIT("no frames here\n")).len, 0);
    assert_bytes_lit(rsp_finding_sanitizer(RSP_LIT("AddressSanitizer: heap-buffer-overflow on address 0x1")),
                     "heap-buffer-overflow");
}

/* The numbers are the input's: the same place is the same finding whatever they are. */
static void undefined_behaviour_is_named_by_its_place(void **state) {
    (void)state;
    static const struct {
        const char *line;
        const char *what;
        const char *where;
    } cases[] = {
        {"../../a/memory.c:190:36: runtime error: index 4096 out of bounds for type 'uint64_t [9]'", "index",
         "memory.c:190"},
        {"memory.c:190:36: runtime error: index -1 out of bounds for type 'int [9]'", "index",
         "memory.c:190"},
        {"x.c:1:2: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented",
         "signed integer overflow", "x.c:1"},
        {"/s/x.c:7:2: runtime error: -1.5 is outside the range of representable values of type 'int'",
         "is outside the range of rep", "x.c:7"},
        {"x.c:7: runtime error: load of null pointer of type 'const char'",
         "load of null pointer of type 'co", "x.c:7"},
        {"x.c: runtime error: 7", "", "x.c"},
        {": runtime error: ", "", ""},
        {"AddressSanitizer: SEGV on unknown address 0x0", "SEGV", ""},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        rsp_bytes line = rsp_bytes_str(cases[i].line);
        assert_bytes(rsp_finding_sanitizer(line), rsp_bytes_str(cases[i].what));
        assert_bytes(rsp_finding_place(line), rsp_bytes_str(cases[i].where));
    }
}

/* A finding of two writes and a probe, from a stub that says what it should not. */
typedef struct sample {
    rsp_messages list;
    rsp_write writes[3];
    rsp_finding finding;
} sample;

static void sample_begin(sample *s) {
    static const char bytes[] = "$m0,4#fd+$x\x03zzzzzzzzzz#00$qC#b4";
    *s = (sample){.writes = {{.offset = 0, .len = 8}, {.offset = 8, .len = 17}, {.offset = 25, .len = 6}}};
    assert_true(rsp_messages_append(&s->list, RSP_MESSAGE_PACKET, RSP_LIT("m0,4")));
    s->finding = (rsp_finding){
        .kind = RSP_FINDING_CRASH,
        .rule = RSP_RULE_COUNT,
        .signature = "crash:SIGSEGV:READ_MEMORY",
        .headline = "it's SIGSEGV",
        .messages = &s->list,
        .log = {.writes = s->writes, .num = 3, .bytes = RSP_LIT(bytes)},
        .probe = RSP_LIT("qC"),
        .words = RSP_LIT("\x1b[31m`rm -rf`\nsecond"),
        .replays = 3,
        .reproduced = 2,
    };
}

static void scenario_repeats_the_writes_and_asks_the_probe(void **state) {
    (void)state;
    sample s;
    rsp_buf text = {0};
    sample_begin(&s);
    assert_ok(rsp_finding_scenario(&text, &s.finding, "a-crash"));
    const char *yaml = rsp_buf_cstr(&text);
    assert_non_null(strstr(yaml, "scenario: fuzz/a-crash\ntitle: 'the stub dies: it''s SIGSEGV'\n"));
    assert_non_null(strstr(yaml, "bytes: \"24 6d 30 2c 34 23 66 64\""));
    assert_non_null(strstr(yaml, "03 7a*10 23"));                  /* runs are counted */
    assert_non_null(strstr(yaml, "rules-off: all"));               /* only the death counts */
    assert_non_null(strstr(yaml, "    expect: any\n"));            /* of the probe */
    assert_null(strstr(strstr(yaml, "24 71 43") + 1, "24 71 43")); /* which is there once */
    rsp_buf_free(&text);
    rsp_messages_free(&s.list);
}

static void page_and_json_hold_nothing_raw(void **state) {
    (void)state;
    sample s;
    rsp_buf text = {0};
    sample_begin(&s);
    assert_ok(rsp_finding_summary(&text, &s.finding, "exec:./x", "stubborn run x", "crash"));
    assert_null(strchr(rsp_buf_cstr(&text), 0x1b));
    assert_non_null(strstr(rsp_buf_cstr(&text), "2 of 3 times (not always)"));
    assert_non_null(strstr(rsp_buf_cstr(&text), "    \\x1b[31m"));
    rsp_buf_clear(&text);
    s.finding.seen_ns = UINT64_C(61002999999);
    s.finding.confirmed_ns = UINT64_C(62500000000);
    s.finding.written_ns = UINT64_C(63001000000);
    s.finding.pending = true;
    assert_ok(rsp_finding_json(&text, &s.finding, "a-crash"));
    assert_non_null(strstr(rsp_buf_cstr(&text), "\"seen_seconds\": 61.002"));
    assert_non_null(strstr(rsp_buf_cstr(&text), "\"confirmed_seconds\": 62.500"));
    assert_non_null(strstr(rsp_buf_cstr(&text), "\"written_seconds\": 63.001"));
    assert_non_null(strstr(rsp_buf_cstr(&text), "\"pending\": true"));
    rsp_buf_clear(&text);
    rsp_finding_times(&text, &s.finding);
    assert_string_equal(rsp_buf_cstr(&text), "seen after 61.0 s, confirmed after 62.5 s");
    s.finding.pending = false;
    rsp_buf_clear(&text);
    assert_ok(rsp_finding_json(&text, &s.finding, "a-crash"));
    assert_non_null(strstr(rsp_buf_cstr(&text), "\"pending\": false"));
    assert_null(strchr(rsp_buf_cstr(&text), '\n'));
    assert_non_null(strstr(rsp_buf_cstr(&text), "\"kind\": \"crash\""));
    rsp_buf_free(&text);
    rsp_messages_free(&s.list);
}

static void conversation_shows_both_sides_escaped(void **state) {
    (void)state;
    sample s;
    rsp_buf text = {0};
    rsp_transcript *talk = rsp_transcript_new(NULL);
    sample_begin(&s);
    assert_ok(rsp_finding_conversation(&text, &s.finding)); /* none was kept */
    assert_int_equal(text.len, 0);
    assert_ok(rsp_transcript_feed(talk, RSP_TO_STUB, RSP_NS_PER_S, RSP_LIT("$m0,4#fd")));
    assert_ok(rsp_transcript_feed(talk, RSP_TO_CLIENT, RSP_NS_PER_S, RSP_LIT("+$\x1b[31m#37")));
    s.finding.conversation = talk;
    assert_ok(rsp_finding_conversation(&text, &s.finding));
    assert_null(strchr(rsp_buf_cstr(&text), 0x1b));
    assert_non_null(strstr(rsp_buf_cstr(&text), "     0.000 ms  ->  $m0,4#fd\n"));
    assert_non_null(strstr(rsp_buf_cstr(&text), "<-  +\n"));
    assert_non_null(strstr(rsp_buf_cstr(&text), "<-  $\\x1b[31m#37"));
    rsp_buf_free(&text);
    rsp_transcript_free(talk);
    rsp_messages_free(&s.list);
}

static void kinds_are_parsed(void **state) {
    (void)state;
    uint32_t set = 0;
    assert_ok(rsp_finding_kinds_parse(&set, "crash,rule", NULL));
    assert_int_equal(set, 1U << RSP_FINDING_CRASH | 1U << RSP_FINDING_RULE);
    assert_int_equal(rsp_finding_kinds_parse(&set, "crush", NULL), RSP_USAGE);
    assert_string_equal(rsp_finding_kind_name(RSP_FINDING_KINDS), "?");
}

static void edge_map_knows_what_is_new(void **state) {
    (void)state;
    rsp_edge_map map;
    rsp_edge_map again;
    rsp_error error = {0};
    assert_ok(rsp_edge_map_open(&map, 100, &error));
    assert_ok(rsp_edge_map_open(&again, 100, &error));
    assert_int_equal(map.size, 104);
    assert_int_equal(rsp_edge_map_collect(&map), 0);
    map.hits[99] = 1;
    assert_int_equal(rsp_edge_map_collect(&map), 2);
    assert_int_equal(map.hits[99], 0);
    map.hits[99] = 1;
    assert_int_equal(rsp_edge_map_collect(&map), 0);
    map.hits[99] = 5; /* another class of hits */
    assert_int_equal(rsp_edge_map_collect(&map), 1);
    map.hits[99] = 7; /* the same */
    assert_int_equal(rsp_edge_map_collect(&map), 0);
    assert_int_equal(map.edges, 1);
    rsp_edge_map_restore(&again, rsp_edge_map_seen(&map));
    assert_int_equal(again.edges, 1);
    again.hits[99] = 4;
    assert_int_equal(rsp_edge_map_collect(&again), 0);
    rsp_edge_map_close(&again);
    rsp_edge_map_close(&map);
    rsp_edge_map_close(&map); /* twice is fine */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slug_is_fit_for_a_file_name),
        cmocka_unit_test(frame_is_the_first_outside_of_the_sanitizer),
        cmocka_unit_test(undefined_behaviour_is_named_by_its_place),
        cmocka_unit_test(scenario_repeats_the_writes_and_asks_the_probe),
        cmocka_unit_test(page_and_json_hold_nothing_raw),
        cmocka_unit_test(conversation_shows_both_sides_escaped),
        cmocka_unit_test(kinds_are_parsed),
        cmocka_unit_test(edge_map_knows_what_is_new),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

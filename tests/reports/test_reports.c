/* Renderers with empty, partial, wide and hostile runs: well-formed, bounded, harmless.
 * XML is checked with expat, JSON with jansson (and its schema by a test of its own).
 * See report.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "document/text.h"
#include "reports/page/frame.h"
#include "sample.h"

#include <expat.h>
#include <jansson.h>
#include <rsp/clock.h>
#include <stdio.h>

/* Markup, quotes, entities, comment and CDATA ends, controls, escapes, bad UTF-8, direction overrides, a TAP
 * directive and a new line of TAP. */
static const char evil[] =
    "a<script>alert(1)</script>\"'&amp;]]>--><!-- \x1b[31mred\x07\x01\x7f\xc2\x9b"
    "1m \xff\xfe\xc0\xaf\xed\xa0\x80 \xe2\x80\xae\xef\xbf\xbf # TODO\nnot ok 1\nBail out!\r\n\\ \"";

static rsp_buf render(const char *name, rsp_run *run, const rsp_report_options *options) {
    rsp_buf out = {0};
    const rsp_report_format *format = rsp_report_find(rsp_bytes_str(name));
    assert_non_null(format);
    assert_ok(format->render(&out, run, options));
    return out;
}

static void assert_xml(const rsp_buf *text) {
    XML_Parser parser = XML_ParserCreate("UTF-8");
    enum XML_Status status = XML_Parse(parser, (const char *)text->ptr, (int)text->len, 1);
    if (status != XML_STATUS_OK)
        print_error("line %lu: %s\n", XML_GetCurrentLineNumber(parser),
                    XML_ErrorString(XML_GetErrorCode(parser)));
    assert_int_equal(status, XML_STATUS_OK);
    XML_ParserFree(parser);
}

static void assert_json(const rsp_buf *text) {
    json_error_t error;
    json_t *root = json_loadb((const char *)text->ptr, text->len, JSON_REJECT_DUPLICATES, &error);
    if (!root)
        fail_msg("line %d: %s", error.line, error.text);
    json_decref(root);
}

static void assert_well_formed(const char *name, const rsp_buf *text) {
    if (strcmp(name, "html") == 0 || strcmp(name, "junit") == 0)
        assert_xml(text);
    if (strcmp(name, "json") == 0)
        assert_json(text);
    for (size_t i = 0; i < text->len; i++)
        assert_true(text->ptr[i] >= 0x20 || text->ptr[i] == '\n' || text->ptr[i] == '\t');
}

static void formats_any_run_is_well_formed(void **state) {
    (void)state;
    size_t num = 0;
    const rsp_report_format *formats = rsp_report_formats(&num);
    for (size_t i = 0; i < num; i++) {
        for (int kind = 0; kind < 5; kind++) {
            rsp_run run = {0};
            if (kind == 1)
                sample_run(&run);
            if (kind == 2)
                sample_selftest(&run);
            if (kind == 3)
                sample_partial(&run);
            if (kind == 4)
                sample_hostile(&run, evil);
            rsp_buf out = render(formats[i].name, &run, NULL);
            assert_true(out.len > 0);
            assert_well_formed(formats[i].name, &out);
            rsp_buf_free(&out);
            rsp_run_free(&run);
        }
    }
}

static size_t times_in(rsp_buf *text, const char *part) {
    size_t times = 0;
    for (const char *at = strstr(rsp_buf_cstr(text), part); at; at = strstr(at + 1, part))
        times++;
    return times;
}

/* No format lets through what could act: markup, controls, raw escapes, direction overrides. */
static void formats_hostile_text_never_survives(void **state) {
    (void)state;
    const char *const never[] = {"<script",  "\x1b",         "\x07", "\x7f",
                                 "\xc2\x9b", "\xe2\x80\xae", "\xff", "\xed\xa0\x80",
                                 "\r",       "\xef\xbf\xbf", "-->"};
    const char *const names[] = {"term", "tap", "junit", "json", "html", "markdown", "sarif"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++) {
        rsp_run run;
        sample_hostile(&run, evil);
        rsp_buf out = render(names[i], &run, &(rsp_report_options){.verbose = true});
        bool markup = i == 2 || i == 4;
        for (size_t k = 0; k < RSP_ARRAY_LEN(never); k++) {
            bool plain = never[k][0] == '<' || never[k][0] == '-';
            if (plain && !markup)
                continue;
            if (k == 0 && strcmp(names[i], "html") == 0) {
                assert_int_equal(times_in(&out, never[k]), rsp_report_frame()->num_scripts);
                continue;
            }
            if (rsp_bytes_search(rsp_buf_bytes(&out), rsp_bytes_str(never[k])) < out.len)
                fail_msg("%s lets item %zu through", names[i], k);
        }
        rsp_buf_free(&out);
        rsp_run_free(&run);
    }
}

/* A line of a job's log that begins with "::" commands GitHub, "##word[" anywhere in one commands others. */
static void formats_hostile_text_commands_no_build_service(void **state) {
    (void)state;
    const char *const names[] = {"term", "tap", "junit", "json", "html", "markdown", "sarif", "gitlab"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++) {
        rsp_run run;
        sample_hostile(&run, "::error::x\n::error::y ##[error]z\n \t::error::x\n##vso[task]");
        for (unsigned width = 24; width <= 120; width += 3) {
            rsp_buf out = render(names[i], &run, &(rsp_report_options){.verbose = true, .width = width});
            rsp_bytes rest = rsp_buf_bytes(&out);
            while (rest.len > 0) {
                rsp_bytes line = rsp_bytes_split(&rest, '\n');
                assert_true(rsp_bytes_search(line, RSP_LIT("##[")) == line.len);
                assert_true(rsp_bytes_search(line, RSP_LIT("##vso[")) == line.len);
                while (line.len > 0 && (line.ptr[0] == ' ' || line.ptr[0] == '\t'))
                    line = rsp_bytes_from(line, 1);
                if (rsp_bytes_starts(line, RSP_LIT("::")))
                    fail_msg("%s has the line %.*s", names[i], (int)line.len, (const char *)line.ptr);
            }
            rsp_buf_free(&out);
        }
        rsp_run_free(&run);
    }
}

static void tap_hostile_text_makes_no_lines_of_its_own(void **state) {
    (void)state;
    rsp_run run;
    sample_hostile(&run, evil);
    rsp_buf out = render("tap", &run, NULL);
    rsp_bytes rest = rsp_buf_bytes(&out);
    size_t tests = 0;
    size_t bails = 0;
    while (rest.len > 0) {
        rsp_bytes line = rsp_bytes_split(&rest, '\n');
        bool bail = rsp_bytes_starts(line, RSP_LIT("Bail out! "));
        bool ok = rsp_bytes_starts(line, RSP_LIT("ok ")) || rsp_bytes_starts(line, RSP_LIT("not ok "));
        bool known = ok || bail || rsp_bytes_starts(line, RSP_LIT("  ")) ||
                     rsp_bytes_starts(line, RSP_LIT("TAP version")) ||
                     rsp_bytes_starts(line, RSP_LIT("1..")) ||
                     rsp_bytes_starts(line, RSP_LIT("# judged: ")) ||
                     rsp_bytes_starts(line, RSP_LIT("# not played: "));
        assert_true(known);
        tests += ok;
        bails += bail;
    }
    assert_int_equal(bails, 1);
    assert_int_equal(tests, run.num_results + run.selftest.num_faults);
    rsp_buf_free(&out);
    rsp_run_free(&run);
}

static void json_has_a_count_per_verdict(void **state) {
    (void)state;
    rsp_run run;
    sample_run(&run);
    rsp_buf out = render("json", &run, NULL);
    json_t *root = json_loadb((const char *)out.ptr, out.len, 0, NULL);
    json_t *summary = json_object_get(root, "summary");
    for (unsigned v = 0; v < RSP_VERDICT_COUNT; v++)
        assert_int_equal(json_integer_value(json_object_get(summary, rsp_verdict_name((rsp_verdict)v))),
                         run.summary.count[v]);
    assert_null(json_object_get(root, "faults"));
    json_decref(root);
    rsp_buf_free(&out);
    rsp_run_free(&run);
    sample_selftest(&run);
    run.seed = UINT64_MAX;
    out = render("json", &run, NULL);
    root = json_loadb((const char *)out.ptr, out.len, 0, NULL);
    assert_int_equal(json_integer_value(json_object_get(root, "faults")), 2);
    assert_int_equal(json_integer_value(json_object_get(root, "killed")), 1);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(root, "summary"), "killed")), 1);
    assert_string_equal(json_string_value(json_object_get(root, "seed")), "18446744073709551615");
    json_decref(root);
    rsp_buf_free(&out);
    rsp_run_free(&run);
}

static size_t longest_line(const rsp_buf *text) {
    rsp_bytes rest = rsp_buf_bytes(text);
    size_t longest = 0;
    while (rest.len > 0) {
        rsp_bytes line = rsp_bytes_split(&rest, '\n');
        longest = line.len > longest ? line.len : longest;
    }
    return longest;
}

static void term_colours_only_when_asked(void **state) {
    (void)state;
    rsp_run run;
    sample_run(&run);
    rsp_buf out = render("term", &run, NULL);
    assert_null(memchr(out.ptr, 0x1b, out.len));
    rsp_buf_free(&out);
    out = render("term", &run, &(rsp_report_options){.colour = true, .verbose = true});
    assert_non_null(memchr(out.ptr, 0x1b, out.len));
    assert_non_null(strstr(rsp_buf_cstr(&out), "connected: exec:sample"));
    rsp_buf_free(&out);
    rsp_run_free(&run);
}

static void term_evidence_stays_within_the_width(void **state) {
    (void)state;
    char longtext[600];
    memset(longtext, 'x', sizeof longtext - 1);
    longtext[sizeof longtext - 1] = '\0';
    for (unsigned width = 40; width < 140; width += 7) {
        rsp_run run = {0};
        assert_ok(rsp_run_add(&run, &(rsp_result){.scenario = "a/b",
                                                  .verdict = RSP_VERDICT_FAIL,
                                                  .expected = longtext,
                                                  .got = longtext,
                                                  .shown.window = longtext}));
        rsp_buf out = render("term", &run, &(rsp_report_options){.width = width});
        assert_true(longest_line(&out) <= width);
        rsp_buf_free(&out);
        rsp_run_free(&run);
    }
}

/* Two long texts are cut around the place where they differ, and never within an escape. */
static void expected_and_got_show_their_first_difference(void **state) {
    (void)state;
    char expected[700];
    char got[700];
    for (size_t i = 0; i + 4 < sizeof expected; i += 4)
        (void)snprintf(expected + i, 5, "\\x%02x", (unsigned)i / 4 & 0xff);
    (void)snprintf(got, sizeof got, "%s", expected);
    got[403] = '5'; /* x65 where x64 is expected */
    rsp_run run = {.about.stub = "x"};
    assert_ok(rsp_run_add(
        &run,
        &(rsp_result){.scenario = "a/b", .verdict = RSP_VERDICT_FAIL, .expected = expected, .got = got}));
    static const char *const formats[][2] = {
        {"term", "       expected   ...\\x5e\\x5f\\x60\\x61\\x62\\x63\\x64\\x65"},
        {"term", "       got        ...\\x5e\\x5f\\x60\\x61\\x62\\x63\\x65\\x65"},
        {"term", "(equal for 400 characters)\n"},
        {"junit", "expected   ...\\x5e\\x5f"},
        {"html", "<code>...<span class=\"esc\">\\x5e</span>"},
        {"json", "\\\\x01\\\\x02"},
        {"tap", "\"\\\\x00\\\\x01"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(formats); i++) {
        rsp_buf out = render(formats[i][0], &run, NULL);
        if (!strstr(rsp_buf_cstr(&out), formats[i][1]))
            fail_msg("%s lacks %s:\n%s", formats[i][0], formats[i][1], rsp_buf_cstr(&out));
        rsp_buf_free(&out);
    }
    rsp_run_free(&run);
}

/* A run that says nothing of the stub looks like none that went well, in any format. */
static void nothing_judged_is_no_success_in_any_format(void **state) {
    static const struct {
        const char *format;
        const char *text;
    } rows[] = {
        {"term", "no scenario was judged: it is \\x1b gone\nx   seed 0\n"},
        {"sarif", "\"text\": \"no scenario was judged: it is \\\\x1b gone\""},
        {"junit", "tests=\"3\" failures=\"0\" errors=\"1\" skipped=\"2\""},
        {"junit", "<error type=\"nothing\" message=\"no scenario was judged: it is \\x1b gone\"/>"},
        {"tap", "Bail out! no scenario was judged: it is \\x1b gone\n"},
        {"json", "\"exit_code\": 3"},
        {"json", "\"trouble\": \"it is \\\\x1b gone\""},
        {"html", "answer bad\">no scenario was judged: it is \\x1b gone."},
    };
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        rsp_run run = {.about.stub = "x", .trouble = "it is \x1b gone"};
        for (int k = 0; k < 2; k++)
            assert_ok(rsp_run_add(&run, &(rsp_result){.scenario = "a/b", .verdict = RSP_VERDICT_SKIP}));
        rsp_buf out = render(rows[i].format, &run, NULL);
        if (!strstr(rsp_buf_cstr(&out), rows[i].text))
            fail_msg("%s lacks %s:\n%s", rows[i].format, rows[i].text, rsp_buf_cstr(&out));
        rsp_buf_free(&out);
        rsp_run_free(&run);
    }
}

/* Hundreds of reasons are a few lines, the largest first, with what would let more be judged. */
static void reasons_for_not_judging_are_summed_up(void **state) {
    (void)state;
    static const char *const reasons[] = {"MultiMemRead is not announced",
                                          "needs program 'spin', and tcp:1 has its own program",
                                          "vFile:open:2f is not supported",
                                          "the moon is full",
                                          "scratch is not known",
                                          "needs program 'hello', and tcp:1 has its own program",
                                          "needs program 'spin', and tcp:1 has its own program"};
    rsp_run run = {.about.stub = "x"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(reasons); i++)
        assert_ok(rsp_run_add(
            &run, &(rsp_result){.scenario = "a/b", .verdict = RSP_VERDICT_SKIP, .reason = reasons[i]}));
    assert_ok(rsp_run_add(&run, &(rsp_result){.scenario = "a/b"}));
    rsp_buf out = render("term", &run, &(rsp_report_options){.width = 120});
    assert_non_null(strstr(rsp_buf_cstr(&out),
                           "not judged      3  a program of ours does not run here: spin 2, hello 1; "
                           "--load brings one into the target's memory, exec:'... {program} ...' starts one\n"
                           "                2  not offered by the stub: MultiMemRead 1, vFile 1\n"
                           "                1  not known about this stub: scratch; "
                           "name it in a profile, as facts: {scratch: 0x2000, scratch.size: 0x400}\n"
                           "                1  the moon is full\n"));
    rsp_buf_free(&out);
    run.notes.loaded = "loaded: the guest riscv64";
    out = render("json", &run, NULL);
    assert_non_null(strstr(rsp_buf_cstr(&out), "\"hint\": \"exec:'... {program} ...' lets it\""));
    rsp_buf_free(&out);
    rsp_run_free(&run);
}

/* What is demanded and not so stands in every report, and fails the run. */
static void unmet_demands_are_told_and_fail(void **state) {
    (void)state;
    static const char *demands[] = {"BRK-001 is required <and> skipped"};
    static const char *const formats[][2] = {
        {"term", "unmet       BRK-001 is required <and> skipped"},
        {"junit", "<failure type=\"unmet\" message=\"BRK-001 is required &lt;and&gt; skipped\"/>"},
        {"tap", "# not met: BRK-001 is required <and> skipped"},
        {"json", "\"unmet\": [\n    \"BRK-001 is required <and> skipped\""},
        {"html", "Not met: BRK-001 is required &lt;and&gt; skipped"},
    };
    rsp_run run = {.about.stub = "x", .ended.unmet = demands, .ended.num_unmet = 1};
    assert_ok(rsp_run_add(&run, &(rsp_result){.scenario = "a/b"}));
    assert_int_equal(rsp_run_exit_code(&run), 1);
    for (size_t i = 0; i < RSP_ARRAY_LEN(formats); i++) {
        rsp_buf out = render(formats[i][0], &run, NULL);
        if (!strstr(rsp_buf_cstr(&out), formats[i][1]))
            fail_msg("%s lacks %s:\n%s", formats[i][0], formats[i][1], rsp_buf_cstr(&out));
        assert_well_formed(formats[i][0], &out);
        rsp_buf_free(&out);
    }
    rsp_run_free(&run);
}

static void judged_share_is_told_with_its_reasons(void **state) {
    (void)state;
    rsp_run run = {.about.stub = "x", .notes.left_out = "run-length (no option)"};
    for (int i = 0; i < 9; i++)
        assert_ok(rsp_run_add(
            &run, &(rsp_result){.scenario = i < 4   ? "a/b"
                                            : i < 7 ? "c/d"
                                                    : "e/f",
                                .verdict = i % 2 || i > 6 ? RSP_VERDICT_SKIP : RSP_VERDICT_PASS}));
    rsp_buf out = render("term", &run, NULL);
    assert_non_null(strstr(rsp_buf_cstr(&out), "judged      4 of 9 scenarios (44 %)\n"
                                               "not judged      5  \n"
                                               "left out    run-length (no option)\n"));
    rsp_buf_free(&out);
    out = render("json", &run, NULL);
    assert_non_null(strstr(rsp_buf_cstr(&out), "\"left_out\": \"run-length (no option)\""));
    rsp_buf_free(&out);
    rsp_run_free(&run);
}

static void term_is_short_when_all_is_well(void **state) {
    (void)state;
    rsp_run run = {.about.stub = "reference", .seed = 1};
    for (int i = 0; i < 500; i++)
        assert_ok(rsp_run_add(&run, &(rsp_result){.scenario = i % 2 ? "memory/one" : "threads/two"}));
    rsp_buf out = render("term", &run, NULL);
    assert_string_equal(rsp_buf_cstr(&out),
                        "reference   seed 1\n\n  threads        250 pass\n  memory         250 pass\n"
                        "\njudged      500 of 500 scenarios (100 %)\n"
                        "\n500 pass      0 round trips   0.00 ms\n");
    rsp_buf_free(&out);
    rsp_run_free(&run);
}

static void html_needs_nothing_from_elsewhere(void **state) {
    (void)state;
    rsp_run run;
    sample_run(&run);
    rsp_buf out = render("html", &run, NULL);
    const char *text = rsp_buf_cstr(&out);
    assert_int_equal(times_in(&out, "<script>"), rsp_report_frame()->num_scripts);
    assert_null(strstr(text, "unsafe-"));
    assert_null(strstr(text, " style="));
    assert_null(strstr(text, "src="));
    assert_null(strstr(text, "url("));
    size_t links = 0; /* within the page only: from results to their causes */
    for (const char *at = strstr(text, "href"); at; at = strstr(at + 1, "href"), links++)
        assert_true(strncmp(at, "href=\"#cause-", strlen("href=\"#cause-")) == 0);
    assert_true(links > 0);
    assert_non_null(strstr(text, "prefers-color-scheme: dark"));
    rsp_buf_free(&out);
    rsp_run_free(&run);
}

static void render_into_a_full_buffer_says_so(void **state) {
    (void)state;
    size_t num = 0;
    const rsp_report_format *formats = rsp_report_formats(&num);
    for (size_t i = 0; i < num; i++) {
        rsp_run run;
        rsp_buf out = {.limit = 100};
        sample_run(&run);
        assert_int_not_equal(formats[i].render(&out, &run, NULL), RSP_OK);
        rsp_buf_free(&out);
        rsp_run_free(&run);
    }
}

static void formats_are_found_by_name(void **state) {
    (void)state;
    size_t num = 0;
    rsp_bytes names = rsp_bytes_str(RSP_REPORT_FORMATS);
    const rsp_report_format *formats = rsp_report_formats(&num);
    for (size_t i = 0; i < num; i++)
        assert_bytes(rsp_bytes_split(&names, '|'), rsp_bytes_str(formats[i].name));
    assert_null(names.ptr);
    assert_ptr_equal(rsp_report_find(RSP_LIT("html"))->render, rsp_report_html);
    assert_null(rsp_report_find(RSP_LIT("pdf")));
    assert_null(rsp_report_find(RSP_LIT("")));
    assert_true(rsp_bytes_search(rsp_report_json_schema(), RSP_LIT("json-schema.org")) <
                rsp_report_json_schema().len);
}

static void progress_line_has_exactly_the_width(void **state) {
    (void)state;
    rsp_summary summary = {0};
    rsp_progress p = {.done = 1234,
                      .planned = 5000,
                      .summary = &summary,
                      .current = "memory/\x1b[2Jread",
                      .elapsed_ns = 252 * RSP_NS_PER_S};
    summary.count[RSP_VERDICT_FAIL] = 2;
    rsp_buf out = {0};
    rsp_report_progress(&out, &p, &(rsp_report_options){.width = 80});
    assert_int_equal(out.len, 80);
    assert_int_equal(
        strncmp(rsp_buf_cstr(&out), "  4m12s   1,234 of 5,000   2 fail   memory/\\x1b[2Jread ", 54), 0);
    rsp_buf_clear(&out);
    rsp_report_progress(&out, &(rsp_progress){.done = 7}, &(rsp_report_options){.width = 12});
    assert_string_equal(rsp_buf_cstr(&out), "  0.00 ms   ");
    rsp_buf_free(&out);
}

static void escape_text_keeps_only_printable_ascii(void **state) {
    (void)state;
    for (unsigned c = 0; c < 256; c++) {
        uint8_t byte = (uint8_t)c;
        rsp_buf text = {0};
        rsp_buf xml = {0};
        rsp_text_escape(&text, rsp_bytes_make(&byte, 1), false);
        for (size_t i = 0; i < text.len; i++)
            assert_true(text.ptr[i] >= 0x20 && text.ptr[i] < 0x7f);
        rsp_buf_str(&xml, "<a b='");
        rsp_text_xml(&xml, rsp_bytes_make(&byte, 1));
        rsp_buf_str(&xml, "'/>");
        assert_xml(&xml);
        rsp_buf_free(&text);
        rsp_buf_free(&xml);
    }
}

static void escape_xml_keeps_valid_utf8(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_text_xml(&out, RSP_LIT("gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x90\x9b \xf4\x90\x80\x80\xe2\x82"));
    assert_string_equal(rsp_buf_cstr(&out),
                        "gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x90\x9b \\xf4\\x90\\x80\\x80\\xe2\\x82");
    rsp_buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_any_run_is_well_formed),
        cmocka_unit_test(formats_hostile_text_never_survives),
        cmocka_unit_test(formats_hostile_text_commands_no_build_service),
        cmocka_unit_test(tap_hostile_text_makes_no_lines_of_its_own),
        cmocka_unit_test(json_has_a_count_per_verdict),
        cmocka_unit_test(term_colours_only_when_asked),
        cmocka_unit_test(term_evidence_stays_within_the_width),
        cmocka_unit_test(expected_and_got_show_their_first_difference),
        cmocka_unit_test(nothing_judged_is_no_success_in_any_format),
        cmocka_unit_test(judged_share_is_told_with_its_reasons),
        cmocka_unit_test(reasons_for_not_judging_are_summed_up),
        cmocka_unit_test(unmet_demands_are_told_and_fail),
        cmocka_unit_test(term_is_short_when_all_is_well),
        cmocka_unit_test(html_needs_nothing_from_elsewhere),
        cmocka_unit_test(render_into_a_full_buffer_says_so),
        cmocka_unit_test(formats_are_found_by_name),
        cmocka_unit_test(progress_line_has_exactly_the_width),
        cmocka_unit_test(escape_text_keeps_only_printable_ascii),
        cmocka_unit_test(escape_xml_keeps_valid_utf8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

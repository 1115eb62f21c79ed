/* Documents on a terminal, as Markdown and as a page: hostile texts stay texts, memory may end at any moment.
 * The document has a block of every kind.
 * See document/document.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/mem.h"
#include "document/document.h"
#include <rsp/clock.h>

static void describe(rsp_document *d) {
    rsp_document_title(d, "A %s", "<title>");
    rsp_document_answer(d, RSP_TONE_BAD, "It fails.");
    rsp_document_figure(d, "<hr/>");
    rsp_document_fact(d, "stub", "%s", "mine | yours");
    rsp_document_fact(d, "empty", "%s", "");
    rsp_document_fact(d, "seed", "1");
    rsp_document_section(d, "What stands out", "note");
    rsp_document_item(d, RSP_TONE_NOTE, "head", "text");
    rsp_document_section(d, "Table", "");
    rsp_table *t = rsp_document_table(d, "kinds");
    rsp_table_column(t, false, "name");
    rsp_table_column(t, true, "count");
    rsp_table_column(t, false, "share");
    rsp_table_column(t, false, "figure");
    rsp_table_text(t, "a<b>")->form = RSP_CELL_CODE;
    rsp_table_count(t, 12345)->tone = RSP_TONE_BAD;
    rsp_cell *share = rsp_table_text(t, "%s", "");
    share->form = RSP_CELL_SHARE;
    share->share = 0.5;
    rsp_table_text(t, "<i></i>")->form = RSP_CELL_FIGURE;
    rsp_document_paragraph(d, "and \x1b[31mmore");
    rsp_document_lines(d, "assumptions", "one\ntwo");
}

static const char window[] =
    "     1.000 ms  ->  m0,4\n     2.000 ms  <-  \\x1b<b>\\\\x41\n     2.500 ms  --  closed\nodd\n";

static void describe_card(rsp_document *d, bool tight) {
    const rsp_card card = {.css = "fail extra",
                           .id = "cause-1",
                           .mark = "fail",
                           .tone = RSP_TONE_BAD,
                           .name = "memory/<read>",
                           .variant = "no-ack",
                           .title = "Reads & more",
                           .ids = "MEM-001",
                           .level = "must",
                           .aside = "MEM-001  must  ",
                           .open = true,
                           .tight = tight};
    rsp_document_card(d, &card);
    rsp_document_field(d, RSP_FORM_PLACE, "scenario", "a.yaml:1:2");
    rsp_document_field(d, RSP_FORM_SENTENCE, "what", "it is \x1b[31mwrong");
    rsp_document_field(d, RSP_FORM_CODE, "got", "\x01<i>");
    rsp_document_field(d, RSP_FORM_CODE, "expected", "");
    rsp_document_field(d, RSP_FORM_CODE, "expected", NULL);
    rsp_document_field(d, RSP_FORM_LINK, "cause", "cause-1");
    rsp_document_wire(d, NULL, window);
    rsp_document_wire(d, "all", window);
    rsp_document_field(d, RSP_FORM_COMMAND, "again", "stubborn run");
    rsp_document_card_end(d);
}

static void terminal_shows_cards_in_columns(void **state) {
    (void)state;
    rsp_document d = {0};
    rsp_buf out = {0};
    rsp_document_title(&d, "a stub");
    rsp_document_aside(&d, "%s", "");
    rsp_document_aside(&d, "seed 1");
    describe_card(&d, false);
    assert_ok(rsp_document_terminal(&out, &d, (rsp_terminal_style){.width = 60}));
    assert_string_equal(rsp_buf_cstr(&out),
                        "a stub   seed 1\n\n"
                        "FAIL   memory/<read> [no-ack]                MEM-001  must\n"
                        "       a.yaml:1:2\n"
                        "       it is \\x1b[31mwrong\n"
                        "       got        \\x01<i>\n"
                        "            1.000 ms  ->  m0,4\n            2.000 ms  <-  \\x1b<b>\\\\x41\n"
                        "            2.500 ms  --  closed\n       odd\n"
                        "            1.000 ms  ->  m0,4\n            2.000 ms  <-  \\x1b<b>\\\\x41\n"
                        "            2.500 ms  --  closed\n       odd\n"
                        "       again      stubborn run\n");
    rsp_buf_free(&out);
    rsp_document_free(&d);
}

/* A right edge that does not fit goes to the next line; no line is longer than the terminal. */
static void terminal_keeps_its_width(void **state) {
    (void)state;
    char text[400];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    for (unsigned width = 0; width < 130; width += 13) {
        rsp_document d = {0};
        rsp_buf out = {0};
        rsp_document_card(&d, &(rsp_card){.mark = "1", .css = "x", .name = "a name", .aside = "at the edge"});
        rsp_document_field(&d, RSP_FORM_CODE, "got", text);
        rsp_document_wire(&d, NULL, text);
        rsp_document_card_end(&d);
        assert_ok(rsp_document_terminal(&out, &d, (rsp_terminal_style){.width = width}));
        const size_t most = width == 0 ? 100 : width < 40 ? 40 : width;
        rsp_bytes rest = rsp_buf_bytes(&out);
        while (rest.len > 0)
            assert_true(rsp_bytes_split(&rest, '\n').len <= most);
        rsp_buf_free(&out);
        rsp_document_free(&d);
    }
}

static void terminal_tables_have_widths_and_colours(void **state) {
    (void)state;
    rsp_document d = {0};
    rsp_buf out = {0};
    rsp_table *t = rsp_document_table(&d, "");
    t->indent = 2;
    rsp_table_column(t, false, "name");
    rsp_table_column(t, true, "count");
    rsp_table_column(t, false, "%s", "");
    t->columns[0].width = 8;
    t->columns[1].width = 6;
    rsp_table_text(t, "a")->tone = RSP_TONE_BAD;
    rsp_table_count(t, 1234);
    rsp_table_text(t, "%s", "");
    assert_ok(rsp_document_terminal(&out, &d, (rsp_terminal_style){.colour = true}));
    assert_string_equal(rsp_buf_cstr(&out), "  name     count\n  \x1b[1;31ma\x1b[0m        1,234\n");
    rsp_buf_free(&out);
    rsp_document_free(&d);
}

/* The ladder of a page: who spoke, and which bytes were no text; "\\\\x41" is a backslash and no byte. */
static void page_marks_escapes_in_ladders(void **state) {
    (void)state;
    static const char *const parts[] = {
        "<details class=\"r fail extra\" data-item=\"\" data-kind=\"fail\" ",
        "id=\"cause-1\" open=\"open\"><summary>",
        "<span class=\"name\">memory/&lt;read&gt; <span class=\"variant\">no-ack</span></span>",
        "<dt>got</dt><dd><code><span class=\"esc\">\\x01</span>&lt;i&gt;</code></dd>",
        "<li class=\"to\"><span class=\"at\">     1.000 ms</span> <b title=\"debugger to stub\">",
        "<code><span class=\"esc\">\\x1b</span>&lt;b&gt;\\\\x41</code></li>",
        "<li class=\"note\"><code>odd</code></li>\n</ol>\n",
        "<details class=\"more\"><summary>all</summary>\n<ol class=\"ladder\">",
        "<details class=\"group area\" data-group=\"\">\n<summary>",
        "<h2><span class=\"area-name\">&lt;area&gt;</span> <hr/> <span",
        "<dd><a href=\"#cause-1\">cause-1</a></dd>",
        "</div>\n</details>\n</details>\n</main>",
    };
    rsp_document d = {0};
    rsp_buf out = {0};
    rsp_document_title(&d, "t");
    rsp_document_group(&d, &(rsp_group){.css = "area", .title = "<area>", .note = "n", .figure = "<hr/>"});
    describe_card(&d, true);
    assert_ok(rsp_document_html(&out, &d, &(rsp_page_frame){0}));
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts); i++)
        if (!strstr(rsp_buf_cstr(&out), parts[i]))
            fail_msg("missing: %s", parts[i]);
    rsp_buf_free(&out);
    rsp_document_free(&d);
}

static void page_leads_to_harmless_files_alone(void **state) {
    (void)state;
    static const char *const paths[] = {"out/one/a.pcapng", "javascript:alert(1)", "//host/x", "a\"b", "a b"};
    rsp_document d = {0};
    rsp_buf out = {0};
    rsp_document_title(&d, "t");
    rsp_document_section(&d, "<i>", "");
    rsp_document_card(&d, &(rsp_card){.css = "fail", .name = "x"});
    for (size_t i = 0; i < RSP_ARRAY_LEN(paths); i++)
        rsp_document_field(&d, RSP_FORM_FILE, "file", paths[i]);
    rsp_document_card_end(&d);
    assert_ok(rsp_document_html(&out, &d, &(rsp_page_frame){0}));
    assert_non_null(strstr(rsp_buf_cstr(&out), "<dd><a href=\"out/one/a.pcapng\">out/one/a.pcapng</a></dd>"));
    assert_non_null(strstr(rsp_buf_cstr(&out), "<dd>javascript:alert(1)</dd>"));
    assert_non_null(strstr(rsp_buf_cstr(&out), "<dd>//host/x</dd>"));
    assert_null(strstr(rsp_buf_cstr(&out), "href=\"a"));
    assert_non_null(strstr(rsp_buf_cstr(&out), "<h2><span>&lt;i&gt;</span>"));
    rsp_buf_free(&out);
    rsp_document_free(&d);
}

/* Messages of a debug adapter have places of their own, too, and say who spoke. */
static void page_shows_an_adapters_messages_as_a_ladder(void **state) {
    (void)state;
    static const char *const parts[] = {
        "<li class=\"to\"><span class=\"at\">    12.031 ms</span> <b title=\"editor to adapter\">",
        "<code>{&quot;a&quot;:&quot; ms &lt;- &quot;}</code></li>",
        "<li class=\"from\"><span class=\"at\">    13.000 ms</span> <b title=\"adapter to editor\">",
    };
    rsp_document d = {0};
    rsp_buf out = {0};
    rsp_document_title(&d, "t");
    rsp_document_wire(&d, NULL, "    12.031 ms -> {\"a\":\" ms <- \"}\n    13.000 ms <- {}\n");
    assert_ok(rsp_document_html(&out, &d, &(rsp_page_frame){0}));
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts); i++)
        if (!strstr(rsp_buf_cstr(&out), parts[i]))
            fail_msg("missing: %s", parts[i]);
    rsp_buf_free(&out);
    rsp_document_free(&d);
}

static void markdown_lists_cards(void **state) {
    (void)state;
    rsp_document d = {0};
    rsp_buf out = {0};
    describe_card(&d, true);
    assert_ok(rsp_document_markdown(&out, &d));
    assert_string_equal(rsp_buf_cstr(&out),
                        "- **fail** memory/&lt;read\\> (MEM-001): Reads &amp; more\n"
                        "  - scenario: <code>a.yaml:1:2</code>\n  - what: it is \\\\x1b\\[31mwrong\n"
                        "  - got: <code>\\\\x01&lt;i\\></code>\n  - cause: cause-1\n"
                        "  - again: <code>stubborn run</code>\n");
    rsp_buf_free(&out);
    rsp_document_free(&d);
}

static void markdown_has_all_but_figures(void **state) {
    (void)state;
    rsp_document d = {0};
    rsp_buf out = {0};
    describe(&d);
    assert_ok(rsp_document_markdown(&out, &d));
    assert_string_equal(rsp_buf_cstr(&out),
                        "# A &lt;title\\>\n\nIt fails.\n\n- stub: mine \\| yours\n- seed: 1\n\n"
                        "## What stands out\n\nnote\n\n- **head** text\n\n"
                        "## Table\n\n| name | count | share |\n|---|---:|---|\n"
                        "| a&lt;b\\> | **12,345** | 50 % |\n\nand \\\\x1b\\[31mmore\n\n"
                        "assumptions:\n\n    one\n    two\n");
    rsp_buf_free(&out);
    rsp_document_free(&d);
}

static void page_escapes_all_but_figures(void **state) {
    (void)state;
    static const char *const parts[] = {
        "<title>A &lt;title&gt; - stubborn</title>",
        "<h1>A &lt;title&gt;</h1>\n<p class=\"answer bad\">It fails.</p>\n<hr/><dl class=\"facts\">",
        "</dl>\n</header>\n<main id=\"content\">\n<section",
        "<ul class=\"findings\">\n<li class=\"note\"><b>head</b> text</li>\n</ul>\n</section>",
        ("<tr><th>name</th><th class=\"n\">count</th><th>share</th><th>figure</th></tr>\n"
         "<tr><td><code>a&lt;b&gt;</code></td><td class=\"n fail\">12,345</td>"
         "<td class=\"share\"><svg viewBox=\"0 0 100 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
         "<rect width=\"50.00\" height=\"1\"/></svg></td><td><i></i></td></tr>\n</table>"),
        "<p class=\"label\">and \\x1b[31mmore</p>",
        "<style>p { color: red; }</style>\n</head>",
        "content=\"default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-a='; ",
        "style-src 'sha256-a='; script-src 'sha256-b='\"/>",
        "<pre>one\ntwo</pre></details>\n</section>\n</main>\n<script>act();</script>\n</body>",
    };
    static const rsp_page_asset style = {.text = {(const uint8_t *)"p { color: red; }", 17},
                                         .hash = "sha256-a="};
    static const rsp_page_asset script = {.text = {(const uint8_t *)"act();", 6}, .hash = "sha256-b="};
    static const rsp_page_asset *const styles[] = {&style};
    static const rsp_page_asset *const scripts[] = {&script};
    static const rsp_page_frame frame = {
        .styles = styles, .num_styles = 1, .scripts = scripts, .num_scripts = 1};
    rsp_document d = {0};
    rsp_buf out = {0};
    describe(&d);
    assert_ok(rsp_document_html(&out, &d, &frame));
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts); i++) {
        if (!strstr(rsp_buf_cstr(&out), parts[i]))
            print_error("missing: %s\n", parts[i]);
        assert_non_null(strstr(rsp_buf_cstr(&out), parts[i]));
    }
    rsp_buf_free(&out);
    rsp_document_free(&d);
}

/* Whatever the data are, no byte of them ends the element or begins another. */
static void data_of_a_page_stay_inside_their_element(void **state) {
    (void)state;
    rsp_buf json = {0};
    rsp_buf out = {0};
    rsp_page_data_string(&json, RSP_LIT("</script><!--<script>&\"\\\n\x01\xff\xe2\x80\xa8"));
    rsp_page_data(&out, "rows", rsp_buf_bytes(&json));
    assert_string_equal(
        rsp_buf_cstr(&out),
        "<script type=\"application/json\" id=\"rows\">\"\\u003c/script\\u003e\\u003c!--"
        "\\u003cscript\\u003e\\u0026\\\"\\\\\\\\x0a\\\\x01\\\\xff\\\\xe2\\\\x80\\\\xa8\"</script>\n");
    rsp_buf_free(&out);
    rsp_buf_free(&json);
}

static void parts_of_a_bar_stay_visible(void **state) {
    (void)state;
    rsp_buf out = {0};
    rsp_page_bar(&out, (rsp_page_part[]){{"pass", UINT64_MAX / 2}, {"warn", 0}, {"fail", 1}}, 3);
    assert_string_equal(rsp_buf_cstr(&out),
                        "<svg class=\"bar\" viewBox=\"0 0 1008 8\" preserveAspectRatio=\"none\" "
                        "aria-hidden=\"true\"><rect class=\"pass\" x=\"0\" width=\"1003\" height=\"8\"/>"
                        "<rect class=\"fail\" x=\"1005\" width=\"3\" height=\"8\"/></svg>");
    rsp_buf_clear(&out);
    rsp_page_bar(&out, NULL, 0);
    assert_non_null(strstr(rsp_buf_cstr(&out), "viewBox=\"0 0 1 8\""));
    rsp_buf_free(&out);
}

static void texts_of_numbers_live_as_long_as_the_document(void **state) {
    (void)state;
    rsp_document d = {0};
    const char *none = rsp_document_counted(&d, 0, "gap", "gaps");
    const char *one = rsp_document_counted(&d, 1, "gap", "gaps");
    const char *many = rsp_document_count(&d, 4120);
    const char *time = rsp_document_duration(&d, 252 * RSP_NS_PER_S);
    rsp_document_title(&d, "%s, %s, %s in %s", none, one, many, time);
    assert_string_equal(none, "no gaps");
    assert_string_equal(one, "1 gap");
    assert_string_equal(many, "4,120");
    assert_string_equal(time, "4m12s");
    rsp_document_free(&d);
}

static void without_memory_nothing_is_written_by_halves(void **state) {
    (void)state;
    for (size_t limit = 1; limit < 6000; limit += 97) {
        rsp_document d = {.arena.limit = limit};
        rsp_buf out = {0};
        describe(&d);
        describe_card(&d, false);
        rsp_status status = rsp_document_markdown(&out, &d);
        assert_int_equal(status, d.arena.status);
        rsp_buf_free(&out);
        rsp_document_free(&d);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terminal_shows_cards_in_columns),
        cmocka_unit_test(terminal_keeps_its_width),
        cmocka_unit_test(terminal_tables_have_widths_and_colours),
        cmocka_unit_test(page_shows_an_adapters_messages_as_a_ladder),
        cmocka_unit_test(page_marks_escapes_in_ladders),
        cmocka_unit_test(page_leads_to_harmless_files_alone),
        cmocka_unit_test(markdown_lists_cards),
        cmocka_unit_test(markdown_has_all_but_figures),
        cmocka_unit_test(page_escapes_all_but_figures),
        cmocka_unit_test(data_of_a_page_stay_inside_their_element),
        cmocka_unit_test(parts_of_a_bar_stay_visible),
        cmocka_unit_test(texts_of_numbers_live_as_long_as_the_document),
        cmocka_unit_test(without_memory_nothing_is_written_by_halves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Documents as Markdown and as a page: hostile texts stay texts, memory may end at any moment.
 * The document has a block of every kind.
 * See document/document.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "core/mem.h"
#include "document/document.h"

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
        "</dl>\n</header>\n<main>\n<section",
        "<ul class=\"findings\">\n<li class=\"note\"><b>head</b> text</li>\n</ul>\n</section>",
        ("<tr><th>name</th><th class=\"n\">count</th><th>share</th><th>figure</th></tr>\n"
         "<tr><td><code>a&lt;b&gt;</code></td><td class=\"n fail\">12,345</td>"
         "<td class=\"share\"><i style=\"width:50.00%\"></i></td><td><i></i></td></tr>\n</table>"),
        "<p class=\"label\">and \\x1b[31mmore</p>",
        "<pre>one\ntwo</pre></details>\n</section>\n</main>\n</body>",
    };
    rsp_document d = {0};
    rsp_buf out = {0};
    describe(&d);
    assert_ok(rsp_document_html(&out, &d, RSP_LIT("p { color: red; }")));
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts); i++) {
        if (!strstr(rsp_buf_cstr(&out), parts[i]))
            print_error("missing: %s\n", parts[i]);
        assert_non_null(strstr(rsp_buf_cstr(&out), parts[i]));
    }
    rsp_buf_free(&out);
    rsp_document_free(&d);
}

static void without_memory_nothing_is_written_by_halves(void **state) {
    (void)state;
    for (size_t limit = 1; limit < 6000; limit += 97) {
        rsp_document d = {.arena.limit = limit};
        rsp_buf out = {0};
        describe(&d);
        rsp_status status = rsp_document_markdown(&out, &d);
        assert_int_equal(status, d.arena.status);
        rsp_buf_free(&out);
        rsp_document_free(&d);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(markdown_has_all_but_figures),
        cmocka_unit_test(page_escapes_all_but_figures),
        cmocka_unit_test(without_memory_nothing_is_written_by_halves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

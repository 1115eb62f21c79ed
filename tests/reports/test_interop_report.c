/* A matrix for people: letters, cards with their files, and a page that nothing from outside can change.
 * Names of debuggers and what they print are somebody else's texts.
 * See reports/interop/interop_report.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "reports/interop/interop_report.h"

static rsp_interop made(void) {
    static rsp_interop_party stubs[] = {{"one", "tcp:127.0.0.1:1", "", ""}, {"two", "exec:x", "", ""}};
    static rsp_interop_party debuggers[] = {{"<b>gdb</b>", "profile:gdb", "GNU <i>gdb</i>", ""}};
    static const char *actions[] = {"attach", "step"};
    rsp_interop m = {.stubs = stubs,
                     .num_stubs = 2,
                     .debuggers = debuggers,
                     .num_debuggers = 1,
                     .actions = actions,
                     .num_actions = 2};
    assert_int_equal(rsp_interop_make(&m), RSP_OK);
    for (size_t i = 0; i < m.num_cells; i++) {
        m.cells[i].verdict = RSP_INTEROP_WORKS;
        m.cells[i].tries = 1;
        m.cells[i].capture_bytes = 100;
        m.cells[i].folder = "one/gdb/step";
    }
    m.cells[1].verdict = RSP_INTEROP_BREAKS;
    m.cells[1].said = "stepi: <script>alert(1)</script> ::error:: \x1b[31m";
    m.cells[1].leaves = "exchange 3: vCont;s -> E01";
    m.cells[2].folder = "javascript:alert(1)";
    m.cells[3].flaky = true;
    return m;
}

static bool has(const rsp_buf *text, const char *part) {
    return rsp_bytes_search(rsp_buf_bytes(text), rsp_bytes_str(part)) < text->len;
}

static void a_page_has_letters_cards_and_files(void **state) {
    (void)state;
    rsp_interop m = made();
    rsp_buf page = {0};
    assert_int_equal(rsp_interop_html(&page, &m, "out/"), RSP_OK);
    assert_true(has(&page, "2 work, 1 break, 0 are not offered, 1 are flaky"));
    assert_true(has(&page, "<a href=\"out/one/gdb/step/capture.pcapng\">"));
    assert_true(has(&page, "<a href=\"out/one/gdb/step/conversation.html\">"));
    assert_true(has(&page, "vCont;s -&gt; E01"));
    assert_true(has(&page, ">B</td>"));
    assert_true(has(&page, ">F</td>"));
    rsp_buf_free(&page);
    rsp_interop_free(&m);
}

static void what_is_from_outside_stays_text(void **state) {
    (void)state;
    rsp_interop m = made();
    rsp_buf page = {0};
    assert_int_equal(rsp_interop_html(&page, &m, "out/"), RSP_OK);
    assert_false(has(&page, "<b>gdb</b>"));
    assert_false(has(&page, "<script>alert"));
    assert_true(has(&page, "&lt;script&gt;alert(1)"));
    assert_false(has(&page, "href=\"out/javascript:"));
    assert_false(has(&page, "\x1b"));
    rsp_buf_clear(&page);
    assert_int_equal(rsp_interop_html(&page, &m, "https://evil.example/"), RSP_OK);
    assert_false(has(&page, "href=\"https:"));
    rsp_buf_free(&page);
    rsp_interop_free(&m);
}

static void markdown_and_terminal_have_a_line_for_what_breaks(void **state) {
    (void)state;
    rsp_interop m = made();
    rsp_buf text = {0};
    assert_int_equal(rsp_interop_markdown(&text, &m), RSP_OK);
    assert_true(has(&text, "| step | **B** | F |"));
    assert_true(has(&text, "exchange 3"));
    assert_false(has(&text, "capture.pcapng"));
    rsp_buf_clear(&text);
    assert_int_equal(rsp_interop_terminal(&text, &m, (rsp_terminal_style){0}), RSP_OK);
    assert_true(has(&text, "step              B    F"));
    assert_false(has(&text, "\x1b"));
    rsp_buf_free(&text);
    rsp_interop_free(&m);
}

static void a_capture_that_is_none_is_told(void **state) {
    (void)state;
    rsp_interop m = made();
    rsp_buf page = {0};
    rsp_error error = {0};
    assert_int_not_equal(rsp_interop_conversation(&page, &m.cells[0], "/nowhere/at/all", &error), RSP_OK);
    assert_true(error.msg[0] != '\0');
    rsp_buf_free(&page);
    rsp_interop_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_has_letters_cards_and_files),
        cmocka_unit_test(what_is_from_outside_stays_text),
        cmocka_unit_test(markdown_and_terminal_have_a_line_for_what_breaks),
        cmocka_unit_test(a_capture_that_is_none_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

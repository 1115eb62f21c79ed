/* The page of a campaign against a debugger: findings with their lies, files and commands.
 * What a debugger printed and a stub said stays text.
 * See reports/fuzz/fuzz_debugger_page.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "reports/fuzz/fuzz_debugger_page.h"

static bool has(const rsp_buf *text, const char *part) {
    return rsp_bytes_search(rsp_buf_bytes(text), rsp_bytes_str(part)) < text->len;
}

static void findings_have_cards_and_files(void **state) {
    (void)state;
    const char *lies[] = {"g, the reply number 1: <script>alert(1)</script>"};
    const char *lines[] = {"info threads"};
    const rsp_debugger_found found[] = {
        {.kind = "stuck",
         .signature = "stuck-g",
         .headline = "it rests <img>",
         .again = "stubborn fuzz replay x",
         .lies = lies,
         .lines = lines,
         .num_lies = 1,
         .num_lines = 1,
         .replays = 3,
         .reproduced = 2},
        {.kind = "odd", .signature = "https://evil", .headline = "", .again = ""}};
    const rsp_debugger_about about = {.debugger = "gdb <b>", .seed = 5};
    rsp_debugger_results r = {.version = "1",
                              .started = "2026",
                              .name = "gdb",
                              .about = &about,
                              .jobs = 2,
                              .totals = {.sessions = 3},
                              .before = {.sessions = 4},
                              .interrupted = true,
                              .findings = found,
                              .num_findings = 2};
    rsp_buf page = {0};
    assert_ok(rsp_fuzz_debugger_page(&page, &r, ""));
    assert_true(has(&page, "2 findings in 7 sessions"));
    assert_true(has(&page, "The run was cut short."));
    assert_true(has(&page, "<a href=\"findings/stuck-g/lies.json\">"));
    assert_true(has(&page, "does not take the next command"));
    assert_true(has(&page, "2 of 3 times; not minimised"));
    assert_true(has(&page, "&lt;script&gt;alert(1)"));
    assert_false(has(&page, "<img>"));
    assert_false(has(&page, "gdb <b>"));
    assert_false(has(&page, "href=\"findings/https:"));
    rsp_buf_clear(&page);
    r.num_findings = 0;
    r.interrupted = false;
    assert_ok(rsp_fuzz_debugger_page(&page, &r, ""));
    assert_true(has(&page, "no findings in 7 sessions"));
    assert_false(has(&page, "cut short"));
    rsp_buf_free(&page);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(findings_have_cards_and_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

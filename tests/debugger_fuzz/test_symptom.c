/* Symptoms, read from what GDB 13 and LLDB 19 print when
 * they die, and their names: the same for the same stack,
 * and fit for folders. See debugger_fuzz/symptom.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "debugger_fuzz/symptom.h"
#include <stdio.h>

#define GDB_STACK(base)                                                                                      \
    "Fatal signal: Segmentation fault\n----- Backtrace -----\n0x" base "b97 ???\n0x" base "c1f ???\n0x" base \
    "f4f handle_fatal_signal\n\t./gdb/x.c:3\n0x" base "010 ???\n0x" base                                     \
    "d20 ???\n---------------------\nA fatal error\n"

static rsp_debugger_symptom of(const char *printed, rsp_end_kind kind, const char *text, bool asked) {
    rsp_debugger_symptom s;
    rsp_link_end end = {.kind = kind};
    (void)snprintf(end.text, sizeof end.text, "%s", text);
    rsp_debugger_symptom_read(&s, rsp_bytes_str(printed), &end, asked);
    return s;
}

static void a_stack_has_one_name_wherever_the_program_lies(void **state) {
    (void)state;
    const rsp_debugger_symptom a = of(GDB_STACK("55555a1f3"), RSP_END_SIGNALED, "SIGSEGV", false);
    const rsp_debugger_symptom b = of(GDB_STACK("563ab77e4"), RSP_END_SIGNALED, "SIGSEGV", false);
    const rsp_debugger_symptom c =
        of("Fatal\n----- Backtrace -----\n0x55555a1f3b98 ???\n", RSP_END_SIGNALED, "SIGSEGV", false);
    assert_int_equal(a.kind, RSP_DEBUGGER_SYMPTOM_CRASH);
    assert_int_equal(strncmp(a.signature, "crash-SIGSEGV-", 14), 0);
    assert_string_equal(a.signature, b.signature);
    assert_string_not_equal(a.signature, c.signature);
    assert_string_equal(a.headline, "SIGSEGV in ?d20");
}

static void a_stack_of_llvm_has_functions_and_places(void **state) {
    (void)state;
    rsp_buf names = {0};
    const char *printed =
        "PLEASE submit a bug report\nStack dump:\n0.\tProgram arguments: lldb\n"
        " #0 0x00007f1111111111 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) "
        "(/usr/lib/libLLVM.so.19.1+0xeb7)\n"
        " #1 0x00007f1111111112 (/lib/x86_64-linux-gnu/libLLVM.so.19.1+0xeb7a8b)\n"
        " #2 0x00007f1111111113 (/lib/x86_64-linux-gnu/libc.so.6+0x3c050)\n"
        " #3 0x00007f2222222222 (/usr/lib/x86_64-linux-gnu/liblldb-19.so.1+0x90292b)\n"
        " #2 0x00007f3333333333 lldb_private::Target::Run(int) (/usr/lib/liblldb-19.so.1+0x1)\n";
    assert_true(rsp_debugger_symptom_stack(&names, rsp_bytes_str(printed), RSP_DEBUGGER_STACK_CRASHED) != 0);
    assert_string_equal(rsp_buf_cstr(&names), "liblldb-19.so.1+0x90292b < lldb_private::Target::Run");
    rsp_buf_free(&names);
    assert_int_equal(
        rsp_debugger_symptom_stack(&names, RSP_LIT("0x55555a1f3b98 ???\n"), RSP_DEBUGGER_STACK_CRASHED), 0);
    rsp_buf_free(&names);
}

/* Whoever is interrupted in a loop was anywhere in it. */
static void a_loop_has_one_name_wherever_it_was(void **state) {
    (void)state;
    rsp_buf names = {0};
    static const char *const inner[] = {"f", "g"};
    uint64_t hashes[2][2];
    for (size_t i = 0; i < 2; i++) {
        rsp_buf printed = {0};
        rsp_buf_printf(&printed,
                       "----- Backtrace -----\n0x55555a1f3b90 %s\n0x55555a1f3b91 loop\n0x55555a1f3b92 main\n",
                       inner[i]);
        for (size_t kind = 0; kind < 2; kind++)
            hashes[i][kind] =
                rsp_debugger_symptom_stack(&names, rsp_buf_bytes(&printed), (rsp_debugger_stack)kind);
        rsp_buf_free(&printed);
    }
    assert_true(hashes[0][RSP_DEBUGGER_STACK_CRASHED] != hashes[1][RSP_DEBUGGER_STACK_CRASHED]);
    assert_true(hashes[0][RSP_DEBUGGER_STACK_INTERRUPTED] == hashes[1][RSP_DEBUGGER_STACK_INTERRUPTED]);
    rsp_buf_free(&names);
}

/* The innermost functions are not the same each time. */
static void a_recursion_has_one_name_wherever_it_ends(void **state) {
    (void)state;
    rsp_buf printed[2] = {{0}};
    rsp_debugger_symptom s[2];
    for (size_t i = 0; i < 2; i++) {
        rsp_buf_str(&printed[i], "----- Backtrace -----\n");
        for (size_t k = i; k < 100 + 3 * i; k++)
            rsp_buf_printf(&printed[i], "0x55555a1f3b9%zu f%zu\n", k % 3, k % 3);
        s[i] = of(rsp_buf_cstr(&printed[i]), RSP_END_SIGNALED, "SIGSEGV", false);
        rsp_buf_free(&printed[i]);
    }
    assert_string_equal(s[0].signature, s[1].signature);
    assert_non_null(strstr(s[0].headline, "it recurses"));
    assert_string_not_equal(s[0].headline, s[1].headline);
}

static void an_error_of_its_own_has_its_place(void **state) {
    (void)state;
    rsp_debugger_symptom s =
        of("x\n../../gdb/remote.c:7563: internal-error: f: Assertion `a' failed.\nA problem\n",
           RSP_END_SIGNALED, "SIGABRT", false);
    assert_int_equal(s.kind, RSP_DEBUGGER_SYMPTOM_ASSERT);
    assert_string_equal(s.signature, "assert-remote.c-7563");
    s = of("utils.c:7: internal-error: virtual memory exhausted: can't allocate 9 bytes.\n", RSP_END_SIGNALED,
           "SIGABRT", false);
    assert_int_equal(s.kind, RSP_DEBUGGER_SYMPTOM_MEMORY);
    s = of("", RSP_END_SIGNALED, "SIGXCPU", false);
    assert_int_equal(s.kind, RSP_DEBUGGER_SYMPTOM_HANG);
    s = of("terminate called after throwing an instance of 'x'\n", RSP_END_SIGNALED, "SIGABRT", true);
    assert_int_equal(s.kind, RSP_DEBUGGER_SYMPTOM_CRASH);
    assert_non_null(strstr(s.headline, "instance of 'x'"));
}

static void who_ends_when_asked_shows_nothing(void **state) {
    (void)state;
    assert_int_equal(of("bye\n", RSP_END_EXITED, "exit 0", true).kind, RSP_DEBUGGER_SYMPTOM_NONE);
    assert_int_equal(of("bye\n", RSP_END_EXITED, "exit 0", false).kind, RSP_DEBUGGER_SYMPTOM_GONE);
    assert_int_equal(of("", RSP_END_RUNNING, "running", false).kind, RSP_DEBUGGER_SYMPTOM_NONE);
}

static void names_are_names_of_folders(void **state) {
    (void)state;
    rsp_debugger_symptom s;
    rsp_debugger_symptom_make(&s, RSP_DEBUGGER_SYMPTOM_HANG, "../q\x1b:x/y ", "%s", "\x1b[1m");
    assert_string_equal(s.signature, "hang-..-q-x-y");
    assert_string_equal(s.headline, "\\x1b[1m");
    for (unsigned i = 0; i < RSP_DEBUGGER_SYMPTOM_NONE; i++) {
        assert_string_not_equal(rsp_debugger_symptom_name(i), "?");
        assert_string_not_equal(rsp_debugger_symptom_text(i), "?");
    }
    assert_string_equal(rsp_debugger_symptom_name(RSP_DEBUGGER_SYMPTOM_NONE), "?");
    assert_string_equal(rsp_debugger_symptom_text(RSP_DEBUGGER_SYMPTOM_NONE), "?");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_stack_has_one_name_wherever_the_program_lies),
                                       cmocka_unit_test(a_stack_of_llvm_has_functions_and_places),
                                       cmocka_unit_test(a_loop_has_one_name_wherever_it_was),
                                       cmocka_unit_test(a_recursion_has_one_name_wherever_it_ends),
                                       cmocka_unit_test(an_error_of_its_own_has_its_place),
                                       cmocka_unit_test(who_ends_when_asked_shows_nothing),
                                       cmocka_unit_test(names_are_names_of_folders)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Files of debuggers, and scripts played with a debugger of a few lines of shell that prints what it is told.
 * What it prints decides, also when it ends in the middle.
 * See interop/script.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "toy_debugger.h"

#include "interop/act.h"
#include <sys/stat.h>

/* "say X" prints X; "mark3" prints what the script waits for; "run" stops, as it tells in two lines, and
 * "rest" tells the first of them; "peek"
 * is echoed; "end" ends it. */
#define TOY                                                             \
    "while read -r l; do case \"$l\" in\n"                              \
    "mark*) echo \"<${l#mark}>\";;\nversion) echo toy 1.0;;\n"          \
    "run) echo halted; echo because of a trap;;\nrest) echo halted;;\n" \
    "peek*) echo \"> $l\"; echo 0x0a;;\n"                               \
    "end) exit 0;;\n*) echo \"${l#say }\";; esac; done\n"
#define HEAD                                                                                   \
    "title: Toy\nprograms: [toy]\nmark: 'mark{mark}'\nmarked: '<{mark}>'\nstopped: 'halted'\n" \
    "version: version\nversion-line: toy\nactions:\n  attach: { steps: [ { say: say hello } ] }\n"

/* A stop is a line, which another one mostly follows. */
#define HEAD_OF_LINES                                                                                       \
    "title: Toy\nprograms: [toy]\nmark: 'mark{mark}'\nmarked: '<{mark}>'\nstopped: \"halted\\n\"\nprompt: " \
    "'> '\n"                                                                                                \
    "followed: because\nversion: version\nversion-line: toy\nactions:\n  attach: { steps: [ { say: say "    \
    "hello } ] }\n"

/* One that is told the architecture, as GDB is. */
#define HEAD_OF_GDB                                                                                      \
    "title: GDB\nprograms: [gdb-multiarch]\nmark: 'mark{mark}'\nmarked: '<{mark}>'\nstopped: 'halted'\n" \
    "architecture: 'set architecture {architecture}'\nversion: version\nversion-line: toy\nactions:\n"   \
    "  attach: { steps: [ { say: say hello } ] }\n"

static rsp_script_debugger *load(const char *actions, rsp_diagnostics *d) {
    return toy_load(HEAD, actions, d);
}

static void a_file_becomes_scripts(void **state) {
    (void)state;
    rsp_diagnostics d = {0};
    rsp_script_debugger *toy =
        load("  step: { needs: [place, kills], program: spin, alone: yes, steps: [ { say: 'x {p}', until: "
             "stop, seconds: 3, wants: a|b, take: number, into: p, check: other, with: q } ] }\n"
             "  load: { why-not: it can not }\n",
             &d);
    assert_non_null(toy);
    assert_string_equal(toy->name, "toy");
    const rsp_script *step = rsp_script_find(toy, "step");
    assert_int_equal(step->needs, RSP_SCRIPT_NEED(PLACE) | RSP_SCRIPT_NEED(KILLS));
    assert_true(step->alone);
    assert_string_equal(step->program, "spin");
    assert_int_equal(step->steps[0].until, RSP_SCRIPT_STOP);
    assert_int_equal(step->steps[0].take, RSP_SCRIPT_NUMBER);
    assert_int_equal(step->steps[0].check, RSP_SCRIPT_OTHER);
    assert_int_equal(step->steps[0].into, 'p');
    assert_int_equal(step->steps[0].seconds, 3);
    assert_string_equal(rsp_script_find(toy, "load")->why_not, "it can not");
    assert_null(rsp_script_find(toy, "fork"));
    rsp_script_debugger_free(toy);
    rsp_diagnostics_free(&d);
}

static void a_mistake_in_a_file_is_told(void **state) {
    (void)state;
    static const char *const wrong[][2] = {
        {"  step: { steps: [ { say: x, take: number, into: pp } ] }\n", "one letter from a to z"},
        {"  step: { steps: [ { say: x, take: number } ] }\n", "goes `into` a variable"},
        {"  step: { steps: [ { wants: x } ] }\n", "a step has `say`"},
        {"  step: { steps: [ { say: x, member: y, take: number, into: p } ] }\n",
         "only answers of an adapter have"},
        {"  step: { steps: [ { say: x, seconds: 601 } ] }\n", "at most 600 seconds"},
        {"  step: { program: spin }\n", "has `steps`, or `why-not`"},
        {"  ../step: { why-not: x }\n", "named by lower letters"},
        {"  step: { steps: [ { says: x } ] }\n", "unknown key 'says'"},
        {"  step: { needs: [plaice], why-not: x }\n", "plaice"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(wrong); i++) {
        rsp_diagnostics d = {0};
        rsp_buf text = {0};
        assert_null(load(wrong[i][0], &d));
        rsp_diagnostics_render(&text, &d);
        assert_non_null(strstr(rsp_buf_cstr(&text), wrong[i][1]));
        rsp_buf_free(&text);
        rsp_diagnostics_free(&d);
    }
}

static void the_files_that_are_shipped_have_no_mistake(void **state) {
    (void)state;
    static const char *const names[] = {
        "scenarios/interop/gdb.yaml",          "scenarios/interop/lldb.yaml",
        "scenarios/interop/gdb-dap.yaml",      "scenarios/interop/lldb-dap.yaml",
        "scenarios/interop/stubborn-dap.yaml", "scenarios/interop/radare2.yaml"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++) {
        rsp_diagnostics d = {0};
        rsp_script_debugger *script = rsp_script_debugger_load(names[i], &d);
        assert_non_null(script);
        assert_true(script->num_scripts >= 23);
        rsp_script_debugger_free(script);
        rsp_diagnostics_free(&d);
    }
}

static void a_program_tells_its_debugger(void **state) {
    (void)state;
    rsp_diagnostics d = {0};
    rsp_script_debugger *gdb = rsp_script_debugger_load("scenarios/interop/gdb.yaml", &d);
    rsp_script_debugger *lldb = rsp_script_debugger_load("scenarios/interop/lldb.yaml", &d);
    assert_true(rsp_script_is_for(gdb, "gdb-multiarch"));
    assert_true(rsp_script_is_for(gdb, "/opt/bin/riscv64-unknown-elf-gdb"));
    assert_false(rsp_script_is_for(gdb, "/opt/gdb/bin/lldb-19"));
    assert_true(rsp_script_is_for(lldb, "lldb-40"));
    assert_false(rsp_script_is_for(lldb, "gdb"));
    rsp_script_debugger_free(gdb);
    rsp_script_debugger_free(lldb);
    rsp_diagnostics_free(&d);
}

static void install(const char *name) {
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    assert_true(fputs("#!/bin/sh\n", f) >= 0);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(chmod(name, 0755), 0);
}

static bool ends(const char *text, const char *tail) {
    const size_t len = text ? strlen(text) : 0;
    return len >= strlen(tail) && strcmp(text + len - strlen(tail), tail) == 0;
}

/* gdb-multiarch has no AVR: where avr-gdb is installed that is taken for one, unless a program was named. */
static void a_build_of_its_own_is_taken_for_avr(void **state) {
    rsp_diagnostics d = {0};
    rsp_arena arena = {0};
    rsp_script_debugger *gdb = toy_load(HEAD_OF_GDB, "", &d);
    assert_non_null(gdb);
    const char *before = getenv("PATH");
    char *path = strdup(before ? before : "");
    assert_int_equal(setenv("PATH", *state, 1), 0);
    install("gdb-multiarch");
    assert_true(ends(rsp_act_program(gdb, "", "avr", &arena), "/gdb-multiarch"));
    install("avr-gdb");
    assert_true(ends(rsp_act_program(gdb, "", "avr", &arena), "/avr-gdb"));
    assert_true(ends(rsp_act_program(gdb, "", "riscv32", &arena), "/gdb-multiarch"));
    assert_true(ends(rsp_act_program(gdb, "", NULL, &arena), "/gdb-multiarch"));
    assert_true(ends(rsp_act_program(gdb, "gdb-multiarch", "avr", &arena), "/gdb-multiarch"));
    assert_int_equal(setenv("PATH", path, 1), 0);
    free(path);
    rsp_script_debugger_free(gdb);
    rsp_diagnostics_free(&d);
    rsp_arena_free(&arena);
}

/* --- playing --- */

static played play_after(const char *head, const char *steps) {
    const rsp_script_facts facts = {.address = "127.0.0.1:9", .place = "0x1000"};
    rsp_buf actions = {0};
    rsp_buf_printf(&actions, "  act: { steps: [ %s ] }\n", steps);
    const played p = toy_play(head, rsp_buf_cstr(&actions), TOY, NULL, &facts);
    rsp_buf_free(&actions);
    return p;
}

static played play(const char *steps) {
    return play_after(HEAD, steps);
}

static void what_is_printed_decides(void **state) {
    (void)state;
    assert_int_equal(play("{ say: say it works, wants: it works }").end, RSP_SCRIPT_DID);
    assert_int_equal(play("{ say: say it works, wants: no|works, refuses: error }").end, RSP_SCRIPT_DID);
    const played refused = play("{ say: say an error, refuses: error }");
    assert_int_equal(refused.end, RSP_SCRIPT_BROKE);
    assert_string_equal(refused.said, "say an error: an error");
    assert_int_equal(play("{ say: say other, wants: it works }").end, RSP_SCRIPT_BROKE);
    assert_int_equal(play("{ say: say not supported, absent: not supported, wants: x }").end,
                     RSP_SCRIPT_ABSENT);
    assert_int_equal(play("{ say: say no way, skips: no way, wants: x }").end, RSP_SCRIPT_SKIPPED);
}

static void values_are_kept_and_compared(void **state) {
    (void)state;
    assert_int_equal(play("{ say: say pc = 0x0010, take: number, into: p }, { say: 'say pc = {p}', take: "
                          "number, into: q, check: same, with: p }")
                         .end,
                     RSP_SCRIPT_DID);
    assert_int_equal(play("{ say: say pc = 0x10, take: number, into: p }, { say: 'say pc = {p+4}', take: "
                          "number, into: q, check: same, is: '0x14' }")
                         .end,
                     RSP_SCRIPT_DID);
    assert_int_equal(play("{ say: say pc = 0x10, take: number, into: p }, { say: 'say pc = {p}', take: "
                          "number, into: q, check: other, with: p }")
                         .end,
                     RSP_SCRIPT_BROKE);
    assert_int_equal(
        play("{ say: 'say 0x08: 0x05 0xff 0x10: 0xff', take: bytes, into: m }, { say: 'say 0xf: 0xff 0xff', "
             "take: bytes, into: o, check: ends, with: m }")
            .end,
        RSP_SCRIPT_DID);
    assert_int_equal(play("{ say: 'say {address} {place}', wants: 127.0.0.1:9 0x1000 }").end, RSP_SCRIPT_DID);
}

static void a_stop_may_lack_the_line_that_mostly_follows(void **state) {
    (void)state;
    assert_int_equal(play_after(HEAD_OF_LINES, "{ say: run, until: stop, wants: of a trap }").end,
                     RSP_SCRIPT_DID);
    assert_int_equal(play_after(HEAD_OF_LINES,
                                "{ say: rest, until: stop, wants: halted }, { say: run, until: "
                                "stop, wants: of a trap }")
                         .end,
                     RSP_SCRIPT_DID);
    assert_int_equal(play_after(HEAD_OF_LINES, "{ say: rest, until: stop, wants: of a trap }").end,
                     RSP_SCRIPT_BROKE);
}

static void an_echo_has_no_values(void **state) {
    (void)state;
    assert_int_equal(
        play_after(HEAD_OF_LINES, "{ say: peek 0x4e, take: bytes, into: m, check: same, is: '0x0a' }").end,
        RSP_SCRIPT_DID);
}

static void a_debugger_that_ends_breaks_the_action(void **state) {
    (void)state;
    const played p = play("{ say: end, wants: anything }");
    assert_int_equal(p.end, RSP_SCRIPT_BROKE);
    assert_non_null(strstr(p.said, "the debugger ended"));
}

static void what_it_prints_is_shown_harmless_and_short(void **state) {
    (void)state;
    const played p =
        play("{ say: \"say \\e[31mred ::error:: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
             "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\", wants: y }");
    assert_int_equal(p.end, RSP_SCRIPT_BROKE);
    assert_null(strchr(p.said, '\x1b'));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_becomes_scripts),
        cmocka_unit_test(a_mistake_in_a_file_is_told),
        cmocka_unit_test(the_files_that_are_shipped_have_no_mistake),
        cmocka_unit_test(a_program_tells_its_debugger),
        folder_test(a_build_of_its_own_is_taken_for_avr),
        folder_test(what_is_printed_decides),
        folder_test(values_are_kept_and_compared),
        folder_test(a_stop_may_lack_the_line_that_mostly_follows),
        folder_test(an_echo_has_no_values),
        folder_test(a_debugger_that_ends_breaks_the_action),
        folder_test(what_it_prints_is_shown_harmless_and_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Z and z with conditions and commands, on programs that run into them.
 * What is counted is what the program itself counts: no hit is lost, no instruction executed twice.
 * Source: GDB manual, Packets (Z0 and following); The GDB Agent Expression Mechanism. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "ask.h"

#include "agent_text.h"
#include "codec/breakpoint.h"
#include "core/hex.h"
#include "core/limits.h"
#include "stub/breakpoints/breakpoint_table.h"
#include <inttypes.h>
#include <stdio.h>

static int setup(void **state) {
    return ask_setup(state, "/bin/scratch");
}

static bool stopped_with(rsp_bytes reply, const char *text) {
    return rsp_bytes_starts(reply, RSP_LIT("T05")) &&
           rsp_bytes_search(reply, rsp_bytes_str(text)) < reply.len;
}

static void assert_pc(ask *a, uint64_t pc) {
    rsp_buf expected = {0};
    for (unsigned i = 0; i < 8; i++)
        rsp_hex_append_fixed(&expected, pc >> (8 * i) & 0xff, 2);
    assert_bytes(ask_for(a, "p20"), rsp_buf_bytes(&expected));
    rsp_buf_free(&expected);
}

/* Z0 at `addr` with expressions in the assembler's notation; each may be NULL. */
static rsp_bytes insert_with(ask *a, uint64_t addr, const char *condition, const char *other_condition,
                             const char *command, int persist) {
    rsp_buf request = {0};
    rsp_buf code = {0};
    const char *const texts[] = {condition, other_condition, command};
    rsp_buf_printf(&request, "Z0,%" PRIx64 ",4", addr);
    if (condition)
        rsp_buf_push(&request, ';');
    for (size_t i = 0; i < 3; i++) {
        if (!texts[i])
            continue;
        if (i == 2)
            rsp_buf_printf(&request, ";cmds:%d,", persist);
        rsp_buf_clear(&code);
        assert_ok(agent_assemble(&code, rsp_bytes_str(texts[i]), NULL));
        rsp_agent_expr_append(&request, rsp_buf_bytes(&code));
    }
    rsp_bytes reply = ask_bytes(a, rsp_buf_bytes(&request));
    rsp_buf_free(&request);
    rsp_buf_free(&code);
    return reply;
}

static void breakpoint_stops_before_its_instruction_until_it_is_removed(void **state) {
    ask *a = *state;
    uint64_t work = ask_symbol(a, "work");
    (void)ask_for(a, "qSupported:swbreak+;hwbreak+");
    assert_bytes_lit(ask_for(a, "Z0,%" PRIx64 ",4", work), "OK");
    assert_bytes_lit(ask_for(a, "Z0,%" PRIx64 ",4", work), "OK");
    assert_true(stopped_with(ask_resume(a, "c"), "swbreak:;"));
    assert_pc(a, work);
    assert_bytes_lit(ask_for(a, "z0,%" PRIx64 ",4", work), "OK");
    assert_bytes_lit(ask_for(a, "z0,%" PRIx64 ",4", work), "OK");
    assert_bytes_lit(ask_resume(a, "c"), "W00");
}

static void hardware_breakpoint_stops_and_says_so(void **state) {
    ask *a = *state;
    uint64_t work = ask_symbol(a, "work");
    (void)ask_for(a, "qSupported:swbreak+;hwbreak+");
    assert_bytes_lit(ask_for(a, "Z1,%" PRIx64 ",4", work), "OK");
    assert_true(stopped_with(ask_resume(a, "c"), "hwbreak:;"));
    assert_pc(a, work);
}

static void watchpoints_report_their_kind_and_address(void **state) {
    ask *a = *state;
    uint64_t counter = ask_symbol(a, "counter");
    static const char *const keys[] = {"watch:", "rwatch:", "awatch:"};
    for (unsigned type = 2; type <= 4; type++) {
        rsp_buf key = {0};
        rsp_buf_printf(&key, "%s%" PRIx64 ";", keys[type - 2], counter);
        assert_bytes_lit(ask_for(a, "Z%u,%" PRIx64 ",8", type, counter), "OK");
        assert_true(stopped_with(ask_resume(a, "c"), rsp_buf_cstr(&key)));
        assert_bytes_lit(ask_for(a, "z%u,%" PRIx64 ",8", type, counter), "OK");
        rsp_buf_free(&key);
    }
    assert_bytes_lit(ask_resume(a, "c"), "W00");
}

static void refused_requests_insert_nothing(void **state) {
    ask *a = *state;
    uint64_t work = ask_symbol(a, "work");
    static const char *const bad[] = {
        "Z0",   "Z0,",      "Z0,zz,4", "Z,10,4",          "Z0,0,4", "Z0,fffffffffffffffc,4",
        "z0,1", "Z0,10,4x", "Zx,10,4", "Z2,0,4;X3,220127"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        assert_error_reply(ask_for(a, "%s", bad[i]));
    static const char *const tails[] = {
        "",          ",",         ",zz",           ",3",           ",4;X0,", ",4;X3,22",
        ",4;Xff,22", ",4;cmds:0", ",4;cmds:0,X0,", ",4;X3,220127;"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(tails); i++)
        assert_error_reply(ask_for(a, "Z0,%" PRIx64 "%s", work, tails[i]));
    assert_reply(a, "Z5,1000,4", "");
    assert_reply(a, "Z9,1000,1", "");
    assert_reply(a, "z9,1000,1", "");
    assert_bytes_lit(ask_resume(a, "c"), "W00");
}

static void hardware_runs_out_with_an_error(void **state) {
    ask *a = *state;
    uint64_t scratch = ask_symbol(a, "scratch");
    for (unsigned i = 0; i < 4; i++)
        assert_bytes_lit(ask_for(a, "Z2,%" PRIx64 ",1", scratch + i), "OK");
    assert_error_reply(ask_for(a, "Z2,%" PRIx64 ",1", scratch + 4));
    assert_bytes_lit(ask_for(a, "z2,%" PRIx64 ",1", scratch), "OK");
    assert_bytes_lit(ask_for(a, "Z2,%" PRIx64 ",1", scratch + 4), "OK");
    for (unsigned i = 0; i < 4; i++)
        assert_bytes_lit(ask_for(a, "Z1,%" PRIx64 ",4", scratch + UINT64_C(4) * i), "OK");
    assert_error_reply(ask_for(a, "Z1,%" PRIx64 ",4", scratch + 16));
}

static void memory_shows_what_is_under_a_breakpoint(void **state) {
    ask *a = *state;
    uint64_t work = ask_symbol(a, "work");
    rsp_buf before = {0};
    rsp_buf_append(&before, ask_for(a, "m%" PRIx64 ",8", work));
    assert_bytes_lit(ask_for(a, "Z0,%" PRIx64 ",4", work), "OK");
    assert_bytes(ask_for(a, "m%" PRIx64 ",8", work), rsp_buf_bytes(&before));
    assert_bytes_lit(ask_for(a, "M%" PRIx64 ",4:13000000", work), "OK");
    assert_true(stopped_with(ask_resume(a, "c"), "thread"));
    assert_bytes_lit(ask_for(a, "z0,%" PRIx64 ",4", work), "OK");
    assert_bytes_lit(ask_for(a, "m%" PRIx64 ",4", work), "13000000");
    rsp_buf_free(&before);
}

/* i of the hit, in a0 (register 10) at the entry of work. */
static uint64_t argument(ask *a) {
    uint64_t value = 0;
    assert_ok(rsp_hex_u64(&value, rsp_bytes_sub(ask_for(a, "pa"), 0, 2)));
    return value;
}

static void condition_decides_which_hits_are_seen(void **state) {
    ask *a = *state;
    uint64_t work = ask_symbol(a, "work");
    assert_bytes_lit(insert_with(a, work, "reg 10; const8 3; equal; end", NULL, NULL, 0), "OK");
    assert_true(stopped_with(ask_resume(a, "c"), "thread"));
    assert_int_equal(argument(a), 3);
    assert_bytes_lit(
        insert_with(a, work, "reg 10; const8 5; equal; end", "reg 10; const8 7; equal; end", NULL, 0), "OK");
    assert_true(stopped_with(ask_resume(a, "c"), "thread"));
    assert_int_equal(argument(a), 5);
    assert_bytes_lit(insert_with(a, work, "const8 0; end", NULL, NULL, 0), "OK");
    assert_bytes_lit(ask_for(a, "z0,%" PRIx64 ",4", work), "OK");
    assert_bytes_lit(ask_for(a, "Z0,%" PRIx64 ",4", work), "OK");
    assert_true(stopped_with(ask_resume(a, "s"), "thread"));
    assert_bytes_lit(insert_with(a, work, "const8 0; end", NULL, NULL, 0), "OK");
    /* The program's own count at its end tells that no pass was lost or doubled: status 0. */
    assert_bytes_lit(ask_resume(a, "c"), "W00");
}

static void condition_reads_memory_of_the_program(void **state) {
    ask *a = *state;
    char text[64];
    (void)snprintf(text, sizeof text, "const32 0x%" PRIx64 "; ref64; const8 9; equal; end",
                   ask_symbol(a, "counter"));
    assert_bytes_lit(insert_with(a, ask_symbol(a, "work"), text, NULL, NULL, 0), "OK");
    assert_true(stopped_with(ask_resume(a, "c"), "thread"));
    assert_int_equal(argument(a), 9);
}

static void condition_that_fails_stops(void **state) {
    ask *a = *state;
    uint64_t work = ask_symbol(a, "work");
    static const char *const failing[] = {"const8 1; const8 0; div_signed; end",
                                          "const8 0; ref8; end",
                                          "add; end",
                                          "end",
                                          "const8 1",
                                          "goto 0",
                                          "reg 99; end",
                                          ".byte 0x31"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(failing); i++) {
        assert_bytes_lit(insert_with(a, work, failing[i], NULL, NULL, 0), "OK");
        assert_true(stopped_with(ask_resume(a, "c"), "thread"));
        assert_pc(a, work);
    }
}

static void commands_run_instead_of_a_stop(void **state) {
    ask *a = *state;
    uint64_t work = ask_symbol(a, "work");
    assert_bytes_lit(insert_with(a, work, "reg 10; const8 8; less_unsigned; log_not; end", NULL,
                                 "reg 10; const8 0; const8 0; printf 1 \"i=%d\\n\"; end", 0),
                     "OK");
    assert_bytes_lit(ask_resume(a, "c"), "W00");
    assert_bytes_lit(rsp_buf_bytes(&a->console), "i=8\ni=9\n");
}

static void command_that_fails_stops(void **state) {
    ask *a = *state;
    uint64_t work = ask_symbol(a, "work");
    assert_bytes_lit(
        insert_with(a, work, NULL, NULL, "const8 0; const8 0; printf 0 \"seen \"; const8 0; ref8; end", 0),
        "OK");
    assert_true(stopped_with(ask_resume(a, "c"), "thread"));
    assert_bytes_lit(rsp_buf_bytes(&a->console), "seen ");
}

static void persistent_commands_outlive_the_connection(void **state) {
    ask *a = *state;
    uint64_t work = ask_symbol(a, "work");
    uint64_t tail = ask_symbol(a, "tail");
    const char *print = "const8 0; const8 0; printf 0 \"x\"; end";
    assert_bytes_lit(insert_with(a, work, NULL, NULL, print, 1), "OK");
    assert_bytes_lit(insert_with(a, tail, NULL, NULL, "const8 0; const8 0; printf 0 \"y\"; end", 0), "OK");
    rsp_stub_disconnect(a->stub);
    rsp_stub_connect(a->stub);
    (void)ask_for(a, "QStartNoAckMode");
    assert_bytes_lit(ask_resume(a, "c"), "W00");
    assert_bytes_lit(rsp_buf_bytes(&a->console), "xxxxxxxxxx");
}

static void software_and_hardware_at_one_address_both_count(void **state) {
    ask *a = *state;
    uint64_t work = ask_symbol(a, "work");
    assert_bytes_lit(insert_with(a, work, "const8 0; end", NULL, NULL, 0), "OK");
    assert_bytes_lit(ask_for(a, "Z1,%" PRIx64 ",4", work), "OK");
    assert_true(stopped_with(ask_resume(a, "c"), "thread"));
    assert_pc(a, work);
}

static void every_thread_hits(void **state) {
    (void)state;
    ask a;
    ask_init(&a, "/bin/threads4");
    ask_start(&a);
    uint64_t work = ask_symbol(&a, "work");
    assert_bytes_lit(insert_with(&a, work, NULL, NULL, "const8 0; const8 0; printf 0 \"h\"; end", 0), "OK");
    assert_bytes_lit(ask_resume(&a, "c"), "W00");
    rsp_bytes console = rsp_buf_bytes(&a.console);
    assert_true(rsp_bytes_starts(console, RSP_LIT("hhhhhhhhhhhhhhhhhhhh")));
    assert_true(console.len > 20 && console.ptr[20] != 'h');
    ask_end(&a);
}

static void fork_child_has_its_own_breakpoints(void **state) {
    (void)state;
    ask a;
    ask_init(&a, "/bin/fork-exit");
    ask_start(&a);
    uint64_t child_work = ask_symbol(&a, "child_work");
    (void)ask_for(&a, "qSupported:multiprocess+;fork-events+;swbreak+");
    assert_bytes_lit(ask_for(&a, "Z0,%" PRIx64 ",4", child_work), "OK");
    rsp_bytes stop = ask_resume(&a, "vCont;c");
    size_t at = rsp_bytes_search(stop, RSP_LIT("fork:p"));
    assert_true(at < stop.len);
    rsp_bytes child = rsp_bytes_from(stop, at + 6);
    uint64_t pid = 0;
    assert_ok(rsp_take_hex(&pid, &child));
    /* The child's copy goes, the parent's stays. */
    assert_bytes_lit(ask_for(&a, "Hgp%" PRIx64 ".%" PRIx64, pid, pid), "OK");
    assert_bytes_lit(ask_for(&a, "z0,%" PRIx64 ",4", child_work), "OK");
    assert_bytes_lit(ask_for(&a, "Z0,%" PRIx64 ",4", child_work), "OK");
    rsp_bytes hit = ask_resume(&a, "vCont;c");
    assert_true(stopped_with(hit, "swbreak"));
    assert_bytes_lit(ask_for(&a, "D;%" PRIx64, pid), "OK");
    assert_bytes_lit(ask_for(&a, "QPassSignals:14"), "OK"); /* SIGCHLD */
    assert_true(rsp_bytes_starts(ask_resume(&a, "vCont;c"), RSP_LIT("W")));
    ask_end(&a);
}

static void thousands_of_breakpoints_come_and_go(void **state) {
    ask *a = *state;
    uint64_t scratch = ask_symbol(a, "scratch");
    rsp_buf before = {0};
    rsp_buf_append(&before, ask_for(a, "qCRC:%" PRIx64 ",4e20", scratch));
    for (int pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < 5000; i++)
            assert_bytes_lit(ask_for(a, "Z0,%" PRIx64 ",4", scratch + UINT64_C(4) * i), "OK");
        for (unsigned i = 0; i < 5000; i++)
            assert_bytes_lit(ask_for(a, "z0,%" PRIx64 ",4", scratch + UINT64_C(4) * i), "OK");
    }
    assert_bytes(ask_for(a, "qCRC:%" PRIx64 ",4e20", scratch), rsp_buf_bytes(&before));
    rsp_buf_free(&before);
}

static void expressions_of_one_breakpoint_are_bounded(void **state) {
    ask *a = *state;
    rsp_buf request = {0};
    rsp_buf_printf(&request, "Z0,%" PRIx64 ",4;", ask_symbol(a, "work"));
    for (int i = 0; i < 17; i++) {
        rsp_buf_str(&request, "X1000,");
        for (int j = 0; j < 0x1000; j++)
            rsp_buf_str(&request, "27");
    }
    assert_true(request.len / 2 > RSP_LIMIT_STUB_EXPRESSIONS_BYTES);
    assert_error_reply(ask_bytes(a, rsp_buf_bytes(&request)));
    rsp_buf_free(&request);
}

static void breakpoints_are_bounded(void **state) {
    ask *a = *state;
    for (uint64_t i = 0; i < RSP_LIMIT_STUB_POINTS; i++)
        assert_non_null(stub_breakpoint_add(a->stub, 1, RSP_BREAKPOINT_SOFTWARE, i * 4, 4));
    assert_null(stub_breakpoint_add(a->stub, 1, RSP_BREAKPOINT_SOFTWARE, 0x40000000, 4));
    assert_null(stub_breakpoint_add(a->stub, 2, RSP_BREAKPOINT_SOFTWARE, 0, 4));
    stub_breakpoints_drop(a->stub, 1);
    assert_non_null(stub_breakpoint_add(a->stub, 2, RSP_BREAKPOINT_SOFTWARE, 0, 4));
    stub_breakpoints_drop(a->stub, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(breakpoint_stops_before_its_instruction_until_it_is_removed, setup,
                                        ask_teardown),
        cmocka_unit_test_setup_teardown(hardware_breakpoint_stops_and_says_so, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(watchpoints_report_their_kind_and_address, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(refused_requests_insert_nothing, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(hardware_runs_out_with_an_error, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(memory_shows_what_is_under_a_breakpoint, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(condition_decides_which_hits_are_seen, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(condition_reads_memory_of_the_program, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(condition_that_fails_stops, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(commands_run_instead_of_a_stop, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(command_that_fails_stops, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(persistent_commands_outlive_the_connection, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(software_and_hardware_at_one_address_both_count, setup, ask_teardown),
        cmocka_unit_test(every_thread_hits),
        cmocka_unit_test(fork_child_has_its_own_breakpoints),
        cmocka_unit_test_setup_teardown(thousands_of_breakpoints_come_and_go, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(expressions_of_one_breakpoint_are_bounded, setup, ask_teardown),
        cmocka_unit_test_setup_teardown(breakpoints_are_bounded, setup, ask_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

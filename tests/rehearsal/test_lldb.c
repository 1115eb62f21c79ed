/* What works and breaks with LLDB on a machine that keeps what is written to it, and with one fault of it at
 * a time. The machine is that of rehearsal_world.h, with a description, without which LLDB knows no register.
 * Time is virtual. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "rehearsal_world.h"

enum { ANSWERS = 12 };

/* The stub's own answers, and in front of them those of a test, up to its NULL. */
static void compute(world *w, unsigned faults, const answer *first, unsigned allowed) {
    static const answer described[] = {{"qSupported", LLDB_FEATURES}, DESCRIBED, {NULL, NULL}};
    static answer list[ANSWERS];
    size_t num = 0;
    for (; first && first[num].request; num++)
        list[num] = first[num];
    assert_true(num + RSP_ARRAY_LEN(described) <= ANSWERS);
    memcpy(list + num, described, sizeof described);
    *w = (world){.computes = true, .faults = faults, .of = w->of, .first = RSP_DEBUGGER_LLDB};
    rehearse(w, list, allowed);
}

static void all_works_on_a_machine_that_keeps_what_is_written(void **state) {
    (void)state;
    static world w;
    compute(&w, 0, NULL, ALL);
    IS(LLDB(ATTACH), WORKS, "");
    IS(LLDB(REGISTERS), WORKS, "");
    IS(LLDB(WRITE_REGISTERS), WORKS, "");
    IS(LLDB(MEMORY), WORKS, "");
    IS(LLDB(WRITE_MEMORY), WORKS, "");
    IS(LLDB(STEP), WORKS, "");
    IS(LLDB(BREAKPOINTS), WORKS, "");
    IS(LLDB(INTERRUPT), WORKS, "");
    IS(LLDB(DETACH), WORKS, "");
    IS(LLDB(KILL), WORKS, "");
    assert_true(was_sent(&w, "\nPc=5a000000\n")); /* a2 */
    assert_true(was_sent(&w, "\nvCont;s:1\n"));
    end(&w);
}

static void each_fault_of_a_machine_breaks_its_action(void **state) {
    (void)state;
    static const struct {
        unsigned faults;
        rsp_debugger_action action;
        const char *why;
    } cases[] = {
        {REGISTERS_FORGET, RSP_DEBUGGER_ACTION_WRITE_REGISTERS, "0x5a was written to register a2, and 0x0"},
        {MEMORY_FORGETS, RSP_DEBUGGER_ACTION_WRITE_MEMORY, "is not what was written"},
        {STANDS_STILL, RSP_DEBUGGER_ACTION_STEP, "pc stays at 0x1000 in a step"},
        {STEP_ENDS, RSP_DEBUGGER_ACTION_STEP, "the program ended in a step"},
        {STOPS_BEHIND, RSP_DEBUGGER_ACTION_BREAKPOINTS, "not at the breakpoint 0x1004"},
        {NEVER_HIT, RSP_DEBUGGER_ACTION_BREAKPOINTS, "the breakpoint at 0x1004 is never hit"},
        {STAYS_IN, RSP_DEBUGGER_ACTION_BREAKPOINTS, "it stops where no breakpoint is"},
        {REFUSES_Z0, RSP_DEBUGGER_ACTION_BREAKPOINTS, "the breakpoint cannot be set: Z0,1004,4 -> E09"},
        {NO_CONTINUE, RSP_DEBUGGER_ACTION_INTERRUPT, "no stop reply: c -> E01"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        static world w;
        compute(&w, cases[i].faults, NULL, ALL);
        const rsp_forecast_cell *found = cell(&w, RSP_DEBUGGER_LLDB, cases[i].action);
        if (found->prediction != RSP_PREDICTION_BREAKS || !strstr(found->why, cases[i].why))
            fail_msg("%s: %d\n%s\n%s", cases[i].why, (int)found->prediction, found->why, found->evidence);
        end(&w);
    }
}

static void unknown_z0_is_not_rehearsed(void **state) {
    (void)state;
    static world w;
    compute(&w, NO_Z0, NULL, ALL);
    IS(LLDB(BREAKPOINTS), UNKNOWN, "LLDB writes its trap to memory");
    end(&w);
}

/* --- registers --- */

static void registers_are_read_by_g_where_p_is_unknown(void **state) {
    (void)state;
    static const answer no_p[] = {{"p", ""}, {"G", "OK"}, {NULL, NULL}};
    static world w;
    compute(&w, 0, no_p, ALL);
    IS(LLDB(REGISTERS), WORKS, "");
    IS(LLDB(WRITE_REGISTERS), BREAKS, "0x5a was written to register a2, and 0x0 is read");
    assert_true(was_sent(&w, "\nG"));
    assert_false(was_sent(&w, "\nP"));
    end(&w);
}

/* The whole block goes back with one register changed. */
static void block_that_is_written_keeps_the_other_registers(void **state) {
    (void)state;
    static const answer no_p[] = {{"p", ""}, {"G", "OK"}, {NULL, NULL}};
    rsp_buf g = {0};
    static world w;
    rsp_buf_str(&g, "\nG");
    for (unsigned i = 0; i < MACHINE_REGISTERS; i++)
        rsp_buf_str(&g, i == 2            ? "00500000"
                        : i == 12         ? "5a000000"
                        : i == MACHINE_PC ? "04100000"
                                          : "00000000");
    rsp_buf_str(&g, "\n");
    compute(&w, 0, no_p, ALL);
    assert_true(was_sent(&w, rsp_buf_cstr(&g)));
    end(&w);
    rsp_buf_free(&g);
}

static void unknown_p_to_write_is_absent_and_an_error_breaks(void **state) {
    (void)state;
    static const answer unknown[] = {{"P", ""}, {NULL, NULL}};
    static const answer refused[] = {{"P", "E05"}, {NULL, NULL}};
    static world w;
    compute(&w, 0, unknown, ALL);
    IS(LLDB(WRITE_REGISTERS), ABSENT, "failed to write register a2");
    end(&w);
    compute(&w, 0, refused, ALL);
    IS(LLDB(WRITE_REGISTERS), BREAKS, "failed to write register a2: Pc=5a000000 -> E05");
    end(&w);
}

static void pc_in_a_stop_reply_is_believed(void **state) {
    (void)state;
    static world w = {.of = {.stop = "T0520:78563412;thread:1;"}};
    compute(&w, 0, NULL, ALL);
    IS(LLDB(BREAKPOINTS), BREAKS, "it stops at 0x12345678, not at the breakpoint 0x1004");
    end(&w);
}

static void stop_without_a_signal_loses_the_program(void **state) {
    (void)state;
    static world w = {.of = {.stop = "T"}};
    compute(&w, 0, NULL, ALL);
    IS(LLDB(STEP), BREAKS, "a stop reply without a signal: vCont;s:1 -> T");
    end(&w);
}

static void threads_suffix_takes_the_place_of_hg(void **state) {
    (void)state;
    static const answer list[] = {{"QThreadSuffixSupported", "OK"}, {"p", "00100000"}, {NULL, NULL}};
    static world w;
    compute(&w, 0, list, 0);
    assert_true(was_sent(&w, "\np20;thread:1;\n") || was_sent(&w, "\np20;thread:0001;\n"));
    end(&w);
}

static void registers_may_be_told_one_by_one(void **state) {
    (void)state;
    static const answer list[] = {
        {"qSupported", "PacketSize=200"},
        {"qHostInfo", "triple:72697363763332;"},
        {"qRegisterInfo0", "name:sp;bitsize:32;offset:8;generic:sp;"},
        {"qRegisterInfo1", "name:pc;bitsize:32;offset:128;generic:pc;"},
        {"qRegisterInfo2", "E45"},
        {"p0", "00500000"},
        {"p1", "00100000"},
        {NULL, NULL},
    };
    static world w;
    compute(&w, 0, list, 0);
    IS(LLDB(ATTACH), WORKS, "");
    IS(LLDB(REGISTERS), WORKS, "");
    assert_true(was_sent(&w, "\nqRegisterInfo2\n"));
    assert_false(was_sent(&w, "\nqRegisterInfo3\n"));
    end(&w);
}

/* WebAssembly: pc is all that there is, and LLDB shows it. */
static void a_machine_without_a_stack_pointer_shows_its_pc(void **state) {
    (void)state;
    static const answer list[] = {
        {"qSupported", "PacketSize=200"},
        {"qHostInfo", "triple:7761736d3332;"},
        {"qRegisterInfo0", "name:pc;bitsize:32;offset:0;generic:pc;"},
        {"qRegisterInfo1", "E45"},
        {"p0", "00100000"},
        {NULL, NULL},
    };
    static world w;
    compute(&w, 0, list, 0);
    IS(LLDB(REGISTERS), WORKS, "");
    end(&w);
}

/* Without generic="pc" LLDB goes by the name of the architecture, if that is one of LLVM's or of the two that
 * it translates. */
static void roles_go_by_a_name_that_llvm_has(void **state) {
    (void)state;
    static const struct {
        const char *name;
        bool known;
    } cases[] = {{"mips", true}, {"riscv:rv32", true}, {"mips:4000", false}, {"powerpc:common", false}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        char text[400];
        (void)snprintf(text, sizeof text,
                       "l<target><architecture>%s</architecture><feature name=\"org.x\">"
                       "<reg name=\"sp\" bitsize=\"32\" regnum=\"2\" offset=\"8\"/>"
                       "<reg name=\"pc\" bitsize=\"32\" regnum=\"32\" offset=\"128\"/></feature></target>",
                       cases[i].name);
        const answer list[] = {{"qXfer:features:read:target.xml:0,", text}, {NULL, NULL}};
        static world w;
        compute(&w, 0, list, ALL);
        IS(LLDB(ATTACH), WORKS, "");
        if (cases[i].known)
            IS(LLDB(REGISTERS), WORKS, "");
        else
            IS(LLDB(REGISTERS), ABSENT, "nothing says which register is pc");
        end(&w);
    }
}

/* --- the opening --- */

static void openings_that_end_lldbs_attach(void **state) {
    (void)state;
    static const struct {
        answer first;
        const char *why;
    } cases[] = {
        {{"?", "W00"}, "?"},
        {{"?", "OK"}, "?"},
        {{"qSymbol", "qSymbol:6d61696e"}, "qSymbol"},
        {{"qfThreadInfo", "m1"}, "ThreadInfo"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        const answer list[] = {cases[i].first, {"qsThreadInfo", "m1"}, {NULL, NULL}};
        static world w;
        compute(&w, 0, list, 0);
        IS(LLDB(ATTACH), BREAKS, cases[i].why);
        IS(LLDB(MEMORY), BREAKS, cases[i].why);
        end(&w);
    }
}

static void a_stub_that_looks_up_a_symbol_once_is_answered(void **state) {
    (void)state;
    static const answer list[] = {{"qSymbol::6d", "OK"}, {"qSymbol::", "qSymbol:6d61696e"}, {NULL, NULL}};
    static world w;
    compute(&w, 0, list, 0);
    IS(LLDB(ATTACH), WORKS, "");
    assert_true(was_sent(&w, "\nqSymbol::\nqSymbol::6d61696e\n"));
    end(&w);
}

static void process_is_that_of_its_first_name(void **state) {
    (void)state;
    static const answer told[] = {{"qProcessInfo", "pid:1f;"}, {NULL, NULL}};
    static const answer none[] = {{"qC", "E01"}, {"qfThreadInfo", "E01"}, {NULL, NULL}};
    static world w;
    compute(&w, 0, told, 0);
    IS(LLDB(ATTACH), WORKS, "");
    assert_true(was_sent(&w, "\nqProcessInfo\n?\n")); /* qC is not asked then */
    end(&w);
    compute(&w, 0, none, 0);
    IS(LLDB(ATTACH), BREAKS, "finds no process");
    end(&w);
}

/* Seen of LLDB 19.1.7 with minichlink. */
static void plus_in_no_ack_mode_and_no_reply_is_waited_for_without_end(void **state) {
    (void)state;
    static const answer k[] = {{"k", NULL}, {NULL, NULL}};
    static const answer host[] = {{"qHostInfo", NULL}, {NULL, NULL}};
    static world w;
    compute(&w, 0, k, ALL);
    IS(LLDB(KILL), WORKS, "");
    end(&w);
    compute(&w, STRAY_PLUS, k, ALL);
    IS(LLDB(KILL), BREAKS, "LLDB asks qC without end");
    end(&w);
    compute(&w, 0, host, 0);
    IS(LLDB(ATTACH), WORKS, "");
    end(&w);
    compute(&w, STRAY_PLUS, host, 0);
    IS(LLDB(ATTACH), BREAKS, "no reply to qHostInfo: LLDB asks qC without end");
    end(&w);
}

/* melonDS announces 47B, and has no room for more. */
static void object_is_read_in_windows_of_a_packet(void **state) {
    (void)state;
    static const answer list[] = {{"qSupported", "PacketSize=47B;qXfer:features:read+"}, {NULL, NULL}};
    static world w;
    compute(&w, 0, list, 0);
    assert_true(was_sent(&w, "qXfer:features:read:target.xml:0,47a\n"));
    end(&w);
}

/* --- memory, the end --- */

static void binary_reads_are_used_where_x_is_known(void **state) {
    (void)state;
    static const answer list[] = {{"x0,0", "OK"}, {"x1000,200", "abcd"}, {"x", "E01"}, {NULL, NULL}};
    static world w;
    compute(&w, 0, list, 0);
    assert_true(was_sent(&w, "\nx1000,200\n"));
    assert_false(was_sent(&w, "\nm1000,200\n"));
    end(&w);
}

static void ok_is_no_memory(void **state) {
    (void)state;
    static const answer list[] = {{"x0,0", "OK"}, {"x1", "OK"}, {NULL, NULL}};
    static world w;
    compute(&w, 0, list, 0);
    IS(LLDB(MEMORY), BREAKS, "unexpected response to a memory read");
    end(&w);
}

static void writes_into_flash_are_not_allowed(void **state) {
    (void)state;
    static const answer list[] = {
        {"qSupported", LLDB_FEATURES ";qXfer:memory-map:read+"},
        {"qXfer:memory-map:read::0,",
         "l<memory-map><memory type=\"flash\" start=\"0x1000\" length=\"0x7000\"><property "
         "name=\"blocksize\">0x100</property></memory></memory-map>"},
        {NULL, NULL}};
    static world w;
    compute(&w, 0, list, ALL);
    IS(LLDB(WRITE_MEMORY), BREAKS, "Writing to flash memory is not allowed");
    assert_false(was_sent(&w, "\nM5000,4:"));
    end(&w);
}

static void detach_works_whatever_the_reply_says(void **state) {
    (void)state;
    static const answer list[] = {{"D", "E01"}, {NULL, NULL}};
    static world w;
    compute(&w, 0, list, ALL);
    IS(LLDB(DETACH), WORKS, "");
    end(&w);
}

/* 512 bytes. */
#define EIGHT "ffffffffffffffff"
#define SIXTY_FOUR EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT
#define HEADER SIXTY_FOUR SIXTY_FOUR SIXTY_FOUR SIXTY_FOUR SIXTY_FOUR SIXTY_FOUR SIXTY_FOUR SIXTY_FOUR

#define ROOMY "PacketSize=4000;qXfer:features:read+"

/* As OpenOCD on ARM, whose pc is 0xfffffff9. */
static void a_kernel_is_looked_for_below_a_high_pc(void **state) {
    (void)state;
    static const answer high[] = {
        {"qSupported", ROOMY}, DESCRIBED, {"p", "00000080"}, {"m", HEADER}, {NULL, NULL}};
    static const answer unreadable[] = {
        {"qSupported", ROOMY}, DESCRIBED, {"p", "00000080"}, {"m", "E01"}, {NULL, NULL}};
    static const answer named[] = {
        {"qSupported", ROOMY}, DESCRIBED,     {"qHostInfo", "ostype:linux;endian:little;"},
        {"p", "00000080"},     {"m", HEADER}, {NULL, NULL}};
    world w = {.first = RSP_DEBUGGER_LLDB};
    rehearse(&w, high, 0);
    assert_true(was_sent(&w, "\nm80000000,200\n"));
    assert_true(was_sent(&w, "\nm7fff9000,200\n"));
    assert_false(was_sent(&w, "\nm7fff8000,200\n")); /* a few tell how long all take */
    end(&w);
    w = (world){.first = RSP_DEBUGGER_LLDB};
    rehearse(&w, unreadable, 0);
    assert_true(was_sent(&w, "\nm80000000,200\n"));
    assert_false(was_sent(&w, "\nm7ffff000,200\n"));
    end(&w);
    w = (world){.first = RSP_DEBUGGER_LLDB};
    rehearse(&w, named, 0);
    assert_false(was_sent(&w, "\nm7ffff000,200\n"));
    end(&w);
}

static void versions_are_those_that_were_observed(void **state) {
    (void)state;
    assert_string_equal(rsp_rehearsal_versions(RSP_DEBUGGER_LLDB), "19");
    assert_string_equal(rsp_rehearsal_versions(RSP_DEBUGGER_GDB), "13 to 18");
    assert_string_equal(rsp_rehearsal_versions(RSP_DEBUGGER_COUNT), "?");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_works_on_a_machine_that_keeps_what_is_written),
        cmocka_unit_test(each_fault_of_a_machine_breaks_its_action),
        cmocka_unit_test(unknown_z0_is_not_rehearsed),
        cmocka_unit_test(registers_are_read_by_g_where_p_is_unknown),
        cmocka_unit_test(block_that_is_written_keeps_the_other_registers),
        cmocka_unit_test(unknown_p_to_write_is_absent_and_an_error_breaks),
        cmocka_unit_test(pc_in_a_stop_reply_is_believed),
        cmocka_unit_test(stop_without_a_signal_loses_the_program),
        cmocka_unit_test(threads_suffix_takes_the_place_of_hg),
        cmocka_unit_test(roles_go_by_a_name_that_llvm_has),
        cmocka_unit_test(registers_may_be_told_one_by_one),
        cmocka_unit_test(a_machine_without_a_stack_pointer_shows_its_pc),
        cmocka_unit_test(openings_that_end_lldbs_attach),
        cmocka_unit_test(a_stub_that_looks_up_a_symbol_once_is_answered),
        cmocka_unit_test(plus_in_no_ack_mode_and_no_reply_is_waited_for_without_end),
        cmocka_unit_test(object_is_read_in_windows_of_a_packet),
        cmocka_unit_test(process_is_that_of_its_first_name),
        cmocka_unit_test(binary_reads_are_used_where_x_is_known),
        cmocka_unit_test(ok_is_no_memory),
        cmocka_unit_test(writes_into_flash_are_not_allowed),
        cmocka_unit_test(detach_works_whatever_the_reply_says),
        cmocka_unit_test(a_kernel_is_looked_for_below_a_high_pc),
        cmocka_unit_test(versions_are_those_that_were_observed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What works and breaks with GDB on a machine that keeps what is written to it, and with one fault of it at a
 * time. The machine is that of rehearsal_world.h; GDB's words are those of GDB 13 to 18.
 * Time is virtual. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "rehearsal_world.h"

/* Each action that a fault breaks, with GDB's reason. */
typedef struct fault_case {
    unsigned faults;
    rsp_debugger_action action;
    rsp_prediction prediction;
    const char *why;
} fault_case;

static void compute(world *w, unsigned faults, const answer *list, unsigned allowed) {
    *w = (world){.computes = true, .faults = faults, .stub = {.manners = ONLY_ARCHITECTURE}};
    rehearse(w, list, allowed);
}

static void compute_and_check(const fault_case *c, const answer *list) {
    static world w;
    compute(&w, c->faults, list, ALL);
    const rsp_forecast_cell *found = cell(&w, RSP_DEBUGGER_GDB, c->action);
    if (found->prediction != c->prediction || !strstr(found->why, c->why))
        fail_msg("%s: is %d, should be %d\n%s\n%s", c->why, (int)found->prediction, (int)c->prediction,
                 found->why, found->evidence);
    end(&w);
}

static void all_works_on_a_machine_that_keeps_what_is_written(void **state) {
    (void)state;
    static world w;
    compute(&w, 0, NULL, ALL);
    IS(GDB(ATTACH), WORKS, "");
    IS(GDB(REGISTERS), WORKS, "");
    IS(GDB(WRITE_REGISTERS), WORKS, "");
    IS(GDB(MEMORY), WORKS, "");
    IS(GDB(WRITE_MEMORY), WORKS, "");
    IS(GDB(STEP), WORKS, "");
    IS(GDB(BREAKPOINTS), WORKS, "");
    IS(GDB(INTERRUPT), WORKS, "");
    IS(GDB(DETACH), WORKS, "");
    IS(GDB(KILL), WORKS, "");
    assert_true(was_sent(&w, "\nZ0,1004,4\n"));
    assert_true(was_sent(&w, "\nz0,1004,4\n"));
    end(&w);
}

static void each_fault_of_a_machine_breaks_its_action(void **state) {
    (void)state;
    static const fault_case cases[] = {
        {REGISTERS_FORGET, RSP_DEBUGGER_ACTION_WRITE_REGISTERS, RSP_PREDICTION_BREAKS,
         "0x5a was written to register"},
        {MEMORY_FORGETS, RSP_DEBUGGER_ACTION_WRITE_MEMORY, RSP_PREDICTION_BREAKS, "is not what was written"},
        {ODD_PIECES, RSP_DEBUGGER_ACTION_MEMORY, RSP_PREDICTION_BREAKS,
         "the same memory read in other pieces has other bytes"},
        {STOPS_BEHIND, RSP_DEBUGGER_ACTION_BREAKPOINTS, RSP_PREDICTION_BREAKS, "and it stops at 0x"},
        {STOPS_BEHIND, RSP_DEBUGGER_ACTION_STEP, RSP_PREDICTION_BREAKS, "GDB steps by a breakpoint at 0x"},
        {NEVER_HIT, RSP_DEBUGGER_ACTION_BREAKPOINTS, RSP_PREDICTION_BREAKS, "and it never stopped there"},
        {NEVER_HIT, RSP_DEBUGGER_ACTION_STEP, RSP_PREDICTION_BREAKS, "and it never stopped there"},
        {STAYS_IN, RSP_DEBUGGER_ACTION_BREAKPOINTS, RSP_PREDICTION_BREAKS, "where no breakpoint is"},
        {REFUSES_Z0, RSP_DEBUGGER_ACTION_BREAKPOINTS, RSP_PREDICTION_BREAKS,
         "Cannot insert breakpoint: Z0,10"},
        {NO_CONTINUE, RSP_DEBUGGER_ACTION_INTERRUPT, RSP_PREDICTION_BREAKS, "it stops by itself: "},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++)
        compute_and_check(&cases[i], NULL);
}

/* GDB writes the architecture's trap itself; this machine does not stop at it. */
static void breakpoints_are_written_to_memory_where_z0_is_unknown(void **state) {
    (void)state;
    static world w;
    compute(&w, NO_Z0, NULL, ALL);
    IS(GDB(BREAKPOINTS), BREAKS, "and it never stopped there");
    assert_true(was_sent(&w, "\nM1000,4:73001000\n")); /* ebreak */
    end(&w);
}

/* --- registers --- */

static void registers_of_a_wrong_size_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *g;
        const char *why;
    } cases[] = {
        {"E03", "Could not read registers: g -> E03"},
        {"123", "odd length"},
        {"000000000000", "Truncated register 1"},
        {"zz", "waits for registers"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        const answer list[] = {{"g", cases[i].g}, {NULL, NULL}};
        static world w;
        compute(&w, 0, list, ALL);
        IS(GDB(ATTACH), BREAKS, cases[i].why);
        IS(GDB(MEMORY), BREAKS, cases[i].why); /* without an attach nothing works */
        end(&w);
    }
}

static void too_many_registers_are_refused_with_both_sizes(void **state) {
    (void)state;
    rsp_buf g = {0};
    static world w;
    for (unsigned i = 0; i < 34; i++)
        rsp_buf_str(&g, "00000000");
    const answer list[] = {{"g", rsp_buf_cstr(&g)}, {NULL, NULL}};
    compute(&w, 0, list, ALL);
    IS(GDB(ATTACH), BREAKS, "is too long (expected 132 bytes, got 136 bytes)");
    end(&w);
    rsp_buf_free(&g);
}

static void registers_that_g_lacks_are_asked_for_by_p(void **state) {
    (void)state;
    static const answer shorter[] = {{"g", "00000000000000000050000000000000"}, {NULL, NULL}};
    static const answer neither[] = {{"g", "00000000000000000050000000000000"}, {"p", ""}, {NULL, NULL}};
    static world w;
    compute(&w, 0, shorter, ALL);
    IS(GDB(ATTACH), WORKS, "");
    IS(GDB(REGISTERS), WORKS, "");
    assert_true(was_sent(&w, "\np20\n"));
    end(&w);
    compute(&w, 0, neither, ALL);
    IS(GDB(ATTACH), BREAKS, "register 32 is not in g, and p is not supported");
    end(&w);
}

static void registers_are_written_by_g_where_p_is_unknown(void **state) {
    (void)state;
    static const answer list[] = {{"P", ""}, {"G", "E08"}, {NULL, NULL}};
    static world w;
    compute(&w, 0, list, ALL);
    IS(GDB(WRITE_REGISTERS), BREAKS, "Could not write registers: G");
    end(&w);
}

/* gdb-multiarch 13.1 without a description: "P8=..." and then "P29=ffffffff", and an error ends the command.
 */
static void x86_is_taken_for_linux_where_nothing_describes_it(void **state) {
    (void)state;
    static const char described[] = "qXfer:features:read:target.xml:0,";
    static const char i386[] = "l<target><architecture>i386</architecture></target>";
    static const char g[] = "00000000000000000000000000000000005000000000000000000000000000000410000000"
                            "000000000000000000000000000000000000000000000000000000";
    static const struct {
        const char *reply;
        rsp_prediction prediction;
        const char *why;
    } cases[] = {
        {"OK", RSP_PREDICTION_WORKS, ""},
        {"E01", RSP_PREDICTION_BREAKS, "Could not write register \"orig_eax\": P29=ffffffff"},
        {"", RSP_PREDICTION_BREAKS, "Could not write register \"orig_eax\": P29=ffffffff"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        const answer list[] = {{described, i386}, {"g", g}, {"P29", cases[i].reply}, {NULL, NULL}};
        static world w;
        compute(&w, 0, list, ALL);
        assert_true(was_sent(&w, "\nP8=04100000\nP29=ffffffff\n"));
        assert_int_equal(GDB(LOAD)->prediction, cases[i].prediction);
        assert_non_null(strstr(GDB(LOAD)->why, cases[i].why));
        end(&w);
    }
}

static void unavailable_pc_is_told(void **state) {
    (void)state;
    rsp_buf g = {0};
    static world w;
    for (unsigned i = 0; i < 32; i++)
        rsp_buf_str(&g, "00000000");
    rsp_buf_str(&g, "xxxxxxxx");
    const answer list[] = {{"g", rsp_buf_cstr(&g)}, {NULL, NULL}};
    compute(&w, 0, list, ALL);
    IS(GDB(ATTACH), BREAKS, "register 32 is unavailable");
    end(&w);
    rsp_buf_free(&g);
}

/* --- stop replies --- */

static void stop_replies_that_gdb_refuses_end_the_attach(void **state) {
    (void)state;
    static const struct {
        const char *stop;
        const char *why;
    } cases[] = {
        {"T05f0:00000000;", "Remote sent bad register number f0"},
        {"T0520:0010;", "register 20 has 4 digits, not 8"},
        {"T0520:0010000000;", "20 has 10 digits, not 8"},
        {"T05swbreak:;", "Unexpected swbreak stop reason"},
        {"T05hwbreak:;", "Unexpected hwbreak stop reason"},
        {"T", "Invalid hex digit in the stop reply"},
        {"W00", "The target is not running"},
        {"X0b", "The target is not running"},
        {"OK", "GDB waits for a stop"},
        {"", "GDB waits for a stop"},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        const answer list[] = {{"?", cases[i].stop}, {NULL, NULL}};
        static world w;
        compute(&w, 0, list, ALL);
        IS(GDB(ATTACH), BREAKS, cases[i].why);
        end(&w);
    }
}

static void stop_replies_that_gdb_passes_over_do_not(void **state) {
    (void)state;
    static const char *const stops[] = {"S05", "T05", "T05core:1;name:61;thread:1;", "T0520:00100000;",
                                        "E01"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(stops); i++) {
        const answer list[] = {{"?", stops[i]}, {NULL, NULL}};
        static world w;
        compute(&w, 0, list, ALL);
        IS(GDB(ATTACH), WORKS, "");
        end(&w);
    }
}

static void pc_in_a_stop_reply_is_compared_with_g(void **state) {
    (void)state;
    static const answer list[] = {{"?", "T0520:78563412;thread:1;"}, {NULL, NULL}};
    static world w;
    compute(&w, 0, list, ALL);
    IS(GDB(REGISTERS), BREAKS, "pc is 0x12345678 in the stop reply and 0x1000 in g");
    end(&w);
}

/* What the stub says of breakpoints is believed once it has announced it. */
static void swbreak_is_fine_where_it_is_announced(void **state) {
    (void)state;
    static const answer list[] = {
        {"qSupported", "PacketSize=200;swbreak+"}, {"?", "T05swbreak:;thread:1;"}, {NULL, NULL}};
    static world w;
    compute(&w, 0, list, ALL);
    IS(GDB(ATTACH), WORKS, "");
    end(&w);
}

/* --- threads and processes --- */

static void list_of_threads_without_end_breaks_the_attach(void **state) {
    (void)state;
    static const answer list[] = {{"qfThreadInfo", "m1"}, {"qsThreadInfo", "m1"}, {NULL, NULL}};
    static world w;
    compute(&w, 0, list, ALL);
    IS(GDB(ATTACH), BREAKS, "the list of threads never ends");
    end(&w);
}

/* GDB 13.1 says so of tests/strangers/ways.py, no-threads, and of it with T works. */
static void named_thread_that_nothing_says_is_alive_is_forgotten(void **state) {
    (void)state;
    static const answer none[] = {{"qfThreadInfo", ""}, {"T1", ""}, {NULL, NULL}};
    static const answer alive[] = {{"qfThreadInfo", ""}, {"T1", "OK"}, {NULL, NULL}};
    static const answer nameless[] = {
        {"qfThreadInfo", ""}, {"T1", ""}, {"?", "S05"}, {"qC", ""}, {NULL, NULL}};
    static world w;
    compute(&w, 0, none, ALL);
    IS(GDB(ATTACH), BREAKS, "No selected thread: it is named, but there is no list, and T1 -> ");
    end(&w);
    compute(&w, 0, alive, ALL);
    IS(GDB(ATTACH), WORKS, "");
    end(&w);
    compute(&w, 0, nameless, ALL);
    IS(GDB(ATTACH), WORKS, "");
    assert_false(was_sent(&w, "\nT1\n"));
    end(&w);
}

static void processes_are_named_in_what_is_resumed_killed_and_left(void **state) {
    (void)state;
    static const answer list[] = {{"qSupported", "PacketSize=200;multiprocess+"},
                                  {"?", "T05thread:p1f.20;"},
                                  {"qfThreadInfo", "mp1f.20"},
                                  {"qsThreadInfo", "l"},
                                  {NULL, NULL}};
    static world w;
    compute(&w, 0, list, ALL);
    IS(GDB(ATTACH), WORKS, "");
    IS(GDB(DETACH), WORKS, "");
    assert_true(was_sent(&w, "\nvCont;c:p1f.-1\n"));
    assert_true(was_sent(&w, "\nD;1f\n"));
    assert_true(was_sent(&w, "\nvKill;1f\n"));
    assert_true(was_sent(&w, "\nHgp0.0\n")); /* bet4it's gdbserver dies of Hg0 */
    assert_false(was_sent(&w, "\nHg0\n"));
    end(&w);
}

/* What a stub calls its thread is cut to the room there is, and no other field of ours is written. */
static void thread_with_an_endless_name_leads_nowhere(void **state) {
    (void)state;
    char stop[128] = "T05thread:p";
    static world w;
    for (size_t at = strlen(stop); at < 100; at++)
        stop[at] = 'f';
    const answer list[] = {
        {"qSupported", "PacketSize=200;multiprocess+"}, {"?", stop}, {"qfThreadInfo", "l"}, {NULL, NULL}};
    compute(&w, 0, list, ALL);
    IS(GDB(ATTACH), WORKS, "");
    IS(GDB(INTERRUPT), WORKS, "");
    assert_true(was_sent(&w, "\nvCont;c\n")); /* its process has no name */
    end(&w);
}

static void trace_status_and_offsets_have_a_form(void **state) {
    (void)state;
    static const fault_case cases[] = {
        {0, RSP_DEBUGGER_ACTION_ATTACH, RSP_PREDICTION_BREAKS, "Bogus trace status reply from target"},
        {0, RSP_DEBUGGER_ACTION_ATTACH, RSP_PREDICTION_BREAKS, "Malformed response to offset query"},
        {0, RSP_DEBUGGER_ACTION_ATTACH, RSP_PREDICTION_WORKS, ""},
    };
    static const answer lists[][3] = {{{"qTStatus", "0"}, {NULL, NULL}},
                                      {{"qOffsets", "Data=0"}, {NULL, NULL}},
                                      {{"qTStatus", "T0"}, {"qOffsets", "Text=0;Data=0"}, {NULL, NULL}}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++)
        compute_and_check(&cases[i], lists[i]);
}

/* --- the end --- */

static void refused_detach_and_kill_break(void **state) {
    (void)state;
    static const answer list[] = {{"D", "E22"}, {"vKill", "E23"}, {NULL, NULL}};
    static world w;
    compute(&w, 0, list, ALL);
    IS(GDB(DETACH), BREAKS, "Can't detach process: D -> E22");
    IS(GDB(KILL), BREAKS, "Can't kill process: vKill;a410 -> E23");
    end(&w);
}

static void program_of_somebody_else_is_not_killed_and_its_memory_not_changed(void **state) {
    (void)state;
    static world w;
    compute(&w, 0, NULL, 0);
    IS(GDB(KILL), UNKNOWN, "somebody else's");
    IS(GDB(WRITE_MEMORY), WORKS, "only overwritten with its own bytes");
    assert_false(was_sent(&w, "\nvKill") || was_sent(&w, "\nk\n"));
    for (size_t i = 0; i < MACHINE_BYTES; i++)
        assert_int_equal(w.of.memory[i], machine_byte(i));
    end(&w);
}

/* --- an architecture that steps by itself --- */

/* A description of AArch64 without what nobody asks for. */
static const char *aarch64(rsp_buf *text) {
    rsp_buf_str(text,
                "l<target><architecture>aarch64</architecture><feature name=\"org.gnu.gdb.aarch64.core\">");
    for (unsigned i = 0; i < 31; i++)
        rsp_buf_printf(text, "<reg name=\"x%u\" bitsize=\"64\"/>", i);
    rsp_buf_str(text, "<reg name=\"sp\" bitsize=\"64\"/><reg name=\"pc\" bitsize=\"64\"/>"
                      "<reg name=\"cpsr\" bitsize=\"32\"/></feature></target>");
    return rsp_buf_cstr(text);
}

/* Registers of AArch64: all zero but sp (x31) and pc. */
static const char *registers_of_aarch64(rsp_buf *text) {
    for (unsigned i = 0; i < 33; i++)
        rsp_buf_str(text, i == 31 ? "0050000000000000" : i == 32 ? "0010000000000000" : "0000000000000000");
    rsp_buf_str(text, "00000000");
    return rsp_buf_cstr(text);
}

static void step_is_asked_for_by_vcont_where_it_is_offered(void **state) {
    (void)state;
    static const struct {
        const char *vcont;
        const char *sent;
    } cases[] = {{"vCont;c;C;s;S", "\nvCont;s:1;c\n"}, {"", "\nHc0\ns\n"}, {"vCont;t", "\nHc0\ns\n"}};
    rsp_buf description = {0};
    rsp_buf g = {0};
    (void)aarch64(&description);
    (void)registers_of_aarch64(&g);
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        static world w;
        const answer list[] = {{"qSupported", "PacketSize=2000;qXfer:features:read+"},
                               {"qXfer:features:read:target.xml:0,", rsp_buf_cstr(&description)},
                               {"g", rsp_buf_cstr(&g)},
                               {"vCont?", cases[i].vcont},
                               {NULL, NULL}};
        compute(&w, 0, list, ALL);
        IS(GDB(ATTACH), WORKS, "");
        IS(GDB(STEP), BREAKS, "pc stays at 0x1000 in a step"); /* by its g, which never changes */
        assert_true(was_sent(&w, cases[i].sent));
        end(&w);
    }
    rsp_buf_free(&description);
    rsp_buf_free(&g);
}

static void description_without_a_register_of_its_feature_is_ignored(void **state) {
    (void)state;
    static const answer list[] = {
        {"qSupported", "PacketSize=200;qXfer:features:read+"},
        {"qXfer:features:read:target.xml:0,",
         "l<target><architecture>riscv:rv32</architecture><feature name=\"org.gnu.gdb.riscv.cpu\">"
         "<reg name=\"zero\" bitsize=\"32\"/></feature></target>"},
        {NULL, NULL}};
    static world w;
    compute(&w, 0, list, ALL);
    IS(GDB(ATTACH), WORKS, "GDB rejects target.xml: no register");
    end(&w);
}

static void description_of_an_unknown_architecture_is_ignored(void **state) {
    (void)state;
    static const answer list[] = {
        {"qSupported", "PacketSize=200;qXfer:features:read+"},
        {"qXfer:features:read:target.xml:0,", "l<target><architecture>toy</architecture></target>"},
        {NULL, NULL}};
    static world w;
    compute(&w, 0, list, ALL);
    assert_non_null(strstr(GDB(ATTACH)->why, "names the architecture \"toy\", which GDB does not know"));
    end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_works_on_a_machine_that_keeps_what_is_written),
        cmocka_unit_test(each_fault_of_a_machine_breaks_its_action),
        cmocka_unit_test(breakpoints_are_written_to_memory_where_z0_is_unknown),
        cmocka_unit_test(registers_of_a_wrong_size_are_refused),
        cmocka_unit_test(too_many_registers_are_refused_with_both_sizes),
        cmocka_unit_test(registers_that_g_lacks_are_asked_for_by_p),
        cmocka_unit_test(registers_are_written_by_g_where_p_is_unknown),
        cmocka_unit_test(x86_is_taken_for_linux_where_nothing_describes_it),
        cmocka_unit_test(unavailable_pc_is_told),
        cmocka_unit_test(stop_replies_that_gdb_refuses_end_the_attach),
        cmocka_unit_test(stop_replies_that_gdb_passes_over_do_not),
        cmocka_unit_test(pc_in_a_stop_reply_is_compared_with_g),
        cmocka_unit_test(swbreak_is_fine_where_it_is_announced),
        cmocka_unit_test(list_of_threads_without_end_breaks_the_attach),
        cmocka_unit_test(named_thread_that_nothing_says_is_alive_is_forgotten),
        cmocka_unit_test(processes_are_named_in_what_is_resumed_killed_and_left),
        cmocka_unit_test(thread_with_an_endless_name_leads_nowhere),
        cmocka_unit_test(trace_status_and_offsets_have_a_form),
        cmocka_unit_test(refused_detach_and_kill_break),
        cmocka_unit_test(program_of_somebody_else_is_not_killed_and_its_memory_not_changed),
        cmocka_unit_test(step_is_asked_for_by_vcont_where_it_is_offered),
        cmocka_unit_test(description_without_a_register_of_its_feature_is_ignored),
        cmocka_unit_test(description_of_an_unknown_architecture_is_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

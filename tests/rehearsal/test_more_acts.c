/* What debuggers do more seldom: load, attach again, run again, watchpoints of LLDB, and what a memory map
 * forbids. The stub is that of rehearsal_world.h.
 * Time is virtual. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "rehearsal_world.h"

#define MAP(regions)                                                         \
    {"qSupported", "PacketSize=200;qXfer:memory-map:read+"}, {               \
        "qXfer:memory-map:read::0,", "l<memory-map>" regions "</memory-map>" \
    }
#define RAM(start) "<memory type=\"ram\" start=\"" start "\" length=\"0x1000\"/>"
#define FLASH                                                              \
    "<memory type=\"flash\" start=\"0x1000\" length=\"0x1000\"><property " \
    "name=\"blocksize\">0x100</property></memory>"

/* --- what GDB has to be told --- */

static void gdb_names_an_architecture_that_it_has(void **state) {
    (void)state;
    static const answer described[] = {{"qSupported", LLDB_FEATURES}, DESCRIBED, {NULL, NULL}};
    world w = {0};
    rsp_buf name = {0};
    rehearse(&w, NULL, 0);
    IS(GDB(ATTACH), WORKS, "'set architecture riscv:rv32', of gdb-multiarch");
    end(&w);
    w = (world){0};
    rehearse(&w, described, 0);
    assert_null(strstr(GDB(ATTACH)->why, "'set architecture"));
    end(&w);
    assert_true(rsp_gdb_architecture(&name, "mips64"));
    assert_string_equal(rsp_buf_cstr(&name), "mips:isa64"); /* and no '*' of a list */
    rsp_buf_free(&name);
    assert_false(rsp_gdb_architecture(&name, "toy"));
    assert_string_equal(rsp_gdb_build("avr"), "avr-gdb");
    assert_string_equal(rsp_gdb_having("avr"), "avr-gdb (package gdb-avr)");
    assert_string_equal(rsp_gdb_having("msp430"), "msp430-elf-gdb (package gdb-msp430)");
    assert_null(rsp_gdb_having("x86-64"));
    assert_null(rsp_gdb_build("arm"));
}

static void registers_without_an_architecture_are_known_to_the_look_alone(void **state) {
    (void)state;
    static const answer nameless[] = {{"qSupported", LLDB_FEATURES},
                                      {"qXfer:features:read:target.xml:0,",
                                       "l<target><feature name=\"org.gnu.gdb.riscv.cpu\">"
                                       "<reg name=\"pc\" bitsize=\"32\" regnum=\"32\"/></feature></target>"},
                                      {NULL, NULL}};
    world w = {0};
    rehearse(&w, nameless, 0);
    assert_string_equal(w.manners.registers.arch, "riscv32");
    assert_null(w.manners.registers.described);
    IS(LLDB(REGISTERS), ABSENT, "neither target.xml with registers nor qRegisterInfo");
    end(&w);
}

/* --- ARM, which GDB takes for Linux without the program's file --- */

#define FOUR "00000000000000000000000000000000"
#define ARM_BLOCK(psr) /* r0 to r14, pc, f0 to f7, fps, cpsr */ \
    FOUR FOUR FOUR "00000000000000000000000000100000" FOUR FOUR FOUR FOUR FOUR FOUR "00000000" psr
#define ARM(features, psr)                                                                             \
    {"qSupported", LLDB_FEATURES features},                                                            \
        {"qXfer:features:read:target.xml:0,", "l<target><architecture>arm</architecture></target>"}, { \
        "g", ARM_BLOCK(psr)                                                                            \
    }

static void arm_is_stepped_by_traps_of_linux(void **state) {
    (void)state;
    static const answer arm[] = {ARM("", "00000000"), {NULL, NULL}};
    static const answer thumb[] = {ARM("", "20000000"), {NULL, NULL}};
    static const answer bare[] = {{"qXfer:features:read:target.xml:0,",
                                   "l<target><architecture>arm</architecture><osabi>none</osabi></target>"},
                                  ARM("", "00000000"),
                                  {NULL, NULL}};
    static const answer steps[] = {
        ARM(";vContSupported+", "00000000"), {"vCont?", "vCont;c;C;s;S"}, {NULL, NULL}};
    static world w;
    w = (world){.computes = true, .faults = NO_Z0};
    rehearse(&w, arm, ALL);
    assert_true(was_sent(&w, "\nM1004,4:01009fef\n"));
    assert_false(was_sent(&w, "\nvCont;s"));
    end(&w);
    w = (world){.computes = true, .faults = NO_Z0};
    rehearse(&w, thumb, ALL);
    assert_true(was_sent(&w, "\nM1002,2:01de\n"));
    end(&w);
    w = (world){.computes = true, .faults = NO_Z0};
    rehearse(&w, bare, ALL);
    assert_true(was_sent(&w, "\nvCont;s"));
    assert_false(was_sent(&w, ":01009fef\n"));
    end(&w);
    w = (world){.computes = true, .faults = NO_Z0};
    rehearse(&w, steps, ALL);
    assert_true(was_sent(&w, "\nvCont;s"));
    end(&w);
}

/* pinkySim's description; its xPSR is numbered 25 and told as 0. */
#define M_REG(name) "<reg name=\"" name "\" bitsize=\"32\"/>"
#define M_PROFILE                                                                                           \
    "l<target><feature name=\"org.gnu.gdb.arm.m-profile\">" M_REG("r0") M_REG("r1") M_REG("r2") M_REG("r3") \
        M_REG("r4") M_REG("r5") M_REG("r6") M_REG("r7") M_REG("r8") M_REG("r9") M_REG("r10") M_REG("r11")   \
            M_REG("r12") M_REG("sp") M_REG("lr") M_REG("pc") M_REG("xpsr") "</feature></target>"

static void the_m_profile_has_breakpoints_of_thumb(void **state) {
    (void)state;
    static const answer cortex_m[] = {{"qSupported", LLDB_FEATURES},
                                      {"qXfer:features:read:target.xml:0,", M_PROFILE},
                                      {"g", FOUR FOUR FOUR "00000000000000000000000000100000"
                                                           "00000000"},
                                      {NULL, NULL}};
    static world w;
    w = (world){.computes = true};
    rehearse(&w, cortex_m, ALL);
    assert_true(was_sent(&w, "\nZ0,1002,2\n"));
    assert_false(was_sent(&w, "\nZ0,1002,4\n"));
    end(&w);
}

/* A jump that more than its word decides is left to the stub. */
static void arm_jumps_are_followed_where_their_word_tells(void **state) {
    (void)state;
    static const answer b[] = {{"m1000,4", "020000ea"}, ARM("", "00000000"), {NULL, NULL}};
    static const answer bx[] = {{"m1000,4", "1eff2fe1"}, ARM("", "00000000"), {NULL, NULL}};
    static const answer thumb_b[] = {{"m1000,4", "02e00000"}, ARM("", "20000000"), {NULL, NULL}};
    static const answer thumb_bx[] = {{"m1000,4", "70470000"}, ARM("", "20000000"), {NULL, NULL}};
    static const answer *const lists[] = {b, thumb_b, bx, thumb_bx};
    static const char *const sent[] = {"\nM1010,4:01009fef\n", "\nM1008,2:01de\n", "\nvCont;s", "\nvCont;s"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(lists); i++) {
        static world w;
        w = (world){.computes = true, .faults = NO_Z0};
        rehearse(&w, lists[i], ALL);
        if (!was_sent(&w, sent[i]))
            fail_msg("%zu: %s was not sent", i, sent[i]);
        end(&w);
    }
}

/* --- load --- */

static void load_needs_leave_to_write(void **state) {
    (void)state;
    static const answer list[] = {{"M", "OK"}, {"X", "OK"}, {NULL, NULL}};
    world w = {0};
    rehearse(&w, list, RSP_REHEARSE_KILL);
    IS(GDB(LOAD), UNKNOWN, "--allow-writes");
    assert_false(was_sent(&w, ",40:"));
    end(&w);
}

static void load_writes_by_x_where_it_is_known(void **state) {
    (void)state;
    static const answer binary[] = {{"X", "OK"}, {"P", "OK"}, {NULL, NULL}};
    static const answer hex[] = {{"M", "OK"}, {"P", "OK"}, {NULL, NULL}};
    world w = {0};
    rehearse(&w, binary, ALL);
    IS(GDB(LOAD), WORKS, "");
    assert_true(was_sent(&w, ",0:\nX"));
    assert_true(was_sent(&w, ",40:\xab"));
    end(&w);
    w = (world){0};
    rehearse(&w, hex, ALL);
    IS(GDB(LOAD), WORKS, "");
    assert_true(was_sent(&w, ",40:abab"));
    assert_true(was_sent(&w, "\nP20="));
    end(&w);
    w = (world){0};
    rehearse(&w, NULL, ALL);
    IS(GDB(LOAD), ABSENT, "no M");
    end(&w);
}

static void load_into_flash_erases_whole_blocks(void **state) {
    (void)state;
    static const answer good[] = {
        MAP(FLASH RAM("0x7000")), {"vFlash", "OK"}, {"P", "OK"}, {"Z1", "OK"}, {"z1", "OK"}, {NULL, NULL}};
    static const answer bad[] = {MAP(FLASH RAM("0x7000")),
                                 {"vFlashErase", "OK"},
                                 {"vFlashWrite", "E.memtype"},
                                 {"P", "OK"},
                                 {NULL, NULL}};
    static const answer none[] = {MAP(FLASH RAM("0x7000")), {"P", "OK"}, {NULL, NULL}};
    world w = {0};
    rehearse(&w, good, ALL);
    IS(GDB(LOAD), WORKS, "");
    assert_true(was_sent(&w, "\nvFlashErase:00001000,00000100\nvFlashWrite:1000:"));
    assert_true(was_sent(&w, "\nvFlashDone\n"));
    assert_true(was_sent(&w, "\nZ1,")); /* breakpoints in flash are hardware breakpoints */
    assert_false(was_sent(&w, "\nZ0,"));
    end(&w);
    w = (world){0};
    rehearse(&w, bad, ALL);
    IS(GDB(LOAD), BREAKS, "E.memtype");
    end(&w);
    w = (world){0};
    rehearse(&w, none, ALL);
    IS(GDB(LOAD), ABSENT, "does not support flash erase");
    end(&w);
    w = (world){0};
    rehearse(&w, good, RSP_REHEARSE_WRITES);
    IS(GDB(LOAD), UNKNOWN, "flash is erased only");
    assert_false(was_sent(&w, "vFlash"));
    end(&w);
}

static void lldb_loads_by_m_and_into_flash(void **state) {
    (void)state;
    static const answer ram[] = {
        {"qSupported", LLDB_FEATURES}, DESCRIBED, {"M", "OK"}, {"P", "OK"}, {NULL, NULL}};
    static const answer flash[] = {{"qSupported", LLDB_FEATURES ";qXfer:memory-map:read+"},
                                   {"qXfer:memory-map:read::0,", "l<memory-map>" FLASH "</memory-map>"},
                                   DESCRIBED,
                                   {"vFlash", "OK"},
                                   {"P", "OK"},
                                   {NULL, NULL}};
    world w = {0};
    rehearse(&w, ram, ALL);
    IS(LLDB(LOAD), WORKS, "");
    assert_true(was_sent(&w, "\nqMemoryRegionInfo:10"));
    assert_true(was_sent(&w, ",40:abab"));
    end(&w);
    w = (world){0};
    rehearse(&w, flash, ALL);
    IS(LLDB(LOAD), WORKS, "");
    assert_true(was_sent(&w, "\nvFlashErase:1000,100\nvFlashWrite:1000:"));
    end(&w);
}

/* --- the memory map --- */

static void gdb_asks_for_nothing_outside_of_the_map(void **state) {
    (void)state;
    static const answer elsewhere[] = {MAP(RAM("0x4000")), {NULL, NULL}};
    static const answer damaged[] = {MAP("<memory type=\"ram\"/>"), {NULL, NULL}};
    world w = {0};
    rehearse(&w, elsewhere, 0);
    IS(GDB(MEMORY), BREAKS, "the memory map has no region there");
    end(&w);
    w = (world){0};
    rehearse(&w, damaged, 0);
    IS(GDB(MEMORY), WORKS, "");
    end(&w);
}

/* --- the next client, the next start --- */

static void a_stub_that_serves_the_next_client_is_attached_again(void **state) {
    (void)state;
    static const answer list[] = {{"qSupported", LLDB_FEATURES}, DESCRIBED, {"D", "OK"}, {NULL, NULL}};
    world w = {0};
    rehearse(&w, list, ALL);
    IS(GDB(RECONNECT), WORKS, "");
    IS(LLDB(RECONNECT), WORKS, "");
    end(&w);
}

static void a_stub_that_forgets_how_to_answer_breaks_the_second_attach(void **state) {
    (void)state;
    static const answer list[] = {{"vMustReplyEmpty", "E01"}, {NULL, NULL}};
    world w = {0};
    rehearse(&w, list, ALL);
    IS(GDB(ATTACH), BREAKS, "vMustReplyEmpty");
    IS(GDB(RECONNECT), BREAKS, "vMustReplyEmpty");
    end(&w);
}

static void run_again_kills_and_starts(void **state) {
    (void)state;
    static const answer runs[] = {{"!", "OK"}, {"vKill", "OK"}, {"vRun;", "T05thread:1;"}, {NULL, NULL}};
    static const answer restarts[] = {{"!", "OK"}, {"vKill", "OK"}, {NULL, NULL}};
    static const answer fails[] = {{"!", "OK"}, {"vKill", "OK"}, {"vRun;", "E01"}, {NULL, NULL}};
    world w = {0};
    rehearse(&w, runs, ALL);
    IS(GDB(RUN_AGAIN), WORKS, "");
    assert_true(was_sent(&w, "\nQStartNoAckMode\n") || was_sent(&w, "\n!\nHg0\n"));
    assert_true(was_sent(&w, "\nvKill;a410\nvRun;\n"));
    IS(LLDB(RUN_AGAIN), UNKNOWN, "platform");
    end(&w);
    w = (world){0};
    rehearse(&w, restarts, ALL);
    IS(GDB(RUN_AGAIN), WORKS, "");
    assert_true(was_sent(&w, "\nvRun;\nR0\n"));
    end(&w);
    w = (world){0};
    rehearse(&w, fails, ALL);
    IS(GDB(RUN_AGAIN), BREAKS, "vRun; -> E01");
    end(&w);
    w = (world){0};
    rehearse(&w, runs, RSP_REHEARSE_WRITES);
    IS(GDB(RUN_AGAIN), UNKNOWN, "somebody else's");
    end(&w);
}

/* qiling announces what it answers by nothing. */
static void run_again_wants_what_is_announced(void **state) {
    (void)state;
    static const struct {
        const char *announced, *request, *reply, *why;
    } rows[] = {
        {"QStartupWithShell+", "QStartupWithShell:1", "", "while setting startup-with-shell"},
        {"QDisableRandomization+", "QDisableRandomization:1", "", "Bogus QDisableRandomization"},
        {"QSetWorkingDir+", "QSetWorkingDir:", "E01", "working directory"},
        {"QEnvironmentReset+", "QEnvironmentReset", "", NULL},
        {"QStartupWithShell+", "QStartupWithShell:1", "OK", NULL},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++) {
        const answer list[] = {
            {"qSupported", rows[i].announced}, {"!", "OK"}, {"vKill", "OK"}, {rows[i].request, rows[i].reply},
            {"vRun;", "T05thread:1;"},         {NULL, NULL}};
        world w = {0};
        rehearse(&w, list, ALL);
        if (rows[i].why)
            IS(GDB(RUN_AGAIN), BREAKS, rows[i].why);
        else
            IS(GDB(RUN_AGAIN), WORKS, "");
        end(&w);
    }
}

/* --- watchpoints of LLDB --- */

static void lldb_believes_a_watchpoint_whose_value_changes(void **state) {
    (void)state;
    static const answer list[] = {{"qSupported", LLDB_FEATURES}, DESCRIBED, {NULL, NULL}};
    static const answer after[] = {{"qSupported", LLDB_FEATURES},
                                   DESCRIBED,
                                   {"qHostInfo", "watchpoint_exceptions_received:after;"},
                                   {NULL, NULL}};
    world w = {.counts = true};
    rehearse(&w, list, ALL);
    IS(LLDB(WATCHPOINTS), WORKS, "");
    assert_true(was_sent(&w, "\nz2,7fc0,4\nvCont;s:1\n")); /* over the access first */
    end(&w);
    w = (world){.counts = true};
    rehearse(&w, after, ALL);
    IS(LLDB(WATCHPOINTS), WORKS, "");
    assert_false(was_sent(&w, "\nz2,7fc0,4\nvCont;s:1\n"));
    end(&w);
}

/* Memory around it would go beyond the last address. */
static void a_register_of_all_ones_leads_nowhere(void **state) {
    (void)state;
    static const answer list[] = {
        {"qSupported", LLDB_FEATURES},
        {"qC", "QC1"},
        {"qXfer:features:read:target.xml:0,",
         "l<target><architecture>riscv:rv64</architecture><feature name=\"org.x\">"
         "<reg name=\"ra\" bitsize=\"64\" regnum=\"1\" offset=\"8\"/>"
         "<reg name=\"sp\" bitsize=\"64\" regnum=\"2\" offset=\"16\" generic=\"sp\"/>"
         "<reg name=\"pc\" bitsize=\"64\" regnum=\"32\" offset=\"24\" generic=\"pc\"/>"
         "</feature></target>"},
        {"p1", "ffffffffffffffff"},
        {"p20", "0010000000000000"},
        {"p", "007f000000000000"},
        {"mffff", "00"},
        {NULL, NULL}};
    world w = {.counts = true};
    rehearse(&w, list, ALL);
    IS(LLDB(ATTACH), WORKS, "");
    assert_int_not_equal(LLDB(WATCHPOINTS)->prediction, RSP_PREDICTION_WORKS);
    end(&w);
}

static void lldb_doubts_other_watchpoints(void **state) {
    (void)state;
    static const answer list[] = {{"qSupported", LLDB_FEATURES}, DESCRIBED, {NULL, NULL}};
    static const answer none[] = {
        {"qSupported", LLDB_FEATURES}, DESCRIBED, {"qWatchpointSupportInfo", "num:0;"}, {NULL, NULL}};
    static const answer unknown[] = {{"qSupported", LLDB_FEATURES}, DESCRIBED, {"Z2", ""}, {NULL, NULL}};
    world w = {.counts = true, .lies = true};
    rehearse(&w, list, ALL);
    IS(LLDB(WATCHPOINTS), BREAKS, "does not say");
    end(&w);
    w = (world){.counts = true};
    rehearse(&w, none, ALL);
    IS(LLDB(WATCHPOINTS), BREAKS, "(0) hardware watchpoint slots");
    end(&w);
    w = (world){.counts = true};
    rehearse(&w, unknown, ALL);
    IS(LLDB(WATCHPOINTS), ABSENT, "no Z2");
    end(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gdb_names_an_architecture_that_it_has),
        cmocka_unit_test(registers_without_an_architecture_are_known_to_the_look_alone),
        cmocka_unit_test(arm_is_stepped_by_traps_of_linux),
        cmocka_unit_test(the_m_profile_has_breakpoints_of_thumb),
        cmocka_unit_test(arm_jumps_are_followed_where_their_word_tells),
        cmocka_unit_test(load_needs_leave_to_write),
        cmocka_unit_test(load_writes_by_x_where_it_is_known),
        cmocka_unit_test(load_into_flash_erases_whole_blocks),
        cmocka_unit_test(lldb_loads_by_m_and_into_flash),
        cmocka_unit_test(gdb_asks_for_nothing_outside_of_the_map),
        cmocka_unit_test(a_stub_that_serves_the_next_client_is_attached_again),
        cmocka_unit_test(a_stub_that_forgets_how_to_answer_breaks_the_second_attach),
        cmocka_unit_test(run_again_kills_and_starts),
        cmocka_unit_test(run_again_wants_what_is_announced),
        cmocka_unit_test(lldb_believes_a_watchpoint_whose_value_changes),
        cmocka_unit_test(a_register_of_all_ones_leads_nowhere),
        cmocka_unit_test(lldb_doubts_other_watchpoints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

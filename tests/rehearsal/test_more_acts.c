/* What debuggers do more seldom: load, attach again, run again, watchpoints of LLDB, and what a memory map
 * forbids. The stub is tests/support/mannered_stub.h, with answers of its own in front; what real debuggers
 * sent to such stubs stands in the comments of layer rehearsal. Time is virtual. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "mannered_stub.h"

#include "rehearsal/rehearsal.h"

enum { ANSWERS_MOST = 12, COUNTER = 0x7fc0 };

/* What the stub answers to requests that begin so, before the mannered one is asked. */
typedef struct answer {
    const char *request;
    const char *reply;
} answer;

typedef struct world {
    mannered stub;
    const answer *answers; /* ended by NULL */
    bool counts;           /* memory at COUNTER changes with each resume, and Z2 stops there */
    bool lies;             /* ... but Z2's stop names no watchpoint */
    bool watched;
    unsigned resumes;
    rsp_manners manners;
    rsp_forecast forecast;
    rsp_arena arena;
} world;

static void send_memory(world *w, rsp_bytes request, rsp_buf *out) {
    rsp_bytes rest = rsp_bytes_from(request, 1);
    uint64_t at = 0;
    uint64_t len = 0;
    rsp_buf text = {0};
    assert_ok(rsp_take_addr_len(&at, &len, &rest));
    for (uint64_t i = at; i < at + len; i++)
        rsp_buf_printf(&text, "%02x", i == COUNTER ? w->resumes & 0xff : 0xab);
    mannered_send(&w->stub, at >= 0x1000 && at + len <= 0x8000 ? rsp_buf_cstr(&text) : "E0e", out);
    rsp_buf_free(&text);
}

static bool counts(world *w, rsp_bytes r, rsp_buf *out) {
    const bool goes_on = rsp_bytes_starts(r, RSP_LIT("vCont;c")) || rsp_bytes_equal(r, RSP_LIT("c"));
    w->resumes += goes_on;
    if (rsp_bytes_starts(r, RSP_LIT("m"))) {
        send_memory(w, r, out);
    } else if (rsp_bytes_starts(r, RSP_LIT("Z2")) || rsp_bytes_starts(r, RSP_LIT("z2"))) {
        w->watched = r.ptr[0] == 'Z';
        mannered_send(&w->stub, "OK", out);
    } else if (goes_on && w->watched) {
        mannered_send(&w->stub, w->lies ? "T05thread:1;" : "T05watch:7fc0;thread:1;", out);
    } else {
        return false;
    }
    return true;
}

static bool answers(world *w, rsp_bytes r, rsp_buf *out) {
    for (const answer *a = w->answers; a && a->request; a++)
        if (rsp_bytes_starts(r, rsp_bytes_str(a->request))) {
            mannered_send(&w->stub, a->reply, out);
            return true;
        }
    return w->counts && counts(w, r, out);
}

static rsp_peer_state input(void *ctx, rsp_bytes in, rsp_buf *out) {
    world *w = ctx;
    while (in.len > 0) {
        rsp_event event;
        in = rsp_bytes_from(in, rsp_deframe(&w->stub.deframer, in, &event));
        if (event.kind == RSP_EVENT_INTERRUPT)
            mannered_interrupt(&w->stub, false, out);
        if (event.kind != RSP_EVENT_PACKET)
            continue;
        const size_t before = out->len;
        rsp_buf_str(out, w->stub.no_ack ? "" : "+");
        if (answers(w, event.payload, out)) {
            rsp_buf_append(&w->stub.seen, event.payload);
            rsp_buf_push(&w->stub.seen, '\n');
        } else {
            rsp_buf_truncate(out, before);
            mannered_packet(&w->stub, event.payload, out);
        }
    }
    return RSP_PEER_IDLE;
}

static rsp_status connect_world(void *ctx, rsp_buf *out) {
    world *w = ctx;
    w->watched = false;
    return mannered_connect(&w->stub, out);
}

static rsp_status open_world(void *ctx, rsp_link **out_link, rsp_error *error) {
    const rsp_peer peer = {.connect = connect_world, .input = input, .ctx = ctx};
    rsp_status status = rsp_link_open_peer(out_link, &peer, NULL);
    return status == RSP_OK ? status : rsp_fail(error, status, "refused");
}

static void rehearse(world *w, const answer *list, unsigned allowed) {
    rsp_error error = {0};
    const unsigned manners = w->stub.manners;
    mannered_init(&w->stub, manners & ~(unsigned)ONE_CLIENT);
    w->answers = list;
    const rsp_manners_options look = {.open = open_world, .ctx = w, .run_program = true};
    assert_ok(rsp_manners_look(&w->manners, &look, &error));
    rsp_buf_clear(&w->stub.seen);
    const rsp_rehearsal_options options = {
        .open = open_world, .ctx = w, .manners = &w->manners, .allowed = allowed};
    for (unsigned d = 0; d < RSP_DEBUGGER_COUNT; d++)
        assert_ok(rsp_rehearse(&w->forecast, &w->arena, (rsp_debugger)d, &options));
}

static void end(world *w) {
    mannered_free(&w->stub);
    rsp_manners_free(&w->manners);
    rsp_arena_free(&w->arena);
}

static bool was_sent(const world *w, const char *text) {
    const rsp_bytes seen = rsp_buf_bytes(&w->stub.seen);
    return rsp_bytes_search(seen, rsp_bytes_str(text)) < seen.len;
}

static const rsp_forecast_cell *cell(const world *w, rsp_debugger debugger, rsp_debugger_action action) {
    return &w->forecast.cells[debugger][action];
}

#define GDB(action) cell(&w, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_##action)
#define LLDB(action) cell(&w, RSP_DEBUGGER_LLDB, RSP_DEBUGGER_ACTION_##action)
#define IS(where, what, text)                                         \
    do {                                                              \
        if ((where)->prediction != RSP_PREDICTION_##what)             \
            print_error("%s\n%s\n", (where)->why, (where)->evidence); \
        assert_int_equal((where)->prediction, RSP_PREDICTION_##what); \
        assert_non_null(strstr((where)->why, text));                  \
    } while (0)

enum { ALL = RSP_REHEARSE_WRITES | RSP_REHEARSE_KILL };

#define MAP(regions)                                                         \
    {"qSupported", "PacketSize=200;qXfer:memory-map:read+"}, {               \
        "qXfer:memory-map:read::0,", "l<memory-map>" regions "</memory-map>" \
    }
#define RAM(start) "<memory type=\"ram\" start=\"" start "\" length=\"0x1000\"/>"
#define FLASH                                                              \
    "<memory type=\"flash\" start=\"0x1000\" length=\"0x1000\"><property " \
    "name=\"blocksize\">0x100</property></memory>"

/* What LLDB needs: registers and a process. */
#define DESCRIBED                                                                           \
    {"qC", "QC1"}, {                                                                        \
        "qXfer:features:read:target.xml:0,",                                                \
            "l<target><architecture>riscv:rv32</architecture><feature name=\"org.x\">"      \
            "<reg name=\"sp\" bitsize=\"32\" regnum=\"2\" offset=\"8\" generic=\"sp\"/>"    \
            "<reg name=\"pc\" bitsize=\"32\" regnum=\"32\" offset=\"128\" generic=\"pc\"/>" \
            "</feature></target>"                                                           \
    }
#define LLDB_FEATURES "PacketSize=200;qXfer:features:read+"

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
        cmocka_unit_test(load_needs_leave_to_write),
        cmocka_unit_test(load_writes_by_x_where_it_is_known),
        cmocka_unit_test(load_into_flash_erases_whole_blocks),
        cmocka_unit_test(lldb_loads_by_m_and_into_flash),
        cmocka_unit_test(gdb_asks_for_nothing_outside_of_the_map),
        cmocka_unit_test(a_stub_that_serves_the_next_client_is_attached_again),
        cmocka_unit_test(a_stub_that_forgets_how_to_answer_breaks_the_second_attach),
        cmocka_unit_test(run_again_kills_and_starts),
        cmocka_unit_test(lldb_believes_a_watchpoint_whose_value_changes),
        cmocka_unit_test(a_register_of_all_ones_leads_nowhere),
        cmocka_unit_test(lldb_doubts_other_watchpoints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

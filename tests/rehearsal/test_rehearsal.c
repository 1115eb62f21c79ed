/* Debuggers are played to a small stub in this process, with one manner at a time: what works and what breaks
 * is what gdb 13 and lldb 19 showed on stubs with that manner. Time is virtual, the stub is
 * tests/support/mannered_stub.h. See rehearsal/rehearsal.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "mannered_stub.h"

#include "rehearsal/rehearsal.h"

typedef struct rehearsed {
    rsp_manners manners;
    rsp_forecast forecast;
    rsp_arena arena;
} rehearsed;

/* The look comes first, as in a run. */
static void rehearse_announcing(rehearsed *out, uint64_t manners, const char *supported) {
    mannered stub;
    rsp_error error = {0};
    *out = (rehearsed){0};
    mannered_init(&stub, manners);
    stub.supported = supported;
    const rsp_manners_options look = {.open = mannered_open, .ctx = &stub, .run_program = true};
    assert_ok(rsp_manners_look(&out->manners, &look, &error));
    const rsp_rehearsal_options options = {
        .open = mannered_open, .ctx = &stub, .manners = &out->manners, .allowed = RSP_REHEARSE_KILL};
    for (unsigned d = 0; d < RSP_DEBUGGER_COUNT; d++)
        assert_ok(rsp_rehearse(&out->forecast, &out->arena, (rsp_debugger)d, &options));
    mannered_free(&stub);
}

static void rehearse(rehearsed *out, uint64_t manners) {
    rehearse_announcing(out, manners, NULL);
}

static void end(rehearsed *r) {
    rsp_manners_free(&r->manners);
    rsp_arena_free(&r->arena);
}

static const rsp_forecast_cell *cell(const rehearsed *r, rsp_debugger debugger, rsp_debugger_action action) {
    return &r->forecast.cells[debugger][action];
}

#define GDB(action) cell(&r, RSP_DEBUGGER_GDB, RSP_DEBUGGER_ACTION_##action)
#define LLDB(action) cell(&r, RSP_DEBUGGER_LLDB, RSP_DEBUGGER_ACTION_##action)
#define WORKS(where) assert_int_equal((where)->prediction, RSP_PREDICTION_WORKS)
#define BREAKS(where, text)                                           \
    do {                                                              \
        assert_int_equal((where)->prediction, RSP_PREDICTION_BREAKS); \
        assert_non_null(strstr((where)->why, text));                  \
    } while (0)

static void right_stub_works_but_for_what_it_lacks(void **state) {
    (void)state;
    rehearsed r;
    rehearse(&r, 0);
    WORKS(GDB(ATTACH));
    WORKS(GDB(REGISTERS));
    WORKS(GDB(MEMORY));
    WORKS(GDB(THREADS));
    WORKS(GDB(INTERRUPT));
    WORKS(GDB(KILL));
    BREAKS(GDB(WRITE_REGISTERS), "is read");
    BREAKS(GDB(BREAKPOINTS), "never stopped there");
    assert_int_equal(GDB(WRITE_MEMORY)->prediction, RSP_PREDICTION_ABSENT);
    BREAKS(GDB(DETACH), "doesn't know how to detach");
    assert_non_null(strstr(GDB(DETACH)->evidence, "-> $D#44\n"));
    end(&r);
}

static void gdb_steps_riscv_by_breakpoints(void **state) {
    (void)state;
    rehearsed r;
    rehearse(&r, 0);
    BREAKS(GDB(STEP), "breakpoint at the next instruction");
    end(&r);
}

/* As with simavr 1.6: it has neither qC nor qfThreadInfo, and LLDB goes on with a thread of its own making.
 */
static void lldb_needs_to_know_the_registers(void **state) {
    (void)state;
    rehearsed r;
    rehearse(&r, 0);
    WORKS(LLDB(ATTACH));
    WORKS(LLDB(MEMORY));
    assert_int_equal(LLDB(REGISTERS)->prediction, RSP_PREDICTION_ABSENT);
    assert_int_equal(LLDB(BREAKPOINTS)->prediction, RSP_PREDICTION_ABSENT);
    WORKS(LLDB(DETACH));
    end(&r);
}

static void an_error_to_the_list_of_threads_leaves_lldb_without_a_process(void **state) {
    (void)state;
    rehearsed r;
    rehearse(&r, ERRORS);
    BREAKS(LLDB(ATTACH), "finds no process");
    end(&r);
}

static void watchpoints_are_not_offered_without_Z2(void **state) {
    (void)state;
    rehearsed r;
    rehearse(&r, 0);
    assert_int_equal(GDB(WATCHPOINTS)->prediction, RSP_PREDICTION_ABSENT);
    end(&r);
}

static void greeting_is_dropped_by_gdb_and_taken_by_lldb(void **state) {
    (void)state;
    rehearsed r;
    rehearse(&r, GREETS);
    WORKS(GDB(ATTACH));
    assert_int_equal(LLDB(ATTACH)->prediction, RSP_PREDICTION_BREAKS);
    end(&r);
}

static void silence_to_unknown_packets_ends_gdb_at_its_question(void **state) {
    (void)state;
    rehearsed r;
    rehearse(&r, SILENT);
    BREAKS(GDB(ATTACH), "vMustReplyEmpty");
    BREAKS(GDB(MEMORY), "vMustReplyEmpty");
    end(&r);
}

static void an_error_to_unknown_packets_ends_gdb_too(void **state) {
    (void)state;
    rehearsed r;
    rehearse(&r, ERRORS);
    BREAKS(GDB(ATTACH), "vMustReplyEmpty -> E01");
    end(&r);
}

static void without_acknowledgments_nobody_attaches(void **state) {
    (void)state;
    static const uint64_t manners[] = {NO_PLUS, LATE_PLUS};
    for (size_t i = 0; i < RSP_ARRAY_LEN(manners); i++) {
        rehearsed r;
        rehearse(&r, manners[i]);
        assert_int_equal(GDB(ATTACH)->prediction, RSP_PREDICTION_BREAKS);
        assert_int_equal(LLDB(ATTACH)->prediction, RSP_PREDICTION_BREAKS);
        end(&r);
    }
}

static void bytes_between_packets_stop_lldb_only(void **state) {
    (void)state;
    rehearsed r;
    rehearse(&r, NEWLINES);
    WORKS(GDB(ATTACH));
    assert_int_equal(LLDB(ATTACH)->prediction, RSP_PREDICTION_BREAKS);
    end(&r);
}

static void damaged_packets_are_asked_for_again(void **state) {
    (void)state;
    rehearsed r;
    rehearse(&r, BAD_SUMS);
    WORKS(GDB(ATTACH));
    WORKS(GDB(REGISTERS));
    end(&r);
}

static void a_deaf_stub_breaks_the_interrupt(void **state) {
    (void)state;
    rehearsed r;
    rehearse(&r, DEAF_TO_INTERRUPT);
    BREAKS(GDB(INTERRUPT), "0x03 does not stop the program");
    WORKS(GDB(MEMORY));
    end(&r);
}

static void a_program_that_ends_is_not_interrupted(void **state) {
    (void)state;
    rehearsed r;
    rehearse(&r, ENDS);
    assert_int_equal(GDB(INTERRUPT)->prediction, RSP_PREDICTION_UNKNOWN);
    end(&r);
}

static void a_stub_without_a_program_is_not_attached(void **state) {
    (void)state;
    rehearsed r;
    rehearse(&r, WITHOUT_PROGRAM);
    BREAKS(GDB(ATTACH), "not running");
    end(&r);
}

static void one_shared_connection_is_not_ended(void **state) {
    (void)state;
    rehearsed r = {0};
    mannered stub;
    bool no_ack = false;
    rsp_error error = {0};
    mannered_init(&stub, 0);
    const rsp_manners_options look = {.open = mannered_open, .ctx = &stub, .run_program = true};
    assert_ok(rsp_manners_look(&r.manners, &look, &error));
    const rsp_rehearsal_options options = {
        .open = mannered_open, .ctx = &stub, .manners = &r.manners, .shared_no_ack = &no_ack};
    rsp_buf_clear(&stub.seen);
    assert_ok(rsp_rehearse(&r.forecast, &r.arena, RSP_DEBUGGER_GDB, &options));
    assert_int_equal(GDB(DETACH)->prediction, RSP_PREDICTION_UNKNOWN);
    assert_int_equal(GDB(KILL)->prediction, RSP_PREDICTION_UNKNOWN);
    assert_int_equal(rsp_bytes_search(rsp_buf_bytes(&stub.seen), RSP_LIT("\nD\n")), stub.seen.len);
    mannered_free(&stub);
    end(&r);
}

/* LLDB waits for its offers in vain, which takes all the time that it has. What has begun is judged. */
static void what_has_no_time_is_not_judged(void **state) {
    (void)state;
    rehearsed r = {0};
    mannered stub;
    rsp_error error = {0};
    mannered_init(&stub, DEAF_TO_OFFERS);
    const rsp_manners_options look = {.open = mannered_open, .ctx = &stub, .run_program = true};
    assert_ok(rsp_manners_look(&r.manners, &look, &error));
    rsp_rehearsal_options options = {.open = mannered_open, .ctx = &stub, .manners = &r.manners};
    assert_ok(rsp_rehearse(&r.forecast, &r.arena, RSP_DEBUGGER_LLDB, &options));
    WORKS(LLDB(ATTACH));
    WORKS(LLDB(MEMORY));
    options.budget_ns = RSP_NS_PER_MS;
    assert_ok(rsp_rehearse(&r.forecast, &r.arena, RSP_DEBUGGER_LLDB, &options));
    WORKS(LLDB(ATTACH));
    assert_int_equal(LLDB(MEMORY)->prediction, RSP_PREDICTION_UNKNOWN);
    assert_string_equal(LLDB(MEMORY)->why, RSP_FORECAST_LATE);
    assert_int_equal(LLDB(ATTACH)->newer, RSP_PREDICTION_UNKNOWN);
    mannered_free(&stub);
    end(&r);
}

/* Announced, x is the only way in which GDB 16 and later read memory; it is an empty reply here. */
static void gdb_16_reads_by_x_where_it_is_announced(void **state) {
    (void)state;
    rehearsed r;
    rehearse_announcing(&r, 0, "PacketSize=400;QStartNoAckMode+;qXfer:features:read+;binary-upload+");
    WORKS(GDB(MEMORY));
    assert_int_equal(GDB(MEMORY)->newer, RSP_PREDICTION_BREAKS);
    assert_string_equal(GDB(MEMORY)->newer_versions, "16 to 18");
    assert_int_equal(GDB(ATTACH)->newer, RSP_PREDICTION_UNKNOWN);
    end(&r);
}

/* LLDB 19 goes on without a reply to qSupported, LLDB 21 and later wait for it. Nothing else differs on this
 * stub. */
static void lldb_21_waits_for_the_reply_to_qsupported(void **state) {
    (void)state;
    rehearsed r;
    rehearse(&r, DEAF_TO_OFFERS);
    WORKS(LLDB(ATTACH));
    assert_int_equal(LLDB(ATTACH)->newer, RSP_PREDICTION_BREAKS);
    assert_int_equal(LLDB(MEMORY)->newer, RSP_PREDICTION_BREAKS);
    assert_int_equal(GDB(ATTACH)->newer, RSP_PREDICTION_UNKNOWN);
    assert_string_equal(LLDB(ATTACH)->newer_versions, "21 to 23");
    assert_string_equal(LLDB(MEMORY)->newer_versions, "21 to 23");
    end(&r);
    rehearse(&r, 0);
    for (unsigned d = 0; d < RSP_DEBUGGER_COUNT; d++)
        for (unsigned a = 0; a < RSP_DEBUGGER_ACTION_COUNT; a++)
            assert_int_equal(r.forecast.cells[d][a].newer, RSP_PREDICTION_UNKNOWN);
    end(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_stub_works_but_for_what_it_lacks),
        cmocka_unit_test(gdb_steps_riscv_by_breakpoints),
        cmocka_unit_test(lldb_needs_to_know_the_registers),
        cmocka_unit_test(an_error_to_the_list_of_threads_leaves_lldb_without_a_process),
        cmocka_unit_test(watchpoints_are_not_offered_without_Z2),
        cmocka_unit_test(greeting_is_dropped_by_gdb_and_taken_by_lldb),
        cmocka_unit_test(silence_to_unknown_packets_ends_gdb_at_its_question),
        cmocka_unit_test(an_error_to_unknown_packets_ends_gdb_too),
        cmocka_unit_test(without_acknowledgments_nobody_attaches),
        cmocka_unit_test(bytes_between_packets_stop_lldb_only),
        cmocka_unit_test(damaged_packets_are_asked_for_again),
        cmocka_unit_test(a_deaf_stub_breaks_the_interrupt),
        cmocka_unit_test(a_program_that_ends_is_not_interrupted),
        cmocka_unit_test(a_stub_without_a_program_is_not_attached),
        cmocka_unit_test(one_shared_connection_is_not_ended),
        cmocka_unit_test(what_has_no_time_is_not_judged),
        cmocka_unit_test(gdb_16_reads_by_x_where_it_is_announced),
        cmocka_unit_test(lldb_21_waits_for_the_reply_to_qsupported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

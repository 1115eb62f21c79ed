/* Matrices as data: cells in their order, JSON both ways, what changed, and where two captures part.
 * Texts come from strangers, also from a report that is read.
 * See interop/interop.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "in_folder.h"
#include "interop/interop.h"
#include "interop/leaves.h"
#include "record.h"
#include <rsp/frame.h>

static rsp_interop made(void) {
    static rsp_interop_party stubs[] = {{"one", "tcp:127.0.0.1:1", "", ""}, {"two", "exec:x", "", ""}};
    static rsp_interop_party debuggers[] = {{"gdb", "profile:gdb", "GNU gdb 13", ""}};
    static const char *actions[] = {"attach", "step", "load"};
    rsp_interop m = {.stubs = stubs,
                     .num_stubs = 2,
                     .debuggers = debuggers,
                     .num_debuggers = 1,
                     .actions = actions,
                     .num_actions = 3};
    assert_int_equal(rsp_interop_make(&m), RSP_OK);
    return m;
}

static void cells_are_found_and_counted(void **state) {
    (void)state;
    rsp_interop m = made();
    assert_int_equal(m.num_cells, 6);
    assert_string_equal(m.cells[4].stub, "two");
    assert_string_equal(m.cells[4].action, "step");
    rsp_interop_find(&m, "two", "gdb", "step")->verdict = RSP_INTEROP_BREAKS;
    rsp_interop_find(&m, "one", "gdb", "step")->verdict = RSP_INTEROP_WORKS;
    rsp_interop_cell *flaky = rsp_interop_find(&m, "one", "gdb", "load");
    flaky->verdict = RSP_INTEROP_BREAKS;
    flaky->flaky = true;
    assert_null(rsp_interop_find(&m, "one", "lldb", "step"));
    assert_int_equal(rsp_interop_count(&m, RSP_INTEROP_BREAKS), 1);
    assert_int_equal(rsp_interop_count(&m, RSP_INTEROP_NOT_TRIED), 3);
    assert_int_equal(rsp_interop_count_flaky(&m), 1);
    assert_int_equal(rsp_interop_letter(RSP_INTEROP_BREAKS, false), 'B');
    assert_int_equal(rsp_interop_letter(RSP_INTEROP_BREAKS, true), 'F');
    assert_string_equal(rsp_interop_verdict_name(99), "?");
    rsp_interop_free(&m);
}

static rsp_interop_part part_of(const rsp_interop *m, const char *name, const char *way) {
    return (rsp_interop_part){.matrix = m, .name = name, .way = way};
}

/* Each cell comes from the shard of its pair, also where another one has something to say of it. */
static void shards_join(void **state) {
    (void)state;
    rsp_interop shards[] = {made(), made()};
    const rsp_interop_part parts[] = {part_of(&shards[0], "2.json", ""), part_of(&shards[1], "1.json", "")};
    rsp_interop whole;
    rsp_error error = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(shards); i++) {
        shards[i].shard = (rsp_interop_shard){.number = 2 - i, .of = 2};
        shards[i].tool_version = "1";
        shards[i].started_at = i ? "2026-01-01" : "2026-01-02";
        shards[i].duration_ns = 5 + i;
        for (size_t c = 0; c < shards[i].num_cells; c++)
            shards[i].cells[c].verdict = i ? RSP_INTEROP_WORKS : RSP_INTEROP_BREAKS;
    }
    assert_int_equal(rsp_interop_num_own(&shards[0]), 3);
    assert_ok(rsp_interop_join(&whole, parts, 2, &error));
    assert_int_equal(whole.num_cells, 6);
    assert_int_equal(rsp_interop_find(&whole, "one", "gdb", "load")->verdict, RSP_INTEROP_WORKS);
    assert_int_equal(rsp_interop_find(&whole, "two", "gdb", "load")->verdict, RSP_INTEROP_BREAKS);
    assert_string_equal(whole.started_at, "2026-01-01");
    assert_string_equal(whole.tool_version, "1");
    assert_int_equal(whole.duration_ns, 6);
    assert_int_equal(whole.shard.of, 0);
    rsp_interop_free(&whole);
    shards[1].num_actions = 2;
    assert_int_equal(rsp_interop_join(&whole, parts, 2, &error), RSP_BAD_FILE);
    assert_non_null(strstr(error.msg, "other stubs, debuggers or actions"));
    shards[1].num_actions = 3;
    shards[1].tool_version = "2";
    assert_int_equal(rsp_interop_join(&whole, parts, 2, &error), RSP_BAD_FILE);
    shards[1].tool_version = "1";
    shards[1].num_cells = 2;
    assert_int_equal(rsp_interop_join(&whole, parts, 2, &error), RSP_BAD_FILE);
    assert_non_null(strstr(error.msg, "has no cell"));
    shards[1].shard.of = 0;
    assert_int_equal(rsp_interop_join(&whole, parts, 2, &error), RSP_BAD_FILE);
    assert_string_equal(error.where, "2.json");
    assert_string_equal(error.msg, "it is shard 2 of 2, and 1.json is a whole matrix; join the shards first");
    for (size_t i = 0; i < RSP_ARRAY_LEN(shards); i++)
        rsp_interop_free(&shards[i]);
}

/* --- whole matrices that become one --- */

/* Three reports: one and two by gdb; two by lldb, with another action; three by gdb. */
typedef struct reports {
    rsp_interop_party stubs[3], debuggers[3];
    const char *actions[3];
    rsp_interop matrices[3];
    rsp_interop_part parts[3];
} reports;

static void reports_open(reports *r) {
    static const rsp_interop_party gdb = {"gdb", "profile:gdb", "GDB 13", ""};
    *r = (reports){
        .stubs = {{"one", "exec:a", "", ""}, {"two", "exec:b", "", "gone"}, {"two", "exec:b", "x86", ""}},
        .debuggers = {gdb, {"lldb", "lldb-19", "", ""}, gdb},
        .actions = {"attach", "step", "load"}};
    for (size_t i = 0; i < 3; i++) {
        rsp_interop *m = &r->matrices[i];
        *m = (rsp_interop){.stubs = &r->stubs[i],
                           .num_stubs = 1,
                           .debuggers = &r->debuggers[i],
                           .num_debuggers = 1,
                           .actions = i == 1 ? &r->actions[1] : r->actions,
                           .num_actions = 2,
                           .tool_version = i == 2 ? "0.2" : "0.1",
                           .started_at = "2026",
                           .interrupted = i == 1};
        assert_ok(rsp_interop_make(m));
        for (size_t c = 0; c < m->num_cells; c++) {
            m->cells[c].verdict = RSP_INTEROP_WORKS;
            m->cells[c].tries = 1;
            m->cells[c].folder = "s/d/a";
        }
    }
    r->parts[0] = part_of(&r->matrices[0], "a.json", "job1/out");
    r->parts[1] = part_of(&r->matrices[1], "b.json", "job2/out");
    r->parts[2] = part_of(&r->matrices[2], "c.json", "");
}

static void reports_close(reports *r) {
    for (size_t i = 0; i < 3; i++)
        rsp_interop_free(&r->matrices[i]);
}

static void whole_matrices_join(void **state) {
    (void)state;
    reports r;
    rsp_interop whole;
    rsp_error error = {0};
    reports_open(&r);
    assert_ok(rsp_interop_join(&whole, r.parts, 3, &error));
    assert_int_equal(whole.num_stubs, 2);
    assert_int_equal(whole.num_debuggers, 2);
    assert_int_equal(whole.num_actions, 3);
    assert_int_equal(whole.num_cells, 12);
    assert_string_equal(whole.stubs[1].about, "x86"); /* some report knows it */
    assert_string_equal(whole.stubs[1].trouble, "gone");
    assert_string_equal(rsp_interop_find(&whole, "one", "gdb", "step")->folder, "job1/out/s/d/a");
    assert_string_equal(rsp_interop_find(&whole, "two", "lldb", "load")->folder, "job2/out/s/d/a");
    assert_string_equal(rsp_interop_find(&whole, "two", "gdb", "attach")->folder, "s/d/a");
    const rsp_interop_cell *nobody = rsp_interop_find(&whole, "one", "lldb", "step");
    assert_int_equal(nobody->verdict, RSP_INTEROP_NOT_TRIED);
    assert_string_equal(nobody->said, "none of the reports has this cell");
    assert_string_equal(whole.tool_version, "0.1, 0.2");
    assert_true(whole.interrupted);
    rsp_interop_free(&whole);
    reports_close(&r);
}

/* What was tried says more than what was not, and flaky is what differs from try to try. */
static void what_says_more_of_a_cell_is_taken(void **state) {
    (void)state;
    reports r;
    rsp_interop whole;
    rsp_error error = {0};
    reports_open(&r);
    r.stubs[1] = r.stubs[2];
    r.debuggers[1] = r.debuggers[2];
    r.matrices[1].cells[0].debugger = "gdb";
    r.matrices[1].cells[1].debugger = "gdb";
    r.matrices[1].cells[0].verdict = RSP_INTEROP_NOT_TRIED;
    assert_ok(rsp_interop_join(&whole, r.parts, 3, &error));
    assert_string_equal(rsp_interop_find(&whole, "two", "gdb", "step")->folder, "s/d/a");
    rsp_interop_free(&whole);
    r.matrices[1].cells[0].verdict = RSP_INTEROP_BREAKS;
    r.matrices[1].cells[0].flaky = true;
    assert_ok(rsp_interop_join(&whole, r.parts, 3, &error));
    assert_true(rsp_interop_find(&whole, "two", "gdb", "step")->flaky);
    rsp_interop_free(&whole);
    r.matrices[1].cells[0].flaky = false;
    assert_int_equal(rsp_interop_join(&whole, r.parts, 3, &error), RSP_BAD_FILE);
    assert_string_equal(error.where, "c.json");
    assert_string_equal(error.msg, "two, gdb, step: works here, breaks in b.json; leave one out");
    assert_int_equal(whole.num_cells, 0);
    reports_close(&r);
}

static void names_mean_one_thing(void **state) {
    (void)state;
    reports r;
    rsp_interop whole;
    rsp_error error = {0};
    reports_open(&r);
    r.stubs[2].given = "exec:c";
    assert_int_equal(rsp_interop_join(&whole, r.parts, 3, &error), RSP_BAD_FILE);
    assert_string_equal(error.where, "c.json");
    assert_string_equal(error.msg, "stub 'two' is 'exec:c' here, 'exec:b' in b.json; name them apart");
    r.stubs[2].given = "exec:b";
    r.debuggers[2].about = "GDB 16";
    assert_int_equal(rsp_interop_join(&whole, r.parts, 3, &error), RSP_BAD_FILE);
    assert_string_equal(error.msg, "debugger 'gdb' is 'GDB 16' here, 'GDB 13' in a.json; name them apart");
    r.debuggers[2].about = "avr-gdb 13";
    assert_ok(rsp_interop_join(&whole, r.parts, 3, &error));
    assert_string_equal(whole.debuggers[0].about, "GDB 13");
    rsp_interop_free(&whole);
    r.debuggers[2].about = "";
    assert_ok(rsp_interop_join(&whole, r.parts, 3, &error));
    rsp_interop_free(&whole);
    r.matrices[1].cells[1].stub = "nobody";
    assert_int_equal(rsp_interop_join(&whole, r.parts, 3, &error), RSP_BAD_FILE);
    assert_string_equal(error.where, "b.json");
    assert_string_equal(error.msg, "a cell of 'nobody', 'lldb', 'load', which it does not list");
    reports_close(&r);
}

/* 64 stubs fit, and one more does not. */
static void a_joint_matrix_has_limits(void **state) {
    (void)state;
    enum { NUM = RSP_INTEROP_MOST_NAMES + 1 };
    static char names[NUM][8];
    static rsp_interop_party stubs[NUM];
    static rsp_interop matrices[NUM];
    static rsp_interop_part parts[NUM];
    rsp_interop whole;
    rsp_error error = {0};
    for (size_t i = 0; i < NUM; i++) {
        (void)snprintf(names[i], sizeof names[i], "s%zu", i);
        stubs[i] = (rsp_interop_party){names[i], "exec:a", "", ""};
        matrices[i] = (rsp_interop){.stubs = &stubs[i], .num_stubs = 1};
        parts[i] = part_of(&matrices[i], names[i], "");
    }
    assert_ok(rsp_interop_join(&whole, parts, NUM - 1, &error));
    assert_int_equal(whole.num_stubs, RSP_INTEROP_MOST_NAMES);
    rsp_interop_free(&whole);
    assert_int_equal(rsp_interop_join(&whole, parts, NUM, &error), RSP_LIMIT);
    assert_string_equal(error.msg, "together they have more than 64 stubs");
}

static void too_many_cells_are_refused(void **state) {
    (void)state;
    rsp_interop m = {.num_stubs = RSP_INTEROP_MOST_NAMES + 1, .num_debuggers = 1, .num_actions = 1};
    assert_int_equal(rsp_interop_make(&m), RSP_LIMIT);
}

static void json_goes_both_ways(void **state) {
    (void)state;
    rsp_interop m = made();
    rsp_interop again = {0};
    rsp_buf json = {0};
    rsp_error error = {0};
    m.cells[1].verdict = RSP_INTEROP_BREAKS;
    m.cells[1].said = "<script>\x1b[31m \"stepi\"";
    m.cells[1].round_trips = 12;
    m.cells[1].flaky = true;
    assert_int_equal(rsp_interop_json(&json, &m), RSP_OK);
    assert_int_equal(rsp_interop_read(&again, rsp_buf_bytes(&json), &error), RSP_OK);
    assert_int_equal(again.num_cells, 6);
    assert_string_equal(again.stubs[1].name, "two");
    assert_string_equal(again.actions[2], "load");
    assert_int_equal(again.cells[1].verdict, RSP_INTEROP_BREAKS);
    assert_int_equal(again.cells[1].round_trips, 12);
    assert_true(again.cells[1].flaky);
    assert_null(strchr(again.cells[1].said, '\x1b'));
    assert_string_equal(again.cells[0].said, "");
    rsp_interop_free(&again);
    rsp_interop_free(&m);
    rsp_buf_free(&json);
}

static void what_is_no_matrix_is_refused(void **state) {
    (void)state;
#define HEAD "{\"format\": \"stubborn-interop\", \"format_version\": 1"
#define REST                                                                                            \
    ", \"duration_ns\": 1, \"interrupted\": false, \"stubs\": [], \"debuggers\": [], \"actions\": [], " \
    "\"cells\": [1]}"
    static const char *const wrong[] = {"",
                                        "[]",
                                        "{}",
                                        "{\"format\": \"stubborn-matrix\", \"format_version\": 1}",
                                        "{\"format\": \"stubborn-interop\", \"format_version\": 2}",
                                        HEAD "}",
                                        HEAD REST};
    for (size_t i = 0; i < RSP_ARRAY_LEN(wrong); i++) {
        rsp_interop m;
        rsp_error error = {0};
        assert_int_equal(rsp_interop_read(&m, rsp_bytes_str(wrong[i]), &error), RSP_BAD_FILE);
        assert_true(error.msg[0] != '\0');
        assert_int_equal(m.num_cells, 0);
    }
}

static void what_worked_and_does_not_is_worse(void **state) {
    (void)state;
    rsp_interop before = made();
    rsp_interop after = made();
    rsp_buf text = {0};
    before.cells[0].verdict = after.cells[1].verdict = RSP_INTEROP_WORKS;
    after.cells[0].verdict = before.cells[1].verdict = RSP_INTEROP_BREAKS;
    after.cells[0].said = "stepi: error";
    before.cells[2].verdict = after.cells[2].verdict = RSP_INTEROP_BREAKS;
    after.cells[2].flaky = true;
    before.cells[3].verdict = RSP_INTEROP_WORKS; /* and is not tried now */
    assert_int_equal(rsp_interop_compare(&text, &before, &after), 1);
    assert_string_equal(rsp_buf_cstr(&text), "worse   one, gdb, attach: breaks, was works; stepi: error\n"
                                             "better  one, gdb, step: works, was breaks\n"
                                             "changed one, gdb, load: flaky, was breaks\n"
                                             "1 worse, 1 better, 1 changed otherwise\n");
    rsp_buf_free(&text);
    rsp_interop_free(&before);
    rsp_interop_free(&after);
}

/* --- captures --- */

/* Packets in turns, from the debugger first; "" is the empty reply, NULL none. */
static void record(const char *path, uint64_t most, const char *const *talk, size_t num) {
    act_record r;
    rsp_error error = {0};
    uint64_t now = RSP_NS_PER_S;
    assert_int_equal(act_record_open(&r, path, most, 0, &error), RSP_OK);
    rsp_recorder_connect(&r.recorder, now);
    for (size_t i = 0; i < num; i++) {
        rsp_buf wire = {0};
        if (i % 2 == 1)
            rsp_buf_push(&wire, '+');
        if (talk[i])
            rsp_frame_packet(&wire, rsp_bytes_str(talk[i]));
        now += RSP_NS_PER_MS;
        rsp_recorder_piece(&r.recorder, i % 2 ? RSP_PROXY_STUB : RSP_PROXY_CLIENT, false, now,
                           rsp_buf_bytes(&wire));
        rsp_buf_free(&wire);
    }
    rsp_recorder_close(&r.recorder, RSP_PROXY_CLIENT, false, now);
    assert_int_equal(act_record_close(&r, &error), RSP_OK);
}
#define RECORD(path, ...)                                   \
    do {                                                    \
        static const char *const lines[] = {__VA_ARGS__};   \
        record(path, 1 << 20, lines, RSP_ARRAY_LEN(lines)); \
    } while (0)

static void the_first_worse_answer_is_where_they_part(void **state) {
    (void)state;
    rsp_arena arena = {0};
    RECORD("works", "qSupported", "PacketSize=100", "x0,0", "b", "jThreadsInfo", "[]", "?", "S05",
           "Z0,1000,4", "OK", "g", "0011");
    RECORD("breaks", "qSupported", "", "x0,0", "", "jThreadsInfo", "", "?", "S05", "Z0,2000,4", "E01", "g",
           "0011");
    RECORD("refused", "qSupported", "PacketSize=100", "?", "S05", "m0,4", "E14");
    assert_string_equal(rsp_leaves_find(&arena, "breaks", "works", RSP_LEAVES_SAME_DEBUGGER),
                        "exchange 5: Z0,2000,4 -> E01; there: Z0,1000,4 -> OK");
    assert_string_equal(rsp_leaves_find(&arena, "works", "works", RSP_LEAVES_SAME_DEBUGGER), "");
    assert_string_equal(rsp_leaves_find(&arena, "refused", "works", RSP_LEAVES_SAME_STUB),
                        "exchange 3: m0,4 -> E14; there: not asked");
    assert_string_equal(rsp_leaves_find(&arena, "refused", "works", RSP_LEAVES_SAME_DEBUGGER), "");
    assert_string_equal(rsp_leaves_find(&arena, "missing", "works", RSP_LEAVES_SAME_STUB), "");
    rsp_arena_free(&arena);
}

static void a_full_capture_ends_with_a_whole_block(void **state) {
    (void)state;
    static const char *const talk[] = {"?", "S05", "g", "00112233445566778899", "m0,4", "00112233"};
    rsp_buf whole = {0};
    rsp_buf cut = {0};
    record("whole", 1 << 20, talk, RSP_ARRAY_LEN(talk));
    record("cut", 700, talk, RSP_ARRAY_LEN(talk));
    assert_int_equal(rsp_file_read(&whole, "whole", NULL), RSP_OK);
    assert_int_equal(rsp_file_read(&cut, "cut", NULL), RSP_OK);
    assert_true(cut.len <= 700 && cut.len < whole.len);
    rsp_arena arena = {0};
    RECORD("other", "?", NULL);
    assert_string_equal(rsp_leaves_find(&arena, "other", "cut", RSP_LEAVES_SAME_DEBUGGER),
                        "exchange 1: ? -> no answer; there: ? -> S05");
    rsp_arena_free(&arena);
    rsp_buf_free(&whole);
    rsp_buf_free(&cut);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_found_and_counted),
        cmocka_unit_test(shards_join),
        cmocka_unit_test(whole_matrices_join),
        cmocka_unit_test(what_says_more_of_a_cell_is_taken),
        cmocka_unit_test(names_mean_one_thing),
        cmocka_unit_test(a_joint_matrix_has_limits),
        cmocka_unit_test(too_many_cells_are_refused),
        cmocka_unit_test(json_goes_both_ways),
        cmocka_unit_test(what_is_no_matrix_is_refused),
        cmocka_unit_test(what_worked_and_does_not_is_worse),
        folder_test(the_first_worse_answer_is_where_they_part),
        folder_test(a_full_capture_ends_with_a_whole_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

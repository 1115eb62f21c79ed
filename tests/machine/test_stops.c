/* Breakpoints, steps, range steps, watchpoints, held threads: control of one process.
 * Programs are the bundled debuggees; addresses come from their symbols.
 * Source: the contracts of machine/process.h and thread.h. */
/* SPDX-License-Identifier: MIT */
#include "core/limits.h"
#include "machine_test.h"

static void breakpoint_in_a_function_stops_with_pc_at_it(void **state) {
    (void)state;
    rig r = rig_new("/bin/scratch");
    uint64_t work = rig_symbol(&r, "work");
    uint64_t before = word_at(r.p, work, 4);
    break_at(r.p, work);
    assert_int_equal(word_at(r.p, work, 4), before);
    for (unsigned hit = 0; hit < 10; hit++) {
        go(r.t);
        const rsp_machine_event *event = expect(&r, RSP_MACHINE_BREAK_SW);
        assert_int_equal(event->address, work);
        assert_int_equal(event->pid, rsp_process_pid(r.p));
        assert_int_equal(event->tid, rsp_thread_tid(r.t));
        assert_int_equal(reg_of(r.t, RSP_REG_PC), work);
        assert_int_equal(reg_of(r.t, RSP_REG_A0), hit);
        assert_int_equal(word_at(r.p, rig_symbol(&r, "counter"), 8), hit);
        assert_true(rsp_thread_is_held(r.t));
    }
    go(r.t);
    expect_exit(&r, 0);
    assert_null(rsp_machine_process(r.m, r.ran.event.pid));
    rig_free(&r);
}

static void insert_and_remove_keep_their_contract(void **state) {
    (void)state;
    rig r = rig_new("/bin/scratch");
    uint64_t work = rig_symbol(&r, "work");
    assert_ok(rsp_process_insert(r.p, RSP_STOP_BREAK_SW, work, 4));
    assert_ok(rsp_process_insert(r.p, RSP_STOP_BREAK_SW, work, 4));
    assert_int_equal(rsp_process_num_breakpoints(r.p), 1);
    assert_true(rsp_process_has_breakpoint(r.p, work));
    assert_ok(rsp_process_remove(r.p, RSP_STOP_BREAK_SW, work, 4));
    assert_int_equal(rsp_process_remove(r.p, RSP_STOP_BREAK_SW, work, 4), RSP_NOT_FOUND);
    assert_int_equal(rsp_process_insert(r.p, RSP_STOP_BREAK_SW, work + 1, 4), RSP_RANGE);
    /* One that is never reached takes its slot. */
    assert_ok(rsp_process_insert(r.p, RSP_STOP_BREAK_HW, work + 3, 2));
    assert_int_equal(rsp_process_num_breakpoints(r.p), 0);
    assert_ok(rsp_process_remove(r.p, RSP_STOP_BREAK_HW, work + 3, 2));
    assert_int_equal(rsp_process_insert(r.p, RSP_STOP_BREAK_SW, 16, 4), RSP_FAULT);
    assert_int_equal(rsp_process_insert(r.p, RSP_STOP_BREAK_SW, UINT64_MAX - 3, 4), RSP_FAULT);
    assert_int_equal(rsp_process_insert(r.p, RSP_STOP_WATCH_WRITE, work, 0), RSP_RANGE);
    assert_int_equal(rsp_process_insert(r.p, RSP_STOP_WATCH_WRITE, work, RSP_LIMIT_MACHINE_WATCH_BYTES + 1),
                     RSP_RANGE);
    assert_ok(rsp_process_insert(r.p, RSP_STOP_WATCH_WRITE, work, RSP_LIMIT_MACHINE_WATCH_BYTES));
    assert_int_equal(rsp_process_insert(r.p, RSP_STOP_WATCH_WRITE, UINT64_MAX, 8), RSP_RANGE);
    assert_int_equal(rsp_process_remove(r.p, RSP_STOP_WATCH_WRITE, work, 8), RSP_NOT_FOUND);
    assert_int_equal(rsp_process_remove(r.p, RSP_STOP_BREAK_HW, work, 4), RSP_NOT_FOUND);
    rig_free(&r);
}

static void a_step_executes_the_instruction_under_a_breakpoint(void **state) {
    (void)state;
    rig r = rig_new("/bin/scratch");
    uint64_t work = rig_symbol(&r, "work");
    break_at(r.p, work);
    go(r.t);
    (void)expect(&r, RSP_MACHINE_BREAK_SW);
    uint64_t sp = reg_of(r.t, RSP_REG_SP);
    step(r.t);
    (void)expect(&r, RSP_MACHINE_STEP);
    assert_int_equal(reg_of(r.t, RSP_REG_PC), work + 4);
    assert_true(reg_of(r.t, RSP_REG_SP) < sp); /* the prologue made room */
    assert_int_equal(r.ran.insns, 1);
    rig_free(&r);
}

static void hit_here_decides_about_the_breakpoint_at_pc(void **state) {
    (void)state;
    rig r = rig_new("/bin/scratch");
    uint64_t work = rig_symbol(&r, "work");
    break_at(r.p, work);
    go(r.t);
    (void)expect(&r, RSP_MACHINE_BREAK_SW);
    assert_ok(rsp_thread_resume(r.t, &(rsp_resume){.hit_here = true}));
    (void)expect(&r, RSP_MACHINE_BREAK_SW);
    assert_int_equal(r.ran.insns, 0);
    assert_ok(rsp_thread_resume(r.t, &(rsp_resume){.kind = RSP_RESUME_STEP, .hit_here = true}));
    (void)expect(&r, RSP_MACHINE_BREAK_SW);
    go(r.t);
    (void)expect(&r, RSP_MACHINE_BREAK_SW);
    assert_true(r.ran.insns > 10);
    rig_free(&r);
}

static void hardware_breakpoints_are_few_and_come_back(void **state) {
    (void)state;
    rig r = rig_new("/bin/scratch");
    uint64_t work = rig_symbol(&r, "work");
    for (uint64_t i = 0; i < 4; i++)
        assert_ok(rsp_process_insert(r.p, RSP_STOP_BREAK_HW, work + 4 * i, 4));
    assert_ok(rsp_process_insert(r.p, RSP_STOP_BREAK_HW, work, 4));
    assert_int_equal(rsp_process_insert(r.p, RSP_STOP_BREAK_HW, work + 16, 4), RSP_LIMIT);
    for (uint64_t i = 0; i < 4; i++) {
        go(r.t);
        assert_int_equal(expect(&r, RSP_MACHINE_BREAK_HW)->address, work + 4 * i);
    }
    for (uint64_t i = 0; i < 4; i++)
        assert_ok(rsp_process_remove(r.p, RSP_STOP_BREAK_HW, work + 4 * i, 4));
    assert_ok(rsp_process_insert(r.p, RSP_STOP_BREAK_HW, rig_symbol(&r, "tail"), 4));
    go(r.t);
    (void)expect(&r, RSP_MACHINE_BREAK_HW);
    go(r.t);
    expect_exit(&r, 0);
    rig_free(&r);
}

static void expect_watch(rig *r, uint64_t address, rsp_trap_kind kind) {
    go(r->t);
    const rsp_machine_event *event = expect(r, RSP_MACHINE_WATCH);
    assert_int_equal(event->address, address);
    assert_int_equal(event->watch, kind);
}

static void a_write_watchpoint_sees_every_write_and_no_read(void **state) {
    (void)state;
    rig r = rig_new("/bin/watch");
    go_to(&r, "start_watching");
    uint64_t watched = rig_symbol(&r, "watched");
    assert_ok(rsp_process_insert(r.p, RSP_STOP_WATCH_WRITE, watched, 8));
    const uint64_t values[] = {1, 2, 2};
    for (size_t i = 0; i < RSP_ARRAY_LEN(values); i++) {
        expect_watch(&r, watched, RSP_STOP_WATCH_WRITE);
        assert_int_equal(word_at(r.p, watched, 8), values[i]); /* the write is done */
    }
    go(r.t);
    expect_exit(&r, 0);
    rig_free(&r);
}

static void read_and_access_watchpoints_see_what_they_should(void **state) {
    (void)state;
    rig r = rig_new("/bin/watch");
    go_to(&r, "start_watching");
    uint64_t watched = rig_symbol(&r, "watched"), array = rig_symbol(&r, "array");
    assert_ok(rsp_process_insert(r.p, RSP_STOP_WATCH_READ, watched, 8));
    assert_ok(rsp_process_insert(r.p, RSP_STOP_WATCH_ACCESS, array + 12, 8));
    expect_watch(&r, watched, RSP_STOP_WATCH_READ);
    expect_watch(&r, watched, RSP_STOP_WATCH_READ);
    expect_watch(&r, array + 12, RSP_STOP_WATCH_ACCESS);
    expect_watch(&r, array + 16, RSP_STOP_WATCH_ACCESS);
    assert_ok(rsp_process_remove(r.p, RSP_STOP_WATCH_ACCESS, array + 12, 8));
    uint64_t narrow = rig_symbol(&r, "narrow");
    assert_ok(rsp_process_insert(r.p, RSP_STOP_WATCH_WRITE, narrow + 1, 2));
    expect_watch(&r, narrow + 1, RSP_STOP_WATCH_WRITE);
    expect_watch(&r, narrow + 2, RSP_STOP_WATCH_WRITE);
    expect_watch(&r, watched, RSP_STOP_WATCH_READ); /* main's last look */
    go(r.t);
    expect_exit(&r, 0);
    rig_free(&r);
}

static void watchpoints_are_few(void **state) {
    (void)state;
    rig r = rig_new("/bin/watch");
    uint64_t array = rig_symbol(&r, "array");
    for (uint64_t i = 0; i < 4; i++)
        assert_ok(rsp_process_insert(r.p, RSP_STOP_WATCH_READ, array + 4 * i, 4));
    assert_int_equal(rsp_process_insert(r.p, RSP_STOP_WATCH_WRITE, array, 4), RSP_LIMIT);
    assert_ok(rsp_process_remove(r.p, RSP_STOP_WATCH_READ, array, 4));
    assert_ok(rsp_process_insert(r.p, RSP_STOP_WATCH_WRITE, array, 4));
    rig_free(&r);
}

/* A step onto a watched access reports the watchpoint, and the next goes on from behind it. */
static void a_step_that_hits_a_watchpoint_reports_it(void **state) {
    (void)state;
    rig r = rig_new("/bin/watch");
    go_to(&r, "touch");
    uint64_t watched = rig_symbol(&r, "watched");
    assert_ok(rsp_process_insert(r.p, RSP_STOP_WATCH_WRITE, watched, 8));
    unsigned steps = 0;
    uint64_t pc;
    do {
        pc = reg_of(r.t, RSP_REG_PC);
        step(r.t);
        (void)next_event(&r);
    } while (r.ran.event.kind == RSP_MACHINE_STEP && ++steps < 100);
    assert_int_equal(r.ran.event.kind, RSP_MACHINE_WATCH);
    assert_int_equal(reg_of(r.t, RSP_REG_PC), pc + 4);
    step(r.t);
    (void)expect(&r, RSP_MACHINE_STEP);
    rig_free(&r);
}

static void a_range_step_stays_until_pc_leaves(void **state) {
    (void)state;
    rig r = rig_new("/bin/scratch");
    go_to(&r, "tail");
    uint64_t tail = rig_symbol(&r, "tail"), ra = reg_of(r.t, 1);
    assert_ok(rsp_thread_resume(
        r.t, &(rsp_resume){.kind = RSP_RESUME_RANGE_STEP, .start = tail, .end = tail + 0x100}));
    (void)expect(&r, RSP_MACHINE_RANGE_STEP);
    assert_int_equal(reg_of(r.t, RSP_REG_PC), ra); /* the first pc outside: the caller */
    assert_ok(rsp_thread_resume(r.t, &(rsp_resume){.kind = RSP_RESUME_RANGE_STEP})); /* empty: one step */
    (void)expect(&r, RSP_MACHINE_RANGE_STEP);
    assert_int_equal(r.ran.insns, 1);
    assert_int_equal(
        rsp_thread_resume(r.t, &(rsp_resume){.kind = RSP_RESUME_RANGE_STEP, .start = 8, .end = 4}),
        RSP_RANGE);
    rig_free(&r);
}

static void a_breakpoint_inside_ends_a_range_step(void **state) {
    (void)state;
    rig r = rig_new("/bin/scratch");
    go_to(&r, "tail");
    uint64_t tail = rig_symbol(&r, "tail");
    break_at(r.p, tail + 12);
    assert_ok(rsp_thread_resume(
        r.t, &(rsp_resume){.kind = RSP_RESUME_RANGE_STEP, .start = tail, .end = tail + 0x100}));
    assert_int_equal(expect(&r, RSP_MACHINE_BREAK_SW)->address, tail + 12);
    rig_free(&r);
}

static void held_threads_execute_nothing(void **state) {
    (void)state;
    rig r = rig_new("/bin/spin");
    uint64_t spins = rig_symbol(&r, "spins");
    const rsp_machine_run_limits limits = {.budget_insns = 10000};
    go(r.t);
    assert_int_equal(rsp_thread_resume(r.t, &(rsp_resume){0}), RSP_UNEXPECTED);
    assert_int_equal(rsp_thread_set_reg(r.t, 5, 1), RSP_UNEXPECTED);
    rsp_machine_run(r.m, &r.ran, &limits);
    assert_int_equal(r.ran.ended, RSP_RAN_BUDGET);
    assert_int_equal(r.ran.insns, 10000);
    assert_ok(rsp_thread_hold(r.t));
    uint64_t before = word_at(r.p, spins, 8);
    assert_true(before > 100);
    rsp_machine_run(r.m, &r.ran, &limits);
    assert_int_equal(r.ran.ended, RSP_RAN_IDLE);
    assert_int_equal(r.ran.insns, 0);
    assert_int_equal(word_at(r.p, spins, 8), before);
    go(r.t);
    rsp_machine_run(r.m, &r.ran, &limits);
    assert_true(word_at(r.p, spins, 8) > before);
    uint8_t one = 1;
    assert_int_equal(rsp_process_write(r.p, rig_symbol(&r, "stop"), rsp_bytes_make(&one, 1)), 1);
    expect_exit(&r, 0);
    rig_free(&r);
}

static void written_registers_are_what_the_program_sees(void **state) {
    (void)state;
    rig r = rig_new("/bin/scratch");
    go_to(&r, "work");
    assert_ok(rsp_thread_set_reg(r.t, RSP_REG_A0, 4000));
    assert_ok(rsp_thread_set_reg(r.t, 0, 77));
    assert_int_equal(rsp_thread_set_reg(r.t, RSP_NUM_REGS, 0), RSP_RANGE);
    assert_int_equal(reg_of(r.t, 0), 0);
    uint64_t ra = reg_of(r.t, 1);
    break_at(r.p, ra);
    go(r.t);
    (void)expect(&r, RSP_MACHINE_BREAK_SW);
    assert_int_equal(word_at(r.p, rig_symbol(&r, "scratch") + 4000, 1), 4000 & 0xff);
    assert_int_equal(reg_of(r.t, RSP_REG_A0), 2);
    rig_free(&r);
}

static void code_written_by_the_debugger_is_executed(void **state) {
    (void)state;
    rig r = rig_new("/bin/scratch");
    go_to(&r, "work");
    uint64_t work = rig_symbol(&r, "work");
    static const uint8_t code[] = {0x13, 0x05, 0x70, 0x00, 0x67, 0x80, 0x00, 0x00}; /* li a0, 7; ret */
    assert_int_equal(rsp_process_write(r.p, work, rsp_bytes_make(code, sizeof code)), sizeof code);
    uint64_t ra = reg_of(r.t, 1);
    break_at(r.p, ra);
    go(r.t);
    (void)expect(&r, RSP_MACHINE_BREAK_SW);
    assert_int_equal(reg_of(r.t, RSP_REG_A0), 7);
    rig_free(&r);
}

static void memory_ends_where_its_mapping_ends(void **state) {
    (void)state;
    rig r = rig_new("/bin/scratch");
    go_to(&r, "work");
    uint64_t edge = word_at(r.p, rig_symbol(&r, "edge"), 8);
    uint8_t bytes[64];
    assert_int_equal(rsp_process_read(r.p, bytes, edge - 8, 64), 8);
    assert_memory_equal(bytes, "\x23\x24\x2a\x7d\x7c\x03\x00\xff", 8);
    assert_int_equal(rsp_process_read(r.p, bytes, edge, 1), 0);
    assert_int_equal(rsp_process_write(r.p, edge - 4, rsp_bytes_make(bytes, 8)), 4);
    assert_int_equal(rsp_process_read(r.p, bytes, UINT64_MAX, 2), 0);
    rsp_region region;
    rsp_process_region(r.p, &region, edge - 1);
    assert_true(region.mapped);
    assert_int_equal(region.start + region.size, edge);
    assert_int_equal(region.perms, RSP_PERM_R | RSP_PERM_W);
    rsp_process_region(r.p, &region, edge);
    assert_false(region.mapped);
    assert_int_equal(region.start, edge);
    rig_free(&r);
}

static void regions_cover_all_addresses(void **state) {
    (void)state;
    rig r = rig_new("/bin/scratch");
    rsp_region region;
    uint64_t at = 0;
    bool stack = false, text = false;
    unsigned num = 0;
    do {
        rsp_process_region(r.p, &region, at);
        assert_int_equal(region.start, at);
        assert_true(region.size > 0);
        stack = stack || rsp_bytes_equal(region.name, RSP_LIT("[stack]"));
        text = text || (region.perms == (RSP_PERM_R | RSP_PERM_X) &&
                        rsp_bytes_equal(region.name, RSP_LIT("/bin/scratch")));
        at += region.size;
    } while (at != 0 && ++num < 100);
    assert_int_equal(at, 0);
    assert_true(stack && text);
    rig_free(&r);
}

static void allocated_pages_can_be_used_and_released(void **state) {
    (void)state;
    rig r = rig_new("/bin/hello");
    uint64_t a = 0, b = 0;
    assert_ok(rsp_process_alloc(r.p, &a, 5000, RSP_PERM_R | RSP_PERM_W));
    assert_ok(rsp_process_alloc(r.p, &b, 1, RSP_PERM_R | RSP_PERM_W));
    assert_int_equal(rsp_process_write(r.p, a, RSP_LIT("hello")), 5);
    assert_int_equal(word_at(r.p, a + 8191, 1), 0);
    rsp_region region;
    rsp_process_region(r.p, &region, a);
    assert_int_equal(region.size, 8192);
    assert_int_equal(rsp_process_release(r.p, a + 4096), RSP_NOT_FOUND);
    assert_ok(rsp_process_release(r.p, a));
    assert_int_equal(rsp_process_release(r.p, a), RSP_NOT_FOUND);
    assert_ok(rsp_process_release(r.p, b));
    assert_int_equal(rsp_process_alloc(r.p, &a, 0, RSP_PERM_R), RSP_RANGE);
    assert_int_equal(rsp_process_alloc(r.p, &a, 1, 8), RSP_RANGE);
    assert_int_equal(rsp_process_alloc(r.p, &a, UINT64_MAX, RSP_PERM_R), RSP_RANGE);
    rig_free(&r);
}

/* The program of halves.c, held at its function walk. */
static rig walking(rsp_machine_file *file) {
    *file = (rsp_machine_file){.path = "/bin/halves", .bytes = load_file(HALVES_PROGRAM)};
    rsp_machine_options options = rsp_machine_options_default();
    options.files = file;
    options.num_files = 1;
    rig r = rig_with(file->path, NULL, &options);
    uint64_t walk = symbol_of(file->bytes, "walk");
    break_at(r.p, walk);
    go(r.t);
    assert_int_equal(expect(&r, RSP_MACHINE_BREAK_SW)->address, walk);
    assert_ok(rsp_process_remove(r.p, RSP_STOP_BREAK_SW, walk, 4));
    return r;
}

static void walked(rig *r, rsp_machine_file *file, const char *output) {
    expect_exit(r, 0);
    assert_bytes(rsp_buf_bytes(&r->output), rsp_bytes_str(output));
    rig_free(r);
    free((void *)(uintptr_t)file->bytes.ptr);
}

static void steps_go_by_two_or_four_bytes(void **state) {
    (void)state;
    rsp_machine_file file;
    rig r = walking(&file);
    static const struct {
        const char *label;
        unsigned behind;
        uint64_t a0;
    } places[] = {{"short_one", 0, 0},     {"wide_one", 0, 1},     {"wide_one", 4, 101},
                  {"short_call", 0, 101},  {"straddling", 0, 101}, {"behind", 0, 1101},
                  {"short_call", 2, 1101}, {"short_call", 4, 1103}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(places); i++) {
        uint64_t at = symbol_of(file.bytes, places[i].label) + places[i].behind;
        for (unsigned steps = 0; reg_of(r.t, RSP_REG_PC) != at && steps < 4; steps++) {
            step(r.t);
            (void)expect(&r, RSP_MACHINE_STEP);
            assert_int_equal(r.ran.insns, 1);
        }
        assert_int_equal(reg_of(r.t, RSP_REG_A0), places[i].a0);
    }
    assert_int_equal(reg_of(r.t, 1), symbol_of(file.bytes, "short_call") + 2);
    go(r.t);
    walked(&r, &file, "walked 1103\nwalked 1103\n");
}

static void breakpoints_stand_at_every_second_byte(void **state) {
    (void)state;
    static const char *const labels[] = {"short_one", "wide_one", "short_call", "straddling", "behind"};
    for (unsigned kind = RSP_STOP_BREAK_SW; kind <= RSP_STOP_BREAK_HW; kind++) {
        rsp_machine_file file;
        rig r = walking(&file);
        for (size_t i = 0; i < RSP_ARRAY_LEN(labels) - kind; i++)
            assert_ok(rsp_process_insert(r.p, (rsp_trap_kind)kind, symbol_of(file.bytes, labels[i]), 2));
        for (size_t i = 0; i < RSP_ARRAY_LEN(labels) - kind; i++) {
            go(r.t);
            (void)expect(&r, kind == RSP_STOP_BREAK_SW ? RSP_MACHINE_BREAK_SW : RSP_MACHINE_BREAK_HW);
            assert_int_equal(reg_of(r.t, RSP_REG_PC), symbol_of(file.bytes, labels[i]));
        }
        for (size_t i = 0; i < RSP_ARRAY_LEN(labels) - kind; i++)
            assert_ok(rsp_process_remove(r.p, (rsp_trap_kind)kind, symbol_of(file.bytes, labels[i]), 2));
        go(r.t);
        walked(&r, &file, "walked 1103\nwalked 1103\n");
    }
}

/* Memory never holds a breakpoint, so that one within an instruction can't cut it: nothing stops there. */
static void a_breakpoint_within_an_instruction_changes_nothing(void **state) {
    (void)state;
    rsp_machine_file file;
    rig r = walking(&file);
    uint64_t wide = symbol_of(file.bytes, "wide_one"), straddling = symbol_of(file.bytes, "straddling");
    assert_int_equal(straddling & 4095, 4094);
    break_at(r.p, wide + 2);
    break_at(r.p, straddling + 2);
    step(r.t);
    (void)expect(&r, RSP_MACHINE_STEP);
    go(r.t);
    walked(&r, &file, "walked 1103\nwalked 1103\n");
}

static void both_halves_of_an_instruction_can_be_rewritten(void **state) {
    (void)state;
    static const uint8_t two_hundred[] = {0x85, 0x0c}; /* the upper half of addi a0, a0, 200 */
    rsp_machine_file file;
    rig r = walking(&file);
    uint64_t wide = symbol_of(file.bytes, "wide_one"), straddling = symbol_of(file.bytes, "straddling");
    break_at(r.p, symbol_of(file.bytes, "walk"));
    go(r.t); /* once with the old ones */
    (void)expect(&r, RSP_MACHINE_BREAK_SW);
    rsp_bytes upper = rsp_bytes_make(two_hundred, sizeof two_hundred);
    assert_int_equal(rsp_process_write(r.p, wide + 2, upper), 2);
    assert_int_equal(rsp_process_write(r.p, straddling + 2, upper), 2);
    go(r.t);
    walked(&r, &file, "walked 1103\nwalked 403\n");
}

/* Any way of cutting a run into budgets takes the same course; another seed takes another one. */
static uint64_t course(uint64_t seed, uint64_t budget) {
    rsp_machine_options options = program_options();
    options.seed = seed;
    options.quantum_insns = 50;
    rig r = rig_with("/bin/atomics", NULL, &options);
    go(r.t);
    do {
        rsp_machine_run(r.m, &r.ran, &(rsp_machine_run_limits){.budget_insns = budget});
        assert_true(r.ran.insns <= budget);
    } while (r.ran.event.kind != RSP_MACHINE_EXIT);
    uint64_t hash = rsp_machine_trace_hash(r.m);
    rig_free(&r);
    return hash;
}

static void the_same_seed_takes_the_same_course(void **state) {
    (void)state;
    uint64_t whole = course(1, UINT64_MAX);
    assert_int_equal(course(1, 1000), whole);
    assert_int_equal(course(1, 7), whole);
    assert_int_equal(course(1, 1), whole);
    assert_int_not_equal(course(2, UINT64_MAX), whole);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(breakpoint_in_a_function_stops_with_pc_at_it),
        cmocka_unit_test(insert_and_remove_keep_their_contract),
        cmocka_unit_test(a_step_executes_the_instruction_under_a_breakpoint),
        cmocka_unit_test(hit_here_decides_about_the_breakpoint_at_pc),
        cmocka_unit_test(hardware_breakpoints_are_few_and_come_back),
        cmocka_unit_test(a_write_watchpoint_sees_every_write_and_no_read),
        cmocka_unit_test(read_and_access_watchpoints_see_what_they_should),
        cmocka_unit_test(watchpoints_are_few),
        cmocka_unit_test(a_step_that_hits_a_watchpoint_reports_it),
        cmocka_unit_test(a_range_step_stays_until_pc_leaves),
        cmocka_unit_test(a_breakpoint_inside_ends_a_range_step),
        cmocka_unit_test(held_threads_execute_nothing),
        cmocka_unit_test(written_registers_are_what_the_program_sees),
        cmocka_unit_test(code_written_by_the_debugger_is_executed),
        cmocka_unit_test(memory_ends_where_its_mapping_ends),
        cmocka_unit_test(regions_cover_all_addresses),
        cmocka_unit_test(allocated_pages_can_be_used_and_released),
        cmocka_unit_test(steps_go_by_two_or_four_bytes),
        cmocka_unit_test(breakpoints_stand_at_every_second_byte),
        cmocka_unit_test(a_breakpoint_within_an_instruction_changes_nothing),
        cmocka_unit_test(both_halves_of_an_instruction_can_be_rewritten),
        cmocka_unit_test(the_same_seed_takes_the_same_course),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

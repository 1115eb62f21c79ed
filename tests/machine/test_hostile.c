/* Bad files, random code, exhausted memory and limits: an error or a signal, never our crash.
 * Everything random has a seed, and the same seed gives the same course.
 * Run under ASan and UBSan, which turn a mistake into a failure. */
/* SPDX-License-Identifier: MIT */
#include "machine_test.h"

#include "core/limits.h"
#include "core/mem.h"
#include "core/rng.h"

enum { E_TYPE = 16, E_MACHINE = 18, E_PHOFF = 32, E_FLAGS = 48, E_PHNUM = 56, PH_BYTES = 56 };
enum { P_TYPE = 0, P_FLAGS = 4, P_OFFSET = 8, P_VADDR = 16, P_FILESZ = 32, P_MEMSZ = 40 };

/* A copy of hello on the heap, so that reading past its end is seen. */
static uint8_t *hello_copy(size_t len) {
    rsp_bytes hello = program("/bin/hello");
    uint8_t *copy = malloc(len ? len : 1);
    assert_non_null(copy);
    memcpy(copy, hello.ptr, len < hello.len ? len : hello.len);
    return copy;
}

static void put(uint8_t *at, unsigned len, uint64_t value) {
    for (unsigned i = 0; i < len; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

static uint64_t get(const uint8_t *at, unsigned len) {
    uint64_t value = 0;
    for (unsigned i = 0; i < len; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

/* Launches the bytes and lets them run a little. */
static rsp_status try_file(const uint8_t *bytes, size_t len, rsp_error *error) {
    const rsp_machine_file file = {.path = "/bin/tried", .bytes = rsp_bytes_make(bytes, len)};
    rsp_machine_options options = {.files = &file, .num_files = 1, .max_pages = 2000};
    rsp_machine *m = rsp_machine_new(&options);
    rsp_process *p = NULL;
    rsp_machine_ran ran;
    *error = (rsp_error){0};
    rsp_status status =
        rsp_machine_launch(m, &p, &(rsp_launch){.path = "/bin/tried", .untraced = true}, error);
    if (!status)
        rsp_machine_run(m, &ran, &(rsp_machine_run_limits){.budget_insns = 2000, .until_ns = 1});
    rsp_machine_free(m);
    return status;
}

static void truncated_files_are_refused_or_run(void **state) {
    (void)state;
    size_t whole = program("/bin/hello").len;
    rsp_error error;
    for (size_t len = 0; len < whole; len += len < 400 ? 1 : 97) {
        uint8_t *copy = hello_copy(len);
        rsp_status status = try_file(copy, len, &error);
        free(copy);
        if (status) {
            assert_int_equal(status, RSP_BAD_FILE);
            assert_string_equal(error.where, "/bin/tried");
            assert_true(error.msg[0] != '\0');
        }
        assert_true(status || len > 4096);
    }
}

/* The first header of type PT_LOAD. */
static uint8_t *first_load(uint8_t *file) {
    uint8_t *at = file + get(file + E_PHOFF, 8);
    while (get(at, 4) != 1)
        at += PH_BYTES;
    return at;
}

static void foreign_files_are_refused_by_name(void **state) {
    (void)state;
    static const struct {
        const char *msg;
        unsigned offset, len;
        uint64_t value;
    } cases[] = {
        {"not an ELF file", 0, 1, 'X'},
        {"not a 64-bit ELF file", 4, 1, 1},
        {"not little-endian", 5, 1, 2},
        {"not for RISC-V", E_MACHINE, 2, 62},
        {"not an executable (ET_EXEC or ET_DYN)", E_TYPE, 2, 1},
        {"uses floating-point numbers of 128 bits; the machine is RV64GC", E_FLAGS, 4, 7},
        {"uses the ABI of 16 registers; the machine is RV64GC", E_FLAGS, 4, 8},
        {"no program headers", E_PHNUM, 2, 0},
    };
    size_t len = program("/bin/hello").len;
    rsp_error error;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        uint8_t *copy = hello_copy(len);
        put(copy + cases[i].offset, cases[i].len, cases[i].value);
        assert_int_equal(try_file(copy, len, &error), RSP_BAD_FILE);
        free(copy);
        if (cases[i].offset != 5) /* libelf has its own opinion about the other byte order */
            assert_string_equal(error.msg, cases[i].msg);
    }
}

static void bad_segments_are_refused_by_name(void **state) {
    (void)state;
    static const struct {
        const char *msg;
        unsigned offset, len;
        uint64_t value;
    } cases[] = {
        {"the path of its dynamic linker is damaged", P_TYPE, 4, 3},
        {"segment goes beyond the end of the file", P_OFFSET, 8, UINT64_MAX},
        {"segment goes beyond the end of the file", P_FILESZ, 8, UINT64_MAX},
        {"segment is larger in the file than in memory", P_MEMSZ, 8, 1},
        {"segment is outside of the address space", P_VADDR, 8, UINT64_MAX - 4095},
        {"segment is outside of the address space", P_VADDR, 8, UINT64_C(1) << 37},
        {"segment is outside of the address space", P_VADDR, 8, 0},
        {"segments need more memory than RSP_LIMIT_MACHINE_IMAGE_BYTES", P_MEMSZ, 8,
         RSP_LIMIT_MACHINE_IMAGE_BYTES + 1},
    };
    size_t len = program("/bin/hello").len;
    rsp_error error;
    for (size_t i = 0; i < RSP_ARRAY_LEN(cases); i++) {
        uint8_t *copy = hello_copy(len);
        uint8_t *header = first_load(copy);
        put(header + cases[i].offset, cases[i].len, cases[i].value);
        assert_int_equal(try_file(copy, len, &error), RSP_BAD_FILE);
        assert_string_equal(error.msg, cases[i].msg);
        assert_int_equal(error.offset, header - copy);
        free(copy);
    }
}

/* Program headers at the limit are taken, one more is not; the same for memory. */
static void limits_of_a_file_hold_at_the_limit_and_one_beyond(void **state) {
    (void)state;
    size_t len = program("/bin/hello").len;
    size_t room = len + (size_t)(RSP_LIMIT_MACHINE_SEGMENTS + 1) * PH_BYTES;
    rsp_error error;
    for (unsigned extra = 0; extra < 2; extra++) {
        uint8_t *copy = hello_copy(room);
        size_t num = (size_t)get(copy + E_PHNUM, 2);
        memset(copy + len, 0, room - len);
        memcpy(copy + len, copy + get(copy + E_PHOFF, 8), num * PH_BYTES);
        put(copy + E_PHOFF, 8, len);
        put(copy + E_PHNUM, 2, RSP_LIMIT_MACHINE_SEGMENTS + extra);
        assert_int_equal(try_file(copy, room, &error), extra ? RSP_BAD_FILE : RSP_OK);
        free(copy);
    }
}

static void the_memory_of_a_file_is_limited(void **state) {
    (void)state;
    size_t len = program("/bin/hello").len;
    rsp_error error;
    for (unsigned extra = 0; extra < 2; extra++) {
        uint8_t *copy = hello_copy(len);
        uint8_t *at = copy + get(copy + E_PHOFF, 8), *last = NULL;
        uint64_t others = 0;
        for (uint64_t i = 0; i < get(copy + E_PHNUM, 2); i++, at += PH_BYTES) {
            if (get(at, 4) != 1)
                continue;
            others += last ? get(last + P_MEMSZ, 8) : 0;
            last = at;
        }
        assert_non_null(last);
        if (last)
            put(last + P_MEMSZ, 8, RSP_LIMIT_MACHINE_IMAGE_BYTES - others + extra);
        assert_int_equal(try_file(copy, len, &error), extra ? RSP_BAD_FILE : RSP_OK);
        free(copy);
    }
}

static void mutated_files_do_no_harm(void **state) {
    (void)state;
    rsp_bytes whole = program("/bin/threads4");
    size_t len = whole.len;
    unsigned loaded = 0;
    rsp_rng rng;
    rsp_error error;
    rsp_rng_seed(&rng, 4);
    for (unsigned round = 0; round < 600; round++) {
        uint8_t *copy = malloc(len + 1);
        assert_non_null(copy);
        memcpy(copy, whole.ptr ? whole.ptr : copy, len);
        for (uint64_t i = rsp_rng_below(&rng, 6); i < 6; i++)
            copy[rsp_rng_below(&rng, round % 2 ? 400 : len)] = (uint8_t)rsp_rng_next(&rng);
        loaded += try_file(copy, len, &error) == RSP_OK;
        free(copy);
    }
    assert_true(loaded > 50 && loaded < 600);
}

/* A word of a kind that is often legal. */
static uint32_t random_word(rsp_rng *rng) {
    static const uint8_t opcodes[] = {0x13, 0x33, 0x1b, 0x3b, 0x03, 0x23, 0x2f,
                                      0x0f, 0x37, 0x17, 0x63, 0x6f, 0x67, 0x73};
    uint32_t word = (uint32_t)rsp_rng_next(rng);
    if (rsp_rng_below(rng, 16) == 0)
        return 0x73;
    if (rsp_rng_below(rng, 32) == 0)
        return word;
    if (rsp_rng_below(rng, 4) == 0)
        word &= 0x01ffffff;
    return (word & ~0x7fU) | opcodes[rsp_rng_below(rng, RSP_ARRAY_LEN(opcodes))];
}

/* Random registers: small numbers (system calls, counts), addresses, anything. */
static uint64_t random_value(rsp_rng *rng, const rsp_process *p) {
    switch (rsp_rng_below(rng, 4)) {
    case 0:
        return rsp_rng_below(rng, 300);
    case 1:
        return rsp_process_entry(p) + rsp_rng_below(rng, 4096);
    case 2:
        return (UINT64_C(1) << 38) - rsp_rng_below(rng, 100000);
    default:
        return rsp_rng_next(rng);
    }
}

/* One process of random code: answers every event by going on, at times with a step or a signal. */
static uint64_t random_course(uint64_t seed, bool traced, uint64_t *out_insns) {
    rsp_machine_options options = program_options();
    options.seed = seed;
    options.max_pages = 3000;
    options.max_processes = 12;
    options.max_threads = 30;
    options.quantum_insns = 200;
    rig r = rig_with("/bin/threads4", NULL, &options);
    rsp_rng rng;
    rsp_rng_seed(&rng, seed);
    uint64_t start = rsp_process_entry(r.p) & ~UINT64_C(4095);
    for (uint64_t at = start; at < start + 4096; at += 4) {
        uint8_t word[4];
        put(word, 4, random_word(&rng));
        if (traced || rsp_rng_below(&rng, 8) == 0) /* all of it, or some of a good program */
            (void)rsp_process_write(r.p, at, rsp_bytes_make(word, 4));
    }
    for (unsigned reg = 1; reg < 32 && traced; reg++)
        assert_ok(rsp_thread_set_reg(r.t, reg, random_value(&rng, r.p)));
    rsp_process_set_reports(r.p, (uint32_t)rsp_rng_below(&rng, 128));
    if (traced)
        go(r.t);
    else
        rsp_process_detach(r.p);
    for (unsigned i = 0; i < 1000; i++) {
        rsp_machine_run(r.m, &r.ran, &(rsp_machine_run_limits){.budget_insns = 200});
        rsp_thread *t = rsp_machine_thread(r.m, r.ran.event.tid);
        if (t && rsp_thread_is_held(t)) {
            if (r.ran.event.kind == RSP_MACHINE_SIGNAL) /* over the instruction that could not be executed */
                assert_ok(rsp_thread_set_reg(t, RSP_REG_PC, start + rsp_rng_below(&rng, 1024) * 4));
            assert_ok(rsp_thread_resume(t, &(rsp_resume){.kind = (rsp_resume_kind)rsp_rng_below(&rng, 2)}));
        }
    }
    uint64_t hash = rsp_machine_trace_hash(r.m);
    *out_insns += rsp_machine_insns(r.m);
    rig_free(&r);
    return hash;
}

static void random_code_does_no_harm_and_repeats_itself(void **state) {
    (void)state;
    uint64_t insns = 0;
    for (uint64_t seed = 1; seed <= 500; seed++) {
        uint64_t hash = random_course(seed, seed % 2, &insns);
        if (seed <= 20)
            assert_int_equal(random_course(seed, seed % 2, &insns), hash);
    }
    print_message("%llu instructions\n", (unsigned long long)insns);
    assert_true(insns > 100000);
}

/* Debugger operations that allocate, then a run to the end or to where memory is missing. */
static bool run_with_failure(const char *path, uint64_t fail_at, int from_then_on) {
    rsp_mem_fuzzed fuzzed;
    rsp_mem_fuzzed_init(&fuzzed, fail_at, from_then_on);
    rsp_machine_options options = program_options();
    options.mem = &fuzzed.mem;
    rsp_machine *m = rsp_machine_new(&options);
    rsp_process *p = NULL;
    if (m && rsp_machine_launch(m, &p, &(rsp_launch){.path = path}, NULL) == RSP_OK) {
        rsp_machine_ran ran;
        uint64_t scratch_page = 0;
        rsp_process_pass_signals(p, UINT64_MAX);
        rsp_process_set_reports(p, RSP_REPORT_FORK | RSP_REPORT_EXEC);
        const rsp_status statuses[] = {
            rsp_process_insert(p, RSP_STOP_BREAK_SW, rsp_process_entry(p) + 8, 4),
            rsp_process_insert(p, RSP_STOP_BREAK_HW, rsp_process_entry(p) + 4, 4),
            rsp_process_insert(p, RSP_STOP_WATCH_WRITE, 0x3ffffff000, 8),
            rsp_process_alloc(p, &scratch_page, 4096, RSP_PERM_R),
            rsp_machine_feed_stdin(m, RSP_LIT("input")),
        };
        for (size_t i = 0; i < RSP_ARRAY_LEN(statuses); i++)
            assert_true(statuses[i] == RSP_OK || statuses[i] == RSP_NO_MEMORY);
        go_all(p);
        for (unsigned i = 0; i < 200; i++) {
            rsp_machine_run(m, &ran, &(rsp_machine_run_limits){.budget_insns = 1000000});
            rsp_process *each = NULL;
            while ((each = rsp_machine_next_process(m, each)))
                go_all(each);
            if (rsp_machine_num_processes(m) == 0)
                break;
        }
    }
    rsp_machine_free(m);
    return fuzzed.count < fail_at;
}

static void missing_memory_is_survived_at_every_allocation(void **state) {
    (void)state;
    static const char *const paths[] = {"/bin/fork-exit", "/bin/vfork-exec", "/bin/thread-create",
                                        "/bin/signals"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(paths); i++) {
        uint64_t at = 1;
        while (!run_with_failure(paths[i], at, 0))
            at++;
        assert_true(at > 30);
        for (at = 1; at < 60; at += 3)
            (void)run_with_failure(paths[i], at, 1);
    }
}

/* How `path arg` ends under these options. */
static int ends_with(const char *path, const char *arg, rsp_machine_options options) {
    options.files = rsp_programs;
    options.num_files = rsp_num_programs;
    rig r = rig_with(path, arg, &options);
    rsp_process_pass_signals(r.p, UINT64_MAX);
    go(r.t);
    (void)next_event(&r);
    int code = r.ran.event.kind == RSP_MACHINE_EXIT     ? r.ran.event.code
               : r.ran.event.kind == RSP_MACHINE_KILLED ? 1000 + r.ran.event.code
                                                        : -1;
    rig_free(&r);
    return code;
}

static void limits_of_the_machine_hold_at_the_limit_and_one_beyond(void **state) {
    (void)state;
    assert_int_equal(ends_with("/bin/many-threads", "20", (rsp_machine_options){.max_threads = 21}), 0);
    assert_int_equal(ends_with("/bin/many-threads", "20", (rsp_machine_options){.max_threads = 20}), 2);
    assert_int_equal(ends_with("/bin/many-processes", "20", (rsp_machine_options){.max_processes = 21}), 0);
    assert_int_equal(ends_with("/bin/many-processes", "20", (rsp_machine_options){.max_processes = 20}), 1);
    /* pages: enough to load and start, but not for 64 KiB of scratch and the rest */
    assert_int_equal(ends_with("/bin/scratch", NULL, (rsp_machine_options){.max_pages = 60}), 0);
    assert_int_equal(ends_with("/bin/scratch", NULL, (rsp_machine_options){.max_pages = 9}), 1009);
}

static void limits_that_programs_meet_are_errors_to_them(void **state) {
    (void)state;
    rsp_bytes file = load_file(LIMITS_PROGRAM);
    const rsp_machine_file files[] = {{.path = "/bin/limits", .bytes = file}};
    rsp_machine_options options = {.files = files, .num_files = 1};
    rig r = rig_with("/bin/limits", NULL, &options);
    rsp_process_pass_signals(r.p, UINT64_MAX);
    go(r.t);
    expect_exit(&r, 0);
    static const char expected[] = "last descriptor 255\none more -24\nlongest path -2\nlonger -36\n"
                                   "pending 64\none more -11\nstrange exit signal 1\nregions 1\none more "
                                   "-12\nunmapped 0\ncode pages 1\n";
    rsp_bytes out = rsp_buf_bytes(&r.output);
    assert_bytes(rsp_bytes_sub(out, 0, sizeof expected - 1), RSP_LIT(expected));
    assert_bytes_lit(rsp_bytes_from(out, sizeof expected - 1 + RSP_LIMIT_MACHINE_OUTPUT_BYTES),
                     "\nwritten 65536\n");
    rig_free(&r);
    free((void *)(uintptr_t)file.ptr);
}

/* Watchpoints far apart, one after the other: what they leave behind is bounded. */
static void page_tables_are_limited(void **state) {
    (void)state;
    rig r = rig_new("/bin/hello");
    uint64_t at = 0, num = 0;
    rsp_status status;
    while ((status = rsp_process_insert(r.p, RSP_STOP_WATCH_WRITE, at, 1)) == RSP_OK) {
        assert_ok(rsp_process_remove(r.p, RSP_STOP_WATCH_WRITE, at, 1));
        at += UINT64_C(1) << 18;
        num++;
    }
    assert_int_equal(status, RSP_NO_MEMORY);
    assert_true(num > RSP_LIMIT_MACHINE_TABLES - 200 && num < RSP_LIMIT_MACHINE_TABLES);
    rig_free(&r);
}

static void arguments_are_limited(void **state) {
    (void)state;
    rsp_machine_options options = program_options();
    rsp_machine *m = rsp_machine_new(&options);
    rsp_process *p = NULL;
    static char text[RSP_LIMIT_MACHINE_ARG_BYTES + 1];
    memset(text, 'a', RSP_LIMIT_MACHINE_ARG_BYTES);
    const char *argv[] = {text, NULL};
    rsp_error error = {0};
    assert_int_equal(rsp_machine_launch(m, &p, &(rsp_launch){.path = "/bin/hello", .argv = argv}, &error),
                     RSP_LIMIT);
    assert_true(error.msg[0] != '\0');
    text[RSP_LIMIT_MACHINE_ARG_BYTES - 1] = '\0';
    assert_ok(rsp_machine_launch(m, &p, &(rsp_launch){.path = "/bin/hello", .argv = argv}, &error));
    assert_int_equal(strlen(rsp_process_arg(p, 0)), RSP_LIMIT_MACHINE_ARG_BYTES - 1);
    static uint8_t input[RSP_LIMIT_MACHINE_STDIN_BYTES + 1];
    assert_int_equal(rsp_machine_feed_stdin(m, rsp_bytes_make(input, sizeof input)), RSP_LIMIT);
    assert_ok(rsp_machine_feed_stdin(m, rsp_bytes_make(input, RSP_LIMIT_MACHINE_STDIN_BYTES)));
    assert_int_equal(rsp_machine_feed_stdin(m, rsp_bytes_make(input, 1)), RSP_LIMIT);
    rsp_machine_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(truncated_files_are_refused_or_run),
        cmocka_unit_test(foreign_files_are_refused_by_name),
        cmocka_unit_test(bad_segments_are_refused_by_name),
        cmocka_unit_test(limits_of_a_file_hold_at_the_limit_and_one_beyond),
        cmocka_unit_test(the_memory_of_a_file_is_limited),
        cmocka_unit_test(mutated_files_do_no_harm),
        cmocka_unit_test(random_code_does_no_harm_and_repeats_itself),
        cmocka_unit_test(missing_memory_is_survived_at_every_allocation),
        cmocka_unit_test(limits_of_the_machine_hold_at_the_limit_and_one_beyond),
        cmocka_unit_test(limits_that_programs_meet_are_errors_to_them),
        cmocka_unit_test(page_tables_are_limited),
        cmocka_unit_test(arguments_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

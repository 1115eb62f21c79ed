/* What the fuzz targets rely on: the counting allocator, parts of inputs, cuts that are the same each time.
 * A check that could not fail would make every target worthless.
 * See harness/fuzzing/targets/fuzz.h. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "../../harness/fuzzing/targets/counted_memory.h"
#include "../../harness/fuzzing/targets/seed_file.h"

#include "core/mem.h"
#include <sys/wait.h>
#include <unistd.h>

/* Whether `run` ends the process by a signal. */
static bool aborts(void (*run)(void)) {
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        (void)close(STDERR_FILENO);
        run();
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status != 0;
}

static void break_promise(void) {
    int one = 1;
    FUZZ_MUST(one == 2);
}

static void keep_promise(void) {
    int one = 1;
    FUZZ_MUST(one == 1);
}

static void eat_too_much(void) {
    fuzz_mem mem;
    fuzz_mem_init(&mem, 100, 0);
    rsp_mem_free(&mem.mem, rsp_mem_alloc(&mem.mem, 101));
}

static void must_aborts_only_when_it_does_not_hold(void **state) {
    (void)state;
    assert_true(aborts(break_promise));
    assert_false(aborts(keep_promise));
    assert_true(aborts(eat_too_much));
}

static void mem_counts_live_bytes_and_fails_where_asked(void **state) {
    (void)state;
    fuzz_mem mem;
    fuzz_mem_init(&mem, 100, 3);
    uint8_t *a = rsp_mem_alloc(&mem.mem, 60);
    uint8_t *b = rsp_mem_alloc(&mem.mem, 40);
    assert_non_null(a);
    assert_non_null(b);
    assert_int_equal(mem.live, 100);
    memset(a, 7, 60);
    assert_null(rsp_mem_realloc(&mem.mem, a, 10)); /* the third */
    a = rsp_mem_realloc(&mem.mem, a, 10);
    assert_int_equal(a[9], 7);
    assert_int_equal(mem.live, 50);
    rsp_mem_free(&mem.mem, a);
    rsp_mem_free(&mem.mem, b);
    rsp_mem_free(&mem.mem, NULL);
    assert_int_equal(mem.live, 0);
    assert_int_equal(mem.peak, 100);
}

static void parts_come_off_the_front_and_end_in_zeros(void **state) {
    (void)state;
    rsp_bytes in = RSP_LIT("\x01\x02\x03"
                           "abc");
    assert_int_equal(fuzz_take_number(&in, 2), 0x0201);
    assert_int_equal(fuzz_take_byte(&in), 3);
    assert_bytes_lit(fuzz_take(&in, 2), "ab");
    assert_int_equal(fuzz_take_number(&in, 8), 'c');
    assert_int_equal(fuzz_take_byte(&in), 0);
    assert_int_equal(fuzz_take(&in, 9).len, 0);
}

static void pieces_cover_the_whole_and_repeat(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed < 200; seed++) {
        uint64_t first = seed;
        uint64_t second = seed;
        for (size_t rest = 300; rest > 0;) {
            size_t len = fuzz_piece(&first, rest);
            assert_int_equal(len, fuzz_piece(&second, rest));
            assert_in_range(len, 1, rest);
            rest -= len;
        }
    }
}

static void seed_lines_are_read_as_they_were_written_and_others_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"",          "seed",       "seed a\t", "sown a",    "seed \\",
                                      "seed \\x4", "seed \\x4g", "seed \\q", "seed \x7f", "seedy a"};
    rsp_buf out = {0};
    assert_true(seed_line_read(&out, RSP_LIT("seed a\\x00\\n\\\\x41 ")));
    assert_memory_equal(out.ptr, "a\0\n\\x41 ", 8);
    assert_int_equal(out.len, 8);
    assert_true(seed_line_read(&out, RSP_LIT("grown ")));
    assert_int_equal(out.len, 0);
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++)
        assert_false(seed_line_read(&out, rsp_bytes_str(bad[i])));
    rsp_buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(must_aborts_only_when_it_does_not_hold),
        cmocka_unit_test(mem_counts_live_bytes_and_fails_where_asked),
        cmocka_unit_test(parts_come_off_the_front_and_end_in_zeros),
        cmocka_unit_test(pieces_cover_the_whole_and_repeat),
        cmocka_unit_test(seed_lines_are_read_as_they_were_written_and_others_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

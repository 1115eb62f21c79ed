/* A debugger without sense: random operations on programs with many processes and threads.
 * Nothing may crash or leak, held threads stand still, and the same seed takes the same course.
 * Run under ASan and UBSan. */
/* SPDX-License-Identifier: MIT */
#include "machine_test.h"

#include "core/rng.h"
#include "machine/reverse.h"

enum { SEEDS = 120, OPERATIONS = 400 };

typedef struct chaos {
    rsp_machine *m;
    rsp_rng rng;
    rsp_process *p; /* chosen for this operation */
    rsp_thread *t;
    uint64_t entry;
} chaos;

static uint64_t below(chaos *c, uint64_t bound) {
    return rsp_rng_below(&c->rng, bound);
}

/* Any process and one of its threads; false when there is none. */
static bool choose(chaos *c) {
    size_t num = rsp_machine_num_processes(c->m);
    c->p = NULL;
    for (uint64_t i = below(c, num) + 1; i > 0 && num; i--)
        c->p = rsp_machine_next_process(c->m, c->p);
    if (!c->p)
        return false;
    c->t = NULL;
    for (uint64_t i = below(c, rsp_process_num_threads(c->p)) + 1; i > 0; i--)
        c->t = rsp_process_next_thread(c->p, c->t);
    assert_non_null(c->t);
    assert_true(rsp_machine_thread(c->m, rsp_thread_tid(c->t)) == c->t);
    return true;
}

static uint64_t some_address(chaos *c) {
    if (below(c, 8) == 0)
        return rsp_rng_next(&c->rng);
    if (below(c, 3) == 0)
        return reg_of(c->t, RSP_REG_SP) + below(c, 256);
    if (below(c, 2))
        return reg_of(c->t, RSP_REG_PC) + 4 * below(c, 16);
    return c->entry + 4 * below(c, 2000);
}

/* Whatever the answer is, it is one of those that the contract names. */
static void any_of(rsp_status status, rsp_status a, rsp_status b) {
    assert_true(status == RSP_OK || status == a || status == b || status == RSP_RANGE);
}

static void op_resume(chaos *c) {
    rsp_resume how = {.kind = (rsp_resume_kind)below(c, 3), .hit_here = below(c, 4) == 0};
    how.start = reg_of(c->t, RSP_REG_PC);
    how.end = how.start + below(c, 64);
    if (below(c, 6) == 0)
        how.signal = (int)below(c, 65);
    any_of(rsp_thread_resume(c->t, &how), RSP_UNEXPECTED, RSP_UNEXPECTED);
}

static void op_resume_all(chaos *c) {
    go_all(c->p);
}

static void op_hold(chaos *c) {
    if (below(c, 2))
        any_of(rsp_thread_hold(c->t), RSP_REFUSED, RSP_REFUSED);
    else if (rsp_process_is_traced(c->p))
        rsp_process_hold(c->p);
}

static void op_attach(chaos *c) {
    any_of(rsp_process_attach(c->p), RSP_DUPLICATE, RSP_DUPLICATE);
}

static void op_detach(chaos *c) {
    rsp_process_detach(c->p);
}

static void op_kill(chaos *c) {
    if (below(c, 8) == 0)
        rsp_process_kill(c->p);
}

static void op_signal(chaos *c) {
    uint32_t tid = below(c, 2) ? rsp_thread_tid(c->t) : 0;
    int signal = (int)below(c, 66);
    if (signal != 9 || below(c, 4) == 0)
        any_of(rsp_machine_signal(c->m, rsp_process_pid(c->p), tid, signal), RSP_LIMIT, RSP_NO_MEMORY);
}

static void op_insert(chaos *c) {
    rsp_trap_kind kind = (rsp_trap_kind)below(c, 5);
    any_of(rsp_process_insert(c->p, kind, some_address(c), below(c, 16)), RSP_FAULT, RSP_LIMIT);
}

static void op_remove(chaos *c) {
    rsp_trap_kind kind = (rsp_trap_kind)below(c, 5);
    any_of(rsp_process_remove(c->p, kind, some_address(c), below(c, 16)), RSP_NOT_FOUND, RSP_NOT_FOUND);
}

static void op_register(chaos *c) {
    unsigned reg = (unsigned)below(c, 34);
    uint64_t value = reg == RSP_REG_PC ? some_address(c) : rsp_rng_next(&c->rng);
    if (below(c, 3) == 0)
        any_of(rsp_thread_set_reg(c->t, reg, value), RSP_UNEXPECTED, RSP_UNEXPECTED);
}

static void op_memory(chaos *c) {
    uint8_t bytes[300] = {0};
    uint64_t at = some_address(c);
    size_t num = rsp_process_read(c->p, bytes, at, sizeof bytes);
    assert_true(num <= sizeof bytes);
    if (below(c, 4) == 0)
        bytes[below(c, 8)] ^= 1;
    assert_int_equal(rsp_process_write(c->p, at, rsp_bytes_make(bytes, num)), num);
    rsp_region region;
    rsp_process_region(c->p, &region, at);
    assert_int_equal(region.mapped, num > 0);
}

static void op_options(chaos *c) {
    const uint32_t numbers[] = {64, 98, 101, 220, 221, 260};
    rsp_process_set_reports(c->p, (uint32_t)below(c, 128));
    rsp_process_catch_syscalls(c->p, numbers, below(c, 7), below(c, 10) == 0);
    rsp_process_pass_signals(c->p, rsp_rng_next(&c->rng));
}

static void op_pages(chaos *c) {
    uint64_t at = 0;
    any_of(rsp_process_alloc(c->p, &at, below(c, 20000), (uint8_t)below(c, 9)), RSP_NO_MEMORY, RSP_LIMIT);
    if (at && below(c, 2))
        assert_ok(rsp_process_release(c->p, at));
}

static void op_launch(chaos *c) {
    static const char *const paths[] = {"/bin/fork3",   "/bin/threads4", "/bin/vfork-exec",
                                        "/bin/signals", "/bin/atomics",  "/bin/exec-from-thread",
                                        "/bin/sleeper", "/bin/watch"};
    const rsp_launch launch = {.path = paths[below(c, RSP_ARRAY_LEN(paths))], .untraced = below(c, 4) == 0};
    any_of(rsp_machine_launch(c->m, &c->p, &launch, NULL), RSP_LIMIT, RSP_NO_MEMORY);
}

/* A held thread's registers are the same after a run. */
static void op_run(chaos *c) {
    rsp_machine_ran ran;
    uint64_t before[RSP_NUM_REGS];
    uint32_t tid = rsp_thread_tid(c->t);
    bool held = rsp_thread_is_held(c->t) && rsp_thread_get_state(c->t) == RSP_THREAD_RUNNABLE;
    memcpy(before, rsp_thread_regs(c->t), sizeof before);
    rsp_machine_run(c->m, &ran, &(rsp_machine_run_limits){.budget_insns = below(c, 3000)});
    const rsp_thread *t = rsp_machine_thread(c->m, tid);
    if (held && t == c->t) /* after an exec another thread has this id */
        assert_memory_equal(before, rsp_thread_regs(t), sizeof before);
}

static rsp_machine_event_kind travel_on(chaos *c) {
    rsp_machine_ran ran;
    do
        rsp_machine_run(c->m, &ran, &(rsp_machine_run_limits){.budget_insns = 1 + below(c, 5000)});
    while (ran.ended == RSP_RAN_BUDGET);
    assert_int_equal(ran.ended, RSP_RAN_EVENT);
    return ran.event.kind;
}

static rsp_thread *first_traced(const chaos *c) {
    for (rsp_process *p = NULL; (p = rsp_machine_next_process(c->m, p)) != NULL;)
        if (rsp_process_is_traced(p))
            return rsp_process_next_thread(p, NULL);
    return NULL;
}

/* Some way back, and all the way forth again: nothing has happened. */
static void there_and_back(chaos *c) {
    const rsp_thread *t = first_traced(c);
    uint64_t hash = rsp_machine_trace_hash(c->m);
    uint64_t insns = rsp_machine_insns(c->m);
    uint64_t ns = rsp_machine_now_ns(c->m);
    if (!t)
        return;
    for (uint64_t i = below(c, 6) + 1; i > 0 && (t = first_traced(c)) != NULL; i--) {
        assert_ok(rsp_machine_go_back(c->m, rsp_thread_tid(t), (rsp_machine_back)below(c, 2)));
        assert_true(rsp_machine_in_past(c->m));
        if (travel_on(c) == RSP_MACHINE_HISTORY_BEGIN)
            break;
        assert_true(rsp_machine_insns(c->m) <= insns);
    }
    while (rsp_machine_in_past(c->m)) {
        rsp_resume how = {.kind = below(c, 4) ? RSP_RESUME_CONTINUE : RSP_RESUME_STEP};
        for (rsp_process *p = NULL; (p = rsp_machine_next_process(c->m, p)) != NULL;)
            for (rsp_thread *each = NULL; (each = rsp_process_next_thread(p, each)) != NULL;)
                assert_ok(rsp_thread_resume(each, &how));
        (void)travel_on(c);
    }
    assert_int_equal(rsp_machine_insns(c->m), insns);
    assert_int_equal(rsp_machine_now_ns(c->m), ns);
    assert_int_equal(rsp_machine_trace_hash(c->m), hash);
}

static uint64_t course(uint64_t seed, size_t record_bytes) {
    static void (*const ops[])(chaos *) = {
        op_resume, op_resume, op_resume_all, op_resume_all, op_hold,     op_attach, op_detach,  op_kill,
        op_signal, op_insert, op_insert,     op_remove,     op_register, op_memory, op_options, op_pages,
        op_launch, op_run,    op_run,        op_run,        op_run,      op_run,    op_run,     op_run};
    rsp_machine_options options = program_options();
    options.seed = seed;
    options.quantum_insns = 100;
    options.max_processes = 20;
    options.max_threads = 40;
    options.max_pages = 5000;
    options.record_bytes = record_bytes;
    chaos c = {.m = rsp_machine_new(&options), .entry = symbol("/bin/fork3", "_start")};
    assert_non_null(c.m);
    rsp_rng_seed(&c.rng, seed);
    chaos traveller = {.m = c.m};
    rsp_rng_seed(&traveller.rng, seed + 1);
    for (unsigned i = 0; i < OPERATIONS; i++) {
        if (choose(&c))
            ops[below(&c, RSP_ARRAY_LEN(ops))](&c);
        else
            op_launch(&c);
        if (record_bytes && below(&traveller, 20) == 0)
            there_and_back(&traveller);
    }
    uint64_t hash = rsp_machine_trace_hash(c.m);
    rsp_recording recording;
    rsp_machine_recording(c.m, &recording);
    assert_int_equal(recording.num_lost, 0);
    rsp_machine_free(c.m);
    return hash;
}

static void random_operations_do_no_harm_and_repeat_themselves(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        uint64_t hash = course(seed, 0);
        if (seed <= 20)
            assert_int_equal(course(seed, 0), hash);
    }
}

/* Neither recording nor journeys to the past change the course. */
static void journeys_to_the_past_change_nothing(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        assert_int_equal(course(seed, 64 << 20), course(seed, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_operations_do_no_harm_and_repeat_themselves),
                                       cmocka_unit_test(journeys_to_the_past_change_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Conditional breakpoints on gdbserver, lldb-server and QEMU, in each way that they allow, at the program's
 * entry: there the stack begins with the number of arguments, which makes a true condition and a false one.
 * A stub that is not installed is left out. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "real_stub.h"

#include "condition/conditional.h"

typedef struct subject {
    const real_stub *stub;
    rsp_way best;
    rsp_way second;  /* instead of the stub's */
    const char *why; /* part of the reason why it is no better; NULL: it is the best */
    uint64_t offset; /* of the site from the entry: a program that stands at a site passes it */
} subject;

static const subject subjects[] = {
    {&real_gdbserver, RSP_WAY_INFERIOR, RSP_WAY_STUB, NULL, 0},
    {&real_lldb_server, RSP_WAY_INFERIOR, RSP_WAY_HOST, NULL, 0},
    {&real_qemu, RSP_WAY_INFERIOR, RSP_WAY_HOST, NULL, 4}, /* by a system call of the program's own */
};

/* The way that is taken for one that is asked for. Where the host is another machine, its stubs have no
 * compiler. */
static rsp_way expected_way(const subject *s, rsp_way way) {
#if defined(__x86_64__)
    if (way == RSP_WAY_INFERIOR)
        return s->best;
#endif
    return way == RSP_WAY_HOST ? RSP_WAY_HOST : s->second;
}

/* Runs with the condition in this way: to the entry when it is true, else to the end. */
static void run_way(const subject *s, rsp_way way, bool truth) {
    real_world w;
    rsp_conditionals *set;
    rsp_conditional *breakpoint = NULL;
    rsp_conditional_info info;
    rsp_conditional_stop stop;
    real_open(&w, s->stub, (rsp_client_options){0});
    set = rsp_conditionals_new(w.client, NULL);
    assert_non_null(set);
    const rsp_conditional_request request = {.address = real_entry(&w) + s->offset,
                                             .condition = truth ? RSP_LIT("u64[$sp] == 1 && s8($sp) % 8 == 0")
                                                                : RSP_LIT("u64[$sp] /u 2"),
                                             .way = way,
                                             .expected_hits = UINT64_MAX}; /* tried at once */
    if (rsp_conditional_breakpoint(set, &breakpoint, &request) != RSP_OK)
        fail_msg("%s: %s", s->stub->program, rsp_conditionals_error(set)->msg);
    rsp_conditional_get(breakpoint, &info);
    if (info.way != expected_way(s, way))
        fail_msg("%s: %s, %s", s->stub->program, rsp_way_name(info.way),
                 info.reason[RSP_WAY_INFERIOR] ? info.reason[RSP_WAY_INFERIOR] : "no reason");
    if (way == RSP_WAY_INFERIOR && s->why)
        assert_non_null(strstr(info.reason[RSP_WAY_INFERIOR], s->why));
    if (rsp_conditionals_run(set, NULL, LONG_NS, &stop) != RSP_OK)
        fail_msg("%s, %s: %s", s->stub->program, rsp_way_name(way), rsp_conditionals_error(set)->msg);
    rsp_conditional_get(breakpoint, &info);
    assert_ptr_equal(stop.breakpoint, truth ? breakpoint : NULL);
    assert_int_equal(stop.outcome, RSP_OK);
    assert_int_equal(info.counts.hits, truth || info.way == RSP_WAY_HOST);
    assert_int_equal(info.counts.lies, 0);
    if (truth) {
        assert_int_equal(stop.pc, request.address);
        assert_ok(rsp_conditionals_run(set, NULL, LONG_NS, &stop));
    }
    assert_int_equal(stop.stop->kind, RSP_STOP_EXITED);
    assert_int_equal(stop.stop->status, 0);
    rsp_conditionals_free(set);
    real_close(&w);
}

static void conditions_work_on_real_stubs(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(subjects) * RSP_WAY_COUNT; i++) {
        const subject *s = &subjects[i / RSP_WAY_COUNT];
        if (!real_installed(s->stub))
            continue;
        run_way(s, (rsp_way)(i % RSP_WAY_COUNT), true);
        run_way(s, (rsp_way)(i % RSP_WAY_COUNT), false);
    }
}

/* gdbserver 13 takes memory that cannot be read for some value: the expression that it gets notices. */
static void memory_that_is_not_there_stops_in_each_way(void **state) {
    (void)state;
    for (size_t i = 0; i < RSP_ARRAY_LEN(subjects) * RSP_WAY_COUNT; i++) {
        const subject *s = &subjects[i / RSP_WAY_COUNT];
        real_world w;
        rsp_conditional_stop stop;
        if (!real_installed(s->stub))
            continue;
        real_open(&w, s->stub, (rsp_client_options){0});
        rsp_conditionals *set = rsp_conditionals_new(w.client, NULL);
        const rsp_conditional_request request = {.address = real_entry(&w) + s->offset,
                                                 .condition = RSP_LIT("u8[16] == 77"),
                                                 .way = (rsp_way)(i % RSP_WAY_COUNT),
                                                 .expected_hits = UINT64_MAX};
        assert_ok(rsp_conditional_breakpoint(set, NULL, &request));
        assert_ok(rsp_conditionals_run(set, NULL, LONG_NS, &stop));
        assert_int_equal(stop.outcome, RSP_FAULT);
        assert_int_equal(stop.pc, request.address);
        rsp_conditionals_free(set);
        real_close(&w);
    }
}

#if defined(__x86_64__)
/* The jump would replace several instructions, and the thread stands in the midst of the first. */
static void no_jump_is_written_under_a_thread_in_its_bytes(void **state) {
    enum { RIP = 16 };
    uint8_t before[8];
    uint8_t after[8];
    uint8_t inside[8];
    real_world w;
    rsp_conditional *breakpoint = NULL;
    rsp_conditional_info info;
    (void)state;
    if (!real_installed(&real_gdbserver))
        return;
    real_open(&w, &real_gdbserver, (rsp_client_options){0});
    rsp_conditionals *set = rsp_conditionals_new(w.client, NULL);
    assert_non_null(set);
    const rsp_conditional_request request = {
        .address = real_entry(&w), .condition = RSP_LIT("u64[$sp] == 1"), .expected_hits = UINT64_MAX};
    for (unsigned i = 0; i < 8; i++)
        inside[i] = (uint8_t)((request.address + 1) >> 8 * i);
    assert_ok(rsp_client_read_memory(w.client, request.address, before, sizeof before, NULL));
    assert_ok(rsp_client_write_register(w.client, (rsp_ptid){0}, RIP, rsp_bytes_make(inside, 8)));
    assert_ok(rsp_conditional_breakpoint(set, &breakpoint, &request));
    rsp_conditional_get(breakpoint, &info);
    assert_int_equal(info.way, RSP_WAY_STUB);
    assert_non_null(strstr(info.reason[RSP_WAY_INFERIOR], "a thread stands in the middle of the bytes"));
    assert_ok(rsp_client_read_memory(w.client, request.address, after, sizeof after, NULL));
    assert_memory_equal(before, after, sizeof before);
    rsp_conditionals_free(set);
    real_close(&w);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_work_on_real_stubs),
        cmocka_unit_test(memory_that_is_not_there_stops_in_each_way),
#if defined(__x86_64__)
        cmocka_unit_test(no_jump_is_written_under_a_thread_in_its_bytes),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

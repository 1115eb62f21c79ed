/* The machine behind the target interface, without a stub: events, options, life and death.
 * A sink records what it is told and answers as the test wants.
 * The rest of the interface is exercised by the packet tests beside this one. */
/* SPDX-License-Identifier: MIT */
#include "rsp_test.h"

#include "codec/signals.h"
#include "core/limits.h"
#include "corpora/programs.h"
#include "stub_machine/machine_target.h"

enum { MAX_EVENTS = 64, RUNS = 400, PC_AT = 32 * 8, BLOCK_BYTES = 65 * 8 + 3 * 4 };

typedef struct world {
    rsp_machine_target *t;
    const rsp_target_ops *ops;
    int64_t pid;
    rsp_target_event events[MAX_EVENTS];
    size_t num_events;
    rsp_buf output;
    bool keep; /* what the sink answers */
} world;

static bool sink(void *ctx, const rsp_target_event *event) {
    world *w = ctx;
    if (event->kind == RSP_TARGET_OUTPUT) {
        rsp_buf_append(&w->output, event->text);
        return false;
    }
    assert_true(w->num_events < MAX_EVENTS);
    w->events[w->num_events++] = *event;
    return w->keep;
}

static void launch(world *w, const char *path) {
    rsp_bytes argv = rsp_bytes_str(path);
    rsp_target_launch how = {.argv = &argv, .argc = 1};
    assert_ok(w->ops->launch(w->t, &how, &w->pid, NULL));
}

static int setup(void **state) {
    world *w = test_calloc(1, sizeof *w);
    rsp_machine_options options = rsp_machine_options_default();
    options.files = rsp_programs;
    options.num_files = rsp_num_programs;
    w->t = rsp_machine_target_new(&options);
    w->ops = rsp_machine_target_ops();
    assert_non_null(w->t);
    *state = w;
    return 0;
}

static int teardown(void **state) {
    world *w = *state;
    rsp_machine_target_free(w->t);
    rsp_buf_free(&w->output);
    test_free(w);
    return 0;
}

static rsp_ptid main_thread(const world *w) {
    return (rsp_ptid){.pid = w->pid, .tid = w->pid};
}

static void let_go(world *w, rsp_ptid thread, rsp_target_resume_kind kind) {
    rsp_target_resume how = {.thread = thread, .kind = kind};
    assert_ok(w->ops->resume(w->t, &how, 1));
}

/* Runs until there is a new event or nothing moves. */
static void run(world *w) {
    size_t before = w->num_events;
    for (int i = 0; i < RUNS && w->num_events == before; i++)
        if (w->ops->run(w->t, 10000, sink, w) == RSP_RUN_IDLE)
            return;
}

static const rsp_target_event *last(const world *w) {
    assert_true(w->num_events > 0);
    return &w->events[w->num_events - 1];
}

static void program_runs_to_its_exit(void **state) {
    world *w = *state;
    launch(w, "/bin/hello");
    assert_false(w->ops->thread_running(w->t, main_thread(w)));
    let_go(w, main_thread(w), RSP_TARGET_RESUME_CONTINUE);
    assert_true(w->ops->thread_running(w->t, main_thread(w)));
    run(w);
    assert_int_equal(last(w)->kind, RSP_TARGET_PROCESS_EXITED);
    assert_true(w->output.len > 0);
    int64_t pid = 0;
    assert_false(w->ops->process_next(w->t, 0, &pid));
    assert_int_equal(w->ops->run(w->t, 10000, sink, w), RSP_RUN_IDLE);
}

static void step_takes_one_instruction(void **state) {
    world *w = *state;
    uint8_t before[BLOCK_BYTES];
    uint8_t after[BLOCK_BYTES];
    launch(w, "/bin/hello");
    w->keep = true;
    assert_ok(w->ops->read_registers(w->t, main_thread(w), before));
    let_go(w, main_thread(w), RSP_TARGET_RESUME_STEP);
    run(w);
    assert_int_equal(last(w)->kind, RSP_TARGET_STEPPED);
    assert_ok(w->ops->read_registers(w->t, main_thread(w), after));
    assert_int_equal(after[PC_AT] - before[PC_AT], 4);
    rsp_target_resume range = {.thread = main_thread(w), .kind = RSP_TARGET_RESUME_RANGE, .range_start = 8};
    assert_ok(w->ops->resume(w->t, &range, 1)); /* empty: one step */
    run(w);
    assert_int_equal(w->num_events, 2);
}

/* Two forks without anybody interested, then with. */
static void children_are_reported_when_wanted(void **state) {
    world *w = *state;
    launch(w, "/bin/fork-exit");
    let_go(w, main_thread(w), RSP_TARGET_RESUME_CONTINUE);
    run(w);
    while (last(w)->kind == RSP_TARGET_SIGNALLED)
        run(w);
    assert_int_equal(last(w)->kind, RSP_TARGET_PROCESS_EXITED);
    w->num_events = 0;
    w->ops->set_events(w->t, RSP_TARGET_REPORT_FORK | RSP_TARGET_REPORT_VFORK | RSP_TARGET_REPORT_EXEC);
    launch(w, "/bin/fork-exit");
    w->keep = true;
    let_go(w, main_thread(w), RSP_TARGET_RESUME_CONTINUE);
    run(w);
    assert_int_equal(last(w)->kind, RSP_TARGET_FORKED);
    assert_true(w->ops->thread_alive(w->t, last(w)->child));
    assert_int_equal(w->ops->process_parent(w->t, last(w)->child.pid), w->pid);
    assert_ok(w->ops->kill(w->t, last(w)->child.pid));
    assert_ok(w->ops->kill(w->t, w->pid));
    assert_int_equal(w->ops->kill(w->t, w->pid), RSP_NOT_FOUND);
}

/* A sink that is not interested: everybody goes on, and the program ends as it should. */
static void uninteresting_events_let_everybody_go_on(void **state) {
    world *w = *state;
    static const char *const programs[] = {"/bin/vfork-exec", "/bin/fork-exit", "/bin/threads4",
                                           "/bin/exec-other"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(programs); i++) {
        w->num_events = 0;
        w->ops->set_events(w->t, RSP_TARGET_REPORT_FORK | RSP_TARGET_REPORT_VFORK | RSP_TARGET_REPORT_EXEC |
                                     RSP_TARGET_REPORT_THREADS);
        launch(w, programs[i]);
        let_go(w, main_thread(w), RSP_TARGET_RESUME_CONTINUE);
        for (int round = 0; round < 60; round++)
            run(w);
        bool ended = false;
        for (size_t e = 0; e < w->num_events; e++)
            ended |= w->events[e].kind == RSP_TARGET_PROCESS_EXITED && w->events[e].thread.pid == w->pid;
        if (!ended)
            fail_msg("%s did not end", programs[i]);
    }
}

static void vfork_and_exec_are_told_in_order(void **state) {
    world *w = *state;
    w->ops->set_events(w->t, RSP_TARGET_REPORT_VFORK | RSP_TARGET_REPORT_EXEC);
    launch(w, "/bin/vfork-exec");
    let_go(w, main_thread(w), RSP_TARGET_RESUME_CONTINUE);
    for (int i = 0; i < 20; i++)
        run(w);
    assert_int_equal(w->events[0].kind, RSP_TARGET_VFORKED);
    assert_int_equal(w->events[1].kind, RSP_TARGET_EXECED);
    assert_int_equal(w->events[1].number, w->events[1].thread.tid);
    assert_int_equal(w->events[2].kind, RSP_TARGET_VFORK_DONE);
}

static size_t count(const world *w, rsp_target_event_kind kind) {
    size_t num = 0;
    for (size_t i = 0; i < w->num_events; i++)
        num += w->events[i].kind == kind;
    return num;
}

static void thread_options_choose_what_is_told(void **state) {
    world *w = *state;
    launch(w, "/bin/thread-create");
    w->ops->set_thread_options(w->t, main_thread(w), RSP_THREAD_REPORT_CLONE | RSP_THREAD_REPORT_EXIT);
    let_go(w, main_thread(w), RSP_TARGET_RESUME_CONTINUE);
    for (int i = 0; i < 20; i++)
        run(w);
    assert_int_equal(count(w, RSP_TARGET_CLONED), 3);
    assert_int_equal(count(w, RSP_TARGET_THREAD_EXITED), 3); /* options are inherited */
    w->num_events = 0;
    launch(w, "/bin/thread-create");
    w->ops->set_thread_options(w->t, main_thread(w), 0);
    w->ops->set_thread_options(w->t, main_thread(w), RSP_THREAD_REPORT_CLONE);
    w->ops->set_thread_options(w->t, main_thread(w), 0);
    w->ops->set_events(w->t, RSP_TARGET_REPORT_THREADS);
    let_go(w, main_thread(w), RSP_TARGET_RESUME_CONTINUE);
    for (int i = 0; i < 20; i++)
        run(w);
    assert_int_equal(count(w, RSP_TARGET_THREAD_CREATED), 3);
    assert_int_equal(count(w, RSP_TARGET_THREAD_EXITED), 3);
    assert_int_equal(count(w, RSP_TARGET_CLONED), 0);
}

static void clones_of_other_threads_are_creations_or_nothing(void **state) {
    world *w = *state;
    launch(w, "/bin/threads4");
    w->keep = true;
    w->ops->set_thread_options(w->t, main_thread(w), RSP_THREAD_REPORT_CLONE);
    let_go(w, main_thread(w), RSP_TARGET_RESUME_CONTINUE);
    run(w);
    assert_int_equal(last(w)->kind, RSP_TARGET_CLONED);
    rsp_ptid child = last(w)->child;
    assert_int_equal(child.pid, w->pid);
    /* The main thread no longer cares, the child does: the process still reports clones. */
    w->ops->set_thread_options(w->t, main_thread(w), 0);
    w->ops->set_events(w->t, RSP_TARGET_REPORT_THREADS);
    let_go(w, main_thread(w), RSP_TARGET_RESUME_CONTINUE);
    run(w);
    assert_int_equal(last(w)->kind, RSP_TARGET_THREAD_CREATED);
    w->ops->set_events(w->t, 0);
    for (int64_t tid = 0; w->ops->thread_next(w->t, w->pid, tid, &tid);)
        let_go(w, (rsp_ptid){.pid = w->pid, .tid = tid}, RSP_TARGET_RESUME_CONTINUE);
    run(w);
    assert_int_equal(last(w)->kind, RSP_TARGET_PROCESS_EXITED);
}

static void threads_are_numbered_within_their_process(void **state) {
    world *w = *state;
    rsp_machine_target_number_threads(w->t, true);
    w->ops->set_events(w->t, RSP_TARGET_REPORT_FORK);
    launch(w, "/bin/fork-exit");
    w->keep = true;
    const rsp_ptid first = {.pid = w->pid, .tid = 1};
    int64_t tid = 0;
    assert_true(w->ops->thread_next(w->t, w->pid, 0, &tid));
    assert_int_equal(tid, 1);
    assert_false(w->ops->thread_next(w->t, w->pid, 1, &tid));
    let_go(w, first, RSP_TARGET_RESUME_STEP); /* the note of how it was let go is found again */
    run(w);
    assert_int_equal(last(w)->kind, RSP_TARGET_STEPPED);
    let_go(w, first, RSP_TARGET_RESUME_CONTINUE);
    run(w);
    assert_int_equal(last(w)->kind, RSP_TARGET_FORKED);
    rsp_ptid child = last(w)->child;
    assert_true(last(w)->thread.pid == w->pid && last(w)->thread.tid == 1);
    assert_true(child.pid != w->pid && child.tid == 1);
    assert_true(w->ops->thread_alive(w->t, child));
    /* Neither the machine's own ids nor what is beyond any id names a thread. */
    static const int64_t nobodys[] = {0, -1, 2, UINT32_MAX, INT64_MAX};
    for (size_t i = 0; i < RSP_ARRAY_LEN(nobodys); i++)
        assert_false(w->ops->thread_alive(w->t, (rsp_ptid){.pid = w->pid, .tid = nobodys[i]}));
    assert_false(w->ops->thread_alive(w->t, main_thread(w)));
    assert_false(w->ops->thread_alive(w->t, (rsp_ptid){.pid = INT64_MAX, .tid = INT64_MAX}));
}

static void clones_have_the_next_number_of_their_process(void **state) {
    world *w = *state;
    rsp_machine_target_number_threads(w->t, true);
    launch(w, "/bin/threads4");
    w->keep = true;
    w->ops->set_thread_options(w->t, (rsp_ptid){.pid = w->pid, .tid = 1}, RSP_THREAD_REPORT_CLONE);
    let_go(w, (rsp_ptid){.pid = w->pid, .tid = 1}, RSP_TARGET_RESUME_CONTINUE);
    run(w);
    assert_int_equal(last(w)->kind, RSP_TARGET_CLONED);
    assert_int_equal(last(w)->thread.tid, 1);
    assert_true(last(w)->child.pid == w->pid && last(w)->child.tid == 2);
}

static void signals_are_numbered_as_in_the_protocol(void **state) {
    world *w = *state;
    launch(w, "/bin/signals");
    w->keep = true;
    let_go(w, main_thread(w), RSP_TARGET_RESUME_CONTINUE);
    run(w);
    assert_int_equal(last(w)->kind, RSP_TARGET_SIGNALLED);
    assert_int_equal(last(w)->signal, RSP_SIGNAL_USR1);
    uint8_t passed[RSP_SIGNAL_LIBRT + 1] = {[RSP_SIGNAL_USR1] = 1, [RSP_SIGNAL_USR2] = 1};
    w->ops->set_pass_signals(w->t, passed, sizeof passed);
    rsp_target_resume how = {.thread = main_thread(w), .signal = RSP_SIGNAL_USR1};
    assert_ok(w->ops->resume(w->t, &how, 1));
    run(w);
    assert_int_equal(last(w)->kind, RSP_TARGET_PROCESS_EXITED);
    assert_int_equal(last(w)->number, 0); /* all five were delivered */
}

static void system_calls_are_caught(void **state) {
    world *w = *state;
    enum { WRITE = 64 };
    static const uint64_t numbers[] = {WRITE, UINT64_MAX};
    launch(w, "/bin/hello");
    w->keep = true;
    w->ops->set_catch_syscalls(w->t, w->pid, true, numbers, RSP_ARRAY_LEN(numbers));
    let_go(w, main_thread(w), RSP_TARGET_RESUME_CONTINUE);
    run(w);
    assert_int_equal(last(w)->kind, RSP_TARGET_SYSCALL_ENTRY);
    assert_int_equal(last(w)->number, WRITE);
    let_go(w, main_thread(w), RSP_TARGET_RESUME_CONTINUE);
    run(w);
    assert_int_equal(last(w)->kind, RSP_TARGET_SYSCALL_RETURN);
    w->ops->set_catch_syscalls(w->t, w->pid, false, NULL, 0);
    w->ops->set_catch_syscalls(w->t, 9999, true, NULL, 0);
    let_go(w, main_thread(w), RSP_TARGET_RESUME_CONTINUE);
    run(w);
    assert_int_equal(last(w)->kind, RSP_TARGET_PROCESS_EXITED);
}

static void detach_lets_the_program_end_by_itself(void **state) {
    world *w = *state;
    launch(w, "/bin/hello");
    assert_ok(w->ops->detach(w->t, w->pid, false, 0));
    assert_int_equal(w->ops->detach(w->t, w->pid, false, 0), RSP_NOT_FOUND);
    run(w);
    assert_int_equal(w->num_events, 0);
    assert_true(w->output.len > 0);
    assert_int_equal(rsp_machine_num_processes(rsp_machine_target_machine(w->t)), 0);
}

static void detach_may_leave_it_stopped_or_end_it(void **state) {
    world *w = *state;
    launch(w, "/bin/sleeper");
    assert_ok(w->ops->detach(w->t, w->pid, true, 0));
    assert_int_equal(w->ops->run(w->t, 10000, sink, w), RSP_RUN_IDLE);
    assert_ok(w->ops->attach(w->t, w->pid, NULL));
    assert_true(w->ops->process_attached(w->t, w->pid));
    assert_int_equal(w->ops->attach(w->t, w->pid, NULL), RSP_DUPLICATE);
    assert_int_equal(w->ops->attach(w->t, 9999, NULL), RSP_NOT_FOUND);
    assert_ok(w->ops->detach(w->t, w->pid, false, RSP_SIGNAL_KILL));
    (void)w->ops->run(w->t, 10000, sink, w);
    assert_int_equal(rsp_machine_num_processes(rsp_machine_target_machine(w->t)), 0);
}

static void what_can_not_be_started_is_refused(void **state) {
    world *w = *state;
    rsp_error error = {0};
    int64_t pid = 0;
    rsp_bytes argv[2] = {RSP_LIT("/bin/hello"), RSP_LIT("a\0b")};
    rsp_target_launch how = {.argv = argv, .argc = 0};
    assert_int_equal(w->ops->launch(w->t, &how, &pid, &error), RSP_USAGE);
    how.argc = 2;
    assert_int_equal(w->ops->launch(w->t, &how, &pid, &error), RSP_USAGE);
    argv[0] = RSP_LIT("/bin/nosuch");
    how.argc = 1;
    assert_int_equal(w->ops->launch(w->t, &how, &pid, &error), RSP_NOT_FOUND);
    assert_true(error.msg[0] != '\0');
    argv[0] = RSP_LIT("/bin/hello");
    argv[1] = RSP_LIT("");
    how.argc = 2;
    rsp_bytes long_path = rsp_bytes_make(w->events, RSP_LIMIT_STUB_PATH_BYTES);
    how.stdout_path = long_path;
    assert_int_equal(w->ops->launch(w->t, &how, &pid, &error), RSP_LIMIT);
    assert_int_equal(rsp_machine_num_processes(rsp_machine_target_machine(w->t)), 0);
}

static void standard_streams_come_from_and_go_to_files(void **state) {
    world *w = *state;
    rsp_bytes argv = RSP_LIT("/bin/echo-input");
    rsp_target_launch how = {.argv = &argv,
                             .argc = 1,
                             .stdin_path = RSP_LIT("/dev/null"),
                             .stdout_path = RSP_LIT("/out"),
                             .stderr_path = RSP_LIT("/err")};
    assert_ok(w->ops->launch(w->t, &how, &w->pid, NULL));
    let_go(w, main_thread(w), RSP_TARGET_RESUME_CONTINUE);
    run(w);
    assert_int_equal(last(w)->kind, RSP_TARGET_PROCESS_EXITED);
    argv = RSP_LIT("/bin/hello");
    how.stdin_path = RSP_LIT("");
    assert_ok(w->ops->launch(w->t, &how, &w->pid, NULL));
    let_go(w, main_thread(w), RSP_TARGET_RESUME_CONTINUE);
    run(w);
    assert_int_equal(w->output.len, 0);
    rsp_target_file file;
    size_t found = 0;
    for (size_t i = 0; w->ops->file_at(w->t, i, &file); i++)
        if (rsp_bytes_equal(file.path, RSP_LIT("/out")))
            found = file.content.len;
    assert_true(found > 5);
}

static void ids_that_are_none_are_refused_everywhere(void **state) {
    world *w = *state;
    const rsp_ptid bad[] = {{0, 0}, {-1, -1}, {9999, 9999}, {INT64_MAX, INT64_MAX}, {1, UINT32_MAX}};
    uint8_t block[BLOCK_BYTES] = {0};
    rsp_target_region region;
    uint64_t addr = 0;
    int64_t id = 0;
    rsp_buf out = {0};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bad); i++) {
        rsp_target_resume how = {.thread = bad[i]};
        assert_false(w->ops->thread_alive(w->t, bad[i]));
        assert_false(w->ops->thread_running(w->t, bad[i]));
        assert_false(w->ops->thread_next(w->t, bad[i].pid, 0, &id));
        assert_int_equal(w->ops->read_registers(w->t, bad[i], block), RSP_NOT_FOUND);
        assert_int_equal(w->ops->write_registers(w->t, bad[i], block), RSP_NOT_FOUND);
        assert_int_equal(w->ops->read_memory(w->t, bad[i].pid, 0, block, 8), 0);
        assert_int_equal(w->ops->write_memory(w->t, bad[i].pid, 0, RSP_LIT("x")), 0);
        assert_int_equal(w->ops->region(w->t, bad[i].pid, 0, &region), RSP_NOT_FOUND);
        assert_int_equal(w->ops->allocate(w->t, bad[i].pid, 1, 7, &addr), RSP_NOT_FOUND);
        assert_int_equal(w->ops->release(w->t, bad[i].pid, 0), RSP_NOT_FOUND);
        assert_int_equal(w->ops->insert_point(w->t, bad[i].pid, RSP_BREAKPOINT_SOFTWARE, 0, 4),
                         RSP_NOT_FOUND);
        assert_int_equal(w->ops->remove_point(w->t, bad[i].pid, RSP_BREAKPOINT_SOFTWARE, 0, 4),
                         RSP_NOT_FOUND);
        assert_int_equal(w->ops->resume(w->t, &how, 1), RSP_NOT_FOUND);
        assert_int_equal(w->ops->tls_address(w->t, bad[i], 0, 0, &addr), RSP_NOT_FOUND);
        assert_int_equal(w->ops->write_siginfo(w->t, bad[i], 0, RSP_LIT("x")), RSP_NOT_FOUND);
        assert_int_equal(w->ops->read_object(w->t, bad[i], RSP_OBJECT_SIGINFO, RSP_LIT(""), &out),
                         RSP_NOT_FOUND);
        assert_false(w->ops->process_attached(w->t, bad[i].pid));
        assert_int_equal(w->ops->process_parent(w->t, bad[i].pid), 0);
        w->ops->hold(w->t, bad[i]);
        w->ops->set_thread_options(w->t, bad[i], 1);
        w->ops->thread_name(w->t, bad[i], &out);
        w->ops->thread_state(w->t, bad[i], &out);
    }
    assert_false(w->ops->process_next(w->t, 9999, &id));
    assert_int_equal(out.len, 0);
    rsp_buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(program_runs_to_its_exit, setup, teardown),
        cmocka_unit_test_setup_teardown(step_takes_one_instruction, setup, teardown),
        cmocka_unit_test_setup_teardown(children_are_reported_when_wanted, setup, teardown),
        cmocka_unit_test_setup_teardown(uninteresting_events_let_everybody_go_on, setup, teardown),
        cmocka_unit_test_setup_teardown(vfork_and_exec_are_told_in_order, setup, teardown),
        cmocka_unit_test_setup_teardown(thread_options_choose_what_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(clones_of_other_threads_are_creations_or_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(threads_are_numbered_within_their_process, setup, teardown),
        cmocka_unit_test_setup_teardown(clones_have_the_next_number_of_their_process, setup, teardown),
        cmocka_unit_test_setup_teardown(signals_are_numbered_as_in_the_protocol, setup, teardown),
        cmocka_unit_test_setup_teardown(system_calls_are_caught, setup, teardown),
        cmocka_unit_test_setup_teardown(detach_lets_the_program_end_by_itself, setup, teardown),
        cmocka_unit_test_setup_teardown(detach_may_leave_it_stopped_or_end_it, setup, teardown),
        cmocka_unit_test_setup_teardown(what_can_not_be_started_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(standard_streams_come_from_and_go_to_files, setup, teardown),
        cmocka_unit_test_setup_teardown(ids_that_are_none_are_refused_everywhere, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

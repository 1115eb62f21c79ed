/* The same RISC-V programs in the machine and under qemu-riscv64: same output, same exit status.
 * The list comes from CMake: programs by hand, random instructions, debuggees.
 * Both outputs (1 and 2) are taken in the order in which they were written. */
/* SPDX-License-Identifier: MIT */
#include "machine_test.h"

#include <fcntl.h>
#include <poll.h>
#include <rsp/clock.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const programs[] = {
#include "program_list.h"
};

extern char **environ;

typedef struct outcome {
    rsp_buf output;
    int status; /* exit status, or 1000 + signal; -1: it did not end */
} outcome;

/* A run of qemu that has not ended by then is killed. The longest program takes five seconds on a busy
 * computer. */
#define QEMU_PATIENCE_NS (40 * RSP_NS_PER_S)

/* Appends what comes from `fd` until its end. False: not within QEMU_PATIENCE_NS. */
static bool read_all(rsp_buf *out, int fd) {
    const rsp_clock clock = rsp_clock_monotonic();
    const uint64_t deadline_ns = rsp_deadline(rsp_clock_now(&clock), QEMU_PATIENCE_NS);
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    for (uint64_t now_ns; (now_ns = rsp_clock_now(&clock)) < deadline_ns;) {
        uint8_t part[4096];
        if (poll(&ready, 1, (int)((deadline_ns - now_ns) / RSP_NS_PER_MS) + 1) <= 0)
            continue;
        ssize_t len = read(fd, part, sizeof part);
        if (len <= 0)
            return true;
        rsp_buf_append(out, rsp_bytes_make(part, (size_t)len));
    }
    return false;
}

/* Extensions that the machine does not have are switched off, so that they are illegal on both sides. */
static outcome run_qemu(const char *path) {
    static char cpu[] = "rv64,zba=off,zbb=off,zbc=off,zbs=off";
    char *argv[] = {(char *)(uintptr_t) "qemu-riscv64", (char *)(uintptr_t) "-cpu", cpu,
                    (char *)(uintptr_t)path, NULL};
    outcome out = {.status = -1};
    int ends[2];
    pid_t pid;
    assert_int_equal(pipe(ends), 0);
    posix_spawn_file_actions_t actions;
    assert_int_equal(posix_spawn_file_actions_init(&actions), 0);
    assert_int_equal(posix_spawn_file_actions_adddup2(&actions, ends[1], 1), 0);
    assert_int_equal(posix_spawn_file_actions_adddup2(&actions, ends[1], 2), 0);
    assert_int_equal(posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0), 0);
    for (int fd = 3; fd < 64; fd++) /* whatever the test runner left open: descriptors are printed */
        assert_int_equal(posix_spawn_file_actions_addclose(&actions, fd), 0);
    posix_spawnattr_t own_group; /* its processes have the same, so that all of them are killed together */
    assert_int_equal(posix_spawnattr_init(&own_group), 0);
    assert_int_equal(posix_spawnattr_setflags(&own_group, POSIX_SPAWN_SETPGROUP), 0);
    assert_int_equal(posix_spawnp(&pid, argv[0], &actions, &own_group, argv, environ), 0);
    assert_int_equal(posix_spawnattr_destroy(&own_group), 0);
    assert_int_equal(posix_spawn_file_actions_destroy(&actions), 0);
    assert_int_equal(close(ends[1]), 0);
    const bool ended = read_all(&out.output, ends[0]);
    if (!ended)
        assert_int_equal(kill(-pid, SIGKILL), 0);
    assert_int_equal(close(ends[0]), 0);
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (ended)
        out.status = WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
    return out;
}

/* Traced, but every event is answered by going on, so that the end is seen. */
static outcome run_machine(rsp_bytes file) {
    const rsp_machine_file files[] = {{.path = "/bin/program", .bytes = file}};
    rsp_machine_options options = rsp_machine_options_default();
    options.files = files;
    options.num_files = 1;
    rsp_machine *m = rsp_machine_new(&options);
    rsp_process *p = NULL;
    assert_non_null(m);
    assert_ok(rsp_machine_launch(m, &p, &(rsp_launch){.path = "/bin/program"}, NULL));
    rsp_process_pass_signals(p, UINT64_MAX);
    assert_ok(rsp_thread_resume(rsp_process_next_thread(p, NULL), &(rsp_resume){0}));
    outcome out = {.status = -1};
    rsp_machine_ran ran;
    do {
        rsp_machine_run(m, &ran, &(rsp_machine_run_limits){.budget_insns = 400000000});
        if (ran.event.kind == RSP_MACHINE_OUTPUT)
            rsp_buf_append(&out.output, ran.event.bytes);
        if (ran.event.kind == RSP_MACHINE_EXIT)
            out.status = ran.event.code;
        if (ran.event.kind == RSP_MACHINE_KILLED)
            out.status = 1000 + ran.event.code;
    } while (ran.ended == RSP_RAN_EVENT);
    rsp_machine_free(m);
    return out;
}

/* Prints the first line that differs. */
static void explain(const char *path, const outcome *machine, const outcome *qemu) {
    size_t i = 0, line = 0;
    while (i < machine->output.len && i < qemu->output.len && machine->output.ptr[i] == qemu->output.ptr[i]) {
        if (machine->output.ptr[i++] == '\n')
            line = i;
    }
    print_error(
        "%s: machine ends with %d, qemu with %d; first difference:\n  machine: %.*s\n  qemu:    %.*s\n", path,
        machine->status, qemu->status,
        (int)(machine->output.len - line < 60 ? machine->output.len - line : 60),
        (const char *)machine->output.ptr + line,
        (int)(qemu->output.len - line < 60 ? qemu->output.len - line : 60),
        (const char *)qemu->output.ptr + line);
}

static bool agree(const outcome *machine, const outcome *qemu) {
    return machine->status == qemu->status &&
           rsp_bytes_equal(rsp_buf_bytes(&machine->output), rsp_buf_bytes(&qemu->output));
}

/* qemu runs in real time: on a busy computer a program that waits, or that qemu did not end, gets another
 * chance. */
static outcome run_qemu_patiently(const char *path, const outcome *machine) {
    outcome qemu = run_qemu(path);
    for (unsigned again = 0; again < 3 && !agree(machine, &qemu); again++) {
        rsp_buf_free(&qemu.output);
        qemu = run_qemu(path);
    }
    return qemu;
}

static void machine_and_qemu_agree(void **state) {
    (void)state;
    unsigned failures = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(programs); i++) {
        rsp_bytes file = load_file(programs[i]);
        outcome machine = run_machine(file);
        outcome qemu = run_qemu_patiently(programs[i], &machine);
        if (!agree(&machine, &qemu)) {
            explain(programs[i], &machine, &qemu);
            failures++;
        }
        rsp_buf_free(&machine.output);
        rsp_buf_free(&qemu.output);
        free((void *)(uintptr_t)file.ptr);
    }
    assert_true(RSP_ARRAY_LEN(programs) >= 60);
    assert_int_equal(failures, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(machine_and_qemu_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

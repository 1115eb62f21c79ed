/* Memory after fork, vfork and with shared mappings; process ids; grandchildren.
 * Writes of one process are not seen by the other unless they share.
 * A tree of processes counts itself through shared memory. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static volatile long private_value = 1;

static void tree(volatile long *count, int depth) {
    __atomic_add_fetch(count, 1, __ATOMIC_SEQ_CST);
    for (int i = 0; i < 2 && depth > 0; i++) {
        pid_t child = fork();
        if (child == 0) {
            tree(count, depth - 1);
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
}

int main(void) {
    volatile long *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t self = getpid();
    volatile long on_stack = 5;
    pid_t child = fork();
    if (child == 0) {
        private_value = 2;
        on_stack = 6;
        shared[0] = getppid() == self;
        shared[1] = getpid() != self && getpid() == gettid();
        _exit((int)(private_value + on_stack));
    }
    int status;
    waitpid(child, &status, 0);
    print_line("child's view", WEXITSTATUS(status));
    print_line("private", private_value);
    print_line("stack", on_stack);
    print_line("parent known", shared[0]);
    print_line("own id", shared[1]);
    child = vfork();
    if (child == 0) {
        _exit(3);
    }
    waitpid(child, &status, 0);
    print_line("vfork child", WEXITSTATUS(status));
    shared[2] = 0;
    tree(shared + 2, 4);
    print_line("tree", shared[2]);
    return 0;
}

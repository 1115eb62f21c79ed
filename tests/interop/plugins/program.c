/* Calls a library that it is linked with, and one that it loads by dlopen: FILE TIMES. Children do so, too.
 * With "wait" after these it waits for a byte on its input first; with a program it executes that at the end.
 * Prints the sum of what was returned, and how the children ended. */
/* SPDX-License-Identifier: MIT */
#include "shared.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static long own(long n) {
    return n + 1; /* own */
}

static long load(const char *path, long n) {
    void *plugin = dlopen(path, RTLD_NOW); /* dlopen */
    if (!plugin)
        exit(2);
    long (*run)(long) = (long (*)(long))dlsym(plugin, "plugin_run");
    long result = run(n); /* run */
    if (dlclose(plugin))  /* dlclose */
        exit(3);
    return result; /* loaded */
}

/* Nothing that a debugger has written into the program may end a child. */
static int fork_and_load(const char *path) {
    int status = -1;
    pid_t child = fork();
    if (child == 0)
        _exit(load(path, 4) == 9 ? 5 : 6);
    if (child < 0 || waitpid(child, &status, 0) != child)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -status;
}

/* The child shares the program's memory until it executes another program, and calls what it finds there. */
static int vfork_and_call(void) {
    int status = -1;
    /* What vfork warns of is what is tried here: NOLINTBEGIN(clang-analyzer-*) */
    pid_t child = vfork();
    if (child == 0) {
        if (linked_sum(1, 1) != 10)
            _exit(8);
        (void)execl("/bin/sh", "sh", "-c", "exit 7", (char *)NULL);
        _exit(9);
    }
    /* NOLINTEND(clang-analyzer-*) */
    if (child < 0 || waitpid(child, &status, 0) != child)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -status;
}

int main(int argc, char **argv) {
    char byte = 0;
    long sum = 0;
    if (argc < 3)
        return 1;
    if (argc > 3 && strcmp(argv[3], "wait") == 0) {
        (void)printf("ready\n");
        (void)fflush(stdout);
        if (read(STDIN_FILENO, &byte, 1) != 1)
            return 1;
    }
    sum += linked_sum(1, 2); /* first */
    sum += linked_sum(3, 4); /* again */
    sum += linked_each(own, 5);
    sum += doubled(3);
    const int loads = (int)strtol(argv[2], NULL, 10);
    for (int i = 0; i < loads; i++)
        sum += load(argv[1], i);
    int forked = fork_and_load(argv[1]); /* fork */
    int shared = vfork_and_call();       /* vfork */
    (void)printf("%ld %d %d\n", sum, forked, shared);
    (void)fflush(stdout);
    if (argc > 3 && byte == 0) /* exec */
        (void)execl(argv[3], argv[3], argv[1], argv[2], (char *)NULL);
    return 0;
}

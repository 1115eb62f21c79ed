/* Makes a child, waits for it, and goes on. The child of a fork calls a function with a breakpoint.
 * Lines are labelled with @NAME.
 * usage: program fork | vfork | system */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int large[100000];

static int work(int x) {
    return x + 1; /* @work */
}

int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "fork";
    int status = 0;
    pid_t child = 0;
    large[99999] = argc;
    if (strcmp(how, "system") == 0) {
        status = system("exit 7"); /* @system */
    } else if (strcmp(how, "vfork") == 0) {
        /* It is what is tried here: NOLINTNEXTLINE(clang-analyzer-security.insecureAPI.vfork) */
        child = vfork(); /* @vfork */
        if (child == 0) {
            execl("/bin/sh", "sh", "-c", "exit 7", (char *)NULL);
            _exit(1);
        }
    } else {
        child = fork(); /* @fork */
        if (child == 0)
            _exit(work(6));
    }
    if (child > 0)
        waitpid(child, &status, 0);    /* @wait */
    printf("child %d\n", status >> 8); /* @told */
    return work(large[99999]) == 3 ? 5 : 6;
}

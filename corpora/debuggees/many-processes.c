/* As many child processes as its argument says (default 10), all alive at once, sleeping.
 * When all are there all_here is called; then they end and are waited for.
 * Break in: all_here. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

NOINLINE void all_here(void) {
}

int main(int argc, char **argv) {
    long num = argument(argc, argv, 1, 10);
    for (long i = 0; i < num; i++) {
        pid_t child = fork();
        if (child < 0)
            return 1;
        if (child == 0) {
            sleep_ms(1000);
            _exit(0);
        }
    }
    all_here();
    for (long i = 0; i < num; i++)
        if (waitpid(-1, NULL, 0) < 0)
            return 2;
    print_line("processes", num);
    return 0;
}

/* Three children one after the other, all alive at once, with exit statuses 1, 2 and 3.
 * The parent waits for all and prints the sum.
 * Break in: child_work. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

NOINLINE int child_work(int number) {
    return number;
}

int main(void) {
    long sum = 0;
    for (int i = 1; i <= 3; i++) {
        pid_t child = fork();
        if (child < 0)
            return 1;
        if (child == 0) {
            sleep_ms(10 * i);
            _exit(child_work(i));
        }
    }
    for (int i = 0; i < 3; i++) {
        int status = 0;
        if (waitpid(-1, &status, 0) < 0)
            return 1;
        sum += WEXITSTATUS(status);
    }
    print_line("sum", sum);
    return 0;
}

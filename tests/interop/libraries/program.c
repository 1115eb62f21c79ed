/* Calls the library 2,000 times and adds up what it returns.
 * With an argument it waits for a byte on its input first, so that a debugger can attach.
 * Prints the sum. */
/* SPDX-License-Identifier: MIT */
#include "counted.h"

#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    char byte = 0;
    long sum = 0;
    (void)argv;
    if (argc > 1) {
        (void)printf("ready\n");
        (void)fflush(stdout);
        if (read(STDIN_FILENO, &byte, 1) != 1)
            return 1;
    }
    for (int i = 0; i < 2000; i++) {
        const counted_item item = {.id = i, .price = i * 0.5};
        sum += counted_add(&item, i); /* the call */
    }
    (void)printf("%ld\n", sum);
    return 0;
}

/* A debuggee that prints 20,000 numbered lines, each ending in characters of two and three bytes.
 * It flushes after each third line, prints one line to stderr at the end, and returns 7.
 * A label is a comment with @NAME. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>

enum { LINES = 20000 };

int main(void) {
    int i = 0; /* @work */
    for (i = 0; i < LINES; i++) {
        printf("line %d \xc3\xa9\xe4\xbd\xa0\n", i);
        if (i % 3 == 2)
            fflush(stdout);
    }
    fflush(stdout);
    fprintf(stderr, "to stderr\n");
    return 7; /* @last */
}

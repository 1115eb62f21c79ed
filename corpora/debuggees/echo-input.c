/* Copies standard input to standard output until its end.
 * The exit status is the number of lines, at most 100.
 * Break in: got. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

NOINLINE void got(const char *bytes, ssize_t len) {
    (void)!write(1, bytes, (size_t)len);
}

int main(void) {
    char buffer[256];
    ssize_t len;
    int lines = 0;
    while ((len = read(0, buffer, sizeof buffer)) > 0) {
        for (ssize_t i = 0; i < len; i++)
            lines += buffer[i] == '\n';
        got(buffer, len);
    }
    return lines < 100 ? lines : 100;
}

/* The library that the debuggee `plugins` loads while it runs.
 * Nothing of it is in the program itself.
 * Lines to stop at are labelled: a comment with @NAME. */
/* SPDX-License-Identifier: MIT */
int plugged(int n);

int plugged(int n) {
    return n + 1; /* @plugged */
}

/* Prints its arguments, its environment and its current folder, one a line.
 * The exit status is the number of arguments.
 * Break in: show. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

NOINLINE void show(const char *label, const char *text) {
    print(label);
    print(text);
    print("\n");
}

int main(int argc, char **argv) {
    char folder[4096];
    for (int i = 0; i < argc; i++)
        show("arg ", argv[i]);
    for (char **e = environ; *e; e++)
        show("env ", *e);
    if (getcwd(folder, sizeof folder))
        show("cwd ", folder);
    return argc;
}

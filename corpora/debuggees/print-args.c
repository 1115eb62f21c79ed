/* Prints its arguments, its environment and its current folder, one a line, and keeps them in memory.
 * The exit status is the number of arguments.
 * Break in: show; told, when all is in memory. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

enum { TEXT_BYTES = 1024 };

char arguments[TEXT_BYTES]; /* but the program's name; each with its NUL */
char marked[TEXT_BYTES];    /* variables whose names begin with ENVMARKS; each with its NUL */
char folder[4096];
volatile unsigned long variables;     /* how many there are */
volatile unsigned long variables_sum; /* changes with any of them, but not with their order */

NOINLINE void show(const char *label, const char *text) {
    print(label);
    print(text);
    print("\n");
}

NOINLINE void told(void) {
}

/* Adds the text behind `at`; what does not fit is left out. */
static size_t keep(char *texts, size_t at, const char *text) {
    size_t len = strlen(text) + 1;
    if (len > TEXT_BYTES - at)
        return at;
    memcpy(texts + at, text, len);
    return at + len;
}

static int is_marked(const char *text) {
    const char *mark = "ENVMARKS";
    while (*mark && *mark == *text) {
        mark++;
        text++;
    }
    return !*mark;
}

static unsigned long sum_of(const char *text) {
    unsigned long sum = 5381;
    for (; *text; text++)
        sum = sum * 33 + (unsigned char)*text;
    return sum;
}

int main(int argc, char **argv) {
    size_t at = 0;
    for (int i = 0; i < argc; i++) {
        show("arg ", argv[i]);
        at = i > 0 ? keep(arguments, at, argv[i]) : at;
    }
    at = 0;
    for (char **e = environ; *e; e++) {
        show("env ", *e);
        at = is_marked(*e) ? keep(marked, at, *e) : at;
        variables = variables + 1;
        variables_sum = variables_sum + sum_of(*e);
    }
    if (getcwd(folder, sizeof folder))
        show("cwd ", folder);
    told();
    return argc;
}

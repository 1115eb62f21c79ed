/* The main of a layer's tests: runs the test files that are named, all of them where none is.
 * test_names.h is written by CMake (rsp_add_test): RSP_TESTS(X) has an X(name) for each test_NAME.c.
 * usage: test_LAYER [NAME...]   (exit status: 0 when all pass, 2 for an unknown name) */
/* SPDX-License-Identifier: MIT */
#include "test_names.h"

#include <stdio.h>
#include <string.h>

#define DECLARE(name) int test_##name(void);
RSP_TESTS(DECLARE)

static const struct {
    const char *name;
    int (*run)(void);
} tests[] = {
#define ROW(name) {#name, test_##name},
    RSP_TESTS(ROW)};

enum { NUM_TESTS = sizeof tests / sizeof tests[0] };

static int run_named(const char *name) {
    for (int i = 0; i < NUM_TESTS; i++)
        if (strcmp(tests[i].name, name) == 0)
            return tests[i].run() != 0;
    (void)fprintf(stderr, "no test is called %s; there are:", name);
    for (int i = 0; i < NUM_TESTS; i++)
        (void)fprintf(stderr, " %s", tests[i].name);
    (void)fprintf(stderr, "\n");
    return 2;
}

int main(int argc, char **argv) {
    int worst = 0;
    for (int i = 1; i < argc; i++) {
        int status = run_named(argv[i]);
        worst = status > worst ? status : worst;
    }
    for (int i = 0; argc <= 1 && i < NUM_TESTS; i++)
        worst = tests[i].run() != 0 || worst != 0;
    return worst;
}

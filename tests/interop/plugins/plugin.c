/* A library that the program loads by dlopen, and unloads.
 * Compiled with -g and without optimization.
 * See program.c. */
/* SPDX-License-Identifier: MIT */
#include "shared.h"

long plugin_run(long n);

long plugin_run(long n) {
    long result = doubled(n) + 1; /* plugin */
    return result;
}

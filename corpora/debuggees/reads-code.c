/* Copies the first bytes of its own function target_code to seen, before that function runs.
 * A breakpoint that is planted in memory can be seen there; the status is 0 when the bytes are as compiled.
 * Break in: target_code, done_reading. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

enum { CODE_BYTES = 32 };

unsigned char seen[CODE_BYTES];
volatile long result;

NOINLINE long target_code(long a, long b) {
    result = a * 3 + b;
    result = result * 5 - a;
    return result + b;
}

NOINLINE void done_reading(void) {
}

int main(void) {
    const volatile unsigned char *code = (const volatile unsigned char *)(uintptr_t)target_code;
    for (int i = 0; i < CODE_BYTES; i++)
        seen[i] = code[i];
    done_reading();
    return target_code(1, 2) == 26 ? 0 : 1;
}

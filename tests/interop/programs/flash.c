/* A program that is linked into flash memory: gdb writes it there with `load`, and runs it.
 * It has no data, and calls `tick` without end.
 * Break at `tick`: as a hardware breakpoint. */
/* SPDX-License-Identifier: MIT */

__attribute__((noinline)) int tick(int number);

int tick(int number) {
    return number + 1;
}

/* Where it starts, with the stack of the program that the stub started. */
int main(void) {
    for (int number = 0;;)
        number = tick(number);
}

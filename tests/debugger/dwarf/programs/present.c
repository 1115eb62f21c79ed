/* A value that is needed at the beginning of its function only: where it is there, and where it is not.
 * Compiled with optimisation. The test knows its lines.
 * See test_source_condition.c. */
/* SPDX-License-Identifier: MIT */
extern int sink(int value);
volatile int last;

__attribute__((noinline)) int sink(int value) {
    return last = value;
}

__attribute__((noinline)) int passing(int number) {
    int early = sink(number) + 1;
    sink(early);
    last = 1;
    sink(2);
    return sink(3);
}

int main(void) {
    return passing(4) - 3;
}

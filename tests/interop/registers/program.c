/* Structures that come to functions in registers, and a function in line: compiled with optimization.
 * The program prints a sum that anybody who changes a register would spoil.
 * See ../registers.py. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>

struct text {
    const char *start;
    long length;
};

struct small {
    int count;
    short delta;
};

static volatile long sum;

static inline __attribute__((always_inline)) void note(long number) {
    sum += number; /* @note */
}

void read_text(struct text word, int turn);
__attribute__((noinline)) void read_text(struct text word, int turn) {
    note(word.length + turn); /* @call */
    sum += word.start[0];
}

void read_small(struct small one, int turn);
__attribute__((noinline)) void read_small(struct small one, int turn) {
    note(one.count + turn); /* @small */
    sum += one.delta;
}

int main(void) {
    for (int turn = 0; turn < 1000; turn++) {
        read_text((struct text){.start = &"hello"[turn % 5], .length = turn * 7L}, turn);
        read_small((struct small){.count = turn, .delta = (short)-turn}, turn);
    }
    printf("sum %ld\n", sum);
    return 0;
}

/* What an editor shows of a program: values of each kind, nested and long, in a recursion and in an inlined
 * function. The tests stop it at `look` and climb from there.
 * Compiled for the reference stub's machine. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

enum colour { RED, GREEN, BLUE = 7 };

struct point {
    short x, y;
};

struct item {
    const char *name;
    int count;
    unsigned flag : 3;
    signed small : 5;
    struct {
        int left, right;
    };
    union {
        int whole;
        unsigned char part;
    } either;
    char label[12];
    enum colour colour;
    struct point corners[4];
    struct item *next;
    float ratio;
    double weight;
    long double wide;
    _Bool yes;
};

long grid[3][4];
int large[20000];
volatile int seen;
static unsigned char hidden = 200;

NOINLINE int look(int value) {
    seen = value;
    return value + 1;
}

static inline __attribute__((always_inline)) int twice(int value) {
    int doubled = value * 2;
    return look(doubled) + doubled;
}

NOINLINE long deep(int n, struct item *it) {
    int here = n * 10;
    if (n > 0)
        return deep(n - 1, it) + here;
    return twice(it->count) + here;
}

int main(void) {
    struct item second = {.name = "second", .label = "two", .count = 2};
    struct item item = {.name = "first",
                        .count = 21,
                        .flag = 5,
                        .small = -9,
                        .left = 3,
                        .right = -4,
                        .either = {.whole = 0x01020304},
                        .label = "lab",
                        .colour = BLUE,
                        .corners = {{1, 2}, {3, 4}, {5, 6}, {7, 8}},
                        .next = &second,
                        .ratio = 0.5F,
                        .weight = -2.25,
                        .wide = 1.5L,
                        .yes = 1};
    int (*function)(int) = look;
    void *nowhere = (void *)8;
    struct item *lost = (struct item *)16;
    char letter = 'x';
    int count = 1;
    grid[1][2] = 12;
    large[19999] = 7;
    {
        long count = 2;
        seen = (int)count;
    }
    return (int)deep(20, &item) + !!function + !!nowhere + !!lost + letter + count + hidden;
}

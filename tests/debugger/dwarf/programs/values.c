/* What a condition may meet: each kind of type, scopes within scopes, statics, an inlined function.
 * Compiled for both machines, without optimisation. Lines with a mark are found by it.
 * The tests read its debug information; on the host nothing runs it. */
/* SPDX-License-Identifier: MIT */
#ifdef DEBUGGEE_RT
#include "debuggee.h"
#endif

enum colour { RED, GREEN, BLUE = 7 };
enum sign { MINUS = -1, PLUS = 1 };
typedef unsigned long word;

struct item {
    const char *name;
    int count;
    unsigned flag : 3;
    signed small : 5;
    struct {
        short x, y;
    } at;
    union {
        int whole;
        unsigned char part;
    };
    char label[12];
    enum colour colour;
    struct item *next;
    double weight;
};

unsigned char table[6] = {1, 2, 3, 4, 5, 250};
long grid[3][4];
volatile int global_counter;
static word hidden = 5;
enum sign sign = MINUS;
__thread int of_thread;
int (*function)(int) = 0;
const volatile struct item *const pointer = 0;

/* A probe, as sys/sdt.h makes them, at a function. */
__asm__(".pushsection .note.stapsdt,\"\",%note\n"
        ".balign 4\n.4byte 8, 2f - 1f, 3\n.asciz \"stapsdt\"\n"
        "1: .8byte main, 0, 0\n.asciz \"maker\"\n.asciz \"mark\"\n.asciz \"\"\n2: .balign 4\n"
        ".popsection");

static inline __attribute__((always_inline)) int twice(int value) {
    int doubled = value * 2; /* mark: inlined */
    return doubled;
}

static int work(struct item *it, int i, const char *name) {
    static int calls;
    int local = i; /* mark: body */
    float ratio = 0.5F;
    {
        long local = 2; /* mark: inner */
        it->count += (int)local;
    }
    calls += (int)sizeof ratio + (int)hidden;
    global_counter = twice(i) + name[0];
    of_thread = local;
    return local + calls; /* mark: end */
}

int main(void) {
    struct item item = {.name = "first", .label = "lab"};
    return work(&item, 3, "abc") + (int)grid[0][0] + table[0] + (int)sign + !!function + !!pointer;
}

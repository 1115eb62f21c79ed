/* Calls that the compiler puts in line: alone, nested, two in a line, in a loop.
 * What each function begins with is its own: nothing of its caller's comes before it.
 * See ../dap_inlines.py. */
/* SPDX-License-Identifier: MIT */
#define IN_LINE static inline __attribute__((always_inline))
#define ALONE __attribute__((noinline))

volatile int sink;
volatile int source = 3;

ALONE int outside(int x) {
    sink = x; /* @outside */
    return x + 1;
}

IN_LINE void inner(void) {
    sink = 1; /* @inner */
    sink = 2; /* @inner-second */
}

IN_LINE void middle(void) {
    inner();  /* @middle */
    sink = 3; /* @middle-second */
}

IN_LINE int calling(void) {
    int local = source;      /* @calling */
    local += outside(local); /* @calling-call */
    sink = local;            /* @calling-last */
    return local;
}

ALONE void single(void) {
    sink = 10; /* @single */
    inner();   /* @single-call */
    sink = 11; /* @single-after */
}

ALONE void nested(void) {
    sink = 20; /* @nested */
    middle();  /* @nested-call */
    sink = 21; /* @nested-after */
}

ALONE void pair(void) {
    sink = 30;        /* @pair */
    inner(), inner(); /* @pair-call */
    sink = 31;        /* @pair-after */
}

ALONE int deep(void) {
    int result = source; /* @deep */
    result += calling(); /* @deep-call */
    sink = result;       /* @deep-after */
    return result;
}

ALONE void looped(void) {
    for (int i = 0; i < 3; i++) { /* @looped */
        middle();                 /* @looped-call */
        sink = i;                 /* @looped-last */
    }
    sink = 41; /* @looped-after */
}

ALONE void first(void) {
    middle();  /* @first */
    sink = 51; /* @first-after */
}

int main(void) {
    single(); /* @main */
    nested(); /* @main-nested */
    pair();   /* @main-pair */
    deep();   /* @main-deep */
    looped(); /* @main-looped */
    first();  /* @main-first */
    return 0; /* @main-last */
}

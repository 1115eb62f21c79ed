/* Calls that longjmp leaves: to the function that calls, within the call, further out, and from a loop.
 * The exit status is the sum that shows where it has come by.
 * See ../dap_leaps.py. */
/* SPDX-License-Identifier: MIT */
#include <setjmp.h>

static jmp_buf far;
static jmp_buf near;
static sigjmp_buf masked;

static void leap(int number) {
    longjmp(near, number); /* @leap */
}

static int deep(int depth) {
    if (depth > 0)
        return deep(depth - 1);
    leap(3);
    return 0;
}

static int keeper(void) {
    jmp_buf kept;
    const int got = setjmp(kept);
    if (got == 0)
        longjmp(kept, 5);
    return got;
}

static void pass(void) {
    longjmp(far, 2); /* @pass */
}

static void passer(void) {
    pass(); /* @passer */
}

static void mask(void) {
    siglongjmp(masked, 4); /* @mask */
}

static int leaper(void) {
    volatile int sum = 0;
    int got = setjmp(near); /* @near */
    if (got == 0) {         /* @near-test */
        deep(3);            /* @call */
        sum += 100;
    }
    sum += got;      /* @near-got */
    sum += keeper(); /* @kept */
    sum += 1;        /* @after */
    return sum;
}

int main(void) {
    volatile int sum = leaper();   /* @main */
    if (setjmp(far) == 0)          /* @far */
        passer();                  /* @far-call */
    sum += 2;                      /* @far-after */
    if (sigsetjmp(masked, 1) == 0) /* @masked */
        mask();                    /* @masked-call */
    sum += 4;                      /* @masked-after */
    return sum;
}

/* Memory and functions at well-known symbols, for reading, writing and breakpoints.
 * scratch is 64 KiB on a page of its own; edge points at a page that is not mapped, between pages that are.
 * Break in: work (10 times), tail, loop; runs to its end with status 0. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

enum { PAGE_BYTES = 4096, EDGE_BYTES = 2 * PAGE_BYTES };

unsigned char scratch[65536] __attribute__((aligned(4096)));
volatile long counter;
volatile unsigned int magic = 0x12345678;
char *edge; /* edge[-1] and edge[PAGE_BYTES] can be read, nothing in between */

NOINLINE long work(long i) {
    counter = counter + 1;
    scratch[i] = (unsigned char)i;
    return counter * 2;
}

NOINLINE int tail(int n) {
    volatile int acc = 0;
    for (int i = 0; i < n; i++) {
        acc += i;
        acc ^= 3;
        acc += n;
    }
    return acc;
}

NOINLINE long loop(long rounds) {
    long sum = 0;
    for (long i = 0; i < rounds; i++)
        sum += work(i);
    return sum;
}

/* Four pages, the third of them taken away. */
static char *make_edge(void) {
    char *at =
        mmap(NULL, EDGE_BYTES + 2 * PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == (char *)MAP_FAILED)
        return NULL;
    munmap(at + EDGE_BYTES, PAGE_BYTES);
    return at + EDGE_BYTES;
}

int main(void) {
    edge = make_edge();
    if (!edge)
        return 1;
    for (int i = 0; i < 256; i++)
        scratch[4096 + i] = (unsigned char)i;
    memset(edge + PAGE_BYTES, 0xa5, 16);
    memcpy(edge - 8, "\x23\x24\x2a\x7d\x7c\x03\x00\xff", 8);
    long sum = loop(10);
    int last = tail(5);
    return sum == 110 && last ? 0 : 1;
}

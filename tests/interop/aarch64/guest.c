/* A program of many kinds of values: its conditions are decided by the host and in the program itself.
 * It prints what it computed, so that a disturbed register shows.
 * Compiled by the cross compiler of AArch64. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 300 };
enum colour { RED, GREEN = 5, BLUE };

struct item {
    char name[8];
    short weight;
    unsigned char flags : 3;
    signed char rank : 4;
    enum colour colour;
    double price;
    float share;
    const struct item *next;
    unsigned long long id;
};

static struct item items[ITEMS];
unsigned int total;
long long balance = -7;
const char *title = "none";

/* Every kind of parameter: registers, memory behind a pointer, a float. */
__attribute__((noinline)) static int weigh(const struct item *it, int i, unsigned char low, float share) {
    long sum = it->weight;
    sum += i * 3 - low;
    total += (unsigned)sum;
    balance -= sum;
    return (int)(sum + (share > 20.0F)); /* weighed */
}

__attribute__((noinline)) static unsigned hash(const char *text) {
    unsigned h = 5381;
    for (const char *p = text; *p; p++)
        h = h * 33 ^ (unsigned char)*p; /* hashed */
    return h;
}

static int by_name(const void *a, const void *b) {
    const struct item *l = a;
    const struct item *r = b;
    return strcmp(l->name, r->name); /* compared */
}

int main(void) {
    unsigned mixed = 0;
    long weight = 0;
    for (int i = 0; i < ITEMS; i++) {
        struct item *it = &items[i];
        (void)snprintf(it->name, sizeof it->name, "i%d", i * 7 % ITEMS);
        it->weight = (short)(i % 50 - 25);
        it->flags = (unsigned char)(i & 7);
        it->rank = (signed char)(i % 15 - 7);
        it->colour = i % 3 == 0 ? RED : i % 3 == 1 ? GREEN : BLUE;
        it->price = i * 0.25;
        it->share = (float)i / 8;
        it->next = i > 0 ? &items[i - 1] : NULL;
        it->id = 0x100000000ULL * (unsigned)i + 77;
        title = i % 100 == 99 ? "round" : "none";
        weight += weigh(it, i, (unsigned char)(i * 11), it->share);
        mixed ^= hash(it->name);
    }
    qsort(items, ITEMS, sizeof *items, by_name);
    printf("%u %ld %u %lld %s\n", mixed, weight, total, balance, items[0].name);
    return 0;
}

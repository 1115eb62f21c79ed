/* What the library has for the program.
 * Both are built for the tests of places in libraries: tests/interop/libraries.py.
 * Not installed. */
/* SPDX-License-Identifier: MIT */
#ifndef COUNTED_H
#define COUNTED_H

typedef struct counted_item {
    int id;
    double price;
} counted_item;

/* The sum of both numbers, at least 7. */
long counted_add(const counted_item *item, long n);

#endif

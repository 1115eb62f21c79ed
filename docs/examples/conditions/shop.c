/* A shop that books 300,000 orders. The sum at the end is wrong, and only one order makes it so.
 * For docs/tutorial-conditions.md, which finds that order.
 * Compile it with -g. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>

struct order {
    int number;
    char customer[16];
    int pieces;
    int price; /* of a piece, in cents */
};

static long booked;

static void book(const struct order *order) {
    int cents = order->pieces * order->price;
    if (order->pieces >= 10)
        cents -= cents / 20;
    booked += cents;
}

/* The order that somebody typed in. */
static void fill(struct order *order, int number) {
    static const char *const customers[] = {"alice", "bob", "carol", "dave"};
    order->number = number;
    snprintf(order->customer, sizeof order->customer, "%s", customers[number % 4]);
    order->pieces = number % 13 + 1;
    order->price = number == 271828 ? -499 : 100 + number % 900;
}

int main(void) {
    struct order order;
    for (int number = 0; number < 300000; number++) {
        fill(&order, number);
        book(&order);
    }
    printf("booked %ld cents\n", booked);
    return 0;
}

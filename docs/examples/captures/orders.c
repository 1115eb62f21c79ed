/* The program of docs/tutorial-captures.md: it handles 20 orders, of which one is wrong.
 * record debugs it twice with GDB and gdbserver. The breakpoint's condition is decided by GDB in one session,
 * and by gdbserver in the other. */
/* SPDX-License-Identifier: MIT */
struct order {
    int number;
    int amount;
};

static int handle(const struct order *order) {
    return order->amount < 0;
}

int main(void) {
    int wrong = 0;
    for (int i = 0; i < 20; i++) {
        const struct order order = {.number = i, .amount = i == 17 ? -1 : i};
        wrong += handle(&order);
    }
    return wrong != 1;
}

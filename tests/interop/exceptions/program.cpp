/* Exceptions that are caught in the function that was called, in the one that calls, and further out.
 * The exit status is the sum that shows whether all handlers have run.
 * See ../dap_exceptions.py. */
/* SPDX-License-Identifier: MIT */
static int thrower(int number) {
    if (number > 1)
        throw number; /* @throw */
    return number;
}

static int keeper(int number) {
    try {
        return thrower(number);
    } catch (int caught) {
        return caught + 1;
    }
}

static int passer(int number) {
    int got = thrower(number); /* @pass */
    return got;
}

int main() {
    int total = 0;
    total += keeper(5); /* @kept */
    total += 1; /* @after */
    try {
        total += thrower(7); /* @near */
        total += 100;
    } catch (int caught) {
        total += caught; /* @caught */
    }
    try {
        total += passer(9);
        total += 100;
    } catch (int caught) {
        total += caught; /* @far */
    }
    return total;
}

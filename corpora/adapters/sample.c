/* The debuggee of the scenarios for adapters: locals, a list, arrays, a recursion, a slow function, a loop.
 * usage: sample [loop [deep] | die | tidy | ignore]   Lines to stop at are labelled: a comment with @NAME.
 * It prints "hello" before them and "bye K" behind, and returns 3; at SIGTERM "tidy" and 5, or nothing. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { DEPTH = 60, LARGE = 20000 };

struct node {
    int id;
    char name[16];
    struct node *next;
};

struct big {
    int a[LARGE];
};

static struct big g;
static int arr[5] = {1, 2, 3, 4, 5};
static const char *text = "h\xc3\xa9llo \xe4\xbd\xa0";
volatile int counter;

static int deep(int n) {
    if (n == 0)
        return counter++; /* @deep */
    return deep(n - 1) + 1;
}

int spin(int n) {
    volatile long i;
    for (i = 0; i < (long)n * 100000000L; i++)
        ;
    return (int)i;
}

int touch(int n) {
    counter = n;
    return n;
}

static void rest(void) {
    const struct timespec pause = {.tv_nsec = 1000 * 1000};
    nanosleep(&pause, NULL);
}

static void tidy(int signal) {
    static const char words[] = "tidy\n";
    (void)signal;
    _exit(write(STDOUT_FILENO, words, sizeof words - 1) > 0 ? 5 : 6);
}

int main(int argc, char **argv) {
    struct node c = {3, "three", NULL}, b = {2, "two", &c}, a = {1, "one", &b};
    int k = argc;
    g.a[0] = arr[0];
    if (argc > 1 && (argv[1][0] == 't' || argv[1][0] == 'i'))
        (void)signal(SIGTERM, argv[1][0] == 't' ? tidy : SIG_IGN);
    printf("hello %c\n", text[0]);
    fflush(stdout);
    k = k + a.id;               /* @work */
    k = k + deep(DEPTH);        /* @call */
    k = k + arr[1];             /* @after */
    k = k + arr[2];             /* @next */
    k = k + touch(0) * deep(0); /* @two */
    /* @gap has no code */
    if (argc > 1 && argv[1][0] == 'd')
        raise(SIGKILL);
    if (argc > 1)
        for (;;) {
            counter++; /* @loop */
            rest();
            if (argc > 2)
                deep(DEPTH);
        }
    printf("bye %d\n", k); /* @last */
    return 3;
}

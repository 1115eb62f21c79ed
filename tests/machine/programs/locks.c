/* Locks whose owners die, and futexes that are moved: what threads and processes leave behind.
 * Not for qemu, which knows no robust lists. Each line is a check; the status is how many have failed.
 * Source: futex(2), set_robust_list(2). */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

enum {
    WAIT = 0,
    WAKE = 1,
    REQUEUE = 3,
    CMP_REQUEUE = 4,
    WAKE_OP = 5,
    LOCK_PI = 6,
    UNLOCK_PI = 7,
    TRYLOCK_PI = 8
};
#define WAITERS 0x80000000U
#define OWNER_DIED 0x40000000U

/* An entry of a robust list, and the lock behind it. */
typedef struct lock {
    struct lock *next;
    u32 word;
} lock;

typedef struct list {
    lock *first;
    long offset;
    lock *pending;
} list;

/* What a thread dies with: two locks in its list, one being taken, and one that is in no list. */
typedef struct legacy {
    lock locks[4];
    list list;
} legacy;

static int failed;
static volatile int arrived;
static u32 here, there, held;
static u32 woken;

static long futex(void *at, long op, long value, long more, void *other, long last) {
    return syscall(98, (long)at, op, value, more, (long)other, last);
}

static void check(const char *what, long value, long wanted) {
    print_line(what, value);
    failed += value != wanted;
}

static void *waits(void *arg) {
    __atomic_add_fetch(&arrived, 1, __ATOMIC_SEQ_CST);
    while (futex(&here, WAIT, 0, 0, 0, 0) != 0)
        ;
    __atomic_add_fetch(&woken, 1, __ATOMIC_SEQ_CST);
    return arg;
}

static void requeue(void) {
    thread threads[4];
    for (int i = 0; i < 4; i++)
        thread_start(&threads[i], waits, NULL);
    sleep_ms(100);
    check("wrong value", futex(&here, CMP_REQUEUE, 1, 1, &there, 7), -11);
    check("moved", futex(&here, CMP_REQUEUE, 1, 2, &there, 0), 3);
    sleep_ms(100);
    check("woken", woken, 1);
    check("left", futex(&here, WAKE, 100, 0, 0, 0), 1);
    check("back", futex(&there, REQUEUE, 0, 100, &here, 0), 2);
    check("empty", futex(&there, WAKE, 100, 0, 0, 0), 0);
    there = 5;
    check("add one, wake if 5", futex(&there, WAKE_OP, 1, 1, &there, 1 << 28 | 1 << 12 | 5), 0);
    check("added", there, 6);
    check("wake both", futex(&here, WAKE_OP, 1, 9, &here, 2 << 28 | 1 << 12), 2);
    check("or", here, 1);
    for (int i = 0; i < 4; i++)
        thread_join(&threads[i]);
}

static void *wants(void *arg) {
    long result = futex(&held, LOCK_PI, 0, 0, 0, 0);
    *(long *)arg = result;
    check("owner", (held & 0x3fffffff) == (u32)gettid(), 1);
    futex(&held, UNLOCK_PI, 0, 0, 0, 0);
    return NULL;
}

static void inheritance(void) {
    thread other;
    long got = -1;
    check("take", futex(&held, LOCK_PI, 0, 0, 0, 0), 0);
    check("word", held == (u32)gettid(), 1);
    check("twice", futex(&held, LOCK_PI, 0, 0, 0, 0), -35);
    thread_start(&other, wants, &got);
    sleep_ms(100);
    check("has waiters", held == ((u32)gettid() | WAITERS), 1);
    check("give", futex(&held, UNLOCK_PI, 0, 0, 0, 0), 0);
    thread_join(&other);
    check("got", got, 0);
    check("nobody's", held, 0);
    check("not ours", futex(&held, UNLOCK_PI, 0, 0, 0, 0), -1);
    held = 1;
    check("held", futex(&held, TRYLOCK_PI, 0, 0, 0, 0), -11);
    held = 0x3ffffffe;
    check("no such owner", futex(&held, LOCK_PI, 0, 0, 0, 0), -3);
}

static void *dies(void *arg) {
    legacy *mine = arg;
    lock *locks = mine->locks;
    mine->list = (list){&locks[0], (long)((char *)&locks[0].word - (char *)&locks[0]), &locks[2]};
    locks[0].next = (lock *)((u64)&locks[1] | 1); /* a lock with inheritance */
    locks[1].next = (lock *)&mine->list;
    locks[0].word = (u32)gettid() | WAITERS;
    locks[1].word = (u32)gettid();
    locks[2].word = (u32)gettid();
    locks[3].word = (u32)gettid();
    syscall(99, (long)&mine->list, 24L, 0L, 0L, 0L, 0L);
    sleep_ms(100);
    return NULL;
}

static void *inherits(void *arg) {
    lock *locks = arg;
    check("wait", futex(&locks[1].word, LOCK_PI, 0, 0, 0, 0), 0);
    check("inherited", locks[1].word == ((u32)gettid() | OWNER_DIED), 1);
    return NULL;
}

static void death_of_a_thread(void) {
    static legacy mine;
    lock *locks = mine.locks;
    thread first, second;
    thread_start(&first, dies, &mine);
    sleep_ms(50);
    thread_start(&second, inherits, locks);
    u32 owner = locks[0].word;
    check("waited", futex(&locks[0].word, WAIT, (long)(int)owner, 0, 0, 0), 0);
    thread_join(&first);
    thread_join(&second);
    check("marked", locks[0].word == (OWNER_DIED | WAITERS), 1);
    check("pending", locks[2].word == OWNER_DIED, 1);
    check("not in the list", (locks[3].word & OWNER_DIED) != 0, 0);
}

/* The list of a process lies in memory that it shares with its parent. */
static void death_of_a_process(void) {
    legacy *mine = (legacy *)syscall(222, 0L, 4096L, 3L, 0x21L, -1L, 0L);
    lock *locks = mine->locks;
    int pid = fork();
    if (pid == 0) {
        dies(mine);
        syscall(94, 0L, 0L, 0L, 0L, 0L, 0L);
    }
    sleep_ms(50);
    u32 owner = locks[0].word;
    check("waited", futex(&locks[0].word, WAIT, (long)(int)owner, 0, 0, 0), 0);
    check("marked", locks[0].word == (OWNER_DIED | WAITERS), 1);
    syscall(260, (long)pid, 0L, 0L, 0L, 0L, 0L);
}

/* Lists that are none: the thread ends nevertheless. */
static void *lies(void *arg) {
    static lock round;
    static list bad = {&round, 0, (lock *)3};
    round.next = &round;
    syscall(99, arg ? (long)&bad : 0x1234L, 24L, 0L, 0L, 0L, 0L);
    return NULL;
}

/* The timer is armed, and an hour away. */
__attribute__((noinline)) void armed(void) {
    __asm__ volatile("" ::: "memory");
}

/* The last of the process, whose code is that of the first thread nevertheless. */
static void *stays(void *arg) {
    sleep_ms(50);
    syscall(93, 99L, 0L, 0L, 0L, 0L, 0L);
    return arg;
}

int main(void) {
    thread liar, last;
    u64 hour[4] = {0, 0, 3600, 0};
    syscall(103, 0L, (long)hour, 0L, 0L, 0L, 0L);
    armed();
    requeue();
    inheritance();
    death_of_a_thread();
    death_of_a_process();
    for (long i = 0; i < 2; i++) {
        thread_start(&liar, lies, (void *)i);
        thread_join(&liar);
    }
    check("wrong size", syscall(99, 0L, 23L, 0L, 0L, 0L, 0L), -22);
    thread_start(&last, stays, NULL);
    syscall(93, (long)failed, 0L, 0L, 0L, 0L, 0L);
    return 0;
}

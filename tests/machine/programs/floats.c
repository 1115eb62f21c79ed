/* Floating-point registers through signals, forks and threads: each context has its own.
 * Compiled arithmetic of both formats in each rounding mode, with the flags that it raises.
 * Handlers see the registers in their context, and what they write there is what the program goes on with. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static void on_signal(int number, void *info, void *context) {
    u64 *f = context_regs(context) + 32;
    (void)info;
    print_hash("fs2 in the context", f[18]);
    print_line("fcsr in the context", (long)(u32)f[32]);
    f[19] = 0x4008000000000000UL;
    ((u32 *)f)[64] = 0x61;
    __asm__ volatile("fmv.d.x fs2, zero\n fmv.d.x fs4, %0\n csrw fcsr, %1" ::"r"((u64)number), "r"(0x1fUL)
                     : "fs2", "fs4");
}

static u64 bits_of(double value) {
    union {
        double value;
        u64 bits;
    } u = {value};
    return u.bits;
}

static void through_a_signal(void) {
    u64 fs2, fs3, fs4, fcsr;
    act(SIGUSR1, (void *)on_signal, SA_SIGINFO_, 0);
    const u64 values[] = {0x42, bits_of(1.5), bits_of(-2.25), (u64)getpid()};
    __asm__ volatile("ld t0, 0(%4)\n csrw fcsr, t0\n fld fs2, 8(%4)\n fmv.d.x fs3, zero\n fld fs4, 16(%4)\n"
                     "ld a0, 24(%4)\n li a1, 10\n li a7, 129\n ecall\n" /* kill(getpid(), SIGUSR1) */
                     "fmv.x.d %0, fs2\n fmv.x.d %1, fs3\n fmv.x.d %2, fs4\n csrr %3, fcsr"
                     : "=&r"(fs2), "=&r"(fs3), "=&r"(fs4), "=&r"(fcsr)
                     : "r"(values)
                     : "a0", "a1", "a7", "t0", "fs2", "fs3", "fs4", "memory");
    print_hash("fs2", fs2);
    print_hash("fs3", fs3);
    print_hash("fs4", fs4);
    print_hash("fcsr", fcsr);
}

static volatile double sum;

static void *add_up(void *arg) {
    double own = (double)(long)arg;
    for (int i = 0; i < 1000; i++)
        own = own * 1.0000001 + 0.1;
    print_hash("thread", bits_of(own));
    return NULL;
}

static void through_threads(void) {
    thread t;
    for (long i = 1; i < 4; i++) {
        thread_start(&t, add_up, (void *)i);
        thread_join(&t);
    }
    double own = 0.1;
    int status;
    pid_t pid = fork();
    for (int i = 0; i < 100; i++)
        own += pid ? 0.1 : 0.2;
    if (pid == 0) {
        print_hash("child", bits_of(own));
        _exit(0);
    }
    waitpid(pid, &status, 0);
    print_hash("parent", bits_of(own));
}

static void in_each_mode(void) {
    for (unsigned long mode = 0; mode < 5; mode++) {
        double d = 1.0;
        float f = 1.0F;
        u64 flags;
        __asm__ volatile("csrw fcsr, %0" ::"r"(mode << 5));
        for (int i = 1; i < 300; i++) {
            d = d / 3.0 + (double)i * 0.7;
            f = f / 3.0F + (float)i * 0.7F - (float)d;
            sum = d + (double)f;
        }
        __asm__ volatile("csrr %0, fcsr" : "=r"(flags));
        print_hash("double", bits_of(d));
        print_hash("sum", bits_of(sum));
        print_line("as an integer", (long)(d * 1e6));
        print_hash("fcsr", flags);
    }
    __asm__ volatile("csrw fcsr, zero");
}

int main(void) {
    in_each_mode();
    through_a_signal();
    through_threads();
    return 0;
}

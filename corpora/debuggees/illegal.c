/* Runs into an instruction that there is not, at illegal_at, and dies of SIGILL.
 * Passed over by hand, to illegal_next, it ends with status 0.
 * Break in: illegal. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

/* Where there is no such instruction that can be named, the program just ends. */
#if defined(__riscv)
#define ILLEGAL ".4byte 0xc0001073" /* unimp: a counter can not be written */
#elif defined(__x86_64__) || defined(__i386__)
#define ILLEGAL "ud2"
#elif defined(__aarch64__) || defined(__powerpc__)
#define ILLEGAL ".4byte 0"
#elif defined(__s390__)
#define ILLEGAL ".2byte 0"
#elif defined(__mips__)
#define ILLEGAL ".4byte 0x3d"
#elif defined(__arm__) && !defined(__thumb__)
#define ILLEGAL ".4byte 0xe7f000f0"
#endif

NOINLINE void illegal(void) {
#if defined(ILLEGAL)
    __asm__ volatile(".globl illegal_at\nillegal_at:\n" ILLEGAL "\n.globl illegal_next\nillegal_next:\n");
#endif
}

int main(void) {
    illegal();
    return 0;
}

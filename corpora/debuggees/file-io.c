/* Files of the debugger's host, by the calls that RISC-V calls semihosting: made, written, read, renamed, removed.
 * An argument makes one call alone: write, stat, system, or spin, which writes without end.
 * The exit status is the number of calls with another result than expected. Break at `called`. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

enum {
    OPEN = 0x01,
    CLOSE = 0x02,
    WRITE0 = 0x04,
    WRITE = 0x05,
    READ = 0x06,
    ISTTY = 0x09,
    SEEK = 0x0a,
    FLEN = 0x0c,
    REMOVE = 0x0e,
    RENAME = 0x0f,
    TIME = 0x11,
    SYSTEM = 0x12,
    ERRNO = 0x13,
    STAT = 0x100, /* an extension, as its number says */
};
enum { MODE_READ = 0, MODE_WRITE_READ = 6 };

#if defined(__riscv)
/* The two shifts around the ebreak make it a call; by themselves they do nothing. */
static NOINLINE long call_host(long number, const void *block) {
    register long a0 __asm__("a0") = number;
    register const void *a1 __asm__("a1") = block;
    __asm__ volatile(".option push\n.option norvc\n.balign 16\n"
                     "slli zero, zero, 0x1f\nebreak\nsrai zero, zero, 7\n.option pop"
                     : "+r"(a0)
                     : "r"(a1)
                     : "memory");
    return a0;
}
#else
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
static long call_host(long number, const void *block) {
    const long *b = block;
    struct stat info;
    long result = 0;
    switch (number) {
    case OPEN:
        return open((const char *)b[0], b[1] == MODE_READ ? O_RDONLY : O_RDWR | O_CREAT | O_TRUNC, 0644);
    case CLOSE:
        return close((int)b[0]);
    case WRITE0:
        return write(1, block, strlen(block)) < 0;
    case WRITE:
        result = write((int)b[0], (const void *)b[1], (size_t)b[2]);
        return result < 0 ? b[2] : b[2] - result;
    case READ:
        result = read((int)b[0], (void *)b[1], (size_t)b[2]);
        return result < 0 ? b[2] : b[2] - result;
    case ISTTY:
        return isatty((int)b[0]);
    case SEEK:
        return lseek((int)b[0], b[1], SEEK_SET) < 0 ? -1 : 0;
    case FLEN:
        return fstat((int)b[0], &info) ? -1 : (long)info.st_size;
    case REMOVE:
        return unlink((const char *)b[0]);
    case RENAME:
        return rename((const char *)b[0], (const char *)b[2]);
    case TIME:
        return (long)time(NULL);
    case ERRNO:
        return errno;
    default:
        return -1;
    }
}
#endif

static volatile int failures;

/* A call has ended. */
NOINLINE void called(long number, long result, long expected) {
    if (result != expected)
        failures = failures + 1;
    __asm__ volatile("" ::"r"(number));
}

static long call4(long number, long a, long b, long c, long d, long expected) {
    const long block[4] = {a, b, c, d};
    long result = call_host(number, block);
    called(number, result, expected);
    return result;
}

#define TEXT(t) (long)(t), (long)sizeof(t) - 1

static const char first[] = "stubborn-file-io.txt";
static const char second[] = "stubborn-file-io.old";
static char buffer[64];

static void all(void) {
    const long open_block[3] = {(long)first, MODE_WRITE_READ, sizeof first - 1};
    long fd = call_host(OPEN, open_block);
    called(OPEN, fd < 0, 0);
    call4(WRITE, fd, TEXT("hello, host\n"), 0, 0);
    call4(SEEK, fd, 7, 0, 0, 0);
    call4(READ, fd, (long)buffer, 4, 0, 0);
    called(READ, strcmp(buffer, "host"), 0);
    call4(FLEN, fd, 0, 0, 0, 12);
    call4(ISTTY, fd, 0, 0, 0, 0);
    call4(CLOSE, fd, 0, 0, 0, 0);
    call4(RENAME, TEXT(first), TEXT(second), 0);
    call4(REMOVE, TEXT(second), 0, 0, 0);
    call4(OPEN, (long)second, MODE_READ, sizeof second - 1, 0, -1);
    call4(ERRNO, 0, 0, 0, 0, 2);
    called(TIME, call_host(TIME, NULL) > 1000000000, 1);
    call_host(WRITE0, "done\n");
}

int main(int argc, char **argv) {
    const char *one = argc > 1 ? argv[1] : "";
    if (strcmp(one, "write") == 0)
        call4(WRITE, 1, TEXT("a line of its own\n"), 0, 0);
    else if (strcmp(one, "stat") == 0)
        call4(STAT, TEXT(first), (long)buffer, 0, 0);
    else if (strcmp(one, "system") == 0)
        call4(SYSTEM, TEXT("true"), 0, 0, 0);
    else if (strcmp(one, "spin") == 0)
        for (;;)
            call4(WRITE, 1, TEXT("again\n"), 0, 0);
    else
        all();
    return failures;
}

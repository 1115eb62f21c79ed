/* Maps another program as code, as a dynamic linker maps a library, and takes it away again.
 * A target that reports library events has one before mapped() and one before gone().
 * Break in: mapped, gone. */
/* SPDX-License-Identifier: MIT */
#include "debuggee.h"

enum { BYTES = 4096 };

void *volatile code;

NOINLINE void mapped(void) {
    __asm__ volatile("" ::: "memory");
}

NOINLINE void gone(void) {
    __asm__ volatile("" ::: "memory");
}

int main(void) {
    int fd = open(sibling("hello"), O_RDONLY);
    code = mmap(NULL, BYTES, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
    mapped();
    int status = munmap(code, BYTES) == 0 ? 0 : 1;
    gone();
    return status;
}

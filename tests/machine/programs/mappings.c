/* brk, mmap, munmap and mprotect: results, errors, and what memory holds afterwards.
 * Addresses are chosen by the kernel and are not printed.
 * Contents survive permission changes; new pages are zero. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static long brk_(u64 to) {
    return syscall(214, (long)to, 0L, 0L, 0L, 0L, 0L);
}

static u64 sum(const unsigned char *p, unsigned len) {
    u64 hash = 0;
    for (unsigned i = 0; i < len; i++)
        hash = fold(hash, p[i]);
    return hash;
}

int main(void) {
    u64 start = (u64)brk_(0);
    print_line("grow", brk_(start + 10000) == (long)(start + 10000));
    memset((void *)start, 0x5a, 10000);
    print_line("shrink", brk_(start + 100) == (long)(start + 100));
    print_line("grow again", brk_(start + 20000) == (long)(start + 20000));
    print_hash("heap", sum((unsigned char *)start, 100));
    print_line("zero again", ((unsigned char *)start)[9000]);
    print_line("below", brk_(start - 1) == (long)(start + 20000));

    unsigned char *p = mmap(NULL, 40000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    print_hash("zeros", sum(p, 40000));
    for (int i = 0; i < 40000; i++)
        p[i] = (unsigned char)(i * 31 >> 3);
    print_line("read only", mprotect(p + 4096, 8192, PROT_READ));
    print_line("nothing", mprotect(p + 12288, 4096, PROT_NONE));
    print_line("back", mprotect(p, 40960, PROT_READ | PROT_WRITE));
    print_hash("kept", sum(p, 40000));
    print_line("hole", munmap(p + 8192, 4096));
    print_line("protect a hole", mprotect(p, 40960, PROT_READ));
    print_line("hole twice", munmap(p + 8192, 4096));
    unsigned char *q =
        mmap(p + 8192, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    print_line("fixed", q == p + 8192);
    print_hash("new zeros", sum(q, 4096));
    print_line("misaligned", munmap(p + 1, 4096));
    print_line("protect misaligned", mprotect(p + 1, 4096, PROT_READ));
    print_line("no length", mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
    print_line("unmap nothing", munmap(p, 0));
    print_line("bad descriptor", mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 77, 0) == MAP_FAILED);
    for (int i = 0; i < 200; i++) {
        unsigned char *r =
            mmap(NULL, 4096 * (1 + i % 3), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        r[i] = 1;
        if (i % 2)
            munmap(r, 4096 * (1 + i % 3));
    }
    print("done\n");
    return 0;
}

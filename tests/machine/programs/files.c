/* The program's own file: open, fstat, lseek, read, pread, mmap, dup, close-on-exec; and what fails.
 * Its path is argv[0]; its content is the same on both sides.
 * Standard output is a pipe or the like, so it can not be sought. */
/* SPDX-License-Identifier: MIT */
#include "probe.h"

static unsigned char buffer[70000];

static u64 sum(const unsigned char *p, long len) {
    u64 hash = 0;
    for (long i = 0; i < len; i++)
        hash = fold(hash, p[i]);
    return hash;
}

int main(int argc, char **argv) {
    (void)argc;
    int fd = open(argv[0], O_RDONLY);
    print_line("fd", fd);
    long stat[16];
    print_line("fstat", syscall(80, (long)fd, (long)stat, 0L, 0L, 0L, 0L));
    print_line("size", stat[6]);
    print_line("regular", (((int *)stat)[4] & 0xf000) == 0x8000);
    long len = read(fd, buffer, sizeof buffer);
    print_line("read", len);
    print_hash("content", sum(buffer, len));
    print_line("end", read(fd, buffer, 10));
    print_line("seek", lseek(fd, 100, 0));
    print_line("seek on", lseek(fd, 28, 1));
    print_line("seek end", lseek(fd, -8, 2) == stat[6] - 8);
    print_line("read rest", read(fd, buffer, 100));
    print_line("seek before", lseek(fd, -1, 0));
    print_line("seek how", lseek(fd, 0, 99));
    print_line("pread", syscall(67, (long)fd, (long)buffer, 16L, 4L, 0L, 0L));
    print_hash("bytes", sum(buffer, 16));
    int copy = (int)syscall(23, (long)fd, 0L, 0L, 0L, 0L, 0L);
    print_line("dup", copy);
    lseek(fd, 40, 0);
    print_line("shared offset", lseek(copy, 0, 1));
    print_line("dup3", syscall(24, (long)fd, 9L, 0L, 0L, 0L, 0L));
    print_line("dup3 same", syscall(24, (long)fd, (long)fd, 0L, 0L, 0L, 0L));
    print_line("fcntl dup", syscall(25, (long)fd, 0L, 7L, 0L, 0L, 0L));
    print_line("cloexec", syscall(25, 9L, 2L, 1L, 0L, 0L, 0L));
    print_line("cloexec?", syscall(25, 9L, 1L, 0L, 0L, 0L, 0L));
    unsigned char *map = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
    print_hash("mapped", sum(map, 4096));
    struct {
        void *at;
        u64 len;
    } parts[] = {{"gathered ", 9}, {"", 0}, {"output\n", 7}};
    print_line("writev", syscall(66, 1L, (long)parts, 3L, 0L, 0L, 0L));
    struct {
        void *at;
        u64 len;
    } into[] = {{buffer, 5}, {buffer + 100, 11}};
    lseek(fd, 0, 0);
    print_line("readv", syscall(65, (long)fd, (long)into, 2L, 0L, 0L, 0L));
    print_hash("scattered", sum(buffer, 5) ^ sum(buffer + 100, 11));
    print_line("close", close(fd));
    print_line("close again", close(fd));
    print_line("read closed", read(fd, buffer, 1));
    print_line("write closed", write(55, buffer, 1));
    print_line("missing", open("/nonexistent/file", O_RDONLY));
    print_line("bad path", open((char *)8, O_RDONLY));
    print_line("seek a pipe", lseek(1, 0, 1));
    print_line("ioctl", syscall(29, 9L, 0x5401L, 0L, 0L, 0L, 0L));
    print_line("bad buffer", write(1, (void *)8, 4));
    print_line("chdir", syscall(49, (long)"/nonexistent", 0L, 0L, 0L, 0L, 0L));
    print_line("chdir root", syscall(49, (long)"/", 0L, 0L, 0L, 0L, 0L));
    char folder[100];
    print(getcwd(folder, sizeof folder) ? folder : "?");
    print("\n");
    print_line("short", syscall(17, (long)folder, 1L, 0L, 0L, 0L, 0L));
    print_line("access", syscall(48, -100L, (long)"/nonexistent", 0L, 0L, 0L, 0L));
    print_line("readlink", readlink("/nonexistent", folder, 10));
    return 0;
}

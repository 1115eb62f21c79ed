/* A file that two processes map shared and writable: each sees the other's writes, and the file has them.
 * Built for RISC-V Linux, static and dynamic, and run on the reference stub and under qemu-riscv64.
 * The file lies in the folder where the program starts. */
/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 10000, MAP_BYTES = 12288 };

static void say(const char *what, long value) {
    printf("%s %ld\n", what, value);
    fflush(stdout);
}

static char *map(int fd, int perms, off_t offset, size_t len) {
    char *at = mmap(NULL, len, perms, MAP_SHARED, fd, offset);
    say("mapped", at == MAP_FAILED ? -errno : 0);
    return at;
}

static int content(int fd, off_t offset) {
    char byte = 0;
    return pread(fd, &byte, 1, offset) == 1 ? byte : -1;
}

static void child(char *all) {
    int fd = open("shared", O_RDWR);
    char *second = map(fd, PROT_READ | PROT_WRITE, 4096, 4096);
    say("sees", second[0]);
    second[1] = 'c';
    say("other mapping", all[4097]);
    all[9999] = 'e';
    all[10001] = 'x'; /* behind the end */
    pwrite(fd, "w", 1, 2);
    close(fd);
    second[2] = 'l'; /* after the close */
    _exit(3);
}

int main(void) {
    int fd = open("shared", O_RDWR | O_CREAT | O_TRUNC, 0644), status = 0;
    char *text = malloc(BYTES);
    memset(text, '.', BYTES);
    say("write", write(fd, text, BYTES));
    char *all = map(fd, PROT_READ | PROT_WRITE, 0, MAP_BYTES);
    say("there", all[9999]);
    all[0] = 'a';
    all[4096] = 'b';
    say("read", content(fd, 4096));
    if (fork() == 0)
        child(all);
    wait(&status);
    say("status", status);
    say("child's", all[4097]);
    say("child's", all[4098]);
    say("written", all[2]);
    say("size", lseek(fd, 0, SEEK_END));
    munmap(all + 4096, 4096);
    say("unmapped", content(fd, 4098));
    all[1] = 'm';
    say("sync", msync(all, 4096, MS_SYNC));
    close(fd);
    all[3] = 'z';
    munmap(all, 4096);
    munmap(all + 8192, 4096);
    int again = open("shared", O_RDONLY);
    memset(text, 0, BYTES);
    say("again", read(again, text, BYTES));
    printf("%.5s %.4s %c\n", text, text + 4096, text[9999]);
    map(again, PROT_READ | PROT_WRITE, 0, 4096);
    char *own = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, again, 0);
    own[0] = 'p';
    say("private", content(again, 0));
    return 0;
}

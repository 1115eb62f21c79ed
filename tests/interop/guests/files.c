/* Files in the current folder, which the program may write: folders, appending, positions, renaming, removal.
 * Built for RISC-V Linux, static and dynamic, and run on the reference stub and under qemu-riscv64.
 * It leaves nothing behind. */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void say(const char *what, long value) {
    printf("%s %ld\n", what, value);
}

static void failed(const char *what, int result) {
    printf("%s %s\n", what, result < 0 ? strerror(errno) : "fine");
}

static void lines(void) {
    char line[100];
    int num = 0;
    FILE *file = fopen("a", "w");
    for (int i = 0; file && i < 1000; i++)
        fprintf(file, "line %d\n", i);
    if (!file || fclose(file) != 0)
        exit(1);
    file = fopen("a", "a+");
    fprintf(file, "more\n");
    rewind(file);
    while (fgets(line, sizeof line, file))
        num++;
    fclose(file);
    printf("%d lines, the last is %s", num, line);
}

static void positions(void) {
    char text[100] = "";
    struct stat info;
    failed("rename", rename("a", "b"));
    failed("old name", access("a", F_OK));
    stat("b", &info);
    say("bytes", info.st_size);
    int fd = open("b", O_RDWR);
    failed("cut", ftruncate(fd, 10));
    say("write", pwrite(fd, "XY", 2, 4));
    say("read", pread(fd, text, sizeof text - 1, 0));
    printf("[%s]\n", text);
    say("end", lseek(fd, 0, SEEK_END));
    close(fd);
}

static void folders(void) {
    int num = 0;
    mkdir("one", 0700);
    mkdir("two", 0700);
    struct stat by_path, by_descriptor; /* rm -r compares the two */
    int fd = open("one", O_RDONLY | O_DIRECTORY);
    stat("one", &by_path);
    fstat(fd, &by_descriptor);
    close(fd);
    say("the same folder",
        by_path.st_ino == by_descriptor.st_ino && by_path.st_mode == by_descriptor.st_mode);
    DIR *folder = opendir(".");
    for (const struct dirent *e; folder && (e = readdir(folder)) != NULL;)
        num += (int)strlen(e->d_name);
    closedir(folder);
    say("letters", num);
    failed("remove", rmdir("one"));
    failed("remove", rmdir("two"));
    failed("remove a file", rmdir("b"));
    failed("remove", unlink("b"));
    failed("missing", open("/nonexistent", O_RDONLY));
}

int main(void) {
    char name[] = "work";
    failed("make", mkdir(name, 0755));
    failed("enter", chdir(name));
    lines();
    positions();
    folders();
    failed("leave", chdir(".."));
    failed("remove", rmdir(name));
    return 3;
}

/* What debuggees need of a C library on RV64IMA Linux, under the names that POSIX gives it.
 * No errno: failing calls return the negative error number (always below zero).
 * Included by debuggee.h; not for use on the host. */
/* SPDX-License-Identifier: MIT */
#ifndef DEBUGGEE_RT_H
#define DEBUGGEE_RT_H

#include <stddef.h>
#include <stdint.h>

typedef int pid_t;
typedef long ssize_t;
struct timespec {
    long tv_sec;
    long tv_nsec;
};

enum {
    SIGINT = 2,
    SIGILL = 4,
    SIGTRAP = 5,
    SIGABRT = 6,
    SIGBUS = 7,
    SIGFPE = 8,
    SIGKILL = 9,
    SIGUSR1 = 10,
    SIGSEGV = 11,
    SIGUSR2 = 12,
    SIGALRM = 14,
    SIGTERM = 15,
    SIGCHLD = 17,
    SIGCONT = 18,
    SIGSTOP = 19
};
typedef void (*rt_handler)(int);
#define SIG_DFL ((rt_handler)0)
#define SIG_IGN ((rt_handler)1)

enum { PROT_NONE = 0, PROT_READ = 1, PROT_WRITE = 2, PROT_EXEC = 4 };
enum { MAP_SHARED = 1, MAP_PRIVATE = 2, MAP_FIXED = 16, MAP_ANONYMOUS = 32 };
#define MAP_FAILED ((void *)-1)
enum { O_RDONLY = 0 };

#define WIFEXITED(s) (((s)&0x7f) == 0)
#define WEXITSTATUS(s) ((s) >> 8 & 0xff)
#define WIFSIGNALED(s) (((s)&0x7f) != 0 && ((s)&0x7f) != 0x7f)
#define WTERMSIG(s) ((s)&0x7f)

extern char **environ;

long syscall(long number, ...);
ssize_t write(int fd, const void *bytes, size_t len);
ssize_t read(int fd, void *bytes, size_t len);
int open(const char *path, int flags, ...);
int close(int fd);
long lseek(int fd, long offset, int whence);
char *getcwd(char *out, size_t cap);
ssize_t readlink(const char *path, char *out, size_t cap);
void *mmap(void *at, size_t len, int prot, int flags, int fd, long offset);
int munmap(void *at, size_t len);
int mprotect(void *at, size_t len, int prot);

pid_t getpid(void);
pid_t getppid(void);
pid_t gettid(void);
pid_t fork(void);
pid_t vfork(void) __attribute__((returns_twice));
int execve(const char *path, char *const argv[], char *const envp[]);
pid_t waitpid(pid_t pid, int *status, int options);
void _exit(int code) __attribute__((noreturn));
void exit(int code) __attribute__((noreturn));

rt_handler signal(int number, rt_handler handler);
int kill(pid_t pid, int number);
int raise(int number);
int nanosleep(const struct timespec *time, struct timespec *left);
int sched_yield(void);

size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
void *memcpy(void *to, const void *from, size_t len);
void *memset(void *to, int value, size_t len);

#endif

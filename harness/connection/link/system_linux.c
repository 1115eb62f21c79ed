/* What only Linux has: subreaping, a list of one's children, quick acks, close_range, ppoll.
 * The only file of the layer with such calls; system_posix.c stands in for it elsewhere.
 * Sources: prctl(2), close_range(2), tcp(7), proc(5). */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "system.h"

#include "core/file.h"

#include <rsp/clock.h>

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

int rsp_system_poll(struct pollfd *fds, size_t num, int64_t timeout_ns) {
    const int64_t second = (int64_t)RSP_NS_PER_S;
    struct timespec ts = {.tv_sec = timeout_ns / second, .tv_nsec = timeout_ns % second};
    return ppoll(fds, num, timeout_ns < 0 ? NULL : &ts, NULL);
}

/* The kernel falls back to delayed acks by itself, so this is asked again before each wait for a tail. */
void rsp_system_quick_ack(int fd) {
    int on = 1;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
}

/* A name in the abstract namespace, which goes with the network's as ports do, and leaves no file behind. */
int rsp_system_claim_port(uint16_t port) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    int len = snprintf(at.sun_path + 1, sizeof at.sun_path - 1, "stubborn-port-%u", (unsigned)port);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return RSP_NO_CLAIM;
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)len);
    if (bind(fd, (const struct sockaddr *)&at, size) == 0)
        return fd;
    int claim = errno == EADDRINUSE ? -1 : RSP_NO_CLAIM;
    (void)close(fd);
    return claim;
}

void rsp_system_adopt_orphans(void) {
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

void rsp_system_die_with_parent(void) {
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
}

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

/* Behind the name, which may hold anything: the state, and ticks in user and in kernel mode. */
enum { STAT_USER = 12, STAT_KERNEL = 13 }; /* words behind the ')', which is the first */

bool rsp_system_computes(long pid, uint64_t *out_cpu_ns, bool *out_computes) {
    char path[48];
    rsp_buf text = {0};
    const long ticks = sysconf(_SC_CLK_TCK);
    (void)snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    const bool told = ticks > 0 && rsp_file_read(&text, path, NULL) == RSP_OK;
    const char *rest = told ? strrchr(rsp_buf_cstr(&text), ')') : NULL;
    const bool known = rest && rest[1] == ' ';
    if (known) {
        const uint64_t used = rsp_system_field(rest, STAT_USER) + rsp_system_field(rest, STAT_KERNEL);
        *out_cpu_ns = used * (RSP_NS_PER_S / (uint64_t)ticks);
        *out_computes = rest[2] == 'R';
    }
    rsp_buf_free(&text);
    return known;
}

void rsp_system_close_from(int first, bool on_exec) {
    if (syscall(SYS_close_range, (unsigned)first, ~0U, on_exec ? CLOSE_RANGE_CLOEXEC : 0U) == 0)
        return;
    long max = sysconf(_SC_OPEN_MAX);
    for (int fd = first; fd < (max > 0 && max < 65536 ? (int)max : 65536); fd++)
        (void)(on_exec ? fcntl(fd, F_SETFD, FD_CLOEXEC) : close(fd));
}

/* "/proc/self/task/PID/children"; no stdio, as this runs between fork and exec. */
static int open_children(void) {
    static const char head[] = "/proc/self/task/";
    static const char tail[] = "/children";
    char path[64];
    char digits[20];
    size_t num = 0;
    size_t len = sizeof head - 1;
    memcpy(path, head, len);
    for (long pid = (long)getpid(); pid > 0; pid /= 10)
        digits[num++] = (char)('0' + pid % 10);
    while (num)
        path[len++] = digits[--num];
    memcpy(path + len, tail, sizeof tail);
    return open(path, O_RDONLY | O_CLOEXEC);
}

/* The file holds numbers with a blank behind each. Those that were killed and not reaped yet are there,
 * too, and are killed once more, which does nothing. */
bool rsp_system_kill_children(void) {
    char chunk[4096];
    pid_t pid = 0;
    int fd = open_children();
    if (fd < 0)
        return false;
    for (ssize_t got = read(fd, chunk, sizeof chunk); got > 0; got = read(fd, chunk, sizeof chunk)) {
        for (ssize_t i = 0; i < got; i++) {
            if (chunk[i] >= '0' && chunk[i] <= '9') {
                pid = pid * 10 + (chunk[i] - '0');
                continue;
            }
            if (pid > 0)
                (void)kill(pid, SIGKILL);
            pid = 0;
        }
    }
    (void)close(fd);
    return true;
}

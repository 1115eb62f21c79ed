/* The system's extras where the system is not Linux: nothing beyond POSIX.
 * Orphans that left the process group are not found here.
 * The counterpart of system_linux.c, with the same functions. */
/* SPDX-License-Identifier: MIT */
#include "system.h"

#include <rsp/clock.h>

#include <fcntl.h>
#include <unistd.h>

int rsp_system_poll(struct pollfd *fds, size_t num, int64_t timeout_ns) {
    const int64_t ms = (int64_t)RSP_NS_PER_MS;
    int64_t wait_ms = timeout_ns < 0 ? -1 : timeout_ns / ms + (timeout_ns % ms != 0);
    return poll(fds, (nfds_t)num, wait_ms > 60000 ? 60000 : (int)wait_ms);
}

void rsp_system_quick_ack(int fd) {
    (void)fd;
}

int rsp_system_claim_port(uint16_t port) {
    (void)port;
    return RSP_NO_CLAIM;
}

void rsp_system_adopt_orphans(void) {
}

void rsp_system_die_with_parent(void) {
}

bool rsp_system_kill_children(void) {
    return false;
}

bool rsp_system_computes(long pid, uint64_t *out_cpu_ns, bool *out_computes) {
    (void)pid;
    (void)out_cpu_ns;
    (void)out_computes;
    return false;
}

void rsp_system_close_from(int first, bool on_exec) {
    long max = sysconf(_SC_OPEN_MAX);
    for (int fd = first; fd < (max > 0 && max < 65536 ? (int)max : 65536); fd++)
        (void)(on_exec ? fcntl(fd, F_SETFD, FD_CLOEXEC) : close(fd));
}

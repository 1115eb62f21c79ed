/* What only some systems have: system_linux.c, or system_posix.c for all others.
 * The calls made between fork and exec are async-signal-safe: adopt, die, kill, close.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINK_SYSTEM_H
#define RSP_LINK_SYSTEM_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* As poll, with a timeout in nanoseconds where the system has ppoll; below 0 it waits for ever. */
int rsp_system_poll(struct pollfd *fds, size_t num, int64_t timeout_ns);

/* Sends the TCP acknowledgment that is due at once. Holds until the next wait. */
void rsp_system_quick_ack(int fd);

/* Claims a port among the processes of this toolkit until the returned descriptor is closed. -1 when another
 * one has it, RSP_NO_CLAIM where the system has no way to claim. */
enum { RSP_NO_CLAIM = -2 };
int rsp_system_claim_port(uint16_t port);

/* In a supervisor: orphans of its descendants become its own children. */
void rsp_system_adopt_orphans(void);

/* In a program, before exec: the system kills it when its supervisor dies. */
void rsp_system_die_with_parent(void);

/* Kills all children of this process; false where they cannot be listed. */
bool rsp_system_kill_children(void);

/* The number that is a word of a line of /proc, words counted from 0; 0 where there is none. */
static inline uint64_t rsp_system_field(const char *line, unsigned index) {
    static const char blanks[] = " \t";
    line += strspn(line, blanks);
    for (; index > 0; index--) {
        line += strcspn(line, blanks);
        line += strspn(line, blanks);
    }
    return strtoull(line, NULL, 10);
}

/* The processor time of a process until now, and whether its main thread computes or waits to: false where
 * the system does not tell, or there is no such process. */
bool rsp_system_computes(long pid, uint64_t *out_cpu_ns, bool *out_computes);

/* Closes every descriptor from `first` on, or marks it close-on-exec. */
void rsp_system_close_from(int first, bool on_exec);

#endif

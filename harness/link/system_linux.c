/* What only Linux has: subreaping, pid descriptors, quick acks, close_range, a process table in /proc.
 * The only file of the layer with such calls; system_posix.c stands in for it elsewhere.
 * Sources: prctl(2), pidfd_open(2), close_range(2), tcp(7), proc(5). */
/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "internal.h"

#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define ENVIRON_BYTES ((size_t)256 * 1024)
#define ROUNDS 200 /* of looking for survivors, one to a few milliseconds each */

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

void rsp_system_adopt_orphans(void) {
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

int rsp_system_pid_fd(pid_t pid) {
    return (int)syscall(SYS_pidfd_open, pid, 0);
}

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

void rsp_system_close_from(int first) {
    if (syscall(SYS_close_range, (unsigned)first, ~0U, CLOSE_RANGE_CLOEXEC) == 0)
        return;
    long max = sysconf(_SC_OPEN_MAX);
    for (int fd = first; fd < (max > 0 && max < 65536 ? (int)max : 65536); fd++)
        (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
}

typedef struct process {
    pid_t pid;
    pid_t parent;
    pid_t session;
    char state;
    uint64_t start; /* in clock ticks: tells a reused pid from the old one */
    bool ours;
} process;

typedef struct family {
    pid_t leader;
    const char *marker;
    rsp_buf now;  /* process[], this round's table */
    rsp_buf seen; /* process[], those found to be ours in earlier rounds */
} family;

static process *table(const rsp_buf *buf, size_t *out_num) {
    *out_num = buf->len / sizeof(process);
    return (process *)(void *)buf->ptr;
}

/* At most `max` bytes of a file in /proc, terminated. */
static size_t read_proc(pid_t pid, const char *name, char *out, size_t max) {
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    size_t len = 0;
    while (fd >= 0 && len < max) {
        ssize_t got = read(fd, out + len, max - len);
        if (got <= 0)
            break;
        len += (size_t)got;
    }
    if (fd >= 0)
        (void)close(fd);
    out[len] = 0;
    return len;
}

/* "pid (any name) state ppid pgrp session ..."; the start time is field 22. */
static bool read_stat(process *out, pid_t pid) {
    char text[1024];
    (void)read_proc(pid, "stat", text, sizeof text - 1);
    char *at = strrchr(text, ')');
    if (!at || at[1] != ' ' || !at[2])
        return false;
    *out = (process){.pid = pid, .state = at[2]};
    at += 3;
    for (int field = 4; field <= 22; field++) {
        long long value = strtoll(at, &at, 10);
        if (field == 4)
            out->parent = (pid_t)value;
        else if (field == 6)
            out->session = (pid_t)value;
        else if (field == 22)
            out->start = (uint64_t)value;
    }
    return true;
}

static bool has_marker(pid_t pid, const char *marker, char *scratch) {
    size_t len = scratch ? read_proc(pid, "environ", scratch, ENVIRON_BYTES) : 0;
    rsp_bytes environment = rsp_bytes_make(scratch, len);
    return len && rsp_bytes_search(environment, rsp_bytes_str(marker)) < len;
}

static bool read_table(family *f) {
    rsp_buf_clear(&f->now);
    DIR *dir = opendir("/proc");
    if (!dir)
        return false;
    for (const struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
        char *end = NULL;
        long pid = strtol(entry->d_name, &end, 10);
        process p;
        if (pid > 0 && !*end && read_stat(&p, (pid_t)pid))
            rsp_buf_append(&f->now, rsp_bytes_make(&p, sizeof p));
    }
    (void)closedir(dir);
    return f->now.status == RSP_OK;
}

static bool was_seen(const family *f, const process *p) {
    size_t num;
    const process *seen = table(&f->seen, &num);
    for (size_t i = 0; i < num; i++)
        if (seen[i].pid == p->pid && seen[i].start == p->start)
            return true;
    return false;
}

static bool has_parent_of_ours(const process *all, size_t num, const process *p) {
    for (size_t i = 0; i < num; i++)
        if (all[i].ours && all[i].pid == p->parent)
            return true;
    return false;
}

/* By session, by memory, by environment (orphans that made a session of their own), then by descent. */
static void mark(family *f) {
    size_t num;
    process *all = table(&f->now, &num);
    char *scratch = rsp_mem_alloc(f->now.mem, ENVIRON_BYTES + 1);
    for (size_t i = 0; i < num; i++) {
        process *p = &all[i];
        bool orphan = p->parent == getpid() || p->parent == 1;
        bool foreign = p->pid == getpid() || (p->pid != f->leader && rsp_child_is_known(p->pid));
        p->ours = !foreign && (p->session == f->leader || p->pid == f->leader || was_seen(f, p) ||
                               (orphan && p->state != 'Z' && has_marker(p->pid, f->marker, scratch)));
    }
    rsp_mem_free(f->now.mem, scratch);
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < num; i++) {
            if (all[i].ours || !has_parent_of_ours(all, num, &all[i]))
                continue;
            all[i].ours = true;
            again = true;
        }
    }
}

/* A zombie orphan in a session that is not ours was left to us by some stub: nobody else waits for it. */
static bool is_left_zombie(const process *p) {
    return p->state == 'Z' && p->parent == getpid() && p->session != getsid(0) && !rsp_child_is_known(p->pid);
}

/* Kills the marked and reaps what has ended; returns how many have not ended yet. */
static size_t end_round(family *f) {
    size_t num;
    size_t alive = 0;
    const process *all = table(&f->now, &num);
    for (size_t i = 0; i < num; i++) {
        if (is_left_zombie(&all[i]))
            (void)waitpid(all[i].pid, NULL, WNOHANG);
        if (!all[i].ours || all[i].state == 'Z')
            continue;
        (void)kill(all[i].pid, SIGKILL);
        alive++;
        if (!was_seen(f, &all[i]))
            rsp_buf_append(&f->seen, rsp_bytes_make(&all[i], sizeof all[i]));
    }
    return alive;
}

void rsp_system_end_family(pid_t pid, const char *marker, const rsp_mem *mem) {
    family f = {.leader = pid, .marker = marker, .now = {.mem = mem}, .seen = {.mem = mem}};
    for (int round = 0; round < ROUNDS; round++) {
        if (!read_table(&f))
            break;
        mark(&f);
        if (end_round(&f) == 0)
            break;
        (void)rsp_system_poll(NULL, 0, round < 5 ? (int64_t)RSP_NS_PER_MS : 10 * (int64_t)RSP_NS_PER_MS);
    }
    (void)kill(-pid, SIGKILL); /* all there is without /proc or memory */
    rsp_buf_free(&f.now);
    rsp_buf_free(&f.seen);
}

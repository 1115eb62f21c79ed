/* Bytes flush against a page that can not be touched: one byte read or written too far is a fault.
 * Works without sanitizers too, and for code that they do not instrument (memchr, SIMD).
 * Source: docs/conventions.md, idiom 24. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_GUARD_H
#define RSP_GUARD_H

#include "rsp_test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct rsp_guard {
    uint8_t *map;
    size_t map_len;
    size_t room; /* bytes in front of the guard page */
} rsp_guard;

/* Room for at least `room` bytes. POSIX.1-2008 has no anonymous mappings; /dev/zero gives the same. */
static inline rsp_guard rsp_guard_new(size_t room) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    rsp_guard guard = {.room = (room + page - 1) / page * page};
    guard.map_len = guard.room + page;
    int fd = open("/dev/zero", O_RDWR);
    assert_true(fd >= 0);
    void *map = mmap(NULL, guard.map_len, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    close(fd);
    assert_true(map != MAP_FAILED);
    guard.map = map;
    assert_int_equal(mprotect(guard.map + guard.room, page, PROT_NONE), 0);
    return guard;
}

static inline void rsp_guard_free(rsp_guard *guard) {
    (void)munmap(guard->map, guard->map_len);
    *guard = (rsp_guard){0};
}

/* A copy of `bytes` that ends where the guard page starts; the one before it is overwritten. */
static inline rsp_bytes rsp_guard_put(rsp_guard *guard, rsp_bytes bytes) {
    assert_true(bytes.len <= guard->room);
    uint8_t *at = guard->map + guard->room - bytes.len;
    if (!guard->map || !at)
        abort(); /* rsp_guard_new was not called */
    if (bytes.len > 0)
        memcpy(at, bytes.ptr, bytes.len);
    return rsp_bytes_make(at, bytes.len);
}

#endif

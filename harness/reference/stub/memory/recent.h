/* What the stub keeps of the ranges that the client read last.
 * One noun, in the stub's state.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_RECENT_H
#define STUB_RECENT_H

#include <stddef.h>
#include <stdint.h>

enum { STUB_MOST_RECENT = 16, STUB_MOST_RECENT_BYTES = 512 };

/* One range; all-zero is a free place. */
typedef struct stub_recent_range {
    int64_t pid;
    uint64_t addr;
    uint32_t len;
} stub_recent_range;

/* The newest one is the first. */
typedef struct stub_recent {
    stub_recent_range ranges[STUB_MOST_RECENT];
} stub_recent;

#endif

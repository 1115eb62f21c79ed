/* Which value of one conversation stands for which of another: thread and process ids, descriptors, pages of
 * addresses. Learnt where both conversations name the same thing, and checked from then on.
 * Rewrites requests and compares replies. It knows payloads only, not who sent them. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_VALUE_MAP_H
#define RSP_VALUE_MAP_H

#include "capture/varying.h"

RSP_BEGIN_DECLS

/* Threads, processes, pages of addresses, descriptors and saved states have counterparts of their own. */
enum { RSP_VALUE_CLASSES = 5 };

/* One value, or the number of one page of 4 KiB. */
typedef struct rsp_value_pair {
    uint64_t ours;   /* in the conversation that is expected */
    uint64_t theirs; /* in the one that is compared; for a page: the shift, modulo 2^64 */
} rsp_value_pair;

/* All-zero is valid: nothing is known. Private but for `status`. */
typedef struct rsp_value_map {
    struct {
        rsp_value_pair *items; /* by `ours` */
        size_t num;
        size_t cap;
    } known[RSP_VALUE_CLASSES];
    rsp_varying_values expected;
    rsp_varying_values got;
    rsp_buf bytes[2]; /* unescaped or decoded data */
    rsp_status
        status; /* RSP_LIMIT beyond RSP_LIMIT_VALUE_PAIRS of a class, RSP_NO_MEMORY: not all is known */
} rsp_value_map;

/* Forgets everything; nothing is known then. */
void rsp_value_map_free(rsp_value_map *c);

/* Appends a request in the spelling of the other side: each value that has a counterpart is replaced by it,
 * the others stay. An address without one moves as the nearest known page within 1 GiB does (within 8 MiB, if
 * that page moved by less than whole pages). */
void rsp_value_map_rewrite(rsp_value_map *c, rsp_buf *out, rsp_bytes request);

/* The first difference between two payloads. */
typedef struct rsp_difference {
    bool contradiction;    /* the value's counterpart was known, and is another */
    bool structural;       /* what stands around the values differs */
    rsp_varying_kind kind; /* unless structural */
    size_t expected_at;    /* where, and the value there; structural: the rest */
    rsp_bytes expected;
    size_t got_at;
    rsp_bytes got;
    size_t data_offset; /* within data: byte of the first word that differs */
    bool have_wanted;   /* contradiction: ... */
    uint64_t wanted;    /* ... what was learnt before */
} rsp_difference;

/* Whether `got` says the same as `expected`. Both are replies to the same request, as the first conversation
 * spells it (empty: unknown). *out is the first difference, if there is one. Learns counterparts: two ids
 * that stand in the same place for the first time; two addresses there whose distance is whole pages;
 * likewise words of registers and of memory from 2^32 to 2^48, in either byte order. A register's word may
 * also have moved by a multiple of 16 bytes, as stacks do below a longer environment. Unsteady values are not
 * compared. */
bool rsp_value_map_match(rsp_value_map *c, rsp_difference *out, rsp_bytes request, rsp_bytes expected,
                         rsp_bytes got);

/* The same for notifications. */
bool rsp_value_map_match_notification(rsp_value_map *c, rsp_difference *out, rsp_bytes expected,
                                      rsp_bytes got);

/* How many counterparts of thread and process ids were learnt. */
size_t rsp_value_map_ids(const rsp_value_map *c);

/* How many pages were learnt that lie elsewhere in the other conversation. */
size_t rsp_value_map_moved_pages(const rsp_value_map *c);

RSP_END_DECLS

#endif

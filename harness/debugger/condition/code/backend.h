/* What a compiler of trampolines is to the rest: code from a condition and a site, and what a jump reaches.
 * One for each machine; trampoline.c asks the right one.
 * Not public; condition/trampoline.h has the map. */
/* SPDX-License-Identifier: MIT */
#ifndef CLIENT_BACKEND_H
#define CLIENT_BACKEND_H

#include "condition/trampoline.h"

/* One machine. */
typedef struct trampoline_backend {
    /* Appends the code and fills the map, of which machine, site and code are set. The code's length does not
     * depend on where it stands. */
    rsp_trampoline_reason (*build)(rsp_trampoline *map, rsp_buf *out, const rsp_condition *condition,
                                   const rsp_trampoline_site *site);
    /* The same for a copy of the site's first instruction: `moved` on. */
    rsp_trampoline_reason (*copy)(rsp_trampoline *map, rsp_buf *out, const rsp_trampoline_site *site);
    /* Whether `len` bytes of code at `address` can be jumped to from `near`, and back. */
    bool (*reaches)(uint64_t near, uint64_t address, size_t len);
    const char *reach_text;   /* why there is no trampoline when nothing does */
    const int64_t *distances; /* from the site: where to ask the system for memory, best first */
    size_t num_distances;
    uint64_t break_kind; /* of a Z0 packet */
    size_t before_bytes; /* what to read of the code around a site whose function is not known */
    size_t text_bytes;
    unsigned sp; /* numbers of registers, GDB's */
    unsigned pc;
} trampoline_backend;

extern const trampoline_backend trampoline_rv64;
extern const trampoline_backend trampoline_x86_64;
extern const trampoline_backend trampoline_aarch64;

/* NULL: there is no compiler for this machine. */
const trampoline_backend *trampoline_backend_of(rsp_machine_kind kind);

/* A place of the moved instructions, behind all that are there, or instead of the last one. */
void trampoline_add_place(rsp_trampoline *map, uint64_t at, uint64_t pc, uint32_t sp_offset);

#endif

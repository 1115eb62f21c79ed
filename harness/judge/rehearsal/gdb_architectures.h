/* The architectures of GDB: how descriptions name them, and which registers they have without one.
 * Also how GDB steps on each, and its breakpoints.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REHEARSAL_GDB_ARCHITECTURES_H
#define RSP_REHEARSAL_GDB_ARCHITECTURES_H

#include <rsp/bytes.h>
#include <stdbool.h>
#include <stdint.h>

enum { GDB_TRAP_BYTES = 4 };

/* One architecture as GDB 13 to 18 has it. */
typedef struct gdb_architecture {
    const char *ours;  /* as codec/tdesc.h names it: "riscv32" */
    const char *names; /* as `set architecture` and target.xml name it, first letters: "riscv:rv32"; a list by
                          spaces */
    const char *layout;   /* registers of g without a description: "33x4"; "" where GDB has none */
    int pc, sp, spare;    /* their numbers there */
    unsigned bits;        /* of an address */
    unsigned kind;        /* of Z0 */
    const char *feature;  /* of a description; NULL: GDB takes no registers from one */
    const char *required; /* registers of that feature, alternatives by '|'; a list by spaces: "x0|zero". In
                             the order of the layout, as far as the names go there. Without a feature: how
                             they are called */
    bool steps_itself;    /* by breakpoints, whatever the stub can do */
    uint8_t trap_bytes;
    uint8_t trap[GDB_TRAP_BYTES]; /* the breakpoint that GDB writes to memory, most significant byte first */
    bool trap_swaps;              /* little-endian memory has it the other way round */
    unsigned after_trap;          /* how far pc is behind the trap: GDB takes it back */
} gdb_architecture;

/* By our name; NULL. */
const gdb_architecture *gdb_architecture_named(const char *ours);
/* In turn; NULL behind the last. */
const gdb_architecture *gdb_architecture_at(size_t index);
/* By the name in a description; NULL where GDB knows none of that name. */
const gdb_architecture *gdb_architecture_described(const char *name);

#endif

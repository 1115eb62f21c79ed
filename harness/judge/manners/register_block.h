/* Register blocks that are known by their size alone: where nothing describes the registers of a stub.
 * A guess, to be confirmed: memory at pc and sp can be read, or a step moves pc.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MANNERS_REGISTER_BLOCK_H
#define RSP_MANNERS_REGISTER_BLOCK_H

#include <rsp/bytes.h>
#include <stdbool.h>

/* How the registers of an architecture stand in the reply to g. Offsets in bytes. */
typedef struct register_block {
    const char *arch;
    uint16_t g_bytes;
    uint8_t width;   /* bytes of a general register */
    uint8_t address; /* bytes of pc */
    uint8_t pc_number;
    uint8_t sp_number;
    uint16_t pc_offset;
    uint16_t sp_offset;
    bool big_endian;
} register_block;

/* The next block of this size behind `at` (NULL: the first); NULL for none. */
const register_block *register_block_next(const register_block *at, size_t g_bytes);
/* The next block behind `at` that begins with so many bytes, as one that ends before pc by a register or two.
 */
const register_block *register_block_beyond(const register_block *at, size_t g_bytes);
/* The block of an architecture whose pc is there, or the low half of a big-endian one; NULL for none. */
const register_block *register_block_with_pc(size_t g_bytes, unsigned pc_offset);

/* Registers of one width that stand together. */
typedef struct register_run {
    uint8_t num;
    uint8_t width; /* bytes */
} register_run;

enum { REGISTER_RUNS = 8 };

/* The runs of a block whose registers have several widths; NULL where they have one, or are not known. */
const register_run *register_block_runs(const char *arch, size_t g_bytes);

#endif

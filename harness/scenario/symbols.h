/* Symbols of a debuggee's ELF file: address and size by name, for any architecture.
 * Read with libelf; the file may be hostile.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_SYMBOLS_H
#define RSP_SCENARIO_SYMBOLS_H

#include <rsp/bytes.h>
#include <stdbool.h>

typedef struct symbol {
    uint64_t address;
    uint64_t size;
} symbol;

/* RSP_OK, RSP_NOT_FOUND (no such symbol), RSP_BAD_FILE. */
rsp_status symbol_find(rsp_bytes elf, const char *name, symbol *out) RSP_MUST_USE;

/* Entry point, and whether the file is placed by the loader (its symbols are then relative). */
rsp_status symbol_entry(rsp_bytes elf, uint64_t *out_entry, bool *out_relocated) RSP_MUST_USE;

#endif

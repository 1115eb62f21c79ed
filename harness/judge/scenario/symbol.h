/* Symbols of a debuggee's ELF file: address and size by name, for any architecture.
 * Read with libelf; the file may be hostile.
 * Addresses are those of the file: a program that the loader places is elsewhere by one bias. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SYMBOL_H
#define RSP_SYMBOL_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* Where a symbol is. `size` in bytes; 0 where the file has none. */
typedef struct rsp_symbol {
    uint64_t address;
    uint64_t size;
    uint64_t bias; /* what was added to the address in the file; 0 from rsp_symbol_find */
} rsp_symbol;

/* RSP_OK, RSP_NOT_FOUND (no such symbol), RSP_BAD_FILE. */
rsp_status rsp_symbol_find(rsp_bytes elf, const char *name, rsp_symbol *out) RSP_MUST_USE;

/* Entry point, and whether the file is placed by the loader. RSP_BAD_FILE. */
rsp_status rsp_symbol_entry(rsp_bytes elf, uint64_t *out_entry, bool *out_relocated) RSP_MUST_USE;

RSP_END_DECLS

#endif

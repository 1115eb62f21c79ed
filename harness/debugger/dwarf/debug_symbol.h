/* Symbols of a program or library by address: functions and objects, also where there is no debug
 * information. The table is read once, from the file or its separate debug file, else from what the loader
 * needs. Addresses are those of the file, without a load bias. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_SYMBOL_H
#define RSP_DEBUG_SYMBOL_H

#include "dwarf/debug_file.h"

RSP_BEGIN_DECLS

/* A symbol. The name is borrowed from the file. */
typedef struct rsp_debug_symbol {
    const char *name;
    uint64_t address;
    uint64_t bytes; /* up to the next symbol where the file does not tell; 0: not known */
    bool is_function;
} rsp_debug_symbol;

/* The symbols of a file, in order of address. */
typedef struct rsp_debug_symbols rsp_debug_symbols;

/* Reads them; the file is borrowed. A file without symbols gives an empty table. NULL without memory. */
rsp_debug_symbols *rsp_debug_symbols_new(const rsp_debug_file *file);

/* NULL is fine. */
void rsp_debug_symbols_free(rsp_debug_symbols *symbols);

/* The symbol that covers an address: the last that begins at or before it, a global one before others at the
 * same place. False where none does. */
bool rsp_debug_symbol_at(const rsp_debug_symbols *symbols, uint64_t address, rsp_debug_symbol *out);

/* The last function that begins at or before `address`, whether it covers it or not; false: none. */
bool rsp_debug_symbol_before(const rsp_debug_symbols *symbols, uint64_t address, rsp_debug_symbol *out);

/* The address of the function that the file gives to others under exactly this name; false: none. */
bool rsp_debug_symbol_exported(const rsp_debug_file *file, const char *name, uint64_t *out_address);

/* The same for a function under exactly this name that need not be for others, as in a program that is linked
 * statically. */
bool rsp_debug_symbol_named(const rsp_debug_file *file, const char *name, uint64_t *out_address);

/* Whether an address is in a procedure linkage table: code that jumps to a function of another module. */
bool rsp_debug_symbol_is_linkage(const rsp_debug_file *file, uint64_t address);

/* The name of the function whose address the loader writes to `slot`, as the file's relocations say; NULL:
 * it writes none there. Borrowed from the file. */
const char *rsp_debug_symbol_of_slot(const rsp_debug_file *file, uint64_t slot);

RSP_END_DECLS

#endif

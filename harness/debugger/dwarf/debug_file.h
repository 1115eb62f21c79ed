/* A program's file with its debug information: opened by path or from memory, for x86-64, riscv64, aarch64.
 * The debug information is in the file, or in a separate one below /usr/lib/debug with the same build id.
 * Read with libelf and libdw; the file may be hostile. Addresses are those of the file, without a bias. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUG_FILE_H
#define RSP_DEBUG_FILE_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* One opened file. Used by one thread at a time. */
typedef struct rsp_debug_file rsp_debug_file;

/* Machines whose registers are known. */
typedef enum rsp_debug_machine {
    RSP_DEBUG_MACHINE_X86_64,
    RSP_DEBUG_MACHINE_RISCV64,
    RSP_DEBUG_MACHINE_AARCH64,
} rsp_debug_machine;

/* What the file says of itself. Borrowed from the file. */
typedef struct rsp_debug_facts {
    rsp_debug_machine machine;
    bool relocated;   /* the loader chooses where it lies: addresses need a bias */
    uint64_t entry;   /* entry point */
    uint64_t low;     /* what is loaded, first address */
    uint64_t high;    /* and the one after the last; 0: nothing is */
    bool is_library;  /* a shared library, no program */
    uint64_t dynamic; /* its dynamic section; 0: it has none */
    uint64_t dynamic_bytes;
    const char *loader;   /* path of the dynamic loader that starts it; NULL: it needs none */
    rsp_bytes build_id;   /* empty without one */
    const char *separate; /* path of the separate debug file in use; NULL for none */
    bool has_debug;       /* there is DWARF at all */
} rsp_debug_facts;

/* Opens `path` and, when it has no debug information, the separate file that belongs to it. RSP_NOT_FOUND,
 * RSP_IO, RSP_BAD_FILE (no little-endian 64-bit ELF program of a known machine), RSP_LIMIT
 * (RSP_LIMIT_DEBUG_FILE_BYTES), RSP_NO_MEMORY, with path and reason in `error` (may be NULL). A file without
 * debug information opens well: its facts say so. */
rsp_status rsp_debug_file_open(rsp_debug_file **out, const char *path, rsp_error *error) RSP_MUST_USE;

/* The same from bytes, which are copied; no separate file is looked for. `where` names them in errors and is
 * borrowed. */
rsp_status rsp_debug_file_read(rsp_debug_file **out, rsp_bytes image, const char *where,
                               rsp_error *error) RSP_MUST_USE;

/* NULL is fine. */
void rsp_debug_file_free(rsp_debug_file *file);

/* What the file says of itself. */
const rsp_debug_facts *rsp_debug_file_facts(const rsp_debug_file *file);

RSP_END_DECLS

#endif

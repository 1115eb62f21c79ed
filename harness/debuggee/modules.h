/* The program and its libraries, with their files: which of them an address of the process belongs to.
 * The stub lists them (qXfer:libraries-svr4), or the loader's own list in memory is read. Files are opened
 * when an address in them is asked for, and stay open. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MODULES_H
#define RSP_MODULES_H

#include "core/arena.h"
#include "debuggee/debuggee.h"
#include "dwarf/debug_symbol.h"

RSP_BEGIN_DECLS

/* The program or a library. */
typedef struct rsp_module {
    const char *path; /* as the stub or the loader names it */
    uint64_t bias;    /* what the loader added */
    bool is_program;
    bool is_loaded;             /* the last list has it */
    bool opened;                /* tried */
    const rsp_debug_file *file; /* NULL: not opened, or it could not be */
    const char *trouble;        /* why it could not be; NULL */
    rsp_debug_symbols *symbols; /* NULL: not read yet */
    size_t number;              /* from 1; never changes */
} rsp_module;

/* Those of one process. All-zero is empty; to be freed. */
typedef struct rsp_modules {
    rsp_debuggee *debuggee;
    const char *sysroot; /* NULL: none */
    rsp_arena arena;
    rsp_module **items; /* the program is the first; a module keeps its place */
    size_t num;
    bool listed; /* since the last rsp_modules_stale */
} rsp_modules;

/* The program alone; the debuggee is borrowed. `path` is its name for people. RSP_NO_MEMORY. */
rsp_status rsp_modules_init(rsp_modules *modules, rsp_debuggee *debuggee, const char *path,
                            const char *sysroot) RSP_MUST_USE;

/* Closes all files but the program's. */
void rsp_modules_free(rsp_modules *modules);

/* The program has run: it may have loaded others. */
void rsp_modules_stale(rsp_modules *modules);

/* Asks for the list, unless it was asked for in this stop. RSP_OK also where nobody tells; else what ended
 * the asking: RSP_CANCELLED, RSP_TIMEOUT, ... */
rsp_status rsp_modules_list(rsp_modules *modules) RSP_MUST_USE;

/* The module that an address is in; NULL: none is known. Lists them where the known ones do not have it;
 * errors as above. */
rsp_status rsp_modules_at(rsp_modules *modules, uint64_t address, rsp_module **out) RSP_MUST_USE;

/* Opens its file; NULL: that is not possible. */
const rsp_debug_file *rsp_module_file(rsp_modules *modules, rsp_module *module);

/* The symbol of the module that covers an address of the process. */
bool rsp_module_symbol(rsp_modules *modules, rsp_module *module, uint64_t address, rsp_debug_symbol *out);

/* The last function of it that begins at or before an address of the process. */
bool rsp_module_function_before(rsp_modules *modules, rsp_module *module, uint64_t address,
                                rsp_debug_symbol *out);

RSP_END_DECLS

#endif

/* The program and its libraries, with their files: which of them an address of the process belongs to.
 * The stub lists them (qXfer:libraries-svr4), or the loader's own list in memory is read. Files are opened
 * when an address in them is asked for, or all of them are checked, and stay open. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MODULES_H
#define RSP_MODULES_H

#include "core/arena.h"
#include "debuggee/debuggee.h"
#include "dwarf/debug_symbol.h"

RSP_BEGIN_DECLS

/* What is known of a module beside its file. A mask. */
typedef enum rsp_module_state {
    RSP_MODULE_CHECKED = 1,  /* its debuggee was made, or refused, since it was loaded last */
    RSP_MODULE_BEFORE = 2,   /* the list before the last has it */
    RSP_MODULE_REPLACED = 4, /* its file has changed: a later module is what is loaded from the path now */
} rsp_module_state;

/* The file of a module, as far as it was looked for. */
typedef struct rsp_module_opened {
    bool tried;
    const rsp_debug_file *file; /* NULL: not opened, or it could not be */
    rsp_debuggee *debuggee;     /* with its own file, known by its build id to be what is loaded; NULL: not */
    const char *trouble;        /* why there is no file, or no debuggee although it was checked; NULL */
    rsp_debug_symbols *symbols; /* NULL: not read yet */
} rsp_module_opened;

/* The program or a library. */
typedef struct rsp_module {
    const char *path; /* as the stub or the loader names it */
    uint64_t bias;    /* what the loader added */
    bool is_program;
    bool is_loaded; /* the last list has it */
    bool is_early;  /* it was in the first list that was whole */
    rsp_module_opened opened;
    size_t number;    /* from 1; never changes */
    unsigned seen;    /* rsp_module_state */
    rsp_debuggee own; /* storage of a library's debuggee */
    bool told;        /* for the user, who tells of changes */
} rsp_module;

/* Those of one process. All-zero is empty; to be freed. */
typedef struct rsp_modules {
    rsp_debuggee *debuggee;
    const char *sysroot; /* NULL: none */
    rsp_arena arena;
    rsp_module **items; /* the program is the first; a module keeps its place */
    size_t num;
    bool listed;  /* since the last rsp_modules_stale */
    bool endless; /* the stub's list did not end, and is not asked for again */
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

/* Opens the files of all that are loaded, and makes their debuggees: one vectored read for their build ids.
 * Nothing is sent where all were checked before. RSP_OK also where some could not be; else what ended it. */
rsp_status rsp_modules_check(rsp_modules *modules) RSP_MUST_USE;

/* A module that is known to be loaded before a list says so; NULL: there are too many, or no memory. */
rsp_module *rsp_modules_add(rsp_modules *modules, const char *path, uint64_t bias);

/* The checked module that an address is in; NULL: none is known. Sends nothing. */
rsp_module *rsp_modules_known_at(const rsp_modules *modules, uint64_t address);

/* The program, or the library at an address, as a debuggee; NULL: none is known. Sends nothing. */
rsp_debuggee *rsp_modules_debuggee_at(const rsp_modules *modules, uint64_t address);

/* The address of the function that the loader binds to a name: that of the first module in its order. Sends
 * nothing. */
bool rsp_modules_function(const rsp_modules *modules, const char *name, uint64_t *out_address);

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

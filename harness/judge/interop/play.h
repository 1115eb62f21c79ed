/* Plays a matrix: looks at each stub and rehearses the debuggers, then a fresh stub and a fresh debugger for
 * each cell, several at once. What a cell leaves is in a folder of its own, also for a later run that goes
 * on. See act.h for one cell. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_INTEROP_PLAY_H
#define RSP_INTEROP_PLAY_H

#include "interop/act.h"
#include "interop/interop.h"

#include "suite/stub_supply.h"

RSP_BEGIN_DECLS

/* One stub of the matrix, in its order. Everything is borrowed. */
typedef struct rsp_interop_stub {
    rsp_stub_supply supply;
    /* The file of a debuggee of ours that this stub can be started with, in the arena; NULL: none. */
    const char *(*file)(void *ctx, const char *program, rsp_arena *arena);
    void *ctx;
    const char *elf, *function; /* of its own program, as its user says; NULL */
    bool allow_writes;          /* though it is somebody else's */
    bool file_io;               /* its programs call the debugger's host by File-I/O */
} rsp_interop_stub;

/* One debugger, likewise. */
typedef struct rsp_interop_debugger {
    const rsp_script_debugger *script;
    const char *command; /* as in rsp_act_options */
    bool found; /* nobody named the program: a stub whose architecture has a build of GDB gets that one */
} rsp_interop_debugger;

/* How to play. All-zero gives the defaults in brackets. */
typedef struct rsp_interop_options {
    rsp_interop_stub *stubs;
    const rsp_interop_debugger *debuggers;
    const char *folder;         /* where captures go; it is made. Required */
    unsigned jobs;              /* [1] */
    uint64_t limit_ns;          /* [2 minutes] for one try of a cell */
    uint64_t capture_bytes;     /* [8 MiB] of a capture; what comes after is left out */
    uint64_t epoch_ns;          /* [0] of captures: the zero of the monotonic clock since 1970 */
    const rsp_talk_tongue *dap; /* as in rsp_act_options */
    bool resume;                /* cells that an earlier run has left in the folder are taken as they are */
    const volatile sig_atomic_t *stop;
    /* A cell is done; `path` is its folder, or "". One call at a time. NULL is fine. */
    void (*finished)(void *ctx, const rsp_interop_cell *cell, const char *path);
    /* What is under way. One call at a time. NULL is fine. */
    void (*progress)(void *ctx, size_t done, size_t num, const char *current);
    void *ctx;
} rsp_interop_options;

/* Fills the cells of a matrix that was made. RSP_OK whatever they say; RSP_CANCELLED with those that were
 * done, and `interrupted`; RSP_IO where the folder can not be written, RSP_NO_MEMORY. */
rsp_status rsp_interop_play(rsp_interop *m, const rsp_interop_options *options,
                            rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif

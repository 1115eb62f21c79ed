/* A running program together with its debug information: where the loader put it, and its threads as debug
 * information reads them. Registers and memory come through the client, which keeps what it has read until
 * the program runs again. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUGGEE_H
#define RSP_DEBUGGEE_H

#include "condition/conditional.h"
#include "dwarf/debug_file.h"
#include "dwarf/debug_register.h"

RSP_BEGIN_DECLS

/* All of it is borrowed, and must outlive the debuggee. */
typedef struct rsp_debuggee {
    rsp_client *client;
    rsp_conditionals *breakpoints;
    const rsp_debug_file *file;
    uint64_t bias;        /* what was added to the addresses of the file */
    uint64_t loader_bias; /* the same of the program's dynamic loader; 0: it has none, or nobody tells */
    struct {
        bool asked;
        rsp_status status;
        uint64_t number; /* the stub's */
    } registers[RSP_DEBUG_NUMBERS];
} rsp_debuggee;

/* Learns where the program lies: its entry point in the auxiliary vector less that of the file.
 * RSP_UNSUPPORTED: the loader places it, and the stub does not tell where; RSP_BAD_FILE: by its build id it
 * is another program than the file; else the client's. */
rsp_status rsp_debuggee_learn(rsp_debuggee *out, rsp_client *client, rsp_conditionals *breakpoints,
                              const rsp_debug_file *file, rsp_error *error) RSP_MUST_USE;

/* A library of the program as a debuggee of its own, which has the same threads. RSP_BAD_FILE: by its build
 * id another one is loaded; else the client's. */
rsp_status rsp_debuggee_library(rsp_debuggee *out, const rsp_debuggee *program, const rsp_debug_file *file,
                                uint64_t bias, rsp_error *error) RSP_MUST_USE;

/* The stub's number of a general register, by its number in debug information; asked for once. RSP_NOT_FOUND:
 * the stub has none of its name. */
rsp_status rsp_debuggee_register(rsp_debuggee *debuggee, uint32_t number, uint64_t *out) RSP_MUST_USE;

/* One thread of it. */
typedef struct rsp_debuggee_thread {
    rsp_debuggee *debuggee;
    rsp_ptid id;
} rsp_debuggee_thread;

/* The thread as debug information reads it; borrows `thread`. Reading a register that the stub has under no
 * name gives RSP_NOT_FOUND; memory that cannot be read RSP_FAULT. */
rsp_debug_thread rsp_debuggee_reader(rsp_debuggee_thread *thread);

RSP_END_DECLS

#endif

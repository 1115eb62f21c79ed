/* The actions of the forecast, done by the debuggers that are installed: each in a session of its own, with a
 * stub that is as fresh as can be had. What a debugger prints decides.
 * Fills what forecast cells say of the debugger itself. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_DEBUGGERS_REALITY_H
#define STUBBORN_DEBUGGERS_REALITY_H

#include "stubs/stub_opener.h"

#include "trace/forecast.h"

/* What there is to do it with. Everything is borrowed. */
typedef struct reality {
    stub_opener *stubs;
    const char *stub_program; /* as in rsp_stub_request */
    const rsp_manners *manners;
    unsigned leave; /* set of RSP_SCRIPT_NEED(WRITES), RSP_SCRIPT_NEED(KILLS) */
    rsp_arena *arena;
    const volatile sig_atomic_t *stop;
    void (*progress)(void *ctx, const char *text); /* "gdb: breakpoints"; NULL is fine */
    void *ctx;
} reality;

/* Parses "gdb,lldb" and "gdb=/opt/gdb,lldb": names, each with a program. RSP_USAGE with the reason. */
rsp_status reality_parse(const char *programs[RSP_DEBUGGER_COUNT], rsp_arena *arena, const char *text,
                         rsp_error *error) RSP_MUST_USE;
/* Does all actions that the forecast has for `debugger` by `program`, or where that is "" by the first that
 * is installed. RSP_OK; RSP_NOT_FOUND where none is, RSP_BAD_FILE where its script can not be read, both of
 * which the forecast says, too; RSP_CANCELLED. */
rsp_status reality_observe(rsp_forecast *out, rsp_debugger debugger, const char *program,
                           const reality *r) RSP_MUST_USE;

#endif

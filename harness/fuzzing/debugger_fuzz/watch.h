/* One session of a debugger that is lied to: a folder of its own, limits of the
 * system, its lines typed one after the other, and a look at it meanwhile: does it
 * end, compute without end, ask without end, grow? Each wait has an end of its own. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DEBUGGER_WATCH_H
#define RSP_DEBUGGER_WATCH_H

#include "debugger_fuzz/liar.h"
#include "debugger_fuzz/symptom.h"

#include "interop/script.h"

RSP_BEGIN_DECLS

/* What a debugger may take. All-zero gives the defaults in brackets. */
typedef struct rsp_watch_limits {
    uint64_t quiet_ns;     /* [4 s] without a byte either way, in which it takes no next command */
    uint64_t session_ns;   /* [60 s] all of it */
    uint64_t memory_bytes; /* [768 MiB] it may grow by, beyond what it takes at its start */
    uint64_t requests;     /* [5,000] packets of one session */
} rsp_watch_limits;

/* How to play. All is borrowed. */
typedef struct rsp_watch_options {
    const rsp_script_debugger *debugger;
    const char *command; /* as words of rsp/address.h, with the script's arguments */
    const rsp_lies *lies;
    const rsp_script_facts *facts; /* address, host, port and file are not read */
    rsp_link *stub;                /* fresh; NULL: */
    const rsp_dialogue *recorded;  /* answers come from here */
    rsp_samples *samples;          /* gets what was seen; NULL */
    rsp_watch_limits limits;
    const volatile sig_atomic_t *stop;
} rsp_watch_options;

/* What was seen. All-zero is nothing; free it. */
typedef struct rsp_watched {
    rsp_debugger_symptom symptom;
    rsp_buf printed;   /* by the debugger, at most RSP_WATCH_PRINTED bytes: its end; not harmless */
    rsp_buf log;       /* the end of the conversation, harmless */
    rsp_buf line;      /* the last line that was typed */
    uint64_t requests; /* of the debugger */
    uint64_t time_ns;  /* of the session */
} rsp_watched;

/* The most that is kept of what it printed. */
enum { RSP_WATCH_PRINTED = 256 * 1024 };

/* Frees it. All-zero is fine. */
void rsp_watched_free(rsp_watched *w);

/* Plays the lines of the lies. RSP_OK, whatever the debugger did; RSP_SPAWN and others where it could not be
 * started, RSP_IO, RSP_NO_MEMORY, RSP_CANCELLED. */
rsp_status rsp_watch(rsp_watched *out, const rsp_watch_options *options, rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif

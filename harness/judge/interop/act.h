/* An act: one debugger does one action on one stub that was opened for it, in a session of its own. What it
 * printed decides, and what it then read of the target; what passed between the two is recorded and counted.
 * See script.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_INTEROP_ACT_H
#define RSP_INTEROP_ACT_H

#include "interop/script.h"

#include "manners/manners.h"
#include "proxy/recorder.h"

RSP_BEGIN_DECLS

/* The most that is kept of what a debugger prints, in bytes. */
enum { RSP_ACT_PRINTED_MOST = 64 * 1024 };

/* What is known of stub and program. */
typedef struct rsp_act_known {
    const rsp_manners *manners;
    const char *program; /* as in rsp_stub_request: of the looked at one the manners may know another; NULL */
    uint64_t place;      /* to which the program comes again; 0 */
    uint64_t written;    /* memory that it writes; 0 */
    unsigned leave;      /* set of RSP_SCRIPT_NEED(WRITES) and (KILLS): what may be done to it */
    const char *elf;     /* the program's file; NULL */
    const char *function; /* a function of it that runs again and again; NULL */
    bool file_io;         /* programs of this stub call the debugger's host */
} rsp_act_known;

/* Why the needs of a script are not met, static or a text of the script; NULL: they are. */
const char *rsp_act_missing(const rsp_script *script, const rsp_act_known *known);

/* Everything is borrowed. */
typedef struct rsp_act_options {
    const rsp_script_debugger *debugger;
    const char *command; /* how it is started, as words of rsp/address.h; the script's arguments follow, but
                          * none where it ends in "dap" and the script is an adapter's */
    const rsp_talk_tongue *dap; /* for debuggers that speak it; NULL: they can not be played */
    const rsp_act_known *known;
    rsp_link *stub;
    rsp_recorder *recorder; /* NULL: nothing is recorded */
    uint64_t limit_ns;      /* for the whole act, once the debugger runs; 0: what its steps may wait */
    const volatile sig_atomic_t *stop;
    rsp_arena *arena; /* of all texts */
} rsp_act_options;

/* What became of it. All-zero is nothing. */
typedef struct rsp_act_result {
    rsp_script_end end;
    bool attached;          /* the script of `attach` was played to its end, or needs none */
    const char *said;       /* why it did not work: the command and what was printed; NULL */
    const char *version;    /* the debugger's own line; NULL: it printed none */
    const char *printed;    /* all that it printed, at most RSP_ACT_PRINTED_MOST; not harmless */
    uint64_t printed_bytes; /* before that was cut */
    uint64_t time_ns;       /* from the first line of the action's script on, with the attach */
    uint64_t round_trips, packets, bytes; /* both ways */
    uint64_t musts, shoulds;              /* rules that the stub broke, each time counted */
    const char *rules;                    /* "one-reply-per-request (2), ..."; "" for none */
    const char *client_rules;             /* that the debugger broke, likewise */
} rsp_act_result;

/* Does it. RSP_OK with the result, however it ended; else why there was no session: RSP_SPAWN, RSP_DIED,
 * RSP_IO, RSP_NO_MEMORY; RSP_CANCELLED. */
rsp_status rsp_act(rsp_act_result *out, const rsp_act_options *options, const char *action,
                   rsp_error *error) RSP_MUST_USE;

/* Where a program is, in PATH for a name; in the arena. NULL: nowhere. */
const char *rsp_act_find_program(rsp_arena *arena, const char *name);

/* The program of a debugger as an absolute path or as given: `given`, or where that is "" the first of its
 * script's that is installed, for this architecture (NULL: any). In the arena; NULL: there is none. */
const char *rsp_act_program(const rsp_script_debugger *debugger, const char *given, const char *arch,
                            rsp_arena *arena);
/* The build of GDB that alone has this architecture: "avr-gdb"; NULL: there is none, or it is no GDB. */
const char *rsp_act_build(const rsp_script_debugger *debugger, const char *arch);

RSP_END_DECLS

#endif

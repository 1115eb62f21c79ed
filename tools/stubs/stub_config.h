/* Where stubs come from, as --stub says (reference, tcp:, unix:, exec:, pipe:, pty:, profile:NAME), or
 * debuggers, as --listen and --debugger say. One configuration is shared by all workers, which open stubs by
 * it (stub_opener.h). Nothing is opened here, but for a profile's version command. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_STUB_CONFIG_H
#define STUBBORN_STUB_CONFIG_H

#include "stubs/early_forks.h"
#include "stubs/stub_option.h"

#include "core/arena.h"
#include "link/address.h"
#include "link/peer.h"
#include "scenario/runner.h"

typedef enum stub_config_kind {
    STUB_CONFIG_STUB,
    STUB_CONFIG_LISTEN,   /* a debugger connects when its user likes */
    STUB_CONFIG_DEBUGGER, /* we start a debugger, and it connects */
} stub_config_kind;

/* Fields are for reading. */
typedef struct stub_config {
    stub_config_kind kind;
    const char *text; /* as given */
    bool in_process;  /* the reference stub */
    bool embedded;    /* the stub that is linked into this program */
    rsp_address address;
    rsp_profile *profile;                  /* NULL when there is none */
    stub_option_values stub_option_values; /* of the reference stub */
    rsp_link_options link;
    rsp_arena arena;
    const char *command;   /* of a debugger, as an address */
    uint64_t wait_ns;      /* for a debugger to connect, or until a stub that is not ours can be reached */
    bool reached;          /* it has served a client before */
    const char *debuggees; /* folder; NULL when there is none */
    early_forks *forks;    /* borrowed, for openers that start programs; NULL for none */
    const char *root;
} stub_config;

/* A stub of somebody else's that is linked into this program (include/rsp/embed.h), set before a command
 * runs; NULL in `stubborn` itself. There is one of it, for one worker. */
extern const rsp_peer *stub_config_embedded;

/* What --stub stands for where it is not given: "embedded" where there is such a stub, else "reference". */
const char *stub_config_default(void);

/* Understands `text`; for a profile loads it from `scenarios`/profiles (a path may be given, too), and puts
 * its environment into ours. `stop` ends all waits. RSP_USAGE with a suggestion; RSP_NOT_FOUND; for a bad
 * profile its own status, with all errors in `diagnostics`. */
rsp_status stub_config_init(stub_config *s, const char *text, const char *scenarios,
                            const volatile sig_atomic_t *stop, rsp_diagnostics *diagnostics,
                            rsp_error *error) RSP_MUST_USE;

/* How long a stub that is started may take until it listens; 0: the profile's time, or the usual 30 s. */
void stub_config_set_start(stub_config *s, uint64_t start_ns);

/* The same for debuggers. STUB_CONFIG_LISTEN: `text` is tcp:HOST:PORT, HOST:PORT, PORT (of loopback) or
 * unix:PATH. STUB_CONFIG_DEBUGGER: a command with {port} in it, or profile:NAME, whose address is exec: and
 * such a command. A debugger is waited for `wait_ns`, 0 for the usual time; who has not come then ends the
 * run. */
rsp_status stub_config_init_debugger(stub_config *s, stub_config_kind kind, const char *text,
                                     uint64_t wait_ns, const char *scenarios,
                                     const volatile sig_atomic_t *stop, rsp_diagnostics *diagnostics,
                                     rsp_error *error) RSP_MUST_USE;
void stub_config_free(stub_config *s);

/* "reference", "gdbserver 13", "tcp:127.0.0.1:1234": a short name for reports. */
const char *stub_config_name(const stub_config *s);

/* First line of the profile's version command, in the arena; "" when there is none. */
const char *stub_config_version(stub_config *s);

/* Whether stubs are started, or made, by us: then they are there when we want them. */
bool stub_config_is_ours(const stub_config *s);

/* Whether it is at the other end of a serial line, where modes last from client to client. */
bool stub_config_is_line(const stub_config *s);

/* The debuggee of scenarios that name none: the profile's, and `scratch` where one can be chosen; else "". */
const char *stub_config_default_program(const stub_config *s);

/* Whether we say which program is debugged. What another one runs is not known. */
bool stub_config_chooses_program(const stub_config *s);

/* Whether its profile says load: yes, and it has a program of its own. */
bool stub_config_loads(const stub_config *s);

/* Appends the address `text` with {program}, {args}, {debuggees} and {root} filled in; {port} and {socket}
 * are the link's. RSP_NOT_FOUND where there is no such debuggee. */
rsp_status stub_config_expand(const stub_config *s, rsp_buf *out, const char *text,
                              const rsp_stub_request *request, rsp_error *error) RSP_MUST_USE;

/* The same for the command of a stub. One that ends with {program} and has no {args} gets the arguments
 * behind it. RSP_UNSUPPORTED where they are due and it has no place for them. */
rsp_status stub_config_command(const stub_config *s, rsp_buf *out, const char *text,
                               const rsp_stub_request *request, rsp_error *error) RSP_MUST_USE;

#endif

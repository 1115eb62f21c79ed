/* Where stubs come from, as --stub says (reference, tcp:, unix:, exec:, pipe:, pty:, profile:NAME), or
 * debuggers, as --listen and --debugger say. One source is shared by all workers; each worker opens stubs of
 * its own through a provider. Nothing is opened before it is asked for. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_STUB_CONFIG_H
#define STUBBORN_STUB_CONFIG_H

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

/* One worker's stubs. Used by one thread; closed links' stubs are freed by the next open and by the end. */
typedef struct stub_opener stub_opener;
stub_opener *stub_opener_new(const stub_config *s); /* NULL without memory */
void stub_opener_free(stub_opener *w);              /* all links must be closed */

/* The fault that in-process stubs of this worker have from now on. */
void stub_opener_set_fault(stub_opener *w, rsp_fault fault);

rsp_stub_provider stub_opener_provider(stub_opener *w);

/* For who starts many stubs while growing large itself: from now on a small process forks them. To be called
 * early, before there are threads. */
void stub_opener_keep_small(stub_opener *worker);

/* "NAME=value" for programs that are started from now on, besides our own; borrowed. A set is known by its
 * address. */
void stub_opener_set_environment(stub_opener *w, const char *const *environment);

/* Starts the next stub in advance, where it has a place of its own to listen at ({port}, {socket}) and
 * nothing speaks against a second one; the next open with the same request takes it. Trouble shows there. */
void stub_opener_prepare(stub_opener *w, const rsp_stub_request *request);

/* A link by hand, as `send` wants it; and what to say before it is closed. */
rsp_status stub_opener_open(stub_opener *w, rsp_link **out_link, const rsp_stub_request *request,
                            rsp_error *error) RSP_MUST_USE;
/* Whether stubs are started, or made, by us: then they are there when we want them. */
bool stub_config_is_ours(const stub_config *s);

/* Whether it is at the other end of a serial line, where modes last from client to client. */
bool stub_config_is_line(const stub_config *s);

/* The same for a stub that was there before: one that is not ours is tried again until `until_ns` of the
 * monotonic clock, for somebody may start it again. RSP_CANCELLED when the source's `stop` is set meanwhile.
 */
rsp_status stub_opener_open_again(stub_opener *w, rsp_link **out_link, const rsp_stub_request *request,
                                  uint64_t until_ns, rsp_error *error) RSP_MUST_USE;
void stub_opener_closing(stub_opener *w, rsp_link *link);

#endif

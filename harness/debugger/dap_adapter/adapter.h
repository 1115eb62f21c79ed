/* A debug adapter in front of a stub of the Remote Serial Protocol: requests of an editor are served by a
 * debugger's client. One thread: while it waits for the stub, it reads what the editor says.
 * Starts nothing itself: stubs come from an opener. Source: Debug Adapter Protocol, specification. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_H
#define RSP_DAP_ADAPTER_H

#include "core/arena.h"
#include <rsp/link.h>

RSP_BEGIN_DECLS

struct rsp_debug_file;

/* A command line that the editor is asked to run in a terminal: a stub with the program. */
typedef struct rsp_dap_terminal {
    const char *const *words; /* borrowed from the arena */
    size_t num_words;
    const char *cwd;
    uint16_t port; /* of this machine, at which the stub will listen */
    /* Called between attempts to reach it: RSP_OK, try again; any other status ends them. */
    rsp_status (*again)(void *ctx);
    void *ctx;
} rsp_dap_terminal;

/* What `launch` or `attach` asks for. Texts are borrowed. */
typedef struct rsp_dap_start {
    bool attach;
    const char *program; /* path or name; NULL: not given */
    const char *cwd;     /* NULL: ours */
    const char *const *arguments;
    size_t num_arguments;
    const char *const *environment; /* "NAME=value", for the stub that is started; NULL: none. NULL ends it */
    const char *stub;               /* as --stub; NULL: the adapter's own */
    int64_t pid;                    /* of attach; 0: not given */
    const rsp_dap_terminal *terminal; /* the editor runs the stub; NULL: the opener does */
} rsp_dap_start;

/* A stub that was opened. All but the link may be NULL. */
typedef struct rsp_dap_opened {
    rsp_link *link;              /* the adapter closes it */
    rsp_link *output;            /* what the program prints; the adapter closes them */
    rsp_link *errors;            /* ... on its standard error */
    struct rsp_debug_file *file; /* the program with its debug information; the adapter frees it */
    const char *name;            /* of the program; borrowed until the target is closed */
    int64_t attach;              /* a process that the stub is to be told to attach to; 0: none */
    bool owned;                  /* the stub was started for us and ends with us */
    bool local;                  /* the program is a process of this machine */
    void *ctx;                   /* the opener's */
} rsp_dap_opened;

/* Where stubs come from. `open` tells why it fails in `error`; `close` is called once for each target, after
 * its link was closed. */
typedef struct rsp_dap_opener {
    rsp_status (*open)(void *ctx, rsp_dap_opened *out, const rsp_dap_start *start, rsp_error *error);
    /* How a terminal runs the stub and the program of `start`. RSP_UNSUPPORTED: the stub is there already, or
     * the session attaches. NULL: never. */
    rsp_status (*terminal)(void *ctx, rsp_dap_terminal *out, rsp_arena *arena, const rsp_dap_start *start,
                           rsp_error *error);
    /* Prints `mark` where the program prints, so that all before it is known to have come; NULL: never. */
    void (*mark)(void *ctx, const rsp_dap_opened *target, rsp_bytes mark);
    /* Stops the running program, which is this process of the stub's, by a signal of the system that no
     * program can block; it is reported as SIGSTOP. False: it cannot. NULL: never. */
    bool (*signal)(void *ctx, const rsp_dap_opened *target, int64_t process);
    void (*close)(void *ctx, rsp_dap_opened *target);
    void *ctx;
} rsp_dap_opener;

/* All-zero gives the defaults in brackets. */
typedef struct rsp_dap_adapter_options {
    rsp_dap_opener opener;
    uint64_t timeout_ns;  /* [5 s] for one answer of the stub */
    uint64_t terminal_ns; /* [10 s] for the editor to answer runInTerminal, and for the stub to listen then */
    uint64_t patience_ns; /* [200 ms] how long a step waits for reads of the old stop before they end */
    const char *fault;    /* [none] a deliberate defect by name, for the proof of suites */
    const rsp_mem *mem;
} rsp_dap_adapter_options;

/* One adapter, for one session. */
typedef struct rsp_dap_adapter rsp_dap_adapter;

/* On the editor's link, which is borrowed. NULL without memory, or for a fault that does not exist. */
rsp_dap_adapter *rsp_dap_adapter_new(rsp_link *editor, const rsp_dap_adapter_options *options);

/* Ends what is left of the program, as the editor's going does. NULL is fine. */
void rsp_dap_adapter_free(rsp_dap_adapter *adapter);

/* Serves until the session is over: RSP_OK after `disconnect`, RSP_CLOSED when the editor has gone without,
 * RSP_MALFORMED when what it sends can not be read any further; RSP_IO, RSP_NO_MEMORY, RSP_CANCELLED. */
rsp_status rsp_dap_adapter_run(rsp_dap_adapter *adapter) RSP_MUST_USE;

/* Why it ended, for people; "" when there is nothing to say. */
const char *rsp_dap_adapter_trouble(const rsp_dap_adapter *adapter);

RSP_END_DECLS

#endif

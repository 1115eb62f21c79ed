/* Plays what debuggers do with a stub, to say which of their actions work: what they send, accept, do
 * instead, and where they give up. Versions: GDB 13 to 18, LLDB 19, and LLDB 21 to 23 where they differ; from
 * their conversations with stubs and their documentation. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REHEARSAL_H
#define RSP_REHEARSAL_H

#include "manners/manners.h"
#include "trace/forecast.h"

RSP_BEGIN_DECLS

/* How much a rehearsal may do to the target. */
enum {
    RSP_REHEARSE_WRITES = 1, /* write other bytes than those that are there, and put them back */
    RSP_REHEARSE_KILL = 2,   /* kill the program: whoever opens the links starts a fresh one */
};

/* What a rehearsal needs. All-zero gives the defaults in brackets. */
typedef struct rsp_rehearsal_options {
    /* A fresh connection to the stub, to be closed by `close`. Required. */
    rsp_status (*open)(void *ctx, rsp_link **out_link, rsp_error *error);
    void (*close)(void *ctx, rsp_link *link); /* [rsp_link_close] */
    void *ctx;
    /* [NULL] All sessions share one connection, which the stub serves alone: one session, without detach and
     * kill. Says whether no-ack mode is on, and is set when it comes on. */
    bool *shared_no_ack;
    const rsp_manners
        *manners;     /* what the look knows: architecture, byte order, places that come again. Required. */
    unsigned allowed; /* [0] set of RSP_REHEARSE_ */
    uint64_t timeout_ns; /* [2 s] for an answer; after two silences less, by the stub's own answer times */
    /* [0: no bound] By the link's clock, from the first session on; what is not begun then is not judged, and
     * the cell says so. */
    uint64_t budget_ns;
    const volatile sig_atomic_t *stop;
    const rsp_mem *mem;
} rsp_rehearsal_options;

/* Rehearses all actions of one debugger, each that fails once more in a session of its own. Fills its row of
 * `out`, whose texts live in `arena`. RSP_OK whatever the stub does; RSP_CANCELLED; RSP_NO_MEMORY. */
rsp_status rsp_rehearse(rsp_forecast *out, rsp_arena *arena, rsp_debugger debugger,
                        const rsp_rehearsal_options *options) RSP_MUST_USE;

/* Appends what `set architecture` of GDB takes for an architecture by our name: "riscv:rv32". False: GDB
 * knows none. The usual builds have neither AVR nor MSP430: avr-gdb and msp430-elf-gdb do. */
bool rsp_gdb_architecture(rsp_buf *out, const char *ours);
/* A build of GDB for this architecture alone: "avr-gdb"; NULL: the usual ones have it. */
const char *rsp_gdb_build(const char *ours);
/* Which GDB has the architecture, for people, with the package where its name differs: "gdb-multiarch",
 * "avr-gdb (package gdb-avr)"; NULL: each GDB of a PC. */
const char *rsp_gdb_having(const char *ours);
/* "13 to 18": the versions that do what is rehearsed; "?" for an unknown value. */
const char *rsp_rehearsal_versions(rsp_debugger debugger);

RSP_END_DECLS

#endif

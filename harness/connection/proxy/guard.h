/* A guard between a debugger and a stub: it passes what they say, and knows what is put into the program.
 * When the debugger is gone without a word, it takes that out and lets the program go.
 * Knowing costs no packet, leaving is a session of its own. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_GUARD_H
#define RSP_GUARD_H

#include <rsp/link.h>

RSP_BEGIN_DECLS

/* What is known of one conversation, which begins with acknowledgments, in all-stop mode. */
typedef struct rsp_guard rsp_guard;

/* All-zero gives the defaults in brackets. */
typedef struct rsp_guard_options {
    /* Stops the running program otherwise than by 0x03: by a SIGSTOP, for a stub that can be told which
     * signals are not the program's. `process` as the stub names it; 0: it names none. False: it cannot.
     * NULL: never. */
    bool (*stop)(void *ctx, int64_t process);
    /* Takes a `stop` back that the program may still have before it, for it has stopped otherwise. NULL: no.
     */
    void (*go_on)(void *ctx, int64_t process);
    void *ctx;
    uint64_t timeout_ns; /* [2 s] for one answer of the stub, when the debugger is gone */
    const rsp_mem *mem;  /* [malloc] must outlive the guard */
} rsp_guard_options;

/* NULL without memory; options may be NULL. */
rsp_guard *rsp_guard_new(const rsp_guard_options *options);

/* NULL is fine. */
void rsp_guard_free(rsp_guard *guard);

/* Bytes of the debugger's, in any split. What may go on to the stub is appended to `out`: packets only whole,
 * so that the stub is never left in the midst of one. RSP_OK, or RSP_NO_MEMORY: something may be put into the
 * program that is not known here. */
rsp_status rsp_guard_to_stub(rsp_guard *guard, rsp_bytes in, rsp_buf *out) RSP_MUST_USE;

/* Bytes of the stub's, in any split; they may go on as they are. */
void rsp_guard_from_stub(rsp_guard *guard, rsp_bytes in);

/* The debugger is gone: stops the program, takes out what is in it, and detaches. A program that does not
 * stop in time is waited for, as long as the link is open, if there is anything in it to stop at. Nothing is
 * said where the program was let go, or has ended. RSP_OK: the stub has let it go; else why it has not. The
 * link is borrowed. */
rsp_status rsp_guard_leave(rsp_guard *guard, rsp_link *stub) RSP_MUST_USE;

/* Passes everything between two links that can be waited for, until either side ends, and leaves the program
 * if that was the debugger's. Closes neither. */
void rsp_guard_run(rsp_guard *guard, rsp_link *debugger, rsp_link *stub);

RSP_END_DECLS

#endif

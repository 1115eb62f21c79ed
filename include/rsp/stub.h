/* The reference stub: the server's side of the protocol as a pure state machine over a target.
 * Bytes in, bytes out; it never blocks and does no I/O. The suite's oracle, so every answer follows the
 * GDB manual or, for LLDB's packets, LLDB's description of its extensions. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_STUB_H
#define RSP_STUB_H

#include <rsp/bytes.h>
#include <rsp/fault.h>
#include <rsp/packets.h>
#include <rsp/target.h>
#include <stdbool.h>

RSP_BEGIN_DECLS

/* One stub with its target. It serves one client at a time. */
/* A stub for one client at a time. For one thread at a time. */
typedef struct rsp_stub rsp_stub;

/* Which answer `x` gives (requirements XB-001 and XB-005). */
typedef enum rsp_x_dialect { RSP_X_GDB, RSP_X_LLDB } rsp_x_dialect;

/* What a stub is made of and what it offers. Start from rsp_stub_options_default(), and set ops and target.
 * Copied by rsp_stub_new, but for what is said to be borrowed. */
/* What the stub stands before, and what it offers. Begin with rsp_stub_options_default. */
typedef struct rsp_stub_options {
    const rsp_target_ops *ops; /* not owned, outlives the stub */
    void *target;              /* not owned */
    const rsp_mem *mem;        /* NULL: malloc */
    size_t packet_bytes;       /* PacketSize: longest payload accepted and sent; at least 256 */
    rsp_multimem_form multimem;
    rsp_x_dialect x_dialect;
    bool offer_multimem;        /* each offered packet can be withheld, to try a client's fallback */
    bool offer_multibreak_rfc;  /* MultiBreakpoint */
    bool offer_multibreak_json; /* jMultiBreakpoint */
    bool offer_conditions;      /* conditions and commands of breakpoints */
    bool offer_no_ack;
    bool offer_non_stop;
    bool offer_multiprocess;
    bool run_length;           /* compress replies */
    bool native_signals;       /* LLDB's native-signals+: Linux numbers on the wire */
    bool detach_on_disconnect; /* policy when the link drops; otherwise debuggees are kept, held, for the next
                                  client */
    const rsp_bytes *argv;     /* the program launched at start and by vRun;/R; none when argc is 0 */
    size_t argc;
    rsp_fault fault; /* RSP_FAULT_NONE, or the one deliberate defect that is switched on */
} rsp_stub_options;

/* Everything offered, LLDB's MultiMemRead form, GDB's x, PacketSize 0x20000, run-length on. */
rsp_stub_options rsp_stub_options_default(void);

/* NULL with *error filled (NULL is allowed) when memory is short, an option is out of range or the
 * program can not be launched. */
rsp_stub *rsp_stub_new(const rsp_stub_options *options, rsp_error *error);
void rsp_stub_free(rsp_stub *stub); /* NULL is fine; the target is the caller's */

/* A client arrived: acknowledgments on, no features, no queue, all threads held, nothing is sent.
 * Call before the first input of each connection. */
void rsp_stub_connect(rsp_stub *stub);

/* The client went away: applies the policy for the debuggees (detach_on_disconnect, QSetDetachOnError,
 * extended mode), removes all breakpoints except persistent commands. */
void rsp_stub_disconnect(rsp_stub *stub);

/* Takes bytes from the client and appends what is to be sent. Any split or merge of the input gives the
 * same output. RSP_OK always, except RSP_NO_MEMORY (the output is then unusable: drop the client). */
rsp_status rsp_stub_input(rsp_stub *stub, rsp_bytes in, rsp_buf *out) RSP_MUST_USE;

/* Lets resumed threads run for about budget_insns instructions, or until something must be sent.
 * Appends stop replies, notifications and O packets. */
rsp_status rsp_stub_run(rsp_stub *stub, uint64_t budget_insns, rsp_buf *out) RSP_MUST_USE;

/* True while a call of rsp_stub_run can make progress (some thread is let go and not idle). */
bool rsp_stub_busy(const rsp_stub *stub);

/* True once the client ended the session (k or D of the last process outside extended mode): flush the
 * output, close the link. */
bool rsp_stub_finished(const rsp_stub *stub);

/* The feature list it answers to qSupported, as sent; for reports. */
void rsp_stub_features(rsp_stub *stub, rsp_buf *out);

RSP_END_DECLS

#endif

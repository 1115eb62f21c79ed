/* Breakpoints with conditions, decided on this host, in the stub, or in the inferior itself.
 * One condition feeds all three; a way that is not available leads to the next best, and its reason is kept.
 * Source: GDB manual, Packets (Z0 and cond_list); docs/conditions.md; docs/decisions/0006-trampolines.md. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITIONAL_H
#define RSP_CONDITIONAL_H

#include "condition/trampoline.h"
#include <rsp/client.h>

RSP_BEGIN_DECLS

/* Who decides. X(NAME, text), best first: what a false condition costs is a jump, then a trap, then several
 * round trips. */
#define RSP_WAY_LIST(X)     \
    X(INFERIOR, "inferior") \
    X(STUB, "stub")         \
    X(HOST, "host")

/* Who decides a condition. */
typedef enum rsp_way {
#define RSP_WAY_ENUM(name, text) RSP_WAY_##name,
    RSP_WAY_LIST(RSP_WAY_ENUM)
#undef RSP_WAY_ENUM
        RSP_WAY_COUNT,
} rsp_way;

/* The text above; "?" for an unknown value. */
const char *rsp_way_name(rsp_way way);

/* How a thread gets over a breakpoint whose condition was false. */
typedef enum rsp_step_over {
    RSP_STEP_OVER_ASK,    /* by a copy of the instruction, once that pays; else a step with the breakpoint in
                             place shows whether the stub does it itself; else as CLIENT */
    RSP_STEP_OVER_CLIENT, /* remove, step, insert, continue */
    RSP_STEP_OVER_STUB,   /* continue: the stub is known to execute what is under the breakpoint first */
} rsp_step_over;

/* All-zero gives the defaults in brackets. */
typedef struct rsp_conditionals_options {
    rsp_machine_kind kind;
    uint64_t pc_number;                                                        /* of RSP_KIND_OTHER */
    bool big_endian;                                                           /* of RSP_KIND_OTHER */
    rsp_status (*find_symbol)(void *ctx, rsp_bytes name, uint64_t *out_value); /* [none] */
    void *symbol_ctx;
    rsp_step_over step_over;
    uint64_t code_address; /* [none] memory for trampolines, executable, the caller's; 0: it is allocated */
    size_t code_bytes;
    bool no_allocation; /* neither _M nor a system call in the inferior, nor idle memory behind its code */
    bool no_tail;       /* x86-64: no idle memory behind the program's code; it is allocated */
    uint64_t max_hits;  /* [RSP_LIMIT_CONDITIONAL_HITS] false hits in one run, then RSP_LIMIT */
    bool trust;         /* [false] a stop that the stub or the inferior decided is not checked here */
    const rsp_mem *mem;
} rsp_conditionals_options;

/* All conditional breakpoints of a client. */
typedef struct rsp_conditionals rsp_conditionals;
/* One of them. */
typedef struct rsp_conditional rsp_conditional;

/* NULL without memory. Sends nothing. The client is borrowed and must outlive it; its sites at the places of
 * conditional breakpoints are not to be touched. `options` may be NULL. */
rsp_conditionals *rsp_conditionals_new(rsp_client *client, const rsp_conditionals_options *options);

/* Frees without a packet: remove what is inserted first, or detach. NULL is fine. */
void rsp_conditionals_free(rsp_conditionals *set);

/* Where the last failed call failed: for a condition that does not parse the offset in its text. */
const rsp_error *rsp_conditionals_error(const rsp_conditionals *set);

/* The breakpoint to set. */
typedef struct rsp_conditional_request {
    uint64_t address;
    uint64_t kind;           /* of the Z0 packet; 0: 4 on RV64 and AArch64, else 1 */
    uint64_t function;       /* [0: not known] start of the function around it, and its bytes: what jumps */
    uint64_t function_bytes; /* into the bytes of a jump is then known for certain (x86-64) */
    uint64_t apart;          /* code of the function that stands elsewhere, and its bytes; 0: none */
    uint64_t apart_bytes;
    rsp_bytes condition;
    rsp_way way;            /* the best way to try: INFERIOR is "best", STUB means stub or host */
    bool only;              /* that one or none */
    uint64_t expected_hits; /* [0: not known] decides where to begin with "best" */
} rsp_conditional_request;

/* Parses the condition and sets the breakpoint. Uses the cheapest way available, no cheaper than the request
 * asks for.
 *
 * The inferior's way costs some 28 round trips to plant and to remove. The stub's costs none, and a trap for
 * each hit; the host's costs some five round trips for each hit, and two once the instruction has a copy. A
 * stub does not report hits that it filters out, so nobody could know when code pays: where the stub would
 * decide, code is planted at once, unless `expected_hits` are too few. On the host the condition begins, and
 * moves into the inferior when its hits have cost as much as planting: the price is never more than doubled.
 * A condition that always holds stays outside. In the stub with few expected hits it moves at the stop by
 * which the program's run time is more than the price.
 *
 * The ways of host and stub send nothing before the next resume, except the question what machine it is,
 * once. The inferior's way reads the instruction, gets memory near it and writes code. *out (may be NULL)
 * belongs to the set. Errors: those of rsp_condition_parse; RSP_DUPLICATE for an address that has a
 * conditional breakpoint; RSP_UNSUPPORTED if nothing says which register the pc is; RSP_REFUSED if no way is
 * left, with the reasons in the error; RSP_LIMIT; RSP_NO_MEMORY; the session's. After a failure nothing is
 * left in the inferior; only if the link died, code that nothing reaches may be. */
rsp_status rsp_conditional_breakpoint(rsp_conditionals *set, rsp_conditional **out,
                                      const rsp_conditional_request *request) RSP_MUST_USE;

/* Removes and frees the breakpoint. In the inferior's way at once: threads inside the trampoline are put back
 * to the site with their registers, the instruction is restored, and the last trampoline gives the memory
 * back. Otherwise with the next flush. RSP_OK, or the first thing that went wrong; it is freed in any case.
 */
rsp_status rsp_conditional_remove(rsp_conditionals *set, rsp_conditional *breakpoint) RSP_MUST_USE;

/* Removes all of them and flushes. RSP_OK, or the first thing that went wrong. */
rsp_status rsp_conditionals_remove_all(rsp_conditionals *set) RSP_MUST_USE;

/* What it did so far. Round trips and bytes are the link's, and 0 for a session without one; they count what
 * this breakpoint's hits cost, the resumes included that only it caused. */
typedef struct rsp_conditional_counts {
    uint64_t hits;        /* stops that came to this host */
    uint64_t false_hits;  /* of these, those that went on unseen */
    uint64_t lies;        /* of these, those that stub or inferior had said to be true */
    uint64_t round_trips; /* for false hits */
    uint64_t bytes_out;
    uint64_t bytes_in;
} rsp_conditional_counts;

/* One breakpoint as it is now. Texts live as long as the breakpoint. */
typedef struct rsp_conditional_info {
    uint64_t address;
    rsp_bytes condition;
    rsp_way way; /* who decides now */
    bool part;   /* only a part of it: what it asks of the thread is decided on this host */
    const char
        *reason[RSP_WAY_COUNT]; /* why a better way is not taken (yet); NULL: it is, or was not tried */
    rsp_conditional_counts counts;
} rsp_conditional_info;

/* Fills *out. */
void rsp_conditional_get(const rsp_conditional *breakpoint, rsp_conditional_info *out);

/* Walks them in the order in which they were set; NULL starts, NULL ends. */
rsp_conditional *rsp_conditional_next(const rsp_conditionals *set, const rsp_conditional *after);

/* A stop that is worth showing. */
typedef struct rsp_conditional_stop {
    const rsp_stop_reply *stop;  /* the client's; its pc may be one of a trampoline */
    rsp_conditional *breakpoint; /* NULL: it stopped for another reason */
    rsp_status outcome; /* RSP_OK: the condition holds. Else it has no value: RSP_RANGE, RSP_FAULT, ... */
    bool passed; /* a step: the thread met a breakpoint whose condition is false or that is out, or was taken
                    off one */
    bool has_pc; /* not for a process that ended, nor while the set is empty */
    uint64_t pc; /* in the program's own terms: the site, for a thread in a trampoline */
} rsp_conditional_stop;

/* Resumes and handles conditional breakpoints until a stop that is worth showing: a condition that holds or
 * has no value, or anything that is no hit of one. `resume` as in rsp_client_run, NULL is continue. Non-stop:
 * it continues those threads that match and stand since a stop that was fetched; then it waits for a stop of
 * any thread, and a false hit resumes its thread alone. A step of a thread at a conditional breakpoint
 * executes its instruction, and a range step from there is one step; a step leads through a trampoline, never
 * into it. When the process ends or executes another program its trampolines are gone with it; the
 * breakpoints are still in the set, and out. Backwards nothing is written into the program, and
 * RSP_UNSUPPORTED is what a condition in the inferior, or a copy of an instruction there, leaves: use the
 * stub or the host, with RSP_STEP_OVER_CLIENT. `timeout_ns` is for all of it, hits of false
 * conditions included; 0: each wait has the client's own. RSP_TIMEOUT: it runs on, see rsp_conditionals_wait.
 * RSP_LIMIT: max_hits; the program stands at a hit. Else as rsp_client_run. The stub must report the
 * breakpoint's address as the pc, as one that offers swbreak does. */
rsp_status rsp_conditionals_run(rsp_conditionals *set, const rsp_move *resume, uint64_t timeout_ns,
                                rsp_conditional_stop *out_stop) RSP_MUST_USE;

/* The same for a run that timed out or was interrupted. */
rsp_status rsp_conditionals_wait(rsp_conditionals *set, uint64_t timeout_ns,
                                 rsp_conditional_stop *out_stop) RSP_MUST_USE;

/* Whether the run under way waits for the resume that was asked for, which is sent, and not for a step over a
 * breakpoint: for a link that wants to end the wait with RSP_CANCELLED. A run that was left then goes on with
 * rsp_conditionals_wait; left at any other moment, a breakpoint may be out. */
bool rsp_conditionals_travels(const rsp_conditionals *set);

/* The registers of a thread in the program's own terms, as from g and in its order (RV64: x0-x31, pc): for a
 * thread inside a trampoline as they are at the site. Otherwise what the stub says. Hex digits, appended. */
rsp_status rsp_conditionals_registers(rsp_conditionals *set, rsp_ptid thread, rsp_buf *out_hex) RSP_MUST_USE;

/* A pc in the program's own terms: the site, for one in code that was put beside the program. Sends nothing.
 */
uint64_t rsp_conditionals_site_of(const rsp_conditionals *set, uint64_t pc);

/* The number that the stub gives a register, by its usual name or that of the target description. Asks what
 * machine it is, once. RSP_NOT_FOUND; RSP_UNSUPPORTED as rsp_conditional_breakpoint; the session's. */
rsp_status rsp_conditionals_register(rsp_conditionals *set, rsp_bytes name,
                                     uint64_t *out_number) RSP_MUST_USE;

/* Number of a register by its usual name (psABI names, x10, pc) on RV64, x86-64, AArch64; RSP_NOT_FOUND.
 * Conditions know these and, behind them, the names of the target description. */
rsp_status rsp_machine_register(rsp_machine_kind kind, rsp_bytes name, uint64_t *out_number) RSP_MUST_USE;

RSP_END_DECLS

#endif

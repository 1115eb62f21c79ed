/* Breakpoints with conditions, decided on this host, in the stub, or in the inferior itself.
 * One condition feeds all three; a way that is not to be had leads to the next best, with the reason kept.
 * Source: GDB manual, Packets (Z0 and cond_list); docs/conditions.md; docs/decisions/0006-trampolines.md. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITIONAL_H
#define RSP_CONDITIONAL_H

#include "client/trampoline.h"
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

/* What is debugged, as far as it matters here: names and numbers of registers, and whether there is a
 * compiler for trampolines. */
typedef enum rsp_machine_kind {
    RSP_KIND_ASK,   /* the stub's target description is asked for it, once */
    RSP_KIND_OTHER, /* no trampolines, names from the description; the pc's number is in the options */
    RSP_KIND_RV64,
    RSP_KIND_X86_64,
} rsp_machine_kind;

/* How a thread gets over a breakpoint whose condition was false. */
typedef enum rsp_step_over {
    RSP_STEP_OVER_ASK, /* a step with the breakpoint in place shows whether the stub does it itself; else as
                          CLIENT */
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
    bool no_allocation; /* neither _M nor a system call in the inferior */
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
    uint64_t kind; /* of the Z0 packet; 0: 4 on RV64, else 1 */
    rsp_bytes condition;
    rsp_way way;            /* the best way to try: INFERIOR is "best", STUB means stub or host */
    bool only;              /* that one or none */
    uint64_t expected_hits; /* [0: not known] decides where to begin with "best" */
} rsp_conditional_request;

/* "Best" is by cost. Code in the inferior takes some 28 round trips to plant and to take out again, the
 * stub's way none and a trap for each hit, the host's some five round trips for each. So it begins in the
 * stub, or where that is not to be had on the host, unless `expected_hits` say that code will pay; and goes
 * on to the inferior at the stop or false hit by which the other way has cost as much as planting. What the
 * stub's way has cost is taken to be the time that the program ran, so that it is never more than doubled.
 *
 * Parses the condition and sets the breakpoint in the best way to be had, not better than asked for. The ways
 * of host and stub send nothing before the next resume (but the question what machine it is, once); the
 * inferior's reads the instruction, gets memory
 * near it, writes code. *out (may be NULL) is the set's. The condition's errors as rsp_condition_parse;
 * RSP_DUPLICATE for an address that has one; RSP_UNSUPPORTED where nothing says which register the pc is;
 * RSP_REFUSED where no way is left, with the reasons in the error; RSP_LIMIT; RSP_NO_MEMORY; the session's.
 * Whatever fails, nothing is left behind in the inferior but, where the link died, unreachable code. */
rsp_status rsp_conditional_breakpoint(rsp_conditionals *set, rsp_conditional **out,
                                      const rsp_conditional_request *request) RSP_MUST_USE;

/* Takes it out and forgets it. In the inferior's way now: threads inside the trampoline are put back to the
 * site, registers and all, the instruction is written back, and with the last one the memory is given back.
 * Otherwise with the next flush. RSP_OK, or what went wrong; it is forgotten in any case. */
rsp_status rsp_conditional_remove(rsp_conditionals *set, rsp_conditional *breakpoint) RSP_MUST_USE;

/* All of them, and flushes. The first thing that went wrong. */
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
    bool has_pc;        /* not for a process that ended, nor while the set is empty */
    uint64_t pc;        /* in the program's own terms: the site, for a thread in a trampoline */
} rsp_conditional_stop;

/* Resumes and handles conditional breakpoints until a stop that is worth showing: a condition that holds or
 * has no value, or anything that is no hit of one. All-stop only: RSP_USAGE in non-stop. `resume` as in
 * rsp_client_run, NULL is continue. A step of a thread at a conditional breakpoint executes its instruction,
 * and a range step from there is one step; a step leads through a trampoline, never into it. When the process
 * ends or executes another program its trampolines are gone with it; the breakpoints are still in the set,
 * and out. `timeout_ns` is for each wait. RSP_TIMEOUT: it runs on, see rsp_conditionals_wait. RSP_LIMIT:
 * max_hits; the program stands at a hit. Else as rsp_client_run. The stub must report the breakpoint's
 * address as the pc, as one that offers swbreak does. */
rsp_status rsp_conditionals_run(rsp_conditionals *set, const rsp_move *resume, uint64_t timeout_ns,
                                rsp_conditional_stop *out_stop) RSP_MUST_USE;

/* The same for a run that timed out or was interrupted. */
rsp_status rsp_conditionals_wait(rsp_conditionals *set, uint64_t timeout_ns,
                                 rsp_conditional_stop *out_stop) RSP_MUST_USE;

/* The registers of a thread in the program's own terms, as from g and in its order (RV64: x0-x31, pc): for a
 * thread inside a trampoline as they are at the site. Otherwise what the stub says. Hex digits, appended. */
rsp_status rsp_conditionals_registers(rsp_conditionals *set, rsp_ptid thread, rsp_buf *out_hex) RSP_MUST_USE;

/* Number of a register by its usual name (psABI names, x10, pc) on RV64 and x86-64; RSP_NOT_FOUND. Conditions
 * know these and, behind them, the names of the target description. */
rsp_status rsp_machine_register(rsp_machine_kind kind, rsp_bytes name, uint64_t *out_number) RSP_MUST_USE;

RSP_END_DECLS

#endif

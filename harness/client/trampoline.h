/* Conditions compiled to RV64IM code that runs in the inferior, beside the instruction it guards.
 * A pure compiler: it gives code and a map; who writes memory and sets breakpoints is conditional.h.
 * docs/decisions/0006-trampolines.md has the design. Source: The RISC-V Instruction Set Manual, volume I. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TRAMPOLINE_H
#define RSP_TRAMPOLINE_H

#include "client/condition.h"

RSP_BEGIN_DECLS

/* Why a site gets no trampoline. X(NAME, text) */
#define RSP_TRAMPOLINE_REASON_LIST(X)                                                            \
    X(NONE, "")                                                                                  \
    X(MISALIGNED, "the site is not at a multiple of 4")                                          \
    X(COMPRESSED, "a compressed instruction is too short to be replaced by a jump")              \
    X(ECALL, "a system call reports and restarts by its own address")                            \
    X(EBREAK, "a trap reports by its own address")                                               \
    X(RESERVATION, "a detour between load-reserved and store-conditional loses the reservation") \
    X(LINK_REGISTER, "it jumps through the register that it links to: none is free for both")    \
    X(UNKNOWN, "it is no instruction of RV64IMA: whether it can be moved is not known")          \
    X(SITE_TOO_FAR, "the trampoline is beyond the reach of a jump, 1 MiB")                       \
    X(TARGET_TOO_FAR, "the instruction's own target is beyond the reach of a jump from there")   \
    X(TARGET_MISALIGNED, "the instruction's own target is not at a multiple of 4: it traps")     \
    X(REGISTER, "the condition reads a register that the code has no way to read")

/* Why there is none. */
typedef enum rsp_trampoline_reason {
#define RSP_TRAMPOLINE_REASON_ENUM(name, text) RSP_TRAMPOLINE_##name,
    RSP_TRAMPOLINE_REASON_LIST(RSP_TRAMPOLINE_REASON_ENUM)
#undef RSP_TRAMPOLINE_REASON_ENUM
} rsp_trampoline_reason;

/* The text above; "?" for an unknown value. */
const char *rsp_trampoline_reason_text(rsp_trampoline_reason reason);

/* How many instructions before the site are looked at for a load-reserved: a constrained loop has at most
 * 16. */
enum { RSP_TRAMPOLINE_BEFORE = 15 };

/* Numbers of the registers in the target description, for conditions: x0..x31 are 0..31. */
enum { RSP_TRAMPOLINE_PC = 32 };

/* The instruction to be guarded, and where the code is to stand. */
typedef struct rsp_trampoline_site {
    uint64_t address;
    uint32_t insn; /* at the site, as the program has it */
    rsp_bytes
        before;    /* code that ends at the site, at most RSP_TRAMPOLINE_BEFORE instructions; may be empty */
    uint64_t code; /* where the trampoline is going to stand, a multiple of 4 */
} rsp_trampoline_site;

/* The map of a trampoline. All are addresses.
 *
 *   code          make room on the stack, save the registers that are used
 *   body          the condition; false: restore, give the room back (leave_false), jump to `moved`
 *   error         a breakpoint: there was a division by zero. Registers are still saved.
 *   ...           true: restore, give the room back (leave_true)
 *   stop          a breakpoint: the condition holds, all registers are as they were at the site
 *   moved         the instruction, relocated
 *   done          jump back behind the site; `taken`: jump to the branch's target, 0 without one
 *   end
 *
 * Both breakpoints are inserted by the debugger, in front of instructions that do nothing: with no debugger
 * the program goes on undisturbed. Registers are saved below sp, a place of each thread's own (the psABI
 * has no red zone), so any number of threads can be inside. */
typedef struct rsp_trampoline {
    uint64_t site;
    uint32_t original; /* the instruction at the site */
    uint32_t jump;     /* what replaces it */
    uint64_t code;
    uint64_t body;
    uint64_t leave_false;
    uint64_t error;
    uint64_t restore; /* of the way to `stop` */
    uint64_t leave_true;
    uint64_t stop;
    uint64_t moved;
    uint64_t done;
    uint64_t taken;
    uint64_t taken_target;
    uint64_t end;
    uint32_t frame_bytes;
    uint32_t saved; /* bit n: xn, at sp + 8 * (how many lower bits are set) */
} rsp_trampoline;

/* Whether the instruction can be moved at all, before any memory is asked for. NONE: yes. */
rsp_trampoline_reason rsp_trampoline_check(uint64_t site, uint32_t insn, rsp_bytes before);

/* Appends the code, some 10 KiB at most, to `out` and fills the map. RSP_REFUSED, with *out_reason (may be
 * NULL) and its text in `error`; else the buffer's status. `out` is as it was unless this is RSP_OK. */
rsp_status rsp_trampoline_build(rsp_trampoline *out_map, rsp_buf *out, rsp_trampoline_reason *out_reason,
                                const rsp_condition *condition, const rsp_trampoline_site *site,
                                rsp_error *error) RSP_MUST_USE;

/* Where a thread inside a trampoline stands in the program's own terms. */
typedef struct rsp_trampoline_origin {
    uint64_t pc;        /* the site, or where the moved instruction leads */
    uint64_t sp_offset; /* to be added to sp */
    uint32_t saved;     /* registers whose values are on the stack, at the thread's sp; as in the map */
} rsp_trampoline_origin;

/* False when `pc` is not inside. A thread that is set to the place, its registers taken from the stack and sp
 * moved, goes on in the program as if there were no trampoline: a condition has no effects. */
bool rsp_trampoline_find(rsp_trampoline_origin *out, const rsp_trampoline *map, uint64_t pc);

RSP_END_DECLS

#endif

/* Conditions compiled to code that runs in the inferior, beside the instructions it guards: RV64, x86-64,
 * AArch64. A pure compiler: it gives code and a map; who writes memory and sets breakpoints is conditional.h.
 * docs/decisions/0006-trampolines.md has the design. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TRAMPOLINE_H
#define RSP_TRAMPOLINE_H

#include "condition/condition.h"

RSP_BEGIN_DECLS

/* What is debugged, as far as it matters here: names and numbers of registers, and whether there is a
 * compiler for trampolines. */
typedef enum rsp_machine_kind {
    RSP_KIND_ASK,   /* the stub's target description is asked for it, once */
    RSP_KIND_OTHER, /* no trampolines, names from the description; the pc's number is in the options */
    RSP_KIND_RV64,
    RSP_KIND_X86_64,
    RSP_KIND_AARCH64,
} rsp_machine_kind;

/* Why a site gets no trampoline. X(NAME, text) */
#define RSP_TRAMPOLINE_REASON_LIST(X)                                                            \
    X(NONE, "")                                                                                  \
    X(MACHINE, "there is no compiler for this machine")                                          \
    X(MISALIGNED, "the site is not at a multiple of 4")                                          \
    X(COMPRESSED, "a compressed instruction is too short to be replaced by a jump")              \
    X(ECALL, "a system call reports and restarts by its own address")                            \
    X(EBREAK, "a trap reports by its own address")                                               \
    X(RESERVATION, "a detour between load-reserved and store-conditional loses the reservation") \
    X(LINK_REGISTER, "it jumps through the register that it links to: none is free for both")    \
    X(UNKNOWN, "it is no instruction of RV64IMA: whether it can be moved is not known")          \
    X(SITE_TOO_FAR, "the trampoline is beyond the reach of a jump")                              \
    X(TARGET_TOO_FAR, "the instruction's own target is beyond the reach of a jump from there")   \
    X(TARGET_MISALIGNED, "the instruction's own target is not at a multiple of 4: it traps")     \
    X(REGISTER, "the condition reads a register that the code has no way to read")               \
    X(UNDECODED, "the bytes at the site are no instruction that can be moved")                   \
    X(TRUNCATED, "the code at the site ends before the jump would")                              \
    X(DATA_TOO_FAR, "an instruction's data is beyond the reach of 32 bits from there")           \
    X(RETURNS_INSIDE, "a call would return into the bytes of the jump")                          \
    X(LEAVES_INSIDE, "the code leaves before the jump would end: what follows may be another's") \
    X(JUMPED_INTO, "an instruction jumps into the bytes that the jump would replace")            \
    X(TABLE, "a jump through a register or a table may lead into the bytes of the jump")         \
    X(UNALIGNED, "the code before the site cannot be read as instructions that lead to it")      \
    X(TRANSACTION, "a transaction aborts to its own address")                                    \
    X(STACK_CALL, "a call through the stack pointer needs it as it is")                          \
    X(LANDING, "an indirect branch may lead there, and a jump is no place for one to land")

/* Why there is none. */
typedef enum rsp_trampoline_reason {
#define RSP_TRAMPOLINE_REASON_ENUM(name, text) RSP_TRAMPOLINE_##name,
    RSP_TRAMPOLINE_REASON_LIST(RSP_TRAMPOLINE_REASON_ENUM)
#undef RSP_TRAMPOLINE_REASON_ENUM
} rsp_trampoline_reason;

/* The text above; "?" for an unknown value. */
const char *rsp_trampoline_reason_text(rsp_trampoline_reason reason);

/* Sizes, and the one number of a register that is no x. */
enum {
    RSP_TRAMPOLINE_BEFORE = 15,  /* RV64: instructions before the site that are looked at for a load-reserved,
                                    since a constrained loop has at most 16 */
    RSP_TRAMPOLINE_RV64_PC = 32, /* number of the pc in the target description; x0..x31 are 0..31 */
    RSP_TRAMPOLINE_PLACES = 32,
    RSP_TRAMPOLINE_JUMP_BYTES = 5, /* the longest jump at a site */
    RSP_TRAMPOLINE_TRAP_BYTES = 2, /* of a trap in the code (own_traps) */
    RSP_TRAMPOLINE_FLOATS = 32,    /* registers of floating-point values */
    RSP_TRAMPOLINE_X86_FLOATS = 16,
};

/* The instructions to be guarded, and where the code is to stand. */
typedef struct rsp_trampoline_site {
    rsp_machine_kind machine;
    uint64_t address;
    rsp_bytes text;   /* code from the site on: RV64 4 bytes, x86-64 as far as the function goes */
    rsp_bytes before; /* code that ends at the site; may be empty. RV64: at most RSP_TRAMPOLINE_BEFORE */
    bool whole;       /* x86-64: `before` and `text` are the function, not just what is around the site */
    rsp_bytes apart;  /* x86-64: the rest of a function that is in two pieces, */
    uint64_t apart_address;  /* and where that stands */
    bool swapped;            /* x86-64: the condition counts rdi before rsi, as lldb-server does */
    uint64_t thread_pointer; /* x86-64: the condition's number of fs_base; 0: it has none */
    uint64_t floats;         /* the condition's number of xmm0, ft0, v0, with the others behind it; 0: none */
    uint64_t code;           /* where the trampoline is going to stand, a multiple of 4 */
} rsp_trampoline_site;

/* A place in the moved instructions: where a thread there stands in the program's own terms. */
typedef struct rsp_trampoline_place {
    uint64_t at;
    uint64_t pc;
    uint32_t sp_offset; /* to be added to sp: a moved call has pushed its return address */
    uint32_t saved;     /* AArch64: registers on the stack there; as in the map */
} rsp_trampoline_place;

/* The map of a trampoline. All are addresses.
 *
 *   code          make room on the stack, save the registers that are used
 *   scratched     x86-64: from here rax is in the frame only; flags still are as they were
 *   body          the condition; false: restore, give the room back (leave_false), go to `moved`
 *   aside         x86-64: whether a debugger is there at all, asked before anything traps
 *   failed        x86-64: the same for a condition without a value
 *   error         a trap: there was a division by zero. Registers are still saved.
 *   restore       true: restore, give the room back (leave_true)
 *   stop          a trap: the condition holds. RV64, AArch64: all registers are as they were at the site
 *   moved         the instructions, relocated
 *   done          jump back behind them; 0 if they never lead there
 *   moved_end
 *   end
 *
 * RV64 and AArch64: the traps are breakpoints that the debugger inserts, in front of instructions that do
 * nothing, `stop` comes after `leave_true`, and `aside` is `error`. x86-64: `moved` follows `leave_false`,
 * the rest comes after `moved_end`; the traps are in the code (own_traps), and a thread is seen at `stop` or
 * `error` or one byte before, with its registers still saved. A thread that no debugger traces does not come
 * that far, and one that is resumed at a trap goes on as if there had been none. So with no debugger the
 * program is undisturbed. Registers are saved below sp (and below the red zone), a place of each thread's
 * own, so any number of threads can be inside. */
typedef struct rsp_trampoline {
    rsp_machine_kind machine;
    uint64_t site;
    uint32_t num_displaced; /* bytes of the instructions that are moved */
    uint32_t num_jump;      /* bytes that are overwritten */
    uint8_t original[RSP_TRAMPOLINE_JUMP_BYTES];
    uint8_t jump[RSP_TRAMPOLINE_JUMP_BYTES];
    uint64_t code;
    uint64_t scratched;
    uint64_t body;
    uint64_t leave_false;
    uint64_t aside;
    uint64_t failed;
    uint64_t error;
    uint64_t restore; /* of the way to `stop` */
    uint64_t leave_true;
    uint64_t stop;
    uint64_t moved;
    uint64_t done;
    uint64_t moved_end;
    uint64_t end;
    bool own_traps;
    uint32_t frame_bytes;
    uint32_t saved; /* bit n: register n (x86-64: GDB's numbers), at sp + 8 * (how many lower bits are set) */
    rsp_trampoline_place places[RSP_TRAMPOLINE_PLACES]; /* ascending */
    size_t num_places;
} rsp_trampoline;

/* RV64: whether the instruction can be moved at all, before any memory is asked for. NONE: yes. */
rsp_trampoline_reason rsp_trampoline_check(uint64_t site, uint32_t insn, rsp_bytes before);

/* Appends the code, some 10 KiB at most, to `out` and fills the map. RSP_REFUSED, with *out_reason (may be
 * NULL) and its text in `error`; else the buffer's status. `out` is as it was unless this is RSP_OK. */
rsp_status rsp_trampoline_build(rsp_trampoline *out_map, rsp_buf *out, rsp_trampoline_reason *out_reason,
                                const rsp_condition *condition, const rsp_trampoline_site *site,
                                rsp_error *error) RSP_MUST_USE;

/* The same for a copy of the first instruction alone, with the way back: `code` is `moved`, and nothing leads
 * there. Any one instruction that can be moved will do, however short. */
rsp_status rsp_trampoline_copy(rsp_trampoline *out_map, rsp_buf *out, rsp_trampoline_reason *out_reason,
                               const rsp_trampoline_site *site, rsp_error *error) RSP_MUST_USE;

/* Where a thread inside a trampoline stands in the program's own terms. */
typedef struct rsp_trampoline_origin {
    uint64_t pc;        /* the site, or where the moved instruction leads */
    uint64_t sp_offset; /* to be added to sp */
    uint32_t saved;     /* registers whose values are on the stack, at the thread's sp; as in the map */
    bool deciding;      /* it is in the condition's code: a fault there is the condition's */
    bool between;       /* it is about to execute a moved instruction other than the site's */
} rsp_trampoline_origin;

/* False when `pc` is not inside. A thread that is set to the place, its registers taken from the stack and sp
 * moved, goes on in the program as if there were no trampoline: a condition has no effects. */
bool rsp_trampoline_find(rsp_trampoline_origin *out, const rsp_trampoline *map, uint64_t pc);

/* Whether a thread that trapped at `pc` is at the trap `stop` or `error` of the map. */
bool rsp_trampoline_trapped(const rsp_trampoline *map, uint64_t trap, uint64_t pc);

/* x86-64: a thread at the question whether a debugger is there can go on where the answer yes leads, *out_pc.
 * False for any other pc. */
bool rsp_trampoline_skip_question(uint64_t *out_pc, const rsp_trampoline *map, uint64_t pc);

/* Where a thread rests whose condition holds or has no value: there all registers are as at the site. */
uint64_t rsp_trampoline_rest(const rsp_trampoline *map);

/* The place of a moved instruction that stood at `pc` behind the site; false if none did. */
bool rsp_trampoline_place_of(uint64_t *out, const rsp_trampoline *map, uint64_t pc);

/* x86-64: the flags of the program, from what the code has saved of them and the rest as they are now. */
uint64_t rsp_trampoline_flags(uint64_t now, uint64_t saved);

RSP_END_DECLS

#endif

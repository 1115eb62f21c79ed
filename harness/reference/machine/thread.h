/* One thread of the machine as a debugger sees it: held or running, registers, signal information.
 * Handles come from rsp_machine_thread and rsp_process_next_thread.
 * Nothing here runs any instruction of the program. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_THREAD_H
#define RSP_THREAD_H

#include <rsp/bytes.h>
#include <rsp/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

RSP_BEGIN_DECLS

/* One thread. Its process owns it. */
typedef struct rsp_thread rsp_thread;
struct rsp_process;

/* Its id, unique in the machine. */
uint32_t rsp_thread_tid(const rsp_thread *thread);
/* The process that it belongs to. */
struct rsp_process *rsp_thread_process(const rsp_thread *thread);

/* As set by prctl(PR_SET_NAME), else the last part of the executable's path. At most 15 bytes. */
const char *rsp_thread_name(const rsp_thread *thread);

/* What the thread does, or would do were it not held. X(name, text) */
#define RSP_THREAD_STATE_LIST(X)            \
    X(RUNNABLE, "running")                  \
    X(SLEEPING, "sleeping")                 \
    X(FUTEX, "waiting for a futex")         \
    X(WAITING, "waiting for a child")       \
    X(VFORK, "waiting for its vfork child") \
    X(READING, "waiting for input")         \
    X(PAUSED, "waiting for a signal")       \
    X(STOPPED, "stopped by a signal")

/* The states of RSP_THREAD_STATE_LIST. */
typedef enum rsp_thread_state {
#define RSP_THREAD_STATE_ENUM(name, text) RSP_THREAD_##name,
    RSP_THREAD_STATE_LIST(RSP_THREAD_STATE_ENUM)
#undef RSP_THREAD_STATE_ENUM
} rsp_thread_state;

/* The state that the thread is in now. */
rsp_thread_state rsp_thread_get_state(const rsp_thread *thread);
/* Its words; a constant. "?" for an unknown state. */
const char *rsp_thread_state_text(rsp_thread_state state);

/* Held threads execute nothing. A thread that waits in a system call and is held has its pc at the
 * ecall; resumed it goes on waiting, and writing its pc abandons the call. */
bool rsp_thread_is_held(const rsp_thread *thread);

/* Holds this thread of a traced process now; no effect on one that is held. RSP_REFUSED: untraced. */
RSP_MUST_USE rsp_status rsp_thread_hold(rsp_thread *thread);

/* How far a resumed thread goes. */
typedef enum rsp_resume_kind {
    RSP_RESUME_CONTINUE,
    RSP_RESUME_STEP,      /* one instruction */
    RSP_RESUME_RANGE_STEP /* until pc is outside [start, end), at least one instruction */
} rsp_resume_kind;

/* All-zero continues without a signal. */
typedef struct rsp_resume {
    rsp_resume_kind kind;
    int signal;    /* Linux number, delivered before anything executes (its siginfo is the one of the signal
                      stop when the number is the same); 0 drops the signal of a signal stop. In a job stop the
                      thread takes none, as with ptrace */
    bool hit_here; /* false: the instruction at pc is executed even where a breakpoint is inserted;
                      true: a breakpoint at pc is hit at once, unless the thread was let go over it before and
                      has not moved since */
    uint64_t start;
    uint64_t end;
} rsp_resume;

/* RSP_UNEXPECTED: it is not held (nothing is changed). RSP_RANGE: signal above 64, or start > end. A
 * step that enters a signal handler is done at the handler's first instruction. A signal stays the thread's
 * if it is held again before its turn: the next resume delivers it, before a signal of its own. RSP_LIMIT or
 * RSP_NO_MEMORY: too many such signals. */
RSP_MUST_USE rsp_status rsp_thread_resume(rsp_thread *thread, const rsp_resume *how);

/* The held thread gets this signal at its next resume, as if that had named it. Statuses as of that. */
RSP_MUST_USE rsp_status rsp_thread_give_signal(rsp_thread *thread, int signal);

/* Registers x0..x31 by number, pc, f0..f31 and fcsr, numbered as GDB does up to there. */
enum {
    RSP_REG_SP = 2,
    RSP_REG_A0 = 10,
    RSP_REG_A7 = 17,
    RSP_REG_PC = 32,
    RSP_REG_F0 = 33,
    RSP_REG_FCSR = 65,
    RSP_NUM_REGS
};

/* All RSP_NUM_REGS values; exact for a held thread. Valid as long as the thread. */
const uint64_t *rsp_thread_regs(const rsp_thread *thread);

/* Writing x0 is accepted and has no effect; fcsr keeps its lower 8 bits. RSP_RANGE: no such register.
 * RSP_UNEXPECTED: not held. */
RSP_MUST_USE rsp_status rsp_thread_set_reg(rsp_thread *thread, unsigned reg, uint64_t value);

/* A siginfo_t in Linux's RISC-V layout. */
#define RSP_SIGINFO_BYTES 128

/* That of the signal for which the thread stopped. RSP_NOT_FOUND: it is not in a signal stop. */
RSP_MUST_USE rsp_status rsp_thread_siginfo(const rsp_thread *thread, uint8_t out[RSP_SIGINFO_BYTES]);
/* Replaces what a handler will see. Statuses as before. */
RSP_MUST_USE rsp_status rsp_thread_set_siginfo(rsp_thread *thread, const uint8_t in[RSP_SIGINFO_BYTES]);

RSP_END_DECLS

#endif

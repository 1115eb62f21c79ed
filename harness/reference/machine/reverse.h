/* A machine's past: going back to it, looking around there, and going on from there.
 * A machine with record_bytes remembers its course by checkpoints and by what was asked of it between them.
 * Going back returns to a checkpoint and runs again up to the wanted instruction. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_REVERSE_H
#define RSP_MACHINE_REVERSE_H

#include "machine/machine.h"

RSP_BEGIN_DECLS

/* How far to go back. */
typedef enum rsp_machine_back {
    RSP_BACK_CONTINUE, /* to the newest breakpoint, watchpoint or signal before now */
    RSP_BACK_STEP,     /* over one instruction of the thread */
} rsp_machine_back;

/* From here on rsp_machine_run goes back, until it returns the event of a stop: BREAK_SW, BREAK_HW, WATCH (pc
 * is at the accessing instruction, which is undone), STEP, SIGNAL (before its delivery), or HISTORY_BEGIN.
 * Then all threads count as held. Breakpoints are those that are inserted now, and signals those that were
 * reported.
 *
 * In the past, resumed threads take the recorded course again, all of them, whatever signals are given;
 * output is not repeated, nor is a fork or the end of a thread reported. HISTORY_END says that the recording
 * is over: the machine is as before it went back, and what is resumed then goes on as if it had never been.
 * Whatever else changes the machine (memory, registers, signals, input, kill, detach) takes place in the past
 * and cuts off what came after.
 *
 * The recording begins anew with a launch, an attach, an exec and the end of a traced process.
 * Handles of processes and threads are void after the call and after each run. `tid` is the thread of the
 * events that have no other. RSP_UNSUPPORTED: nothing is recorded. RSP_NOT_FOUND: no such thread.
 * RSP_NO_MEMORY: nothing is changed. */
RSP_MUST_USE rsp_status rsp_machine_go_back(rsp_machine *machine, uint32_t tid, rsp_machine_back how);

/* Whether the machine is in its past. */
bool rsp_machine_in_past(const rsp_machine *machine);

/* What is recorded. */
typedef struct rsp_recording {
    bool on;
    uint64_t first_insns;   /* where it begins; instructions of the machine */
    uint64_t last_insns;    /* where it ends */
    size_t num_checkpoints; /* that runs can start from */
    size_t bytes;           /* that it takes now */
    size_t num_lost;        /* times that it did not repeat itself: none, but for mistakes of the machine */
} rsp_recording;

/* Facts of the recording; all zero for a machine without one. */
void rsp_machine_recording(const rsp_machine *machine, rsp_recording *out);

RSP_END_DECLS

#endif

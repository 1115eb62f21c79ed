/* One stop: why a thread stands still or has ended, what the client knows of it, and its text.
 * One noun: the record that table, queue and notifications hand on, and its text.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_STOP_H
#define STUB_STOP_H

#include "state.h"

#include "codec/signals.h"
#include "core/hash_table.h"

/* Why a thread is stopped, beyond what a target reports: just stopped, with the signal in `signal`. */
enum { STUB_STOP_PLAIN = -1, STUB_STOP_NO_RESUMED = -2 };

/* What the client knows of a stop, and whether it waits in the queue. */
typedef enum stub_stop_state {
    STUB_STOP_KNOWN,    /* the client was told, or asked itself */
    STUB_STOP_UNKNOWN,  /* new; or sent in non-stop and not acknowledged yet */
    STUB_STOP_QUEUED,   /* will be told in its turn; in non-stop its thread is not resumed before */
    STUB_STOP_REQUEUED, /* known, and told again, as `?` in non-stop asks for all; a resume takes it out */
} stub_stop_state;

/* One stop. Those of live threads are found by thread id; ends of threads and processes exist only until they
 * are told. A thread that was held without an event of its own has none. */
typedef struct stub_stop {
    rsp_hash_node node; /* first: nodes are cast back */
    rsp_ptid thread;    /* tid 0: head of the chain of one process, no stop */
    stub_stop_state state;
    int kind;   /* rsp_target_event_kind or STUB_STOP_* */
    int signal; /* GDB numbering */
    uint64_t address;
    uint64_t number;
    uint64_t pc; /* when it stopped; a later resume from elsewhere makes the event stale */
    rsp_ptid child;
    rsp_buf text;              /* exec path */
    struct stub_stop *prev;    /* queue */
    struct stub_stop *next;    /* queue, or list of spare ones */
    struct stub_stop *sibling; /* same process */
    struct stub_stop *older;   /* same process, the other way; NULL for the head */
} stub_stop;

/* The end of a thread, of a process, or of all running: no record of a live thread. */
static inline bool stub_stop_is_end(const stub_stop *stop) {
    return stop->kind == RSP_TARGET_THREAD_EXITED || stop->kind == RSP_TARGET_PROCESS_EXITED ||
           stop->kind == RSP_TARGET_PROCESS_KILLED || stop->kind == STUB_STOP_NO_RESUMED;
}

static inline bool stub_stop_waits(const stub_stop *stop) {
    return stop->state == STUB_STOP_QUEUED || stop->state == STUB_STOP_REQUEUED;
}

/* The client does not know it: in non-stop its thread still counts as running. */
static inline bool stub_stop_untold(const stub_stop *stop) {
    return stop->state == STUB_STOP_UNKNOWN || stop->state == STUB_STOP_QUEUED;
}

/* The text of one stop as the protocol has it; stub_stop_text lets faults change it. */
void stub_stop_write(rsp_stub *s, const stub_stop *stop, rsp_buf *out);
/* Appends the text of one stop, as it is sent. */
void stub_stop_text(rsp_stub *s, const stub_stop *stop, rsp_buf *out);

/* The same for a thread, as `?`, jThreadsInfo and qThreadStopInfo describe it; plain without a stop of its
 * own. */
void stub_stop_reply(rsp_stub *s, rsp_ptid thread, rsp_buf *out);

/* "trace", "breakpoint".. or NULL. */
const char *stub_stop_lldb_reason(const rsp_stub *s, const stub_stop *stop);

#endif

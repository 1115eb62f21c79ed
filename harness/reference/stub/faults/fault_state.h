/* What the deliberate faults remember from one packet to the next.
 * The stub itself reads none of it: builds without faults do not have it.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_FAULTS_FAULT_STATE_H
#define STUB_FAULTS_FAULT_STATE_H

#include "handler.h"

#include "codec/signals.h"
#include <rsp/bytes.h>
#include <rsp/payload.h>
#include <rsp/stub.h>
#include <stdbool.h>
#include <stdint.h>

struct stub_fault_row;
struct stub_stop;
typedef struct rsp_stub rsp_stub;

enum { STUB_FAULT_ROWS = 16 }; /* no fault has more */

/* All-zero with each connection. */
typedef struct stub_fault_link {
    uint64_t num_events; /* of the link, the current one included */
    unsigned surplus_acks;
    unsigned owed_acks; /* for notifications */
    unsigned num_interrupts;
    bool deaf;           /* out of step: every packet is refused */
    bool swallow;        /* the next packet is lost */
    bool owes_ack;       /* sent in front of the next packet */
    bool unknown_before; /* an unknown packet was answered */
} stub_fault_link;

/* planted.c, breakpoints.c, multi*.c */
typedef struct stub_fault_breakpoints {
    rsp_buf planted;       /* the breakpoints that the target has */
    uint64_t last_removed; /* address of a software breakpoint */
    rsp_buf with_list;     /* the last Z with conditions or commands */
    bool list_removed;     /* and its breakpoint is gone */
    rsp_buf own;           /* what a batch has set */
    uint64_t drift;        /* of addresses behind a range that can not be read */
} stub_fault_breakpoints;

/* xfer.c, registers.c */
typedef struct stub_fault_objects {
    rsp_buf key; /* the request for the object that was read last, up to its annex */
    bool ended;
    rsp_buf kept; /* the content that the target gave last */
    int kept_kind;
    int64_t kept_pid;
    rsp_ptid named_before; /* the thread whose name was asked for last */
    rsp_register_set register_set;
    rsp_buf registers; /* of register_set; or a block as it was when a write was kept from the thread */
    rsp_buf believed;  /* a block, or the number of a saved one */
    rsp_ptid believed_of;
} stub_fault_objects;

/* life.c, launch.c, processes.c */
typedef struct stub_fault_life {
    unsigned num_connects;
    unsigned num_greeted; /* of them */
    size_t num_files;     /* open when the client went */
    unsigned num_starts;  /* by vRun */
    unsigned num_launches;
    bool was_awaited;        /* a stop reply, when the client went */
    bool was_catching;       /* system calls, before the client came */
    bool foreign_files;      /* vFile:setfs named a process */
    rsp_buf left;            /* of what is set: arguments of a refused A, names, numbers of system calls */
    struct stub_stop *first; /* the queue of stops, hidden from a new connection */
    struct stub_stop *last;
    size_t num_queued;
    uint8_t passed_before[RSP_SIGNAL_LIBRT + 1];
} stub_fault_life;

/* resume.c, events.c, nonstop.c */
typedef struct stub_fault_run {
    rsp_ptid former;    /* the thread of the stop reply before the last one */
    rsp_ptid reported;  /* of the last one, as far as it was noticed */
    rsp_ptid child;     /* of the last fork */
    rsp_buf resumes;    /* a list as the target gets it */
    int given;          /* signal of the last resume */
    bool just_resumed;  /* the target has not run since */
    bool ranging;       /* the last resume was a range */
    unsigned steps;     /* of the machine: some are lost */
    bool draining;      /* vStopped has begun */
    bool again;         /* a stop came in the middle of a sequence */
    bool orphans_stuck; /* no thread can be resumed any more */
    bool queue_cut;     /* a thread was resumed whose stop was in the queue */
} stub_fault_run;

/* events.c: holds that a fault leaves out. */
typedef struct stub_fault_holding {
    bool in_event;     /* the protocol is told of one */
    bool interrupting; /* and since then, threads were held: */
    size_t num;
} stub_fault_holding;

typedef struct stub_fault_state {
    const struct stub_fault_row *rows[STUB_FAULT_ROWS]; /* of the fault that is on */
    size_t num_rows;
    stub_handler *serving; /* of the request under way */
    rsp_buf bent;          /* a request that a fault has made */
    rsp_buf last_request;  /* for a - that repeats it */
    rsp_buf last_frame;    /* for a - in no-ack mode */

    /* target.c */
    rsp_target_ops ops;         /* what the stub takes for the target's */
    const rsp_target_ops *real; /* NULL: no fault is in between */
    void *target;
    rsp_target_sink *sink; /* of the run under way */
    void *sink_ctx;

    stub_fault_link link;
    stub_fault_breakpoints breakpoints;
    stub_fault_objects objects;
    stub_fault_life life;
    stub_fault_run run;
    stub_fault_holding holding;
} stub_fault_state;

#endif

/* What the deliberate faults remember from one packet to the next.
 * The stub itself reads none of it: builds without faults do not have it.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_FAULTS_FAULT_STATE_H
#define STUB_FAULTS_FAULT_STATE_H

#include <rsp/bytes.h>
#include <rsp/id.h>
#include <rsp/signals.h>
#include <rsp/target.h>
#include <stdbool.h>
#include <stdint.h>

struct stub_fault_row;
typedef struct rsp_stub rsp_stub;

enum { STUB_FAULT_ROWS = 8 }; /* no fault has more */

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

typedef struct stub_fault_state {
    const struct stub_fault_row *rows[STUB_FAULT_ROWS]; /* of the fault that is on */
    size_t num_rows;
    void (*serving)(rsp_stub *s, rsp_bytes args, rsp_buf *reply); /* the handler of the request under way */
    rsp_buf bent;                                                 /* a request that a fault has made */

    /* target.c */
    rsp_target_ops ops;         /* what the stub takes for the target's */
    const rsp_target_ops *real; /* NULL: no fault is in between */
    void *target;
    rsp_target_sink *sink; /* of the run under way */
    void *sink_ctx;
    rsp_buf planted; /* the breakpoints that the target has */

    uint64_t last_removed; /* address of a software breakpoint */
    rsp_buf with_list;     /* the last Z with conditions or commands */
    bool list_removed;     /* and its breakpoint is gone */

    /* xfer.c, registers.c */
    rsp_buf object_key; /* the request for the object that was read last, up to its annex */
    bool object_ended;
    rsp_buf kept_object; /* the content that the target gave last */
    int kept_kind;
    int64_t kept_pid;
    rsp_ptid named_before; /* the thread whose name was asked for last */
    rsp_register_set register_set;
    rsp_buf registers; /* of register_set; or a block as it was when a write was kept from the thread */
    rsp_buf believed;  /* a block, or the number of a saved one */
    rsp_ptid believed_of;

    rsp_buf own_points; /* that a batch has set */
    uint64_t drift;     /* of addresses behind a range that can not be read */

    stub_fault_link link;
    rsp_buf last_request; /* for a - that repeats it; also the request as misread */
    rsp_buf last_frame;   /* for a - in no-ack mode */
    rsp_buf left;         /* of what is set: arguments of a refused A, names, numbers of system calls */
    unsigned num_connects;
    size_t num_files;    /* open when the client went */
    unsigned num_starts; /* by vRun */
    unsigned num_launches;
    bool was_awaited;   /* a stop reply, when the client went */
    bool was_catching;  /* system calls, before the client came */
    bool foreign_files; /* vFile:setfs named a process */

    rsp_ptid former;   /* the thread of the stop reply before the last one */
    rsp_ptid reported; /* the last one, as far as it was noticed */
    rsp_buf resumes;   /* a list as the target gets it */
    bool in_event;     /* the protocol is told of one */
    bool interrupting; /* since then, threads were held: */
    size_t num_held;
    struct { /* the queue of stops, hidden from a new connection */
        struct stub_stop *first;
        struct stub_stop *last;
        size_t num;
    } queue;
    rsp_ptid child;     /* of the last fork */
    int given;          /* signal of the last resume */
    bool just_resumed;  /* the target has not run since */
    bool ranging;       /* the last resume was a range */
    bool stepped;       /* every second step is lost */
    bool draining;      /* vStopped has begun */
    bool again;         /* a stop came in the middle of a sequence */
    bool orphans_stuck; /* no thread can be resumed any more */
    uint8_t passed_before[RSP_SIGNAL_LIBRT + 1];
} stub_fault_state;

#endif

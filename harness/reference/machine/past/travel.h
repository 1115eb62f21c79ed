/* Going back and forth in a recording.
 * In the past the machine's breakpoints and settings are those of then; the debugger's own are kept aside
 * here. Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_TRAVEL_H
#define RSP_MACHINE_TRAVEL_H

#include "history.h"
#include "lookout.h"

#include "machine/reverse.h"

/* What the debugger wants of one process, beside its breakpoints. */
typedef struct wishes {
    uint32_t pid;
    uint32_t reports;
    uint64_t pass_signals;
    bool catch_all;
    uint32_t caught[RSP_LIMIT_MACHINE_SYSCALLS / 32];
} wishes;

/* What a run in the past is about. */
typedef enum travel_phase {
    TRAVEL_NOT,     /* all threads count as held */
    TRAVEL_FORWARD, /* to the next stop */
    TRAVEL_SCAN,    /* from a checkpoint to where it went back from: what is the last stop? */
    TRAVEL_LAND,    /* from a checkpoint to that stop */
    TRAVEL_BEGIN,   /* there is none: the begin is to be reported */
} travel_phase;

typedef struct travel {
    probes probes;
    wishes *wishes;
    size_t num_wishes;

    travel_phase phase;
    bool fresh; /* resumed, and not run since */
    uint32_t tid;
    lookout lookout;

    size_t at; /* where the machine is: segment, and place in its log */
    size_t offset;
    size_t answer; /* the next one, in the answers of the segment */

    rsp_resume how; /* forwards: of the thread that steps */

    rsp_machine_back back;
    moment from;            /* backwards: where it went back from */
    moment until;           /* where this scan ends */
    const segment *low;     /* where it began */
    bool born;              /* the thread was not there when it began */
    uint64_t mark;          /* where the next checkpoint on the way is taken, in instructions */
    rsp_machine_event stop; /* found: what is to be reported */
    moment stop_at;         /* of a signal; seq 0: the stop is at a tick */
    size_t num_lost;        /* recordings that led elsewhere */
} travel;

/* NULL without memory. */
travel *travel_new(const rsp_mem *mem);
/* NULL is fine. */
void travel_free(travel *t, const rsp_mem *mem);

/* The machine is where segment `at` begins. */
static inline void travel_is_at_begin(travel *t, size_t at) {
    t->at = at;
    t->offset = 0;
    t->answer = 0;
}

/* A run in the past. */
void travel_run(rsp_machine *m, rsp_machine_ran *out, const rsp_machine_run_limits *limits);
/* The machine is live from this place on; what came after is cut off. */
void travel_change_past(rsp_machine *m);

/* A debugger in the past: these stand for the functions of thread.h and process.h. */
bool travel_holds(const rsp_machine *m);
void travel_hold(rsp_machine *m);
rsp_status travel_resume(rsp_thread *t, const rsp_resume *how);
rsp_status travel_insert(const rsp_process *p, const probe *what);
rsp_status travel_remove(const rsp_process *p, const probe *what);
/* What the debugger wants of the process; NULL for one that it does not know. */
wishes *travel_wishes(const rsp_machine *m, uint32_t pid);

/* wanted.c: the debugger's breakpoints and wishes, taken from the machine and put back. */
bool wanted_take(rsp_machine *m, travel *t);
/* True when something had to change. Processes that the debugger does not know are detached. */
bool wanted_put_back(rsp_machine *m, travel *t);

/* replay.c: the machine does again what it did. */
typedef enum replay_end {
    REPLAY_AT_UNTIL,
    REPLAY_AT_END, /* of the recording */
    REPLAY_LANDED, /* the lookout says why */
    REPLAY_EVENT,  /* the run that is recorded ended in an event */
    REPLAY_PAUSED, /* so many instructions are executed */
    REPLAY_LOST,   /* it took another course */
} replay_end;

/* From where the machine is; `budget` is what is left of the instructions. */
replay_end replay(rsp_machine *m, moment until, uint64_t *budget, rsp_machine_event *out_event);
/* The machine is at the begin of a segment. */
void replay_return_to(rsp_machine *m, size_t at);
/* Where the machine is. */
moment replay_now(const rsp_machine *m);
/* Ends the log at where the machine is. What is behind it goes to `rest`, unless that is NULL. */
void replay_cut(rsp_machine *m, segment *rest);

#endif

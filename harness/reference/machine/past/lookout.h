/* What a replay waits for and notices on its way: the run asks it at each turn.
 * It never changes the course; it only ends the run early.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_LOOKOUT_H
#define RSP_MACHINE_LOOKOUT_H

#include "kernel.h"
#include "probe.h"

#define NO_TICK UINT64_MAX
enum { ANY_THREAD = 0 };

/* A tick is one instruction, or what takes its place (a system call, a handler that begins): it has the
 * number of the instructions before it, and one thread does it. */
typedef struct tick {
    uint64_t at; /* NO_TICK: none */
    uint32_t tid;
} tick;

/* A breakpoint or watchpoint met, with the event that tells it. */
typedef struct sighting {
    tick tick;
    rsp_machine_event event; /* kind NONE: nothing was met */
} sighting;

/* Why the run ended early. */
typedef enum landing {
    LANDED_NOT,
    LANDED_AT_TICK, /* the tick of `target` is next */
    LANDED_AT_HIT,  /* see `last` */
    LANDED_STEPPED, /* `stepping` has done its tick */
} landing;

typedef struct lookout {
    const probes *probes;
    landing landed;
    tick target;       /* lands before it */
    uint64_t before;   /* ticks from here on do not count */
    bool stops;        /* forwards: a hit ends the run; else the last one is noted */
    bool step_due;     /* `stepping` has done its tick and waits in a system call */
    uint32_t stepping; /* this thread executes one instruction; 0 none */
    tick passed;       /* a breakpoint there does not count */
    sighting last;
    sighting pending;  /* met, but its thread has not gone on since: it may still stand there */
    uint32_t followed; /* whose ticks are noted */
    tick last_followed;
    tick last_any;
} lookout;

/* Where a turn began and what it came to, in instructions of the machine. */
typedef struct turn_note {
    uint32_t tid;
    uint64_t start;
    uint64_t executed;
} turn_note;

/* The thread is about to go on; true: the run ends here. */
bool lookout_lands(rsp_machine *m, const rsp_thread *t);
/* At most so many instructions until something has to be looked at. */
uint64_t lookout_bound(const rsp_machine *m, const rsp_thread *t, uint64_t num);
/* The thread stands at marked code; true: the run ends here, before it. */
bool lookout_breakpoint(rsp_machine *m, const rsp_thread *t);
/* The thread's last instruction has touched a watched page. */
void lookout_watch(rsp_machine *m, const rsp_thread *t);
/* The turn is over, or a handler has begun in it; the thread may be gone. */
void lookout_turn_over(rsp_machine *m, const turn_note *note);

#endif

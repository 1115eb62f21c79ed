/* Steps: by line or by instruction, into calls, over them, out of the function.
 * A step is a plan that is asked at each stop whether it is complete, and if not how the thread moves on.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_STEP_H
#define RSP_DAP_ADAPTER_STEP_H

#include "serve/handler.h"

/* What was asked for. */
typedef enum step_kind {
    STEP_NONE,
    STEP_OVER,
    STEP_IN,
    STEP_OUT,
    STEP_BACK, /* to where the line before began */
} step_kind;

/* The frame in which a step began: its function, and those that this one is inlined into, innermost first. */
typedef struct step_home {
    const rsp_debug_file *file;
    uint64_t ids[32];
    size_t num;
} step_home;

/* What the breakpoint of a plan is for, and with that when the wait for it is over. */
typedef enum step_awaits {
    AWAITS_NOTHING, /* there is no breakpoint: the thread steps */
    AWAITS_PLACE,   /* an address, by whatever way: behind a prologue, of a call that was made */
    AWAITS_CALL,    /* a call that the frame has made is to return: stack pointer at `sp` or above */
    AWAITS_FRAME,   /* the frame itself is to return: stack pointer at its CFA or above */
    AWAITS_HANDLER, /* the handler of an exception, in this frame or one further out */
} step_awaits;

typedef struct step_wait {
    step_awaits awaits;
    uint64_t target;   /* the breakpoint; 0 with AWAITS_NOTHING */
    uint64_t sp;       /* AWAITS_CALL: the stack pointer in the call */
    uint64_t handlers; /* where exceptions pass by into a handler; 0: not watched */
} step_wait;

/* The frame that a plan is about. */
typedef struct step_frame {
    uint64_t start; /* of its function; 0: not known */
    uint64_t end;
    uint64_t cfa; /* UINT64_MAX: not known */
} step_frame;

/* STEP_BACK: the last instruction that was gone back over. */
typedef struct step_backward {
    uint64_t pc; /* where the thread stood before */
    uint64_t sp;
    bool landing; /* it went one too far, and comes back */
} step_backward;

/* A call through a procedure linkage table, and the loader where it has to bind. */
typedef struct step_passage {
    bool under_way;
    uint64_t pc;   /* where the thread stood last */
    uint64_t sp;   /* at the call */
    uint64_t back; /* where the call returns to */
    uint64_t moves;
} step_passage;

/* The way of a longjmp, from where the library restores the registers. */
typedef struct step_flight {
    uint64_t sp;    /* where it began */
    uint64_t pc;    /* where the thread stood last */
    uint64_t moves; /* 0: it is on no such way */
} step_flight;

/* Inlined functions, which begin and end without an instruction. */
typedef struct step_inlined {
    step_home home;
    bool leaving;   /* out of one of them, to the code around it, which is `home` */
    size_t entered; /* complete: how many that begin there it is in */
    size_t ahead;   /* ... and how many it has not entered */
} step_inlined;

typedef struct step_plan {
    step_kind kind; /* what was asked for, as long as the plan lasts */
    bool by_instruction;
    bool alone;  /* other threads stay where they are */
    bool enters; /* calls are entered: a STEP_IN that no exception has led elsewhere */
    rsp_ptid thread;
    uint64_t goal; /* STEP_IN: the function to be entered, others are stepped over; 0: any */
    uint64_t low;  /* the code that it goes through without a stop */
    uint64_t high;
    const char *path; /* the line at which it began; STEP_BACK: whose beginning is looked for; NULL: none */
    uint32_t line;
    step_frame frame;
    step_wait wait;
    step_backward back;
    step_passage through;
    step_flight leap;
    step_inlined inlined;
} step_plan;

/* The thread where it stands now. */
typedef struct step_place {
    rsp_debuggee *debuggee; /* the program, or the library that the thread stands in */
    rsp_debuggee_thread storage;
    rsp_debug_thread thread;
    rsp_debug_machine machine;
    uint64_t pc;
    uint64_t sp;
} step_place;

/* Begins a step of a thread that stands. RSP_OK and the first move; else what reading the thread said. */
rsp_status step_begin(adapter *a, step_plan *plan, rsp_move *out_move);

/* The thread has stopped after a move, not for a reason of its own. *out_done: the step is complete; else the
 * next move. */
rsp_status step_go_on(adapter *a, step_plan *plan, bool *out_done, rsp_move *out_move);

/* Where the plan's thread stands. */
rsp_status step_look(adapter *a, const step_plan *plan, step_place *out) RSP_MUST_USE;

/* --- step_back.c: the same for STEP_BACK, where `place` is where the thread stands --- */

void step_back_begin(adapter *a, step_plan *plan, const step_place *place, rsp_move *out_move);
rsp_status step_back_go_on(adapter *a, step_plan *plan, const step_place *place, bool *out_done,
                           rsp_move *out_move);

/* Where a call that was just made returns to. */
rsp_status step_return_address(const step_place *place, uint64_t *out);

/* Whether the source of the code there is known. */
bool step_has_line(const step_place *place);

/* Into the function at whose start the thread stands: to behind its prologue. */
void step_into(adapter *a, step_plan *plan, const step_place *place, bool *out_done, rsp_move *out_move);

/* Goes on to `address`, which is awaited as `awaits` says. */
void step_move_to(adapter *a, step_plan *plan, step_awaits awaits, uint64_t address, rsp_move *out);

/* Runs to `address`; `sp`: where the stack pointer is then, or above. */
void step_await(adapter *a, step_plan *plan, uint64_t address, uint64_t sp, rsp_move *out_move);

/* --- step_through.c: a call through a procedure linkage table --- */

/* False: the thread stands in none. `back` is where the call returns to. */
bool step_through_begin(adapter *a, step_plan *plan, const step_place *place, uint64_t back,
                        rsp_move *out_move);
/* The next move of a plan that goes through. False: the call has returned. */
bool step_through_go_on(adapter *a, step_plan *plan, const step_place *place, bool *out_done,
                        rsp_move *out_move);

/* --- step_catch.c: exceptions of C++ --- */

/* The thread is to stop where exceptions and longjmp pass by, too, while the plan waits for a call to return.
 */
void step_watch_exits(adapter *a, step_plan *plan);
/* The lowest stack pointer at the entry of a function that the waiting frame, or an outer one, has called. */
uint64_t step_lowest_sp(const step_plan *plan);
/* Whether the thread is on its way into a handler in the frame that waits, or in an outer one; where in the
 * handler it comes to then. */
bool step_is_caught(const step_plan *plan, const step_place *place, uint64_t *out_handler);

/* --- step_leap.c: longjmp --- */

/* What became of a thread that waits for a call to return. */
typedef enum step_leap {
    LEAP_NONE,    /* it is in no longjmp, or in one that leads to a frame within the call */
    LEAP_GOES_ON, /* it is on its way, by `out_move` */
    LEAP_LANDED,  /* the call has gone */
} step_leap;
step_leap step_leap_go_on(adapter *a, step_plan *plan, const step_place *place, rsp_move *out_move);

/* Sets the breakpoint of the step, and what it is for. AWAITS_NOTHING: takes it away, whatever `address` is.
 */
void step_set_target(adapter *a, step_plan *plan, step_awaits awaits, uint64_t address);

/* Whether the plan waits for a call, or for its own frame, to return. */
bool step_awaits_return(const step_plan *plan);

/* Whether the states of a plan go together. For assert. */
bool step_plan_is_valid(const step_plan *plan);

/* The step is over, complete or not: its breakpoint goes. */
void step_end(adapter *a, step_plan *plan);

#endif

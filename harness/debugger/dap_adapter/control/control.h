/* How far the session and the program are: what the requests that configure, resume and end have asked for.
 * Handlers only note what is to be done; it is done behind their replies.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_CONTROL_H
#define RSP_DAP_ADAPTER_CONTROL_H

#include "control/step.h"
#include "serve/adapter_object.h"

/* How far the start is. */
typedef enum control_stage {
    STAGE_NONE,
    STAGE_OPENED,      /* the program is there; `initialized` is to be told */
    STAGE_CONFIGURING, /* it is told */
    STAGE_CONFIGURED,  /* configurationDone was said; launch or attach is to be answered */
    STAGE_STARTED,
    STAGE_ENDED, /* `terminated` was told */
} control_stage;

/* What becomes of the program when the session ends. */
typedef enum control_leaving {
    LEAVE_BY_START, /* killed if launched, let go if attached */
    LEAVE_KILL,
    LEAVE_RUNNING,
} control_leaving;

/* An interrupt that is on its way to the program. */
typedef enum control_interrupt {
    INTERRUPT_NONE,
    INTERRUPT_BY_STUB,
    INTERRUPT_BY_SIGNAL, /* the opener's. The program gets it if nobody takes it, but never from the stub */
} control_interrupt;

/* Signals at which the program stops. A mask; others are passed on to it. */
typedef enum control_filter {
    FILTER_FATAL = 1, /* those that end a program that does nothing about them */
    FILTER_ALL = 2,
} control_filter;

struct breakpoint;
struct breakpoint_site;

enum { CONTROL_LEAPS = 4, CONTROL_STEP_SITES = 2 + CONTROL_LEAPS };

/* See breakpoint.h. */
typedef struct breakpoints {
    struct breakpoint *first;
    int64_t last_id;
    struct breakpoint_site *sites;
    uint64_t steps[CONTROL_STEP_SITES]; /* addresses at which a step wants to stop whatever the conditions */
    size_t num_steps;
} breakpoints;

/* See libraries.h. */
typedef struct control_libraries {
    bool leaving;                  /* some may be unmapped before the loader passes by again */
    bool due;                      /* the loader's list has changed, and was not read yet */
    bool exits_known;              /* they were looked for in the libraries that are loaded now */
    uint64_t handlers;             /* see libraries_handlers */
    uint64_t leaps[CONTROL_LEAPS]; /* see libraries_leaps */
    size_t num_leaps;
} control_libraries;

/* One way in which the program's output comes: packets of the stub, standard output, standard error. */
enum { CONTROL_CONSOLE, CONTROL_OUTPUT, CONTROL_ERRORS, CONTROL_STREAMS };
typedef struct control_printed {
    rsp_buf text; /* come, and not told: the beginning of a character */
    bool ended;   /* nothing more will come */
} control_printed;

/* An interrupt of the running program. */
typedef struct control_interruption {
    bool asked;   /* by the editor; the program was interrupted, or is to be */
    bool unheard; /* the stub did not stop the program in time for the interrupt */
    control_interrupt way;
    control_interrupt best; /* of this program */
} control_interruption;

/* A thread that stands elsewhere without a run, and the editor is to be told. */
typedef struct control_jump {
    rsp_ptid thread; /* tid 0: none */
    const char *by;  /* "goto", or "step" into an inlined function */
} control_jump;

/* The signal to be delivered with the next resume. */
typedef struct control_signal {
    uint8_t number;  /* 0: none */
    rsp_ptid thread; /* to which it came; tid 0: any */
} control_signal;

typedef struct control {
    control_stage stage;
    control_leaving leaving;
    uint64_t start_handle; /* launch or attach, not answered yet; 0 */
    bool attached;         /* not launched by us */
    bool stop_on_entry;
    bool resume_due; /* a handler wants the program to go on */
    bool under_way;  /* resumed, and its stop is not taken yet */
    bool backwards;  /* what the editor asked for last goes back */
    control_interruption pause;
    control_jump jumped;
    rsp_move move;
    step_plan plan;
    control_signal signal;
    unsigned filters; /* control_filter */
    breakpoints breakpoints;
    control_libraries libraries;
    json_t *arguments; /* of launch, for a restart */
    int64_t *told;     /* threads that the editor was told of */
    size_t num_told;
    control_printed printed[CONTROL_STREAMS];
} control;

/* Makes it; NULL without memory. */
control *control_new(adapter *a);
void control_free(adapter *a);

/* The adapter's functions, see adapter_object.h. */
void control_after_request(adapter *a);
void control_run(adapter *a);
bool control_wants_wait_left(adapter *a);
bool control_halt(adapter *a, rsp_buf *out_why);
rsp_status control_run_alone(adapter *a, rsp_ptid thread, uint64_t until, rsp_buf *out_why);
void control_attend_program(adapter *a);

/* What was under way is no more: for another program. */
void control_reset(adapter *a);

/* Whether the stop is that of an interrupt of ours. */
bool control_is_interrupt(const control *c, const rsp_stop_reply *stop);

/* Interrupts the running program, unless an interrupt is on its way. */
void control_send_interrupt(adapter *a);

/* A signal came to the thread of the last stop, and is to be delivered with the next resume; 0: none. */
void control_keep_signal(adapter *a, uint8_t signal);

/* It runs on after an interrupt, and that is told. The stop is still told as a pause, should it come. */
void control_tell_unheard(adapter *a);

/* The stub is gone, or useless: the session is over. */
void control_lose_program(adapter *a, rsp_status status);

/* An interrupt is wanted anew: one that the stub did not hear no longer counts. */
void control_interrupt_again(control *c);

/* Appends why a program that was interrupted runs on, for people. */
void control_append_unheard(const adapter *a, rsp_buf *out);

/* The session is over: the program is ended or let go. */
void control_leave(adapter *a);

/* The thread that the argument `threadId` names; else the error is told. */
rsp_status control_find_thread(adapter_call *call, rsp_ptid *out);

/* --- printed.c --- */

/* The program has ended: tells what it printed last, all of it. */
void control_take_last_words(adapter *a);
void control_printed_free(adapter *a);

/* --- program.c --- */

/* Whether the stub goes back. Nothing is written into the program then: a write in the past would cut off
 * what comes after it, and code of ours would be a part of the recording. */
bool control_can_go_back(const adapter *a);

rsp_status control_open(adapter *a, const rsp_dap_start *start, rsp_error *error);
void control_close(adapter *a);

/* --- the end of the program --- */

/* Tells that it has ended, once. `code` below 0: not known. */
void control_tell_end(adapter *a, int64_t code);

#endif

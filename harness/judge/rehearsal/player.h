/* A debugger that is played: its stage, what it knows, and a function for each action.
 * rehearsal.c has the plan of sessions and calls these.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REHEARSAL_PLAYER_H
#define RSP_REHEARSAL_PLAYER_H

#include "stage.h"

#include <stdarg.h>

struct player_kind;

/* What all debuggers have. A debugger's own struct begins with it. */
typedef struct player {
    stage stage;
    const struct player_kind *kind;
    rsp_arena *arena;
    const rsp_manners *manners;
    rsp_forecast *forecast; /* keeps the places that are found */
    uint64_t place;         /* where the last breakpoint was set; 0 */
    const rsp_rehearsal_options *options;
    bool no_ack;     /* acknowledgments are off */
    bool detached;   /* by the action before */
    unsigned newer;  /* 0: as the versions that are rehearsed; from 1 on as a row of kind->newer, and those
                        before */
    const char *why; /* what the debugger says where the action does not work, in the arena; NULL */
} player;

/* An action, in a session that is attached (but for ATTACH itself). BREAKS and ABSENT come with `why`. */
typedef rsp_prediction player_act(player *p);

/* How the program stands. */
typedef enum player_wait {
    PLAYER_STOPPED,
    PLAYER_EXITED,
    PLAYER_RUNS, /* nothing came */
    PLAYER_LOST,
} player_wait;

/* The debugger's registers: how many, and the indices of two; -1: it does not know which. */
typedef struct player_registers {
    size_t num;
    int pc, sp;
} player_registers;

/* What shared actions do by the debugger's own packets. False comes with a `why`. */
typedef struct player_moves {
    bool (*resume)(player *p);                   /* all threads */
    player_wait (*wait)(player *p, uint64_t ns); /* for a stop, `ns` long */
    bool (*step)(player *p);                     /* one instruction, up to its stop */
    bool (*where)(player *p, uint64_t *out_pc);  /* after a stop, with all that the debugger asks then */
    player_registers (*registers)(const player *p);
    bool (*value)(player *p, int index, uint64_t *out_value);
    bool (*read)(player *p, uint64_t at, uint64_t len, rsp_buf *out);
    bool (*write)(player *p, uint64_t at, rsp_bytes data);
    const char *(*exchange)(player *p); /* the last one, for messages */
} player_moves;

/* Versions that were seen to do something else. One session is played as they do, where it may matter. */
typedef struct player_newer {
    const char *versions;                                              /* "21 to 23" */
    bool (*may_differ)(const player *p, const rsp_forecast_cell *row); /* by what became of the older ones */
    unsigned action;                                                   /* that is played behind the attach */
    unsigned ends_with; /* what else breaks where that action breaks, a bit for each action */
} player_newer;

/* One debugger. */
typedef struct player_kind {
    const char *versions;      /* that do so: "13 to 18" */
    const player_newer *newer; /* from the oldest on; one without versions is the last; NULL: none */
    size_t bytes;              /* of its struct */
    void (*begin)(player *p);  /* after the struct was zeroed and the base filled: before each session */
    void (*end)(player *p);    /* frees what is its own */
    const player_moves *moves;
    player_act *acts[RSP_DEBUGGER_ACTION_COUNT];
} player_kind;

extern const player_kind rsp_player_gdb;
extern const player_kind rsp_player_lldb;

/* Acknowledgments are off, or on. */
void player_no_ack(player *p, bool off);
/* Notes why, and gives `prediction`. */
rsp_prediction player_says(player *p, rsp_prediction prediction, const char *format, ...) RSP_PRINTF(3, 4);
/* Notes why, unless there is a reason already: the first one stays. */
void player_note_why(player *p, const char *format, va_list args);
/* The successor of a place in the loop that the look found; false where it knows none. */
bool player_next_place(const player *p, uint64_t place, uint64_t *out_next);

/* As `begin` after `end`, with the stage as it is: the debugger knows nothing of the stub. */
void player_forget(player *p);

/* --- place.c --- */

/* A place to which the program comes again: the look's (`sure`), else one where it is interrupted, which need
 * not come again. */
bool player_find_place(player *p, uint64_t *out_at, bool *sure);
/* Lets the program run for a moment. True: it ran, and stands again. */
bool player_run_a_while(player *p);

/* --- acts.c --- */

/* The same memory in pieces of several sizes. */
rsp_prediction player_compare_memory(player *p, uint64_t at);
/* Writes a few bytes, reads them, and puts the old ones back. */
rsp_prediction player_write_memory(player *p, uint64_t at);
/* 0x03 stops the running program, twice. */
rsp_prediction player_interrupt(player *p);
/* Detaches, where that was not done yet, and attaches to the same stub again. */
rsp_prediction player_attach_again(player *p);

#endif

/* A debugger that is played: its stage, what it knows, and a function for each action.
 * rehearsal.c has the plan of sessions and calls these.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_REHEARSAL_PLAYER_H
#define RSP_REHEARSAL_PLAYER_H

#include "stage.h"

/* What all debuggers have. A debugger's own struct begins with it. */
typedef struct player {
    stage stage;
    rsp_arena *arena;
    const rsp_manners *manners;
    const rsp_rehearsal_options *options;
    bool no_ack;     /* acknowledgments are off */
    const char *why; /* what the debugger says where the action does not work, in the arena; NULL */
} player;

/* An action, in a session that is attached (but for ATTACH itself). BREAKS and ABSENT come with `why`. */
typedef rsp_prediction player_act(player *p);

/* One debugger. */
typedef struct player_kind {
    const char *versions;     /* that do so: "13 to 18" */
    size_t bytes;             /* of its struct */
    void (*begin)(player *p); /* after the struct was zeroed and the base filled: before each session */
    void (*end)(player *p);   /* frees what is its own */
    player_act *acts[RSP_DEBUGGER_ACTION_COUNT];
} player_kind;

extern const player_kind rsp_player_gdb;
extern const player_kind rsp_player_lldb;

/* Acknowledgments are off, or on. */
void player_no_ack(player *p, bool off);
/* Notes why, and gives `prediction`. */
rsp_prediction player_says(player *p, rsp_prediction prediction, const char *format, ...) RSP_PRINTF(3, 4);
/* The successor of a place in the loop that the look found; false where it knows none. */
bool player_next_place(const player *p, uint64_t place, uint64_t *out_next);

#endif

/* What a stop of the program means: told to the editor with its reason, or passed over.
 * Kept apart from the wait for it.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_CONTROL_STOP_H
#define RSP_DAP_ADAPTER_CONTROL_STOP_H

#include "control/control.h"

/* The program has stopped. Tells it, or prepares control.move for going on; *out_on: it goes on. */
void control_take_stop(adapter *a, const rsp_conditional_stop *stop, bool *out_on);

/* Tells a stop of the thread of the last one. `ids` is taken, and may be NULL; so may `text`. */
void control_tell_stop(adapter *a, const char *reason, const char *text, json_t *ids);

/* Whether the program is to stop at a signal. */
bool control_wants_signal(const control *c, uint8_t signal);

/* The stub does not go back, although it said that it would: nothing has moved. */
void control_tell_refused(adapter *a);

/* Whether a move goes back. */
static inline bool control_goes_back(const rsp_move *move) {
    return move->action == RSP_MOVE_BACK_STEP || move->action == RSP_MOVE_BACK_CONTINUE;
}

/* Whether the stop is that of a watchpoint. */
static inline bool control_is_watch(const rsp_stop_reply *stop) {
    return stop->reason == RSP_REASON_WATCH || stop->reason == RSP_REASON_RWATCH ||
           stop->reason == RSP_REASON_AWATCH;
}

/* Tells threads that have come and gone since the last time. */
void control_tell_threads(adapter *a);

#endif

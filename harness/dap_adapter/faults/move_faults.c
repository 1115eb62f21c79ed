/* Faults of the moves beside steps and continues: the way back, jumps, steps into one call of several.
 * Most are a pattern and a patch.
 * See fault.h. */
/* SPDX-License-Identifier: MIT */
#include "control/breakpoint.h"
#include "faults/fault.h"

static bool pass_on_the_way_back(adapter *a, json_t *message) {
    if (fault_is_request(message, "reverseContinue"))
        for (breakpoint *b = a->control->breakpoints.first; b; b = b->next)
            b->num_addresses = 0;
    return true;
}

const adapter_fault adapter_move_faults[] = {
    FAULT_OUT("move-back-unannounced", "DAP-MOVE-001", "the way back is never announced",
              "{'type':'event','event':'capabilities'}", "drop"),
    FAULT_IN("move-back-is-an-instruction", "DAP-MOVE-002", "stepBack goes one instruction back",
             "{'command':'stepBack'}", "{'arguments':{'granularity':'instruction'}}"),
    FAULT_AT("move-back-passes-breakpoints", "DAP-MOVE-003", "breakpoints are passed on the way back",
             .message_in = pass_on_the_way_back),
    FAULT_OUT("move-beginning-is-the-end", "DAP-MOVE-004", "the beginning of the recording ends the session",
              "{'type':'event','event':'stopped','body':{'reason':'beginning of the recording'}}",
              "{'event':'terminated','body':null}"),
    {.info = {.name = NULL}},
};

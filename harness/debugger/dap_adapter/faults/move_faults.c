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
    FAULT_OUT("move-goto-is-a-step", "DAP-MOVE-005", "the stop of a goto has the reason step",
              "{'type':'event','event':'stopped','body':{'reason':'goto'}}", "{'body':{'reason':'step'}}"),
    FAULT_OUT("move-goto-without-effect", "DAP-MOVE-006", "a goto that is refused is answered with success",
              "{'type':'response','command':'goto','success':false}",
              "{'success':true,'message':null,'body':null}"),
    FAULT_IN("move-target-ignored", "DAP-MOVE-007", "the target of stepIn is not looked at",
             "{'command':'stepIn'}", "{'arguments':{'targetId':null}}"),
    FAULT_OUT("move-unknown-frame-calls-nothing", "DAP-MOVE-008", "an unknown frame has no targets",
              "{'type':'response','command':'stepInTargets','success':false}",
              "{'success':true,'message':null,'body':{'targets':[]}}"),
    {.info = {.name = NULL}},
};

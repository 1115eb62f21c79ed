/* The commands of this room: what arguments each takes, what it has to do with others, what it proves.
 * Capabilities are told from here, so that none is promised that nothing serves.
 * See serve/handler.h. */
/* SPDX-License-Identifier: MIT */
#include "control/breakpoint_requests.h"
#include "control/jump.h"
#include "control/move.h"
#include "control/session.h"

enum { ALL = MATTER_SESSION | MATTER_BREAKPOINTS | MATTER_RUN | MATTER_DATA };

#define START "program?:s cwd?:s args?:a stub?:s stopOnEntry?:b noDebug?:b"

#define CONDITIONS "condition?:s hitCondition?:s logMessage?:s"

const adapter_command adapter_control_commands[] = {
    {"initialize", "adapterID:s linesStartAt1?:b columnsStartAt1?:b", "supportsCancelRequest",
     control_initialize, 0, ALL, BEFORE_INITIALIZE | FINISHES | NO_PACKET},
    {"launch", START " console?:(internalConsole|integratedTerminal|externalTerminal) runInTerminal?:b", NULL,
     control_launch, 0, ALL, FINISHES},
    {"attach", START, NULL, /* pid is a number or a text: session.c */
     control_attach, 0, ALL, FINISHES},
    {"configurationDone", NULL, "supportsConfigurationDoneRequest", control_configuration_done,
     MATTER_BREAKPOINTS, MATTER_SESSION | MATTER_RUN, FINISHES},
    {"disconnect", NULL, "supportTerminateDebuggee", control_disconnect, 0, ALL,
     BEFORE_INITIALIZE | OVERTAKES | FINISHES},
    {"continue", NULL, NULL, control_continue, MATTER_BREAKPOINTS | MATTER_SESSION, MATTER_RUN | MATTER_DATA,
     NEEDS_STOP},
    {"next", NULL, "supportsSteppingGranularity supportsSingleThreadExecutionRequests", control_next,
     MATTER_BREAKPOINTS | MATTER_SESSION, MATTER_RUN | MATTER_DATA, NEEDS_STOP},
    {"stepIn", NULL, NULL, control_step_in, MATTER_BREAKPOINTS | MATTER_SESSION, MATTER_RUN | MATTER_DATA,
     NEEDS_STOP},
    {"stepOut", NULL, NULL, control_step_out, MATTER_BREAKPOINTS | MATTER_SESSION, MATTER_RUN | MATTER_DATA,
     NEEDS_STOP},
    {"stepBack", NULL, NULL, control_step_back, MATTER_BREAKPOINTS | MATTER_SESSION, MATTER_RUN | MATTER_DATA,
     NEEDS_STOP},
    {"reverseContinue", NULL, NULL, control_reverse_continue, MATTER_BREAKPOINTS | MATTER_SESSION,
     MATTER_RUN | MATTER_DATA, NEEDS_STOP},
    {"gotoTargets", "source:{path?:s name?:s} line:i column?:i", "supportsGotoTargetsRequest",
     control_goto_targets, MATTER_SESSION, 0, NO_PACKET | NEEDS_PROGRAM},
    {"goto", NULL, NULL, control_goto, MATTER_SESSION, MATTER_RUN | MATTER_DATA, NEEDS_STOP},
    {"pause", NULL, NULL, control_pause, MATTER_SESSION, MATTER_RUN,
     NEEDS_PROGRAM | OVERTAKES | AFTER_RESUMES | FINISHES},
    {"setBreakpoints", "source:{path?:s name?:s} breakpoints?:[line:i column?:i " CONDITIONS "] lines?:a",
     "supportsConditionalBreakpoints supportsHitConditionalBreakpoints supportsLogPoints",
     control_set_breakpoints, MATTER_SESSION, MATTER_BREAKPOINTS, NO_PACKET | NEEDS_HALT | FINISHES},
    {"setFunctionBreakpoints", "breakpoints:[name:s " CONDITIONS "]", "supportsFunctionBreakpoints",
     control_set_function_breakpoints, MATTER_SESSION, MATTER_BREAKPOINTS, NO_PACKET | NEEDS_HALT | FINISHES},
    {"setInstructionBreakpoints", "breakpoints:[instructionReference:s offset?:i " CONDITIONS "]",
     "supportsInstructionBreakpoints", control_set_instruction_breakpoints, MATTER_SESSION,
     MATTER_BREAKPOINTS, NO_PACKET | NEEDS_HALT | FINISHES},
    {"setDataBreakpoints", "breakpoints:[dataId:s accessType?:(read|write|readWrite) " CONDITIONS "]",
     "supportsDataBreakpoints supportsDataBreakpointBytes", control_set_data_breakpoints, MATTER_SESSION,
     MATTER_BREAKPOINTS, NO_PACKET | NEEDS_HALT | FINISHES},
    {"restart", "", "supportsRestartRequest", control_restart, 0, ALL, FINISHES},
    {"terminate", NULL, "supportsTerminateRequest", control_terminate, MATTER_SESSION,
     MATTER_RUN | MATTER_DATA, NEEDS_PROGRAM | NEEDS_HALT | OVERTAKES | FINISHES},
    {"setExceptionBreakpoints", NULL, "supportsExceptionFilterOptions", control_set_exception_breakpoints,
     MATTER_SESSION, MATTER_BREAKPOINTS, NO_PACKET | FINISHES},
    {"breakpointLocations", "source:{path?:s name?:s} line:i column?:i endLine?:i endColumn?:i",
     "supportsBreakpointLocationsRequest", control_breakpoint_locations, MATTER_SESSION, 0, NO_PACKET},
    {0},
};

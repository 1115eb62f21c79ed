/* The commands of this room: what arguments each takes, what it has to do with others, what it proves.
 * Capabilities are told from here, so that none is promised that nothing serves.
 * See serve/handler.h. */
/* SPDX-License-Identifier: MIT */
#include "control/move.h"
#include "control/session.h"

enum { ALL = MATTER_SESSION | MATTER_BREAKPOINTS | MATTER_RUN | MATTER_DATA };

#define START "program?:s cwd?:s args?:a stub?:s stopOnEntry?:b noDebug?:b"

const adapter_command adapter_control_commands[] = {
    {"initialize", "adapterID:s linesStartAt1?:b columnsStartAt1?:b", "supportsCancelRequest",
     control_initialize, 0, ALL, BEFORE_INITIALIZE | FINISHES | NO_PACKET},
    {"launch", START, NULL, control_launch, 0, ALL, FINISHES},
    {"attach", START " pid?:i", NULL, control_attach, 0, ALL, FINISHES},
    {"configurationDone", NULL, "supportsConfigurationDoneRequest", control_configuration_done,
     MATTER_BREAKPOINTS, MATTER_SESSION | MATTER_RUN, FINISHES},
    {"disconnect", "restart?:b terminateDebuggee?:b suspendDebuggee?:b", "supportTerminateDebuggee",
     control_disconnect, 0, ALL, OVERTAKES | FINISHES},
    {"continue", "threadId:i singleThread?:b", NULL, control_continue, MATTER_BREAKPOINTS | MATTER_SESSION,
     MATTER_RUN | MATTER_DATA, NEEDS_STOP},
    {"pause", "threadId:i", NULL, control_pause, MATTER_SESSION, MATTER_RUN,
     NEEDS_PROGRAM | OVERTAKES | FINISHES},
    {0},
};

/* The commands of this room: all that shows the program at a stop.
 * None of them resumes it.
 * See serve/handler.h. */
/* SPDX-License-Identifier: MIT */
#include "look/disassemble.h"
#include "look/evaluate.h"
#include "look/frames.h"
#include "look/memory.h"
#include "look/modules.h"
#include "look/step_targets.h"
#include "look/threads.h"
#include "look/variables.h"

enum {
    SHOWN = MATTER_SESSION | MATTER_RUN | MATTER_DATA,
    A_VIEW = NEEDS_PROGRAM | NEEDS_STOP | VIEWS,
    A_CHANGE = NEEDS_PROGRAM | NEEDS_STOP,
};

const adapter_command adapter_look_commands[] = {
    {"threads", NULL, NULL, view_threads, MATTER_SESSION | MATTER_RUN, 0, NEEDS_PROGRAM},
    {"stackTrace", "threadId:i startFrame?:i levels?:i format?:o",
     "supportsDelayedStackTraceLoading supportsValueFormattingOptions", view_stack_trace, SHOWN, 0, A_VIEW},
    {"stepInTargets", NULL, "supportsStepInTargetsRequest", view_step_in_targets, SHOWN, 0, A_VIEW},
    {"scopes", NULL, NULL, view_scopes, SHOWN, 0, A_VIEW},
    {"variables", "variablesReference:i filter?:(indexed|named) start?:i count?:i format?:o", NULL,
     view_variables, SHOWN, 0, A_VIEW},
    {"setVariable", "variablesReference:i name:s value:s format?:o", "supportsSetVariable", view_set_variable,
     SHOWN, MATTER_DATA, A_CHANGE},
    {"evaluate", "expression:s frameId?:i context?:s format?:o",
     "supportsEvaluateForHovers supportsClipboardContext", view_evaluate, SHOWN, MATTER_DATA, NEEDS_PROGRAM},
    {"setExpression", "expression:s value:s frameId?:i format?:o", "supportsSetExpression",
     view_set_expression, SHOWN, MATTER_DATA, A_CHANGE},
    {"completions", NULL, "supportsCompletionsRequest", view_completions, SHOWN, 0, A_VIEW},
    {"dataBreakpointInfo", NULL, NULL, view_data_breakpoint_info, SHOWN, 0, A_VIEW},
    {"readMemory", NULL, "supportsReadMemoryRequest", view_read_memory, SHOWN, 0, A_VIEW},
    {"writeMemory", NULL, "supportsWriteMemoryRequest", view_write_memory, SHOWN, MATTER_DATA, A_CHANGE},
    {"disassemble", NULL, "supportsDisassembleRequest", view_disassemble, SHOWN, 0, A_VIEW},
    {"modules", NULL, "supportsModulesRequest", view_modules, SHOWN, 0, A_VIEW},
    {"loadedSources", NULL, "supportsLoadedSourcesRequest", view_loaded_sources, MATTER_SESSION, 0,
     NEEDS_PROGRAM | NO_PACKET},
    {"source", "sourceReference?:i source?:o", NULL, view_source_text, MATTER_SESSION, 0,
     NEEDS_PROGRAM | NO_PACKET},
    {"exceptionInfo", NULL, "supportsExceptionInfoRequest", view_exception_info, SHOWN, 0, A_VIEW},
    {0},
};

/* The requests that a client may send, in one list: name, shape of the arguments, what it does to a session.
 * Generators make requests of it, and know by it which of them end a session or let the program run.
 * Source: debugAdapterProtocol.json. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_REQUEST_LIST_H
#define RSP_DAP_REQUEST_LIST_H

#include <rsp/status.h>

RSP_BEGIN_DECLS

/* X("name", "shape of the arguments, as dap/shape.h has it", effect). */
/* clang-format off */
#define RSP_DAP_REQUEST_LIST(X)                                                                                       \
    X("attach", "restart?:o", STARTS)                                                                                 \
    X("breakpointLocations", "source:{path:s} line:i column?:i endLine?:i endColumn?:i", LOOKS)                       \
    X("cancel", "requestId?:i progressId?:s", LOOKS)                                                                  \
    X("completions", "text:s column:i frameId?:i line?:i", LOOKS)                                                     \
    X("configurationDone", "", LOOKS)                                                                                 \
    X("continue", "threadId:i singleThread?:b", RUNS)                                                                 \
    X("dataBreakpointInfo", "name:s variablesReference?:i frameId?:i bytes?:i asAddress?:b mode?:s", LOOKS)           \
    X("disassemble", "memoryReference:s instructionCount:i offset?:i instructionOffset?:i resolveSymbols?:b", LOOKS)  \
    X("disconnect", "restart?:b terminateDebuggee?:b suspendDebuggee?:b", ENDS)                                       \
    X("evaluate", "expression:s frameId?:i context?:(watch|repl|hover|clipboard|variables) format?:{hex?:b}", LOOKS)  \
    X("exceptionInfo", "threadId:i", LOOKS)                                                                           \
    X("goto", "threadId:i targetId:i", RUNS)                                                                          \
    X("gotoTargets", "source:{path:s} line:i column?:i", LOOKS)                                                       \
    X("initialize", "adapterID:s clientID?:s linesStartAt1?:b columnsStartAt1?:b pathFormat?:(path|uri) locale?:s supportsVariableType?:b supportsMemoryReferences?:b", STARTS) \
    X("launch", "noDebug?:b restart?:o", STARTS)                                                                      \
    X("loadedSources", "", LOOKS)                                                                                     \
    X("locations", "locationReference:i", LOOKS)                                                                      \
    X("modules", "startModule?:i moduleCount?:i", LOOKS)                                                              \
    X("next", "threadId:i singleThread?:b granularity?:(statement|line|instruction)", RUNS)                           \
    X("pause", "threadId:i", RUNS)                                                                                    \
    X("readMemory", "memoryReference:s count:i offset?:i", LOOKS)                                                     \
    X("restart", "arguments?:o", STARTS)                                                                              \
    X("restartFrame", "frameId:i", RUNS)                                                                              \
    X("reverseContinue", "threadId:i singleThread?:b", RUNS)                                                          \
    X("scopes", "frameId:i", LOOKS)                                                                                   \
    X("setBreakpoints", "source:{path:s} breakpoints?:[line:i column?:i condition?:s hitCondition?:s logMessage?:s] lines?:a sourceModified?:b", LOOKS) \
    X("setDataBreakpoints", "breakpoints:[dataId:s accessType?:(read|write|readWrite) condition?:s hitCondition?:s]", LOOKS) \
    X("setExceptionBreakpoints", "filters:a filterOptions?:[filterId:s condition?:s]", LOOKS)                         \
    X("setExpression", "expression:s value:s frameId?:i format?:{hex?:b}", LOOKS)                                     \
    X("setFunctionBreakpoints", "breakpoints:[name:s condition?:s hitCondition?:s]", LOOKS)                           \
    X("setInstructionBreakpoints", "breakpoints:[instructionReference:s offset?:i condition?:s hitCondition?:s]", LOOKS) \
    X("setVariable", "variablesReference:i name:s value:s format?:{hex?:b}", LOOKS)                                   \
    X("source", "sourceReference:i source?:{path?:s}", LOOKS)                                                         \
    X("stackTrace", "threadId:i startFrame?:i levels?:i format?:{parameters?:b line?:b}", LOOKS)                      \
    X("stepBack", "threadId:i singleThread?:b granularity?:(statement|line|instruction)", RUNS)                       \
    X("stepIn", "threadId:i singleThread?:b granularity?:(statement|line|instruction) targetId?:i", RUNS)             \
    X("stepInTargets", "frameId:i", LOOKS)                                                                            \
    X("stepOut", "threadId:i singleThread?:b granularity?:(statement|line|instruction)", RUNS)                        \
    X("terminate", "restart?:b", ENDS)                                                                                \
    X("terminateThreads", "threadIds?:a", LOOKS)                                                                      \
    X("threads", "", LOOKS)                                                                                           \
    X("variables", "variablesReference:i filter?:(indexed|named) start?:i count?:i format?:{hex?:b}", LOOKS)          \
    X("writeMemory", "memoryReference:s data:s offset?:i allowPartial?:b", LOOKS)
/* clang-format on */

/* What a request does to its session. */
typedef enum rsp_dap_effect {
    RSP_DAP_EFFECT_LOOKS,  /* nothing that keeps others from being answered */
    RSP_DAP_EFFECT_RUNS,   /* the program runs, or stands elsewhere */
    RSP_DAP_EFFECT_STARTS, /* it begins a session, or begins it again */
    RSP_DAP_EFFECT_ENDS,   /* the adapter may end */
} rsp_dap_effect;

/* A row of the list. */
typedef struct rsp_dap_request_row {
    const char *name;
    const char *arguments;
    rsp_dap_effect effect;
} rsp_dap_request_row;

/* All rows, by name. */
const rsp_dap_request_row *rsp_dap_requests(size_t *out_num);

/* By name; NULL: there is none. */
const rsp_dap_request_row *rsp_dap_request_find(const char *name);

RSP_END_DECLS

#endif

/* What is not in the tables may have any body. Enumerations that the schema leaves open are strings here.
 * Shared types stand by name, so that a source or a breakpoint has one row.
 * See dap/shape.h. */
/* SPDX-License-Identifier: MIT */
#include "dap/shape.h"

/* clang-format off */
#define SPAN " line?:l column?:l endLine?:l endColumn?:l"
#define COUNTS " namedVariables?:c indexedVariables?:c memoryReference?:s"
#define HINT " presentationHint?:{kind?:s attributes?:[s] visibility?:s lazy?:b}"

static const struct {
    const char *name;
    const char *shape;
} types[] = {
    {"Breakpoint", "verified:b id?:i message?:s source?:@Source instructionReference?:s offset?:w "
                   "reason?:(pending|failed)" SPAN},
    {"Capabilities",
     "supportsConfigurationDoneRequest?:b supportsFunctionBreakpoints?:b supportsConditionalBreakpoints?:b "
     "supportsHitConditionalBreakpoints?:b supportsEvaluateForHovers?:b supportsStepBack?:b "
     "exceptionBreakpointFilters?:[filter:s label:s description?:s default?:b supportsCondition?:b conditionDescription?:s] "
     "supportsSetVariable?:b supportsRestartFrame?:b supportsGotoTargetsRequest?:b supportsStepInTargetsRequest?:b "
     "supportsCompletionsRequest?:b completionTriggerCharacters?:[s] supportsModulesRequest?:b "
     "additionalModuleColumns?:[attributeName:s label:s format?:s type?:(string|number|boolean|unixTimestampUTC) width?:i] "
     "supportedChecksumAlgorithms?:[(MD5|SHA1|SHA256|timestamp)] supportsRestartRequest?:b supportsExceptionOptions?:b "
     "supportsValueFormattingOptions?:b supportsExceptionInfoRequest?:b supportTerminateDebuggee?:b "
     "supportSuspendDebuggee?:b supportsDelayedStackTraceLoading?:b supportsLoadedSourcesRequest?:b supportsLogPoints?:b "
     "supportsTerminateThreadsRequest?:b supportsSetExpression?:b supportsTerminateRequest?:b supportsDataBreakpoints?:b "
     "supportsReadMemoryRequest?:b supportsWriteMemoryRequest?:b supportsDisassembleRequest?:b supportsCancelRequest?:b "
     "supportsBreakpointLocationsRequest?:b supportsClipboardContext?:b supportsSteppingGranularity?:b "
     "supportsInstructionBreakpoints?:b supportsExceptionFilterOptions?:b supportsSingleThreadExecutionRequests?:b "
     "supportsDataBreakpointBytes?:b breakpointModes?:[mode:s label:s description?:s appliesTo:[s]] supportsANSIStyling?:b"},
    {"ExceptionDetails", "message?:s typeName?:s fullTypeName?:s evaluateName?:s stackTrace?:s "
                         "innerException?:[@ExceptionDetails]"},
    {"Module", "id:k name:s path?:s isOptimized?:b isUserCode?:b version?:s symbolStatus?:s symbolFilePath?:s "
               "dateTimeStamp?:s addressRange?:s"},
    {"Source", "name?:s path?:s sourceReference?:c presentationHint?:(normal|emphasize|deemphasize) origin?:s "
               "sources?:[@Source] checksums?:[algorithm:(MD5|SHA1|SHA256|timestamp) checksum:s]"},
};

static const struct {
    rsp_dap_kind kind;
    const char *name;
    const char *shape;
} shapes[] = {
    {RSP_DAP_EVENT, "breakpoint", "reason:s breakpoint:@Breakpoint"},
    {RSP_DAP_EVENT, "capabilities", "capabilities:@Capabilities"},
    {RSP_DAP_EVENT, "continued", "threadId:i allThreadsContinued?:b"},
    {RSP_DAP_EVENT, "exited", "exitCode:i"},
    {RSP_DAP_EVENT, "invalidated", "areas?:[s] threadId?:i stackFrameId?:i"},
    {RSP_DAP_EVENT, "loadedSource", "reason:(new|changed|removed) source:@Source"},
    {RSP_DAP_EVENT, "memory", "memoryReference:s offset:w count:l"},
    {RSP_DAP_EVENT, "module", "reason:(new|changed|removed) module:@Module"},
    {RSP_DAP_EVENT, "output", "output:s category?:s group?:(start|startCollapsed|end) variablesReference?:c "
                              "source?:@Source line?:l column?:l locationReference?:i"},
    {RSP_DAP_EVENT, "process", "name:s startMethod?:(launch|attach|attachForSuspendedLaunch) systemProcessId?:i "
                               "isLocalProcess?:b pointerSize?:i"},
    {RSP_DAP_EVENT, "progressEnd", "progressId:s message?:s"},
    {RSP_DAP_EVENT, "progressStart", "progressId:s title:s requestId?:p cancellable?:b message?:s percentage?:%"},
    {RSP_DAP_EVENT, "progressUpdate", "progressId:s percentage?:% message?:s"},
    {RSP_DAP_EVENT, "stopped", "reason:s threadId?:i allThreadsStopped?:b preserveFocusHint?:b "
                               "hitBreakpointIds?:[i] description?:s text?:s"},
    {RSP_DAP_EVENT, "thread", "reason:s threadId:i"},
    {RSP_DAP_REQUEST, "runInTerminal", "args:[s] cwd:s kind?:(integrated|external) env?:m title?:s "
                                       "argsCanBeInterpretedByShell?:b"},
    {RSP_DAP_REQUEST, "startDebugging", "configuration:o request:(launch|attach) "
                                        "outputPresentation?:(separate|mergeWithParent)"},
    {RSP_DAP_RESPONSE, "breakpointLocations", "breakpoints:[line:l column?:l endLine?:l endColumn?:l]"},
    {RSP_DAP_RESPONSE, "completions",
     "targets:[label:s text?:s sortText?:s detail?:s start?:i length?:i selectionStart?:i selectionLength?:i "
     "type?:(method|function|constructor|field|variable|class|interface|module|property|unit|value|enum|keyword|"
     "snippet|text|color|file|reference|customcolor)]"},
    {RSP_DAP_RESPONSE, "continue", "allThreadsContinued?:b"},
    {RSP_DAP_RESPONSE, "dataBreakpointInfo", "dataId:z description:s accessTypes?:[(read|write|readWrite)] canPersist?:b"},
    {RSP_DAP_RESPONSE, "disassemble", "? instructions:[address:s instruction:s instructionBytes?:s symbol?:s "
                                      "location?:@Source presentationHint?:(normal|invalid)" SPAN "]"},
    {RSP_DAP_RESPONSE, "evaluate", "result:s variablesReference:c type?:s valueLocationReference?:i" COUNTS HINT},
    {RSP_DAP_RESPONSE, "exceptionInfo", "exceptionId:s breakMode:(never|always|unhandled|userUnhandled) description?:s "
                                        "details?:@ExceptionDetails"},
    {RSP_DAP_RESPONSE, "gotoTargets", "targets:[id:i label:s line:l column?:l endLine?:l endColumn?:l "
                                      "instructionPointerReference?:s]"},
    {RSP_DAP_RESPONSE, "initialize", "? @Capabilities"},
    {RSP_DAP_RESPONSE, "loadedSources", "sources:[@Source]"},
    {RSP_DAP_RESPONSE, "locations", "? source:@Source line:l column?:l endLine?:l endColumn?:l"},
    {RSP_DAP_RESPONSE, "modules", "modules:[@Module] totalModules?:l"},
    {RSP_DAP_RESPONSE, "readMemory", "? address:s unreadableBytes?:l data?:s"},
    {RSP_DAP_RESPONSE, "scopes", "scopes:[name:s variablesReference:c expensive:b presentationHint?:s "
                                 "namedVariables?:c indexedVariables?:c source?:@Source" SPAN "]"},
    {RSP_DAP_RESPONSE, "setBreakpoints", "breakpoints:[@Breakpoint]"},
    {RSP_DAP_RESPONSE, "setDataBreakpoints", "breakpoints:[@Breakpoint]"},
    {RSP_DAP_RESPONSE, "setExceptionBreakpoints", "? breakpoints?:[@Breakpoint]"},
    {RSP_DAP_RESPONSE, "setExpression", "value:s type?:s variablesReference?:c valueLocationReference?:i" COUNTS HINT},
    {RSP_DAP_RESPONSE, "setFunctionBreakpoints", "breakpoints:[@Breakpoint]"},
    {RSP_DAP_RESPONSE, "setInstructionBreakpoints", "breakpoints:[@Breakpoint]"},
    {RSP_DAP_RESPONSE, "setVariable", "value:s type?:s variablesReference?:c valueLocationReference?:i" COUNTS},
    {RSP_DAP_RESPONSE, "source", "content:s mimeType?:s"},
    {RSP_DAP_RESPONSE, "stackTrace",
     "stackFrames:[id:i name:s line:l column:l source?:@Source endLine?:l endColumn?:l canRestart?:b "
     "instructionPointerReference?:s moduleId?:k presentationHint?:(normal|label|subtle)] totalFrames?:i"},
    {RSP_DAP_RESPONSE, "stepInTargets", "targets:[id:i label:s" SPAN "]"},
    {RSP_DAP_RESPONSE, "threads", "threads:[id:i name:s]"},
    {RSP_DAP_RESPONSE, "variables", "variables:[name:s value:s variablesReference:c type?:s evaluateName?:s "
                                    "declarationLocationReference?:i valueLocationReference?:i" COUNTS HINT "]"},
    {RSP_DAP_RESPONSE, "writeMemory", "? offset?:w bytesWritten?:i"},
};
/* clang-format on */

const char *rsp_dap_shape_of(rsp_dap_kind kind, const char *name) {
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (shapes[i].kind == kind && strcmp(shapes[i].name, name) == 0)
            return shapes[i].shape;
    return NULL;
}

const char *rsp_dap_shape_of_kind(rsp_dap_kind kind) {
    static const char *const of_kinds[] = {"type:(request|response|event)", "command:s",
                                           "request_seq:i success:b command:s message?:s", "event:s"};
    return of_kinds[kind];
}

const char *rsp_dap_shape_of_error(void) {
    return "error?:{id:i format:s variables?:m sendTelemetry?:b showUser?:b url?:s urlLabel?:s}";
}

const char *rsp_dap_shape_of_type(rsp_bytes name) {
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (rsp_bytes_equal(rsp_bytes_str(types[i].name), name))
            return types[i].shape;
    return NULL;
}

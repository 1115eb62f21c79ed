/* One pass over the text of a shape, with a call for each level of nesting, which the table bounds.
 * What is not in the table may have any body.
 * See dap/shape.h. */
/* SPDX-License-Identifier: MIT */
#include "dap/shape.h"

static const struct {
    rsp_dap_kind kind;
    const char *name;
    const char *shape;
} shapes[] = {
    {RSP_DAP_EVENT, "breakpoint", "reason:s breakpoint:{verified:b id?:i line?:i message?:s}"},
    {RSP_DAP_EVENT, "capabilities", "capabilities:o"},
    {RSP_DAP_EVENT, "continued", "threadId:i allThreadsContinued?:b"},
    {RSP_DAP_EVENT, "exited", "exitCode:i"},
    {RSP_DAP_EVENT, "invalidated", "areas?:a threadId?:i"},
    {RSP_DAP_EVENT, "loadedSource", "reason:(new|changed|removed) source:o"},
    {RSP_DAP_EVENT, "memory", "memoryReference:s offset:i count:i"},
    {RSP_DAP_EVENT, "module", "reason:(new|changed|removed) module:{name:s}"},
    {RSP_DAP_EVENT, "output", "output:s category?:s"},
    {RSP_DAP_EVENT, "process",
     "name:s startMethod?:(launch|attach|attachForSuspendedLaunch) systemProcessId?:i isLocalProcess?:b"},
    {RSP_DAP_EVENT, "progressEnd", "progressId:s message?:s"},
    {RSP_DAP_EVENT, "progressStart",
     "progressId:s title:s requestId?:i cancellable?:b message?:s percentage?:n"},
    {RSP_DAP_EVENT, "progressUpdate", "progressId:s percentage?:n message?:s"},
    {RSP_DAP_EVENT, "stopped",
     "reason:s threadId?:i allThreadsStopped?:b preserveFocusHint?:b hitBreakpointIds?:a description?:s"},
    {RSP_DAP_EVENT, "thread", "reason:s threadId:i"},
    {RSP_DAP_REQUEST, "runInTerminal", "args:a cwd:s kind?:(integrated|external) env?:o"},
    {RSP_DAP_REQUEST, "startDebugging", "configuration:o request:(launch|attach)"},
    {RSP_DAP_RESPONSE, "breakpointLocations", "breakpoints:[line:i column?:i endLine?:i]"},
    {RSP_DAP_RESPONSE, "completions", "targets:[label:s text?:s start?:i length?:i]"},
    {RSP_DAP_RESPONSE, "continue", "allThreadsContinued?:b"},
    {RSP_DAP_RESPONSE, "dataBreakpointInfo", "description:s"},
    {RSP_DAP_RESPONSE, "disassemble", "instructions:[address:s instruction:s line?:i]"},
    {RSP_DAP_RESPONSE, "evaluate",
     "result:s variablesReference:i type?:s namedVariables?:i indexedVariables?:i memoryReference?:s"},
    {RSP_DAP_RESPONSE, "exceptionInfo", "exceptionId:s breakMode:(never|always|unhandled|userUnhandled)"},
    {RSP_DAP_RESPONSE, "gotoTargets", "targets:[id:i label:s line:i]"},
    {RSP_DAP_RESPONSE, "loadedSources", "sources:a"},
    {RSP_DAP_RESPONSE, "modules", "modules:[name:s] totalModules?:i"},
    {RSP_DAP_RESPONSE, "readMemory", "address:s unreadableBytes?:i data?:s"},
    {RSP_DAP_RESPONSE, "scopes", "scopes:[name:s variablesReference:i expensive:b presentationHint?:s]"},
    {RSP_DAP_RESPONSE, "setBreakpoints", "breakpoints:[verified:b id?:i line?:i message?:s]"},
    {RSP_DAP_RESPONSE, "setDataBreakpoints", "breakpoints:[verified:b id?:i message?:s]"},
    {RSP_DAP_RESPONSE, "setExceptionBreakpoints", "breakpoints?:[verified:b id?:i message?:s]"},
    {RSP_DAP_RESPONSE, "setExpression", "value:s type?:s variablesReference?:i"},
    {RSP_DAP_RESPONSE, "setFunctionBreakpoints", "breakpoints:[verified:b id?:i message?:s]"},
    {RSP_DAP_RESPONSE, "setInstructionBreakpoints", "breakpoints:[verified:b id?:i message?:s]"},
    {RSP_DAP_RESPONSE, "setVariable", "value:s type?:s variablesReference?:i"},
    {RSP_DAP_RESPONSE, "source", "content:s mimeType?:s"},
    {RSP_DAP_RESPONSE, "stackTrace",
     "stackFrames:[id:i name:s line:i column:i instructionPointerReference?:s] totalFrames?:i"},
    {RSP_DAP_RESPONSE, "stepInTargets", "targets:[id:i label:s]"},
    {RSP_DAP_RESPONSE, "threads", "threads:[id:i name:s]"},
    {RSP_DAP_RESPONSE, "variables",
     "variables:[name:s value:s variablesReference:i type?:s namedVariables?:i indexedVariables?:i]"},
    {RSP_DAP_RESPONSE, "writeMemory", "offset?:i bytesWritten?:i"},
};

const char *rsp_dap_shape_of(rsp_dap_kind kind, const char *name) {
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (shapes[i].kind == kind && strcmp(shapes[i].name, name) == 0)
            return shapes[i].shape;
    return NULL;
}

/* The text of a type ends at a blank outside of brackets. */
static size_t type_len(const char *type) {
    size_t depth = 0;
    size_t i = 0;
    for (; type[i] && (depth > 0 || type[i] != ' '); i++) {
        if (strchr("[{(", type[i]))
            depth++;
        else if (strchr("]})", type[i]))
            depth--;
    }
    return i;
}

static bool is_one_of(rsp_bytes words, const char *text) {
    while (words.len > 0)
        if (rsp_bytes_equal(rsp_bytes_split(&words, '|'), rsp_bytes_str(text)))
            return true;
    return false;
}

static bool fields_fit(rsp_bytes shape, const json_t *value, rsp_buf *problem);

static bool items_fit(rsp_bytes fields, const json_t *array, rsp_buf *problem) {
    const size_t before = problem->len;
    if (!json_is_array(array)) {
        rsp_buf_str(problem, "is no array");
        return false;
    }
    for (size_t i = 0; i < json_array_size(array); i++) {
        rsp_buf_printf(problem, "item %zu: ", i);
        if (!fields_fit(fields, json_array_get(array, i), problem))
            return false;
        rsp_buf_truncate(problem, before);
    }
    return true;
}

static bool letter_fits(uint8_t letter, const json_t *v) {
    switch (letter) {
    case 's':
        return json_is_string(v);
    case 'i':
        return json_is_integer(v);
    case 'n':
        return json_is_number(v);
    case 'b':
        return json_is_boolean(v);
    case 'o':
        return json_is_object(v);
    default:
        return json_is_array(v);
    }
}

static bool type_fits(rsp_bytes type, const json_t *value, rsp_buf *problem) {
    static const struct {
        char letter;
        const char *words;
    } names[] = {{'s', "string"},  {'i', "integer"}, {'n', "number"},
                 {'b', "boolean"}, {'o', "object"},  {'a', "array"}};
    const rsp_bytes inner = rsp_bytes_sub(type, 1, type.len > 2 ? type.len - 2 : 0);
    if (type.ptr[0] == '[')
        return items_fit(inner, value, problem);
    if (type.ptr[0] == '{')
        return fields_fit(inner, value, problem);
    if (type.ptr[0] == '(') {
        if (json_is_string(value) && is_one_of(inner, json_string_value(value)))
            return true;
        rsp_buf_printf(problem, "is none of %.*s", (int)inner.len, (const char *)inner.ptr);
        return false;
    }
    if (letter_fits(type.ptr[0], value))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].letter == (char)type.ptr[0])
            rsp_buf_printf(problem, "is no %s", names[i].words);
    return false;
}

bool rsp_dap_shape_next(rsp_bytes *shape, rsp_dap_field *out) {
    const size_t colon = rsp_bytes_index(*shape, ':');
    if (colon + 1 >= shape->len)
        return false;
    out->name = rsp_bytes_sub(*shape, 0, colon);
    out->optional = rsp_bytes_ends(out->name, RSP_LIT("?"));
    out->name.len -= out->optional ? 1 : 0;
    const char *text = (const char *)shape->ptr + colon + 1;
    size_t len = type_len(text);
    if (len > shape->len - colon - 1)
        len = shape->len - colon - 1;
    out->type = rsp_bytes_sub(*shape, colon + 1, len);
    *shape = rsp_bytes_from(*shape, colon + 1 + len + 1);
    return true;
}

static bool field_fits(const rsp_dap_field *f, const json_t *object, rsp_buf *problem) {
    const json_t *value = json_object_getn(object, (const char *)f->name.ptr, f->name.len);
    if (!value && f->optional)
        return true;
    const size_t before = problem->len;
    rsp_buf_printf(problem, "%.*s ", (int)f->name.len, (const char *)f->name.ptr);
    if (!value)
        rsp_buf_str(problem, "is missing");
    if (!value || !type_fits(f->type, value, problem))
        return false;
    rsp_buf_truncate(problem, before);
    return true;
}

static bool fields_fit(rsp_bytes shape, const json_t *value, rsp_buf *problem) {
    if (!json_is_object(value)) {
        rsp_buf_str(problem, "is no object");
        return false;
    }
    rsp_dap_field field;
    while (rsp_dap_shape_next(&shape, &field))
        if (!field_fits(&field, value, problem))
            return false;
    return true;
}

bool rsp_dap_shape_fits(const char *shape, const json_t *value, rsp_buf *problem) {
    static const char none[] = "is no object";
    if (value)
        return fields_fit(rsp_bytes_str(shape), value, problem);
    /* a body without required members may be left out */
    for (rsp_bytes rest = rsp_bytes_str(shape); rest.len > 0;) {
        const size_t colon = rsp_bytes_index(rest, ':');
        if (colon == 0 || rest.ptr[colon - 1] != '?') {
            rsp_buf_str(problem, none);
            return false;
        }
        rest = rsp_bytes_from(rest, colon + 1 + type_len((const char *)rest.ptr + colon + 1) + 1);
    }
    return true;
}

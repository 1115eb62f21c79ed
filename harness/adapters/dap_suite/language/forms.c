/* Which keys a step may have beside its action is said by bits: an action allows some, a modifier needs one.
 * What is compared or sent is any JSON value.
 * See forms.h. */
/* SPDX-License-Identifier: MIT */
#include "language/forms.h"

enum {
    WITH_ARGUMENTS = 1 << 0,
    WITH_OUTCOME = 1 << 1, /* body, message, fails, either, capture */
    WITH_BODY = 1 << 2,
    WITH_WAIT = 1 << 3,
    WITH_AS = 1 << 9,
    WITH_ANSWER = 1 << 5,
    WITH_SINCE = 1 << 6,
    WITH_PIECES = 1 << 7,
    WITH_LIMITS = 1 << 8,
    WITH_INNER = MOD_STEPS, /* it wants `steps` */
    WITH_PAGES = 1 << 10,
    WITH_STATUS = 1 << 11,
    WITH_KIND = 1 << 12,
    WITH_SENDING = 1 << 13,
    WITH_CAPTURE = 1 << 14,
    WITH_NUMBERS = 1 << 15,
    WITH_WORDS = 1 << 16,
    WITH_STATE = 1 << 17,
};

const char *const dap_start_words[] = {"nothing", "initialized", "launched", "running", "stopped", NULL};
static const char *const protocols[] = {"dap", NULL};
static const char *const kinds[] = {"event", "response", "reverse-request", NULL};
static const char *const inputs[] = {"input", NULL};
static const char *const states[] = {"runs", "stopped", "gone", NULL};
static const char *const signals[] = {"TERM", "INT", NULL};

static const node_type json = {.name = "json",
                               .scalar = SCALAR_PAYLOAD,
                               .item = &json,
                               .values = &json,
                               .text = "Any value. ${name} in texts is replaced."};
static const node_type object = {.values = &json};
static const node_type text = {.scalar = SCALAR_TEXT};
static const node_type texts = {.item = &text};
static const node_type name = {.scalar = SCALAR_NAME};
static const node_type names = {.item = &name};
static const node_type flag = {.scalar = SCALAR_BOOL};
static const node_type number = {.scalar = SCALAR_INT};
static const node_type span = {.scalar = SCALAR_TIME};
static const node_type requirement = {.scalar = SCALAR_REQUIREMENT};
static const node_type requirements = {.item = &requirement};
static const node_type scenario_name = {.scalar = SCALAR_SCENARIO};
static const node_type start = {.scalar = SCALAR_WORD, .words = dap_start_words};
static const node_type protocol = {.scalar = SCALAR_WORD, .words = protocols};
static const node_type kind = {.scalar = SCALAR_WORD, .words = kinds};
static const node_type state = {.scalar = SCALAR_WORD, .words = states};
static const node_type signal_name = {.scalar = SCALAR_WORD, .words = signals};
static const node_type input = {.scalar = SCALAR_WORD, .words = inputs};

#define ARRAY(fields_) .fields = (fields_), .num_fields = sizeof(fields_) / sizeof *(fields_)

static const field together_fields[] = {
    {.name = "request", .node_type = &name, .required = true, .text = "The command."},
    {.name = "arguments", .node_type = &json, .text = "Its arguments."},
    {.name = "as", .node_type = &name, .text = "A name for it."},
    {.name = "seq", .node_type = &json, .text = "Its seq, if not the next one."},
};
static const node_type together = {ARRAY(together_fields)};
static const node_type togethers = {.item = &together};
static const node_type step;
static const node_type steps = {.item = &step};

#define ACTION(name_, type_, allows_, text_) \
    { .name = (name_), .node_type = &(type_), .action = true, .allows = (allows_), .text = (text_) }
#define MODIFIER(name_, type_, needs_, text_) \
    { .name = (name_), .node_type = &(type_), .needs_mod = (needs_), .text = (text_) }

#define ANSWERED (WITH_OUTCOME | WITH_BODY | WITH_WAIT | WITH_AS | WITH_CAPTURE)

static const field step_fields[] = {
    ACTION("request", name, WITH_ARGUMENTS | WITH_SENDING | ANSWERED, "Sends a request."),
    ACTION("together", togethers, 0, "Sends requests in one write."),
    ACTION("works", name, WITH_WAIT, "Waits until the named request is seen at work, or skips the scenario."),
    ACTION("response", name, ANSWERED, "Waits for the response to a request by its name."),
    ACTION("event", name, WITH_BODY | WITH_WAIT | WITH_AS | WITH_CAPTURE, "Waits for an event."),
    ACTION("no-event", name, WITH_BODY | WITH_SINCE, "No such event has come."),
    ACTION("reverse-request", name, WITH_BODY | WITH_WAIT | WITH_AS | WITH_ANSWER | WITH_CAPTURE,
           "Waits for a request of the adapter."),
    ACTION("raw", text, WITH_PIECES | WITH_AS | WITH_SENDING, "Sends bytes as they are."),
    ACTION("content", text, WITH_PIECES | WITH_AS | WITH_SENDING, "Sends a text as the content of a frame."),
    ACTION("pause", span, 0, "Sends nothing for a time."),
    ACTION("check", json, WITH_LIMITS, "Compares a value."),
    ACTION("before", names, 0, "These messages came in this order."),
    ACTION("count", name, WITH_KIND | WITH_LIMITS | WITH_SINCE | WITH_BODY | WITH_AS,
           "Counts messages of a name; any: of all names."),
    ACTION("output", name, WITH_AS | WITH_NUMBERS, "Joins the output events of a category."),
    ACTION("follow", name, WITH_SINCE, "Brings a captured breakpoint up to date, by events with its id."),
    ACTION("memory", name, 0, "Gives a name to the adapter's resident memory in KB."),
    ACTION("repeat", json, WITH_INNER, "Plays steps several times."),
    ACTION("pages", name, WITH_ARGUMENTS | WITH_PAGES | WITH_WAIT | WITH_AS, "Reads a list in pages."),
    ACTION("close", input, 0, "Closes the adapter's input."),
    ACTION("ends", flag, WITH_WAIT | WITH_STATUS, "Waits for the end of the adapter."),
    ACTION("survives", flag, WITH_WAIT, "The adapter answers, or ends in order."),
    ACTION("signal", signal_name, 0, "Sends a signal to the adapter."),
    ACTION("debuggee", name, WITH_WORDS, "Starts the debuggee beside the adapter, and names its process id."),
    ACTION("process", json, WITH_STATE | WITH_WAIT, "Waits until a process of the debuggee is in a state."),
    ACTION("kill", json, 0, "Ends a process of the debuggee by SIGKILL."),
    ACTION("set", object, 0, "Gives names to values."),
    MODIFIER("arguments", json, WITH_ARGUMENTS, "Arguments of the request."),
    MODIFIER("waits", flag, WITH_SENDING, "no: the response is not waited for."),
    MODIFIER("seq", json, WITH_SENDING, "The seq of the request, if not the next one."),
    MODIFIER("as", name, WITH_AS, "A name for the message, or for what was read."),
    MODIFIER("body", json, WITH_BODY, "A pattern of the body, or of the arguments of the adapter's request."),
    MODIFIER("message", json, WITH_OUTCOME, "A pattern of the message of a failed response."),
    MODIFIER("fails", flag, WITH_OUTCOME, "yes: success is false."),
    MODIFIER("either", flag, WITH_OUTCOME, "yes: success may be true or false."),
    MODIFIER("capture", object, WITH_CAPTURE, "Names for values in the message, by JSON pointers."),
    MODIFIER("within", span, WITH_WAIT, "How long to wait."),
    MODIFIER("answer", object, WITH_ANSWER, "success, message and body of our response."),
    MODIFIER("since", name, WITH_SINCE, "Only messages after the named one."),
    MODIFIER("pieces", json, WITH_PIECES, "Bytes of each write: a number, or offsets to cut at."),
    MODIFIER("is", json, WITH_LIMITS, "A pattern."),
    MODIFIER("at-most", json, WITH_LIMITS, "A number that it, or the least of a list, is not above."),
    MODIFIER("at-least", json, WITH_LIMITS, "A number that it, or the least of a list, is not below."),
    MODIFIER("times", json, WITH_LIMITS, "What the limit is multiplied by."),
    MODIFIER("plus", json, WITH_LIMITS, "What is added to the limit."),
    MODIFIER("steps", steps, WITH_INNER, "What is repeated."),
    MODIFIER("start", name, WITH_PAGES, "The argument that says where a page begins."),
    MODIFIER("size", number, WITH_PAGES, "Items of a page."),
    MODIFIER("limit", name, WITH_PAGES, "The argument that says how long a page is."),
    MODIFIER("list", text, WITH_PAGES, "JSON pointer of the list in the response."),
    MODIFIER("status", json, WITH_STATUS, "A pattern of its exit status."),
    MODIFIER("of", kind, WITH_KIND, "What is counted (default: events)."),
    MODIFIER("success", flag, WITH_KIND, "Only responses with this success are counted."),
    MODIFIER("words", texts, WITH_WORDS, "Arguments of the debuggee."),
    MODIFIER("state", state, WITH_STATE, "What is waited for (default: runs)."),
    MODIFIER("numbered", text, WITH_NUMBERS,
             "What stands before the number of each line, which counts from 0."),
};
static const node_type step = {.name = "step", ARRAY(step_fields), .is_step = true, .text = "One step."};
static const node_type needs = {.values = &json};

static const field scenario_fields[] = {
    {.name = "scenario", .node_type = &scenario_name, .required = true, .text = "AREA/NAME."},
    {.name = "title", .node_type = &text, .required = true, .text = "What is required, in a sentence."},
    {.name = "covers", .node_type = &requirements, .required = true, .text = "Ids of requirements."},
    {.name = "protocol", .node_type = &protocol, .required = true, .text = "dap."},
    {.name = "start",
     .node_type = &start,
     .text = "How far the session is at the first step (default: stopped)."},
    {.name = "program", .node_type = &name, .text = "The debuggee (default: sample)."},
    {.name = "library", .node_type = &name, .text = "A library that the debuggee loads while it runs."},
    {.name = "at", .node_type = &name, .text = "Label of the line to stop at (default: work)."},
    {.name = "needs", .node_type = &needs, .text = "Capabilities of the adapter, and their values."},
    {.name = "facts", .node_type = &names, .text = "Facts that the profile must have."},
    {.name = "client", .node_type = &object, .text = "More arguments of initialize."},
    {.name = "launch", .node_type = &object, .text = "More arguments of launch."},
    {.name = "steps", .node_type = &steps, .required = true, .text = "What is done."},
};
const node_type dap_scenario_form = {.name = "scenario", ARRAY(scenario_fields), .text = "One scenario."};

static const field profile_fields[] = {
    {.name = "adapter", .node_type = &text, .text = "exec:COMMAND or tcp:HOST:PORT."},
    {.name = "name", .node_type = &text, .text = "What the adapter is called."},
    {.name = "version", .node_type = &text, .text = "The version that was tried."},
    {.name = "launch", .node_type = &object, .text = "Arguments of launch; ${program} is the debuggee."},
    {.name = "facts", .node_type = &object, .text = "Values by name, for scenarios."},
    {.name = "extension", .node_type = &text, .text = "Of the debuggees' sources (default: .c)."},
    {.name = "start",
     .node_type = &span,
     .text = "Longest wait for it to listen and to answer initialize (default: 30s)."},
    {.name = "timeout", .node_type = &span, .text = "Longest wait for an answer (default: 5s)."},
    {.name = "baseline", .node_type = &text, .text = "Known failures; relative to the profile."},
    {.name = "debuggees",
     .node_type = &text,
     .text = "Kind of debuggees: adapters-riscv64 (default: those of this machine)."},
    {.name = "programs", .node_type = &texts, .text = "Debuggees that it can run (default: all)."},
    {.name = "wire",
     .node_type = &text,
     .text =
         "bench: exec:COMMAND of a stub with {port} and {program}; the adapter reaches it at ${stub-port}."},
};
const node_type dap_profile_form = {
    .name = "profile", ARRAY(profile_fields), .text = "How an adapter is started."};

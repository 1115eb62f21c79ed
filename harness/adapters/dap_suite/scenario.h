/* Scenarios for debug adapters: loaded from YAML, checked as a whole, ready to be played.
 * A step keeps what was written as JSON, for its values are put in and compared as JSON anyway.
 * The language is described in docs/debug-adapters.md. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SUITE_SCENARIO_H
#define RSP_DAP_SUITE_SCENARIO_H

#include "scenario/diagnostic.h"
#include "scenario/requirement.h"
#include <jansson.h>
#include <rsp/verdict.h>

RSP_BEGIN_DECLS

/* X(NAME, "key", what the step does): the actions of a step. */
/* clang-format off */
#define RSP_DAP_ACTION_LIST(X)                                                                                  \
    X(REQUEST, "request", "sends a request, and waits for its response unless `waits: no`")                     \
    X(TOGETHER, "together", "sends several requests in one write; none is waited for")                          \
    X(WORKS, "works", "waits until a request is seen at work; the scenario is skipped where nothing shows it")  \
    X(RESPONSE, "response", "waits for the response to a request by its name")                                  \
    X(EVENT, "event", "waits for an event that no step has taken yet")                                          \
    X(NO_EVENT, "no-event", "no such event has come so far, or since a named message")                          \
    X(REVERSE, "reverse-request", "waits for a request of the adapter and answers it")                          \
    X(RAW, "raw", "sends bytes as they are, in one write or in pieces")                                         \
    X(CONTENT, "content", "sends a text as the content of a frame, whatever it is")                             \
    X(PAUSE, "pause", "sends nothing for a time; not a way to wait for something")                              \
    X(CHECK, "check", "compares a value with a pattern")                                                        \
    X(BEFORE, "before", "these messages came in this order")                                                    \
    X(COUNT, "count", "how many messages of a name have come")                                                  \
    X(OUTPUT, "output", "joins what has come in output events of a category")                                   \
    X(FOLLOW, "follow", "brings a breakpoint that a value holds up to date, by the events with its id")         \
    X(MEMORY, "memory", "gives a name to the adapter's resident memory in KB, 0 where we have not started it")  \
    X(REPEAT, "repeat", "plays steps several times; ${i} counts from 0")                                        \
    X(PAGES, "pages", "reads a list in pages until one is empty")                                               \
    X(CLOSE, "close", "closes the adapter's input")                                                             \
    X(ENDS, "ends", "waits for the end of the adapter's output")                                                \
    X(SURVIVES, "survives", "the adapter answers `threads`, or ends without a signal once its input is closed") \
    X(SIGNAL, "signal", "sends a signal to the adapter, if we have started it")                                  \
    X(DEBUGGEE, "debuggee", "starts the debuggee beside the adapter, and names its process id")                 \
    X(PROCESS, "process", "waits until a process of the debuggee runs, is stopped or gone")                     \
    X(KILL, "kill", "ends a process of the debuggee by SIGKILL")                                                \
    X(SET, "set", "gives names to values")
/* clang-format on */

/* RSP_DAP_STEP_REQUEST and so on. */
typedef enum rsp_dap_action {
#define RSP_DAP_ACTION_ENUM(name, key, text) RSP_DAP_STEP_##name,
    RSP_DAP_ACTION_LIST(RSP_DAP_ACTION_ENUM)
#undef RSP_DAP_ACTION_ENUM
        RSP_DAP_ACTION_COUNT,
} rsp_dap_action;

/* How far a session is when the first step is played. Each includes those before it. */
typedef enum rsp_dap_start {
    RSP_DAP_START_NOTHING,     /* connected */
    RSP_DAP_START_INITIALIZED, /* initialize was answered */
    RSP_DAP_START_LAUNCHED,    /* launch was sent, the initialized event has come */
    RSP_DAP_START_RUNNING,     /* configurationDone and launch were answered; the debuggee runs on its own */
    RSP_DAP_START_STOPPED,     /* ... and a breakpoint was hit */
} rsp_dap_start;

/* One step. */
typedef struct rsp_dap_step {
    rsp_dap_action action;
    uint32_t line;
    uint32_t column;
    uint64_t within_ns;         /* 0: the profile's */
    json_t *spec;               /* what was written, without `steps`; owned by the scenario */
    struct rsp_dap_step *steps; /* of `repeat` */
    size_t num_steps;
} rsp_dap_step;

/* One scenario. Texts are owned by the suite. */
typedef struct rsp_dap_scenario {
    const char *name;
    const char *title;
    const char *area;
    const char *path;
    uint32_t line;
    const char **covers; /* ids of requirements */
    size_t num_covers;
    const char *requirements; /* the same, separated by blanks */
    const char *source;       /* of the first requirement */
    rsp_level level;          /* the highest of them */
    rsp_dap_start start;
    const char *program; /* which debuggee */
    const char *library; /* that it loads, and whose source scenarios name; NULL: none */
    const char *at;      /* label of the line to stop at */
    json_t *needs;       /* capabilities -> value; NULL: none */
    const char **facts;  /* that the profile must have */
    size_t num_facts;
    json_t *client; /* besides the usual arguments of initialize; NULL: nothing */
    json_t *launch; /* besides the profile's arguments of launch; NULL: nothing */
    rsp_dap_step *steps;
    size_t num_steps;
    bool measures; /* a verdict depends on how long something takes: not to be played beside others */
} rsp_dap_scenario;

/* Scenarios of files and folders, in the order of their names. */
typedef struct rsp_dap_suite rsp_dap_suite;

/* An empty suite; ids are looked up in `catalogue`, which must outlive it (NULL: not looked up). NULL without
 * memory. */
rsp_dap_suite *rsp_dap_suite_new(const rsp_catalogue *catalogue);

/* Loads a file, or the files of a folder and of those below it, but for `profiles`, `baselines` and
 * requirements.yaml. All errors go to `diagnostics`; RSP_OK, or the first error's status. */
rsp_status rsp_dap_suite_load(rsp_dap_suite *suite, const char *path, rsp_diagnostics *diagnostics);

/* The same from memory; `name` stands for the path. */
rsp_status rsp_dap_suite_load_memory(rsp_dap_suite *suite, const char *name, rsp_bytes yaml,
                                     rsp_diagnostics *diagnostics);

/* NULL is fine. */
void rsp_dap_suite_free(rsp_dap_suite *suite);

/* How many there are. */
size_t rsp_dap_suite_count(const rsp_dap_suite *suite);

/* One by its place, in the order of names once all are loaded; NULL past the end. */
const rsp_dap_scenario *rsp_dap_suite_get(const rsp_dap_suite *suite, size_t i);

/* Whether a filter (a name, a glob, AREA/, a requirement id or group, "!": not) selects a scenario. */
bool rsp_dap_scenario_selected(const rsp_dap_scenario *scenario, const char *filter);

/* Whether it can be played only where there is a debuggee: it launches one, or names it. */
bool rsp_dap_scenario_needs_debuggee(const rsp_dap_scenario *scenario);

/* The JSON Schema of files of scenarios, for editors. */
void rsp_dap_suite_schema(rsp_buf *out);

RSP_END_DECLS

#endif

/* Will my debugger work? What each action of GDB and LLDB has to expect of a stub, after a run.
 * The names of debuggers and actions, and the answers that a run carries to its reports.
 * rehearsal/rehearsal.h finds the answers. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FORECAST_H
#define RSP_FORECAST_H

#include <rsp/status.h>
#include <stdbool.h>
#include <stdint.h>

RSP_BEGIN_DECLS

/* X(NAME, "name", "NAME for people") */
#define RSP_DEBUGGER_LIST(X) \
    X(GDB, "gdb", "GDB")     \
    X(LLDB, "lldb", "LLDB")

/* What people do with a debugger, in the order in which they do it. X(NAME, "name", "words", plural) */
#define RSP_DEBUGGER_ACTION_LIST(X)                              \
    X(ATTACH, "attach", "attach", false)                         \
    X(REGISTERS, "registers", "registers", true)                 \
    X(WRITE_REGISTERS, "write-registers", "set register", false) \
    X(MEMORY, "memory", "memory", false)                         \
    X(WRITE_MEMORY, "write-memory", "write memory", false)       \
    X(THREADS, "threads", "threads", true)                       \
    X(STEP, "step", "step", false)                               \
    X(BREAKPOINTS, "breakpoints", "breakpoints", true)           \
    X(INTERRUPT, "interrupt", "interrupt", false)                \
    X(WATCHPOINTS, "watchpoints", "watchpoints", true)           \
    X(LOAD, "load", "load", false)                               \
    X(DETACH, "detach", "detach", false)                         \
    X(RECONNECT, "reconnect", "attach again", false)             \
    X(KILL, "kill", "kill", false)                               \
    X(RUN_AGAIN, "run-again", "run again", false)

/* A debugger. */
typedef enum rsp_debugger {
#define RSP_DEBUGGER_ENUM(name, text, title) RSP_DEBUGGER_##name,
    RSP_DEBUGGER_LIST(RSP_DEBUGGER_ENUM)
#undef RSP_DEBUGGER_ENUM
        RSP_DEBUGGER_COUNT
} rsp_debugger;

/* An action of a debugger. */
typedef enum rsp_debugger_action {
#define RSP_DEBUGGER_ACTION_ENUM(name, text, words, plural) RSP_DEBUGGER_ACTION_##name,
    RSP_DEBUGGER_ACTION_LIST(RSP_DEBUGGER_ACTION_ENUM)
#undef RSP_DEBUGGER_ACTION_ENUM
        RSP_DEBUGGER_ACTION_COUNT
} rsp_debugger_action;

/* What can be expected of an action. */
typedef enum rsp_prediction {
    RSP_PREDICTION_UNKNOWN, /* nothing that was judged says it */
    RSP_PREDICTION_WORKS,
    RSP_PREDICTION_BREAKS, /* the stub breaks something that the action rests on */
    RSP_PREDICTION_ABSENT, /* the stub lacks a packet without which the debugger can not do it; no defect */
} rsp_prediction;

/* `why` of an action that is unknown because the rehearsal's budget was used up. */
#define RSP_FORECAST_LATE "no time was left for a rehearsal"

/* One action of one debugger. Texts are static or live in the run's arena; "" or NULL is none. */
typedef struct rsp_forecast_cell {
    rsp_prediction prediction;
    uint32_t cause;          /* BREAKS: which of the run's causes, from 1; 0: none of them */
    const char *requirement; /* BREAKS: "BRK-001"; "" when the look alone shows it */
    const char *why;     /* BREAKS, ABSENT: one line for people; UNKNOWN: what was not judged; WORKS: what the
                          * debugger needs for it */
    rsp_prediction real; /* what became of it when the debugger itself did it; UNKNOWN: not done */
    const char *said;    /* BREAKS: what it printed; UNKNOWN: why it was not done; NULL: nobody asked */
    rsp_prediction
        newer; /* what newer versions make of it, where that is something else; UNKNOWN: the same */
    const char *newer_versions; /* which: "21 to 23"; NULL: none */
    const char *evidence;       /* the end of the action's conversation, a line for each packet; NULL: none */
} rsp_forecast_cell;

/* All-zero: no forecast was made. */
typedef struct rsp_forecast {
    bool made;
    rsp_forecast_cell cells[RSP_DEBUGGER_COUNT][RSP_DEBUGGER_ACTION_COUNT];
    /* Debuggers that did the actions themselves, as they name their version; NULL: this one did not. */
    const char *programs[RSP_DEBUGGER_COUNT];
    /* What the rehearsal found in the program: a place to which it comes again, memory that it writes; 0. */
    uint64_t place;
    uint64_t written;
} rsp_forecast;

/* "gdb"; "?" for an unknown value, as below. */
const char *rsp_debugger_name(rsp_debugger debugger);

/* "GDB", for people. */
const char *rsp_debugger_title(rsp_debugger debugger);

/* "write-memory". */
const char *rsp_debugger_action_name(rsp_debugger_action action);

/* "write memory", for people. */
const char *rsp_debugger_action_words(rsp_debugger_action action);
/* "breakpoints break", and not "breaks". */
bool rsp_debugger_action_plural(rsp_debugger_action action);

/* "works", "breaks", "not-offered", "not-judged". */
const char *rsp_prediction_name(rsp_prediction prediction);

RSP_END_DECLS

#endif

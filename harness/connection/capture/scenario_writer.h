/* A recorded dialogue as a scenario: what the debugger said in its order, and what must come back. Ids that
 * the stub names are captured where they first appear and used from then on, so that the scenario runs again.
 * Writes the language of docs/scenarios.md as text; knows nothing of loader and runner. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_WRITER_H
#define RSP_SCENARIO_WRITER_H

#include "capture/dialogue.h"

RSP_BEGIN_DECLS

/* A place in the program, by name: addresses in it are written as $name or $name + offset. */
typedef struct rsp_scenario_symbol {
    const char *name;
    uint64_t address;
    uint64_t size; /* 0 counts as 1 */
} rsp_scenario_symbol;

/* NULL texts are left out where they can be. */
typedef struct rsp_scenario_writer_options {
    const char *name;    /* AREA/NAME; NULL: captured/session */
    const char *title;   /* NULL: "A recorded session" */
    const char *note;    /* where it comes from */
    const char *program; /* debuggee that is needed */
    const rsp_scenario_symbol *symbols;
    size_t num_symbols;
    bool contents; /* registers, memory and objects must be as recorded; else only as long (the same program
                      may hold other ids, random numbers, times) */
    bool opened;   /* the connection was opened as scenarios are, which is no part of the dialogue */
    bool no_ack;   /* ... in no-ack mode */
} rsp_scenario_writer_options;

/* Whether a scenario may have this name: AREA/NAME from lower-case letters, digits and '-'. */
bool rsp_scenario_name_is_valid(rsp_bytes name);

/* What became of the dialogue. */
typedef struct rsp_scenario_written {
    size_t steps;
    size_t captures; /* names for ids */
    size_t left_out; /* turns that no step can say: packets without a request */
} rsp_scenario_written;

/* Appends one scenario. RSP_LIMIT when more than RSP_LIMIT_SCENARIO_NAMES ids appear (the rest stays as
 * recorded), RSP_NO_MEMORY, or the buffer's status. */
rsp_status rsp_scenario_write(rsp_buf *out, rsp_scenario_written *written, const rsp_dialogue *dialogue,
                              const rsp_scenario_writer_options *options) RSP_MUST_USE;

RSP_END_DECLS

#endif

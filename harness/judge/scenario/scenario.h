/* Scenarios as they are loaded and listed: a suite of YAML files, checked completely before anything runs.
 * The language is described in docs/scenarios.md and scenarios/scenario.schema.json.
 * Running them is the runner's part (scenario/runner.h). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_H
#define RSP_SCENARIO_H

#include "scenario/requirement.h"

RSP_BEGIN_DECLS

/* Which end Stubborn plays: the debugger (testing a stub) or the stub (testing a debugger). */
typedef enum rsp_play { RSP_PLAY_CLIENT, RSP_PLAY_STUB } rsp_play;

/* The tag of scenarios that send what no debugger sends. A stub may die of it, and no debugger breaks by it.
 */
#define RSP_TAG_HOSTILE "hostile"

/* One scenario; a scenario with `cases:` is one per case, named "area/name.case". Everything belongs to the
 * suite. Texts are never NULL. */
typedef struct rsp_scenario {
    const char *name; /* "multimemread/reserved-bytes-survive" */
    const char *area; /* "multimemread" */
    const char *title;
    const char *path;
    uint32_t line;      /* of its `scenario:` key */
    uint32_t last_line; /* of its document */
    rsp_play play;
    const char *const *covers; /* requirement ids, each in the catalogue */
    size_t num_covers;
    const char *const *tags; /* see RSP_TAG_HOSTILE */
    size_t num_tags;
    rsp_level level;                 /* the highest of what it covers, or its own `level:` */
    const char *program;             /* debuggee it needs; "" for any */
    const struct script *script;     /* private to the layer: what it is compiled to */
    const struct case_row_spec *row; /* private: of `cases:`; NULL without */
} rsp_scenario;

/* Whether its document has the tag. */
bool rsp_scenario_has_tag(const rsp_scenario *scenario, const char *tag);

/* Scenarios of any number of files, compiled. Owns all that they point to. */
typedef struct rsp_suite rsp_suite;

/* All-zero is fine. */
typedef struct rsp_suite_options {
    const rsp_catalogue *catalogue; /* outlives the suite; NULL: `covers` is not looked up */
    const rsp_mem *mem;
} rsp_suite_options;

/* An empty suite; NULL without memory. options may be NULL. */
rsp_suite *rsp_suite_new(const rsp_suite_options *options);
void rsp_suite_free(rsp_suite *suite); /* NULL is fine */

/* Loads a file, or every *.yaml below a folder in order of path (the folders profiles, baselines, workloads
 * and schema, files named requirements.yaml, and names starting with '.' are left out). RSP_OK, or the status
 * of the first error; the suite then holds the scenarios that have none, and the diagnostics hold all errors.
 * RSP_NOT_FOUND: no such path (a hint names the nearest). */
rsp_status rsp_suite_load(rsp_suite *suite, const char *path) RSP_MUST_USE;

/* The same from memory; `name` stands for the path. `yaml` is copied. */
rsp_status rsp_suite_load_memory(rsp_suite *suite, const char *name, rsp_bytes yaml) RSP_MUST_USE;

/* What was found wrong in all loads so far. */
const rsp_diagnostics *rsp_suite_diagnostics(const rsp_suite *suite);
/* The number of files that were loaded. */
size_t rsp_suite_num_files(const rsp_suite *suite);

/* The number of scenarios. */
size_t rsp_suite_count(const rsp_suite *suite);

/* Scenario `i` in the order of loading, borrowed; NULL past the end. */
const rsp_scenario *rsp_suite_get(const rsp_suite *suite, size_t i);

/* The scenario of this name, borrowed; NULL when there is none. */
const rsp_scenario *rsp_suite_find(const rsp_suite *suite, const char *name);

/* Whether a selection names the scenario: a name or a glob with * and ? ("nonstop/" is all of the area), a
 * requirement id or its group ("MMR-011", "MMR"), "tag:NAME", or PATH:LINE inside its document. A leading '!'
 * negates. */
bool rsp_scenario_selected(const rsp_scenario *scenario, const char *selection);

/* The JSON Schema (draft 2020-12) of scenario files, made from the same tables that the loader checks with.
 */
void rsp_scenario_schema(rsp_buf *out);

RSP_END_DECLS

#endif

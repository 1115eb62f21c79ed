/* What `stubborn condition` found: stops with place and values, who decided the condition and why nobody
 * cheaper did, and what it cost.
 * For people and as JSON. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CONDITION_REPORT_H
#define RSP_CONDITION_REPORT_H

#include "condition/conditional.h"

RSP_BEGIN_DECLS

/* A value of the program. All texts of this report are borrowed. */
typedef struct rsp_condition_value {
    const char *source; /* as the condition has it */
    const char *type;
    const char *value; /* "(not readable)" where it is not */
} rsp_condition_value;

/* A stop at which the condition held. */
typedef struct rsp_condition_stop {
    const char *thread;
    const char *path; /* NULL: no line is known */
    uint64_t line;
    const char *function; /* NULL: not known */
    uint64_t address;
    const char *trouble; /* why the condition has no value; NULL: it holds */
    rsp_condition_value *values;
    size_t num_values;
    const char **callers; /* places of the calls, innermost first */
    size_t num_callers;
} rsp_condition_stop;

/* A breakpoint, as it was in the end. */
typedef struct rsp_condition_site {
    uint64_t address;
    const char *path; /* NULL: no line is known */
    uint64_t line;
    const char *function;   /* NULL: not known */
    const char *library;    /* path; NULL: it is in the program */
    const char *translated; /* the condition over registers and memory */
    rsp_conditional_info info;
} rsp_condition_site;

/* All of it. */
typedef struct rsp_condition_report {
    const char *stub;
    const char *program;
    const char *place;
    const char *condition;
    const rsp_condition_stop *stops;
    size_t num_stops;
    const char *end; /* why it ended without the stops that were asked for; NULL: they came */
    const rsp_condition_site *sites;
    size_t num_sites;
    uint64_t passed;   /* stops at which it held, but that were not asked for: earlier ones, other threads */
    uint64_t left_out; /* addresses of the place without a breakpoint */
    const char *why_left_out;
    uint64_t round_trips; /* from setting the breakpoints to the last stop */
    uint64_t bytes_out;
    uint64_t bytes_in;
    uint64_t time_ns;
} rsp_condition_report;

/* Appends the report for a terminal. The buffer's status. */
rsp_status rsp_condition_report_text(rsp_buf *out, const rsp_condition_report *r) RSP_MUST_USE;

/* Appends it as JSON, as reports/schema/condition.schema.json says. The buffer's status, or RSP_NO_MEMORY. */
rsp_status rsp_condition_report_json(rsp_buf *out, const rsp_condition_report *r) RSP_MUST_USE;

RSP_END_DECLS

#endif

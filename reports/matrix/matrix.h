/* Reports of several runs side by side: stubs by areas, what explains their failures, differences of two.
 * Read from the JSON that rsp_report_json writes; rendered as Markdown, JSON or a page.
 * What a report says comes from strangers: every text is escaped. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MATRIX_H
#define RSP_MATRIX_H

#include "core/arena.h"
#include <rsp/bytes.h>
#include <rsp/verdict.h>

RSP_BEGIN_DECLS

/* How one area of the suite went. */
typedef struct rsp_matrix_area {
    const char *name;
    rsp_summary summary;
} rsp_matrix_area;

/* The result of one scenario in one variant. Texts are never NULL. */
typedef struct rsp_matrix_result {
    const char *scenario;
    const char *variant; /* "" is plain */
    const char *message; /* or the reason of a skip */
    rsp_verdict verdict;
} rsp_matrix_result;

/* What explains several results of a stub. Texts are never NULL. */
typedef struct rsp_matrix_cause {
    const char *what;        /* what the stub does wrong */
    const char *requirement; /* an id; "" for none */
    const char *level;       /* "must", "should" */
    const char *scenario;    /* one that shows it */
    uint64_t num_results;
} rsp_matrix_cause;

/* One report. Texts are never NULL and live in the matrix's arena. */
typedef struct rsp_matrix_stub {
    const char *label; /* names the column */
    const char *name;
    const char *version;
    const char *given;
    const char *profile;
    const char *target;
    const char *started_at;
    const char *conclusion;
    const char *trouble;
    uint64_t duration_ns;
    uint64_t exit_code;
    bool interrupted;
    const char *subject;   /* what it is, "adapter"; "" for a stub */
    uint64_t num_requests; /* packets sent to the stub; also those sent again, and replies to File-I/O */
    uint64_t num_trips;    /* round trips; of what is no stub its requests */
    uint64_t num_musts;    /* bad results at the level of a must */
    rsp_summary summary;
    rsp_matrix_area *areas; /* by name */
    size_t num_areas;
    rsp_matrix_result *results; /* by scenario and variant */
    size_t num_results;
    rsp_matrix_cause *causes; /* as the report has them: the gravest first */
    size_t num_causes;
} rsp_matrix_stub;

/* All-zero is a valid empty matrix. */
typedef struct rsp_matrix {
    rsp_arena arena;
    rsp_matrix_stub *stubs; /* in the order in which they were added */
    size_t num_stubs;
    size_t cap_stubs;
} rsp_matrix;

/* Frees all columns; the matrix is empty then. NULL is fine. */
void rsp_matrix_free(rsp_matrix *matrix);

/* Adds the report in `json` as a column named `label`. RSP_BAD_FILE with what is wrong with it, RSP_LIMIT
 * beyond RSP_LIMIT_MATRIX_STUBS, RSP_NO_MEMORY; the matrix is as before then. */
rsp_status rsp_matrix_add(rsp_matrix *matrix, const char *label, rsp_bytes json,
                          rsp_error *error) RSP_MUST_USE;

/* A rendering by name. */
typedef struct rsp_matrix_format {
    const char *name; /* "markdown" */
    rsp_status (*render)(rsp_buf *out, const rsp_matrix *matrix);
} rsp_matrix_format;

/* NULL when there is none. */
const rsp_matrix_format *rsp_matrix_find(rsp_bytes name);

/* Appends the matrix as Markdown. Exactly two stubs are also compared scenario by scenario. The buffer's
 * status, or RSP_NO_MEMORY. */
rsp_status rsp_matrix_markdown(rsp_buf *out, const rsp_matrix *matrix) RSP_MUST_USE;

/* Appends it as JSON that follows reports/schema/matrix.schema.json. Statuses as above. */
rsp_status rsp_matrix_json(rsp_buf *out, const rsp_matrix *matrix) RSP_MUST_USE;

/* Appends it as one self-contained page. Statuses as above. */
rsp_status rsp_matrix_html(rsp_buf *out, const rsp_matrix *matrix) RSP_MUST_USE;

RSP_END_DECLS

#endif

/* SARIF 2.1.0, which code-scanning services read: rules, results with their places, suppressions.
 * Whoever reports fills these structs; texts are made harmless when they are written.
 * Source: OASIS, Static Analysis Results Interchange Format 2.1.0. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SARIF_H
#define RSP_SARIF_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

struct json_t;

/* What results can break. Texts are not NULL. */
typedef struct rsp_sarif_rule {
    const char *id;
    const char *text;  /* one sentence */
    const char *level; /* "error", "warning" */
} rsp_sarif_rule;

/* One result. Texts are not NULL, but for those that say so. */
typedef struct rsp_sarif_result {
    const char *rule_id;
    uint64_t rule_index; /* UINT64_MAX: none of the rules */
    const char *level;   /* "error", "warning" */
    const char *message;
    const char *uri;      /* of the file; "": no place. A path: it is encoded when it is written */
    const char *uri_base; /* "" for none */
    uint32_t line;        /* 0: the whole file */
    uint32_t column;
    const char *signature;     /* the same in every run that finds it */
    const char *justification; /* why it is suppressed; NULL: it is not */
    struct json_t *properties; /* borrowed; NULL for none */
} rsp_sarif_result;

/* A log: one run with its rules and results. Everything is borrowed, no text is NULL. */
typedef struct rsp_sarif {
    const char *version; /* of this program */
    const rsp_sarif_rule *rules;
    size_t num_rules;
    const rsp_sarif_result *results;
    size_t num_results;
    bool successful;     /* the work was done to its end, whatever it found */
    const char *trouble; /* why it was not, a sentence; "" or NULL: nothing to say */
    uint64_t exit_code;
    const char *started; /* as UTC in ISO 8601; "" for none */
    const char *ended;
    const char *base;      /* what uri_base names, "" for none, ... */
    const char *base_text; /* ... and what that is */
} rsp_sarif;

/* RSP_NO_MEMORY. */
rsp_status rsp_sarif_write(rsp_buf *out, const rsp_sarif *sarif) RSP_MUST_USE;

RSP_END_DECLS

#endif

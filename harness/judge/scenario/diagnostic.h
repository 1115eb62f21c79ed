/* Errors in files that people write: all of a file, each with path:line:column, source line, caret,
 * suggestion. Collected by the loaders of scenarios, profiles, baselines and requirements; rendered once.
 * Texts live in the collection's own arena. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DIAGNOSTIC_H
#define RSP_DIAGNOSTIC_H

#include "core/arena.h"
#include <stdbool.h>

RSP_BEGIN_DECLS

/* Errors refuse a file; warnings do not. */
typedef enum rsp_severity { RSP_SEVERITY_ERROR, RSP_SEVERITY_WARNING } rsp_severity;

/* One finding. Line and column count from 1, in characters; 0 is unknown. Texts are never NULL. */
typedef struct rsp_diagnostic {
    rsp_severity severity;
    rsp_status
        status; /* RSP_SYNTAX, RSP_SCHEMA, RSP_DUPLICATE, RSP_NOT_FOUND, RSP_LIMIT, RSP_IO, RSP_BAD_FILE */
    const char *path;
    uint32_t line;
    uint32_t column;
    uint32_t width;      /* characters to underline, at least 1 */
    const char *message; /* "unknown key 'exepct'" */
    const char *hint;    /* "did you mean 'expect'?"; "" for none */
    const char *source;  /* the line itself, without newline, printable; "" when unknown */
} rsp_diagnostic;

/* All-zero is a valid empty collection. */
typedef struct rsp_diagnostics {
    rsp_arena arena;
    rsp_diagnostic *items; /* in order of detection: by file, then by position as far as known */
    size_t num;
    size_t cap;
    size_t num_errors;   /* those of RSP_SEVERITY_ERROR, also the dropped ones */
    size_t num_warnings; /* likewise */
    size_t num_dropped;  /* beyond RSP_LIMIT_DIAGNOSTICS */
} rsp_diagnostics;

/* Frees all; the collection can be used again. NULL is fine. */
void rsp_diagnostics_free(rsp_diagnostics *diagnostics);

/* Where something is in a file. */
typedef struct rsp_location {
    const char *path;
    uint32_t line;
    uint32_t column;
    uint32_t width;
} rsp_location;

/* Adds one; `text` is the whole file (for the source line) and may be empty. Texts are copied. NULL
 * diagnostics are fine. Returns `status`, so that a failing function can end in it. */
rsp_status rsp_diagnose(rsp_diagnostics *diagnostics, rsp_severity severity, rsp_status status,
                        const rsp_location *place, rsp_bytes text, const char *hint, const char *fmt, ...)
    RSP_PRINTF(7, 8);

/* Appends one as `path:line:col: error: message`, the line, and a caret with the hint. */
void rsp_diagnostic_render(rsp_buf *out, const rsp_diagnostic *diagnostic);

/* Appends all of them in this form. The caller prints the count. */
void rsp_diagnostics_render(rsp_buf *out, const rsp_diagnostics *diagnostics);

/* The first error as an rsp_error (`where` borrowed from the collection); RSP_OK and untouched if there is
 * none. */
rsp_status rsp_diagnostics_first(const rsp_diagnostics *diagnostics, rsp_error *error);

RSP_END_DECLS

#endif

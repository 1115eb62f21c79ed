/* The terminal as the renderer sees it: colours, labels in one column, one result with its evidence.
 * Values wrap under themselves, commands stay on one line.
 * Private to the reports. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TERM_PARTS_H
#define RSP_TERM_PARTS_H

#include "trace/result.h"

/* Where it goes, and how. */
typedef struct rsp_term {
    rsp_buf *out;
    bool colour;
    bool verbose;
    size_t width;
} rsp_term;

/* What a text is coloured for. */
typedef enum rsp_ink {
    RSP_INK_PLAIN,
    RSP_INK_DIM,
    RSP_INK_STRONG,
    RSP_INK_GOOD,
    RSP_INK_BAD,
    RSP_INK_DOUBT,
} rsp_ink;

/* Colour on and off; nothing where colours are not wanted. */
void rsp_term_begin(const rsp_term *t, rsp_ink ink);
void rsp_term_end(const rsp_term *t, rsp_ink ink);
/* Blanks until `columns` stand behind `start`. */
void rsp_term_pad(rsp_buf *out, size_t start, size_t columns);
/* The colour of a verdict. */
rsp_ink rsp_term_ink_of(rsp_verdict verdict);
/* A result with all that is shown of it: one line where a cause explains it. */
void rsp_term_result(const rsp_term *t, const rsp_result *r);
/* A label with its value; a command, which is never wrapped; a paragraph without label. Nothing where there
 * is no text. */
void rsp_term_field(const rsp_term *t, const char *label, const char *text);
void rsp_term_command(const rsp_term *t, const char *label, const char *text);
void rsp_term_paragraph(const rsp_term *t, const char *text);
/* File, line and column of a result; what was expected and what came. */
void rsp_term_place(const rsp_term *t, const rsp_result *r);
void rsp_term_evidence(const rsp_term *t, const rsp_result *r);

#endif

/* Definitions of tracepoints and variables, a piece at a time, as a client asks for them after it connects.
 * A trace file holds the same pieces.
 * Not public. Source: GDB manual, Tracepoint Packets (qTfP, qTfV). */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_TRACE_UPLOAD_H
#define STUB_TRACE_UPLOAD_H

#include "trace.h"

/* Appends "T<number>:<addr>:...": the tracepoint itself. */
void stub_trace_point_piece(const stub_tracepoint *point, rsp_buf *out);
/* Appends "A<number>:<addr>:<actions>", or S or Z. */
void stub_trace_text_piece(const stub_tracepoint *point, const stub_trace_text *text, rsp_buf *out);
/* Appends "<number>:<initial>:<builtin>:<name>". */
void stub_trace_variable_piece(const stub_trace_variable *v, rsp_buf *out);

#endif

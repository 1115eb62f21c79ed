/* qTStatus: the state of the trace in one line.
 * A trace file holds the same line.
 * Not public. Source: GDB manual, Tracepoint Packets (qTStatus). */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_TRACE_STATUS_H
#define STUB_TRACE_STATUS_H

#include "trace.h"

/* Appends "0;tstop::0;tframes:5;...": what follows the T of the reply. */
void stub_trace_status_text(const rsp_stub *s, rsp_buf *out);

#endif

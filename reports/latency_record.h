/* Latencies of operations in JSON: one distribution as measured and one corrected, with the pace.
 * All benchmarks write them alike.
 * See core/latency.h. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LATENCY_RECORD_H
#define RSP_LATENCY_RECORD_H

#include "core/latency.h"
#include "document/record.h"

/* The fields of rsp_latency_summary. */
extern const rsp_record rsp_latency_record;

#endif

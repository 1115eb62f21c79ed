/* The numbers of a partial result by name: written and read from the same lists, so that neither forgets one.
 * Each X(field) is a uint64_t of the struct that the list is named after.
 * See capture_partial.c (writes) and capture_partial_read.c (reads). */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_CAPTURE_PARTIAL_H
#define STUBBORN_CAPTURE_PARTIAL_H

#include "trace/exchange.h"

enum { CAPTURE_PARTIAL_FORMAT = 1 };

#define CAPTURE_METRICS_FIELDS(X) \
    RSP_COUNT_LIST(X)             \
    X(connections)                \
    X(stub_ns)                    \
    X(program_ns)                 \
    X(max_stub_ns)

#define CAPTURE_ANALYSIS_FIELDS(X) \
    X(gaps)                        \
    X(batch_packets)               \
    X(batch_entries)               \
    X(reads)                       \
    X(redundant_reads)             \
    X(redundant_bytes)             \
    X(delayed_acks)

#define CAPTURE_QUANTILES_FIELDS(X) \
    X(count)                        \
    X(sum)                          \
    X(min)                          \
    X(max)                          \
    X(lost)                         \
    X(unknown)

#define CAPTURE_TCP_FIELDS(X) \
    X(segments)               \
    X(retransmissions)        \
    X(overlaps)               \
    X(reordered)              \
    X(gaps)                   \
    X(gap_bytes)

#define CAPTURE_TOTALS_FIELDS(X) \
    X(flows)                     \
    X(foreign)                   \
    X(evicted)                   \
    X(refused)                   \
    X(start_ns)                  \
    X(end_ns)                    \
    X(resync_bytes)

#define CAPTURE_CONVERSATION_FIELDS(X) \
    X(number)                          \
    X(start_ns)                        \
    X(end_ns)                          \
    X(resync_bytes)

#define CAPTURE_SLOW_FIELDS(X) \
    X(latency_ns)              \
    X(request_ns)              \
    X(request_place)           \
    X(reply_place)             \
    X(conversation)

#define CAPTURE_FILE_FIELDS(X) \
    X(first_flow)              \
    X(start_ns)                \
    X(end_ns)                  \
    X(frames)

#define CAPTURE_LOG_FIELDS(X) \
    X(pieces)                 \
    X(untimed)                \
    X(cut)                    \
    X(restored)               \
    X(odd)

#define CAPTURE_SAVING_FIELDS(X) \
    X(packets)                   \
    X(entries)                   \
    X(best)                      \
    X(worst)

#define CAPTURE_HIDDEN_FIELDS(X) \
    X(breakpoints)               \
    X(least_stops)               \
    X(least_trips)               \
    X(most_stops)                \
    X(most_trips)

#endif

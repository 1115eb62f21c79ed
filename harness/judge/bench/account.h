/* What a run costs by phase: round trips, packets, bytes and time between two calls.
 * What lies outside of them is in no account: setup, symbols, starting stubs.
 * See account.c. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BENCH_ACCOUNT_H
#define RSP_BENCH_ACCOUNT_H

#include "bench.h"

/* Everything from here to account_end belongs to `phase`. Accounts do not nest. */
void account_begin(bench *b, rsp_bench_phase phase);
/* Ends the account of the phase; outside of an operation nothing is added up. */
void account_end(bench *b);

/* Counts the entries of the run's transcript: a rsp_transcript_observer with the bench as ctx. */
void account_observe(void *bench, const rsp_transcript *transcript, const rsp_entry *entry);

/* Bytes of memory that a step has moved; not in the setup. */
void account_memory(bench *b, uint64_t bytes);

#endif

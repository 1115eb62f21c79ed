/* The ranges that the client read last, which jThreadsInfo brings along for a thread that has stopped: a
 * debugger that reads them again at each stop need not ask. Sixteen ranges of at most 512 bytes, as
 * debugserver keeps them. Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_RECENT_READS_H
#define STUB_RECENT_READS_H

#include "recent.h"
#include "state.h"

/* Makes a range the newest one. Longer ones, and those of a stub that does not offer it, are not kept. */
void stub_recent_note(rsp_stub *s, int64_t pid, uint64_t addr, uint64_t len);

/* Forgets the ranges of a process; 0: of all. */
void stub_recent_forget(rsp_stub *s, int64_t pid);

/* Appends `,"memory":[...]` with what is there now, as far as `most` bytes hold it; nothing without ranges.
 */
void stub_recent_append(const rsp_stub *s, int64_t pid, size_t most, rsp_buf *json);

#endif

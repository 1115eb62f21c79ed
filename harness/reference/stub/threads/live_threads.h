/* The processes and threads that there are: whether any, the first, each.
 * One noun with three questions, asked wherever a request is about several threads.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_LIVE_THREADS_H
#define STUB_LIVE_THREADS_H

#include <rsp/payload.h>
#include <rsp/stub.h>

/* Whether any process is under control. */
bool stub_has_process(const rsp_stub *s);
/* The first thread of a process, with pid 0 of the first process; false: there is none. */
bool stub_first_thread(const rsp_stub *s, int64_t pid, rsp_ptid *out);
/* Each live thread once: start with {0, 0}; false at the end. */
bool stub_next_thread(const rsp_stub *s, rsp_ptid *thread);

#endif

/* The thread that a request acts on.
 * One noun, asked by all requests that read or write registers and memory.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_SELECTED_THREAD_H
#define STUB_SELECTED_THREAD_H

#include <rsp/payload.h>
#include <rsp/stub.h>

/* The thread that g, m, Z.. act on; picks a default one when nothing is selected yet. RSP_NOT_FOUND
 * without a process or when the selected one is gone. */
rsp_status stub_general_thread(rsp_stub *s, rsp_ptid *out);

/* LLDB's ";thread:<tid>;" suffix: takes it off *args and gives that thread, else the general thread. */
rsp_status stub_thread_of_request(rsp_stub *s, rsp_bytes *args, rsp_ptid *out);

#endif

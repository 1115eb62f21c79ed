/* A session of the debug adapter between a scripted editor and the reference stub, all in this process and in
 * virtual time: it ends, frees its memory, breaks no rule, and is the same when it is played again.
 * Input: two letters (what the stub can do, how long it lives), a line end, the stub's lies, the script. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_ADAPTER_SESSION_H
#define FUZZ_ADAPTER_SESSION_H

#include "fuzz.h"

/* Plays `in` once; some inputs again, or with memory that fails. With `lies` the lines up to `--` are the
 * stub's, see adapter_stub.h; the rest is the editor's, see scripted_editor.h. */
void adapter_session_check(rsp_bytes in, bool lies);

#endif

/* Calls of the program's functions that the editor's user asks for, in its console or in a watch.
 * The thread is put back, whatever becomes of the call.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_LOOK_PROGRAM_CALL_H
#define RSP_DAP_ADAPTER_LOOK_PROGRAM_CALL_H

#include "debuggee/function_call.h"
#include "look/state.h"

/* The result of a call in a frame. RSP_NOT_FOUND: there is no such function, and nothing is in the reply;
 * RSP_CANCELLED; else an error in the reply. Frames have to be looked up again behind it. */
rsp_status view_call_function(adapter_call *call, view_state *state, view_thread *thread,
                              const rsp_stack_frame *frame, const rsp_call_text *text,
                              rsp_value *out) RSP_MUST_USE;

#endif

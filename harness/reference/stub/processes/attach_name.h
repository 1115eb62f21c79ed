/* Attaching by the name of a program, now or once there is one.
 * While a client waits for a program no request is read: its stop reply is owed.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_ATTACH_NAME_H
#define STUB_ATTACH_NAME_H

#include "state.h"

/* Whether the client waits for a program. */
bool stub_waits_for_program(const rsp_stub *s);

/* Runs the target by about budget_insns, until the program is there; then it is attached, and the client is
 * answered. */
void stub_wait_for_program(rsp_stub *s, uint64_t budget_insns);

/* The client does not wait any more, and is told so. */
void stub_stop_waiting(rsp_stub *s);

#endif

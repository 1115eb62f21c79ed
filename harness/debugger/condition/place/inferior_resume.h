/* One stopped thread alone goes on for a moment, behind the back of the client's own run control.
 * All-stop: it has stopped again when the call returns, and all others never went on.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef CLIENT_INFERIOR_RESUME_H
#define CLIENT_INFERIOR_RESUME_H

#include <rsp/client.h>

/* Resumes `thread` by an action of vCont: "s", "c", "C0b". RSP_OK and the signal of the stop; RSP_UNEXPECTED
 * for the end of the process. What the client knows of registers is forgotten. */
rsp_status inferior_resume(rsp_client *client, rsp_ptid thread, const char *action, const rsp_mem *mem,
                           uint8_t *out_signal);

#endif

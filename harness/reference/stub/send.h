/* From payloads to wire bytes: one packet, one notification.
 * Not public. The endpoint frames, acknowledges and sends again;
 * the stub's output buffer is the caller's, and known during a call only. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_SEND_H
#define STUB_SEND_H

#include "state.h"

/* One packet to the client; and a notification, which is never sent again. */
void stub_send(rsp_stub *s, rsp_bytes payload);
void stub_notify(rsp_stub *s, const char *name, rsp_bytes payload);
/* Where bytes for the client go during a call; NULL between calls. */
void stub_use_output(rsp_stub *s, rsp_buf *out);

#endif

/* The notifications Stop and Stdio: when they are sent, and how the client fetches the rest.
 * Program output in all-stop goes through here, too.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_NONSTOP_H
#define STUB_NONSTOP_H

#include "state.h"

/* A queue of notifications: one is sent, the client fetches the others. */
typedef enum stub_notice {
    STUB_NOTICE_IDLE, /* nothing is announced */
    STUB_NOTICE_DUE,  /* to be announced once the reply of the request under way is out */
    STUB_NOTICE_OPEN, /* from the notification, or from `?`, to the OK that ends the sequence */
} stub_notice;

/* Announces the first of the queue unless a sequence is under way. */
void stub_announce(rsp_stub *s);

/* Stops in the queue are announced after the reply, unless a sequence is under way. */
void stub_announce_later(rsp_stub *s);

/* All that is due after the reply of a request. */
void stub_settle(rsp_stub *s);

/* The stop that was delivered last is known to the client now. */
void stub_acknowledge(rsp_stub *s);

/* Takes the first stop off the queue; its text goes to `out`. */
void stub_deliver(rsp_stub *s, rsp_buf *out);

/* Program output of the debuggee or of a breakpoint command. It waits until it is flushed. */
void stub_output(rsp_stub *s, rsp_bytes text);

/* Sends the output that waits, as far as that is legal now. */
void stub_flush_output(rsp_stub *s);
/* Sends the output that waits as O packets, whether that is legal or not. */
void stub_send_output(rsp_stub *s);

#endif

/* A conversation by hand: packets or raw bytes out, and what comes back printed in words.
 * Prints to standard output, with the latency of each reply.
 * The session keeps the protocol: framing, acknowledgments, resends, deadlines. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_SPEAKER_H
#define STUBBORN_SPEAKER_H

#include "cli/packet_printer.h"

#include <rsp/session.h>

enum { SPEAKER_ASKED = 16 };

/* A request that was printed: its reply may come late. */
typedef struct speaker_request_kept {
    rsp_request_id id;
    rsp_buf payload;
} speaker_request_kept;

/* All-zero but for session and timeout_ns is a valid start. */
typedef struct speaker {
    rsp_session *session; /* borrowed */
    uint64_t timeout_ns;  /* how long the first answer to raw bytes may take */
    packet_printer printer;
    speaker_request_kept asked[SPEAKER_ASKED]; /* by id, the newest */
    bool unanswered;                           /* a request or raw bytes had no answer; never reset here */
} speaker;

/* Frees what it keeps; not the session. */
void speaker_free(speaker *s);

/* Opens the connection as debuggers do, and prints in one line what was sent for it. `own_packets` as in
 * rsp_opening_options. A stub that is gone then is told by the line; what follows finds the session at its
 * end. */
void speaker_open(speaker *s, bool no_ack, const bool *own_packets);

/* Prints the request, sends it, and prints the reply, or why there is none; then what else has come. The
 * status of rsp_session_request. */
rsp_status speaker_request(speaker *s, rsp_bytes payload);

/* Prints the request and hands it to the session, which completes it later (rsp_session_take_answer). */
rsp_status speaker_ask(speaker *s, rsp_bytes payload, uint64_t timeout_ns,
                       rsp_request_id *out_id) RSP_MUST_USE;

/* Waits for the answer to a request. Ctrl-C gives the request up, which then counts as answered. The status
 * of rsp_session_await. */
rsp_status speaker_await(const speaker *s, rsp_request_id id, rsp_answer *out_answer) RSP_MUST_USE;

/* Prints a reply, or why there is none. What it says depends on the request: the last one that was printed,
 * or that of speaker_about. */
void speaker_print_answer(speaker *s, const rsp_answer *answer);

/* Names the request that the next replies answer. */
void speaker_about(speaker *s, rsp_bytes request);

/* Sends these bytes as they are, then prints what comes until nothing has come for a while. RSP_OK also
 * where nothing came (`unanswered`), else the session's end. */
rsp_status speaker_send_raw(speaker *s, rsp_bytes bytes);

/* Prints one event of the session. */
void speaker_print(speaker *s, const rsp_session_event *event);

/* Prints what has come unasked, without waiting: notifications, junk, packets, the program's output. */
void speaker_print_waiting(speaker *s);

/* Prints what comes during `period_ns`. RSP_OK, or the session's end. */
rsp_status speaker_listen(speaker *s, uint64_t period_ns);

#endif

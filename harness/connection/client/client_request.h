/* Requests that do not wait: queued in order, called back once, cancelled at any time.
 * The calls of the other client headers are these and a wait.
 * Callbacks come only from rsp_client_advance, rsp_client_poll and the calls that wait. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_REQUEST_H
#define RSP_CLIENT_REQUEST_H

#include <rsp/client.h>

RSP_BEGIN_DECLS

typedef uint64_t rsp_ticket; /* from 1 */

/* How a request ended. Slices are valid during the callback. */
typedef struct rsp_client_result {
    rsp_ticket ticket;
    rsp_status status;          /* as the call that waits returns it, or RSP_CANCELLED */
    rsp_error error;            /* where and why, for a status other than RSP_OK */
    bool sent;                  /* at least one byte of it was on its way */
    size_t num_packets;         /* requests sent for it */
    size_t num_failed;          /* flush, resume: sites that failed */
    rsp_bytes reply;            /* packet: decoded payload */
    const rsp_stop_reply *stop; /* resume: the stop, also of one that was cancelled; NULL for none */
} rsp_client_result;

/* Called exactly once for each accepted request, never from within a submit or cancel. May submit and cancel.
 * Must not call what waits, and must not free the client. */
typedef void (*rsp_client_done)(void *ctx, rsp_client *client, const rsp_client_result *result);

/* What is to be called back. `done` may be NULL. */
typedef struct rsp_client_callback {
    rsp_client_done done;
    void *ctx;
} rsp_client_callback;

/* All of them: RSP_OK and a ticket (may be NULL), or RSP_NO_MEMORY, RSP_LIMIT (RSP_LIMIT_CLIENT_REQUESTS
 * waiting), RSP_USAGE for bad arguments, and no callback. Requests are sent in order. Reads, writes and
 * packets follow each other without waiting in no-ack mode, as far as the session's max_in_flight; a flush, a
 * change of process and a resume wait for everything before them and hold back everything behind them until
 * they are complete (a resume in all-stop: until the program has stopped). */

/* `reads` and their buffers are the caller's and must stay until the callback. */
rsp_status rsp_client_submit_read(rsp_client *client, rsp_ticket *out_ticket, int64_t pid, rsp_read *reads,
                                  size_t num, rsp_client_callback callback) RSP_MUST_USE;
/* One range to write and what came of it. */
typedef struct rsp_memory_write {
    uint64_t addr;
    rsp_bytes data;     /* the caller's */
    size_t num_written; /* out: bytes written from the front without a gap; the stub has confirmed them */
    rsp_status
        status;     /* out: RSP_OK all of it; RSP_REFUSED an error reply; RSP_UNSUPPORTED neither X nor M;
                       RSP_RANGE it passes the end of the address space (nothing is sent); RSP_MALFORMED the
                       stub's answer made no sense; else what ended the request before it was written */
    int error_code; /* out: of an Enn reply, -1 for none */
} rsp_memory_write;

/* `writes` and their data are the caller's and must stay until the callback. Written in their order, to the
 * selected process or to `pid` (0: as it is), by X where the stub has it, else by M; cut by PacketSize, and
 * then piece after piece. RSP_OK when every range has its answer, good or bad. A request that is cancelled
 * completes behind the answer to what was sent, so that each range says what was written of it. */
rsp_status rsp_client_submit_write(rsp_client *client, rsp_ticket *out_ticket, int64_t pid,
                                   rsp_memory_write *writes, size_t num,
                                   rsp_client_callback callback) RSP_MUST_USE;
/* Site changes that are held when its turn comes. */
rsp_status rsp_client_submit_flush(rsp_client *client, rsp_ticket *out_ticket,
                                   rsp_client_callback callback) RSP_MUST_USE;
/* Flush, resume, stop: completes when the program has stopped; in non-stop at the first stop of a thread that
 * it resumed. `resume` is copied, NULL is continue. */
rsp_status rsp_client_submit_resume(rsp_client *client, rsp_ticket *out_ticket, const rsp_move *resume,
                                    rsp_client_callback callback) RSP_MUST_USE;
/* One packet with one reply; copied. `timeout_ns` 0 is the session's. */
rsp_status rsp_client_submit_packet(rsp_client *client, rsp_ticket *out_ticket, rsp_bytes payload,
                                    uint64_t timeout_ns, rsp_client_callback callback) RSP_MUST_USE;

/* Gives a request up; it completes as RSP_CANCELLED. What has not been sent is plucked out and never is. Of
 * what was sent the answers are read and dropped, but a flush still learns from them which sites are in, a
 * write how far it came, and they complete when they have; a running program is interrupted (0x03 in
 * all-stop; in non-stop vCtrlC, or vCont;t for one thread) and the request completes with the stop.
 * RSP_NOT_FOUND when it is complete or unknown; cancelling twice is fine. RSP_NO_MEMORY: nothing happened. */
rsp_status rsp_client_cancel(rsp_client *client, rsp_ticket ticket) RSP_MUST_USE;

/* Requests submitted here that are not complete; a run that rsp_client_run left running is none. */
size_t rsp_client_pending(const rsp_client *client);

/* Takes what the session has, moves requests on, and calls back. No I/O: for a session without a link,
 * between rsp_session_input and rsp_session_output. */
void rsp_client_advance(rsp_client *client);

/* The same on a link: sends, waits for one piece or until `until_ns`, advances. RSP_OK when something may
 * have happened, RSP_TIMEOUT, or the session's end. */
rsp_status rsp_client_poll(rsp_client *client, uint64_t until_ns) RSP_MUST_USE;

/* Polls until the ticket is complete (its callback was called). RSP_OK; RSP_TIMEOUT after `timeout_ns` (it
 * goes on); the status that ended the session is the request's, not this call's. RSP_NOT_FOUND. */
rsp_status rsp_client_await(rsp_client *client, rsp_ticket ticket, uint64_t timeout_ns) RSP_MUST_USE;

/* A packet that a stub need not know, otherwise as rsp_client_packet. One without a reply is waited for at
 * most 2 s and taken for unknown: RSP_UNSUPPORTED, as for all that are tried after it, which are not sent.
 * The program must not run, and nothing be pending. */
rsp_status rsp_client_try_packet(rsp_client *client, rsp_bytes payload, rsp_bytes *out_reply) RSP_MUST_USE;

RSP_END_DECLS

#endif

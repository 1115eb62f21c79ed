/* Jobs in order, and the packets that they have under way: what queue.c moves on.
 * read.c, write.c, flush.c, resume.c, packet.c and stops.c are the kinds of job.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_QUEUE_H
#define RSP_CLIENT_QUEUE_H

#include "client/client_request.h"

/* One request of the user. */
typedef struct client_job client_job;

/* A kind of job. `advance`, `answer` and `free` are required. */
typedef struct job_kind {
    /* Sends what it can now (client_send) or finishes (job_finish). True: jobs after it may send, too. */
    bool (*advance)(rsp_client *c, client_job *job);
    /* The answer to one of its packets; `token` is what was given to client_send. Not called once the job is
     * cancelled, unless it `learns`. */
    void (*answer)(rsp_client *c, client_job *job, void *token, const rsp_answer *answer);
    /* One of its packets was taken out of the queue before it was sent. */
    void (*plucked)(rsp_client *c, client_job *job, void *token);
    /* Cancelled while something runs for it. */
    void (*stop)(rsp_client *c, client_job *job);
    /* Just before it is called back: completes the result. */
    void (*ready)(rsp_client *c, client_job *job);
    void (*free)(rsp_client *c, client_job *job);
    bool learns;    /* answers count although it is cancelled, and it completes after the last of them */
    bool exclusive; /* starts when everything before it is complete, and holds back what is after it */
} job_kind;

/* How far a job is. */
typedef enum job_state {
    JOB_ACTIVE,   /* it has packets to send, or waits for answers */
    JOB_PARKED,   /* it waits for a stop in non-stop: stands in nobody's way */
    JOB_FINISHED, /* complete, and to be called back */
} job_state;

/* A job in the queue. What it works on is the caller's until its callback. */
struct client_job {
    client_job *next;
    const job_kind *kind;
    rsp_client_callback callback;
    rsp_client_result result; /* status: while it is not finished, RSP_OK or what it will fail with */
    size_t outstanding;       /* packets that are queued in the session or sent */
    job_state state;
    bool internal; /* nobody's request: not counted as pending */
    bool cancelled;
};

/* A packet that the session has. */
typedef struct client_flight {
    struct client_flight *next;
    rsp_request_id id;
    client_job *job; /* NULL: its job is gone */
    void *token;
} client_flight;

/* Where rsp_client_advance is. */
typedef enum client_loop {
    LOOP_IDLE,  /* outside it */
    LOOP_ROUND, /* in a round that has moved nothing yet */
    LOOP_AGAIN, /* something moved: another round is due */
} client_loop;

/* All-zero but for the memory is empty. */
typedef struct client_queue {
    client_job *first;
    client_job *last;
    size_t num;
    rsp_ticket last_ticket;
    client_flight *flight;
    client_flight *last_flight;
    size_t num_flight;
    client_loop loop;
    const client_job *front; /* the job that advances, where nothing unfinished is before it */
    rsp_status broken;       /* after a timeout: out of step with the stub, until rsp_client_resync */
} client_queue;

/* Waits for a request of a call that waits; its result is kept in *out (slices: valid until the next call).
 */
typedef struct client_wait {
    bool done;
    rsp_client_result result;
} client_wait;

/* A job of `size` bytes that begins with a client_job; NULL without memory. */
void *job_new(rsp_client *c, size_t size, const job_kind *kind, rsp_client_callback callback);
/* Puts it at the end; frees it for a status other than RSP_OK. */
rsp_status job_submit(rsp_client *c, client_job *job, rsp_ticket *out_ticket);
/* It waits for a stop and holds nobody back. */
void job_park(client_job *job);
/* It is complete: called back before the next poll or advance ends. Nothing when it is already. */
void job_finish(rsp_client *c, client_job *job, rsp_status status);
/* The same with words. */
void job_fail(rsp_client *c, client_job *job, rsp_status status, const char *what);

/* Gives a payload to the session for a job. A failure finishes the job: false. */
bool client_send(rsp_client *c, client_job *job, void *token, rsp_bytes payload, uint64_t timeout_ns);
/* Whether the session should get more packets now. */
bool client_has_room(const rsp_client *c);
/* Something moved: rsp_client_advance goes round once more. */
void client_progressed(rsp_client *c);
/* Whether rsp_client_advance is under way. */
bool client_is_advancing(const rsp_client *c);

/* RSP_OK for REPLY, UNSUPPORTED for empty, REFUSED for an error, else the outcome's; fills the error. */
rsp_status client_answer_status(const rsp_answer *answer, const char *packet, rsp_error *error);

/* The callback that fills a client_wait. */
void client_waited(void *ctx, rsp_client *c, const rsp_client_result *result);
/* A callback that fills `wait`. */
static inline rsp_client_callback client_wait_for(client_wait *wait) {
    return (rsp_client_callback){.done = client_waited, .ctx = wait};
}
/* Polls until the request is complete, and returns its status; gives it up if the session ends first. */
rsp_status client_wait_end(rsp_client *c, rsp_ticket ticket, client_wait *wait);

/* RSP_OK when calls that wait make sense: nothing runs in all-stop. */
rsp_status client_may_ask(rsp_client *c);

/* Keeps the error of a call that waits and returns its status. */
rsp_status client_keep(rsp_client *c, const rsp_error *error, rsp_status status);

/* Frees all jobs without calling back. */
void client_queue_free(rsp_client *c);

#endif

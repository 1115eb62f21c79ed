/* Jobs in order: who may send, whose answer is this, who is complete.
 * A job finishes wherever its work ends and is called back from one place only.
 * See client_request.h. */
/* SPDX-License-Identifier: MIT */
#include "client_state.h"

#include "core/limits.h"
#include "core/mem.h"
#include <assert.h>

/* --- jobs --- */

void *job_new(rsp_client *c, size_t size, const job_kind *kind, rsp_client_callback callback) {
    client_job *job = rsp_mem_calloc(c->options.mem, 1, size);
    if (!job)
        return NULL;
    job->kind = kind;
    job->callback = callback;
    return job;
}

rsp_status job_submit(rsp_client *c, client_job *job, rsp_ticket *out_ticket) {
    client_validate(c);
    if (c->queue.num >= RSP_LIMIT_CLIENT_REQUESTS) {
        job->kind->free(c, job);
        return RSP_LIMIT;
    }
    job->result.ticket = ++c->queue.last_ticket;
    if (c->queue.last)
        c->queue.last->next = job;
    else
        c->queue.first = job;
    c->queue.last = job;
    c->queue.num++;
    if (out_ticket)
        *out_ticket = job->result.ticket;
    return RSP_OK;
}

void job_park(client_job *job) {
    assert(job->state == JOB_ACTIVE);
    job->state = JOB_PARKED;
}

void job_finish(rsp_client *c, client_job *job, rsp_status status) {
    if (job->state == JOB_FINISHED)
        return;
    job->state = JOB_FINISHED;
    job->result.status = job->cancelled ? RSP_CANCELLED : status;
    job->result.error.status = job->result.status;
    if (job->cancelled)
        (void)rsp_fail(&job->result.error, RSP_CANCELLED, "cancelled");
    client_progressed(c);
}

void job_fail(rsp_client *c, client_job *job, rsp_status status, const char *what) {
    if (job->state != JOB_FINISHED)
        (void)rsp_fail(&job->result.error, status, "%s: %s", what, rsp_status_text(status));
    job_finish(c, job, status);
}

bool client_is_advancing(const rsp_client *c) {
    return c->queue.loop != LOOP_IDLE;
}

/* Outside rsp_client_advance there is no round to repeat: the next call looks at everything. */
void client_progressed(rsp_client *c) {
    if (c->queue.loop == LOOP_ROUND)
        c->queue.loop = LOOP_AGAIN;
}

static void unlink_job(rsp_client *c, const client_job *job) {
    client_job *before = NULL;
    for (client_job *at = c->queue.first; at != job; at = at->next)
        before = at;
    if (before)
        before->next = job->next;
    else
        c->queue.first = job->next;
    if (c->queue.last == job)
        c->queue.last = before;
    c->queue.num--;
}

static client_job *find_job(const rsp_client *c, rsp_ticket ticket) {
    client_job *job = c->queue.first;
    while (job && (job->result.ticket != ticket || job->state == JOB_FINISHED))
        job = job->next;
    return job;
}

size_t rsp_client_pending(const rsp_client *c) {
    size_t num = 0;
    for (const client_job *job = c->queue.first; job; job = job->next)
        num += !job->internal;
    return num;
}

/* --- packets of jobs --- */

bool client_has_room(const rsp_client *c) {
    return c->queue.num_flight < RSP_LIMIT_CLIENT_IN_FLIGHT;
}

bool client_send(rsp_client *c, client_job *job, void *token, rsp_bytes payload, uint64_t timeout_ns) {
    client_flight *flight = rsp_mem_calloc(c->options.mem, 1, sizeof *flight);
    rsp_status status = flight ? c->queue.broken : RSP_NO_MEMORY;
    if (status == RSP_OK)
        status = rsp_session_submit(c->session, &flight->id, payload, timeout_ns);
    if (status != RSP_OK) {
        rsp_mem_free(c->options.mem, flight);
        job_fail(c, job, status,
                 c->queue.broken != RSP_OK ? "out of step after a request without a reply" : "sending");
        return false;
    }
    flight->job = job;
    flight->token = token;
    if (c->queue.last_flight)
        c->queue.last_flight->next = flight;
    else
        c->queue.flight = flight;
    c->queue.last_flight = flight;
    c->queue.num_flight++;
    job->outstanding++;
    job->result.num_packets++;
    job->result.sent = true; /* unless it is plucked */
    client_progressed(c);
    return true;
}

static client_flight *take_flight(rsp_client *c, rsp_request_id id) {
    client_flight *before = NULL;
    client_flight *flight = c->queue.flight;
    for (; flight && flight->id != id; flight = flight->next)
        before = flight;
    if (!flight)
        return NULL;
    if (before)
        before->next = flight->next;
    else
        c->queue.flight = flight->next;
    if (c->queue.last_flight == flight)
        c->queue.last_flight = before;
    c->queue.num_flight--;
    return flight;
}

/* A request that was not answered leaves us out of step: its reply may still come, as the next one's. */
static void note_outcome(rsp_client *c, const rsp_answer *answer) {
    if (answer->outcome == RSP_OUTCOME_TIMEOUT)
        c->queue.broken = RSP_TIMEOUT;
}

static void deliver(rsp_client *c, const rsp_answer *answer) {
    client_flight *flight = take_flight(c, answer->id);
    if (!flight)
        return;
    client_job *job = flight->job;
    client_progressed(c);
    note_outcome(c, answer);
    if (job) {
        job->outstanding--;
        if (!job->cancelled || job->kind->learns)
            job->kind->answer(c, job, flight->token, answer);
    }
    rsp_mem_free(c->options.mem, flight);
}

rsp_status client_answer_status(const rsp_answer *answer, const char *packet, rsp_error *error) {
    switch ((int)answer->outcome) {
    case RSP_OUTCOME_REPLY:
        return RSP_OK;
    case RSP_OUTCOME_UNSUPPORTED:
        return rsp_fail(error, RSP_UNSUPPORTED, "the stub has no %s", packet);
    case RSP_OUTCOME_ERROR: {
        int code = answer->error_code;
        char text[64] = {0};
        for (size_t i = 0; code < 0 && i < answer->error_text.len && i + 1 < sizeof text; i++) {
            uint8_t byte = answer->error_text.ptr[i];
            text[i] = byte >= ' ' && byte < 0x7f ? (char)byte : '?';
        }
        if (code < 0)
            return rsp_fail(error, RSP_REFUSED, "%s is refused: %s", packet, text);
        return rsp_fail_offset(error, RSP_REFUSED, NULL, (uint64_t)code, "%s is answered by error %d", packet,
                               code);
    }
    default:
        break;
    }
    return rsp_fail(error, rsp_outcome_status(answer->outcome), "%s: %s", packet,
                    rsp_outcome_text(answer->outcome));
}

/* --- moving on --- */

static void take_all(rsp_client *c) {
    rsp_answer answer;
    rsp_session_event event;
    while (rsp_session_take_answer(c->session, &answer))
        deliver(c, &answer);
    while (rsp_session_take_event(c->session, &event, RSP_SESSION_ANY))
        client_on_event(c, &event);
}

/* Each job in turn, until one holds back what is behind it. */
static void send_all(rsp_client *c) {
    bool first = true;
    for (client_job *job = c->queue.first; job; job = job->next) {
        if (job->state == JOB_FINISHED || job->state == JOB_PARKED)
            continue;
        if (job->kind->exclusive && !first)
            return;
        c->queue.front = first ? job : NULL;
        bool done = !job->cancelled && job->kind->advance(c, job);
        if (job->cancelled && job->outstanding == 0)
            job_finish(c, job, RSP_CANCELLED);
        if (job->state == JOB_FINISHED || job->state == JOB_PARKED)
            continue;
        if (job->kind->exclusive || (!done && !job->cancelled))
            return;
        first = false;
    }
}

/* Nothing more will come: whoever waits for a stop waits in vain. */
static void fail_parked(rsp_client *c) {
    rsp_status state = rsp_session_state(c->session);
    for (client_job *job = c->queue.first; job && state != RSP_OK; job = job->next)
        if (job->state == JOB_PARKED)
            job_fail(c, job, state, "waiting for a stop");
}

/* Its packets that are still under way belong to nobody from now on. */
static void disown(rsp_client *c, const client_job *job) {
    for (client_flight *flight = c->queue.flight; flight; flight = flight->next)
        if (flight->job == job)
            flight->job = NULL;
}

static bool call_back_one(rsp_client *c) {
    client_job *job = c->queue.first;
    while (job && job->state != JOB_FINISHED)
        job = job->next;
    if (!job)
        return false;
    unlink_job(c, job);
    if (job->outstanding)
        disown(c, job);
    if (c->run.running == job)
        c->run.running = NULL;
    if (job->kind->ready)
        job->kind->ready(c, job);
    if (job->callback.done)
        job->callback.done(job->callback.ctx, c, &job->result);
    job->kind->free(c, job);
    return true;
}

void rsp_client_advance(rsp_client *c) {
    if (client_is_advancing(c))
        return;
    client_validate(c);
    do {
        c->queue.loop = LOOP_ROUND;
        take_all(c);
        fail_parked(c);
        send_all(c);
        c->queue.front = NULL;
        while (call_back_one(c))
            client_progressed(c);
    } while (c->queue.loop == LOOP_AGAIN);
    c->queue.loop = LOOP_IDLE;
    client_validate(c);
}

rsp_status rsp_client_poll(rsp_client *c, uint64_t until_ns) {
    client_validate(c);
    if (client_is_advancing(c))
        return RSP_USAGE;
    rsp_client_advance(c);
    rsp_status status = rsp_session_pump(c->session, until_ns);
    rsp_client_advance(c);
    return status;
}

/* --- waiting --- */

rsp_status rsp_client_await(rsp_client *c, rsp_ticket ticket, uint64_t timeout_ns) {
    client_validate(c);
    if (client_is_advancing(c))
        return RSP_USAGE;
    uint64_t deadline = rsp_deadline(rsp_session_now(c->session), timeout_ns);
    rsp_client_advance(c);
    if (ticket == 0 || ticket > c->queue.last_ticket)
        return RSP_NOT_FOUND;
    while (find_job(c, ticket)) {
        rsp_status status = rsp_client_poll(c, deadline);
        if (!find_job(c, ticket))
            break;
        if (status == RSP_USAGE || status == RSP_CANCELLED)
            return status;
        if (rsp_session_now(c->session) >= deadline)
            return RSP_TIMEOUT;
        /* A link in virtual time on which nothing is to come says so at once, and would for ever. */
        bool endless = deadline == RSP_NEVER_NS && rsp_session_deadline(c->session) == RSP_NEVER_NS;
        if (status == RSP_TIMEOUT && endless)
            return RSP_TIMEOUT;
    }
    return RSP_OK;
}

void client_waited(void *ctx, rsp_client *c, const rsp_client_result *result) {
    client_wait *wait = ctx;
    rsp_buf_clear(&c->reply);
    rsp_buf_append(&c->reply, result->reply);
    wait->result = *result;
    wait->result.reply = rsp_buf_bytes(&c->reply);
    if (c->reply.status != RSP_OK && result->status == RSP_OK)
        wait->result.status = rsp_fail(&wait->result.error, c->reply.status, "no memory for a reply");
    wait->done = true;
}

rsp_status client_keep(rsp_client *c, const rsp_error *error, rsp_status status) {
    if (status != RSP_OK) {
        c->error = *error;
        c->error.status = status;
    }
    return status;
}

/* The wait lives on the caller's stack: a request that does not end with the waiting is given up. */
rsp_status client_wait_end(rsp_client *c, rsp_ticket ticket, client_wait *wait) {
    rsp_status status = rsp_client_await(c, ticket, RSP_NEVER_NS);
    client_job *job = find_job(c, ticket);
    if (job)
        job->callback = (rsp_client_callback){0};
    if (job && status == RSP_OK)
        status = RSP_INTERNAL;
    if (wait->done)
        return client_keep(c, &wait->result.error, wait->result.status);
    if (rsp_client_cancel(c, ticket) == RSP_OK)
        rsp_client_advance(c);
    return rsp_fail(&c->error, status, "waiting for a reply: %s", rsp_status_text(status));
}

rsp_status client_may_ask(rsp_client *c) {
    if (client_is_advancing(c))
        return rsp_fail(&c->error, RSP_USAGE, "a call that waits, from within a callback");
    if (c->run.running)
        return rsp_fail(&c->error, RSP_USAGE, "the program is running");
    return RSP_OK;
}

/* --- cancelling --- */

/* Takes the job's unsent packets back. The session completes them as cancelled; they are nobody's then. */
static rsp_status pluck(rsp_client *c, client_job *job) {
    for (client_flight *flight = c->queue.flight; flight; flight = flight->next) {
        if (flight->job != job || rsp_session_is_sent(c->session, flight->id))
            continue;
        rsp_status status = rsp_session_cancel(c->session, flight->id);
        if (status != RSP_OK)
            return status == RSP_NOT_FOUND ? RSP_OK : status;
        if (job->kind->plucked)
            job->kind->plucked(c, job, flight->token);
        flight->job = NULL;
        job->outstanding--;
        job->result.num_packets--;
    }
    return RSP_OK;
}

rsp_status rsp_client_cancel(rsp_client *c, rsp_ticket ticket) {
    client_validate(c);
    client_job *job = find_job(c, ticket);
    if (!job)
        return RSP_NOT_FOUND;
    if (job->cancelled)
        return RSP_OK;
    rsp_status status = pluck(c, job);
    if (status != RSP_OK)
        return status;
    job->result.sent = job->result.num_packets > 0;
    job->cancelled = true;
    client_progressed(c);
    if (job->kind->stop)
        job->kind->stop(c, job);
    if (job->state == JOB_PARKED)
        return RSP_OK;
    if (job->outstanding == 0 || !job->kind->learns)
        job_finish(c, job, RSP_CANCELLED);
    return RSP_OK;
}

void client_queue_free(rsp_client *c) {
    client_queue *queue = &c->queue;
    while (queue->first) {
        client_job *job = queue->first;
        queue->first = job->next;
        job->kind->free(c, job);
    }
    while (queue->flight) {
        client_flight *flight = queue->flight;
        queue->flight = flight->next;
        rsp_mem_free(c->options.mem, flight);
    }
}

/* Stops: the last one, the queue of non-stop, and fetching what the stub has queued.
 * A stop reply is copied before it is taken apart, so that its slices live until the next one.
 * Source: GDB manual, Stop Reply Packets; Notification Packets; Remote Non-Stop. */
/* SPDX-License-Identifier: MIT */
#include "client_state.h"

#include "core/hex.h"
#include "core/limits.h"
#include "core/mem.h"
#include <assert.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* --- the last stop --- */

rsp_ptid client_stop_id(const rsp_client *c, const rsp_stop_reply *stop) {
    rsp_ptid id = {0};
    if (stop->has_thread)
        id = stop->thread;
    else if (stop->has_process)
        id.pid = stop->process;
    else
        id = c->run.thread;
    return id;
}

/* How many are there as far as stops tell: a fork makes one more, an end one less. */
static void count_processes(rsp_client *c, const rsp_stop_reply *stop, bool ended) {
    bool several = client_uses(c, RSP_USE_MULTIPROCESS) && stop->has_process;
    bool born = stop->kind == RSP_STOP_THREAD && client_uses(c, RSP_USE_MULTIPROCESS) &&
                (stop->reason == RSP_REASON_FORK || stop->reason == RSP_REASON_VFORK);
    if (ended && (!several || c->run.num_processes == 0))
        c->run.num_processes = 0;
    else if (ended)
        c->run.num_processes--;
    else if (c->run.num_processes == 0)
        c->run.num_processes = 1;
    c->run.num_processes += born;
    if (c->run.num_processes == 0)
        client_runs_over(c);
}

void client_stop_stale(rsp_client *c) {
    if (c->stops.state == STOP_FRESH)
        c->stops.state = STOP_STALE;
}

/* What GDB assumes, too: after a stop Hg means the thread that stopped. */
static void note_stop(rsp_client *c) {
    const rsp_stop_reply *stop = &c->stops.reply;
    bool ended = stop->kind == RSP_STOP_EXITED || stop->kind == RSP_STOP_TERMINATED;
    c->stops.state = STOP_FRESH;
    c->registers.block_fresh = false;
    if (!rsp_client_is_non_stop(c))
        c->selection.selected = stop->has_thread && !ended ? stop->thread : (rsp_ptid){0};
    count_processes(c, stop, ended);
}

rsp_status client_take_stop(rsp_client *c, rsp_bytes payload, rsp_error *error) {
    c->stops.state = STOP_NONE;
    rsp_buf_clear(&c->stops.text);
    rsp_buf_append(&c->stops.text, payload);
    if (c->stops.text.status != RSP_OK)
        return rsp_fail(error, c->stops.text.status, "no memory for a stop reply");
    rsp_status status = rsp_stop_reply_parse(&c->stops.reply, rsp_buf_bytes(&c->stops.text), error);
    if (status != RSP_OK)
        return status;
    c->stops.reply.signal = client_signal_of(c, c->stops.reply.signal);
    note_stop(c);
    return RSP_OK;
}

const rsp_stop_reply *rsp_client_stop(const rsp_client *c) {
    return c->stops.state != STOP_NONE ? &c->stops.reply : NULL;
}

rsp_ptid rsp_client_stop_thread(const rsp_client *c) {
    return c->stops.state != STOP_NONE ? client_stop_id(c, &c->stops.reply) : (rsp_ptid){0};
}

/* --- the queue of non-stop --- */

client_stop *client_stop_new(rsp_client *c, rsp_bytes payload) {
    client_stop *stop = rsp_mem_alloc(c->options.mem, sizeof *stop + payload.len);
    if (!stop)
        return NULL;
    *stop = (client_stop){.len = payload.len};
    if (payload.len)
        memcpy(stop->data, payload.ptr, payload.len);
    return stop;
}

bool client_stops_push(rsp_client *c, rsp_bytes payload) {
    client_stops *stops = &c->stops;
    client_stop *stop = stops->num < RSP_LIMIT_CLIENT_STOPS ? client_stop_new(c, payload) : NULL;
    if (!stop)
        return false;
    if (stops->last)
        stops->last->next = stop;
    else
        stops->first = stop;
    stops->last = stop;
    stops->num++;
    return true;
}

bool client_stops_again(rsp_client *c) {
    return client_stops_push(c, rsp_buf_bytes(&c->stops.text));
}

client_stop *client_stops_pop(rsp_client *c) {
    client_stops *stops = &c->stops;
    client_stop *stop = stops->first;
    if (!stop)
        return NULL;
    stops->first = stop->next;
    stops->num--;
    if (!stops->first)
        stops->last = NULL;
    return stop;
}

void client_stops_drop(rsp_client *c) {
    for (client_stop *stop = client_stops_pop(c); stop; stop = client_stops_pop(c))
        rsp_mem_free(c->options.mem, stop);
}

void client_stops_free(rsp_client *c) {
    client_stops_drop(c);
    rsp_buf_free(&c->stops.text);
}

void client_stops_validate(const client_stops *stops) {
    (void)stops; /* without assertions */
    assert((stops->num == 0) == (stops->first == NULL));
    assert((stops->num == 0) == (stops->last == NULL));
    assert(stops->num <= RSP_LIMIT_CLIENT_STOPS);
    assert(!stops->last || !stops->last->next);
    assert(stops->state <= STOP_FRESH);
    assert(stops->state == STOP_NONE || stops->text.len > 0);
}

/* --- events --- */

void client_on_event(rsp_client *c, const rsp_session_event *event) {
    rsp_bytes payload = event->payload;
    if (event->kind == RSP_SESSION_NOTIFICATION && rsp_client_is_non_stop(c) &&
        rsp_take_text(&payload, RSP_LIT("Stop:"))) {
        client_nonstop_stopped(c, payload);
        client_drain(c);
    } else if (c->options.on_event) {
        c->options.on_event(c->options.event_ctx, event);
    }
    client_progressed(c);
}

/* --- vStopped --- */

static bool drain_advance(rsp_client *c, client_job *job) {
    if (!job->outstanding && job->state != JOB_FINISHED)
        (void)client_send(c, job, NULL, rsp_packet_name(RSP_PACKET_VSTOPPED), 0);
    return true;
}

static void drain_answer(rsp_client *c, client_job *job, void *token, const rsp_answer *answer) {
    (void)token;
    bool stop = answer->outcome == RSP_OUTCOME_REPLY && rsp_stop_reply_is(answer->payload);
    bool again = c->stops.notified;
    c->stops.notified = false;
    if (stop)
        client_nonstop_stopped(c, answer->payload);
    else if (!again || answer->outcome != RSP_OUTCOME_REPLY)
        job_finish(c, job, RSP_OK);
}

static void drain_free(rsp_client *c, client_job *job) {
    if (c->stops.drain == job)
        c->stops.drain = NULL;
    rsp_mem_free(c->options.mem, job);
}

static const job_kind drain_kind = {.advance = drain_advance, .answer = drain_answer, .free = drain_free};

/* Without memory the stub waits: the next wait for a stop tries again. */
void client_drain(rsp_client *c) {
    /* One that comes while a round is under way came in one piece with the OK that ends it. */
    c->stops.notified = c->stops.drain && c->stops.drain->state != JOB_FINISHED;
    if (c->stops.notified)
        return;
    client_job *job = job_new(c, sizeof *job, &drain_kind, (rsp_client_callback){0});
    if (!job)
        return;
    job->internal = true;
    c->stops.drain = job;
    if (job_submit(c, job, NULL) != RSP_OK) /* which frees it */
        c->stops.drain = NULL;
}

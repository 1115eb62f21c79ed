/* The client's life, its names, and what is known of the stub.
 * Nothing is sent from here.
 * See client.h. */
/* SPDX-License-Identifier: MIT */
#include "client_state.h"

#include "core/limits.h"
#include "core/mem.h"
#include <assert.h>

rsp_client *rsp_client_new(rsp_session *session, const rsp_client_options *options) {
    const rsp_client_options set = options ? *options : (rsp_client_options){0};
    rsp_client *c = rsp_mem_calloc(set.mem, 1, sizeof *c);
    if (!c)
        return NULL;
    c->options = set;
    c->session = session;
    client_abilities_init(&c->stub, &c->options);
    c->request.mem = c->reply.mem = c->stops.text.mem = c->registers.block.mem = c->run.lead.mem = set.mem;
    c->registers.description.arena.mem = set.mem;
    client_validate(c);
    return c;
}

void rsp_client_free(rsp_client *c) {
    if (!c)
        return;
    client_validate(c);
    client_queue_free(c);
    client_stops_free(c);
    rsp_mem_free(c->options.mem, c->halted.ids);
    client_sites_free(c);
    client_registers_free(&c->registers);
    client_abilities_free(&c->stub);
    rsp_buf_free(&c->run.lead);
    rsp_buf_free(&c->request);
    rsp_buf_free(&c->reply);
    rsp_mem_free(c->options.mem, c);
}

rsp_session *rsp_client_session(const rsp_client *c) {
    return c->session;
}

const rsp_error *rsp_client_error(const rsp_client *c) {
    return &c->error;
}

static void validate_queue(const client_queue *queue) {
    (void)queue; /* without assertions */
    assert((queue->num == 0) == (queue->first == NULL));
    assert((queue->num == 0) == (queue->last == NULL));
    assert(queue->num <= RSP_LIMIT_CLIENT_REQUESTS);
    assert(!queue->last || (!queue->last->next && queue->last->result.ticket <= queue->last_ticket));
    assert((queue->num_flight == 0) == (queue->flight == NULL));
    assert((queue->num_flight == 0) == (queue->last_flight == NULL));
    assert(!queue->last_flight || !queue->last_flight->next);
    assert(!queue->front || queue->loop != LOOP_IDLE);
}

void client_validate(const rsp_client *c) {
    validate_queue(&c->queue);
    client_abilities_validate(&c->stub);
    client_stops_validate(&c->stops);
    bool non_stop = rsp_client_is_non_stop(c);
    (void)non_stop;
    /* Stops queue up, and threads run by themselves, in non-stop alone; there no job runs the program. */
    assert(non_stop || (c->stops.num == 0 && !c->run.some_unknown));
    assert(!c->run.running || (!non_stop && c->queue.num > 0));
    assert(!c->registers.block_fresh || c->registers.block.status == RSP_OK);
    assert(!c->sites.hurried || c->queue.num > 0);
}

bool rsp_client_has_program(const rsp_client *c) {
    return c->run.num_processes > 0;
}

bool rsp_client_is_running(const rsp_client *c) {
    return c->run.running != NULL;
}

rsp_status rsp_client_resync(rsp_client *c) {
    client_validate(c);
    rsp_client_advance(c);
    for (const client_job *job = c->queue.first; job; job = job->next)
        if (job->state != JOB_PARKED)
            return rsp_fail(&c->error, RSP_USAGE, "requests are not complete");
    rsp_status status = rsp_session_drain(c->session, NULL);
    if (status != RSP_OK)
        return rsp_fail(&c->error, status, "getting into step: %s", rsp_status_text(status));
    rsp_client_advance(c);
    c->queue.broken = RSP_OK;
    c->selection = (client_selection){0};
    return RSP_OK;
}

/* The client's life, its names, and what is known of the stub.
 * Nothing is sent from here.
 * See client.h. */
/* SPDX-License-Identifier: MIT */
#include "internal.h"

#include <rsp/limits.h>

const char *rsp_client_use_name(rsp_client_use use) {
    static const char *const names[] = {
#define USE_NAME(name, text) text,
        RSP_CLIENT_USE_LIST(USE_NAME)
#undef USE_NAME
    };
    return (size_t)use < RSP_ARRAY_LEN(names) ? names[use] : "?";
}

rsp_client *rsp_client_new(rsp_session *session, const rsp_client_options *options) {
    const rsp_client_options set = options ? *options : (rsp_client_options){0};
    rsp_client *c = rsp_mem_calloc(set.mem, 1, sizeof *c);
    if (!c)
        return NULL;
    c->options = set;
    c->session = session;
    c->packet_bytes = RSP_LIMIT_CLIENT_PACKET_BYTES;
    c->read_dialect = set.dialect;
    rsp_buf *const buffers[] = {&c->features, &c->request, &c->reply, &c->stop_text, &c->block};
    for (size_t i = 0; i < RSP_ARRAY_LEN(buffers); i++)
        buffers[i]->mem = set.mem;
    c->description.arena.mem = set.mem;
    for (int use = 0; use < RSP_USE_COUNT; use++)
        if (set.off & RSP_USE_BIT(use))
            c->support[use] = RSP_SUPPORT_OFF;
    return c;
}

void rsp_client_free(rsp_client *c) {
    if (!c)
        return;
    while (c->jobs) {
        client_job *job = c->jobs;
        c->jobs = job->next;
        job->kind->free(c, job);
    }
    while (c->flight) {
        client_flight *flight = c->flight;
        c->flight = flight->next;
        rsp_mem_free(c->options.mem, flight);
    }
    client_stops_free(c);
    client_sites_free(c);
    rsp_tdesc_free(&c->description);
    rsp_buf *const buffers[] = {&c->features, &c->request, &c->reply, &c->stop_text, &c->block};
    for (size_t i = 0; i < RSP_ARRAY_LEN(buffers); i++)
        rsp_buf_free(buffers[i]);
    rsp_mem_free(c->options.mem, c);
}

rsp_session *rsp_client_session(const rsp_client *c) {
    return c->session;
}

const rsp_error *rsp_client_error(const rsp_client *c) {
    return &c->error;
}

/* --- what is known --- */

bool client_uses(const rsp_client *c, rsp_client_use use) {
    return c->support[use] == RSP_SUPPORT_YES;
}

void client_learn(rsp_client *c, rsp_client_use use, rsp_client_support support) {
    if (c->support[use] != RSP_SUPPORT_OFF)
        c->support[use] = support;
}

rsp_client_support rsp_client_supports(const rsp_client *c, rsp_client_use use) {
    return (size_t)use < RSP_USE_COUNT ? c->support[use] : RSP_SUPPORT_NO;
}

rsp_bytes rsp_client_features(const rsp_client *c) {
    return rsp_buf_bytes(&c->features);
}

size_t rsp_client_packet_bytes(const rsp_client *c) {
    return c->packet_bytes;
}

unsigned rsp_client_vcont(const rsp_client *c) {
    return client_uses(c, RSP_USE_VCONT) ? c->vcont : 0;
}

bool rsp_client_is_non_stop(const rsp_client *c) {
    return c->non_stop;
}

bool rsp_client_is_multiprocess(const rsp_client *c) {
    return client_uses(c, RSP_USE_MULTIPROCESS);
}

rsp_client_dialect rsp_client_read_dialect(const rsp_client *c) {
    return c->read_dialect;
}

bool rsp_client_has_program(const rsp_client *c) {
    return c->num_processes > 0;
}

bool rsp_client_is_running(const rsp_client *c) {
    return c->running != NULL;
}

rsp_status rsp_client_resync(rsp_client *c) {
    rsp_client_advance(c);
    for (const client_job *job = c->jobs; job; job = job->next)
        if (!job->parked)
            return rsp_fail(&c->error, RSP_USAGE, "requests are not complete");
    rsp_status status = rsp_session_drain(c->session, NULL);
    if (status != RSP_OK)
        return rsp_fail(&c->error, status, "getting into step: %s", rsp_status_text(status));
    rsp_client_advance(c);
    c->broken = RSP_OK;
    c->selected = (rsp_ptid){0};
    return RSP_OK;
}

/* Stops that wait in the queue of non-stop, by their threads.
 * Conditions look whether a thread has one, and forget those that say nothing.
 * See stops.h. */
/* SPDX-License-Identifier: MIT */
#include "client_state.h"

#include "core/mem.h"
#include <rsp/packets.h>

static bool is_of_thread(const rsp_client *c, const client_stop *stop, rsp_ptid thread) {
    rsp_stop_reply reply;
    if (rsp_stop_reply_parse(&reply, rsp_bytes_make(stop->data, stop->len), NULL) != RSP_OK)
        return false;
    rsp_ptid id = client_stop_id(c, &reply);
    bool ended = reply.kind == RSP_STOP_EXITED || reply.kind == RSP_STOP_TERMINATED;
    return ended ? !reply.has_process || id.pid == thread.pid : rsp_ptid_equal(id, thread);
}

const client_stop *client_stops_find(const rsp_client *c, rsp_ptid thread) {
    const client_stop *stop = c->stops.first;
    while (stop && !is_of_thread(c, stop, thread))
        stop = stop->next;
    return stop;
}

/* Takes out the one behind `before`; NULL: the first. */
static client_stop *unlink_behind(client_stops *stops, client_stop *before) {
    client_stop *stop = before ? before->next : stops->first;
    if (!stop)
        return NULL;
    if (before)
        before->next = stop->next;
    else
        stops->first = stop->next;
    if (stops->last == stop)
        stops->last = before;
    stops->num--;
    return stop;
}

client_stop *client_stops_take(rsp_client *c, rsp_ptid thread) {
    client_stop *before = NULL;
    client_stop *stop = c->stops.first;
    while (stop && !is_of_thread(c, stop, thread)) {
        before = stop;
        stop = stop->next;
    }
    return stop ? unlink_behind(&c->stops, before) : NULL;
}

void client_stops_drop_idle(rsp_client *c) {
    client_stop *before = NULL;
    for (client_stop *stop = c->stops.first; stop;) {
        client_stop *next = stop->next;
        if (stop->len == 1 && stop->data[0] == 'N')
            rsp_mem_free(c->options.mem, unlink_behind(&c->stops, before));
        else
            before = stop;
        stop = next;
    }
}

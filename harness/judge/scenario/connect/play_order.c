/* Finds the latest order that a scenario's steps, requests and way to connect ask for.
 * A request with ${values} is identified by its beginning.
 * See play_order.h. */
/* SPDX-License-Identifier: MIT */
#include "connect/play_order.h"

#include "language/script.h"

#include <rsp/packet_ids.h>
#include <rsp/packets.h>

static play_order later(play_order a, play_order b) {
    return a > b ? a : b;
}

static play_order of_request(const payload_spec *request) {
    if (!request)
        return ORDER_PLAIN;
    rsp_packet_id id = rsp_packet_identify(request->w.text);
    if (rsp_packet_effect(id) & (RSP_EFFECT_ENDS | RSP_EFFECT_STARTS))
        return ORDER_ENDS;
    if (id == RSP_PACKET_QENABLE_COMPRESSION)
        return ORDER_OWN;
    return rsp_packet_effect(id) & RSP_EFFECT_SWITCHES ? ORDER_MODES : ORDER_PLAIN;
}

static play_order of_requests(const payloads_spec *list) {
    play_order latest = ORDER_PLAIN;
    for (size_t i = 0; list && i < list->num; i++)
        latest = later(latest, of_request(list->items[i]));
    return latest;
}

static play_order of_pipeline(const pipeline_spec *pipeline) {
    play_order latest = ORDER_PLAIN;
    for (size_t i = 0; i < pipeline->num; i++)
        latest = later(latest, of_request(pipeline->items[i]));
    for (size_t i = 0; pipeline->send && i < pipeline->send->num; i++)
        latest = later(latest, of_request(pipeline->send->items[i]));
    return latest;
}

static play_order of_action(const step_spec *step) {
    switch ((int)step->action) {
    case STEP_KEY_disconnect:
    case STEP_KEY_reconnect:
        return ORDER_OWN;
    case STEP_KEY_closed:
        return ORDER_ENDS;
    case STEP_KEY_send_raw:
    case STEP_KEY_prefixes:
    case STEP_KEY_fuzz:
    case STEP_KEY_second_client:
        return ORDER_ROUGH;
    case STEP_KEY_send:
        return of_request(step->send->alone ? step->send->alone : step->send->payload);
    case STEP_KEY_pipeline:
        return of_pipeline(step->pipeline);
    default:
        return ORDER_PLAIN;
    }
}

static play_order of_steps(const steps_spec *steps) {
    play_order latest = ORDER_PLAIN;
    for (size_t i = 0; steps && i < steps->num; i++)
        latest = later(latest, later(of_action(steps->items[i]), of_steps(steps->items[i]->steps)));
    return latest;
}

static play_order of_connection(const connect_spec *c) {
    if (!c)
        return ORDER_PLAIN;
    if (!spec_says(c->handshake, true) || !spec_says(c->qsupported, true) || c->first)
        return ORDER_BEGINS;
    if (c->features || c->remove)
        return ORDER_BEGINS;
    bool modes =
        spec_says(c->extended, false) || spec_says(c->non_stop, false) || spec_says(c->no_ack, false);
    return modes ? ORDER_MODES : c->add ? ORDER_FEATURES : ORDER_PLAIN;
}

/* The requests of `needs` are sent, too. If one of them switches a mode on, the scenario no longer finds the
 * stub as it wants to. */
static play_order of_needs(const needs_spec *needs) {
    if (!needs)
        return ORDER_PLAIN;
    play_order asked = later(of_requests(needs->answers), of_requests(needs->any_answer));
    asked = later(asked, of_requests(needs->no_answer));
    if (asked == ORDER_MODES)
        return ORDER_BEGINS;
    return needs->mode && needs->mode->word == MODE_NO_ACK ? later(asked, ORDER_MODES) : asked;
}

/* Scenarios that try to do harm. */
static play_order of_intent(const rsp_scenario *scenario) {
    for (size_t i = 0; i < scenario->num_covers; i++)
        if (strncmp(scenario->covers[i], "ROBUST-", 7) == 0)
            return ORDER_ROUGH;
    for (size_t i = 0; i < scenario->num_tags; i++)
        if (strcmp(scenario->tags[i], "hostile") == 0)
            return ORDER_ROUGH;
    return ORDER_PLAIN;
}

play_order play_order_of(const rsp_scenario *scenario) {
    const scenario_spec *spec = scenario->script->spec;
    play_order latest = later(of_connection(spec->connect), of_intent(scenario));
    latest = later(latest, of_needs(spec->needs));
    latest = later(latest, later(of_steps(spec->setup), of_steps(spec->steps)));
    return later(latest, of_steps(spec->teardown));
}

/* Two ends of conversations, one towards the debugger and
 * one towards the stub, and the lies between them. Whole
 * packets pass, each end acknowledges its own. See liar.h. */
/* SPDX-License-Identifier: MIT */
#include "debugger_fuzz/liar.h"

#include "codec/qxfer.h"
#include "core/text.h"
#include "link/wait_any.h"
#include "wire/endpoint.h"
#include <rsp/packet_ids.h>

enum { PIECE_BYTES = 64 * 1024, MOST_NAMES = 256, SHOWN_BYTES = 400, SEND_S = 5 };

/* How often a packet has been answered. */
typedef struct answered {
    char name[RSP_LIAR_NAME_BYTES];
    uint64_t times;
} answered;

/* The thread's own. */
typedef struct talk {
    rsp_liar *liar;
    rsp_link *debugger;
    rsp_endpoint to_debugger, to_stub;
    rsp_buf debugger_out, stub_out;
    rsp_endpoint check; /* reads what goes to the debugger as it does, and says nothing */
    rsp_buf request;    /* the last one */
    char name[RSP_LIAR_NAME_BYTES];
    answered names[MOST_NAMES];
    size_t num_names;
    bool harmful;
} talk;

static uint64_t *times_of(talk *t, const char *name) {
    size_t i = 0;
    while (i < t->num_names && strcmp(t->names[i].name, name) != 0)
        i++;
    if (i == MOST_NAMES)
        i = 0;
    if (i == t->num_names) {
        t->num_names++;
        memcpy(t->names[i].name, name, sizeof t->names[i].name);
    }
    return &t->names[i].times;
}

/* --- what is seen --- */

static void note(talk *t, const char *mark, rsp_bytes bytes) {
    rsp_liar *liar = t->liar;
    (void)pthread_mutex_lock(&liar->lock);
    if (liar->log.len > 2 * (size_t)RSP_LIAR_LOG_BYTES)
        rsp_buf_consume(&liar->log, liar->log.len - RSP_LIAR_LOG_BYTES);
    rsp_buf_printf(&liar->log, "%s ", mark);
    rsp_text_escape(&liar->log, rsp_bytes_sub(bytes, 0, SHOWN_BYTES), false);
    rsp_buf_printf(&liar->log, bytes.len > SHOWN_BYTES ? "... (%zu bytes)\n" : "\n", bytes.len);
    (void)pthread_mutex_unlock(&liar->lock);
}

static void note_request(talk *t) {
    rsp_bytes request = rsp_buf_bytes(&t->request);
    rsp_liar_state *s = &t->liar->state;
    (void)pthread_mutex_lock(&t->liar->lock);
    s->requests++;
    memcpy(s->last, t->name, sizeof s->last);
    s->owed = true;
    s->runs = s->runs || rsp_packet_runs(rsp_packet_identify(request));
    if (rsp_packet_take(&request, RSP_PACKET_QNON_STOP))
        s->non_stop = rsp_bytes_equal(request, RSP_LIT("1"));
    (void)pthread_mutex_unlock(&t->liar->lock);
}

static bool is_stop(rsp_bytes reply) {
    return reply.len > 0 && strchr("TSWXN", reply.ptr[0]);
}

static void note_reply(talk *t, rsp_bytes reply, bool changed) {
    rsp_liar_state *s = &t->liar->state;
    (void)pthread_mutex_lock(&t->liar->lock);
    s->owed = changed;
    s->runs = s->runs && !is_stop(reply);
    (void)pthread_mutex_unlock(&t->liar->lock);
}

static void note_moved(talk *t, bool over) {
    const uint64_t now = rsp_link_now(t->debugger);
    (void)pthread_mutex_lock(&t->liar->lock);
    t->liar->state.moved_ns = now;
    t->liar->state.over = over;
    (void)pthread_mutex_unlock(&t->liar->lock);
}

/* --- replies --- */

/* A window of the lie's document, where the request asks for one. */
static bool put_window(talk *t, const rsp_lie *lie) {
    rsp_qxfer asked;
    rsp_buf reply = {0};
    if (rsp_qxfer_parse(&asked, rsp_buf_bytes(&t->request), NULL) != RSP_OK)
        return false;
    const bool made = rsp_qxfer_window(&reply, lie->bytes, asked.offset, asked.length, 0) == RSP_OK;
    if (made) {
        note(t, "<~", rsp_buf_bytes(&reply));
        rsp_endpoint_put_payload(&t->to_debugger, rsp_buf_bytes(&reply));
    }
    rsp_buf_free(&reply);
    return made;
}

static void put_raw(talk *t, const rsp_lie *lie) {
    if (!lie)
        return;
    note(t, "<~ raw", lie->bytes);
    rsp_endpoint_put_raw(&t->to_debugger, lie->bytes);
}

/* The reply itself, or what stands for it. Whether that is another one. */
static bool put_reply(talk *t, rsp_bytes reply, const rsp_lie *lie) {
    const bool changed = lie && lie->kind != RSP_LIE_DOCUMENT;
    if (!lie || (lie->kind == RSP_LIE_DOCUMENT && !put_window(t, lie))) {
        note(t, "<-", reply);
        rsp_endpoint_put_payload(&t->to_debugger, reply);
        return false;
    }
    if (lie->kind == RSP_LIE_SILENCE)
        note(t, "<~ nothing instead of", reply);
    if (lie->kind == RSP_LIE_RAW)
        put_raw(t, lie);
    if (lie->kind == RSP_LIE_SAY) {
        note(t, "<~", lie->bytes);
        rsp_endpoint_put_payload(&t->to_debugger, lie->bytes);
    }
    return changed;
}

static void answer(talk *t, rsp_bytes reply) {
    const unsigned instead =
        1u << RSP_LIE_SAY | 1u << RSP_LIE_RAW | 1u << RSP_LIE_DOCUMENT | 1u << RSP_LIE_SILENCE;
    const rsp_lies *lies = t->liar->lies;
    uint64_t *times = times_of(t, t->name);
    const rsp_lie *lie = rsp_lies_find(lies, t->name, *times, instead);
    if (t->liar->samples)
        rsp_samples_add(t->liar->samples, t->name, reply, *times);
    put_raw(t, rsp_lies_find(lies, t->name, *times, 1u << RSP_LIE_BEFORE));
    const bool changed = put_reply(t, reply, lie);
    note_reply(t, lie && lie->kind == RSP_LIE_SAY ? lie->bytes : reply, changed);
    put_raw(t, rsp_lies_find(lies, t->name, *times, 1u << RSP_LIE_AFTER));
    ++*times;
}

/* --- the two ends --- */

static void take_request(talk *t, rsp_bytes payload) {
    rsp_buf_clear(&t->request);
    rsp_buf_append(&t->request, payload);
    rsp_sample_name(t->name, sizeof t->name, payload);
    note(t, "->", payload);
    note_request(t);
    if (t->liar->stub)
        rsp_endpoint_put_payload(&t->to_stub, payload);
    else
        answer(t, rsp_recorded_reply(&t->liar->recorded, payload));
}

/* 0x03 reaches the stub; a recording has no program that runs. */
static void take_interrupt(talk *t) {
    note(t, "-> interrupt", rsp_bytes_make(NULL, 0));
    if (t->liar->stub)
        rsp_endpoint_put_raw(&t->to_stub, RSP_LIT("\x03"));
    else
        answer(t, RSP_LIT("S02"));
}

static void hear_debugger(talk *t, rsp_bytes in) {
    while (in.len > 0) {
        rsp_wire_event event;
        in = rsp_bytes_from(in, rsp_endpoint_decode(&t->to_debugger, in, &event));
        const rsp_reception was = rsp_endpoint_take(&t->to_debugger, &event);
        if (event.kind == RSP_EVENT_INTERRUPT)
            take_interrupt(t);
        else if (was == RSP_RECEPTION_GOOD)
            take_request(t, event.wire);
    }
}

static void hear_stub(talk *t, rsp_bytes in) {
    while (in.len > 0) {
        rsp_wire_event event;
        in = rsp_bytes_from(in, rsp_endpoint_decode(&t->to_stub, in, &event));
        const rsp_reception was = rsp_endpoint_take(&t->to_stub, &event);
        if (event.kind == RSP_EVENT_NOTIFICATION)
            rsp_endpoint_put_raw(&t->to_debugger, event.raw);
        else if (was == RSP_RECEPTION_GOOD)
            answer(t, event.expanded);
    }
}

/* --- the loop --- */

/* The last look at what goes out, by one who reads it as the debugger does. */
static bool is_fine(talk *t) {
    for (rsp_bytes in = rsp_buf_bytes(&t->debugger_out); in.len > 0;) {
        rsp_wire_event event;
        in = rsp_bytes_from(in, rsp_endpoint_decode(&t->check, in, &event));
        t->harmful = t->harmful || (event.kind != RSP_EVENT_NONE && event.kind != RSP_EVENT_ACK &&
                                    rsp_lie_is_harmful(event.payload));
    }
    return !t->harmful && !rsp_lie_is_harmful(rsp_buf_bytes(&t->debugger_out));
}

static bool flush(rsp_link *link, rsp_buf *out) {
    const bool sent =
        out->len == 0 || rsp_link_send(link, rsp_buf_bytes(out),
                                       rsp_deadline(rsp_link_now(link), SEND_S * RSP_NS_PER_S)) == RSP_OK;
    rsp_buf_clear(out);
    return sent;
}

/* Bytes that are there now. False: the other end has gone. */
static bool hear(talk *t, rsp_link *link, void (*take)(talk *t, rsp_bytes in)) {
    rsp_buf in = {0};
    const rsp_status status = rsp_link_recv(link, &in, PIECE_BYTES, 0);
    if (status == RSP_OK)
        take(t, rsp_buf_bytes(&in));
    rsp_buf_free(&in);
    return status == RSP_OK || status == RSP_TIMEOUT;
}

static bool one_round(talk *t) {
    rsp_link *links[] = {t->debugger, t->liar->stub};
    unsigned ready = 0;
    if (rsp_link_wait_any(links, t->liar->stub ? 2 : 1, &ready, RSP_NEVER_NS) != RSP_OK)
        return false;
    bool goes_on = true;
    if (ready & 1u)
        goes_on = hear(t, t->debugger, hear_debugger);
    if (goes_on && (ready & 2u))
        goes_on = hear(t, t->liar->stub, hear_stub);
    if (t->liar->stub)
        goes_on = flush(t->liar->stub, &t->stub_out) && goes_on;
    if (!is_fine(t))
        return false;
    goes_on = flush(t->debugger, &t->debugger_out) && goes_on;
    note_moved(t, !goes_on);
    return goes_on;
}

static void serve(rsp_liar *liar, rsp_link *debugger) {
    static const rsp_endpoint_policy stub_policy = {.role = RSP_ENDPOINT_STUB,
                                                    .max_resent = 3,
                                                    .max_refused = 3,
                                                    .trusts_without_acks = true,
                                                    .follows_no_ack = true};
    static const rsp_endpoint_policy client_policy = {.role = RSP_ENDPOINT_CLIENT,
                                                      .max_resent = 3,
                                                      .max_refused = 3,
                                                      .trusts_without_acks = true,
                                                      .follows_no_ack = true};
    talk *t = rsp_mem_calloc(NULL, 1, sizeof *t);
    if (!t)
        return;
    *t = (talk){.liar = liar, .debugger = debugger};
    rsp_endpoint_init(&t->to_debugger, &stub_policy, &t->debugger_out);
    rsp_endpoint_init(&t->to_stub, &client_policy, &t->stub_out);
    rsp_endpoint_init(&t->check, &client_policy, NULL);
    while (!liar->stop && one_round(t))
        continue;
    note_moved(t, true);
    rsp_endpoint_free(&t->to_debugger);
    rsp_endpoint_free(&t->to_stub);
    rsp_endpoint_free(&t->check);
    rsp_buf_free(&t->debugger_out);
    rsp_buf_free(&t->stub_out);
    rsp_buf_free(&t->request);
    rsp_mem_free(NULL, t);
}

static void *work(void *ctx) {
    rsp_liar *liar = ctx;
    rsp_link *debugger = NULL;
    if (rsp_listener_accept(liar->listener, &debugger, RSP_NEVER_NS) == RSP_OK) {
        serve(liar, debugger);
        rsp_link_close(debugger);
    }
    rsp_listener_close(liar->listener);
    liar->listener = NULL;
    return NULL;
}

rsp_status rsp_liar_open(rsp_liar *liar, rsp_error *error) {
    const rsp_address any_port = {.kind = RSP_ADDRESS_TCP, .host = "127.0.0.1"};
    const rsp_listener_options options = {.link = {.stop = &liar->stop}};
    const rsp_status status = rsp_listener_open(&liar->listener, &any_port, &options, error);
    if (status != RSP_OK)
        return status;
    (void)pthread_mutex_init(&liar->lock, NULL);
    liar->port = rsp_listener_port(liar->listener);
    liar->runs = pthread_create(&liar->thread, NULL, work, liar) == 0;
    return liar->runs ? RSP_OK : rsp_fail(error, RSP_NO_MEMORY, "no thread for the stub of a debugger");
}

rsp_liar_state rsp_liar_look(rsp_liar *liar) {
    (void)pthread_mutex_lock(&liar->lock);
    const rsp_liar_state state = liar->state;
    (void)pthread_mutex_unlock(&liar->lock);
    return state;
}

void rsp_liar_end(rsp_liar *liar) {
    liar->stop = 1;
    if (liar->runs)
        (void)pthread_join(liar->thread, NULL);
    rsp_listener_close(liar->listener);
    liar->listener = NULL;
    liar->runs = false;
}

void rsp_liar_close(rsp_liar *liar) {
    const bool had_lock = liar->port != 0;
    rsp_liar_end(liar);
    if (had_lock)
        (void)pthread_mutex_destroy(&liar->lock);
    rsp_buf_free(&liar->log);
    *liar = (rsp_liar){0};
}

/* Requests wait in a ring until their reply comes; one that is pushed out, or still waits when the connection
 * ends, is listed without a reply. The pairing itself is rsp_exchanges'.
 * See exchange_list.h. */
/* SPDX-License-Identifier: MIT */
#include "capture/exchange_list.h"

#include "codec/reply.h"
#include "core/mem.h"
#include "trace/exchange.h"
#include <rsp/packet_ids.h>

enum { ASKED = 256 }; /* requests whose frame is remembered while they wait */

/* A request that has been sent. */
typedef struct asked_request {
    uint64_t entry;
    uint64_t frame;
    bool open; /* without a reply so far */
} asked_request;

struct rsp_exchange_list {
    const rsp_mem *mem; /* the conversation's */
    rsp_exchange_lists *lists;
    const rsp_conversation *conversation;
    rsp_exchanges exchanges;
    asked_request asked[ASKED];
    uint64_t last_ns;
    bool begun;
    rsp_listed_action action; /* the one under way */
};

const char *rsp_answer_name(unsigned answer) {
    static const char *const names[] = {
#define ANSWER_NAME(name, word) word,
        RSP_ANSWER_LIST(ANSWER_NAME)
#undef ANSWER_NAME
    };
    return answer < RSP_ARRAY_LEN(names) ? names[answer] : "?";
}

rsp_exchange_list *rsp_exchange_list_new(rsp_exchange_lists *lists, const rsp_conversation *conversation) {
    rsp_exchange_list *list = rsp_mem_calloc(conversation->analysis.mem, 1, sizeof *list);
    if (!list)
        return NULL;
    list->mem = list->exchanges.mem = conversation->analysis.mem;
    list->lists = lists;
    list->conversation = conversation;
    list->exchanges.midstream = !conversation->from_start;
    return list;
}

void rsp_exchange_list_free(rsp_exchange_list *list) {
    if (!list)
        return;
    rsp_exchanges_free(&list->exchanges);
    rsp_mem_free(list->mem, list);
}

static uint64_t since_origin(const rsp_exchange_list *list, uint64_t time_ns) {
    uint64_t origin = list->lists->origin_ns ? *list->lists->origin_ns : 0;
    return time_ns > origin ? time_ns - origin : 0;
}

/* --- actions -------------------------------------------------------------------------------------------- */

static void open_action(rsp_exchange_list *list, rsp_action action, uint64_t stop, uint64_t time_ns) {
    list->action = (rsp_listed_action){.conversation = list->conversation->number,
                                       .stop = stop,
                                       .action = action,
                                       .start_ns = since_origin(list, time_ns)};
}

static void close_action(rsp_exchange_list *list, uint64_t time_ns) {
    const rsp_exchange_sink *sink = &list->lists->sink;
    list->action.end_ns = since_origin(list, time_ns);
    if (sink->action && (list->action.round_trips > 0 || list->action.stop > 0))
        sink->action(sink->ctx, &list->action);
}

static bool reads_libraries(rsp_packet_id packet) {
    return packet == RSP_PACKET_QXFER_LIBRARIES_SVR4_READ || packet == RSP_PACKET_QXFER_LIBRARIES_READ ||
           packet == RSP_PACKET_JGET_LOADED_LIBS;
}

static void follow_action(rsp_exchange_list *list, const rsp_exchange *x, rsp_bytes request,
                          rsp_bytes reply) {
    if (rsp_action_begins(x->packet)) {
        close_action(list, x->request_ns);
        open_action(list, rsp_action_of(request, reply), list->action.stop + 1, x->request_ns);
    } else if (reads_libraries(x->packet) && list->action.action != RSP_ACTION_ATTACH) {
        list->action.action = RSP_ACTION_LIBRARY;
    }
    list->action.round_trips += !x->batched;
}

/* --- exchanges ------------------------------------------------------------------------------------------ */

static rsp_answer answer_of(rsp_bytes reply) {
    switch (rsp_reply_classify(reply).kind) {
    case RSP_REPLY_EMPTY:
        return RSP_ANSWER_EMPTY;
    case RSP_REPLY_OK:
        return RSP_ANSWER_OK;
    case RSP_REPLY_ERROR:
    case RSP_REPLY_ERROR_TEXT:
        return RSP_ANSWER_ERROR;
    case RSP_REPLY_OTHER:
        break;
    }
    return RSP_ANSWER_DATA;
}

static rsp_listed_exchange begin_row(rsp_exchange_list *list, const asked_request *asked,
                                     const rsp_entry *request) {
    return (rsp_listed_exchange){.number = ++list->lists->num,
                                 .conversation = list->conversation->number,
                                 .stop = list->action.stop,
                                 .action = list->action.action,
                                 .request_frame = asked ? asked->frame : 0,
                                 .at_ns = since_origin(list, request->time_ns),
                                 .request_bytes = request->wire_len,
                                 .packet = rsp_packet_identify(request->payload),
                                 .class_ = RSP_EXCHANGE_NONE,
                                 .timed = !list->conversation->untimed,
                                 .request = request->payload};
}

static asked_request *asked_at(rsp_exchange_list *list, uint64_t entry) {
    asked_request *asked = &list->asked[entry % ASKED];
    return asked->open && asked->entry == entry ? asked : NULL;
}

static void list_unanswered(rsp_exchange_list *list, const rsp_transcript *t, asked_request *asked) {
    rsp_entry request = {0};
    asked->open = false;
    if (!rsp_transcript_get(t, asked->entry, &request))
        return;
    rsp_listed_exchange row = begin_row(list, asked, &request);
    list->lists->sink.exchange(list->lists->sink.ctx, &row);
}

/* Those that were sent before entry `end` and have no reply, `most` of them at most. */
static void list_open(rsp_exchange_list *list, const rsp_transcript *t, uint64_t from, uint64_t end,
                      size_t most) {
    from = end - from > ASKED ? end - ASKED : from;
    for (uint64_t i = from; i < end && most > 0; i++) {
        asked_request *asked = asked_at(list, i);
        if (!asked)
            continue;
        list_unanswered(list, t, asked);
        most--;
    }
}

static void list_exchange(rsp_exchange_list *list, const rsp_transcript *t, const rsp_exchange *x,
                          const rsp_entry *reply) {
    rsp_entry request = {.time_ns = x->request_ns};
    asked_request *asked = asked_at(list, x->request);
    (void)rsp_transcript_get(t, x->request, &request);
    follow_action(list, x, request.payload, reply->payload);
    rsp_listed_exchange row = begin_row(list, asked, &request);
    row.packet = x->packet;
    row.class_ = x->class_;
    row.batched = x->batched;
    row.reply_frame = list->conversation->analysis.place;
    row.reply_bytes = reply->wire_len;
    row.reply = reply->payload;
    row.answer = answer_of(reply->payload);
    row.latency_ns = row.timed ? x->latency_ns : 0;
    if (asked)
        asked->open = false;
    list->lists->sink.exchange(list->lists->sink.ctx, &row);
}

/* One that is pushed out and waits no longer was left without a reply; one that still waits may be answered.
 */
static void note_request(rsp_exchange_list *list, const rsp_transcript *t, const rsp_entry *e) {
    asked_request *asked = &list->asked[e->index % ASKED];
    const rsp_pending_request *oldest = rsp_exchanges_oldest(&list->exchanges);
    if (asked->open && (!oldest || oldest->entry > asked->entry))
        list_unanswered(list, t, asked);
    *asked = (asked_request){.entry = e->index, .frame = list->conversation->analysis.place, .open = true};
}

static void end_list(rsp_exchange_list *list, const rsp_transcript *t, const rsp_entry *e) {
    list_open(list, t, 0, e->index, ASKED);
    close_action(list, list->last_ns);
    open_action(list, RSP_ACTION_ATTACH, 0, e->time_ns);
}

void rsp_exchange_list_observe(void *ctx, const rsp_transcript *t, const rsp_entry *e) {
    rsp_exchange_list *list = ctx;
    rsp_pairing pairing;
    if (!list->begun)
        open_action(list, RSP_ACTION_ATTACH, 0, e->time_ns);
    list->begun = true;
    if (e->kind == RSP_ENTRY_CLOSE || e->kind == RSP_ENTRY_CONNECT)
        end_list(list, t, e);
    else
        list->last_ns = e->time_ns;
    rsp_status status = rsp_exchanges_feed(&list->exchanges, t, e, &pairing);
    if (status != RSP_OK && list->lists->status == RSP_OK)
        list->lists->status = status;
    if (e->kind == RSP_ENTRY_GAP && rsp_exchanges_outstanding(&list->exchanges) == 0)
        list_open(list, t, 0, e->index, ASKED);
    if (pairing.num_lost > 0)
        list_open(list, t, pairing.lost, e->index, pairing.num_lost);
    if (pairing.role == RSP_ROLE_REQUEST)
        note_request(list, t, e);
    if (pairing.have_exchange)
        list_exchange(list, t, &pairing.exchange, e);
}

/* --- all conversations ---------------------------------------------------------------------------------- */

static void *begin_list(void *ctx, rsp_transcript *transcript, const rsp_conversation *conversation) {
    rsp_exchange_lists *lists = ctx;
    rsp_exchange_list *list = rsp_exchange_list_new(lists, conversation);
    if (list && rsp_transcript_observe(transcript, rsp_exchange_list_observe, list))
        return list;
    lists->status = RSP_NO_MEMORY;
    rsp_exchange_list_free(list);
    return NULL;
}

static void end_of_list(void *ctx, void *observer, const rsp_transcript *transcript,
                        const rsp_conversation *conversation) {
    (void)ctx;
    (void)transcript;
    (void)conversation;
    rsp_exchange_list_free(observer);
}

void rsp_exchange_lists_collect(rsp_exchange_lists *lists, rsp_conversations_options *options) {
    options->begin = begin_list;
    options->end = end_of_list;
    options->ctx = lists;
}

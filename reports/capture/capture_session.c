/* One observer per conversation feeds the list of exchanges and what-if.
 * An action's savings are what the sums grew by while it went on.
 * See capture_session.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/capture/capture_session.h"
#include "core/text.h"

#include "capture/exchange_filter.h"
#include "core/limits.h"
#include "document/page.h"
#include "page/grid.h"
#include "reports/capture/capture_report.h"
#include <inttypes.h>
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdlib.h>

enum { TEXT_BYTES = 64 }; /* of a request or reply that are shown */

/* X(id, key, title, form, room) */
#define EXCHANGE_COLUMNS(X)                                        \
    X(NUMBER, "number", "no.", COUNT, ALWAYS)                      \
    X(AT, "at", "at", TIME, ALWAYS)                                \
    X(LATENCY, "latency", "took", TIME, ALWAYS)                    \
    X(STOP, "stop", "stop", COUNT, WIDE)                           \
    X(KIND, "kind", "packet", NAME, WIDE)                          \
    X(REQUEST, "request", "request", CODE, ALWAYS)                 \
    X(REPLY, "reply", "reply", CODE, WIDE)                         \
    X(MEANING, "meaning", "in words", TEXT, DETAIL)                \
    X(ANSWER, "answer", "answer", NAME, DETAIL)                    \
    X(ACTION, "action", "action", NAME, DETAIL)                    \
    X(PHASE, "phase", "whose time", NAME, DETAIL)                  \
    X(ADDRESS, "address", "address", ADDRESS, DETAIL)              \
    X(LENGTH, "length", "length", COUNT, DETAIL)                   \
    X(SENT, "sent", "bytes sent", COUNT, DETAIL)                   \
    X(GOT, "got", "bytes got", COUNT, DETAIL)                      \
    X(CONVERSATION, "conversation", "conversation", COUNT, DETAIL) \
    X(FRAME, "frame", "frame", COUNT, DETAIL)

/* Savings: packets as recorded, and in batches at best and at worst. */
#define ACTION_COLUMNS(X)                              \
    X(A_STOP, "stop", "stop", COUNT, ALWAYS)           \
    X(A_KIND, "action", "action", NAME, ALWAYS)        \
    X(A_START, "start", "start", TIME, ALWAYS)         \
    X(A_END, "end", "end", TIME, ALWAYS)               \
    X(A_TRIPS, "trips", "round trips", COUNT, ALWAYS)  \
    X(A_READS, "reads", "reads", COUNT, ALWAYS)        \
    X(A_READS_BEST, "reads_best", "", COUNT, ALWAYS)   \
    X(A_READS_WORST, "reads_worst", "", COUNT, ALWAYS) \
    X(A_POINTS, "points", "", COUNT, ALWAYS)           \
    X(A_POINTS_BEST, "points_best", "", COUNT, ALWAYS) \
    X(A_POINTS_WORST, "points_worst", "", COUNT, ALWAYS)

#define COLUMN_ID(id, key, title, form, room) id,
#define COLUMN_ROW(id, key, title, form, room) {(key), (title), RSP_GRID_##form, RSP_GRID_##room},

enum { EXCHANGE_COLUMNS(COLUMN_ID) };
enum { ACTION_COLUMNS(COLUMN_ID) };

static const rsp_grid_column exchange_columns[] = {EXCHANGE_COLUMNS(COLUMN_ROW)};
static const rsp_grid_column action_columns[] = {ACTION_COLUMNS(COLUMN_ROW)};

/* A conversation under way. */
typedef struct watched_conversation {
    rsp_capture_session *session;
    rsp_exchange_list *list;
    rsp_whatif whatif;
    rsp_saving reads; /* at the end of the last action */
    rsp_saving points;
} watched_conversation;

struct rsp_capture_session {
    rsp_exchange_lists lists;
    rsp_whatif whatif; /* of conversations that ended; its packet size is given to all */
    rsp_grid exchanges;
    rsp_grid actions;
    rsp_saving kept_reads; /* in `actions` */
    rsp_saving kept_points;
    watched_conversation *now; /* whose entry is being taken */
    rsp_buf words;
};

static void put_known(rsp_grid *grid, size_t column, uint64_t value, bool known) {
    if (known)
        rsp_grid_number(grid, column, value);
    else
        rsp_grid_none(grid, column);
}

static void put_word(rsp_grid *grid, size_t column, const char *word) {
    rsp_grid_text(grid, column, rsp_bytes_str(word), 0);
}

static void put_texts(rsp_grid *grid, rsp_buf *words, const rsp_listed_exchange *x) {
    rsp_buf_clear(words);
    rsp_listed_request_explain(words, x, 16);
    rsp_grid_text(grid, REQUEST, x->request, TEXT_BYTES);
    rsp_grid_text(grid, MEANING, rsp_buf_bytes(words), 0);
    if (x->answer == RSP_ANSWER_NONE)
        rsp_grid_none(grid, REPLY);
    else
        rsp_grid_text(grid, REPLY, x->reply, TEXT_BYTES);
}

static void put_memory(rsp_grid *grid, const rsp_listed_exchange *x) {
    uint64_t address = 0;
    uint64_t length = 0;
    const bool known = rsp_listed_memory(x, &address, &length);
    if (known)
        rsp_grid_address(grid, ADDRESS, address);
    else
        rsp_grid_none(grid, ADDRESS);
    put_known(grid, LENGTH, length, known);
}

static void keep_exchange(void *ctx, const rsp_listed_exchange *x) {
    static const char *const phases[] = {"stub", "program",
                                         "none"}; /* by rsp_exchange_class, as in filters */
    rsp_capture_session *s = ctx;
    rsp_grid *grid = &s->exchanges;
    const bool answered = x->answer != RSP_ANSWER_NONE;
    if (grid->rows >= RSP_LIMIT_PAGE_EXCHANGES) {
        grid->left_out++;
        return;
    }
    rsp_grid_number(grid, NUMBER, x->number);
    put_known(grid, AT, x->at_ns, x->timed);
    put_known(grid, LATENCY, x->latency_ns, x->timed && answered);
    rsp_grid_number(grid, STOP, x->stop);
    rsp_grid_text(grid, KIND, rsp_capture_kind_name((int)x->packet), 0);
    put_texts(grid, &s->words, x);
    put_word(grid, ANSWER, rsp_answer_name(x->answer));
    put_word(grid, ACTION, rsp_action_key(x->action));
    put_word(grid, PHASE, (unsigned)x->class_ < RSP_ARRAY_LEN(phases) ? phases[x->class_] : "?");
    put_memory(grid, x);
    rsp_grid_number(grid, SENT, x->request_bytes);
    put_known(grid, GOT, x->reply_bytes, answered);
    rsp_grid_number(grid, CONVERSATION, x->conversation);
    put_known(grid, FRAME, x->request_frame, x->request_frame > 0);
    rsp_grid_end_row(grid);
}

static rsp_saving grown(const rsp_saving *now, const rsp_saving *before) {
    return (rsp_saving){.packets = now->packets - before->packets,
                        .best = now->best - before->best,
                        .worst = now->worst - before->worst};
}

static void put_saving(rsp_grid *grid, size_t column, const rsp_saving *saving, rsp_saving *sum) {
    rsp_grid_number(grid, column, saving->packets);
    rsp_grid_number(grid, column + 1, saving->best);
    rsp_grid_number(grid, column + 2, saving->worst);
    sum->packets += saving->packets;
    sum->best += saving->best;
    sum->worst += saving->worst;
}

static void keep_action(void *ctx, const rsp_listed_action *action) {
    rsp_capture_session *s = ctx;
    rsp_grid *grid = &s->actions;
    const rsp_saving reads = grown(&s->now->whatif.reads, &s->now->reads);
    const rsp_saving points = grown(&s->now->whatif.points, &s->now->points);
    s->now->reads = s->now->whatif.reads;
    s->now->points = s->now->whatif.points;
    if (grid->rows >= RSP_LIMIT_PAGE_ACTIONS) {
        grid->left_out++;
        return;
    }
    rsp_grid_number(grid, A_STOP, action->stop);
    put_word(grid, A_KIND, rsp_action_name(action->action));
    rsp_grid_number(grid, A_START, action->start_ns);
    rsp_grid_number(grid, A_END, action->end_ns);
    rsp_grid_number(grid, A_TRIPS, action->round_trips);
    put_saving(grid, A_READS, &reads, &s->kept_reads);
    put_saving(grid, A_POINTS, &points, &s->kept_points);
    rsp_grid_end_row(grid);
}

rsp_capture_session *rsp_capture_session_new(uint64_t packet_size) {
    rsp_capture_session *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->whatif.packet_size = packet_size;
    s->lists.sink = (rsp_exchange_sink){.exchange = keep_exchange, .action = keep_action, .ctx = s};
    s->exchanges.columns = exchange_columns;
    s->exchanges.num_columns = RSP_ARRAY_LEN(exchange_columns);
    s->actions.columns = action_columns;
    s->actions.num_columns = RSP_ARRAY_LEN(action_columns);
    return s;
}

void rsp_capture_session_free(rsp_capture_session *s) {
    if (!s)
        return;
    rsp_grid_free(&s->exchanges);
    rsp_grid_free(&s->actions);
    rsp_buf_free(&s->words);
    free(s);
}

/* --- observing ------------------------------------------------------------------------------------------ */

/* What-if first: what an exchange adds to it belongs to the action that it ends. */
static void observe(void *ctx, const rsp_transcript *t, const rsp_entry *e) {
    watched_conversation *w = ctx;
    w->session->now = w;
    rsp_whatif_observe(&w->whatif, t, e);
    rsp_exchange_list_observe(w->list, t, e);
}

static void free_watched(watched_conversation *w) {
    if (!w)
        return;
    rsp_exchange_list_free(w->list);
    rsp_whatif_free(&w->whatif);
    free(w);
}

static void *begin(void *ctx, rsp_transcript *transcript, const rsp_conversation *conversation) {
    rsp_capture_session *s = ctx;
    watched_conversation *w = calloc(1, sizeof *w);
    if (w) {
        w->session = s;
        w->list = rsp_exchange_list_new(&s->lists, conversation);
        w->whatif.packet_size = s->whatif.packet_size;
        w->whatif.exchanges.midstream = !conversation->from_start;
    }
    if (w && w->list && rsp_transcript_observe(transcript, observe, w))
        return w;
    s->lists.status = RSP_NO_MEMORY;
    free_watched(w);
    return NULL;
}

static void end(void *ctx, void *observer, const rsp_transcript *transcript,
                const rsp_conversation *conversation) {
    rsp_capture_session *s = ctx;
    watched_conversation *w = observer;
    (void)transcript;
    (void)conversation;
    if (w)
        rsp_whatif_merge(&s->whatif, &w->whatif);
    else
        s->whatif.status = RSP_NO_MEMORY;
    free_watched(w);
}

void rsp_capture_session_collect(rsp_capture_session *s, rsp_conversations_options *options) {
    options->begin = begin;
    options->end = end;
    options->ctx = s;
}

void rsp_capture_session_begin(rsp_capture_session *s, const uint64_t *origin_ns) {
    s->lists.origin_ns = origin_ns;
}

rsp_whatif *rsp_capture_session_whatif(rsp_capture_session *s) {
    return &s->whatif;
}

rsp_capture_kept rsp_capture_session_kept(const rsp_capture_session *s) {
    return (rsp_capture_kept){.exchanges = s->exchanges.rows,
                              .exchanges_left_out = s->exchanges.left_out,
                              .actions = s->actions.rows,
                              .actions_left_out = s->actions.left_out};
}

/* --- the data of the page ------------------------------------------------------------------------------- */

/* `key` is that of the columns of actions; what none of them has is the rest. */
static void append_saving(rsp_buf *out, const char *name, const char *key, const rsp_saving *rest) {
    rsp_text_printf(out, "{\"name\":\"%s\",\"key\":\"%s\",\"rest\":{\"packets\":%" PRIu64, name, key,
                    rest->packets);
    rsp_buf_printf(out, ",\"best\":%" PRIu64 ",\"worst\":%" PRIu64 "}}", rest->best, rest->worst);
}

/* Conditions belong to breakpoints, not to actions: all of them are rest. */
static void append_session(rsp_buf *out, const rsp_capture_session *s, const rsp_capture_report *r) {
    const rsp_whatif *w = &s->whatif;
    const rsp_saving reads = grown(&w->reads, &s->kept_reads);
    const rsp_saving points = grown(&w->points, &s->kept_points);
    const uint64_t recorded = rsp_capture_files_ns(r->files, r->num_files);
    rsp_buf_printf(out, "{\"end\":%" PRIu64 ",\"recorded_ns\":%" PRIu64 ",\"round_trips\":%" PRIu64, recorded,
                   recorded, r->totals->analysis.metrics.round_trips);
    rsp_buf_printf(out, ",\"rtt\":%" PRIu64 ",\"savings\":[", r->rtt_ns);
    append_saving(out, rsp_packet_text(RSP_PACKET_MULTI_MEM_READ), "reads", &reads);
    rsp_buf_push(out, ',');
    append_saving(out, rsp_packet_text(RSP_PACKET_MULTI_BREAKPOINT), "points", &points);
    rsp_buf_printf(out,
                   "],\"conditions\":{\"stops\":%" PRIu64 ",\"least\":%" PRIu64 ",\"most\":%" PRIu64 "}}",
                   w->hidden.most_stops, w->hidden.least_trips, w->hidden.most_trips);
}

static rsp_status append_grid(rsp_buf *out, const char *id, const rsp_grid *grid,
                              const rsp_grid_about *about) {
    rsp_buf json = {.mem = out->mem};
    rsp_status status = rsp_grid_json(&json, grid, about);
    rsp_page_data(out, id, rsp_buf_bytes(&json));
    rsp_buf_free(&json);
    return status;
}

rsp_status rsp_capture_session_data(rsp_buf *out, const rsp_capture_session *s,
                                    const rsp_capture_report *report) {
    static const rsp_grid_about exchanges = {.title = "All exchanges",
                                             .what = "exchanges",
                                             .one = "Exchange",
                                             .hint = "words, or: kind == m && latency > 1ms",
                                             .within = "conversation"};
    rsp_buf session = {.mem = out->mem};
    rsp_status status = append_grid(out, "exchanges", &s->exchanges, &exchanges);
    rsp_status more = append_grid(out, "actions", &s->actions, &(rsp_grid_about){.what = "actions"});
    append_session(&session, s, report);
    rsp_page_data(out, "session", rsp_buf_bytes(&session));
    rsp_buf_free(&session);
    status = status != RSP_OK ? status : more;
    status = status != RSP_OK ? status : s->lists.status;
    return status != RSP_OK ? status : out->status;
}

/* The exchanges of a conversation one by one, and the actions of the debugger that they belong to.
 * An observer of a transcript; it holds a bounded number of open requests and nothing else.
 * Captures, logs and live sessions look the same here. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_EXCHANGE_LIST_H
#define RSP_EXCHANGE_LIST_H

#include "capture/conversation.h"

RSP_BEGIN_DECLS

/* What became of a request. X(name, word) */
#define RSP_ANSWER_LIST(X) \
    X(NONE, "none")        \
    X(EMPTY, "empty")      \
    X(OK, "ok")            \
    X(ERROR, "error")      \
    X(DATA, "data")

/* The answer to a request at sight. NONE: no reply was seen. */
typedef enum rsp_answer {
#define RSP_ANSWER_ENUM(name, word) RSP_ANSWER_##name,
    RSP_ANSWER_LIST(RSP_ANSWER_ENUM)
#undef RSP_ANSWER_ENUM
        RSP_ANSWERS,
} rsp_answer;

/* "none", "ok" and so on; "?" for an unknown value. */
const char *rsp_answer_name(unsigned answer);

/* One request with its reply, or without one. Payloads are borrowed for the call. */
typedef struct rsp_listed_exchange {
    uint64_t number;        /* from 1, in the order in which exchanges were complete */
    uint64_t conversation;  /* its number, as `capture analyze` prints it */
    uint64_t stop;          /* how many resumes came before it; the resume itself counts. 0: the attach */
    rsp_action action;      /* of that stop, as far as it is known; the whole action tells it at its end */
    uint64_t request_frame; /* in the capture, or the line of a log; 0: not known */
    uint64_t reply_frame;   /* 0: no reply */
    uint64_t at_ns;         /* of the request, since `origin_ns` of the list */
    uint64_t latency_ns;    /* 0 without a reply, and where `timed` is false */
    uint64_t request_bytes; /* on the wire, without acknowledgments */
    uint64_t reply_bytes;
    rsp_packet_id packet;
    rsp_exchange_class class_; /* whose time it is. NONE: no reply */
    rsp_answer answer;
    bool timed;        /* at_ns and latency_ns are known: not so in logs without times */
    bool batched;      /* another request was outstanding when it was sent */
    rsp_bytes request; /* as sent; empty where it is no longer held */
    rsp_bytes reply;   /* with runs expanded */
} rsp_listed_exchange;

/* One action of the debugger, from one resume to the next. */
typedef struct rsp_listed_action {
    uint64_t conversation;
    uint64_t stop; /* its number: rsp_listed_exchange.stop of its exchanges */
    rsp_action action;
    uint64_t start_ns; /* since `origin_ns` */
    uint64_t end_ns;
    uint64_t round_trips;
} rsp_listed_action;

/* Who gets them. `exchange` must be set; `action` may be NULL. */
typedef struct rsp_exchange_sink {
    void (*exchange)(void *ctx, const rsp_listed_exchange *exchange);
    void (*action)(void *ctx, const rsp_listed_action *action);
    void *ctx;
} rsp_exchange_sink;

/* What the lists of all conversations share. Set `sink` and `origin_ns` before the first entry. */
typedef struct rsp_exchange_lists {
    rsp_exchange_sink sink;
    const uint64_t *origin_ns; /* when the capture begins, in nanoseconds since 1970; NULL: 0. Borrowed */
    uint64_t num;              /* exchanges up to now */
    rsp_status status;         /* RSP_NO_MEMORY, RSP_LIMIT: some exchanges are missing */
} rsp_exchange_lists;

/* The list of one conversation. */
typedef struct rsp_exchange_list rsp_exchange_list;

/* `lists` and `conversation` are borrowed until the list is freed. `conversation` may be filled later. NULL
 * without memory. */
rsp_exchange_list *rsp_exchange_list_new(rsp_exchange_lists *lists, const rsp_conversation *conversation);

/* NULL is fine. */
void rsp_exchange_list_free(rsp_exchange_list *list);

/* Has the shape of rsp_transcript_observer: give it with the list as ctx, after the conversation's analysis.
 */
void rsp_exchange_list_observe(void *list, const rsp_transcript *transcript, const rsp_entry *entry);

/* Sets begin, end and ctx of `options`, so that every conversation is listed. `lists` outlives them. */
void rsp_exchange_lists_collect(rsp_exchange_lists *lists, rsp_conversations_options *options);

RSP_END_DECLS

#endif

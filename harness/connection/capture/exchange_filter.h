/* A filter for listed exchanges: `kind == m && latency > 1ms && !(stop == 12)`.
 * Compiled once from its text, then asked for each exchange; it allocates nothing while it is asked.
 * Fields are compared with numbers, times, names and text; mistakes are told with their place. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_EXCHANGE_FILTER_H
#define RSP_EXCHANGE_FILTER_H

#include "capture/exchange_list.h"

RSP_BEGIN_DECLS

/* What a field is compared with. */
typedef enum rsp_filter_type {
    RSP_FILTER_NUMBER, /* decimal, or hexadecimal with 0x */
    RSP_FILTER_TIME,   /* a number with ns, us, ms, s, m or h; 0 needs no unit */
    RSP_FILTER_NAME,   /* one of a list of words */
    RSP_FILTER_TEXT,   /* any word, or text in quotes */
} rsp_filter_type;

/* X(id, name, type, meaning): the fields, in the order of help. */
#define RSP_FILTER_FIELD_LIST(X)                                                           \
    X(KIND, "kind", NAME, "the packet, by its name in the packet table: m, vCont")         \
    X(LATENCY, "latency", TIME, "from the request to its reply")                           \
    X(STOP, "stop", NUMBER, "how many resumes came before; the resume itself counts")      \
    X(AT, "at", TIME, "when the request was sent, since the capture began")                \
    X(REQUEST, "request", TEXT, "the request: its bytes; ~ looks into the words, too")     \
    X(REPLY, "reply", TEXT, "the reply, likewise")                                         \
    X(ANSWER, "answer", NAME, "ok, error, empty, data, or none")                           \
    X(ACTION, "action", NAME, "what the debugger does: attach, step, stop, library, exit") \
    X(PHASE, "phase", NAME, "whose time it is: stub or program")                           \
    X(ADDRESS, "address", NUMBER, "of memory or a breakpoint, where the request has one")  \
    X(LENGTH, "length", NUMBER, "of that memory")                                          \
    X(SENT, "sent", NUMBER, "bytes of the request on the wire")                            \
    X(GOT, "got", NUMBER, "bytes of the reply on the wire")                                \
    X(NUMBER, "number", NUMBER, "of the exchange, from 1")                                 \
    X(CONVERSATION, "conversation", NUMBER, "its number, as analyze prints it")            \
    X(FRAME, "frame", NUMBER, "of the request, in the capture")

/* A field. */
typedef enum rsp_filter_field {
#define RSP_FILTER_ENUM(id, name, type, meaning) RSP_FILTER_FIELD_##id,
    RSP_FILTER_FIELD_LIST(RSP_FILTER_ENUM)
#undef RSP_FILTER_ENUM
        RSP_FILTER_FIELDS,
} rsp_filter_field;

/* A compiled filter. */
typedef struct rsp_exchange_filter rsp_exchange_filter;

/* Compiles `text`. NULL with *error: RSP_SYNTAX for a mistake, with its column from 1 (the end is one behind
 * the last byte) and what to write instead; RSP_LIMIT beyond RSP_LIMIT_FILTER_BYTES, _DEPTH or _TERMS;
 * RSP_NO_MEMORY. `mem` NULL is malloc, and must outlive the filter. */
rsp_exchange_filter *rsp_exchange_filter_new(rsp_bytes text, const rsp_mem *mem, rsp_error *error);

/* NULL is fine. */
void rsp_exchange_filter_free(rsp_exchange_filter *filter);

/* Whether the exchange is wanted; NULL wants all. A comparison with something that the exchange lacks (the
 * latency of a request without a reply, the address of a packet that has none) is false. `words` gets the
 * decoded text where a comparison needs it; it is the caller's, and is overwritten. */
bool rsp_exchange_filter_wants(const rsp_exchange_filter *filter, const rsp_listed_exchange *exchange,
                               rsp_buf *words);

/* Appends what a request says in words, in one line: "read memory: 8 bytes at 0x1000". Any byte of a peer
 * that is not printable becomes \xNN. `max_bytes` of data are shown. */
void rsp_listed_request_explain(rsp_buf *out, const rsp_listed_exchange *exchange, size_t max_bytes);

/* The same for the reply; "(no reply)" where there is none. */
void rsp_listed_reply_explain(rsp_buf *out, const rsp_listed_exchange *exchange, size_t max_bytes);

/* The address and the length that a request names, by the packet table. False where it names none; *out_len
 * is 0 where it has no length. */
bool rsp_listed_memory(const rsp_listed_exchange *exchange, uint64_t *out_addr, uint64_t *out_len);

RSP_END_DECLS

#endif

/* Requests paired with their replies, as a state machine over transcript entries; and the round-trip counts.
 * Knows acks, no-ack pipelining, resumes, O and F packets in between, notifications and their ack sequences.
 * The one place where round trips are counted, live and from captures. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_EXCHANGE_H
#define RSP_EXCHANGE_H

#include "codec/negotiated.h"
#include "core/limits.h"
#include <rsp/packets.h>
#include <rsp/transcript.h>

RSP_BEGIN_DECLS

/* Whose time passes between request and reply. */
typedef enum rsp_exchange_class {
    RSP_EXCHANGE_STUB,    /* the time is the stub's (and the link's) */
    RSP_EXCHANGE_PROGRAM, /* all-stop resume, vRun, vAttach: the time is the program's */
    RSP_EXCHANGE_NONE,    /* no reply is due: k, R, a request that was refused by '-' */
} rsp_exchange_class;

/* One request with its reply. */
typedef struct rsp_exchange {
    uint64_t request; /* entry index */
    uint64_t reply;   /* entry index; RSP_NO_ENTRY when there is none */
    uint64_t request_ns;
    uint64_t reply_ns;
    uint64_t latency_ns; /* reply_ns - request_ns */
    uint32_t connection;
    rsp_packet_id packet;
    rsp_exchange_class class_;
    bool acked;    /* the stub had acknowledged the request when the reply came */
    bool batched;  /* other requests were outstanding when it was sent: no round trip of its own */
    bool in_doubt; /* sent together with a request before it that may have no reply (k, R): this may be that
                      one's */
} rsp_exchange;

/* What an entry is within the conversation. */
typedef enum rsp_role {
    RSP_ROLE_NOTHING,          /* nothing to pair */
    RSP_ROLE_REQUEST,          /* request */
    RSP_ROLE_REPLY,            /* reply */
    RSP_ROLE_OUTPUT,           /* console output */
    RSP_ROLE_FILE_REQUEST,     /* File-I/O request of the stub */
    RSP_ROLE_FILE_REPLY,       /* File-I/O reply of the debugger */
    RSP_ROLE_NOTIFICATION,     /* notification */
    RSP_ROLE_REPEATED_REQUEST, /* request sent again */
    RSP_ROLE_REPEATED_REPLY,   /* reply sent again */
    RSP_ROLE_UNSOLICITED,      /* reply without a request */
    RSP_ROLE_GREETING,         /* stop reply before the '+' of the first request, which it can not answer */
} rsp_role;

/* What rsp_exchanges_feed says of an entry. */
typedef struct rsp_pairing {
    rsp_role role;
    size_t num_lost;    /* REPLY: requests before the answered one that had none, and were given up by then */
    uint64_t lost;      /* ... the entry of the first of them; not set when there are none */
    bool differs;       /* a packet after '-' that is not the last one again, byte for byte */
    bool have_exchange; /* REPLY: `exchange` is complete */
    rsp_exchange exchange; /* not set without have_exchange */
} rsp_pairing;

/* X(name): counts of a conversation, in the order of reports. packets_to_stub has all packets of the
 * debugger: requests, those sent again, and replies to File-I/O. round_trips has the answered requests that
 * were sent while no other was unanswered. retransmissions and acks ('+') are of both directions. */
#define RSP_COUNT_LIST(X) \
    X(packets_to_stub)    \
    X(packets_from_stub)  \
    X(round_trips)        \
    X(notifications)      \
    X(acks)               \
    X(naks)               \
    X(interrupts)         \
    X(retransmissions)    \
    X(bad_checksums)      \
    X(unanswered)         \
    X(unsolicited)        \
    X(bytes_to_stub)      \
    X(bytes_from_stub)

/* Counts; they add up over connections, scenarios and runs. Times in nanoseconds. */
typedef struct rsp_metrics {
#define RSP_COUNT_FIELD(name) uint64_t name;
    RSP_COUNT_LIST(RSP_COUNT_FIELD)
#undef RSP_COUNT_FIELD
    uint64_t connections;
    uint64_t stub_ns; /* sum of latencies by class */
    uint64_t program_ns;
    uint64_t max_stub_ns;
    uint64_t kind_count[RSP_PACKET_MOST]; /* by packet; 0 is unknown names: answered requests, and ... */
    uint64_t kind_ns[RSP_PACKET_MOST];    /* ... the sum of their latencies */
    uint64_t kind_good[RSP_PACKET_MOST];  /* those answered neither by the empty reply nor by an error ... */
    uint64_t kind_data[RSP_PACKET_MOST];  /* ... and those of them not answered by OK */
    uint64_t kind_again[RSP_PACKET_MOST]; /* those whose kind had been answered in the connection before */
    uint64_t kind_survived[RSP_PACKET_MOST]; /* those answered by an error, in a connection that went on */
    uint64_t most_read;                      /* bytes that the longest reply to an m holds */
    uint64_t most_request;                   /* ... and the longest request that was answered at all */
} rsp_metrics;

/* Adds `more` to `sum`, field by field (max_stub_ns, most_read, most_request: the larger). */
void rsp_metrics_merge(rsp_metrics *sum, const rsp_metrics *more);

/* A debugger that waits so long before it sends its next request has given up the last one. */
enum { RSP_GIVEN_UP_NS = 40 * 1000 * 1000 };

/* Whether a request is owed a reply. */
typedef enum rsp_reply_due {
    RSP_DUE_REPLY,
    RSP_DUE_OPTIONAL, /* a reply may come or not: a repetition, a bad checksum in no-ack mode */
    RSP_DUE_SILENT,   /* the same: k, R, r, whole and for the first time */
} rsp_reply_due;

/* The last reply of a connection, where it is an error. */
typedef struct rsp_last_error {
    bool came;
    rsp_packet_id to; /* the packet that it answers */
} rsp_last_error;

/* One request under way; many conversations have sixteen each. */
typedef struct rsp_pending_request {
    uint64_t entry;
    uint64_t time_ns;
    uint64_t hash; /* of the wire bytes, to know a repetition */
    rsp_packet_id packet;
    uint8_t due;      /* rsp_reply_due */
    bool resumes : 1; /* lets the program run: in all-stop the reply is the stop */
    bool batched : 1;
    bool in_doubt : 1;      /* see rsp_exchange */
    bool doubtful : 1;      /* an optional one went out right before it, */
    bool behind_silent : 1; /* ... a silent one, of which it is known what it may be answered by */
    bool acked : 1;
    bool given_up : 1; /* another was sent RSP_GIVEN_UP_NS later: its reply may never come */
} rsp_pending_request;

/* Whether a reply may be missing. */
static inline bool rsp_request_is_optional(const rsp_pending_request *request) {
    return request->due != RSP_DUE_REPLY;
}

/* What the stub has said in a connection. */
typedef enum rsp_opening {
    RSP_OPENING_SILENT,  /* neither a packet nor an acknowledgment */
    RSP_OPENING_GREETED, /* it began with RSP_ROLE_GREETING */
    RSP_OPENING_SPOKEN,  /* it began otherwise, or nobody knows how */
} rsp_opening;

/* The state machine. All-zero is valid: a conversation from its beginning, ack mode, nothing outstanding. */
typedef struct rsp_exchanges {
    rsp_negotiated negotiated; /* modes after the last entry fed */
    uint64_t early_ok;         /* one more than the entry of the last resume that was answered OK at once */
    rsp_metrics metrics;
    const rsp_mem *mem; /* NULL is malloc */
    bool midstream;     /* set before the first feed: the recording starts inside a session (modes unknown) */
    bool by_number; /* set before the first feed: no request is given up, the caller finds lost ones itself */
    /* set before the first feed: RSP_PACKET_MOST of them, packets that this stub leaves without a reply; NULL
     * for none; borrowed */
    const bool *silent;

    /* private */
    rsp_pending_request *queue;
    size_t queue_head, queue_len, queue_cap;
    size_t tolerated;                  /* extra replies that would not be a fault */
    size_t resends_due;                /* '-' of the debugger: that many packets to come are the old one */
    size_t damaged;                    /* requests with a bad checksum, in ack mode: a '-' is for them */
    uint64_t last_read;                /* bytes that the last reply holds, where it is to an m; else 0 */
    uint64_t survived_read;            /* ... the longest behind which another reply came */
    uint8_t told[RSP_PACKET_MOST / 8]; /* packets that were answered in this connection, a bit each */
    rsp_last_error error;
    bool file_io; /* between F of the stub and F of the debugger */
    bool refused; /* the stub sent '-' and that request has not come again */
    uint64_t refused_hash;
    uint64_t last_reply_hash;
    bool have_last_reply;
    bool taken;          /* the last reply got its '+': a '-' then refuses none, but misses one */
    rsp_opening opening; /* of this connection */
    uint32_t connection;
    rsp_status status;
} rsp_exchanges;

/* Frees the queue; nothing is known then. NULL is fine. */
void rsp_exchanges_free(rsp_exchanges *exchanges);

/* Begins anew for another transcript: nothing is pending and all counts are 0. Options and memory stay. */
void rsp_exchanges_reset(rsp_exchanges *exchanges);

/* Tells the role of `entry`, with the exchange it completes. Entries must come in order. The transcript is
 * the one the entry is from (requests are looked up there). RSP_LIMIT when more than
 * RSP_LIMIT_PENDING_REQUESTS are outstanding (the oldest is given up), RSP_NO_MEMORY. */
rsp_status rsp_exchanges_feed(rsp_exchanges *exchanges, const rsp_transcript *transcript,
                              const rsp_entry *entry, rsp_pairing *out_pairing) RSP_MUST_USE;

/* Requests that wait for a reply, and the oldest of them (NULL when none). */
size_t rsp_exchanges_outstanding(const rsp_exchanges *exchanges);
/* The request that waits longest; NULL if none waits. */
const rsp_pending_request *rsp_exchanges_oldest(const rsp_exchanges *exchanges);

RSP_END_DECLS

#endif

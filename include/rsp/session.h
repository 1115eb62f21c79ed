/* The client's end of a conversation: framing, acknowledgments, retransmission, deadlines, a request queue.
 * A core without I/O (input, output, time) and, with a link, calls that pump it until something happens.
 * Source: GDB manual, Overview; Packet Acknowledgment; Interrupts; Notification Packets. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SESSION_H
#define RSP_SESSION_H

#include <rsp/bytes.h>
#include <rsp/link.h>

RSP_BEGIN_DECLS

/* One connection, seen from the client. For one thread at a time. */
typedef struct rsp_session rsp_session;
struct rsp_transcript;

/* Who answers '+' and '-', and who looks at them. */
typedef enum rsp_ack_policy {
    RSP_ACKS_AUTO, /* the session does, until no-ack mode: acks what is good, NAKs what is not, resends on '-'
                    */
    RSP_ACKS_ACCEPTED, /* the session acks what rsp_session_accept takes; '+' and '-' are events, nothing is
                        * asked for again or resent */
    RSP_ACKS_BEFORE_NEXT, /* likewise, and the '+' goes out with the next bytes, or rsp_session_release */
    RSP_ACKS_MANUAL, /* the caller does, with rsp_session_send_raw: '+' and '-' are events, nothing is resent
                      */
} rsp_ack_policy;

/* The limits of a session: those in brackets below, and what it keeps for the caller to take. */
enum {
    RSP_LIMIT_SESSION_PACKET_BYTES = 4 * 1024 * 1024, /* longest frame kept, unless the caller says */
    RSP_LIMIT_REQUESTS = 65536,                       /* queued or in flight */
    RSP_LIMIT_SESSION_EVENTS = 32768,                 /* queued and not taken */
    RSP_LIMIT_SESSION_EVENT_BYTES = 16 * 1024 * 1024, /* the bytes of those */
    RSP_LIMIT_CONSOLE_BYTES = 1024 * 1024,            /* console text kept */
};

/* All-zero gives the defaults in brackets. */
typedef struct rsp_session_options {
    uint64_t timeout_ns;  /* [2 s] for one request, and for one wait when the caller names no other */
    size_t max_packet;    /* [RSP_LIMIT_SESSION_PACKET_BYTES] longest frame kept; longer is OVERLONG */
    uint64_t flood_bytes; /* [64 MiB] most bytes taken in during one wait */
    unsigned
        max_retries; /* [3] times a request is sent again after '-', or a reply asked for again with '-' */
    unsigned max_in_flight; /* [8] requests sent and unanswered in no-ack mode; with acks it is always one */
    uint64_t quiet_ns;      /* [50 ms] silence that rsp_session_drain waits for */
    rsp_ack_policy acks;
    bool no_ack; /* start in no-ack mode */
    bool opens;  /* begin each connection as debuggers do: '+' goes out before the first request, and a packet
                  * that comes before that request's '+', as a greeting does, is an event and no reply where
                  * a reply follows */
    bool pairs_late;      /* the reply to a request that has timed out is an event (LATE), not the next one's
                           * answer.      Where acknowledgments and its form leave open whose it is, an answer
                           * comes at      its deadline      at the latest */
    bool collect_console; /* O packets go to rsp_session_console and are not events */
    struct rsp_transcript *transcript; /* all traffic goes here; not owned, may be NULL */
    rsp_clock clock;                   /* only without a link; all-zero is a clock that stands at 0 */
    const rsp_mem *mem;
} rsp_session_options;

/* X(name, text): what can come besides the answers to requests. */
#define RSP_SESSION_EVENT_LIST(X)                      \
    X(PACKET, "packet")                                \
    X(LATE, "late reply")                              \
    X(NOTIFICATION, "notification")                    \
    X(ACK, "ack")                                      \
    X(NAK, "nak")                                      \
    X(JUNK, "junk")                                    \
    X(INTERRUPT, "interrupt")                          \
    X(BAD_CHECKSUM, "packet with a bad checksum")      \
    X(BAD_ENCODING, "packet with a bad escape or run") \
    X(BROKEN, "broken packet")                         \
    X(OVERLONG, "over-long packet")                    \
    X(CLOSED, "closed")                                \
    X(DIED, "died")                                    \
    X(TIMEOUT, "timeout")                              \
    X(FLOOD, "flood")

/* RSP_SESSION_PACKET and so on. */
typedef enum rsp_session_event_kind {
#define RSP_SESSION_EVENT_ENUM(name, text) RSP_SESSION_##name,
    RSP_SESSION_EVENT_LIST(RSP_SESSION_EVENT_ENUM)
#undef RSP_SESSION_EVENT_ENUM
} rsp_session_event_kind;

/* "packet" and so on; "?" for an unknown value. */
const char *rsp_session_event_name(rsp_session_event_kind kind);

/* Sets of kinds, for rsp_session_wait. */
#define RSP_SESSION_BIT(kind) (UINT32_C(1) << (kind))
#define RSP_SESSION_ANY UINT32_MAX

/* Anything that came. The slices are valid until the next call that gives an event or a reply. */
typedef struct rsp_session_event {
    rsp_session_event_kind kind;
    uint64_t time_ns;  /* when its last byte was received */
    rsp_bytes raw;     /* wire bytes, '$' and "#cs" included; what there is of it for BROKEN and OVERLONG */
    rsp_bytes wire;    /* between '$' or '%' and '#', as sent */
    rsp_bytes payload; /* the same with runs expanded and escapes undone; the wire form for BAD_ENCODING */
    bool unsolicited;  /* a packet while no request was waiting for one */
    uint64_t late;     /* LATE: the request that it answers, which has timed out (rsp_request_id) */
    rsp_link_end end;  /* CLOSED, DIED: how the program is or ended */
} rsp_session_event;

/* X(name, status, text): how a request ended. Everything but NONE is final. */
#define RSP_OUTCOME_LIST(X)                                  \
    X(NONE, RSP_WOULD_BLOCK, "waiting")                      \
    X(REPLY, RSP_OK, "reply")                                \
    X(UNSUPPORTED, RSP_OK, "empty reply, not supported")     \
    X(ERROR, RSP_OK, "error reply")                          \
    X(TIMEOUT, RSP_TIMEOUT, "no reply before the deadline")  \
    X(CLOSED, RSP_CLOSED, "the stub closed the connection")  \
    X(DIED, RSP_DIED, "the stub died")                       \
    X(MALFORMED, RSP_MALFORMED, "malformed reply")           \
    X(REFUSED, RSP_REFUSED, "request NAKed again and again") \
    X(FLOOD, RSP_LIMIT, "more bytes than the limit")         \
    X(CANCELLED, RSP_CANCELLED, "cancelled")                 \
    X(IO, RSP_IO, "trouble of our own")

/* RSP_OUTCOME_REPLY and so on. */
typedef enum rsp_outcome {
#define RSP_OUTCOME_ENUM(name, status, text) RSP_OUTCOME_##name,
    RSP_OUTCOME_LIST(RSP_OUTCOME_ENUM)
#undef RSP_OUTCOME_ENUM
} rsp_outcome;

/* The text above; "?" for an unknown value. */
const char *rsp_outcome_text(rsp_outcome outcome);

/* The status above: RSP_OK for every outcome with a reply. */
rsp_status rsp_outcome_status(rsp_outcome outcome);

/* A request of a session, from 1. */
typedef uint64_t rsp_request_id;

/* A request's end. The slices are valid until the next call that gives an event or a reply. */
typedef struct rsp_answer {
    rsp_request_id id;
    rsp_outcome outcome;
    rsp_bytes raw; /* as in rsp_session_event; the damaged frame for MALFORMED; empty where nothing came */
    rsp_bytes wire;
    rsp_bytes expanded; /* wire with runs undone and escapes kept, for formats with escapes of their own */
    rsp_bytes payload;
    int error_code;       /* ERROR: the number of "Enn", or -1 for the form "E.text" */
    rsp_bytes error_text; /* ERROR: text behind "E." or "Enn;", borrowed from payload */
    uint64_t sent_ns;     /* first sending; 0 when it was never sent */
    uint64_t done_ns;
    unsigned resent;  /* times the request was sent again */
    bool missing_ack; /* ack mode, and the reply came without '+' */
    rsp_link_end end; /* CLOSED, DIED */
} rsp_answer;

/* A session on an open link, which is borrowed and must outlive it; NULL for the core alone. NULL without
 * memory. Nothing is sent. `options` may be NULL. */
rsp_session *rsp_session_new(rsp_link *link, const rsp_session_options *options);

/* Frees it; nothing is sent, the link stays open. NULL is fine. */
void rsp_session_free(rsp_session *session);

/* Forgets requests, events and modes, as for a new connection (call after rsp_link_reconnect). */
void rsp_session_reset(rsp_session *session);

/* --- requests: each is completed exactly once -------------------------------------------------------------
 */

/* Queues a request; it is framed, and sent when its turn comes. With acks, when the one before it is
 * complete; in no-ack mode up to max_in_flight travel together, answered in order. `payload` is the meaning:
 * '}', '$', '#' and '*' are escaped here. `timeout_ns` counts from sending, 0 is the option's. RSP_NO_MEMORY;
 * RSP_LIMIT for more than RSP_LIMIT_REQUESTS waiting. */
rsp_status rsp_session_submit(rsp_session *session, rsp_request_id *out_id, rsp_bytes payload,
                              uint64_t timeout_ns) RSP_MUST_USE;

/* Gives a request up. One that was not sent yet never is; the reply of one that was is swallowed when it
 * comes. Either completes as CANCELLED. RSP_NOT_FOUND when it is complete already or unknown. */
rsp_status rsp_session_cancel(rsp_session *session, rsp_request_id id) RSP_MUST_USE;

/* The next completed request, in order of completion; false when there is none yet. */
bool rsp_session_take_answer(rsp_session *session, rsp_answer *out_answer);

/* Pumps until this one is complete and takes it, leaving the others. Returns the outcome's status: RSP_OK
 * when there is an answer, also an empty or an error one. RSP_NOT_FOUND for an unknown id. */
rsp_status rsp_session_await(rsp_session *session, rsp_request_id id, rsp_answer *out_answer) RSP_MUST_USE;

/* Submit and await. */
rsp_status rsp_session_request(rsp_session *session, rsp_bytes payload, rsp_answer *out_answer) RSP_MUST_USE;

/* Whether a pending request was handed out to be sent (also when it was answered since): then cancelling it
 * can not take it back. */
bool rsp_session_is_sent(const rsp_session *session, rsp_request_id id);

/* Requests that are queued or in flight. */
size_t rsp_session_pending(const rsp_session *session);

/* --- by hand: bytes out, anything in ----------------------------------------------------------------------
 */

/* Sends exactly these bytes: bad checksums, halves of packets, acks by hand. */
rsp_status rsp_session_send_raw(rsp_session *session, rsp_bytes bytes) RSP_MUST_USE;

/* Frames and sends a payload outside the queue: whatever comes is an event. With automatic acks a '-' has it
 * sent again and '+' is consumed. */
rsp_status rsp_session_send_packet(rsp_session *session, rsp_bytes payload) RSP_MUST_USE;

/* Acknowledges a packet that was an event, as the policy says; nothing in no-ack mode. */
rsp_status rsp_session_accept(rsp_session *session) RSP_MUST_USE;

/* Sends acknowledgments that are held for the next bytes. */
rsp_status rsp_session_release(rsp_session *session) RSP_MUST_USE;

/* Sends 0x03. */
rsp_status rsp_session_interrupt(rsp_session *session) RSP_MUST_USE;

/* Sends 0x03 while a resume is in flight, whose answer is the stop. A second stop reply that comes in place
 * of a later request's answer is an event (PACKET, unsolicited): qemu-user 7.2 sends its stop again when 0x03
 * comes where it waits for '+'. */
rsp_status rsp_session_interrupt_resume(rsp_session *session) RSP_MUST_USE;

/* The next event of a kind in `mask`, pumping for at most `timeout_ns` (0: the option's). Others stay
 * queued for later. CLOSED, DIED, FLOOD and TIMEOUT are given whatever the mask says when nothing in it came
 * first. Always fills *out_event. RSP_OK for events that came from the stub, else RSP_TIMEOUT, RSP_CLOSED,
 * RSP_DIED, RSP_LIMIT (flood), RSP_IO, RSP_CANCELLED. */
rsp_status rsp_session_wait(rsp_session *session, rsp_session_event *out_event, uint32_t mask,
                            uint64_t timeout_ns) RSP_MUST_USE;

/* An event that is already there; false when there is none. Does no I/O. */
bool rsp_session_take_event(rsp_session *session, rsp_session_event *out_event, uint32_t mask);

/* Sends what is due and waits until `until_ns`, or the next deadline of a request, for one piece to take in;
 * what came of it is then there for take_answer and take_event. For callers with several requests under way.
 * RSP_OK when something may have changed, RSP_TIMEOUT when not, RSP_USAGE without a link, RSP_CANCELLED, or
 * the session's end. Each call may take in flood_bytes. */
rsp_status rsp_session_pump(rsp_session *session, uint64_t until_ns) RSP_MUST_USE;

/* Expects that nothing comes for `period_ns`: RSP_OK; otherwise RSP_UNEXPECTED and the event, or the status
 * of the link's end. Events that are queued already count. */
rsp_status rsp_session_quiet(rsp_session *session, uint64_t period_ns,
                             rsp_session_event *out_event) RSP_MUST_USE;

/* Throws away whatever comes until nothing came for quiet_ns, to get into step again; also queued
 * events and swallowed replies. *out_dropped (may be NULL) counts bytes. Bounded by timeout_ns and
 * flood_bytes. */
rsp_status rsp_session_drain(rsp_session *session, uint64_t *out_dropped) RSP_MUST_USE;

/* Console text collected from O packets (decoded from hex), oldest bytes dropped beyond
 * RSP_LIMIT_CONSOLE_BYTES. */
rsp_bytes rsp_session_console(const rsp_session *session);

/* Forgets the console text. */
void rsp_session_clear_console(rsp_session *session);

/* --- modes ------------------------------------------------------------------------------------------------
 */

/* Sends QStartNoAckMode; after the reply OK no acks are sent or expected any more (the OK itself is acked). A
 * request with this payload does the same. RSP_OK,
 * RSP_UNSUPPORTED (empty or error reply: acks stay), or the outcome's status. */
rsp_status rsp_session_start_no_ack(rsp_session *session) RSP_MUST_USE;

/* Who acknowledges from now on. Held acknowledgments go out with the next bytes. */
void rsp_session_set_acks(rsp_session *session, rsp_ack_policy acks);

/* Who acknowledges now. */
rsp_ack_policy rsp_session_acks_policy(const rsp_session *session);

/* Switches without a word on the wire, for callers who negotiate by hand. */
void rsp_session_set_no_ack(rsp_session *session, bool on);

/* Whether no-ack mode is on. */
bool rsp_session_is_no_ack(const rsp_session *session);

/* The timeout of requests and waits from now on; 0 is 2 s. */
void rsp_session_set_timeout(rsp_session *session, uint64_t timeout_ns);

/* RSP_OK while the connection lives; then RSP_CLOSED, RSP_DIED, RSP_LIMIT, RSP_IO or RSP_NO_MEMORY, sticky
 * until reset. */
rsp_status rsp_session_state(const rsp_session *session);

/* Its link; NULL for the core alone. */
rsp_link *rsp_session_link(const rsp_session *session);

/* The time now, by the clock of the link or of the options. */
uint64_t rsp_session_now(const rsp_session *session);

/* The transcript of the options; NULL without one. */
struct rsp_transcript *rsp_session_transcript(const rsp_session *session);

/* --- the core without I/O ---------------------------------------------------------------------------------
 */

/* Bytes from the stub, any split, at `now_ns`. RSP_OK, or what rsp_session_state says. */
rsp_status rsp_session_input(rsp_session *session, uint64_t now_ns, rsp_bytes in) RSP_MUST_USE;

/* The stub is gone: RSP_CLOSED or RSP_DIED. Completes what is pending. */
void rsp_session_input_end(rsp_session *session, uint64_t now_ns, rsp_status how);

/* The bytes to be sent now; valid until the next call. Follow it by rsp_session_sent. */
rsp_bytes rsp_session_output(rsp_session *session, uint64_t now_ns);

/* The first `len` of these bytes have been sent. */
void rsp_session_sent(rsp_session *session, uint64_t now_ns, size_t len);

/* When rsp_session_tick must be called at the latest; RSP_NEVER_NS: no need. */
uint64_t rsp_session_deadline(const rsp_session *session);

/* Times out what is overdue. */
void rsp_session_tick(rsp_session *session, uint64_t now_ns);

RSP_END_DECLS

#endif

/* A conversation step by step: the session decodes what comes in, acknowledges and keeps deadlines,
 * what goes out is framed here, in the pieces that the variant asks for.
 * '+' is sent for each good packet as soon as it is taken, or held back and sent with the next request. */
/* SPDX-License-Identifier: MIT */
#include "ends/client_end.h"
#include "ends/file_call.h"
#include "link/link_control.h"

#include "codec/file_call.h"
#include "codec/reply.h"
#include "codec/rle.h"
#include "core/hex.h"
#include "core/limits.h"
#include "trace/cause.h"
#include "trace/reply_fit.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>
#include <string.h>

#define BIT(kind) RSP_SESSION_BIT(RSP_SESSION_##kind)

static const uint32_t ack_mask = BIT(ACK) | BIT(NAK);
static const uint32_t packet_mask =
    BIT(PACKET) | BIT(BAD_CHECKSUM) | BIT(BAD_ENCODING) | BIT(BROKEN) | BIT(OVERLONG);
static const uint32_t noise_mask = BIT(JUNK) | BIT(INTERRUPT);

/* A greeting that is known to come is waited for longer than one that may not. */
enum { MAX_ASKED_AGAIN = 2, KNOWN_GREETING_WAITS = 10, PATIENT_S = 60 };

void client_end_free(client_end *t) {
    rsp_session_free(t->session);
    t->session = NULL;
    rsp_buf *bufs[] = {&t->frame, &t->request, &t->payload, &t->wire, &t->raw, &t->console};
    for (size_t i = 0; i < RSP_ARRAY_LEN(bufs); i++)
        rsp_buf_free(bufs[i]);
}

/* An ack goes out when a step takes the packet: a scenario sees what a stub does before it has its ack. */
static rsp_ack_policy taken_acks(const client_end *t) {
    return t->write == WRITE_COALESCED ? RSP_ACKS_BEFORE_NEXT : RSP_ACKS_ACCEPTED;
}

void client_end_set_manual(client_end *t, bool manual) {
    if (t->session)
        rsp_session_set_acks(t->session, manual ? RSP_ACKS_MANUAL : taken_acks(t));
}

bool client_end_is_manual(const client_end *t) {
    return t->session && rsp_session_acks_policy(t->session) == RSP_ACKS_MANUAL;
}

bool client_end_is_no_ack(const client_end *t) {
    return t->session && rsp_session_is_no_ack(t->session);
}

rsp_status client_end_start(client_end *t) {
    const rsp_session_options options = {
        .timeout_ns = t->timeout_ns,
        .quiet_ns = t->quiet_ns,
        .max_packet = RSP_LIMIT_REPLY_BYTES,
        .acks = taken_acks(t),
        .no_ack = t->no_ack,
        .transcript = t->transcript,
        .mem = t->frame.mem,
    };
    rsp_session_free(t->session);
    t->session = rsp_session_new(t->link, &options);
    t->running = false;
    t->stash.is_there = false;
    t->waited.deaf_call = 0;
    t->waited.heard = false;
    t->missed = (late_replies){.num = 0};
    return t->session ? RSP_OK : RSP_NO_MEMORY;
}

rsp_status client_end_reconnect(client_end *t, rsp_error *error) {
    uint64_t until = rsp_deadline(rsp_link_now(t->link), client_end_time_left(t, 0));
    rsp_status status = rsp_link_reconnect_soon(t->link, until, error);
    if (status != RSP_OK)
        return status;
    rsp_session_reset(t->session);
    client_end_set_manual(t, false);
    t->running = false;
    t->stash.is_there = false;
    t->missed = (late_replies){.num = 0};
    return RSP_OK;
}

/* --- deadlines --- */

bool client_end_is_over(const client_end *t) {
    return t->until_ns != 0 && rsp_clock_now(&t->clock) >= t->until_ns;
}

rsp_status client_end_may_go_on(const client_end *t) {
    if (t->stop && *t->stop)
        return RSP_CANCELLED;
    return client_end_is_over(t) ? RSP_TIMEOUT : RSP_OK;
}

uint64_t client_end_time_left(const client_end *t, uint64_t timeout_ns) {
    uint64_t left = timeout_ns ? timeout_ns : t->timeout_ns;
    if (t->until_ns == 0)
        return left;
    uint64_t now = rsp_clock_now(&t->clock);
    uint64_t rest = t->until_ns > now ? t->until_ns - now : 1;
    return rest < left ? rest : left;
}

client_end_wait client_end_wait_begin(client_end *t, uint64_t timeout_ns) {
    t->waited.start_ns = rsp_link_now(t->link);
    return (client_end_wait){.deadline_ns =
                                 rsp_deadline(rsp_link_now(t->link), client_end_time_left(t, timeout_ns))};
}

/* Each wait of the session is short or long, but all of them end at the deadline. A reply that came in time
 * on a busy machine is still taken: after the deadline there is one look, and noise does not prolong it. */
rsp_status client_end_wait_event(client_end *t, client_end_wait *wait, uint32_t wanted, uint32_t noise,
                                 rsp_session_event *out_event) {
    uint64_t now = rsp_link_now(t->link);
    *out_event = (rsp_session_event){.kind = RSP_SESSION_TIMEOUT, .time_ns = now};
    if (t->stop && *t->stop)
        return RSP_CANCELLED;
    if (wait->over)
        return RSP_TIMEOUT;
    if (++wait->num_events > RSP_LIMIT_ANSWER_EVENTS)
        return RSP_LIMIT;
    wait->over = now >= wait->deadline_ns;
    uint32_t mask = wait->over ? wanted : wanted | noise;
    return rsp_session_wait(t->session, out_event, mask, wait->over ? 1 : wait->deadline_ns - now);
}

/* --- sending --- */

static rsp_status send_bytewise(client_end *t, rsp_bytes bytes, uint64_t pause_ns) {
    rsp_status status = RSP_OK;
    for (size_t i = 0; i < bytes.len && status == RSP_OK; i++) {
        status = rsp_session_send_raw(t->session, rsp_bytes_sub(bytes, i, 1));
        if (pause_ns > 0)
            rsp_link_wait(t->link, rsp_deadline(rsp_link_now(t->link), client_end_time_left(t, pause_ns)));
        status = status == RSP_OK ? client_end_may_go_on(t) : status;
    }
    return status;
}

rsp_status client_end_flush(client_end *t) {
    rsp_status status = client_end_may_go_on(t);
    return status == RSP_OK ? rsp_session_release(t->session) : status;
}

rsp_status client_end_send_raw(client_end *t, rsp_bytes bytes, bool bytewise, uint64_t pause_ns) {
    rsp_status going = client_end_may_go_on(t);
    if (going != RSP_OK)
        return going;
    t->waited.late_ns = 0;
    t->last_sent.kind = patience_kind(bytes, bytewise || t->write == WRITE_BYTEWISE);
    t->last_sent.bytes = bytes.len;
    t->last_sent.ns = rsp_link_now(t->link);
    if (!bytewise && t->write != WRITE_BYTEWISE)
        return rsp_session_send_raw(t->session, bytes);
    rsp_status status = client_end_flush(t);
    return status == RSP_OK ? send_bytewise(t, bytes, pause_ns) : status;
}

rsp_status client_end_send(client_end *t, rsp_bytes payload, rsp_escape_mode escape) {
    rsp_buf_clear(&t->request);
    rsp_buf_append(&t->request, payload);
    rsp_buf_clear(&t->frame);
    rsp_escape_packet(&t->frame, payload, escape);
    if (t->frame.status != RSP_OK || t->request.status != RSP_OK)
        return RSP_NO_MEMORY;
    t->running = rsp_packet_prints(rsp_packet_identify(payload));
    return client_end_send_raw(t, rsp_buf_bytes(&t->frame), false, 0);
}

bool client_end_keep(client_end *t, rsp_bytes payload, rsp_bytes wire, rsp_bytes raw, uint64_t time_ns) {
    rsp_buf_clear(&t->payload);
    rsp_buf_clear(&t->wire);
    rsp_buf_clear(&t->raw);
    rsp_buf_append(&t->payload, payload);
    rsp_buf_append(&t->wire, wire);
    rsp_buf_append(&t->raw, raw);
    t->time_ns = time_ns;
    return t->payload.status == RSP_OK && t->wire.status == RSP_OK && t->raw.status == RSP_OK;
}

static bool keep_event(client_end *t, const rsp_session_event *event) {
    return client_end_keep(t, event->payload, event->wire, event->raw, event->time_ns);
}

uint64_t client_end_reply_wait_ns(client_end *t, uint64_t timeout_ns) {
    const bool known = timeout_ns == 0 && t->known.patience;
    const uint64_t longer = known ? patience_bytes_ns(t->known.patience, t->last_sent.bytes) : 0;
    const uint64_t full = timeout_ns ? timeout_ns : t->timeout_ns + longer;
    t->waited.took_ns =
        known ? patience_wait_ns(t->known.patience, t->known.manners, t->last_sent.kind, full) : full;
    const uint64_t first = known && !t->waited.heard ? patience_first_ns(t->known.patience) : 0;
    t->waited.took_ns = first > t->waited.took_ns ? first : t->waited.took_ns;
    t->waited.is_short = t->waited.took_ns < full;
    return t->waited.took_ns;
}

/* One that ended with the conversation shows nothing. */
void client_end_learn(client_end *t, rsp_status status, uint64_t timeout_ns, uint64_t start_ns) {
    const bool over = status == RSP_TIMEOUT && client_end_is_over(t);
    const uint64_t took_ns = rsp_link_now(t->link) - start_ns;
    if (!t->known.patience || timeout_ns != 0 || over || (status != RSP_TIMEOUT && status != RSP_OK))
        return;
    patience_learn(t->known.patience, t->last_sent.kind, status == RSP_OK, took_ns);
    if (!t->waited.heard)
        patience_learn_first(t->known.patience, status == RSP_OK, took_ns);
    t->waited.heard = t->waited.heard || status == RSP_OK;
    if (status == RSP_OK)
        patience_measure(t->known.patience, t->last_sent.kind, t->last_sent.bytes + t->raw.len, took_ns);
}

/* Kinds of events that mean nothing while something is allowed for. */
static uint32_t passed_over(const client_end *t) {
    bool noise = allows(t->allowed, ALLOW_NOISE);
    bool acks = allows(t->allowed, ALLOW_SEVERAL_ACKS) || allows(t->allowed, ALLOW_LATE_ACKS);
    return (noise ? BIT(JUNK) : 0) | (acks ? BIT(ACK) : 0);
}

bool client_end_passes_over(const client_end *t, rsp_session_event_kind kind) {
    return (passed_over(t) & RSP_SESSION_BIT(kind)) != 0;
}

static bool acks_may_be_missing(const client_end *t) {
    return allows(t->allowed, ALLOW_NO_ACKS) || allows(t->allowed, ALLOW_LATE_ACKS);
}

/* Whether a packet was sent last, and nothing beside it. */
static bool is_of_packet(const client_end *t) {
    return t->last_sent.kind < RSP_PACKET_END || t->last_sent.kind >= PATIENCE_POINT;
}

/* A stub whose replies are known to be late is given time, and is late all the same. */
static void note_slow(client_end *t, rsp_packet_id packet, uint64_t took_ns) {
    if (t->waited.slow || packet == RSP_PACKET_UNKNOWN || took_ns <= t->timeout_ns || rsp_packet_runs(packet))
        return;
    t->waited.slow = packet;
    t->waited.slow_ns = took_ns;
}

/* The reply to what was sent last did not come. */
static void miss(client_end *t) {
    if (is_of_packet(t))
        late_replies_miss(&t->missed, rsp_packet_identify(rsp_buf_bytes(&t->request)), t->last_sent.ns);
}

/* What came at `came_ns` is the late reply of the missed request at `at`. */
static void take_late(client_end *t, size_t at, uint64_t came_ns) {
    const missed_reply late = late_replies_take(&t->missed, at);
    const uint64_t took_ns = came_ns > late.sent_ns ? came_ns - late.sent_ns : 0;
    if (t->known.patience && t->known.patience->on && !rsp_packet_runs(late.packet))
        patience_learn_late(t->known.patience, late.packet, took_ns);
    note_slow(t, late.packet, took_ns);
}

/* Waits for '+' or '-'; a packet that comes first is kept, and *got stays 0. */
static rsp_status wait_ack(client_end *t, uint64_t timeout_ns, int *got) {
    rsp_session_event event;
    if (t->stash.is_there)
        return RSP_OK;
    client_end_wait wait = client_end_wait_begin(t, timeout_ns);
    rsp_status status = client_end_wait_event(t, &wait, ack_mask | packet_mask, 0, &event);
    t->end = event.end;
    if (status != RSP_OK)
        return status;
    if (RSP_SESSION_BIT(event.kind) & ack_mask) {
        *got = event.kind == RSP_SESSION_ACK ? '+' : '-';
        return RSP_OK;
    }
    t->stash.is_there = true;
    t->stash.kind = event.kind;
    return keep_event(t, &event) ? RSP_OK : RSP_NO_MEMORY;
}

/* A packet before the '+' for the request: the late reply to one before it. It is acknowledged, and the '+'
 * is waited for. */
static bool is_late_before_ack(client_end *t, rsp_status *status) {
    size_t at;
    if (*status != RSP_OK || !t->stash.is_there || t->stash.kind != RSP_SESSION_PACKET ||
        t->missed.num == 0 ||
        late_replies_whose(&t->missed, NULL, client_end_payload(t), &at) == LATE_OF_NONE)
        return false;
    t->stash.is_there = false;
    take_late(t, at, t->time_ns);
    *status = rsp_session_accept(t->session);
    return *status == RSP_OK;
}

/* The same of what greets the client: GDB drops what it gets before the '+' for its first request. */
static bool is_greeting_before_ack(client_end *t, rsp_status *status) {
    const rsp_packet_row *row = rsp_packet_lookup(rsp_buf_bytes(&t->request), NULL);
    if (*status != RSP_OK || !t->stash.is_there || t->stash.kind != RSP_SESSION_PACKET || !row ||
        client_end_exchanges(t)->opening != RSP_OPENING_GREETED ||
        !rsp_stop_reply_is(client_end_payload(t)) ||
        rsp_fit_reply(row, client_end_payload(t)) != RSP_FIT_NEVER)
        return false;
    t->stash.is_there = false;
    *status = rsp_session_accept(t->session);
    return *status == RSP_OK;
}

static uint64_t ack_wait_ns(client_end *t, ack_want want) {
    if (want == ACK_NONE)
        return client_end_quiet_ns(t);
    if (want == ACK_ANY && t->known.patience)
        return patience_brief_ns(t->known.patience, t->known.manners, t->last_sent.kind, t->timeout_ns) +
               patience_bytes_ns(t->known.patience, t->last_sent.bytes);
    return client_end_reply_wait_ns(t, 0);
}

rsp_status client_end_ack(client_end *t, ack_want want, int *got) {
    *got = 0;
    rsp_status status = client_end_flush(t);
    if (status != RSP_OK)
        return status;
    if (acks_may_be_missing(t) && !client_end_is_manual(t) && (want == ACK_PLUS || want == ACK_ANY))
        return RSP_OK;
    const uint64_t wait_ns = ack_wait_ns(t, want);
    const uint64_t start_ns = rsp_link_now(t->link);
    do {
        *got = 0;
        status = wait_ack(t, wait_ns, got);
    } while (
        is_late_before_ack(t, &status) || is_greeting_before_ack(t, &status) ||
        (status == RSP_OK && *got == '+' && want != ACK_PLUS && client_end_passes_over(t, RSP_SESSION_ACK)));
    if ((want == ACK_PLUS || want == ACK_MINUS) && status == RSP_TIMEOUT) { /* a '+' alone is no reply yet */
        client_end_learn(t, status, 0, start_ns);
        miss(t);
    }
    if (want == ACK_ANY)
        return status == RSP_TIMEOUT || status == RSP_CLOSED ? RSP_OK : status;
    if (want == ACK_NONE && status == RSP_TIMEOUT)
        return RSP_OK;
    if (status != RSP_OK)
        return status;
    int wanted = want == ACK_NONE ? 0 : want == ACK_MINUS ? '-' : '+';
    bool taken = t->lenient && t->stash.is_there; /* a reply is as good as '+' */
    return *got == wanted || taken ? RSP_OK : RSP_UNEXPECTED;
}

static bool is_console(const client_end *t) {
    return t->running && rsp_console_classify(client_end_payload(t)) == RSP_CONSOLE_TEXT;
}

static void take_console(client_end *t) {
    if (t->console.len < RSP_LIMIT_CONSOLE_BYTES)
        (void)!rsp_hex_decode(&t->console, rsp_bytes_from(client_end_payload(t), 1));
}

static rsp_status packet_status(client_end *t, rsp_session_event_kind kind) {
    switch (kind) {
    case RSP_SESSION_PACKET:
        return rsp_session_accept(t->session);
    case RSP_SESSION_BAD_CHECKSUM:
        return RSP_CHECKSUM;
    case RSP_SESSION_OVERLONG:
        return RSP_LIMIT;
    case RSP_SESSION_BAD_ENCODING:
    case RSP_SESSION_BROKEN:
    case RSP_SESSION_NOTIFICATION:
    case RSP_SESSION_LATE: /* such sessions do not pair late replies */
    case RSP_SESSION_ACK:
    case RSP_SESSION_NAK:
    case RSP_SESSION_JUNK:
    case RSP_SESSION_INTERRUPT:
    case RSP_SESSION_CLOSED:
    case RSP_SESSION_DIED:
    case RSP_SESSION_TIMEOUT:
    case RSP_SESSION_FLOOD:
        break;
    }
    return RSP_MALFORMED;
}

static rsp_status take_event(client_end *t, client_end_wait *wait, rsp_session_event_kind *kind) {
    rsp_session_event event;
    uint32_t noise = noise_mask | (client_end_is_manual(t) ? 0 : ack_mask);
    rsp_status status = client_end_wait_event(t, wait, packet_mask, noise, &event);
    t->end = event.end;
    *kind = event.kind;
    if (status != RSP_OK || !(RSP_SESSION_BIT(event.kind) & packet_mask))
        return status;
    return keep_event(t, &event) ? RSP_OK : RSP_NO_MEMORY;
}

/* The next event of a packet, its status in *kind's terms. */
static rsp_status next_packet(client_end *t, client_end_wait *wait, rsp_session_event_kind *kind) {
    *kind = t->stash.kind;
    bool stashed = t->stash.is_there;
    t->stash.is_there = false;
    rsp_status status = RSP_OK;
    while (!stashed && status == RSP_OK) {
        status = take_event(t, wait, kind);
        stashed = status == RSP_OK && (RSP_SESSION_BIT(*kind) & packet_mask);
    }
    return status;
}

/* A damaged packet, as GDB takes it: asked for again, and in the end what there is of it. */
static rsp_status take_damaged(client_end *t, rsp_session_event_kind kind, rsp_status status) {
    bool damaged = status == RSP_CHECKSUM || (t->lenient && kind == RSP_SESSION_BAD_ENCODING);
    if (!damaged || !(t->lenient || allows(t->allowed, ALLOW_CHECKSUMS)))
        return status;
    bool asks = !client_end_is_no_ack(t) && !client_end_is_manual(t);
    for (int i = 0; asks && kind != RSP_SESSION_PACKET && i < MAX_ASKED_AGAIN; i++) {
        client_end_wait wait = client_end_wait_begin(t, t->quiet_ns);
        status = rsp_session_send_raw(t->session, RSP_LIT("-"));
        if (status == RSP_OK)
            status = next_packet(t, &wait, &kind);
        asks = status == RSP_OK;
    }
    bool known =
        status == RSP_OK || status == RSP_TIMEOUT || status == RSP_CHECKSUM || status == RSP_MALFORMED;
    return known ? rsp_session_accept(t->session) : status;
}

/* In all-stop mode the reply to a resume is a stop. GDB takes OK for console output, and waits on. */
static bool is_early_ok(const client_end *t) {
    const rsp_packet_row *row = rsp_packet_by_id(rsp_packet_identify(rsp_buf_bytes(&t->request)));
    return row && row->reply == RSP_REPLY_FORM_RUN && row->effect == RSP_EFFECT_RESUMES &&
           !rsp_mode_is_on(&client_end_exchanges(t)->negotiated, RSP_MODE_NON_STOP) &&
           rsp_bytes_equal(client_end_payload(t), RSP_LIT("OK"));
}

/* Takes what is not waited for. False: it is what is waited for. */
static bool passes(client_end *t, taken_packet take, rsp_status *out_status) {
    if (!t->running || take == TAKE_ANY)
        return false;
    if (is_console(t)) {
        take_console(t);
    } else if (take == TAKE_STOP && is_early_ok(t)) {
        t->passed.num_oks++;
    } else if (take == TAKE_STOP && rsp_file_call_is(client_end_payload(t))) {
        *out_status = file_call_serve(t);
        return true;
    } else {
        return false;
    }
    *out_status = client_end_flush(t);
    return true;
}

static rsp_status wait_packet(client_end *t, uint64_t timeout_ns, taken_packet take) {
    rsp_status status = client_end_flush(t);
    client_end_wait wait = client_end_wait_begin(t, timeout_ns);
    while (status == RSP_OK) {
        rsp_session_event_kind kind;
        status = next_packet(t, &wait, &kind);
        if (status != RSP_OK)
            return status;
        status = take_damaged(t, kind, packet_status(t, kind));
        const uint64_t before = t->waited.deaf_call;
        if (status != RSP_OK || !passes(t, take, &status)) {
            t->running = t->running && is_console(t);
            return status;
        }
        const bool deaf = t->waited.deaf_call != before; /* that was found out by a wait of its own */
        if (t->last_sent.kind == RSP_PACKET_QRCMD ||
            deaf) /* a command's output may be long, each part is waited for */
            wait = client_end_wait_begin(t, timeout_ns);
    }
    return status;
}

/* What is kept may be late: it is where another packet follows at once, as stubs answer in order. A stop
 * takes its time. */
static rsp_status await_next(client_end *t, uint64_t wait_ns, taken_packet take, bool *out_late) {
    const bool runs = t->last_sent.kind < RSP_PACKET_END && rsp_packet_runs((rsp_packet_id)t->last_sent.kind);
    const rsp_status status = wait_packet(t, runs ? wait_ns : client_end_quiet_ns(t), take);
    *out_late = status != RSP_TIMEOUT;
    return *out_late ? status : RSP_OK;
}

/* A packet came while others have no reply yet. What is theirs is passed over, up to the reply to the request
 * that waits; behind that none of theirs can come. */
static rsp_status pass_late(client_end *t, uint64_t wait_ns, taken_packet take) {
    rsp_status status = RSP_OK;
    while (status == RSP_OK && t->missed.num > 0) {
        size_t at;
        const rsp_packet_row *row = rsp_packet_lookup(rsp_buf_bytes(&t->request), NULL);
        const late_whose whose = late_replies_whose(&t->missed, row, client_end_payload(t), &at);
        const uint64_t came_ns = t->time_ns;
        bool late = whose == LATE_OF_ONE;
        if (late)
            status = wait_packet(t, wait_ns, take);
        else if (whose == LATE_OPEN)
            status = await_next(t, wait_ns, take, &late);
        if (late)
            take_late(t, at, came_ns);
        else
            t->missed.num = 0;
    }
    return status;
}

/* Waits as long again for a reply that had no reply in time, where nothing is known of the silence: what
 * comes now is late, and would be taken for somebody else's. */
static uint64_t await_late(client_end *t, uint64_t start_ns) {
    const bool packet = t->last_sent.kind > RSP_PACKET_UNKNOWN && t->last_sent.kind < RSP_PACKET_END;
    if (!packet || !t->known.patience || !t->known.patience->on ||
        rsp_packet_runs((rsp_packet_id)t->last_sent.kind) || t->waited.is_short || client_end_is_over(t))
        return 0;
    const rsp_packet_row *row = rsp_packet_by_id((rsp_packet_id)t->last_sent.kind);
    if (wait_packet(t, t->waited.took_ns, TAKE_ANY) != RSP_OK ||
        rsp_fit_reply(row, client_end_payload(t)) == RSP_FIT_NEVER)
        return 0;
    const uint64_t took_ns = rsp_link_now(t->link) - start_ns;
    patience_learn_late(t->known.patience, t->last_sent.kind, took_ns);
    return took_ns;
}

/* An erase takes seconds on some chips, and GDB waits 1000 s, for a monitor command without end. Not where
 * the packets may be unknown ones that get no reply. */
static uint64_t patient_timeout_ns(const client_end *t) {
    const unsigned kind = t->last_sent.kind;
    const bool slow = kind == RSP_PACKET_VFLASH_ERASE || kind == RSP_PACKET_VFLASH_WRITE ||
                      kind == RSP_PACKET_VFLASH_DONE || kind == RSP_PACKET_QRCMD;
    const bool silent = t->known.patience && !t->known.patience->answered[kind] &&
                        patience_unknowns_silent(t->known.patience, t->known.manners);
    return slow && !silent ? PATIENT_S * RSP_NS_PER_S : 0;
}

rsp_status client_end_packet(client_end *t, uint64_t timeout_ns, taken_packet take) {
    const uint64_t start_ns = rsp_link_now(t->link);
    timeout_ns = timeout_ns ? timeout_ns : patient_timeout_ns(t);
    const uint64_t wait_ns = client_end_reply_wait_ns(t, timeout_ns);
    t->waited.late_ns = 0;
    rsp_status status = wait_packet(t, wait_ns, take);
    if (status == RSP_OK && is_of_packet(t))
        status = pass_late(t, wait_ns, take);
    client_end_learn(t, status, timeout_ns, start_ns);
    if (status == RSP_TIMEOUT && timeout_ns == 0)
        t->waited.late_ns = await_late(t, start_ns);
    if (timeout_ns == 0 && (status == RSP_OK || t->waited.late_ns > 0) && t->last_sent.kind < RSP_PACKET_END)
        note_slow(t, (rsp_packet_id)t->last_sent.kind,
                  t->waited.late_ns > 0 ? t->waited.late_ns : rsp_link_now(t->link) - start_ns);
    if (status == RSP_TIMEOUT && timeout_ns == 0 && t->waited.late_ns == 0)
        miss(t);
    return status;
}

rsp_status client_end_notification(client_end *t, uint64_t timeout_ns) {
    rsp_status status = client_end_flush(t);
    if (status != RSP_OK)
        return status;
    rsp_session_event event;
    const unsigned sent = t->last_sent.kind; /* its reply may still be waited for afterwards */
    t->last_sent.kind = PATIENCE_NOTICE;
    const uint64_t start_ns = rsp_link_now(t->link);
    client_end_wait wait = client_end_wait_begin(t, client_end_reply_wait_ns(t, timeout_ns));
    status = client_end_wait_event(t, &wait, BIT(NOTIFICATION), 0, &event);
    client_end_learn(t, status, timeout_ns, start_ns);
    t->last_sent.kind = sent;
    t->end = event.end;
    if (status == RSP_OK && !keep_event(t, &event))
        status = RSP_NO_MEMORY;
    return status;
}

rsp_status client_end_send_acked(client_end *t, rsp_bytes payload) {
    int got = 0;
    rsp_status status = client_end_send(t, payload, RSP_ESCAPE_FULL);
    if (status == RSP_OK && !client_end_is_no_ack(t) && !client_end_is_manual(t))
        status = client_end_ack(t, ACK_PLUS, &got);
    return status;
}

/* As GDB begins, whatever stands before it. */
rsp_status client_end_acknowledge_all(client_end *t) {
    return client_end_is_no_ack(t) ? RSP_OK : rsp_session_send_raw(t->session, RSP_LIT("+"));
}

const char *client_end_detour(const client_end *t, rsp_bytes payload) {
    return t->known.detour ? detour_reason(t->known.detour, t->known.patience, t->known.manners, payload)
                           : NULL;
}

bool client_end_leaves_unknowns(const client_end *t, rsp_bytes payload) {
    const char *reason = client_end_detour(t, payload);
    return reason && strcmp(reason, rsp_came_phrase(RSP_CAME_SILENCE)) == 0 &&
           patience_unknowns_silent(t->known.patience, t->known.manners);
}

rsp_status client_end_request(client_end *t, rsp_bytes payload) {
    if (client_end_detour(t, payload)) {
        rsp_buf_clear(&t->payload);
        return RSP_UNSUPPORTED;
    }
    rsp_status status = client_end_send_acked(t, payload);
    return status == RSP_OK ? client_end_packet(t, 0, TAKE_STOP) : status;
}

rsp_status client_end_take_greeting(client_end *t, size_t len, rsp_buf *out) {
    rsp_status status = client_end_flush(t);
    const uint64_t usual_ns = out ? t->quiet_ns : KNOWN_GREETING_WAITS * t->quiet_ns;
    client_end_wait wait = client_end_wait_begin(
        t, t->known.manners ? rsp_manners_greeting_ns(t->known.manners, usual_ns) : usual_ns);
    for (size_t taken = 0; status == RSP_OK && taken < len;) {
        rsp_session_event event;
        status = client_end_wait_event(t, &wait, RSP_SESSION_ANY, 0, &event);
        t->end = event.end;
        if (status != RSP_OK)
            break;
        taken += event.raw.len;
        if (out)
            rsp_buf_append(out, event.raw);
        if (event.kind == RSP_SESSION_PACKET)
            status = rsp_session_accept(t->session);
    }
    return status == RSP_TIMEOUT ? RSP_OK : status;
}

/* Whether the client has not said a byte yet. */
static bool is_unspoken(const client_end *t) {
    for (uint64_t i = rsp_transcript_first(t->transcript); i < rsp_transcript_end(t->transcript); i++) {
        rsp_entry e;
        if (rsp_transcript_get(t->transcript, i, &e) && e.direction == RSP_TO_STUB)
            return false;
    }
    return true;
}

rsp_status client_end_quiet(client_end *t, uint64_t period_ns, rsp_session_event *event) {
    if (t->known.manners && is_unspoken(t)) /* a greeting may be late */
        period_ns = rsp_manners_greeting_ns(t->known.manners, period_ns);
    uint64_t until = rsp_deadline(rsp_link_now(t->link), client_end_time_left(t, period_ns));
    rsp_status status = client_end_flush(t);
    bool passed = status == RSP_OK;
    for (uint64_t i = 0; passed && i < RSP_LIMIT_ANSWER_EVENTS; i++) {
        uint64_t now = rsp_link_now(t->link);
        status = rsp_session_quiet(t->session, until > now ? until - now : 1, event);
        passed = status == RSP_UNEXPECTED && client_end_passes_over(t, event->kind);
    }
    return status;
}

/* Packets of the debugger go on in order. A batch waits until the stub has answered all before it; then its
 * requests go one by one. Interrupts, notifications and stop replies pass at once.
 * See accelerate.h. */
/* SPDX-License-Identifier: MIT */
#include "accelerate.h"

#include "codec/negotiated.h"
#include "codec/reply.h"
#include "core/limits.h"
#include "trace/exchange.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

enum { TRANSCRIPT_BYTES = 4 * 1024 * 1024, TRANSCRIPT_ENTRIES = 4096 };

/* A side that refuses again and again is ignored: its peer will notice the missing reply. */
enum { MAX_RESENT = 3, MAX_REFUSED = 8 };

/* Stands before the wire bytes of each queued event. */
typedef struct queued {
    size_t len;
    rsp_event_kind kind;
    bool intact; /* a packet whose checksum is right */
} queued;

static void observe(void *ctx, const rsp_transcript *transcript, const rsp_entry *entry) {
    accelerator *a = ctx;
    rsp_status status = rsp_exchanges_feed(&a->exchanges, transcript, entry, &a->pairing);
    a->payload = entry->payload;
    if (a->pairing.role == RSP_ROLE_FILE_REQUEST || a->pairing.role == RSP_ROLE_FILE_REPLY)
        a->file_io = a->pairing.role == RSP_ROLE_FILE_REQUEST;
    if (status == RSP_NO_MEMORY)
        a->status = status;
}

/* The pairing knows when QStartNoAckMode has its reply, even with queued requests. Ports alone would guess.
 */
static void port_init(port *p, rsp_endpoint_role role, const rsp_proxy_options *options) {
    const rsp_endpoint_policy policy = {.role = role,
                                        .max_resent = MAX_RESENT,
                                        .max_refused = MAX_REFUSED,
                                        .trusts_without_acks = true,
                                        .max_packet = options->max_packet,
                                        .mem = options->mem};
    rsp_buf_init(&p->out, options->mem, 0);
    rsp_endpoint_init(&p->wire, &policy, &p->out);
}

static void port_reset(port *p) {
    rsp_endpoint_reset(&p->wire);
    rsp_buf_clear(&p->out);
}

static void port_free(port *p) {
    rsp_endpoint_free(&p->wire);
    rsp_buf_free(&p->out);
}

bool accelerator_init(accelerator *a, const rsp_proxy_options *options) {
    rsp_transcript_options kept = {.max_bytes = TRANSCRIPT_BYTES,
                                   .max_entries = TRANSCRIPT_ENTRIES,
                                   .max_packet = options->max_packet,
                                   .mem = options->mem};
    *a = (accelerator){.patience_ns = options->patience_ns, .mem = options->mem};
    a->features.accelerate = options->accelerate;
    port_init(&a->ports[RSP_PROXY_CLIENT], RSP_ENDPOINT_STUB, options);
    port_init(&a->ports[RSP_PROXY_STUB], RSP_ENDPOINT_CLIENT, options);
    rsp_buf_init(&a->queue, options->mem, RSP_LIMIT_PROXY_QUEUE_BYTES);
    rsp_buf_init(&a->scratch, options->mem, 0);
    batch_init(&a->batch, options->mem);
    a->exchanges.mem = options->mem;
    a->wait_until_ns = a->reply_until_ns = RSP_NEVER_NS;
    a->transcript = rsp_transcript_new(&kept);
    return a->transcript && rsp_transcript_observe(a->transcript, observe, a);
}

void accelerator_free(accelerator *a) {
    rsp_transcript_free(a->transcript);
    rsp_exchanges_free(&a->exchanges);
    batch_free(&a->batch);
    rsp_buf_free(&a->queue);
    rsp_buf_free(&a->scratch);
    port_free(&a->ports[RSP_PROXY_CLIENT]);
    port_free(&a->ports[RSP_PROXY_STUB]);
}

void accelerator_reset(accelerator *a) {
    port_reset(&a->ports[RSP_PROXY_CLIENT]);
    port_reset(&a->ports[RSP_PROXY_STUB]);
    a->features = (features){.accelerate = a->features.accelerate};
    batch_free(&a->batch);
    rsp_buf_clear(&a->queue);
    rsp_buf_clear(&a->scratch);
    rsp_transcript_reset(a->transcript);
    rsp_exchanges_reset(&a->exchanges);
    a->queue_head = a->num_given_up = 0;
    a->wait_until_ns = a->reply_until_ns = RSP_NEVER_NS;
    a->split = a->stray = a->have_last_form = a->file_io = false;
    a->status = RSP_OK;
    a->trouble = NULL;
}

static void fail(accelerator *a, rsp_status status, const char *trouble) {
    if (a->status != RSP_OK)
        return;
    a->status = status;
    a->trouble = trouble;
}

static rsp_endpoint *client_of(accelerator *a) {
    return &a->ports[RSP_PROXY_CLIENT].wire;
}

static rsp_endpoint *stub_of(accelerator *a) {
    return &a->ports[RSP_PROXY_STUB].wire;
}

/* For the pairing: what the stub sends, decoded, and what we send, as bytes. */
static void follow(accelerator *a, rsp_status heard) {
    if (heard == RSP_NO_MEMORY)
        fail(a, RSP_NO_MEMORY, "out of memory");
}

static void forget_pairing(accelerator *a) {
    a->pairing = (rsp_pairing){.role = RSP_ROLE_NOTHING};
    a->payload = rsp_bytes_make(NULL, 0);
}

static void follow_ours(accelerator *a, uint64_t now_ns, rsp_bytes raw) {
    forget_pairing(a);
    follow(a, rsp_transcript_feed(a->transcript, RSP_TO_STUB, now_ns, raw));
}

static void follow_stub(accelerator *a, uint64_t now_ns, const rsp_wire_event *event) {
    forget_pairing(a);
    follow(a, rsp_transcript_add(a->transcript, now_ns, event));
}

/* --- a batch --- */

static void answer(accelerator *a) {
    rsp_buf_clear(&a->scratch);
    batch_finish(&a->batch, &a->scratch);
    rsp_endpoint_put_payload(client_of(a), rsp_buf_bytes(&a->scratch));
    a->split = a->stray = false;
    a->reply_until_ns = RSP_NEVER_NS;
}

/* Sends the next request of the batch, or its reply when there is none left. */
static void go_on(accelerator *a, uint64_t now_ns) {
    rsp_buf_clear(&a->scratch);
    if (!batch_next(&a->batch, &a->scratch)) {
        answer(a);
        return;
    }
    rsp_endpoint *stub = stub_of(a);
    size_t from = stub->out->len;
    rsp_endpoint_put_payload(stub, rsp_buf_bytes(&a->scratch));
    follow_ours(a, now_ns, rsp_bytes_from(rsp_buf_bytes(stub->out), from));
    a->request = rsp_transcript_end(a->transcript) - 1;
    a->reply_until_ns = rsp_deadline(now_ns, a->patience_ns);
    a->stray = false;
    a->stats.requests++;
}

/* With both forms on offer the separators decide. One range looks alike in both: then the read before
 * decides. */
static rsp_status begin_read(accelerator *a, rsp_bytes payload, const batch_limits *limits) {
    rsp_accelerate offer = a->features.accelerate;
    bool lldb = offer != RSP_ACCELERATE_RFC;
    bool rfc = offer != RSP_ACCELERATE_LLDB;
    size_t num = 0;
    bool fits_lldb = rsp_multimem_parse(NULL, 0, &num, payload, RSP_MULTIMEM_LLDB, NULL) == RSP_OK;
    bool fits_rfc = rsp_multimem_parse(NULL, 0, &num, payload, RSP_MULTIMEM_RFC, NULL) == RSP_OK;
    rsp_multimem_form form = lldb ? RSP_MULTIMEM_LLDB : RSP_MULTIMEM_RFC;
    if (lldb && rfc && fits_lldb != fits_rfc) {
        form = fits_rfc ? RSP_MULTIMEM_RFC : RSP_MULTIMEM_LLDB;
        a->last_form = form;
        a->have_last_form = true;
    } else if (lldb && rfc && a->have_last_form) {
        form = a->last_form;
    }
    return batch_begin_read(&a->batch, payload, form, limits);
}

static void begin(accelerator *a, rsp_bytes payload, uint64_t now_ns) {
    batch_limits limits = {.packet_size = a->features.packet_size, .binary_read = a->features.binary_read};
    rsp_multibreak_form form;
    batch_kind kind = batch_kind_of(payload, &form);
    if (kind == BATCH_POINTS && !a->have_last_form) {
        a->last_form = form == RSP_MULTIBREAK_RFC ? RSP_MULTIMEM_RFC : RSP_MULTIMEM_LLDB;
        a->have_last_form = true;
    }
    rsp_status status = kind == BATCH_READ ? begin_read(a, payload, &limits)
                                           : batch_begin_points(&a->batch, payload, form, &limits);
    a->wait_until_ns = RSP_NEVER_NS;
    if (status == RSP_OK) {
        a->stats.batches++;
        a->stats.entries += a->batch.num;
        a->split = true;
        go_on(a, now_ns);
        return;
    }
    batch_free(&a->batch);
    a->stats.malformed++;
    rsp_buf_clear(&a->scratch);
    bool full = status == RSP_NO_MEMORY || status == RSP_LIMIT;
    rsp_reply_error_build(&a->scratch, full ? BATCH_E_MEMORY : BATCH_E_SYNTAX);
    rsp_endpoint_put_payload(client_of(a), rsp_buf_bytes(&a->scratch));
}

/* We serve only what we announced: the debugger may also try what neither of us has. */
static bool is_ours(const accelerator *a, rsp_bytes payload) {
    rsp_multibreak_form form;
    switch (batch_kind_of(payload, &form)) {
    case BATCH_NONE:
        return false;
    case BATCH_READ:
        return a->features.read;
    case BATCH_POINTS:
        return form == RSP_MULTIBREAK_LLDB ? a->features.points_lldb : a->features.points_rfc;
    }
    return false;
}

/* --- from the debugger --- */

/* Whether the stub owes a reply. A reply that it may leave out, to k for instance, does not count. While it
 * asks for File-I/O it waits for us: the resume is open, but memory can be read. */
static bool stub_owes(const accelerator *a) {
    const rsp_pending_request *oldest = rsp_exchanges_oldest(&a->exchanges);
    return oldest && !((rsp_request_is_optional(oldest) || a->file_io) &&
                       rsp_exchanges_outstanding(&a->exchanges) == 1);
}

static bool awaits_stop(const accelerator *a) {
    return rsp_exchanges_oldest(&a->exchanges)->resumes &&
           !rsp_mode_is_on(&a->exchanges.negotiated, RSP_MODE_NON_STOP);
}

static bool has_patience(accelerator *a, uint64_t now_ns) {
    if (a->wait_until_ns == RSP_NEVER_NS)
        a->wait_until_ns = rsp_deadline(now_ns, a->patience_ns);
    return now_ns < a->wait_until_ns;
}

/* A batch waits for replies to the requests before it, up to a limit; for a stop as long as it takes. */
static bool must_wait(accelerator *a, uint64_t now_ns) {
    return stub_owes(a) && (awaits_stop(a) || has_patience(a, now_ns));
}

/* Where there are acknowledgments any request waits so, but for none that lets the program run: lldb-server
 * takes a request that comes before the acknowledgment of its reply for that, and never answers it. */
static bool must_wait_for_ack(accelerator *a, uint64_t now_ns) {
    return !rsp_mode_is_on(&a->exchanges.negotiated, RSP_MODE_NO_ACK) && stub_owes(a) && !awaits_stop(a) &&
           has_patience(a, now_ns);
}

static void forward(accelerator *a, const queued *head, rsp_bytes raw, uint64_t now_ns) {
    if (head->kind == RSP_EVENT_PACKET)
        rsp_endpoint_put(stub_of(a), raw);
    else
        rsp_endpoint_put_raw(stub_of(a), raw);
    follow_ours(a, now_ns, raw);
}

/* True when the event is handled. */
static bool handle(accelerator *a, const queued *head, rsp_bytes raw, uint64_t now_ns) {
    if (head->kind == RSP_EVENT_PACKET && head->intact) {
        rsp_bytes payload = rsp_bytes_sub(raw, 1, raw.len - 4);
        if (is_ours(a, payload)) {
            if (must_wait(a, now_ns))
                return false;
            begin(a, payload, now_ns);
            return true;
        }
        if (must_wait_for_ack(a, now_ns))
            return false;
        a->wait_until_ns = RSP_NEVER_NS;
    }
    forward(a, head, raw, now_ns);
    return true;
}

/* Handles the queued events that can go on. */
static void pump(accelerator *a, uint64_t now_ns) {
    while (!a->split && a->queue_head < a->queue.len && a->status == RSP_OK) {
        queued head;
        rsp_bytes rest = rsp_bytes_from(rsp_buf_bytes(&a->queue), a->queue_head);
        memcpy(&head, rest.ptr, sizeof head);
        rsp_bytes raw = rsp_bytes_sub(rest, sizeof head, head.len);
        if (!handle(a, &head, raw, now_ns))
            return;
        a->queue_head += sizeof head + head.len;
    }
    /* Moved to the front only now and then: moving a long queue for each small event would be slow. */
    if (a->queue_head > a->queue.len / 2) {
        rsp_buf_consume(&a->queue, a->queue_head);
        a->queue_head = 0;
    }
}

static void enqueue(accelerator *a, const rsp_wire_event *event, uint64_t now_ns) {
    queued head = {.len = event->raw.len, .kind = event->kind, .intact = event->checksum_ok};
    if (!a->split && a->queue_head == a->queue.len && handle(a, &head, event->raw, now_ns))
        return;
    if (!rsp_buf_reserve(&a->queue, sizeof head + event->raw.len)) {
        fail(a, a->queue.status,
             a->queue.status == RSP_LIMIT ? "the debugger sent too much while a batch was split"
                                          : "out of memory");
        return;
    }
    rsp_buf_append(&a->queue, rsp_bytes_make(&head, sizeof head));
    rsp_buf_append(&a->queue, event->raw);
}

static void from_client(accelerator *a, uint64_t now_ns, const rsp_wire_event *event) {
    if (event->kind == RSP_EVENT_OVERLONG) {
        fail(a, RSP_LIMIT, "the debugger sent a packet that is too long");
        return;
    }
    switch (rsp_endpoint_take(client_of(a), event)) {
    case RSP_RECEPTION_NONE:
    case RSP_RECEPTION_OVERLONG:
    case RSP_RECEPTION_ACKED:
        return;
    case RSP_RECEPTION_RESENT:
    case RSP_RECEPTION_GIVEN_UP:
        a->stats.resent++;
        return;
    case RSP_RECEPTION_REFUSED:
    case RSP_RECEPTION_DAMAGED:
        a->stats.refused++;
        return;
    case RSP_RECEPTION_OTHER:
        if (event->kind == RSP_EVENT_INTERRUPT) { /* at once, whatever waits */
            rsp_endpoint_put_raw(stub_of(a), event->raw);
            follow_ours(a, now_ns, event->raw);
            return;
        }
        break;
    case RSP_RECEPTION_GOOD:
    case RSP_RECEPTION_STRAY:
        break;
    }
    enqueue(a, event, now_ns);
}

/* --- from the stub --- */

static void give_up_request(accelerator *a) {
    a->stats.unanswered++;
    if (a->num_given_up == ACCELERATOR_GIVEN_UP) {
        fail(a, RSP_TIMEOUT, "the stub does not answer any more");
        return;
    }
    a->given_up[a->num_given_up++] = a->request;
}

/* The late reply to a request that was given up. */
static bool is_late(accelerator *a) {
    if (!a->pairing.have_exchange)
        return false;
    for (size_t i = 0; i < a->num_given_up; i++) {
        if (a->given_up[i] != a->pairing.exchange.request)
            continue;
        a->given_up[i] = a->given_up[--a->num_given_up];
        return true;
    }
    return false;
}

static bool is_reply_to_us(const accelerator *a) {
    if (!a->split)
        return false;
    if (a->pairing.have_exchange)
        return a->pairing.exchange.request == a->request;
    return a->stray && (a->pairing.role == RSP_ROLE_UNSOLICITED || a->pairing.role == RSP_ROLE_NOTHING);
}

static bool answers(const accelerator *a, rsp_packet_id packet) {
    return a->pairing.have_exchange && a->pairing.exchange.packet == packet;
}

/* A packet of the stub's own on its way to the debugger. */
static void pass_packet(accelerator *a, rsp_bytes raw) {
    rsp_endpoint *client = client_of(a);
    if (answers(a, RSP_PACKET_QSUPPORTED)) {
        rsp_buf_clear(&a->scratch);
        features_rewrite(&a->features, &a->scratch, a->payload);
        rsp_endpoint_put_payload(client, rsp_buf_bytes(&a->scratch));
        return;
    }
    rsp_endpoint_put(client, raw);
    /* From the next packet on; this one is still acknowledged on both sides. */
    rsp_endpoint_set_no_ack(client, rsp_mode_is_on(&a->exchanges.negotiated, RSP_MODE_NO_ACK));
    rsp_endpoint_set_no_ack(stub_of(a), rsp_mode_is_on(&a->exchanges.negotiated, RSP_MODE_NO_ACK));
}

static void take_reply(accelerator *a, const rsp_wire_event *event, uint64_t now_ns) {
    /* In no-ack mode there is no resend. */
    rsp_bytes payload = event->checksum_ok ? a->payload : RSP_LIT("E01");
    switch (batch_take(&a->batch, payload)) {
    case BATCH_FOREIGN:
        a->stray = true;
        rsp_endpoint_put(client_of(a), event->raw);
        return;
    case BATCH_ODD:
        a->stats.odd_replies++;
        break;
    case BATCH_TAKEN:
        break;
    }
    go_on(a, now_ns);
}

static void take_packet(accelerator *a, const rsp_wire_event *event, uint64_t now_ns) {
    follow_stub(a, now_ns, event);
    if (is_late(a))
        return;
    if (is_reply_to_us(a))
        take_reply(a, event, now_ns);
    else
        pass_packet(a, event->raw);
}

static void from_stub(accelerator *a, uint64_t now_ns, const rsp_wire_event *event) {
    if (event->kind == RSP_EVENT_OVERLONG) {
        fail(a, RSP_LIMIT, "the stub sent a packet that is too long");
        return;
    }
    switch (rsp_endpoint_take(stub_of(a), event)) {
    case RSP_RECEPTION_NONE:
    case RSP_RECEPTION_OVERLONG:
        return;
    case RSP_RECEPTION_ACKED:
        follow_stub(a, now_ns, event);
        return;
    case RSP_RECEPTION_RESENT: /* the request stays paired: it is the same one that goes again */
    case RSP_RECEPTION_GIVEN_UP:
        a->stats.resent++;
        return;
    case RSP_RECEPTION_REFUSED: /* it comes again: it has not answered anything */
    case RSP_RECEPTION_DAMAGED:
        a->stats.refused++;
        break;
    case RSP_RECEPTION_GOOD:
        take_packet(a, event, now_ns);
        break;
    case RSP_RECEPTION_STRAY:
        if (event->kind == RSP_EVENT_ACK)
            follow_stub(a, now_ns, event);
        rsp_endpoint_put_raw(client_of(a), event->raw);
        return;
    case RSP_RECEPTION_OTHER:
        follow_stub(a, now_ns, event);
        rsp_endpoint_put_raw(client_of(a), event->raw);
        return;
    }
    pump(a, now_ns);
}

/* --- the door --- */

void accelerator_take(accelerator *a, rsp_proxy_end from, uint64_t now_ns, const rsp_wire_event *event) {
    if (from == RSP_PROXY_CLIENT)
        from_client(a, now_ns, event);
    else
        from_stub(a, now_ns, event);
    for (int i = 0; i < RSP_PROXY_ENDS; i++)
        if (a->ports[i].out.status != RSP_OK)
            fail(a, a->ports[i].out.status, "out of memory");
}

uint64_t accelerator_deadline(const accelerator *a) {
    return a->wait_until_ns < a->reply_until_ns ? a->wait_until_ns : a->reply_until_ns;
}

void accelerator_tick(accelerator *a, uint64_t now_ns) {
    if (now_ns >= a->reply_until_ns) {
        give_up_request(a);
        batch_give_up(&a->batch);
        answer(a);
    }
    if (now_ns >= a->wait_until_ns || !a->split)
        pump(a, now_ns);
}

/* Entries in a ring of records, their bytes in a ring of bytes; both grow to their limit and then forget the
 * oldest. A record's bytes are contiguous: one that does not fit before the end of the ring starts at its
 * beginning. Positions in the byte ring are virtual (they only grow), so that age is a comparison. */
/* SPDX-License-Identifier: MIT */
#include <rsp/transcript.h>

#include "core/limits.h"
#include "core/mem.h"
#include <assert.h>

typedef struct record {
    uint64_t time_ns;
    uint64_t offset;
    uint64_t wire_len;
    uint64_t at; /* virtual position of the raw bytes; a payload of its own follows them */
    uint32_t raw_len;
    uint32_t payload_len;
    uint32_t connection;
    uint8_t kind;
    uint8_t direction;
    bool own_payload; /* else the payload lies within raw, behind the lead */
    bool checksum_hex;
    bool checksum_ok;
    bool bad_encoding;
    bool cut;
} record;

typedef struct observer {
    rsp_transcript_observer call;
    void *ctx;
} observer;

struct rsp_transcript {
    rsp_transcript_options options;
    rsp_decoder decoders[2]; /* of what is fed as bytes */
    uint64_t hanging[2];     /* of what comes as events: bytes of one that is not complete */
    record *records;         /* entry i is at i % cap_records */
    size_t cap_records;
    uint8_t *bytes;
    size_t cap_bytes;
    uint64_t end_bytes; /* virtual */
    uint64_t first;
    uint64_t end;
    uint64_t dropped_bytes;
    uint64_t now_ns;
    uint32_t connection;
    bool connected; /* something happened on this connection */
    rsp_status status;
    size_t num_observers;
    observer observers[RSP_LIMIT_TRANSCRIPT_OBSERVERS];
};

const char *rsp_entry_kind_name(rsp_entry_kind kind) {
    static const char *const names[] = {
#define KIND_NAME(name, text) text,
        RSP_ENTRY_KIND_LIST(KIND_NAME)
#undef KIND_NAME
    };
    return (unsigned)kind < RSP_ARRAY_LEN(names) ? names[kind] : "?";
}

rsp_transcript *rsp_transcript_new(const rsp_transcript_options *options) {
    rsp_transcript_options o = options ? *options : (rsp_transcript_options){0};
    rsp_transcript *t = rsp_mem_calloc(o.mem, 1, sizeof *t);
    if (!t)
        return NULL;
    if (o.max_bytes == 0)
        o.max_bytes = RSP_LIMIT_TRANSCRIPT_BYTES;
    if (o.max_bytes < 256)
        o.max_bytes = 256;
    if (o.max_entries == 0)
        o.max_entries = RSP_LIMIT_TRANSCRIPT_EVENTS;
    if (o.max_request == 0)
        o.max_request = o.max_packet;
    t->options = o;
    const size_t most[] = {[RSP_TO_STUB] = o.max_request, [RSP_TO_CLIENT] = o.max_packet};
    for (unsigned i = 0; i < 2; i++)
        rsp_decoder_init(
            &t->decoders[i],
            &(rsp_deframer_options){.direction = (rsp_direction)i, .max_payload = most[i], .mem = o.mem});
    return t;
}

void rsp_transcript_free(rsp_transcript *t) {
    if (!t)
        return;
    rsp_decoder_free(&t->decoders[RSP_TO_STUB]);
    rsp_decoder_free(&t->decoders[RSP_TO_CLIENT]);
    rsp_mem_free(t->options.mem, t->records);
    rsp_mem_free(t->options.mem, t->bytes);
    rsp_mem_free(t->options.mem, t);
}

static void reset_streams(rsp_transcript *t) {
    for (unsigned i = 0; i < 2; i++) {
        rsp_decoder_reset(&t->decoders[i]);
        t->hanging[i] = 0;
    }
}

void rsp_transcript_reset(rsp_transcript *t) {
    reset_streams(t);
    t->end_bytes = t->first = t->end = t->dropped_bytes = t->now_ns = 0;
    t->connection = 0;
    t->connected = false;
    t->status = RSP_OK;
}

bool rsp_transcript_observe(rsp_transcript *t, rsp_transcript_observer call, void *ctx) {
    assert(call);
    if (t->num_observers == RSP_LIMIT_TRANSCRIPT_OBSERVERS)
        return false;
    t->observers[t->num_observers++] = (observer){.call = call, .ctx = ctx};
    return true;
}

/* A place in a ring. Most rings have a power of two, which needs no division. */
static size_t in_ring(uint64_t position, size_t cap) {
    return (size_t)((cap & (cap - 1)) == 0 ? position & (cap - 1) : position % cap);
}

static record *slot(const rsp_transcript *t, uint64_t index) {
    assert(t->cap_records > 0);
    return &t->records[in_ring(index, t->cap_records)];
}

static void drop_oldest(rsp_transcript *t) {
    t->dropped_bytes += slot(t, t->first)->wire_len;
    t->first++;
}

/* A larger record ring, with what is held moved to its new slots. */
static bool grow_records(rsp_transcript *t) {
    size_t cap = t->cap_records ? t->cap_records * 2 : 64;
    if (cap > t->options.max_entries)
        cap = t->options.max_entries;
    record *bigger = rsp_mem_calloc(t->options.mem, cap, sizeof *bigger);
    if (!bigger) {
        t->status = RSP_NO_MEMORY;
        return false;
    }
    for (uint64_t i = t->first; i < t->end; i++)
        bigger[in_ring(i, cap)] = *slot(t, i);
    rsp_mem_free(t->options.mem, t->records);
    t->records = bigger;
    t->cap_records = cap;
    return true;
}

static bool make_record_room(rsp_transcript *t) {
    bool full = t->end - t->first == t->cap_records;
    if (full && t->cap_records < t->options.max_entries && grow_records(t))
        return true;
    if (full && t->cap_records > 0)
        drop_oldest(t);
    return t->cap_records > 0;
}

/* Grows the byte ring; possible only while it has not wrapped, which is until it has its full size. */
static bool grow_bytes(rsp_transcript *t, size_t needed) {
    size_t cap = t->cap_bytes ? t->cap_bytes : 4096;
    while (cap < needed && cap < t->options.max_bytes)
        cap *= 2;
    if (cap > t->options.max_bytes)
        cap = t->options.max_bytes;
    uint8_t *bigger = rsp_mem_realloc(t->options.mem, t->bytes, cap);
    if (!bigger) {
        /* The ring keeps the size it has: from now on it wraps. */
        t->options.max_bytes = t->cap_bytes;
        t->status = RSP_NO_MEMORY;
        return false;
    }
    t->bytes = bigger;
    t->cap_bytes = cap;
    return true;
}

/* A contiguous place for `len` bytes, at most cap_bytes; what it covers is dropped. */
static uint64_t place_bytes(rsp_transcript *t, size_t len) {
    size_t at = in_ring(t->end_bytes, t->cap_bytes);
    if (len > t->cap_bytes - at)
        t->end_bytes += t->cap_bytes - at;
    uint64_t place = t->end_bytes;
    t->end_bytes += len;
    while (t->first < t->end && slot(t, t->first)->at + t->cap_bytes < t->end_bytes)
        drop_oldest(t);
    return place;
}

static uint32_t keep_of(size_t len, size_t most, bool *cut) {
    if (len <= most)
        return (uint32_t)len;
    *cut = true;
    return (uint32_t)most;
}

/* Copies the entry's bytes into the ring. One entry gets at most half of it, so that a giant leaves its
 * neighbours in place. */
static void store_bytes(rsp_transcript *t, record *r, const rsp_entry *e) {
    size_t most = t->options.max_bytes / 4;
    r->raw_len = keep_of(e->raw.len, most, &r->cut);
    r->payload_len = keep_of(e->payload.len, most, &r->cut);
    if (!r->own_payload && r->raw_len < e->raw.len && r->payload_len >= r->raw_len)
        r->payload_len = r->raw_len ? r->raw_len - 1 : 0;
    size_t len = r->raw_len + (r->own_payload ? r->payload_len : 0);
    bool wrapped = t->end_bytes > t->cap_bytes;
    if (!wrapped && t->cap_bytes < t->options.max_bytes && t->end_bytes + len > t->cap_bytes)
        (void)grow_bytes(t, (size_t)t->end_bytes + len);
    if (len > t->cap_bytes || t->cap_bytes == 0) {
        r->raw_len = r->payload_len = 0;
        r->cut = e->raw.len > 0;
        r->at = t->end_bytes;
        return;
    }
    r->at = place_bytes(t, len);
    uint8_t *to = t->bytes + in_ring(r->at, t->cap_bytes);
    if (r->raw_len)
        memcpy(to, e->raw.ptr, r->raw_len);
    if (r->own_payload && r->payload_len)
        memcpy(to + r->raw_len, e->payload.ptr, r->payload_len);
}

static bool lies_in(rsp_bytes inner, rsp_bytes outer) {
    return inner.len == 0 || (outer.len >= inner.len + 1 && inner.ptr == outer.ptr + 1);
}

static void store(rsp_transcript *t, const rsp_entry *e) {
    if (!make_record_room(t)) {
        t->first = ++t->end;
        t->dropped_bytes += e->wire_len;
        return;
    }
    record *r = slot(t, t->end);
    *r = (record){
        .time_ns = e->time_ns,
        .offset = e->offset,
        .wire_len = e->wire_len,
        .at = t->end_bytes,
        .connection = e->connection,
        .kind = (uint8_t)e->kind,
        .direction = (uint8_t)e->direction,
        .own_payload = !lies_in(e->payload, e->raw),
        .checksum_hex = e->checksum_hex,
        .checksum_ok = e->checksum_ok,
        .bad_encoding = e->bad_encoding,
        .cut = e->cut,
    };
    if (t->options.requests_only && (e->direction == RSP_TO_CLIENT || e->kind == RSP_ENTRY_ACK))
        r->cut = e->cut || e->raw.len > 0;
    else
        store_bytes(t, r, e);
    t->end++;
}

static void add(rsp_transcript *t, rsp_entry *e) {
    e->index = t->end;
    e->time_ns = t->now_ns;
    e->connection = t->connection;
    store(t, e);
    for (size_t i = 0; i < t->num_observers; i++)
        t->observers[i].call(t->observers[i].ctx, t, e);
}

static rsp_entry_kind kind_of(rsp_event_kind kind) {
    static const rsp_entry_kind kinds[] = {
        [RSP_EVENT_PACKET] = RSP_ENTRY_PACKET,
        [RSP_EVENT_NOTIFICATION] = RSP_ENTRY_NOTIFICATION,
        [RSP_EVENT_ACK] = RSP_ENTRY_ACK,
        [RSP_EVENT_NAK] = RSP_ENTRY_NAK,
        [RSP_EVENT_INTERRUPT] = RSP_ENTRY_INTERRUPT,
        [RSP_EVENT_JUNK] = RSP_ENTRY_JUNK,
        [RSP_EVENT_OVERLONG] = RSP_ENTRY_OVERLONG,
        [RSP_EVENT_ABANDONED] = RSP_ENTRY_ABANDONED,
        [RSP_EVENT_TRUNCATED] = RSP_ENTRY_TRUNCATED,
    };
    return kinds[kind];
}

static void add_event(rsp_transcript *t, const rsp_wire_event *event) {
    rsp_entry e = {
        .kind = kind_of(event->kind),
        .direction = event->direction,
        .offset = event->offset,
        .wire_len = event->wire_len,
        .checksum_hex = event->checksum_hex,
        .checksum_ok = event->checksum_ok,
        .bad_encoding = (event->coding & RSP_CODING_BAD_EXPANSION) != 0,
        .cut = event->wire_len > event->raw.len,
        .raw = event->raw,
        .payload = event->expanded,
    };
    t->connected = true;
    add(t, &e);
}

static void advance(rsp_transcript *t, uint64_t time_ns) {
    if (time_ns > t->now_ns)
        t->now_ns = time_ns;
}

static rsp_status take_status(rsp_transcript *t) {
    rsp_status status = t->status;
    t->status = RSP_OK;
    return status;
}

rsp_status rsp_transcript_add(rsp_transcript *t, uint64_t time_ns, const rsp_wire_event *event) {
    assert(event);
    advance(t, time_ns);
    if (event->kind != RSP_EVENT_NONE)
        add_event(t, event);
    return take_status(t);
}

void rsp_transcript_hang(rsp_transcript *t, rsp_direction direction, uint64_t num_bytes) {
    t->hanging[direction] = num_bytes;
}

rsp_status rsp_transcript_feed(rsp_transcript *t, rsp_direction direction, uint64_t time_ns,
                               rsp_bytes bytes) {
    advance(t, time_ns);
    rsp_decoder *d = &t->decoders[direction];
    while (bytes.len > 0) {
        rsp_wire_event event;
        bytes = rsp_bytes_from(bytes, rsp_decode(d, bytes, &event));
        if (event.kind != RSP_EVENT_NONE)
            add_event(t, &event);
        if (event.kind == RSP_EVENT_PACKET && direction == RSP_TO_STUB)
            rsp_decoder_request(&t->decoders[RSP_TO_CLIENT], event.payload);
    }
    return take_status(t);
}

static void flush(rsp_transcript *t, rsp_direction direction) {
    rsp_wire_event event;
    if (rsp_decode_flush(&t->decoders[direction], &event))
        add_event(t, &event);
}

/* Ends both streams: what they left unfinished becomes entries. */
static void finish(rsp_transcript *t) {
    flush(t, RSP_TO_STUB);
    flush(t, RSP_TO_CLIENT);
    reset_streams(t);
}

static void add_text(rsp_transcript *t, rsp_entry_kind kind, rsp_bytes text) {
    add(t, &(rsp_entry){.kind = kind, .direction = RSP_TO_STUB, .payload = text});
}

rsp_status rsp_transcript_connect(rsp_transcript *t, uint64_t time_ns, const char *text) {
    advance(t, time_ns);
    finish(t);
    if (t->connected)
        t->connection++;
    t->connected = true;
    add_text(t, RSP_ENTRY_CONNECT, rsp_bytes_str(text));
    return take_status(t);
}

rsp_status rsp_transcript_close(rsp_transcript *t, uint64_t time_ns, const char *text) {
    advance(t, time_ns);
    finish(t);
    add_text(t, RSP_ENTRY_CLOSE, rsp_bytes_str(text));
    return take_status(t);
}

rsp_status rsp_transcript_gap(rsp_transcript *t, rsp_direction direction, uint64_t time_ns,
                              const char *text) {
    advance(t, time_ns);
    flush(t, direction);
    rsp_entry gap = {.kind = RSP_ENTRY_GAP, .direction = direction, .payload = rsp_bytes_str(text)};
    add(t, &gap);
    return take_status(t);
}

rsp_status rsp_transcript_note(rsp_transcript *t, uint64_t time_ns, rsp_bytes text) {
    advance(t, time_ns);
    add_text(t, RSP_ENTRY_NOTE, text);
    return take_status(t);
}

uint64_t rsp_transcript_first(const rsp_transcript *t) {
    return t->first;
}

uint64_t rsp_transcript_end(const rsp_transcript *t) {
    return t->end;
}

bool rsp_transcript_get(const rsp_transcript *t, uint64_t index, rsp_entry *out) {
    assert(out);
    if (index < t->first || index >= t->end)
        return false;
    const record *r = slot(t, index);
    const uint8_t *at = t->cap_bytes ? t->bytes + in_ring(r->at, t->cap_bytes) : NULL;
    rsp_bytes raw = rsp_bytes_make(r->raw_len ? at : NULL, r->raw_len);
    size_t skip = r->own_payload ? r->raw_len : 1;
    *out = (rsp_entry){
        .index = index,
        .time_ns = r->time_ns,
        .offset = r->offset,
        .wire_len = r->wire_len,
        .connection = r->connection,
        .direction = r->direction ? RSP_TO_CLIENT : RSP_TO_STUB,
        .kind = (rsp_entry_kind)r->kind,
        .checksum_hex = r->checksum_hex,
        .checksum_ok = r->checksum_ok,
        .bad_encoding = r->bad_encoding,
        .cut = r->cut,
        .raw = raw,
        .payload = rsp_bytes_make(r->payload_len ? at + skip : NULL, r->payload_len),
    };
    return true;
}

uint64_t rsp_transcript_dropped_entries(const rsp_transcript *t) {
    return t->first;
}

uint64_t rsp_transcript_dropped_bytes(const rsp_transcript *t) {
    return t->dropped_bytes;
}

uint64_t rsp_transcript_pending(const rsp_transcript *t, rsp_direction direction) {
    return rsp_decoder_pending(&t->decoders[direction]) + t->hanging[direction];
}

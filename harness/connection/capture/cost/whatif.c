/* Two greedy batches run side by side: BEST ends at a resume or a write, or when PacketSize is reached; WORST
 * in addition where an address depends on data of its own batch, or any other request stood in between. An
 * address counts as known from a reply when the reply holds its pointer, or one near it, as bytes. */
/* SPDX-License-Identifier: MIT */
#include "capture/whatif.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

#include "capture/analysis.h"
#include "codec/escape.h"
#include "core/hex.h"
#include "trace/exchange.h"

enum {
    BEST,
    WORST,
    DEFAULT_PACKET = 4096,
    NEAR_BYTES = 4096,        /* a field of the object that a pointer points to */
    KEPT_BYTES = 128 * 1024,  /* of replies in one batch; a longer batch ends */
    READ_OVERHEAD = 21,       /* "MultiMemRead:ranges:" and ";" */
    POINT_OVERHEAD = 42,      /* jMultiBreakpoint:{"breakpoint_requests":[]} */
    POINT_ENTRY_OVERHEAD = 3, /* quotes and comma */
};

const char *rsp_whatif_assumptions(void) {
    return "most: every read (or breakpoint change) between two resumes is known when the first is sent\n"
           "least: only requests that stood side by side are batched; a read whose address, or one less "
           "than\n"
           "4,096 away, appears in a reply of its batch starts a new batch; an address that was computed "
           "from\n"
           "a reply in another way is not noticed\n"
           "a write to memory ends a batch of reads\n"
           "batches are split where request or reply would exceed PacketSize (without one: 4,096 bytes)\n"
           "a stop is hidden when the debugger stepped off the breakpoint and continued, and read neither "
           "the\n"
           "threads nor memory other than code near it; least: only those with fewer requests than the\n"
           "longest stop there, which the user may have seen; a condition in the stub saves all their "
           "requests\n"
           "a batch is answered as fast as a single request: only round trips are counted\n";
}

void rsp_whatif_free(rsp_whatif *w) {
    if (!w)
        return;
    rsp_exchanges_free(&w->exchanges);
    rsp_buf_free(&w->replies);
    *w = (rsp_whatif){.mem = w->mem};
}

static uint64_t packet_size(const rsp_whatif *w) {
    uint64_t announced = w->exchanges.negotiated.packet_size;
    uint64_t size = w->packet_size ? w->packet_size : announced;
    return size > 64 ? size : DEFAULT_PACKET;
}

static void end_reads(rsp_whatif *w, int bound) {
    w->reading[bound] = false;
    w->read_batch_bytes[bound] = w->read_reply_bytes[bound] = 0;
    if (bound == WORST)
        rsp_buf_clear(&w->replies);
}

static void end_points(rsp_whatif *w, int bound) {
    w->pointing[bound] = false;
    w->point_bytes[bound] = 0;
}

static bool is_near(uint64_t pointer, uint64_t addr) {
    uint64_t apart = addr > pointer ? addr - pointer : pointer - addr;
    return pointer > NEAR_BYTES && apart < NEAR_BYTES;
}

/* A pointer of 4 or 8 bytes, of either byte order, at any place, that points to addr or near it. */
static bool told_by(rsp_bytes data, uint64_t addr) {
    for (size_t i = 0; i + 4 <= data.len; i++) {
        uint64_t little = 0;
        uint64_t big = 0;
        for (size_t k = 0; k < 8 && i + k < data.len; k++) {
            little |= (uint64_t)data.ptr[i + k] << (8 * k);
            big = big << 8 | data.ptr[i + k];
            if ((k == 3 || k == 7) && (is_near(little, addr) || is_near(big, addr)))
                return true;
        }
    }
    return false;
}

static void join_read(rsp_whatif *w, int bound, size_t request_len, uint64_t reply_bytes) {
    uint64_t limit = packet_size(w);
    bool fits = w->read_batch_bytes[bound] + request_len <= limit &&
                w->read_reply_bytes[bound] + reply_bytes <= limit;
    if (w->reading[bound] && !fits)
        end_reads(w, bound);
    if (!w->reading[bound]) {
        *(bound == BEST ? &w->reads.best : &w->reads.worst) += 1;
        w->reading[bound] = true;
        w->read_batch_bytes[bound] = READ_OVERHEAD;
    }
    w->read_batch_bytes[bound] += request_len;
    w->read_reply_bytes[bound] += reply_bytes;
}

/* Appends what a read returned, as plain bytes. */
static void keep_reply(rsp_whatif *w, bool binary, rsp_bytes reply) {
    if (w->replies.len > KEPT_BYTES)
        end_reads(w, WORST);
    rsp_status status = RSP_MALFORMED;
    if (binary && reply.len > 0 && reply.ptr[0] == 'b')
        status = rsp_unescape(&w->replies, rsp_bytes_from(reply, 1));
    else if (!binary)
        status = rsp_hex_decode(&w->replies, reply);
    if (status == RSP_MALFORMED)
        return; /* an error reply tells no address */
    if (w->replies.status != RSP_OK)
        w->status = w->replies.status;
}

static void take_read(rsp_whatif *w, bool binary, rsp_bytes request, rsp_bytes reply) {
    rsp_bytes rest = rsp_bytes_from(request, 1);
    uint64_t addr = 0;
    uint64_t len = 0;
    w->reads.packets++;
    w->reads.entries++;
    /* A batch is of the default address space. */
    if (rsp_take_addr_len(&addr, &len, &rest) != RSP_OK || rest.len > 0)
        return;
    if (told_by(rsp_buf_bytes(&w->replies), addr))
        end_reads(w, WORST);
    /* Its reply part: a count, and the data, of which GDB escapes at most a few. */
    uint64_t reply_bytes = 9 + (len < UINT32_MAX ? len : UINT32_MAX);
    join_read(w, BEST, request.len, reply_bytes);
    join_read(w, WORST, request.len, reply_bytes);
    end_points(w, WORST);
    keep_reply(w, binary, reply);
}

static void take_point(rsp_whatif *w, rsp_bytes request) {
    w->points.packets++;
    w->points.entries++;
    for (int bound = BEST; bound <= WORST; bound++) {
        uint64_t more = request.len + POINT_ENTRY_OVERHEAD;
        if (w->pointing[bound] && w->point_bytes[bound] + more > packet_size(w))
            end_points(w, bound);
        if (!w->pointing[bound]) {
            *(bound == BEST ? &w->points.best : &w->points.worst) += 1;
            w->pointing[bound] = true;
            w->point_bytes[bound] = POINT_OVERHEAD;
        }
        w->point_bytes[bound] += more;
    }
    end_reads(w, WORST);
}

static void end_all(rsp_whatif *w) {
    for (int bound = BEST; bound <= WORST; bound++) {
        end_reads(w, bound);
        end_points(w, bound);
    }
}

static void stop(rsp_whatif *w) {
    w->stops++;
    end_all(w);
}

static void take_exchange(rsp_whatif *w, const rsp_exchange *x, rsp_bytes request, rsp_bytes reply) {
    switch ((int)x->packet) {
    case RSP_PACKET_READ_MEMORY:
    case RSP_PACKET_READ_BINARY:
        take_read(w, x->packet == RSP_PACKET_READ_BINARY, request, reply);
        return;
    case RSP_PACKET_INSERT_BREAKPOINT:
    case RSP_PACKET_REMOVE_BREAKPOINT:
        take_point(w, request);
        return;
    case RSP_PACKET_WRITE_MEMORY:
    case RSP_PACKET_WRITE_BINARY:
        end_reads(w, BEST);
        end_reads(w, WORST);
        return;
    }
    /* The program runs on after a detach, too. */
    if (rsp_packet_runs(x->packet) || x->packet == RSP_PACKET_DETACH) {
        stop(w);
        return;
    }
    end_reads(w, WORST);
    end_points(w, WORST);
}

void rsp_whatif_observe(void *whatif, const rsp_transcript *t, const rsp_entry *e) {
    rsp_whatif *w = whatif;
    rsp_pairing pairing;
    w->exchanges.mem = w->mem;
    w->replies.mem = w->mem;
    rsp_status status = rsp_exchanges_feed(&w->exchanges, t, e, &pairing);
    if (status != RSP_OK && w->status == RSP_OK)
        w->status = status;
    if (e->kind == RSP_ENTRY_GAP || e->kind == RSP_ENTRY_CLOSE)
        end_all(w);
    rsp_entry request;
    if (pairing.have_exchange && rsp_transcript_get(t, pairing.exchange.request, &request)) {
        take_exchange(w, &pairing.exchange, request.payload, e->payload);
        rsp_hidden_stops_take(&w->watch, &pairing.exchange, request.payload, e->payload);
    }
}

static void merge_saving(rsp_saving *sum, const rsp_saving *more) {
    sum->packets += more->packets;
    sum->entries += more->entries;
    sum->best += more->best;
    sum->worst += more->worst;
}

void rsp_whatif_merge(rsp_whatif *sum, const rsp_whatif *more) {
    merge_saving(&sum->reads, &more->reads);
    merge_saving(&sum->points, &more->points);
    sum->stops += more->stops;
    rsp_hidden_saving hidden = rsp_hidden_stops_saving(&more->watch);
    rsp_hidden_saving_merge(&sum->hidden, &more->hidden);
    rsp_hidden_saving_merge(&sum->hidden, &hidden);
    if (sum->status == RSP_OK)
        sum->status = more->status;
}

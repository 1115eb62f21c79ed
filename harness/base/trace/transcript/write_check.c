/* Only the last write is kept, as a scenario that writes looks at once.
 * A write of the bytes that were there shows nothing.
 * See write_check.h. */
/* SPDX-License-Identifier: MIT */
#include "write_check.h"

#include "core/hex.h"
#include "trace/symptom.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* "1000,4:..." behind the letter; false where it is no such thing, or was cut. */
static bool take_place(const rsp_entry *request, uint64_t *out_at, uint64_t *out_len, rsp_bytes *out_data) {
    rsp_bytes rest = rsp_bytes_from(request->payload, 1);
    if (request->cut || !request->checksum_ok || rsp_take_addr_len(out_at, out_len, &rest) != RSP_OK)
        return false;
    *out_data = rest.len > 0 && rest.ptr[0] == ':' ? rsp_bytes_from(rest, 1) : (rsp_bytes){0};
    return true;
}

/* Whether a read is one of another address space, where the same address is another place. */
static bool names_space(const rsp_entry *request) {
    return rsp_bytes_index(request->payload, ';') < request->payload.len;
}

static void keep(memory_piece *p, uint64_t at, rsp_bytes data, bool hex) {
    rsp_buf_clear(&p->bytes);
    const bool whole = !hex || rsp_hex_decode(&p->bytes, data) == RSP_OK;
    if (!hex)
        rsp_buf_append(&p->bytes, data);
    p->at = at;
    p->known = whole && p->bytes.status == RSP_OK && p->bytes.len > 0;
}

/* The bytes of both pieces where they overlap; false where they do not. */
static bool overlap(const memory_piece *a, const memory_piece *b, rsp_bytes *out_a, rsp_bytes *out_b) {
    const uint64_t from = a->at > b->at ? a->at : b->at;
    if (!a->known || !b->known || from - a->at >= a->bytes.len || from - b->at >= b->bytes.len)
        return false;
    *out_a = rsp_bytes_from(rsp_buf_bytes(&a->bytes), (size_t)(from - a->at));
    *out_b = rsp_bytes_from(rsp_buf_bytes(&b->bytes), (size_t)(from - b->at));
    const size_t len = out_a->len < out_b->len ? out_a->len : out_b->len;
    *out_a = rsp_bytes_sub(*out_a, 0, len);
    *out_b = rsp_bytes_sub(*out_b, 0, len);
    return true;
}

static void see_write(write_check *c, const rsp_entry *request, bool binary) {
    uint64_t at = 0;
    uint64_t len = 0;
    rsp_bytes data = {0};
    rsp_bytes old;
    rsp_bytes new;
    c->written.known = false;
    if (!take_place(request, &at, &len, &data) || len != (binary ? data.len : data.len / 2) || len == 0)
        return;
    keep(&c->written, at, data, !binary);
    c->binary = binary;
    c->overwrites = overlap(&c->before, &c->written, &old, &new) && !rsp_bytes_equal(old, new);
    if (c->written.known)
        c->beside |= binary ? RSP_BESIDE_WROTE_BINARY : RSP_BESIDE_WROTE;
}

static void see_read(write_check *c, const rsp_entry *request, const rsp_entry *reply) {
    uint64_t at = 0;
    uint64_t len = 0;
    rsp_bytes data = {0};
    rsp_bytes shown;
    rsp_bytes written;
    if (!take_place(request, &at, &len, &data) || names_space(request) || reply->cut ||
        rsp_came_of(reply->payload) != RSP_CAME_OTHER)
        return;
    keep(&c->before, at, reply->payload, true);
    if (!overlap(&c->before, &c->written, &shown, &written))
        return;
    if (!rsp_bytes_equal(shown, written))
        c->beside |= c->binary ? RSP_BESIDE_LOST_BINARY : RSP_BESIDE_LOST;
    else if (c->overwrites)
        c->beside |= c->binary ? RSP_BESIDE_SHOWN_BINARY : RSP_BESIDE_SHOWN;
}

void write_check_exchange(write_check *c, const rsp_entry *request, const rsp_entry *reply) {
    const rsp_packet_id id = rsp_packet_identify(request->payload);
    const rsp_effect effect = rsp_packet_effect(id);
    if (id == RSP_PACKET_WRITE_MEMORY || id == RSP_PACKET_WRITE_BINARY) {
        if (rsp_came_of(reply->payload) == RSP_CAME_OK)
            see_write(c, request, id == RSP_PACKET_WRITE_BINARY);
    } else if (id == RSP_PACKET_READ_MEMORY) {
        see_read(c, request, reply);
    } else if (effect != RSP_EFFECT_READS && effect != RSP_EFFECT_WRITES) {
        c->written.known = c->before.known = false; /* the program runs, or another one is meant */
    }
}

void write_check_reset(write_check *c) {
    c->written.known = c->before.known = false;
    c->beside = 0;
}

void write_check_free(write_check *c) {
    rsp_buf_free(&c->written.bytes);
    rsp_buf_free(&c->before.bytes);
}

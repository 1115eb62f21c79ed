/* GDB's memory: read by m or x in halves of a packet, written by X where an empty X is known, else by M.
 * A short reply is continued where it ended; an error ends the read.
 * See gdb.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

#include "codec/escape.h"
#include "core/hex.h"

#include <assert.h>

enum { DEFAULT_PACKET = 400, LEAST_PACKET = 20 };

static uint64_t packet_bytes(const gdb *g) {
    uint64_t bytes = g->packet_bytes ? g->packet_bytes : DEFAULT_PACKET;
    return bytes > LEAST_PACKET ? bytes : LEAST_PACKET;
}

/* From GDB 16 on by x where it is announced, and then by nothing else, whatever the reply is. */
static bool take_read(gdb *g, uint64_t at, rsp_buf *out) {
    const size_t before = out->len;
    rsp_bytes r = gdb_reply(g);
    bool good = gdb_answer_of(g) == GDB_DONE;
    if (good && g->map.by_x) {
        good = rsp_take_byte(&r, 'b');
        rsp_buf_append(out, good ? r : (rsp_bytes){0});
    } else if (good && rsp_hex_decode(out, rsp_bytes_sub(r, 0, r.len - r.len % 2)) != RSP_OK)
        return gdb_fails(g, "Reply contains invalid hex digit: %s", gdb_exchange(g));
    return (good && out->len > before) || gdb_fails(g, "Cannot access memory at address 0x%llx: %s",
                                                    (unsigned long long)at, gdb_exchange(g));
}

bool gdb_read_memory(gdb *g, uint64_t at, uint64_t len, rsp_buf *out) {
    assert(out);
    while (len > 0) {
        uint64_t most = packet_bytes(g) / 2;
        uint64_t room;
        if (!gdb_may_access(g, at, false, &room))
            return false;
        most = most < room ? most : room;
        size_t before = out->len;
        gdb_ask(g, "%c%llx,%llx", g->map.by_x ? 'x' : 'm', (unsigned long long)gdb_address(g, at),
                (unsigned long long)(len < most ? len : most));
        if (!take_read(g, at, out))
            return false;
        uint64_t got = out->len - before;
        got = got < len ? got : len;
        rsp_buf_truncate(out, before + (size_t)got);
        at += got;
        len -= got;
    }
    return true;
}

static size_t digits_of(uint64_t number) {
    size_t digits = 1;
    while (number >>= 4)
        digits++;
    return digits;
}

size_t gdb_fit(const gdb *g, uint64_t at, rsp_bytes data, size_t header, unsigned digits) {
    assert(digits == 1 || digits == 2);
    assert(data.len > 0);
    enum { FRAME = sizeof "$#NN" - 1, ALIGN = 16 };
    const size_t used = FRAME + header;
    size_t room = packet_bytes(g) > used ? (size_t)packet_bytes(g) - used : digits;
    size_t most = room / digits;
    if (most < data.len && most > 2 * (size_t)ALIGN)
        most = (size_t)(((at + most) & ~(uint64_t)(ALIGN - 1)) - at);
    size_t len = 0;
    for (size_t bytes = 0; len < data.len && len < most; len++) {
        bytes += digits == 1 && rsp_escape_needed(data.ptr[len]) ? 2 : digits;
        if (bytes > room)
            break;
    }
    return len > 0 ? len : 1;
}

static bool write_piece(gdb *g, uint64_t at, rsp_bytes *data) {
    bool binary = g->X == GDB_HAS;
    const size_t header = sizeof "X,:" - 1 + digits_of(gdb_address(g, at)) + digits_of(data->len);
    const rsp_bytes piece = rsp_bytes_sub(*data, 0, gdb_fit(g, at, *data, header, binary ? 1 : 2));
    rsp_buf_clear(&g->request);
    rsp_buf_printf(&g->request, "%c%llx,%zx:", binary ? 'X' : 'M', (unsigned long long)gdb_address(g, at),
                   piece.len);
    if (binary)
        rsp_buf_append(&g->request, piece);
    else
        rsp_hex_append(&g->request, piece);
    *data = rsp_bytes_from(*data, piece.len);
    gdb_put(g, rsp_buf_bytes(&g->request));
    gdb_get(g);
    /* GDB takes an empty reply for one to a write that was done. */
    g->written = gdb_answer_of(g);
    return g->written != GDB_ERROR || gdb_fails(g, "Cannot access memory at address 0x%llx: %s",
                                                (unsigned long long)at, gdb_exchange(g));
}

bool gdb_write_memory(gdb *g, uint64_t at, rsp_bytes data) {
    uint64_t room;
    if (!gdb_may_access(g, at, true, &room) ||
        (room < data.len && !gdb_may_access(g, at + room, true, &room)))
        return false;
    if (g->X == GDB_MAY) {
        gdb_ask(g, "X%llx,0:", (unsigned long long)gdb_address(g, at));
        g->X = g->reply.len == 0 ? GDB_HAS_NOT : GDB_HAS;
    }
    for (const uint8_t *first = data.ptr; data.len > 0;)
        if (!write_piece(g, at + (uint64_t)(data.ptr - first), &data))
            return false;
    return true;
}

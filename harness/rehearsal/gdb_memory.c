/* GDB's memory: read by m in pieces of half a packet, written by X where an empty X is known, else by M.
 * A short reply is continued where it ended; an error ends the read.
 * See gdb.h. */
/* SPDX-License-Identifier: MIT */
#include "gdb.h"

#include "core/hex.h"

enum { DEFAULT_PACKET = 400, LEAST_PACKET = 20 };

uint64_t gdb_address(const gdb *g, uint64_t at) {
    unsigned bits = g->architecture ? g->architecture->bits : 64;
    return bits < 64 ? at & ((UINT64_C(1) << bits) - 1) : at;
}

static uint64_t packet_bytes(const gdb *g) {
    uint64_t bytes = g->packet_bytes ? g->packet_bytes : DEFAULT_PACKET;
    return bytes > LEAST_PACKET ? bytes : LEAST_PACKET;
}

/* The map is read before the first access, whatever it says. */
static void read_map(gdb *g) {
    rsp_buf unused = {.mem = g->base.options->mem};
    if (!g->memory_map)
        return;
    g->memory_map = false;
    (void)gdb_read_object(g, "memory-map", "", &unused);
    rsp_buf_free(&unused);
}

bool gdb_read_memory(gdb *g, uint64_t at, uint64_t len, rsp_buf *out) {
    read_map(g);
    while (len > 0) {
        uint64_t most = packet_bytes(g) / 2;
        size_t before = out->len;
        gdb_ask(g, "m%llx,%llx", (unsigned long long)gdb_address(g, at),
                (unsigned long long)(len < most ? len : most));
        rsp_bytes r = gdb_reply(g);
        if (gdb_answer_of(g) != GDB_DONE || r.len < 2)
            return gdb_fails(g, "Cannot access memory at address 0x%llx: %s", (unsigned long long)at,
                             gdb_exchange(g));
        rsp_bytes digits = rsp_bytes_sub(r, 0, r.len - r.len % 2);
        if (rsp_hex_decode(out, digits) != RSP_OK)
            return gdb_fails(g, "Reply contains invalid hex digit: %s", gdb_exchange(g));
        uint64_t got = out->len - before;
        got = got < len ? got : len;
        rsp_buf_truncate(out, before + (size_t)got);
        at += got;
        len -= got;
    }
    return true;
}

static bool write_piece(gdb *g, uint64_t at, rsp_bytes data) {
    bool binary = g->X == GDB_HAS;
    rsp_buf_clear(&g->request);
    rsp_buf_printf(&g->request, "%c%llx,%zx:", binary ? 'X' : 'M', (unsigned long long)gdb_address(g, at),
                   data.len);
    if (binary)
        rsp_buf_append(&g->request, data);
    else
        rsp_hex_append(&g->request, data);
    gdb_put(g, rsp_buf_bytes(&g->request));
    gdb_get(g);
    /* GDB takes an empty reply for one to a write that was done. */
    g->written = gdb_answer_of(g);
    return g->written != GDB_ERROR || gdb_fails(g, "Cannot access memory at address 0x%llx: %s",
                                                (unsigned long long)at, gdb_exchange(g));
}

bool gdb_write_memory(gdb *g, uint64_t at, rsp_bytes data) {
    read_map(g);
    if (g->X == GDB_MAY) {
        gdb_ask(g, "X%llx,0:", (unsigned long long)gdb_address(g, at));
        g->X = g->reply.len == 0 ? GDB_HAS_NOT : GDB_HAS;
    }
    while (data.len > 0) {
        uint64_t most = (packet_bytes(g) - LEAST_PACKET / 2) / 2;
        rsp_bytes piece = rsp_bytes_sub(data, 0, data.len < most ? data.len : (size_t)most);
        if (!write_piece(g, at, piece))
            return false;
        data = rsp_bytes_from(data, piece.len);
        at += piece.len;
    }
    return true;
}

/* Memory writes: X where the stub has it, else M, piece after piece.
 * Waits for each piece, so that what was written is known to the byte.
 * Source: GDB manual, Packets (M, X). */
/* SPDX-License-Identifier: MIT */
#include "internal.h"

#include <rsp/escape.h>
#include <rsp/hex.h>

static unsigned hex_len(uint64_t value) {
    unsigned len = 1;
    while (value >>= 4)
        len++;
    return len;
}

/* How much of `data` goes into one packet: "Xaddr,len:" and the data, escaped or in hex. */
static size_t fit(const rsp_client *c, uint64_t addr, rsp_bytes data, bool binary) {
    size_t head = sizeof "X,:" - 1 + hex_len(addr) + hex_len(data.len);
    size_t room = c->packet_bytes > head ? c->packet_bytes - head : 0;
    size_t most = binary ? rsp_escape_fit(data, room) : room / 2;
    return most < data.len ? most : data.len;
}

static rsp_status write_piece(rsp_client *c, uint64_t addr, rsp_bytes data, bool binary) {
    rsp_bytes reply;
    rsp_buf *request = client_request(c);
    rsp_buf_push(request, binary ? 'X' : 'M');
    rsp_hex_append_u64(request, addr);
    rsp_buf_push(request, ',');
    rsp_hex_append_u64(request, data.len);
    rsp_buf_push(request, ':');
    if (binary)
        rsp_buf_append(request, data); /* escaped by the session */
    else
        rsp_hex_append(request, data);
    if (request->status != RSP_OK)
        return rsp_fail(&c->error, request->status, "building a write");
    rsp_status status = client_ask(c, rsp_buf_bytes(request), 0, &reply);
    if (status == RSP_OK && !rsp_bytes_equal(reply, RSP_LIT("OK")))
        return rsp_fail_offset(&c->error, RSP_MALFORMED, NULL, 0, "reply to %c is neither OK nor an error",
                               binary ? 'X' : 'M');
    return status;
}

rsp_status rsp_client_write_memory(rsp_client *c, uint64_t addr, rsp_bytes data, size_t *out_num) {
    size_t done = 0;
    rsp_status status = RSP_OK;
    client_registers_stale(c);
    while (status == RSP_OK && done < data.len) {
        bool binary =
            c->support[RSP_USE_BINARY_WRITE] == RSP_SUPPORT_UNKNOWN || client_uses(c, RSP_USE_BINARY_WRITE);
        rsp_bytes rest = rsp_bytes_from(data, done);
        rsp_bytes piece = rsp_bytes_sub(rest, 0, fit(c, addr + done, rest, binary));
        status = write_piece(c, addr + done, piece, binary);
        if (binary && status == RSP_UNSUPPORTED) {
            client_learn(c, RSP_USE_BINARY_WRITE, RSP_SUPPORT_NO);
            status = RSP_OK;
            continue;
        }
        if (binary && status == RSP_OK)
            client_learn(c, RSP_USE_BINARY_WRITE, RSP_SUPPORT_YES);
        done += status == RSP_OK ? piece.len : 0;
    }
    if (out_num)
        *out_num = done;
    return status;
}

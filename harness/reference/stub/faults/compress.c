/* Faults of compressed packets: how their length is written, what is marked, and what the checksum is of.
 * Frames of other faults are compressed as the protocol has it.
 * Only in builds with faults. */
/* SPDX-License-Identifier: MIT */
#include "faults/compress.h"

#include "faults/row.h"

#include "codec/compress.h"
#include "codec/escape.h"
#include "core/hex.h"
#include <inttypes.h>

static void ok_compressed(stub_service *t) {
    stub_agree(t->s, STUB_AGREED_COMPRESSION, true);
    stub_serve(t);
}

/* C and the length, then the rest of the packet. */
static void change_length(rsp_buf *out, size_t mark) {
    rsp_buf copy = {.mem = out->mem};
    rsp_buf_append(&copy, rsp_bytes_from(rsp_buf_bytes(out), mark));
    rsp_bytes rest = rsp_buf_bytes(&copy);
    uint64_t length = 0;
    if (rsp_take_byte(&rest, 'C')) {
        for (; rest.len > 0 && rest.ptr[0] != ':'; rest = rsp_bytes_from(rest, 1))
            length = length * 10 + (uint64_t)(rest.ptr[0] - '0');
        rsp_buf_truncate(out, mark);
        rsp_buf_printf(out, "C%" PRIx64, length);
        rsp_buf_append(out, rest);
    }
    rsp_buf_free(&copy);
}

/* Escapes become what they stand for, but for the two that would end the packet. */
static void drop_escapes(rsp_buf *out, size_t mark) {
    rsp_buf plain = {.mem = out->mem};
    rsp_bytes rest = rsp_bytes_from(rsp_buf_bytes(out), mark);
    if (rest.len > 0 && rest.ptr[0] == 'C' && rsp_unescape(&plain, rest) == RSP_OK) {
        rsp_buf_truncate(out, mark);
        for (size_t i = 0; i < plain.len; i++)
            rsp_buf_push(out, plain.ptr[i] == '#' || plain.ptr[i] == '$' ? '?' : plain.ptr[i]);
    }
    rsp_buf_free(&plain);
}

bool stub_fault_compressed(rsp_stub *s, rsp_bytes payload) {
    rsp_buf *out = s->out;
    if (!stub_agreed(s, STUB_AGREED_COMPRESSION))
        return false;
    size_t mark = rsp_frame_begin(out, '$');
    rsp_status status = rsp_compress_append(out, payload, s->compress_from);
    if (status == RSP_OK && stub_fault(s, RSP_FAULT_COMPRESS_HEX_LENGTH))
        change_length(out, mark);
    if (status == RSP_OK && stub_fault(s, RSP_FAULT_COMPRESS_UNESCAPED))
        drop_escapes(out, mark);
    if (status == RSP_OK && stub_fault(s, RSP_FAULT_COMPRESS_UNMARKED) && out->ptr[mark] == 'N') {
        rsp_buf_truncate(out, mark);
        rsp_buf_append(out, payload);
    }
    rsp_frame_end(out, mark, false);
    if (out->status == RSP_OK && stub_fault(s, RSP_FAULT_COMPRESS_CHECKSUM)) {
        rsp_buf_truncate(out, out->len - 2);
        rsp_hex_append_fixed(out, rsp_checksum(payload), 2);
    }
    return true;
}

static const stub_fault_row rows[] = {
    CALL(COMPRESS_OK, QENABLE_COMPRESSION, ok_compressed),
    INSTEAD(COMPRESS_NOT, QENABLE_COMPRESSION, "%*", "OK"),
};
STUB_FAULT_TABLE(stub_compress_faults, rows);

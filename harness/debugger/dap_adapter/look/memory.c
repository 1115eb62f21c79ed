/* A stretch is read in pieces, and the piece in which it ends is read again in ever smaller ones, each time
 * in one vectored read: stubs differ in what they give of a range that they cannot read whole. Source: DAP
 * specification, ReadMemory, WriteMemory. See memory.h. */
/* SPDX-License-Identifier: MIT */
#include "look/memory.h"

#include "look/base64.h"
#include "look/state.h"
#include "serve/text.h"

#include <inttypes.h>

enum { PIECE = 65536, MOST_BYTES = 16 * 1024 * 1024, PARTS_MAX = 64 };

/* Reads parts of `part` bytes, and appends those before the first that could not be read. *out_whole: all. */
static rsp_status read_parts(adapter *a, uint64_t address, size_t len, size_t part, rsp_buf *out,
                             bool *out_whole) {
    rsp_read reads[PARTS_MAX];
    uint8_t bytes[PIECE];
    size_t num = 0;
    for (size_t at = 0; at < len && num < PARTS_MAX; at += part, num++)
        reads[num] =
            (rsp_read){.addr = address + at, .len = len - at < part ? len - at : part, .out = bytes + at};
    rsp_status status = rsp_read_memory_vectorized(adapter_client(a), 0, reads, num);
    *out_whole = false;
    if (status != RSP_OK && status != RSP_MALFORMED)
        return status;
    for (size_t i = 0; i < num; i++) {
        rsp_buf_append(out, rsp_bytes_make(reads[i].out, reads[i].num_read));
        if (reads[i].num_read < reads[i].len)
            return out->status;
    }
    *out_whole = true;
    return out->status;
}

/* A piece that could not be read whole: by pages, then by 64 bytes, then byte by byte. */
static rsp_status read_piece(adapter *a, uint64_t address, size_t len, rsp_buf *out, bool *out_whole) {
    static const size_t parts[] = {PIECE, 4096, 64, 1};
    size_t before = out->len;
    rsp_status status = RSP_OK;
    *out_whole = false;
    for (size_t i = 0; i < RSP_ARRAY_LEN(parts) && status == RSP_OK; i++) {
        bool whole = false;
        size_t done = out->len - before;
        size_t rest = len - done;
        size_t span = i == 0 ? rest : parts[i - 1] - (size_t)((address + done) % parts[i - 1]);
        span = span < rest ? span : rest;
        if (span > parts[i] * PARTS_MAX)
            span = parts[i] * PARTS_MAX;
        status = read_parts(a, address + done, span, parts[i], out, &whole);
        if (whole && out->len - before == len) {
            *out_whole = true;
            return status;
        }
    }
    return status;
}

rsp_status view_read_bytes(adapter *a, uint64_t address, uint64_t len, rsp_buf *out) {
    uint64_t most = len < MOST_BYTES ? len : MOST_BYTES;
    uint64_t room = UINT64_MAX - address;
    rsp_status status = RSP_OK;
    bool whole = true;
    most = most < room ? most : room;
    for (uint64_t done = 0; done < most && whole && status == RSP_OK; done += PIECE) {
        size_t piece = most - done < PIECE ? (size_t)(most - done) : PIECE;
        if (most > PIECE)
            adapter_share_done(a, done, most);
        status = read_piece(a, address + done, piece, out, &whole);
    }
    return status;
}

rsp_status view_address_of(adapter_call *call, uint64_t *out) {
    const char *reference = call_text(call, "memoryReference");
    if (view_parse_address(reference, out) != RSP_OK)
        return call_fail(call, RSP_SYNTAX, "'%.40s' is no memory reference", reference);
    *out += (uint64_t)call_integer(call, "offset", 0);
    return RSP_OK;
}

rsp_status view_read_memory(adapter_call *call) {
    rsp_buf bytes = {0};
    rsp_buf text = {0};
    uint64_t address = 0;
    int64_t count = call_integer(call, "count", 0);
    rsp_status status = view_address_of(call, &address);
    if (status == RSP_OK && count < 0)
        status = call_fail(call, RSP_RANGE, "count cannot be negative");
    if (status != RSP_OK)
        return status;
    status = view_read_bytes(call->adapter, address, (uint64_t)count, &bytes);
    if (status == RSP_OK) {
        base64_append(&text, rsp_buf_bytes(&bytes));
        call_set(call, "address", view_address(address));
        call_set(call, "data", adapter_text(rsp_buf_bytes(&text)));
        status = text.status;
    }
    if (status == RSP_OK && bytes.len < (uint64_t)count && bytes.len < MOST_BYTES)
        call_set(call, "unreadableBytes", json_integer((json_int_t)((uint64_t)count - bytes.len)));
    rsp_buf_free(&bytes);
    rsp_buf_free(&text);
    return view_failed(call, status, "reading memory");
}

static void tell_change(adapter_call *call, uint64_t address, size_t len) {
    if (adapter_editor_can(call->adapter, "supportsMemoryEvent"))
        adapter_event(call->adapter, "memory",
                      json_pack("{s:o, s:i, s:I}", "memoryReference", view_address(address), "offset", 0,
                                "count", (json_int_t)len));
    adapter_data_changed(call->adapter, "variables");
}

rsp_status view_write_memory(adapter_call *call) {
    rsp_buf bytes = {0};
    uint64_t address = 0;
    size_t num = 0;
    bool partial = call_flag(call, "allowPartial", false);
    rsp_status status = view_address_of(call, &address);
    if (status == RSP_OK && base64_decode(&bytes, rsp_bytes_str(call_text(call, "data"))) != RSP_OK)
        status = call_fail(call, RSP_SYNTAX, "the data is no base64");
    if (status != RSP_OK) {
        rsp_buf_free(&bytes);
        return status;
    }
    if (bytes.len > 0)
        status = rsp_client_write_memory(adapter_client(call->adapter), address, rsp_buf_bytes(&bytes), &num);
    view_forget_if_known(call->adapter);
    if (num > 0)
        tell_change(call, address, num);
    bool enough = status == RSP_OK || (partial && num > 0 && status != RSP_CANCELLED);
    if (enough)
        call_set(call, "bytesWritten", json_integer((json_int_t)num));
    rsp_buf_free(&bytes);
    return enough ? RSP_OK : view_failed(call, status, "writing memory");
}

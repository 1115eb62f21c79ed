/* Thread-ids and process ids, parsed and written.
 * Values are 63 bits wide, so that -1 keeps its meaning.
 * Source: GDB manual, Packets (thread-id). */
/* SPDX-License-Identifier: MIT */
#include <rsp/payload.h>

#include "core/hex.h"

/* "-1" or a hex number. */
static rsp_status take_part(int64_t *out, rsp_bytes *in) {
    if (rsp_take_text(in, RSP_LIT("-1"))) {
        *out = RSP_ID_ALL;
        return RSP_OK;
    }
    uint64_t value = 0;
    rsp_bytes rest = *in;
    rsp_status status = rsp_take_hex(&value, &rest);
    if (status != RSP_OK)
        return status;
    if (value > INT64_MAX)
        return RSP_RANGE;
    *in = rest;
    *out = (int64_t)value;
    return RSP_OK;
}

static rsp_status take_extended(rsp_ptid *id, rsp_bytes *in) {
    id->tid = RSP_ID_ALL;
    rsp_status status = take_part(&id->pid, in);
    if (status == RSP_OK && rsp_take_byte(in, '.'))
        status = take_part(&id->tid, in);
    if (status == RSP_OK && id->pid == RSP_ID_ALL && id->tid > 0)
        return RSP_MALFORMED;
    return status;
}

rsp_status rsp_take_ptid(rsp_ptid *out, rsp_bytes *in) {
    rsp_bytes rest = *in;
    rsp_ptid id = {0};
    rsp_status status = rsp_take_byte(&rest, 'p') ? take_extended(&id, &rest) : take_part(&id.tid, &rest);
    if (status != RSP_OK)
        return status;
    *out = id;
    *in = rest;
    return RSP_OK;
}

rsp_status rsp_ptid_parse(rsp_ptid *out, rsp_bytes text) {
    rsp_ptid id = {0};
    rsp_status status = rsp_take_ptid(&id, &text);
    if (status == RSP_OK && text.len > 0)
        status = RSP_MALFORMED;
    if (status == RSP_OK)
        *out = id;
    return status;
}

static void append_part(rsp_buf *out, int64_t part) {
    if (part < 0)
        rsp_buf_str(out, "-1");
    else
        rsp_hex_append_u64(out, (uint64_t)part);
}

void rsp_ptid_append(rsp_buf *out, rsp_ptid id, bool multiprocess) {
    if (multiprocess) {
        rsp_buf_push(out, 'p');
        append_part(out, id.pid);
        rsp_buf_push(out, '.');
    }
    append_part(out, id.tid);
}

rsp_status rsp_pid_parse(int64_t *out_pid, rsp_bytes text) {
    uint64_t value = 0;
    rsp_status status = rsp_hex_u64(&value, text);
    if (status != RSP_OK)
        return status;
    if (value > INT64_MAX)
        return RSP_RANGE;
    *out_pid = (int64_t)value;
    return RSP_OK;
}

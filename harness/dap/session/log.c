/* Entries are kept in one array, contents as JSON and, cut, as they came.
 * Bytes of the peer are shown as they are where they can be printed, else as \xNN.
 * See dap/log.h. */
/* SPDX-License-Identifier: MIT */
#include "dap/log.h"

#include "core/limits.h"
#include "core/mem.h"
#include <rsp/clock.h>
#include <stdio.h>

void rsp_dap_log_free(rsp_dap_log *log) {
    for (size_t i = 0; i < log->num; i++) {
        rsp_dap_message_free(&log->entries[i].message);
        rsp_mem_free(NULL, (void *)(uintptr_t)log->entries[i].raw.ptr);
    }
    rsp_mem_free(NULL, log->entries);
    *log = (rsp_dap_log){0};
}

static bool grow(rsp_dap_log *log) {
    if (log->num < log->cap)
        return true;
    const size_t cap = log->cap ? log->cap * 2 : 64;
    rsp_dap_entry *entries = rsp_mem_realloc(NULL, log->entries, cap * sizeof *entries);
    if (!entries)
        return false;
    log->entries = entries;
    log->cap = cap;
    return true;
}

static rsp_bytes copy_of(rsp_bytes bytes) {
    const size_t len = bytes.len < RSP_LIMIT_DAP_SHOWN_BYTES ? bytes.len : RSP_LIMIT_DAP_SHOWN_BYTES;
    uint8_t *copy = rsp_mem_alloc(NULL, len + 1);
    if (copy && len > 0)
        memcpy(copy, bytes.ptr, len);
    return rsp_bytes_make(copy, copy ? len : 0);
}

rsp_dap_entry *rsp_dap_log_add(rsp_dap_log *log, bool sent, uint64_t time_ns, const rsp_dap_frame *f) {
    const rsp_bytes all = f->kind == RSP_DAP_FRAME_MESSAGE ? f->content : f->header;
    if (log->num >= RSP_LIMIT_DAP_LOG_ENTRIES || log->num_bytes + all.len > RSP_LIMIT_DAP_LOG_BYTES)
        log->full = true;
    if (log->full || !grow(log))
        return NULL;
    rsp_dap_entry *e = &log->entries[log->num++];
    *e = (rsp_dap_entry){.sent = sent,
                         .time_ns = time_ns,
                         .kind = f->kind,
                         .flaws = f->flaws,
                         .offset = f->offset,
                         .raw = copy_of(all),
                         .num_bytes = all.len,
                         .message = {.name = "", .text = ""}};
    rsp_error error = {0};
    if (f->kind == RSP_DAP_FRAME_MESSAGE)
        e->status = rsp_dap_message_parse(&e->message, all, &error);
    (void)snprintf(e->why, sizeof e->why, "%s", error.msg);
    log->num_bytes += all.len;
    if (log->num == 1)
        log->start_ns = time_ns;
    return e;
}

void rsp_dap_log_render_entry(const rsp_dap_log *log, size_t i, size_t columns, rsp_buf *out) {
    const rsp_dap_entry *e = &log->entries[i];
    static const char *const kinds[] = {"", "stray bytes: ", "bad header: "};
    const double ms = (double)(e->time_ns - log->start_ns) / (double)RSP_NS_PER_MS;
    rsp_buf_printf(out, "%10.3f ms %s %s", ms, e->sent ? "->" : "<-", kinds[e->kind]);
    size_t left = columns;
    size_t at = 0;
    for (; at < e->raw.len && left > 0; at++, left--) {
        const uint8_t c = e->raw.ptr[at];
        if (c < 0x20 || c == 0x7f)
            rsp_buf_printf(out, "\\x%02x", c);
        else
            rsp_buf_push(out, c);
    }
    if (at < e->num_bytes)
        rsp_buf_printf(out, "... (%zu bytes)", e->num_bytes);
    rsp_buf_push(out, '\n');
}

void rsp_dap_log_render(const rsp_dap_log *log, size_t first, size_t end, size_t columns, rsp_buf *out) {
    for (size_t i = first; i < end && i < log->num; i++)
        rsp_dap_log_render_entry(log, i, columns, out);
}

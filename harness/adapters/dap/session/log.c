/* Entries are kept in one array, contents as JSON and, cut, as they came.
 * Bytes of the peer are shown as they are where they can be printed, else as \xNN.
 * See dap/log.h. */
/* SPDX-License-Identifier: MIT */
#include "dap/log.h"

#include "core/limits.h"
#include "core/mem.h"
#include "core/text.h"
#include <assert.h>
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
    assert(f && log->num <= log->cap);
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
    log->num_bytes += e->message.json ? e->message.num_bytes : e->raw.len;
    if (log->num == 1)
        log->start_ns = time_ns;
    return e;
}

/* Appends bytes of the peer, harmless, at most `columns`; false when there were more. */
static bool append_shown(rsp_buf *out, rsp_bytes bytes, size_t *columns) {
    for (; bytes.len > 0 && *columns > 0; (*columns)--) {
        const uint8_t c = bytes.ptr[0];
        const rsp_bytes good = rsp_text_take_harmless(&bytes, false);
        rsp_buf_append(out, good);
        if (good.len > 0)
            continue;
        rsp_buf_printf(out, "\\x%02x", c);
        bytes = rsp_bytes_from(bytes, 1);
    }
    return bytes.len == 0;
}

static void append_head(const rsp_dap_log *log, const rsp_dap_entry *e, rsp_buf *out) {
    const double ms = (double)(e->time_ns - log->start_ns) / (double)RSP_NS_PER_MS;
    rsp_buf_printf(out, "%10.3f ms %s ", ms, e->sent ? "->" : "<-");
}

static void render_entry(const rsp_dap_log *log, size_t i, size_t columns, rsp_buf *out) {
    const rsp_dap_entry *e = &log->entries[i];
    static const char *const kinds[] = {"", "stray bytes: ", "bad header: "};
    append_head(log, e, out);
    rsp_buf_str(out, kinds[e->kind]);
    if (!append_shown(out, e->raw, &columns) || e->raw.len < e->num_bytes)
        rsp_buf_printf(out, "... (%zu bytes)", e->num_bytes);
    rsp_buf_push(out, '\n');
}

/* --- rows: events that print belong together --- */

static bool is_output(const rsp_dap_entry *e) {
    return !e->sent && e->message.kind == RSP_DAP_EVENT && strcmp(e->message.name, "output") == 0 &&
           json_is_string(json_object_get(e->message.body, "output"));
}

/* "console" is what an event without a category has. */
static const char *category_of(const rsp_dap_entry *e) {
    const char *category = json_string_value(json_object_get(e->message.body, "category"));
    return category ? category : "console";
}

/* Whether entry `i` goes on with the row of the one before it. */
static bool goes_on(const rsp_dap_log *log, size_t i) {
    const rsp_dap_entry *e = &log->entries[i];
    return is_output(e) && is_output(e - 1) && strcmp(category_of(e), category_of(e - 1)) == 0;
}

static void render_outputs(const rsp_dap_log *log, size_t first, size_t end, size_t columns, rsp_buf *out) {
    const rsp_dap_entry *e = &log->entries[first];
    bool whole = true;
    append_head(log, e, out);
    rsp_buf_printf(out, "%zu events 'output' (", end - first);
    (void)append_shown(out, rsp_bytes_str(category_of(e)), &columns);
    rsp_buf_str(out, "): ");
    for (size_t i = first; i < end && whole; i++) {
        const json_t *text = json_object_get(log->entries[i].message.body, "output");
        whole = append_shown(
            out, rsp_bytes_make((const uint8_t *)json_string_value(text), json_string_length(text)),
            &columns);
    }
    rsp_buf_str(out, whole ? "\n" : "...\n");
}

size_t rsp_dap_log_rows_before(const rsp_dap_log *log, size_t entry, size_t rows) {
    size_t first = entry < log->num ? entry : log->num;
    while (rows > 0 && first > 0) {
        first--;
        if (first == 0 || !goes_on(log, first))
            rows--;
    }
    return first;
}

void rsp_dap_log_render(const rsp_dap_log *log, size_t first, size_t end, size_t columns, rsp_buf *out) {
    size_t next = first;
    for (size_t i = first; i < end && i < log->num; i = next) {
        next = i + 1;
        while (next < end && next < log->num && goes_on(log, next))
            next++;
        if (next - i > 1)
            render_outputs(log, i, next, columns, out);
        else
            render_entry(log, i, columns, out);
    }
}

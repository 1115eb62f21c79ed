/* Writes as offsets into one buffer, so that a long session costs few allocations.
 * A new connection is a write without bytes.
 * See write_log.h. */
/* SPDX-License-Identifier: MIT */
#include "play/write_log.h"
#include "core/mem.h"

enum { MAX_WRITES = 8192, MAX_BYTES = 4 * 1024 * 1024 };

void write_log_init(write_log *log, const rsp_mem *mem) {
    *log = (write_log){.mem = mem};
    rsp_buf_init(&log->bytes, mem, 0);
}

void write_log_free(write_log *log) {
    rsp_buf_free(&log->bytes);
    rsp_mem_free(log->mem, log->writes);
}

void write_log_clear(write_log *log) {
    rsp_buf_clear(&log->bytes);
    log->num = 0;
    log->cut = false;
}

static bool grow(write_log *log) {
    size_t cap = log->cap ? log->cap * 2 : 64;
    rsp_write *bigger = rsp_mem_realloc(log->mem, log->writes, cap * sizeof *bigger);
    if (!bigger)
        return false;
    log->writes = bigger;
    log->cap = cap;
    return true;
}

static void add(write_log *log, rsp_bytes bytes, bool reconnect) {
    bool full = log->num == MAX_WRITES || log->bytes.len + bytes.len > MAX_BYTES;
    if (full || (log->num == log->cap && !grow(log))) {
        log->cut = true;
        return;
    }
    log->writes[log->num++] = (rsp_write){.offset = log->bytes.len, .len = bytes.len, .reconnect = reconnect};
    rsp_buf_append(&log->bytes, bytes);
}

void write_log_add(write_log *log, rsp_bytes bytes) {
    add(log, bytes, false);
}

void write_log_add_reconnect(write_log *log) {
    add(log, (rsp_bytes){0}, true);
}

rsp_write_log write_log_view(const write_log *log) {
    return (rsp_write_log){
        .writes = log->writes, .num = log->num, .bytes = rsp_buf_bytes(&log->bytes), .cut = log->cut};
}

/* The bytes written to a stub, write by write, for a finding that may come of it.
 * Bounded: beyond its limits, or without memory, it is marked as cut and keeps what it has.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_WRITE_LOG_H
#define RSP_NETFUZZ_WRITE_LOG_H

#include "netfuzz/player.h"

typedef struct write_log {
    const rsp_mem *mem;
    rsp_write *writes;
    size_t num;
    size_t cap;
    rsp_buf bytes;
    bool cut;
} write_log;

void write_log_init(write_log *log, const rsp_mem *mem);
void write_log_free(write_log *log);
void write_log_clear(write_log *log);
void write_log_add(write_log *log, rsp_bytes bytes);
void write_log_add_reconnect(write_log *log);
rsp_write_log write_log_view(const write_log *log); /* valid until the next call */

#endif

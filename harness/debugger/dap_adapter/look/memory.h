/* The requests for memory: reading and writing it by addresses that the editor got from us.
 * What cannot be read is told as such, and what comes before it is there.
 * Private to this room. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_MEMORY_H
#define RSP_DAP_ADAPTER_MEMORY_H

#include "serve/handler.h"

adapter_handler view_read_memory;
adapter_handler view_write_memory;

/* Reads as much of the stretch as there is, at most `len`, into `out`. RSP_OK also when nothing could be
 * read; else what ended it. */
rsp_status view_read_bytes(adapter *a, uint64_t address, uint64_t len, rsp_buf *out) RSP_MUST_USE;

/* The address that a request means: `memoryReference` and `offset`. An error in the reply for what is none.
 */
rsp_status view_address_of(adapter_call *call, uint64_t *out) RSP_MUST_USE;

#endif

/* The id is read at its address plus the bias. A bias that is no multiple of a page was computed from the
 * entry point of another program already.
 * See same_program.h. */
/* SPDX-License-Identifier: MIT */
#include "same_program.h"

#include "dwarf/debug_identity.h"

enum { PAGE_BYTES = 4096, MAX_ID = 64 };

static rsp_status refuse(rsp_bytes id, uint64_t address, rsp_error *error) {
    rsp_buf digits = {0};
    rsp_hex_append(&digits, id);
    rsp_status status = rsp_fail(error, RSP_BAD_FILE,
                                 "the running program is not this file: the build id %.40s is not at 0x%llx",
                                 rsp_buf_cstr(&digits), (unsigned long long)address);
    rsp_buf_free(&digits);
    return status;
}

rsp_status same_program_check(const rsp_debuggee *d, rsp_error *error) {
    uint8_t bytes[MAX_ID];
    uint64_t address = 0;
    rsp_bytes id = rsp_debug_file_facts(d->file)->build_id;
    if (id.len > sizeof bytes || !rsp_debug_identity_at(d->file, &address))
        return RSP_OK;
    rsp_read one = {.addr = address + d->bias, .len = id.len, .out = bytes};
    int64_t pid = rsp_client_is_multiprocess(d->client) ? rsp_client_stop_thread(d->client).pid : 0;
    rsp_status status = rsp_read_memory_vectorized(d->client, pid, &one, 1);
    if (rsp_session_state(rsp_client_session(d->client)) != RSP_OK)
        return rsp_fail(error, status, "reading the program's build id: %s", rsp_status_text(status));
    bool read = status == RSP_OK && one.status == RSP_OK;
    if (read && d->bias % PAGE_BYTES == 0 && rsp_bytes_equal(rsp_bytes_make(bytes, id.len), id))
        return RSP_OK;
    return refuse(id, one.addr, error);
}

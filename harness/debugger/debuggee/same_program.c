/* The id is read at its address plus the bias. A bias that is no multiple of a page was computed from the
 * entry point of another program already.
 * See same_program.h. */
/* SPDX-License-Identifier: MIT */
#include "same_program.h"

#include "dwarf/debug_identity.h"

enum { PAGE_BYTES = 4096 };

static rsp_status refuse(rsp_bytes id, uint64_t address, rsp_error *error) {
    rsp_buf digits = {0};
    rsp_hex_append(&digits, id);
    rsp_status status = rsp_fail(error, RSP_BAD_FILE,
                                 "the running program is not this file: the build id %.40s is not at 0x%llx",
                                 rsp_buf_cstr(&digits), (unsigned long long)address);
    rsp_buf_free(&digits);
    return status;
}

bool same_program_want(const rsp_debuggee *d, uint64_t *out_address, size_t *out_len) {
    *out_len = rsp_debug_file_facts(d->file)->build_id.len;
    if (*out_len > SAME_PROGRAM_ID_MAX || !rsp_debug_identity_at(d->file, out_address))
        return false;
    *out_address += d->bias;
    return true;
}

rsp_status same_program_judge(const rsp_debuggee *d, uint64_t address, rsp_bytes found, rsp_error *error) {
    const rsp_bytes id = rsp_debug_file_facts(d->file)->build_id;
    if (d->bias % PAGE_BYTES == 0 && rsp_bytes_equal(found, id))
        return RSP_OK;
    return refuse(id, address, error);
}

rsp_status same_program_check(const rsp_debuggee *d, rsp_error *error) {
    uint8_t bytes[SAME_PROGRAM_ID_MAX];
    rsp_read one = {.out = bytes};
    if (!same_program_want(d, &one.addr, &one.len))
        return RSP_OK;
    int64_t pid = rsp_client_is_multiprocess(d->client) ? rsp_client_stop_thread(d->client).pid : 0;
    rsp_status status = rsp_read_memory_vectorized(d->client, pid, &one, 1);
    if (rsp_session_state(rsp_client_session(d->client)) != RSP_OK)
        return rsp_fail(error, status, "reading the program's build id: %s", rsp_status_text(status));
    const bool read = status == RSP_OK && one.status == RSP_OK;
    return same_program_judge(d, one.addr, rsp_bytes_make(bytes, read ? one.len : 0), error);
}

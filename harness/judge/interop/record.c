/* Blocks of a recorder go to a file until there is no more room.
 * A recorder that was refused a block writes no more.
 * See record.h. */
/* SPDX-License-Identifier: MIT */
#include "record.h"

static rsp_status write_blocks(void *ctx, rsp_bytes blocks) {
    act_record *r = ctx;
    if (r->bytes + blocks.len > r->most) {
        r->cut += blocks.len;
        return RSP_IO;
    }
    r->bytes += blocks.len;
    return rsp_file_writer_put(&r->writer, blocks, NULL);
}

rsp_status act_record_open(act_record *r, const char *path, uint64_t most, uint64_t epoch_ns,
                           rsp_error *error) {
    *r = (act_record){.most = most};
    const rsp_recorder_options options = {.write = write_blocks, .ctx = r, .epoch_ns = epoch_ns};
    rsp_status status = rsp_file_writer_open(&r->writer, path, error);
    if (status == RSP_OK)
        status = rsp_recorder_begin(&r->recorder, &options);
    return status;
}

rsp_status act_record_close(act_record *r, rsp_error *error) {
    rsp_recorder_free(&r->recorder);
    return rsp_file_writer_close(&r->writer, true, error);
}

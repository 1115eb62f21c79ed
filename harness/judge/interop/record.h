/* The capture of one try: a pcapng file that has a most size. What comes after is left out, and the file ends
 * with a whole block.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_INTEROP_RECORD_H
#define RSP_INTEROP_RECORD_H

#include "core/file_writer.h"
#include "proxy/recorder.h"

/* All-zero: not open. */
typedef struct act_record {
    rsp_file_writer writer;
    rsp_recorder recorder;
    uint64_t bytes, most;
    uint64_t cut; /* bytes of blocks that had no room, at least; 0: all is there */
} act_record;

/* Begins it; `path` must outlive it. `epoch_ns` as in rsp_recorder_options. RSP_IO, RSP_NO_MEMORY. */
rsp_status act_record_open(act_record *r, const char *path, uint64_t most, uint64_t epoch_ns,
                           rsp_error *error) RSP_MUST_USE;
/* Ends it: the file has its name then. RSP_IO. */
rsp_status act_record_close(act_record *r, rsp_error *error) RSP_MUST_USE;

#endif

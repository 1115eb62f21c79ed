/* Memory of the program: many ranges in as few packets as PacketSize allows, and writes.
 * MultiMemRead where the stub has it, else x, else m; each range has its own count and status.
 * Source: LLDB gdb-remote extensions, MultiMemRead; GDB manual, Packets (m, x, M, X). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_MEMORY_H
#define RSP_CLIENT_MEMORY_H

#include <rsp/client.h>

RSP_BEGIN_DECLS

/* One range: asked for, and what came of it. */
typedef struct rsp_read {
    uint64_t addr;
    size_t len;
    uint8_t *out;      /* room for `len` bytes, the caller's; what stands behind num_read is undefined */
    size_t num_read;   /* out: bytes read from the front of the range without a gap */
    rsp_status status; /* out: RSP_OK all of it; RSP_FAULT not all of it could be read; RSP_RANGE it passes
                          the end of the address space (nothing is sent); RSP_MALFORMED the stub's answer made
                          no sense; RSP_TIMEOUT, RSP_CLOSED and so on: there was none */
    int error_code;    /* out: of an Enn reply, -1 for none */
} rsp_read;

/* Reads all of them from the selected process, or from `pid` (0: as it is), which is selected with Hg when
 * another one is. Escapes in replies are counted worst case (every byte two), so that no conforming reply
 * exceeds PacketSize; RSP_LIMIT_BATCH_ITEMS ranges at most go into one packet. Ranges that are too large are
 * cut, and so are ranges above RSP_LIMIT_CLIENT_UNCUT_BYTES that fill up a packet; smaller ones stay whole
 * because a running program could tear them. Nothing is merged or left out: two equal ranges are read twice.
 *
 * A packet that is answered by an empty reply is missing, one that is announced and answered by an error as a
 * whole is refused: either way its ranges are read by the next way (MultiMemRead, x, m) and it is not used
 * again. RSP_OK when every range has its answer, good or bad. RSP_MALFORMED when an answer was a lie (wrong
 * lengths, more bytes than asked, another number of counts), with the place in rsp_client_error; the other
 * ranges are read nevertheless. Else what ended it: RSP_TIMEOUT, RSP_CLOSED, RSP_DIED, RSP_NO_MEMORY,
 * RSP_USAGE (the program runs, all-stop). num 0 is RSP_OK. */
rsp_status rsp_read_memory_vectorized(rsp_client *client, int64_t pid, rsp_read *reads,
                                      size_t num) RSP_MUST_USE;

/* One range: RSP_OK when all of it was read, else the range's status. *out_num_read may be NULL. */
rsp_status rsp_client_read_memory(rsp_client *client, uint64_t addr, uint8_t *out, size_t len,
                                  size_t *out_num_read) RSP_MUST_USE;

/* One range to write (rsp_client_submit_write), and what came of it. */
typedef struct rsp_memory_write {
    uint64_t addr;
    rsp_bytes data;     /* the caller's */
    size_t num_written; /* out: bytes written from the front without a gap; the stub has confirmed them */
    rsp_status
        status;     /* out: RSP_OK all of it; RSP_REFUSED an error reply; RSP_UNSUPPORTED neither X nor M;
                       RSP_RANGE it passes the end of the address space (nothing is sent); RSP_MALFORMED the
                       stub's answer made no sense; else what ended the request before it was written */
    int error_code; /* out: of an Enn reply, -1 for none */
} rsp_memory_write;

/* X where the stub has it, else M, in pieces of PacketSize. Stops at the first piece that fails: *out_num
 * (may be NULL) is what was written before it. Else the range's status, or what ended it. */
rsp_status rsp_client_write_memory(rsp_client *client, uint64_t addr, rsp_bytes data,
                                   size_t *out_num) RSP_MUST_USE;

RSP_END_DECLS

#endif

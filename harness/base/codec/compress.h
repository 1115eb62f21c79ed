/* Compressed packets: deflated data in front of an escaped payload, once QEnableCompression is answered OK.
 * C<bytes in decimal>:<escaped data> is compressed, N<payload> is not. Zlib is optional when we are built.
 * Source: LLDB gdb-remote extensions, QEnableCompression. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_COMPRESS_H
#define RSP_COMPRESS_H

#include <rsp/bytes.h>
#include <stdbool.h>

RSP_BEGIN_DECLS

/* The one type of compression that we have: deflate without a header. */
#define RSP_COMPRESSION_TYPE "zlib-deflate"
/* Payloads of fewer bytes are sent as they are, where the client asks for no other limit. */
enum { RSP_COMPRESSION_MIN_BYTES = 384 };

/* False in builds without zlib. */
bool rsp_compression_exists(void);

/* "type:zlib-deflate;" with "minsize:<decimal>;" or without. RSP_UNSUPPORTED: another type, or a build
 * without zlib; RSP_MALFORMED. *out_min is the limit. */
rsp_status rsp_compression_parse(uint64_t *out_min, rsp_bytes args) RSP_MUST_USE;

/* Appends the payload, escaped as it would be sent, as C or, where that is not shorter or it has fewer than
 * `min` bytes, as N. The buffer's status, and RSP_NO_MEMORY. */
rsp_status rsp_compress_append(rsp_buf *out, rsp_bytes payload, uint64_t min) RSP_MUST_USE;

/* Appends what a compressed payload stands for, still escaped. RSP_MALFORMED: it is neither C nor N, its data
 * is damaged or of another length than it says. RSP_LIMIT: more than `out` may hold. RSP_UNSUPPORTED: C in a
 * build without zlib. RSP_NO_MEMORY. Nothing stays appended on failure. */
rsp_status rsp_compress_undo(rsp_buf *out, rsp_bytes wire) RSP_MUST_USE;

RSP_END_DECLS

#endif

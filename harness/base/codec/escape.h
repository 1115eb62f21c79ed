/* Binary data in packets: 0x7d and the byte XOR 0x20 stand for `#`, `$`, `}` and `*`.
 * Any byte may follow 0x7d on the way in, only these four are escaped on the way out.
 * Source: GDB manual, Overview (Binary Data). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_ESCAPE_H
#define RSP_ESCAPE_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* The escape byte, and what the byte after it is XORed with. */
enum {
    RSP_ESCAPE_BYTE = 0x7d,
    RSP_ESCAPE_XOR = 0x20,
};

/* Whether a byte must be escaped: # $ } *. */
static inline bool rsp_escape_needed(uint8_t byte) {
    return byte == '#' || byte == '$' || byte == '}' || byte == '*';
}

/* Appends data with # $ } * escaped. */
void rsp_escape_append(rsp_buf *out, rsp_bytes data);

/* What a sender escapes. Only replies are run-length coded, so a stub reads `*` in a request as it stands. */
typedef enum rsp_escape_mode {
    RSP_ESCAPE_FULL,    /* # $ } * */
    RSP_ESCAPE_MINIMAL, /* # $ } */
    RSP_ESCAPE_NONE,    /* nothing: what framing makes of the bytes is what is wanted */
} rsp_escape_mode;

/* Appends a whole packet, `$` to checksum, with its payload escaped. */
void rsp_escape_packet(rsp_buf *out, rsp_bytes data, rsp_escape_mode mode);

/* Bytes that `data` takes once escaped. */
size_t rsp_escaped_len(rsp_bytes data);

/* Length of the longest prefix of `data` whose escaped form fits into `room` bytes. */
size_t rsp_escape_fit(rsp_bytes data, size_t room);

/* Appends the decoded bytes. RSP_MALFORMED for a lone 0x7d at the end (then nothing is appended), the
 * buffer's status when it cannot grow. */
rsp_status rsp_unescape(rsp_buf *out, rsp_bytes wire) RSP_MUST_USE;

/* The same into dst, which holds at least wire.len bytes and may be wire.ptr itself. *out_len is the
 * decoded length. RSP_MALFORMED as above. */
rsp_status rsp_unescape_into(uint8_t *dst, size_t *out_len, rsp_bytes wire) RSP_MUST_USE;

RSP_END_DECLS

#endif

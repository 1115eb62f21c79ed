/* Slices that borrow (rsp_bytes), a growing buffer that owns (rsp_buf), the allocator that objects take, and
 * hexadecimal in both directions. The buffer's error is sticky: append freely, look at the status once at the
 * end. Slices and buffers may hold NULs; neither is a C string. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BYTES_H
#define RSP_BYTES_H

#include <rsp/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

RSP_BEGIN_DECLS

/* Borrowed bytes. ptr may be NULL only when len is 0. */
typedef struct rsp_bytes {
    const uint8_t *ptr;
    size_t len;
} rsp_bytes;

/* A string literal as a slice, without its NUL. */
#define RSP_LIT(s) rsp_bytes_make((s), sizeof(s) - 1)

/* A slice of `len` bytes at `ptr`, which may be NULL when `len` is 0. Borrows; copies nothing. */
static inline rsp_bytes rsp_bytes_make(const void *ptr, size_t len) {
    rsp_bytes b = {(const uint8_t *)ptr, len};
    return b;
}

/* NUL-terminated text as bytes; NULL gives an empty slice. */
static inline rsp_bytes rsp_bytes_str(const char *s) {
    return rsp_bytes_make(s, s ? strlen(s) : 0);
}

/* Whether both hold the same bytes. */
static inline bool rsp_bytes_equal(rsp_bytes a, rsp_bytes b) {
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* Whether `b` begins with `prefix`. Everything begins with the empty slice. */
static inline bool rsp_bytes_starts(rsp_bytes b, rsp_bytes prefix) {
    return b.len >= prefix.len && (prefix.len == 0 || memcmp(b.ptr, prefix.ptr, prefix.len) == 0);
}

/* Orders like memcmp: negative, 0 or positive. A prefix comes before what it begins. */
int rsp_bytes_compare(rsp_bytes a, rsp_bytes b);

/* The `len` bytes from `offset` on. Both are clamped to what is there. */
static inline rsp_bytes rsp_bytes_sub(rsp_bytes b, size_t offset, size_t len) {
    if (offset > b.len)
        offset = b.len;
    if (len > b.len - offset)
        len = b.len - offset;
    return rsp_bytes_make(offset > 0 ? b.ptr + offset : b.ptr, len);
}

/* All from `offset` on, which is clamped. */
static inline rsp_bytes rsp_bytes_from(rsp_bytes b, size_t offset) {
    return rsp_bytes_sub(b, offset, SIZE_MAX);
}

/* Whether `b` ends in `suffix`. */
static inline bool rsp_bytes_ends(rsp_bytes b, rsp_bytes suffix) {
    return b.len >= suffix.len && rsp_bytes_equal(rsp_bytes_from(b, b.len - suffix.len), suffix);
}

/* Position of the first `byte`, or b.len when there is none. */
static inline size_t rsp_bytes_index(rsp_bytes b, uint8_t byte) {
    const void *at = b.len ? memchr(b.ptr, byte, b.len) : NULL;
    return at ? (size_t)((const uint8_t *)at - b.ptr) : b.len;
}

/* Position of the first `needle`, or hay.len. An empty needle is found at 0. */
size_t rsp_bytes_search(rsp_bytes hay, rsp_bytes needle);

/* Splits at the first `sep`: returns the part before it and moves *rest after it. Without a separator it
 * returns all of *rest, and *rest becomes empty with ptr NULL. */
rsp_bytes rsp_bytes_split(rsp_bytes *rest, uint8_t sep);

/* An allocator. realloc(ctx, NULL, n) allocates; realloc(ctx, p, 0) frees and returns NULL; NULL means that
 * there is no memory. `ctx` is not owned. Wherever a `const rsp_mem *` is asked for, NULL means malloc, and
 * the allocator must outlive the object. */
typedef struct rsp_mem {
    void *(*realloc)(void *ctx, void *ptr, size_t size);
    void *ctx;
} rsp_mem;

/* The limit of a buffer that sets none. */
enum {
    RSP_LIMIT_BUF_BYTES = 256 * 1024 * 1024, /* most bytes in one rsp_buf without a limit of its own */
};

/* An owned, growing buffer. All-zero is a valid empty buffer with the default allocator and limit. */
typedef struct rsp_buf {
    uint8_t *ptr;
    size_t len;
    size_t cap;
    size_t limit;       /* most bytes it may hold; 0 is RSP_LIMIT_BUF_BYTES */
    const rsp_mem *mem; /* NULL is malloc */
    rsp_status status;  /* RSP_OK, RSP_LIMIT or RSP_NO_MEMORY; sticky until clear */
} rsp_buf;

/* Empties and sets allocator and limit; must not hold memory yet. */
void rsp_buf_init(rsp_buf *buf, const rsp_mem *mem, size_t limit);

/* Frees the memory; the buffer can be used again. NULL is fine. */
void rsp_buf_free(rsp_buf *buf);

/* Forgets content and error, keeps the memory. */
static inline void rsp_buf_clear(rsp_buf *buf) {
    buf->len = 0;
    buf->status = RSP_OK;
}

/* The content, valid until the next change of the buffer. */
static inline rsp_bytes rsp_buf_bytes(const rsp_buf *buf) {
    return rsp_bytes_make(buf->ptr, buf->len);
}

/* Makes room for `more` bytes after the content. False, with the sticky status, at the limit or without
 * memory. */
bool rsp_buf_reserve(rsp_buf *buf, size_t more);

/* Grows by `len` bytes and returns them for the caller to fill. NULL on failure, and for 0 bytes of an empty
 * buffer. */
uint8_t *rsp_buf_extend(rsp_buf *buf, size_t len);

/* Appends bytes. On failure (RSP_LIMIT, RSP_NO_MEMORY) it appends nothing and the status sticks; later
 * appends do nothing. The same holds for all appends below. */
void rsp_buf_append(rsp_buf *buf, rsp_bytes bytes);

/* Appends a NUL-terminated text without its NUL. */
void rsp_buf_str(rsp_buf *buf, const char *text);

/* Appends `word` so that a POSIX shell reads it as one word: quoted where it needs to be. */
void rsp_buf_shell_word(rsp_buf *buf, const char *word);

/* Appends formatted text. */
void rsp_buf_printf(rsp_buf *buf, const char *fmt, ...) RSP_PRINTF(2, 3);

/* The same with a list of arguments. */
void rsp_buf_printf_v(rsp_buf *buf, const char *fmt, va_list ap);

/* What rsp_buf_push calls when the buffer must grow. */
void rsp_buf_push_slow(rsp_buf *buf, uint8_t byte);

/* Appends one byte. */
static inline void rsp_buf_push(rsp_buf *buf, uint8_t byte) {
    if (buf->len < buf->cap && buf->status == RSP_OK)
        buf->ptr[buf->len++] = byte;
    else
        rsp_buf_push_slow(buf, byte);
}

/* Drops the first `len` bytes (clamped). */
void rsp_buf_consume(rsp_buf *buf, size_t len);

/* Cuts to `len` bytes (no effect when it is shorter already). */
static inline void rsp_buf_truncate(rsp_buf *buf, size_t len) {
    if (len < buf->len)
        buf->len = len;
}

/* Content as a NUL-terminated string (the NUL is not counted); "" on failure. Valid until changed. */
const char *rsp_buf_cstr(rsp_buf *buf);

/* Appends bytes as hexadecimal, two digits each, in lower case. */
void rsp_hex_append(rsp_buf *out, rsp_bytes data);

/* Appends a number in hexadecimal without prefix or leading zeros; "0" for zero. */
void rsp_hex_append_u64(rsp_buf *out, uint64_t value);

/* Appends the bytes that pairs of hex digits stand for, in either case. RSP_MALFORMED for odd length or a
 * non-digit; then nothing is appended. */
rsp_status rsp_hex_decode(rsp_buf *out, rsp_bytes digits) RSP_MUST_USE;

/* The same into dst, which must hold digits.len / 2 bytes; dst may be changed on failure. */
rsp_status rsp_hex_decode_into(uint8_t *dst, rsp_bytes digits) RSP_MUST_USE;

/* All of `digits` as one hexadecimal number: RSP_MALFORMED when empty or with a non-digit, RSP_RANGE when the
 * value does not fit in 64 bits (leading zeros are free). *out_value is set only on RSP_OK. */
rsp_status rsp_hex_u64(uint64_t *out_value, rsp_bytes digits) RSP_MUST_USE;

RSP_END_DECLS

#endif

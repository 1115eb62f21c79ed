/* Slices and the growing buffer with a sticky error.
 * Growth doubles, bounded by the buffer's own limit.
 * Memory comes from the buffer's allocator only. */
/* SPDX-License-Identifier: MIT */
#include <rsp/bytes.h>

#include "core/limits.h"
#include "core/mem.h"
#include <assert.h>
#include <stdio.h>

int rsp_bytes_compare(rsp_bytes a, rsp_bytes b) {
    size_t common = a.len < b.len ? a.len : b.len;
    int order = common ? memcmp(a.ptr, b.ptr, common) : 0;
    if (order != 0)
        return order;
    return (a.len > b.len) - (a.len < b.len);
}

size_t rsp_bytes_search(rsp_bytes hay, rsp_bytes needle) {
    if (needle.len == 0)
        return 0;
    for (size_t at = 0; at + needle.len <= hay.len; at++) {
        at += rsp_bytes_index(rsp_bytes_from(hay, at), needle.ptr[0]);
        if (rsp_bytes_starts(rsp_bytes_from(hay, at), needle))
            return at;
    }
    return hay.len;
}

rsp_bytes rsp_bytes_split(rsp_bytes *rest, uint8_t sep) {
    assert(rest);
    size_t at = rsp_bytes_index(*rest, sep);
    rsp_bytes head = rsp_bytes_sub(*rest, 0, at);
    *rest = at < rest->len ? rsp_bytes_from(*rest, at + 1) : rsp_bytes_make(NULL, 0);
    return head;
}

void rsp_buf_init(rsp_buf *buf, const rsp_mem *mem, size_t limit) {
    *buf = (rsp_buf){.mem = mem, .limit = limit};
}

void rsp_buf_free(rsp_buf *buf) {
    if (!buf)
        return;
    rsp_mem_free(buf->mem, buf->ptr);
    rsp_buf_init(buf, buf->mem, buf->limit);
}

static size_t limit_of(const rsp_buf *buf) {
    return buf->limit ? buf->limit : (size_t)RSP_LIMIT_BUF_BYTES;
}

static size_t grown_cap(const rsp_buf *buf, size_t need) {
    size_t cap = buf->cap < 32 ? 64 : buf->cap * 2;
    if (cap < need)
        cap = need;
    return cap < limit_of(buf) ? cap : limit_of(buf);
}

/* Room that is there already: the common case of every append. */
static inline bool has_room(const rsp_buf *buf, size_t more) {
    return buf->status == RSP_OK && more <= buf->cap - buf->len;
}

static bool grow(rsp_buf *buf, size_t more) {
    if (buf->status != RSP_OK)
        return false;
    if (buf->len > limit_of(buf) || more > limit_of(buf) - buf->len) {
        buf->status = RSP_LIMIT;
        return false;
    }
    size_t cap = grown_cap(buf, buf->len + more);
    uint8_t *ptr = rsp_mem_realloc(buf->mem, buf->ptr, cap);
    if (!ptr) {
        buf->status = RSP_NO_MEMORY;
        return false;
    }
    buf->ptr = ptr;
    buf->cap = cap;
    return true;
}

bool rsp_buf_reserve(rsp_buf *buf, size_t more) {
    return has_room(buf, more) || grow(buf, more);
}

uint8_t *rsp_buf_extend(rsp_buf *buf, size_t len) {
    if ((!has_room(buf, len) && !grow(buf, len)) || !buf->ptr)
        return NULL;
    uint8_t *at = buf->ptr + buf->len;
    buf->len += len;
    return at;
}

void rsp_buf_append(rsp_buf *buf, rsp_bytes bytes) {
    assert(bytes.ptr || bytes.len == 0);
    if (bytes.len == 0)
        return;
    if (!has_room(buf, bytes.len) && !grow(buf, bytes.len))
        return;
    memcpy(buf->ptr + buf->len, bytes.ptr, bytes.len);
    buf->len += bytes.len;
}

/* A quote within is left, escaped, and taken up again. */
void rsp_buf_shell_word(rsp_buf *buf, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
    bool quoted = word[0] == 0 || word[strspn(word, plain)] != 0;
    rsp_buf_str(buf, quoted ? "'" : "");
    for (const char *p = word; *p; p++) {
        if (*p == '\'')
            rsp_buf_str(buf, "'\\''");
        else
            rsp_buf_push(buf, (uint8_t)*p);
    }
    rsp_buf_str(buf, quoted ? "'" : "");
}

void rsp_buf_str(rsp_buf *buf, const char *text) {
    rsp_buf_append(buf, rsp_bytes_str(text));
}

void rsp_buf_push_slow(rsp_buf *buf, uint8_t byte) {
    rsp_buf_append(buf, rsp_bytes_make(&byte, 1));
}

/* Mostly there is room already: then the text is made once. */
void rsp_buf_printf_v(rsp_buf *buf, const char *fmt, va_list ap) {
    size_t room = buf->status == RSP_OK ? buf->cap - buf->len : 0;
    va_list again;
    va_copy(again, ap);
    int len = vsnprintf(room ? (char *)buf->ptr + buf->len : NULL, room, fmt, again);
    va_end(again);
    if (len <= 0)
        return;
    if ((size_t)len >= room) {
        if (!rsp_buf_reserve(buf, (size_t)len + 1))
            return;
        (void)vsnprintf((char *)buf->ptr + buf->len, (size_t)len + 1, fmt, ap);
    }
    buf->len += (size_t)len;
}

void rsp_buf_printf(rsp_buf *buf, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    rsp_buf_printf_v(buf, fmt, ap);
    va_end(ap);
}

void rsp_buf_consume(rsp_buf *buf, size_t len) {
    if (len > buf->len)
        len = buf->len;
    buf->len -= len;
    if (buf->len && len)
        memmove(buf->ptr, buf->ptr + len, buf->len);
}

const char *rsp_buf_cstr(rsp_buf *buf) {
    if (!rsp_buf_reserve(buf, 1))
        return "";
    buf->ptr[buf->len] = 0;
    return (const char *)buf->ptr;
}

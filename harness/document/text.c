/* Text made harmless for each medium, and numbers as people read them.
 * Nothing that a stub sent reaches a terminal, a parser or a browser as it was.
 * See text.h. */
/* SPDX-License-Identifier: MIT */
#include "document/text.h"

#include "core/hex.h"
#include <inttypes.h>
#include <rsp/clock.h>

static void append_escaped_byte(rsp_buf *out, uint8_t byte) {
    rsp_buf_str(out, "\\x");
    rsp_hex_append_fixed(out, byte, 2);
}

void rsp_text_escape(rsp_buf *out, rsp_bytes text, bool lines) {
    for (size_t i = 0; i < text.len; i++) {
        uint8_t c = text.ptr[i];
        if ((c >= 0x20 && c < 0x7f) || (lines && (c == '\n' || c == '\t')))
            rsp_buf_push(out, c);
        else
            append_escaped_byte(out, c);
    }
}

/* Length of the UTF-8 sequence at the front, and its code point; 0 for what is none. */
static size_t take_utf8(rsp_bytes text, uint32_t *out_point) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint8_t lead = text.ptr[0];
    size_t len = lead < 0x80 ? 1 : lead >= 0xf0 && lead < 0xf8 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
    if (len == 0 || len > text.len || lead >= 0xf8)
        return 0;
    uint32_t point = len == 1 ? lead : lead & (0x7fU >> len);
    for (size_t i = 1; i < len; i++) {
        if ((text.ptr[i] & 0xc0) != 0x80)
            return 0;
        point = point << 6 | (text.ptr[i] & 0x3f);
    }
    *out_point = point;
    return point >= least[len] ? len : 0;
}

/* Characters that XML allows, less controls and those that turn the direction of writing or have no width. */
static bool is_harmless(uint32_t c, bool lines) {
    if (c == '\n' || c == '\t')
        return lines;
    if (c < 0x20 || (c >= 0x7f && c < 0xa0))
        return false;
    if ((c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f))
        return false;
    if ((c >= 0xd800 && c <= 0xdfff) || (c & 0xfffe) == 0xfffe || c == 0xfeff || (c >= 0xfdd0 && c <= 0xfdef))
        return false;
    return c <= 0x10ffff && !(c >= 0xe0000 && c <= 0xe007f);
}

/* A harmless character at the front of *text is taken off; its bytes are returned, else nothing. */
static rsp_bytes take_harmless(rsp_bytes *text, bool lines) {
    uint32_t point = 0;
    size_t len = take_utf8(*text, &point);
    if (len == 0 || !is_harmless(point, lines))
        len = 0;
    rsp_bytes taken = rsp_bytes_sub(*text, 0, len);
    *text = rsp_bytes_from(*text, len);
    return taken;
}

void rsp_text_clean(rsp_buf *out, rsp_bytes text, bool lines) {
    while (text.len > 0) {
        rsp_bytes good = take_harmless(&text, lines);
        rsp_buf_append(out, good);
        if (good.len > 0)
            continue;
        append_escaped_byte(out, text.ptr[0]);
        text = rsp_bytes_from(text, 1);
    }
}

static const char *entity_of(uint8_t c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void rsp_text_xml(rsp_buf *out, rsp_bytes text) {
    while (text.ptr && text.len > 0) {
        rsp_bytes good = take_harmless(&text, true);
        if (good.len == 0) {
            append_escaped_byte(out, text.ptr[0]);
            text = rsp_bytes_from(text, 1);
        } else if (good.len == 1 && entity_of(good.ptr[0])) {
            rsp_buf_str(out, entity_of(good.ptr[0]));
        } else {
            rsp_buf_append(out, good);
        }
    }
}

void rsp_text_markdown(rsp_buf *out, rsp_bytes text) {
    rsp_buf clean = {.mem = out->mem};
    rsp_text_clean(&clean, text, false);
    for (size_t i = 0; i < clean.len; i++) {
        char c = (char)clean.ptr[i];
        if (c == '<')
            rsp_buf_str(out, "&lt;");
        else if (c == '&')
            rsp_buf_str(out, "&amp;");
        else {
            if (strchr("\\`*_[]|!#~>", c))
                rsp_buf_push(out, '\\');
            rsp_buf_push(out, (uint8_t)c);
        }
    }
    if (clean.status != RSP_OK)
        out->status = clean.status;
    rsp_buf_free(&clean);
}

void rsp_text_count(rsp_buf *out, uint64_t count) {
    if (count < 1000) {
        rsp_buf_printf(out, "%" PRIu64, count);
        return;
    }
    uint64_t scale = 1000;
    while (count / scale >= 1000)
        scale *= 1000;
    rsp_buf_printf(out, "%" PRIu64, count / scale);
    for (scale /= 1000; scale > 0; scale /= 1000)
        rsp_buf_printf(out, ",%03" PRIu64, count / scale % 1000);
}

void rsp_text_duration(rsp_buf *out, uint64_t ns) {
    uint64_t seconds = ns / RSP_NS_PER_S;
    if (seconds >= 60)
        rsp_buf_printf(out, "%" PRIu64 "m%02" PRIu64 "s", seconds / 60, seconds % 60);
    else if (seconds >= 1)
        rsp_buf_printf(out, "%" PRIu64 ".%" PRIu64 " s", seconds, ns % RSP_NS_PER_S / (100 * RSP_NS_PER_MS));
    else if (ns >= 10 * RSP_NS_PER_MS)
        rsp_buf_printf(out, "%" PRIu64 " ms", ns / RSP_NS_PER_MS);
    else
        rsp_buf_printf(out, "%" PRIu64 ".%02" PRIu64 " ms", ns / RSP_NS_PER_MS, ns % RSP_NS_PER_MS / 10000);
}

void rsp_text_counted(rsp_buf *out, uint64_t count, const char *one, const char *many) {
    if (count == 0)
        rsp_buf_str(out, "no");
    else
        rsp_text_count(out, count);
    rsp_buf_printf(out, " %s", count == 1 ? one : many);
}

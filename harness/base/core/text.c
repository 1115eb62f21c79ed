/* Text made harmless byte by byte. A line that begins with "::" after blanks commands GitHub, "##name["
 * anywhere in a line commands others.
 * Sources: "Workflow commands for GitHub Actions"; actions/runner; Azure, "Logging commands". */
/* SPDX-License-Identifier: MIT */
#include "core/text.h"

#include "core/hex.h"

enum {
    LONGEST_SERVICE = 32, /* bytes of a build service's name between "##" and '[' */
};

static void append_escaped_byte(rsp_buf *out, uint8_t byte) {
    rsp_buf_str(out, "\\x");
    rsp_hex_append_fixed(out, byte, 2);
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

rsp_bytes rsp_text_take_harmless(rsp_bytes *text, bool lines) {
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
        rsp_bytes good = rsp_text_take_harmless(&text, lines);
        rsp_buf_append(out, good);
        if (good.len > 0)
            continue;
        append_escaped_byte(out, text.ptr[0]);
        text = rsp_bytes_from(text, 1);
    }
}

bool rsp_text_begins_line(const rsp_buf *out) {
    size_t at = out->len;
    while (at > 0 && (out->ptr[at - 1] == ' ' || out->ptr[at - 1] == '\t'))
        at--;
    return at == 0 || out->ptr[at - 1] == '\n';
}

static bool is_letter(uint8_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* "##vso[" */
static bool begins_command(rsp_bytes text) {
    if (!rsp_bytes_starts(text, RSP_LIT("##")))
        return false;
    size_t len = 2;
    while (len < text.len && len < LONGEST_SERVICE && is_letter(text.ptr[len]))
        len++;
    return len < text.len && text.ptr[len] == '[';
}

bool rsp_text_commands(const rsp_buf *out, rsp_bytes text) {
    return begins_command(text) || (rsp_bytes_starts(text, RSP_LIT("::")) && rsp_text_begins_line(out));
}

/* What could be a command at the front of *text is taken off, and appended so that it is none. */
static bool defuse(rsp_buf *out, rsp_bytes *text, bool at_begin) {
    const bool of_github = at_begin && rsp_bytes_starts(*text, RSP_LIT("::"));
    if (!of_github && !begins_command(*text))
        return false;
    if (!of_github)
        rsp_buf_push(out, '#');
    append_escaped_byte(out, text->ptr[0]);
    if (of_github)
        rsp_buf_push(out, ':');
    *text = rsp_bytes_from(*text, 2);
    return true;
}

typedef struct showing {
    bool ascii; /* nothing but ASCII */
    bool lines; /* newline and tab stay */
} showing;

static void append_shown(rsp_buf *out, rsp_bytes text, showing how) {
    bool begin = rsp_text_begins_line(out);
    while (text.len > 0 && out->status == RSP_OK) {
        const uint8_t c = text.ptr[0];
        if (defuse(out, &text, begin)) {
            begin = false;
            continue;
        }
        const rsp_bytes good =
            how.ascii && c >= 0x80 ? rsp_bytes_sub(text, 0, 0) : rsp_text_take_harmless(&text, how.lines);
        if (good.len == 0) {
            append_escaped_byte(out, c);
            text = rsp_bytes_from(text, 1);
        }
        rsp_buf_append(out, good);
        begin = good.len > 0 && (c == '\n' || (begin && (c == ' ' || c == '\t')));
    }
}

void rsp_text_shown(rsp_buf *out, rsp_bytes text) {
    append_shown(out, text, (showing){.ascii = false});
}

void rsp_text_escape(rsp_buf *out, rsp_bytes text, bool lines) {
    append_shown(out, text, (showing){.ascii = true, .lines = lines});
}

/* Text made harmless for XML and Markdown, and numbers as people read them.
 * What is harmless at all says core/text.h.
 * See text.h. */
/* SPDX-License-Identifier: MIT */
#include "document/text.h"

#include <inttypes.h>
#include <rsp/clock.h>

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

/* A colon that begins a line may begin a command of the build service that reads it: as an entity it is the
 * same. */
void rsp_text_xml(rsp_buf *out, rsp_bytes text) {
    bool begin = rsp_text_begins_line(out);
    while (text.ptr && text.len > 0) {
        const uint8_t c = text.ptr[0];
        rsp_bytes good = rsp_text_take_harmless(&text, true);
        if (good.len == 0) {
            rsp_text_clean(out, rsp_bytes_sub(text, 0, 1), false);
            text = rsp_bytes_from(text, 1);
        } else if ((begin && c == ':') || (c == '#' && text.len > 0 && text.ptr[0] == '#')) {
            rsp_buf_printf(out, "&#%u;", (unsigned)c);
        } else if (good.len == 1 && entity_of(c)) {
            rsp_buf_str(out, entity_of(c));
        } else {
            rsp_buf_append(out, good);
        }
        begin = good.len > 0 && (c == '\n' || (begin && (c == ' ' || c == '\t')));
    }
}

void rsp_text_markdown(rsp_buf *out, rsp_bytes text) {
    rsp_buf clean = {.mem = out->mem};
    rsp_text_clean(&clean, text, false);
    for (size_t i = 0; i < clean.len; i++) {
        char c = (char)clean.ptr[i];
        const bool commands = c == ':' && rsp_text_begins_line(out);
        if (c == '<')
            rsp_buf_str(out, "&lt;");
        else if (c == '&')
            rsp_buf_str(out, "&amp;");
        else {
            if (commands || strchr("\\`*_[]|!#~>", c))
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

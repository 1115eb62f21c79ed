/* Well-formed sequences are those of the Unicode standard, table 3-7: no surrogates, nothing over-long.
 * A byte that begins none stands for itself.
 * See text.h. */
/* SPDX-License-Identifier: MIT */
#include "serve/text.h"

#define REPLACEMENT "\xef\xbf\xbd"

/* How many bytes a character has that begins with `lead`; 0: none does. */
static size_t wanted(uint8_t lead) {
    if (lead < 0x80)
        return 1;
    if (lead < 0xc2 || lead > 0xf4)
        return 0;
    return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/* Whether the byte may stand at `i` behind `lead`. */
static bool follows(uint8_t lead, size_t i, uint8_t byte) {
    uint8_t low = 0x80;
    uint8_t high = 0xbf;
    if (i == 1 && lead == 0xe0)
        low = 0xa0;
    if (i == 1 && lead == 0xf0)
        low = 0x90;
    if (i == 1 && lead == 0xed)
        high = 0x9f;
    if (i == 1 && lead == 0xf4)
        high = 0x8f;
    return byte >= low && byte <= high;
}

/* Bytes at the front that are a character, or the beginning of one. */
static size_t matching(rsp_bytes bytes) {
    size_t want = bytes.len ? wanted(bytes.ptr[0]) : 0;
    size_t i = want ? 1 : 0;
    while (i < want && i < bytes.len && follows(bytes.ptr[0], i, bytes.ptr[i]))
        i++;
    return i;
}

json_t *adapter_text(rsp_bytes bytes) {
    json_t *text = json_stringn(bytes.len ? (const char *)bytes.ptr : "", bytes.len);
    rsp_buf clean = {0};
    for (size_t i = 0; !text && i < bytes.len;) {
        const rsp_bytes rest = rsp_bytes_from(bytes, i);
        const size_t len = matching(rest);
        const bool whole = len > 0 && len == wanted(rest.ptr[0]);
        if (whole)
            rsp_buf_append(&clean, rsp_bytes_sub(rest, 0, len));
        else
            rsp_buf_str(&clean, REPLACEMENT);
        i += whole ? len : 1;
    }
    if (!text)
        text = json_stringn(clean.len ? (const char *)clean.ptr : "", clean.len);
    rsp_buf_free(&clean);
    return text;
}

size_t adapter_text_rest(rsp_bytes bytes) {
    for (size_t back = 1; back <= 3 && back <= bytes.len; back++) {
        const rsp_bytes end = rsp_bytes_from(bytes, bytes.len - back);
        if (wanted(end.ptr[0]) > back && matching(end) == back)
            return back;
    }
    return 0;
}

/* What a finding is called: kinds, the parts of a signature, file names.
 * A sanitizer's report is read as text that anybody may have written: bounded, and only for names.
 * See finding.h; the longer texts are in finding_text.c. */
/* SPDX-License-Identifier: MIT */
#include "netfuzz/finding.h"
#include "core/hex.h"
#include "core/word.h"

#include <ctype.h>

#define UBSAN_MARK RSP_LIT(": runtime error: ")

static const rsp_word kinds[] = {RSP_FINDING_LIST(RSP_WORD_ROW)};

const char *rsp_finding_kind_name(rsp_finding_kind kind) {
    return RSP_WORD_AT(kinds, kind).name;
}

const char *rsp_finding_kind_title(rsp_finding_kind kind) {
    return RSP_WORD_AT(kinds, kind).text;
}

rsp_finding_kind rsp_finding_kind_find(rsp_bytes name) {
    unsigned i = 0;
    while (i < RSP_FINDING_KINDS && !rsp_bytes_equal(name, rsp_bytes_str(kinds[i].name)))
        i++;
    return (rsp_finding_kind)i;
}

rsp_status rsp_finding_kinds_parse(uint32_t *out_set, const char *text, rsp_error *error) {
    rsp_bytes rest = rsp_bytes_str(text);
    *out_set = 0;
    while (rest.len > 0) {
        rsp_bytes word = rsp_bytes_split(&rest, ',');
        rsp_finding_kind kind = rsp_finding_kind_find(word);
        if (kind == RSP_FINDING_KINDS)
            return rsp_fail(
                error, RSP_USAGE,
                "'%.*s': expected crash, hang, no-stop, no-reply, deaf, closed, contradiction, rule, memory "
                "or difference",
                (int)word.len, (const char *)word.ptr);
        *out_set |= UINT32_C(1) << kind;
    }
    return RSP_OK;
}

void rsp_finding_slug(rsp_buf *out, const rsp_finding *finding) {
    enum { MOST = 60 };
    size_t start = out->len;
    for (const char *p = finding->signature; *p && out->len - start < MOST; p++) {
        int c = tolower((unsigned char)*p);
        bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (plain)
            rsp_buf_push(out, (uint8_t)c);
        else if (out->len > start && out->ptr[out->len - 1] != '-')
            rsp_buf_push(out, '-');
    }
    while (out->len > start && out->ptr[out->len - 1] == '-')
        rsp_buf_truncate(out, out->len - 1);
}

/* Up to the first number: UBSan's are indices, operands and addresses, and each would be another finding. */
static rsp_bytes before_numbers(rsp_bytes text) {
    size_t len = 0;
    if (text.len > 0 && (rsp_is_digit(text.ptr[0]) || text.ptr[0] == '-'))
        text = rsp_bytes_from(text, rsp_bytes_index(text, ' '));
    while (text.len > 0 && text.ptr[0] == ' ')
        text = rsp_bytes_from(text, 1);
    while (len < text.len && !rsp_is_digit(text.ptr[len]))
        len++;
    while (len > 0 && strchr(" :-", text.ptr[len - 1]))
        len--;
    return rsp_bytes_sub(text, 0, len);
}

rsp_bytes rsp_finding_sanitizer(rsp_bytes line) {
    size_t colon = rsp_bytes_search(line, RSP_LIT(": "));
    size_t ubsan = rsp_bytes_search(line, UBSAN_MARK);
    if (ubsan < line.len)
        return before_numbers(rsp_bytes_sub(line, ubsan + UBSAN_MARK.len, 32));
    rsp_bytes what = rsp_bytes_from(line, colon < line.len ? colon + 2 : 0);
    return rsp_bytes_sub(what, 0, rsp_bytes_index(what, ' '));
}

/* Lines are "../src/stub.c:12:3: runtime error: index 7 out of bounds ...". */
rsp_bytes rsp_finding_place(rsp_bytes line) {
    rsp_bytes place = rsp_bytes_sub(line, 0, rsp_bytes_search(line, UBSAN_MARK));
    if (place.len == line.len)
        return rsp_bytes_make(NULL, 0);
    for (size_t slash; (slash = rsp_bytes_index(place, '/')) < place.len;)
        place = rsp_bytes_from(place, slash + 1);
    size_t file = rsp_bytes_index(place, ':');
    size_t line_len = rsp_bytes_index(rsp_bytes_from(place, file + 1), ':');
    return rsp_bytes_sub(rsp_bytes_sub(place, 0, file + 1 + line_len), 0, 60);
}

/* Functions that say where memory was touched, not by whom. */
static bool is_runtime(rsp_bytes function) {
    static const char *const starts[] = {"__interceptor", "__asan", "__ubsan", "__sanitizer", "__msan",
                                         "__GI_",         "mem",    "str",     "raise",       "abort",
                                         "__assert",      "printf", "vs",      "sn",          "malloc",
                                         "free",          "calloc", "realloc", "0x"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(starts); i++)
        if (rsp_bytes_starts(function, rsp_bytes_str(starts[i])))
            return true;
    return function.len == 0;
}

/* Lines are "    #1 0x55... in parse_packet /src/stub.c:12:3". */
rsp_bytes rsp_finding_frame(rsp_bytes words) {
    while (words.len > 0) {
        rsp_bytes line = rsp_bytes_split(&words, '\n');
        size_t in = rsp_bytes_search(line, RSP_LIT(" in "));
        bool frame = rsp_bytes_search(line, RSP_LIT("    #")) == 0 && in < line.len;
        if (!frame)
            continue;
        rsp_bytes function = rsp_bytes_from(line, in + 4);
        function = rsp_bytes_sub(function, 0, rsp_bytes_index(function, ' '));
        if (!is_runtime(function))
            return rsp_bytes_sub(function, 0, 60);
    }
    return rsp_bytes_make(NULL, 0);
}

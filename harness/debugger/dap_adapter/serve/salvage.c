/* One pass: strings are skipped, brackets counted, and members of the outermost object looked at.
 * Takes any bytes and time in proportion to them.
 * See salvage.h. */
/* SPDX-License-Identifier: MIT */
#include "serve/salvage.h"

#include "core/hex.h"

/* Behind the string that begins at `i`. */
static size_t string_end(rsp_bytes text, size_t i) {
    for (i++; i < text.len && text.ptr[i] != '"'; i++)
        if (text.ptr[i] == '\\')
            i++;
    return i < text.len ? i + 1 : text.len;
}

static size_t skip_blanks(rsp_bytes text, size_t i) {
    while (i < text.len && strchr(" \t\r\n", text.ptr[i]))
        i++;
    return i;
}

/* The value of a member of the outermost object, whose name ends before `i`; empty: it is no member. */
static rsp_bytes value_at(rsp_bytes text, size_t i) {
    i = skip_blanks(text, i);
    if (i == text.len || text.ptr[i] != ':')
        return (rsp_bytes){0};
    i = skip_blanks(text, i + 1);
    size_t end = i;
    if (i < text.len && text.ptr[i] == '"')
        end = string_end(text, i);
    else
        while (end < text.len && text.ptr[end] >= '0' && text.ptr[end] <= '9')
            end++;
    return rsp_bytes_sub(text, i, end - i);
}

static void take_member(json_t *out, rsp_bytes name, rsp_bytes value) {
    uint64_t number = 0;
    if (rsp_bytes_equal(name, RSP_LIT("\"seq\"")) && rsp_decimal_u64(&number, value) == RSP_OK &&
        number < INT64_MAX)
        (void)json_object_set_new(out, "seq", json_integer((json_int_t)number));
    for (int which = 0; which < 2; which++) {
        const char *const key = which ? "command" : "type";
        if (name.len == strlen(key) + 2 && memcmp(name.ptr + 1, key, name.len - 2) == 0 && value.len >= 2 &&
            value.ptr[0] == '"')
            (void)json_object_set_new(out, key, json_stringn((const char *)value.ptr + 1, value.len - 2));
    }
}

json_t *adapter_salvage(rsp_bytes content) {
    json_t *out = json_object();
    size_t depth = 0;
    for (size_t i = 0; out && i < content.len;) {
        const uint8_t c = content.ptr[i];
        const size_t end = c == '"' ? string_end(content, i) : i + 1;
        depth += c == '{' || c == '[';
        depth -= (c == '}' || c == ']') && depth > 0;
        if (c == '"' && depth == 1)
            take_member(out, rsp_bytes_sub(content, i, end - i), value_at(content, end));
        i = end;
    }
    const char *type = json_string_value(json_object_get(out, "type"));
    if (json_object_get(out, "seq") && (!type || strcmp(type, "request") == 0))
        return out;
    json_decref(out);
    return NULL;
}

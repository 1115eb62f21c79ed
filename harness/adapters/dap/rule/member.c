/* A walk over the tokens of the text: strings are skipped whole, brackets are counted.
 * Keys are compared as they stand, for those of the schema need no escapes.
 * See member.h. */
/* SPDX-License-Identifier: MIT */
#include "rule/member.h"

static size_t skip_blanks(rsp_bytes text, size_t at) {
    while (at < text.len && strchr(" \t\r\n", text.ptr[at]) && text.ptr[at])
        at++;
    return at;
}

static size_t skip_string(rsp_bytes text, size_t at) {
    for (at++; at < text.len && text.ptr[at] != '"'; at++)
        at += text.ptr[at] == '\\' ? 1 : 0;
    return at < text.len ? at + 1 : text.len;
}

/* Behind the value that begins at `at`. */
static size_t skip_value(rsp_bytes text, size_t at) {
    size_t depth = 0;
    while (at < text.len) {
        const uint8_t c = text.ptr[at];
        if (depth == 0 && (c == ',' || c == ']' || c == '}'))
            return at;
        at = c == '"' ? skip_string(text, at) : at + 1;
        depth += c == '{' || c == '[' ? 1 : 0;
        depth -= c == '}' || c == ']' ? 1 : 0;
        if (depth == 0 && (c == '"' || c == '}' || c == ']'))
            return at;
    }
    return at;
}

/* One step of a path: `key`, or the item `index` where key is empty. */
typedef struct step {
    rsp_bytes key;
    size_t index;
} step;

/* Takes the first step off a path; false at its end. */
static bool take_step(const char **path, step *out) {
    const char *text = *path;
    *out = (step){.index = 0};
    if (*text == '[') {
        for (text++; *text >= '0' && *text <= '9'; text++)
            out->index = out->index * 10 + (size_t)(*text - '0');
        *path = text + (*text == ']');
        return true;
    }
    text += *text == '.';
    out->key = rsp_bytes_make(text, strcspn(text, ".["));
    *path = text + out->key.len;
    return out->key.len > 0;
}

/* What a step leads to: with its key, and where its value begins. */
typedef struct place {
    rsp_bytes whole;
    size_t value;
    bool found;
} place;

static place find_step(rsp_bytes text, const step *wanted) {
    const bool object = wanted->key.len > 0;
    place found = {.found = false};
    size_t at = skip_blanks(text, 0);
    if (at >= text.len || text.ptr[at] != (object ? '{' : '['))
        return found;
    at = skip_blanks(text, at + 1);
    for (size_t i = 0; at < text.len && text.ptr[at] != ']' && text.ptr[at] != '}'; i++) {
        const size_t begin = at;
        const size_t key_end = object ? skip_string(text, at) : at;
        const size_t value = skip_blanks(text, object ? skip_blanks(text, key_end) + 1 : at);
        const size_t end = skip_value(text, value);
        const rsp_bytes key = rsp_bytes_sub(text, begin + 1, object ? key_end - begin - 2 : 0);
        if (object ? rsp_bytes_equal(key, wanted->key) : i == wanted->index)
            found = (place){rsp_bytes_sub(text, begin, end - begin), value - begin, true};
        at = skip_blanks(text, end);
        if (at < text.len && text.ptr[at] == ',')
            at = skip_blanks(text, at + 1);
        else if (at == begin)
            break; /* no JSON after all */
    }
    return found;
}

rsp_bytes member_find(rsp_bytes text, const char *path) {
    place at = {.whole = text};
    step wanted;
    while (take_step(&path, &wanted)) {
        const place next = find_step(rsp_bytes_from(at.whole, at.value), &wanted);
        if (!next.found)
            break;
        at = next;
    }
    return at.whole;
}

rsp_bytes member_near(rsp_bytes text, const char *path, size_t most) {
    const rsp_bytes found = member_find(text, path);
    const size_t at = text.len > 0 ? (size_t)(found.ptr - text.ptr) : 0;
    const size_t before = found.len < most ? (most - found.len) / 2 : 0;
    const size_t last = text.len > most ? text.len - most : 0;
    size_t from = at > before ? at - before : 0;
    from = from > last ? last : from;
    return rsp_bytes_sub(text, from, most);
}

/* Bytes are written with the escapes of lists of messages, so
 * that each value can stand in JSON. Harm is looked for anywhere
 * in the bytes, for they need not be a frame. See lie.h. */
/* SPDX-License-Identifier: MIT */
#include "debugger_fuzz/lie.h"

#include "core/word.h"
#include "grammar/messages.h"
#include <jansson.h>
#include <stdlib.h>

static const rsp_word lie_words[] = {RSP_LIE_LIST(RSP_WORD_ROW)};

const char *rsp_lie_kind_name(unsigned kind) {
    return RSP_WORD_AT(lie_words, kind).name;
}

const char *rsp_lie_kind_text(unsigned kind) {
    return RSP_WORD_AT(lie_words, kind).text;
}

void rsp_lies_free(rsp_lies *lies) {
    if (!lies)
        return;
    rsp_arena_free(&lies->arena);
    *lies = (rsp_lies){0};
}

bool rsp_lies_add(rsp_lies *lies, const rsp_lie *lie) {
    if (lies->num == RSP_LIES_MOST || lie->bytes.len > RSP_LIE_MOST_BYTES)
        return false;
    rsp_lie *copy = &lies->items[lies->num];
    *copy = *lie;
    copy->packet = rsp_arena_str(&lies->arena, lie->packet);
    copy->bytes = rsp_arena_bytes(&lies->arena, lie->bytes);
    lies->num += lies->arena.status == RSP_OK;
    return lies->arena.status == RSP_OK;
}

bool rsp_lies_add_line(rsp_lies *lies, const char *line) {
    if (lies->num_lines == RSP_LIES_MOST_LINES)
        return false;
    lies->lines[lies->num_lines] = rsp_arena_str(&lies->arena, line);
    lies->num_lines += lies->arena.status == RSP_OK;
    return lies->arena.status == RSP_OK;
}

static bool is_within(size_t i, size_t at, size_t num) {
    return i >= at && i - at < num;
}

bool rsp_lies_without(rsp_lies *out, const rsp_lies *lies, size_t at, size_t num, size_t line,
                      size_t num_lines) {
    bool fits = true;
    *out = (rsp_lies){0};
    for (size_t i = 0; i < lies->num && fits; i++)
        fits = is_within(i, at, num) || rsp_lies_add(out, &lies->items[i]);
    for (size_t i = 0; i < lies->num_lines && fits; i++)
        fits = is_within(i, line, num_lines) || rsp_lies_add_line(out, lies->lines[i]);
    return fits;
}

const rsp_lie *rsp_lies_find(const rsp_lies *lies, const char *packet, uint64_t nth, unsigned kinds) {
    for (size_t i = 0; i < lies->num; i++) {
        const rsp_lie *lie = &lies->items[i];
        if ((kinds >> lie->kind & 1u) && (!*lie->packet || strcmp(lie->packet, packet) == 0) &&
            (lie->every ? nth >= lie->nth : nth == lie->nth))
            return lie;
    }
    return NULL;
}

/* --- harm --- */

/* "Fopen,pointer/length,flags,mode": reading alone does no harm, and that is the number 0. */
static bool opens_to_write(rsp_bytes call) {
    (void)rsp_bytes_split(&call, ',');
    (void)rsp_bytes_split(&call, ',');
    return !rsp_bytes_equal(rsp_bytes_split(&call, ','), RSP_LIT("0"));
}

bool rsp_lie_is_harmful(rsp_bytes bytes) {
    static const char *const calls[] = {"Frename", "Funlink", "Fsystem"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(calls); i++)
        if (rsp_bytes_search(bytes, rsp_bytes_str(calls[i])) < bytes.len)
            return true;
    for (rsp_bytes rest = bytes; rest.len > 0;) {
        const size_t at = rsp_bytes_search(rest, RSP_LIT("Fopen"));
        if (at < rest.len && opens_to_write(rsp_bytes_from(rest, at)))
            return true;
        rest = rsp_bytes_from(rest, at < rest.len ? at + 1 : at);
    }
    return false;
}

/* --- JSON --- */

enum { VERSION = 1, MOST_FILE_BYTES = 16 * 1024 * 1024 };

/* One message of raw bytes, without its mark and its line end. */
static json_t *bytes_json(rsp_bytes bytes) {
    rsp_messages list;
    rsp_buf text = {0};
    rsp_messages_init(&list, NULL);
    (void)rsp_messages_append(&list, RSP_MESSAGE_RAW, bytes);
    rsp_messages_write(&text, &list);
    const rsp_bytes all = rsp_buf_bytes(&text);
    json_t *made = json_stringn(all.len > 2 ? (const char *)all.ptr + 1 : "", all.len > 2 ? all.len - 2 : 0);
    rsp_messages_free(&list);
    rsp_buf_free(&text);
    return made;
}

static bool bytes_read(rsp_buf *out, const json_t *value) {
    rsp_messages list;
    rsp_buf text = {0};
    if (!json_is_string(value))
        return false;
    rsp_messages_init(&list, NULL);
    rsp_buf_push(&text, '=');
    rsp_buf_append(&text, rsp_bytes_make(json_string_value(value), json_string_length(value)));
    const bool whole = rsp_messages_read(&list, rsp_buf_bytes(&text)) && list.num <= 1;
    rsp_buf_append(out, rsp_messages_bytes(&list, 0));
    rsp_messages_free(&list);
    rsp_buf_free(&text);
    return whole && out->status == RSP_OK;
}

static json_t *lie_json(const rsp_lie *lie) {
    json_t *made = json_pack("{s:s, s:I, s:b, s:s}", "packet", lie->packet, "nth", (json_int_t)lie->nth,
                             "every", lie->every, "kind", rsp_lie_kind_name(lie->kind));
    if (made)
        (void)json_object_set_new(made, "bytes", bytes_json(lie->bytes));
    return made;
}

rsp_status rsp_lies_write(rsp_buf *out, const rsp_lies *lies) {
    json_t *list = json_array();
    json_t *lines = json_array();
    for (size_t i = 0; i < lies->num; i++)
        (void)json_array_append_new(list, lie_json(&lies->items[i]));
    for (size_t i = 0; i < lies->num_lines; i++)
        (void)json_array_append_new(lines, json_string(lies->lines[i]));
    json_t *whole = json_pack("{s:i, s:o, s:o}", "lies-version", VERSION, "lines", lines, "lies", list);
    char *text = whole ? json_dumps(whole, JSON_INDENT(1) | JSON_ENSURE_ASCII) : NULL;
    if (text)
        rsp_buf_printf(out, "%s\n", text);
    else
        out->status = RSP_NO_MEMORY;
    free(text);
    json_decref(whole);
    return out->status;
}

static unsigned kind_of(const json_t *lie) {
    const char *name = json_string_value(json_object_get(lie, "kind"));
    unsigned kind = 0;
    while (name && kind < RSP_LIE_KINDS && strcmp(name, rsp_lie_kind_name(kind)) != 0)
        kind++;
    return name ? kind : RSP_LIE_KINDS;
}

static rsp_status read_lie(rsp_lies *out, const json_t *item, size_t number, rsp_error *error) {
    rsp_buf bytes = {0};
    const char *packet = json_string_value(json_object_get(item, "packet"));
    const unsigned kind = kind_of(item);
    const json_int_t nth = json_integer_value(json_object_get(item, "nth"));
    rsp_status status = RSP_OK;
    if (!packet || kind == RSP_LIE_KINDS || nth < 0 || !bytes_read(&bytes, json_object_get(item, "bytes")))
        status =
            rsp_fail(error, RSP_BAD_FILE, "lie %zu: expected packet, nth, every, kind and bytes", number);
    else if (!rsp_lies_add(out, &(rsp_lie){.kind = (rsp_lie_kind)kind,
                                           .packet = packet,
                                           .nth = (uint64_t)nth,
                                           .every = json_is_true(json_object_get(item, "every")),
                                           .bytes = rsp_buf_bytes(&bytes)}))
        status = rsp_fail(error, RSP_BAD_FILE, "lie %zu: at most %d lies of %d bytes", number, RSP_LIES_MOST,
                          RSP_LIE_MOST_BYTES);
    rsp_buf_free(&bytes);
    return status;
}

static rsp_status read_all(rsp_lies *out, const json_t *whole, rsp_error *error) {
    const json_t *lines = json_object_get(whole, "lines");
    const json_t *list = json_object_get(whole, "lies");
    rsp_status status = RSP_OK;
    if (json_integer_value(json_object_get(whole, "lies-version")) != VERSION || !json_is_array(lines) ||
        !json_is_array(list))
        return rsp_fail(error, RSP_BAD_FILE, "this is no list of lies of version %d", VERSION);
    for (size_t i = 0; i < json_array_size(lines) && status == RSP_OK; i++) {
        const char *line = json_string_value(json_array_get(lines, i));
        if (!line || strchr(line, '\n') || !rsp_lies_add_line(out, line))
            status = rsp_fail(error, RSP_BAD_FILE, "line %zu: expected one of at most %d lines", i + 1,
                              RSP_LIES_MOST_LINES);
    }
    for (size_t i = 0; i < json_array_size(list) && status == RSP_OK; i++)
        status = read_lie(out, json_array_get(list, i), i + 1, error);
    return status;
}

rsp_status rsp_lies_read(rsp_lies *out, rsp_bytes json, rsp_error *error) {
    json_error_t why;
    *out = (rsp_lies){0};
    if (json.len > MOST_FILE_BYTES)
        return rsp_fail(error, RSP_BAD_FILE, "longer than a list of lies can be");
    json_t *whole = json_loadb((const char *)json.ptr, json.len, JSON_REJECT_DUPLICATES, &why);
    rsp_status status = whole ? read_all(out, whole, error)
                              : rsp_fail_at(error, RSP_BAD_FILE, NULL, (uint32_t)why.line,
                                            (uint32_t)why.column, "%s", why.text);
    json_decref(whole);
    if (status != RSP_OK)
        rsp_lies_free(out);
    return status;
}

/* A walk over the fields of a record for each direction. Values are taken by memcpy, so that a field's member
 * need not be aligned as another one is.
 * See record.h. */
/* SPDX-License-Identifier: MIT */
#include "document/record.h"
#include "core/text.h"

#include "codec/json.h"
#include "core/arena.h"
#include "core/hex.h"
#include "core/limits.h"
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

/* --- values --------------------------------------------------------------------------------------------- */

static const void *at(const rsp_field *f, const void *from) {
    return (const char *)from + f->offset;
}

static uint64_t number_of(const rsp_field *f, const void *from) {
    uint64_t value = 0;
    size_t size = 0;
    uint32_t narrow = 0;
    bool flag = false;
    if (f->number)
        return f->number(from, f->arg);
    if (f->kind == RSP_FIELD_NUMBER32)
        memcpy(&narrow, at(f, from), sizeof narrow);
    else if (f->kind == RSP_FIELD_SIZE)
        memcpy(&size, at(f, from), sizeof size);
    else if (f->kind == RSP_FIELD_FLAG)
        memcpy(&flag, at(f, from), sizeof flag);
    else
        memcpy(&value, at(f, from), sizeof value);
    return value + size + narrow + flag;
}

static unsigned enum_of(const rsp_field *f, const void *from) {
    unsigned value = 0;
    memcpy(&value, at(f, from), sizeof value);
    return value;
}

static const char *text_of(const rsp_field *f, const void *from) {
    const char *text = NULL;
    if (f->text)
        text = f->text(from);
    else if (f->kind == RSP_FIELD_WORD)
        text = f->word(enum_of(f, from));
    else if (f->kind == RSP_FIELD_CHARS)
        text = at(f, from);
    else
        memcpy(&text, at(f, from), sizeof text);
    return text ? text : "";
}

static size_t count_of(const rsp_field *f, const void *from) {
    size_t num = f->limit;
    if (f->count)
        memcpy(&num, (const char *)from + f->count, sizeof num);
    return num;
}

static void *pointer_at(const rsp_field *f, const void *from) {
    void *pointer = NULL;
    memcpy(&pointer, at(f, from), sizeof pointer);
    return pointer;
}

/* Where the items of a list begin: in the struct, or where its pointer says. */
static const void *items_of(const rsp_field *f, const void *from) {
    return f->limit > 0 ? at(f, from) : pointer_at(f, from);
}

static bool is_text(const rsp_field *f) {
    return f->kind == RSP_FIELD_TEXT || f->kind == RSP_FIELD_CHARS || f->kind == RSP_FIELD_WORD;
}

static bool is_number(const rsp_field *f) {
    return f->kind <= RSP_FIELD_SIZE;
}

static bool is_empty(const rsp_field *f, const void *from) {
    if (is_text(f) || f->kind == RSP_FIELD_IDS)
        return *text_of(f, from) == '\0';
    if (f->kind == RSP_FIELD_LIST)
        return count_of(f, from) == 0;
    if (f->kind == RSP_FIELD_AT)
        return !pointer_at(f, from);
    return (is_number(f) || f->kind == RSP_FIELD_FLAG) && number_of(f, from) == 0;
}

/* --- writing -------------------------------------------------------------------------------------------- */

static json_t *number_json(uint64_t number) {
    return json_integer((json_int_t)(number < INT64_MAX ? number : INT64_MAX));
}

static json_t *numbers_json(rsp_json_build *b, const void *from, size_t num) {
    json_t *list = json_array();
    for (size_t i = 0; i < num; i++) {
        uint64_t value = 0;
        memcpy(&value, (const char *)from + i * sizeof value, sizeof value);
        rsp_json_add(b, list, number_json(value));
    }
    return list;
}

static json_t *ids_json(rsp_json_build *b, const char *ids) {
    json_t *list = json_array();
    rsp_bytes rest = rsp_bytes_str(ids);
    while (rest.len > 0) {
        rsp_bytes id = rsp_bytes_split(&rest, ' ');
        if (id.len > 0)
            rsp_json_add(b, list, rsp_json_string(b, id));
    }
    return list;
}

static json_t *texts_json(rsp_json_build *b, const void *from, size_t num) {
    json_t *list = json_array();
    for (size_t i = 0; i < num; i++)
        rsp_json_add(b, list, rsp_json_string(b, rsp_bytes_str(((const char *const *)from)[i])));
    return list;
}

static json_t *hex_json(rsp_json_build *b, const rsp_field *f, const void *from) {
    rsp_buf hex = {0};
    rsp_hex_append(&hex, rsp_bytes_sub(rsp_bytes_make(at(f, from), f->limit), 0, count_of(f, from)));
    json_t *text = rsp_json_string(b, rsp_buf_bytes(&hex));
    b->failed = b->failed || hex.status != RSP_OK;
    rsp_buf_free(&hex);
    return text;
}

static json_t *value_json(rsp_json_build *b, const rsp_field *f, const void *from) {
    switch (f->kind) {
    case RSP_FIELD_NUMBER:
    case RSP_FIELD_TIME:
    case RSP_FIELD_NUMBER32:
    case RSP_FIELD_SIZE:
        return number_json(number_of(f, from));
    case RSP_FIELD_FLAG:
        return json_boolean(number_of(f, from) != 0);
    case RSP_FIELD_TEXT:
    case RSP_FIELD_CHARS:
    case RSP_FIELD_WORD:
        return rsp_json_string(b, rsp_bytes_str(text_of(f, from)));
    case RSP_FIELD_CHOICE:
        return json_integer(enum_of(f, from));
    case RSP_FIELD_IDS:
        return ids_json(b, text_of(f, from));
    case RSP_FIELD_NUMBERS:
        return numbers_json(b, at(f, from), f->limit);
    case RSP_FIELD_HEX:
        return hex_json(b, f, from);
    case RSP_FIELD_RECORD:
        return rsp_record_json(b, f->of, at(f, from));
    case RSP_FIELD_AT:
        return rsp_record_json(b, f->of, pointer_at(f, from));
    case RSP_FIELD_LIST:
        return f->of ? rsp_record_list(b, f->of, items_of(f, from), count_of(f, from))
                     : texts_json(b, items_of(f, from), count_of(f, from));
    case RSP_FIELD_OWN:
        return f->write(b, from);
    }
    return NULL;
}

void rsp_record_put(rsp_json_build *b, json_t *object, const rsp_record *record, const void *from) {
    for (size_t i = 0; i < record->num; i++) {
        const rsp_field *f = &record->fields[i];
        if ((f->when && !f->when(from)) || (f->optional && is_empty(f, from)))
            continue;
        if (!f->key) {
            rsp_record_put(b, object, f->of, at(f, from));
            continue;
        }
        json_t *value = f->known && !f->known(from) ? json_null() : value_json(b, f, from);
        if (value || f->kind != RSP_FIELD_OWN || !f->optional)
            rsp_json_set(b, object, f->key, value);
    }
}

json_t *rsp_record_json(rsp_json_build *b, const rsp_record *record, const void *from) {
    json_t *object = json_object();
    rsp_record_put(b, object, record, from);
    return object;
}

json_t *rsp_record_list(rsp_json_build *b, const rsp_record *record, const void *from, size_t num) {
    json_t *list = json_array();
    for (size_t i = 0; i < num; i++)
        rsp_json_add(b, list, rsp_record_json(b, record, (const char *)from + i * record->size));
    return list;
}

/* --- reading -------------------------------------------------------------------------------------------- */

void rsp_record_wrong(rsp_record_reader *r, const char *key, rsp_status status) {
    if (r->wrong)
        return;
    r->wrong = key;
    r->status = status;
}

uint64_t rsp_record_whole(rsp_record_reader *r, const json_t *value, const char *key) {
    if (json_is_integer(value) && json_integer_value(value) >= 0)
        return (uint64_t)json_integer_value(value);
    rsp_record_wrong(r, key, RSP_BAD_FILE);
    return 0;
}

const char *rsp_record_text(rsp_record_reader *r, const json_t *value, const char *key) {
    const char *text = json_string_value(value);
    if (!text)
        rsp_record_wrong(r, key, RSP_BAD_FILE);
    const char *copy = rsp_arena_str(r->texts, text ? text : "");
    if (r->texts->status != RSP_OK)
        rsp_record_wrong(r, key, r->texts->status);
    return copy ? copy : "";
}

static void read_number(rsp_record_reader *r, const rsp_field *f, const json_t *value, void *to) {
    const uint64_t number = value ? rsp_record_whole(r, value, f->key) : 0;
    const uint32_t narrow = (uint32_t)number;
    const size_t size = (size_t)number;
    if (f->kind == RSP_FIELD_NUMBER32 && narrow != number)
        rsp_record_wrong(r, f->key, RSP_BAD_FILE);
    if (f->kind == RSP_FIELD_NUMBER32)
        memcpy(to, &narrow, sizeof narrow);
    else if (f->kind == RSP_FIELD_SIZE)
        memcpy(to, &size, sizeof size);
    else
        memcpy(to, &number, sizeof number);
}

static void read_text(rsp_record_reader *r, const rsp_field *f, const json_t *value, void *to) {
    const char *text = value ? rsp_record_text(r, value, f->key) : "";
    if (f->kind == RSP_FIELD_CHARS)
        (void)snprintf(to, f->limit, "%s", text);
    else
        memcpy(to, &text, sizeof text);
}

static void read_enum(rsp_record_reader *r, const rsp_field *f, const json_t *value, void *to) {
    const char *word = json_string_value(value);
    uint64_t found = !value && f->optional ? 0 : f->limit;
    if (value && f->kind == RSP_FIELD_CHOICE)
        found = rsp_record_whole(r, value, f->key);
    for (unsigned i = 0; f->kind == RSP_FIELD_WORD && word && i < f->limit && found == f->limit; i++)
        found = strcmp(f->word(i), word) == 0 ? i : f->limit;
    if (found >= f->limit)
        rsp_record_wrong(r, f->key, RSP_BAD_FILE);
    const unsigned kept = found < f->limit ? (unsigned)found : 0;
    memcpy(to, &kept, sizeof kept);
}

static void read_numbers(rsp_record_reader *r, const rsp_field *f, const json_t *list, void *to) {
    if (json_array_size(list) != f->limit)
        rsp_record_wrong(r, f->key, RSP_BAD_FILE);
    for (size_t i = 0; i < f->limit; i++) {
        const uint64_t value =
            i < json_array_size(list) ? rsp_record_whole(r, json_array_get(list, i), f->key) : 0;
        memcpy((char *)to + i * sizeof value, &value, sizeof value);
    }
}

/* As many bytes as the length says that was read before, or all that there is room for. */
static void read_hex(rsp_record_reader *r, const rsp_field *f, const json_t *value, void *into) {
    const rsp_bytes digits = rsp_bytes_str(json_string_value(value));
    const size_t all = count_of(f, into);
    const size_t kept = all < f->limit ? all : f->limit;
    if (digits.len != 2 * kept || rsp_hex_decode_into((uint8_t *)into + f->offset, digits) != RSP_OK)
        rsp_record_wrong(r, f->key, RSP_BAD_FILE);
}

/* One text, the ids separated by blanks. */
static void read_ids(rsp_record_reader *r, const rsp_field *f, const json_t *list, void *to) {
    rsp_buf ids = {0};
    if (!json_is_array(list))
        rsp_record_wrong(r, f->key, RSP_BAD_FILE);
    for (size_t i = 0; i < json_array_size(list); i++) {
        rsp_buf_str(&ids, i ? " " : "");
        rsp_buf_str(&ids, rsp_record_text(r, json_array_get(list, i), f->key));
    }
    const char *text = rsp_arena_str(r->texts, rsp_buf_cstr(&ids));
    if (ids.status != RSP_OK || !text)
        rsp_record_wrong(r, f->key, RSP_NO_MEMORY);
    rsp_buf_free(&ids);
    text = text ? text : "";
    memcpy(to, &text, sizeof text);
}

static void read_item(rsp_record_reader *r, const rsp_field *f, const json_t *item, char *to) {
    if (f->of)
        rsp_record_read(r, f->of, item, to);
    else
        read_text(r, f, item, to);
}

/* Items stand in the struct, or in the arena. */
static void read_list(rsp_record_reader *r, const rsp_field *f, const json_t *list, void *into) {
    size_t num = json_array_size(list);
    void *items = (char *)into + f->offset;
    const size_t size = f->of ? f->of->size : sizeof(const char *);
    const size_t most = f->limit ? f->limit : f->arg ? f->arg : SIZE_MAX;
    if ((list && !json_is_array(list)) || (!f->count && num != f->limit) || num > most) {
        rsp_record_wrong(r, f->key, RSP_BAD_FILE);
        num = 0;
    }
    if (f->limit == 0) {
        items = num ? rsp_arena_alloc(r->texts, num * size) : NULL;
        memcpy((char *)into + f->offset, &items, sizeof items);
        if (num && !items)
            rsp_record_wrong(r, f->key, RSP_NO_MEMORY);
        num = items ? num : 0;
    }
    for (size_t i = 0; i < num; i++)
        read_item(r, f, json_array_get(list, i), (char *)items + i * size);
    if (f->count)
        memcpy((char *)into + f->count, &num, sizeof num);
}

static void read_field(rsp_record_reader *r, const rsp_field *f, const json_t *value, void *into) {
    void *to = (char *)into + f->offset;
    const bool flag = json_is_true(value);
    if (!value && !f->optional && f->kind != RSP_FIELD_OWN)
        rsp_record_wrong(r, f->key, RSP_BAD_FILE);
    if (f->kind == RSP_FIELD_OWN) {
        f->read(r, value, into);
    } else if (is_number(f)) {
        read_number(r, f, value, to);
    } else if (f->kind == RSP_FIELD_WORD || f->kind == RSP_FIELD_CHOICE) {
        read_enum(r, f, value, to);
    } else if (is_text(f)) {
        read_text(r, f, value, to);
    } else if (f->kind == RSP_FIELD_IDS) {
        read_ids(r, f, value, to);
    } else if (f->kind == RSP_FIELD_NUMBERS) {
        read_numbers(r, f, value, to);
    } else if (f->kind == RSP_FIELD_HEX) {
        read_hex(r, f, value, into);
    } else if (f->kind == RSP_FIELD_RECORD) {
        rsp_record_read(r, f->of, value, to);
    } else if (f->kind == RSP_FIELD_AT) {
        if (value)
            rsp_record_read(r, f->of, value, pointer_at(f, into));
    } else if (f->kind == RSP_FIELD_LIST) {
        read_list(r, f, value, into);
    } else if (f->kind == RSP_FIELD_FLAG) {
        if (value && !json_is_boolean(value))
            rsp_record_wrong(r, f->key, RSP_BAD_FILE);
        memcpy(to, &flag, sizeof flag);
    }
}

/* What is counted, not kept, is written only. */
static bool is_kept(const rsp_field *f) {
    return f->kind == RSP_FIELD_OWN ? f->read != NULL : !f->number && !f->text;
}

void rsp_record_read(rsp_record_reader *r, const rsp_record *record, const json_t *object, void *into) {
    for (size_t i = 0; i < record->num; i++) {
        const rsp_field *f = &record->fields[i];
        r->object = object;
        if (!is_kept(f) || (f->when && !f->when(into)))
            continue;
        if (f->key)
            read_field(r, f, json_object_get(object, f->key), into);
        else
            rsp_record_read(r, f->of, object, (char *)into + f->offset);
    }
}

rsp_status rsp_record_parse(json_t **out, rsp_bytes text, rsp_error *error) {
    json_error_t why = {0};
    *out = NULL;
    if (rsp_json_check_depth(text, RSP_LIMIT_JSON_DEPTH, NULL) == RSP_OK)
        *out = json_loadb((const char *)text.ptr, text.len, JSON_REJECT_DUPLICATES, &why);
    return *out ? RSP_OK
                : rsp_fail_at(error, RSP_BAD_FILE, NULL, why.line > 0 ? (uint32_t)why.line : 0, 0,
                              "no JSON%s%s", *why.text ? ": " : "", why.text);
}

/* --- CSV ------------------------------------------------------------------------------------------------ */

/* Harmless, quoted where it must be, and no formula: a spreadsheet computes a cell that begins so, quoted or
 * not. */
static void append_cell(rsp_buf *out, const char *text) {
    rsp_buf shown = {.mem = out->mem};
    rsp_text_shown(&shown, rsp_bytes_str(text));
    const char *cell = rsp_buf_cstr(&shown);
    const bool quoted = strpbrk(cell, ",\"") != NULL;
    rsp_buf_str(out, quoted ? "\"" : "");
    rsp_buf_str(out, *cell && strchr("=+-@", *cell) ? "'" : "");
    for (; *cell; cell++) {
        rsp_buf_str(out, *cell == '"' ? "\"" : "");
        rsp_buf_push(out, (uint8_t)*cell);
    }
    rsp_buf_str(out, quoted ? "\"" : "");
    out->status = shown.status != RSP_OK ? shown.status : out->status;
    rsp_buf_free(&shown);
}

void rsp_record_csv_keys(rsp_buf *out, const rsp_record *record) {
    for (size_t i = 0; i < record->num; i++) {
        rsp_buf_str(out, i ? "," : "");
        if (record->fields[i].key)
            rsp_buf_str(out, record->fields[i].key);
        else
            rsp_record_csv_keys(out, record->fields[i].of);
    }
}

void rsp_record_csv_values(rsp_buf *out, const rsp_record *record, const void *from) {
    for (size_t i = 0; i < record->num; i++) {
        const rsp_field *f = &record->fields[i];
        rsp_buf_str(out, i ? "," : "");
        if (!f->key)
            rsp_record_csv_values(out, f->of, at(f, from));
        else if (f->known && !f->known(from))
            continue;
        else if (is_text(f))
            append_cell(out, text_of(f, from));
        else
            rsp_buf_printf(out, "%" PRIu64, number_of(f, from));
    }
}

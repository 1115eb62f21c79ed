/* A setting finds its row by its key. Flags say yes or no; all other values are those of the command line.
 * A list is for options that may be repeated.
 * See settings.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/settings.h"

#include "core/suggest.h"
#include "document/json_build.h"
#include <jansson.h>
#include <stdio.h>

static bool is_list(const option_row *row) {
    return row->kind == OPTION_LIST || row->kind == OPTION_OUTPUT;
}

static bool is_flag(const option_row *row) {
    return row->kind == OPTION_FLAG || row->kind == OPTION_CLEAR;
}

static bool is_of_line(const settings_form *form, const option_row *row) {
    rsp_bytes rest = rsp_bytes_str(form->of_line);
    while (rest.len > 0)
        if (rsp_bytes_equal(rsp_bytes_split(&rest, ' '), rsp_bytes_str(row->name)))
            return true;
    return false;
}

/* Options that have been replaced are none, and neither are those of the command line alone. */
static bool is_setting(const settings_form *form, const option_row *row) {
    return row->kind != OPTION_GONE && !is_of_line(form, row);
}

static const option_row *row_named(const settings_form *form, const char *key) {
    for (size_t t = 0; form->tables[t]; t++)
        for (const option_row *row = form->tables[t]; row->name; row++)
            if (strcmp(row->name, key) == 0)
                return row;
    return NULL;
}

static void refuse_key(const rsp_settings *settings, const rsp_setting *s, const settings_form *form,
                       rsp_diagnostics *diagnostics) {
    rsp_suggestion nearest = {.word = rsp_bytes_str(s->key)};
    char hint[80] = "";
    char text[160];
    for (size_t t = 0; form->tables[t]; t++)
        for (const option_row *row = form->tables[t]; row->name; row++)
            if (is_setting(form, row))
                rsp_suggest_offer(&nearest, row->name);
    if (nearest.best)
        (void)snprintf(hint, sizeof hint, "did you mean '%s'?", nearest.best);
    (void)snprintf(text, sizeof text, "unknown setting '%.80s'; settings are long options of stubborn run",
                   s->key);
    rsp_settings_refuse(settings, &s->key_at, diagnostics, hint, text);
}

static rsp_status store_flag(const option_row *row, void *fields, const char *value, rsp_error *error) {
    static const char *const words[][2] = {{"yes", "no"}, {"true", "false"}, {"on", "off"}};
    bool *flag = (bool *)((char *)fields + row->offset);
    for (size_t i = 0; i < RSP_ARRAY_LEN(words); i++)
        for (size_t k = 0; k < 2; k++)
            if (strcmp(words[i][k], value) == 0) {
                *flag = (k == 0) == (row->kind == OPTION_FLAG);
                return RSP_OK;
            }
    return rsp_fail(error, RSP_USAGE, "%s %.80s: expected yes or no", row->name, value);
}

/* Messages of the command line begin with the option as it is written there; the file has its key. */
static const char *without_option(const char *message) {
    if (strncmp(message, "-o ", 3) == 0)
        return message + 3;
    return strncmp(message, "-o: ", 4) == 0 ? message + 4 : message + strspn(message, "-");
}

static rsp_status store(const option_row *row, void *fields, const rsp_setting *s, bool again,
                        rsp_error *error) {
    if (!*s->value)
        return rsp_fail(error, RSP_USAGE, "%s has no value", row->name);
    if (again && !is_list(row))
        return rsp_fail(error, RSP_USAGE, "%s has one value", row->name);
    return is_flag(row) ? store_flag(row, fields, s->value, error)
                        : option_store(row, fields, s->value, error);
}

rsp_status settings_apply(const rsp_settings *settings, const settings_form *form, void *fields,
                          rsp_diagnostics *diagnostics) {
    rsp_status first = RSP_OK;
    const rsp_setting *before = NULL;
    const rsp_setting *s = NULL;
    for (size_t i = 0; (s = rsp_settings_get(settings, i)); before = s, i++) {
        const option_row *row = row_named(form, s->key);
        rsp_error error = {0};
        rsp_status status = RSP_USAGE;
        if (!row || row->kind == OPTION_GONE) {
            refuse_key(settings, s, form, diagnostics);
        } else if (is_of_line(form, row)) {
            rsp_settings_refuse(settings, &s->key_at, diagnostics, "", "an option of the command line alone");
        } else {
            const bool again = before && strcmp(before->key, s->key) == 0;
            status = store(row, fields, s, again, &error);
            if (status != RSP_OK)
                rsp_settings_refuse(settings, &s->value_at, diagnostics, "", without_option(error.msg));
        }
        first = first == RSP_OK ? status : first;
    }
    return first;
}

/* The bytes of a row's field; 0 for a list, which has a struct of its own. */
static size_t size_of(const option_row *row) {
    switch (row->kind) {
    case OPTION_FLAG:
    case OPTION_CLEAR:
        return sizeof(bool);
    case OPTION_STRING:
        return sizeof(const char *);
    case OPTION_NUMBER:
    case OPTION_COUNT:
    case OPTION_DURATION:
    case OPTION_SPAN:
        return sizeof(uint64_t);
    case OPTION_CHOICE:
    case OPTION_MAYBE_CHOICE:
        return sizeof(unsigned);
    case OPTION_LIST:
    case OPTION_OUTPUT:
    case OPTION_GONE:
        break;
    }
    return 0;
}

static bool is_given(const void *field, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (((const char *)field)[i])
            return true;
    return false;
}

void settings_merge(const settings_form *form, void *into, const void *from) {
    for (size_t t = 0; form->tables[t]; t++) {
        for (const option_row *row = form->tables[t]; row->name; row++) {
            void *to = (char *)into + row->offset;
            const void *value = (const char *)from + row->offset;
            const size_t size = size_of(row);
            if (is_list(row) && ((const option_list *)to)->num == 0)
                *(option_list *)to = *(const option_list *)value;
            else if (size > 0 && !is_given(to, size))
                memcpy(to, value, size);
        }
    }
}

/* --- schema --------------------------------------------------------------------------------------------- */

static json_t *words_json(rsp_json_build *b, const char *words) {
    json_t *list = json_array();
    rsp_bytes rest = rsp_bytes_str(words);
    while (rest.ptr)
        rsp_json_add(b, list, rsp_json_string(b, rsp_bytes_split(&rest, '|')));
    return list;
}

/* FORMAT[:PATH] as a pattern. */
static json_t *formats_json(rsp_json_build *b, const char *words) {
    rsp_buf pattern = {0};
    json_t *type = json_object();
    rsp_buf_printf(&pattern, "^(%s)(:.*)?$", words);
    rsp_json_text(b, type, "type", RSP_LIT("string"));
    rsp_json_text(b, type, "pattern", rsp_buf_bytes(&pattern));
    rsp_buf_free(&pattern);
    return type;
}

static json_t *value_type(rsp_json_build *b, const option_row *row) {
    static const char *const scalars[] = {"string", "number"};
    if (row->kind == OPTION_OUTPUT)
        return formats_json(b, row->arg);
    json_t *type = json_object();
    if (is_flag(row)) {
        rsp_json_text(b, type, "type", RSP_LIT("boolean"));
    } else if (row->kind == OPTION_CHOICE) {
        rsp_json_set(b, type, "enum", words_json(b, row->arg));
    } else if (row->kind == OPTION_COUNT || row->kind == OPTION_NUMBER) {
        rsp_json_text(b, type, "type", RSP_LIT("integer"));
        rsp_json_number(b, type, "minimum", row->kind == OPTION_COUNT);
    } else {
        json_t *types = json_array();
        for (size_t i = 0; i < RSP_ARRAY_LEN(scalars); i++)
            rsp_json_add(b, types, json_string(scalars[i]));
        rsp_json_set(b, type, "type", types);
    }
    return type;
}

/* One value, or a list of them. */
static json_t *one_or_several(rsp_json_build *b, const option_row *row) {
    json_t *either = json_array();
    json_t *list = json_object();
    json_t *type = json_object();
    rsp_json_text(b, list, "type", RSP_LIT("array"));
    rsp_json_set(b, list, "items", value_type(b, row));
    rsp_json_add(b, either, value_type(b, row));
    rsp_json_add(b, either, list);
    rsp_json_set(b, type, "anyOf", either);
    return type;
}

static json_t *row_schema(rsp_json_build *b, const option_row *row) {
    rsp_buf help = {0};
    json_t *type = is_list(row) ? one_or_several(b, row) : value_type(b, row);
    option_append_help(&help, row);
    rsp_json_text(b, type, "description", rsp_buf_bytes(&help));
    rsp_buf_free(&help);
    return type;
}

void settings_schema(rsp_buf *out, const settings_form *form, const char *title) {
    rsp_json_build b = {0};
    json_t *root = json_object();
    json_t *properties = json_object();
    for (size_t t = 0; form->tables[t]; t++)
        for (const option_row *row = form->tables[t]; row->name; row++)
            if (is_setting(form, row))
                rsp_json_set(&b, properties, row->name, row_schema(&b, row));
    rsp_json_text(&b, root, "$schema", RSP_LIT("https://json-schema.org/draft/2020-12/schema"));
    rsp_json_text(&b, root, "title", rsp_bytes_str(title));
    rsp_json_text(&b, root, "type", RSP_LIT("object"));
    rsp_json_set(&b, root, "properties", properties);
    rsp_json_set(&b, root, "additionalProperties", json_false());
    (void)!rsp_json_print(&b, root, out); /* the buffer keeps its status */
}

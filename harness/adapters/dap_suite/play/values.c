/* Copies go down as deep as the scenario is nested, which its parser bounds.
 * Numbers and booleans in the middle of a text are written as JSON.
 * See values.h. */
/* SPDX-License-Identifier: MIT */
#include "play/values.h"

#include "dap/message.h"
#include <stdlib.h>

/* --- names --- */

/* "name/member/0": a part of a value, as dap_values_at finds it. */
static const json_t *value_inside(rsp_bytes name, const json_t *names) {
    const size_t slash = rsp_bytes_index(name, '/');
    const json_t *root = json_object_getn(names, (const char *)name.ptr, slash);
    rsp_buf path = {0};
    rsp_buf_append(&path, rsp_bytes_from(name, slash));
    const json_t *value =
        root && slash < name.len && path.status == RSP_OK ? dap_values_at(root, rsp_buf_cstr(&path)) : NULL;
    rsp_buf_free(&path);
    return value;
}

/* The value of what stands between the braces; borrowed, or in *out_made as a new reference. */
static const json_t *value_of(rsp_bytes name, const json_t *names, json_t **out_made, rsp_buf *problem) {
    const json_t *value = json_object_getn(names, (const char *)name.ptr, name.len);
    size_t digits = name.len;
    *out_made = NULL;
    if (!value)
        value = value_inside(name, names);
    if (value)
        return value;
    while (digits > 0 && name.ptr[digits - 1] >= '0' && name.ptr[digits - 1] <= '9')
        digits--;
    if (digits > 1 && digits < name.len && (name.ptr[digits - 1] == '+' || name.ptr[digits - 1] == '-')) {
        value = json_object_getn(names, (const char *)name.ptr, digits - 1);
        const json_int_t by = strtoll((const char *)name.ptr + digits, NULL, 10);
        if (json_is_integer(value))
            return *out_made =
                       json_integer(json_integer_value(value) + (name.ptr[digits - 1] == '+' ? by : -by));
    }
    rsp_buf_printf(problem, "'%.*s' has no value", (int)name.len, (const char *)name.ptr);
    return NULL;
}

static void append_value(rsp_buf *out, const json_t *value) {
    if (json_is_string(value))
        rsp_buf_append(out, rsp_bytes_make(json_string_value(value), json_string_length(value)));
    else
        rsp_dap_json_append(out, value);
}

static json_t *replaced(rsp_bytes text, const json_t *names, rsp_buf *problem) {
    rsp_buf out = {0};
    json_t *result = NULL;
    while (text.len > 0) {
        const size_t at = rsp_bytes_search(text, RSP_LIT("${"));
        const size_t end = at + rsp_bytes_index(rsp_bytes_from(text, at), '}');
        rsp_buf_append(&out, rsp_bytes_sub(text, 0, at));
        if (at == text.len || end == text.len) {
            rsp_buf_append(&out, rsp_bytes_from(text, at));
            break;
        }
        json_t *made = NULL;
        const json_t *value = value_of(rsp_bytes_sub(text, at + 2, end - at - 2), names, &made, problem);
        if (value)
            append_value(&out, value);
        json_decref(made);
        if (!value)
            goto out;
        text = rsp_bytes_from(text, end + 1);
    }
    result = json_stringn(out.ptr ? (const char *)out.ptr : "", out.len);
out:
    rsp_buf_free(&out);
    return result;
}

static json_t *text_put_in(const json_t *value, const json_t *names, rsp_buf *problem) {
    const rsp_bytes text = rsp_bytes_make(json_string_value(value), json_string_length(value));
    const bool whole = rsp_bytes_starts(text, RSP_LIT("${")) && rsp_bytes_index(text, '}') + 1 == text.len;
    json_t *made = NULL;
    if (!whole)
        return replaced(text, names, problem);
    const json_t *found = value_of(rsp_bytes_sub(text, 2, text.len - 3), names, &made, problem);
    return made ? made : found ? json_deep_copy(found) : NULL;
}

static json_t *object_put_in(const json_t *value, const json_t *names, rsp_buf *problem) {
    json_t *copy = json_object();
    const char *key;
    json_t *item;
    json_object_foreach((json_t *)(uintptr_t)value, key, item) {
        if (json_object_set_new(copy, key, dap_values_put_in(item, names, problem)) != 0) {
            json_decref(copy);
            return NULL;
        }
    }
    return copy;
}

static json_t *array_put_in(const json_t *value, const json_t *names, rsp_buf *problem) {
    json_t *copy = json_array();
    for (size_t i = 0; i < json_array_size(value); i++) {
        if (json_array_append_new(copy, dap_values_put_in(json_array_get(value, i), names, problem)) != 0) {
            json_decref(copy);
            return NULL;
        }
    }
    return copy;
}

json_t *dap_values_put_in(const json_t *value, const json_t *names, rsp_buf *problem) {
    if (!value)
        return NULL;
    if (json_is_object(value))
        return object_put_in(value, names, problem);
    if (json_is_array(value))
        return array_put_in(value, names, problem);
    return json_is_string(value) ? text_put_in(value, names, problem) : json_deep_copy(value);
}

/* --- pointers --- */

static json_t *item_named(const json_t *array, rsp_bytes part, size_t equals) {
    const rsp_bytes wanted = rsp_bytes_from(part, equals + 1);
    for (size_t i = 0; i < json_array_size(array); i++) {
        json_t *item = json_array_get(array, i);
        const json_t *member = json_object_getn(item, (const char *)part.ptr, equals);
        if (json_is_string(member) &&
            rsp_bytes_equal(rsp_bytes_make(json_string_value(member), json_string_length(member)), wanted))
            return item;
    }
    return NULL;
}

static json_t *item_at(const json_t *array, rsp_bytes part) {
    const size_t equals = rsp_bytes_index(part, '=');
    if (equals < part.len)
        return item_named(array, part, equals);
    const long index = strtol((const char *)part.ptr, NULL, 10);
    const size_t size = json_array_size(array);
    return json_array_get(array, index < 0 ? size - (size_t)-index : (size_t)index);
}

json_t *dap_values_at(const json_t *root, const char *pointer) {
    rsp_bytes rest = rsp_bytes_str(pointer);
    json_t *value = (json_t *)(uintptr_t)root;
    if (rsp_bytes_starts(rest, RSP_LIT("/")))
        rest = rsp_bytes_from(rest, 1);
    while (rest.len > 0 && value) {
        const rsp_bytes part = rsp_bytes_split(&rest, '/');
        value = json_is_array(value) ? item_at(value, part)
                                     : json_object_getn(value, (const char *)part.ptr, part.len);
    }
    return value;
}

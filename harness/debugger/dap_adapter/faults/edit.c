/* A patch is as JSON merge patches are (RFC 7396), but for lists.
 * Texts are parsed each time: a fault need not be fast.
 * See edit.h. */
/* SPDX-License-Identifier: MIT */
#include "faults/edit.h"

#include <assert.h>
#include <rsp/bytes.h>

json_t *edit_parse(const char *text) {
    rsp_buf copy = {0};
    if (!text)
        return NULL;
    for (; *text; text++)
        rsp_buf_push(&copy, (uint8_t)(*text == '\'' ? '"' : *text));
    json_t *value = json_loads(rsp_buf_cstr(&copy), JSON_DECODE_ANY, NULL);
    assert(value || copy.status != RSP_OK);
    rsp_buf_free(&copy);
    return value;
}

bool edit_fits(const json_t *pattern, const json_t *value) {
    const char *key;
    json_t *item;
    const char *word = json_string_value(pattern);
    if (json_is_null(pattern))
        return !value;
    if (word && strcmp(word, "*") == 0)
        return value != NULL;
    if (!json_is_object(pattern))
        return value && json_equal(pattern, value);
    json_object_foreach((json_t *)(uintptr_t)pattern, key, item) {
        if (!edit_fits(item, json_object_get(value, key)))
            return false;
    }
    return json_is_object(value);
}

void edit_apply(json_t *value, const json_t *patch) {
    const char *key;
    json_t *item;
    for (size_t i = 0; i < json_array_size(value); i++)
        edit_apply(json_array_get(value, i), patch);
    if (!json_is_object(value))
        return;
    json_object_foreach((json_t *)(uintptr_t)patch, key, item) {
        json_t *old = json_object_get(value, key);
        if (json_is_null(item))
            (void)json_object_del(value, key);
        else if (json_is_object(item) && (json_is_object(old) || json_is_array(old)))
            edit_apply(old, item);
        else
            (void)json_object_set_new(value, key, json_deep_copy(item));
    }
}

void edit_patch(json_t *message, const char *patch) {
    json_t *parsed = edit_parse(patch);
    edit_apply(message, parsed);
    json_decref(parsed);
}

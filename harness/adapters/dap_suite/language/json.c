/* Nodes are bounded in depth by their parser, and so is this recursion.
 * Plain scalars follow YAML 1.2's JSON schema; quoted ones are text.
 * See json.h. */
/* SPDX-License-Identifier: MIT */
#include "language/json.h"

#include <errno.h>
#include <stdlib.h>

static json_t *number_of(const char *text) {
    char *end = NULL;
    errno = 0;
    const long long integer = strtoll(text, &end, 10);
    if (*end == '\0' && errno == 0)
        return json_integer(integer);
    const double real = strtod(text, &end);
    return *end == '\0' ? json_real(real) : NULL;
}

static bool looks_like_number(rsp_bytes text) {
    const size_t sign = text.len > 0 && text.ptr[0] == '-' ? 1 : 0;
    if (text.len == sign || text.ptr[sign] < '0' || text.ptr[sign] > '9')
        return false;
    for (size_t i = sign; i < text.len; i++)
        if (!strchr("0123456789.eE+-", text.ptr[i]))
            return false;
    return true;
}

static json_t *json_of_scalar(const rsp_node *node) {
    if (!node->quoted) {
        if (rsp_form_is_null(node))
            return json_null();
        if (node_is(node, "true") || node_is(node, "yes"))
            return json_true();
        if (node_is(node, "false") || node_is(node, "no"))
            return json_false();
        json_t *number = looks_like_number(node->text) ? number_of(node_str(node)) : NULL;
        if (number)
            return number;
    }
    return json_stringn(node->text.ptr ? (const char *)node->text.ptr : "", node->text.len);
}

json_t *dap_json_of_node(const rsp_node *node, const char *without) {
    if (node->kind == NODE_SCALAR)
        return json_of_scalar(node);
    json_t *value = node->kind == NODE_MAP ? json_object() : json_array();
    for (const rsp_node *n = node->first; n && value; n = n->next) {
        if (node->kind == NODE_MAP && without && node_key_is(n, without))
            continue;
        json_t *item = dap_json_of_node(n, NULL);
        const int failed = node->kind == NODE_MAP ? json_object_set_new(value, node_key(n), item)
                                                  : json_array_append_new(value, item);
        if (failed) {
            json_decref(value);
            return NULL;
        }
    }
    return value;
}

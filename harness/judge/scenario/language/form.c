/* The tree, the checker and the schema of this layer's own files, under names that other layers can call.
 * Nothing is added to them.
 * See scenario/form.h. */
/* SPDX-License-Identifier: MIT */
#include "scenario/form.h"

rsp_source *rsp_form_parse(const char *path, rsp_bytes yaml, rsp_diagnostics *diagnostics,
                           rsp_status *out_status) {
    *out_status = RSP_OK;
    return source_parse(path, yaml, NULL, diagnostics, out_status);
}

void rsp_form_free(rsp_source *source) {
    source_free(source);
}

rsp_status rsp_form_check(const rsp_source *source, rsp_node *root, const node_type *form,
                          rsp_diagnostics *diagnostics) {
    return node_type_check(source, root, form, NULL, diagnostics);
}

rsp_status rsp_form_refuse(const rsp_source *source, const rsp_node *node, rsp_status status,
                           rsp_diagnostics *diagnostics, const char *fmt, ...) {
    rsp_status first = RSP_OK;
    va_list ap;
    va_start(ap, fmt);
    node_error_first(&first, diagnostics, source, node_location(source, node), "", fmt, ap);
    va_end(ap);
    return status;
}

const rsp_node *rsp_form_get(const rsp_node *map, const char *key) {
    return node_get(map, key);
}

bool rsp_form_time(const rsp_node *node, uint64_t *out_ns) {
    return node && node_time(node, out_ns);
}

bool rsp_form_is_null(const rsp_node *node) {
    return node_is_null(node);
}

void rsp_form_schema(rsp_buf *out, const node_type *root, const char *id, const char *title) {
    node_type_schema(out, root, id, title);
}

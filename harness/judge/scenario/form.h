/* YAML files of a form of their own: parsing, checking by node types, places for messages, JSON Schema.
 * For layers above that have files which are no scenarios of this layer; the tables of node types are theirs.
 * Nodes stay valid as long as their source. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_FORM_H
#define RSP_SCENARIO_FORM_H

#include "scenario/language/node_type.h"

RSP_BEGIN_DECLS

/* Reads a file into documents (`path` in messages, `yaml` copied). Errors go to `diagnostics`; *out_status is
 * the first. NULL only without memory. */
rsp_source *rsp_form_parse(const char *path, rsp_bytes yaml, rsp_diagnostics *diagnostics,
                           rsp_status *out_status);

/* Frees a source. NULL is fine. */
void rsp_form_free(rsp_source *source);

/* Checks one document by a table; every error is reported. RSP_OK or the first error's status. */
rsp_status rsp_form_check(const rsp_source *source, rsp_node *root, const node_type *form,
                          rsp_diagnostics *diagnostics) RSP_MUST_USE;

/* Reports an error at a node; returns `status`. */
rsp_status rsp_form_refuse(const rsp_source *source, const rsp_node *node, rsp_status status,
                           rsp_diagnostics *diagnostics, const char *fmt, ...) RSP_PRINTF(5, 6);

/* The value of a key of a map; NULL when it is missing, or `map` is NULL or no map. */
const rsp_node *rsp_form_get(const rsp_node *map, const char *key);

/* What a scalar says as a time; false when it is none. */
bool rsp_form_time(const rsp_node *node, uint64_t *out_ns);

/* Whether a value that was checked says nothing: `key:` or `key: ~`. */
bool rsp_form_is_null(const rsp_node *node);

/* Appends the JSON Schema of a form. */
void rsp_form_schema(rsp_buf *out, const node_type *root, const char *id, const char *title);

RSP_END_DECLS

#endif

/* YAML nodes as JSON values: a plain scalar that looks like a number, a boolean or null is one.
 * Private to the layer.
 * See scenario/form.h for the nodes. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SUITE_JSON_H
#define RSP_DAP_SUITE_JSON_H

#include "scenario/form.h"
#include <jansson.h>

/* A new reference; NULL without memory. Keys in `without` (NULL: none) are left out of the map itself. */
json_t *dap_json_of_node(const rsp_node *node, const char *without);

#endif

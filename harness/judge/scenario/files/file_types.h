/* The shapes of the files beside scenarios, for the checker, JSON Schema and the test of the documentation.
 * Each stands in the file that reads it.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_FILE_TYPES_H
#define RSP_SCENARIO_FILE_TYPES_H

#include "language/node_type.h"

extern const node_type profile_node_type;
extern const node_type baseline_node_type;

#endif

/* The shapes of the files beside scenarios, for the checker, JSON Schema and the test of the documentation.
 * Each stands in the file that reads it.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_SHAPES_H
#define RSP_SCENARIO_SHAPES_H

#include "language/shape.h"

extern const shape profile_shape;
extern const shape baseline_shape;

#endif

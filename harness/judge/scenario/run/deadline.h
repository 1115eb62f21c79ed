/* How long a scenario may take where nobody says it: a small multiple of its steps' timeouts.
 * `timeout_ns` is that of a step that names none.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_DEADLINE_H
#define RSP_SCENARIO_DEADLINE_H

#include "language/spec.h"

uint64_t deadline_default(const scenario_spec *scenario, uint64_t timeout_ns);

#endif

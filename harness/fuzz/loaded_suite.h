/* A suite that was loaded from any text, for the fuzz target of the scenario loader: what holds of it, and a
 * small catalogue of requirements.
 * See scenario/scenario.h. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_LOADED_SUITE_H
#define FUZZ_LOADED_SUITE_H

#include "fuzz.h"

#include "scenario/scenario.h"

/* Two requirements; the same for all, and never freed. */
const rsp_catalogue *loaded_suite_catalogue(void);

/* Each scenario is found and selected by its names, and by nothing else. */
void loaded_suite_check(const rsp_suite *suite);

/* What is told of a file that was refused: rendered, and the first error is one if there are any. */
void loaded_suite_check_diagnostics(const rsp_diagnostics *found);

#endif

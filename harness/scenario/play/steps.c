/* The table of steps.
 * One row per action of the grammar.
 * Nothing else lives here. */
/* SPDX-License-Identifier: MIT */
#include "play/steps.h"

static const step_kind kinds[] = {
#define STEP_ROW(name, function) {name, step_##function},
    STEP_LIST(STEP_ROW)
#undef STEP_ROW
};

step_fn *step_find(const char *name) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(kinds); i++) {
        if (strcmp(kinds[i].name, name) == 0)
            return kinds[i].run;
    }
    return NULL;
}

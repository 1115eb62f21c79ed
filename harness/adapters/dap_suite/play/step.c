/* The table of actions: each step is played by the function of its action.
 * An action without a function does not link.
 * See steps.h. */
/* SPDX-License-Identifier: MIT */
#include "play/steps.h"

#include <assert.h>

bool dap_step_play(play *p, const rsp_dap_step *step) {
    assert(step);
    static bool (*const functions[])(play *, const rsp_dap_step *) = {
#define STEP_ENTRY(name, key, text) dap_step_##name,
        RSP_DAP_ACTION_LIST(STEP_ENTRY)
#undef STEP_ENTRY
    };
    p->at = step;
    return functions[step->action](p, step);
}

bool dap_steps_play(play *p, const rsp_dap_step *steps, size_t num) {
    for (size_t i = 0; i < num; i++)
        if (!dap_step_play(p, &steps[i]))
            return false;
    return true;
}

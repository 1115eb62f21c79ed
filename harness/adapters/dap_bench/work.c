/* The lists as tables.
 * Names are looked up by comparing all of them: there are few.
 * See dap_bench/work.h. */
/* SPDX-License-Identifier: MIT */
#include "dap_bench/work.h"

static const rsp_dap_work_row works[] = {
#define WORK_ROW(name, text, command, obstacle, cancelled, title) \
    {text, command, RSP_DAP_OBSTACLE_##obstacle, cancelled, title},
    RSP_DAP_WORK_LIST(WORK_ROW)
#undef WORK_ROW
};

const rsp_dap_work_row *rsp_dap_work_get(rsp_dap_work work) {
    return (unsigned)work < RSP_DAP_WORK_COUNT ? &works[work] : NULL;
}

rsp_dap_work rsp_dap_work_find(const char *name) {
    for (unsigned i = 0; i < RSP_DAP_WORK_COUNT; i++)
        if (strcmp(works[i].name, name) == 0)
            return (rsp_dap_work)i;
    return RSP_DAP_WORK_COUNT;
}

const char *rsp_dap_part_name(rsp_dap_part part) {
    static const char *const names[] = {
#define PART_NAME(name, text, meaning) text,
        RSP_DAP_PART_LIST(PART_NAME)
#undef PART_NAME
    };
    return (unsigned)part < RSP_DAP_PART_COUNT ? names[part] : "?";
}

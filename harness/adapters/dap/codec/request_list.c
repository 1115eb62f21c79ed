/* The list as a table.
 * It is searched from its beginning: it is short.
 * See dap/request_list.h. */
/* SPDX-License-Identifier: MIT */
#include "dap/request_list.h"

#include <rsp/bytes.h>

static const rsp_dap_request_row rows[] = {
#define REQUEST_ROW(name, arguments, effect) {name, arguments, RSP_DAP_EFFECT_##effect},
    RSP_DAP_REQUEST_LIST(REQUEST_ROW)
#undef REQUEST_ROW
};

const rsp_dap_request_row *rsp_dap_requests(size_t *out_num) {
    *out_num = RSP_ARRAY_LEN(rows);
    return rows;
}

const rsp_dap_request_row *rsp_dap_request_find(const char *name) {
    for (size_t i = 0; i < RSP_ARRAY_LEN(rows); i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

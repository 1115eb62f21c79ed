/* A matrix is freed at once; its renderings are found by name.
 * Reading is in matrix_read.c.
 * See matrix.h. */
/* SPDX-License-Identifier: MIT */
#include "reports/matrix/matrix.h"
#include "core/arena.h"

void rsp_matrix_free(rsp_matrix *matrix) {
    if (!matrix)
        return;
    rsp_arena_free(&matrix->arena);
    *matrix = (rsp_matrix){.arena = matrix->arena};
}

const rsp_matrix_format *rsp_matrix_find(rsp_bytes name) {
    static const rsp_matrix_format formats[] = {
        {.name = "markdown", .render = rsp_matrix_markdown},
        {.name = "json", .render = rsp_matrix_json},
        {.name = "html", .render = rsp_matrix_html},
    };
    for (size_t i = 0; i < RSP_ARRAY_LEN(formats); i++)
        if (rsp_bytes_equal(name, rsp_bytes_str(formats[i].name)))
            return &formats[i];
    return NULL;
}

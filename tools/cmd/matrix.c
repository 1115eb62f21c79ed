/* stubborn matrix: reports of several runs side by side, as Markdown, JSON or one page.
 * A column is named after its file unless the command line names it.
 * Reads what `stubborn run -o json:PATH` wrote; nothing is run. */
/* SPDX-License-Identifier: MIT */
#include "cli/command.h"
#include "cli/io.h"
#include "cli/output.h"

#include "core/limits.h"
#include "reports/matrix/matrix.h"
#include <stdio.h>

typedef struct matrix_args {
    option_list outputs;
} matrix_args;

static const option_row rows[] = {
    {"output", 'o', OPTION_OUTPUT, "markdown|json|html", "write the matrix", offsetof(matrix_args, outputs),
     NULL},
    {0},
};

/* "NAME=PATH", or a path whose file's name without its ending is the name. Returns the path. */
static const char *take_label(rsp_buf *out, const char *operand) {
    const char *sign = strchr(operand, '=');
    const char *slash = strrchr(operand, '/');
    if (sign && sign > operand && sign[1] && !memchr(operand, '/', (size_t)(sign - operand))) {
        rsp_buf_append(out, rsp_bytes_make(operand, (size_t)(sign - operand)));
        return sign + 1;
    }
    rsp_bytes name = rsp_bytes_str(slash ? slash + 1 : operand);
    if (name.len > strlen(".json") && rsp_bytes_ends(name, RSP_LIT(".json")))
        name = rsp_bytes_sub(name, 0, name.len - strlen(".json"));
    rsp_buf_append(out, name);
    return operand;
}

static rsp_status add_report(rsp_matrix *matrix, const char *operand, rsp_error *error) {
    rsp_buf label = {0};
    rsp_buf json = {0};
    const char *path = take_label(&label, operand);
    rsp_status status = io_read_file(&json, path, error);
    if (status == RSP_OK) {
        status = rsp_matrix_add(matrix, rsp_buf_cstr(&label), rsp_buf_bytes(&json), error);
        error->where = status == RSP_OK ? NULL : path;
    }
    rsp_buf_free(&json);
    rsp_buf_free(&label);
    return status;
}

static rsp_status render(rsp_buf *out, void *matrix, rsp_bytes format, const rsp_report_options *style) {
    (void)style;
    return rsp_matrix_find(format)->render(out, matrix);
}

static int run(const command *self, int argc, char **argv) {
    static matrix_args args;
    static option_list operands;
    int exit_status = 0;
    if (!command_parse(self, &args, &operands, argc, argv, &exit_status))
        return exit_status;
    if (operands.num == 0)
        return command_usage(self, "no report is named; 'stubborn run -o json:PATH' writes one");
    if (operands.num > RSP_LIMIT_MATRIX_STUBS)
        return command_usage(self, "%zu reports; at most %d stand side by side", operands.num,
                             RSP_LIMIT_MATRIX_STUBS);
    rsp_error error = {0};
    rsp_status status = RSP_OK;
    rsp_matrix matrix = {0};
    for (size_t i = 0; i < operands.num && status == RSP_OK; i++)
        status = add_report(&matrix, operands.items[i], &error);
    if (status == RSP_OK)
        status =
            output_write(&args.outputs, args.outputs.num ? NULL : "markdown", render, &matrix, false, &error);
    rsp_matrix_free(&matrix);
    error.status = status;
    return status == RSP_OK ? EXIT_FINE : command_fail(self, &error);
}

const command command_matrix = {
    .name = "matrix",
    .operands = "[NAME=]REPORT.json...",
    .summary = "put reports of several runs side by side",
    .details =
        "Reads the JSON reports of runs and shows the stubs beside each other: what was judged of each, "
        "passes\n"
        "and failures by area, and which causes they share. Two reports are also compared scenario by "
        "scenario:\n"
        "before and after a change of one stub, or two stubs. A column has the name of its file, or NAME.\n\n"
        "  stubborn run --stub tcp:127.0.0.1:1234 -o json:mine.json\n"
        "  stubborn matrix mine.json qemu.json -o html:matrix.html\n"
        "  stubborn matrix before=old/mine.json after=mine.json\n",
    .options = rows,
    .completes = "file",
    .run = run,
};

/* A page names captures by the way from its own folder to theirs, and else by their whole path.
 * Formats that are for runs of the suite are none of a matrix.
 * See interop_output.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/interop/interop_output.h"

#include "cli/data_path.h"
#include "cli/io.h"
#include "cli/output.h"

#include "core/mem.h"
#include "reports/interop/interop_report.h"

/* From the page to the folder of captures. */
static const char *base_of(interop_output *o) {
    rsp_arena *arena = &o->matrix->arena;
    const char *page = output_main_path(o->specs);
    const char *slash = page ? strrchr(page, '/') : NULL;
    const char *full = data_path_full_folder(arena, o->captures);
    const size_t len = strlen(o->captures);
    const char *base = rsp_arena_printf(arena, "%s/", full ? full : o->captures);
    if (!slash && o->captures[0] != '/')
        base = rsp_arena_printf(arena, "%s/", o->captures);
    else if (slash && (size_t)(slash - page) == len && strncmp(page, o->captures, len) == 0)
        base = "";
    return base;
}

static rsp_status render(rsp_buf *out, void *ctx, rsp_bytes format, const rsp_report_options *style) {
    interop_output *o = ctx;
    if (rsp_bytes_equal(format, RSP_LIT("html")))
        return rsp_interop_html(out, o->matrix, base_of(o));
    if (rsp_bytes_equal(format, RSP_LIT("json")))
        return rsp_interop_json(out, o->matrix);
    if (rsp_bytes_equal(format, RSP_LIT("markdown")))
        return rsp_interop_markdown(out, o->matrix);
    if (!rsp_bytes_equal(format, RSP_LIT("text")) && !rsp_bytes_equal(format, RSP_LIT("term")))
        return RSP_UNSUPPORTED;
    return rsp_interop_terminal(out, o->matrix,
                                (rsp_terminal_style){.colour = style->colour, .width = style->width});
}

rsp_status interop_output_write(interop_output *o, rsp_error *error) {
    return output_write(o->specs, "text", render, o, false, error);
}

/* --- shards --- */

bool interop_output_is_matrix(rsp_bytes json) {
    rsp_interop m = {0};
    rsp_error ignored = {0};
    const bool is = rsp_interop_read(&m, json, &ignored) == RSP_OK;
    rsp_interop_free(&m);
    return is;
}

static rsp_status read_one(rsp_interop *out, const char *path, rsp_error *error) {
    rsp_buf json = {0};
    rsp_status status = io_read_file(&json, path, error);
    if (status == RSP_OK)
        status = rsp_interop_read(out, rsp_buf_bytes(&json), error);
    if (status != RSP_OK)
        error->where = path;
    rsp_buf_free(&json);
    return status;
}

int interop_output_merge(const command *self, const option_list *paths, const option_list *specs,
                         const char *captures) {
    rsp_error error = {0};
    rsp_interop whole = {0};
    rsp_interop *shards = rsp_mem_calloc(NULL, paths->num + 1, sizeof *shards);
    rsp_status status = shards ? RSP_OK : RSP_NO_MEMORY;
    for (size_t i = 0; i < paths->num && status == RSP_OK; i++)
        status = read_one(&shards[i], paths->items[i], &error);
    if (status == RSP_OK)
        status = rsp_interop_join(&whole, shards, paths->num, &error);
    if (status == RSP_OK) {
        interop_output o = {.matrix = &whole, .specs = specs, .captures = captures ? captures : "interop"};
        status = interop_output_write(&o, &error);
        if (status == RSP_UNSUPPORTED)
            status = rsp_fail(&error, RSP_USAGE, "a matrix is written as html, json, markdown or term");
    }
    const bool interrupted = whole.interrupted;
    for (size_t i = 0; shards && i < paths->num; i++)
        rsp_interop_free(&shards[i]);
    rsp_mem_free(NULL, shards);
    rsp_interop_free(&whole);
    error.status = status;
    return status != RSP_OK ? command_fail(self, &error) : interrupted ? EXIT_FINDINGS : EXIT_FINE;
}

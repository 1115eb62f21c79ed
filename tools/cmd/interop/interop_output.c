/* A page names captures by the way from its own folder to theirs, and else by their whole path.
 * Formats that are for runs of the suite are none of a matrix.
 * See interop_output.h. */
/* SPDX-License-Identifier: MIT */
#include "cmd/interop/interop_output.h"

#include "cli/folder_way.h"
#include "cli/io.h"
#include "cli/output.h"

#include "core/file.h"
#include "core/mem.h"
#include "reports/interop/interop_report.h"

/* From the file that is written to the folder of captures; without a file, from the current folder. */
static const char *way_of(interop_output *o, const rsp_report_options *style) {
    return folder_way_from_file(&o->matrix->arena, style->path, o->captures);
}

/* The same with a '/' behind it: what a page puts before the folders of cells. */
static const char *base_of(interop_output *o, const rsp_report_options *style) {
    return folder_way_join(&o->matrix->arena, way_of(o, style), "");
}

static rsp_status render_json(rsp_buf *out, interop_output *o, const rsp_report_options *style) {
    const char *way = way_of(o, style);
    o->matrix->captures = *way ? way : "."; /* an empty text would be left out */
    return rsp_interop_json(out, o->matrix);
}

static rsp_status render(rsp_buf *out, void *ctx, rsp_bytes format, const rsp_report_options *style) {
    interop_output *o = ctx;
    if (rsp_bytes_equal(format, RSP_LIT("html")))
        return rsp_interop_html(out, o->matrix, base_of(o, style));
    if (rsp_bytes_equal(format, RSP_LIT("json")))
        return render_json(out, o, style);
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

/* --- merging --- */

bool interop_output_is_matrix(rsp_bytes json) {
    rsp_interop m = {0};
    rsp_error ignored = {0};
    const bool is = rsp_interop_read(&m, json, &ignored) == RSP_OK;
    rsp_interop_free(&m);
    return is;
}

/* The reports, and what they are together. */
typedef struct merger {
    const option_list *paths;
    rsp_interop *matrices; /* one for each path */
    rsp_interop_part *parts;
    rsp_interop whole;
    const char *root; /* the folder that has the captures of all */
    rsp_arena arena;
} merger;

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

static rsp_status read_all(merger *m, rsp_error *error) {
    rsp_status status = RSP_OK;
    m->matrices = rsp_mem_calloc(NULL, m->paths->num + 1, sizeof *m->matrices);
    m->parts = rsp_mem_calloc(NULL, m->paths->num + 1, sizeof *m->parts);
    if (!m->matrices || !m->parts)
        return RSP_NO_MEMORY;
    for (size_t i = 0; i < m->paths->num && status == RSP_OK; i++) {
        status = read_one(&m->matrices[i], m->paths->items[i], error);
        m->parts[i] = (rsp_interop_part){.matrix = &m->matrices[i], .name = m->paths->items[i], .way = ""};
    }
    return status;
}

/* Where a report's captures are, as it says; reports that do not are of the default folder. */
static const char *captures_of(merger *m, size_t i) {
    const char *said = m->matrices[i].captures;
    const char *folder = said && *said
                             ? folder_way_join(&m->arena, folder_way_of(&m->arena, m->paths->items[i]), said)
                             : "interop";
    return folder ? folder_way_full(&m->arena, folder) : NULL;
}

/* The deepest folder with the captures of all reports, and the way from there to each. */
static rsp_status find_captures(merger *m, const char *given) {
    if (given) {
        m->root = given;
        return RSP_OK;
    }
    for (size_t i = 0; i < m->paths->num; i++) {
        const char *folder = captures_of(m, i);
        if (!folder)
            return RSP_NO_MEMORY;
        m->root = m->root ? folder_way_common(&m->arena, m->root, folder) : folder;
    }
    for (size_t i = 0; i < m->paths->num; i++)
        m->parts[i].way = folder_way_between(&m->arena, m->root, captures_of(m, i));
    return m->arena.status;
}

/* Links that lead nowhere are told, for whoever opens the page later. */
static void warn(const command *self, merger *m, const char *given) {
    for (size_t i = 0; i < m->paths->num; i++) {
        const char *folder = given ? given : captures_of(m, i);
        if (!rsp_path_is_folder(folder))
            io_say(stderr,
                   "stubborn %s: %s: its captures are not in '%s': the page's links to them lead nowhere\n",
                   self->name, m->paths->items[i], folder);
        if (given)
            return;
    }
}

int interop_output_merge(const command *self, const option_list *paths, const option_list *specs,
                         const char *captures) {
    rsp_error error = {0};
    merger m = {.paths = paths};
    rsp_status status = read_all(&m, &error);
    if (status == RSP_OK)
        status = find_captures(&m, captures);
    if (status == RSP_OK)
        status = rsp_interop_join(&m.whole, m.parts, paths->num, &error);
    if (status == RSP_OK && output_wants(specs, "html"))
        warn(self, &m, captures);
    if (status == RSP_OK) {
        interop_output o = {.matrix = &m.whole, .specs = specs, .captures = m.root};
        status = interop_output_write(&o, &error);
        if (status == RSP_UNSUPPORTED)
            status = rsp_fail(&error, RSP_USAGE, "a matrix is written as html, json, markdown or term");
    }
    const bool interrupted = m.whole.interrupted;
    for (size_t i = 0; m.matrices && i < paths->num; i++)
        rsp_interop_free(&m.matrices[i]);
    rsp_mem_free(NULL, m.matrices);
    rsp_mem_free(NULL, m.parts);
    rsp_interop_free(&m.whole);
    rsp_arena_free(&m.arena);
    error.status = status;
    return status != RSP_OK ? command_fail(self, &error) : interrupted ? EXIT_FINDINGS : EXIT_FINE;
}

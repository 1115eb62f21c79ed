/* Writes reports where the command line wants them. What a format is, its command knows.
 * Reports are coloured, and as wide as the terminal, only where they go to one.
 * See cli/output.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/output.h"

#include "cli/io.h"
#include "cli/repository.h"

#include <sys/stat.h>
#include <unistd.h>

output_spec output_split(const char *spec) {
    const char *colon = strchr(spec, ':');
    if (!colon)
        return (output_spec){.format = rsp_bytes_str(spec), .path = "-"};
    return (output_spec){.format = rsp_bytes_make(spec, (size_t)(colon - spec)),
                         .path = colon[1] ? colon + 1 : "-"};
}

static bool is_stdout(const output_spec *spec) {
    return strcmp(spec->path, "-") == 0;
}

bool output_to_stdout(const option_list *specs) {
    for (size_t i = 0; i < specs->num; i++) {
        const output_spec spec = output_split(specs->items[i]);
        if (is_stdout(&spec))
            return true;
    }
    return false;
}

bool output_shows(const option_list *specs, const char *standard) {
    for (size_t i = 0; i < specs->num; i++) {
        const output_spec spec = output_split(specs->items[i]);
        if (is_stdout(&spec) && rsp_bytes_equal(spec.format, rsp_bytes_str(standard)))
            return true;
    }
    return !output_to_stdout(specs);
}

bool output_wants(const option_list *specs, const char *format) {
    for (size_t i = 0; i < specs->num; i++)
        if (rsp_bytes_equal(output_split(specs->items[i]).format, rsp_bytes_str(format)))
            return true;
    return false;
}

/* A file that is not there yet is known by its folder and its name in it. */
static bool folder_of(struct stat *out, const char *path, const char **out_name) {
    const char *slash = strrchr(path, '/');
    const size_t len = slash == path ? 1 : slash ? (size_t)(slash - path) : 0;
    char folder[4096] = ".";
    *out_name = slash ? slash + 1 : path;
    if (len >= sizeof folder)
        return false;
    if (len > 0) {
        memcpy(folder, path, len);
        folder[len] = '\0';
    }
    return stat(folder, out) == 0;
}

static bool is_same_file(const char *a, const char *b) {
    struct stat x;
    struct stat y;
    const char *name_of_a = NULL;
    const char *name_of_b = NULL;
    if (stat(a, &x) == 0)
        return S_ISREG(x.st_mode) && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
    return folder_of(&x, a, &name_of_a) && folder_of(&y, b, &name_of_b) && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino && strcmp(name_of_a, name_of_b) == 0;
}

bool output_goes_to(const option_list *specs, const char *path) {
    for (size_t i = 0; i < specs->num; i++) {
        const output_spec spec = output_split(specs->items[i]);
        if (!is_stdout(&spec) && strcmp(path, "-") != 0 && is_same_file(spec.path, path))
            return true;
    }
    return false;
}

const char *output_main_path(const option_list *specs) {
    const char *first = "";
    for (size_t i = 0; i < specs->num; i++) {
        const output_spec spec = output_split(specs->items[i]);
        if (is_stdout(&spec))
            continue;
        if (rsp_bytes_equal(spec.format, RSP_LIT("html")))
            return spec.path;
        if (!first[0])
            first = spec.path;
    }
    return first;
}

static rsp_status write_one(const output_spec *spec, output_render *render, void *report, bool verbose,
                            rsp_error *error) {
    repository place;
    repository_find(&place);
    const rsp_report_options style = {
        .colour = is_stdout(spec) && io_wants_colour(STDOUT_FILENO),
        .verbose = verbose,
        .width = is_stdout(spec) ? io_columns(STDOUT_FILENO) : 0,
        .root = place.root,
        .folder = place.folder,
        .path = is_stdout(spec) ? NULL : spec->path,
    };
    rsp_buf out = {0};
    rsp_status status = render(&out, report, spec->format, &style);
    status = status == RSP_OK ? out.status : status;
    if (status != RSP_OK)
        (void)rsp_fail(error, status, "-o %.*s:%s: the report can not be made: %s", (int)spec->format.len,
                       (const char *)spec->format.ptr, spec->path, rsp_status_text(status));
    else
        status = io_write_file(spec->path, rsp_buf_bytes(&out), error);
    rsp_buf_free(&out);
    return status;
}

rsp_status output_write(const option_list *specs, const char *standard, output_render *render, void *report,
                        bool verbose, rsp_error *error) {
    rsp_status first = RSP_OK;
    const bool more = standard && !output_to_stdout(specs);
    for (size_t i = 0; i < specs->num + more; i++) {
        const output_spec spec = output_split(i < specs->num ? specs->items[i] : standard);
        rsp_error why = {0};
        rsp_status status = write_one(&spec, render, report, verbose, &why);
        if (status != RSP_OK && first == RSP_OK) {
            first = status;
            *error = why;
        }
    }
    return first;
}

rsp_status output_render_run(rsp_buf *out, void *run, rsp_bytes format, const rsp_report_options *style) {
    return rsp_report_find(format)->render(out, run, style);
}

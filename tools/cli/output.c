/* Writes the reports of a run where the command line wants them.
 * The formats are those of the reports layer, looked up by name.
 * Terminal reports are coloured only for a terminal. */
/* SPDX-License-Identifier: MIT */
#include "cli/output.h"

#include "cli/io.h"

#include "core/file.h"
#include "core/suggest.h"
#include <unistd.h>

enum { MOST_FORMATS = 16 };

rsp_status output_split(const char *spec, const output_names *names, size_t *out_format,
                        const char **out_path, rsp_error *error) {
    const char *colon = strchr(spec, ':');
    rsp_bytes name = colon ? rsp_bytes_make(spec, (size_t)(colon - spec)) : rsp_bytes_str(spec);
    rsp_suggestion nearest = {.word = name};
    for (size_t i = 0; i < names->num; i++) {
        if (!rsp_bytes_equal(name, rsp_bytes_str(names->items[i]))) {
            rsp_suggest_offer(&nearest, names->items[i]);
            continue;
        }
        if (!colon || !colon[1])
            return rsp_fail(error, RSP_USAGE,
                            "-o %s: where to? expected %s:PATH, or %s:- for standard output", spec,
                            names->items[i], names->items[i]);
        *out_format = i;
        *out_path = colon + 1;
        return RSP_OK;
    }
    if (nearest.best)
        return rsp_fail(error, RSP_USAGE, "-o %s: no such format; did you mean '%s'?", spec, nearest.best);
    rsp_buf list = {0};
    for (size_t i = 0; i < names->num; i++)
        rsp_buf_printf(&list, "%s%s", i ? ", " : "", names->items[i]);
    rsp_status status =
        rsp_fail(error, RSP_USAGE, "-o %s: expected FORMAT:PATH, with one of %s", spec, rsp_buf_cstr(&list));
    rsp_buf_free(&list);
    return status;
}

/* Those of a run's reports. */
static output_names run_names(void) {
    static const char *items[MOST_FORMATS];
    size_t num = 0;
    const rsp_report_format *formats = rsp_report_formats(&num);
    for (size_t i = 0; i < num && i < MOST_FORMATS; i++)
        items[i] = formats[i].name;
    return (output_names){.items = items, .num = num < MOST_FORMATS ? num : MOST_FORMATS};
}

static rsp_status split(const char *spec, const rsp_report_format **out_format, const char **out_path,
                        rsp_error *error) {
    size_t num = 0;
    size_t index = 0;
    const rsp_report_format *formats = rsp_report_formats(&num);
    output_names names = run_names();
    rsp_status status = output_split(spec, &names, &index, out_path, error);
    if (status == RSP_OK)
        *out_format = &formats[index];
    return status;
}

static rsp_status check_folder(const char *path, rsp_error *error) {
    const char *slash = strrchr(path, '/');
    if (strcmp(path, "-") == 0 || !slash || slash == path)
        return RSP_OK;
    rsp_buf folder = {0};
    rsp_buf_append(&folder, rsp_bytes_make(path, (size_t)(slash - path)));
    rsp_status status = RSP_OK;
    if (!rsp_path_is_folder(rsp_buf_cstr(&folder)))
        status = rsp_fail(error, RSP_USAGE, "-o: no folder %s for the report", rsp_buf_cstr(&folder));
    rsp_buf_free(&folder);
    return status;
}

rsp_status output_check_names(const option_list *specs, const output_names *names, rsp_error *error) {
    size_t num_stdout = 0;
    for (size_t i = 0; i < specs->num; i++) {
        size_t format = 0;
        const char *path = NULL;
        rsp_status status = output_split(specs->items[i], names, &format, &path, error);
        if (status == RSP_OK)
            status = check_folder(path, error);
        if (status != RSP_OK)
            return status;
        num_stdout += strcmp(path, "-") == 0;
    }
    if (num_stdout > 1)
        return rsp_fail(error, RSP_USAGE, "-o: only one report can go to standard output");
    return RSP_OK;
}

rsp_status output_check(const option_list *specs, rsp_error *error) {
    output_names names = run_names();
    return output_check_names(specs, &names, error);
}

/* Whether one goes to standard output. */
static bool uses_stdout(const option_list *specs) {
    for (size_t i = 0; i < specs->num; i++) {
        const char *colon = strchr(specs->items[i], ':');
        if (colon && strcmp(colon, ":-") == 0)
            return true;
    }
    return false;
}

const char *output_main_path(const option_list *specs) {
    const char *first = "";
    for (size_t i = 0; i < specs->num; i++) {
        const char *colon = strchr(specs->items[i], ':');
        if (!colon || strcmp(colon, ":-") == 0)
            continue;
        if (strncmp(specs->items[i], "html:", 5) == 0)
            return colon + 1;
        if (!first[0])
            first = colon + 1;
    }
    return first;
}

static rsp_status write_one(const rsp_report_format *format, const char *path, rsp_run *run, bool verbose,
                            rsp_error *error) {
    bool to_stdout = strcmp(path, "-") == 0;
    rsp_report_options options = {
        .colour = to_stdout && io_wants_colour(STDOUT_FILENO),
        .verbose = verbose,
        .width = to_stdout ? io_columns(STDOUT_FILENO) : 0,
    };
    rsp_buf out = {0};
    rsp_status status = format->render(&out, run, &options);
    if (status != RSP_OK)
        (void)rsp_fail(error, status, "-o %s:%s: the report can not be made: %s", format->name, path,
                       rsp_status_text(status));
    else
        status = io_write_file(path, rsp_buf_bytes(&out), error);
    rsp_buf_free(&out);
    return status;
}

rsp_status output_write(const option_list *specs, rsp_run *run, bool verbose, rsp_error *error) {
    rsp_status first = RSP_OK;
    for (size_t i = 0; i < specs->num; i++) {
        const rsp_report_format *format = NULL;
        const char *path = NULL;
        rsp_error why = {0};
        rsp_status status = split(specs->items[i], &format, &path, &why);
        if (status == RSP_OK && format && path)
            status = write_one(format, path, run, verbose, &why);
        if (status != RSP_OK && first == RSP_OK) {
            first = status;
            *error = why;
        }
    }
    if (!uses_stdout(specs)) {
        rsp_status status = write_one(rsp_report_find(RSP_LIT("term")), "-", run, verbose, error);
        first = first == RSP_OK ? status : first;
    }
    return first;
}

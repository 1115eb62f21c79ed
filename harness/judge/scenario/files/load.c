/* Loads suites, profiles, baselines, catalogues and workloads by path: the one place of the layer that opens
 * what it loads. Folders are read in order of path, so that two runs list alike. What is no scenario
 * (profiles, baselines, the catalogue) is left out by name. */
/* SPDX-License-Identifier: MIT */
#include "language/suite.h"

#include "core/arena.h"
#include "core/file.h"
#include "core/limits.h"
#include "core/mem.h"
#include "core/suggest.h"
#include "scenario/baseline.h"
#include "scenario/profile.h"
#include "scenario/requirement.h"
#include "scenario/settings.h"
#include "scenario/workload.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct path_list {
    rsp_arena arena;
    const char **paths;
    size_t num;
    size_t cap;
    bool full;
} path_list;

/* A whole file, bounded by RSP_LIMIT_YAML_BYTES. `out` is empty. */
static rsp_status read_file(rsp_buf *out, const char *path, rsp_diagnostics *diagnostics) {
    rsp_location place = {.path = path};
    rsp_error why = {0};
    int fd = -1;
    const rsp_status opened = rsp_file_open(&fd, path, &why);
    if (opened != RSP_OK)
        return rsp_diagnose(diagnostics, RSP_SEVERITY_ERROR, opened, &place, RSP_LIT(""), "",
                            "can't be opened: %s", why.msg);
    out->limit = RSP_LIMIT_YAML_BYTES;
    const rsp_status status = rsp_file_read_fd(out, fd, path, NULL);
    const int reason = errno;
    (void)close(fd);
    if (status == RSP_LIMIT)
        return rsp_diagnose(diagnostics, RSP_SEVERITY_ERROR, status, &place, RSP_LIT(""), "",
                            "file is larger than %d bytes", (int)RSP_LIMIT_YAML_BYTES);
    if (status != RSP_OK && status != RSP_NO_MEMORY) /* a folder opens like a file, and has no bytes */
        return rsp_diagnose(diagnostics, RSP_SEVERITY_ERROR, RSP_BAD_FILE, &place, RSP_LIT(""), "",
                            "can't be read: %s", strerror(reason));
    return status;
}

static void add_path(path_list *list, const char *path) {
    if (list->num >= RSP_LIMIT_SUITE_FILES) {
        list->full = true;
        return;
    }
    if (list->num == list->cap) {
        size_t cap = list->cap ? list->cap * 2 : 64;
        const char **paths = rsp_mem_realloc(list->arena.mem, (void *)list->paths, cap * sizeof *paths);
        if (!paths) {
            list->arena.status = RSP_NO_MEMORY;
            return;
        }
        list->paths = paths;
        list->cap = cap;
    }
    list->paths[list->num++] = path;
}

static bool is_yaml(const char *name) {
    rsp_bytes text = rsp_bytes_str(name);
    return rsp_bytes_ends(text, RSP_LIT(".yaml")) || rsp_bytes_ends(text, RSP_LIT(".yml"));
}

static bool left_out(const char *name) {
    static const char *const names[] = {"adapters", "profiles",  "baselines",        "interop",
                                        "schema",   "workloads", "requirements.yaml"};
    for (size_t i = 0; i < RSP_ARRAY_LEN(names); i++) {
        if (strcmp(name, names[i]) == 0)
            return true;
    }
    return name[0] == '.';
}

/* What a folder holds goes to the list: files to be loaded, folders to be looked into. */
static void list_folder(path_list *files, path_list *folders, const char *folder) {
    DIR *dir = opendir(folder);
    if (!dir)
        return;
    size_t len = strlen(folder);
    const char *slash = len > 0 && folder[len - 1] == '/' ? "" : "/";
    const struct dirent *entry;
    while ((entry = readdir(dir))) {
        if (left_out(entry->d_name))
            continue;
        const char *path = rsp_arena_printf(&files->arena, "%s%s%s", folder, slash, entry->d_name);
        struct stat info;
        if (stat(path, &info) != 0)
            continue;
        if (S_ISDIR(info.st_mode))
            add_path(folders, path);
        else if (S_ISREG(info.st_mode) && is_yaml(path))
            add_path(files, path);
    }
    (void)closedir(dir);
}

static int compare_paths(const void *a, const void *b) {
    const char *const *x = a;
    const char *const *y = b;
    return strcmp(*x, *y);
}

static rsp_status load_file(rsp_suite *suite, const char *path) {
    rsp_buf file = {.mem = suite_mem(suite)};
    rsp_status status = read_file(&file, path, suite_diagnostics(suite));
    if (status == RSP_OK)
        status = rsp_suite_load_memory(suite, path, rsp_buf_bytes(&file));
    rsp_buf_free(&file);
    return status;
}

static rsp_status load_folder(rsp_suite *suite, const char *path) {
    const rsp_mem *mem = suite_mem(suite);
    path_list files = {.arena = {.mem = mem}};
    path_list folders = {.arena = {.mem = mem}};
    add_path(&folders, path);
    /* symbolic links may go in circles: the number of folders is bounded like that of files */
    for (size_t i = 0; i < folders.num; i++)
        list_folder(&files, &folders, folders.paths[i]);
    if (files.num > 0)
        qsort((void *)files.paths, files.num, sizeof *files.paths, compare_paths);
    rsp_status status = files.arena.status;
    rsp_location place = {.path = path};
    if (status == RSP_OK && (files.full || folders.full))
        status = rsp_diagnose(suite_diagnostics(suite), RSP_SEVERITY_ERROR, RSP_LIMIT, &place, RSP_LIT(""),
                              "", "more than %d files or folders", (int)RSP_LIMIT_SUITE_FILES);
    for (size_t i = 0; i < files.num && status != RSP_NO_MEMORY; i++) {
        rsp_status loaded = load_file(suite, files.paths[i]);
        status = status == RSP_OK ? loaded : status;
    }
    rsp_mem_free(mem, (void *)files.paths);
    rsp_mem_free(mem, (void *)folders.paths);
    rsp_arena_free(&files.arena);
    rsp_arena_free(&folders.arena);
    return status;
}

/* The entry of the folder that is nearest to a path that does not exist. */
static void nearest_path(char hint[200], const char *path) {
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    char folder[256] = ".";
    hint[0] = 0;
    if (slash && (size_t)(slash - path) < sizeof folder)
        (void)snprintf(folder, sizeof folder, "%.*s", slash == path ? 1 : (int)(slash - path), path);
    DIR *dir = opendir(folder);
    if (!dir)
        return;
    const struct dirent *entry;
    size_t best = SIZE_MAX;
    while ((entry = readdir(dir))) {
        rsp_suggestion suggestion = {.word = rsp_bytes_str(base)};
        rsp_suggest_offer(&suggestion, entry->d_name);
        if (!suggestion.best || suggestion.distance >= best)
            continue;
        best = suggestion.distance;
        (void)snprintf(hint, 200, "did you mean '%.*s%.100s'?",
                       slash ? (int)(base - path > 60 ? 60 : base - path) : 0, path, entry->d_name);
    }
    (void)closedir(dir);
}

rsp_status rsp_suite_load(rsp_suite *suite, const char *path) {
    struct stat info;
    if (stat(path, &info) == 0)
        return S_ISDIR(info.st_mode) ? load_folder(suite, path) : load_file(suite, path);
    if (errno != ENOENT && errno != ENOTDIR) /* links in a circle, a folder that is closed to us */
        return load_file(suite, path);
    char hint[200];
    rsp_location place = {.path = path};
    nearest_path(hint, path);
    return rsp_diagnose(suite_diagnostics(suite), RSP_SEVERITY_ERROR, RSP_NOT_FOUND, &place, RSP_LIT(""),
                        hint, "no such file or folder");
}

/* Loads a file of one kind: TYPE_load from TYPE_load_memory. Nothing is made of one that can't be read. */
#define LOADER(type)                                                                        \
    type *type##_load(const char *path, const rsp_mem *mem, rsp_diagnostics *diagnostics) { \
        rsp_buf file = {.mem = mem};                                                        \
        type *made = read_file(&file, path, diagnostics) == RSP_OK                          \
                         ? type##_load_memory(path, rsp_buf_bytes(&file), mem, diagnostics) \
                         : NULL;                                                            \
        rsp_buf_free(&file);                                                                \
        return made;                                                                        \
    }

LOADER(rsp_baseline)
LOADER(rsp_profile)
LOADER(rsp_settings)
LOADER(rsp_catalogue)
LOADER(rsp_workload)

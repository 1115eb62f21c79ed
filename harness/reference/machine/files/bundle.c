/* Paths, and the bundled read-only file system, sorted by them.
 * There are no folders but those that paths of files imply.
 * See bundle.h. */
/* SPDX-License-Identifier: MIT */
#include "bundle.h"

#include "core/mem.h"
#include <stdlib.h>
#include <string.h>

static int compare_paths(const void *a, const void *b) {
    const rsp_machine_file *const *left = a;
    const rsp_machine_file *const *right = b;
    return strcmp((*left)->path, (*right)->path);
}

const rsp_machine_file *bundled_find(const rsp_machine *m, const char *path) {
    const rsp_machine_file wanted = {.path = path};
    const rsp_machine_file *key = &wanted;
    size_t num = m->options.num_files;
    if (num == 0)
        return NULL;
    const rsp_machine_file *const *found =
        bsearch(&key, m->disk.files, num, sizeof(const rsp_machine_file *), compare_paths);
    return found ? *found : NULL;
}

bool files_index(rsp_machine *m) {
    size_t num = m->options.num_files;
    m->disk.files = rsp_mem_calloc(m->options.mem, num, sizeof(const rsp_machine_file *));
    if (!m->disk.files)
        return false;
    bool sorted = true; /* as the bundled ones are */
    for (size_t i = 0; i < num; i++) {
        m->disk.files[i] = &m->options.files[i];
        sorted = sorted && (i == 0 || strcmp(m->disk.files[i - 1]->path, m->disk.files[i]->path) < 0);
    }
    if (sorted) /* and no path twice */
        return true;
    qsort(m->disk.files, num, sizeof(const rsp_machine_file *), compare_paths);
    for (size_t i = 1; i < num; i++)
        if (strcmp(m->disk.files[i - 1]->path, m->disk.files[i]->path) == 0)
            return false;
    return true;
}

/* The root, or a part of a file's path up to a slash. */
bool path_is_folder(const rsp_machine *m, const char *path) {
    size_t len = strlen(path);
    if (len == 1)
        return true;
    for (size_t i = 0; i < m->options.num_files; i++)
        if (strncmp(m->disk.files[i]->path, path, len) == 0 && m->disk.files[i]->path[len] == '/')
            return true;
    return false;
}

static bool append_part(char *out, size_t cap, size_t *len, const char *part, size_t part_len) {
    if (part_len == 0 || (part_len == 1 && part[0] == '.'))
        return true;
    if (part_len == 2 && part[0] == '.' && part[1] == '.') {
        while (*len > 0 && out[*len - 1] != '/')
            --*len;
        if (*len > 0)
            --*len;
        return true;
    }
    if (part_len + 2 > cap - *len)
        return false;
    out[(*len)++] = '/';
    memcpy(out + *len, part, part_len);
    *len += part_len;
    return true;
}

/* Makes a path absolute and takes out ".", ".." and double slashes. RSP_LIMIT: longer than cap. */
rsp_status path_resolve(char *out, size_t cap, const char *cwd, const char *path) {
    const char *sources[2] = {path[0] == '/' ? "" : cwd, path};
    size_t len = 0;
    for (size_t i = 0; i < 2; i++) {
        for (const char *at = sources[i]; *at;) {
            size_t part = strcspn(at, "/");
            if (!append_part(out, cap, &len, at, part))
                return RSP_LIMIT;
            at += part + (at[part] == '/');
        }
    }
    if (len == 0)
        out[len++] = '/';
    out[len] = '\0';
    return RSP_OK;
}

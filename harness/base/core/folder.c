/* Names are collected, then sorted as bytes: readdir gives them in the file system's order.
 * See folder.h.
 * Source: POSIX opendir, readdir, rename. */
/* SPDX-License-Identifier: MIT */
#include "core/folder.h"
#include "core/arena.h"
#include "core/file_writer.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_name(const void *a, const void *b) {
    const char *const *x = a;
    const char *const *y = b;
    return strcmp(*x, *y);
}

/* Appends the names, each with its NUL, and counts them. 0 or an errno. */
static int read_names(DIR *dir, const char *ending, rsp_buf *names, size_t *out_num) {
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(dir);
        if (!entry)
            return errno;
        rsp_bytes name = rsp_bytes_str(entry->d_name);
        if (entry->d_name[0] == '.' || !rsp_bytes_ends(name, rsp_bytes_str(ending)))
            continue;
        rsp_buf_append(names, rsp_bytes_make(name.ptr, name.len + 1));
        ++*out_num;
    }
}

static rsp_status keep_sorted(rsp_folder_names *out, rsp_bytes names, size_t num) {
    rsp_bytes text = rsp_arena_bytes(&out->arena, names);
    const char **list = rsp_arena_alloc(&out->arena, (num + 1) * sizeof *list);
    if (out->arena.status != RSP_OK)
        return RSP_NO_MEMORY;
    for (size_t i = 0; i < num; i++)
        list[i] = (const char *)rsp_bytes_split(&text, 0).ptr;
    if (num > 0)
        qsort(list, num, sizeof *list, by_name);
    out->names = list;
    out->num = num;
    return RSP_OK;
}

rsp_status rsp_folder_read(rsp_folder_names *out, const char *path, const char *ending, rsp_error *error) {
    rsp_buf names = {0};
    size_t num = 0;
    *out = (rsp_folder_names){0};
    DIR *dir = opendir(path);
    int why = dir ? read_names(dir, ending, &names, &num) : errno;
    rsp_status status = RSP_OK;
    if (dir)
        closedir(dir);
    if (why != 0 && why != ENOENT)
        status = rsp_fail(error, RSP_IO, "%s: can not be read: %s", path, strerror(why));
    else if (names.status != RSP_OK || keep_sorted(out, rsp_buf_bytes(&names), num) != RSP_OK)
        status = rsp_fail(error, RSP_NO_MEMORY, "%s: no memory for what is in it", path);
    rsp_buf_free(&names);
    if (status != RSP_OK)
        rsp_folder_free(out);
    return status;
}

void rsp_folder_free(rsp_folder_names *f) {
    rsp_arena_free(&f->arena);
    *f = (rsp_folder_names){0};
}

size_t rsp_folder_count(const char *path) {
    rsp_folder_names f;
    (void)!rsp_folder_read(&f, path, "", NULL);
    size_t num = f.num;
    rsp_folder_free(&f);
    return num;
}

rsp_status rsp_folder_make(const char *path, rsp_error *error) {
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return RSP_OK;
    return rsp_fail(error, RSP_IO, "%s: can not be made: %s", path, strerror(errno));
}

rsp_status rsp_folder_make_whole(const char *path, const char *hidden, rsp_folder_filler *fill, void *ctx,
                                 rsp_error *error) {
    rsp_status status = rsp_folder_make(hidden, error);
    if (status != RSP_OK)
        return status;
    status = fill(ctx, hidden, error);
    if (status == RSP_OK && rename(hidden, path) == 0)
        return rsp_file_sync_name(path)
                   ? RSP_OK
                   : rsp_fail(error, RSP_IO, "%s: can not be made: %s", path, strerror(errno));
    if (status == RSP_OK && errno != EEXIST && errno != ENOTEMPTY)
        status = rsp_fail(error, RSP_IO, "%s: can not be made: %s", path, strerror(errno));
    (void)!rsp_folder_remove(hidden, NULL);
    return status;
}

rsp_status rsp_folder_remove(const char *path, rsp_error *error) {
    rsp_folder_names f;
    (void)!rsp_folder_read(&f, path, "", NULL); /* what stays there is told by rmdir */
    for (size_t i = 0; i < f.num; i++)
        (void)unlink(rsp_arena_printf(&f.arena, "%s/%s", path, f.names[i]));
    rsp_folder_free(&f);
    return rmdir(path) == 0 ? RSP_OK
                            : rsp_fail(error, RSP_IO, "%s: can not be removed: %s", path, strerror(errno));
}

/* A link to a folder is none: what it leads to is somebody else's. */
static bool is_folder_itself(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

void rsp_folder_remove_tree(const char *path, unsigned depth) {
    rsp_arena arena = {0};
    DIR *dir = depth > 0 ? opendir(path) : NULL;
    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir)) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        const char *one = rsp_arena_printf(&arena, "%s/%s", path, entry->d_name);
        if (is_folder_itself(one))
            rsp_folder_remove_tree(one, depth - 1);
        else
            (void)unlink(one);
    }
    if (dir)
        (void)closedir(dir);
    rsp_arena_free(&arena);
    (void)rmdir(path);
}

/* Each file is written under a hidden name and renamed, so that programs which start together agree.
 * Nothing is synced: a file that a crash cut short differs, and is written again by the next program.
 * See builtin_data.h. */
/* SPDX-License-Identifier: MIT */
#include "cli/builtin_data.h"

#include "core/file.h"
#include "core/file_writer.h"
#include "core/folder.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value && value[0] == '/' ? value : NULL;
}

/* --- files --- */

static bool is_same(const char *path, const builtin_file *file) {
    rsp_buf old = {.limit = file->len + 1};
    const bool same = rsp_path_is_file(path) && rsp_file_read(&old, path, NULL) == RSP_OK &&
                      rsp_bytes_equal(rsp_buf_bytes(&old), rsp_bytes_make(file->bytes, file->len)) &&
                      (!file->is_program || access(path, X_OK) == 0);
    rsp_buf_free(&old);
    return same;
}

static rsp_status fail(rsp_error *error, const char *path) {
    return rsp_fail(error, RSP_IO, "%s: can not be written: %s", path, strerror(errno));
}

static rsp_status write_file(const char *path, const char *hidden, const builtin_file *file,
                             rsp_error *error) {
    (void)unlink(hidden); /* of a program of the same id that was killed */
    const int fd = open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, file->is_program ? 0755 : 0644);
    if (fd < 0)
        return fail(error, path);
    bool written = rsp_file_write_fd(fd, rsp_bytes_make(file->bytes, file->len));
    written = close(fd) == 0 && written;
    if (written && rename(hidden, path) == 0)
        return RSP_OK;
    const rsp_status status = fail(error, path);
    (void)unlink(hidden);
    return status;
}

/* Makes the folders that lead from `top`, which exists, to `path`. */
static rsp_status make_folders(rsp_arena *arena, const char *top, const char *path, rsp_error *error) {
    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        const char *folder = rsp_arena_printf(arena, "%s/%.*s", top, (int)(slash - path), path);
        const rsp_status status = rsp_folder_make(folder, error);
        if (status != RSP_OK)
            return status;
    }
    return RSP_OK;
}

static rsp_status unpack_file(rsp_arena *arena, const char *top, const builtin_file *file, rsp_error *error) {
    const char *path = rsp_arena_printf(arena, "%s/%s", top, file->path);
    if (is_same(path, file))
        return RSP_OK;
    const char *slash = strrchr(path, '/');
    const char *hidden =
        rsp_arena_printf(arena, "%.*s/.%s.%ld", (int)(slash - path), path, slash + 1, (long)getpid());
    const rsp_status status = make_folders(arena, top, file->path, error);
    return status == RSP_OK ? write_file(path, hidden, file, error) : status;
}

/* --- where --- */

/* Another user who made it first could put there what they like. */
static rsp_status check_owner(const char *folder, rsp_error *error) {
    struct stat about;
    if (lstat(folder, &about) != 0)
        return rsp_fail(error, RSP_IO, "%s: can not be looked at: %s", folder, strerror(errno));
    if (!S_ISDIR(about.st_mode) || about.st_uid != geteuid() || (about.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return rsp_fail(error, RSP_IO, "%s: is no folder that only you can write to", folder);
    return RSP_OK;
}

static rsp_status make_top(const char *folder, rsp_error *error) {
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return rsp_fail(error, RSP_IO, "%s: can not be made: %s", folder, strerror(errno));
    return check_owner(folder, error);
}

/* Where folders of ours may be made: `own` in `above`, which exists, or the place does not count. */
typedef struct place {
    const char *above;
    const char *own;
} place;

static rsp_status make_place(const char **out, rsp_arena *arena, const place *p, const char *name,
                             rsp_error *error) {
    const char *own = rsp_arena_printf(arena, "%s/%s", p->above, p->own);
    *out = rsp_arena_printf(arena, "%s/%s", own, name);
    const rsp_status status = make_top(own, error);
    return status == RSP_OK ? make_top(*out, error) : status;
}

static rsp_status unpack_at(const char **out, rsp_arena *arena, const place *p, const builtin_data *data,
                            const char *part, rsp_error *error) {
    const char *top = NULL;
    const size_t len = strlen(part);
    rsp_status status = make_place(&top, arena, p, data->name, error);
    bool any = false;
    for (size_t i = 0; i < data->num && status == RSP_OK; i++) {
        if (strncmp(data->files[i].path, part, len) != 0)
            continue;
        any = true;
        status = unpack_file(arena, top, &data->files[i], error);
    }
    *out = any && status == RSP_OK ? rsp_arena_printf(arena, "%s/%.*s", top, (int)len - 1, part) : NULL;
    return status == RSP_OK ? arena->status : status;
}

/* ~/.cache, made where there is a home. */
static const char *cache_of_user(rsp_arena *arena) {
    const char *home = variable("HOME");
    const char *cache = home ? rsp_arena_printf(arena, "%s/.cache", home) : NULL;
    if (cache && rsp_path_is_folder(home))
        (void)mkdir(cache, 0700);
    return cache;
}

rsp_status builtin_data_unpack(const char **out, rsp_arena *arena, const builtin_data *data, const char *part,
                               rsp_error *error) {
    const char *own = rsp_arena_printf(arena, "stubborn-%lu", (unsigned long)geteuid());
    const place places[] = {
        {variable("XDG_CACHE_HOME"), "stubborn"},
        {cache_of_user(arena), "stubborn"},
        {variable("TMPDIR"), own},
        {"/tmp", own},
    };
    rsp_status status = rsp_fail(error, RSP_IO, "/tmp: no such folder");
    *out = NULL;
    for (size_t i = 0; i < RSP_ARRAY_LEN(places) && status != RSP_OK; i++) {
        if (places[i].above && rsp_path_is_folder(places[i].above))
            status = unpack_at(out, arena, &places[i], data, part, error);
    }
    return status;
}

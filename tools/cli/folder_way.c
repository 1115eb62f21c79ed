/* What is there of a path is resolved by the system, the rest name by name.
 * Full paths are compared by whole names.
 * See folder_way.h. */
/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/folder_way.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Takes the last name off. */
static void go_up(char *path) {
    char *slash = strrchr(path, '/');
    if (slash)
        *(slash == path ? slash + 1 : slash) = '\0';
}

/* One name more; a link or folder that is there is resolved. False beyond PATH_MAX. */
static bool go_down(char *path, rsp_bytes name) {
    char real[PATH_MAX];
    const size_t len = strlen(path);
    if (len + name.len + 2 > PATH_MAX)
        return false;
    char *at = path + len;
    if (len > 1)
        *at++ = '/';
    memcpy(at, name.ptr, name.len);
    at[name.len] = '\0';
    if (realpath(path, real))
        memcpy(path, real, strlen(real) + 1);
    return true;
}

const char *folder_way_full(rsp_arena *arena, const char *path) {
    char full[PATH_MAX] = "/";
    if (path[0] != '/' && !getcwd(full, sizeof full))
        return NULL;
    for (rsp_bytes rest = rsp_bytes_str(path); rest.len > 0;) {
        const rsp_bytes name = rsp_bytes_split(&rest, '/');
        if (rsp_bytes_equal(name, RSP_LIT("..")))
            go_up(full);
        else if (name.len > 0 && !rsp_bytes_equal(name, RSP_LIT(".")) && !go_down(full, name))
            return NULL;
    }
    return rsp_arena_str(arena, full);
}

const char *folder_way_of(rsp_arena *arena, const char *file) {
    const char *slash = strrchr(file, '/');
    if (!slash)
        return ".";
    return rsp_arena_printf(arena, "%.*s", slash == file ? 1 : (int)(slash - file), file);
}

const char *folder_way_join(rsp_arena *arena, const char *folder, const char *path) {
    const size_t len = strlen(folder);
    if (path[0] == '/' || len == 0)
        return rsp_arena_str(arena, path);
    return rsp_arena_printf(arena, "%s%s%s", folder, folder[len - 1] == '/' ? "" : "/", path);
}

/* How much two full paths share, by whole names; at least 1. */
static size_t shared(const char *a, const char *b) {
    size_t same = 1;
    for (size_t i = 1;; i++) {
        const bool ends = (a[i] == '\0' || a[i] == '/') && (b[i] == '\0' || b[i] == '/');
        same = ends ? i : same;
        if (a[i] == '\0' || a[i] != b[i])
            return same;
    }
}

const char *folder_way_common(rsp_arena *arena, const char *a, const char *b) {
    return rsp_arena_printf(arena, "%.*s", (int)shared(a, b), a);
}

const char *folder_way_between(rsp_arena *arena, const char *from, const char *to) {
    const size_t same = shared(from, to);
    rsp_buf way = {0};
    if (same == 1 && strlen(from) > 1)
        return rsp_arena_str(arena, to);
    for (const char *left = from + same; *left; left++)
        if (*left == '/')
            rsp_buf_str(&way, way.len ? "/.." : "..");
    const char *rest = to + same + (to[same] == '/');
    if (way.len > 0 && *rest)
        rsp_buf_push(&way, '/');
    rsp_buf_str(&way, rest);
    const char *kept = way.status == RSP_OK ? rsp_arena_str(arena, rsp_buf_cstr(&way)) : NULL;
    rsp_buf_free(&way);
    return kept;
}

const char *folder_way_from_file(rsp_arena *arena, const char *file, const char *folder) {
    const char *from = folder_way_full(arena, file ? folder_way_of(arena, file) : "");
    const char *to = folder_way_full(arena, folder);
    const char *way = from && to ? folder_way_between(arena, from, to) : NULL;
    return way ? way : folder;
}

/* Finds the suite and the debuggees for a program that may be installed anywhere or not at all.
 * The program's own folder comes from argv[0] and PATH, which every system has.
 * What does not exist is passed over. */
/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/data_path.h"

#include "cli/io.h"
#include "core/arena.h"

#include "core/file.h"
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

static char own_folder[PATH_MAX]; /* "" when it could not be found */
static char own_path[PATH_MAX];

const builtin_data *data_path_builtin;

static bool try_program(const char *path) {
    char real[PATH_MAX];
    if (access(path, X_OK) != 0 || !realpath(path, real))
        return false;
    char *slash = strrchr(real, '/');
    size_t len = slash ? (size_t)(slash - real) : 0;
    memcpy(own_path, real, sizeof own_path);
    memcpy(own_folder, real, len);
    own_folder[len] = '\0';
    return len > 0;
}

void data_path_init(const char *argv0) {
    own_folder[0] = '\0';
    if (!argv0 || try_program(strchr(argv0, '/') ? argv0 : "") || strchr(argv0, '/'))
        return;
    rsp_bytes rest = rsp_bytes_str(getenv("PATH"));
    while (rest.ptr) {
        rsp_bytes folder = rsp_bytes_split(&rest, ':');
        rsp_buf path = {0};
        rsp_buf_append(&path, folder);
        rsp_buf_printf(&path, "/%s", argv0);
        bool found = try_program(rsp_buf_cstr(&path));
        rsp_buf_free(&path);
        if (found)
            return;
    }
}

const char *data_path_program(rsp_arena *arena) {
    return own_folder[0] ? rsp_arena_str(arena, own_path) : NULL;
}

static const char *if_folder(const char *path) {
    return path && path[0] && rsp_path_is_folder(path) ? path : NULL;
}

/* `relative` to the program's folder. */
static const char *beside(rsp_arena *arena, const char *relative) {
    if (!own_folder[0])
        return NULL;
    const char *path = if_folder(rsp_arena_printf(arena, "%s/%s", own_folder, relative));
    char real[PATH_MAX];
    return path && realpath(path, real) ? rsp_arena_str(arena, real) : NULL;
}

/* A path below the current folder without what leads there: shorter to read, and to type again. */
static const char *shorten(rsp_arena *arena, const char *path) {
    char here[PATH_MAX];
    size_t len = getcwd(here, sizeof(here)) ? strlen(here) : 0;
    bool below = path && len > 1 && strncmp(path, here, len) == 0 && path[len] == '/';
    return below ? rsp_arena_str(arena, path + len + 1) : path;
}

const char *data_path_here(rsp_arena *arena) {
    const char *path = own_folder[0] ? shorten(arena, own_path) : NULL;
    return path && !strchr(path, '/') ? rsp_arena_printf(arena, "./%s", path) : path;
}

/* A part of what is linked in; NULL when there is none. A reason why it can not be used is told once. */
static const char *unpacked(rsp_arena *arena, const char *part) {
    static bool is_told;
    rsp_error error = {0};
    const char *path = NULL;
    if (!data_path_builtin || builtin_data_unpack(&path, arena, data_path_builtin, part, &error) == RSP_OK)
        return path;
    if (!is_told)
        io_say(stderr,
               "stubborn: the data of this program can not be unpacked: %s; name a folder that takes it by "
               "XDG_CACHE_HOME\n",
               error.msg);
    is_told = true;
    return NULL;
}

const char *data_path_root(rsp_arena *arena) {
    const char *path = beside(arena, "../share/stubborn");
    if (!path)
        path = unpacked(arena, "share/stubborn/");
    return path ? path : if_folder(STUBBORN_SOURCE_DIR);
}

const char *data_path_scenarios(rsp_arena *arena) {
    const char *path = getenv("STUBBORN_SCENARIOS");
    if (path && path[0])
        return path; /* also when it is wrong: better an error that names it than another suite */
    const char *root = data_path_root(arena);
    return root ? shorten(arena, if_folder(rsp_arena_printf(arena, "%s/scenarios", root))) : NULL;
}

const char *data_path_debuggees(rsp_arena *arena, const char *kind) {
    if (strchr(kind, '/'))
        return if_folder(kind);
    if (strcmp(kind, "riscv") == 0)
        kind = "riscv64";
    const char *above = getenv("STUBBORN_DEBUGGEES");
    if (above && above[0])
        return rsp_arena_printf(arena, "%s/%s", above, kind);
    const char *path = beside(arena, rsp_arena_printf(arena, "../libexec/stubborn/debuggees/%s", kind));
    if (!path)
        path = beside(arena, rsp_arena_printf(arena, "../corpora/%s", kind));
    if (!path)
        path = unpacked(arena, rsp_arena_printf(arena, "libexec/stubborn/debuggees/%s/", kind));
    return path;
}

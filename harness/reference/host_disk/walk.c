/* What is settled and what is still to be walked, part by part.
 * A link's target takes the place of its name.
 * See walk.h. */
/* SPDX-License-Identifier: MIT */
#include "walk.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { MAX_LINKS = 40 };

static void step_up(walk *w) {
    char *slash = strrchr(w->at, '/');
    if (slash)
        *slash = '\0';
}

/* The link's target takes its place; an absolute one starts at the machine's root. */
static int take_link(walk *w) {
    char target[HOST_PATH_BYTES];
    char rest[sizeof w->rest];
    int error = ++w->links > MAX_LINKS ? host_errno(ELOOP) : host_read_link(&w->place, target);
    if (error)
        return error;
    int len = snprintf(rest, sizeof rest, "%s/%s", target, w->rest);
    if (len < 0 || (size_t)len >= sizeof rest)
        return host_errno(ENAMETOOLONG);
    memcpy(w->rest, rest, (size_t)len + 1);
    if (target[0] == '/')
        w->at[0] = '\0';
    else
        step_up(w);
    return 0;
}

/* One part of the way; it is a folder or the end. */
static int take_part(walk *w, const char *part, bool follow) {
    size_t len = strlen(w->at);
    if (strcmp(part, "..") == 0) {
        step_up(w);
        return 0;
    }
    size_t num = strlen(part);
    if (len + num + 2 > HOST_PATH_BYTES)
        return host_errno(ENAMETOOLONG);
    w->at[len] = '/';
    memcpy(w->at + len + 1, part, num + 1);
    int error = host_stat(w->disk, w->at, &w->stat, &w->place);
    if (error)
        return error;
    bool last = w->rest[0] == '\0';
    if (S_ISLNK(w->stat.st_mode) && (follow || !last))
        return take_link(w);
    return last || S_ISDIR(w->stat.st_mode) ? 0 : host_errno(ENOTDIR);
}

int host_walk(walk *w, const rsp_host_disk *d, const char *path, bool follow) {
    *w = (walk){.disk = d};
    (void)snprintf(w->rest, sizeof w->rest, "%s", path);
    while (w->rest[0]) {
        char part[HOST_PATH_BYTES];
        size_t len = strcspn(w->rest, "/");
        if (len >= sizeof part)
            return host_errno(ENAMETOOLONG);
        memcpy(part, w->rest, len);
        part[len] = '\0';
        size_t skip = len + strspn(w->rest + len, "/");
        memmove(w->rest, w->rest + skip, strlen(w->rest + skip) + 1);
        if (len == 0 || strcmp(part, ".") == 0)
            continue;
        int error = take_part(w, part, follow);
        if (error)
            return error;
    }
    if (w->at[0] == '\0')
        (void)snprintf(w->at, sizeof w->at, "/");
    return host_stat(d, strcmp(w->at, "/") == 0 ? "" : w->at, &w->stat, &w->place);
}

int host_walk_to_new(const rsp_host_disk *d, const char *path, char settled[HOST_PATH_BYTES], place *out) {
    char folder[HOST_PATH_BYTES];
    walk w;
    const char *slash = strrchr(path, '/');
    const bool named = slash && slash[1] && strcmp(slash, "/.") != 0 && strcmp(slash, "/..") != 0;
    if (!named || strlen(path) >= HOST_PATH_BYTES)
        return host_errno(ENOENT);
    (void)snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
    int error = host_walk(&w, d, folder[0] ? folder : "/", true);
    if (error)
        return error;
    if (!S_ISDIR(w.stat.st_mode))
        return host_errno(ENOTDIR);
    int len = snprintf(settled, HOST_PATH_BYTES, "%s/%s", strcmp(w.at, "/") == 0 ? "" : w.at, slash + 1);
    if (len < 0 || len >= HOST_PATH_BYTES)
        return host_errno(ENAMETOOLONG);
    if (!host_find_place(d, settled, out) || !out->mount->writable || !out->inside[0])
        return host_errno(EROFS);
    return 0;
}

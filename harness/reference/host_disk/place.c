/* Error numbers, and the way from a mount to a descriptor.
 * Each part of a path is opened by itself and never followed.
 * See place.h. */
/* SPDX-License-Identifier: MIT */
#include "place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int host_errno(int number) {
    static const struct {
        int host;
        int number;
    } table[] = {{EPERM, 1},   {ENOENT, 2},   {EIO, 5},           {EACCES, 13},    {EBUSY, 16},  {EEXIST, 17},
                 {EXDEV, 18},  {ENOTDIR, 20}, {EISDIR, 21},       {EINVAL, 22},    {EMFILE, 24}, {EFBIG, 27},
                 {ENOSPC, 28}, {EROFS, 30},   {ENAMETOOLONG, 36}, {ENOTEMPTY, 39}, {ELOOP, 40}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(table); i++)
        if (table[i].host == number)
            return table[i].number;
    return host_errno(EIO);
}

int host_failed(void) {
    return host_errno(errno);
}

/* The part of the path behind the mount's; NULL when it is elsewhere. */
static const char *inside_of(const mount *m, const char *path) {
    size_t len = strlen(m->guest);
    if (strncmp(path, m->guest, len) != 0 || (path[len] != '/' && path[len] != '\0'))
        return NULL;
    return path[len] == '/' ? path + len + 1 : path + len;
}

bool host_find_place(const rsp_host_disk *d, const char *path, place *out) {
    *out = (place){0};
    for (size_t i = 0; i < d->num; i++) {
        const mount *m = &d->mounts[i];
        const char *inside = inside_of(m, path);
        if (!inside || (m->kind == MOUNT_FILE && *inside))
            continue;
        if (!out->mount || strlen(m->guest) >= strlen(out->mount->guest))
            *out = (place){.mount = m, .inside = inside};
    }
    return out->mount != NULL;
}

/* Whether something is mounted below the path. */
static bool leads_to_mount(const rsp_host_disk *d, const char *path) {
    size_t len = strcmp(path, "/") == 0 ? 0 : strlen(path);
    for (size_t i = 0; i < d->num; i++)
        if (strncmp(d->mounts[i].guest, path, len) == 0 && d->mounts[i].guest[len] == '/')
            return true;
    return false;
}

int host_open_parent(const place *p, char name[HOST_PATH_BYTES]) {
    int fd = openat(p->mount->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const char *at = p->inside;
    (void)snprintf(name, HOST_PATH_BYTES, "%s", *at ? at : ".");
    for (const char *slash; fd >= 0 && (slash = strchr(at, '/')) != NULL; at = slash + 1) {
        (void)snprintf(name, HOST_PATH_BYTES, "%.*s", (int)(slash - at), at);
        int next = openat(fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        int why = errno;
        (void)close(fd);
        errno = why;
        fd = next;
        (void)snprintf(name, HOST_PATH_BYTES, "%s", slash + 1);
    }
    return fd;
}

int host_close_with(int fd, bool good) {
    int why = errno;
    (void)close(fd);
    errno = why;
    return good ? 0 : host_failed();
}

static int stat_place(const place *p, struct stat *out) {
    char name[HOST_PATH_BYTES];
    if (p->mount->kind == MOUNT_FILE)
        return stat(p->mount->host, out) == 0 ? 0 : host_failed();
    int fd = host_open_parent(p, name);
    if (fd < 0)
        return host_failed();
    return host_close_with(fd, fstatat(fd, name, out, AT_SYMLINK_NOFOLLOW) == 0);
}

int host_stat(const rsp_host_disk *d, const char *path, struct stat *out, place *out_place) {
    int error = host_find_place(d, path, out_place) ? stat_place(out_place, out) : host_errno(ENOENT);
    if (!error || !leads_to_mount(d, path))
        return error;
    *out = (struct stat){.st_mode = S_IFDIR | 0555, .st_ino = 1};
    *out_place = (place){0};
    return 0;
}

int host_open(const place *p, int flags, mode_t mode) {
    char name[HOST_PATH_BYTES];
    int extra = O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    if (p->mount->kind == MOUNT_FILE)
        return open(p->mount->host, flags | extra);
    int parent = host_open_parent(p, name);
    if (parent < 0)
        return -1;
    int fd = openat(parent, name, flags | extra | O_NOFOLLOW, mode);
    int why = errno;
    (void)close(parent);
    errno = why;
    return fd;
}

int host_read_link(const place *p, char out[HOST_PATH_BYTES]) {
    char name[HOST_PATH_BYTES];
    int fd = host_open_parent(p, name);
    if (fd < 0)
        return host_failed();
    ssize_t len = readlinkat(fd, name, out, HOST_PATH_BYTES - 1);
    if (len >= 0)
        out[len] = '\0';
    return host_close_with(fd, len >= 0);
}

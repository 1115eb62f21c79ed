/* Puts folders and files of the host where the machine sees them: --dir, --sysroot, and the program
 * itself, in its own folder.
 * See host_disk.h. */
/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath */
#include "place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *host_copy(rsp_host_disk *d, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = rsp_arena_alloc(&d->arena, size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

static rsp_status add_mount(rsp_host_disk *d, mount m, rsp_error *error) {
    if (d->num == HOST_MOUNTS_MAX)
        return rsp_fail(error, RSP_LIMIT, "more than %d folders and files", HOST_MOUNTS_MAX);
    if (d->arena.status != RSP_OK)
        return rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    d->mounts[d->num++] = m;
    return RSP_OK;
}

static rsp_status open_folder(const char *host, int *out_fd, rsp_error *error) {
    *out_fd = open(host, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*out_fd >= 0)
        return RSP_OK;
    if (errno == ENOTDIR)
        return rsp_fail(error, RSP_BAD_FILE, "%s: not a folder", host);
    return rsp_fail(error, RSP_NOT_FOUND, "%s: %s", host, strerror(errno));
}

static rsp_status mount_folder(rsp_host_disk *d, const char *host, const char *guest, bool writable,
                               rsp_error *error) {
    int fd = -1;
    rsp_status status = open_folder(host, &fd, error);
    if (status == RSP_OK)
        status = add_mount(d, (mount){.kind = MOUNT_FOLDER, .writable = writable, .fd = fd, .guest = guest},
                           error);
    if (status != RSP_OK && fd >= 0)
        (void)close(fd);
    return status;
}

/* Takes a word off the end: "/a:rw" becomes "/a". */
static bool take_suffix(char *text, const char *suffix) {
    size_t len = strlen(text), size = strlen(suffix);
    if (len <= size || strcmp(text + len - size, suffix) != 0)
        return false;
    text[len - size] = '\0';
    return true;
}

/* Its own absolute path; the root is "". */
static char *own_path(rsp_host_disk *d, const char *host) {
    char *real = realpath(host, NULL);
    char *copy = real ? host_copy(d, strcmp(real, "/") == 0 ? "" : real) : NULL;
    free(real);
    return copy;
}

rsp_status rsp_host_disk_mount(rsp_host_disk *disk, const char *spec, rsp_error *error) {
    char *host = host_copy(disk, spec);
    if (!host)
        return rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    bool writable = take_suffix(host, ":rw");
    if (!writable)
        (void)take_suffix(host, ":ro");
    char *colon = strrchr(host, ':');
    char *guest = colon ? colon + 1 : NULL;
    if (colon && guest[0] != '/')
        return rsp_fail(
            error, RSP_USAGE,
            "'%s': the path on the machine must be absolute (HOST:/GUEST), and only ':rw' may follow", spec);
    if (colon)
        *colon = '\0';
    int fd = -1;
    rsp_status status = open_folder(host, &fd, error);
    if (status != RSP_OK)
        return status;
    (void)close(fd);
    if (!guest)
        guest = own_path(disk, host);
    while (guest && take_suffix(guest, "/"))
        continue;
    if (guest && strcmp(guest, "/") == 0)
        guest = host_copy(disk, "");
    return guest ? mount_folder(disk, host, guest, writable, error)
                 : rsp_fail(error, RSP_NO_MEMORY, "out of memory");
}

rsp_status rsp_host_disk_mount_root(rsp_host_disk *disk, const char *host, rsp_error *error) {
    return mount_folder(disk, host, "", false, error);
}

/* Absolute, with the links on the way followed, but not one at the end: programs look at their own name. */
static const char *name_in_real_folder(rsp_host_disk *d, const char *host) {
    const char *slash = strrchr(host, '/');
    char *folder = host_copy(d, slash ? host : ".");
    if (!folder)
        return NULL;
    if (slash)
        folder[slash == host ? 1 : slash - host] = '\0';
    const char *real = own_path(d, folder);
    return real ? rsp_arena_printf(&d->arena, "%s/%s", real, slash ? slash + 1 : host) : NULL;
}

rsp_status rsp_host_disk_mount_file(rsp_host_disk *disk, const char *host, rsp_buf *out_path,
                                    rsp_error *error) {
    struct stat info;
    if (stat(host, &info) != 0)
        return rsp_fail(error, RSP_NOT_FOUND, "%s: %s", host, strerror(errno));
    if (!S_ISREG(info.st_mode))
        return rsp_fail(error, RSP_BAD_FILE, "%s: not a regular file", host);
    const char *guest = name_in_real_folder(disk, host);
    char *real = realpath(host, NULL);
    const char *own = real ? host_copy(disk, real) : NULL;
    free(real);
    if (!guest || !own)
        return rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    rsp_buf_str(out_path, guest);
    return add_mount(disk, (mount){.kind = MOUNT_FILE, .host = own, .guest = guest}, error);
}

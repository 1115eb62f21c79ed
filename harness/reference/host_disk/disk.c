/* What the machine asks of its files: looking, reading, listing, writing.
 * Devices, pipes and sockets of the host are never opened.
 * See host_disk.h. */
/* SPDX-License-Identifier: MIT */
#include "walk.h"

#include "core/file.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int disk_look(void *ctx, const char *path, bool follow, rsp_disk_entry *out) {
    walk w;
    int error = host_walk(&w, ctx, path, follow);
    if (error)
        return error;
    mode_t mode = w.stat.st_mode;
    if (!S_ISREG(mode) && !S_ISDIR(mode) && !S_ISLNK(mode))
        return host_errno(EACCES); /* no devices, pipes and sockets of ours */
    bool writable = w.place.mount && w.place.mount->writable;
    *out = (rsp_disk_entry){
        .kind = S_ISREG(mode)   ? RSP_DISK_FILE
                : S_ISDIR(mode) ? RSP_DISK_FOLDER
                                : RSP_DISK_LINK,
        .writable = writable,
        .mode = (uint32_t)(mode & (writable ? 0777 : 0555)),
        .size = S_ISDIR(mode) ? 0 : (uint64_t)w.stat.st_size,
        .inode = (uint64_t)w.stat.st_ino,
        .mtime_ns = (uint64_t)w.stat.st_mtim.tv_sec * 1000000000 + (uint64_t)w.stat.st_mtim.tv_nsec,
    };
    memcpy(out->path, w.at, strlen(w.at) + 1);
    return 0;
}

/* A regular file, whatever has taken its name meanwhile. */
static int check_regular(int fd) {
    struct stat info;
    if (fstat(fd, &info) != 0)
        return host_failed();
    return S_ISREG(info.st_mode) ? 0 : host_errno(S_ISDIR(info.st_mode) ? EISDIR : EACCES);
}

static int disk_read(void *ctx, const char *path, rsp_buf *out) {
    walk w;
    int error = host_walk(&w, ctx, path, false);
    if (error)
        return error;
    if (S_ISLNK(w.stat.st_mode)) {
        char target[HOST_PATH_BYTES];
        error = host_read_link(&w.place, target);
        if (!error)
            rsp_buf_str(out, target);
        return error;
    }
    int fd = w.place.mount ? host_open(&w.place, O_RDONLY, 0) : -1;
    if (fd < 0)
        return w.place.mount ? host_failed() : host_errno(EISDIR);
    error = check_regular(fd);
    if (!error && rsp_file_read_fd(out, fd, path, NULL) != RSP_OK && out->status == RSP_OK)
        error = host_errno(EIO);
    (void)close(fd);
    return error;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef struct names {
    rsp_arena arena;
    char *items[RSP_LIMIT_MACHINE_FOLDER_NAMES];
    size_t num;
} names;

static void add_name(names *n, const char *name, size_t len) {
    for (size_t i = 0; i < n->num; i++)
        if (strlen(n->items[i]) == len && memcmp(n->items[i], name, len) == 0)
            return;
    char *copy = n->num < RSP_ARRAY_LEN(n->items) ? rsp_arena_alloc(&n->arena, len + 1) : NULL;
    if (!copy)
        return;
    memcpy(copy, name, len);
    copy[len] = '\0';
    n->items[n->num++] = copy;
}

static int add_folder(names *n, const place *p) {
    int fd = host_open(p, O_RDONLY | O_DIRECTORY, 0);
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
    if (!folder) {
        int error = host_failed();
        if (fd >= 0)
            (void)close(fd);
        return error;
    }
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            add_name(n, entry->d_name, strlen(entry->d_name));
    (void)closedir(folder);
    return 0;
}

/* Mounts show in the folders above them. */
static void add_mounts(names *n, const rsp_host_disk *d, const char *path) {
    size_t len = strcmp(path, "/") == 0 ? 0 : strlen(path);
    for (size_t i = 0; i < d->num; i++) {
        const char *guest = d->mounts[i].guest;
        if (strncmp(guest, path, len) == 0 && guest[len] == '/')
            add_name(n, guest + len + 1, strcspn(guest + len + 1, "/"));
    }
}

static int disk_list(void *ctx, const char *path, rsp_buf *out) {
    walk w;
    int error = host_walk(&w, ctx, path, true);
    if (!error && !S_ISDIR(w.stat.st_mode))
        error = host_errno(ENOTDIR);
    names *n = error ? NULL : calloc(1, sizeof *n);
    if (!n)
        return error ? error : host_errno(EIO);
    if (w.place.mount)
        error = add_folder(n, &w.place);
    if (!error) {
        add_mounts(n, ctx, w.at);
        qsort(n->items, n->num, sizeof n->items[0], compare_names);
        for (size_t i = 0; i < n->num; i++)
            rsp_buf_append(out, rsp_bytes_make(n->items[i], strlen(n->items[i]) + 1));
    }
    rsp_arena_free(&n->arena);
    free(n);
    return error;
}

static int write_all(int fd, rsp_bytes content) {
    while (content.len > 0) {
        ssize_t num = write(fd, content.ptr, content.len);
        if (num < 0 && errno != EINTR)
            return host_failed();
        content = rsp_bytes_from(content, num > 0 ? (size_t)num : 0);
    }
    return 0;
}

static int disk_write(void *ctx, const char *path, rsp_bytes content, uint32_t mode) {
    char settled[HOST_PATH_BYTES];
    place p;
    int error = host_walk_to_new(ctx, path, settled, &p);
    if (error)
        return error;
    int fd = host_open(&p, O_WRONLY | O_CREAT, (mode_t)(mode & 0777));
    if (fd < 0)
        return host_failed();
    error = check_regular(fd);
    if (!error && ftruncate(fd, 0) != 0)
        error = host_failed();
    if (!error)
        error = write_all(fd, content);
    return close(fd) != 0 && !error ? host_failed() : error;
}

/* Opens the folder of a path that may be missing, and gives the last part of its name. 0 or an errno. */
static int open_parent(const rsp_host_disk *d, const char *path, char name[HOST_PATH_BYTES], int *out_fd) {
    char settled[HOST_PATH_BYTES];
    place p;
    int error = host_walk_to_new(d, path, settled, &p);
    if (error)
        return error;
    *out_fd = host_open_parent(&p, name);
    return *out_fd < 0 ? host_failed() : 0;
}

static int disk_make_folder(void *ctx, const char *path, uint32_t mode) {
    char name[HOST_PATH_BYTES];
    int fd = -1;
    int error = open_parent(ctx, path, name, &fd);
    return error ? error : host_close_with(fd, mkdirat(fd, name, (mode_t)(mode & 0777)) == 0);
}

static int disk_remove(void *ctx, const char *path, bool folder) {
    char name[HOST_PATH_BYTES];
    int fd = -1;
    int error = open_parent(ctx, path, name, &fd);
    return error ? error : host_close_with(fd, unlinkat(fd, name, folder ? AT_REMOVEDIR : 0) == 0);
}

static int disk_rename(void *ctx, const char *from, const char *to) {
    char settled[2][HOST_PATH_BYTES];
    char last[2][HOST_PATH_BYTES];
    place places[2];
    int error = host_walk_to_new(ctx, from, settled[0], &places[0]);
    if (!error)
        error = host_walk_to_new(ctx, to, settled[1], &places[1]);
    if (!error && places[0].mount != places[1].mount)
        error = host_errno(EXDEV);
    int old_folder = error ? -1 : host_open_parent(&places[0], last[0]);
    if (old_folder < 0)
        return error ? error : host_failed();
    int new_folder = host_open_parent(&places[1], last[1]);
    if (new_folder < 0)
        return host_close_with(old_folder, false);
    error = host_close_with(new_folder, renameat(old_folder, last[0], new_folder, last[1]) == 0);
    (void)close(old_folder);
    return error;
}

rsp_host_disk *rsp_host_disk_new(void) {
    rsp_host_disk *d = calloc(1, sizeof *d);
    if (d)
        d->functions = (rsp_disk){.ctx = d,
                                  .look = disk_look,
                                  .read = disk_read,
                                  .list = disk_list,
                                  .write = disk_write,
                                  .make_folder = disk_make_folder,
                                  .remove = disk_remove,
                                  .rename = disk_rename};
    return d;
}

void rsp_host_disk_free(rsp_host_disk *disk) {
    if (!disk)
        return;
    for (size_t i = 0; i < disk->num; i++)
        if (disk->mounts[i].kind == MOUNT_FOLDER)
            (void)close(disk->mounts[i].fd);
    rsp_arena_free(&disk->arena);
    free(disk);
}

const rsp_disk *rsp_host_disk_functions(rsp_host_disk *disk) {
    return &disk->functions;
}

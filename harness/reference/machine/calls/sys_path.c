/* System calls about paths: folders, links, removal, renaming, access.
 * Changes go to the embedder at once; it says which folders may be changed.
 * Owners and modes can not be changed: the user of the machine owns all. */
/* SPDX-License-Identifier: MIT */
#include "bundle.h"
#include "files.h"
#include "nodes.h"
#include "paths.h"
#include "proc.h"
#include "syscall.h"

#include "core/limits.h"
#include "core/mem.h"
#include <string.h>

static int64_t folder_of(const call *c, uint64_t dirfd, const char **out) {
    *out = c->p->cwd;
    if ((int32_t)dirfd == L_AT_FDCWD)
        return 0;
    const open_file *f = file_of(c->p, (uint32_t)dirfd);
    if (!f || f->kind != FILE_FOLDER)
        return f ? -L_ENOTDIR : -L_EBADF;
    *out = f->path;
    return 0;
}

int64_t call_path_or_self(const call *c, uint64_t dirfd, uint64_t address, uint64_t flags,
                          char out[RSP_LIMIT_MACHINE_PATH_BYTES], bool *out_self) {
    char given[RSP_LIMIT_MACHINE_PATH_BYTES];
    const char *folder;
    access_fault fault = space_copy_text(c->p->space, given, sizeof given, address);
    *out_self = false;
    if (fault != ACCESS_OK)
        return fault == ACCESS_UNMAPPED ? -L_EFAULT : -L_ENAMETOOLONG;
    if (given[0] == '\0') {
        *out_self = flags & L_AT_EMPTY_PATH;
        return *out_self ? 0 : -L_ENOENT;
    }
    int64_t error = given[0] == '/' ? 0 : folder_of(c, dirfd, &folder);
    if (error)
        return error;
    rsp_status status = path_resolve(out, RSP_LIMIT_MACHINE_PATH_BYTES, given[0] == '/' ? "" : folder, given);
    return status ? -L_ENAMETOOLONG : 0;
}

int64_t call_path(const call *c, uint64_t dirfd, uint64_t address, char out[RSP_LIMIT_MACHINE_PATH_BYTES]) {
    bool self;
    return call_path_or_self(c, dirfd, address, 0, out, &self);
}

int64_t sys_getcwd(call *c) {
    size_t len = strlen(c->p->cwd) + 1;
    if (c->a[1] < len)
        return -L_ERANGE;
    return space_copy_out(c->p->space, c->a[0], c->p->cwd, len) ? (int64_t)len : -L_EFAULT;
}

static int64_t enter(call *c, const char *path) {
    char *copy = rsp_mem_alloc(c->m->options.mem, strlen(path) + 1);
    if (!copy)
        return -L_ENOMEM;
    memcpy(copy, path, strlen(path) + 1);
    rsp_mem_free(c->m->options.mem, c->p->cwd);
    c->p->cwd = copy;
    return 0;
}

int64_t sys_chdir(call *c) {
    char path[RSP_LIMIT_MACHINE_PATH_BYTES];
    file_at at;
    int64_t error = call_path(c, (uint64_t)L_AT_FDCWD, c->a[0], path);
    if (!error)
        error = files_look(c->m, path, true, &at);
    if (error)
        return error;
    return at.entry.kind == RSP_DISK_FOLDER ? enter(c, at.entry.path) : -L_ENOTDIR;
}

int64_t sys_fchdir(call *c) {
    const open_file *f = file_of(c->p, c->a[0]);
    if (!f || f->kind != FILE_FOLDER)
        return f ? -L_ENOTDIR : -L_EBADF;
    return enter(c, f->path);
}

int64_t sys_faccessat(call *c) {
    enum { MAY_WRITE = 2, MAY_EXECUTE = 1 };
    char path[RSP_LIMIT_MACHINE_PATH_BYTES];
    file_at at;
    int64_t error = call_path(c, c->a[0], c->a[1], path);
    if (!error && proc_exists(c->p, path))
        return c->a[2] & (MAY_WRITE | MAY_EXECUTE) ? -L_EACCES : 0;
    if (!error)
        error = files_look(c->m, path, true, &at);
    if (error)
        return error;
    if ((c->a[2] & MAY_WRITE) && !at.entry.writable)
        return -L_EROFS;
    return (c->a[2] & MAY_EXECUTE) && !(at.entry.mode & 0111) ? -L_EACCES : 0;
}

int64_t sys_faccessat2(call *c) {
    return sys_faccessat(c);
}

int64_t sys_readlinkat(call *c) {
    char path[RSP_LIMIT_MACHINE_PATH_BYTES];
    rsp_buf target;
    file_at at = {0};
    int64_t result = call_path(c, c->a[0], c->a[1], path);
    if (result)
        return result;
    rsp_buf_init(&target, c->m->options.mem, RSP_LIMIT_MACHINE_PATH_BYTES);
    if (!proc_link(c->p, path, &target)) {
        result = files_look(c->m, path, false, &at);
        if (!result && at.entry.kind != RSP_DISK_LINK)
            result = -L_EINVAL;
        if (!result)
            result = -c->m->options.disk->read(c->m->options.disk->ctx, at.entry.path, &target);
    }
    size_t len = target.len < c->a[3] ? target.len : (size_t)c->a[3];
    if (!result && target.status)
        result = -L_ENOMEM;
    if (!result)
        result = space_copy_out(c->p->space, c->a[2], target.ptr, len) ? (int64_t)len : -L_EFAULT;
    rsp_buf_free(&target);
    return result;
}

int64_t sys_mkdirat(call *c) {
    char path[RSP_LIMIT_MACHINE_PATH_BYTES];
    const rsp_disk *disk = c->m->options.disk;
    file_at at;
    int64_t error = call_path(c, c->a[0], c->a[1], path);
    if (error)
        return error;
    if (files_look(c->m, path, false, &at) == 0)
        return -L_EEXIST;
    return disk ? -disk->make_folder(disk->ctx, path, (uint32_t)(c->a[2] & ~c->p->umask & 0777)) : -L_EROFS;
}

int64_t sys_unlinkat(call *c) {
    char path[RSP_LIMIT_MACHINE_PATH_BYTES];
    const rsp_disk *disk = c->m->options.disk;
    bool folder = c->a[2] & L_AT_REMOVEDIR;
    file_at at;
    int64_t error = call_path(c, c->a[0], c->a[1], path);
    if (!error)
        error = files_look(c->m, path, false, &at);
    if (error)
        return error;
    if (!disk || !at.entry.writable)
        return -L_EROFS;
    if (folder != (at.entry.kind == RSP_DISK_FOLDER))
        return folder ? -L_ENOTDIR : -L_EISDIR;
    error = -disk->remove(disk->ctx, at.entry.path, folder);
    if (!error)
        nodes_forget(c->m, at.entry.path);
    return error;
}

int64_t sys_renameat2(call *c) {
    enum { NO_REPLACE = 1 };
    char from[RSP_LIMIT_MACHINE_PATH_BYTES];
    char to[RSP_LIMIT_MACHINE_PATH_BYTES];
    const rsp_disk *disk = c->m->options.disk;
    file_at at, there;
    int64_t error = call_path(c, c->a[0], c->a[1], from);
    if (!error)
        error = call_path(c, c->a[2], c->a[3], to);
    if (!error)
        error = files_look(c->m, from, false, &at);
    if (error)
        return error;
    if (c->a[4] & ~(uint64_t)NO_REPLACE)
        return -L_EINVAL;
    if ((c->a[4] & NO_REPLACE) && files_look(c->m, to, false, &there) == 0)
        return -L_EEXIST;
    if (!disk || !at.entry.writable)
        return -L_EROFS;
    for (disk_node *n = c->m->disk.nodes; n; n = n->next) /* what is written goes where the name is now */
        (void)node_flush(c->m, n);
    error = -disk->rename(disk->ctx, at.entry.path, to);
    if (!error) {
        nodes_forget(c->m, at.entry.path);
        nodes_forget(c->m, to);
    }
    return error;
}

int64_t sys_linkat(call *c) {
    (void)c;
    return -L_EPERM;
}

int64_t sys_symlinkat(call *c) {
    (void)c;
    return -L_EPERM;
}

/* Owners, modes and times of what exists stay as they are: tools such as cp and touch set them. */
static int64_t keep_as_is(call *c) {
    char path[RSP_LIMIT_MACHINE_PATH_BYTES];
    file_at at;
    int64_t error = call_path(c, c->a[0], c->a[1], path);
    if (!error)
        error = files_look(c->m, path, true, &at);
    return error ? error : at.entry.writable ? 0 : -L_EROFS;
}

static int64_t keep_open_as_is(call *c) {
    return file_of(c->p, c->a[0]) ? 0 : -L_EBADF;
}

int64_t sys_fchmodat(call *c) {
    return keep_as_is(c);
}

int64_t sys_fchownat(call *c) {
    return keep_as_is(c);
}

int64_t sys_utimensat(call *c) {
    return c->a[1] ? keep_as_is(c) : keep_open_as_is(c);
}

int64_t sys_fchmod(call *c) {
    return keep_open_as_is(c);
}

int64_t sys_fchown(call *c) {
    return keep_open_as_is(c);
}

int64_t sys_umask(call *c) {
    uint32_t old = c->p->umask;
    c->p->umask = (uint32_t)c->a[0] & 0777;
    return old;
}

/* Names of bundled files below a folder: the part up to the next slash, once each. */
static void bundled_names(const rsp_machine *m, const char *path, rsp_buf *out) {
    size_t len = strcmp(path, "/") == 0 ? 0 : strlen(path);
    rsp_bytes last = {0};
    for (size_t i = 0; i < m->options.num_files; i++) {
        const char *file = m->disk.files[i]->path;
        if (strncmp(file, path, len) != 0 || file[len] != '/')
            continue;
        rsp_bytes name = rsp_bytes_make(file + len + 1, strcspn(file + len + 1, "/"));
        if (rsp_bytes_equal(name, last))
            continue;
        last = name;
        rsp_buf_append(out, name);
        rsp_buf_push(out, 0);
    }
}

int64_t folder_names(rsp_machine *m, const char *path, rsp_buf *out) {
    const rsp_disk *disk = m->options.disk;
    rsp_buf_init(out, m->options.mem, RSP_LIMIT_MACHINE_FILE_BYTES);
    rsp_buf_append(out, rsp_bytes_make(".\0..", 5));
    int error = disk ? disk->list(disk->ctx, path, out) : L_ENOENT;
    bundled_names(m, path, out);
    if (error && error != L_ENOENT)
        return -error;
    return out->status ? -L_ENOMEM : 0;
}

enum { DIRENT_BYTES = 19 };

static void put_dirent(rsp_buf *out, rsp_bytes name, uint64_t next) {
    uint8_t head[DIRENT_BYTES] = {0};
    size_t size = (DIRENT_BYTES + name.len + 1 + 7) & ~(size_t)7;
    le_store(head, 8, next); /* an inode that is not 0; stat has the real one */
    le_store(head + 8, 8, next);
    le_store(head + 16, 2, size); /* type 0: unknown */
    rsp_buf_append(out, rsp_bytes_make(head, sizeof head));
    rsp_buf_append(out, name);
    for (size_t i = sizeof head + name.len; i < size; i++)
        rsp_buf_push(out, 0);
}

int64_t sys_getdents64(call *c) {
    open_file *f = file_of(c->p, c->a[0]);
    if (!f || f->kind != FILE_FOLDER)
        return f ? -L_ENOTDIR : -L_EBADF;
    rsp_buf *out = &c->m->output;
    uint64_t at = f->offset;
    rsp_buf_clear(out);
    while (at < f->names->len) {
        rsp_bytes name = rsp_bytes_str((const char *)f->names->ptr + at);
        size_t size = (DIRENT_BYTES + name.len + 1 + 7) & ~(size_t)7;
        if (out->len + size > c->a[2] || out->len + size > RSP_LIMIT_MACHINE_OUTPUT_BYTES)
            break;
        at += name.len + 1;
        put_dirent(out, name, at);
    }
    if (out->len == 0 && at < f->names->len)
        return -L_EINVAL;
    if (out->len && !space_copy_out(c->p->space, c->a[1], out->ptr, out->len))
        return -L_EFAULT;
    f->offset = at;
    return (int64_t)out->len;
}

/* System calls that tell what a file is: fstat, newfstatat, statx, statfs.
 * All layouts are the generic ones of 64-bit Linux.
 * Times are those of the embedder's files; bundled files have none. */
/* SPDX-License-Identifier: MIT */
#include "files.h"
#include "nodes.h"
#include "paths.h"
#include "proc.h"
#include "syscall.h"

#include <rsp/clock.h>
#include <string.h>

enum { USER = 1000, STAT_BYTES = 128, STATX_BYTES = 256, BLOCK = 512 };

/* What the two layouts have in common. */
typedef struct facts {
    uint32_t mode; /* with the kind */
    uint64_t size;
    uint64_t inode;
    uint64_t mtime_ns;
} facts;

static facts of_entry(const rsp_disk_entry *e, uint64_t size) {
    static const uint32_t kinds[] = {
        [RSP_DISK_FILE] = L_S_IFREG, [RSP_DISK_FOLDER] = L_S_IFDIR, [RSP_DISK_LINK] = L_S_IFLNK};
    return (facts){
        .mode = kinds[e->kind] | e->mode, .size = size, .inode = e->inode, .mtime_ns = e->mtime_ns};
}

static facts of_file(const call *c, const open_file *f) {
    file_at at;
    if (f->node)
        return of_entry(f->node->entry, f->file->bytes.len);
    if (f->file)
        return (facts){.mode = L_S_IFREG | 0555,
                       .size = f->file->bytes.len,
                       .inode = (uint64_t)(f->file - c->m->options.files) + 1};
    if (f->kind == FILE_FOLDER && files_look(c->m, f->path, true, &at) == 0)
        return of_entry(&at.entry, at.entry.size); /* the same as by its path */
    if (f->kind == FILE_FOLDER)
        return (facts){.mode = L_S_IFDIR | 0555, .inode = UINT32_MAX};
    if (f->kind == FILE_PIPE)
        return (facts){.mode = f->socket ? L_S_IFSOCK | 0777 : L_S_IFIFO | 0600, .inode = 1};
    return (facts){.mode = L_S_IFCHR | 0620, .inode = 1};
}

static int64_t put_stat(call *c, uint64_t address, const facts *f) {
    uint8_t st[STAT_BYTES] = {0};
    le_store(st + 8, 8, f->inode);
    le_store(st + 16, 4, f->mode);
    le_store(st + 20, 4, 1);    /* st_nlink */
    le_store(st + 24, 4, USER); /* st_uid */
    le_store(st + 28, 4, USER); /* st_gid */
    le_store(st + 48, 8, f->size);
    le_store(st + 56, 4, 4096); /* st_blksize */
    le_store(st + 64, 8, (f->size + BLOCK - 1) / BLOCK);
    for (size_t at = 72; at <= 104; at += 16) { /* atime, mtime, ctime */
        le_store(st + at, 8, f->mtime_ns / RSP_NS_PER_S);
        le_store(st + at + 8, 8, f->mtime_ns % RSP_NS_PER_S);
    }
    return space_copy_out(c->p->space, address, st, sizeof st) ? 0 : -L_EFAULT;
}

static int64_t put_statx(call *c, uint64_t address, const facts *f) {
    enum { BASIC = 0x7ff };
    uint8_t st[STATX_BYTES] = {0};
    le_store(st, 4, BASIC);
    le_store(st + 4, 4, 4096);
    le_store(st + 16, 4, 1);
    le_store(st + 20, 4, USER);
    le_store(st + 24, 4, USER);
    le_store(st + 28, 2, f->mode);
    le_store(st + 32, 8, f->inode);
    le_store(st + 40, 8, f->size);
    le_store(st + 48, 8, (f->size + BLOCK - 1) / BLOCK);
    for (size_t at = 64; at <= 112; at += 16) { /* atime, btime, ctime, mtime */
        le_store(st + at, 8, f->mtime_ns / RSP_NS_PER_S);
        le_store(st + at + 8, 4, f->mtime_ns % RSP_NS_PER_S);
    }
    return space_copy_out(c->p->space, address, st, sizeof st) ? 0 : -L_EFAULT;
}

/* By path, or by the descriptor itself where the path is empty. */
static int64_t look_up(call *c, uint64_t flags, facts *out) {
    char path[RSP_LIMIT_MACHINE_PATH_BYTES];
    file_at at;
    bool self;
    int64_t error = call_path_or_self(c, c->a[0], c->a[1], flags, path, &self);
    if (error)
        return error;
    if (self) {
        const open_file *f = file_of(c->p, (uint32_t)c->a[0]);
        *out = f ? of_file(c, f) : (facts){.mode = L_S_IFDIR | 0555, .inode = UINT32_MAX};
        return f || (int32_t)c->a[0] == L_AT_FDCWD ? 0 : -L_EBADF;
    }
    if (strcmp(path, "/dev/null") == 0 || strcmp(path, "/dev/zero") == 0) {
        *out = (facts){.mode = L_S_IFCHR | 0666, .inode = 2};
        return 0;
    }
    if (proc_exists(c->p, path)) {
        *out = (facts){.mode = L_S_IFREG | 0444, .inode = UINT32_MAX - 1};
        return 0;
    }
    error = files_look(c->m, path, !(flags & L_AT_SYMLINK_NOFOLLOW), &at);
    if (!error)
        *out = of_entry(&at.entry, at.entry.size);
    return error;
}

int64_t sys_fstat(call *c) {
    const open_file *f = file_of(c->p, c->a[0]);
    if (!f)
        return -L_EBADF;
    facts it = of_file(c, f);
    return put_stat(c, c->a[1], &it);
}

int64_t sys_newfstatat(call *c) {
    facts it;
    int64_t error = look_up(c, c->a[3], &it);
    return error ? error : put_stat(c, c->a[2], &it);
}

int64_t sys_statx(call *c) {
    facts it;
    int64_t error = look_up(c, c->a[2], &it);
    return error ? error : put_statx(c, c->a[4], &it);
}

static int64_t put_statfs(call *c, uint64_t address) {
    enum { STATFS_BYTES = 120, TMPFS = 0x01021994 };
    uint8_t st[STATFS_BYTES] = {0};
    le_store(st, 8, TMPFS);
    le_store(st + 8, 8, 4096);  /* f_bsize */
    le_store(st + 64, 8, 255);  /* f_namelen */
    le_store(st + 72, 8, 4096); /* f_frsize */
    return space_copy_out(c->p->space, address, st, sizeof st) ? 0 : -L_EFAULT;
}

int64_t sys_statfs(call *c) {
    char path[RSP_LIMIT_MACHINE_PATH_BYTES];
    file_at at;
    int64_t error = call_path(c, (uint64_t)L_AT_FDCWD, c->a[0], path);
    if (!error)
        error = files_look(c->m, path, true, &at);
    return error ? error : put_statfs(c, c->a[1]);
}

int64_t sys_fstatfs(call *c) {
    return file_of(c->p, c->a[0]) ? put_statfs(c, c->a[1]) : -L_EBADF;
}

/* System calls that make, copy and close descriptors of files and folders.
 * Bundled files and files of the embedder are opened alike; /proc and /dev have a few of their own.
 * What is written to a file reaches the embedder when its last descriptor closes. */
/* SPDX-License-Identifier: MIT */
#include "files.h"
#include "nodes.h"
#include "paths.h"
#include "pipes.h"
#include "proc.h"
#include "syscall.h"

#include "core/limits.h"
#include "core/mem.h"
#include <string.h>

static bool writes(uint64_t flags) {
    return (flags & L_O_ACCMODE) != 0;
}

static int64_t install(call *c, open_file *f, uint64_t flags) {
    return f ? file_install(c->p, f, 0, (flags & L_O_CLOEXEC) != 0) : -L_ENOMEM;
}

static int64_t open_regular(call *c, file_at *at, uint64_t flags) {
    int64_t error = node_load(c->m, at);
    if (error)
        return error;
    if (writes(flags) && (!at->node || !at->entry.writable))
        return -L_EROFS;
    if ((flags & L_O_TRUNC) && writes(flags))
        error = node_resize(c->m, at->node, 0);
    open_file *f = error ? NULL : file_new(c->m, FILE_REGULAR, flags);
    if (!f)
        return error ? error : -L_ENOMEM;
    f->file = at->file;
    f->node = at->node;
    if (f->node)
        node_open(f->node, writes(flags));
    return install(c, f, flags);
}

static int64_t open_folder(call *c, const char *path, uint64_t flags) {
    if (writes(flags))
        return -L_EISDIR;
    open_file *f = file_new(c->m, FILE_FOLDER, flags);
    rsp_buf *names = rsp_mem_calloc(c->m->options.mem, 1, sizeof *names);
    char *copy = rsp_mem_alloc(c->m->options.mem, strlen(path) + 1);
    if (f) {
        f->names = names;
        f->path = copy;
    }
    if (!f || !names || !copy) {
        if (!f)
            rsp_mem_free(c->m->options.mem, names);
        if (!f)
            rsp_mem_free(c->m->options.mem, copy);
        (void)file_release(c->m, f);
        return -L_ENOMEM;
    }
    memcpy(copy, path, strlen(path) + 1);
    int64_t error = folder_names(c->m, path, names);
    if (error) {
        (void)file_release(c->m, f);
        return error;
    }
    return install(c, f, flags);
}

static int64_t open_text(call *c, const char *path, rsp_buf *text, uint64_t flags) {
    disk_node *n = node_of_text(c->m, path, rsp_buf_bytes(text));
    open_file *f = n && !writes(flags) ? file_new(c->m, FILE_REGULAR, flags) : NULL;
    if (!f) {
        if (n)
            (void)node_close(c->m, n, false);
        return writes(flags) ? -L_EACCES : -L_ENOMEM;
    }
    f->node = n;
    f->file = &n->file;
    return install(c, f, flags);
}

/* What is no file anywhere. -ENOENT: nor is this. */
static int64_t open_special(call *c, const char *path, uint64_t flags) {
    static const struct {
        const char *path;
        file_kind kind;
    } devices[] = {{"/dev/null", FILE_NULL}, {"/dev/zero", FILE_ZERO}};
    for (size_t i = 0; i < RSP_ARRAY_LEN(devices); i++)
        if (strcmp(path, devices[i].path) == 0)
            return install(c, file_new(c->m, devices[i].kind, flags), flags);
    rsp_buf text;
    rsp_buf_init(&text, c->m->options.mem, RSP_LIMIT_MACHINE_FILE_BYTES);
    int64_t result = proc_text(c->p, path, &text) ? open_text(c, path, &text, flags) : -L_ENOENT;
    rsp_buf_free(&text);
    return result;
}

static int64_t open_new(call *c, const char *path, uint64_t flags, uint64_t mode) {
    file_at at;
    int64_t error = node_create(c->m, path, (uint32_t)(mode & ~c->p->umask & 0777), &at);
    return error ? error : open_regular(c, &at, flags);
}

int64_t sys_openat(call *c) {
    char path[RSP_LIMIT_MACHINE_PATH_BYTES];
    uint64_t flags = c->a[2];
    int64_t error = call_path(c, c->a[0], c->a[1], path);
    if (error)
        return error;
    int64_t special = open_special(c, path, flags);
    if (special != -L_ENOENT)
        return special;
    bool exclusive = (flags & L_O_CREAT) && (flags & L_O_EXCL);
    file_at at;
    error = files_look(c->m, path, !exclusive && !(flags & L_O_NOFOLLOW), &at);
    if (error == -L_ENOENT && (flags & L_O_CREAT))
        return open_new(c, path, flags, c->a[3]);
    if (error)
        return error;
    if (exclusive)
        return -L_EEXIST;
    if (at.entry.kind == RSP_DISK_FOLDER)
        return open_folder(c, at.entry.path, flags);
    return flags & L_O_DIRECTORY ? -L_ENOTDIR : open_regular(c, &at, flags);
}

int64_t sys_close(call *c) {
    open_file *f = file_of(c->p, c->a[0]);
    if (!f)
        return -L_EBADF;
    c->p->files[c->a[0]] = (descriptor){0};
    return file_release(c->m, f);
}

int64_t sys_close_range(call *c) {
    enum { UNSHARE = 2, CLOSE_ON_EXEC = 4 };
    if (c->a[0] > c->a[1] || (c->a[2] & ~(uint64_t)(UNSHARE | CLOSE_ON_EXEC)))
        return -L_EINVAL;
    for (uint64_t fd = c->a[0]; fd < c->p->num_files && fd <= c->a[1]; fd++) {
        open_file *f = c->p->files[fd].file;
        if (c->a[2] & CLOSE_ON_EXEC) {
            c->p->files[fd].close_on_exec = true;
        } else {
            c->p->files[fd] = (descriptor){0};
            (void)file_release(c->m, f);
        }
    }
    return 0;
}

static int64_t duplicate(call *c, open_file *f, uint64_t from, bool close_on_exec) {
    f->refs++;
    return file_install(c->p, f, from, close_on_exec);
}

int64_t sys_dup(call *c) {
    open_file *f = file_of(c->p, c->a[0]);
    return f ? duplicate(c, f, 0, false) : -L_EBADF;
}

int64_t sys_dup3(call *c) {
    open_file *f = file_of(c->p, c->a[0]);
    if (!f || c->a[1] >= RSP_LIMIT_MACHINE_FILES)
        return -L_EBADF;
    if (c->a[0] == c->a[1])
        return -L_EINVAL;
    open_file *old = file_of(c->p, c->a[1]);
    f->refs++;
    if (old) {
        c->p->files[c->a[1]] = (descriptor){0};
        (void)file_release(c->m, old);
    }
    return file_install(c->p, f, c->a[1], (c->a[2] & L_O_CLOEXEC) != 0);
}

int64_t sys_fcntl(call *c) {
    enum {
        DUPFD = 0,
        GETFD = 1,
        SETFD = 2,
        GETFL = 3,
        SETFL = 4,
        GETLK = 5,
        SETLKW = 7,
        DUPFD_CLOEXEC = 1030
    };
    const uint64_t changeable = L_O_APPEND | L_O_NONBLOCK;
    open_file *f = file_of(c->p, c->a[0]);
    if (!f)
        return -L_EBADF;
    descriptor *d = &c->p->files[c->a[0]];
    switch (c->a[1]) {
    case DUPFD:
    case DUPFD_CLOEXEC:
        return c->a[2] >= RSP_LIMIT_MACHINE_FILES ? -L_EINVAL
                                                  : duplicate(c, f, c->a[2], c->a[1] == DUPFD_CLOEXEC);
    case GETFD:
        return d->close_on_exec;
    case SETFD:
        d->close_on_exec = c->a[2] & 1;
        return 0;
    case GETFL:
        return (int64_t)(f->flags & (L_O_ACCMODE | changeable));
    case SETFL:
        f->flags = (f->flags & ~changeable) | (c->a[2] & changeable);
        return 0;
    default:
        return c->a[1] > GETLK && c->a[1] <= SETLKW ? 0 : -L_EINVAL; /* nobody else has these files */
    }
}

static bool is_terminal(const rsp_machine *m, const open_file *f) {
    return m->options.terminal && (f->kind == FILE_STDIN || f->kind == FILE_STDOUT || f->kind == FILE_STDERR);
}

/* Its settings are fixed: what a program sets has no effect. */
static int64_t ask_terminal(const call *c) {
    enum { TCGETS = 0x5401, TCSETS, TCSETSW, TCSETSF, TIOCGWINSZ = 0x5413 };
    enum { ROWS = 24, COLUMNS = 80, TERMIOS_BYTES = 36 };
    /* Linux's defaults: ICRNL IXON, OPOST ONLCR, 38400 baud CREAD CS8, ISIG ICANON ECHO and so on. */
    static const uint32_t flags[] = {0x0500, 0x0005, 0x00bf, 0x8a3b};
    uint8_t bytes[TERMIOS_BYTES] = {0};
    size_t len = 0;
    if (c->a[1] == TCGETS) {
        for (; len < sizeof flags; len += sizeof flags[0])
            le_store(bytes + len, sizeof flags[0], flags[len / sizeof flags[0]]);
        len = TERMIOS_BYTES;
    } else if (c->a[1] == TIOCGWINSZ) {
        bytes[0] = ROWS;
        bytes[2] = COLUMNS;
        len = 8;
    } else if (c->a[1] < TCSETS || c->a[1] > TCSETSF) {
        return -L_ENOTTY;
    }
    return len == 0 || space_copy_out(c->p->space, c->a[2], bytes, len) ? 0 : -L_EFAULT;
}

int64_t sys_ioctl(call *c) {
    enum { FIONREAD = 0x541b, FIONBIO = 0x5421 };
    open_file *f = file_of(c->p, c->a[0]);
    if (!f)
        return -L_EBADF;
    if (is_terminal(c->m, f))
        return ask_terminal(c);
    if (c->a[1] != FIONREAD || f->kind != FILE_PIPE || !f->in)
        return -L_ENOTTY;
    uint8_t bytes[4];
    le_store(bytes, 4, pipe_num_next(f));
    return space_copy_out(c->p->space, c->a[2], bytes, sizeof bytes) ? 0 : -L_EFAULT;
}

int64_t sys_lseek(call *c) {
    open_file *f = file_of(c->p, c->a[0]);
    if (!f)
        return -L_EBADF;
    if (f->kind == FILE_NULL || f->kind == FILE_ZERO)
        return 0;
    if (f->kind != FILE_REGULAR && f->kind != FILE_FOLDER)
        return -L_ESPIPE;
    uint64_t bases[] = {0, f->offset, f->file ? f->file->bytes.len : 0};
    if (c->a[2] >= RSP_ARRAY_LEN(bases))
        return -L_EINVAL;
    uint64_t to = bases[c->a[2]] + c->a[1];
    if (to >> 63)
        return -L_EINVAL;
    f->offset = to;
    return (int64_t)to;
}

int64_t sys_fsync(call *c) {
    const open_file *f = file_of(c->p, c->a[0]);
    if (!f)
        return -L_EBADF;
    return f->node && !f->node->temporary ? node_flush(c->m, f->node) : 0;
}

int64_t sys_fdatasync(call *c) {
    return sys_fsync(c);
}

int64_t sys_sync(call *c) {
    for (disk_node *n = c->m->disk.nodes; n; n = n->next)
        (void)node_flush(c->m, n);
    return 0;
}

int64_t sys_ftruncate(call *c) {
    const open_file *f = file_of(c->p, c->a[0]);
    if (!f)
        return -L_EBADF;
    if (c->a[1] >> 63 || !f->node || !writes(f->flags))
        return -L_EINVAL;
    return node_resize(c->m, f->node, c->a[1]);
}

int64_t sys_truncate(call *c) {
    char path[RSP_LIMIT_MACHINE_PATH_BYTES];
    file_at at;
    int64_t error = call_path(c, (uint64_t)L_AT_FDCWD, c->a[0], path);
    if (!error)
        error = files_look(c->m, path, true, &at);
    if (!error && (c->a[1] >> 63))
        error = -L_EINVAL;
    if (!error)
        error = node_load(c->m, &at);
    if (error)
        return error;
    if (!at.node || !at.entry.writable)
        return -L_EROFS;
    error = node_resize(c->m, at.node, c->a[1]);
    return error || at.node->num_writers ? error : node_flush(c->m, at.node);
}

int64_t sys_fallocate(call *c) {
    const open_file *f = file_of(c->p, c->a[0]);
    uint64_t end = c->a[2] + c->a[3];
    if (!f || !writes(f->flags))
        return -L_EBADF;
    if (c->a[1] || !f->node || end >> 63)
        return -L_EOPNOTSUPP;
    return end > f->file->bytes.len ? node_resize(c->m, f->node, end) : 0;
}

int64_t sys_fadvise64(call *c) {
    return file_of(c->p, c->a[0]) ? 0 : -L_EBADF;
}

int64_t sys_flock(call *c) {
    return file_of(c->p, c->a[0]) ? 0 : -L_EBADF;
}

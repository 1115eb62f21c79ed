/* System calls about files: the bundled read-only files, standard input and output.
 * Output becomes an event; input is what the embedder has fed.
 * There is nothing to write to: -EROFS. */
/* SPDX-License-Identifier: MIT */
#include "event.h"
#include "files.h"
#include "syscall.h"
#include "waiting.h"

#include "core/limits.h"
#include "core/mem.h"
#include <string.h>

int64_t call_path(const call *c, uint64_t address, char out[RSP_LIMIT_MACHINE_PATH_BYTES]) {
    char given[RSP_LIMIT_MACHINE_PATH_BYTES];
    access_fault fault = space_copy_text(c->p->space, given, sizeof given, address);
    if (fault != ACCESS_OK)
        return fault == ACCESS_UNMAPPED ? -L_EFAULT : -L_ENAMETOOLONG;
    if (given[0] == '\0')
        return -L_ENOENT;
    rsp_status status = path_resolve(out, RSP_LIMIT_MACHINE_PATH_BYTES, c->p->cwd, given);
    return status ? -L_ENAMETOOLONG : 0;
}

int64_t sys_getcwd(call *c) {
    size_t len = strlen(c->p->cwd) + 1;
    if (c->a[1] < len)
        return -L_ERANGE;
    return space_copy_out(c->p->space, c->a[0], c->p->cwd, len) ? (int64_t)len : -L_EFAULT;
}

int64_t sys_chdir(call *c) {
    char path[RSP_LIMIT_MACHINE_PATH_BYTES];
    int64_t error = call_path(c, c->a[0], path);
    if (error)
        return error;
    if (!path_is_folder(c->m, path))
        return rsp_machine_file_find(c->m, path) ? -L_ENOTDIR : -L_ENOENT;
    char *copy = rsp_mem_alloc(c->m->options.mem, strlen(path) + 1);
    if (!copy)
        return -L_ENOMEM;
    memcpy(copy, path, strlen(path) + 1);
    rsp_mem_free(c->m->options.mem, c->p->cwd);
    c->p->cwd = copy;
    return 0;
}

/* The file of a path argument, or a negative error with *out NULL. */
static int64_t find(const call *c, uint64_t address, const rsp_machine_file **out) {
    char path[RSP_LIMIT_MACHINE_PATH_BYTES];
    *out = NULL;
    int64_t error = call_path(c, address, path);
    if (error)
        return error;
    *out = rsp_machine_file_find(c->m, path);
    return *out ? 0 : -L_ENOENT;
}

int64_t sys_openat(call *c) {
    const rsp_machine_file *file;
    int64_t error = find(c, c->a[1], &file);
    if (error)
        return error == -L_ENOENT && (c->a[2] & L_O_CREAT) ? -L_EROFS : error;
    if (c->a[2] & (L_O_WRONLY | L_O_RDWR))
        return -L_EROFS;
    open_file *f = rsp_mem_calloc(c->m->options.mem, 1, sizeof *f);
    if (!f)
        return -L_ENOMEM;
    *f = (open_file){.refs = 1, .kind = FILE_BUNDLED, .file = file};
    int64_t fd = file_install(c->p, f, 0, (c->a[2] & L_O_CLOEXEC) != 0);
    if (fd < 0)
        file_release(c->m->options.mem, f);
    return fd;
}

int64_t sys_close(call *c) {
    open_file *f = file_of(c->p, c->a[0]);
    if (!f)
        return -L_EBADF;
    c->p->files[c->a[0]] = (descriptor){0};
    file_release(c->m->options.mem, f);
    return 0;
}

static int64_t duplicate(call *c, open_file *f, uint64_t from, bool close_on_exec) {
    int64_t fd = file_install(c->p, f, from, close_on_exec);
    if (fd >= 0)
        f->refs++;
    return fd;
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
    if (old) {
        c->p->files[c->a[1]] = (descriptor){0};
        file_release(c->m->options.mem, old);
    }
    return duplicate(c, f, c->a[1], (c->a[2] & L_O_CLOEXEC) != 0);
}

int64_t sys_fcntl(call *c) {
    enum { DUPFD = 0, GETFD = 1, SETFD = 2, GETFL = 3, DUPFD_CLOEXEC = 1030 };
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
        return f->kind == FILE_STDOUT || f->kind == FILE_STDERR ? L_O_WRONLY : 0;
    default:
        return -L_EINVAL;
    }
}

int64_t sys_ioctl(call *c) {
    return file_of(c->p, c->a[0]) ? -L_ENOTTY : -L_EBADF;
}

int64_t sys_faccessat(call *c) {
    char path[RSP_LIMIT_MACHINE_PATH_BYTES];
    int64_t error = call_path(c, c->a[1], path);
    if (error)
        return error;
    bool there = rsp_machine_file_find(c->m, path) || path_is_folder(c->m, path);
    return !there ? -L_ENOENT : c->a[2] & 2 ? -L_EROFS : 0;
}

int64_t sys_lseek(call *c) {
    open_file *f = file_of(c->p, c->a[0]);
    if (!f)
        return -L_EBADF;
    if (f->kind != FILE_BUNDLED)
        return -L_ESPIPE;
    uint64_t bases[] = {0, f->offset, f->file->bytes.len};
    if (c->a[2] >= RSP_ARRAY_LEN(bases))
        return -L_EINVAL;
    uint64_t to = bases[c->a[2]] + c->a[1];
    if (to >> 63)
        return -L_EINVAL;
    f->offset = to;
    return (int64_t)to;
}

/* Takes from what was fed; a program that wants more than there is gets what there is. */
static int64_t read_input(call *c, uint64_t address, uint64_t len) {
    rsp_machine *m = c->m;
    if (m->input.len == 0 && !m->input_closed && len) {
        wait_begin(c->t, &(wait){.kind = WAIT_READ, .deadline_ns = RSP_NEVER_NS});
        return CALL_WAITS;
    }
    size_t num = len < m->input.len ? (size_t)len : m->input.len;
    if (num && !space_copy_out(c->p->space, address, m->input.ptr, num))
        return -L_EFAULT;
    rsp_buf_consume(&m->input, num);
    return (int64_t)num;
}

static int64_t read_file(call *c, open_file *f, uint64_t address, uint64_t len, uint64_t offset) {
    size_t from = offset < f->file->bytes.len ? (size_t)offset : f->file->bytes.len;
    rsp_bytes part = rsp_bytes_sub(f->file->bytes, from, len < SIZE_MAX ? (size_t)len : SIZE_MAX);
    if (part.len && !space_copy_out(c->p->space, address, part.ptr, part.len))
        return -L_EFAULT;
    return (int64_t)part.len;
}

static int64_t read_some(call *c, uint64_t fd, uint64_t address, uint64_t len) {
    open_file *f = file_of(c->p, fd);
    if (!f)
        return -L_EBADF;
    if (f->kind == FILE_STDIN)
        return read_input(c, address, len);
    if (f->kind != FILE_BUNDLED)
        return -L_EBADF;
    int64_t num = read_file(c, f, address, len, f->offset);
    if (num > 0)
        f->offset += (uint64_t)num;
    return num;
}

/* The buffer of one output event, as long as asked for or as allowed. */
static int64_t output_begin(call *c, uint64_t fd, open_file **out_file) {
    *out_file = file_of(c->p, fd);
    if (!*out_file || ((*out_file)->kind != FILE_STDOUT && (*out_file)->kind != FILE_STDERR))
        return -L_EBADF;
    rsp_buf_clear(&c->m->output);
    return 0;
}

static int64_t output_add(call *c, uint64_t address, uint64_t len) {
    rsp_buf *out = &c->m->output;
    size_t room = RSP_LIMIT_MACHINE_OUTPUT_BYTES - out->len;
    size_t num = len < room ? (size_t)len : room;
    if (num == 0)
        return 0;
    uint8_t *to = rsp_buf_extend(out, num);
    if (!to)
        return -L_ENOMEM;
    return space_copy_in(c->p->space, to, address, num) ? 0 : -L_EFAULT;
}

static int64_t output_end(call *c, const open_file *f) {
    rsp_buf *out = &c->m->output;
    if (out->len == 0)
        return 0;
    rsp_machine_event *event = event_add(c->t, RSP_MACHINE_OUTPUT);
    event->code = f->kind == FILE_STDOUT ? 1 : 2;
    event->bytes = rsp_buf_bytes(out);
    return (int64_t)out->len;
}

int64_t sys_read(call *c) {
    return read_some(c, c->a[0], c->a[1], c->a[2]);
}

int64_t sys_write(call *c) {
    open_file *f;
    int64_t error = output_begin(c, c->a[0], &f);
    if (!error)
        error = output_add(c, c->a[1], c->a[2]);
    return error ? error : output_end(c, f);
}

int64_t sys_pread64(call *c) {
    open_file *f = file_of(c->p, c->a[0]);
    if (!f)
        return -L_EBADF;
    if (f->kind != FILE_BUNDLED)
        return -L_ESPIPE;
    return c->a[3] >> 63 ? -L_EINVAL : read_file(c, f, c->a[1], c->a[2], c->a[3]);
}

typedef struct part {
    uint64_t base;
    uint64_t len;
} part;

static int64_t get_part(const call *c, uint64_t index, part *out) {
    uint8_t bytes[16];
    if (!space_copy_in(c->p->space, bytes, c->a[1] + 16 * index, sizeof bytes))
        return -L_EFAULT;
    *out = (part){.base = le_load(bytes, 8), .len = le_load(bytes + 8, 8)};
    return 0;
}

enum { MAX_PARTS = 1024 };

int64_t sys_readv(call *c) {
    int64_t total = 0;
    if (c->a[2] > MAX_PARTS)
        return -L_EINVAL;
    for (uint64_t i = 0; i < c->a[2]; i++) {
        part p = {0};
        int64_t num = get_part(c, i, &p);
        if (!num && p.len && (total == 0 || file_of(c->p, c->a[0])->kind == FILE_BUNDLED))
            num = read_some(c, c->a[0], p.base, p.len);
        if (num < 0)
            return total ? total : num;
        total += num;
        if ((uint64_t)num < p.len)
            break;
    }
    return total;
}

int64_t sys_writev(call *c) {
    open_file *f;
    if (c->a[2] > MAX_PARTS)
        return -L_EINVAL;
    int64_t error = output_begin(c, c->a[0], &f);
    for (uint64_t i = 0; i < c->a[2] && !error; i++) {
        part p = {0};
        error = get_part(c, i, &p);
        if (!error)
            error = output_add(c, p.base, p.len);
    }
    return error ? error : output_end(c, f);
}

int64_t sys_readlinkat(call *c) {
    char path[RSP_LIMIT_MACHINE_PATH_BYTES];
    int64_t error = call_path(c, c->a[1], path);
    if (error)
        return error;
    if (strcmp(path, "/proc/self/exe") != 0)
        return rsp_machine_file_find(c->m, path) ? -L_EINVAL : -L_ENOENT;
    const char *exe = c->p->image.file->path;
    size_t len = strlen(exe) < c->a[3] ? strlen(exe) : (size_t)c->a[3];
    return space_copy_out(c->p->space, c->a[2], exe, len) ? (int64_t)len : -L_EFAULT;
}

/* struct stat of the generic 64-bit layout: 128 bytes. */
static int64_t put_stat(call *c, uint64_t address, const rsp_machine_file *file) {
    uint8_t st[128] = {0};
    uint64_t size = file ? file->bytes.len : 0;
    le_store(st + 8, 8, file ? (uint64_t)(file - c->m->options.files) + 1 : 1); /* st_ino */
    le_store(st + 16, 4, file ? L_S_IFREG | 0555 : L_S_IFCHR | 0620);           /* st_mode */
    le_store(st + 20, 4, 1);                                                    /* st_nlink */
    le_store(st + 24, 4, 1000);                                                 /* st_uid */
    le_store(st + 28, 4, 1000);                                                 /* st_gid */
    le_store(st + 48, 8, size);                                                 /* st_size */
    le_store(st + 56, 4, 4096);                                                 /* st_blksize */
    le_store(st + 64, 8, (size + 511) / 512);                                   /* st_blocks */
    return space_copy_out(c->p->space, address, st, sizeof st) ? 0 : -L_EFAULT;
}

int64_t sys_fstat(call *c) {
    const open_file *f = file_of(c->p, c->a[0]);
    return f ? put_stat(c, c->a[1], f->file) : -L_EBADF;
}

int64_t sys_newfstatat(call *c) {
    const rsp_machine_file *file;
    int64_t error = find(c, c->a[1], &file);
    return error ? error : put_stat(c, c->a[2], file);
}

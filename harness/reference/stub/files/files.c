/* Paths, descriptors and content of the file system behind vFile.
 * Directories are implied by the paths of files; /tmp always is there and is the only one to write in.
 * Everything is bounded: files, bytes, descriptors, path length, links followed. */
/* SPDX-License-Identifier: MIT */
#include "files.h"
#include "core/limits.h"
#include "core/mem.h"

enum { MAX_LINKS = 8, DIRECTORY_MODE = 0755, TMP_MODE = 01777, TMP_INODES = 100000 };

rsp_status stub_files_new(rsp_stub *s) {
    s->files = rsp_mem_calloc(s->opt.mem, 1, sizeof *s->files);
    return s->files ? RSP_OK : RSP_NO_MEMORY;
}

static void free_file(rsp_stub *s, stub_file *file) {
    stub_file **at = &s->files->first;
    while (*at != file)
        at = &(*at)->next;
    *at = file->next;
    s->files->num--;
    rsp_buf_free(&file->path);
    rsp_buf_free(&file->content);
    rsp_mem_free(s->opt.mem, file);
}

void stub_file_close(rsp_stub *s, stub_open_file *open) {
    stub_file *file = open->file;
    *open = (stub_open_file){0};
    s->files->num_used--;
    if (!file)
        return;
    file->num_open--;
    if (!file->linked && file->num_open == 0)
        free_file(s, file);
}

static void close_all(rsp_stub *s) {
    for (size_t i = 0; s->files->num_used > 0; i++)
        if (s->files->open[i].used)
            stub_file_close(s, &s->files->open[i]);
}

/* Descriptors belong to a connection, files to the stub. */
void stub_files_connect(rsp_stub *s) {
    close_all(s);
}

void stub_files_free(rsp_stub *s) {
    if (!s->files)
        return;
    close_all(s);
    while (s->files->first)
        free_file(s, s->files->first);
    rsp_mem_free(s->opt.mem, s->files);
    s->files = NULL;
}

/* "/a//./b/../c/" to "/a/c": by words, before links are looked at. Links to directories do not exist. */
static rsp_fileio_error normalize(rsp_buf *out, rsp_bytes path) {
    if (path.len > RSP_LIMIT_STUB_PATH_BYTES)
        return RSP_FILEIO_ENAMETOOLONG;
    if (path.len == 0 || path.ptr[0] != '/')
        return RSP_FILEIO_ENOENT;
    if (rsp_bytes_index(path, 0) < path.len)
        return RSP_FILEIO_EINVAL;
    while (path.ptr) {
        rsp_bytes word = rsp_bytes_split(&path, '/');
        if (word.len == 0 || rsp_bytes_equal(word, RSP_LIT(".")))
            continue;
        if (rsp_bytes_equal(word, RSP_LIT(".."))) {
            while (out->len > 0 && out->ptr[--out->len] != '/')
                continue;
            continue;
        }
        rsp_buf_push(out, '/');
        rsp_buf_append(out, word);
    }
    if (out->len == 0)
        rsp_buf_push(out, '/');
    return out->status == RSP_OK ? RSP_FILEIO_SUCCESS : RSP_FILEIO_EUNKNOWN;
}

/* Whether `path` has `directory` above it. */
static bool is_below(rsp_bytes path, rsp_bytes directory) {
    if (directory.len == 1)
        return path.len > 1;
    return path.len > directory.len && path.ptr[directory.len] == '/' && rsp_bytes_starts(path, directory);
}

static bool is_tmp(rsp_bytes path) {
    return rsp_bytes_equal(path, RSP_LIT("/tmp"));
}

static bool find_tmp_file(rsp_stub *s, rsp_bytes path, stub_found *out) {
    for (stub_file *f = s->files->first; f; f = f->next) {
        if (!f->linked || !rsp_bytes_equal(rsp_buf_bytes(&f->path), path))
            continue;
        *out = (stub_found){.kind = f->is_link ? RSP_FILE_SYMLINK : RSP_FILE_REGULAR,
                            .mode = f->mode,
                            .content = rsp_buf_bytes(&f->content),
                            .file = f,
                            .inode = f->inode};
        return true;
    }
    return false;
}

/* One look without following. ENOTDIR where a file stands in the way. */
static rsp_fileio_error look(rsp_stub *s, rsp_bytes path, stub_found *out) {
    rsp_target_file file;
    bool directory = path.len == 1 || is_tmp(path);
    bool blocked = false;
    if (find_tmp_file(s, path, out))
        return RSP_FILEIO_SUCCESS;
    if (s->opt.ops->file_wanted)
        s->opt.ops->file_wanted(s->opt.target, path);
    for (size_t i = 0; s->opt.ops->file_at && s->opt.ops->file_at(s->opt.target, i, &file); i++) {
        if (rsp_bytes_equal(file.path, path)) {
            *out = (stub_found){.kind = file.kind,
                                .mode = file.mode,
                                .content = file.content,
                                .target_index = i,
                                .inode = (uint32_t)i + 2};
            return RSP_FILEIO_SUCCESS;
        }
        directory |= is_below(file.path, path);
        blocked |= is_below(path, file.path);
    }
    if (!directory)
        return blocked ? RSP_FILEIO_ENOTDIR : RSP_FILEIO_ENOENT;
    *out = (stub_found){
        .kind = RSP_FILE_DIRECTORY, .mode = is_tmp(path) ? TMP_MODE : DIRECTORY_MODE, .inode = 1};
    return RSP_FILEIO_SUCCESS;
}

/* A link's target is taken as absolute, or as beside the link. */
static rsp_fileio_error redirect(rsp_buf *path, rsp_bytes target) {
    rsp_buf joined = {.mem = path->mem};
    size_t dir = path->len;
    while (dir > 0 && path->ptr[dir - 1] != '/')
        dir--;
    if (target.len == 0 || target.ptr[0] != '/')
        rsp_buf_append(&joined, rsp_bytes_sub(rsp_buf_bytes(path), 0, dir));
    rsp_buf_append(&joined, target);
    rsp_buf_clear(path);
    rsp_fileio_error error =
        joined.status == RSP_OK ? normalize(path, rsp_buf_bytes(&joined)) : RSP_FILEIO_EUNKNOWN;
    rsp_buf_free(&joined);
    return error;
}

/* Leaves the final path, normalised, in `path`. */
static rsp_fileio_error walk(rsp_stub *s, rsp_buf *path, bool follow, stub_found *out) {
    for (int links = 0; links <= MAX_LINKS; links++) {
        rsp_fileio_error error = look(s, rsp_buf_bytes(path), out);
        if (error != RSP_FILEIO_SUCCESS || !follow || out->kind != RSP_FILE_SYMLINK)
            return error;
        error = redirect(path, out->content);
        if (error != RSP_FILEIO_SUCCESS)
            return error;
    }
    return RSP_FILEIO_EUNKNOWN; /* ELOOP, for which the protocol has no number */
}

rsp_fileio_error stub_file_find(rsp_stub *s, rsp_bytes path, bool follow, stub_found *out) {
    rsp_buf full = {.mem = s->opt.mem};
    rsp_fileio_error error = normalize(&full, path);
    if (error == RSP_FILEIO_SUCCESS)
        error = walk(s, &full, follow, out);
    rsp_buf_free(&full);
    return error;
}

bool stub_file_of_descriptor(rsp_stub *s, uint64_t fd, stub_open_file **out, stub_found *out_found) {
    rsp_target_file file;
    if (fd >= RSP_ARRAY_LEN(s->files->open) || !s->files->open[fd].used)
        return false;
    stub_open_file *open = &s->files->open[fd];
    *out = open;
    if (open->file) {
        *out_found = (stub_found){.mode = open->file->mode,
                                  .content = rsp_buf_bytes(&open->file->content),
                                  .file = open->file,
                                  .inode = open->file->inode};
        return true;
    }
    if (!s->opt.ops->file_at(s->opt.target, open->target_index, &file))
        return false;
    *out_found =
        (stub_found){.mode = file.mode, .content = file.content, .inode = (uint32_t)open->target_index + 2};
    return true;
}

static rsp_fileio_error create(rsp_stub *s, rsp_bytes path, uint32_t mode, stub_file **out) {
    rsp_bytes name = rsp_bytes_from(path, sizeof "/tmp/" - 1);
    if (!is_below(path, RSP_LIT("/tmp")))
        return RSP_FILEIO_EROFS;
    if (rsp_bytes_index(name, '/') < name.len)
        return RSP_FILEIO_ENOENT; /* no directories below /tmp */
    if (s->files->num >= RSP_LIMIT_STUB_FILES)
        return RSP_FILEIO_ENOSPC;
    stub_file *file = rsp_mem_calloc(s->opt.mem, 1, sizeof *file);
    if (!file)
        return RSP_FILEIO_ENOSPC;
    rsp_buf_init(&file->path, s->opt.mem, 0);
    rsp_buf_init(&file->content, s->opt.mem, RSP_LIMIT_STUB_FILE_BYTES);
    rsp_buf_append(&file->path, path);
    if (file->path.status != RSP_OK) {
        rsp_mem_free(s->opt.mem, file);
        return RSP_FILEIO_ENOSPC;
    }
    file->mode = mode & 0777;
    file->inode = TMP_INODES + ++s->files->last_inode;
    file->linked = true;
    file->next = s->files->first;
    s->files->first = file;
    s->files->num++;
    *out = file;
    return RSP_FILEIO_SUCCESS;
}

static rsp_fileio_error open_found(const stub_found *found, uint64_t flags, stub_open_file *open) {
    uint64_t access = flags & 3;
    if (access == 3)
        return RSP_FILEIO_EINVAL;
    open->readable = access != RSP_FILEIO_O_WRONLY;
    open->writable = access != RSP_FILEIO_O_RDONLY;
    open->append = (flags & RSP_FILEIO_O_APPEND) != 0;
    if (found->kind == RSP_FILE_DIRECTORY)
        return RSP_FILEIO_EISDIR;
    if (open->writable && !found->file)
        return RSP_FILEIO_EROFS;
    if (found->file &&
        ((open->readable && !(found->mode & 0400)) || (open->writable && !(found->mode & 0200))))
        return RSP_FILEIO_EACCES;
    if (open->writable && (flags & RSP_FILEIO_O_TRUNC))
        rsp_buf_clear(&found->file->content);
    open->file = found->file;
    open->target_index = found->target_index;
    open->used = true;
    if (open->file)
        open->file->num_open++;
    return RSP_FILEIO_SUCCESS;
}

static rsp_fileio_error find_or_create(rsp_stub *s, rsp_buf *path, uint64_t flags, uint32_t mode,
                                       stub_found *found, bool *out_created) {
    bool exclusive = (flags & RSP_FILEIO_O_CREAT) && (flags & RSP_FILEIO_O_EXCL);
    rsp_fileio_error error = walk(s, path, !exclusive, found);
    *out_created = false;
    if (error == RSP_FILEIO_SUCCESS && exclusive)
        return RSP_FILEIO_EEXIST;
    if (error != RSP_FILEIO_ENOENT || !(flags & RSP_FILEIO_O_CREAT))
        return error;
    *found = (stub_found){.kind = RSP_FILE_REGULAR, .mode = 0600};
    *out_created = true;
    return create(s, rsp_buf_bytes(path), mode, &found->file);
}

rsp_fileio_error stub_file_open(rsp_stub *s, rsp_bytes path, uint64_t flags, uint32_t mode,
                                uint64_t *out_fd) {
    size_t fd = 0;
    while (fd < RSP_ARRAY_LEN(s->files->open) && s->files->open[fd].used)
        fd++;
    if (fd == RSP_ARRAY_LEN(s->files->open))
        return RSP_FILEIO_EMFILE;
    rsp_buf full = {.mem = s->opt.mem};
    stub_found found;
    stub_open_file opened = {0};
    bool created = false;
    rsp_fileio_error error = normalize(&full, path);
    if (error == RSP_FILEIO_SUCCESS)
        error = find_or_create(s, &full, flags, mode, &found, &created);
    if (error == RSP_FILEIO_SUCCESS)
        error = open_found(&found, flags, &opened);
    /* A file that is made may be opened once as asked, whatever its mode. */
    if (error == RSP_FILEIO_SUCCESS) {
        s->files->open[fd] = opened;
        s->files->num_used++;
        *out_fd = fd;
    } else if (created && found.file) {
        free_file(s, found.file);
    }
    rsp_buf_free(&full);
    return error;
}

static size_t total_bytes(const rsp_stub *s) {
    size_t total = 0;
    for (const stub_file *f = s->files->first; f; f = f->next)
        total += f->content.len;
    return total;
}

/* What lies between the old end and the offset is zeros. */
rsp_fileio_error stub_file_write(rsp_stub *s, stub_open_file *open, uint64_t offset, rsp_bytes data) {
    rsp_buf *content = &open->file->content;
    if (open->append)
        offset = content->len;
    if (offset > RSP_LIMIT_STUB_FILE_BYTES || data.len > RSP_LIMIT_STUB_FILE_BYTES - offset)
        return RSP_FILEIO_EFBIG;
    size_t end = (size_t)offset + data.len;
    size_t more = end > content->len ? end - content->len : 0;
    if (more > RSP_LIMIT_STUB_FILES_BYTES - total_bytes(s))
        return RSP_FILEIO_ENOSPC;
    if (data.len == 0)
        return RSP_FILEIO_SUCCESS;
    uint8_t *fresh = more > 0 ? rsp_buf_extend(content, more) : NULL;
    if (more > 0 && !fresh) {
        content->status = RSP_OK; /* the file stays usable as it is */
        return RSP_FILEIO_ENOSPC;
    }
    if (fresh)
        memset(fresh, 0, more);
    memcpy(content->ptr + offset, data.ptr, data.len);
    return RSP_FILEIO_SUCCESS;
}

rsp_fileio_error stub_file_unlink(rsp_stub *s, rsp_bytes path) {
    stub_found found;
    rsp_fileio_error error = stub_file_find(s, path, false, &found);
    if (error != RSP_FILEIO_SUCCESS)
        return error;
    if (found.kind == RSP_FILE_DIRECTORY)
        return RSP_FILEIO_EISDIR;
    if (!found.file)
        return RSP_FILEIO_EROFS;
    found.file->linked = false;
    if (found.file->num_open == 0)
        free_file(s, found.file);
    return RSP_FILEIO_SUCCESS;
}

rsp_fileio_error stub_file_symlink(rsp_stub *s, rsp_bytes target, rsp_bytes path) {
    rsp_buf full = {.mem = s->opt.mem};
    stub_found found;
    stub_file *file = NULL;
    rsp_fileio_error error =
        target.len > RSP_LIMIT_STUB_PATH_BYTES ? RSP_FILEIO_ENAMETOOLONG : normalize(&full, path);
    if (error == RSP_FILEIO_SUCCESS) {
        error = look(s, rsp_buf_bytes(&full), &found);
        error = error == RSP_FILEIO_SUCCESS ? RSP_FILEIO_EEXIST : error;
    }
    if (error == RSP_FILEIO_ENOENT)
        error = create(s, rsp_buf_bytes(&full), 0777, &file);
    if (error == RSP_FILEIO_SUCCESS) {
        file->is_link = true;
        rsp_buf_append(&file->content, target);
        if (file->content.status != RSP_OK) {
            free_file(s, file);
            error = RSP_FILEIO_ENOSPC;
        }
    }
    rsp_buf_free(&full);
    return error;
}

/* Contents of the embedder's files, kept by canonical path.
 * A file that has changed outside since it was read is read again at the next opening.
 * Numbers and sizes are bounded: a program can make files, but not use up the host's memory. */
/* SPDX-License-Identifier: MIT */
#include "nodes.h"

#include "bundle.h"
#include "file_map.h"

#include "core/limits.h"
#include "core/mem.h"
#include <string.h>

static void look_bundled(const rsp_machine *m, const rsp_machine_file *file, file_at *out) {
    out->file = file;
    out->entry = (rsp_disk_entry){.kind = RSP_DISK_FILE,
                                  .mode = 0555,
                                  .size = file->bytes.len,
                                  .inode = (uint64_t)(file - m->options.files) + 1};
    (void)path_resolve(out->entry.path, sizeof out->entry.path, "/", file->path);
}

static int64_t look_folder(const rsp_machine *m, const char *path, file_at *out) {
    if (!path_is_folder(m, path))
        return -L_ENOENT;
    out->entry = (rsp_disk_entry){.kind = RSP_DISK_FOLDER, .mode = 0555, .inode = UINT32_MAX};
    return path_resolve(out->entry.path, sizeof out->entry.path, "/", path) ? -L_ENAMETOOLONG : 0;
}

int64_t files_look(rsp_machine *m, const char *path, bool follow, file_at *out) {
    const rsp_disk *disk = m->options.disk;
    *out = (file_at){0};
    const rsp_machine_file *bundled = bundled_find(m, path);
    if (bundled) {
        look_bundled(m, bundled, out);
        return 0;
    }
    int error = disk ? disk->look(disk->ctx, path, follow, &out->entry) : L_ENOENT;
    if (error == L_ENOENT)
        return look_folder(m, path, out);
    return -error;
}

static bool same_content(const rsp_disk_entry *a, const rsp_disk_entry *b) {
    return a->inode == b->inode && a->mtime_ns == b->mtime_ns && a->size == b->size;
}

static disk_node *find_node(rsp_machine *m, const char *path) {
    for (disk_node *n = m->disk.nodes; n; n = n->next)
        if (!n->gone && strcmp(n->path, path) == 0)
            return n;
    return NULL;
}

static void free_node(rsp_machine *m, disk_node *n) {
    rsp_buf_free(&n->content);
    rsp_mem_free(m->options.mem, n->path);
    rsp_mem_free(m->options.mem, n->entry);
    rsp_mem_free(m->options.mem, n);
}

/* Not in the list yet. */
static disk_node *new_node(rsp_machine *m, const rsp_disk_entry *entry) {
    const rsp_mem *mem = m->options.mem;
    size_t len = strlen(entry->path) + 1;
    disk_node *n = rsp_mem_calloc(mem, 1, sizeof *n);
    if (!n)
        return NULL;
    n->path = rsp_mem_alloc(mem, len);
    n->entry = rsp_mem_alloc(mem, sizeof *n->entry);
    if (!n->path || !n->entry) {
        free_node(m, n);
        return NULL;
    }
    memcpy(n->path, entry->path, len);
    *n->entry = *entry;
    rsp_buf_init(&n->content, mem, RSP_LIMIT_MACHINE_FILE_BYTES);
    return n;
}

static void show(disk_node *n) {
    n->file = (rsp_machine_file){.path = n->path, .bytes = rsp_buf_bytes(&n->content)};
}

static void link_node(rsp_machine *m, disk_node *n) {
    show(n);
    n->next = m->disk.nodes;
    m->disk.nodes = n;
    m->disk.num_nodes++;
    m->disk.node_bytes += n->content.len;
}

static int64_t read_node(rsp_machine *m, const rsp_disk_entry *entry, disk_node **out) {
    const rsp_disk *disk = m->options.disk;
    if (m->disk.num_nodes >= RSP_LIMIT_MACHINE_NODES)
        return -L_ENFILE;
    if (entry->size > RSP_LIMIT_MACHINE_FILE_BYTES)
        return -L_EFBIG;
    if (entry->size > RSP_LIMIT_MACHINE_NODES_BYTES - m->disk.node_bytes)
        return -L_ENOMEM;
    disk_node *n = new_node(m, entry);
    if (!n)
        return -L_ENOMEM;
    int error = disk->read(disk->ctx, entry->path, &n->content);
    if (!error && n->content.status != RSP_OK)
        error = n->content.status == RSP_LIMIT ? L_EFBIG : L_ENOMEM;
    if (error) {
        free_node(m, n);
        return -error;
    }
    link_node(m, n);
    *out = n;
    return 0;
}

int64_t node_load(rsp_machine *m, file_at *f) {
    if (f->file)
        return 0;
    if (f->entry.kind != RSP_DISK_FILE)
        return f->entry.kind == RSP_DISK_FOLDER ? -L_EISDIR : -L_ELOOP;
    disk_node *n = find_node(m, f->entry.path);
    if (n && !n->dirty && !n->num_writers && !same_content(n->entry, &f->entry)) {
        n->gone = true;
        n = NULL;
    }
    int64_t error = n ? 0 : read_node(m, &f->entry, &n);
    if (error)
        return error;
    f->node = n;
    f->file = &n->file;
    return 0;
}

/* What the embedder has is what we have: from here on a difference is somebody else's change. */
static void refresh(rsp_machine *m, disk_node *n) {
    const rsp_disk *disk = m->options.disk;
    rsp_disk_entry now;
    if (disk->look(disk->ctx, n->path, false, &now) == 0)
        *n->entry = now;
}

int64_t node_create(rsp_machine *m, const char *path, uint32_t mode, file_at *out) {
    const rsp_disk *disk = m->options.disk;
    if (!disk)
        return -L_EROFS;
    int error = disk->write(disk->ctx, path, rsp_bytes_make(NULL, 0), mode);
    if (error)
        return -error;
    int64_t result = files_look(m, path, true, out);
    return result ? result : node_load(m, out);
}

int64_t node_resize(rsp_machine *m, disk_node *n, uint64_t size) {
    if (size > RSP_LIMIT_MACHINE_FILE_BYTES)
        return -L_EFBIG;
    size_t old = n->content.len;
    if (size > old && size - old > RSP_LIMIT_MACHINE_NODES_BYTES - m->disk.node_bytes)
        return -L_ENOSPC;
    if (size > old) {
        uint8_t *fresh = rsp_buf_extend(&n->content, (size_t)size - old);
        if (!fresh) {
            n->content.status = RSP_OK;
            return -L_ENOSPC;
        }
        memset(fresh, 0, (size_t)size - old);
    } else {
        rsp_buf_truncate(&n->content, (size_t)size);
    }
    m->disk.node_bytes += (size_t)size;
    m->disk.node_bytes -= old;
    n->dirty = true;
    show(n);
    return 0;
}

int64_t node_write(rsp_machine *m, disk_node *n, uint64_t offset, rsp_bytes bytes) {
    if (bytes.len == 0)
        return 0;
    if (offset > RSP_LIMIT_MACHINE_FILE_BYTES || bytes.len > RSP_LIMIT_MACHINE_FILE_BYTES - offset)
        return -L_EFBIG;
    uint64_t end = offset + bytes.len;
    int64_t error = end > n->content.len ? node_resize(m, n, end) : 0;
    if (error)
        return error;
    memcpy(n->content.ptr + offset, bytes.ptr, bytes.len);
    n->dirty = true;
    return (int64_t)bytes.len;
}

void node_open(disk_node *n, bool writes) {
    n->num_writers += writes;
}

int64_t node_close(rsp_machine *m, disk_node *n, bool writes) {
    n->num_writers -= writes;
    if (n->temporary)
        free_node(m, n);
    else if (writes && n->num_writers == 0)
        return node_flush(m, n);
    return 0;
}

disk_node *node_of_text(rsp_machine *m, const char *path, rsp_bytes text) {
    rsp_disk_entry entry = {.kind = RSP_DISK_FILE, .mode = 0444, .size = text.len, .inode = UINT32_MAX - 1};
    if (path_resolve(entry.path, sizeof entry.path, "/", path))
        return NULL;
    disk_node *n = new_node(m, &entry);
    if (!n)
        return NULL;
    rsp_buf_append(&n->content, text);
    if (n->content.status != RSP_OK) {
        free_node(m, n);
        return NULL;
    }
    n->temporary = true;
    show(n);
    return n;
}

int64_t node_flush(rsp_machine *m, disk_node *n) {
    const rsp_disk *disk = m->options.disk;
    file_map_pull(m, n);
    if (!n->dirty || n->gone)
        return 0;
    n->dirty = false;
    int error = disk->write(disk->ctx, n->path, rsp_buf_bytes(&n->content), n->entry->mode);
    refresh(m, n);
    return -error;
}

void nodes_forget(rsp_machine *m, const char *path) {
    disk_node *n = find_node(m, path);
    if (n)
        n->gone = true;
}

void nodes_free(rsp_machine *m) {
    while (m->disk.nodes) {
        disk_node *n = m->disk.nodes;
        m->disk.nodes = n->next;
        free_node(m, n);
    }
}

const rsp_machine_file *rsp_machine_file_find(rsp_machine *machine, const char *path) {
    file_at f;
    return files_look(machine, path, true, &f) || node_load(machine, &f) ? NULL : f.file;
}

void nodes_settle(rsp_machine *m) {
    for (disk_node *n = m->disk.nodes; n; n = n->next)
        if (n->mapped && n->dirty && n->num_writers == 0)
            (void)node_flush(m, n);
}

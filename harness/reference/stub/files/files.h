/* The file system that vFile shows: the target's read-only files, and a bounded /tmp in memory.
 * Never the host's. Errors are the protocol's numbers; 0 is success.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_FILES_H
#define STUB_FILES_H

#include "state.h"

#include "codec/hostio.h"
#include "core/limits.h"

/* A file in /tmp. It lives while it has a name or an open descriptor. */
typedef struct stub_file {
    struct stub_file *next;
    rsp_buf path;
    rsp_buf content;
    uint32_t mode;
    uint32_t inode;
    unsigned num_open;
    bool linked;  /* has a name still */
    bool is_link; /* symbolic; the content is its target */
} stub_file;

/* One open file, of either kind. */
typedef struct stub_open_file {
    bool used;
    bool readable;
    bool writable;
    bool append;
    stub_file *file;     /* NULL: a file of the target */
    size_t target_index; /* of that one */
} stub_open_file;

struct stub_files {
    stub_open_file open[RSP_LIMIT_STUB_OPEN_FILES];
    size_t num_used; /* of these */
    stub_file *first;
    size_t num;
    uint32_t last_inode;
};

/* What a path leads to. */
typedef struct stub_found {
    rsp_target_file_kind kind;
    uint32_t mode;
    rsp_bytes content; /* a link's target, a file's bytes */
    stub_file *file;
    size_t target_index;
    uint32_t inode;
} stub_found;

/* Looks an absolute path up; with `follow` a link at its end is followed. */
rsp_fileio_error stub_file_find(rsp_stub *s, rsp_bytes path, bool follow, stub_found *out);

/* The content of an open file as it is now; false for a descriptor that is not open. */
bool stub_file_of_descriptor(rsp_stub *s, uint64_t fd, stub_open_file **out, stub_found *out_found);

/* Opens with flags RSP_FILEIO_O_*. */
rsp_fileio_error stub_file_open(rsp_stub *s, rsp_bytes path, uint64_t flags, uint32_t mode, uint64_t *out_fd);
void stub_file_close(rsp_stub *s, stub_open_file *open);
rsp_fileio_error stub_file_write(rsp_stub *s, stub_open_file *open, uint64_t offset, rsp_bytes data);
rsp_fileio_error stub_file_unlink(rsp_stub *s, rsp_bytes path);

/* A link in /tmp. */
rsp_fileio_error stub_file_symlink(rsp_stub *s, rsp_bytes target, rsp_bytes path);

rsp_status stub_files_new(rsp_stub *s);
void stub_files_free(rsp_stub *s);
void stub_files_connect(rsp_stub *s);

#endif

/* Files beyond the bundled ones: what the embedder of a machine lets its programs see.
 * The machine does no I/O: it asks by these functions, with plain absolute paths (no ".", "..", "//").
 * Each gives 0 or an error number of Linux, not negated. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_DISK_H
#define RSP_MACHINE_DISK_H

#include "core/limits.h"
#include <rsp/bytes.h>
#include <stdbool.h>
#include <stdint.h>

RSP_BEGIN_DECLS

/* What a path leads to. */
typedef enum rsp_disk_kind { RSP_DISK_FILE, RSP_DISK_FOLDER, RSP_DISK_LINK } rsp_disk_kind;

/* What there is to know about a path without reading it. */
typedef struct rsp_disk_entry {
    rsp_disk_kind kind;
    bool writable;                           /* it, or what is in the folder, may be changed */
    uint32_t mode;                           /* permission bits */
    uint64_t size;                           /* in bytes; 0 for a folder */
    uint64_t inode;                          /* a number of its own; two names of a file have the same */
    uint64_t mtime_ns;                       /* since 1970 */
    char path[RSP_LIMIT_MACHINE_PATH_BYTES]; /* with all links followed: one file has one such path */
} rsp_disk_entry;

/* The functions, each with `ctx`. All are called on the machine's thread and may not call the machine. */
typedef struct rsp_disk {
    void *ctx; /* passed to each function; outlives the machine */
    /* Looks a path up. With `follow` a link at its end is followed; links on the way always are. */
    int (*look)(void *ctx, const char *path, bool follow, rsp_disk_entry *out);
    /* Appends the content of a file (`path` as look gave it), or the target of a link. */
    int (*read)(void *ctx, const char *path, rsp_buf *out);
    /* Appends the names in a folder, each with its NUL, sorted, without "." and "..". */
    int (*list)(void *ctx, const char *path, rsp_buf *out);
    /* Makes the file if it is missing, and replaces its content. `mode` is for a new one. */
    int (*write)(void *ctx, const char *path, rsp_bytes content, uint32_t mode);
    /* Makes a folder. */
    int (*make_folder)(void *ctx, const char *path, uint32_t mode);
    /* Removes a file or link, or an empty folder. */
    int (*remove)(void *ctx, const char *path, bool folder);
    /* Renames; what has the new name is replaced. */
    int (*rename)(void *ctx, const char *from, const char *to);
} rsp_disk;

RSP_END_DECLS

#endif

/* Files of the embedder, as the machine keeps them: whole contents in memory, read when first opened.
 * What is written goes to the embedder when the last descriptor closes, or at fsync.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_NODES_H
#define RSP_MACHINE_NODES_H

#include "kernel.h"

/* One file. It stays until the machine is freed: images, mappings and descriptors borrow from it. */
struct disk_node {
    rsp_machine_file file; /* first: its canonical path, and the content as it is now */
    struct disk_node *next;
    char *path;
    rsp_buf content;
    rsp_disk_entry *entry; /* as it was when it was read */
    uint32_t num_writers;  /* descriptors that may write */
    bool dirty;            /* the embedder does not have the content yet */
    bool gone;             /* no path leads to it any more */
    bool mapped;           /* some program has or had a shared mapping of it */
    bool temporary;        /* of one descriptor alone, with which it goes: text of /proc */
};

/* What a path leads to. */
typedef struct file_at {
    rsp_disk_entry entry;
    const rsp_machine_file *file; /* of a bundled file; of others after node_load */
    disk_node *node;
} file_at;

/* Looks an absolute, plain path up among bundled files and the embedder's. 0 or a negative error. */
int64_t files_look(rsp_machine *m, const char *path, bool follow, file_at *out);
/* Brings the content of the file in: sets file and node. 0 or a negative error. */
int64_t node_load(rsp_machine *m, file_at *f);
/* Makes an empty file of this path, or empties it. 0 or a negative error. */
int64_t node_create(rsp_machine *m, const char *path, uint32_t mode, file_at *out);
/* Writes into the file; a gap becomes zeros. How many bytes, or a negative error. */
int64_t node_write(rsp_machine *m, disk_node *n, uint64_t offset, rsp_bytes bytes);
/* Cuts the file, or lengthens it by zeros. 0 or a negative error. */
int64_t node_resize(rsp_machine *m, disk_node *n, uint64_t size);
/* A descriptor for it is opened or closed; the last one that may write flushes. 0 or a negative error. */
void node_open(disk_node *n, bool writes);
int64_t node_close(rsp_machine *m, disk_node *n, bool writes);
/* A file of this text that no path leads to; NULL without memory. It goes with its descriptor. */
disk_node *node_of_text(rsp_machine *m, const char *path, rsp_bytes text);
/* Gives the embedder what was written since it last got it. 0 or a negative error. */
int64_t node_flush(rsp_machine *m, disk_node *n);
/* Mappings have gone: files that nobody writes any more go to the embedder. */
void nodes_settle(rsp_machine *m);
/* After a removal or a rename: the content of that path is no longer what the path shows. */
void nodes_forget(rsp_machine *m, const char *path);
/* Frees all. */
void nodes_free(rsp_machine *m);

#endif

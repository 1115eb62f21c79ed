/* Paths of the machine, walked link by link in its own namespace: where they lead without any link.
 * ".." and absolute links stay below the machine's root.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_HOST_DISK_WALK_H
#define RSP_HOST_DISK_WALK_H

#include "place.h"

/* A path on its way: what is settled, without links, and what is still to be walked. */
typedef struct walk {
    const rsp_host_disk *disk;
    char at[HOST_PATH_BYTES];
    char rest[2 * HOST_PATH_BYTES];
    int links;
    struct stat stat; /* of `at` */
    place place;
} walk;

/* Walks to the end: `at` is the path without links, `stat` and `place` are its. 0 or an error number of the
 * machine. */
int host_walk(walk *w, const rsp_host_disk *disk, const char *path, bool follow);

/* The place of a name that may be missing, below a mount that may be written; a link there is not followed.
 * `settled` is its path, to which `out` points. 0 or an error number of the machine. */
int host_walk_to_new(const rsp_host_disk *disk, const char *path, char settled[HOST_PATH_BYTES], place *out);

#endif

/* Folders and files of the host that the machine sees, and where a path of it lies among them.
 * What is below a folder is opened part by part with O_NOFOLLOW: a link that appears meanwhile is an error.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_HOST_DISK_PLACE_H
#define RSP_HOST_DISK_PLACE_H

#include "host_disk/host_disk.h"

#include "core/arena.h"
#include <sys/stat.h>

enum { HOST_MOUNTS_MAX = 64, HOST_PATH_BYTES = RSP_LIMIT_MACHINE_PATH_BYTES };

typedef enum mount_kind { MOUNT_FOLDER, MOUNT_FILE } mount_kind;

/* A folder or a file, and where the machine sees it. */
typedef struct mount {
    mount_kind kind;
    bool writable;
    int fd;            /* of a folder */
    const char *host;  /* of a file: opened when it is looked at, as it may be built anew */
    const char *guest; /* absolute; "" is the root */
} mount;

struct rsp_host_disk {
    rsp_disk functions;
    rsp_arena arena; /* of the paths */
    mount mounts[HOST_MOUNTS_MAX];
    size_t num;
};

/* Where a path lies: `inside` the mount, without a slash at its start. No mount: a folder that is made up. */
typedef struct place {
    const mount *mount;
    const char *inside;
} place;

/* Linux's number on RISC-V for an errno of the host; that of EIO for one that has no place there. */
int host_errno(int number);
/* That of the call that has just failed. */
int host_failed(void);
/* Closes `fd` and tells what the call before said: 0, or host_failed(). */
int host_close_with(int fd, bool good);

/* The innermost mount of an absolute path; of two at the same place the later one. False: there is none. */
bool host_find_place(const rsp_host_disk *disk, const char *path, place *out);
/* Looks at a path without following a link at its end. A folder that only leads to a mount is made up.
 * 0 or an error number of the machine. */
int host_stat(const rsp_host_disk *disk, const char *path, struct stat *out, place *out_place);
/* A descriptor of the folder that holds the last part of the path, which is written to `name`; "." for the
 * mount's folder itself. -1 with errno. */
int host_open_parent(const place *p, char name[HOST_PATH_BYTES]);
/* Opens what is there, never a link. -1 with errno. */
int host_open(const place *p, int flags, mode_t mode);
/* Reads a link. 0 or an error number of the machine. */
int host_read_link(const place *p, char out[HOST_PATH_BYTES]);

#endif

/* Files of this computer as the machine of the reference stub may see them: what the user has named, no more.
 * Folders and single files are mounted at absolute paths of the machine. Links are followed within the
 * mounts, as below a root of its own; each folder on the way is opened without following links. */
/* SPDX-License-Identifier: MIT */
#ifndef STUBBORN_HOST_DISK_H
#define STUBBORN_HOST_DISK_H

#include "machine/disk.h"
#include <rsp/status.h>

/* What is mounted. */
typedef struct host_disk host_disk;

/* Nothing mounted yet; NULL without memory. */
host_disk *host_disk_new(void);
void host_disk_free(host_disk *disk); /* NULL is fine */

/* HOST[:GUEST][:rw|:ro]: a folder, at GUEST or else at its own absolute path, read-only unless it says rw.
 * RSP_NOT_FOUND, RSP_BAD_FILE (not a folder), RSP_USAGE (GUEST is not absolute), with a whole message. */
rsp_status host_disk_mount(host_disk *disk, const char *spec, rsp_error *error) RSP_MUST_USE;

/* A folder that is the machine's root, below all other mounts, read-only. Statuses as before. */
rsp_status host_disk_mount_root(host_disk *disk, const char *host, rsp_error *error) RSP_MUST_USE;

/* One file, read-only, at its own absolute path, which goes to `out_path`. RSP_NOT_FOUND, RSP_BAD_FILE (not a
 * regular file). */
rsp_status host_disk_mount_file(host_disk *disk, const char *host, rsp_buf *out_path,
                                rsp_error *error) RSP_MUST_USE;

/* The functions for the machine; valid as long as the disk. */
const rsp_disk *host_disk_functions(host_disk *disk);

#endif

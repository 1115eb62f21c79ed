/* Files of this computer as the machine of the reference stub may see them: what the user has named, no more.
 * Folders and single files are mounted at absolute paths of the machine. Links are followed within the
 * mounts, as below a root of its own; each folder on the way is opened without following links. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_HOST_DISK_HOST_DISK_H
#define RSP_HOST_DISK_HOST_DISK_H

#include "machine/disk.h"
#include <rsp/status.h>

RSP_BEGIN_DECLS

/* What is mounted. */
typedef struct rsp_host_disk rsp_host_disk;

/* Nothing mounted yet; NULL without memory. */
rsp_host_disk *rsp_host_disk_new(void);
/* Closes the folders. The machine that has its functions must be gone. NULL is fine. */
void rsp_host_disk_free(rsp_host_disk *disk);

/* HOST[:GUEST][:rw|:ro]: a folder, at GUEST or else at its own absolute path, read-only unless it says rw.
 * RSP_NOT_FOUND, RSP_BAD_FILE (not a folder), RSP_USAGE (GUEST is not absolute), with a whole message. */
rsp_status rsp_host_disk_mount(rsp_host_disk *disk, const char *spec, rsp_error *error) RSP_MUST_USE;

/* A folder that is the machine's root, below all other mounts, read-only. Statuses as before. */
rsp_status rsp_host_disk_mount_root(rsp_host_disk *disk, const char *host, rsp_error *error) RSP_MUST_USE;

/* One file, read-only, at its own absolute path, which goes to `out_path`. RSP_NOT_FOUND, RSP_BAD_FILE (not a
 * regular file). */
rsp_status rsp_host_disk_mount_file(rsp_host_disk *disk, const char *host, rsp_buf *out_path,
                                    rsp_error *error) RSP_MUST_USE;

/* The functions for the machine; valid as long as the disk. */
const rsp_disk *rsp_host_disk_functions(rsp_host_disk *disk);

RSP_END_DECLS

#endif

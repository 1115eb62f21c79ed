/* Files that programs share by writable mappings: which bytes of a file are pages of some space.
 * The pages are the truth while there are any; the file's content follows where somebody looks.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_FILE_MAP_H
#define RSP_MACHINE_FILE_MAP_H

#include "nodes.h"
#include "region.h"

/* The new mapping shows the pages that others have of the file, and else its content. False without memory.
 */
bool file_map_show(rsp_machine *m, space *s, const region *r);
/* The content becomes what the mappings hold. */
void file_map_pull(rsp_machine *m, disk_node *n);
/* The mappings get what was written to the content. */
void file_map_push(rsp_machine *m, const disk_node *n, uint64_t offset, size_t len);

#endif

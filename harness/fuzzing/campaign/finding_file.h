/* A finding read back from its folder: finding.json and messages.txt.
 * Both may come from another machine: they are checked, and bounded.
 * messages.txt may hold more than one list can; it is then read into several. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FINDING_FILE_H
#define RSP_FINDING_FILE_H

#include "netfuzz/finding.h"

RSP_BEGIN_DECLS

/* A finding with its own messages. */
typedef struct rsp_finding_file rsp_finding_file;

/* Reads a finding's folder. *out is set on success, and NULL otherwise. RSP_NOT_FOUND, RSP_BAD_FILE,
 * RSP_LIMIT, RSP_NO_MEMORY with path and reason. */
rsp_status rsp_finding_file_read(rsp_finding_file **out, const char *folder, rsp_error *error) RSP_MUST_USE;

/* The same from the content of the two files; `folder` is for errors. */
rsp_status rsp_finding_file_parse(rsp_finding_file **out, const char *folder, rsp_bytes about,
                                  rsp_bytes messages, rsp_error *error) RSP_MUST_USE;

/* The finding; its spans live as long as the file. */
const rsp_finding *rsp_finding_file_get(const rsp_finding_file *file);

/* How often to replay it before it counts as gone: more often when it did not always reproduce. */
unsigned rsp_finding_file_times(const rsp_finding_file *file);

/* NULL is fine. */
void rsp_finding_file_free(rsp_finding_file *file);

RSP_END_DECLS

#endif

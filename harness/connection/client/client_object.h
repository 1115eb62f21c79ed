/* Objects of a stub that are read in windows: auxv, the memory map, descriptions.
 * A stub that never says that an object ends is stopped by a limit.
 * Source: GDB manual, General Query Packets (qXfer). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_OBJECT_H
#define RSP_CLIENT_OBJECT_H

#include <rsp/client.h>

RSP_BEGIN_DECLS

/* Appends an object, such as "auxv" with an empty annex. RSP_UNSUPPORTED: the stub does not announce it.
 * RSP_REFUSED; RSP_MALFORMED, with the place in `error` (may be NULL); RSP_LIMIT beyond RSP_LIMIT_XFER_BYTES,
 * RSP_LIMIT_CLIENT_LIST_REPLIES windows or the client's list_ns, or for more than
 * RSP_LIMIT_CLIENT_SMALL_WINDOWS windows of less than RSP_LIMIT_CLIENT_WINDOW_BYTES each; the session's. */
rsp_status rsp_client_read_object(rsp_client *client, rsp_bytes object, rsp_bytes annex, rsp_buf *out,
                                  rsp_error *error) RSP_MUST_USE;

/* Reads target.xml and forgets it: there are stubs that open registers and memory only then, since debuggers
 * read it when they connect. Nothing where it is not announced; an error reply is no failure. RSP_OK,
 * RSP_CANCELLED, or what ended the session. */
rsp_status rsp_client_read_description(rsp_client *client, const rsp_mem *mem) RSP_MUST_USE;

RSP_END_DECLS

#endif

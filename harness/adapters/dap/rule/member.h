/* Where a member stands in the text of a message, so that a reader is shown the bytes and not only a name.
 * Takes paths as the check of shapes writes them: "body.breakpoints[0].line".
 * The text is known to be JSON. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_MEMBER_H
#define RSP_DAP_MEMBER_H

#include <rsp/bytes.h>

/* The member's key and value, or of a list its item; as far as the path goes where its end is not there.
 * `text` for an empty path. Of a key that is there twice, the last. */
rsp_bytes member_find(rsp_bytes text, const char *path);

/* At most `most` bytes of the text with that place in the middle, or its beginning where it is longer. */
rsp_bytes member_near(rsp_bytes text, const char *path, size_t most);

#endif

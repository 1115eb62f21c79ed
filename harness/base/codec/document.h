/* The text of an XML document that a stub gives by qXfer.
 * GDB reads it as a C string, and libxml2, which LLDB uses, ends at a NUL after the root: it does no harm.
 * Source: GDB, target_read_stralloc; libxml2, xmlReadMemory. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DOCUMENT_H
#define RSP_DOCUMENT_H

#include <rsp/bytes.h>

/* The document up to its first NUL; all of it where there is none. */
static inline rsp_bytes rsp_document_text(rsp_bytes document) {
    return rsp_bytes_sub(document, 0, rsp_bytes_index(document, '\0'));
}

#endif

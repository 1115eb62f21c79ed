/* Objects of the stub by qXfer, whole: the target description, the auxiliary vector.
 * Windows are put together, and documents that an XML text includes are appended.
 * Source: GDB manual, General Query Packets (qXfer). */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_BENCH_OBJECT_H
#define RSP_BENCH_OBJECT_H

#include "bench.h"

/* Appends an object with what its XML includes to `out`. RSP_UNSUPPORTED if the stub does not offer it. */
rsp_status object_read(bench *b, const char *object, const char *annex, rsp_buf *out);

#endif

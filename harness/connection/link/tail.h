/* The last bytes of a stream that a program writes, and the line of a sanitizer in it.
 * Bounded, however much the program writes.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINK_TAIL_H
#define RSP_LINK_TAIL_H

#include <rsp/bytes.h>

enum { RSP_SANITIZER_BYTES = 160 }; /* of rsp_link_end.sanitizer */

typedef struct rsp_tail {
    int fd; /* -1: there is none, or it has ended */
    rsp_buf kept;
    size_t max;
    char line[RSP_SANITIZER_BYTES];
    size_t line_len;
    char *sanitizer; /* RSP_SANITIZER_BYTES, the first such line; NULL: not looked for */
} rsp_tail;

/* Takes the descriptor, keeps at most `max` bytes. */
void rsp_tail_open(rsp_tail *tail, int fd, size_t max, char *sanitizer, const rsp_mem *mem);

/* Takes in what there is, without waiting. */
void rsp_tail_read(rsp_tail *tail);

/* Closes the descriptor and frees what was kept. */
void rsp_tail_close(rsp_tail *tail);

#endif

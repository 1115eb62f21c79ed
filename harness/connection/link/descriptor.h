/* Descriptors and socket addresses: the calls that every opening needs.
 * All of them are async-signal-safe.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_LINK_DESCRIPTOR_H
#define RSP_LINK_DESCRIPTOR_H

#include <rsp/bytes.h>
#include <stdbool.h>

struct sockaddr_un;

/* Marks it close-on-exec, and makes it blocking or not; false when a call fails, with errno. */
bool rsp_set_flags(int fd, bool non_blocking);

/* Closes it unless it is below 0, and sets it to -1. */
void rsp_close_fd(int *fd);

/* Reads `len` bytes from a descriptor that blocks; false where it ends or fails before. */
bool rsp_read_all(int fd, void *to, size_t len);

/* Sends all bytes to a socket that blocks; false where it fails. No SIGPIPE. */
bool rsp_send_all(int fd, rsp_bytes bytes);

/* Fills a Unix address; false when the path is too long. */
bool rsp_unix_address(struct sockaddr_un *out, const char *path);

/* Small writes leave at once, whatever is not acknowledged. */
void rsp_set_no_delay(int fd);

#endif

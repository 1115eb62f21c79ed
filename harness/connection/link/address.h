/* Where a stub is, as a user writes it: tcp:HOST:PORT, unix:PATH, exec:COMMAND, pipe:COMMAND, pty:PATH,
 * stdio. Parsing only: nothing is resolved, opened or started here. Commands are split into words by the
 * rules below, never by a shell. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_ADDRESS_H
#define RSP_ADDRESS_H

#include "core/arena.h"
#include <rsp/link.h>

RSP_BEGIN_DECLS

/* What carries the bytes. */
typedef enum rsp_address_kind {
    RSP_ADDRESS_NONE,
    RSP_ADDRESS_TCP,   /* tcp:HOST:PORT, tcp:[IPV6]:PORT, tcp::PORT or tcp:PORT (both 127.0.0.1) */
    RSP_ADDRESS_UNIX,  /* unix:PATH, a stream socket */
    RSP_ADDRESS_EXEC,  /* exec:COMMAND WORD... with {port} or {socket} in a word: the program listens */
    RSP_ADDRESS_PIPE,  /* pipe:COMMAND WORD..., or exec: without a placeholder: protocol on stdin/stdout */
    RSP_ADDRESS_PTY,   /* pty:PATH or pty:PATH:BAUD, a terminal or serial device */
    RSP_ADDRESS_STDIO, /* stdio or -: our own standard input and output (for listeners) */
} rsp_address_kind;

/* All strings belong to the arena given to rsp_address_parse, or to the caller who filled it in. */
typedef struct rsp_address {
    rsp_address_kind kind;
    const char *host;        /* tcp */
    uint16_t port;           /* tcp; 0 only makes sense for a listener */
    const char *path;        /* unix, pty */
    uint32_t baud;           /* pty; 0 leaves the speed alone */
    const char *const *argv; /* exec, pipe: argc words and a NULL */
    size_t argc;
} rsp_address;

/* Parses one address. Words of a command: separated by blanks; '...' is literal; "..." is literal but for
 * \" and \\; outside quotes a backslash takes the next byte as it is; quotes may stand inside a word. No
 * variables, wildcards, redirections. RSP_USAGE (with the column, counted from 1) for anything else;
 * RSP_LIMIT and RSP_NO_MEMORY for too many words (RSP_LIMIT_ARGV) or no memory. `error` may be NULL. */
rsp_status rsp_address_parse(rsp_address *out_address, rsp_arena *arena, const char *text,
                             rsp_error *error) RSP_MUST_USE;

/* The address as it would be written, quoted where needed; parsing that gives the same address. */
void rsp_address_format(rsp_buf *out, const rsp_address *address);

/* rsp_link_open with an address that is parsed already. */
rsp_status rsp_link_open_address(rsp_link **out_link, const rsp_address *address,
                                 const rsp_link_options *options, rsp_error *error) RSP_MUST_USE;

RSP_END_DECLS

#endif

/* Every way a call can fail: one list for code, class, text and exit status; and rsp_error with the place.
 * Also the few attributes that all headers use. Every other header includes this one.
 * Knows no protocol and does no I/O. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_STATUS_H
#define RSP_STATUS_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
/* The compiler warns where the result is not looked at. */
#define RSP_MUST_USE __attribute__((warn_unused_result))
/* Arguments like those of printf; both counted from 1. */
#define RSP_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define RSP_MUST_USE          /* no such attribute */
#define RSP_PRINTF(fmt, args) /* likewise */
#endif

/* The number of elements of an array (not of a pointer). */
#define RSP_ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

#ifdef __cplusplus
#define RSP_BEGIN_DECLS extern "C" {
#define RSP_END_DECLS }
#else
#define RSP_BEGIN_DECLS
#define RSP_END_DECLS
#endif

RSP_BEGIN_DECLS

/* X(name, class, exit status of the program, text). What a status means for a call is said at the call. */
#define RSP_STATUS_LIST(X)                                          \
    X(OK, NONE, 0, "ok")                                            \
    X(USAGE, USAGE, 2, "bad command line")                          \
    X(SYNTAX, USAGE, 2, "bad syntax in a file")                     \
    X(SCHEMA, USAGE, 2, "file does not follow its schema")          \
    X(NOT_FOUND, USAGE, 2, "not found")                             \
    X(DUPLICATE, USAGE, 2, "duplicate name")                        \
    X(IO, IO, 3, "input/output error")                              \
    X(CONNECT, IO, 3, "could not be reached")                       \
    X(SPAWN, IO, 3, "could not be started")                         \
    X(CLOSED, IO, 1, "the other end closed the link")               \
    X(DIED, IO, 1, "the stub died")                                 \
    X(TIMEOUT, IO, 1, "deadline passed")                            \
    X(WOULD_BLOCK, IO, 1, "nothing to read yet")                    \
    X(MALFORMED, PROTO, 1, "malformed packet")                      \
    X(CHECKSUM, PROTO, 1, "checksum mismatch")                      \
    X(REFUSED, PROTO, 1, "refused by the peer")                     \
    X(UNSUPPORTED, PROTO, 1, "not supported by the peer")           \
    X(UNEXPECTED, PROTO, 1, "unexpected reply")                     \
    X(CANCELLED, PROTO, 1, "cancelled")                             \
    X(RANGE, PROTO, 1, "number out of range")                       \
    X(LIMIT, LIMIT, 1, "limit reached")                             \
    X(NO_MEMORY, LIMIT, 3, "out of memory")                         \
    X(BAD_FILE, USAGE, 2, "file is damaged or of a foreign format") \
    X(FAULT, PROTO, 1, "memory can not be accessed")                \
    X(INTERNAL, INTERNAL, 3, "internal error")

/* RSP_OK, RSP_USAGE and so on. RSP_OK is 0. */
typedef enum rsp_status {
#define RSP_STATUS_ENUM(name, class_, exit_, text_) RSP_##name,
    RSP_STATUS_LIST(RSP_STATUS_ENUM)
#undef RSP_STATUS_ENUM
} rsp_status;

/* Whose trouble a status is: the caller's or a file's (USAGE), the system's or the connection's (IO), the
 * peer's (PROTO), a bound that was met (LIMIT), our own (INTERNAL). */
typedef enum rsp_status_class {
    RSP_CLASS_NONE,
    RSP_CLASS_USAGE,
    RSP_CLASS_IO,
    RSP_CLASS_PROTO,
    RSP_CLASS_LIMIT,
    RSP_CLASS_INTERNAL,
} rsp_status_class;

/* The name without prefix: "TIMEOUT". Never NULL; "?" for an unknown value. */
const char *rsp_status_name(rsp_status status);

/* A short English text: "deadline passed". Never NULL; "?" for an unknown value. */
const char *rsp_status_text(rsp_status status);

/* The class of a status; INTERNAL for an unknown value. */
rsp_status_class rsp_status_classify(rsp_status status);

/* Exit status of the program for this status: 0, 1, 2 or 3 (docs/architecture.md, Verdicts). */
int rsp_status_exit_code(rsp_status status);

/* A failure and its place. `where` is a path or a noun such as "target.xml"; borrowed from the
 * caller of the failing function, NULL when there is none. `line` and `column` count from 1, 0 is
 * unknown. `offset` is in bytes from the start of the stream or file. `msg` is always terminated. */
typedef struct rsp_error {
    rsp_status status;
    const char *where;
    uint32_t line;
    uint32_t column;
    uint64_t offset;
    char msg[160];
} rsp_error;

/* Fills `error` (NULL is allowed: nothing is kept) and returns `status`, so that a failing function
 * ends in `return rsp_fail(error, RSP_SYNTAX, "...")`. Long messages are cut. */
rsp_status rsp_fail(rsp_error *error, rsp_status status, const char *fmt, ...) RSP_PRINTF(3, 4);

/* The same with a list of arguments. */
rsp_status rsp_fail_v(rsp_error *error, rsp_status status, const char *fmt, va_list ap);

/* The same with a place: "where:line:column". */
rsp_status rsp_fail_at(rsp_error *error, rsp_status status, const char *where, uint32_t line, uint32_t column,
                       const char *fmt, ...) RSP_PRINTF(6, 7);

/* The same with a byte offset. */
rsp_status rsp_fail_offset(rsp_error *error, rsp_status status, const char *where, uint64_t offset,
                           const char *fmt, ...) RSP_PRINTF(5, 6);

RSP_END_DECLS

#endif

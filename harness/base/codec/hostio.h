/* Host I/O: vFile requests and replies, the protocol's own error numbers, open flags and stat block.
 * Numbers on the wire are hexadecimal, negative ones have a minus sign.
 * Source: GDB manual, Host I/O Packets; File-I/O, Constants; LLDB gdb-remote extensions, vFile. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_HOSTIO_H
#define RSP_HOSTIO_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* X(name, wire name, fields): the fields behind the second colon, in order: p path in hex, P a second path in
 * hex, f flags, o mode, d descriptor, n count, t offset, b binary data to the end, i process id. */
#define RSP_HOSTIO_LIST(X)       \
    X(OPEN, "open", "pfo")       \
    X(CLOSE, "close", "d")       \
    X(PREAD, "pread", "dnt")     \
    X(PWRITE, "pwrite", "dtb")   \
    X(FSTAT, "fstat", "d")       \
    X(STAT, "stat", "p")         \
    X(LSTAT, "lstat", "p")       \
    X(UNLINK, "unlink", "p")     \
    X(READLINK, "readlink", "p") \
    X(SETFS, "setfs", "i")       \
    X(SIZE, "size", "p")         \
    X(MODE, "mode", "p")         \
    X(EXISTS, "exists", "p")     \
    X(MD5, "MD5", "p")           \
    X(SYMLINK, "symlink", "pP")

/* RSP_HOSTIO_OPEN and so on. */
typedef enum rsp_hostio_op {
    RSP_HOSTIO_NONE,
#define RSP_HOSTIO_ENUM(name, text, fields) RSP_HOSTIO_##name,
    RSP_HOSTIO_LIST(RSP_HOSTIO_ENUM)
#undef RSP_HOSTIO_ENUM
} rsp_hostio_op;

/* X(name, number): error numbers of the protocol, whatever the host's are. */
#define RSP_FILEIO_ERROR_LIST(X) \
    X(EPERM, 1)                  \
    X(ENOENT, 2)                 \
    X(EINTR, 4)                  \
    X(EIO, 5)                    \
    X(EBADF, 9)                  \
    X(EACCES, 13)                \
    X(EFAULT, 14)                \
    X(EBUSY, 16)                 \
    X(EEXIST, 17)                \
    X(ENODEV, 19)                \
    X(ENOTDIR, 20)               \
    X(EISDIR, 21)                \
    X(EINVAL, 22)                \
    X(ENFILE, 23)                \
    X(EMFILE, 24)                \
    X(EFBIG, 27)                 \
    X(ENOSPC, 28)                \
    X(ESPIPE, 29)                \
    X(EROFS, 30)                 \
    X(ENOSYS, 88)                \
    X(ENAMETOOLONG, 91)          \
    X(EUNKNOWN, 9999)

/* The protocol's own error numbers. */
typedef enum rsp_fileio_error {
    RSP_FILEIO_SUCCESS = 0,
#define RSP_FILEIO_ERROR_ENUM(name, number) RSP_FILEIO_##name = (number),
    RSP_FILEIO_ERROR_LIST(RSP_FILEIO_ERROR_ENUM)
#undef RSP_FILEIO_ERROR_ENUM
} rsp_fileio_error;

/* "ENOENT"; "EUNKNOWN" for a number that is not in the list. */
const char *rsp_fileio_error_name(uint64_t number);

/* The protocol's own flags of open. */
enum {
    RSP_FILEIO_O_RDONLY = 0x0,
    RSP_FILEIO_O_WRONLY = 0x1,
    RSP_FILEIO_O_RDWR = 0x2,
    RSP_FILEIO_O_APPEND = 0x8,
    RSP_FILEIO_O_CREAT = 0x200,
    RSP_FILEIO_O_TRUNC = 0x400,
    RSP_FILEIO_O_EXCL = 0x800,
};

/* One vFile request; slices borrow from it. */
typedef struct rsp_hostio_request {
    rsp_hostio_op op;
    rsp_bytes path_hex;  /* even number of hex digits; checked */
    rsp_bytes path2_hex; /* symlink: second path */
    uint64_t flags;      /* RSP_FILEIO_O_* */
    uint64_t mode;       /* permission bits */
    uint64_t fd;
    uint64_t count;
    uint64_t offset;
    uint64_t pid;
    rsp_bytes data; /* pwrite: as transmitted, still escaped (build: escapes) */
} rsp_hostio_request;

/* The whole payload "vFile:op:...". RSP_UNSUPPORTED for an operation that is not in the list (out->op is
 * NONE), RSP_MALFORMED with an offset for missing, bad or surplus fields, RSP_RANGE for numbers beyond 64
 * bits. */
rsp_status rsp_hostio_parse(rsp_hostio_request *out, rsp_bytes payload, rsp_error *error) RSP_MUST_USE;

/* Appends the request. RSP_USAGE for op NONE, else the buffer's status. */
rsp_status rsp_hostio_build(rsp_buf *out, const rsp_hostio_request *request) RSP_MUST_USE;

/* One F reply; the attachment borrows from it. */
typedef struct rsp_hostio_reply {
    int64_t result;
    bool has_error;
    uint64_t error; /* rsp_fileio_error */
    bool has_attachment;
    rsp_bytes attachment; /* decoded; build escapes */
    bool bare;            /* LLDB's exists and MD5: "F,<value>", no result */
    rsp_bytes value;      /* of those; decoded, build escapes */
} rsp_hostio_reply;

/* The reply after run-length expansion and rsp_unescape: F<result>[,<errno>][;<attachment>] or F,<value>.
 * RSP_MALFORMED with an offset. */
rsp_status rsp_hostio_reply_parse(rsp_hostio_reply *out, rsp_bytes decoded, rsp_error *error) RSP_MUST_USE;

/* Appends the reply for the wire. */
void rsp_hostio_reply_build(rsp_buf *out, const rsp_hostio_reply *reply);

/* "F-1,<errno>". */
void rsp_hostio_error_build(rsp_buf *out, rsp_fileio_error error);

/* The size of the protocol's struct stat. */
enum { RSP_FILEIO_STAT_BYTES = 64 };

/* The protocol's stat block: 64 bytes, big-endian fields in this order. */
typedef struct rsp_fileio_stat {
    uint32_t dev;
    uint32_t ino;
    uint32_t mode;
    uint32_t nlink;
    uint32_t uid;
    uint32_t gid;
    uint32_t rdev;
    uint64_t size;
    uint64_t blksize;
    uint64_t blocks;
    uint32_t atime;
    uint32_t mtime;
    uint32_t ctime;
} rsp_fileio_stat;

/* Writes it as the protocol has it: big-endian fields in a fixed order. */
void rsp_fileio_stat_encode(uint8_t out[RSP_FILEIO_STAT_BYTES], const rsp_fileio_stat *stat);

/* RSP_MALFORMED unless `block` has exactly 64 bytes. */
rsp_status rsp_fileio_stat_decode(rsp_fileio_stat *out, rsp_bytes block) RSP_MUST_USE;

RSP_END_DECLS

#endif

/* vFile: requests to the file system in files.c and its answers in the protocol's numbers.
 * One row and one function per operation; no path ever reaches the host.
 * Source: GDB manual, Host I/O Packets; LLDB gdb-remote extensions, vFile. */
/* SPDX-License-Identifier: MIT */
#include "files.h"
#include "handlers.h"
#include "md5.h"

#include "codec/escape.h"
#include <inttypes.h>

typedef struct file_call {
    rsp_stub *s;
    rsp_hostio_request request;
    rsp_bytes path; /* decoded */
    rsp_bytes path2;
    rsp_buf *reply;
} file_call;

static void answer_error(file_call *call, rsp_fileio_error error) {
    rsp_hostio_error_build(call->reply, error);
}

static void answer_number(file_call *call, uint64_t result) {
    rsp_buf_printf(call->reply, "F%" PRIx64, result);
}

static void answer(file_call *call, rsp_fileio_error error) {
    if (error == RSP_FILEIO_SUCCESS)
        answer_number(call, 0);
    else
        answer_error(call, error);
}

/* "F<len>;<data>", as much of it as fits into a packet with its escapes. */
static void answer_data(file_call *call, rsp_bytes data) {
    enum { HEADER_ROOM = 18 };
    data = rsp_bytes_sub(data, 0, rsp_escape_fit(data, call->s->opt.packet_bytes - HEADER_ROOM));
    answer_number(call, data.len);
    rsp_buf_push(call->reply, ';');
    rsp_escape_append(call->reply, data);
}

static bool descriptor(file_call *call, stub_open_file **open, stub_found *found) {
    bool good = stub_file_of_descriptor(call->s, call->request.fd, open, found);
    if (!good)
        answer_error(call, RSP_FILEIO_EBADF);
    return good;
}

static void on_open(file_call *call) {
    uint64_t fd = 0;
    rsp_fileio_error error =
        stub_file_open(call->s, call->path, call->request.flags, (uint32_t)(call->request.mode & 0777), &fd);
    if (error == RSP_FILEIO_SUCCESS)
        answer_number(call, fd);
    else
        answer_error(call, error);
}

static void on_close(file_call *call) {
    stub_open_file *open;
    stub_found found;
    if (!descriptor(call, &open, &found))
        return;
    stub_file_close(call->s, open);
    answer(call, RSP_FILEIO_SUCCESS);
}

static void on_pread(file_call *call) {
    stub_open_file *open;
    stub_found found;
    if (!descriptor(call, &open, &found))
        return;
    if (!open->readable) {
        answer_error(call, RSP_FILEIO_EBADF);
        return;
    }
    uint64_t offset = call->request.offset;
    rsp_bytes rest = rsp_bytes_from(found.content, offset < SIZE_MAX ? (size_t)offset : SIZE_MAX);
    uint64_t count = call->request.count;
    answer_data(call, rsp_bytes_sub(rest, 0, count < rest.len ? (size_t)count : rest.len));
}

static void on_pwrite(file_call *call) {
    rsp_stub *s = call->s;
    stub_open_file *open;
    stub_found found;
    if (!descriptor(call, &open, &found))
        return;
    rsp_buf_clear(&s->scratch);
    if (!open->writable) {
        answer_error(call, RSP_FILEIO_EBADF);
        return;
    }
    if (rsp_unescape(&s->scratch, call->request.data) != RSP_OK) {
        answer_error(call, RSP_FILEIO_EINVAL);
        return;
    }
    rsp_fileio_error error = stub_file_write(s, open, call->request.offset, rsp_buf_bytes(&s->scratch));
    if (error == RSP_FILEIO_SUCCESS)
        answer_number(call, s->scratch.len);
    else
        answer_error(call, error);
}

/* The kind of file as the protocol counts it, and the permissions. */
static uint32_t mode_of(const stub_found *found) {
    enum { IFREG = 0100000, IFDIR = 040000, IFLNK = 0120000 };
    uint32_t kind = IFREG;
    if (found->kind == RSP_FILE_DIRECTORY)
        kind = IFDIR;
    else if (found->kind == RSP_FILE_SYMLINK)
        kind = IFLNK;
    return kind | found->mode;
}

static void answer_stat(file_call *call, const stub_found *found) {
    enum { BLOCK_BYTES = 512, IO_BYTES = 4096 };
    rsp_fileio_stat stat = {.dev = 1,
                            .ino = found->inode,
                            .mode = mode_of(found),
                            .nlink = 1,
                            .size = found->content.len,
                            .blksize = IO_BYTES,
                            .blocks = (found->content.len + BLOCK_BYTES - 1) / BLOCK_BYTES};
    uint8_t block[RSP_FILEIO_STAT_BYTES];
    rsp_fileio_stat_encode(block, &stat);
    answer_data(call, rsp_bytes_make(block, sizeof block));
}

static void on_fstat(file_call *call) {
    stub_open_file *open;
    stub_found found;
    if (descriptor(call, &open, &found))
        answer_stat(call, &found);
}

/* The file of the path, or the error reply. */
static bool find_path(file_call *call, bool follow, stub_found *found) {
    rsp_fileio_error error = stub_file_find(call->s, call->path, follow, found);
    if (error != RSP_FILEIO_SUCCESS)
        answer_error(call, error);
    return error == RSP_FILEIO_SUCCESS;
}

static void on_stat(file_call *call) {
    stub_found found;
    if (find_path(call, call->request.op == RSP_HOSTIO_STAT, &found))
        answer_stat(call, &found);
}

static void on_unlink(file_call *call) {
    answer(call, stub_file_unlink(call->s, call->path));
}

static void on_readlink(file_call *call) {
    stub_found found;
    if (!find_path(call, false, &found))
        return;
    if (found.kind == RSP_FILE_SYMLINK)
        answer_data(call, found.content);
    else
        answer_error(call, RSP_FILEIO_EINVAL);
}

static void on_symlink(file_call *call) {
    answer(call, stub_file_symlink(call->s, call->path, call->path2));
}

/* There is one file system; every process and the stub see the same. */
static void on_setfs(file_call *call) {
    int64_t pid = 0;
    bool known = call->request.pid == 0;
    while (!known && call->s->opt.ops->process_next(call->s->opt.target, pid, &pid))
        known = call->request.pid == (uint64_t)pid;
    answer(call, known ? RSP_FILEIO_SUCCESS : RSP_FILEIO_ENOENT);
}

static void on_size(file_call *call) {
    stub_found found;
    if (find_path(call, true, &found))
        answer_number(call, found.content.len);
}

static void on_mode(file_call *call) {
    stub_found found;
    if (find_path(call, true, &found))
        answer_number(call, mode_of(&found));
}

static void on_exists(file_call *call) {
    stub_found found;
    bool exists = stub_file_find(call->s, call->path, true, &found) == RSP_FILEIO_SUCCESS;
    rsp_buf_str(call->reply, exists ? "F,1" : "F,0");
}

/* The digest as LLDB prints it: two 64-bit numbers in hex, low half first, each in little-endian order of
 * the digest's bytes. */
static void on_md5(file_call *call) {
    stub_found found;
    uint8_t digest[16];
    rsp_fileio_error error = stub_file_find(call->s, call->path, true, &found);
    if (error != RSP_FILEIO_SUCCESS || found.kind == RSP_FILE_DIRECTORY) {
        rsp_buf_str(call->reply, "F,x");
        return;
    }
    stub_md5(digest, found.content);
    rsp_buf_str(call->reply, "F,");
    for (unsigned half = 0; half < 2; half++) {
        uint64_t word = 0;
        for (unsigned i = 8; i-- > 0;)
            word = word << 8 | digest[half * 8 + i];
        rsp_hex_append_fixed(call->reply, word, 16);
    }
}

typedef void file_operation(file_call *call);

static file_operation *const operations[] = {
    [RSP_HOSTIO_OPEN] = on_open,     [RSP_HOSTIO_CLOSE] = on_close,   [RSP_HOSTIO_PREAD] = on_pread,
    [RSP_HOSTIO_PWRITE] = on_pwrite, [RSP_HOSTIO_FSTAT] = on_fstat,   [RSP_HOSTIO_STAT] = on_stat,
    [RSP_HOSTIO_LSTAT] = on_stat,    [RSP_HOSTIO_UNLINK] = on_unlink, [RSP_HOSTIO_READLINK] = on_readlink,
    [RSP_HOSTIO_SETFS] = on_setfs,   [RSP_HOSTIO_SIZE] = on_size,     [RSP_HOSTIO_MODE] = on_mode,
    [RSP_HOSTIO_EXISTS] = on_exists, [RSP_HOSTIO_MD5] = on_md5,       [RSP_HOSTIO_SYMLINK] = on_symlink,
};

/* Decodes both paths into one buffer. */
static rsp_status decode_paths(file_call *call, rsp_buf *text) {
    rsp_status status = rsp_hex_decode(text, call->request.path_hex);
    size_t first = text->len;
    if (status == RSP_OK)
        status = rsp_hex_decode(text, call->request.path2_hex);
    call->path = rsp_bytes_sub(rsp_buf_bytes(text), 0, first);
    call->path2 = rsp_bytes_from(rsp_buf_bytes(text), first);
    return status;
}

stub_reply_kind stub_on_host_io(rsp_stub *s, rsp_bytes args, rsp_buf *reply) {
    (void)args;
    file_call call = {.s = s, .reply = reply};
    rsp_status status = rsp_hostio_parse(&call.request, s->request, NULL);
    if (status == RSP_UNSUPPORTED)
        return STUB_REPLY_SEND;
    if (status != RSP_OK) {
        answer_error(&call, RSP_FILEIO_EINVAL);
        return STUB_REPLY_SEND;
    }
    rsp_buf text = {.mem = s->opt.mem};
    rsp_status decoded = decode_paths(&call, &text);
    if (decoded == RSP_OK)
        operations[call.request.op](&call);
    else
        answer_error(&call, RSP_FILEIO_EUNKNOWN);
    rsp_buf_free(&text);
    return STUB_REPLY_SEND;
}

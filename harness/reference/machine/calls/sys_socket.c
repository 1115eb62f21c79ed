/* System calls about sockets: pairs of them, as streams or with messages that stay whole.
 * Nobody has an address, and no other sockets are there. Control messages are not passed on.
 * Source: socketpair(2), recvmsg(2), unix(7). */
/* SPDX-License-Identifier: MIT */
#include "files.h"
#include "pipes.h"
#include "syscall.h"
#include "waiting.h"

enum { AF_UNIX_ = 1, FAMILY_BYTES = 2, DONT_WAIT = 0x40, NO_SIGNAL = 0x4000, PEEK = 2 };
enum {
    MESSAGE_BYTES = 56,
    AT_NAME_LEN = 8,
    AT_PARTS = 16,
    AT_NUM_PARTS = 24,
    AT_CONTROL_LEN = 40,
    AT_FLAGS = 48
};

int64_t sys_socketpair(call *c) {
    enum { STREAM = 1, DATAGRAM = 2, SEQPACKET = 5, TYPE = 0xf };
    uint64_t type = c->a[1] & TYPE;
    if (c->a[0] != AF_UNIX_)
        return -L_EAFNOSUPPORT;
    if (type != STREAM && type != SEQPACKET && type != DATAGRAM)
        return -L_EINVAL;
    pipe *there = pipe_new(c->m);
    pipe *back = pipe_new(c->m);
    open_file *ends[2] = {NULL, NULL};
    if (there && back)
        ends[0] = pipe_end(c->m, back, there, c->a[1] & L_O_NONBLOCK);
    if (ends[0])
        ends[1] = pipe_end(c->m, there, back, c->a[1] & L_O_NONBLOCK);
    if (!ends[0]) {
        pipe_free(c->m, there);
        pipe_free(c->m, back);
    }
    for (size_t i = 0; i < 2 && ends[i]; i++) {
        ends[i]->socket = true;
        ends[i]->type = (uint32_t)type;
        ends[i]->whole = type != STREAM;
    }
    return pipe_install_pair(c, ends, c->a[1], c->a[3]);
}

int64_t sys_socket(call *c) {
    (void)c;
    return -L_EAFNOSUPPORT;
}

/* The socket of the first argument, or NULL and why. */
static open_file *socket_of(const call *c, int64_t *out_error) {
    open_file *f = file_of(c->p, c->a[0]);
    *out_error = !f ? -L_EBADF : f->socket ? 0 : -L_ENOTSOCK;
    return *out_error ? NULL : f;
}

int64_t sys_shutdown(call *c) {
    enum { READ, WRITE, BOTH };
    int64_t error;
    open_file *f = socket_of(c, &error);
    if (!f)
        return error;
    if (c->a[1] > BOTH)
        return -L_EINVAL;
    pipe_shut(c->m, f, c->a[1] != WRITE, c->a[1] != READ);
    return 0;
}

/* A call that reads or writes, with flags of its own. */
static int64_t with_flags(call *c, open_file *f, uint64_t flags, int64_t (*fn)(call *)) {
    uint64_t kept = f->flags;
    if (flags & DONT_WAIT)
        f->flags |= L_O_NONBLOCK;
    int64_t result = fn(c);
    f->flags = kept;
    return result;
}

static int64_t send(call *c, open_file *f, uint64_t flags, int64_t (*fn)(call *)) {
    if ((flags & NO_SIGNAL) && (!f->out || !f->out->readers))
        return -L_EPIPE;
    return with_flags(c, f, flags, fn);
}

static int64_t receive(call *c, open_file *f, uint64_t flags, int64_t (*fn)(call *)) {
    f->peeks = (flags & PEEK) != 0;
    int64_t result = with_flags(c, f, flags, fn);
    f->peeks = false;
    return result;
}

int64_t sys_sendto(call *c) {
    int64_t error;
    open_file *f = socket_of(c, &error);
    return f ? send(c, f, c->a[3], sys_write) : error;
}

int64_t sys_recvfrom(call *c) {
    int64_t error;
    open_file *f = socket_of(c, &error);
    return f ? receive(c, f, c->a[3], sys_read) : error;
}

/* struct msghdr at the second argument: its parts become the arguments of readv or writev. */
static int64_t take_message(const call *c, call *out, uint8_t bytes[MESSAGE_BYTES]) {
    if (!space_copy_in(c->p->space, bytes, c->a[1], MESSAGE_BYTES))
        return -L_EFAULT;
    *out = *c;
    out->a[1] = le_load(bytes + AT_PARTS, 8);
    out->a[2] = le_load(bytes + AT_NUM_PARTS, 8);
    return 0;
}

int64_t sys_sendmsg(call *c) {
    uint8_t bytes[MESSAGE_BYTES];
    call parts;
    int64_t error;
    open_file *f = socket_of(c, &error);
    if (!error)
        error = take_message(c, &parts, bytes);
    return error ? error : send(&parts, f, c->a[2], sys_writev);
}

int64_t sys_recvmsg(call *c) {
    uint8_t bytes[MESSAGE_BYTES];
    call parts;
    int64_t error;
    open_file *f = socket_of(c, &error);
    if (!error)
        error = take_message(c, &parts, bytes);
    if (error)
        return error;
    int64_t num = receive(&parts, f, c->a[2], sys_readv);
    le_store(bytes + AT_NAME_LEN, 4, 0);
    le_store(bytes + AT_CONTROL_LEN, 8, 0);
    le_store(bytes + AT_FLAGS, 4, 0);
    if (num >= 0 && !space_copy_out(c->p->space, c->a[1], bytes, sizeof bytes))
        return -L_EFAULT;
    return num;
}

/* A value as long as there is room for it, and its length. */
static int64_t tell(const call *c, uint64_t address, uint64_t at_len, uint64_t value, uint32_t num) {
    uint8_t bytes[8], len[4];
    if (!space_copy_in(c->p->space, len, at_len, sizeof len))
        return -L_EFAULT;
    uint32_t room = (uint32_t)le_load(len, sizeof len);
    if (room >> 31)
        return -L_EINVAL;
    le_store(bytes, sizeof bytes, value);
    le_store(len, sizeof len, num);
    bool good = space_copy_out(c->p->space, address, bytes, room < num ? room : num) &&
                space_copy_out(c->p->space, at_len, len, sizeof len);
    return good ? 0 : -L_EFAULT;
}

int64_t sys_getsockname(call *c) {
    int64_t error;
    return socket_of(c, &error) ? tell(c, c->a[1], c->a[2], AF_UNIX_, FAMILY_BYTES) : error;
}

int64_t sys_getpeername(call *c) {
    return sys_getsockname(c);
}

int64_t sys_getsockopt(call *c) {
    enum {
        SOCKET = 1,
        TYPE = 3,
        ERROR = 4,
        SEND_BYTES = 7,
        RECEIVE_BYTES = 8,
        ACCEPTS = 30,
        PROTOCOL = 38,
        DOMAIN = 39
    };
    int64_t error;
    const open_file *f = socket_of(c, &error);
    if (!f)
        return error;
    if (c->a[1] != SOCKET)
        return -L_EOPNOTSUPP;
    switch (c->a[2]) {
    case TYPE:
        return tell(c, c->a[3], c->a[4], f->type, 4);
    case SEND_BYTES:
    case RECEIVE_BYTES:
        return tell(c, c->a[3], c->a[4], PIPE_BYTES, 4);
    case DOMAIN:
        return tell(c, c->a[3], c->a[4], AF_UNIX_, 4);
    case ERROR:
    case ACCEPTS:
    case PROTOCOL:
        return tell(c, c->a[3], c->a[4], 0, 4);
    default:
        return -L_ENOPROTOOPT;
    }
}

/* Sizes and time-outs change nothing that a program could see of a pair. */
int64_t sys_setsockopt(call *c) {
    int64_t error;
    return socket_of(c, &error) ? 0 : error;
}

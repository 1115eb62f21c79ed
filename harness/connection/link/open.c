/* From an address to an open link: connects, or starts a program and waits until it listens.
 * Also the second connection to the same place or program.
 * See rsp/link.h. */
/* SPDX-License-Identifier: MIT */
#include "connect.h"
#include "program.h"
#include "serial.h"

#include "core/arena.h"
#include "link/address.h"
#include <errno.h>

static rsp_status open_serial(rsp_fd_link *link, rsp_error *error) {
    int fd;
    rsp_status status = rsp_serial_open(&fd, &link->address, error);
    if (status == RSP_OK)
        rsp_fd_link_set(link, fd, fd, false);
    return status;
}

static rsp_status open_exec(rsp_fd_link *link, uint64_t deadline_ns, rsp_error *error) {
    rsp_status status = rsp_program_prepare(link, error);
    if (status == RSP_OK)
        status = rsp_program_start(link, false, error);
    return status == RSP_OK && !link->options.unconnected ? rsp_connect_until(link, deadline_ns, error)
                                                          : status;
}

static rsp_status open_kind(rsp_fd_link *link, uint64_t deadline_ns, rsp_error *error) {
    switch (link->address.kind) {
    case RSP_ADDRESS_TCP:
    case RSP_ADDRESS_UNIX: {
        int why = rsp_connect_once(link, deadline_ns, error);
        if (why == 0 || (error && error->status != RSP_OK))
            return why == 0 ? RSP_OK : error->status;
        if (why == EINTR)
            return rsp_fail(error, RSP_CANCELLED, "cancelled");
        return rsp_fail(error, RSP_CONNECT, "%.120s: %s", link->name, strerror(why));
    }
    case RSP_ADDRESS_PTY:
        return open_serial(link, error);
    case RSP_ADDRESS_PIPE:
        return rsp_program_start(link, true, error);
    case RSP_ADDRESS_EXEC:
        return open_exec(link, deadline_ns, error);
    case RSP_ADDRESS_STDIO:
        rsp_fd_link_set(link, 0, 1, false);
        return RSP_OK;
    case RSP_ADDRESS_NONE:
        break;
    }
    return rsp_fail(error, RSP_USAGE, "no address");
}

/* A server between two clients may refuse for a moment. */
static rsp_status reconnect(rsp_fd_link *link, uint64_t deadline_ns, rsp_error *error) {
    uint64_t patience = rsp_deadline(rsp_link_now(&link->base), 200 * RSP_NS_PER_MS);
    if (error)
        *error = (rsp_error){0};
    switch (link->address.kind) {
    case RSP_ADDRESS_EXEC:
        return rsp_connect_until(link, deadline_ns, error);
    case RSP_ADDRESS_TCP:
    case RSP_ADDRESS_UNIX:
        return rsp_connect_until(link, patience < deadline_ns ? patience : deadline_ns, error);
    case RSP_ADDRESS_PTY:
        return open_serial(link, error);
    case RSP_ADDRESS_PIPE:
    case RSP_ADDRESS_STDIO:
    case RSP_ADDRESS_NONE:
        break;
    }
    return rsp_fail(error, RSP_UNSUPPORTED, "this link has only one connection");
}

/* To the place of this link, without a program of its own. */
static rsp_status visit(rsp_fd_link *link, rsp_link **out_visitor, uint64_t deadline_ns, rsp_error *error) {
    const rsp_address *own = &link->address;
    const rsp_address there = {.kind = own->path ? RSP_ADDRESS_UNIX : RSP_ADDRESS_TCP,
                               .host = own->host,
                               .port = own->port,
                               .path = own->path};
    bool meets = own->kind == RSP_ADDRESS_TCP || own->kind == RSP_ADDRESS_UNIX;
    bool started = own->kind == RSP_ADDRESS_EXEC && (own->path || own->port);
    uint64_t now = rsp_link_now(&link->base);
    rsp_link_options options = {.clock = link->options.clock,
                                .mem = link->base.mem,
                                .stop = link->options.stop,
                                .end_ns = rsp_fd_link_end_ns(link)};
    if (!meets && !started)
        return rsp_fail(error, RSP_UNSUPPORTED, "this link has only one connection");
    options.connect_timeout_ns = deadline_ns > now ? deadline_ns - now : 1;
    return rsp_link_open_address(out_visitor, &there, &options, error);
}

static const rsp_fd_reopener reopener = {.reconnect = reconnect, .visit = visit};

rsp_status rsp_link_open_address(rsp_link **out_link, const rsp_address *address,
                                 const rsp_link_options *options, rsp_error *error) {
    *out_link = NULL;
    if (error)
        *error = (rsp_error){0};
    rsp_fd_link *link = rsp_fd_link_new(options);
    if (!link)
        return rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    link->reopener = &reopener;
    rsp_program_copy_address(link, address);
    rsp_status status = link->arena.status;
    if (status != RSP_OK)
        status = rsp_fail(error, status, "out of memory");
    uint64_t deadline = rsp_deadline(rsp_link_now(&link->base), link->options.connect_timeout_ns);
    if (status == RSP_OK)
        status = open_kind(link, deadline, error);
    if (status != RSP_OK) {
        rsp_fd_link_close(&link->base);
        return status;
    }
    link->base.stats.num_connects = link->read_fd >= 0;
    *out_link = &link->base;
    return RSP_OK;
}

rsp_status rsp_link_open(rsp_link **out_link, const char *text, const rsp_link_options *options,
                         rsp_error *error) {
    *out_link = NULL;
    rsp_address address;
    rsp_arena words = {.mem = options ? options->mem : NULL};
    rsp_status status = rsp_address_parse(&address, &words, text, error);
    if (status == RSP_OK)
        status = rsp_link_open_address(out_link, &address, options, error);
    rsp_arena_free(&words);
    return status;
}

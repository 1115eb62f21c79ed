/* A port is claimed before the program binds it, so that two of us do not pick the same one.
 * A socket lies in a directory of its own, which is removed with the link.
 * See program.h. */
/* SPDX-License-Identifier: MIT */
#include "program.h"

#include "system.h"

#include "core/arena.h"
#include "link/address.h"
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#define CLAIM_TRIES 16U

/* Binds to `port`, or to any for 0; the port, or 0 when it is taken. */
static uint16_t bind_port(uint16_t port) {
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t len = sizeof at;
    int on = 1;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0)
        return 0;
    (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    bool ok = bind(fd, (struct sockaddr *)&at, sizeof at) == 0 &&
              getsockname(fd, (struct sockaddr *)&at, &len) == 0;
    int why = errno;
    (void)close(fd);
    errno = why;
    return ok ? ntohs(at.sin_port) : 0;
}

/* A port that is free at this moment. The system hands out ports above 32767; connections of the last minute
 * may have used them up. Below, nearly all are free. */
static uint16_t free_port(rsp_fd_link *link) {
    enum { LOWEST = 20000, NUM = 12768, STEP = 4099 };
    uint16_t port = bind_port(0);
    uint64_t at = rsp_link_now(&link->base) >> 10 ^ (uint64_t)getpid();
    for (unsigned i = 0; i < NUM && port == 0; i++)
        port = bind_port((uint16_t)(LOWEST + (at + (uint64_t)i * STEP) % NUM));
    return port;
}

/* A free port that no other process of this toolkit has picked for a program that does not listen yet. */
static uint16_t claim_port(rsp_fd_link *link) {
    uint16_t port = 0;
    for (unsigned i = 0; i < CLAIM_TRIES && link->claim_fd == -1; i++) {
        port = free_port(link);
        link->claim_fd = port ? rsp_system_claim_port(port) : RSP_NO_CLAIM;
    }
    return port;
}

static bool uses(const rsp_address *address, const char *placeholder) {
    for (size_t i = 0; i < address->argc; i++)
        if (strstr(address->argv[i], placeholder))
            return true;
    return false;
}

static bool make_socket_path(rsp_fd_link *link) {
    const char *tmp = getenv("TMPDIR");
    const char *dir = rsp_arena_printf(&link->arena, "%s/stubborn-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (link->arena.status != RSP_OK || !mkdtemp((char *)(uintptr_t)dir))
        return false;
    link->socket_dir = dir;
    link->address.path = rsp_arena_printf(&link->arena, "%s/s", dir);
    return link->arena.status == RSP_OK;
}

static const char *substitute(rsp_fd_link *link, const char *word) {
    rsp_buf out = {.mem = link->base.mem};
    while (*word) {
        if (strncmp(word, "{port}", 6) == 0) {
            rsp_buf_printf(&out, "%u", (unsigned)link->address.port);
            word += 6;
        } else if (link->address.path && strncmp(word, "{socket}", 8) == 0) {
            rsp_buf_str(&out, link->address.path);
            word += 8;
        } else {
            rsp_buf_push(&out, (uint8_t)*word++);
        }
    }
    const char *text = rsp_arena_str(&link->arena, rsp_buf_cstr(&out));
    if (out.status != RSP_OK)
        link->arena.status = out.status;
    rsp_buf_free(&out);
    return text;
}

static void set_name(rsp_fd_link *link) {
    rsp_buf name = {.mem = link->base.mem};
    rsp_address_format(&name, &link->address);
    link->name = rsp_arena_str(&link->arena, rsp_buf_cstr(&name));
    if (name.status != RSP_OK)
        link->arena.status = name.status;
    rsp_buf_free(&name);
}

static rsp_status fill_in(rsp_fd_link *link, rsp_error *error) {
    rsp_address *address = &link->address;
    const char **argv = rsp_arena_alloc(&link->arena, (address->argc + 1) * sizeof *argv);
    if (!argv)
        return rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < address->argc; i++)
        argv[i] = substitute(link, address->argv[i]);
    address->argv = argv;
    address->host = "127.0.0.1";
    set_name(link);
    return link->arena.status == RSP_OK ? RSP_OK : rsp_fail(error, RSP_NO_MEMORY, "out of memory");
}

rsp_status rsp_program_prepare(rsp_fd_link *link, rsp_error *error) {
    rsp_address *address = &link->address;
    if (uses(address, "{port}") && (address->port = claim_port(link)) == 0)
        return rsp_fail(error, RSP_SPAWN, "no free loopback port: %s", strerror(errno));
    if (uses(address, "{socket}") && !make_socket_path(link))
        return rsp_fail(error, RSP_SPAWN, "no directory for a socket: %s", strerror(errno));
    return fill_in(link, error);
}

rsp_status rsp_program_start(rsp_fd_link *link, bool protocol, rsp_error *error) {
    rsp_spawn spawn = {.argv = link->address.argv,
                       .cwd = link->options.cwd,
                       .environment = link->options.environment,
                       .protocol = protocol,
                       .words_bytes = link->options.words_bytes,
                       .fork_server = link->options.fork_server,
                       .mem = link->base.mem};
    int fd;
    rsp_status status = rsp_child_start(&link->child, &fd, &spawn, error);
    if (status == RSP_OK && protocol)
        rsp_fd_link_set(link, fd, fd, false);
    return status;
}

void rsp_program_copy_address(rsp_fd_link *link, const rsp_address *from) {
    rsp_arena *arena = &link->arena;
    rsp_address *to = &link->address;
    *to = *from;
    to->host = from->host ? rsp_arena_str(arena, from->host) : NULL;
    to->path = from->path ? rsp_arena_str(arena, from->path) : NULL;
    if (from->argc) {
        const char **argv = rsp_arena_alloc(arena, (from->argc + 1) * sizeof *argv);
        to->argc = argv ? from->argc : 0;
        for (size_t i = 0; i < to->argc; i++)
            argv[i] = rsp_arena_str(arena, from->argv[i]);
        to->argv = argv;
    }
    set_name(link);
}

rsp_status rsp_program_open(rsp_fd_link *link, const rsp_address *address, uint16_t port, rsp_error *error) {
    rsp_program_copy_address(link, address);
    link->address.port = port;
    rsp_status status =
        link->arena.status == RSP_OK ? fill_in(link, error) : rsp_fail(error, RSP_NO_MEMORY, "out of memory");
    return status == RSP_OK ? rsp_program_start(link, false, error) : status;
}

/* The kernel lists connections with a number for each end, to which the descriptors of a process lead.
 * One connection has two lines there, a line for each end.
 * See tracer.h. */
/* SPDX-License-Identifier: MIT */
#include "link/tracer.h"

#include "core/file.h"
#include "core/hex.h"
#include "fd_link.h"
#include "system.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_DESCRIPTORS = 256 };

static bool read_status(rsp_buf *out, int64_t process) {
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%lld/status", (long long)process);
    return rsp_file_read(out, path, NULL) == RSP_OK;
}

/* 0: nobody. */
static uint64_t tracer_of(int64_t process) {
    static const char key[] = "\nTracerPid:\t";
    rsp_buf text = {0};
    uint64_t tracer = 0;
    if (read_status(&text, process)) {
        rsp_bytes rest = rsp_buf_bytes(&text);
        const size_t at = rsp_bytes_search(rest, rsp_bytes_str(key));
        rest = rsp_bytes_from(rest, at < rest.len ? at + strlen(key) : rest.len);
        if (rsp_take_decimal(&tracer, &rest) != RSP_OK)
            tracer = 0;
    }
    rsp_buf_free(&text);
    return tracer;
}

/* "0100007F:1F90", as the kernel writes the ends of a connection. */
static bool append_end(rsp_buf *out, const struct sockaddr_in *end) {
    if (end->sin_family != AF_INET)
        return false;
    rsp_buf_printf(out, " %08X:%04X", (unsigned)end->sin_addr.s_addr, (unsigned)ntohs(end->sin_port));
    return out->status == RSP_OK;
}

enum { INODE = 8 }; /* the word of the line, from the near end on */

/* The number of the other end, where it is on this machine; 0: it is not. */
static uint64_t other_end(int fd) {
    struct sockaddr_in near = {0};
    struct sockaddr_in far = {0};
    socklen_t near_len = sizeof near;
    socklen_t far_len = sizeof far;
    rsp_buf line = {0};
    rsp_buf table = {0};
    uint64_t number = 0;
    if (getsockname(fd, (struct sockaddr *)&near, &near_len) == 0 &&
        getpeername(fd, (struct sockaddr *)&far, &far_len) == 0 && append_end(&line, &far) &&
        append_end(&line, &near) && rsp_file_read(&table, "/proc/net/tcp", NULL) == RSP_OK) {
        const size_t at = rsp_bytes_search(rsp_buf_bytes(&table), rsp_buf_bytes(&line));
        if (at < table.len)
            number = rsp_system_field(rsp_buf_cstr(&table) + at, INODE);
    }
    rsp_buf_free(&line);
    rsp_buf_free(&table);
    return number;
}

static bool holds(uint64_t process, uint64_t end) {
    char path[64];
    char target[64];
    char wanted[64];
    (void)snprintf(wanted, sizeof wanted, "socket:[%llu]", (unsigned long long)end);
    for (int i = 0; i < MOST_DESCRIPTORS; i++) {
        (void)snprintf(path, sizeof path, "/proc/%llu/fd/%d", (unsigned long long)process, i);
        const ssize_t len = readlink(path, target, sizeof target - 1);
        target[len > 0 ? len : 0] = 0;
        if (strcmp(target, wanted) == 0)
            return true;
    }
    return false;
}

bool rsp_link_traces(rsp_link *base, int64_t process) {
    const rsp_fd_link *link = rsp_fd_link_of(base);
    const uint64_t tracer = link && link->read_fd >= 0 && process > 0 ? tracer_of(process) : 0;
    const uint64_t end = tracer > 0 ? other_end(link->read_fd) : 0;
    return end > 0 && holds(tracer, end);
}

/* The terminals are raw: no echo, and no CR before LF.
 * A system hands over what was printed a moment later; the mark tells when all of it has come.
 * See dap_output.h. */
/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* pseudo-terminals */
#include "commands/dap_output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static bool make_raw(int fd) {
    struct termios mode;
    if (tcgetattr(fd, &mode) != 0)
        return false;
    mode.c_oflag &= ~(tcflag_t)OPOST;
    mode.c_lflag &= ~(tcflag_t)(ECHO | ICANON | ISIG | IEXTEN);
    mode.c_iflag &= ~(tcflag_t)(ICRNL | IXON);
    return tcsetattr(fd, TCSANOW, &mode) == 0;
}

/* The master side; -1 with errno. */
static int open_one(dap_output *o, size_t i) {
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    const char *path = NULL;
    if (master < 0)
        return -1;
    (void)fcntl(master, F_SETFD, FD_CLOEXEC);
    if (grantpt(master) == 0 && unlockpt(master) == 0)
        path = ptsname(master);
    int slave = path ? open(path, O_RDWR | O_NOCTTY) : -1;
    if (slave >= 0 && strlen(path) < sizeof o->streams[i].path && make_raw(slave)) {
        (void)fcntl(slave, F_SETFD, FD_CLOEXEC);
        (void)snprintf(o->streams[i].path, sizeof o->streams[i].path, "%s", path);
        o->streams[i].slave = slave;
        return master;
    }
    int why = errno;
    if (slave >= 0)
        (void)close(slave);
    (void)close(master);
    errno = why;
    return -1;
}

rsp_status dap_output_open(dap_output *o, rsp_link **out_links, rsp_error *error) {
    static const char *const names[] = {"the program's output", "the program's errors"};
    for (size_t i = 0; i < DAP_OUTPUT_STREAMS; i++) {
        int master = open_one(o, i);
        if (master < 0)
            return rsp_fail(error, RSP_IO, "no terminal for %s: %s", names[i], strerror(errno));
        rsp_status status = rsp_link_open_fds(&out_links[i], master, master, names[i], NULL);
        if (status != RSP_OK) {
            (void)close(master);
            return rsp_fail(error, status, "no memory for a link");
        }
    }
    return RSP_OK;
}

void dap_output_close(dap_output *o) {
    for (size_t i = 0; i < DAP_OUTPUT_STREAMS; i++)
        if (o->streams[i].slave > 0)
            (void)close(o->streams[i].slave);
    *o = (dap_output){0};
}

void dap_output_mark(dap_output *o, rsp_bytes mark) {
    for (size_t i = 0; i < DAP_OUTPUT_STREAMS; i++)
        if (o->streams[i].slave > 0 && write(o->streams[i].slave, mark.ptr, mark.len) < 0)
            continue; /* a full terminal: what is read until then is all that can be had */
}

/* What a process has open, for whoever looks at it from outside.
 * Names are those of Linux's /proc/PID/fd, without the numbers of pipes.
 * See process.h. */
/* SPDX-License-Identifier: MIT */
#include "files.h"
#include "nodes.h"

#include "machine/process.h"

static const char *regular_name(const open_file *file) {
    const char *path = file->node ? file->node->path : NULL;
    if (!path && file->file)
        path = file->file->path;
    return path ? path : "";
}

const char *rsp_process_open_file(const rsp_process *process, uint32_t fd) {
    const open_file *file = file_of(process, fd);
    if (!file)
        return NULL;
    switch (file->kind) {
    case FILE_STDIN:
        return "stdin";
    case FILE_STDOUT:
        return "stdout";
    case FILE_STDERR:
        return "stderr";
    case FILE_REGULAR:
        return regular_name(file);
    case FILE_FOLDER:
        return file->path;
    case FILE_PIPE:
        return file->socket ? "socket:" : "pipe:";
    case FILE_EVENT:
        return "anon_inode:[eventfd]";
    case FILE_TIMER:
        return "anon_inode:[timerfd]";
    case FILE_EPOLL:
        return "anon_inode:[eventpoll]";
    case FILE_NULL:
        return "/dev/null";
    case FILE_ZERO:
        return "/dev/zero";
    }
    return "";
}

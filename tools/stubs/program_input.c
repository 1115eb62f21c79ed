/* Reading ahead by one chunk: what the machine has no room for waits here.
 * A file is read in the same way as a pipe or a terminal.
 * See program_input.h. */
/* SPDX-License-Identifier: MIT */
#include "stubs/program_input.h"

#include "core/file.h"
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

rsp_status program_input_open(program_input *in, const char *name, rsp_error *error) {
    *in = (program_input){.fd = -1};
    if (!name)
        return RSP_OK;
    in->ours = strcmp(name, "-") == 0;
    if (in->ours) {
        in->fd = STDIN_FILENO;
        return RSP_OK;
    }
    rsp_error why = {0};
    rsp_status status = rsp_file_open(&in->fd, name, &why);
    return status == RSP_OK ? RSP_OK : rsp_fail(error, status, "%s: %s", name, why.msg);
}

void program_input_close(program_input *in) {
    if (in->fd >= 0 && !in->ours)
        (void)close(in->fd);
    in->fd = -1;
}

static bool readable(int fd) {
    struct pollfd one = {.fd = fd, .events = POLLIN};
    return poll(&one, 1, 0) > 0;
}

/* What was read before, into the machine. False: it has no room. */
static bool give(program_input *in, rsp_machine *machine) {
    if (in->num > 0 && rsp_machine_feed_stdin(machine, rsp_bytes_make(in->bytes, in->num)) != RSP_OK)
        return false;
    in->num = 0;
    return true;
}

bool program_input_feed(program_input *in, rsp_machine *machine) {
    bool fed = in->num > 0;
    if (!give(in, machine))
        return false;
    while (in->fd >= 0 && !in->ended && readable(in->fd)) {
        ssize_t num = read(in->fd, in->bytes, sizeof in->bytes);
        if (num < 0 && errno == EINTR)
            continue;
        fed = true;
        if (num <= 0) {
            rsp_machine_close_stdin(machine);
            in->ended = true;
            break;
        }
        in->num = (size_t)num;
        if (!give(in, machine))
            break;
    }
    return fed;
}

int program_input_descriptor(const program_input *in) {
    return in->num > 0 || in->ended ? -1 : in->fd;
}

void program_input_rewind(program_input *in) {
    if (in->fd < 0 || in->ours)
        return;
    in->num = 0;
    in->ended = lseek(in->fd, 0, SEEK_SET) != 0;
}

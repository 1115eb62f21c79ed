/* A ring would do for the bytes; a buffer that drops its front is simpler, and tails are short.
 * Lines are cut at the size of the sanitizer's line, their other bytes made printable.
 * See tail.h. */
/* SPDX-License-Identifier: MIT */
#include "tail.h"

#include "descriptor.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

void rsp_tail_open(rsp_tail *tail, int fd, size_t max, char *sanitizer, const rsp_mem *mem) {
    *tail = (rsp_tail){.fd = fd, .max = max, .sanitizer = sanitizer};
    tail->kept.mem = mem;
    (void)rsp_set_flags(fd, true);
}

static const char *const sanitizer_words[] = {
    "AddressSanitizer: ", "UndefinedBehaviorSanitizer: ", "LeakSanitizer: ", "MemorySanitizer: ",
    "ThreadSanitizer: ",
};

/* "x.c:1:2: runtime error: ", or "<unknown>: ...". Programs in Go have these words in their logs, without a
 * place. */
static bool is_undefined_behaviour(const char *line) {
    const char *at = strstr(line, ": runtime error: ");
    return at && at > line && ((at[-1] >= '0' && at[-1] <= '9') || at[-1] == '>' || at[-1] == ')');
}

/* Keeps the line from the name of the tool on: a process id stands before it. */
static void look_for_sanitizer(rsp_tail *tail) {
    const char *at = NULL;
    tail->line[tail->line_len] = 0;
    for (size_t i = 0; i < RSP_ARRAY_LEN(sanitizer_words) && !at; i++)
        at = strstr(tail->line, sanitizer_words[i]);
    if (!at && is_undefined_behaviour(tail->line))
        at = tail->line;
    if (at)
        (void)snprintf(tail->sanitizer, sizeof tail->line, "%s", at);
}

static void scan_lines(rsp_tail *tail, rsp_bytes in) {
    for (size_t i = 0; i < in.len && !tail->sanitizer[0]; i++) {
        uint8_t c = in.ptr[i];
        if (c == '\n') {
            look_for_sanitizer(tail);
            tail->line_len = 0;
        } else if (tail->line_len + 1 < sizeof tail->line) {
            tail->line[tail->line_len++] = c >= 0x20 && c < 0x7f ? (char)c : '?';
        }
    }
}

static void keep(rsp_tail *tail, rsp_bytes in) {
    if (tail->sanitizer)
        scan_lines(tail, in);
    if (in.len > tail->max)
        in = rsp_bytes_from(in, in.len - tail->max);
    if (tail->kept.len + in.len > tail->max)
        rsp_buf_consume(&tail->kept, tail->kept.len + in.len - tail->max);
    rsp_buf_append(&tail->kept, in);
}

/* A bounded number of reads: a program that floods its standard error must not keep us here. */
void rsp_tail_read(rsp_tail *tail) {
    uint8_t chunk[4096];
    for (int i = 0; i < 16 && tail->fd >= 0; i++) {
        ssize_t got = read(tail->fd, chunk, sizeof chunk);
        if (got > 0)
            keep(tail, rsp_bytes_make(chunk, (size_t)got));
        else if (got == 0 || (errno != EAGAIN && errno != EINTR))
            rsp_close_fd(&tail->fd);
        else
            return;
    }
}

void rsp_tail_close(rsp_tail *tail) {
    rsp_close_fd(&tail->fd);
    rsp_buf_free(&tail->kept);
}

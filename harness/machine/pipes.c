/* Ends of pipes and the bytes between them.
 * A pair of sockets is two pipes, one for each direction.
 * See pipes.h. */
/* SPDX-License-Identifier: MIT */
#include "pipes.h"

#include "files.h"
#include "waiting.h"

#include "core/mem.h"

pipe *pipe_new(rsp_machine *m) {
    pipe *p = rsp_mem_calloc(m->options.mem, 1, sizeof *p);
    if (p)
        rsp_buf_init(&p->bytes, m->options.mem, PIPE_BYTES);
    return p;
}

void pipe_free(rsp_machine *m, pipe *p) {
    if (!p || p->readers || p->writers)
        return;
    rsp_buf_free(&p->bytes);
    rsp_mem_free(m->options.mem, p);
}

open_file *pipe_end(rsp_machine *m, pipe *in, pipe *out, uint64_t flags) {
    open_file *f = file_new(m, FILE_PIPE, flags | (in && out ? L_O_RDWR : out ? L_O_WRONLY : 0));
    if (!f)
        return NULL;
    f->in = in;
    f->out = out;
    if (in)
        in->readers++;
    if (out)
        out->writers++;
    return f;
}

void pipe_leave(rsp_machine *m, open_file *f) {
    if (f->kind != FILE_PIPE)
        return;
    if (f->in) {
        f->in->readers--;
        pipe_free(m, f->in);
    }
    if (f->out) {
        f->out->writers--;
        pipe_free(m, f->out);
    }
    wake_readers(m);
}

void timer_file_update(const rsp_machine *m, open_file *f) {
    uint64_t now = now_ns(m);
    if (f->next_ns > now)
        return;
    uint64_t more = f->interval_ns ? (now - f->next_ns) / f->interval_ns + 1 : 1;
    f->count += more;
    f->next_ns = f->interval_ns ? f->next_ns + more * f->interval_ns : RSP_NEVER_NS;
}

static uint64_t pipe_events(const open_file *f) {
    uint64_t events = 0;
    if (f->in && f->in->bytes.len)
        events |= L_POLLIN;
    if (f->in && !f->in->writers)
        events |= f->out ? L_POLLIN | L_POLLHUP : L_POLLHUP;
    if (f->out && !f->out->readers)
        events |= L_POLLERR;
    if (f->out && f->out->bytes.len < PIPE_BYTES)
        events |= L_POLLOUT;
    return events;
}

uint64_t file_events(const rsp_machine *m, open_file *f) {
    switch (f->kind) {
    case FILE_STDIN:
        return m->input.len || m->input_closed ? L_POLLIN : 0;
    case FILE_STDOUT:
    case FILE_STDERR:
        return L_POLLOUT;
    case FILE_PIPE:
        return pipe_events(f);
    case FILE_EVENT:
        return (f->count ? L_POLLIN : 0) | (f->count < UINT64_MAX - 1 ? L_POLLOUT : 0);
    case FILE_TIMER:
        timer_file_update(m, f);
        return f->count ? L_POLLIN : 0;
    case FILE_REGULAR:
    case FILE_FOLDER:
    case FILE_NULL:
    case FILE_ZERO:
        break;
    }
    return L_POLLIN | L_POLLOUT;
}

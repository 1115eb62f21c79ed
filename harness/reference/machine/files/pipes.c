/* Ends of pipes and the bytes between them.
 * A pair of sockets is two pipes, one for each direction.
 * See pipes.h. */
/* SPDX-License-Identifier: MIT */
#include "pipes.h"

#include "epoll.h"
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

int64_t pipe_install_pair(call *c, open_file *ends[2], uint64_t flags, uint64_t address) {
    uint8_t bytes[8];
    int64_t fds[2] = {-L_ENOMEM, -L_ENOMEM};
    bool close_on_exec = flags & L_O_CLOEXEC;
    for (size_t i = 0; i < 2; i++)
        if (ends[i])
            fds[i] = file_install(c->p, ends[i], 0, close_on_exec);
    le_store(bytes, 4, (uint64_t)fds[0]);
    le_store(bytes + 4, 4, (uint64_t)fds[1]);
    int64_t error = fds[0] < 0 ? fds[0] : fds[1] < 0 ? fds[1] : 0;
    if (!error && !space_copy_out(c->p->space, address, bytes, sizeof bytes))
        error = -L_EFAULT;
    for (size_t i = 0; i < 2 && error; i++) {
        if (fds[i] < 0)
            continue;
        c->p->files[fds[i]] = (descriptor){0};
        (void)file_release(c->m, ends[i]);
    }
    return error;
}

size_t pipe_num_next(const open_file *f) {
    const rsp_buf *bytes = &f->in->bytes;
    if (!f->whole)
        return bytes->len;
    return bytes->len ? (size_t)le_load(bytes->ptr, PIPE_LENGTH_BYTES) : 0;
}

void pipe_shut(rsp_machine *m, open_file *f, bool in, bool out) {
    if (in && f->in) {
        f->in->readers--;
        f->in->drained++;
        pipe_free(m, f->in);
        f->in = NULL;
    }
    if (out && f->out) {
        f->out->writers--;
        f->out->filled++;
        pipe_free(m, f->out);
        f->out = NULL;
    }
    wake_readers(m);
}

void pipe_leave(rsp_machine *m, open_file *f) {
    if (f->kind == FILE_PIPE)
        pipe_shut(m, f, true, true);
}

void timer_file_update(const rsp_machine *m, open_file *f) {
    uint64_t now = now_ns(m);
    if (f->next_ns > now)
        return;
    uint64_t more = f->interval_ns ? (now - f->next_ns) / f->interval_ns + 1 : 1;
    f->count += more;
    f->changes++;
    f->next_ns = f->interval_ns ? f->next_ns + more * f->interval_ns : RSP_NEVER_NS;
}

/* A socket that is shut for reading shows the end; one that is shut for writing takes nothing, at once. */
static uint64_t pipe_events(const open_file *f) {
    uint64_t events = 0;
    bool ended = f->in ? !f->in->writers : f->socket;
    bool closed = f->out ? !f->out->readers : f->socket;
    if (f->in && f->in->bytes.len)
        events |= L_POLLIN;
    if (ended)
        events |= !f->socket ? L_POLLHUP : L_POLLIN | L_POLLRDHUP | (closed ? L_POLLHUP : 0);
    if (closed && !f->socket)
        events |= L_POLLERR;
    if (f->out ? f->out->bytes.len < PIPE_BYTES : f->socket)
        events |= L_POLLOUT;
    return events;
}

uint64_t file_changes(const open_file *f) {
    return f->changes + (f->in ? f->in->filled : 0) + (f->out ? f->out->drained : 0);
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
    case FILE_EPOLL:
        return epoll_is_ready(m, f) ? L_POLLIN : 0;
    case FILE_REGULAR:
    case FILE_FOLDER:
    case FILE_NULL:
    case FILE_ZERO:
        break;
    }
    return L_POLLIN | L_POLLOUT;
}

/* The next moment at which a timer among the descriptors expires. */
uint64_t file_earlier(uint64_t deadline, const open_file *f) {
    if (f && f->kind == FILE_EPOLL)
        return epoll_earlier(deadline, f);
    return f && f->kind == FILE_TIMER && f->next_ns < deadline ? f->next_ns : deadline;
}

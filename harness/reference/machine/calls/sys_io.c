/* System calls that read and write: files, standard streams, pipes, events, timers.
 * Output becomes an event; input is what the embedder has fed.
 * A call that has to wait is executed again when something has changed. */
/* SPDX-License-Identifier: MIT */
#include "event.h"
#include "file_map.h"
#include "files.h"
#include "nodes.h"
#include "pipes.h"
#include "signals.h"
#include "syscall.h"
#include "waiting.h"

#include "core/limits.h"
#include "core/mem.h"

enum { MAX_PARTS = 1024, COUNTER_BYTES = 8, PIPE_ATOMIC_BYTES = 4096 };

/* --- reading --- */

/* A reader waits, unless it does not want to. */
static int64_t wait_for(call *c, const open_file *f, uint64_t deadline_ns) {
    if (f->flags & L_O_NONBLOCK)
        return -L_EAGAIN;
    wait_begin(c->t, &(wait){.kind = WAIT_READ, .deadline_ns = deadline_ns});
    return CALL_WAITS;
}

/* Takes from what was fed; a program that wants more than there is gets what there is. */
static int64_t read_input(call *c, const open_file *f, uint64_t address, uint64_t len) {
    rsp_machine *m = c->m;
    if (m->input.len == 0 && !m->input_closed && len)
        return wait_for(c, f, RSP_NEVER_NS);
    size_t num = len < m->input.len ? (size_t)len : m->input.len;
    if (num && !space_copy_out(c->p->space, address, m->input.ptr, num))
        return -L_EFAULT;
    rsp_buf_consume(&m->input, num);
    return (int64_t)num;
}

static int64_t read_file(call *c, const open_file *f, uint64_t address, uint64_t len, uint64_t offset) {
    if (f->node)
        file_map_pull(c->m, f->node);
    size_t from = offset < f->file->bytes.len ? (size_t)offset : f->file->bytes.len;
    rsp_bytes part = rsp_bytes_sub(f->file->bytes, from, len < SIZE_MAX ? (size_t)len : SIZE_MAX);
    if (part.len && !space_copy_out(c->p->space, address, part.ptr, part.len))
        return -L_EFAULT;
    return (int64_t)part.len;
}

/* Whether nothing can be read of it now, with the result: the end, or that the call waits. */
static bool is_drained(call *c, open_file *f, int64_t *out_result) {
    pipe *p = f->in;
    bool over = !p || (p->bytes.len == 0 && !p->writers);
    if (!over && p->bytes.len)
        return false;
    *out_result = over ? 0 : wait_for(c, f, RSP_NEVER_NS);
    return true;
}

/* So many bytes were read. Of a message, what did not fit is lost. */
static int64_t take_from_pipe(call *c, open_file *f, size_t num) {
    if (f->peeks)
        return (int64_t)num;
    rsp_buf_consume(&f->in->bytes, f->whole ? PIPE_LENGTH_BYTES + pipe_num_next(f) : num);
    f->in->drained++;
    wake_readers(c->m);
    return (int64_t)num;
}

static int64_t read_pipe(call *c, open_file *f, uint64_t address, uint64_t len) {
    int64_t result = 0;
    if ((len == 0 && !f->whole) || is_drained(c, f, &result))
        return result;
    size_t there = pipe_num_next(f), head = f->whole ? PIPE_LENGTH_BYTES : 0;
    size_t num = len < there ? (size_t)len : there;
    if (num && !space_copy_out(c->p->space, address, f->in->bytes.ptr + head, num))
        return -L_EFAULT;
    return take_from_pipe(c, f, num);
}

static int64_t put_counter(call *c, uint64_t address, uint64_t value) {
    uint8_t bytes[COUNTER_BYTES];
    le_store(bytes, sizeof bytes, value);
    return space_copy_out(c->p->space, address, bytes, sizeof bytes) ? COUNTER_BYTES : -L_EFAULT;
}

static int64_t read_event(call *c, open_file *f, uint64_t address, uint64_t len) {
    if (len < COUNTER_BYTES)
        return -L_EINVAL;
    if (!f->count)
        return wait_for(c, f, RSP_NEVER_NS);
    uint64_t value = f->semaphore ? 1 : f->count;
    int64_t result = put_counter(c, address, value);
    if (result > 0)
        f->count -= value;
    wake_readers(c->m);
    return result;
}

static int64_t read_timer(call *c, open_file *f, uint64_t address, uint64_t len) {
    if (len < COUNTER_BYTES)
        return -L_EINVAL;
    timer_file_update(c->m, f);
    if (!f->count)
        return wait_for(c, f, f->next_ns);
    int64_t result = put_counter(c, address, f->count);
    if (result > 0)
        f->count = 0;
    return result;
}

static int64_t read_zeros(call *c, uint64_t address, uint64_t len) {
    static const uint8_t zeros[4096];
    uint64_t num = len < sizeof zeros ? len : sizeof zeros;
    return space_copy_out(c->p->space, address, zeros, (size_t)num) ? (int64_t)num : -L_EFAULT;
}

static int64_t read_some(call *c, uint64_t fd, uint64_t address, uint64_t len) {
    open_file *f = file_of(c->p, fd);
    int64_t num = -L_EBADF;
    if (!f || (f->flags & L_O_ACCMODE) == L_O_WRONLY)
        return -L_EBADF;
    switch (f->kind) {
    case FILE_STDIN:
        return read_input(c, f, address, len);
    case FILE_REGULAR:
        num = read_file(c, f, address, len, f->offset);
        f->offset += num > 0 ? (uint64_t)num : 0;
        return num;
    case FILE_FOLDER:
        return -L_EISDIR;
    case FILE_PIPE:
        return read_pipe(c, f, address, len);
    case FILE_EVENT:
        return read_event(c, f, address, len);
    case FILE_TIMER:
        return read_timer(c, f, address, len);
    case FILE_NULL:
        return 0;
    case FILE_EPOLL:
        return -L_EINVAL;
    case FILE_ZERO:
        return read_zeros(c, address, len);
    case FILE_STDOUT:
    case FILE_STDERR:
        break;
    }
    return num;
}

int64_t sys_read(call *c) {
    return read_some(c, c->a[0], c->a[1], c->a[2]);
}

int64_t sys_pread64(call *c) {
    const open_file *f = file_of(c->p, c->a[0]);
    if (!f || (f->flags & L_O_ACCMODE) == L_O_WRONLY)
        return -L_EBADF;
    if (f->kind != FILE_REGULAR)
        return f->kind == FILE_FOLDER ? -L_EISDIR : -L_ESPIPE;
    return c->a[3] >> 63 ? -L_EINVAL : read_file(c, f, c->a[1], c->a[2], c->a[3]);
}

typedef struct part {
    uint64_t base;
    uint64_t len;
} part;

static int64_t get_part(const call *c, uint64_t index, part *out) {
    uint8_t bytes[16];
    if (!space_copy_in(c->p->space, bytes, c->a[1] + 16 * index, sizeof bytes))
        return -L_EFAULT;
    *out = (part){.base = le_load(bytes, 8), .len = le_load(bytes + 8, 8)};
    return 0;
}

/* What is in the pipe, or a message of it, over all parts. */
static int64_t scatter(call *c, open_file *f) {
    int64_t result = 0;
    if (is_drained(c, f, &result))
        return result;
    size_t there = pipe_num_next(f), done = 0;
    const uint8_t *from = f->in->bytes.ptr + (f->whole ? PIPE_LENGTH_BYTES : 0);
    for (uint64_t i = 0; i < c->a[2] && done < there; i++) {
        part p = {0};
        int64_t error = get_part(c, i, &p);
        size_t num = p.len < there - done ? (size_t)p.len : there - done;
        if (error || (num && !space_copy_out(c->p->space, p.base, from + done, num)))
            return -L_EFAULT;
        done += num;
    }
    return take_from_pipe(c, f, done);
}

int64_t sys_readv(call *c) {
    int64_t total = 0;
    open_file *f = file_of(c->p, c->a[0]);
    if (c->a[2] > MAX_PARTS)
        return -L_EINVAL;
    if (!f)
        return -L_EBADF;
    if (f->kind == FILE_PIPE && (f->flags & L_O_ACCMODE) != L_O_WRONLY)
        return scatter(c, f);
    for (uint64_t i = 0; i < c->a[2]; i++) {
        part p = {0};
        int64_t num = get_part(c, i, &p);
        if (!num && p.len && (total == 0 || f->kind == FILE_REGULAR))
            num = read_some(c, c->a[0], p.base, p.len);
        if (num < 0)
            return total ? total : num;
        total += num;
        if ((uint64_t)num < p.len)
            break;
    }
    return total;
}

/* --- writing --- */

/* Bytes of the program, gathered in the machine's buffer, as many as one call takes. */
static int64_t gather(call *c, uint64_t address, uint64_t len) {
    rsp_buf *out = &c->m->output;
    /* Of a terminal's lines each end may become two bytes. */
    size_t most =
        c->m->options.terminal ? RSP_LIMIT_MACHINE_OUTPUT_BYTES / 2 : RSP_LIMIT_MACHINE_OUTPUT_BYTES;
    size_t room = most - out->len;
    size_t num = len < room ? (size_t)len : room;
    if (num == 0)
        return 0;
    uint8_t *to = rsp_buf_extend(out, num);
    if (!to) {
        out->status = RSP_OK;
        return -L_ENOMEM;
    }
    return space_copy_in(c->p->space, to, address, num) ? 0 : -L_EFAULT;
}

/* A terminal's lines end in CR LF. */
static bool end_lines(rsp_buf *out) {
    size_t len = out->len, num = 0;
    for (size_t i = 0; i < len; i++)
        num += out->ptr[i] == '\n';
    if (num > 0 && !rsp_buf_extend(out, num))
        return false;
    for (size_t i = len, to = out->len; to > i;) {
        out->ptr[--to] = out->ptr[--i];
        if (out->ptr[to] == '\n')
            out->ptr[--to] = '\r';
    }
    return true;
}

static int64_t write_output(call *c, const open_file *f) {
    rsp_buf *out = &c->m->output;
    size_t len = out->len;
    if (len == 0)
        return 0;
    if (c->m->options.terminal && !c->m->options.lf_alone && !end_lines(out)) {
        out->status = RSP_OK;
        return -L_ENOMEM;
    }
    rsp_machine_event *event = event_add(c->t, RSP_MACHINE_OUTPUT);
    event->code = f->kind == FILE_STDERR ? 2 : 1;
    event->bytes = rsp_buf_bytes(out);
    return (int64_t)len;
}

static int64_t write_at(call *c, const open_file *f, uint64_t offset) {
    int64_t num = node_write(c->m, f->node, offset, rsp_buf_bytes(&c->m->output));
    if (num > 0)
        file_map_push(c->m, f->node, offset, (size_t)num);
    return num;
}

static int64_t write_file(call *c, open_file *f) {
    if (f->flags & L_O_APPEND)
        f->offset = f->node->content.len;
    int64_t num = write_at(c, f, f->offset);
    if (num > 0)
        f->offset += (uint64_t)num;
    return num;
}

/* Nobody will read it. */
static int64_t broken_pipe(call *c) {
    signal_info info = signal_info_make(L_SIGPIPE, L_SI_USER, pid_of(c->p), 0);
    (void)signal_send(c->p, c->t, &info);
    return -L_EPIPE;
}

/* Both, or none. */
static int64_t put_in_pipe(call *c, pipe *p, const uint8_t length[PIPE_LENGTH_BYTES], rsp_bytes bytes) {
    size_t before = p->bytes.len;
    if (length)
        rsp_buf_append(&p->bytes, rsp_bytes_make(length, PIPE_LENGTH_BYTES));
    rsp_buf_append(&p->bytes, bytes);
    if (p->bytes.status != RSP_OK) {
        p->bytes.status = RSP_OK;
        rsp_buf_truncate(&p->bytes, before);
        return -L_ENOMEM;
    }
    p->filled++;
    wake_readers(c->m);
    return (int64_t)bytes.len;
}

static int64_t write_message(call *c, open_file *f) {
    rsp_bytes bytes = rsp_buf_bytes(&c->m->output);
    uint8_t length[PIPE_LENGTH_BYTES];
    if (bytes.len > PIPE_BYTES - PIPE_LENGTH_BYTES)
        return -L_EMSGSIZE;
    if (PIPE_BYTES - f->out->bytes.len < bytes.len + PIPE_LENGTH_BYTES)
        return wait_for(c, f, RSP_NEVER_NS);
    le_store(length, sizeof length, bytes.len);
    return put_in_pipe(c, f->out, length, bytes);
}

/* Small writes go as one; of a large one goes what there is room for. */
static int64_t write_pipe(call *c, open_file *f) {
    pipe *p = f->out;
    rsp_bytes bytes = rsp_buf_bytes(&c->m->output);
    if (!p || !p->readers)
        return broken_pipe(c);
    size_t room = PIPE_BYTES - p->bytes.len;
    if (f->whole)
        return write_message(c, f);
    if (bytes.len == 0)
        return 0;
    if (room == 0 || (bytes.len <= PIPE_ATOMIC_BYTES && room < bytes.len))
        return wait_for(c, f, RSP_NEVER_NS);
    bytes = rsp_bytes_sub(bytes, 0, room);
    return put_in_pipe(c, p, NULL, bytes);
}

static int64_t write_event(call *c, open_file *f) {
    const rsp_buf *bytes = &c->m->output;
    uint64_t more = bytes->len >= COUNTER_BYTES ? le_load(bytes->ptr, COUNTER_BYTES) : UINT64_MAX;
    if (more == UINT64_MAX)
        return -L_EINVAL;
    if (more > UINT64_MAX - 1 - f->count)
        return wait_for(c, f, RSP_NEVER_NS);
    f->count += more;
    f->changes++;
    wake_readers(c->m);
    return COUNTER_BYTES;
}

static int64_t write_begin(call *c, uint64_t fd, open_file **out_file) {
    open_file *f = file_of(c->p, fd);
    bool only_reads = f && (f->flags & L_O_ACCMODE) == 0;
    *out_file = f;
    rsp_buf_clear(&c->m->output);
    if (!f || f->kind == FILE_STDIN || (only_reads && f->kind != FILE_EVENT))
        return -L_EBADF;
    return f->kind == FILE_TIMER || f->kind == FILE_EPOLL ? -L_EINVAL : 0;
}

static int64_t write_end(call *c, open_file *f) {
    switch (f->kind) {
    case FILE_STDOUT:
    case FILE_STDERR:
        return write_output(c, f);
    case FILE_REGULAR:
        return f->node ? write_file(c, f) : -L_EBADF;
    case FILE_PIPE:
        return write_pipe(c, f);
    case FILE_EVENT:
        return write_event(c, f);
    case FILE_NULL:
    case FILE_ZERO:
        return (int64_t)c->m->output.len;
    case FILE_STDIN:
    case FILE_FOLDER:
    case FILE_TIMER:
    case FILE_EPOLL:
        break;
    }
    return -L_EBADF;
}

int64_t sys_write(call *c) {
    open_file *f;
    int64_t error = write_begin(c, c->a[0], &f);
    if (!error)
        error = gather(c, c->a[1], c->a[2]);
    return error ? error : write_end(c, f);
}

int64_t sys_writev(call *c) {
    open_file *f;
    if (c->a[2] > MAX_PARTS)
        return -L_EINVAL;
    int64_t error = write_begin(c, c->a[0], &f);
    for (uint64_t i = 0; i < c->a[2] && !error; i++) {
        part p = {0};
        error = get_part(c, i, &p);
        if (!error)
            error = gather(c, p.base, p.len);
    }
    return error ? error : write_end(c, f);
}

int64_t sys_pwrite64(call *c) {
    open_file *f;
    int64_t error = write_begin(c, c->a[0], &f);
    if (!error && (f->kind != FILE_REGULAR || !f->node))
        error = -L_ESPIPE;
    if (!error && c->a[3] >> 63)
        error = -L_EINVAL;
    if (!error)
        error = gather(c, c->a[1], c->a[2]);
    return error ? error : write_at(c, f, c->a[3]);
}

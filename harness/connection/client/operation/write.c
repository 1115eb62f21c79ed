/* Memory writes as a job: X where the stub has it, else M, ranges and pieces in their order.
 * Of a range one piece is under way at a time, so that what was written of it is known to the byte.
 * Source: GDB manual, Packets (M, X). */
/* SPDX-License-Identifier: MIT */
#include "client_state.h"

#include "client/client_split.h"
#include "codec/escape.h"
#include "core/hex.h"
#include "core/mem.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* What is under way of a range; `len` 0: nothing. */
typedef struct piece {
    size_t len;
    bool binary;
} piece;

typedef struct write_job {
    client_job base;
    rsp_memory_write *writes;
    piece *pieces; /* one for each range */
    size_t num;
    size_t next; /* the first range that is not sent to its end */
    int64_t pid;
    bool begun;
    bool selecting;
    bool guessing; /* whether there is X: nothing is sent before the answer */
} write_job;

static char token_select;

static write_job *write_of(client_job *job) {
    return (write_job *)(void *)job;
}

/* How much of `data` goes into one packet: "Xaddr,len:" and the data, escaped or in hex. PacketSize is
 * without frame and checksum, but GDB leaves room for them (remote.c, remote_write_bytes_aux), and QEMU 7.2
 * drops a packet that needs all of its PacketSize. */
static size_t fit(const rsp_client *c, uint64_t addr, rsp_bytes data, bool binary) {
    size_t head = sizeof "$X,:#NN" - 1 + rsp_hex_width(addr) + rsp_hex_width(data.len);
    size_t room = c->stub.packet_bytes > head ? c->stub.packet_bytes - head : 0;
    size_t most = binary ? rsp_escape_fit(data, room) : room / 2;
    return most < data.len ? most : data.len;
}

static void build(rsp_buf *request, uint64_t addr, rsp_bytes data, bool binary) {
    rsp_buf_push(request, binary ? 'X' : 'M');
    rsp_hex_append_u64(request, addr);
    rsp_buf_push(request, ',');
    rsp_hex_append_u64(request, data.len);
    rsp_buf_push(request, ':');
    if (binary)
        rsp_buf_append(request, data); /* escaped by the session */
    else
        rsp_hex_append(request, data);
}

/* --- sending --- */

static bool is_over(const rsp_memory_write *w) {
    return w->status != RSP_OK || w->num_written == w->data.len;
}

/* Ranges that pass the end of the address space are never sent. */
static void begin(rsp_client *c, write_job *job) {
    client_registers_stale(c);
    for (size_t i = 0; i < job->num; i++) {
        rsp_memory_write *w = &job->writes[i];
        w->num_written = 0;
        w->error_code = -1;
        w->status = w->data.len > 0 && w->addr + (w->data.len - 1) < w->addr ? RSP_RANGE : RSP_OK;
    }
    job->begun = true;
}

static bool send_select(rsp_client *c, write_job *job) {
    rsp_buf *request = client_request(c);
    if (c->queue.front != &job->base || job->base.outstanding > 0)
        return false;
    client_select_build(c, request, (rsp_ptid){.pid = job->pid});
    job->selecting = client_send(c, &job->base, &token_select, rsp_buf_bytes(request), 0);
    return false;
}

/* The next piece of the range. False: the job is over. */
static bool send_piece(rsp_client *c, write_job *job, rsp_memory_write *w, piece *p) {
    bool unknown = c->stub.support[RSP_USE_BINARY_WRITE] == RSP_SUPPORT_UNKNOWN;
    p->binary = unknown || client_uses(c, RSP_USE_BINARY_WRITE);
    uint64_t addr = w->addr + w->num_written;
    rsp_bytes rest = rsp_bytes_from(w->data, w->num_written);
    rsp_bytes data = rsp_bytes_sub(rest, 0, fit(c, addr, rest, p->binary));
    rsp_buf *request = client_request(c);
    build(request, addr, data, p->binary);
    rsp_status status = data.len == 0 ? RSP_LIMIT : request->status;
    if (status != RSP_OK) {
        job_fail(c, &job->base, status, "building a write");
        return false;
    }
    if (!client_send(c, &job->base, p, rsp_buf_bytes(request), 0))
        return false;
    p->len = data.len;
    job->guessing = unknown && p->binary;
    return true;
}

static bool write_advance(rsp_client *c, client_job *base) {
    write_job *job = write_of(base);
    if (job->selecting || job->guessing)
        return false;
    if (!job->begun && client_must_select(c, (rsp_ptid){.pid = job->pid}))
        return send_select(c, job);
    if (!job->begun)
        begin(c, job);
    while (job->next < job->num && !job->guessing) {
        rsp_memory_write *w = &job->writes[job->next];
        piece *p = &job->pieces[job->next];
        if (p->len == 0 && !is_over(w)) {
            if (!client_has_room(c) || !send_piece(c, job, w, p))
                return false;
        }
        if (!is_over(w) && w->num_written + p->len < w->data.len)
            return false; /* its next piece waits for the answer */
        job->next++;
    }
    if (job->next == job->num && base->outstanding == 0)
        job_finish(c, base, RSP_OK);
    return job->next == job->num && !job->guessing;
}

/* --- answers --- */

/* The range is over; the first one's error is the job's. */
static void range_failed(write_job *job, rsp_memory_write *w, const rsp_answer *answer,
                         const rsp_error *error) {
    bool first = true;
    for (size_t i = 0; i < job->num; i++)
        first = first && (job->writes[i].status == RSP_OK || job->writes[i].status == RSP_RANGE);
    w->status = error->status;
    w->error_code = answer->outcome == RSP_OUTCOME_ERROR ? answer->error_code : -1;
    if (first)
        job->base.result.error = *error;
}

static void piece_answered(rsp_client *c, write_job *job, piece *p, const rsp_answer *answer) {
    rsp_error error = {0};
    size_t range = (size_t)(p - job->pieces);
    rsp_memory_write *w = &job->writes[range];
    const char *name = rsp_packet_text(p->binary ? RSP_PACKET_WRITE_BINARY : RSP_PACKET_WRITE_MEMORY);
    size_t len = p->len;
    p->len = 0;
    job->guessing = false;
    rsp_status status = client_answer_status(answer, name, &error);
    if (p->binary && status == RSP_UNSUPPORTED) {
        client_learn(c, RSP_USE_BINARY_WRITE, RSP_SUPPORT_NO);
        job->next = job->next < range ? job->next : range; /* again, by M */
        return;
    }
    if (p->binary && status == RSP_OK)
        client_learn(c, RSP_USE_BINARY_WRITE, RSP_SUPPORT_YES);
    if (status == RSP_OK && !rsp_bytes_equal(answer->payload, RSP_LIT("OK")))
        status =
            rsp_fail_offset(&error, RSP_MALFORMED, NULL, 0, "reply to %s is neither OK nor an error", name);
    if (status == RSP_OK)
        w->num_written += len;
    else if (rsp_status_classify(status) == RSP_CLASS_PROTO && status != RSP_CANCELLED)
        range_failed(job, w, answer, &error);
    else {
        job->base.result.error = error;
        job_finish(c, &job->base, status);
    }
}

static void write_answer(rsp_client *c, client_job *base, void *token, const rsp_answer *answer) {
    write_job *job = write_of(base);
    if (token != &token_select) {
        piece_answered(c, job, token, answer);
        return;
    }
    rsp_error error = {0};
    rsp_status status = client_selected(c, answer, &error);
    job->selecting = false;
    if (status == RSP_OK)
        return;
    base->result.error = error;
    job_finish(c, base, status);
}

static void write_plucked(rsp_client *c, client_job *base, void *token) {
    (void)c;
    (void)base;
    if (token != &token_select)
        ((piece *)token)->len = 0;
}

/* What is not written has the reason of the job's end. */
static void write_ready(rsp_client *c, client_job *base) {
    write_job *job = write_of(base);
    if (!job->begun)
        begin(c, job);
    for (size_t i = 0; i < job->num; i++)
        if (!is_over(&job->writes[i]))
            job->writes[i].status = base->result.status;
}

static void write_free(rsp_client *c, client_job *base) {
    rsp_mem_free(c->options.mem, write_of(base)->pieces);
    rsp_mem_free(c->options.mem, base);
}

static const job_kind write_kind = {.advance = write_advance,
                                    .answer = write_answer,
                                    .plucked = write_plucked,
                                    .ready = write_ready,
                                    .free = write_free,
                                    .learns = true};

rsp_status rsp_client_submit_write(rsp_client *c, rsp_ticket *out_ticket, int64_t pid,
                                   rsp_memory_write *writes, size_t num, rsp_client_callback callback) {
    write_job *job = job_new(c, sizeof *job, &write_kind, callback);
    if (!job)
        return RSP_NO_MEMORY;
    job->writes = writes;
    job->num = num;
    job->pid = pid;
    job->pieces = rsp_mem_calloc(c->options.mem, num ? num : 1, sizeof *job->pieces);
    if (!job->pieces) {
        write_free(c, &job->base);
        return RSP_NO_MEMORY;
    }
    return job_submit(c, &job->base, out_ticket);
}

rsp_status rsp_client_write_memory(rsp_client *c, uint64_t addr, rsp_bytes data, size_t *out_num) {
    client_wait wait = {0};
    rsp_ticket ticket = 0;
    rsp_memory_write write = {.addr = addr, .data = data};
    if (out_num)
        *out_num = 0;
    rsp_status status = client_may_ask(c);
    if (status != RSP_OK)
        return status;
    status = rsp_client_submit_write(c, &ticket, 0, &write, 1, client_wait_for(&wait));
    if (status != RSP_OK)
        return rsp_fail(&c->error, status, "queueing a write: %s", rsp_status_text(status));
    status = client_wait_end(c, ticket, &wait);
    if (out_num)
        *out_num = write.num_written;
    if (status != RSP_OK || write.status == RSP_OK)
        return status;
    if (write.status == RSP_RANGE)
        return rsp_fail(&c->error, RSP_RANGE, "a write passes the end of the address space");
    return client_keep(c, &wait.result.error, write.status);
}

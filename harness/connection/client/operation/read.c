/* Many ranges in few packets, as a job: plan, send, take answers, fall back.
 * Packets are a list in the order of the ranges; one that must be read another way is replaced in its place.
 * See rsp/client.h for what is promised. */
/* SPDX-License-Identifier: MIT */
#include "client_state.h"

#include "client/client_split.h"
#include "core/hex.h"
#include "core/limits.h"
#include "core/mem.h"

typedef enum packet_state {
    PACKET_PLANNED,
    PACKET_SENT,
    PACKET_DONE, /* its pieces say how it went */
} packet_state;

typedef struct packet {
    struct packet *next;
    rsp_read_way way;
    packet_state state;
    bool forced; /* this way and no other */
    size_t num;
    rsp_read_piece pieces[];
} packet;

typedef struct read_job {
    client_job base;
    rsp_read *reads;
    size_t num;
    int64_t pid;
    packet *packets;
    packet *next; /* the first that may not be sent yet */
    bool planned;
    bool waiting;   /* an answer decides how to go on */
    bool malformed; /* some answer was a lie; the first one is the job's error */
} read_job;

static read_job *read_of(client_job *job) {
    return (read_job *)(void *)job;
}

/* Tokens of the two requests that are no reads. */
static char token_select;
static char token_probe_x;

/* --- ways --- */

static bool is_multi(rsp_read_way way) {
    return way == RSP_READ_MULTI_LLDB || way == RSP_READ_MULTI_RFC;
}

static rsp_read_way best_way(const rsp_client *c) {
    if (client_uses(c, RSP_USE_MULTI_READ))
        return c->stub.read_dialect == RSP_DIALECT_RFC ? RSP_READ_MULTI_RFC : RSP_READ_MULTI_LLDB;
    if (!client_uses(c, RSP_USE_BINARY_READ))
        return RSP_READ_HEX;
    return c->stub.x_dialect == RSP_DIALECT_LLDB ? RSP_READ_BINARY_LLDB : RSP_READ_BINARY_GDB;
}

/* Whether x may be there in LLDB's form, and must be asked for first. A stub of the other kind announces
 * GDB's form; what it does not know it may leave without a reply, and then nothing more can be asked. */
static bool must_probe_x(const rsp_client *c) {
    return c->stub.native_signals && !client_uses(c, RSP_USE_MULTI_READ) &&
           c->stub.x_dialect == RSP_DIALECT_AUTO &&
           c->stub.support[RSP_USE_BINARY_READ] == RSP_SUPPORT_UNKNOWN;
}

/* --- planning --- */

/* The next packet of a split, a copy with its own pieces. *error is set without memory. */
static packet *cut_packet(rsp_client *c, rsp_read_split *split) {
    rsp_read_split look = *split;
    size_t num = rsp_read_split_next(&look, NULL, RSP_LIMIT_BATCH_ITEMS);
    packet *p = rsp_mem_calloc(c->options.mem, 1, sizeof *p + (num ? num : 1) * sizeof p->pieces[0]);
    if (!p)
        return NULL;
    p->num = rsp_read_split_next(split, p->pieces, num ? num : 1);
    p->way = split->way;
    return p;
}

static void free_packets(rsp_client *c, packet *p) {
    while (p) {
        packet *next = p->next;
        rsp_mem_free(c->options.mem, p);
        p = next;
    }
}

static rsp_read_split split_for(const rsp_client *c, const rsp_mem_range *ranges, size_t num,
                                rsp_read_way way) {
    return (rsp_read_split){.ranges = ranges,
                            .num = num,
                            .way = way,
                            .request_bytes = c->stub.packet_bytes,
                            .reply_bytes = c->stub.packet_bytes};
}

/* All packets for some ranges; false without memory. The last one's `next` is what *out_end points to. */
static bool cut_all(rsp_client *c, rsp_read_split split, packet **out, packet ***out_end) {
    packet **end = out;
    *out = NULL;
    for (;;) {
        packet *p = cut_packet(c, &split);
        if (!p || p->num == 0) {
            rsp_mem_free(c->options.mem, p);
            *out_end = end;
            return p != NULL;
        }
        *end = p;
        end = &p->next;
    }
}

/* Ranges that pass the end of the address space, and buffers that are none, are never sent. */
static uint64_t length_to_read(rsp_read *read) {
    read->num_read = 0;
    read->error_code = -1;
    read->status = RSP_OK;
    if (read->len > 0 && read->addr + (read->len - 1) < read->addr)
        read->status = RSP_RANGE;
    return read->status == RSP_OK ? read->len : 0;
}

static bool plan(rsp_client *c, read_job *job) {
    rsp_mem_range *ranges = rsp_mem_calloc(c->options.mem, job->num + 1, sizeof *ranges);
    packet **end = NULL;
    if (!ranges)
        return false;
    for (size_t i = 0; i < job->num; i++)
        ranges[i] = (rsp_mem_range){.addr = job->reads[i].addr, .len = length_to_read(&job->reads[i])};
    bool good = cut_all(c, split_for(c, ranges, job->num, best_way(c)), &job->packets, &end);
    rsp_mem_free(c->options.mem, ranges);
    for (packet *p = job->packets; p; p = p->next)
        for (size_t i = 0; i < p->num; i++) {
            rsp_read_piece *piece = &p->pieces[i];
            const rsp_read *read = &job->reads[piece->range];
            piece->out = read->out + (piece->addr - read->addr);
        }
    job->next = job->packets;
    return good;
}

/* --- replacing a packet by others for the same pieces --- */

/* Pieces stand for ranges here; what is cut from them points into the same buffers. */
static bool recut(rsp_client *c, const packet *old, rsp_read_way way, packet **out, packet ***out_end) {
    rsp_mem_range *ranges = rsp_mem_calloc(c->options.mem, old->num, sizeof *ranges);
    if (!ranges)
        return false;
    for (size_t i = 0; i < old->num; i++)
        ranges[i] = (rsp_mem_range){.addr = old->pieces[i].addr, .len = old->pieces[i].len};
    bool good = cut_all(c, split_for(c, ranges, old->num, way), out, out_end);
    rsp_mem_free(c->options.mem, ranges);
    for (packet *p = *out; p; p = p->next) {
        p->forced = way == RSP_READ_HEX;
        for (size_t i = 0; i < p->num; i++) {
            const rsp_read_piece *from = &old->pieces[p->pieces[i].range];
            p->pieces[i].out = from->out + (p->pieces[i].addr - from->addr);
            p->pieces[i].range = from->range;
        }
    }
    return good;
}

static packet **place_of(read_job *job, const packet *p) {
    packet **at = &job->packets;
    while (*at != p)
        at = &(*at)->next;
    return at;
}

/* Puts `first` .. `*end` where `old` was, to be sent next. */
static void put_in_place(rsp_client *c, read_job *job, packet *old, packet *first, packet **end) {
    packet **at = place_of(job, old);
    *end = old->next;
    *at = first;
    job->next = job->packets; /* what is sent or done is passed over */
    rsp_mem_free(c->options.mem, old);
}

static bool read_again(rsp_client *c, read_job *job, packet *old, rsp_read_way way) {
    packet *first = NULL;
    packet **end = NULL;
    if (!recut(c, old, way, &first, &end)) {
        free_packets(c, first);
        job_fail(c, &job->base, RSP_NO_MEMORY, "reading another way");
        return false;
    }
    put_in_place(c, job, old, first, end);
    return true;
}

/* One range alone, spelled the same in both forms, and the rest behind it: the answer tells the form. */
static void split_off_first(rsp_client *c, read_job *job, packet *old) {
    size_t size = sizeof *old + sizeof old->pieces[0];
    packet *first = rsp_mem_calloc(c->options.mem, 1, size);
    if (!first) {
        job_fail(c, &job->base, RSP_NO_MEMORY, "finding the form of MultiMemRead");
        return;
    }
    first->way = old->way;
    first->num = 1;
    first->pieces[0] = old->pieces[0];
    packet **at = place_of(job, old);
    first->next = old;
    *at = first;
    old->num--;
    memmove(&old->pieces[0], &old->pieces[1], old->num * sizeof old->pieces[0]);
    old->state = PACKET_PLANNED;
    job->next = first;
}

/* --- sending --- */

static bool send_select(rsp_client *c, read_job *job) {
    rsp_buf *request = client_request(c);
    if (c->queue.front != &job->base || job->base.outstanding > 0)
        return false;
    client_select_build(c, request, (rsp_ptid){.pid = job->pid});
    job->waiting = client_send(c, &job->base, &token_select, rsp_buf_bytes(request), 0);
    return false;
}

static void send_packet(rsp_client *c, read_job *job, packet *p) {
    rsp_buf *request = client_request(c);
    rsp_read_request_build(request, p->pieces, p->num, p->way);
    if (request->status != RSP_OK) {
        job_fail(c, &job->base, request->status, "building a read");
        return;
    }
    if (!client_send(c, &job->base, p, rsp_buf_bytes(request), 0))
        return;
    p->state = PACKET_SENT;
    /* The first answer tells the form; nothing is sent in a form that may be wrong. */
    if (is_multi(p->way) && c->stub.read_dialect == RSP_DIALECT_AUTO)
        job->waiting = true;
}

/* The next planned packet, in a way that still works. */
static packet *next_packet(rsp_client *c, read_job *job) {
    packet *p = job->next;
    while (p && p->state != PACKET_PLANNED)
        p = p->next;
    job->next = p;
    if (!p || p->forced || p->way == best_way(c) || job->base.state == JOB_FINISHED)
        return p;
    /* Learnt meanwhile that this way is none: everything from here on in the other one. */
    return read_again(c, job, p, best_way(c)) ? next_packet(c, job) : NULL;
}

/* Piece by piece to range: up to the first that is short. */
static rsp_status fold(read_job *job) {
    for (const packet *p = job->packets; p; p = p->next)
        for (size_t i = 0; i < p->num; i++) {
            const rsp_read_piece *piece = &p->pieces[i];
            rsp_read *read = &job->reads[piece->range];
            if (read->status != RSP_OK)
                continue;
            read->num_read += piece->num_read;
            read->status = piece->status;
            read->error_code = piece->error_code;
        }
    return job->malformed ? RSP_MALFORMED : RSP_OK;
}

static bool read_advance(rsp_client *c, client_job *base) {
    read_job *job = read_of(base);
    if (job->waiting)
        return false;
    if (!job->planned && client_must_select(c, (rsp_ptid){.pid = job->pid}))
        return send_select(c, job);
    if (!job->planned && must_probe_x(c)) {
        job->waiting = client_send(c, base, &token_probe_x, RSP_LIT("x0,0"), 0);
        return false;
    }
    if (!job->planned && !plan(c, job)) {
        job_fail(c, base, RSP_NO_MEMORY, "planning a read");
        return false;
    }
    job->planned = true;
    packet *p = NULL;
    while (!job->waiting && base->state != JOB_FINISHED && client_has_room(c) &&
           (p = next_packet(c, job)) != NULL) {
        if (must_probe_x(c)) {
            job->waiting = client_send(c, base, &token_probe_x, RSP_LIT("x0,0"), 0);
            return false;
        }
        send_packet(c, job, p);
    }
    if (!job->next && base->outstanding == 0 && base->state != JOB_FINISHED)
        job_finish(c, base, fold(job));
    return !job->next && !job->waiting;
}

/* --- answers --- */

/* The pieces have no data, and the job an error if this is its first. */
static void spoil(read_job *job, packet *p, rsp_status status, const rsp_error *error) {
    for (size_t i = 0; i < p->num; i++) {
        p->pieces[i].num_read = 0;
        p->pieces[i].status = status;
        p->pieces[i].error_code = -1;
    }
    p->state = PACKET_DONE;
    if (!job->malformed)
        job->base.result.error = *error;
    job->malformed = true;
}

/* This packet can not be used: MultiMemRead, then x, then m. m is the last resort, and its refusal final. */
static void next_way(rsp_client *c, read_job *job, packet *p, rsp_status status) {
    rsp_client_support support = status == RSP_UNSUPPORTED ? RSP_SUPPORT_NO : RSP_SUPPORT_REFUSED;
    if (p->way == RSP_READ_HEX) {
        for (size_t i = 0; i < p->num; i++)
            p->pieces[i].status = RSP_UNSUPPORTED;
        p->state = PACKET_DONE;
        return;
    }
    client_learn(c, is_multi(p->way) ? RSP_USE_MULTI_READ : RSP_USE_BINARY_READ, support);
    p->state = PACKET_PLANNED;
    job->next = job->packets;
}

/* MultiMemRead's form is not known yet, and LLDB's was tried. */
static void first_multi_answer(rsp_client *c, read_job *job, packet *p, rsp_bytes reply, rsp_status status,
                               rsp_error *error) {
    bool one = p->num == 1;
    if (status == RSP_MALFORMED && one)
        status = rsp_read_reply_parse(p->pieces, 1, RSP_READ_MULTI_RFC, reply, c->options.mem, NULL);
    else if (status == RSP_OK)
        c->stub.read_dialect = RSP_DIALECT_LLDB;
    if (status == RSP_OK) {
        p->state = PACKET_DONE;
        if (c->stub.read_dialect == RSP_DIALECT_AUTO)
            c->stub.read_dialect = RSP_DIALECT_RFC;
    } else if (!one && (status == RSP_REFUSED || status == RSP_MALFORMED)) {
        split_off_first(c, job, p);
    } else if (status == RSP_MALFORMED) {
        /* Neither form: no dialect to go on with. */
        client_learn(c, RSP_USE_MULTI_READ, RSP_SUPPORT_REFUSED);
        spoil(job, p, status, error);
    } else {
        next_way(c, job, p, status);
    }
}

static void packet_answered(rsp_client *c, read_job *job, packet *p, const rsp_answer *answer) {
    rsp_error error = {0};
    bool guessing = is_multi(p->way) && c->stub.read_dialect == RSP_DIALECT_AUTO;
    rsp_status status = rsp_outcome_status(answer->outcome);
    job->waiting = false;
    if (status != RSP_OK && status != RSP_MALFORMED) {
        (void)client_answer_status(answer, rsp_read_way_name(p->way), &job->base.result.error);
        job_finish(c, &job->base, status);
        return;
    }
    if (status == RSP_OK)
        status = rsp_read_reply_parse(p->pieces, p->num, p->way, answer->payload, c->options.mem, &error);
    else
        (void)client_answer_status(answer, rsp_read_way_name(p->way), &error);
    if (guessing && answer->outcome != RSP_OUTCOME_MALFORMED && status != RSP_NO_MEMORY)
        first_multi_answer(c, job, p, answer->payload, status, &error);
    else if (status == RSP_OK)
        p->state = PACKET_DONE;
    else if (status == RSP_UNSUPPORTED || status == RSP_REFUSED)
        next_way(c, job, p, status);
    else if (status == RSP_MALFORMED)
        spoil(job, p, status, &error);
    else if (status == RSP_UNEXPECTED)
        (void)read_again(c, job, p, RSP_READ_HEX);
    else
        job_fail(c, &job->base, status, "taking a reply apart");
}

static void read_answer(rsp_client *c, client_job *base, void *token, const rsp_answer *answer) {
    read_job *job = read_of(base);
    rsp_error error = {0};
    if (token == &token_select) {
        rsp_status status = client_selected(c, answer, &error);
        job->waiting = false;
        if (status != RSP_OK) {
            base->result.error = error;
            job_finish(c, base, status);
        }
    } else if (token == &token_probe_x) {
        bool lldb = rsp_bytes_equal(answer->payload, RSP_LIT("OK"));
        job->waiting = false;
        c->stub.x_dialect = lldb ? RSP_DIALECT_LLDB : RSP_DIALECT_AUTO;
        client_learn(c, RSP_USE_BINARY_READ, lldb ? RSP_SUPPORT_YES : RSP_SUPPORT_NO);
    } else {
        packet_answered(c, job, token, answer);
    }
}

/* Nothing was asked: each range says why. */
static rsp_status not_read(rsp_read *reads, size_t num, rsp_status status) {
    for (size_t i = 0; i < num; i++) {
        reads[i].num_read = 0;
        reads[i].status = status;
        reads[i].error_code = -1;
    }
    return status;
}

/* Nothing was read of what has no answer; a lie in an answer to a read was told range by range, one before
 * the first read (to Hg) was not. */
static void read_ready(rsp_client *c, client_job *base) {
    read_job *job = read_of(base);
    rsp_status status = base->result.status;
    (void)c;
    if (status != RSP_OK && (status != RSP_MALFORMED || !job->planned))
        (void)not_read(job->reads, job->num, status);
}

static void read_free(rsp_client *c, client_job *base) {
    free_packets(c, read_of(base)->packets);
    rsp_mem_free(c->options.mem, base);
}

static const job_kind read_kind = {
    .advance = read_advance, .answer = read_answer, .ready = read_ready, .free = read_free};

rsp_status rsp_client_submit_read(rsp_client *c, rsp_ticket *out_ticket, int64_t pid, rsp_read *reads,
                                  size_t num, rsp_client_callback callback) {
    read_job *job = job_new(c, sizeof *job, &read_kind, callback);
    if (!job)
        return RSP_NO_MEMORY;
    job->reads = reads;
    job->num = num;
    job->pid = pid;
    return job_submit(c, &job->base, out_ticket);
}

rsp_status rsp_read_memory_vectorized(rsp_client *c, int64_t pid, rsp_read *reads, size_t num) {
    client_wait wait = {0};
    rsp_ticket ticket = 0;
    rsp_status status = client_may_ask(c);
    if (status != RSP_OK)
        return not_read(reads, num, status);
    status = rsp_client_submit_read(c, &ticket, pid, reads, num, client_wait_for(&wait));
    if (status != RSP_OK)
        return not_read(reads, num,
                        rsp_fail(&c->error, status, "queueing a read: %s", rsp_status_text(status)));
    return client_wait_end(c, ticket, &wait);
}

rsp_status rsp_client_read_memory(rsp_client *c, uint64_t addr, uint8_t *out, size_t len,
                                  size_t *out_num_read) {
    rsp_read read = {.addr = addr, .len = len, .out = out};
    rsp_status status = rsp_read_memory_vectorized(c, 0, &read, 1);
    if (out_num_read)
        *out_num_read = read.num_read;
    return status == RSP_OK ? read.status : status;
}

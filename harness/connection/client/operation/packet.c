/* One packet with one reply as a job, and the calls that are no more: any packet, Hg, signals, threads.
 * The payload is kept until it is sent, the reply until the callback.
 * See client.h. */
/* SPDX-License-Identifier: MIT */
#include "client_state.h"
#include "operation/long_list.h"

#include "codec/feature.h"
#include "core/hex.h"
#include "core/limits.h"
#include "core/mem.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

typedef enum packet_stage {
    STAGE_NEW,
    STAGE_SELECTING, /* Hg is under way */
    STAGE_READY,     /* it was answered, and need not be sent again */
    STAGE_SENT,
} packet_stage;

typedef struct packet_job {
    client_job base;
    rsp_buf payload;
    rsp_buf reply;
    uint64_t timeout_ns;
    packet_stage stage;
} packet_job;

static char token_select; /* of Hg */

static packet_job *packet_of(client_job *job) {
    return (packet_job *)(void *)job;
}

/* Whether the request is about the program, and so about the thread that the stub takes as selected. */
static bool needs_thread(rsp_bytes request) {
    enum {
        ABOUT_PROGRAM =
            RSP_EFFECT_READS | RSP_EFFECT_WRITES | RSP_EFFECT_SETS | RSP_EFFECT_COMMANDS | RSP_EFFECT_ENDS
    };
    return (rsp_request_effect(request) & ABOUT_PROGRAM) != 0;
}

/* Somebody selects a thread behind our back. */
static void note_selection(rsp_client *c, rsp_bytes request) {
    rsp_ptid id = {0};
    if (!rsp_take_text(&request, RSP_LIT("Hg")))
        return;
    (void)!rsp_take_ptid(&id, &request);
    c->selection = (client_selection){.wanted = id};
}

static bool send_select(rsp_client *c, packet_job *job) {
    rsp_buf *request = client_request(c);
    if (c->queue.front != &job->base)
        return false;
    client_select_build(c, request, (rsp_ptid){0});
    if (client_send(c, &job->base, &token_select, rsp_buf_bytes(request), 0))
        job->stage = STAGE_SELECTING;
    return false;
}

static bool advance(rsp_client *c, client_job *base) {
    packet_job *job = packet_of(base);
    const rsp_bytes request = rsp_buf_bytes(&job->payload);
    if (job->stage == STAGE_SELECTING)
        return false;
    if (job->stage == STAGE_NEW && client_must_select(c, (rsp_ptid){0}) && needs_thread(request))
        return send_select(c, job);
    if (job->stage == STAGE_SENT || !client_has_room(c))
        return job->stage == STAGE_SENT;
    note_selection(c, request);
    if (client_send(c, base, NULL, request, job->timeout_ns))
        job->stage = STAGE_SENT;
    return job->stage == STAGE_SENT;
}

static void answer_packet(rsp_client *c, client_job *base, void *token, const rsp_answer *answer) {
    packet_job *job = packet_of(base);
    if (token == &token_select) { /* refused: the request shows what comes of that */
        (void)!client_selected(c, answer, NULL);
        job->stage = STAGE_READY;
        return;
    }
    rsp_bytes name = rsp_bytes_sub(rsp_buf_bytes(&job->payload), 0, 24);
    char text[32] = {0};
    for (size_t i = 0; i < name.len; i++)
        text[i] = name.ptr[i] > ' ' && name.ptr[i] < 0x7f ? (char)name.ptr[i] : '.';
    rsp_status status = client_answer_status(answer, text, &base->result.error);
    if (rsp_bytes_starts(name, RSP_LIT("Hg")))
        (void)!client_selected(c, answer, NULL);
    rsp_buf_append(&job->reply, answer->payload);
    base->result.reply = rsp_buf_bytes(&job->reply);
    if (job->reply.status == RSP_OK)
        job_finish(c, base, status);
    else
        job_fail(c, base, job->reply.status, "keeping a reply");
}

static void free_packet(rsp_client *c, client_job *base) {
    packet_job *job = packet_of(base);
    rsp_buf_free(&job->payload);
    rsp_buf_free(&job->reply);
    rsp_mem_free(c->options.mem, job);
}

static const job_kind packet_kind = {.advance = advance, .answer = answer_packet, .free = free_packet};

rsp_status rsp_client_submit_packet(rsp_client *c, rsp_ticket *out_ticket, rsp_bytes payload,
                                    uint64_t timeout_ns, rsp_client_callback callback) {
    packet_job *job = job_new(c, sizeof *job, &packet_kind, callback);
    if (!job)
        return RSP_NO_MEMORY;
    job->payload.mem = job->reply.mem = c->options.mem;
    job->timeout_ns = timeout_ns;
    rsp_buf_append(&job->payload, payload);
    if (job->payload.status != RSP_OK) {
        rsp_status status = job->payload.status;
        free_packet(c, &job->base);
        return status;
    }
    return job_submit(c, &job->base, out_ticket);
}

rsp_status client_ask(rsp_client *c, rsp_bytes payload, uint64_t timeout_ns, rsp_bytes *out_reply) {
    client_wait wait = {0};
    rsp_ticket ticket = 0;
    *out_reply = rsp_bytes_make(NULL, 0);
    rsp_status status = client_may_ask(c);
    if (status != RSP_OK)
        return status;
    status = rsp_client_submit_packet(c, &ticket, payload, timeout_ns, client_wait_for(&wait));
    if (status != RSP_OK)
        return rsp_fail(&c->error, status, "queueing a request: %s", rsp_status_text(status));
    status = client_wait_end(c, ticket, &wait);
    *out_reply = wait.result.reply;
    return status;
}

rsp_status rsp_client_packet(rsp_client *c, rsp_bytes payload, rsp_bytes *out_reply) {
    return client_ask(c, payload, 0, out_reply);
}

/* Beyond it nobody waits for what need not come. */
#define TRY_NS (2 * RSP_NS_PER_S)

/* `silent`: one like it got no reply, and it is not sent. */
static rsp_status try_packet(rsp_client *c, rsp_bytes payload, bool *silent, rsp_bytes *out_reply) {
    *out_reply = rsp_bytes_make(NULL, 0);
    if (*silent)
        return RSP_UNSUPPORTED;
    rsp_status status = client_ask(c, payload, TRY_NS, out_reply);
    if (status != RSP_TIMEOUT)
        return status;
    *silent = true;
    status = rsp_client_resync(c);
    return status == RSP_OK ? RSP_UNSUPPORTED : status;
}

rsp_status rsp_client_try_packet(rsp_client *c, rsp_bytes payload, rsp_bytes *out_reply) {
    return try_packet(c, payload, &c->stub.silent, out_reply);
}

rsp_buf *client_request(rsp_client *c) {
    rsp_buf_clear(&c->request);
    return &c->request;
}

/* --- Hg --- */

/* Non-stop: whether a thread is selected that is certainly there. gdbserver 13.1 answers E01 or dies of
 * requests that find none (Z, qXfer:features:read). */
static bool stands(const rsp_client *c) {
    return c->selection.sure || client_is_halted(c, c->selection.selected);
}

bool client_must_select(const rsp_client *c, rsp_ptid thread) {
    bool process = c->stub.support[RSP_USE_MULTIPROCESS] == RSP_SUPPORT_YES && thread.pid > 0;
    bool lost = thread.tid <= 0 && rsp_client_is_non_stop(c) && rsp_client_has_program(c) && !stands(c);
    return lost || (process && thread.pid != c->selection.selected.pid) ||
           (thread.tid > 0 && thread.tid != c->selection.selected.tid);
}

/* Non-stop: a thread of the process that stands; {pid, 0} where none does. */
static rsp_ptid any_that_stands(const rsp_client *c, int64_t pid) {
    rsp_ptid id = client_spare_thread(c);
    if (pid == 0)
        pid = c->selection.selected.pid ? c->selection.selected.pid : id.pid;
    bool fits = client_is_halted(c, id) && id.pid == pid;
    for (size_t i = 0; !fits && client_halted_at(c, i, &id); i++)
        fits = id.pid == pid;
    return fits ? id : (rsp_ptid){.pid = pid};
}

void client_select_build(rsp_client *c, rsp_buf *out, rsp_ptid thread) {
    bool multiprocess = c->stub.support[RSP_USE_MULTIPROCESS] == RSP_SUPPORT_YES;
    if (thread.tid <= 0 && rsp_client_is_non_stop(c))
        thread = any_that_stands(c, multiprocess ? thread.pid : 0);
    if (thread.pid == 0)
        thread.pid = c->selection.selected.pid;
    c->selection = (client_selection){.wanted = thread}; /* nobody may be there to take the answer */
    rsp_buf_str(out, "Hg");
    rsp_ptid_append(out, thread, multiprocess && thread.pid > 0);
}

static void note_selected(rsp_client *c, rsp_status status, rsp_ptid thread) {
    const bool selected = status == RSP_OK;
    c->selection.selected = selected ? thread : (rsp_ptid){0};
    c->selection.sure = selected;
}

rsp_status client_selected(rsp_client *c, const rsp_answer *answer, rsp_error *error) {
    rsp_status status = client_answer_status(answer, "Hg", error);
    note_selected(c, status, c->selection.wanted);
    return status;
}

rsp_status rsp_client_select(rsp_client *c, rsp_ptid thread) {
    rsp_bytes reply;
    if (!client_must_select(c, thread))
        return RSP_OK;
    rsp_buf *request = client_request(c);
    client_select_build(c, request, thread);
    const rsp_ptid wanted = c->selection.wanted;
    rsp_status status = client_ask(c, rsp_buf_bytes(request), 0, &reply);
    note_selected(c, status, wanted);
    return status;
}

/* --- signals --- */

rsp_status rsp_client_pass_signals(rsp_client *c, const uint8_t *signals, size_t num) {
    const rsp_bytes name = rsp_packet_name(RSP_PACKET_QPASS_SIGNALS);
    char before = ':';
    rsp_bytes reply;
    if (!rsp_feature_yes(rsp_client_features(c), name))
        return rsp_fail(&c->error, RSP_UNSUPPORTED, "the stub does not announce %.*s", (int)name.len,
                        name.ptr);
    rsp_buf *request = client_request(c);
    rsp_buf_append(request, name);
    for (size_t i = 0; i < num; i++) {
        const uint8_t number = client_wire_signal(c, signals[i]);
        if (number == 0)
            continue;
        rsp_buf_push(request, (uint8_t)before);
        rsp_hex_append_u64(request, number);
        before = ';';
    }
    if (before == ':')
        rsp_buf_push(request, ':');
    return try_packet(c, rsp_buf_bytes(request), &c->stub.silent_signals, &reply);
}

/* --- threads --- */

typedef struct thread_list {
    rsp_ptid *threads;
    size_t cap;
    size_t num;
} thread_list;

/* "m<id>,<id>" adds to the list, "l" ends it: RSP_NOT_FOUND. */
static rsp_status add_threads(rsp_client *c, thread_list *list, rsp_bytes reply) {
    rsp_bytes rest = reply;
    if (rsp_bytes_equal(reply, RSP_LIT("l")))
        return RSP_NOT_FOUND;
    bool more = rsp_take_byte(&rest, 'm');
    while (more) {
        rsp_ptid id;
        if (list->num >= RSP_LIMIT_CLIENT_THREADS)
            return rsp_fail(&c->error, RSP_LIMIT, "more than %d threads", RSP_LIMIT_CLIENT_THREADS);
        if (rsp_take_ptid(&id, &rest) != RSP_OK)
            break;
        if (list->num < list->cap)
            list->threads[list->num] = id;
        list->num++;
        more = rsp_take_byte(&rest, ',');
    }
    if (rest.len > 0 || more || reply.len < 2)
        return rsp_fail_offset(&c->error, RSP_MALFORMED, NULL, reply.len - rest.len, "bad list of threads");
    return RSP_OK;
}

rsp_status rsp_client_threads(rsp_client *c, rsp_ptid *threads, size_t cap, size_t *out_num) {
    thread_list list = {.threads = threads, .cap = cap};
    long_list whole = long_list_begin(c, "the list of threads");
    rsp_bytes reply;
    rsp_status status = client_ask(c, rsp_packet_name(RSP_PACKET_QF_THREAD_INFO), 0, &reply);
    while (status == RSP_OK) {
        status = add_threads(c, &list, reply);
        if (status == RSP_OK)
            status = long_list_goes_on(c, &whole, &c->error);
        if (status == RSP_OK)
            status = client_ask(c, rsp_packet_name(RSP_PACKET_QS_THREAD_INFO), 0, &reply);
    }
    *out_num = list.num;
    return status == RSP_NOT_FOUND ? RSP_OK : status;
}

/* Held site changes sent: planned once, then batch after batch, or one by one where there are no batches.
 * Removals before insertions in each process. Answers find their sites by key: a site may be gone by then.
 * Source: requirement groups MBP, MBP-RFC; GDB manual, Packets (z0, Z0). */
/* SPDX-License-Identifier: MIT */
#include "flush.h"

#include "client_state.h"

#include "client/client_split.h"
#include "codec/breakpoint.h"
#include "codec/escape.h"
#include "codec/reply.h"
#include "core/arena.h"
#include "core/mem.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <stdlib.h>

typedef enum op_state { OP_TODO, OP_SENT, OP_DONE } op_state;

/* One change. The request's text lives in the arena, the conditions in the request. */
typedef struct op {
    rsp_site site;
    bool insert;
    uint64_t order;
    rsp_bytes conditions;
    rsp_bytes request;
    op_state state;
} op;

/* A packet: ops first .. first+num-1; num 0 is the Hg for the op `first`. */
typedef struct unit {
    size_t first;
    size_t num;
    bool batched;
    rsp_multibreak_form form;
} unit;

struct client_flush {
    rsp_arena arena;
    op *ops;
    rsp_bytes *requests; /* of the ops, for the splitter */
    size_t num;
    size_t at; /* all ops before are sent or done */
    size_t in_flight;
    size_t batches_in_flight;
    size_t num_failed;
    bool malformed;
    rsp_status failure; /* what ended it */
    rsp_error error;    /* of the first thing that went wrong */
};

/* --- planning --- */

static int by_order(const void *a, const void *b) {
    const op *x = a;
    const op *y = b;
    if (x->site.pid != y->site.pid)
        return x->site.pid < y->site.pid ? -1 : 1;
    if (x->insert != y->insert)
        return x->insert ? 1 : -1;
    if (x->order == y->order)
        return 0;
    return (x->order < y->order) == x->insert ? -1 : 1;
}

static bool selected(const client_site *site, bool remove_all, int64_t pid) {
    if (!remove_all)
        return client_site_held(site);
    return site->info.physical != RSP_SITE_OUT &&
           (pid == 0 || site->info.site.pid == pid || !site->info.site.pid);
}

static void plan(client_flush *flush, op *out, const client_site *site, bool remove_all, rsp_buf *text) {
    const rsp_site *key = &site->info.site;
    *out = (op){.site = *key, .insert = client_site_wanted(site) && !remove_all};
    out->order = out->insert ? site->enabled_at : site->inserted_at;
    rsp_breakpoint request = {.insert = out->insert, .type = key->type, .addr = key->addr, .kind = key->kind};
    if (out->insert)
        request.conditions = rsp_buf_bytes(&site->wanted);
    rsp_buf_clear(text);
    rsp_breakpoint_build(text, &request);
    out->request = rsp_arena_bytes(&flush->arena, rsp_buf_bytes(text));
    if (request.conditions.len && out->request.len >= request.conditions.len)
        out->conditions = rsp_bytes_from(out->request, out->request.len - request.conditions.len);
}

client_flush *client_flush_new(rsp_client *c, bool remove_all, int64_t pid) {
    client_flush *flush = rsp_mem_calloc(c->options.mem, 1, sizeof *flush);
    rsp_buf text = {.mem = c->options.mem};
    if (!flush)
        return NULL;
    flush->arena.mem = c->options.mem;
    flush->ops = rsp_arena_alloc(&flush->arena, (c->sites.num + 1) * sizeof *flush->ops);
    flush->requests = rsp_arena_alloc(&flush->arena, (c->sites.num + 1) * sizeof *flush->requests);
    for (const client_site *site = c->sites.first; flush->ops && site; site = site->next)
        if (selected(site, remove_all, pid))
            plan(flush, &flush->ops[flush->num++], site, remove_all, &text);
    bool good = flush->ops && flush->requests && flush->arena.status == RSP_OK && text.status == RSP_OK;
    rsp_buf_free(&text);
    if (!good) {
        client_flush_free(c, flush);
        return NULL;
    }
    qsort(flush->ops, flush->num, sizeof *flush->ops, by_order);
    for (size_t i = 0; i < flush->num; i++)
        flush->requests[i] = flush->ops[i].request;
    return flush;
}

void client_flush_free(rsp_client *c, client_flush *flush) {
    if (!flush)
        return;
    /* What was sent and will not be heard of. */
    for (size_t i = 0; i < flush->num; i++) {
        client_site *site = flush->ops[i].state == OP_SENT ? client_site_find(c, &flush->ops[i].site) : NULL;
        if (site)
            site->info.physical = RSP_SITE_UNKNOWN;
    }
    rsp_arena_free(&flush->arena);
    rsp_mem_free(c->options.mem, flush);
}

/* --- what an answer means for a site --- */

static void failed(client_flush *flush, const rsp_error *error) {
    flush->num_failed++;
    if (flush->error.status == RSP_OK)
        flush->error = *error;
}

static void inserted(rsp_client *c, client_site *site, const op *done, rsp_status status) {
    bool was_in = site->info.physical == RSP_SITE_IN;
    if (status != RSP_OK) {
        /* Refused new conditions: it may have the old ones, or none. */
        if (was_in)
            site->info.physical = RSP_SITE_UNKNOWN;
        return;
    }
    rsp_buf_clear(&site->inside);
    rsp_buf_append(&site->inside, done->conditions);
    if (!was_in)
        site->inserted_at = ++c->sites.clock;
    site->info.physical = RSP_SITE_IN;
    if (site->inside.status != RSP_OK) /* it will be said again */
        site->info.physical = RSP_SITE_UNKNOWN;
}

/* What the stub may have and says that it can not remove is not there. */
static void removed(client_site *site, rsp_status status) {
    if (status == RSP_OK || site->info.physical == RSP_SITE_UNKNOWN)
        site->info.physical = RSP_SITE_OUT;
}

/* One result: OK, REFUSED with a code, UNSUPPORTED; anything else says nothing about the site's state. */
static void settle(rsp_client *c, client_flush *flush, op *done, rsp_status status, int code,
                   const rsp_error *error) {
    client_site *site = client_site_find(c, &done->site);
    bool answered = status == RSP_OK || status == RSP_REFUSED || status == RSP_UNSUPPORTED;
    done->state = OP_DONE;
    if (status != RSP_OK)
        failed(flush, error);
    if (!site)
        return;
    site->info.status = status;
    site->info.error_code = status == RSP_REFUSED ? code : -1;
    if (!answered)
        site->info.physical = RSP_SITE_UNKNOWN;
    else if (done->insert)
        inserted(c, site, done, status);
    else
        removed(site, status);
}

static void settle_single(rsp_client *c, client_flush *flush, op *done, const rsp_answer *answer) {
    rsp_error error = {0};
    rsp_packet_id packet = done->insert ? RSP_PACKET_INSERT_BREAKPOINT : RSP_PACKET_REMOVE_BREAKPOINT;
    rsp_status status = client_answer_status(answer, rsp_packet_text(packet), &error);
    if (status == RSP_OK && !rsp_bytes_equal(answer->payload, RSP_LIT("OK"))) {
        status = rsp_fail_offset(&error, RSP_MALFORMED, NULL, 0, "a result that is neither OK nor an error");
        flush->malformed = true;
    }
    settle(c, flush, done, status, answer->error_code, &error);
}

/* "OK", "Exx", or nothing for a type that is not supported. */
static void settle_result(rsp_client *c, client_flush *flush, op *done, rsp_bytes result) {
    rsp_error error = {0};
    const rsp_answer as_alone = {
        .outcome = result.len == 0                          ? RSP_OUTCOME_UNSUPPORTED
                   : rsp_bytes_equal(result, RSP_LIT("OK")) ? RSP_OUTCOME_REPLY
                                                            : RSP_OUTCOME_ERROR,
        .payload = result,
        .error_code = rsp_reply_classify(result).code,
    };
    rsp_status status = client_answer_status(&as_alone, done->insert ? "insertion" : "removal", &error);
    settle(c, flush, done, status, as_alone.error_code, &error);
}

/* --- batches --- */

/* The reply as transmitted, runs expanded: the JSON form has escapes of its own to undo. */
static rsp_status parse_batch(client_flush *flush, const unit *sent, const rsp_answer *answer,
                              rsp_multibreak_list *out, rsp_error *error) {
    rsp_bytes kept = rsp_arena_bytes(&flush->arena, answer->expanded);
    rsp_status status = flush->arena.status;
    if (status == RSP_OK)
        status = rsp_multibreak_reply_parse(out, kept, sent->form, &flush->arena, error);
    if (status == RSP_OK && out->num != sent->num)
        status = rsp_fail_offset(error, RSP_MALFORMED, NULL, answer->payload.len,
                                 "%zu results for %zu breakpoint requests", out->num, sent->num);
    return status;
}

static rsp_client_use use_of(rsp_multibreak_form form) {
    return form == RSP_MULTIBREAK_LLDB ? RSP_USE_MULTI_BREAK_LLDB : RSP_USE_MULTI_BREAK_RFC;
}

/* Missing or refused: never again, and its changes are said another way. */
static void fall_back(rsp_client *c, client_flush *flush, const unit *sent, rsp_status status) {
    client_learn(c, use_of(sent->form), status == RSP_UNSUPPORTED ? RSP_SUPPORT_NO : RSP_SUPPORT_REFUSED);
    for (size_t i = 0; i < sent->num; i++)
        flush->ops[sent->first + i].state = OP_TODO;
    if (sent->first < flush->at)
        flush->at = sent->first;
}

static void settle_all(rsp_client *c, client_flush *flush, const unit *sent, rsp_status status,
                       const rsp_error *error) {
    for (size_t i = 0; i < sent->num; i++)
        settle(c, flush, &flush->ops[sent->first + i], status, -1, error);
}

static void batch_answered(rsp_client *c, client_flush *flush, const unit *sent, const rsp_answer *answer) {
    rsp_multibreak_list results = {0};
    rsp_error error = {0};
    rsp_status status = client_answer_status(answer, rsp_client_use_name(use_of(sent->form)), &error);
    if (status == RSP_UNSUPPORTED || status == RSP_REFUSED) {
        fall_back(c, flush, sent, status);
        return;
    }
    if (status == RSP_OK)
        status = parse_batch(flush, sent, answer, &results, &error);
    if (status == RSP_LIMIT) /* more than any reply of ours can need */
        status = RSP_MALFORMED;
    if (status != RSP_OK) {
        flush->malformed |= status == RSP_MALFORMED;
        if (status == RSP_NO_MEMORY)
            flush->failure = status;
        settle_all(c, flush, sent, status, &error);
        return;
    }
    c->stub.batch_proven = true;
    for (size_t i = 0; i < sent->num; i++)
        settle_result(c, flush, &flush->ops[sent->first + i], results.items[i]);
}

/* The process can not be selected: none of its sites can be changed. */
static void select_answered(rsp_client *c, client_flush *flush, const unit *sent, const rsp_answer *answer) {
    rsp_error error = {0};
    rsp_status status = client_selected(c, answer, &error);
    int64_t pid = flush->ops[sent->first].site.pid;
    while (status != RSP_OK && flush->at < flush->num && flush->ops[flush->at].site.pid == pid) {
        op *lost = &flush->ops[flush->at++];
        client_site *site = client_site_find(c, &lost->site);
        lost->state = OP_DONE;
        failed(flush, &error);
        if (site) {
            site->info.status = status;
            site->info.error_code = answer->error_code;
        }
    }
}

static bool ends_all(const rsp_answer *answer) {
    rsp_status status = rsp_outcome_status(answer->outcome);
    return status != RSP_OK && status != RSP_MALFORMED;
}

void client_flush_answer(rsp_client *c, client_job *job, client_flush *flush, void *token,
                         const rsp_answer *answer) {
    const unit *sent = token;
    (void)job;
    flush->in_flight--;
    flush->batches_in_flight -= sent->batched;
    if (ends_all(answer) && flush->failure == RSP_OK)
        flush->failure = rsp_outcome_status(answer->outcome);
    if (sent->num == 0)
        select_answered(c, flush, sent, answer);
    else if (sent->batched)
        batch_answered(c, flush, sent, answer);
    else
        settle_single(c, flush, &flush->ops[sent->first], answer);
}

void client_flush_plucked(client_flush *flush, void *token) {
    const unit *sent = token;
    flush->in_flight--;
    flush->batches_in_flight -= sent->batched;
    for (size_t i = 0; i < sent->num; i++)
        flush->ops[sent->first + i].state = OP_TODO;
}

/* --- sending --- */

static bool batch_form(const rsp_client *c, rsp_multibreak_form *out) {
    *out = client_uses(c, RSP_USE_MULTI_BREAK_LLDB) ? RSP_MULTIBREAK_LLDB : RSP_MULTIBREAK_RFC;
    return client_uses(c, use_of(*out));
}

/* Ops from `at` that may share a packet: of one process, not sent yet. No more than could ever fit. */
static size_t run_of(const rsp_client *c, const client_flush *flush) {
    size_t most = c->stub.packet_bytes / (sizeof "z0,0,1" - 1) + 1;
    size_t end = flush->at;
    while (end < flush->num && end - flush->at < most && flush->ops[end].state == OP_TODO &&
           flush->ops[end].site.pid == flush->ops[flush->at].site.pid)
        end++;
    return end - flush->at;
}

static void choose(const rsp_client *c, const client_flush *flush, unit *out) {
    size_t num = run_of(c, flush);
    *out = (unit){.first = flush->at, .num = 1};
    if (num < 2 || !batch_form(c, &out->form))
        return;
    out->num = rsp_multibreak_fit(flush->requests + flush->at, num, out->form, c->stub.packet_bytes,
                                  c->stub.packet_bytes);
    out->batched = out->num > 1;
}

/* The session escapes what it is given, so that the text goes in as it is meant. */
static void build_batch(const client_flush *flush, const unit *what, rsp_buf *out) {
    size_t len = 0;
    rsp_multibreak_build(out, flush->requests + what->first, what->num, what->form);
    if (out->status == RSP_OK && rsp_unescape_into(out->ptr, &len, rsp_buf_bytes(out)) == RSP_OK)
        rsp_buf_truncate(out, len);
}

static void build(rsp_client *c, client_flush *flush, const unit *what, rsp_buf *out) {
    if (what->num == 0)
        client_select_build(c, out, (rsp_ptid){.pid = flush->ops[what->first].site.pid});
    else if (what->batched)
        build_batch(flush, what, out);
    else
        rsp_buf_append(out, flush->ops[what->first].request);
}

static bool send_unit(rsp_client *c, client_job *job, client_flush *flush, const unit *what) {
    unit *kept = rsp_arena_alloc(&flush->arena, sizeof *kept);
    rsp_buf *request = client_request(c);
    build(c, flush, what, request);
    if (!kept || request->status != RSP_OK || flush->arena.status != RSP_OK) {
        job_fail(c, job, RSP_NO_MEMORY, "sending site changes");
        return false;
    }
    *kept = *what;
    if (!client_send(c, job, kept, rsp_buf_bytes(request), 0))
        return false;
    for (size_t i = 0; i < what->num; i++)
        flush->ops[what->first + i].state = OP_SENT;
    flush->at += what->num;
    flush->in_flight++;
    flush->batches_in_flight += what->batched;
    return true;
}

/* What may be sent now; false: something must be answered first. */
static bool next_unit(rsp_client *c, client_flush *flush, unit *out) {
    int64_t pid = flush->ops[flush->at].site.pid;
    if (client_must_select(c, (rsp_ptid){.pid = pid})) {
        *out = (unit){.first = flush->at};
        return flush->in_flight == 0;
    }
    choose(c, flush, out);
    /* A stub may refuse its first batch, which is then said again: nothing may have overtaken it. */
    return flush->batches_in_flight == 0 || c->stub.batch_proven;
}

bool client_flush_advance(rsp_client *c, client_job *job, client_flush *flush) {
    unit what;
    while (flush->failure == RSP_OK && client_has_room(c)) {
        while (flush->at < flush->num && flush->ops[flush->at].state != OP_TODO)
            flush->at++;
        if (flush->at == flush->num || !next_unit(c, flush, &what) || !send_unit(c, job, flush, &what))
            break;
        if (what.num == 0)
            break;
    }
    bool all = flush->failure != RSP_OK || flush->at == flush->num;
    if (!all || flush->in_flight > 0 || job->state == JOB_FINISHED)
        return false;
    client_sites_sweep(c);
    return true;
}

rsp_status client_flush_result(const client_flush *flush, rsp_client_result *result) {
    result->num_failed = flush->num_failed;
    result->error = flush->error;
    if (flush->failure != RSP_OK)
        return flush->failure;
    if (flush->malformed)
        return RSP_MALFORMED;
    return flush->num_failed ? RSP_REFUSED : RSP_OK;
}

/* --- as a job of its own --- */

typedef struct flush_job {
    client_job base;
    client_flush *flush;
    bool remove_all;
    int64_t pid;
} flush_job;

static flush_job *flush_of(client_job *job) {
    return (flush_job *)(void *)job;
}

static bool flush_advance(rsp_client *c, client_job *base) {
    flush_job *job = flush_of(base);
    if (!job->flush)
        job->flush = client_flush_new(c, job->remove_all, job->pid);
    if (!job->flush)
        job_fail(c, base, RSP_NO_MEMORY, "preparing site changes");
    else if (client_flush_advance(c, base, job->flush))
        job_finish(c, base, client_flush_result(job->flush, &base->result));
    return base->state == JOB_FINISHED;
}

static void flush_answer(rsp_client *c, client_job *base, void *token, const rsp_answer *answer) {
    client_flush_answer(c, base, flush_of(base)->flush, token, answer);
}

static void flush_plucked(rsp_client *c, client_job *base, void *token) {
    (void)c;
    client_flush_plucked(flush_of(base)->flush, token);
}

static void flush_free(rsp_client *c, client_job *base) {
    client_flush_free(c, flush_of(base)->flush);
    rsp_mem_free(c->options.mem, base);
}

static const job_kind flush_kind = {
    .advance = flush_advance,
    .answer = flush_answer,
    .plucked = flush_plucked,
    .free = flush_free,
    .learns = true,
    .exclusive = true,
};

static rsp_status submit(rsp_client *c, rsp_ticket *out_ticket, bool remove_all, int64_t pid,
                         rsp_client_callback callback) {
    flush_job *job = job_new(c, sizeof *job, &flush_kind, callback);
    if (!job)
        return RSP_NO_MEMORY;
    job->remove_all = remove_all;
    job->pid = pid;
    return job_submit(c, &job->base, out_ticket);
}

rsp_status rsp_client_submit_flush(rsp_client *c, rsp_ticket *out_ticket, rsp_client_callback callback) {
    return submit(c, out_ticket, false, 0, callback);
}

static rsp_status flush_and_wait(rsp_client *c, bool remove_all, int64_t pid, size_t *out_num_failed) {
    client_wait wait = {0};
    rsp_ticket ticket = 0;
    if (out_num_failed)
        *out_num_failed = 0;
    rsp_status status = client_may_ask(c);
    if (status != RSP_OK)
        return status;
    status = submit(c, &ticket, remove_all, pid, client_wait_for(&wait));
    if (status != RSP_OK)
        return rsp_fail(&c->error, status, "queueing a flush: %s", rsp_status_text(status));
    status = client_wait_end(c, ticket, &wait);
    if (out_num_failed)
        *out_num_failed = wait.result.num_failed;
    return status;
}

rsp_status rsp_client_flush_sites(rsp_client *c, size_t *out_num_failed) {
    return flush_and_wait(c, false, 0, out_num_failed);
}

rsp_status rsp_client_remove_sites(rsp_client *c, int64_t pid, size_t *out_num_failed) {
    return flush_and_wait(c, true, pid, out_num_failed);
}

/* The list of threads is asked for until it has none that runs: one can be born at any moment.
 * A stop by vCont;t has signal 0 and no reason; whatever else is reported is an event of the program, stays
 * in the queue, and is fetched like any other. See pause.h. */
/* SPDX-License-Identifier: MIT */
#include "pause.h"

#include "client/operation/client_state.h"
#include "codec/signals.h"
#include "core/limits.h"
#include "core/mem.h"
#include "session_end.h"
#include <rsp/clock.h>

enum { FEW = 64 };
/* A thread that ends while it is waited for reports nothing: the list is asked for again. */
#define ASK_AGAIN_NS (50 * RSP_NS_PER_MS)

static bool has(const condition_pause *pause, rsp_ptid thread) {
    for (size_t i = 0; i < pause->num; i++)
        if (rsp_ptid_equal(pause->threads[i], thread))
            return true;
    return false;
}

static rsp_status add(condition_pause *pause, rsp_ptid thread, const rsp_mem *mem) {
    if (pause->num == pause->cap) {
        size_t cap = pause->cap ? pause->cap * 2 : FEW;
        rsp_ptid *grown = rsp_mem_realloc(mem, pause->threads, cap * sizeof *grown);
        if (!grown)
            return RSP_NO_MEMORY;
        pause->threads = grown;
        pause->cap = cap;
    }
    pause->threads[pause->num++] = thread;
    return RSP_OK;
}

/* Threads that run now. *out_new: one of them was not asked to stop before. */
static rsp_status look_around(condition_pause *pause, rsp_client *client, int64_t pid, const rsp_mem *mem,
                              size_t *out_running, bool *out_new) {
    rsp_ptid few[FEW];
    rsp_ptid *threads = few;
    size_t cap = FEW;
    size_t num = 0;
    *out_running = 0;
    *out_new = false;
    rsp_status status = rsp_client_threads(client, threads, cap, &num);
    if (status == RSP_OK && num > cap) {
        cap = num;
        threads = rsp_mem_calloc(mem, cap, sizeof *threads);
        status = threads ? rsp_client_threads(client, threads, cap, &num) : RSP_NO_MEMORY;
    }
    for (size_t i = 0; i < num && i < cap && status == RSP_OK; i++) {
        bool ours = pid == 0 || threads[i].pid == pid;
        if (!ours || client_is_halted(client, threads[i]))
            continue;
        ++*out_running;
        if (has(pause, threads[i]))
            continue;
        *out_new = true;
        status = add(pause, threads[i], mem);
    }
    if (threads != few)
        rsp_mem_free(mem, threads);
    return status;
}

static bool all_stand(const condition_pause *pause, const rsp_client *client) {
    for (size_t i = 0; i < pause->num; i++)
        if (!client_is_halted(client, pause->threads[i]))
            return false;
    return true;
}

/* Until they stand, or it is time to ask again. */
static rsp_status wait_a_little(const condition_pause *pause, rsp_client *client) {
    uint64_t until = rsp_session_now(rsp_client_session(client)) + ASK_AGAIN_NS;
    rsp_status status = RSP_OK;
    while (status == RSP_OK && !all_stand(pause, client))
        status = rsp_client_poll(client, until);
    return status == RSP_TIMEOUT ? RSP_OK : status;
}

static bool is_request(const client_stop *stop) {
    rsp_stop_reply reply;
    return rsp_stop_reply_parse(&reply, rsp_bytes_make(stop->data, stop->len), NULL) == RSP_OK &&
           (reply.kind == RSP_STOP_THREAD || reply.kind == RSP_STOP_SIGNAL) && reply.signal == 0 &&
           reply.reason == RSP_REASON_NONE;
}

/* Those that stand for our sake alone; their stops are nobody's business. */
static void keep_ours(condition_pause *pause, rsp_client *client, const rsp_mem *mem) {
    size_t kept = 0;
    for (size_t i = 0; i < pause->num; i++) {
        const client_stop *stop = client_stops_find(client, pause->threads[i]);
        if (!stop || !is_request(stop))
            continue;
        rsp_mem_free(mem, client_stops_take(client, pause->threads[i]));
        pause->threads[kept++] = pause->threads[i];
    }
    pause->num = kept;
}

static rsp_status stop_all(condition_pause *pause, rsp_client *client, int64_t pid, const rsp_mem *mem) {
    uint64_t deadline = rsp_session_now(rsp_client_session(client)) + CLIENT_STOP_TIMEOUT_NS;
    for (;;) {
        size_t running = 0;
        bool any_new = false;
        rsp_status status = look_around(pause, client, pid, mem, &running, &any_new);
        if (status == RSP_OK && running == 0)
            return RSP_OK;
        if (status == RSP_OK && any_new)
            status = client_act(client, 't', 0, NULL, 0, pid);
        if (status == RSP_OK)
            status = wait_a_little(pause, client);
        if (status != RSP_OK)
            return status;
        if (rsp_session_now(rsp_client_session(client)) >= deadline)
            return RSP_TIMEOUT;
    }
}

rsp_status pause_begin(condition_pause *pause, rsp_client *client, int64_t pid, const rsp_mem *mem) {
    if (!rsp_client_is_non_stop(client) || pause->depth++ > 0)
        return RSP_OK;
    pause->num = 0;
    rsp_status status = stop_all(pause, client, pid, mem);
    keep_ours(pause, client, client->options.mem);
    if (status == RSP_OK)
        return RSP_OK;
    rsp_status again = ends_session(status) ? RSP_OK : pause_end(pause, client);
    if (ends_session(status))
        pause->depth = 0;
    return ends_session(again) ? again : status;
}

rsp_status pause_end(condition_pause *pause, rsp_client *client) {
    if (pause->depth == 0 || --pause->depth > 0)
        return RSP_OK;
    size_t num = pause->num;
    pause->num = 0;
    if (num > 0)
        client_stops_drop_idle(client);
    return num > 0 ? client_act(client, 'c', 0, pause->threads, num, 0) : RSP_OK;
}

void pause_forgive(condition_pause *pause, rsp_client *client, rsp_ptid thread, const rsp_mem *mem) {
    rsp_stop_reply reply;
    const client_stop *stop = client_stops_find(client, thread);
    bool trap = stop && !has(pause, thread) &&
                rsp_stop_reply_parse(&reply, rsp_bytes_make(stop->data, stop->len), NULL) == RSP_OK &&
                (reply.kind == RSP_STOP_THREAD || reply.kind == RSP_STOP_SIGNAL) &&
                reply.signal == RSP_SIGNAL_TRAP;
    if (trap && add(pause, thread, mem) == RSP_OK)
        rsp_mem_free(client->options.mem, client_stops_take(client, thread));
}

void pause_free(condition_pause *pause, const rsp_mem *mem) {
    rsp_mem_free(mem, pause->threads);
    *pause = (condition_pause){0};
}

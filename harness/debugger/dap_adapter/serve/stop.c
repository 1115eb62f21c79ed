/* What is kept of a stop: threads, and the memory of frames and variables. All of it goes when the program
 * runs. Ids are numbers that are never given twice, so that an old one is known as such.
 * See handler.h. */
/* SPDX-License-Identifier: MIT */
#include "serve/adapter_object.h"

#include "core/limits.h"
#include "core/mem.h"

rsp_client *adapter_client(adapter *a) {
    return a->program.client;
}

rsp_debuggee *adapter_debuggee(adapter *a) {
    return a->program.debuggee.client ? &a->program.debuggee : NULL;
}

const rsp_debug_file *adapter_file(adapter *a) {
    return a->program.target.file;
}

const char *adapter_program_name(const adapter *a) {
    return a->program.target.name ? a->program.target.name : "program";
}

bool adapter_is_stopped(const adapter *a) {
    return a->motion == MOTION_STANDS;
}

const rsp_stop_reply *adapter_stop(adapter *a) {
    if (a->at_stop.stop)
        return a->at_stop.stop;
    return a->program.client ? rsp_client_stop(a->program.client) : NULL;
}

/* What the reply borrows is gone with the next stop. */
void adapter_use_thread(adapter *a) {
    const rsp_stop_reply *stop = adapter_stop(a);
    rsp_stop_reply *copy = stop && !a->at_stop.stop ? rsp_arena_alloc(&a->at_stop.arena, sizeof *copy) : NULL;
    if (copy) {
        *copy = (rsp_stop_reply){.kind = stop->kind,
                                 .signal = stop->signal,
                                 .has_thread = stop->has_thread,
                                 .thread = stop->thread,
                                 .reason = stop->reason,
                                 .num_reasons = stop->num_reasons,
                                 .reason_number = stop->reason_number};
        a->at_stop.stop = copy;
    }
    a->use = USE_HELD;
}

rsp_status adapter_run_alone(adapter *a, rsp_ptid thread, uint64_t until, rsp_buf *out_why) {
    return a->duties->run_alone(a, thread, until, out_why);
}

void adapter_leave_thread(adapter *a) {
    a->use = USE_NONE;
}

rsp_arena *adapter_stop_arena(adapter *a) {
    return &a->at_stop.arena;
}

void **adapter_stop_state(adapter *a) {
    return &a->at_stop.look;
}

adapter_program_place *adapter_program_state(adapter *a) {
    return &a->program.look;
}

int64_t adapter_next_id(adapter *a) {
    return ++a->at_stop.last_id;
}

static void drop_data(adapter *a) {
    rsp_arena_free(&a->at_stop.arena);
    a->at_stop.look = NULL;
    a->at_stop.stop = NULL;
}

void adapter_forget_stop(adapter *a) {
    drop_data(a);
    a->at_stop.has_threads = false;
    adapter_set_ahead(a, (rsp_ptid){0}, 0);
}

void adapter_set_ahead(adapter *a, rsp_ptid thread, size_t num) {
    a->at_stop.ahead_of = thread;
    a->at_stop.ahead = num;
}

size_t adapter_ahead(const adapter *a, rsp_ptid thread) {
    return a->at_stop.ahead > 0 && rsp_ptid_equal(a->at_stop.ahead_of, thread) ? a->at_stop.ahead : 0;
}

void adapter_data_changed(adapter *a, const char *area) {
    if (adapter_editor_can(a, "supportsInvalidatedEvent"))
        adapter_event(a, "invalidated", json_pack("{s:[s]}", "areas", area));
}

/* --- threads --- */

int64_t adapter_thread_id(const adapter *a, rsp_ptid thread) {
    (void)a;
    return thread.tid;
}

/* Whoever believes in a list without end asks for thousands of threads at each stop. */
static void tell_endless(adapter *a) {
    rsp_buf text = {.mem = a->options.mem};
    rsp_buf_printf(&text,
                   "stubborn: the stub's threads are not shown: %s. Only the thread of the stop is shown\n",
                   rsp_client_error(a->program.client)->msg);
    adapter_output(a, "important", rsp_buf_bytes(&text));
    rsp_buf_free(&text);
}

static rsp_status ask_for_threads(adapter *a, size_t *out_num) {
    size_t cap = a->at_stop.num_threads > 64 ? a->at_stop.num_threads : 64;
    for (;;) {
        rsp_ptid *threads = rsp_mem_realloc(a->options.mem, a->at_stop.threads, cap * sizeof *threads);
        if (!threads)
            return RSP_NO_MEMORY;
        a->at_stop.threads = threads;
        *out_num = 0;
        rsp_status status =
            a->at_stop.endless ? RSP_LIMIT : rsp_client_threads(a->program.client, threads, cap, out_num);
        if (status != RSP_OK || *out_num <= cap)
            return status;
        cap = *out_num;
    }
}

static rsp_status read_threads(adapter *a) {
    size_t num = 0;
    rsp_status status = ask_for_threads(a, &num);
    if (status == RSP_LIMIT) {
        const rsp_ptid stopped = rsp_client_stop_thread(a->program.client);
        if (!a->at_stop.endless)
            tell_endless(a);
        a->at_stop.endless = true;
        if (stopped.tid != 0)
            a->at_stop.threads[0] = stopped; /* else the first of the list stands there */
        num = 1;
        status = RSP_OK;
    }
    if (status == RSP_OK) {
        a->at_stop.num_threads = num;
        a->at_stop.has_threads = true;
    }
    return status;
}

rsp_status adapter_threads(adapter *a, const rsp_ptid **out, size_t *out_num) {
    rsp_status status = RSP_OK;
    if (!a->at_stop.has_threads && a->motion == MOTION_STANDS)
        status = read_threads(a);
    *out = a->at_stop.threads;
    *out_num = a->at_stop.num_threads;
    return status;
}

rsp_status adapter_find_thread(adapter *a, int64_t id, rsp_ptid *out) {
    const rsp_ptid *threads;
    size_t num;
    rsp_status status = adapter_threads(a, &threads, &num);
    if (status != RSP_OK)
        return status;
    for (size_t i = 0; i < num; i++) {
        if (adapter_thread_id(a, threads[i]) != id)
            continue;
        *out = threads[i];
        return RSP_OK;
    }
    return RSP_NOT_FOUND;
}

void *adapter_hook_state(adapter *a, size_t size) {
    if (!a->hook_state)
        a->hook_state = rsp_mem_calloc(a->options.mem, 1, size);
    return a->hook_state;
}

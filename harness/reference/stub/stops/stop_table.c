/* The stops of live threads, found by thread id in constant time.
 * The records of one process are chained, so that they go together.
 * All memory comes from the stub's allocator, and used records are kept for the next stop. */
/* SPDX-License-Identifier: MIT */
#include "stop_table.h"

#include "run_state.h"
#include "stop.h"
#include "stop_queue.h"

#include "core/limits.h"
#include "core/mem.h"

static uint64_t hash_of(rsp_ptid id) {
    return rsp_hash(rsp_hash(0, (uint64_t)id.pid), (uint64_t)id.tid);
}

/* The node is the first member of a stop. */
static stub_stop *find(const struct stub_run *run, rsp_ptid id) {
    rsp_hash_node *at = rsp_hash_table_first(&run->stops, hash_of(id));
    while (at && !rsp_ptid_equal(((stub_stop *)(void *)at)->thread, id))
        at = rsp_hash_table_next(at);
    return (stub_stop *)(void *)at;
}

stub_stop *stub_stop_find(const rsp_stub *s, rsp_ptid thread) {
    return thread.tid > 0 ? find(s->run, thread) : NULL;
}

static stub_stop *take_record(rsp_stub *s) {
    struct stub_run *run = s->run;
    stub_stop *stop = run->spare;
    if (!stop)
        return rsp_mem_calloc(s->opt.mem, 1, sizeof(*stop));
    run->spare = stop->next;
    run->num_spare--;
    *stop = (stub_stop){0};
    return stop;
}

void stub_stop_release(rsp_stub *s, stub_stop *stop) {
    struct stub_run *run = s->run;
    rsp_buf_free(&stop->text);
    if (run->num_spare >= RSP_LIMIT_STUB_SPARE_STOPS) {
        rsp_mem_free(s->opt.mem, stop);
        return;
    }
    stop->next = run->spare;
    run->spare = stop;
    run->num_spare++;
}

static stub_stop *insert(rsp_stub *s, rsp_ptid id) {
    stub_stop *stop = take_record(s);
    if (!stop)
        return NULL;
    stop->thread = id;
    rsp_hash_table_add(&s->run->stops, &stop->node, hash_of(id));
    return stop;
}

static void erase(rsp_stub *s, stub_stop *stop) {
    rsp_hash_table_remove(&s->run->stops, &stop->node);
    stub_stop_release(s, stop);
}

/* The head of a process's chain has tid 0, which no thread has. */
static stub_stop *head_of(rsp_stub *s, int64_t pid) {
    rsp_ptid id = {pid, 0};
    stub_stop *head = find(s->run, id);
    return head ? head : insert(s, id);
}

stub_stop *stub_stop_set(rsp_stub *s, rsp_ptid thread) {
    stub_stop *stop = find(s->run, thread);
    if (stop) {
        stub_queue_told(s, stop);
        rsp_buf_clear(&stop->text);
        return stop;
    }
    stub_stop *head = head_of(s, thread.pid);
    stop = head ? insert(s, thread) : NULL;
    if (!stop) {
        s->run->no_memory = true;
        return NULL;
    }
    stop->older = head;
    stop->sibling = head->sibling;
    if (head->sibling)
        head->sibling->older = stop;
    head->sibling = stop;
    return stop;
}

stub_stop *stub_stop_make_end(rsp_stub *s, rsp_ptid thread, int kind) {
    stub_stop *stop = take_record(s);
    if (!stop) {
        s->run->no_memory = true;
        return NULL;
    }
    stop->thread = thread;
    stop->kind = kind;
    stop->state = STUB_STOP_UNKNOWN;
    return stop;
}

void stub_stop_fill(stub_stop *stop, const rsp_target_event *event, const rsp_mem *mem) {
    stop->kind = (int)event->kind;
    stop->signal = event->signal;
    stop->address = event->address;
    stop->number = event->number;
    stop->child = event->child;
    if (event->kind == RSP_TARGET_EXECED) {
        rsp_buf_free(&stop->text);
        rsp_buf_init(&stop->text, mem, RSP_LIMIT_STUB_TEXT_BYTES);
        rsp_buf_append(&stop->text, event->text);
    }
}

static void forget(rsp_stub *s, stub_stop *stop) {
    stub_queue_remove(s, stop);
    if (s->run->delivered == stop)
        s->run->delivered = NULL;
    if (stop->older)
        stop->older->sibling = stop->sibling;
    if (stop->sibling)
        stop->sibling->older = stop->older;
    erase(s, stop);
}

void stub_stop_forget(rsp_stub *s, rsp_ptid thread) {
    stub_stop *stop = stub_stop_find(s, thread);
    if (stop)
        forget(s, stop);
}

void stub_stop_forget_process(rsp_stub *s, int64_t pid, int64_t keep_tid) {
    stub_stop *head = find(s->run, (rsp_ptid){pid, 0});
    if (!head)
        return;
    for (stub_stop *stop = head->sibling; stop;) {
        stub_stop *next = stop->sibling;
        if (stop->thread.tid != keep_tid)
            forget(s, stop);
        stop = next;
    }
    if (!head->sibling)
        erase(s, head);
}

void stub_stop_forget_live(rsp_stub *s) {
    for (int64_t pid = 0; s->opt.ops->process_next(s->opt.target, pid, &pid);)
        stub_stop_forget_process(s, pid, 0);
}

static void free_node(void *ctx, rsp_hash_node *node) {
    const rsp_stub *s = ctx;
    stub_stop *stop = (stub_stop *)(void *)node;
    rsp_buf_free(&stop->text);
    rsp_mem_free(s->opt.mem, stop);
}

void stub_stop_free_all(rsp_stub *s) {
    struct stub_run *run = s->run;
    stub_queue_clear(s);
    rsp_hash_table_each(&run->stops, free_node, s);
    rsp_hash_table_free(&run->stops);
    while (run->spare) {
        stub_stop *stop = run->spare;
        run->spare = stop->next;
        rsp_mem_free(s->opt.mem, stop);
    }
    run->num_spare = 0;
    run->delivered = NULL;
}

bool stub_thread_runs(const rsp_stub *s, rsp_ptid thread) {
    if (s->opt.ops->thread_running(s->opt.target, thread))
        return true;
    const stub_stop *stop = stub_non_stop(s) ? stub_stop_find(s, thread) : NULL;
    return stop && stub_stop_untold(stop);
}

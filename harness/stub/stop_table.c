/* The stops of live threads, found by thread id in constant time.
 * An intrusive hash table; the records of one process are chained, so that they go together.
 * All memory comes from the stub's allocator, and used records are kept for the next stop. */
/* SPDX-License-Identifier: MIT */
#include "run.h"

#include <rsp/limits.h>

static size_t bucket_of(const struct stub_run *run, rsp_ptid id) {
    uint64_t mix = (uint64_t)id.pid * 0x9e3779b97f4a7c15U ^ (uint64_t)id.tid * 0xc2b2ae3d27d4eb4fU;
    return (size_t)(mix ^ mix >> 29) & (run->num_buckets - 1);
}

static stub_stop *find(const struct stub_run *run, rsp_ptid id) {
    if (run->num_buckets == 0)
        return NULL;
    stub_stop *at = run->buckets[bucket_of(run, id)];
    while (at && !rsp_ptid_equal(at->thread, id))
        at = at->chain;
    return at;
}

stub_stop *stub_stop_find(const rsp_stub *s, rsp_ptid thread) {
    return thread.tid > 0 ? find(s->run, thread) : NULL;
}

/* Doubling keeps chains short; when there is no memory for it longer chains do. */
static bool grow(rsp_stub *s) {
    struct stub_run *run = s->run;
    size_t num = run->num_buckets ? run->num_buckets * 2 : 64;
    stub_stop **fresh = rsp_mem_calloc(s->opt.mem, num, sizeof(*fresh));
    if (!fresh)
        return run->num_buckets > 0;
    stub_stop **old = run->buckets;
    size_t num_old = run->num_buckets;
    run->buckets = fresh;
    run->num_buckets = num;
    for (size_t i = 0; i < num_old; i++) {
        while (old[i]) {
            stub_stop *stop = old[i];
            old[i] = stop->chain;
            size_t at = bucket_of(run, stop->thread);
            stop->chain = fresh[at];
            fresh[at] = stop;
        }
    }
    rsp_mem_free(s->opt.mem, old);
    return true;
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
    struct stub_run *run = s->run;
    if (run->num_stops >= run->num_buckets && !grow(s))
        return NULL;
    stub_stop *stop = take_record(s);
    if (!stop)
        return NULL;
    stop->thread = id;
    size_t at = bucket_of(run, id);
    stop->chain = run->buckets[at];
    run->buckets[at] = stop;
    run->num_stops++;
    return stop;
}

static void erase(rsp_stub *s, stub_stop *stop) {
    struct stub_run *run = s->run;
    stub_stop **link = &run->buckets[bucket_of(run, stop->thread)];
    while (*link != stop)
        link = &(*link)->chain;
    *link = stop->chain;
    run->num_stops--;
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
        stub_queue_remove(s, stop);
        stop->fresh = false;
        rsp_buf_clear(&stop->text);
        return stop;
    }
    stub_stop *head = head_of(s, thread.pid);
    stop = head ? insert(s, thread) : NULL;
    if (!stop)
        return NULL;
    stop->older = head;
    stop->sibling = head->sibling;
    if (head->sibling)
        head->sibling->older = stop;
    head->sibling = stop;
    return stop;
}

stub_stop *stub_stop_make_end(rsp_stub *s, rsp_ptid thread) {
    stub_stop *stop = take_record(s);
    if (stop) {
        stop->thread = thread;
        stop->gone = true;
    }
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

void stub_stop_free_all(rsp_stub *s) {
    struct stub_run *run = s->run;
    stub_queue_clear(s);
    for (size_t i = 0; i < run->num_buckets; i++) {
        while (run->buckets[i]) {
            stub_stop *stop = run->buckets[i];
            run->buckets[i] = stop->chain;
            rsp_buf_free(&stop->text);
            rsp_mem_free(s->opt.mem, stop);
        }
    }
    while (run->spare) {
        stub_stop *stop = run->spare;
        run->spare = stop->next;
        rsp_mem_free(s->opt.mem, stop);
    }
    rsp_mem_free(s->opt.mem, run->buckets);
    run->buckets = NULL;
    run->num_buckets = 0;
    run->num_stops = 0;
    run->num_spare = 0;
    run->delivered = NULL;
}

/* What the stub's ids mean: processes that are traced, their threads, and what is noted of a thread.
 * Everything is looked up anew: handles of the machine do not outlive a run.
 * See target.h. */
/* SPDX-License-Identifier: MIT */
#include "target.h"

#include "core/mem.h"

rsp_process *machine_traced(const rsp_machine_target *t, int64_t pid) {
    rsp_process *process = machine_is_id(pid) ? rsp_machine_process(t->machine, (uint32_t)pid) : NULL;
    return process && rsp_process_is_traced(process) ? process : NULL;
}

/* The machine numbers processes and threads from one counter, and a process's first thread has its id: a
 * number within the process that is never given twice. */
int64_t machine_stub_tid(const rsp_machine_target *t, uint32_t pid, uint32_t tid) {
    return t->numbers_threads && tid ? (int64_t)tid - pid + 1 : tid;
}

uint32_t machine_own_tid(const rsp_machine_target *t, rsp_ptid id) {
    if (!machine_is_id(id.tid) || !t->numbers_threads)
        return machine_is_id(id.tid) ? (uint32_t)id.tid : 0;
    return machine_is_id(id.pid) && machine_is_id(id.pid + id.tid - 1) ? (uint32_t)(id.pid + id.tid - 1) : 0;
}

rsp_thread *machine_traced_thread(const rsp_machine_target *t, rsp_ptid id) {
    uint32_t tid = machine_own_tid(t, id);
    rsp_thread *thread = tid ? rsp_machine_thread(t->machine, tid) : NULL;
    if (!thread)
        return NULL;
    const rsp_process *process = rsp_thread_process(thread);
    return rsp_process_pid(process) == id.pid && rsp_process_is_traced(process) ? thread : NULL;
}

static uint64_t note_hash(uint32_t tid) {
    return rsp_hash(0, tid);
}

machine_thread_note *machine_note_find(const rsp_machine_target *t, uint32_t tid) {
    rsp_hash_node *node = rsp_hash_table_first(&t->notes, note_hash(tid));
    while (node && ((machine_thread_note *)node)->tid != tid)
        node = rsp_hash_table_next(node);
    return (machine_thread_note *)node;
}

machine_thread_note *machine_note_make(rsp_machine_target *t, uint32_t pid, uint32_t tid) {
    machine_thread_note *note = machine_note_find(t, tid);
    if (note)
        return note;
    note = rsp_mem_calloc(t->mem, 1, sizeof *note);
    if (!note)
        return NULL;
    note->tid = tid;
    note->pid = pid;
    rsp_hash_table_add(&t->notes, &note->node, note_hash(tid));
    return note;
}

void machine_note_drop(rsp_machine_target *t, machine_thread_note *note) {
    if (!note)
        return;
    rsp_hash_table_remove(&t->notes, &note->node);
    rsp_mem_free(t->mem, note);
}

typedef struct drop_notes {
    rsp_machine_target *t;
    uint32_t pid; /* 0: all */
} drop_notes;

static void drop_note(void *ctx, rsp_hash_node *node) {
    const drop_notes *drop = ctx;
    machine_thread_note *note = (machine_thread_note *)node;
    if (drop->pid == 0 || note->pid == drop->pid)
        machine_note_drop(drop->t, note);
}

void machine_notes_drop_process(rsp_machine_target *t, uint32_t pid) {
    drop_notes drop = {.t = t, .pid = pid};
    rsp_hash_table_each(&t->notes, drop_note, &drop);
}

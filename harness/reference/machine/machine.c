/* The machine as its embedder holds it: making, launching, running, input, signals from outside.
 * Processes and threads one by one are in process.c and thread.c, what can be asked in facts.c.
 * See machine.h for every contract. */
/* SPDX-License-Identifier: MIT */
#include "answers.h"
#include "bundle.h"
#include "event.h"
#include "files.h"
#include "heap.h"
#include "history.h"
#include "image.h"
#include "kernel.h"
#include "life.h"
#include "nodes.h"
#include "run.h"
#include "signals.h"
#include "waiting.h"

#include "core/limits.h"
#include "core/mem.h"
#include <string.h>

rsp_machine_options rsp_machine_options_default(void) {
    return (rsp_machine_options){
        .seed = 1,
        .quantum_insns = 10000,
        .first_pid = 0x2a1,
        .hw_breakpoints = 4,
        .hw_watchpoints = 4,
        .max_pages = RSP_LIMIT_MACHINE_PAGES,
        .max_processes = RSP_LIMIT_MACHINE_PROCESSES,
        .max_threads = RSP_LIMIT_MACHINE_THREADS,
        .flash = true,
        .tagged_memory = true,
    };
}

static rsp_machine_options complete(const rsp_machine_options *given) {
    rsp_machine_options o = rsp_machine_options_default();
    if (!given)
        return o;
    rsp_machine_options defaults = o;
    o = *given;
    if (!o.quantum_insns)
        o.quantum_insns = defaults.quantum_insns;
    if (!o.first_pid)
        o.first_pid = defaults.first_pid;
    if (!o.hw_breakpoints)
        o.hw_breakpoints = defaults.hw_breakpoints;
    if (!o.hw_watchpoints)
        o.hw_watchpoints = defaults.hw_watchpoints;
    if (!o.max_pages)
        o.max_pages = defaults.max_pages;
    if (!o.max_processes)
        o.max_processes = defaults.max_processes;
    if (!o.max_threads)
        o.max_threads = defaults.max_threads;
    return o;
}

rsp_machine *rsp_machine_new(const rsp_machine_options *options) {
    rsp_machine_options o = complete(options);
    const rsp_mem *page_mem = o.mem;
    history *h = o.record_bytes ? history_new(o.mem, o.record_bytes) : NULL;
    if (o.record_bytes && !h)
        return NULL;
    if (h)
        o.mem = &h->heap.mem;
    rsp_machine *m = rsp_mem_calloc(o.mem, 1, sizeof *m);
    if (!m) {
        history_free(h);
        return NULL;
    }
    m->options = o;
    m->history = h;
    if (h)
        answers_listen(m);
    m->pool = (memory_pool){.mem = o.mem,
                            .page_mem = page_mem,
                            .keeper = h ? &h->keeper : NULL,
                            .pages_left = o.max_pages,
                            .tables_left = RSP_LIMIT_MACHINE_TABLES};
    m->next_id = o.first_pid;
    m->ready.kind = HEAP_READY;
    rsp_rng_seed(&m->rng, o.seed);
    rsp_buf_init(&m->output, o.mem, RSP_LIMIT_MACHINE_OUTPUT_BYTES);
    rsp_buf_init(&m->input, o.mem, RSP_LIMIT_MACHINE_STDIN_BYTES);
    if (!files_index(m)) {
        rsp_machine_free(m);
        return NULL;
    }
    return m;
}

void rsp_machine_free(rsp_machine *machine) {
    if (!machine)
        return;
    history *h = machine->history;
    if (h)
        history_drop_from(machine, 0);
    process_free_all(machine);
    const rsp_mem *mem = machine->options.mem;
    id_map_free(&machine->processes, mem);
    id_map_free(&machine->threads, mem);
    rsp_buf_free(&machine->output);
    rsp_buf_free(&machine->input);
    heap_free(&machine->ready, mem);
    heap_free(&machine->timers, mem);
    nodes_free(machine);
    rsp_mem_free(mem, machine->disk.files);
    rsp_mem_free(mem, machine);
    history_free(h);
}

/* argv and envp one behind the other, each with its NUL. */
static rsp_status gather(rsp_buf *out, const char *const *vector, size_t *out_num) {
    for (*out_num = 0; vector && vector[*out_num]; ++*out_num)
        rsp_buf_append(out, rsp_bytes_make(vector[*out_num], strlen(vector[*out_num]) + 1));
    return out->status;
}

static rsp_status prepare(rsp_machine *m, const rsp_launch *launch, rsp_buf *strings, char *path,
                          exec_args *out, rsp_error *error) {
    const char *cwd = launch->cwd ? launch->cwd : "/";
    if (cwd[0] != '/' || strlen(cwd) >= RSP_LIMIT_MACHINE_PATH_BYTES)
        return rsp_fail(error, RSP_NOT_FOUND, "not an absolute folder: %s", cwd);
    if (!launch->path || !launch->path[0] ||
        path_resolve(path, RSP_LIMIT_MACHINE_PATH_BYTES, cwd, launch->path))
        return rsp_fail(error, RSP_NOT_FOUND, "no such program");
    const char *const only_path[] = {launch->path, NULL};
    *out = (exec_args){.path = path, .randomize = launch->randomize};
    rsp_buf_init(strings, m->options.mem, RSP_LIMIT_MACHINE_ARG_BYTES);
    (void)rsp_buf_reserve(strings, 1);
    rsp_status status = gather(strings, launch->argv ? launch->argv : only_path, &out->argc);
    if (!status)
        status = gather(strings, launch->envp, &out->envc);
    if (status)
        return rsp_fail(error, status, "arguments and environment: %s", rsp_status_text(status));
    out->strings = (const char *)strings->ptr;
    out->strings_len = strings->len;
    return RSP_OK;
}

/* A process around the image; the image is the process's from here on, whatever happens. */
static rsp_status make_process(rsp_machine *m, const rsp_launch *launch, space *s, const image *im,
                               uint64_t sp, rsp_process **out) {
    rsp_process *p = process_new(m, NULL);
    if (!p) {
        image freed = *im;
        image_free(m, &freed);
        space_release(s);
        return m->num_processes >= m->options.max_processes ? RSP_LIMIT : RSP_NO_MEMORY;
    }
    p->space = s;
    p->image = *im;
    p->watch.traced = !launch->untraced;
    p->randomize = launch->randomize;
    const char *cwd = launch->cwd ? launch->cwd : "/";
    p->cwd = rsp_mem_alloc(m->options.mem, strlen(cwd) + 2);
    rsp_thread *t = p->cwd && files_standard(p) ? thread_new(p, pid_of(p)) : NULL;
    if (!t) {
        bool full = m->threads.num >= m->options.max_threads;
        process_abandon(p);
        return full ? RSP_LIMIT : RSP_NO_MEMORY;
    }
    (void)path_resolve(p->cwd, strlen(cwd) + 2, "/", cwd);
    thread_start(t, &p->image, sp);
    thread_set_held(t, p->watch.traced);
    *out = p;
    return RSP_OK;
}

rsp_status rsp_machine_launch(rsp_machine *machine, rsp_process **out_process, const rsp_launch *launch,
                              rsp_error *error) {
    char path[RSP_LIMIT_MACHINE_PATH_BYTES];
    rsp_buf strings = {0};
    exec_args args = {0};
    space *s = NULL;
    image im = {0};
    uint64_t sp = 0;
    rsp_status status = prepare(machine, launch, &strings, path, &args, error);
    const rsp_machine_file *file = status ? NULL : rsp_machine_file_find(machine, path);
    if (!status && !file)
        status = rsp_fail(error, RSP_NOT_FOUND, "no such program: %.120s", path);
    if (!status)
        history_begin_anew(machine);
    if (!status)
        status = image_build(machine, file, &args, &s, &im, &sp, error);
    if (!status) {
        status = make_process(machine, launch, s, &im, sp, out_process);
        if (status)
            (void)rsp_fail(error, status, "no room for a process: %s", rsp_status_text(status));
    }
    rsp_buf_free(&strings);
    return status;
}

rsp_status rsp_machine_signal(rsp_machine *machine, uint32_t pid, uint32_t tid, int signal) {
    rsp_process *p = rsp_machine_process(machine, pid);
    rsp_thread *t = tid ? rsp_machine_thread(machine, tid) : NULL;
    if (!p || (tid && (!t || t->process != p)))
        return RSP_NOT_FOUND;
    if (signal < 1 || signal > SIGNALS)
        return RSP_RANGE;
    const entry e = {.kind = ENTRY_SIGNAL, .id = pid, .a = tid, .b = (uint64_t)signal};
    history_note(machine, &e, rsp_bytes_make(NULL, 0));
    signal_info info = signal_info_make(signal, L_SI_USER, 0, 0);
    return signal_send(p, t, &info);
}

rsp_status rsp_machine_feed_stdin(rsp_machine *machine, rsp_bytes bytes) {
    rsp_buf *in = &machine->input;
    if (bytes.len > RSP_LIMIT_MACHINE_STDIN_BYTES - in->len)
        return RSP_LIMIT;
    const entry e = {.kind = ENTRY_STDIN};
    history_note(machine, &e, bytes);
    if (!rsp_buf_reserve(in, bytes.len)) {
        rsp_status status = in->status;
        in->status = RSP_OK; /* what is there stays readable */
        return status;
    }
    rsp_buf_append(in, bytes);
    wake_readers(machine);
    return RSP_OK;
}

void rsp_machine_advance(rsp_machine *machine, uint64_t to_ns) {
    uint64_t now = now_ns(machine);
    if (to_ns <= now)
        return;
    history_note_call(machine, ENTRY_ADVANCE, 0, to_ns, 0);
    machine->offset_ns += to_ns - now;
}

void rsp_machine_close_stdin(rsp_machine *machine) {
    history_note_call(machine, ENTRY_EOF, 0, 0, 0);
    machine->input_closed = true;
    wake_readers(machine);
}

void rsp_machine_run(rsp_machine *machine, rsp_machine_ran *out_ran, const rsp_machine_run_limits *limits) {
    if (machine->history)
        history_run(machine, out_ran, limits);
    else
        machine_work(machine, out_ran, insns_after(machine, limits->budget_insns), limits->until_ns);
}

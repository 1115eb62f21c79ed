/* What the files of the machine target share.
 * target.c: inventory, memory, life; events.c: running; objects.c: qXfer objects and files; monitor.c.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_MACHINE_TARGET_H
#define STUB_MACHINE_TARGET_H

#include "core/hash_table.h"

#include "machine/reverse.h"
#include "stub_machine/machine_target.h"

/* What is remembered of a thread: only where it is not the default, so there are few of them. */
typedef struct machine_thread_note {
    rsp_hash_node node; /* first: nodes are cast back */
    uint32_t tid;
    uint32_t pid;
    rsp_target_resume last; /* how it was let go; RSP_TARGET_RESUME_CONTINUE is not noted */
    unsigned options;       /* RSP_THREAD_REPORT_* */
    bool every_step;        /* each instruction is an event */
    bool attached;          /* main thread only: its process was attached to, not launched */
} machine_thread_note;

/* A program's standard output and error that go into a file of ours. */
typedef struct machine_capture {
    struct machine_capture *next;
    const char *path; /* absolute; of the shown file */
    rsp_buf text;
} machine_capture;

/* A file that a client asked for by its path. */
typedef struct machine_shown {
    char *path;
    const rsp_machine_file *file; /* as of the last time; NULL: there is none any more */
    machine_capture *capture;     /* or what programs wrote */
    rsp_buf proc;                 /* or what /proc said of a process */
    bool is_proc;
    bool is_link; /* the text is where it leads */
    bool gone;    /* not shown any more: its process has ended */
} machine_shown;

typedef struct machine_redirect {
    struct machine_redirect *next;
    uint32_t pid;
    machine_capture *out[2]; /* of descriptors 1 and 2; NULL: not redirected */
} machine_redirect;

/* In which direction the machine goes. */
typedef struct machine_travel {
    bool backwards;       /* the machine was told to go back */
    bool forwards;        /* its threads were let go in the past */
    rsp_machine_back way; /* how it goes back */
} machine_travel;

struct rsp_machine_target {
    const rsp_mem *mem;
    rsp_machine *machine;
    rsp_machine_options options;
    rsp_hash_table notes;
    bool exit_asked;        /* by monitor exit */
    bool numbers_threads;   /* ids of threads are those within their process */
    bool reports_libraries; /* libraries that come and go are stops */
    bool hides_registers;   /* those of CONTROL_LIST cannot be read */
    machine_travel travel;
    unsigned reports;      /* RSP_TARGET_REPORT_* */
    uint64_t pass_signals; /* Linux, bit n-1 */
    machine_capture *captures;
    machine_shown *shown; /* behind the bundled files, in the order in which they came */
    size_t num_shown;
    machine_redirect *redirects;
    rsp_buf call;               /* the text of a call that was reported last */
    int call_error;             /* of the last call that failed, in Linux's numbering */
    rsp_machine_output *output; /* NULL: the client gets it */
    void *output_ctx;
    rsp_clock clock;      /* now_ns NULL: there is none */
    uint64_t clock_start; /* what it showed when the machine's time was 0 */
    uint64_t wakeup_ns;
};

static inline rsp_machine_target *machine_self(void *t) {
    return t;
}

/* Whether the machine may have such an id: the stub's are wider. */
static inline bool machine_is_id(int64_t id) {
    return id > 0 && id <= UINT32_MAX;
}

/* Only traced processes and their threads are visible to the stub. NULL for others. */
rsp_process *machine_traced(const rsp_machine_target *t, int64_t pid);
rsp_thread *machine_traced_thread(const rsp_machine_target *t, rsp_ptid id);

/* The id of a thread as the stub knows it, and the machine's id of what it knows; 0 for what can be none. */
int64_t machine_stub_tid(const rsp_machine_target *t, uint32_t pid, uint32_t tid);
uint32_t machine_own_tid(const rsp_machine_target *t, rsp_ptid id);

machine_thread_note *machine_note_find(const rsp_machine_target *t, uint32_t tid);
/* NULL without memory. */
machine_thread_note *machine_note_make(rsp_machine_target *t, uint32_t pid, uint32_t tid);
void machine_note_drop(rsp_machine_target *t, machine_thread_note *note);
void machine_notes_drop_process(rsp_machine_target *t, uint32_t pid);

/* Reports that the machine must give for this process, from set_events and thread options. */
void machine_update_reports(rsp_machine_target *t, rsp_process *process);

rsp_status machine_resume(void *t, const rsp_target_resume *actions, size_t num);
rsp_status machine_go_back(void *t, rsp_ptid id, rsp_target_back how);
bool machine_in_past(void *t);
rsp_status machine_give_signal(void *t, rsp_ptid id, int signal);
rsp_run_state machine_run(void *t, uint64_t budget_insns, rsp_target_sink *sink, void *sink_ctx);
void machine_set_events(void *t, unsigned report_bits);
void machine_set_thread_options(void *t, rsp_ptid thread, unsigned option_bits);
void machine_set_stepping(void *t, rsp_ptid thread, bool on);
void machine_set_pass_signals(void *t, const uint8_t *passed, size_t num);
void machine_set_catch_syscalls(void *t, int64_t pid, bool on, const uint64_t *numbers, size_t num);

rsp_status machine_read_object(void *t, rsp_ptid thread, rsp_target_object object, rsp_bytes annex,
                               rsp_buf *out);
rsp_status machine_write_siginfo(void *t, rsp_ptid thread, uint64_t offset, rsp_bytes data);
bool machine_file_at(void *t, size_t index, rsp_target_file *out);
void machine_file_wanted(void *t, rsp_bytes path);

/* Captures: false when the event's text is not captured. */
bool machine_capture_output(rsp_machine_target *t, uint32_t pid, int fd, rsp_bytes text);
rsp_status machine_redirect_add(rsp_machine_target *t, uint32_t pid, const rsp_target_launch *launch);
void machine_redirect_drop(rsp_machine_target *t, uint32_t pid);
void machine_captures_free(rsp_machine_target *t);

/* Flash and tags. How many of the bytes lie before flash, which a plain write leaves alone. */
size_t machine_before_flash(const rsp_machine_target *t, uint64_t addr, size_t len);
bool machine_in_flash(const rsp_machine_target *t, uint64_t addr);
rsp_status machine_flash_erase(void *t, int64_t pid, uint64_t addr, uint64_t len);
rsp_status machine_flash_write(void *t, int64_t pid, uint64_t addr, rsp_bytes data);
rsp_status machine_flash_done(void *t, int64_t pid);
rsp_status machine_read_tags(void *t, int64_t pid, uint64_t addr, uint64_t len, uint64_t type, rsp_buf *out);
rsp_status machine_write_tags(void *t, int64_t pid, uint64_t addr, uint64_t len, uint64_t type,
                              rsp_bytes tags);

rsp_status machine_monitor(void *t, rsp_bytes command, rsp_buf *out);

/* A launch from slices, shared by launch, spawn and `monitor spawn`. */
typedef struct machine_start {
    const rsp_bytes *argv;
    size_t argc;
    const rsp_bytes *env;
    size_t num_env;
    rsp_bytes cwd;
    bool randomize;
    bool untraced;
} machine_start;

#endif

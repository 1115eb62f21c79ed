/* The machine's own view of itself: machine, processes and threads, and what one file offers another.
 * Public contracts are in include/rsp; here only the parts' interplay is described.
 * Lists are intrusive, so that nothing in the running of threads allocates. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_KERNEL_H
#define RSP_MACHINE_KERNEL_H

#include "cpu.h"
#include "idmap.h"
#include "linux_abi.h"

#include "core/limits.h"
#include "core/rng.h"
#include "machine/machine.h"
#include <rsp/clock.h>

enum {
    FUTEX_BUCKETS = 1024,
    MAX_EVENTS = 4, /* what one turn of one thread can give */
    NAME_BYTES = 16,
    HEAP_NOWHERE = 0, /* slot of a thread that is not in the heap */
};

/* siginfo_t as the program sees it. */
typedef struct signal_info {
    uint8_t bytes[RSP_SIGINFO_BYTES];
} signal_info;

typedef struct signal_node {
    struct signal_node *next;
    signal_info info;
} signal_node;

/* Pending signals: the set, and the information of those for which there was memory. */
typedef struct signal_queue {
    uint64_t set; /* bit n-1 */
    signal_node *first;
    uint32_t num;
} signal_queue;

typedef struct signal_action {
    uint64_t handler;
    uint64_t flags;
    uint64_t mask;
} signal_action;

typedef enum wait_kind {
    WAIT_NONE,
    WAIT_SLEEP,
    WAIT_FUTEX,
    WAIT_CHILD,
    WAIT_VFORK,
    WAIT_READ,
    WAIT_SIGNAL,
} wait_kind;

/* What a waiting thread waits for. Its pc stays at the ecall until the call completes. */
typedef struct wait {
    wait_kind kind;
    uint64_t deadline_ns; /* RSP_NEVER_NS: none */
    uint64_t pc;          /* of the ecall: a debugger may have sent the thread elsewhere */
    uint64_t remain_ptr;  /* of nanosleep, 0 when not wanted */
    const void *key;      /* futex: the space or, for shared memory, the page */
    uint64_t offset;
    uint32_t bitset;
    rsp_thread *next; /* in a futex bucket or among the readers */
    rsp_thread *prev;
} wait;

/* Where a thread is with a system call. */
typedef enum call_phase {
    CALL_NONE,
    CALL_ENTERED,    /* its entry is past */
    CALL_RETURN_DUE, /* it has returned, and SYSCALL_RETURN is to be reported */
} call_phase;

typedef enum heap_kind { HEAP_TIMERS, HEAP_READY, NUM_HEAPS } heap_kind;

typedef struct thread_heap {
    rsp_thread **threads; /* slot 0 is not used */
    size_t num;
    size_t cap;
    heap_kind kind;
} thread_heap;

struct rsp_thread {
    id_link link; /* first: tid and its hash chain */
    rsp_machine *machine;
    rsp_process *process;
    rsp_thread *next; /* of the process, in order of creation */
    rsp_thread *prev;
    uint64_t last_turn; /* number of the turn, or of its creation */
    size_t slots[NUM_HEAPS];
    bool held;
    bool attention; /* a signal to be looked at even though it waits */

    rsp_resume_kind mode;
    uint64_t range_start;
    uint64_t range_end;
    bool over_break; /* the next instruction is executed whatever breakpoint is there */
    bool step_done;  /* a system call or signal has completed the step */
    call_phase phase;
    uint32_t syscall;    /* number of the call in progress, or to be reported */
    uint32_t vfork_done; /* child to report, 0 none */
    wait wait;

    signal_queue pending;
    uint64_t blocked;
    uint64_t suspend_mask; /* to restore after rt_sigsuspend */
    bool suspended;
    int stop_signal;    /* of the signal stop it is in */
    int deliver;        /* by the debugger's resume */
    signal_queue given; /* by later ones, while `deliver` had not had its turn */
    bool job_stopped;   /* it has reported a job stop: ptrace takes no signal there */
    int job_stop_due;   /* it has one to report */
    uint64_t alt_sp;
    uint64_t alt_size;

    uint64_t clear_tid;
    uint64_t reserved_address;
    uint64_t reserved_value;
    char name[NAME_BYTES];

    uint64_t x[NUM_REG_SLOTS]; /* the bulk stands last: queues touch many threads, but only their heads */
    signal_info stop_info;
    signal_info deliver_info;
};

/* An open file, shared by descriptors and forked processes. */
typedef enum file_kind { FILE_STDIN, FILE_STDOUT, FILE_STDERR, FILE_BUNDLED } file_kind;
typedef struct open_file {
    uint32_t refs;
    file_kind kind;
    const rsp_machine_file *file;
    uint64_t offset;
} open_file;

typedef struct descriptor {
    open_file *file;
    bool close_on_exec;
} descriptor;

/* A hardware breakpoint or a watchpoint. */
typedef struct stop_point {
    rsp_trap_kind kind;
    uint64_t address;
    uint64_t len;
} stop_point;

/* Facts of the executable, replaced as one by execve. The strings are one block, NULs between. */
typedef struct image {
    const rsp_machine_file *file;
    uint64_t entry;
    uint64_t bias;
    uint64_t program_headers; /* their address, and how many */
    uint16_t num_program_headers;
    bool executable_stack; /* PT_GNU_STACK says so */
    char *args;
    size_t args_len;
    uint8_t auxv[512];
    size_t auxv_len;
} image;

struct rsp_process {
    id_link link; /* first: pid and its hash chain */
    rsp_machine *machine;
    rsp_process *next; /* live ones in order of creation */
    rsp_process *prev;
    rsp_process *parent;
    rsp_process *children; /* live and exited */
    rsp_process *sibling_next;
    rsp_process *sibling_prev;
    rsp_process *doomed_next;
    bool orphan;
    bool randomize; /* addresses, at execve */
    uint32_t group;
    rsp_thread *first_thread;
    rsp_thread *last_thread;
    size_t num_threads;
    rsp_thread *vfork_parent; /* waits for us to exec or exit */

    space *space;
    image image;
    char *cwd;
    descriptor *files;
    size_t num_files;
    signal_action actions[SIGNALS + 1];
    signal_queue pending;

    bool traced;
    uint32_t reports;
    uint64_t pass_signals;
    bool catch_all;
    uint32_t caught[RSP_LIMIT_MACHINE_SYSCALLS / 32];
    stop_point *stops; /* hardware breakpoints and watchpoints */
    size_t num_stops;

    bool stopped; /* by SIGSTOP and its kin; what a debugger resumes runs nevertheless */
    bool exited;
    bool change_due; /* stop, continue or exit not yet seen by wait4 */
    int doom;        /* signal that ends it at the next turn, 0 none */
    int exit_signal; /* sent to the parent */
    uint32_t status; /* as wait4 gives it */
};

struct rsp_machine {
    memory_pool pool;
    rsp_machine_options options;
    const rsp_machine_file **files; /* sorted by path */
    rsp_rng rng;
    uint64_t insns;
    uint64_t offset_ns; /* by which time is ahead of instructions */
    uint64_t trace_hash;
    uint32_t next_id;

    id_map processes;
    id_map threads;
    rsp_process *first_process;
    rsp_process *last_process;
    size_t num_processes; /* exited ones too */
    rsp_process *doomed;

    thread_heap ready;
    thread_heap timers;
    rsp_thread *current; /* its turn is not over */
    uint64_t quantum_left;
    uint64_t num_turns;
    rsp_thread *futexes[FUTEX_BUCKETS];
    rsp_thread *readers;

    rsp_machine_event events[MAX_EVENTS];
    size_t num_events;
    rsp_buf output;
    rsp_buf input;
    bool input_closed;
};

/* sched.c: who runs. Call sched_update after any change of held, wait, attention or stopped. */
void sched_update(rsp_thread *t);
void sched_remove(rsp_thread *t);
rsp_thread *sched_pick(rsp_machine *m);
void sched_trace(rsp_machine *m, uint64_t what, const rsp_thread *t);

/* heap.c: a thread is at most once in each heap. */
bool heap_reserve(thread_heap *h, const rsp_mem *mem, size_t num);
void heap_free(thread_heap *h, const rsp_mem *mem);
void heap_add(thread_heap *h, rsp_thread *t);
void heap_remove(thread_heap *h, rsp_thread *t); /* does nothing when it is not in the heap */
void heap_moved(thread_heap *h, rsp_thread *t);  /* after its key has changed */
rsp_thread *heap_first(const thread_heap *h);    /* NULL: empty */

/* timer.c: threads by deadline. */
void timer_set(rsp_thread *t);
void timer_clear(rsp_thread *t);
void timer_fire(rsp_machine *m);
uint64_t timer_next_ns(const rsp_machine *m); /* RSP_NEVER_NS: none */

/* event.c */
rsp_machine_event *event_add(rsp_thread *t, rsp_machine_event_kind kind);  /* holds nobody */
rsp_machine_event *event_stop(rsp_thread *t, rsp_machine_event_kind kind); /* holds t */
bool event_take(rsp_machine *m, rsp_machine_event *out);
void event_drop(rsp_machine *m, uint32_t pid);
void thread_set_held(rsp_thread *t, bool held);
void thread_stop(rsp_thread *t); /* by the debugger: for one that runs this is its job stop, too */

/* wait.c: the ends of waiting. */
void wait_begin(rsp_thread *t, const wait *w);
void wait_end(rsp_thread *t);                      /* the call will be executed again */
void wait_complete(rsp_thread *t, int64_t result); /* the call returns this */
void wait_interrupt(rsp_thread *t, bool restart);  /* a handler is about to run */
void wait_timeout(rsp_thread *t);
void wake_readers(rsp_machine *m);
uint32_t futex_wake(rsp_machine *m, const void *key, uint64_t offset, uint32_t num, uint32_t bitset);
void futex_key(space *s, uint64_t address, const void **out_key, uint64_t *out_offset);

/* life.c: birth and death of processes and threads. */
rsp_process *process_new(rsp_machine *m, rsp_process *parent);
rsp_thread *thread_new(rsp_process *p, uint32_t tid);
void thread_free(rsp_thread *t);
void process_doom(rsp_process *p, int signal); /* dies of it at the next turn of the machine */
void process_exit(rsp_process *p, uint32_t status, bool quiet); /* quiet: no event */
void process_reap(rsp_process *p);
void process_abandon(rsp_process *p); /* one that was never complete */
void process_free_all(rsp_machine *m);
void thread_exit(rsp_thread *t, int code); /* the last one ends the process */
void process_tell_parent(rsp_process *p, int code, int value);
void vfork_release(rsp_process *p);
uint32_t machine_new_id(rsp_machine *m);

/* image.c and elf.c: from a file to a process that can start. */
rsp_status elf_load(space *s, const rsp_machine_file *file, image *out, bool randomize, rsp_rng *rng,
                    rsp_error *error);
typedef struct exec_args {
    const char *path;    /* as given, for AT_EXECFN */
    const char *strings; /* argv then envp, each NUL-terminated */
    size_t strings_len;
    size_t argc;
    size_t envc;
    bool randomize;
} exec_args;
rsp_status image_build(rsp_machine *m, const rsp_machine_file *file, const exec_args *args, space **out_space,
                       image *out_image, uint64_t *out_sp, rsp_error *error);
void image_free(rsp_machine *m, image *im);
void thread_start(rsp_thread *t, const image *im, uint64_t sp);

/* files.c: paths and descriptors. */
rsp_status path_resolve(char *out, size_t cap, const char *cwd, const char *path);
bool files_index(rsp_machine *m);
bool path_is_folder(const rsp_machine *m, const char *path);
bool files_standard(rsp_process *p);
bool files_copy(rsp_process *to, const rsp_process *from);
void files_close_all(rsp_process *p, bool only_on_exec);
open_file *file_of(const rsp_process *p, uint64_t fd);
int64_t file_install(rsp_process *p, open_file *f, uint64_t from, bool close_on_exec);
void file_release(const rsp_mem *mem, open_file *f);

/* signal.c and sigframe.c */
signal_info signal_info_make(int signal, int code, uint32_t pid, uint64_t address);
int signal_of(const signal_info *info);
rsp_status signal_send(rsp_process *p, rsp_thread *t, const signal_info *info); /* t NULL: to the process */
void signal_force(rsp_thread *t, int signal, int code, uint64_t address);
bool signal_handle(rsp_thread *t); /* true: the thread may go on with its turn */
void signal_queue_free(const rsp_mem *mem, signal_queue *q);
void signal_drop(const rsp_mem *mem, signal_queue *q, uint64_t set);
void signal_unblocked(rsp_thread *t);
void signal_report_job_stop(rsp_thread *t, int signal);
void signal_look(rsp_thread *t); /* a waiting thread has something to deliver or to report: see to it */
rsp_status signal_give(rsp_thread *t, const signal_info *info); /* by the debugger */
bool sigframe_push(rsp_thread *t, const signal_info *info, const signal_action *action);
bool sigframe_pop(rsp_thread *t);

/* syscall.c: an ecall at pc. The thread may be gone afterwards. */
void syscall_execute(rsp_thread *t);
void step_finished(rsp_thread *t); /* reports a step that is done, when there is one */

/* stops.c: breakpoints as the interpreter's exits see them. */
const stop_point *stop_find(const rsp_process *p, rsp_trap_kind kind, uint64_t address);
bool stop_watch_hit(const rsp_process *p, rsp_machine_event *out);
rsp_status stops_copy(rsp_process *to, const rsp_process *from);
void stops_clear(rsp_process *p);

static inline uint64_t now_ns(const rsp_machine *m) {
    return m->insns + m->offset_ns;
}

static inline uint32_t tid_of(const rsp_thread *t) {
    return t->link.id;
}

static inline uint32_t pid_of(const rsp_process *p) {
    return p->link.id;
}

static inline bool is_ready(const rsp_thread *t) {
    return t->slots[HEAP_READY] != HEAP_NOWHERE;
}

/* A return that was to be reported is not, any more. */
static inline void forget_return(rsp_thread *t) {
    if (t->phase == CALL_RETURN_DUE)
        t->phase = CALL_NONE;
}

static inline bool is_stepping(const rsp_thread *t) {
    return t->mode != RSP_RESUME_CONTINUE;
}

#endif

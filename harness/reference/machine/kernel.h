/* The machine's own view of itself: what machines, processes and threads are made of.
 * One noun for the files of the kernel; each has a header of its own for what it does with the structs.
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

/* One signal that waits to be delivered. */
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

/* What a program does about a signal: sigaction(2). */
typedef struct signal_action {
    uint64_t handler;
    uint64_t flags;
    uint64_t mask;
} signal_action;

/* Why a thread waits. */
typedef enum wait_kind {
    WAIT_NONE,
    WAIT_SLEEP,
    WAIT_FUTEX,
    WAIT_CHILD,
    WAIT_VFORK,
    WAIT_READ,
    WAIT_POLL, /* the same, but a signal always ends it */
    WAIT_SIGNAL,
} wait_kind;

/* What a futex is known by. */
typedef struct futex_place {
    const void *key; /* the space or, for shared memory, the page */
    uint64_t offset;
} futex_place;

/* What a waiting thread waits for. Its pc stays at the ecall until the call completes. */
typedef struct wait {
    wait_kind kind;
    uint64_t deadline_ns; /* RSP_NEVER_NS: none */
    uint64_t pc;          /* of the ecall: a debugger may have sent the thread elsewhere */
    uint64_t remain_ptr;  /* of nanosleep, 0 when not wanted */
    futex_place place;
    uint32_t bitset;  /* of a futex; 0: none that wakes */
    bool pi;          /* a lock that its owner hands over */
    rsp_thread *next; /* in a futex bucket or among the readers */
    rsp_thread *prev;
} wait;

/* Where a thread is with a system call. */
typedef enum call_phase {
    CALL_NONE,
    CALL_ENTERED,    /* its entry is past */
    CALL_RETURN_DUE, /* it has returned, and SYSCALL_RETURN is to be reported */
} call_phase;

/* What a heap is ordered by: deadlines, or turns. */
typedef enum heap_kind { HEAP_TIMERS, HEAP_READY, NUM_HEAPS } heap_kind;

/* A heap of threads; its kind says which key. */
typedef struct thread_heap {
    rsp_thread **threads; /* slot 0 is not used */
    size_t num;
    size_t cap;
    heap_kind kind;
} thread_heap;

/* How a thread goes on, by the debugger's last resume. */
typedef struct thread_way {
    rsp_resume_kind mode;
    uint64_t range_start; /* RSP_RESUME_RANGE */
    uint64_t range_end;
    bool over_break; /* the next instruction is executed whatever breakpoint is there */
    bool done;       /* a system call or signal has completed the step */
} thread_way;

/* The system call of a thread. */
typedef struct thread_call {
    call_phase phase;
    uint32_t number;      /* of the call in progress, or to be reported */
    uint64_t deadline_ns; /* of the call in progress, when it has one: it may be executed several times */
} thread_call;

/* Signals of one thread. The sets have bit n-1 for signal n. */
typedef struct thread_signals {
    signal_queue pending;
    uint64_t blocked;
    uint64_t wanted;       /* those that sigtimedwait waits for */
    uint64_t suspend_mask; /* to restore after rt_sigsuspend */
    bool suspended;
    bool job_stopped;   /* it has reported a job stop: ptrace takes no signal there */
    int job_stop_due;   /* it has one to report */
    int stop;           /* of the signal stop it is in */
    int deliver;        /* by the debugger's resume */
    signal_queue given; /* by later ones, while `deliver` had not had its turn */
    uint64_t alt_sp;
    uint64_t alt_size;
} thread_signals;

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

    thread_way way;
    thread_call call;
    wait wait;
    thread_signals signals;
    uint32_t vfork_done; /* child to report, 0 none */
    bool libraries_due;  /* LIBRARIES is to be reported */

    uint64_t clear_tid;
    uint64_t robust; /* head of its robust list: robust.h */
    uint64_t reserved_address;
    uint64_t reserved_value;
    char name[NAME_BYTES];

    uint64_t x[NUM_REG_SLOTS]; /* the bulk stands last: queues touch many threads, but only their heads */
    signal_info stop_info;
    signal_info deliver_info;
};

/* A file of the embedder: nodes.h. */
typedef struct disk_node disk_node;

/* What an open file is; descriptors and forked processes share it. */
typedef enum file_kind {
    FILE_STDIN,
    FILE_STDOUT,
    FILE_STDERR,
    FILE_REGULAR,
    FILE_FOLDER,
    FILE_PIPE, /* an end of a pipe, or of a pair of sockets */
    FILE_EVENT,
    FILE_TIMER,
    FILE_EPOLL, /* a set of others: epoll.h */
    FILE_NULL,  /* /dev/null */
    FILE_ZERO,  /* /dev/zero */
} file_kind;

/* Bytes on their way from one end of a pipe to the other. */
typedef struct pipe {
    uint32_t readers; /* open files; both 0: it is gone */
    uint32_t writers;
    uint64_t filled; /* how often something came, or went */
    uint64_t drained;
    rsp_buf bytes;
} pipe;

typedef struct epoll_entry epoll_entry; /* epoll.c */

typedef struct open_file {
    uint32_t refs;
    file_kind kind;
    const rsp_machine_file *file;
    disk_node *node; /* of the embedder; NULL: a bundled file, or none */
    rsp_buf *names;  /* of a folder: "." and "..", then the others, each with its NUL */
    char *path;      /* of a folder */
    uint64_t offset; /* in the file; of a folder, in its names */
    uint64_t flags;  /* L_O_*: access mode and what F_SETFL can change */
    pipe *in;        /* of a pipe: where it reads from and writes to; NULL: it can not */
    pipe *out;
    bool socket;      /* of a pair; one that is shut has no `in`, or no `out` */
    bool whole;       /* its messages stay whole: pipes.h */
    bool peeks;       /* what the call reads stays there */
    uint32_t type;    /* SOCK_* */
    uint64_t count;   /* of an event, or of a timer's expirations */
    uint64_t changes; /* how often an event was written, or a timer has expired */
    bool semaphore;   /* an event that counts down by one */
    uint64_t next_ns;
    uint64_t interval_ns;
    epoll_entry *entries; /* of a set */
    size_t num_entries;
    uint32_t num_sets; /* entries of sets that show it */
    struct open_file *next_set;
} open_file;

/* An entry of a process's table of descriptors. */
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
    const rsp_machine_file *interpreter; /* the dynamic linker, or NULL */
    uint64_t interpreter_bias;
    uint64_t start;           /* where execution begins: of the dynamic linker, or the entry */
    uint64_t program_headers; /* their address, and how many */
    uint16_t num_program_headers;
    bool executable_stack; /* PT_GNU_STACK says so */
    char *args;
    size_t args_len;
    uint8_t auxv[512];
    size_t auxv_len;
} image;

/* A timer of a process that sends a signal: setitimer's three, and those of timer_create. */
typedef struct alarm {
    bool used;
    int id;           /* of timer_create; below 0: of setitimer */
    int signal;       /* 0: none is sent */
    uint32_t tid;     /* the thread that gets it; 0: the process */
    uint64_t value;   /* for the handler */
    uint64_t next_ns; /* RSP_NEVER_NS: not armed */
    uint64_t interval_ns;
} alarm;

/* A soft and a hard limit. */
typedef struct resource_limit {
    uint64_t now;
    uint64_t most;
} resource_limit;

/* Whom a process belongs to. */
typedef struct process_family {
    rsp_process *parent;
    rsp_process *children; /* live and exited */
    rsp_process *sibling_next;
    rsp_process *sibling_prev;
    rsp_thread *vfork_parent; /* waits for us to exec or exit */
    uint32_t group;
    uint32_t session;
} process_family;

/* What the debugger wants of a process. */
typedef struct process_watch {
    bool traced;
    bool catch_all;
    uint32_t reports;
    uint64_t libraries; /* libraries.h; as last reported, kept while LIBRARIES is wanted */
    uint64_t pass_signals;
    uint32_t caught[RSP_LIMIT_MACHINE_SYSCALLS / 32];
    stop_point *stops; /* hardware breakpoints and watchpoints */
    size_t num_stops;
} process_watch;

/* How a process has changed, for its parent. */
typedef struct process_end {
    bool stopped; /* by SIGSTOP and its kin; what a debugger resumes runs nevertheless */
    bool exited;
    bool change_due;      /* stop, continue or exit not yet seen by wait4 */
    int doom;             /* signal that ends it at the next turn, 0 none */
    int signal;           /* sent to the parent */
    uint32_t leader_left; /* 1 and the code with which its first thread has exited; 0: it has not */
    uint32_t status;      /* as wait4 gives it */
} process_end;

struct rsp_process {
    id_link link; /* first: pid and its hash chain */
    rsp_machine *machine;
    rsp_process *next; /* live ones in order of creation */
    rsp_process *prev;
    rsp_process *doomed_next;
    process_family family;
    bool orphan;
    bool randomize; /* addresses, at execve */
    rsp_thread *first_thread;
    rsp_thread *last_thread;
    size_t num_threads;

    space *space;
    image image;
    char *cwd;
    descriptor *files;
    size_t num_files;
    uint32_t umask;
    alarm *alarms;
    size_t num_alarms;
    resource_limit limits[L_RLIMITS];
    signal_action actions[SIGNALS + 1];
    signal_queue pending;
    process_watch watch;
    process_end end;
};

/* Files that the embedder has given. */
typedef struct machine_disk {
    const rsp_machine_file **files; /* sorted by path */
    disk_node *nodes;               /* the youngest first */
    size_t num_nodes;
    size_t node_bytes;
} machine_disk;

/* Whose turn it is. */
typedef struct machine_turn {
    rsp_thread *current; /* its turn is not over */
    uint64_t quantum_left;
    uint64_t num;
} machine_turn;

struct rsp_machine {
    memory_pool pool;
    struct history *history; /* history.h; NULL: nothing is recorded */
    struct lookout *lookout; /* lookout.h; NULL but in a replay */
    rsp_machine_options options;
    machine_disk disk;
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
    machine_turn turn;
    rsp_thread *futexes[FUTEX_BUCKETS];
    rsp_thread *readers;
    open_file *sets;                             /* all of FILE_EPOLL */
    size_t num_alarms;                           /* armed ones, of all processes */
    uint32_t absent[RSP_LIMIT_MACHINE_SYSCALLS]; /* calls of numbers that there are not */

    rsp_machine_event events[MAX_EVENTS];
    size_t num_events;
    rsp_buf output;
    rsp_buf input;
    bool input_closed;
};

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
    if (t->call.phase == CALL_RETURN_DUE)
        t->call.phase = CALL_NONE;
}

static inline bool is_stepping(const rsp_thread *t) {
    return t->way.mode != RSP_RESUME_CONTINUE;
}

#endif

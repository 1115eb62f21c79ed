/* A small deterministic RV64GC Linux user-mode computer under debugger control.
 * One machine holds processes, threads and virtual time; it does no I/O: files come by disk.h.
 * The same options, launches and calls give the same run, instruction for instruction. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_MACHINE_H
#define RSP_MACHINE_H

#include "core/mem.h"
#include "machine/disk.h"
#include "machine/process.h"
#include "machine/thread.h"
#include <rsp/bytes.h>
#include <rsp/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

RSP_BEGIN_DECLS

/* The computer: all its processes, its time and its files. */
typedef struct rsp_machine rsp_machine;

/* One file of the bundled read-only file system: an absolute path such as "/bin/hello" and its
 * content. Both are borrowed for the life of the machine. */
typedef struct rsp_machine_file {
    const char *path;
    rsp_bytes bytes;
} rsp_machine_file;

/* Start from rsp_machine_options_default(); a zero in a limit, the quantum, a slot count or first_pid
 * means the default. */
typedef struct rsp_machine_options {
    uint64_t seed;           /* of the scheduler, of getrandom and of address randomisation */
    uint32_t quantum_insns;  /* instructions a thread runs before another one's turn, perturbed by the seed */
    uint32_t first_pid;      /* id of the first process; later ids count up, threads and processes alike */
    uint32_t hw_breakpoints; /* hardware breakpoints per process (default 4) */
    uint32_t hw_watchpoints; /* hardware watchpoints per process (default 4) */
    size_t max_pages;        /* private 4 KiB pages in all, else -ENOMEM (RSP_LIMIT_MACHINE_PAGES) */
    uint32_t max_processes;  /* else fork gives -EAGAIN (RSP_LIMIT_MACHINE_PROCESSES) */
    uint32_t max_threads;    /* in all, else clone gives -EAGAIN (RSP_LIMIT_MACHINE_THREADS) */
    size_t
        record_bytes; /* memory for the recording that reverse.h goes back by; 0 records nothing (default) */
    const rsp_mem *mem;            /* allocator, borrowed; NULL is malloc */
    const rsp_machine_file *files; /* borrowed */
    size_t num_files;
    const rsp_disk *disk; /* other files, borrowed; NULL: there are none */
    bool flash;           /* each process has flash memory (devices.h) */
    bool tagged_memory;   /* ... and a page of memory with tags */
    bool terminal; /* standard streams are a terminal: lines end in CR LF, C libraries write each at once */
    bool lf_alone; /* ... but the embedder's own terminal makes CR LF of LF */
} rsp_machine_options;

/* Seed 1, no files, malloc, both kinds of memory of devices.h, and the defaults named above. */
rsp_machine_options rsp_machine_options_default(void);

/* A machine without processes; NULL options are the defaults. NULL when memory is exhausted or two
 * files have the same path. */
rsp_machine *rsp_machine_new(const rsp_machine_options *options);

/* Ends every process without events and frees all. NULL is fine. */
void rsp_machine_free(rsp_machine *machine);

/* The file of this absolute path, bundled or the embedder's, with its content; NULL when there is none or it
 * can not be read. It is valid as long as the machine. A later call may give another one: the file has
 * changed. */
const rsp_machine_file *rsp_machine_file_find(rsp_machine *machine, const char *path);

/* What to start. `path` is absolute or relative to `cwd`; argv and envp end in NULL, and NULL
 * stands for {path} and for no environment; cwd NULL is "/". All are copied. */
typedef struct rsp_launch {
    const char *path;
    const char *const *argv;
    const char *const *envp;
    const char *cwd;
    bool randomize; /* move stack and mmap base by the seed; false gives the same addresses always */
    bool untraced;  /* run free from the start, without a debugger */
} rsp_launch;

/* Loads the program into a new process, traced and with its only thread held before the first
 * instruction (or running free). The new process has parent 0.
 * RSP_NOT_FOUND: no such file. RSP_BAD_FILE: not a static RV64 executable, with offset and reason in
 * `error`. RSP_LIMIT: too many processes or threads, or arguments over
 * RSP_LIMIT_MACHINE_ARG_BYTES. RSP_NO_MEMORY, also when max_pages are used. Nothing is left behind on
 * failure. */
RSP_MUST_USE rsp_status rsp_machine_launch(rsp_machine *machine, rsp_process **out_process,
                                           const rsp_launch *launch, rsp_error *error);

/* Look-up by id in O(1); NULL when there is none (or it has exited). Thread ids are unique in the whole
 * machine, and the main thread of a process has the id of the process.
 * Processes and threads are valid until they exit: in rsp_machine_run, or by rsp_process_kill. */
rsp_process *rsp_machine_process(const rsp_machine *machine, uint32_t pid);
/* The thread of this id, in any process; NULL when there is none. */
rsp_thread *rsp_machine_thread(const rsp_machine *machine, uint32_t tid);

/* Iteration in order of creation, O(1) a step: the process behind `after`, the first for NULL; NULL at
 * the end. Processes that exited and wait to be reaped by their parent are not shown. */
rsp_process *rsp_machine_next_process(const rsp_machine *machine, const rsp_process *after);
/* How many that iteration shows. */
size_t rsp_machine_num_processes(const rsp_machine *machine);

/* What can happen in a run. X(name, text). Unless said otherwise the thread `tid` of process `pid`
 * is held when the event is returned, all other threads are as they were, and only traced processes
 * give events. Signal numbers are those of Linux. */
#define RSP_MACHINE_EVENT_LIST(X)                                                                           \
    X(NONE, "nothing")                                                                                      \
    X(BREAK_SW, "software breakpoint")      /* address = pc = that of the breakpoint */                     \
    X(BREAK_HW, "hardware breakpoint")      /* the same */                                                  \
    X(WATCH, "watchpoint")                  /* address of the first watched byte touched; watch; pc is      \
                                               behind the accessing instruction, which is complete */       \
    X(STEP, "step done")                    /* one instruction executed, or a whole system call */          \
    X(RANGE_STEP, "range step done")        /* pc left [start, end) */                                      \
    X(SIGNAL, "signal to be delivered")     /* code = signal; the next resume says what is delivered.       \
                                               A compiled-in ebreak gives SIGTRAP with pc at it. */         \
    X(FORK, "fork")                         /* child_pid, child_tid: traced and held too */                 \
    X(VFORK, "vfork")                       /* the same; the parent stays blocked after a resume */         \
    X(VFORK_DONE, "vfork done")             /* in the parent: child_pid has exec'ed or exited */            \
    X(EXEC, "exec")                         /* bytes = absolute path; tid is pid; other threads are gone*/  \
    X(CLONE, "thread cloned")               /* child_tid: the new thread, held too */                       \
    X(THREAD_CREATE, "thread created")      /* tid is the new thread, held; its creator runs on */          \
    X(THREAD_EXIT, "thread exited")         /* code; the thread is gone, the process lives */               \
    X(EXIT, "process exited")               /* code = exit status 0..255; the process is gone */            \
    X(KILLED, "process killed")             /* code = signal; the process is gone */                        \
    X(SYSCALL_ENTRY, "system call entry")   /* code = number; pc at the ecall */                            \
    X(SYSCALL_RETURN, "system call return") /* code = number; pc behind the ecall, result in a0 */          \
    X(LIBRARIES, "libraries changed") /* an executable mapping of a file has come or gone, other than the   \
                                         program's; pc behind the ecall */                                  \
    X(HISTORY_BEGIN,                                                                                        \
      "recording's begin")            /* of a run backwards (reverse.h): nothing is recorded before this */ \
    X(HISTORY_END, "recording's end") /* of a run in the past: the machine is where it went back from */    \
    X(OUTPUT, "output")               /* code = 1 or 2; bytes; from untraced processes too; holds           \
                                         nobody */

/* The kinds of RSP_MACHINE_EVENT_LIST. */
typedef enum rsp_machine_event_kind {
#define RSP_MACHINE_EVENT_ENUM(name, text) RSP_MACHINE_##name,
    RSP_MACHINE_EVENT_LIST(RSP_MACHINE_EVENT_ENUM)
#undef RSP_MACHINE_EVENT_ENUM
} rsp_machine_event_kind;

/* Short English text; "?" for an unknown kind. */
const char *rsp_machine_event_text(rsp_machine_event_kind kind);

/* One event; the list of kinds says which members it has. The others are 0. */
typedef struct rsp_machine_event {
    rsp_machine_event_kind kind;
    uint32_t pid;
    uint32_t tid;
    uint32_t child_pid;
    uint32_t child_tid;
    int code;
    rsp_trap_kind watch; /* RSP_STOP_WATCH_* of the watchpoint that was hit */
    uint64_t address;
    rsp_bytes bytes; /* valid until the next call with this machine that is not an inspection */
} rsp_machine_event;

/* Why a run ended. */
typedef enum rsp_machine_ended {
    RSP_RAN_EVENT,  /* see event; call again for more */
    RSP_RAN_BUDGET, /* the instructions are used up */
    RSP_RAN_IDLE,   /* nothing can run before the embedder resumes, signals or feeds something */
    RSP_RAN_ASLEEP, /* all runnable threads sleep beyond until_ns; wakeup_ns tells until when */
} rsp_machine_ended;

/* How far a run may go. */
typedef struct rsp_machine_run_limits {
    uint64_t budget_insns; /* at most this many; a system call that does much counts as several */
    uint64_t until_ns;     /* when all sleep, virtual time jumps no further than this; 0 is without limit */
} rsp_machine_run_limits;

/* What a run did. */
typedef struct rsp_machine_ran {
    rsp_machine_ended ended;
    rsp_machine_event event; /* kind NONE unless ended is RSP_RAN_EVENT */
    uint64_t insns;          /* executed by this call */
    uint64_t wakeup_ns;
} rsp_machine_ran;

/* Runs threads that are resumed or untraced until the first event, the budget, or until there is
 * nothing to do. Events come in the order in which they happened, one a call. */
void rsp_machine_run(rsp_machine *machine, rsp_machine_ran *out_ran, const rsp_machine_run_limits *limits);

/* Virtual time: it advances with instructions and jumps when all sleep. Starts at 0. */
uint64_t rsp_machine_now_ns(const rsp_machine *machine);

/* Time goes on to this moment at least: for an embedder whose own time goes on by itself, with the same
 * moment as until_ns of the next run. */
void rsp_machine_advance(rsp_machine *machine, uint64_t to_ns);

/* Instructions executed since the machine is new. */
uint64_t rsp_machine_insns(const rsp_machine *machine);

/* A hash over every scheduling decision, system call and signal with some registers at it. Two runs that
 * give the same value took the same course. */
uint64_t rsp_machine_trace_hash(const rsp_machine *machine);

/* How often programs called the system call of this number, which the machine does not have. */
uint32_t rsp_machine_absent_calls(const rsp_machine *machine, uint32_t number);

/* Sends a signal as kill(2) or tgkill(2) from outside would: to process `pid`, and to just its thread
 * `tid` unless that is 0. A traced process reports it (SIGKILL: KILLED). RSP_NOT_FOUND: no such
 * process or thread. RSP_RANGE: not 1..64. */
RSP_MUST_USE rsp_status rsp_machine_signal(rsp_machine *machine, uint32_t pid, uint32_t tid, int signal);

/* Bytes for programs that read standard input; copied. RSP_LIMIT beyond RSP_LIMIT_MACHINE_STDIN_BYTES
 * unread, RSP_NO_MEMORY; after close reads give end of file. */
RSP_MUST_USE rsp_status rsp_machine_feed_stdin(rsp_machine *machine, rsp_bytes bytes);
/* Reads of standard input give the end of the file once all that was fed is read. */
void rsp_machine_close_stdin(rsp_machine *machine);

RSP_END_DECLS

#endif

/* The interface between the reference stub's packet handlers and whatever they debug.
 * harness/stub_machine implements it for the built-in machine. Implement it to put your own target behind the
 * same stub. Knows thread-ids, no packets. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_TARGET_H
#define RSP_TARGET_H

#include <rsp/bytes.h>
#include <rsp/id.h>
#include <rsp/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

RSP_BEGIN_DECLS

/* Ids given to a target are always exact {pid, tid} pairs, both > 0; the stub resolves 0 and -1
 * before it calls. Signals are in GDB's numbering everywhere in this interface (signals.h). */

/* How one thread is to be let go. */
typedef enum rsp_target_resume_kind {
    RSP_TARGET_RESUME_CONTINUE,
    RSP_TARGET_RESUME_STEP,  /* one instruction, then RSP_TARGET_STEPPED */
    RSP_TARGET_RESUME_RANGE, /* step while start <= pc < end; start == end is one step */
} rsp_target_resume_kind;

/* One thread, and how it is let go. */
/* One thread that is let go. */
typedef struct rsp_target_resume {
    rsp_ptid thread;
    rsp_target_resume_kind kind;
    int signal;           /* delivered first; 0 is none */
    uint64_t range_start; /* RSP_TARGET_RESUME_RANGE only */
    uint64_t range_end;
} rsp_target_resume;

/* What can happen while threads run. X(name) */
#define RSP_TARGET_EVENT_LIST(X)                                                                   \
    X(STEPPED)        /* a step or range step ended */                                             \
    X(BREAK_SOFTWARE) /* pc is at the breakpoint, or at a trap compiled into the program */        \
    X(BREAK_HARDWARE)                                                                              \
    X(WATCH_WRITE) /* address is the data address */                                               \
    X(WATCH_READ)                                                                                  \
    X(WATCH_ACCESS)                                                                                \
    X(SIGNALLED) /* signal is about to be delivered; it is delivered only if the resume says so */ \
    X(FORKED)    /* child is the new process's first thread, held */                               \
    X(VFORKED)                                                                                     \
    X(VFORK_DONE)                                                                                  \
    X(EXECED)         /* text is the absolute path; number is the tid that called exec */          \
    X(CLONED)         /* child is the new thread, held before its first instruction */             \
    X(THREAD_CREATED) /* thread is the new thread itself, held before its first instruction */     \
    X(THREAD_EXITED)  /* number is the exit status; the thread is gone; other threads remain */    \
    X(PROCESS_EXITED) /* number is the exit status; the process is gone */                         \
    X(PROCESS_KILLED) /* signal ended the process; the process is gone */                          \
    X(SYSCALL_ENTRY)  /* number is the system call */                                              \
    X(SYSCALL_RETURN)                                                                              \
    X(LIBRARIES) /* the library list changed */                                                    \
    X(OUTPUT)    /* text was written by the program to a standard stream; no thread is held */

/* The kinds of RSP_TARGET_EVENT_LIST. */
/* RSP_TARGET_STEPPED and so on. */
typedef enum rsp_target_event_kind {
#define RSP_TARGET_EVENT_ENUM(name) RSP_TARGET_##name,
    RSP_TARGET_EVENT_LIST(RSP_TARGET_EVENT_ENUM)
#undef RSP_TARGET_EVENT_ENUM
} rsp_target_event_kind;

/* One event; the list of kinds says which members count beside `thread`. */
/* One event. The list above says which fields count. */
typedef struct rsp_target_event {
    rsp_target_event_kind kind;
    rsp_ptid thread; /* whose event it is; for PROCESS_* the pid counts */
    rsp_ptid child;
    int signal;
    uint64_t address;
    uint64_t number;
    rsp_bytes text; /* borrowed, valid during the call */
} rsp_target_event;

/* Takes an event. The thread is held when this is called (except OUTPUT and *_EXITED); true keeps it
 * held, false lets it go on as it was resumed (a false breakpoint condition, an uninteresting event:
 * the instruction at a breakpoint is then executed exactly once). The sink may call `hold` and read
 * or write memory and registers, but not `resume` or `run`. */
typedef bool rsp_target_sink(void *ctx, const rsp_target_event *event);

/* What is left to do when `run` returns. */
/* Why a run of the target ended. */
typedef enum rsp_run_state {
    RSP_RUN_IDLE, /* no traced or free thread can make progress now */
    RSP_RUN_BUSY, /* the budget ended first */
} rsp_run_state;

/* Bits for set_events: which events a process reports. Everything else is always reported. */
enum {
    RSP_TARGET_REPORT_FORK = 1 << 0,
    RSP_TARGET_REPORT_VFORK = 1 << 1, /* also VFORK_DONE */
    RSP_TARGET_REPORT_EXEC = 1 << 2,
    RSP_TARGET_REPORT_THREADS = 1 << 3, /* THREAD_CREATED and THREAD_EXITED of every thread */
};

/* Bits for set_thread_options (QThreadOptions). */
enum {
    RSP_THREAD_REPORT_CLONE = 1 << 0,
    RSP_THREAD_REPORT_EXIT = 1 << 1,
};

/* Breakpoint types as in Z packets. */
typedef enum rsp_breakpoint_type {
    RSP_BREAKPOINT_SOFTWARE = 0,
    RSP_BREAKPOINT_HARDWARE = 1,
    RSP_BREAKPOINT_WRITE = 2,
    RSP_BREAKPOINT_READ = 3,
    RSP_BREAKPOINT_ACCESS = 4,
} rsp_breakpoint_type;

/* Bits of permissions of memory. */
/* Bits of a region's permissions. */
enum { RSP_PERM_READ = 1, RSP_PERM_WRITE = 2, RSP_PERM_EXEC = 4 };

/* Half open: start <= address < end; end 0 is the top of the address space. A gap is not mapped. */
typedef struct rsp_target_region {
    uint64_t start;
    uint64_t end;
    bool mapped;
    unsigned perms;
    rsp_bytes name; /* borrowed until the next call of the target; may be empty */
} rsp_target_region;

/* One register, in g-packet order. */
typedef struct rsp_register {
    const char *name;
    const char *alt_name; /* ABI name or NULL */
    uint16_t bitsize;
    uint16_t regnum;
    uint32_t offset;     /* in the g block, bytes */
    const char *type;    /* target description type: "int", "code_ptr", "data_ptr" */
    const char *set;     /* "General Purpose Registers" */
    const char *generic; /* LLDB role: "pc", "sp", "fp", "ra", "arg1".., or NULL */
    int16_t dwarf;       /* DWARF and eh_frame number, -1 for none */
} rsp_register;

/* All registers of a thread, and what the target description says of them. The target owns it; it never
 * changes. */
/* All registers of a thread, and what the description says of the machine. Texts are static; none is NULL
 * but alt_name and generic of a register. */
typedef struct rsp_register_set {
    const rsp_register *registers;
    size_t num;
    size_t block_bytes;
    uint16_t pc; /* regnum */
    uint16_t sp;
    uint16_t fp;
    const char *architecture; /* "riscv:rv64" */
    const char *feature;      /* "org.gnu.gdb.riscv.cpu" */
    const char *triple;       /* "riscv64-unknown-linux-gnu" */
    bool big_endian;
    uint8_t address_bytes;
} rsp_register_set;

/* Whole objects that qXfer serves in windows; X(name, text). Description and thread list are made by
 * the stub itself. */
typedef enum rsp_target_object {
    RSP_OBJECT_AUXV,
    RSP_OBJECT_EXEC_FILE,
    RSP_OBJECT_LIBRARIES,
    RSP_OBJECT_LIBRARIES_SVR4,
    RSP_OBJECT_MEMORY_MAP,
    RSP_OBJECT_OSDATA,  /* annex names the table, "" the list of tables */
    RSP_OBJECT_SIGINFO, /* of the exact thread */
} rsp_target_object;

/* A program to start. Everything is borrowed during the call. */
/* A program to be started. Slices are borrowed during the call. */
typedef struct rsp_target_launch {
    const rsp_bytes *argv; /* argv[0] is the path */
    size_t argc;
    const rsp_bytes *env; /* NAME=VALUE */
    size_t num_env;
    rsp_bytes cwd; /* empty: the default */
    bool randomize;
    rsp_bytes stdin_path; /* each empty for the default */
    rsp_bytes stdout_path;
    rsp_bytes stderr_path;
} rsp_target_launch;

/* What a path of the target names. */
/* What a file is. */
typedef enum rsp_target_file_kind {
    RSP_FILE_REGULAR,
    RSP_FILE_DIRECTORY,
    RSP_FILE_SYMLINK
} rsp_target_file_kind;

/* One file that vFile shows. */
/* One file that vFile shows. */
typedef struct rsp_target_file {
    rsp_bytes path;    /* absolute */
    rsp_bytes content; /* a symlink's target, or the file's bytes; borrowed for the target's life */
    rsp_target_file_kind kind;
    uint32_t mode; /* permission bits */
} rsp_target_file;

/* Every op may be NULL except those marked (*): what the stub offers and advertises is computed from
 * what is there. `t` is rsp_stub_options.target. */
typedef struct rsp_target_ops {
    /* Inventory, in creation order; `after` 0 starts. False at the end. O(1) each. (*) */
    bool (*process_next)(void *t, int64_t after_pid, int64_t *out_pid);
    bool (*thread_next)(void *t, int64_t pid, int64_t after_tid, int64_t *out_tid);
    bool (*thread_alive)(void *t, rsp_ptid thread);
    /* True while the thread is let go and has not reported an event since. */
    bool (*thread_running)(void *t, rsp_ptid thread);
    void (*thread_name)(void *t, rsp_ptid thread, rsp_buf *out);
    void (*thread_state)(void *t, rsp_ptid thread, rsp_buf *out); /* words for qThreadExtraInfo */
    bool (*process_attached)(void *t, int64_t pid);               /* attached, not launched */
    int64_t (*process_parent)(void *t, int64_t pid);

    /* Registers (*): the block is in target byte order. RSP_NOT_FOUND: no such thread or register. */
    const rsp_register_set *(*register_set)(void *t);
    rsp_status (*read_registers)(void *t, rsp_ptid thread, uint8_t *block);
    rsp_status (*write_registers)(void *t, rsp_ptid thread, const uint8_t *block);

    /* Memory (*): bytes moved from the start of the range, 0..len. Writes ignore page permissions but
     * not holes. Breakpoints are never visible. */
    size_t (*read_memory)(void *t, int64_t pid, uint64_t addr, uint8_t *dst, size_t len);
    size_t (*write_memory)(void *t, int64_t pid, uint64_t addr, rsp_bytes data);
    rsp_status (*region)(void *t, int64_t pid, uint64_t addr, rsp_target_region *out);
    uint64_t (*load_bias)(void *t, int64_t pid); /* where the program lies less where its file says; 0 */
    rsp_status (*allocate)(void *t, int64_t pid, uint64_t size, unsigned perms, uint64_t *out_addr);
    rsp_status (*release)(void *t, int64_t pid, uint64_t addr);

    /* Breakpoints: physical insertion, one per (pid, type, addr, kind); the stub keeps conditions.
     * RSP_UNSUPPORTED for a type the target lacks, RSP_LIMIT when hardware is used up, RSP_FAULT for an
     * address where none can be, RSP_DUPLICATE/RSP_NOT_FOUND where it is there already/not there. */
    rsp_status (*insert_point)(void *t, int64_t pid, rsp_breakpoint_type type, uint64_t addr, uint64_t kind);
    rsp_status (*remove_point)(void *t, int64_t pid, rsp_breakpoint_type type, uint64_t addr, uint64_t kind);
    unsigned (*num_watchpoints)(void *t);

    /* Execution (*). `hold` is synchronous: afterwards the thread executes nothing until resumed.
     * `resume` of a thread that runs already changes nothing. A signal that a thread was resumed with is not
     * lost when it is held again at once: it is delivered at the next resume. */
    rsp_status (*resume)(void *t, const rsp_target_resume *actions, size_t num);
    void (*hold)(void *t, rsp_ptid thread);
    rsp_run_state (*run)(void *t, uint64_t budget_insns, rsp_target_sink *sink, void *sink_ctx);

    /* The held thread gets this signal at its next resume, beside that one's own. Without it (NULL) a signal
     * is lost that a client gives while it is still to be told of an event. */
    rsp_status (*give_signal)(void *t, rsp_ptid thread, int signal);

    /* Which events are reported, for all traced processes now and later. */
    void (*set_events)(void *t, unsigned report_bits);
    void (*set_thread_options)(void *t, rsp_ptid thread, unsigned option_bits);
    void (*set_pass_signals)(void *t, const uint8_t *passed, size_t num); /* passed[signal] != 0 */
    void (*set_catch_syscalls)(void *t, int64_t pid, bool on, const uint64_t *numbers, size_t num);

    /* Life and death. launch and attach leave every thread of the process held. kill and detach of a
     * running process are fine. After either no event of that process comes any more. */
    rsp_status (*launch)(void *t, const rsp_target_launch *launch, int64_t *out_pid, rsp_error *error);
    rsp_status (*attach)(void *t, int64_t pid, rsp_error *error);
    rsp_status (*detach)(void *t, int64_t pid, bool stay_stopped, int signal);
    rsp_status (*kill)(void *t, int64_t pid);

    rsp_status (*read_object)(void *t, rsp_ptid thread, rsp_target_object object, rsp_bytes annex,
                              rsp_buf *out);
    rsp_status (*write_siginfo)(void *t, rsp_ptid thread, uint64_t offset, rsp_bytes data);
    rsp_status (*tls_address)(void *t, rsp_ptid thread, uint64_t offset, uint64_t module, uint64_t *out_addr);

    /* The read-only files that vFile shows, by index from 0; false at the end. */
    bool (*file_at)(void *t, size_t index, rsp_target_file *out);

    /* A monitor command; output goes to `out`. RSP_NOT_FOUND for an unknown one. */
    rsp_status (*monitor)(void *t, rsp_bytes command, rsp_buf *out);
} rsp_target_ops;

RSP_END_DECLS

#endif

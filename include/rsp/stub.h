/* The reference stub: the server's side of the protocol as a pure state machine, before a target of yours.
 * Bytes in, bytes out; it never blocks and does no I/O. The suite's oracle, so every answer follows the
 * GDB manual or, for LLDB's packets, LLDB's description of its extensions. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_STUB_H
#define RSP_STUB_H

#include <rsp/payload.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

RSP_BEGIN_DECLS

/* --- the target: what the stub debugs, as functions that you write --- */

/* Ids given to a target are always exact {pid, tid} pairs, both > 0; the stub resolves 0 and -1
 * before it calls. Signals are in GDB's numbering everywhere in this interface (signals.h). */

/* How one thread is to be let go. */
typedef enum rsp_target_resume_kind {
    RSP_TARGET_RESUME_CONTINUE,
    RSP_TARGET_RESUME_STEP,  /* one instruction, then RSP_TARGET_STEPPED */
    RSP_TARGET_RESUME_RANGE, /* step while start <= pc < end; start == end is one step */
} rsp_target_resume_kind;

/* One thread, and how it is let go. */
typedef struct rsp_target_resume {
    rsp_ptid thread;
    rsp_target_resume_kind kind;
    int signal;           /* delivered first; 0 is none */
    uint64_t range_start; /* RSP_TARGET_RESUME_RANGE only */
    uint64_t range_end;
} rsp_target_resume;

/* How far go_back goes. */
typedef enum rsp_target_back {
    RSP_TARGET_BACK_CONTINUE, /* to the newest breakpoint, watchpoint or signal before now */
    RSP_TARGET_BACK_STEP,     /* over one instruction of the thread, then RSP_TARGET_STEPPED */
} rsp_target_back;

/* What can happen while threads run. X(name) */
#define RSP_TARGET_EVENT_LIST(X)                                                                           \
    X(STEPPED)        /* a step or range step ended */                                                     \
    X(BREAK_SOFTWARE) /* pc is at the breakpoint, or at a trap compiled into the program; address is pc */ \
    X(BREAK_HARDWARE)                                                                                      \
    X(WATCH_WRITE) /* address is the data address */                                                       \
    X(WATCH_READ)                                                                                          \
    X(WATCH_ACCESS)                                                                                        \
    X(SIGNALLED) /* signal is about to be delivered; it is delivered only if the resume says so */         \
    X(FORKED)    /* child is the new process's first thread, held */                                       \
    X(VFORKED)                                                                                             \
    X(VFORK_DONE)                                                                                          \
    X(EXECED)         /* text is the absolute path; number is the tid that called exec */                  \
    X(CLONED)         /* child is the new thread, held before its first instruction */                     \
    X(THREAD_CREATED) /* thread is the new thread itself, held before its first instruction */             \
    X(THREAD_EXITED)  /* number is the exit status; the thread is gone; other threads remain */            \
    X(PROCESS_EXITED) /* number is the exit status; the process is gone */                                 \
    X(PROCESS_KILLED) /* signal ended the process; the process is gone */                                  \
    X(SYSCALL_ENTRY)  /* number is the system call */                                                      \
    X(SYSCALL_RETURN)                                                                                      \
    X(TRACE_STEPPED) /* one instruction of a thread under set_stepping; not an end of its resume */        \
    X(LIBRARIES)     /* the library list changed */                                                        \
    X(HISTORY_BEGIN) /* backwards: nothing is recorded before this; all threads are held */                \
    X(HISTORY_END)   /* forwards in the past: the recording is over; all threads are held */               \
    X(CALL)          /* text is a File-I/O call, without its F. `run` returns at once; call_end is owed */ \
    X(OUTPUT)        /* text was written by the program to a standard stream; no thread is held */

/* RSP_TARGET_STEPPED and so on. */
typedef enum rsp_target_event_kind {
#define RSP_TARGET_EVENT_ENUM(name) RSP_TARGET_##name,
    RSP_TARGET_EVENT_LIST(RSP_TARGET_EVENT_ENUM)
#undef RSP_TARGET_EVENT_ENUM
} rsp_target_event_kind;

/* One event; the list of kinds says which members count beside `thread`. */
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

/* Why `run` returned. */
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

/* The type of memory tags that memory itself has, in GDB's numbering; 0 are those of a pointer. */
enum { RSP_TAGS_ALLOCATION = 1 };

/* Breakpoint types as in Z packets. */
typedef enum rsp_breakpoint_type {
    RSP_BREAKPOINT_SOFTWARE = 0,
    RSP_BREAKPOINT_HARDWARE = 1,
    RSP_BREAKPOINT_WRITE = 2,
    RSP_BREAKPOINT_READ = 3,
    RSP_BREAKPOINT_ACCESS = 4,
} rsp_breakpoint_type;

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
    const char *type;    /* target description type: "int", "code_ptr", "data_ptr", "ieee_double" */
    const char *set;     /* "General Purpose Registers" */
    const char *generic; /* LLDB role: "pc", "sp", "fp", "ra", "arg1".., or NULL */
    int16_t dwarf;       /* DWARF and eh_frame number, -1 for none */
    const char *feature; /* of the description; NULL for the set's. Those of a feature are neighbours */
} rsp_register;

/* All registers of a thread, and what the target description says of the machine. The target owns it, and it
 * never changes. Texts are static; only alt_name, generic and feature of a register may be NULL. */
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

/* What a file is. */
typedef enum rsp_target_file_kind {
    RSP_FILE_REGULAR,
    RSP_FILE_DIRECTORY,
    RSP_FILE_SYMLINK
} rsp_target_file_kind;

/* One file that vFile shows. */
typedef struct rsp_target_file {
    rsp_bytes path;    /* absolute */
    rsp_bytes content; /* a symlink's target, or the file's bytes; borrowed for the target's life */
    rsp_target_file_kind kind;
    uint32_t mode; /* permission bits */
} rsp_target_file;

/* Which of a WebAssembly frame's values. */
typedef enum rsp_wasm_values {
    RSP_WASM_LOCALS,
    RSP_WASM_GLOBALS, /* of the frame's instance */
    RSP_WASM_STACK,   /* its operands, the oldest first */
} rsp_wasm_values;

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
    /* Whether a register cannot be read as the thread stands now; what the block holds in its place means
     * nothing. NULL: all can. */
    bool (*register_unreadable)(void *t, rsp_ptid thread, unsigned regnum);

    /* Memory (*): bytes moved from the start of the range, 0..len. Writes ignore page permissions but
     * not holes. Breakpoints are never visible. */
    size_t (*read_memory)(void *t, int64_t pid, uint64_t addr, uint8_t *dst, size_t len);
    size_t (*write_memory)(void *t, int64_t pid, uint64_t addr, rsp_bytes data);
    rsp_status (*region)(void *t, int64_t pid, uint64_t addr, rsp_target_region *out);
    uint64_t (*load_bias)(void *t, int64_t pid); /* where the program lies less where its file says; 0 */
    rsp_status (*allocate)(void *t, int64_t pid, uint64_t size, unsigned perms, uint64_t *out_addr);
    rsp_status (*release)(void *t, int64_t pid, uint64_t addr);

    /* Flash: write_memory leaves it alone. Changes may be delayed until flash_done. RSP_NOT_FOUND: some of
     * the range is no flash. RSP_RANGE: it does not begin and end with an erase block. */
    rsp_status (*flash_erase)(void *t, int64_t pid, uint64_t addr, uint64_t len);
    rsp_status (*flash_write)(void *t, int64_t pid, uint64_t addr, rsp_bytes data);
    rsp_status (*flash_done)(void *t, int64_t pid);

    /* Memory tags: a byte for each granule that the range touches. Of fewer tags (at least one) the pattern
     * repeats; those left over are not used. RSP_NOT_FOUND: some of the range has no tags. RSP_UNSUPPORTED:
     * none of this type. */
    rsp_status (*read_tags)(void *t, int64_t pid, uint64_t addr, uint64_t len, uint64_t type, rsp_buf *out);
    rsp_status (*write_tags)(void *t, int64_t pid, uint64_t addr, uint64_t len, uint64_t type,
                             rsp_bytes tags);

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

    /* Goes back instead of on: from here on `run` goes backwards, all threads together, until an event. They
     * count as running until then, and `hold` of one ends it for all. BREAK_*: pc is at the breakpoint, whose
     * instruction is undone. WATCH_*: pc is at the instruction that made the access, which is undone.
     * SIGNALLED: the signal is yet to be delivered. HISTORY_BEGIN. Afterwards `resume` takes the recorded
     * course forwards, up to HISTORY_END; from there on it goes on live. A write to memory or registers in
     * the past cuts off what came after. NULL: bc and bs are not offered. */
    rsp_status (*go_back)(void *t, rsp_ptid thread, rsp_target_back how);
    /* Whether it went back and has not come to the end since: `resume` of any thread lets all go then. */
    bool (*in_past)(void *t);

    /* The held thread gets this signal at its next resume, beside that one's own. Without it (NULL) a signal
     * is lost that a client gives while it is still to be told of an event. */
    rsp_status (*give_signal)(void *t, rsp_ptid thread, int signal);

    /* The call that a held thread reported by CALL has ended: `result` is negative when it has failed, with
     * an `error` of the protocol's numbers (codec/hostio.h). With go_on the thread goes on as it was resumed;
     * without, and called by the sink, that is said by what the sink returns. RSP_NOT_FOUND: it is at no
     * call. */
    rsp_status (*call_end)(void *t, rsp_ptid thread, int64_t result, uint64_t error, bool go_on);

    /* Which events are reported, for all traced processes now and later. */
    void (*set_events)(void *t, unsigned report_bits);
    void (*set_thread_options)(void *t, rsp_ptid thread, unsigned option_bits);
    void (*set_pass_signals)(void *t, const uint8_t *passed, size_t num); /* passed[signal] != 0 */
    void (*set_catch_syscalls)(void *t, int64_t pid, bool on, const uint64_t *numbers, size_t num);

    /* While on, each instruction of the thread is an event RSP_TARGET_TRACE_STEPPED, however it was resumed;
     * what the sink gives for it does not count. The thread is held during the event. May be called from the
     * sink. Without it there is no tracing. */
    void (*set_stepping)(void *t, rsp_ptid thread, bool on);
    uint64_t (*clock_us)(void *t); /* the target's own time, from any start; NULL: stands still at 0 */

    /* Life and death. launch and attach leave every thread of the process held. kill and detach of a
     * running process are fine. After either no event of that process comes any more. */
    rsp_status (*launch)(void *t, const rsp_target_launch *launch, int64_t *out_pid, rsp_error *error);
    rsp_status (*attach)(void *t, int64_t pid, rsp_error *error);
    /* The processes that can be attached to, in creation order; `after` 0 starts. False at the end. The path
     * of its program is appended. NULL: nobody can attach by a name. */
    bool (*attachable_next)(void *t, int64_t after_pid, int64_t *out_pid, rsp_buf *out_path);
    rsp_status (*detach)(void *t, int64_t pid, bool stay_stopped, int signal);
    rsp_status (*kill)(void *t, int64_t pid);

    rsp_status (*read_object)(void *t, rsp_ptid thread, rsp_target_object object, rsp_bytes annex,
                              rsp_buf *out);
    /* Whether there is such an object; NULL: all are there. */
    bool (*has_object)(void *t, rsp_target_object object);
    rsp_status (*write_siginfo)(void *t, rsp_ptid thread, uint64_t offset, rsp_bytes data);
    rsp_status (*tls_address)(void *t, rsp_ptid thread, uint64_t offset, uint64_t module, uint64_t *out_addr);

    /* Where the program keeps the address of its dynamic linker's list of libraries (DT_DEBUG's value); 0: it
     * has none. */
    uint64_t (*library_info)(void *t, int64_t pid);

    /* WebAssembly: the pcs of a held thread's frames, the innermost first, eight bytes each, little endian.
     */
    rsp_status (*wasm_frames)(void *t, rsp_ptid thread, rsp_buf *out);
    /* A value of a frame, counted from the innermost; or a global of an instance. In little endian, as many
     * bytes as its type has. RSP_NOT_FOUND: no such frame, instance or index. */
    rsp_status (*wasm_value)(void *t, rsp_ptid thread, rsp_wasm_values which, uint64_t frame, uint64_t index,
                             rsp_buf *out);
    rsp_status (*wasm_global)(void *t, int64_t pid, uint64_t instance, uint64_t index, rsp_buf *out);

    /* The read-only files that vFile shows, by index from 0; false at the end. A file keeps its index. */
    bool (*file_at)(void *t, size_t index, rsp_target_file *out);

    /* A client asks for this absolute path, without "." and "..": if there is such a file or link, file_at
     * shows it from now on as it is now. NULL: file_at shows all files at once. */
    void (*file_wanted)(void *t, rsp_bytes path);

    /* A monitor command; output goes to `out`. RSP_NOT_FOUND for an unknown one. */
    rsp_status (*monitor)(void *t, rsp_bytes command, rsp_buf *out);
} rsp_target_ops;

/* --- faults: small deliberate defects, each against one requirement --- */

/* The number of a fault, from 1; RSP_FAULT_NONE is a stub without one. Numbers are not stable between
 * versions: keep names. */
typedef uint16_t rsp_fault;

/* The stub follows the protocol. */
enum { RSP_FAULT_NONE = 0 };

/* What there is to know about a fault. The texts are constants. */
typedef struct rsp_fault_info {
    rsp_fault fault;
    const char *name;        /* "mem-decimal-length" */
    const char *requirement; /* the one that it breaks: "MEM-001" */
    const char *text;        /* what it does wrong */
} rsp_fault_info;

/* The fault of this number: NULL for RSP_FAULT_NONE and behind the last, so that a loop from 1 sees all. A
 * library that was built with RSP_FAULTS=OFF has none. */
const rsp_fault_info *rsp_fault_get(rsp_fault fault);

/* The fault of this name; NULL if there is none. Takes time in proportion to the number of faults. */
const rsp_fault_info *rsp_fault_find(rsp_bytes name);

/* --- the stub --- */

/* A stub before its target. It serves one client at a time, and is for one thread at a time. */
typedef struct rsp_stub rsp_stub;

/* Which answer `x` gives (requirements XB-001 and XB-005). */
typedef enum rsp_x_dialect { RSP_X_GDB, RSP_X_LLDB } rsp_x_dialect;

/* What a stub is made of and what it offers. Start from rsp_stub_options_default(), and set ops and target.
 * Copied by rsp_stub_new, but for what is said to be borrowed. */
typedef struct rsp_stub_options {
    const rsp_target_ops *ops; /* not owned, outlives the stub */
    void *target;              /* not owned */
    const rsp_mem *mem;        /* NULL: malloc */
    size_t packet_bytes;       /* PacketSize: longest payload accepted and sent; at least 256 */
    rsp_multimem_form multimem;
    rsp_x_dialect x_dialect;
    bool offer_multimem;        /* each offered packet can be withheld, to try a client's fallback */
    bool offer_multibreak_rfc;  /* MultiBreakpoint */
    bool offer_multibreak_json; /* jMultiBreakpoint */
    bool offer_conditions;      /* conditions and commands of breakpoints */
    bool offer_no_ack;
    bool offer_non_stop;
    bool offer_multiprocess;
    bool offer_compression;    /* LLDB's zlib-deflate; off by default, as nobody can read such a session */
    size_t trace_buffer_bytes; /* trace frame buffer, until the client asks for another size; 0: no tracing */
    bool offer_accelerator;    /* LLDB's accelerator-plugins, with a plug-in of ours; off by default */
    bool offer_address_spaces; /* LLDB's address-spaces: memory, and registers as memory; off by default */
    bool expedite_reads;       /* LLDB's ExpediteRecentReads: jThreadsInfo brings what was read last; off */
    bool inexact_watchpoints;  /* a stop names all watchpoints of the word that was touched, for clients that
                                  take several (multi-wp-addr); off by default */
    bool protection_keys;      /* qMemoryRegionInfo says protection-key; off by default */
    bool run_length;           /* compress replies */
    bool native_signals;       /* LLDB's native-signals+: Linux numbers on the wire */
    bool detach_on_disconnect; /* policy when the link drops; otherwise debuggees are kept, held, for the next
                                  client */
    const rsp_bytes *argv;     /* the program launched at start and by vRun;/R; none when argc is 0 */
    size_t argc;
    const rsp_bytes *env; /* NAME=VALUE: what programs find, also after QEnvironmentReset; borrowed */
    size_t num_env;
    rsp_bytes cwd;   /* where programs start; empty: the target's default; borrowed */
    rsp_fault fault; /* RSP_FAULT_NONE, or the one deliberate defect that is switched on */
} rsp_stub_options;

/* Everything offered, LLDB's MultiMemRead form, GDB's x, PacketSize 0x20000, run-length on. */
rsp_stub_options rsp_stub_options_default(void);

/* NULL with *error filled (NULL is allowed) when memory is short, an option is out of range or the
 * program can not be launched. */
rsp_stub *rsp_stub_new(const rsp_stub_options *options, rsp_error *error);

/* Frees the stub; the target is the caller's. NULL is fine. */
void rsp_stub_free(rsp_stub *stub);

/* A client arrived: acknowledgments on, no features, no queue, all threads held, nothing is sent.
 * Call before the first input of each connection. */
void rsp_stub_connect(rsp_stub *stub);

/* The client went away: applies the policy for the debuggees (detach_on_disconnect, QSetDetachOnError,
 * extended mode), removes all breakpoints except persistent commands. */
void rsp_stub_disconnect(rsp_stub *stub);

/* Takes bytes from the client and appends what is to be sent. Any split or merge of the input gives the
 * same output. RSP_OK always, except RSP_NO_MEMORY (the output is then unusable: drop the client). */
rsp_status rsp_stub_input(rsp_stub *stub, rsp_bytes in, rsp_buf *out) RSP_MUST_USE;

/* Lets resumed threads run for about budget_insns instructions, or until something must be sent.
 * Appends stop replies, notifications and O packets. */
rsp_status rsp_stub_run(rsp_stub *stub, uint64_t budget_insns, rsp_buf *out) RSP_MUST_USE;

/* True while a call of rsp_stub_run can make progress (some thread is let go and not idle). */
bool rsp_stub_busy(const rsp_stub *stub);

/* True while there is no client and the program goes on for a trace (QTDisconnected): rsp_stub_run lets it.
 * Otherwise threads are held until the next client comes. */
bool rsp_stub_unattended(const rsp_stub *stub);

/* True once the client ended the session (k or D of the last process outside extended mode): flush the
 * output, close the link. */
bool rsp_stub_finished(const rsp_stub *stub);

/* The feature list it answers to qSupported, as sent; for reports. */
void rsp_stub_features(rsp_stub *stub, rsp_buf *out);

RSP_END_DECLS

#endif

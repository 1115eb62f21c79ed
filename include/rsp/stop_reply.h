/* Stop replies: S T W X w N O F, with the pairs of a T reply taken apart.
 * Parsed spans borrow from the payload; nothing is allocated.
 * Source: GDB manual, Stop Reply Packets; LLDB gdb-remote extensions, Stop reply packet extensions. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_STOP_REPLY_H
#define RSP_STOP_REPLY_H

#include <rsp/id.h>

RSP_BEGIN_DECLS

/* The first letter of a stop reply, and what follows it. */
typedef enum rsp_stop_kind {
    RSP_STOP_SIGNAL = 'S',        /* signal */
    RSP_STOP_THREAD = 'T',        /* signal and pairs */
    RSP_STOP_EXITED = 'W',        /* status, process */
    RSP_STOP_TERMINATED = 'X',    /* signal, process */
    RSP_STOP_THREAD_EXITED = 'w', /* status, thread */
    RSP_STOP_NO_RESUMED = 'N',
    RSP_STOP_OUTPUT = 'O', /* text: hex digits */
    RSP_STOP_FILEIO = 'F', /* text: call and arguments */
} rsp_stop_kind;

/* X(name, key, value, signal, asked): why a thread stopped.
 * value: ADDRESS, NUMBER, ID (of a thread), EMPTY, TEXT. signal: TRAP where the stop is T05, ANY.
 * asked: what the client must have agreed to before it is sent, a feature of qSupported or a request that was
 * answered OK (THREAD_EVENTS: QThreadEvents, THREAD_OPTIONS: QThreadOptions, SYSCALLS: QCatchSyscalls);
 * NOTHING. */
#define RSP_STOP_REASON_LIST(X)                                 \
    X(WATCH, "watch", ADDRESS, TRAP, NOTHING)                   \
    X(RWATCH, "rwatch", ADDRESS, TRAP, NOTHING)                 \
    X(AWATCH, "awatch", ADDRESS, TRAP, NOTHING)                 \
    X(LIBRARY, "library", TEXT, TRAP, NOTHING)                  \
    X(SWBREAK, "swbreak", EMPTY, TRAP, SWBREAK)                 \
    X(HWBREAK, "hwbreak", EMPTY, TRAP, HWBREAK)                 \
    X(FORK, "fork", ID, TRAP, FORK_EVENTS)                      \
    X(VFORK, "vfork", ID, TRAP, VFORK_EVENTS)                   \
    X(VFORKDONE, "vforkdone", EMPTY, TRAP, VFORK_EVENTS)        \
    X(EXEC, "exec", TEXT, TRAP, EXEC_EVENTS)                    \
    X(CLONE, "clone", ID, TRAP, THREAD_OPTIONS)                 \
    X(CREATE, "create", EMPTY, TRAP, THREAD_EVENTS)             \
    X(SYSCALL_ENTRY, "syscall_entry", NUMBER, TRAP, SYSCALLS)   \
    X(SYSCALL_RETURN, "syscall_return", NUMBER, TRAP, SYSCALLS) \
    X(REPLAYLOG, "replaylog", TEXT, ANY, NOTHING)

/* RSP_REASON_WATCH and so on. */
typedef enum rsp_stop_reason {
    RSP_REASON_NONE,
#define RSP_REASON_ENUM(name, key, value, signal, asked) RSP_REASON_##name,
    RSP_STOP_REASON_LIST(RSP_REASON_ENUM)
#undef RSP_REASON_ENUM
} rsp_stop_reason;

/* What the value of a reason is. */
typedef enum rsp_stop_value {
    RSP_STOP_VALUE_TEXT,
    RSP_STOP_VALUE_EMPTY,
    RSP_STOP_VALUE_ADDRESS,
    RSP_STOP_VALUE_NUMBER,
    RSP_STOP_VALUE_ID,
} rsp_stop_value;

/* The key ("watch"); "" for NONE and unknown values. */
const char *rsp_stop_reason_key(rsp_stop_reason reason);

/* What the value of a reason is; TEXT for NONE and unknown values. */
rsp_stop_value rsp_stop_reason_value(rsp_stop_reason reason);

/* The reason with this key; NONE for other keys. */
rsp_stop_reason rsp_stop_reason_find(rsp_bytes key);

/* What one stop reply may hold. */
enum {
    RSP_LIMIT_STOP_REGISTERS = 128, /* expedited registers in one stop reply */
    RSP_LIMIT_STOP_PAIRS = 16,      /* unknown pairs in one stop reply */
};

/* An expedited register of a T reply. */
typedef struct rsp_stop_register {
    uint64_t num;
    rsp_bytes value; /* hex digits in target byte order, `x` for unavailable */
} rsp_stop_register;

/* A pair of a T reply whose key is not known here. */
typedef struct rsp_stop_pair {
    rsp_bytes key;
    rsp_bytes value;
} rsp_stop_pair;

/* A stop reply, taken apart or to be built. All slices borrow from the payload. Fields of other kinds are
 * zero. */
typedef struct rsp_stop_reply {
    rsp_stop_kind kind;
    uint8_t signal;  /* S T X: GDB numbering */
    uint64_t status; /* W w: exit status */
    bool has_process;
    int64_t process;   /* W X: `;process:<pid>` */
    bool multiprocess; /* ids are (to be) written as p<pid>.<tid> */
    bool has_thread;
    rsp_ptid thread; /* T: `thread:`; w: the thread that ended */
    bool has_core;
    uint64_t core;
    rsp_stop_reason reason; /* the first reason key */
    size_t num_reasons;     /* how many reason keys there are; build writes one */
    uint64_t reason_number; /* watch address, system call number */
    rsp_ptid reason_id;     /* the child of fork, vfork, clone */
    rsp_bytes reason_text;  /* value as it stands: exec path in hex, "begin", "" */
    rsp_bytes lldb_reason;  /* `reason:` */
    rsp_bytes name;         /* `name:` */
    rsp_bytes hexname;      /* `hexname:` */
    rsp_bytes threads;      /* `threads:` ids joined by `,` */
    rsp_bytes thread_pcs;   /* `thread-pcs:` likewise */
    rsp_bytes text;         /* O F: what stands behind the letter */
    bool unterminated;      /* T: the last pair lacks its `;` (tolerated, not legal) */
    size_t num_registers;
    size_t num_others;
    rsp_stop_register registers[RSP_LIMIT_STOP_REGISTERS]; /* keys that are hex numbers */
    rsp_stop_pair others[RSP_LIMIT_STOP_PAIRS];            /* keys not known here, in order */
} rsp_stop_reply;

/* Whether a payload looks like a stop reply by its first bytes. "OK" does not. */
bool rsp_stop_reply_is(rsp_bytes payload);

/* Takes a payload (run lengths expanded) apart. RSP_MALFORMED with an offset, RSP_LIMIT for more than
 * RSP_LIMIT_STOP_REGISTERS registers or RSP_LIMIT_STOP_PAIRS unknown pairs. *out is undefined on failure. */
rsp_status rsp_stop_reply_parse(rsp_stop_reply *out, rsp_bytes payload, rsp_error *error) RSP_MUST_USE;

/* Appends the payload. Pairs go out as: reason, thread, threads, thread-pcs, core, name, hexname, `reason:`,
 * others, registers. RSP_USAGE for a kind that is none of the above, else the buffer's status. */
rsp_status rsp_stop_reply_build(rsp_buf *out, const rsp_stop_reply *reply) RSP_MUST_USE;

RSP_END_DECLS

#endif

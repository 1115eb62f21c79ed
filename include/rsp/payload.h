/* Payloads taken apart and built: thread ids, stop replies, the actions of vCont, the ranges of MultiMemRead.
 * Parsed spans borrow from the payload; nothing is allocated.
 * Source: GDB manual, Packets; Stop Reply Packets; LLDB gdb-remote extensions. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PAYLOAD_H
#define RSP_PAYLOAD_H

#include <rsp/bytes.h>

RSP_BEGIN_DECLS

/* --- thread ids: <tid>, and p<pid>.<tid> with the multiprocess extension --- */

/* Process and thread ids that are none: any one of them, and all of them. */
enum {
    RSP_ID_ANY = 0,
    RSP_ID_ALL = -1,
};

/* A thread of a process. pid is 0 in the plain syntax: the process is not named. */
typedef struct rsp_ptid {
    int64_t pid;
    int64_t tid;
} rsp_ptid;

/* Takes a thread-id off the front of *in: `<tid>`, `-1`, `p<pid>.<tid>`, or `p<pid>` (tid is then -1).
 * RSP_MALFORMED for anything else, also for p-1.<tid> with a particular thread; RSP_RANGE beyond 63 bits.
 * On failure *in and *out are unchanged. */
rsp_status rsp_take_ptid(rsp_ptid *out, rsp_bytes *in) RSP_MUST_USE;

/* Parses the whole of `text` as one thread-id. RSP_MALFORMED and RSP_RANGE as above. */
rsp_status rsp_ptid_parse(rsp_ptid *out, rsp_bytes text) RSP_MUST_USE;

/* Appends `p<pid>.<tid>` when `multiprocess`, else `<tid>`: lower case, no leading zeros, -1 as "-1". */
void rsp_ptid_append(rsp_buf *out, rsp_ptid id, bool multiprocess);

/* Whether both are the same pair of numbers. */
static inline bool rsp_ptid_equal(rsp_ptid a, rsp_ptid b) {
    return a.pid == b.pid && a.tid == b.tid;
}

/* Whether `pattern` means `id`, a particular thread. Any and all match everything. */
static inline bool rsp_ptid_matches(rsp_ptid pattern, rsp_ptid id) {
    return (pattern.pid <= 0 || pattern.pid == id.pid) && (pattern.tid <= 0 || pattern.tid == id.tid);
}

/* Parses the whole of `text` as a bare process id: hex without `p`, as in `D;<pid>`, `vKill;<pid>` and
 * `process:<pid>`. RSP_MALFORMED, or RSP_RANGE beyond 63 bits; *out_pid is unchanged then. */
rsp_status rsp_pid_parse(int64_t *out_pid, rsp_bytes text) RSP_MUST_USE;

/* --- stop replies: S T W X w N O F, with the pairs of a T reply taken apart --- */

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

/* What is kept of one stop reply. */
enum {
    RSP_LIMIT_STOP_REGISTERS = 128, /* expedited registers */
    RSP_LIMIT_STOP_PAIRS = 16,      /* other pairs */
};

/* An expedited register of a T reply. */
typedef struct rsp_stop_register {
    uint64_t num;
    rsp_bytes value; /* hex digits in target byte order, `x` for unavailable; empty: it cannot be read */
} rsp_stop_register;

/* A pair of a T reply whose key is not known here, or whose value is not what its key asks for. */
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
    size_t num_left_out;    /* T: pairs beyond the limits above, not kept */
    size_t num_registers;
    size_t num_others;
    rsp_stop_register registers[RSP_LIMIT_STOP_REGISTERS]; /* keys that are hex numbers */
    rsp_stop_pair others[RSP_LIMIT_STOP_PAIRS];            /* all other pairs, in order */
} rsp_stop_reply;

/* Whether a payload looks like a stop reply by its first bytes. "OK" does not. */
bool rsp_stop_reply_is(rsp_bytes payload);

/* Whether the bytes of a register are known: not one that cannot be read, or whose bytes are unavailable. */
bool rsp_stop_register_known(const rsp_stop_register *reg);

/* Takes a payload (run lengths expanded) apart. RSP_MALFORMED with an offset for what is no stop reply, also
 * a pair without `:` or key. A key or value that is not understood costs its pair only (`others`): the
 * program has stopped. *out is undefined on failure. */
rsp_status rsp_stop_reply_parse(rsp_stop_reply *out, rsp_bytes payload, rsp_error *error) RSP_MUST_USE;

/* Appends the payload. Pairs go out as: reason, thread, threads, thread-pcs, core, name, hexname, `reason:`,
 * others, registers. RSP_USAGE for a kind that is none of the above, else the buffer's status. */
rsp_status rsp_stop_reply_build(rsp_buf *out, const rsp_stop_reply *reply) RSP_MUST_USE;

/* --- vCont: actions with their threads --- */

/* One action of a vCont request. */
typedef struct rsp_vcont_action {
    char op;        /* one of c C s S t r */
    uint8_t signal; /* C and S */
    bool has_id;    /* without one the action is for every thread */
    rsp_ptid id;
    uint64_t start; /* r: steps while start <= pc < end */
    uint64_t end;
} rsp_vcont_action;

/* Takes one action off *rest, which starts behind "vCont" (each action with its `;`). RSP_NOT_FOUND when
 * *rest is empty, RSP_MALFORMED or RSP_RANGE otherwise; *rest is unchanged then. */
rsp_status rsp_vcont_next(rsp_vcont_action *out, rsp_bytes *rest) RSP_MUST_USE;

/* The whole payload "vCont;..." into at most `cap` actions (`actions` may be NULL with cap 0 to check only):
 * RSP_MALFORMED with an offset (also for no action at all), RSP_LIMIT beyond RSP_LIMIT_VCONT_ACTIONS, or
 * beyond `cap` unless it is 0. *out_num is the number of actions. */
rsp_status rsp_vcont_parse(rsp_vcont_action *actions, size_t cap, size_t *out_num, rsp_bytes payload,
                           rsp_error *error) RSP_MUST_USE;

/* Appends "vCont" and the actions; ids in multiprocess syntax where asked. RSP_USAGE for an unknown op. */
rsp_status rsp_vcont_build(rsp_buf *out, const rsp_vcont_action *actions, size_t num,
                           bool multiprocess) RSP_MUST_USE;

/* The actions that a reply to `vCont?` lists. */
typedef enum rsp_vcont_support {
    RSP_VCONT_CONTINUE = 1 << 0,
    RSP_VCONT_CONTINUE_SIGNAL = 1 << 1,
    RSP_VCONT_STEP = 1 << 2,
    RSP_VCONT_STEP_SIGNAL = 1 << 3,
    RSP_VCONT_STOP = 1 << 4,
    RSP_VCONT_RANGE = 1 << 5,
} rsp_vcont_support;

/* "vCont;c;C..." to a set of rsp_vcont_support; unknown actions are skipped, *out_unknown (NULL is fine)
 * counts them. RSP_MALFORMED for another form. */
rsp_status rsp_vcont_reply_parse(unsigned *out_set, size_t *out_unknown, rsp_bytes payload,
                                 rsp_error *error) RSP_MUST_USE;

/* Appends such a reply for a set. */
void rsp_vcont_reply_build(rsp_buf *out, unsigned set);

/* --- MultiMemRead: ranges, and the data of each --- */

/* The two wire forms of MultiMemRead.
 * Source: LLDB gdb-remote extensions, MultiMemRead; the RFC draft that came before it. */
typedef enum rsp_multimem_form {
    RSP_MULTIMEM_LLDB, /* A,N,A,N; answered by N,N;<bytes> */
    RSP_MULTIMEM_RFC,  /* A,N;A,N; answered by N,<bytes>;N,<bytes> */
} rsp_multimem_form;

/* A range of memory. */
typedef struct rsp_mem_range {
    uint64_t addr;
    uint64_t len;
} rsp_mem_range;

/* The whole payload "MultiMemRead:ranges:...;" into at most `cap` ranges (with cap 0 `ranges` may be NULL:
 * only checked and counted). RSP_MALFORMED with an offset: no `ranges:` first, nothing in it, an odd count,
 * no closing `;`, bytes behind it, the other form's separators. In the RFC form addresses may have `0x`.
 * RSP_RANGE for numbers beyond 64 bits, RSP_LIMIT beyond RSP_LIMIT_BATCH_ITEMS or a non-zero cap. */
rsp_status rsp_multimem_parse(rsp_mem_range *ranges, size_t cap, size_t *out_num, rsp_bytes payload,
                              rsp_multimem_form form, rsp_error *error) RSP_MUST_USE;

/* Appends the request. */
void rsp_multimem_build(rsp_buf *out, const rsp_mem_range *ranges, size_t num, rsp_multimem_form form);

/* The reply, run lengths expanded and unescaped (rsp_unescape the whole payload), to one slice per range;
 * chunks[num] borrows from `decoded`. RSP_MALFORMED with an offset: another number of counts than `num`,
 * bad counts, a count above the range's length, fewer or more bytes than the counts promise. The RFC form's
 * final `;` is optional. Error and empty replies are the caller's to tell. */
rsp_status rsp_multimem_reply_parse(rsp_bytes *chunks, const rsp_mem_range *ranges, size_t num,
                                    rsp_bytes decoded, rsp_multimem_form form, rsp_error *error) RSP_MUST_USE;

/* Appends the reply for the wire, data escaped. */
void rsp_multimem_reply_build(rsp_buf *out, const rsp_bytes *chunks, size_t num, rsp_multimem_form form);

RSP_END_DECLS

#endif

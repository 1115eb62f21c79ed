/* A debugger's connection: what the stub can do is learnt once, then typed operations on a session.
 * Attaching, running, stepping, stops, registers, memory, breakpoints.
 * Source: GDB manual, General Query Packets (qSupported), Packets, Stop Reply Packets, Remote Non-Stop. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_H
#define RSP_CLIENT_H

#include <rsp/payload.h>
#include <rsp/session.h>

RSP_BEGIN_DECLS

/* A client on a session. For one thread at a time. */
typedef struct rsp_client rsp_client;

/* Which wire form of the batched packets is spoken. AUTO follows what the stub announces and how it answers:
 * jMultiBreakpoint+ is LLDB's, MultiBreakpoint+ the RFC's, and of both LLDB's is taken; MultiMemRead+ is the
 * same word for both, so LLDB's form is tried first and the answer to one range (`N;` or `N,`) decides. A
 * named dialect is spoken without trying, and the other one's MultiBreakpoint left alone. The form of x is
 * found in any case: binary-upload+ is GDB's, without it x0,0 answered by OK is LLDB's. See
 * docs/decisions/0008-client-dialects.md. */
typedef enum rsp_client_dialect {
    RSP_DIALECT_AUTO,
    RSP_DIALECT_LLDB,
    RSP_DIALECT_RFC,
} rsp_client_dialect;

/* X(name, text): the packets and modes that a client can do without. */
#define RSP_CLIENT_USE_LIST(X)              \
    X(MULTI_READ, "MultiMemRead")           \
    X(MULTI_BREAK_LLDB, "jMultiBreakpoint") \
    X(MULTI_BREAK_RFC, "MultiBreakpoint")   \
    X(BINARY_READ, "x")                     \
    X(BINARY_WRITE, "X")                    \
    X(VCONT, "vCont")                       \
    X(CONDITIONS, "ConditionalBreakpoints") \
    X(NO_ACK, "QStartNoAckMode")            \
    X(NON_STOP, "QNonStop")                 \
    X(MULTIPROCESS, "multiprocess")         \
    X(VKILL, "vKill")                       \
    X(REGISTER, "p")                        \
    X(BACK_STEP, "ReverseStep")             \
    X(BACK_CONTINUE, "ReverseContinue")

/* RSP_USE_MULTI_READ and so on. */
typedef enum rsp_client_use {
#define RSP_CLIENT_USE_ENUM(name, text) RSP_USE_##name,
    RSP_CLIENT_USE_LIST(RSP_CLIENT_USE_ENUM)
#undef RSP_CLIENT_USE_ENUM
        RSP_USE_COUNT,
} rsp_client_use;

/* The text above; "?" for an unknown value. */
const char *rsp_client_use_name(rsp_client_use use);

/* One of them in a mask. */
#define RSP_USE_BIT(use) (UINT32_C(1) << (use))
/* Every batched packet: what `--no-batching` switches off. */
#define RSP_USE_BATCHED                                                        \
    (RSP_USE_BIT(RSP_USE_MULTI_READ) | RSP_USE_BIT(RSP_USE_MULTI_BREAK_LLDB) | \
     RSP_USE_BIT(RSP_USE_MULTI_BREAK_RFC))

/* What is known of the stub about one of them. */
typedef enum rsp_client_support {
    RSP_SUPPORT_UNKNOWN, /* neither announced nor tried yet */
    RSP_SUPPORT_YES,     /* announced, or answered */
    RSP_SUPPORT_NO,      /* not announced, or answered by an empty packet */
    RSP_SUPPORT_REFUSED, /* announced, and then answered by an error or nonsense: not used again */
    RSP_SUPPORT_OFF,     /* switched off in the options */
} rsp_client_support;

/* The limits of a client. */
enum {
    RSP_LIMIT_CLIENT_PACKET_BYTES = 400,    /* taken for PacketSize where the stub names none, as GDB does */
    RSP_LIMIT_CLIENT_PACKET_BYTES_MIN = 64, /* a smaller PacketSize counts as this */
    RSP_LIMIT_CLIENT_SITES = 256 * 1024,    /* breakpoint sites in all processes */
    RSP_LIMIT_CLIENT_THREADS = 65536,       /* ids collected from qfThreadInfo */
    RSP_LIMIT_CLIENT_LIST_REPLIES = 4096,   /* that one list of threads, or one object of qXfer, comes in */
};

/* All-zero gives the defaults in brackets. */
typedef struct rsp_client_options {
    rsp_client_dialect dialect; /* [AUTO] */
    uint32_t off;               /* [none] RSP_USE_BIT set: as if the stub had never heard of them */
    size_t packet_bytes;        /* [no cap] PacketSize is taken to be at most this */
    bool non_stop;              /* [false] connect switches to non-stop where the stub has it */
    bool leave_children;  /* [false] a child that the program forks is detached, and no stop. All-stop */
    uint64_t list_ns;     /* [30 s] how long one list or object, read by many requests, may take in all */
    const char *features; /* [none] more items for qSupported, "xmlRegisters=riscv"; joined by `;` */
    /* [dropped] events that are neither answers nor stops: junk, unsolicited packets, other notifications */
    void (*on_event)(void *ctx, const rsp_session_event *event);
    void *event_ctx;
    const rsp_mem *mem; /* [malloc] must outlive the client */
} rsp_client_options;

/* A client on a session, which is borrowed, must outlive it, and is the client's alone meanwhile: its answers
 * and events are taken here. Make the session with collect_console, else O packets are events. Sends nothing.
 * NULL without memory. `options` may be NULL. */
rsp_client *rsp_client_new(rsp_session *session, const rsp_client_options *options);

/* Requests that are not complete are not called back. NULL is fine. Sends nothing. */
void rsp_client_free(rsp_client *client);

/* The session it was made with. */
rsp_session *rsp_client_session(const rsp_client *client);

/* Where the last failed call failed: msg, and the offset in the reply for RSP_MALFORMED. Valid until the next
 * call; its status is RSP_OK when nothing failed yet. */
const rsp_error *rsp_client_error(const rsp_client *client);

/* --- connecting -------------------------------------------------------------------------------------------
 */

/* qSupported, QStartNoAckMode, vCont?, QNonStop:1 and `?` as far as offered and not switched off. RSP_OK; the
 * stop at which a program is found (if one is) is the last stop. An error reply to any of them only means
 * that the stub lacks it, except `?`: RSP_OK without a stop for W, X, N, OK and an error (no program yet).
 * Else RSP_MALFORMED, RSP_NO_MEMORY or what the session says (RSP_TIMEOUT, RSP_CLOSED, ...). */
rsp_status rsp_client_connect(rsp_client *client) RSP_MUST_USE;

/* What is known of one of the optional packets. */
rsp_client_support rsp_client_supports(const rsp_client *client, rsp_client_use use);

/* The feature list of the stub's qSupported reply, as it came; empty before connect. */
rsp_bytes rsp_client_features(const rsp_client *client);

/* Most characters in one request, and in one reply that we ask for: PacketSize (400 where none is named, as
 * GDB assumes), at least RSP_LIMIT_CLIENT_PACKET_BYTES_MIN, capped by the options and
 * RSP_LIMIT_SESSION_PACKET_BYTES. Give the cap in the options when the session keeps less. */
size_t rsp_client_packet_bytes(const rsp_client *client);

/* The actions that the stub lists for vCont?, a mask: 1 c, 2 C, 4 s, 8 S, 16 t, 32 r. 0 when vCont is missing
 * or off. Where vCont? has no answer, but vContSupported is announced: c, C, s and S, until one is not known.
 */
unsigned rsp_client_vcont(const rsp_client *client);

/* Whether non-stop mode is on. */
bool rsp_client_is_non_stop(const rsp_client *client);

/* Whether thread ids name their process on the wire. */
bool rsp_client_is_multiprocess(const rsp_client *client);

/* The dialect in use, AUTO while it is not known yet. */
rsp_client_dialect rsp_client_read_dialect(const rsp_client *client);

/* After RSP_TIMEOUT a late reply could be taken for the next one's: every further request fails with
 * RSP_TIMEOUT until this call, which throws away what comes until the line is quiet (stops of non-stop, too).
 * RSP_USAGE while requests are pending, RSP_TIMEOUT when it never gets quiet, or the session's end. */
rsp_status rsp_client_resync(rsp_client *client) RSP_MUST_USE;

/* --- processes --------------------------------------------------------------------------------------------
 */

/* vAttach;pid. All-stop: waits for the stop, at most `timeout_ns` (0 is the session's). RSP_REFUSED for an
 * error reply, RSP_UNSUPPORTED for an empty one. Non-stop: RSP_OK at OK, the stop comes as any other. */
rsp_status rsp_client_attach(rsp_client *client, int64_t pid, uint64_t timeout_ns) RSP_MUST_USE;

/* vRun with argv[0] (may be empty: the stub's own program) and arguments; needs extended mode, which is asked
 * for with `!`. As attach. */
rsp_status rsp_client_launch(rsp_client *client, const rsp_bytes *argv, size_t argc,
                             uint64_t timeout_ns) RSP_MUST_USE;

/* First takes out of the program what is in it (rsp_client_remove_sites), then D or D;pid (pid 0: the
 * process of the last stop). The process's sites are forgotten. A site that could not be removed does not
 * stop it. RSP_REFUSED, RSP_UNSUPPORTED, the session's. */
rsp_status rsp_client_detach(rsp_client *client, int64_t pid) RSP_MUST_USE;

/* The same with vKill;pid or, where that is missing, k (which is not answered: RSP_OK once it is sent).
 * Sites are removed first because a vfork child shares its parent's memory. */
rsp_status rsp_client_kill(rsp_client *client, int64_t pid) RSP_MUST_USE;

/* --- running ----------------------------------------------------------------------------------------------
 */

/* What a resume does. */
typedef enum rsp_move_action {
    RSP_MOVE_CONTINUE,
    RSP_MOVE_STEP,
    RSP_MOVE_RANGE, /* steps while start <= pc < end; only where vCont has r, else RSP_UNSUPPORTED */
    /* The way back: bs and bc (GDB manual, Packets; Reverse Execution). Only where the stub announces
     * ReverseStep and ReverseContinue, else RSP_UNSUPPORTED and nothing is sent; all-stop only, and without a
     * signal, else RSP_USAGE. All threads go back together, `thread` is the one that is stepped, and
     * `others` means nothing. At either end of the recording the stop's reason is RSP_REASON_REPLAYLOG, with
     * the text "begin" or "end"; a breakpoint or watchpoint that is met backwards is a stop like any other.
     */
    RSP_MOVE_BACK_STEP,
    RSP_MOVE_BACK_CONTINUE,
} rsp_move_action;

/* A resume. All-zero continues everything. */
typedef struct rsp_move {
    rsp_move_action action;
    rsp_ptid thread; /* whom; {0, 0} is all threads for CONTINUE, the thread of the last stop otherwise */
    uint8_t signal;  /* delivered to it, of all threads to that of the last stop; 0 is none (not with RANGE,
                        not backwards) */
    rsp_ptid signal_to; /* [`thread`] the thread that gets the signal, and goes on with it; needs vCont */
    bool others;        /* all other threads continue meanwhile; else they stay where they are */
    uint64_t start;     /* RANGE */
    uint64_t end;       /* RANGE */
    bool despite_sites; /* resumes although a held breakpoint change failed; else RSP_REFUSED and no resume */
} rsp_move;

/* Sends held site changes, then resumes, and waits at most `timeout_ns` (0: 10 s) for the stop.
 * RSP_TIMEOUT: it runs on, see rsp_client_wait_stop. RSP_REFUSED: a site failed (ask the sites) or the stub
 * answered an error: nothing runs. *out_stop (may be NULL) borrows from the client until the next stop. A
 * process that exits is a stop, too. `resume` may be NULL: continue. */
rsp_status rsp_client_run(rsp_client *client, const rsp_move *resume, uint64_t timeout_ns,
                          const rsp_stop_reply **out_stop) RSP_MUST_USE;

/* The same without waiting for the stop. */
rsp_status rsp_client_resume(rsp_client *client, const rsp_move *resume) RSP_MUST_USE;

/* Waits at most `timeout_ns` (0: 10 s) for a stop: of the run under way or, in non-stop, of any thread,
 * oldest first. RSP_TIMEOUT; RSP_USAGE in all-stop when nothing runs; RSP_MALFORMED for a stop reply that is
 * none (the program counts as stopped). */
rsp_status rsp_client_wait_stop(rsp_client *client, uint64_t timeout_ns,
                                const rsp_stop_reply **out_stop) RSP_MUST_USE;

/* Asks a running program to stop: 0x03 in all-stop, vCtrlC in non-stop (vCont;t where that is missing). Does
 * not wait. RSP_USAGE when nothing runs (all-stop). A program that stops by itself at the same moment leaves
 * the stub with an interrupt that it may report later, or not. */
rsp_status rsp_client_interrupt(rsp_client *client) RSP_MUST_USE;

/* The last stop, NULL before the first. Borrowed until the next stop. */
const rsp_stop_reply *rsp_client_stop(const rsp_client *client);

/* Whether a program is there, as far as stops and requests tell. */
bool rsp_client_has_program(const rsp_client *client);

/* Whether it runs (all-stop). */
bool rsp_client_is_running(const rsp_client *client);

/* The thread of the last stop, or {0, 0}. A stop without a thread means the one that was asked to step, or
 * thread 0. */
rsp_ptid rsp_client_stop_thread(const rsp_client *client);

/* --- threads and registers --------------------------------------------------------------------------------
 */

/* Thread ids by qfThreadInfo and qsThreadInfo, at most `cap`; *out_num is how many there are. RSP_MALFORMED,
 * RSP_UNSUPPORTED; RSP_LIMIT beyond RSP_LIMIT_CLIENT_THREADS, RSP_LIMIT_CLIENT_LIST_REPLIES or the options'
 * list_ns, with the threads so far. */
rsp_status rsp_client_threads(rsp_client *client, rsp_ptid *threads, size_t cap,
                              size_t *out_num) RSP_MUST_USE;

/* One register of a thread ({0, 0}: the last stop's), as bytes in target order, by p or, where the stub has
 * none, out of g by the target description (both kept until something is resumed or written). *out_len is its
 * size, of which at most `cap` bytes are stored. RSP_NOT_FOUND where it is unavailable (`xx`, or said to be
 * unreadable by the stop: no packet is sent then), RSP_REFUSED for an error reply, RSP_UNSUPPORTED where it
 * can not be told, RSP_MALFORMED. The thread is selected with Hg when another one is, at the price of a round
 * trip. */
rsp_status rsp_client_read_register(rsp_client *client, rsp_ptid thread, uint64_t num, uint8_t *out,
                                    size_t cap, size_t *out_len) RSP_MUST_USE;

/* The same by P or G. RSP_USAGE for another size than the register's (G), RSP_REFUSED, RSP_UNSUPPORTED. */
rsp_status rsp_client_write_register(rsp_client *client, rsp_ptid thread, uint64_t num,
                                     rsp_bytes value) RSP_MUST_USE;

/* The reply to g as hex digits (x where unavailable), borrowed until the next call. */
rsp_status rsp_client_read_registers(rsp_client *client, rsp_ptid thread, rsp_bytes *out_hex) RSP_MUST_USE;

/* A register that the last stop brought along for its thread: no packet at all. RSP_NOT_FOUND when it did
 * not, or when anything was resumed or written since. */
rsp_status rsp_client_stop_register(const rsp_client *client, uint64_t num, uint8_t *out, size_t cap,
                                    size_t *out_len) RSP_MUST_USE;

/* Whether the last stop says that this register of the thread ({0, 0}: the last stop's) cannot be read: it
 * came along without bytes, and nothing was resumed or written since. Asking by p is in vain, and what g has
 * in its place means nothing (Apple's debugserver: zeros). */
bool rsp_client_register_unreadable(const rsp_client *client, rsp_ptid thread, uint64_t num);

/* --- memory ---------------------------------------------------------------------------------------------
 */

/* One range to read, and its result. */
typedef struct rsp_read {
    uint64_t addr;
    size_t len;
    uint8_t *out;      /* room for `len` bytes, the caller's; the rest after num_read is undefined */
    size_t num_read;   /* out: bytes read from the front of the range without a gap */
    rsp_status status; /* out: RSP_OK all of it; RSP_FAULT not all of it could be read; RSP_RANGE it passes
                          the end of the address space (nothing is sent); RSP_MALFORMED the stub's reply
                          makes no sense; RSP_TIMEOUT, RSP_CLOSED and so on: no reply */
    int error_code;    /* out: of an Enn reply, -1 for none */
} rsp_read;

/* Reads all ranges from `pid`, which is selected with Hg when another process is; 0 is the selected one.
 * Escapes in replies are counted worst case (every byte two), so that no conforming reply exceeds PacketSize;
 * at most 65,536 ranges go into one packet. Ranges that are too large are cut, and so are ranges of more than
 * 16 bytes at the end of a packet; smaller ones stay whole because a running program could tear them. Nothing
 * is merged or left out: two equal ranges are read twice.
 *
 * After an empty reply, or an error for the packet as a whole, its ranges are read by the next way
 * (MultiMemRead, x, m), and the packet is not used again. RSP_OK when every range has its answer, good or
 * bad. RSP_MALFORMED when a reply was wrong (lengths, more bytes than asked, another number of counts), with
 * the place in rsp_client_error; the other ranges are read nevertheless. Else what ended it: RSP_TIMEOUT,
 * RSP_CLOSED, RSP_DIED, RSP_NO_MEMORY, RSP_USAGE (the program runs, all-stop). num 0 is RSP_OK. */
rsp_status rsp_read_memory_vectorized(rsp_client *client, int64_t pid, rsp_read *reads,
                                      size_t num) RSP_MUST_USE;

/* One range: RSP_OK when all of it was read, else the range's status. *out_num_read may be NULL. */
rsp_status rsp_client_read_memory(rsp_client *client, uint64_t addr, uint8_t *out, size_t len,
                                  size_t *out_num_read) RSP_MUST_USE;

/* Writes memory by X where the stub has it, else by M, in pieces of PacketSize. Stops at the first piece that
 * fails: *out_num (may be NULL) is what was written before it. Else the range's status, or what ended it. */
rsp_status rsp_client_write_memory(rsp_client *client, uint64_t addr, rsp_bytes data,
                                   size_t *out_num) RSP_MUST_USE;

/* --- breakpoints ------------------------------------------------------------------------------------------
 */

/* A breakpoint or watchpoint. Two that are equal in all four fields are the same site. */
typedef struct rsp_site {
    int64_t pid;  /* 0: the one process of a connection without multiprocess */
    uint8_t type; /* as in Z packets: 0 software, 1 hardware, 2 write, 3 read, 4 access */
    uint64_t addr;
    uint64_t kind; /* as in Z packets: often the size of the instruction; the length of a watchpoint */
} rsp_site;

/* Whether the stub has it, as far as its answers tell. */
typedef enum rsp_site_physical {
    RSP_SITE_OUT,
    RSP_SITE_IN,
    RSP_SITE_UNKNOWN, /* the answer to its last change got lost; the next flush says it again */
} rsp_site_physical;

/* Everything about one site. */
typedef struct rsp_site_info {
    rsp_site site;
    bool enabled; /* logically: what the last enable or disable said */
    rsp_site_physical physical;
    bool held;         /* a change of it waits for the next flush */
    rsp_status status; /* of its last sending: RSP_OK, RSP_REFUSED (error_code), RSP_UNSUPPORTED (type or
                          conditions), RSP_MALFORMED, RSP_TIMEOUT, ...; RSP_OK before the first */
    int error_code;    /* of an Enn result, -1 for none */
} rsp_site_info;

/* Enables a site, logically; sends nothing. Except in non-stop where threads may run: they must not miss
 * it, so a flush is queued at once and goes out with the next call that polls. `conditions` are agent
 * expressions (bytecode, copied), of which one must be true for the site to stop the program; with none it
 * always stops. Enabling again replaces the conditions. RSP_USAGE for a type that does not exist, conditions
 * on a watchpoint, or an empty or over-long (65,535 bytes) expression; RSP_UNSUPPORTED for conditions that
 * the stub did not announce (ConditionalBreakpoints); RSP_LIMIT beyond RSP_LIMIT_CLIENT_SITES; RSP_NO_MEMORY.
 */
rsp_status rsp_client_enable_site(rsp_client *client, const rsp_site *site, const rsp_bytes *conditions,
                                  size_t num_conditions) RSP_MUST_USE;

/* Disables a site, logically; sends nothing, with the same exception. RSP_NOT_FOUND when it was never
 * enabled. */
rsp_status rsp_client_disable_site(rsp_client *client, const rsp_site *site) RSP_MUST_USE;

/* Whether the site is enabled logically; false when it never was. */
bool rsp_client_site_enabled(const rsp_client *client, const rsp_site *site);

/* Whether the stub has it; false when it was never enabled. */
bool rsp_client_site_physically_enabled(const rsp_client *client, const rsp_site *site);

/* Everything about it. False, and *out unchanged, when it was never enabled. */
bool rsp_client_site_info(const rsp_client *client, const rsp_site *site, rsp_site_info *out);

/* The position of a walk over the sites. All-zero is the beginning. */
typedef struct rsp_site_cursor {
    bool started;
    const void *next;
} rsp_site_cursor;

/* The next site, in the order of their first enabling; false at the end. The cursor is valid until a site is
 * enabled or forgotten, or something is flushed or run: a flush forgets the sites that are neither enabled
 * nor in the stub. */
bool rsp_client_next_site(const rsp_client *client, rsp_site_cursor *cursor, rsp_site_info *out);

/* How many sites have a change that is held. */
size_t rsp_client_held_sites(const rsp_client *client);

/* Sends what is held: removals first, last inserted first (so that places and hardware are free, and sites
 * that overlap come out as they went in), then insertions in the order in which they were enabled; process by
 * process, selected with Hg in multiprocess. In as few packets as PacketSize allows in both directions, or by
 * Z and z where the stub has no batched packet; there in no-ack mode several are under way. A batch that is
 * answered by an error as a whole is repeated with Z and z, and the packet is not used again. RSP_OK when
 * the stub is as it should be; RSP_REFUSED when a site failed: its info says why, the others are done all the
 * same, and it is tried again with the next flush unless it is disabled. RSP_MALFORMED for a wrong
 * number of results: the sites of that batch become UNKNOWN. Or what ended it: RSP_TIMEOUT,
 * RSP_CLOSED, ... *out_num_failed may be NULL. Nothing held: RSP_OK and no packet. */
rsp_status rsp_client_flush_sites(rsp_client *client, size_t *out_num_failed) RSP_MUST_USE;

/* Takes everything of a process (0: all) out of the stub in one batch, as before detaching; logically they
 * stay as they are. As flush. */
rsp_status rsp_client_remove_sites(rsp_client *client, int64_t pid, size_t *out_num_failed) RSP_MUST_USE;

/* Steps `thread` ({0, 0}: the last stop's), which stands at `pc`, over the sites there: a stub stops again at
 * once when it resumes at one. They are taken out with the changes that are held, the thread alone steps, and
 * they are enabled again, held until the next resume. Nothing is taken out where there is no enabled site.
 * As rsp_client_run. */
rsp_status rsp_client_step_over(rsp_client *client, rsp_ptid thread, uint64_t pc, uint64_t timeout_ns,
                                const rsp_stop_reply **out_stop) RSP_MUST_USE;

/* Forgets the sites of a process that is gone (0: all) without a packet. Detach, kill, and the stop that says
 * that a process ended do this; exec makes its sites OUT; fork gives the child copies of the parent's
 * software sites that are IN and disabled, so that the next flush cleans the child. */
void rsp_client_forget_sites(rsp_client *client, int64_t pid);

/* The stub passes these signals on to the program without a stop (QPassSignals), in place of those that were
 * named before; `num` 0: none. They are GDB's numbers, which are translated where the stub's are Linux's; one
 * without a number there is left out.
 * RSP_UNSUPPORTED where the stub does not announce the packet, which is not sent then, or gave no reply to it
 * within 2 s, now or before; else as rsp_client_packet. */
rsp_status rsp_client_pass_signals(rsp_client *client, const uint8_t *signals, size_t num) RSP_MUST_USE;

/* --- anything else ----------------------------------------------------------------------------------------
 */

/* Sends one request after everything that is queued and waits for its reply. `payload` is unescaped; it must
 * not resume the program.
 * *out_reply is the decoded payload, borrowed until the next call. RSP_OK for any reply but: RSP_UNSUPPORTED
 * (empty), RSP_REFUSED (an error; its number is in rsp_client_error's offset). */
rsp_status rsp_client_packet(rsp_client *client, rsp_bytes payload, rsp_bytes *out_reply) RSP_MUST_USE;

/* Selects the thread that p, P, g, G, m, x, Z and z mean (Hg), unless it is selected already. pid 0 keeps the
 * process, tid 0 any thread of it. */
rsp_status rsp_client_select(rsp_client *client, rsp_ptid thread) RSP_MUST_USE;

RSP_END_DECLS

#endif

/* The state of the reference stub and what its handlers share.
 * One handler per packet, named in the packet table; each group of packets has its own file.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_STUB_INTERNAL_H
#define RSP_STUB_INTERNAL_H

#ifdef RSP_FAULTS
#include "faults/state.h"
#endif

#include "agreed.h"

#include <rsp/endpoint.h>
#include <rsp/hex.h>
#include <rsp/packet_id.h>
#include <rsp/stub.h>

/* Between stub and client. */
typedef enum stub_session {
    STUB_SESSION_NONE,     /* there is no client */
    STUB_SESSION_TALKING,  /* requests are read and answered */
    STUB_SESSION_FINISHED, /* nothing more is read; the link is to be closed */
} stub_session;

/* What becomes of the debuggees when the client goes (QSetDetachOnError). */
typedef enum stub_parting {
    STUB_PARTING_BY_OPTION, /* the client did not say */
    STUB_PARTING_DETACH,
    STUB_PARTING_KILL,
} stub_parting;

/* One packet's outcome besides its reply text. */
typedef enum stub_reply_kind {
    STUB_REPLY_SEND,  /* the reply buffer is the answer, empty is "not supported" */
    STUB_REPLY_LATER, /* a resume in all-stop: the stop reply answers */
    STUB_REPLY_NONE,  /* k, R */
} stub_reply_kind;

struct rsp_stub {
    rsp_stub_options opt;
    rsp_endpoint wire;
    stub_session session;
    unsigned agreed; /* set of STUB_AGREED_* */
    stub_parting parting;

    rsp_buf reply;     /* scratch: payload of the reply being built */
    rsp_buf scratch;   /* decoded data of one request; made and freed with xfer */
    rsp_bytes request; /* whole payload being handled, as transmitted: for parsers that want its name too */
    stub_reply_kind reply_kind;
    rsp_buf *out;                  /* the caller's, while input or run is under way */
    bool offered[RSP_PACKET_MOST]; /* by packet id: there is a handler, its ops exist and no option withholds
                                     it */

    rsp_ptid general; /* Hg; {0, 0} while none is selected */
    rsp_ptid resume;  /* Hc; may hold -1 */

    struct stub_run *run;       /* run_control.c: resumes, stop queue, notifications */
    struct stub_points *points; /* points.c: breakpoints with conditions and commands */
    struct stub_xfer *xfer;     /* xfer.c: snapshots of objects being read in windows */
    struct stub_files *files;   /* host_io.c: open files */
    struct stub_launch *launch; /* launch.c: program, arguments and environment for the next start */
    struct stub_saved *saved;   /* registers.c: QSaveRegisterState */
#ifdef RSP_FAULTS
    stub_fault_state faults;
#endif
};

/* Each is created by rsp_stub_new, freed by rsp_stub_free, reset by rsp_stub_connect. */
rsp_status stub_run_new(rsp_stub *s);
void stub_run_free(rsp_stub *s);
void stub_run_connect(rsp_stub *s);
rsp_status stub_points_new(rsp_stub *s);
void stub_points_free(rsp_stub *s);
rsp_status stub_xfer_new(rsp_stub *s);
void stub_xfer_free(rsp_stub *s);
void stub_xfer_connect(rsp_stub *s);
rsp_status stub_files_new(rsp_stub *s);
void stub_files_free(rsp_stub *s);
void stub_files_connect(rsp_stub *s);
rsp_status stub_launch_new(rsp_stub *s);
void stub_launch_free(rsp_stub *s);
rsp_status stub_saved_new(rsp_stub *s);
void stub_saved_free(rsp_stub *s);
void stub_saved_connect(rsp_stub *s);
void stub_settings_connect(rsp_stub *s);

static inline bool stub_fault(const rsp_stub *s, rsp_fault fault) {
#ifdef RSP_FAULTS
    return s->opt.fault == fault;
#else
    (void)s;
    (void)fault;
    return false;
#endif
}

static inline bool stub_agreed(const rsp_stub *s, unsigned set) {
    return (s->agreed & set) != 0;
}

static inline void stub_agree(rsp_stub *s, unsigned set, bool on) {
    s->agreed = on ? s->agreed | set : s->agreed & ~set;
}

/* The session is over: nothing more is read, and the link is to be closed. */
static inline void stub_finish(rsp_stub *s) {
    s->session = STUB_SESSION_FINISHED;
}

static inline bool stub_finished(const rsp_stub *s) {
    return s->session == STUB_SESSION_FINISHED;
}

/* What a fault that crashes does to a client: no answer, and the connection is gone. */
static inline void stub_die(rsp_stub *s) {
    s->reply_kind = STUB_REPLY_NONE;
    stub_finish(s);
}

/* errno-like numbers of Enn replies. */
enum {
    STUB_E_GENERAL = 1,
    STUB_E_MEMORY = 0x0e,
    STUB_E_THREAD = 3,
    STUB_E_SYNTAX = 0x16,
    STUB_E_LIMIT = 0x0c
};

/* Replaces the reply by "Enn", with text in the form the client has asked for (error-message+: "E.text";
 * QEnableErrorStrings: "Enn;hex"). `text` is a constant of ours. Never the textual form for m and qRcmd. */
void stub_error(rsp_stub *s, rsp_buf *reply, unsigned number, const char *text);
void stub_ok(rsp_buf *reply);

/* False for a packet that this stub does not have, because of its options or its target: the handler of a
 * shared row (vFile, qXfer) asks it about another one. */
static inline bool stub_offers(const rsp_stub *s, rsp_packet_id id) {
    return s->offered[id];
}

/* Thread-id in the form negotiated. */
void stub_append_ptid(const rsp_stub *s, rsp_buf *out, rsp_ptid id);

/* Resolves an id of a request (0: any, -1 refused) to an exact live thread. A plain id means the
 * general thread's process. RSP_NOT_FOUND, RSP_MALFORMED. */
rsp_status stub_resolve_thread(const rsp_stub *s, rsp_ptid id, rsp_ptid *out);

/* The thread that g, m, Z.. act on; picks a default one when nothing is selected yet. RSP_NOT_FOUND
 * without a process or when the selected one is gone. */
rsp_status stub_general_thread(rsp_stub *s, rsp_ptid *out);

/* LLDB's ";thread:<tid>;" suffix: takes it off *args and gives that thread, else the general thread. */
rsp_status stub_thread_of_request(rsp_stub *s, rsp_bytes *args, rsp_ptid *out);

/* True while the thread counts as running for the client (non-stop: also until its stop is
 * acknowledged). Register requests on it are errors. */
bool stub_thread_runs(const rsp_stub *s, rsp_ptid thread);

/* Called by run control on a breakpoint event: true when it is to be reported. Evaluates conditions and
 * runs commands (points.c). */
bool stub_point_hit(rsp_stub *s, const rsp_target_event *event);

/* A step has ended: the place of the defect that takes it back. */
void stub_point_stepped(rsp_stub *s, const rsp_target_event *event);

/* Bookkeeping of points when processes come and go: a fork copies, exec and exit drop, detach removes. */
/* For defects: takes the points of a process out of memory alone; leaves traps in a child that nobody
 * follows. */
void stub_points_lift(rsp_stub *s, int64_t pid);
void stub_points_plant(rsp_stub *s, int64_t parent, int64_t child);
void stub_points_forked(rsp_stub *s, int64_t parent, int64_t child);
void stub_points_disconnect(rsp_stub *s); /* the client is gone: only points with persistent commands stay */
void stub_points_drop(rsp_stub *s, int64_t pid);
void stub_points_detach(rsp_stub *s, int64_t pid);

/* Program output of the debuggee or of a breakpoint command, routed as O or %Stdio (run_control.c). */
void stub_output(rsp_stub *s, rsp_bytes text);

/* The T reply of a thread as jThreadsInfo, qThreadStopInfo and '?' describe it (stop.c). */
void stub_stop_reply(rsp_stub *s, rsp_ptid thread, rsp_buf *out);

/* Signal number on the wire for a GDB number (native-signals+). */
int stub_wire_signal(const rsp_stub *s, int gdb_signal);
int stub_gdb_signal(const rsp_stub *s, int wire_signal);

#endif

/* The state of the reference stub: its session, what was agreed on, the request under way, and its parts.
 * One noun, and the widest of the layer. Each part is known to its own file alone, but for run control.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_STATE_H
#define STUB_STATE_H

#ifdef RSP_FAULTS
#include "faults/fault_state.h"
#endif

#include "agreed.h"
#include "recent.h"

#include "core/hex.h"
#include "wire/endpoint.h"
#include <rsp/packets.h>
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

struct rsp_stub {
    rsp_stub_options opt;
    rsp_endpoint wire;
    stub_session session;
    unsigned agreed; /* set of STUB_AGREED_* */
    stub_parting parting;
    uint64_t compress_from; /* bytes of a payload from which it is compressed, once that is agreed on */

    rsp_buf reply;          /* scratch: payload of the reply being built */
    rsp_buf scratch;        /* decoded data of one request; made and freed with xfer */
    rsp_buf process_filter; /* lldb_processes.c: of qfProcessInfo, for qsProcessInfo */
    int64_t listed_process; /* which it told last */
    rsp_bytes request; /* whole payload being handled, as transmitted: for parsers that want its name too */
    rsp_buf *out;      /* the caller's, while input or run is under way */
    bool offered[RSP_PACKET_MOST]; /* by packet id: there is a handler, its ops exist and no option withholds
                                     it */

    stub_recent recent; /* recent_reads.h: ranges that the client read last */

    rsp_ptid general; /* Hg; {0, 0} while none is selected */
    rsp_ptid resume;  /* Hc; may hold -1 */

    /* Each is created by rsp_stub_new, freed by rsp_stub_free, reset by rsp_stub_connect. */
    struct stub_run *run;                 /* run_control.h: resumes, stop queue, notifications */
    struct stub_breakpoints *breakpoints; /* breakpoint_table.c: breakpoints with conditions and commands */
    struct stub_xfer *xfer;               /* xfer.c: snapshots of objects being read in windows */
    struct stub_files *files;             /* host_io.c: open files */
    struct stub_launch *launch; /* launch.c: program, arguments and environment for the next start */
    struct stub_saved *saved;   /* registers.c: QSaveRegisterState */
    struct stub_trace *trace;   /* trace.h: tracepoints, variables, frames */
#ifdef RSP_FAULTS
    stub_fault_state faults;
#endif
};

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

/* False for a packet that this stub does not have, because of its options or its target: the handler of a
 * shared row (vFile, qXfer) asks it about another one. */
static inline bool stub_offers(const rsp_stub *s, rsp_packet_id id) {
    return s->offered[id];
}

#endif

/* The state of running: whether threads run, what the client awaits, and what it has not been told yet.
 * One enum with one transition function; the other parts belong to the file that is named with them.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef STUB_RUN_STATE_H
#define STUB_RUN_STATE_H

#include "nonstop.h"
#include "running.h"
#include "stop.h"

/* How the client is served while threads run. */
typedef enum stub_run_state {
    STUB_RUN_HALTED,      /* all-stop: nothing runs, requests are answered at once */
    STUB_RUN_INTERRUPTED, /* as halted, and an interrupt came: the next resume is stopped at once */
    STUB_RUN_AWAITED,     /* all-stop: a stop reply is owed, requests wait in the backlog */
    STUB_RUN_CALLING,     /* as awaited, and nothing runs: the client is to answer a File-I/O request */
    STUB_RUN_NONSTOP,     /* non-stop: no thread runs as far as the client knows */
    STUB_RUN_NONSTOP_ON,  /* non-stop: some thread runs; that none does any more will be told */
    STUB_RUN_UNATTENDED,  /* there is no client, and the program goes on for a trace */
} stub_run_state;

/* What rsp_stub.run points to. Each part is changed by the file that is named, but for faults. */
struct stub_run {
    stub_run_state state;

    /* stop_table.c */
    rsp_hash_table stops;
    stub_stop *spare;
    size_t num_spare;

    /* stop_queue.c: what the client will be told. In all-stop it waits for the next resume. */
    stub_stop *first;
    stub_stop *last;
    size_t num_queued;

    /* nonstop.c */
    stub_notice stop_notice;
    stub_stop *delivered; /* told, and not acknowledged by vStopped; NULL too when its thread is gone */
    stub_notice output_notice;
    rsp_buf output; /* of the program, not sent yet */

    stub_running running;
    bool busy;          /* the target can make progress */
    bool no_memory;     /* an event was lost: the connection is of no use any more */
    rsp_ptid reported;  /* all-stop: thread of the last stop reply; tid 0 when there is none */
    stub_stop last_end; /* how the last process ended; pid 0: none has */

    /* file_io.c, while a call is under way */
    rsp_ptid caller;
    bool call_interrupted; /* an interrupt came */

    /* attach_name.c */
    rsp_buf awaited;  /* name of the program that the client waits for; empty: of none */
    rsp_buf old_pids; /* of processes that had the name before: int64_t each */

    rsp_buf backlog; /* requests that came while a stop reply was owed: 4 bytes of length, payload */

    uint8_t program_signals[RSP_SIGNAL_LIBRT + 1]; /* delivered at detach, by GDB number */

    rsp_ptid listed; /* qsThreadInfo goes on after this one */
    bool listing;

    rsp_buf actions; /* scratch of resume.c */
    rsp_buf resumes;
    rsp_buf registers; /* scratch: one register block */
};

static inline bool stub_non_stop(const rsp_stub *s) {
    return s->run->state == STUB_RUN_NONSTOP || s->run->state == STUB_RUN_NONSTOP_ON;
}

static inline bool stub_awaited(const rsp_stub *s) {
    return s->run->state == STUB_RUN_AWAITED || s->run->state == STUB_RUN_CALLING;
}

/* The one place where the state changes; a step that is not legal is a mistake of ours (assert). */
void stub_enter(rsp_stub *s, stub_run_state next);

/* Halted, nothing queued. RSP_NO_MEMORY. */
rsp_status stub_run_new(rsp_stub *s);
/* Fine when it was never made. */
void stub_run_free(rsp_stub *s);
/* For a new client: halted, no queue, no announcements. What threads stopped for is kept: `?` tells it. */
void stub_run_connect(rsp_stub *s);

#endif

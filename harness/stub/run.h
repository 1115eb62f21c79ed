/* Run control's own state: which threads have stopped and why, and what the client has been told of it.
 * Shared by stop_table.c, stop_queue.c, stop.c, resume.c, run_control.c and nonstop.c.
 * Not public. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_STUB_RUN_H
#define RSP_STUB_RUN_H

#include "running.h"
#include "stub_internal.h"
#include <rsp/hash_table.h>

#include <rsp/packet_table.h>
#include <rsp/signals.h>
#include <rsp/vcont.h>

/* Why a thread is stopped, beyond what a target reports: just stopped, with the signal in `signal`. */
enum { STUB_STOP_PLAIN = -1, STUB_STOP_NO_RESUMED = -2 };

/* What the client knows of a stop, and whether it waits in the queue. */
typedef enum stub_stop_state {
    STUB_STOP_KNOWN,    /* the client was told, or asked itself */
    STUB_STOP_UNKNOWN,  /* new; or sent in non-stop and not acknowledged yet */
    STUB_STOP_QUEUED,   /* will be told in its turn */
    STUB_STOP_REQUEUED, /* known, and will be told again, as `?` in non-stop asks for all */
} stub_stop_state;

/* One stop. Those of live threads are found by thread id; ends of threads and processes exist only until they
 * are told. A thread that was held without an event of its own has none. */
typedef struct stub_stop {
    rsp_hash_node node; /* first: nodes are cast back */
    rsp_ptid thread;    /* tid 0: head of the chain of one process, no stop */
    stub_stop_state state;
    int kind;   /* rsp_target_event_kind or STUB_STOP_* */
    int signal; /* GDB numbering */
    uint64_t address;
    uint64_t number;
    uint64_t pc; /* when it stopped; a later resume from elsewhere makes the event stale */
    rsp_ptid child;
    rsp_buf text;              /* exec path */
    struct stub_stop *prev;    /* queue */
    struct stub_stop *next;    /* queue, or list of spare ones */
    struct stub_stop *sibling; /* same process */
    struct stub_stop *older;   /* same process, the other way; NULL for the head */
} stub_stop;

/* The end of a thread, of a process, or of all running: no record of a live thread. */
static inline bool stub_stop_is_end(const stub_stop *stop) {
    return stop->kind == RSP_TARGET_THREAD_EXITED || stop->kind == RSP_TARGET_PROCESS_EXITED ||
           stop->kind == RSP_TARGET_PROCESS_KILLED || stop->kind == STUB_STOP_NO_RESUMED;
}

static inline bool stub_stop_waits(const stub_stop *stop) {
    return stop->state == STUB_STOP_QUEUED || stop->state == STUB_STOP_REQUEUED;
}

/* The client does not know it: in non-stop its thread still counts as running. */
static inline bool stub_stop_untold(const stub_stop *stop) {
    return stop->state == STUB_STOP_UNKNOWN || stop->state == STUB_STOP_QUEUED;
}

/* How the client is served while threads run. */
typedef enum stub_run_state {
    STUB_RUN_HALTED,      /* all-stop: nothing runs, requests are answered at once */
    STUB_RUN_INTERRUPTED, /* as halted, and an interrupt came: the next resume is stopped at once */
    STUB_RUN_AWAITED,     /* all-stop: a stop reply is owed, requests wait in the backlog */
    STUB_RUN_NONSTOP,     /* non-stop: no thread runs as far as the client knows */
    STUB_RUN_NONSTOP_ON,  /* non-stop: some thread runs; that none does any more will be told */
} stub_run_state;

/* A queue of notifications: one is sent, the client fetches the others. */
typedef enum stub_notice {
    STUB_NOTICE_IDLE, /* nothing is announced */
    STUB_NOTICE_DUE,  /* to be announced once the reply of the request under way is out */
    STUB_NOTICE_OPEN, /* from the notification, or from `?`, to the OK that ends the sequence */
} stub_notice;

struct stub_run {
    stub_run_state state;

    /* stop_table.c */
    rsp_hash_table stops;
    stub_stop *spare;
    size_t num_spare;

    /* stop_queue.c: what the client has not been told yet. In all-stop it waits for the next resume. */
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
    return s->run->state == STUB_RUN_AWAITED;
}

/* run_control.c: the one place where the state changes. */
void stub_enter(rsp_stub *s, stub_run_state next);

/* stop_table.c. `set` finds or makes the record of a live thread, empties it and takes it out of the queue;
 * NULL without memory. */
stub_stop *stub_stop_find(const rsp_stub *s, rsp_ptid thread);
stub_stop *stub_stop_set(rsp_stub *s, rsp_ptid thread);
stub_stop *stub_stop_make_end(rsp_stub *s, rsp_ptid thread, int kind);
void stub_stop_fill(stub_stop *stop, const rsp_target_event *event, const rsp_mem *mem);
void stub_stop_release(rsp_stub *s, stub_stop *stop);
/* Forgets what is known of one thread, or of all threads of a process but `keep_tid` (0: none). */
void stub_stop_forget(rsp_stub *s, rsp_ptid thread);
void stub_stop_forget_process(rsp_stub *s, int64_t pid, int64_t keep_tid);
void stub_stop_free_all(rsp_stub *s);

/* stop_queue.c */
void stub_queue_push(rsp_stub *s, stub_stop *stop);
/* Takes it out of the queue, if it is there; what the client knows of it stays. */
void stub_queue_remove(rsp_stub *s, stub_stop *stop);
/* The client knows the stop now. It leaves the queue. */
void stub_queue_told(rsp_stub *s, stub_stop *stop);
/* Drops everything in the queue; ends are released. */
void stub_queue_clear(rsp_stub *s);
/* Drops the queued ends of threads of a process that was killed or detached. */
void stub_queue_drop_process(rsp_stub *s, int64_t pid);

/* run_control.c: whether the client has asked for this kind of event. */
bool stub_wants_event(const rsp_stub *s, rsp_target_event_kind kind);

/* stop.c: the text of one stop; and a plain stop for a thread without record. */
void stub_stop_text(rsp_stub *s, const stub_stop *stop, rsp_buf *out);
void stub_thread_pc(rsp_stub *s, rsp_ptid thread, uint64_t *out_pc);
/* "trace", "breakpoint".. or NULL. */
const char *stub_stop_lldb_reason(const rsp_stub *s, const stub_stop *stop);
/* pc, sp and fp, each through `append`. */
typedef void stub_append_register(rsp_buf *out, unsigned regnum, rsp_bytes value, bool first);
void stub_expedite(rsp_stub *s, rsp_ptid thread, rsp_buf *out, stub_append_register *append);

/* send.c: one packet to the client; a notification, which is never sent again. */
void stub_send(rsp_stub *s, rsp_bytes payload);
void stub_notify(rsp_stub *s, const char *name, rsp_bytes payload);
/* Where bytes for the client go during a call; NULL between calls. */
void stub_use_output(rsp_stub *s, rsp_buf *out);

/* run_control.c */
rsp_target_sink stub_on_event;
/* Holds every thread of every process that runs. */
void stub_hold_all(rsp_stub *s);
/* All-stop: sends this stop as the reply that is owed. An end is released with it. */
void stub_report(rsp_stub *s, stub_stop *stop);
/* A resume is answered by a stop that waits. An interrupt that came before waits for the next resume. */
void stub_report_pending(rsp_stub *s, stub_stop *stop);
void stub_remember_end(rsp_stub *s, const stub_stop *stop);
void stub_interrupt(rsp_stub *s);
/* After a run of the target: no-resumed, announcements. */
void stub_after_run(rsp_stub *s);
void stub_update_events(rsp_stub *s);
/* Process came under control held: it becomes the selected one. `signal` for its `?`. */
void stub_process_started(rsp_stub *s, int64_t pid, int signal);
/* Process leaves control: forgets all about it. */
void stub_process_left(rsp_stub *s, int64_t pid);

/* nonstop.c: announces the first of the queue unless a sequence is under way; sends waiting output. */
void stub_announce(rsp_stub *s);
/* Stops in the queue are announced after the reply, unless a sequence is under way. */
void stub_announce_later(rsp_stub *s);
/* All that is due after the reply of a request. */
void stub_settle(rsp_stub *s);
/* All-stop: program output as O packets. */
void stub_send_output(rsp_stub *s);
void stub_acknowledge(rsp_stub *s);
/* Takes the first stop off the queue; its text goes to `out`. */
void stub_deliver(rsp_stub *s, rsp_buf *out);
void stub_flush_output(rsp_stub *s);

/* threads.c */
bool stub_has_process(const rsp_stub *s);
bool stub_first_thread(const rsp_stub *s, int64_t pid, rsp_ptid *out);
/* Each live thread once: start with {0, 0}; false at the end. */
bool stub_next_thread(const rsp_stub *s, rsp_ptid *thread);

/* launch.c: starts the program that was named last. */
rsp_status stub_launch_start(rsp_stub *s, int64_t *out_pid, rsp_error *error);
rsp_status stub_launch_set_default(rsp_stub *s);

/* receive.c */
rsp_status stub_receive(rsp_stub *s, rsp_bytes in);
void stub_receive_event(rsp_stub *s, rsp_wire_event *event);
void stub_receive_backlog(rsp_stub *s);
/* One request, and what follows its reply. */
void stub_handle(rsp_stub *s, rsp_bytes payload);
void stub_dispatch(rsp_stub *s, rsp_bytes payload);

/* Does the packet table say of this request that it lets the program run? */
static inline bool stub_is_resume(rsp_bytes request) {
    return rsp_packet_effect(rsp_packet_identify(request)) == RSP_EFFECT_RESUMES;
}

/* features.c: fills s->offered. */
void stub_features_init(rsp_stub *s);

#endif

/* The adapter itself: what its rooms share. Each part of it is written by one file, which is named.
 * Requests come in by connection.c, wait in the queue, and are served by dispatch.c.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_ADAPTER_OBJECT_H
#define RSP_DAP_ADAPTER_OBJECT_H

#include "dap/frame.h"
#include "dap_adapter/adapter.h"
#include "debuggee/loader.h"
#include "link/attended.h"
#include "serve/hooks.h"
#include "serve/queue.h"

struct control;

/* How far the session is. */
typedef enum adapter_phase {
    PHASE_NEW,         /* before initialize */
    PHASE_INITIALIZED, /* capabilities are told */
    PHASE_STARTED,     /* launch or attach was accepted */
    PHASE_OVER,        /* disconnect was answered, or the editor is gone */
} adapter_phase;

/* What the program does. */
typedef enum adapter_motion {
    MOTION_NONE, /* there is none */
    MOTION_STANDS,
    MOTION_RUNS,
} adapter_motion;

/* A thread in use for a call, which is put back whatever the editor wants. */
typedef enum adapter_use {
    USE_NONE,
    USE_HELD,    /* nothing is given up */
    USE_RUNS,    /* but the run */
    USE_AWAITED, /* it runs, and an interrupt was not heard: only the end of the session leaves it */
} adapter_use;

/* What is waited for on the stub's link. */
typedef enum adapter_wait {
    WAIT_REPLY, /* an answer: given up with the request that needs it, unless that finishes */
    WAIT_LOOK,  /* one that only tells of the program: given up with any request, and for the session's end */
    WAIT_STOP,  /* the program's stop, which may be left */
} adapter_wait;

/* A request of ours that the editor has not answered. */
typedef struct adapter_question {
    struct adapter_question *next;
    int64_t seq;
    adapter_answered *done;
    void *ctx;
} adapter_question;

/* The program and all that is on it. */
typedef struct adapter_program {
    rsp_dap_opened target;
    rsp_link *link; /* the target's, attended */
    rsp_session *session;
    rsp_client *client;
    rsp_conditionals *breakpoints;
    rsp_debuggee debuggee;
    rsp_modules modules; /* of the debuggee */
    rsp_loader loader;
    adapter_program_place look;
} adapter_program;

/* The conversation with the editor. Written by connection.c. */
typedef struct adapter_editor {
    rsp_link *link;
    rsp_dap_reader reader;
    rsp_buf piece;
    rsp_buf out;
    int64_t last_seq;
    bool gone; /* nothing more will come from it */
    bool deaf; /* nothing more can be told to it */
    adapter_question *questions;
} adapter_editor;

/* The requests. Written by dispatch.c. */
typedef struct adapter_serving {
    adapter_queue queue;
    adapter_request *active; /* the innermost in work */
    bool timed_out;          /* a request got no answer of the stub in time: its answer may still come */
    bool glances;            /* the wait for the program's stop is only a look */
    uint64_t last_handle;
    int64_t last_progress;
    uint64_t resume_by_ns; /* a resume waits, and views in front of it end then; RSP_NEVER_NS */
} adapter_serving;

/* What is known of the program while it stands. Written by stop.c. */
typedef struct adapter_at_stop {
    rsp_arena arena;
    rsp_stop_reply
        *stop; /* the one that the editor knows of, where a call has come after it; NULL: the last */
    void *look;
    int64_t last_id;
    rsp_ptid *threads;
    size_t num_threads;
    bool has_threads;
    bool endless;      /* the stub's list of threads did not end: it is not asked for again */
    rsp_ptid ahead_of; /* the thread for which adapter_ahead has something to tell; tid 0: none */
    size_t ahead;
} adapter_at_stop;

/* What whoever controls the program does for the requests. */
typedef struct adapter_duties {
    /* What a handler has started: a resume, events behind its reply. */
    void (*after_request)(adapter *a);
    /* Tells the editor what the program has printed. */
    void (*attend_program)(adapter *a);
    /* Whether a request needs the wait for the stop to be left. */
    bool (*wants_wait_left)(adapter *a);
    /* See adapter_run_alone. */
    rsp_status (*run_alone)(adapter *a, rsp_ptid thread, uint64_t until, rsp_buf *out_why);
    /* Halts the running program unseen; false, and why it could not be. */
    bool (*halt)(adapter *a, rsp_buf *out_why);
} adapter_duties;

struct rsp_dap_adapter {
    rsp_dap_adapter_options options;
    const adapter_hooks *hooks; /* never NULL */
    void *hook_state;
    const adapter_command *const *tables; /* NULL ends them */
    const adapter_duties *duties;         /* never NULL */
    char trouble[160];

    adapter_phase phase;
    bool leaving;     /* the session is over, and the program is put in order: nothing cancels that */
    rsp_status ended; /* RSP_OK while the session goes on */
    adapter_editor editor;
    adapter_serving serving;

    adapter_motion motion;
    json_t *client_arguments; /* of initialize */
    adapter_program program;
    rsp_link_beside beside;
    struct control *control;
    adapter_use use;
    adapter_wait wait;
    adapter_at_stop at_stop;
};

/* --- connection.c --- */

/* Reads what there is from the editor and takes it in; waits for it until `until_ns`. */
void adapter_receive(adapter *a, uint64_t until_ns);
/* What the links call before they wait, see link/attended.h. */
rsp_status adapter_attend(void *ctx);
/* The session is over for this reason; keeps the first one. */
void adapter_end(adapter *a, rsp_status status, const char *why);

/* --- dispatch.c --- */

/* A message of the editor's; takes it. */
void adapter_take(adapter *a, json_t *message, size_t bytes);
/* Serves one request; it leaves the queue unless its reply was put off. */
void adapter_serve(adapter *a, adapter_request *request);
/* The waiting request that is served next; NULL: none may be. */
adapter_request *adapter_next(adapter *a);
/* Serves what may be served while another request is in work. */
void adapter_serve_beside(adapter *a);
/* Answers a request that was given up, and takes it out of the queue. */
void adapter_give_up(adapter *a, adapter_request *request);
/* Answers all that is left when the session is over. */
void adapter_end_requests(adapter *a);
/* Answers a request that could not be read. */
void adapter_refuse(adapter *a, const json_t *request, const char *why);
/* The row of a command; NULL. */
const adapter_command *adapter_find_command(const adapter *a, const char *name);

/* --- cancel.c --- */

/* Serves `cancel`, at once and whatever is in work. */
void adapter_cancel(adapter *a, adapter_request *request);

/* --- progress.c --- */

/* Tells an editor that wants to know it that the request in work takes long, when it is time for that. */
void adapter_tell_progress(adapter *a);
/* The request is about to be answered: its progress ends, if one was told. */
void adapter_end_progress(adapter *a, adapter_request *request);
/* When adapter_tell_progress has something to tell; RSP_NEVER_NS. */
uint64_t adapter_progress_due(const adapter *a);

/* --- stop.c --- */

/* The program is about to run: what was kept of the stop goes. */
void adapter_forget_stop(adapter *a);
/* The thread has come to the beginning of so many inlined functions, and has not entered them. */
void adapter_set_ahead(adapter *a, rsp_ptid thread, size_t num);

#endif

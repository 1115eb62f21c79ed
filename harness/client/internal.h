/* The client's state, shared by its files: jobs in order, packets under way, what is known of the stub.
 * queue.c moves jobs on; read.c, write.c, flush.c, resume.c and packet.c are the kinds of job.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_INTERNAL_H
#define RSP_CLIENT_INTERNAL_H

#include <rsp/client_request.h>
#include <rsp/client_split.h>
#include <rsp/tdesc.h>

typedef struct client_job client_job;

/* A kind of job. `advance`, `answer` and `free` are required. */
typedef struct job_kind {
    /* Sends what it can now (client_send) or finishes (job_finish). True: jobs behind it may send, too. */
    bool (*advance)(rsp_client *c, client_job *job);
    /* The answer to one of its packets; `token` is what was given to client_send. Not called once the job is
     * cancelled, unless it `learns`. */
    void (*answer)(rsp_client *c, client_job *job, void *token, const rsp_answer *answer);
    /* One of its packets was taken out of the queue before it was sent. */
    void (*plucked)(rsp_client *c, client_job *job, void *token);
    /* Cancelled while something runs for it. */
    void (*stop)(rsp_client *c, client_job *job);
    /* Just before it is called back: completes the result. */
    void (*ready)(rsp_client *c, client_job *job);
    void (*free)(rsp_client *c, client_job *job);
    bool learns;    /* answers count although it is cancelled, and it completes behind the last of them */
    bool exclusive; /* starts when everything before it is complete, and holds back what is behind it */
} job_kind;

struct client_job {
    client_job *next;
    const job_kind *kind;
    rsp_client_callback callback;
    rsp_client_result result; /* status: while it is not finished, RSP_OK or what it will fail with */
    size_t outstanding;       /* packets that are queued in the session or sent */
    bool parked;              /* waits for a stop in non-stop: stands in nobody's way */
    bool internal;            /* nobody's request: not counted as pending */
    bool cancelled;
    bool finished;
};

/* A packet that the session has. */
typedef struct client_flight {
    struct client_flight *next;
    rsp_request_id id;
    client_job *job; /* NULL: its job is gone */
    void *token;
} client_flight;

/* A stop that was reported and not fetched (non-stop). */
typedef struct client_stop {
    struct client_stop *next;
    size_t len;
    uint8_t data[];
} client_stop;

/* Waits for a request of a call that waits; its result is kept in *out (slices: valid until the next call).
 */
typedef struct client_wait {
    bool done;
    rsp_client_result result;
} client_wait;

/* A breakpoint site. Conditions are kept as they go on the wire, "X<len>,<hex>...". */
typedef struct client_site {
    struct client_site *next; /* in the order of their first enabling */
    struct client_site *chain;
    rsp_site_info info; /* `held` is computed when asked for */
    rsp_buf wanted;     /* conditions, logically */
    rsp_buf inside;     /* and those that the stub has */
    bool lifted;        /* out of the way while a thread steps over it, though enabled */
    uint64_t enabled_at;
    uint64_t inserted_at;
} client_site;

typedef struct client_sites {
    client_site *first;
    client_site *last;
    size_t num;
    client_site **buckets; /* num_buckets is a power of two, or 0 */
    size_t num_buckets;
    uint64_t clock; /* for enabled_at and inserted_at */
} client_sites;

struct rsp_client {
    rsp_client_options options;
    rsp_session *session;
    rsp_error error;

    /* the stub */
    rsp_client_support support[RSP_USE_COUNT];
    rsp_buf features;
    size_t packet_bytes;
    unsigned vcont;
    bool non_stop;
    rsp_client_dialect read_dialect; /* of MultiMemRead; AUTO: not known yet */
    bool probing;                    /* one range went out to find it */
    rsp_client_dialect x_dialect;
    bool batch_proven; /* a batched breakpoint packet was answered well */
    bool extended;
    size_t num_processes;
    rsp_ptid selected; /* by Hg, as far as the stub told; {0, 0} unknown */
    rsp_ptid wanted;   /* by the Hg under way */

    /* jobs */
    client_job *jobs;
    client_job *last_job;
    size_t num_jobs;
    rsp_ticket last_ticket;
    client_flight *flight;
    client_flight *last_flight;
    size_t num_flight;
    bool advancing;
    bool progressed;
    bool front;        /* the job that advances has nothing unfinished before it */
    rsp_status broken; /* after a timeout: out of step with the stub, until rsp_client_resync */
    rsp_buf request;   /* a payload being built */
    rsp_buf reply;     /* the last reply of a call that waits */

    /* stops */
    client_job *running; /* all-stop: the resume under way */
    rsp_buf stop_text;
    rsp_stop_reply stop;
    bool have_stop;
    bool stop_fresh;  /* nothing was resumed or written since */
    bool block_fresh; /* the same of `block`, the reply to g for `block_thread` */
    rsp_ptid block_thread;
    rsp_buf block;
    bool described;
    rsp_tdesc description;
    client_stop *stops;
    client_stop *last_stop;
    size_t num_stops;
    bool draining;         /* vStopped is under way */
    rsp_ticket run_ticket; /* of the last resume of a call that waits */
    client_wait run;
    rsp_ptid run_thread; /* whom it was for */
    bool moved_run;      /* Hc was sent for one thread */

    client_sites sites;
    bool some_run; /* non-stop: threads were resumed that are not known one by one */
    bool hurried;  /* a flush for threads that run is queued */
};

/* --- queue.c --- */

/* A job of `size` bytes that begins with a client_job; NULL without memory. */
void *job_new(rsp_client *c, size_t size, const job_kind *kind, rsp_client_callback callback);
/* Puts it at the end; frees it for a status other than RSP_OK. */
rsp_status job_submit(rsp_client *c, client_job *job, rsp_ticket *out_ticket);
/* It is complete: called back before the next poll or advance ends. */
void job_finish(rsp_client *c, client_job *job, rsp_status status);
/* The same with words. */
void job_fail(rsp_client *c, client_job *job, rsp_status status, const char *what);

/* Gives a payload to the session for a job. A failure finishes the job: false. */
bool client_send(rsp_client *c, client_job *job, void *token, rsp_bytes payload, uint64_t timeout_ns);
/* Whether the session should get more packets now. */
bool client_has_room(const rsp_client *c);

/* RSP_OK for REPLY, UNSUPPORTED for empty, REFUSED for an error, else the outcome's; fills the error. */
rsp_status client_answer_status(const rsp_answer *answer, const char *packet, rsp_error *error);

/* The callback that fills a client_wait. */
void client_waited(void *ctx, rsp_client *c, const rsp_client_result *result);
static inline rsp_client_callback client_wait_for(client_wait *wait) {
    return (rsp_client_callback){.done = client_waited, .ctx = wait};
}
rsp_status client_wait_end(rsp_client *c, rsp_ticket ticket, client_wait *wait);

/* RSP_OK when calls that wait make sense: nothing runs in all-stop. */
rsp_status client_may_ask(rsp_client *c);

/* Keeps the error of a call that waits and returns its status. */
rsp_status client_keep(rsp_client *c, const rsp_error *error, rsp_status status);

/* --- packet.c --- */

/* rsp_client_packet without looking at the reply: RSP_OK for any. */
rsp_status client_ask(rsp_client *c, rsp_bytes payload, uint64_t timeout_ns, rsp_bytes *out_reply);
/* Builds into c->request. */
rsp_buf *client_request(rsp_client *c);

/* Whether Hg must be sent to work in this process (0: no), and its payload. */
bool client_must_select(const rsp_client *c, rsp_ptid thread);
void client_select_build(rsp_client *c, rsp_buf *out, rsp_ptid thread);
/* What the answer to it says. */
rsp_status client_selected(rsp_client *c, const rsp_answer *answer, rsp_error *error);

/* --- registers.c --- */

/* What is known of registers is out of date. */
void client_registers_stale(rsp_client *c);
/* The target description, fetched once; NULL where there is none that can be used. */
const rsp_tdesc *client_description(rsp_client *c);

/* --- connect.c --- */

bool client_uses(const rsp_client *c, rsp_client_use use);
/* Unless it is off. */
void client_learn(rsp_client *c, rsp_client_use use, rsp_client_support support);

/* --- resume.c --- */

/* How long a call waits for a stop that names no time of its own. */
#define CLIENT_STOP_TIMEOUT_NS (10 * RSP_NS_PER_S)

/* No program is left: runs (non-stop) whose stop was waited for are over. */
void client_runs_over(rsp_client *c);

/* A stop of the program while non-stop, as a stop reply. */
void client_nonstop_stopped(rsp_client *c, rsp_bytes payload);

/* --- stops.c --- */

/* Takes a stop reply as the last stop. RSP_MALFORMED; the old one is gone then. */
rsp_status client_take_stop(rsp_client *c, rsp_bytes payload, rsp_error *error);
void client_on_event(rsp_client *c, const rsp_session_event *event);
void client_stops_free(rsp_client *c);
/* A copy of a stop reply; NULL without memory. */
client_stop *client_stop_new(rsp_client *c, rsp_bytes payload);
/* Fetches the stops that the stub has queued (vStopped). */
void client_drain(rsp_client *c);
/* The thread of a stop; {pid, 0} of a process that ended. */
rsp_ptid client_stop_id(const rsp_client *c, const rsp_stop_reply *stop);

/* --- sites.c --- */

client_site *client_site_find(const rsp_client *c, const rsp_site *site);
/* Whether the stub should have it now, and whether it must be told. */
bool client_site_wanted(const client_site *site);
bool client_site_held(const client_site *site);
/* Takes out of the table what is disabled and not in the stub. */
void client_sites_sweep(rsp_client *c);
void client_sites_free(rsp_client *c);
/* What a stop means for them. */
void client_sites_stopped(rsp_client *c, const rsp_stop_reply *stop);

/* --- flush.c --- */

/* The flush as a part of other jobs: prepare, then advance until it is done. */
typedef struct client_flush client_flush;
client_flush *client_flush_new(rsp_client *c, bool remove_all, int64_t pid);
void client_flush_free(rsp_client *c, client_flush *flush);
/* Sends what it can; true when everything is answered. A session that ended fails the job. */
bool client_flush_advance(rsp_client *c, client_job *job, client_flush *flush);
void client_flush_answer(rsp_client *c, client_job *job, client_flush *flush, void *token,
                         const rsp_answer *answer);
void client_flush_plucked(client_flush *flush, void *token);
/* The outcome for the job's result. */
rsp_status client_flush_result(const client_flush *flush, rsp_client_result *result);

#endif

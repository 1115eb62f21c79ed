/* Running: site changes first, then the resume, then the stop, as one job.
 * All-stop: the resume's answer is the stop. Non-stop: it is OK, and the stop comes as a notification.
 * Source: GDB manual, Packets (vCont, c, s, Hc, bc, bs); Interrupts; File-I/O Remote Protocol Extension. */
/* SPDX-License-Identifier: MIT */
#include "child.h"
#include "client_state.h"

#include "core/hex.h"
#include "core/limits.h"
#include "core/mem.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>
#include <rsp/payload.h>

typedef enum resume_stage {
    STAGE_FLUSH,
    STAGE_CHOOSE, /* the sites are there */
    STAGE_SELECT, /* Hc, where there is no vCont */
    STAGE_SEND,
    STAGE_SENT,
    STAGE_CHILD,     /* the program forked: its child is let go, then it goes on */
    STAGE_INTERRUPT, /* non-stop, cancelled: vCtrlC or vCont;t is to be sent */
    STAGE_STOPPING,
} resume_stage;

typedef struct resume_job {
    client_job base;
    rsp_move how;
    resume_stage stage;
    client_flush *flush;
    client_child child;
    client_stop *stop; /* the stop that ended it */
    rsp_move after;    /* apart: `how` again, once the child is done */
    unsigned num_fileio;
    unsigned num_refused;   /* forms of Hc for all threads */
    rsp_status lead_status; /* of the register write that went ahead */
    bool hard;              /* vCtrlC is missing: vCont;t */
    bool loose;             /* not waited for any more: its stop goes to the queue */
    bool apart;             /* a vfork's child runs: only the thread that waits for it goes on */
} resume_job;

static resume_job *resume_of(client_job *job) {
    return (resume_job *)(void *)job;
}

/* --- what is sent --- */

static bool goes_back(const rsp_move *how) {
    return how->action == RSP_MOVE_BACK_STEP || how->action == RSP_MOVE_BACK_CONTINUE;
}

static bool goes_on(const rsp_move *how) {
    return how->action == RSP_MOVE_CONTINUE || how->action == RSP_MOVE_BACK_CONTINUE;
}

static rsp_ptid target(const rsp_client *c, const rsp_move *how) {
    rsp_ptid id = how->thread;
    bool any = id.pid == 0 && id.tid == 0;
    if (any && !goes_on(how))
        id = rsp_client_stop_thread(c);
    else if (!any && id.pid == 0)
        id.pid = rsp_client_stop_thread(c).pid;
    return id;
}

/* Whom the signal is for: one thread, also where all go on. {0, 0}: not known. */
static rsp_ptid signalled(const rsp_client *c, const rsp_move *how) {
    if (how->signal_to.tid > 0)
        return how->signal_to;
    const rsp_ptid id = target(c, how);
    const rsp_ptid last = rsp_client_stop_thread(c);
    return id.tid <= 0 && rsp_ptid_matches(id, last) && last.tid > 0 ? last : id;
}

/* The first action that names a thread counts. */
static void build_vcont(rsp_client *c, rsp_buf *out, const rsp_move *how) {
    static const char ops[][2] = {
        [RSP_MOVE_CONTINUE] = {'c', 'C'}, [RSP_MOVE_STEP] = {'s', 'S'}, [RSP_MOVE_RANGE] = {'r', 'r'}};
    const rsp_ptid id = target(c, how);
    const rsp_ptid to = how->signal ? signalled(c, how) : id;
    const bool apart = !rsp_ptid_equal(to, id);
    const uint8_t signal = client_wire_signal(c, how->signal);
    const bool named = id.pid != 0 || id.tid != 0;
    rsp_vcont_action actions[3];
    size_t num = 0;
    if (apart)
        actions[num++] = (rsp_vcont_action){.op = 'C', .signal = signal, .has_id = true, .id = to};
    actions[num++] = (rsp_vcont_action){.op = ops[how->action][how->signal != 0 && !apart],
                                        .signal = apart ? 0 : signal,
                                        .has_id = named,
                                        .id = id,
                                        .start = how->start,
                                        .end = how->end};
    if (how->others && named)
        actions[num++] = (rsp_vcont_action){.op = 'c'};
    if (rsp_vcont_build(out, actions, num, client_uses(c, RSP_USE_MULTIPROCESS)) != RSP_OK &&
        out->status == RSP_OK)
        out->status = RSP_LIMIT;
}

static void build_back(rsp_buf *out, const rsp_move *how) {
    const bool step = how->action == RSP_MOVE_BACK_STEP;
    rsp_buf_append(out, rsp_packet_name(step ? RSP_PACKET_REVERSE_STEP : RSP_PACKET_REVERSE_CONTINUE));
}

static void build_plain(const rsp_client *c, rsp_buf *out, const rsp_move *how) {
    bool step = how->action == RSP_MOVE_STEP;
    rsp_buf_push(out, (uint8_t)(how->signal ? (step ? 'S' : 'C') : (step ? 's' : 'c')));
    if (how->signal)
        rsp_hex_append_fixed(out, client_wire_signal(c, how->signal), 2);
}

static bool legal(const rsp_client *c, const rsp_move *how) {
    const bool without_signal = how->action == RSP_MOVE_RANGE || goes_back(how);
    return (size_t)how->action <= RSP_MOVE_BACK_CONTINUE && !(without_signal && how->signal) &&
           !(rsp_client_is_non_stop(c) && (goes_back(how) || !client_uses(c, RSP_USE_VCONT)));
}

/* What the stub lacks for it; NULL: nothing. */
static const char *lacks(const rsp_client *c, const rsp_move *how) {
    switch (how->action) {
    case RSP_MOVE_RANGE:
        return rsp_client_vcont(c) & RSP_VCONT_RANGE ? NULL : "stepping over a range";
    case RSP_MOVE_BACK_STEP:
        return client_uses(c, RSP_USE_BACK_STEP) ? NULL : "stepping back";
    case RSP_MOVE_BACK_CONTINUE:
        return client_uses(c, RSP_USE_BACK_CONTINUE) ? NULL : "going back";
    case RSP_MOVE_CONTINUE:
    case RSP_MOVE_STEP:
        break;
    }
    return NULL;
}

/* --- stages --- */

static bool flush_stage(rsp_client *c, resume_job *job) {
    client_job *base = &job->base;
    if (!job->flush && rsp_client_held_sites(c) > 0)
        job->flush = client_flush_new(c, false, 0);
    else if (!job->flush)
        return true;
    if (!job->flush) {
        job_fail(c, base, RSP_NO_MEMORY, "preparing site changes");
        return false;
    }
    if (!client_flush_advance(c, base, job->flush))
        return false;
    rsp_error kept = base->result.error;
    rsp_status status = client_flush_result(job->flush, &base->result);
    if (status == RSP_OK || (status == RSP_REFUSED && job->how.despite_sites)) {
        base->result.error = kept;
        return true;
    }
    job_finish(c, base, status);
    return false;
}

/* All threads, in the order of trial: the first as GDB says it, in multiprocess mode, too. gdbserver 13
 * refuses that, ends at p-1.-1, and lets all go on by p0.0; its 0 is one thread. */
static const char *const forms_of_all[2][2] = {{"-1", "0"}, {"-1", "p0.0"}};

/* Hc for one thread, or back to all of them when the last one was. True: nothing to be sent (any more). */
static bool select_stage(rsp_client *c, resume_job *job) {
    rsp_ptid id = target(c, &job->how);
    bool all = id.pid == 0 && id.tid == 0;
    const bool names_threads = client_uses(c, RSP_USE_VCONT) && !goes_back(&job->how);
    if (names_threads || (all && !c->run.one_thread))
        return true;
    rsp_buf *request = client_request(c);
    rsp_buf_str(request, "Hc");
    if (all)
        rsp_buf_str(request, forms_of_all[client_uses(c, RSP_USE_MULTIPROCESS)][job->num_refused]);
    else
        rsp_ptid_append(request, id, client_uses(c, RSP_USE_MULTIPROCESS));
    c->run.one_thread = !all;
    (void)client_send(c, &job->base, NULL, rsp_buf_bytes(request), 0);
    return false;
}

static void send_resume(rsp_client *c, resume_job *job) {
    client_job *base = &job->base;
    rsp_buf *request = client_request(c);
    if (goes_back(&job->how))
        build_back(request, &job->how);
    else if (client_uses(c, RSP_USE_VCONT))
        build_vcont(c, request, &job->how);
    else
        build_plain(c, request, &job->how);
    if (request->status != RSP_OK) {
        job_fail(c, base, request->status, "building a resume");
        return;
    }
    client_registers_stale(c);
    client_halted_resumed(c, job->how.others ? (rsp_ptid){0} : target(c, &job->how));
    if (job->how.signal && job->how.signal_to.tid > 0)
        client_halted_resumed(c, job->how.signal_to);
    c->run.thread = job->how.thread.tid ? job->how.thread : rsp_client_stop_thread(c);
    if (c->run.lead.len > 0 && !client_send(c, base, &c->run.lead, rsp_buf_bytes(&c->run.lead), 0))
        return;
    rsp_buf_clear(&c->run.lead);
    if (!client_send(c, base, NULL, rsp_buf_bytes(request), rsp_client_is_non_stop(c) ? 0 : RSP_NEVER_NS))
        return;
    job->stage = STAGE_SENT;
    if (!rsp_client_is_non_stop(c))
        c->run.running = base;
}

static void send_interrupt(rsp_client *c, resume_job *job) {
    rsp_buf *request = client_request(c);
    /* One thread is stopped by name: vCtrlC stops whichever the stub likes. */
    if (job->how.thread.tid > 0 && (rsp_client_vcont(c) & RSP_VCONT_STOP))
        job->hard = true;
    if (job->hard) {
        rsp_vcont_action action = {.op = 't', .has_id = job->how.thread.tid != 0, .id = job->how.thread};
        if (rsp_vcont_build(request, &action, 1, client_uses(c, RSP_USE_MULTIPROCESS)) != RSP_OK)
            return;
    } else {
        rsp_buf_append(request, rsp_packet_name(RSP_PACKET_VCTRLC));
    }
    if (client_send(c, &job->base, NULL, rsp_buf_bytes(request), 0))
        job->stage = STAGE_STOPPING;
}

/* The program goes on, and its breakpoints with it, except while the child of a vfork uses its memory. */
static void leave_child(rsp_client *c, resume_job *job) {
    if (job->child.shares) {
        job->after = job->how;
        job->how = (rsp_move){.action = RSP_MOVE_CONTINUE, .thread = job->child.parent};
    } else if (job->apart) {
        job->how = job->after;
    }
    job->apart = job->child.shares;
    job->how.signal = 0; /* it is delivered */
    job->stage = job->apart ? STAGE_SEND : STAGE_FLUSH;
    client_flush_free(c, job->flush);
    job->flush = NULL;
    rsp_mem_free(c->options.mem, job->stop);
    job->stop = NULL;
}

static bool resume_advance(rsp_client *c, client_job *base) {
    resume_job *job = resume_of(base);
    if (job->stage == STAGE_CHILD && client_child_advance(c, base, &job->child))
        leave_child(c, job);
    if (job->stage == STAGE_FLUSH) {
        const char *missing = lacks(c, &job->how);
        if (missing) {
            job_fail(c, base, RSP_UNSUPPORTED, missing);
            return false;
        }
        if (!flush_stage(c, job))
            return false;
        job->stage = STAGE_CHOOSE;
    }
    if (job->stage == STAGE_CHOOSE && base->state != JOB_FINISHED) {
        job->stage = select_stage(c, job) ? STAGE_SEND : STAGE_SELECT;
    }
    if (job->stage == STAGE_SEND && base->state != JOB_FINISHED)
        send_resume(c, job);
    return false;
}

/* --- answers --- */

/* The stub wants a system call done: it is told that we do none, and goes on. */
static void refuse_fileio(rsp_client *c, resume_job *job) {
    if (job->num_fileio++ >= RSP_LIMIT_CLIENT_FILEIO) {
        job_fail(c, &job->base, RSP_LIMIT, "File-I/O requests");
        return;
    }
    (void)client_send(c, &job->base, NULL, RSP_LIT("F-1,270f"), RSP_NEVER_NS);
}

static void stopped(rsp_client *c, resume_job *job, rsp_bytes payload) {
    rsp_stop_reply reply;
    c->run.running = NULL;
    if (job->stop)
        return;
    rsp_status status = rsp_stop_reply_parse(&reply, payload, &job->base.result.error);
    if (status == RSP_OK)
        job->stop = client_stop_new(c, payload);
    if (status == RSP_OK && !job->stop)
        status = rsp_fail(&job->base.result.error, RSP_NO_MEMORY, "no memory for a stop reply");
    if (status == RSP_OK)
        client_sites_stopped(c, &reply);
    status = status == RSP_OK ? job->lead_status : status;
    if (job->loose && status == RSP_OK)
        (void)client_stops_push(c, payload);
    job_finish(c, &job->base, status);
}

/* The program forked and its child is to be let go. The stop is kept: cancelled now, the resume ends with it.
 */
static bool meets_child(rsp_client *c, resume_job *job, rsp_bytes payload) {
    rsp_stop_reply reply;
    if (rsp_stop_reply_parse(&reply, payload, NULL) != RSP_OK || !client_child_begin(c, &job->child, &reply))
        return false;
    c->run.running = NULL;
    job->stop = client_stop_new(c, payload);
    job->stage = STAGE_CHILD;
    return true;
}

static void child_answer(rsp_client *c, resume_job *job, void *token, const rsp_answer *answer) {
    rsp_status status =
        client_child_answer(c, &job->base, &job->child, token, answer, &job->base.result.error);
    if (status != RSP_OK)
        job_finish(c, &job->base, status == RSP_REFUSED || status == RSP_UNSUPPORTED ? RSP_OK : status);
}

/* A stub without Hc has one thread. */
static void select_answer(rsp_client *c, resume_job *job, const rsp_answer *answer) {
    rsp_error error = {0};
    rsp_status status = client_answer_status(answer, "Hc", &error);
    const bool all = !c->run.one_thread;
    job->stage = STAGE_SEND;
    if (status == RSP_OK || status == RSP_UNSUPPORTED)
        return;
    c->run.one_thread = true; /* what was chosen before still is */
    if (status == RSP_REFUSED && all && job->num_refused + 1 < RSP_ARRAY_LEN(forms_of_all[0])) {
        job->num_refused++;
        job->stage = STAGE_CHOOSE;
        return;
    }
    job->base.result.error = error;
    job_finish(c, &job->base, status);
}

/* vCont was only announced, and the stub does not know it: nothing has happened. */
static bool lacks_vcont(rsp_client *c, resume_job *job, rsp_status status) {
    if (status != RSP_UNSUPPORTED || goes_back(&job->how) || !client_vcont_denied(c))
        return false;
    c->run.running = NULL;
    job->stage = STAGE_CHOOSE;
    return true;
}

static void resume_sent_answer(rsp_client *c, resume_job *job, const rsp_answer *answer) {
    client_job *base = &job->base;
    rsp_error error = {0};
    rsp_status status = client_answer_status(answer, "the resume", &error);
    bool ok = rsp_bytes_equal(answer->payload, RSP_LIT("OK"));
    if (lacks_vcont(c, job, status))
        return;
    if (status != RSP_OK) {
        c->run.running = NULL;
        if (rsp_client_is_non_stop(c))
            client_halted_add(c, target(c, &job->how));
        base->result.error = error;
        job_finish(c, base, status);
    } else if (rsp_client_is_non_stop(c) && ok) {
        if (base->state == JOB_ACTIVE)
            job_park(base);
        /* Who is among "all" is not known: some of them may run from now on whatever stops. */
        c->run.some_unknown |= job->how.others || target(c, &job->how).tid <= 0;
        if (base->cancelled)
            job->stage = STAGE_INTERRUPT;
        if (base->cancelled)
            send_interrupt(c, job);
    } else if (!rsp_client_is_non_stop(c) && answer->payload.len > 1 && answer->payload.ptr[0] == 'F') {
        refuse_fileio(c, job);
    } else if (!meets_child(c, job, answer->payload)) {
        stopped(c, job, answer->payload);
    }
}

static void resume_answer(rsp_client *c, client_job *base, void *token, const rsp_answer *answer) {
    resume_job *job = resume_of(base);
    if (token == &c->run.lead) {
        job->lead_status = client_answer_status(answer, "a register write", &base->result.error);
    } else if (job->flush && job->stage == STAGE_FLUSH) {
        client_flush_answer(c, base, job->flush, token, answer);
    } else if (job->stage == STAGE_SELECT) {
        select_answer(c, job, answer);
    } else if (job->stage == STAGE_CHILD) {
        child_answer(c, job, token, answer);
    } else if (job->stage == STAGE_SENT) {
        resume_sent_answer(c, job, answer);
    } else if (!job->hard && answer->outcome != RSP_OUTCOME_REPLY && base->state == JOB_PARKED) {
        job->hard = true;
        send_interrupt(c, job);
    }
}

static void resume_plucked(rsp_client *c, client_job *base, void *token) {
    resume_job *job = resume_of(base);
    if (job->flush && job->stage == STAGE_FLUSH)
        client_flush_plucked(job->flush, token);
    else if (job->stage == STAGE_CHILD)
        client_child_plucked(&job->child, token);
    if (c->run.running == base)
        c->run.running = NULL;
}

/* Cancelled. What was sent of the flush is waited for; a running program is interrupted. */
static void resume_stop(rsp_client *c, client_job *base) {
    resume_job *job = resume_of(base);
    if (base->state == JOB_PARKED) {
        send_interrupt(c, job);
    } else if (c->run.running == base) {
        rsp_status status = rsp_session_interrupt_resume(c->session);
        if (status != RSP_OK)
            job_fail(c, base, status, "interrupting");
    }
}

static void resume_ready(rsp_client *c, client_job *base) {
    resume_job *job = resume_of(base);
    if (!job->stop || job->loose)
        return;
    rsp_status status =
        client_take_stop(c, rsp_bytes_make(job->stop->data, job->stop->len), &base->result.error);
    if (status == RSP_OK)
        base->result.stop = &c->stops.reply;
    else if (!base->cancelled)
        base->result.status = status;
}

static void resume_free(rsp_client *c, client_job *base) {
    resume_job *job = resume_of(base);
    client_flush_free(c, job->flush);
    client_child_free(c, &job->child);
    rsp_mem_free(c->options.mem, job->stop);
    rsp_mem_free(c->options.mem, job);
}

static const job_kind resume_kind = {
    .advance = resume_advance,
    .answer = resume_answer,
    .plucked = resume_plucked,
    .stop = resume_stop,
    .ready = resume_ready,
    .free = resume_free,
    .learns = true,
    .exclusive = true,
};

rsp_status rsp_client_submit_resume(rsp_client *c, rsp_ticket *out_ticket, const rsp_move *how,
                                    rsp_client_callback callback) {
    const rsp_move set = how ? *how : (rsp_move){0};
    if (!legal(c, &set))
        return RSP_USAGE;
    resume_job *job = job_new(c, sizeof *job, &resume_kind, callback);
    if (!job)
        return RSP_NO_MEMORY;
    job->how = set;
    return job_submit(c, &job->base, out_ticket);
}

/* --- non-stop --- */

/* Whether a stop is one that this resume waits for. */
static bool concerns(const rsp_client *c, const resume_job *job, const rsp_stop_reply *stop) {
    return stop->kind == RSP_STOP_NO_RESUMED ||
           rsp_ptid_matches(target(c, &job->how), client_stop_id(c, stop));
}

bool client_some_run(const rsp_client *c) {
    const client_job *job = rsp_client_is_non_stop(c) ? c->queue.first : NULL;
    while (job && job->state != JOB_PARKED)
        job = job->next;
    return job || c->run.some_unknown;
}

void client_nonstop_stopped(rsp_client *c, rsp_bytes payload) {
    rsp_stop_reply reply;
    if (rsp_stop_reply_parse(&reply, payload, NULL) != RSP_OK)
        return;
    client_halted_note(c, &reply);
    for (client_job *base = c->queue.first; base; base = base->next) {
        bool waits =
            base->kind == &resume_kind && base->state != JOB_FINISHED && resume_of(base)->stage >= STAGE_SENT;
        if (waits && concerns(c, resume_of(base), &reply)) {
            stopped(c, resume_of(base), payload);
            return;
        }
    }
    if (client_stops_push(c, payload))
        client_sites_stopped(c, &reply);
}

void client_runs_over(rsp_client *c) {
    c->run.some_unknown = false;
    for (client_job *job = c->queue.first; job; job = job->next)
        if (job->state == JOB_PARKED) {
            (void)rsp_fail(&job->result.error, RSP_CANCELLED, "the program is gone");
            job_finish(c, job, RSP_CANCELLED);
        }
}

/* --- calls that wait --- */

/* In non-stop a run that is not waited for has its stop in the queue with the others. */
static void let_go(rsp_client *c) {
    if (c->run.wait.done && c->run.wait.result.status == RSP_OK)
        (void)client_stops_push(c, rsp_buf_bytes(&c->stops.text));
    for (client_job *job = c->queue.first; job; job = job->next)
        if (job->state == JOB_PARKED && job->result.ticket == c->run.ticket) {
            job->callback = (rsp_client_callback){0};
            resume_of(job)->loose = job->internal = true;
        }
    c->run.ticket = 0;
}

static rsp_status start(rsp_client *c, const rsp_move *how) {
    rsp_status status = client_may_ask(c);
    if (status != RSP_OK)
        return status;
    c->run.wait = (client_wait){0};
    c->run.ticket = 0;
    status = rsp_client_submit_resume(c, &c->run.ticket, how, client_wait_for(&c->run.wait));
    if (status != RSP_OK)
        return rsp_fail(&c->error, status, "resuming: %s", rsp_status_text(status));
    c->queue.last->internal = true;
    return RSP_OK;
}

static rsp_status run_result(rsp_client *c, const rsp_stop_reply **out_stop) {
    c->run.ticket = 0;
    if (out_stop && c->run.wait.result.status == RSP_OK)
        *out_stop = &c->stops.reply;
    return client_keep(c, &c->run.wait.result.error, c->run.wait.result.status);
}

rsp_status rsp_client_resume(rsp_client *c, const rsp_move *how) {
    client_validate(c);
    rsp_status status = start(c, how);
    while (status == RSP_OK && !c->run.wait.done && !c->run.running) {
        bool parked = false;
        for (const client_job *job = c->queue.first; job; job = job->next)
            parked |= job->state == JOB_PARKED && job->result.ticket == c->run.ticket;
        if (parked)
            break;
        status = rsp_client_poll(c, rsp_session_deadline(c->session));
        status = status == RSP_TIMEOUT ? RSP_OK : status;
    }
    if (status == RSP_OK && !c->run.wait.done) /* out with it */
        status = rsp_client_poll(c, rsp_session_now(c->session));
    if (c->run.wait.done && c->run.wait.result.status != RSP_OK)
        return run_result(c, NULL);
    if (rsp_client_is_non_stop(c))
        let_go(c);
    return status == RSP_TIMEOUT ? RSP_OK : status;
}

static rsp_status take_queued(rsp_client *c, const rsp_stop_reply **out_stop) {
    client_stop *stop = client_stops_pop(c);
    rsp_status status = client_take_stop(c, rsp_bytes_make(stop->data, stop->len), &c->error);
    rsp_mem_free(c->options.mem, stop);
    if (status == RSP_OK && out_stop)
        *out_stop = &c->stops.reply;
    return status;
}

/* Until a stop that nobody asked for is there. */
static rsp_status wait_queued(rsp_client *c, uint64_t deadline, const rsp_stop_reply **out_stop) {
    rsp_status status = RSP_OK;
    rsp_client_advance(c);
    while (!c->stops.first) {
        if (status == RSP_TIMEOUT && rsp_session_now(c->session) >= deadline)
            return rsp_fail(&c->error, RSP_TIMEOUT, "no stop before the deadline");
        if (status != RSP_OK && status != RSP_TIMEOUT)
            return rsp_fail(&c->error, status, "waiting for a stop: %s", rsp_status_text(status));
        status = rsp_client_poll(c, deadline);
    }
    return take_queued(c, out_stop);
}

rsp_status rsp_client_wait_stop(rsp_client *c, uint64_t timeout_ns, const rsp_stop_reply **out_stop) {
    client_validate(c);
    if (out_stop)
        *out_stop = NULL;
    if (client_is_advancing(c))
        return RSP_USAGE;
    if (timeout_ns == 0)
        timeout_ns = CLIENT_STOP_TIMEOUT_NS;
    if (rsp_client_is_non_stop(c))
        return wait_queued(c, rsp_deadline(rsp_session_now(c->session), timeout_ns), out_stop);
    if (!c->run.ticket)
        return rsp_fail(&c->error, RSP_USAGE, "nothing is running");
    rsp_status status = c->run.wait.done ? RSP_OK : rsp_client_await(c, c->run.ticket, timeout_ns);
    if (c->run.wait.done)
        return run_result(c, out_stop);
    return rsp_fail(&c->error, status, "no stop before the deadline");
}

rsp_status rsp_client_run(rsp_client *c, const rsp_move *how, uint64_t timeout_ns,
                          const rsp_stop_reply **out_stop) {
    client_validate(c);
    if (out_stop)
        *out_stop = NULL;
    rsp_status status = start(c, how);
    if (status != RSP_OK)
        return status;
    rsp_ticket ticket = c->run.ticket;
    status = rsp_client_await(c, ticket, timeout_ns ? timeout_ns : CLIENT_STOP_TIMEOUT_NS);
    if (c->run.wait.done)
        return run_result(c, out_stop);
    if (rsp_client_is_non_stop(c))
        let_go(c);
    return rsp_fail(&c->error, status, "no stop before the deadline");
}

rsp_status rsp_client_interrupt(rsp_client *c) {
    client_validate(c);
    rsp_bytes reply;
    if (c->run.running) {
        (void)rsp_session_output(c->session, rsp_session_now(c->session));
        rsp_status status = rsp_session_interrupt_resume(c->session);
        return status == RSP_OK ? RSP_OK : rsp_fail(&c->error, status, "interrupting");
    }
    if (!rsp_client_is_non_stop(c))
        return rsp_fail(&c->error, RSP_USAGE, "nothing is running");
    rsp_status status = client_ask(c, rsp_packet_name(RSP_PACKET_VCTRLC), 0, &reply);
    if (status != RSP_UNSUPPORTED)
        return status;
    rsp_buf *request = client_request(c);
    const rsp_vcont_action stop = {.op = 't'};
    status = rsp_vcont_build(request, &stop, 1, false);
    return status == RSP_OK ? client_ask(c, rsp_buf_bytes(request), 0, &reply) : status;
}

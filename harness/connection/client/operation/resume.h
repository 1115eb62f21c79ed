/* The run under way, and what is known of the processes that may run.
 * All-stop: one job runs the program. Non-stop: runs that are waited for are parked jobs.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_RESUME_H
#define RSP_CLIENT_RESUME_H

#include "queue.h"

/* How long a call waits for a stop that names no time of its own. */
#define CLIENT_STOP_TIMEOUT_NS (10 * RSP_NS_PER_S)

/* All-zero is valid. */
typedef struct client_run {
    const client_job *running; /* all-stop: the resume under way */
    rsp_ticket ticket;         /* of the last resume of a call that waits */
    client_wait wait;
    rsp_ptid thread;      /* whom it was for */
    size_t num_processes; /* as far as stops and requests tell */
    rsp_buf lead;         /* a register write that goes out in one piece with the next resume */
    bool one_thread;      /* Hc was sent for one thread */
    bool some_unknown;    /* non-stop: threads were resumed that are not known one by one */
} client_run;

/* No program is left: runs (non-stop) whose stop was waited for are over. */
void client_runs_over(rsp_client *c);
/* Whether threads may run now that a site change would miss (non-stop). */
bool client_some_run(const rsp_client *c);

/* A stop of the program while non-stop, as a stop reply. */
void client_nonstop_stopped(rsp_client *c, rsp_bytes payload);

#endif

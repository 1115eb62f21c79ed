/* Waiting for messages of the adapter: a response by its request, an event or a request by its name.
 * What was taken by a step is not taken again. A wait that fails says how: a hang, a crash, a closed link.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SUITE_WAIT_H
#define RSP_DAP_SUITE_WAIT_H

#include "play/play.h"

/* No entry of the log. */
#define WAIT_NONE SIZE_MAX

/* Which messages count: of a kind, by name ("": any), to a request (kind RESPONSE), with a body that fits. */
typedef struct dap_wait_filter {
    rsp_dap_kind kind;
    const char *name;
    int64_t request_seq;
    const json_t *body;    /* NULL: any */
    const json_t *success; /* of responses; NULL: any */
    size_t from;           /* place in the log from which they count */
    bool taken_too;        /* also those that a step was about */
} dap_wait_filter;

/* The first such message in the log so far; WAIT_NONE. */
size_t dap_wait_look(const play *p, const dap_wait_filter *filter);

/* How many there are. */
size_t dap_wait_count(const play *p, const dap_wait_filter *filter);

/* Waits for one and takes it. WAIT_NONE: the play has failed; `what` names it in the message. */
size_t dap_wait_for(play *p, const dap_wait_filter *filter, uint64_t within_ns, const char *what);

/* Takes in what comes until the adapter closes its output. RSP_OK when it has, or RSP_TIMEOUT. */
rsp_status dap_wait_end(play *p, uint64_t within_ns);

/* Whether the adapter was ended by a signal; says so as a crash. */
bool dap_wait_crashed(play *p);

#endif

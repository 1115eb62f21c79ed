/* One play of a scenario: the session, values by name, and how it failed.
 * Messages of a play have names: requests by `as` or by their command, events by `as` or by their name.
 * Private to the layer. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_DAP_SUITE_PLAY_H
#define RSP_DAP_SUITE_PLAY_H

#include "dap/session.h"
#include "dap_suite/scenario.h"

/* How a step failed. */
typedef struct dap_play_failure {
    bool failed;
    rsp_verdict verdict; /* FAIL, HANG, CRASH or ERROR */
    char message[240];
    char expected[512];
    char got[512];
    char common[240]; /* what other scenarios that fail so have in common with it, for causes; "": nothing */
    char breach[200]; /* a sentence of what happened, for a heading; "": the message says it */
    uint32_t line;
    uint32_t column;
    size_t entry; /* of the log, where it showed */
} dap_play_failure;

typedef struct play {
    rsp_dap_session session;
    const rsp_dap_scenario *scenario;
    json_t *names;    /* values by name; owned */
    json_t *messages; /* name -> index in the log, of ours (requests) and the adapter's; owned */
    json_t *seqs;     /* name of a request -> seq; owned */
    json_t
        *capabilities;  /* of the adapter, from its initialize response; borrowed from the log, NULL before */
    rsp_link *debuggee; /* started beside the adapter; owned, NULL for none */
    uint64_t timeout_ns;
    uint64_t start_ns;      /* how long `initialize` may take */
    uint64_t most_wait_ns;  /* no wait is longer; 0: any */
    uint64_t end_ns;        /* of the whole play */
    const rsp_dap_step *at; /* the step that is played */
    bool closed;            /* we have closed the adapter's input */
    bool cancelled;         /* the run was cut short in a wait */
    bool hidden;            /* a step needs a request at work, and nothing shows whether it is */
    bool signalled;         /* a signal of ours ends it */
    bool disconnecting;     /* disconnect was sent */
    dap_play_failure failure;
} play;

/* Says how the step failed, once. Returns false. */
bool dap_play_fail(play *p, rsp_verdict verdict, const char *fmt, ...) RSP_PRINTF(3, 4);

/* The same with what was expected and what came. */
bool dap_play_differs(play *p, size_t entry, const char *what, const json_t *expected, const char *problem);

/* The key of the step's map with its values put in; a new reference. NULL where it is not written; a name
 * without value fails the play, which `ok` tells. */
json_t *dap_play_value(play *p, const json_t *spec, const char *key, bool *ok);

/* Says of the failure what other scenarios that fail so have in common with it, once. Returns false. */
bool dap_play_common(play *p, const char *fmt, ...) RSP_PRINTF(2, 3);

/* The place in the log behind the message that the step's `since` names; 0 where it names none. False for a
 * name that there is not. */
bool dap_play_since(play *p, const json_t *spec, size_t *out_from);

/* Gives a name to a value (a reference that is taken). False without memory, and for NULL. */
bool dap_play_name(play *p, const char *name, const char *member, json_t *value);

#endif

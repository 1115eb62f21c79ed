/* A child of the program, which is let go so that only the program is debugged. All-stop.
 * It is a part of the resume in which the program forked: begin, then advance until it is done.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_CHILD_H
#define RSP_CLIENT_CHILD_H

#include "flush.h"

/* All-zero is valid: no child. */
typedef struct client_child {
    int64_t pid;
    client_flush *flush; /* breakpoints that the child must not meet are taken out */
    rsp_ptid parent;     /* the thread that forked */
    bool cleaned;
    bool shares; /* vfork: it uses the program's memory until vforkdone, and breakpoints are out till then */
} client_child;

/* Takes a stop that tells of a child, or of the end of vfork. False: it is another stop, or the client shows
 * children (its options), or there is no memory. */
bool client_child_begin(rsp_client *c, client_child *child, const rsp_stop_reply *stop);
/* Sends what it can; true when the child is gone. */
bool client_child_advance(rsp_client *c, client_job *job, client_child *child);
/* Takes the reply to one of its packets. RSP_OK; else the stub does not let it go. */
rsp_status client_child_answer(rsp_client *c, client_job *job, client_child *child, void *token,
                               const rsp_answer *answer, rsp_error *error);
/* One of its packets was taken back before it was sent. */
void client_child_plucked(client_child *child, void *token);
/* Frees what it holds. */
void client_child_free(rsp_client *c, client_child *child);

#endif

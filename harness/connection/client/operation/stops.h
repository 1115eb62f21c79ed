/* Stops: the last one, those of non-stop that nobody has fetched, and the packet that asks for more.
 * A stop reply is copied before it is taken apart, so that its slices live until the next one.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_CLIENT_STOPS_H
#define RSP_CLIENT_STOPS_H

#include "queue.h"

/* A stop that was reported and not fetched (non-stop). */
typedef struct client_stop {
    struct client_stop *next;
    size_t len;
    uint8_t data[];
} client_stop;

/* Whether the last stop still describes the program. */
typedef enum client_last_stop {
    STOP_NONE,
    STOP_STALE, /* something was resumed or written since */
    STOP_FRESH, /* its registers are those of the program */
} client_last_stop;

/* All-zero but for the memory is valid. */
typedef struct client_stops {
    client_last_stop state;
    rsp_stop_reply reply; /* the last stop; borrows from `text` */
    rsp_buf text;
    client_stop *first; /* the queue of non-stop */
    client_stop *last;
    size_t num;
    const client_job *drain; /* vStopped is under way */
    bool notified;           /* and another notification has come since */
} client_stops;

/* Takes a stop reply as the last stop. RSP_MALFORMED; the old one is gone then. */
rsp_status client_take_stop(rsp_client *c, rsp_bytes payload, rsp_error *error);
/* Its registers no longer hold. */
void client_stop_stale(rsp_client *c);
/* The thread of a stop; {pid, 0} of a process that ended. */
rsp_ptid client_stop_id(const rsp_client *c, const rsp_stop_reply *stop);

/* A copy of a stop reply; NULL without memory. */
client_stop *client_stop_new(rsp_client *c, rsp_bytes payload);
/* The last stop goes to the end of the queue. False: there are too many, or no memory. */
bool client_stops_again(rsp_client *c);
/* For whoever asks next; false when there are too many, or no memory. */
bool client_stops_push(rsp_client *c, rsp_bytes payload);
/* The first that is queued for a thread, or for the end of its process; NULL: none is. */
const client_stop *client_stops_find(const rsp_client *c, rsp_ptid thread);
/* Takes that stop out of the queue: it is the caller's then. NULL: none is there. */
client_stop *client_stops_take(rsp_client *c, rsp_ptid thread);
/* Drops what says that nothing runs: something does again. */
void client_stops_drop_idle(rsp_client *c);
/* The oldest, which is the caller's then; NULL when there is none. */
client_stop *client_stops_pop(rsp_client *c);
void client_stops_drop(rsp_client *c); /* all of them */
/* Fetches the stops that the stub has queued (vStopped). */
void client_drain(rsp_client *c);

/* Takes an event of the session: stops of non-stop are kept here, all others go to the user's on_event. */
void client_on_event(rsp_client *c, const rsp_session_event *event);
/* Asserts what always holds. */
void client_stops_validate(const client_stops *stops);
/* Frees the last stop and the queue. */
void client_stops_free(rsp_client *c);

#endif

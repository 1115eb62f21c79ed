/* A stub whose answers a list of messages gives by the request: "m>0011" is for requests that begin with "m".
 * For fuzz targets of what asks a stub many things.
 * A peer of an in-process link. */
/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_SCRIPTED_STUB_H
#define FUZZ_SCRIPTED_STUB_H

#include "fuzz.h"

#include "grammar/messages.h"
#include "link/peer.h"

/* What the choice byte switches; it is a letter in most inputs. */
typedef enum scripted_switch {
    SCRIPTED_ACKS = 1,
    SCRIPTED_SILENT = 2,   /* says nothing where no message fits; else the empty reply */
    SCRIPTED_GREETS = 4,   /* the first answer is sent to whoever connects */
    SCRIPTED_PROGRAM = 8,  /* for the target: it may let the program run */
    SCRIPTED_REFUSES = 16, /* a next client */
    SCRIPTED_SECOND = 32,  /* one beside it is refused, or heard where it greets; else it waits */
} scripted_switch;

/* Of several messages for a request each answers once, the last of them ever after. A message that stands for
 * a new connection closes it. Set `list` and `choice`. */
typedef struct scripted_stub {
    const rsp_messages *list;
    uint8_t choice; /* set of scripted_switch */
    bool served;    /* a client was there */
    bool used[RSP_LIMIT_MESSAGES];
    uint64_t num_requests;
} scripted_stub;

/* The peer that it is; `stub` must outlive the link. */
rsp_peer scripted_stub_peer(scripted_stub *stub);

#endif

/* A client over the reference stub with a bundled program, in virtual time, with everything recorded.
 * Counts round trips as the reports do. For tests of layer client; the stub's options choose what it lacks.
 * Everything that goes wrong in here fails the test. */
/* SPDX-License-Identifier: MIT */
#ifndef CLIENT_WORLD_H
#define CLIENT_WORLD_H

#include "ask.h"

#include "client/client_request.h"
#include "link/peer.h"
#include "link/shape.h"
#include "trace/exchange.h"

typedef struct client_world {
    ask ask; /* stub and machine; change options between init and start */
    rsp_session_options session_options;
    rsp_client_options options;
    uint64_t rtt_ns;
    const rsp_shape *shape; /* NULL: the link is as it should be */
    rsp_link *link;
    rsp_transcript *transcript;
    rsp_exchanges exchanges;
    rsp_session *session;
    rsp_client *client;
    rsp_buf sent; /* payloads of the requests, one a line */
} client_world;

/* Defaults: /bin/scratch or what is named, run-length off, no round-trip time. */
void world_init(client_world *w, const char *program);

/* Starts everything and connects. */
void world_start(client_world *w);

/* The same without connecting. */
void world_open(client_world *w);
void world_end(client_world *w);

/* Round trips since the last call. */
uint64_t world_round_trips(client_world *w);

/* Requests since the last call, "Z0,1000,4\nvCont;c\n"; valid until the next. */
const char *world_sent(client_world *w);

/* Packets sent since the last call that begin so. Does not forget them. */
size_t world_count(client_world *w, const char *prefix);

#endif

/* A proxy at work: relays one connection after the other, watches both sides by monitors, and records them.
 * Who connects, and where the stub is, is the caller's business.
 * Stands on relay.h, which has the loop. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PROXY_SERVICE_H
#define RSP_PROXY_SERVICE_H

#include "link/shape.h"
#include "proxy/monitor.h"
#include "proxy/recorder.h"
#include "proxy/relay.h"

RSP_BEGIN_DECLS

/* Which way a shape is applied to. */
typedef enum rsp_proxy_way {
    RSP_PROXY_BOTH_WAYS,
    RSP_PROXY_TO_STUB,
    RSP_PROXY_FROM_STUB,
} rsp_proxy_way;

/* The shape of a debugger's link, which lies between the debugger and us: `done` one way or both ways, on top
 * of half of `rtt_ns` each way. */
rsp_shape rsp_proxy_shape(const rsp_shape_way *done, rsp_proxy_way way, uint64_t rtt_ns, uint64_t seed);

/* How one connection ended. */
typedef struct rsp_proxy_ended {
    uint64_t number;
    rsp_relay_end end;
    rsp_link_end program; /* the stub's, where we started it */
    bool cut;             /* the shape has cut it, as was asked */
    const char *trouble;  /* of ours; "" for none */
    uint64_t duration_ns;
    uint64_t bytes[RSP_PROXY_ENDS];      /* that an end has sent */
    uint64_t unfinished[RSP_PROXY_ENDS]; /* bytes of a packet that it did not finish */
    bool waiting;                        /* a request had no answer */
    char request[80];                    /* which, printable */
    char words[160];                     /* the stub's last line, printable; "" for none */
} rsp_proxy_ended;

/* Whether it ended as sessions do: closed by someone, with nothing left hanging. */
bool rsp_proxy_ended_well(const rsp_proxy_ended *ended);

/* How to serve. `stub_name` is required, the rest may be zero. Everything is borrowed. */
typedef struct rsp_proxy_service_options {
    rsp_proxy_options proxy;
    const char *stub_name;                        /* in transcripts */
    rsp_monitor_found *found;                     /* called for each violation of the stub */
    uint64_t (*look)(void *ctx, uint64_t now_ns); /* as in rsp_relay: called after each round */
    bool client;                                  /* judge the debugger, too */
    rsp_monitor_breach *breach;                   /* called for each of its breaches */
    void *ctx;                                    /* of all three */
    uint64_t cut_after_bytes;                     /* of the shape: an end after so many is no fault */
    rsp_proxy_way cut_way;
    rsp_clock clock; /* [monotonic] */
} rsp_proxy_service_options;

/* Fields are for reading, but `recorder`. */
typedef struct rsp_proxy_service {
    rsp_proxy_service_options options;
    rsp_proxy *proxy;
    rsp_monitor *stub;      /* the stub's side; the only one when bytes pass as they are */
    rsp_monitor *client;    /* the debugger's side when accelerating; else NULL */
    rsp_recorder *recorder; /* NULL: nothing is recorded; set by the caller, who owns it */
    bool moved;             /* bytes have passed; the caller may reset it */
} rsp_proxy_service;

/* Makes proxy and monitors. RSP_NO_MEMORY; free it in either case. */
rsp_status rsp_proxy_service_init(rsp_proxy_service *s,
                                  const rsp_proxy_service_options *options) RSP_MUST_USE;

/* Frees proxy and monitors. All-zero is fine. */
void rsp_proxy_service_free(rsp_proxy_service *s);

/* The monitor of what the debugger sees. */
const rsp_monitor *rsp_proxy_service_debugger(const rsp_proxy_service *s);

/* Relays one connection until it ends, and says how in *out; `out->number` is left alone. The links stay the
 * caller's. Recording needs that the caller taps them (rsp_proxy_service_tap). */
void rsp_proxy_service_relay(rsp_proxy_service *s, rsp_link *client, rsp_link *stub, rsp_proxy_ended *out);

/* Records what passes a link from now on, where something is recorded. Tap the debugger's link before it is
 * shaped: the recording shows what the debugger saw. */
void rsp_proxy_service_tap(rsp_proxy_service *s, rsp_link *link, rsp_proxy_end end);

RSP_END_DECLS

#endif

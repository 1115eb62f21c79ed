/* The stubs of a fuzzer: opened by the host, calibrated once, kept alive where a start takes long.
 * The player plays to the stub of `link`.
 * Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_STUB_SUPPLY_H
#define RSP_NETFUZZ_STUB_SUPPLY_H

#include "netfuzz/fuzzer.h"

/* A stub after the lists that were played to it. It gets no better. */
typedef enum stub_health {
    STUB_WELL,
    STUB_IN_DOUBT, /* it fell silent or closed the connection; it may still serve a new client */
    STUB_GONE,
} stub_health;

typedef struct stub_supply {
    rsp_link *link;          /* to the current stub; NULL between sessions and replays */
    rsp_link *kept;          /* to a slow-starting stub, alive between two sessions or replays; NULL */
    stub_health health;      /* of the current stub */
    stub_health kept_health; /* of the kept one */
    bool reused;             /* the current stub has served before */
    bool unused;             /* the link is open for the next stub_supply_open: there may be no other stub */
    bool want_fresh;         /* the next open must not take the kept stub */
    bool calibrated;         /* the player is */
    bool one_client;         /* stubs end, or are deaf, after their first connection */
    uint64_t first_start_ns; /* start time of the first stub; 0 before it */
} stub_supply;

/* Opens the kept stub, unless `want_fresh` is set, or a fresh one; failed starts are repeated as the options
 * say. The player begins with it. The status of the host's `open`. */
rsp_status stub_supply_open(rsp_fuzzer *f, rsp_error *error);

/* Ends the current stub. */
void stub_supply_close(rsp_fuzzer *f);

/* Ends the current and the kept stub. */
void stub_supply_free(rsp_fuzzer *f);

/* The current stub is not needed any more: it is kept if it starts slowly and is well, else closed. */
void stub_supply_leave(rsp_fuzzer *f);

/* Whether stubs take so long to start that they are kept: scripts and runtimes. */
bool stub_supply_is_slow(const rsp_fuzzer *f);

/* Call it with the result of each list: it decides whether the stub can be kept. */
void stub_supply_note_played(rsp_fuzzer *f, rsp_played played);

/* Calibrates the player with the first stub, once. The first session begins with a fresh stub, where there
 * can be another one. RSP_CONNECT when the stub does not answer; RSP_CANCELLED; statuses of opening. */
rsp_status stub_supply_calibrate(rsp_fuzzer *f, rsp_error *error);

#endif

/* How long to wait for a reply that may not come. The first missing reply of a kind gets the full timeout,
 * later ones a wait that follows from the replies so far. It only shortens waits, and makes no verdict
 * better. Private to the layer; see docs/decisions/0019. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_SCENARIO_PATIENCE_H
#define RSP_SCENARIO_PATIENCE_H

#include "manners/manners.h"
#include <rsp/packet_ids.h>
#include <rsp/packets.h>

/* What was sent last, and so what is waited for: a packet of the table, or one of these. */
enum {
    PATIENCE_INTERRUPT = RSP_PACKET_END, /* 0x03: the stop */
    PATIENCE_REFUSED,                    /* '-': the last packet once more */
    PATIENCE_PIECES,                     /* a packet in pieces */
    PATIENCE_BATCH,                      /* several packets in one write */
    PATIENCE_NOTICE,                     /* a notification, for which nothing is sent */
    PATIENCE_OTHER,                      /* anything else; silence of one says little about the next */
    PATIENCE_POINT,                      /* Z and z of types that few stubs have, by type and letter */
    PATIENCE_KINDS = PATIENCE_POINT + 10,
};

/* What results of the run say already. */
typedef struct patience_told {
    bool late[PATIENCE_KINDS]; /* a result says that it is late */
    bool calls_deaf;           /* a result says that m has no reply while a File-I/O call is under way */
} patience_told;

/* Ends of the stub that came when a short wait for a reply was over. */
typedef struct patience_ends {
    uint64_t slowest_ns; /* the longest that one took beyond the wait */
    uint8_t missed;      /* waits for one in a row that were in vain */
} patience_ends;

/* The scenario under way. */
typedef struct patience_here {
    uint64_t family;             /* the scenario under way, the same for all its cases ... */
    bool silent[PATIENCE_KINDS]; /* ... and which kinds got no reply in it */
} patience_here;

/* All-zero: nothing was seen yet, and nothing is made shorter. */
typedef struct patience {
    bool on;
    uint8_t silent[PATIENCE_KINDS]; /* waits in a row that ended without a reply */
    bool confirmed[PATIENCE_KINDS]; /* the last wait for it has ended without a reply */
    bool answered[PATIENCE_KINDS];
    uint64_t slowest_ns[PATIENCE_KINDS]; /* time of the slowest reply */
    uint64_t late_ns[PATIENCE_KINDS];    /* ... of one that came after the timeout; 0: none has */
    uint64_t most_late_ns;               /* the most of these: a program may stop as late */
    uint64_t first_ns;                   /* the most that a reply took which is the first in its connection */
    unsigned first_missed;               /* connections in a row in which the first request got no reply */
    patience_told told;
    patience_ends ends;
    patience_here here;
    bool unknowns_silent; /* three packets in a row that nobody knows had no reply: some lucky one may have */
    uint64_t num_replies; /* that did not wait for the program, and ... */
    uint64_t took_ns;     /* ... the time of all of them */
    uint64_t byte_ns;     /* the least that a reply took for each byte of it and its request; 0: none came */
} patience;

/* How long to wait for the end of the stub where a short wait for a reply was in vain: all of `timeout_ns`,
 * until it has outlived three of them; later in proportion to the slowest end that came. 0: not at all. */
uint64_t patience_end_ns(const patience *p, uint64_t timeout_ns);

/* Such a wait has shown an end, after `took_ns`, or none. */
void patience_learn_end(patience *p, bool came, uint64_t took_ns);

/* A scenario begins; cases of one scenario have the same `family`. */
void patience_begin(patience *p, uint64_t family);

/* The kind of what is sent. */
unsigned patience_kind(rsp_bytes bytes, bool bytewise);

/* How long to wait for what follows `kind`: `timeout_ns`, or less; longer where replies are known to be late.
 */
uint64_t patience_wait_ns(const patience *p, const rsp_manners *manners, unsigned kind, uint64_t timeout_ns);

/* How long to wait at least for the first reply of a connection: a process may listen before it is ready. 0
 * until one has come, and after three in a row that did not, but for each eighth of these. */
uint64_t patience_first_ns(const patience *p);

/* The first reply of a connection took so long, or the wait for it was in vain. */
void patience_learn_first(patience *p, bool came, uint64_t took_ns);

/* Processes of the stub took so long until they listened, and may take as long until they answer. */
void patience_learn_start(patience *p, uint64_t took_ns);

/* How long to wait for an optional reply that does no harm if it comes later. */
uint64_t patience_brief_ns(const patience *p, const rsp_manners *manners, unsigned kind, uint64_t timeout_ns);

/* How much longer `bytes` may take, of a request or its reply, by what those before took here. */
uint64_t patience_bytes_ns(const patience *p, uint64_t bytes);

/* How long nothing must come before it is quiet: `quiet_ns`, or longer where replies come slowly. */
uint64_t patience_quiet_ns(const patience *p, uint64_t quiet_ns);

/* A reply came after `took_ns`, and it and its request have so many bytes on the wire. */
void patience_measure(patience *p, unsigned kind, uint64_t bytes, uint64_t took_ns);

/* Whether packets that nobody knows get no reply. */
bool patience_unknowns_silent(const patience *p, const rsp_manners *manners);

/* Whether three batches in a row got no reply. */
bool patience_batches_lost(const patience *p);

/* A reply came `took_ns` after the request, when the timeout was over. */
void patience_learn_late(patience *p, unsigned kind, uint64_t took_ns);

/* The wait has ended: with a reply after `took_ns`, or without one. */
void patience_learn(patience *p, unsigned kind, bool came, uint64_t took_ns);

#endif

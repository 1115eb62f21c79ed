/* Plays lists of messages to a stub over a link: acknowledges, waits for replies, interrupts programs that
 * run on, and sends a known-good probe when a reply may not come. The passive rules judge all the while. The
 * same messages and the same replies give the same bytes. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PLAYER_H
#define RSP_PLAYER_H

#include "grammar/messages.h"
#include "manners/manners.h"
#include "netfuzz/unsafe_filter.h"
#include <rsp/link.h>
#include <rsp/rule.h>

RSP_BEGIN_DECLS

/* X(NAME, "name", "text", bad: what a finding is made of): how playing a list ended. */
#define RSP_PLAYED_LIST(X)                                                            \
    X(DONE, "done", "all was played", false)                                          \
    X(OVER, "over", "the connection ended as was asked for", false)                   \
    X(DIED, "crash", "the stub died", true)                                           \
    X(CLOSED, "closed", "the stub closed the connection", true)                       \
    X(HANG, "hang", "the stub no longer answers", true)                               \
    X(NO_STOP, "no-stop", "a running program was not stopped by an interrupt", true)  \
    X(NO_REPLY, "no-reply", "a good request got no reply", true)                      \
    X(DEAF, "deaf", "a good packet was lost after one that was complete", true)       \
    X(WRONG, "contradiction", "a reply contradicts what the stub took or said", true) \
    X(CANCELLED, "cancelled", "cancelled", false)                                     \
    X(TROUBLE, "trouble", "trouble of our own", false)

typedef enum rsp_played {
#define RSP_PLAYED_ENUM(name, text, meaning, bad) RSP_PLAYED_##name,
    RSP_PLAYED_LIST(RSP_PLAYED_ENUM)
#undef RSP_PLAYED_ENUM
} rsp_played;

const char *rsp_played_name(rsp_played played); /* "?" for an unknown value */
const char *rsp_played_text(rsp_played played);
bool rsp_played_bad(rsp_played played);

/* All-zero gives the defaults in brackets. Functions may be NULL. */
typedef struct rsp_player_options {
    uint64_t timeout_ns;  /* [1 s] without any answer to probes the stub hangs */
    uint64_t patience_ns; /* [50 ms] for a reply, before the probe is sent */
    uint64_t resume_ns;   /* [20 ms] at most, for which a program may run before it is interrupted */
    uint64_t pause_ns;    /* [100 us] of a pause message */
    unsigned pipeline;    /* [1] most packets in one write where acks are off */
    uint32_t allowed;     /* [none] set of rsp_harm; other requests are left out */
    bool line;        /* a serial line: modes last from client to client, and are left out unless allowed */
    bool any_process; /* as in rsp_unsafe_filter: only for a simulated machine */
    bool ends_as_program; /* the stub ends when its program does, by the same status or signal */
    /* [NULL] the stub's manners, borrowed: silence and losses that they name are expected, and not waited for
     */
    const rsp_manners *manners;
    const rsp_mem *mem;

    /* A reply put the conversation into this state (a hash); called once a reply. */
    void (*state)(void *ctx, uint64_t state);
    /* A rule was broken, by no fault of ours, by the reply to `packet` (UNKNOWN when it is none). Valid until
     * the next call of the player. */
    void (*violation)(void *ctx, const rsp_violation *violation, rsp_packet_id packet);
    /* Whether HANG or NO_STOP, now, would be nothing new. Then the stub is given up after
     * rsp_player_enough_ns, not after the timeout. NULL: never. */
    bool (*known)(void *ctx, rsp_played end);
    void *ctx;
} rsp_player_options;

/* A write, as it went out: bytes at [offset, offset + len) of the log. */
typedef struct rsp_write {
    size_t offset;
    size_t len;
    bool reconnect; /* no bytes: a new connection */
} rsp_write;

/* What was sent since rsp_player_begin. `cut`: it was too much to be kept. */
typedef struct rsp_write_log {
    const rsp_write *writes;
    size_t num;
    rsp_bytes bytes;
    bool cut;
} rsp_write_log;

/* What may be sent: modes everywhere but on a line. */
static inline uint32_t rsp_player_allowed(const rsp_player_options *options) {
    return options->allowed | (options->line ? 0 : RSP_HARM_BIT(RSP_HARM_LASTING));
}

typedef struct rsp_player rsp_player;

rsp_player *rsp_player_new(const rsp_player_options *options); /* NULL without memory */
void rsp_player_free(rsp_player *player);                      /* NULL is fine */

/* From here on messages go to a fresh stub on `link`, which is borrowed. Sends nothing. */
void rsp_player_begin(rsp_player *player, rsp_link *link);

/* Finds a request that the stub answers with a distinct reply, for the probe. Call it right after begin.
 * RSP_OK; RSP_TIMEOUT, RSP_CLOSED and the like when the stub does not answer at all. */
rsp_status rsp_player_calibrate(rsp_player *player) RSP_MUST_USE;

/* Another number of packets in one write, as in the options. */
void rsp_player_set_pipeline(rsp_player *player, unsigned pipeline);

/* Another timeout, as in the options. */
void rsp_player_set_timeout(rsp_player *player, uint64_t timeout_ns);

/* The time within which a stub that answers at all has answered: a multiple of the slowest answer of all
 * stubs so far, at most the timeout. Not long enough to call a stub hung. */
uint64_t rsp_player_enough_ns(const rsp_player *player);

/* The probe's payload: "vMustReplyEmpty" before calibration. */
rsp_bytes rsp_player_probe(const rsp_player *player);

/* Plays a list on. Several may be played one after the other. *out_settled (may be NULL) is how many
 * messages, from the first, had all their answers before whatever ended it came. */
rsp_played rsp_player_play(rsp_player *player, const rsp_messages *list, size_t *out_settled);

/* Whether the program has exited, or its process was let go: the stub has little to do any more. */
bool rsp_player_program_gone(const rsp_player *player);

/* Whether acknowledgments are off on this connection. */
bool rsp_player_is_no_ack(const rsp_player *player);

/* Whether the connection is out of step: which reply belongs to which request is no longer known. Rules are
 * not judged until a new connection, so make one soon. */
bool rsp_player_out_of_step(const rsp_player *player);
void rsp_player_lose_step(rsp_player *player); /* makes it so */

/* Whether stubs refused a second connection, or were gone by then, more than once in a row. */
bool rsp_player_one_client(const rsp_player *player);

/* Sends the probe: DONE if it is answered, or else how the stub failed. */
rsp_played rsp_player_alive(rsp_player *player);

/* --- what is known --- */

enum { RSP_TRAIL_ENTRIES = 512, RSP_TRAIL_BYTES = 40 };

/* One request and what kind of reply it got; addresses and ids do not count. Both texts are cut off. */
typedef struct rsp_trail_entry {
    uint64_t kind; /* a hash */
    rsp_packet_id packet;
    uint8_t request_len;
    uint8_t reply_len;
    uint8_t request[RSP_TRAIL_BYTES];
    uint8_t reply[RSP_TRAIL_BYTES];
} rsp_trail_entry;

/* The first replies since begin, for comparing two runs. It ends before anything in which two runs of the
 * same stub may rightly differ: an interrupt, a notification, requests that may or may not be understood.
 * Returns their number. */
bool rsp_player_trail_over(const rsp_player *player);
size_t rsp_player_trail(const rsp_player *player, const rsp_trail_entry **out_entries);

/* Numbers worth using as addresses that replies held, oldest first. */
size_t rsp_player_numbers(const rsp_player *player, const uint64_t **out_numbers);

/* False after a packet was sent a few times and got the empty reply each time. Kept from stub to stub. */
bool rsp_player_supports(const rsp_player *player, rsp_packet_id packet);

/* The request that was sent last, which a bad end is about (payload as transmitted). */
rsp_bytes rsp_player_last_request(const rsp_player *player);

/* WRONG: what should have come and what did, printable; and the same as a matcher of scenarios. */
typedef struct rsp_contradiction {
    char expected[96];
    char got[96];
    char matcher[128];
} rsp_contradiction;
const rsp_contradiction *rsp_player_contradiction(const rsp_player *player);

/* Counts since new. */
typedef struct rsp_player_stats {
    uint64_t messages; /* sent, probes included */
    uint64_t refused;  /* left out as dangerous */
    uint64_t probes;
    uint64_t interrupts;
    uint64_t silent_ns; /* waited in vain, by the clock of the links */
} rsp_player_stats;
rsp_player_stats rsp_player_stats_get(const rsp_player *player);

rsp_write_log rsp_player_log(const rsp_player *player);
const rsp_transcript *rsp_player_transcript(const rsp_player *player);

/* How the program ended, when it did. */
rsp_link_end rsp_player_end(const rsp_player *player);

RSP_END_DECLS

#endif

/* Plays lists of messages to a stub over a link: acknowledges, waits for replies, interrupts running
 * programs, and sends a known good probe when a reply may be missing. The passive rules judge all of it. The
 * same messages and replies give the same bytes. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_PLAYER_H
#define RSP_PLAYER_H

#include "grammar/messages.h"
#include "manners/manners.h"
#include "netfuzz/unsafe_filter.h"
#include <rsp/link.h>
#include <rsp/rule.h>

RSP_BEGIN_DECLS

/* How playing a list ended. X(NAME, "text", bad: it may become a finding) */
#define RSP_PLAYED_LIST(X)                                                \
    X(DONE, "all was played", false)                                      \
    X(OVER, "the connection ended as was asked for", false)               \
    X(DIED, "the stub died", true)                                        \
    X(CLOSED, "the stub closed the connection", true)                     \
    X(HANG, "the stub no longer answers", true)                           \
    X(NO_STOP, "a running program was not stopped by an interrupt", true) \
    X(NO_REPLY, "a good request got no reply", true)                      \
    X(DEAF, "a good packet was lost after one that was complete", true)   \
    X(WRONG, "a reply contradicts what the stub took or said", true)      \
    X(CANCELLED, "cancelled", false)                                      \
    X(TROUBLE, "trouble of our own", false)

/* One of these ends. */
typedef enum rsp_played {
#define RSP_PLAYED_ENUM(name, text, bad) RSP_PLAYED_##name,
    RSP_PLAYED_LIST(RSP_PLAYED_ENUM)
#undef RSP_PLAYED_ENUM
} rsp_played;

/* Its sentence, "the stub died"; "?" for an unknown value. */
const char *rsp_played_text(rsp_played played);
/* Whether it may become a finding. */
bool rsp_played_bad(rsp_played played);

/* The instructions of the straight code of a guest, the calls of its `work`, the bytes of its `marks`. */
enum { RSP_PLAYER_GUEST_STEPS = 8, RSP_PLAYER_GUEST_CALLS = 10, RSP_PLAYER_GUEST_MARKS = 16 };

/* A loaded program whose behaviour is known (corpora/guests), for what replies are held against. Borrowed. */
typedef struct rsp_player_guest {
    const rsp_messages *opening; /* brings it: the image by M, and registers by G */
    const rsp_messages *lists;   /* whose messages do it no harm */
    size_t num_lists;
    rsp_bytes image;
    uint64_t at;        /* of the image */
    size_t code_bytes;  /* nothing of the image's beginning changes, */
    size_t constants;   /* ... and nothing from this offset on */
    unsigned pc_offset; /* in g, bytes */
    unsigned pc_bytes;  /* 0: not known */
    bool big_endian;
    uint64_t work;    /* a call of it adds 1 to the counter, and stores i to marks[i] */
    uint64_t counter; /* 0 in the image, and at most RSP_PLAYER_GUEST_CALLS */
    unsigned counter_bytes;
    uint64_t marks;      /* of RSP_PLAYER_GUEST_MARKS bytes */
    uint64_t straight;   /* RSP_PLAYER_GUEST_STEPS instructions */
    unsigned step_bytes; /* of each; 0: they differ */
} rsp_player_guest;

/* All-zero gives the defaults in brackets. Functions may be NULL. */
typedef struct rsp_player_options {
    uint64_t timeout_ns;  /* [1 s] without any answer to probes the stub hangs */
    uint64_t patience_ns; /* [50 ms] for a reply, before the probe is sent */
    uint64_t resume_ns;   /* [20 ms] at most, for which a program may run before it is interrupted */
    uint64_t pause_ns;    /* [100 us] of a pause message */
    unsigned pipeline;    /* [1] most packets in one write where acks are off */
    uint32_t allowed;     /* [none] set of rsp_harm; other requests are left out */
    bool line;            /* a serial line, where modes outlast a client: not sent unless allowed */
    bool any_process;     /* as in rsp_unsafe_filter: only for a simulated machine */
    bool ends_as_program; /* the stub ends when its program does, by the same status or signal */
    /* [NULL] the stub's manners, borrowed: silence and losses in them are expected, and not waited for */
    const rsp_manners *manners;
    const rsp_player_guest *guest; /* [none] */
    const rsp_mem *mem;

    /* Called for each reply with the state of the conversation (a hash). */
    void (*state)(void *ctx, uint64_t state);
    /* The stub broke a rule, by the reply to `packet` (UNKNOWN: not by a reply). Valid until the next call of
     * the player. */
    void (*violation)(void *ctx, const rsp_violation *violation, rsp_packet_id packet);
    /* Whether HANG or NO_STOP would be known now. Then the player gives up after rsp_player_enough_ns instead
     * of the timeout. NULL: never. */
    bool (*known)(void *ctx, rsp_played end);
    void *ctx;
} rsp_player_options;

/* One write: bytes [offset, offset + len) of the log. */
typedef struct rsp_write {
    size_t offset;
    size_t len;
    bool reconnect; /* no bytes: a new connection */
} rsp_write;

/* All writes since rsp_player_begin. `cut`: there were more than are kept. */
typedef struct rsp_write_log {
    const rsp_write *writes;
    size_t num;
    rsp_bytes bytes;
    bool cut;
} rsp_write_log;

/* The set of rsp_harm that may be sent: modes everywhere except on a serial line. */
static inline uint32_t rsp_player_allowed(const rsp_player_options *options) {
    return options->allowed | (options->line ? 0 : RSP_HARM_BIT(RSP_HARM_LASTING));
}

/* The player of one stub after the other; what it learns about them stays. */
typedef struct rsp_player rsp_player;

rsp_player *rsp_player_new(const rsp_player_options *options); /* NULL without memory */
void rsp_player_free(rsp_player *player);                      /* NULL is fine */

/* From here on messages go to a fresh stub on `link` (borrowed). Sends nothing. */
void rsp_player_begin(rsp_player *player, rsp_link *link);

/* Finds a request that the stub answers with a distinct reply, for the probe. Call it right after begin.
 * RSP_OK; RSP_TIMEOUT, RSP_CLOSED and the like when the stub does not answer at all. */
rsp_status rsp_player_calibrate(rsp_player *player) RSP_MUST_USE;

/* Changes the option `pipeline`. */
void rsp_player_set_pipeline(rsp_player *player, unsigned pipeline);

/* Changes the option `timeout_ns`. */
void rsp_player_set_timeout(rsp_player *player, uint64_t timeout_ns);

/* The time within which a stub that answers at all has answered: a multiple of the slowest answer so far, at
 * most the timeout. Too short to prove a hang. */
uint64_t rsp_player_enough_ns(const rsp_player *player);

/* The probe's payload: "vMustReplyEmpty" before calibration. */
rsp_bytes rsp_player_probe(const rsp_player *player);

/* Plays a list; lists follow each other on the same stub. *out_settled (may be NULL): the number of messages,
 * from the first, that had all answers before the end. */
rsp_played rsp_player_play(rsp_player *player, const rsp_messages *list, size_t *out_settled);

/* Whether the program has exited or was let go. */
bool rsp_player_program_gone(const rsp_player *player);

/* Whether acknowledgments are off on this connection. */
bool rsp_player_is_no_ack(const rsp_player *player);

/* Whether the connection is out of step: which reply belongs to which request is no longer known. Rules are
 * not judged until there is a new connection. */
bool rsp_player_out_of_step(const rsp_player *player);
void rsp_player_lose_step(rsp_player *player); /* makes it so */

/* Whether stubs refused a second connection, or were gone by then, twice in a row. */
bool rsp_player_one_client(const rsp_player *player);

/* Sends the probe: DONE if it is answered, or else how the stub failed. */
rsp_played rsp_player_alive(rsp_player *player);

/* --- results --- */

/* The most entries of a trail, and the bytes that it keeps of each text. */
enum { RSP_TRAIL_ENTRIES = 512, RSP_TRAIL_BYTES = 40 };

/* A request and the kind of its reply, without addresses and ids. Both texts are cut. */
typedef struct rsp_trail_entry {
    uint64_t kind; /* a hash */
    rsp_packet_id packet;
    uint8_t request_len;
    uint8_t reply_len;
    uint8_t request[RSP_TRAIL_BYTES];
    uint8_t reply[RSP_TRAIL_BYTES];
} rsp_trail_entry;

/* Whether the trail is over. The trail has the first replies since begin, for comparing two runs. It ends
 * before anything in which two runs of a stub may legally differ: an interrupt, a notification, ambiguous
 * requests. */
bool rsp_player_trail_over(const rsp_player *player);

/* Its entries, borrowed until the next call; returns their number. */
size_t rsp_player_trail(const rsp_player *player, const rsp_trail_entry **out_entries);

/* Numbers from replies that may be addresses, oldest first; borrowed. */
size_t rsp_player_numbers(const rsp_player *player, const uint64_t **out_numbers);

/* False if the packet got the empty reply a few times, and nothing else. Kept from stub to stub. */
bool rsp_player_supports(const rsp_player *player, rsp_packet_id packet);

/* The payload of the last request, as transmitted: a bad end is about it. Borrowed. */
rsp_bytes rsp_player_last_request(const rsp_player *player);

/* The expected and the received value, printable, and a matcher for scenarios. What contradicts a loaded
 * guest has words of its own, and a word that tells it from others. */
typedef struct rsp_contradiction {
    char words[120]; /* "" */
    const char *key; /* "counter"; NULL. Static. */
    char expected[96];
    char got[96];
    char matcher[128];
} rsp_contradiction;

/* What contradicted after rsp_player_play has returned WRONG; borrowed until the next call. */
const rsp_contradiction *rsp_player_contradiction(const rsp_player *player);

/* Counts since new. */
typedef struct rsp_player_stats {
    uint64_t messages; /* sent, probes included */
    uint64_t refused;  /* left out as unsafe */
    uint64_t probes;
    uint64_t interrupts;
    uint64_t silent_ns; /* waited in vain, by the clock of the links */
} rsp_player_stats;
/* A copy. */
rsp_player_stats rsp_player_stats_get(const rsp_player *player);

/* The writes since begin; borrowed until the next call. */
rsp_write_log rsp_player_log(const rsp_player *player);

/* The transcript since begin; borrowed until the next call. */
const rsp_transcript *rsp_player_transcript(const rsp_player *player);

/* How the stub ended, if it has. */
rsp_link_end rsp_player_end(const rsp_player *player);

RSP_END_DECLS

#endif

/* The network fuzzer: makes sequences of messages, plays them to stubs, keeps those that show something new,
 * and turns failures into findings: confirmed on a fresh stub, deduplicated, minimised. No files, no threads,
 * no clock of its own: a host opens stubs and keeps findings. One fuzzer is one worker. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_FUZZER_H
#define RSP_FUZZER_H

#include "grammar/messages.h"
#include "manners/manners.h"
#include "netfuzz/edge_map.h"
#include "netfuzz/finding.h"
#include "netfuzz/player.h"

RSP_BEGIN_DECLS

/* How much of a stub's stderr to keep: enough to deduplicate crashes, nothing (fastest), or everything. */
typedef enum rsp_fuzz_words {
    RSP_FUZZ_WORDS_SIGNATURE,
    RSP_FUZZ_WORDS_NONE,
    RSP_FUZZ_WORDS_ALL
} rsp_fuzz_words;

/* The world around a fuzzer. Only `open` is required. Called from rsp_fuzzer_step. */
typedef struct rsp_fuzz_host {
    /* Opens a link to a fresh stub. Errors end the step. */
    rsp_status (*open)(void *ctx, rsp_link **out_link, rsp_error *error);
    /* How much stderr to keep of stubs opened from now on. A sanitizer that symbolises a whole stack can take
     * most of the time of a crash. */
    void (*words)(void *ctx, rsp_fuzz_words words);
    /* The fuzzer is about to close the link. */
    void (*closing)(void *ctx, rsp_link *link);
    /* Sequence `index` is about to be played: write the journal here. */
    void (*before)(void *ctx, uint64_t index, const rsp_messages *list);
    /* The sequence showed something new and is in the corpus now. */
    void (*interesting)(void *ctx, uint64_t index, const rsp_messages *list);
    /* The conversation reached a state (a hash) for the first time. */
    void (*new_state)(void *ctx, uint64_t state);
    /* Whether another worker has found this already. */
    bool (*known)(void *ctx, const char *signature);
    /* Called as soon as a fresh stub has confirmed a finding (`pending`), so that it is never lost. Called
     * again with the minimised finding, perhaps under another signature: it replaces the pending one. */
    void (*found)(void *ctx, const rsp_finding *finding);
    /* The pending finding is withdrawn: it did not reproduce (NULL), or it has the signature of a known one.
     */
    void (*withdrawn)(void *ctx, const char *known_as);
    void *ctx;
} rsp_fuzz_host;

/* All-zero gives the defaults in brackets. */
typedef struct rsp_fuzzer_options {
    uint64_t seed;             /* [1] */
    uint64_t first_index;      /* [0] of the first sequence; an earlier run played those before */
    rsp_player_options player; /* its functions and ctx are set by the fuzzer */
    uint32_t ignored;          /* [none] set of rsp_finding_kind that are not followed up */
    bool should;               /* rules of level SHOULD are findings, too */
    unsigned
        session_messages; /* [16000; 300 where differences are looked for] to one stub before a fresh one */
    unsigned max_replays; /* [400] for one finding */
    /* [1] attempts to start a stub, once another one has started: the machine may lack something for a
     * moment. For stubs that the host starts. */
    unsigned starts;
    uint64_t minimise_ns;  /* [20 s] for one finding, by `clock` */
    bool uncut;            /* findings are not minimised */
    rsp_clock clock;       /* [none] */
    uint64_t end_ns;       /* [none] by `clock`: after it findings get one replay and are not minimised */
    uint64_t memory_bytes; /* [256 MiB] by which a stub may grow while the same messages are repeated */
    rsp_edge_map *map;     /* of the stub; NULL for none */
    const rsp_manners *manners; /* of the stub, borrowed: they are no findings. NULL: not known */
    /* What each session begins with, and now and then another sequence: parts of the sequence, so that a
     * finding has them. Borrowed; NULL: nothing. */
    const rsp_messages *opening;
    const rsp_mem *mem;
} rsp_fuzzer_options;

/* Counts since new, unless said otherwise. */
typedef struct rsp_fuzzer_stats {
    uint64_t index; /* of the next sequence */
    uint64_t sequences;
    uint64_t messages; /* replays for findings included */
    uint64_t sessions; /* stubs taken, likewise */
    uint64_t corpus;
    uint64_t states;
    uint64_t edges;
    uint64_t findings;
    uint64_t duplicates;  /* seen again, known by their signature */
    uint64_t known_again; /* confirmed, known under another signature */
    uint64_t unconfirmed; /* seen once and never again */
    uint64_t differences; /* the same messages got other kinds of replies */
    uint64_t refused;     /* messages left out as unsafe */
    uint64_t probes;      /* of the messages */
    uint64_t start_ns;    /* starting and ending stubs, by the options' clock */
    uint64_t follow_ns;   /* following up, starts included, by the options' clock */
    uint64_t silent_ns;   /* waiting in vain for a stub or a program, by the clocks of the links */
    uint64_t last_new;    /* sequence that last showed something new */
} rsp_fuzzer_stats;

/* One worker: a player, what it has learned, and its corpus. */
typedef struct rsp_fuzzer rsp_fuzzer;

/* NULL without memory. Host and options are copied. */
rsp_fuzzer *rsp_fuzzer_new(const rsp_fuzz_host *host, const rsp_fuzzer_options *options);
void rsp_fuzzer_free(rsp_fuzzer *fuzzer); /* NULL is fine; closes the link */

/* Adds a seed; equal lists are kept once. False at RSP_LIMIT_FUZZ_CORPUS, or without memory. */
bool rsp_fuzzer_seed(rsp_fuzzer *fuzzer, const rsp_messages *list);

/* Adds the built-in seeds: sessions as GDB and LLDB begin them. False as above. */
bool rsp_fuzzer_seed_builtin(rsp_fuzzer *fuzzer);

/* A state that an earlier run of the campaign has seen: it is not new. False without room. */
bool rsp_fuzzer_know_state(rsp_fuzzer *fuzzer, uint64_t state);

/* A signature of an earlier run: findings under it are duplicates. False without room. */
bool rsp_fuzzer_know_signature(rsp_fuzzer *fuzzer, const char *signature);

/* A finding of an earlier run, or of another worker: its signature, and its messages, which may explain
 * symptoms under other names. Reads the fields that rsp_fuzzer_replay reads, and `replays`, `reproduced`,
 * `pending`. */
bool rsp_fuzzer_know_finding(rsp_fuzzer *fuzzer, const rsp_finding *finding);

/* Makes one sequence, plays it, and follows up on its symptoms. RSP_OK, or why there is no stub (RSP_CONNECT,
 * RSP_SPAWN, ...), RSP_CANCELLED, RSP_NO_MEMORY. */
rsp_status rsp_fuzzer_step(rsp_fuzzer *fuzzer, rsp_error *error) RSP_MUST_USE;

/* Goes on with a finding that was pending when its fuzzer ended: confirms it again, minimises it and hands it
 * to the host. If no fresh stub shows it, the host keeps it as it is. Reads the fields that rsp_fuzzer_replay
 * reads, its times and where it was seen. Statuses as of rsp_fuzzer_step. */
rsp_status rsp_fuzzer_finish(rsp_fuzzer *fuzzer, const rsp_finding *finding, rsp_error *error) RSP_MUST_USE;

/* The result of a replay. */
typedef struct rsp_fuzz_replayed {
    bool shown;       /* the finding is still there */
    bool other;       /* it is not, but another bad end or broken rule is */
    unsigned replays; /* that were played */
    char signature[RSP_SIGNATURE_BYTES];
    char headline[RSP_FINDING_TEXT_BYTES];
    char expected[RSP_FINDING_TEXT_BYTES];
    char got[RSP_FINDING_TEXT_BYTES];
} rsp_fuzz_replayed;

/* Plays a finding's messages to fresh stubs, at most `times` times, until one shows it. The oracles are those
 * of fuzzing. Reads kind, signature, headline, messages, before, num_before and rounds of the finding.
 * Statuses as of rsp_fuzzer_step. */
rsp_status rsp_fuzzer_replay(rsp_fuzzer *fuzzer, const rsp_finding *finding, unsigned times,
                             rsp_fuzz_replayed *out, rsp_error *error) RSP_MUST_USE;

/* A copy. */
rsp_fuzzer_stats rsp_fuzzer_stats_get(const rsp_fuzzer *fuzzer);

/* Sequence `index` of the corpus, seeds first; NULL beyond its end. */
const rsp_messages *rsp_fuzzer_corpus(const rsp_fuzzer *fuzzer, size_t index);

RSP_END_DECLS

#endif

/* What the fuzzer's files share: corpus, tables of what is known, the session, and a candidate for a finding.
 * fuzzer.c leads, ../make/corpus.c makes sequences, confirm.c follows up, replay.c plays again,
 * minimise.c cuts down, known.c knows what was found before. Nothing here is installed. */
/* SPDX-License-Identifier: MIT */
#ifndef RSP_NETFUZZ_FUZZER_H
#define RSP_NETFUZZ_FUZZER_H

#include <rsp/fuzzer.h>
#include <rsp/grammar.h>

enum {
    MAX_WORDS = 96, /* requests that showed something new */
    MAX_FACTS = 72, /* numbers for the grammar */
    MAX_SIGNATURES = 4096,
    MAX_CANDIDATES = 8, /* of one sequence */
    MAX_HISTORY = 1024, /* sequences of one session */
    MAX_OF_RULE = 3,    /* findings of one rule, for different packets */
    MAX_TRIES = 2,      /* of a candidate that could not be confirmed */
    MAX_GROWTH_TRIES = 8,
    MAX_DEATH_TRIES = 8, /* a stub that ended, which is the worst to miss and takes no waiting */
    FINAL_REPLAYS = 3,
    MAX_COMPARED = 16,      /* sequences at the beginning of a session */
    MAX_VAIN = 2048,        /* lists that are known not to show what is looked for */
    MAX_KNOWN = 256,        /* findings that may explain others, */
    MAX_KNOWN_MESSAGES = 4, /* ... of so many messages at most */
    MAX_TAKEN_OUT = 4,      /* of them, out of one list */
    ANY_NAME = 3,           /* under so many names one is seen under any */
};

/* What may become a finding. */
typedef struct candidate {
    rsp_finding_kind kind;
    rsp_rule_id rule; /* RSP_RULE_COUNT for none */
    rsp_packet_id packet;
    char signature[RSP_SIGNATURE_BYTES];
    char headline[RSP_FINDING_TEXT_BYTES];
    char expected[RSP_FINDING_TEXT_BYTES];
    char got[RSP_FINDING_TEXT_BYTES];
    char matcher[128];
    char requirements[96];
    bool explained; /* by a finding that is known under another name */
} candidate;

/* How a message holds one of a known finding. */
typedef enum held {
    HELD_NOT,
    HELD_WHOLE,  /* it is the same, or of the same packet and longer */
    HELD_BEHIND, /* it ends with it, */
    HELD_BEFORE, /* begins with it, */
    HELD_INSIDE, /* or has it in between */
    HELD_PLACES
} held;

typedef struct known_signature {
    char text[RSP_SIGNATURE_BYTES];
    unsigned tries;
    unsigned times_other; /* it was another name of something known */
    held place;           /* ... in which the blamed message held, at this place, the one message of */
    size_t explained_by;  /* this finding; NOT: it can not be told at a glance */
    bool found;
} known_signature;

/* A finding that is cut down. */
typedef struct known_finding {
    candidate what;
    rsp_messages *list;
    unsigned names[HELD_PLACES]; /* under which it was seen, by the place in which a request held it */
} known_finding;

struct rsp_fuzzer {
    rsp_fuzz_host host;
    rsp_fuzzer_options options;
    uint64_t born_ns;
    rsp_player *player;
    rsp_link *link; /* of the session; NULL between two */
    bool calibrated;
    rsp_messages current;
    rsp_messages other; /* for splicing */
    uint32_t allowed;   /* set of rsp_hazard */
    unsigned tour_row;  /* where the tour is: the row of the table, */
    size_t tour_change; /* and how many of its changes were sent */
    bool touring;       /* the current sequence is of the tour: its states are left for others to find */

    rsp_messages **corpus;
    uint64_t *corpus_hashes;
    size_t num_corpus;
    size_t cap_corpus;

    uint64_t *states; /* open addressing; 0 is free */
    size_t num_states;
    size_t cap_states;
    bool news; /* the sequence showed a new state */

    uint64_t facts[MAX_FACTS];
    rsp_bytes words[MAX_WORDS];
    uint8_t *word_text[MAX_WORDS];
    size_t num_words;

    rsp_messages **history; /* of this session */
    size_t num_history;
    uint64_t session_sent;                    /* messages, when it began */
    rsp_trail_entry trail[RSP_TRAIL_ENTRIES]; /* of its first sequences */
    size_t num_trail;
    size_t num_compared; /* sequences that it is of */
    bool trail_over;
    uint64_t baseline_bytes;
    bool one_client; /* the stub ends, or is deaf, after a connection */
    unsigned times_gone;
    unsigned gone_for; /* sequences since the program was gone, or may be */

    candidate candidates[MAX_CANDIDATES];
    size_t num_candidates;
    candidate *hunted; /* while replaying: what is looked for */
    bool caught;
    candidate instead; /* while replaying: the first other rule that was broken */
    bool have_instead;
    known_signature *signatures;
    size_t num_signatures;
    known_finding findings[MAX_KNOWN];
    size_t num_findings;
    rsp_buf blamed;                      /* the request at which a replay showed what is looked for */
    bool known_silence[RSP_PACKET_MOST]; /* packets behind which stubs are known to fall silent */
    uint64_t timeout_ns;                 /* of the player, when nobody is in a hurry */
    uint64_t calm_ns;                    /* enough for any answer, before the current sequence */

    rsp_fuzzer_stats stats;
};

static inline uint64_t clock_now(const rsp_fuzzer *f) {
    return f->options.clock.now_ns ? rsp_clock_now(&f->options.clock) : 0;
}

/* --- ../make/corpus.c --- */

/* Fills f->current for sequence `index`, by nothing but seed, index, corpus and what was learnt. */
void fuzzer_choose(rsp_fuzzer *f, uint64_t index);
rsp_messages *fuzzer_copy(const rsp_fuzzer *f, const rsp_messages *list);
void fuzzer_drop(const rsp_fuzzer *f, rsp_messages *list);
bool fuzzer_add(rsp_fuzzer *f, const rsp_messages *list, bool *out_new);
uint64_t fuzzer_hash(const rsp_messages *list);
void fuzzer_learn_word(rsp_fuzzer *f, rsp_bytes request);
/* True when it is new. */
bool fuzzer_note_state(rsp_fuzzer *f, uint64_t state);

/* --- ../make/deterministic.c --- */

/* Appends the next messages of the tour to f->current; false when it is over. */
bool fuzzer_tour(rsp_fuzzer *f, rsp_grammar *g);

/* --- fuzzer.c --- */

/* A fresh stub for the player, which is started again when it fails to start; and the end of it. */
rsp_status fuzzer_open(rsp_fuzzer *f, rsp_error *error);
void fuzzer_close(rsp_fuzzer *f);

/* The first stub is asked what it answers, unless that is known. */
rsp_status fuzzer_calibrate(rsp_fuzzer *f, rsp_error *error);

/* A packet's name in signatures. */
const char *fuzzer_packet_text(rsp_packet_id packet);

/* The request that was sent last has shown what is looked for. */
void fuzzer_note_blamed(rsp_fuzzer *f);

/* How a list ended as a candidate; false when that is nothing bad. */
bool fuzzer_candidate_of(const rsp_fuzzer *f, rsp_played played, candidate *out);

/* --- patience.c --- */

/* Ends of a session that cost a timeout each: is this one known? `ctx` is the fuzzer. */
bool fuzzer_knows_silence(void *ctx, rsp_played end);
void fuzzer_note_silence(rsp_fuzzer *f, const char *signature);
/* What answers take now: when a packet is lost the next one's reply passes for its own, a very late one. */
void fuzzer_note_pace(rsp_fuzzer *f);
/* A time to wait that is enough while a list is cut down; one for showing again what was proved; and again
 * the whole timeout. */
void fuzzer_hurry(rsp_fuzzer *f);
void fuzzer_be_brisk(rsp_fuzzer *f);
void fuzzer_take_time(rsp_fuzzer *f);
void fuzzer_want_words(rsp_fuzzer *f, rsp_fuzz_words words);

/* --- replay.c --- */

/* One candidate under way. */
typedef struct hunt {
    rsp_fuzzer *f;
    candidate want;
    candidate got; /* of the last replay that showed it */
    uint64_t until_ns;
    uint64_t seen_ns;
    uint64_t confirmed_ns;
    size_t messages_before; /* it was seen after so many */
    uint64_t index;         /* of the sequence, and the seed, */
    uint64_t seed;          /* that showed it */
    uint64_t begun_ns;
    bool pending; /* handed out as confirmed, under this signature: */
    char pending_as[RSP_SIGNATURE_BYTES];
    unsigned replays;      /* to fresh stubs, */
    unsigned trials;       /* ... and to those that had survived others */
    unsigned on_this_stub; /* of them, since it was fresh */
    unsigned misled;       /* trials whose stub showed what a fresh one does not, or was gone */
    bool only_fresh;       /* other stubs are no longer used */
    bool cutting;          /* a trial that takes too long is given up */
    bool proved;           /* `best` has shown it to somebody who took the time */
    size_t settled;        /* messages of the last replay that had all their answers before it ended */
    size_t end;            /* of what was sent when `best` was confirmed: its message, or SIZE_MAX */
    unsigned rounds;       /* MEMORY: that the last one which showed it took; 0 for none yet */
    /* MEMORY: messages behind its first round, of the quickest that showed it; 0 for none yet. */
    uint64_t growth_messages;
    bool part_will_do;                 /* MEMORY: of the growth, while it is cut down */
    rsp_messages *before[MAX_HISTORY]; /* played before `best`: what does not fit into one list */
    size_t num_before;
    rsp_messages *best; /* the shortest list that shows it */
    rsp_messages *trial;
    uint64_t vain[MAX_VAIN]; /* hashes of lists that did not show it, the last of them */
    size_t num_vain;
    rsp_status status; /* trouble of our own, sticky */
    rsp_error *error;
} hunt;

/* The trial has shown it: it is the best now, and the best is room for the next trial. */
static inline void fuzzer_take_trial(hunt *h) {
    rsp_messages *taken = h->trial;
    h->trial = h->best;
    h->best = taken;
}

/* Plays lists to a fresh stub, or some, and tells whether they show what is looked for. The link stays open
 * for its last words when `keep`. */
bool fuzzer_shows(hunt *h, rsp_messages *const *lists, size_t num, bool keep);

/* The same for lists behind those that must come before: */
bool fuzzer_shows_behind(hunt *h, rsp_messages *last, bool keep);

/* ... h->best so, on a stub that need not say more than that it dies. */
bool fuzzer_shows_namelessly(hunt *h);

/* The same as fuzzer_shows, perhaps on a stub that lists were played to before: what it does not show counts,
 * what it does is played to a fresh one. The link may stay open for the next list. */
bool fuzzer_still_shows(hunt *h, rsp_messages *const *lists, size_t num);

/* ... and judges nothing; the link stays open. */
void fuzzer_play_once(hunt *h, rsp_messages *last);

/* The packet whose name in signatures this is; RSP_PACKET_UNKNOWN for none. */
rsp_packet_id fuzzer_packet_named(rsp_bytes name);

/* "rule:ack-before-reply:READ_MEMORY", "crash:SIGSEGV:READ_MEMORY", "hang:QC": what a finding is recognised
 * by. */
candidate fuzzer_wanted(const rsp_finding *finding);

/* The player's trail becomes f->trail; whether it now differs from an earlier one, and how. */
void fuzzer_keep_trail(rsp_fuzzer *f);
bool fuzzer_differs(const rsp_fuzzer *f, const rsp_trail_entry *before, size_t num, candidate *out);

/* Whether a list ended as another one did; of crashes by the same signal or sanitizer's word, too. */
bool fuzzer_same_end(const candidate *want, const candidate *seen);

/* --- blame.c --- */

/* The message of h->best that the stub was at when it came to a bad end in the last replay: the first without
 * all its answers, or, where that was only seen when all was played, the last. What comes behind it was never
 * sent. SIZE_MAX: unknown, as it is for rules, behind which a list is played on. */
size_t fuzzer_end_of(const hunt *h);

/* That one (for rules: each with the same request), or one that went out unanswered right before it. */
bool fuzzer_is_blamed(const hunt *h, size_t end, size_t at);

/* Whether silence at the end of h->best is a reply that is missing to a request sent unanswered before it.
 * Then h->want and h->best are about that. */
bool fuzzer_has_lost_reply(hunt *h);

/* --- known.c --- */

known_signature *fuzzer_signature(rsp_fuzzer *f, const char *text, bool add);
/* How often a candidate that could not be confirmed is looked into again when it is seen again. */
unsigned fuzzer_most_tries(rsp_finding_kind kind);
/* By its name: nobody needs to look into it. */
bool fuzzer_is_known(rsp_fuzzer *f, const candidate *c);

/* Only bytes that mean something where packets are read, or no character at all: they name no packet and are
 * no argument. What they break is the reading, in whichever packet they are. */
bool fuzzer_is_framing(rsp_bytes part);

typedef enum known_outcome {
    KNOWN_NOTHING, /* no known finding is in the list */
    KNOWN_LEFT,    /* h->best is without one now, and still shows it: something else does */
    KNOWN_AGAIN    /* without it nothing shows: it is that finding, under another name */
} known_outcome;

/* Whether a known finding of the same kind explains h->best, which a fresh stub has just shown: by a replay
 * without each of its messages. */
known_outcome fuzzer_look_without_known(hunt *h, const char **out_known_as);

/* What is left of a list may be bytes that name no packet: two bugs of framing are told apart by them. */
void fuzzer_name_by_bytes(hunt *h);

/* This is another name of something known: after some more times nobody looks into it. */
void fuzzer_note_other_name(rsp_fuzzer *f, const candidate *c);

/* The same at a glance, once it was seen under this name, or so many that it may be any: the blamed request
 * holds it in the same place. */
bool fuzzer_is_explained(rsp_fuzzer *f, const candidate *c, rsp_bytes blamed);

/* Whether such a request is known to be met with silence, or to end so. */
bool fuzzer_explains_silence(const rsp_fuzzer *f, rsp_bytes request);

void fuzzer_forget_findings(rsp_fuzzer *f);

/* --- minimise.c --- */

/* Time is over: what was found is kept as it is. */
bool fuzzer_is_over(const rsp_fuzzer *f);

/* The time for this finding is over, or all time is. */
bool fuzzer_is_late(const hunt *h);

/* While a list is cut down, a trial ends with the time for that, whatever the stub is at. */
void fuzzer_limit_trial(const hunt *h);

/* Sequences of the history as what has to be cut down: h->best, behind h->before where one list is too short.
 */
void fuzzer_take_history(hunt *h, size_t first, size_t num);

/* What there was before it was cut down. */
typedef struct uncut {
    rsp_messages *last; /* NULL: not kept */
    rsp_messages *before[MAX_HISTORY];
    size_t num_before;
} uncut;

bool fuzzer_keep_uncut(const hunt *h, uncut *out);
void fuzzer_restore_uncut(hunt *h, uncut *whole);

/* As short as can be had. Where that takes waiting, or is a death, h->proved tells whether it was seen again.
 */
void fuzzer_cut(hunt *h, uncut *whole);

/* --- confirm.c --- */

/* Replays, minimises and hands a candidate to the host, or counts it as a duplicate or unconfirmed. */
rsp_status fuzzer_follow_up(rsp_fuzzer *f, const candidate *c, rsp_error *error);
/* The first sequence of the session again on a fresh stub: does it get the same kinds of replies? */
rsp_status fuzzer_compare(rsp_fuzzer *f, rsp_error *error);

#endif
